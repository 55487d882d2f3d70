// A small board as a picture.

import { EMPTY } from "../../package/encoding.js";
import { range } from "../../package/base.js";
import { drawMark } from "../../screen/mark.js";
import { letter, svg } from "../../screen/screen.js";

export function smallBoard(board) {
  const lines = svg("path", { class: "grid", d: "M100 8V292M200 8V292M8 100H292M8 200H292" });
  const marks = range(9).filter((at) => board[at] !== EMPTY).map((at) => {
    return svg("g", { transform: `translate(${100 * (at % 3)} ${100 * Math.floor(at / 3)})` }, drawMark(letter(board[at])));
  });
  return svg("svg", { class: "board", viewBox: "0 0 300 300", "aria-hidden": "true" }, lines, ...marks);
}
