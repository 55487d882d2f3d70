// marks: boards whose squares hold texts, an X and an O among them: how they are drawn, and how values are said there.

import { DATA } from "../package/base.js";
import { STROKES, drawMark } from "../screen/mark.js";
import { $, element, set, svg, words } from "../screen/screen.js";
import { buttons, looking, match } from "./shell.js";

/* What a page of such a board hands to `startBoard` beside its own parts. */
export const MARKS_SHOWN = {
  picture: () => [svg("svg")],
  valueWords: (value) => words(`short_${value > 0 ? "win" : value < 0 ? "loss" : "draw"}`, { moves: Math.abs(value) }),
};

/* Draws every square: `about(square)` has its attributes, the text `held` there, and a `ghost` of what a move puts there. */
export function drawSquares(about) {
  const isLive = looking === null;
  set($("board"), { "data-past": !isLive, "data-over": isLive && match.over });
  for (const button of buttons()) {
    const square = Number(button.dataset.square);
    const { held, ghost = "", ...attributes } = about(square);
    const drawn = [held || ghost].filter(Boolean).map(mark);
    button.firstChild.replaceWith(svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, ...drawn));
    const label = words("place", { square: DATA.squares[square], held: held || words("empty") });
    set(button, { "data-mark": held || null, "aria-label": label, ...attributes });
  }
}

function mark(text) {
  if (text in STROKES) return drawMark(text);
  return svg("g", { class: `n n${DATA.letters.indexOf(text)}` }, svg("text", { x: 50, y: 52 }, text));
}

/* The names of columns above the board, and of rows beside it. */
export function nameEdges(columns, rows) {
  $("across").append(...columns.map((name) => element("span", {}, name)));
  $("down").append(...rows.map((name) => element("span", {}, name)));
}
