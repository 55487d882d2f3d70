// exponential: e to the power x, with the bits of network.py in every browser.
// twin of fogel.network.power_of_2, fogel.network.exponential_fraction, fogel.network.exponential

const LOG2_E = 1.4426950408889634;
const LN2_HIGH = 6.93145751953125e-1;
const LN2_LOW = 1.42860682030941723212e-6;
const P0 = 9.99999999999999999910e-1;
const P1 = 3.02994407707441961300e-2;
const P2 = 1.26177193074810590878e-4;
const Q0 = 2.0;
const Q1 = 2.27265548208155028766e-1;
const Q2 = 2.52448340349684104192e-3;
const Q3 = 3.00198505138664455042e-6;
const ROUNDER = 1.5 * 2 ** 52;
const LARGEST = 708.0;
const BITS = new DataView(new ArrayBuffer(8));

function powerOf2(k) {
  BITS.setUint32(0, (k + 1023) << 20); // the exponent of a number whose other bits are 0
  return BITS.getFloat64(0);
}

export function exponentialFraction(x) {
  x = -LARGEST > x ? -LARGEST : x;
  x = LARGEST < x ? LARGEST : x;
  const k = x * LOG2_E + ROUNDER - ROUNDER;
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  const rr = r * r;
  const p = r * (P0 + rr * (P1 + rr * P2));
  const q = Q0 + rr * (Q1 + rr * (Q2 + rr * Q3));
  return [(q + p) * powerOf2(k), q - p];
}

export function exponential(x) {
  const [numerator, denominator] = exponentialFraction(x);
  return numerator / denominator;
}
