// carried: a player as text that fits into an address, every weight with all its bits.

import { SQUARES } from "../package/encoding.js";
import { ValueError, range } from "../package/base.js";
import { Network } from "../package/network.js";

const CARRIED_FORMAT = 1;
const HEAD_BYTES = 18; // the format, the number of hidden nodes, the generation and the payoff
const CHECK_BYTES = 4;

/* A network as letters, digits, "-" and "_": some 2,200 of them with ten hidden nodes. */
export function carriedText({ hiddenWeights, outputWeights, generation, payoff }) {
  const weights = [...hiddenWeights.flat(), ...outputWeights.flat()];
  const view = new DataView(new ArrayBuffer(HEAD_BYTES + 8 * weights.length + CHECK_BYTES));
  view.setUint8(0, CARRIED_FORMAT);
  view.setUint8(1, hiddenWeights.length);
  [generation ?? NaN, payoff ?? NaN, ...weights].forEach((value, at) => view.setFloat64(2 + 8 * at, value));
  view.setUint32(view.byteLength - CHECK_BYTES, checkOf(view));
  const text = btoa(String.fromCharCode(...new Uint8Array(view.buffer)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/* The Network in such a text, with its `payoff` there or null; throws ValueError if it was cut or changed on its way. */
export function carriedNetwork(text) {
  const view = bytesIn(text);
  const nodes = view.byteLength > HEAD_BYTES + CHECK_BYTES ? view.getUint8(1) : 0;
  const count = (2 * SQUARES + 1) * nodes + SQUARES;
  const whole = HEAD_BYTES + 8 * count + CHECK_BYTES;
  if (!nodes || view.byteLength !== whole || view.getUint32(whole - CHECK_BYTES) !== checkOf(view)) throw damaged();
  if (view.getUint8(0) !== CARRIED_FORMAT) throw new ValueError("it is of another version of this page");
  const [generation, payoff, ...weights] = range(2 + count).map((at) => view.getFloat64(2 + 8 * at));
  const known = (value) => (Number.isNaN(value) ? null : value);
  return Object.assign(networkOf(weights, known(generation)), { payoff: known(payoff) });
}

/* The Network that has these weights, in one row. */
export function networkOf(weights, generation) {
  const nodes = (weights.length - SQUARES) / (2 * SQUARES + 1);
  const rows = (from, count, length) => {
    return range(count).map((k) => weights.slice(from + k * length, from + (k + 1) * length));
  };
  return new Network(rows(0, nodes, SQUARES + 1), rows((SQUARES + 1) * nodes, SQUARES, nodes + 1), generation);
}

const damaged = () => new ValueError("a part of it is missing or changed");

function bytesIn(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    return new DataView(bytes.buffer);
  } catch {
    throw damaged();
  }
}

/* The check of all bytes before the last four: FNV-1a, in 32 bits. */
function checkOf(view) {
  let check = 0x811c9dc5;
  for (let at = 0; at < view.byteLength - CHECK_BYTES; at++) {
    check = Math.imul(check ^ view.getUint8(at), 0x01000193) >>> 0;
  }
  return check;
}
