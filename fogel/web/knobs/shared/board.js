// A board in a knob: nine squares that can be pressed, empty, X and O in turn.

import { EMPTY, O, X, put, winner } from "../../package/encoding.js";
import { DATA } from "../../package/base.js";
import { buildBoard, lines, strike } from "../../screen/buttons.js";
import { $, element, letter, set, svg, words } from "../../screen/screen.js";
import { state } from "./knob.js";

const KEYS = { x: X, o: O, ".": EMPTY, Delete: EMPTY, Backspace: EMPTY };
const NEXT = { [EMPTY]: X, [X]: O, [O]: EMPTY };

/* The board as an element; `take(board)` is handed each new one. */
export function boardOf(take) {
  const path = svg("path", { d: "M100 8V292M200 8V292M8 100H292M8 200H292" });
  const drawn = svg("svg", { id: "lines", viewBox: "0 0 300 300", "aria-hidden": "true" }, path, svg("g", { id: "strike" }));
  const about = "Board; the arrow keys move from square to square, the keys X and O mark one, Delete empties it";
  const made = element("div", { id: "board", class: "answer", role: "group", "aria-label": about }, drawn);
  made.addEventListener("keydown", (event) => {
    const square = [...made.children].indexOf(document.activeElement);
    const mark = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (mark !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) take(put(state.board, square, mark));
  });
  $("knob").append(made);
  buildBoard((square) => take(put(state.board, square, NEXT[state.board[square]])));
  return made;
}

export function drawBoard(board) {
  [...$("board").children].slice(0, 9).forEach((square, at) => {
    const label = words("square", { square: at, held: DATA.letters[board[at]] });
    set(square, { "data-mark": letter(board[at]) || null, "aria-label": label });
  });
  $("strike").replaceChildren(...lines(board).map(strike));
  set($("strike"), { class: letter(winner(board)).toLowerCase() });
}
