// Chapter 1: a board as nine numbers, their sum, and whether a game can come to it.

import { EMPTY, LINES, O, X, isFinal, place, positions, put, toMove } from "../package/encoding.js";
import { DATA, range, total } from "../package/base.js";
import { $, element, letter, number, say, set, svg } from "../screen/screen.js";
import { boardOf, drawBoard } from "./shared/board.js";
import { boardField, knob, turn } from "./shared/knob.js";

const IN_PROGRESS = new Set(positions().map(String));

/* Whether a game can come to this board: it is in progress, or one move after such a board. */
function canOccur(board) {
  if (IN_PROGRESS.has(String(board))) return true;
  return range(9).some((square) => {
    const before = put(board, square, EMPTY);
    return board[square] !== EMPTY && IN_PROGRESS.has(String(before)) && place(before, square)[square] === board[square];
  });
}

/* Those who hold a line. */
function holders(board) {
  return [X, O].filter((mark) => LINES.some((line) => line.every((square) => board[square] === mark)));
}

function verdict(board) {
  const [sum, held] = [total(board), holders(board).map(letter)];
  if (canOccur(board)) {
    if (held.length) return `${held[0]} has won.`;
    return isFinal(board) ? "A tie: nobody has a line, and no square is open." : `${letter(toMove(board))} to move.`;
  }
  if (sum !== 0 && sum !== 1) return `Impossible: the sum is ${number(sum, 0)}, and in a game it is 0 or 1.`;
  if (held.length === 2) return `Impossible, and the sum of ${sum} doesn’t see it: the first line ends a game, so there is no second.`;
  const late = letter(-DATA.marks[held[0]]);
  return `Impossible, and the sum of ${sum} doesn’t see it: ${late} has moved after ${held[0]} had won.`;
}

function build() {
  boardOf((board) => turn({ board }));
  const numbers = element("div", { id: "numbers", role: "img" }, ...range(9).map(() => element("span", { class: "cell" })));
  const squares = element("div", { id: "squares", "aria-hidden": "true" }, ...range(9).map((at) => element("span", {}, at)));
  const about = element("p", {}, "What a network sees:");
  const thread = svg("svg", { id: "thread", "aria-hidden": "true" }, svg("path"));
  $("knob").append(element("div", {}, about, numbers, squares, element("p", { id: "sum" })), thread);
  [...numbers.children].forEach((cell, square) => {
    tie(cell, square);
    cell.addEventListener("click", () => $("board").children[square].click());
  });
  [...$("board").children].slice(0, 9).forEach((one, square) => {
    tie(one, square);
    one.addEventListener("focus", () => tieTogether(square));
    one.addEventListener("blur", () => tieTogether(null));
  });
}

function tie(one, square) {
  one.addEventListener("pointerenter", () => tieTogether(square));
  one.addEventListener("pointerleave", () => tieTogether(null));
}

/* A thread from a square to its number, or none. */
function tieTogether(square) {
  const isTied = square !== null;
  for (const name of ["board", "numbers"]) {
    [...$(name).children].slice(0, 9).forEach((one, at) => set(one, { "data-tied": at === square }));
  }
  $("thread").toggleAttribute("hidden", !isTied);
  if (!isTied) return;
  const around = $("thread").getBoundingClientRect();
  const middle = (one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return `${left + width / 2 - around.left} ${top + height / 2 - around.top}`;
  };
  const [from, to] = ["board", "numbers"].map((name) => middle($(name).children[square]));
  set($("thread").firstChild, { d: `M${from}L${to}` });
}

knob({ board: boardField("XO..XO...") }, build, ({ board }) => {
  drawBoard(board);
  [...$("numbers").children].forEach((cell, at) => {
    set(cell, { class: `cell ${board[at] < 0 ? "minus" : "plus"}`, style: `--amount: ${Math.abs(board[at])}` });
    say(cell, number(board[at], 0));
  });
  set($("numbers"), { "aria-label": `The nine numbers: ${board.map((value) => number(value, 0)).join(", ")}` });
  say($("sum"), `Their sum is ${number(total(board), 0)}.`);
  return verdict(board);
});
