// A node as the chapters draw it: what leads in and what leads out as two stencils of three by three, the bias between.

import { range } from "../../package/base.js";
import { svg } from "../../screen/screen.js";

const SIDE = 12; // pixels of a weight
const BIAS = 3 * SIDE + 5; // where the bias stands
const OUT = BIAS + SIDE + 5; // ... and what leads out
export const NODE = { width: OUT + 3 * SIDE, height: 3 * SIDE, side: SIDE, out: OUT };

/* A weight in its colour, which is full at `most`. */
function weightCell(weight, x, y, most) {
  const strength = Math.min(1, Math.abs(weight) / most).toFixed(3);
  return svg("rect", { class: weight < 0 ? "minus" : "plus", x, y, width: SIDE, height: SIDE, "fill-opacity": strength });
}

/* Nine weights as a stencil, with its frame. */
export function stencil(weights, x, most) {
  const cells = range(9).map((at) => weightCell(weights[at], x + SIDE * (at % 3), SIDE * Math.floor(at / 3), most));
  return [...cells, svg("rect", { class: "frame", x, y: 0, width: 3 * SIDE, height: 3 * SIDE })];
}

/* The nineteen weights of a node: nine in, the bias, nine out. */
export function nodeStencils(weights, most) {
  const middle = [weightCell(weights[9], BIAS, SIDE, most), svg("rect", { class: "frame", x: BIAS, y: SIDE, width: SIDE, height: SIDE })];
  return [...stencil(weights.slice(0, 9), 0, most), ...middle, ...stencil(weights.slice(10), OUT, most)];
}
