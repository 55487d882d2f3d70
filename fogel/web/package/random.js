// random: numbers as NumPy draws them, for those draws that the experiment makes.
//
// All of it is arithmetic that is written out here, so every browser draws the same numbers. Their bits are NumPy's, but
// for a grain: in 2.6 of 10,000 normal numbers a logarithm is returned, for which NumPy asks the C library of its machine,
// and that library's last place depends on the processor. log1p below has the bits of Linux's on a processor without
// fused multiply-add (in all of 20 million tails); with it, 369 of them differed, by one unit in the last place.

import { exponential } from "./exponential.js";
import { range } from "./base.js";

const WORD = 2n ** 64n - 1n; // 64 bits, all of them 1
const STATE = 2n ** 128n - 1n;
const MULTIPLIER = 0x2360ed051fc65da44385df649fccf645n;
const TAIL = 3.6541528853610087963519472518; // where the tail of the normal curve begins
const INVERSE_TAIL = 0.27366123732975827203338247596;
const HALF_ROOT = 0.7071065902709961; // the root of 1/2, as far as its first 20 bits
const LN2_FIRST = 6.93147180369123816490e-1; // ln 2 in two parts
const LN2_REST = 1.90821492927058770002e-10;

/* What numpy.random.SeedSequence(seed, spawn_key=spawnKey) makes: four words of 64 bits, as BigInt. */
export function seedWords(seed, spawnKey) {
  const entropy = halves(seed);
  while (entropy.length < 4) entropy.push(0);
  for (const key of spawnKey) entropy.push(...halves(key));
  let constant = 0x43b0d7e5;
  const hashed = (value) => {
    value = Math.imul(value ^ constant, (constant = Math.imul(constant, 0x931e8875)));
    return (value ^ (value >>> 16)) >>> 0;
  };
  const mixed = (a, b) => {
    const value = Math.imul(0xca01f9dd, a) - Math.imul(0x4973f715, b);
    return (value ^ (value >>> 16)) >>> 0;
  };
  const pool = entropy.slice(0, 4).map(hashed);
  for (let from = 0; from < entropy.length; from++) {
    for (let to = 0; to < 4; to++) {
      if (from !== to) pool[to] = mixed(pool[to], hashed(from < 4 ? pool[from] : entropy[from]));
    }
  }
  constant = 0x8b51f9dd;
  const words = range(8).map((k) => {
    const value = Math.imul(pool[k % 4] ^ constant, (constant = Math.imul(constant, 0x58f38ded)));
    return BigInt((value ^ (value >>> 16)) >>> 0);
  });
  return range(4).map((k) => words[2 * k] | (words[2 * k + 1] << 32n));
}

/* A whole number as 32-bit words, the lowest first. */
function halves(value) {
  const words = [];
  for (let left = BigInt(value); left > 0n || !words.length; left >>= 32n) words.push(Number(left & 0xffffffffn));
  return words;
}

/* numpy.random.Generator: PCG64, which steps through 128-bit numbers and shows 64 mixed bits of each.
 *
 * `ziggurat` has the strips under the normal curve: their widths `wi` and heights `fi`, and in `ki` where each lies
 * under the curve for sure.
 */
export class Generator {
  constructor(seed, spawnKey, ziggurat) {
    const [high, low, sequenceHigh, sequenceLow] = seedWords(seed, spawnKey);
    this.increment = ((((sequenceHigh << 64n) | sequenceLow) << 1n) | 1n) & STATE;
    this.state = (this.increment + ((high << 64n) | low)) & STATE;
    this.step();
    this.waiting = null; // half of a word that integer() left over
    this.ziggurat = ziggurat;
  }

  step() {
    this.state = (this.state * MULTIPLIER + this.increment) & STATE;
  }

  /* The next word, a BigInt. */
  next() {
    this.step();
    const mixed = (this.state >> 64n) ^ (this.state & WORD);
    const turn = this.state >> 122n;
    return ((mixed >> turn) | (mixed << (64n - turn))) & WORD;
  }

  nextHalf() {
    if (this.waiting === null) {
      const word = this.next();
      this.waiting = Number(word >> 32n);
      return Number(word & 0xffffffffn);
    }
    const half = this.waiting;
    this.waiting = null;
    return half;
  }

  /* From 0 up to 1: `rng.random()`. */
  random() {
    return Number(this.next() >> 11n) * 2 ** -53;
  }

  /* `rng.uniform(least, most)`. */
  uniform(least, most) {
    return least + (most - least) * this.random();
  }

  /* `rng.integers(least, most + 1)`, by Lemire's method: the upper half of a product, unless its lower half is small. */
  integer(least, most) {
    const count = most - least + 1;
    if (count === 1) return least;
    const threshold = (2 ** 32 - count) % count;
    for (;;) {
      const product = this.nextHalf() * count; // below 2^53, as the count is small
      const lower = product % 2 ** 32;
      if (lower >= threshold) return least + (product - lower) / 2 ** 32;
    }
  }

  /* `rng.normal(0, 1)`, by the ziggurat: a strip and a place in it, which is nearly always under the curve. */
  normal() {
    const { ki, wi, fi } = this.ziggurat;
    for (;;) {
      const word = this.next();
      const strip = Number(word & 255n);
      const size = Number((word >> 9n) & 0xfffffffffffffn);
      const x = (word & 256n ? -size : size) * wi[strip];
      if (size < ki[strip]) return x;
      if (strip === 0) return this.beyond(size % 512 >= 256);
      const height = (fi[strip - 1] - fi[strip]) * this.random() + fi[strip];
      if (height < exponential(-0.5 * x * x)) return x;
    }
  }

  /* A normal number from the tail, beyond the widest strip. */
  beyond(negative) {
    for (;;) {
      const further = -INVERSE_TAIL * log1p(-this.random());
      const other = -log1p(-this.random());
      if (other + other > further * further) return negative ? -(TAIL + further) : TAIL + further;
    }
  }
}

/* ln(1 + x) of an x above -1, not above 0. Browsers differ in the last place of Math.log1p, so it is written out, after
 * s_log1p.c of fdlibm, with the sums in the C library's order: Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun Microsystems, Inc.
 * business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this notice
 * is preserved.
 */
function log1p(x) {
  const sum = 1 + x;
  let [exponent, scaled] = [0, sum];
  for (; scaled < HALF_ROOT; exponent--) scaled *= 2;
  const f = exponent ? scaled - 1 : x; // 1 + x is 2^exponent (1 + f), but for what its rounding lost
  const lost = exponent ? (x - (sum - 1)) / sum : 0;
  const [half, s] = [0.5 * f * f, f / (2 + f)];
  const z = s * s;
  const [z2, z4] = [z * z, z * z * (z * z)];
  const series =
    z * 6.666666666666735130e-1 +
    z2 * (3.999999999940941908e-1 + z * 2.857142874366239149e-1) +
    z4 * (2.222219843214978396e-1 + z * 1.818357216161805012e-1) +
    z4 * z2 * (1.531383769920937332e-1 + z * 1.479819860511658591e-1);
  return exponent * LN2_FIRST - (half - (s * (half + series) + (exponent * LN2_REST + lost)) - f);
}
