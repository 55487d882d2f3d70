import { svg } from "./screen.js";

export const STROKES = { X: ["M25 25 75 75", "M75 25 25 75"], O: ["M50 23a27 27 0 1 1-.01 0"] };

/* An X or an O as a picture, in a box of 100 by 100. */
export function drawMark(letter) {
  return svg("g", { class: letter.toLowerCase() }, ...STROKES[letter].map((d) => svg("path", { d, pathLength: 1 })));
}
