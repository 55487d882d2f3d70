// Nine squares as buttons, and the line through three of them.
// twin of fogel.web.play.pictures.won_lines

import { LINES, SQUARES, winner } from "../package/encoding.js";
import { GAME, range } from "../package/base.js";
import { drawMark } from "./mark.js";
import { $, element, set, svg } from "./screen.js";
import { reachOnly, walk } from "./walk.js";

/* Nine buttons, or as many as another game has squares; `click(square)` says what a press does. */
export function buildBoard(click) {
  if (GAME) $("lines").replaceChildren(...gridOf(GAME), svg("g", { id: "strike" }));
  range(SQUARES).forEach((square) => {
    const drawing = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, drawMark("X"), drawMark("O"));
    const digit = element("span", { class: "digit", "aria-hidden": "true" }, String(square));
    const button = element("button", { type: "button", class: "square" }, drawing, digit);
    button.addEventListener("click", () => click(square));
    $("board").insertBefore(button, $("lines"));
  });
  reach(GAME ? GAME.middle : 4);
  $("board").addEventListener("keydown", (event) => walk(event, squareButtons(), GAME?.width ?? 3));
}

export function squareButtons() {
  return [...$("board").children].slice(0, SQUARES);
}

/* Makes a square the one that the Tab key reaches. */
export function reach(square) {
  reachOnly(squareButtons(), square);
}

/* Puts the keyboard's focus on the board, when what had it goes away. */
export function toTheBoard() {
  $("board").querySelector("[tabindex='0']").focus();
}

/* What lies between the squares of another game, on a picture as large as its board. */
function gridOf({ width, height }) {
  set($("lines"), { viewBox: `0 0 ${100 * width} ${100 * height}` });
  const down = range(width).slice(1).map((x) => `M${100 * x} 8V${100 * height - 8}`);
  const across = range(height).slice(1).map((y) => `M8 ${100 * y}H${100 * width - 8}`);
  return [svg("path", { d: [...down, ...across].join("") })];
}

/* The lines that the winner holds: none, one, or two at once. */
export function lines(board) {
  return LINES.filter((line) => winner(board) && line.every((square) => board[square] === winner(board)));
}

/* The line through three squares, a little longer than from middle to middle. */
export function strike([from, , to]) {
  const [x1, y1, x2, y2] = [from % 3, Math.floor(from / 3), to % 3, Math.floor(to / 3)].map((at) => 50 + 100 * at);
  const [dx, dy] = [Math.sign(x2 - x1) * 34, Math.sign(y2 - y1) * 34];
  return svg("path", { d: `M${x1 - dx} ${y1 - dy}L${x2 + dx} ${y2 + dy}`, pathLength: 1 });
}
