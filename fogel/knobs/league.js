// Chapter 12: a game of two agents, move by move, with the outputs of all nine squares.

import { EMPTY, X, isFinal, place, toMove, winner } from "../page/package/encoding.js";
import { DATA, range } from "../page/package/ground.js";
import { drawMark } from "../page/screen/mark.js";
import { $, element, letter, number, plural, say, set, svg } from "../page/screen/screen.js";
import { choiceField, knob, numberField, pressable, state, turn } from "./shared/knob.js";

const OWN = "own";
const [FIRST, MOST] = [range(9).map(String), 9];
const scale = 10 ** DATA.digits;

const gameOf = ({ x, o, first }) => DATA.games[`${x} ${o}`][first === OWN ? 0 : 1 + Number(first)];

/* The board before a turn. */
const before = (turns, at) => turns.slice(0, at).reduce((board, [square]) => place(board, square), Array(9).fill(EMPTY));

function chooserOf(id, name, options) {
  const made = element("select", { id }, ...options.map(([value, words]) => element("option", { value }, words)));
  made.addEventListener("change", () => turn({ [id]: made.value, move: 1 }));
  return element("p", {}, element("label", { for: id }, name), made);
}

function build() {
  const agents = Object.entries(DATA.agents);
  const firsts = [[OWN, "its own"], ...FIRST.map((square) => [square, `square ${square}`])];
  const choosers = [["x", "X is", agents], ["o", "O is", agents], ["first", "X’s first move", firsts]];
  const steps = element("p", { class: "row" },
    pressable("Back", () => turn({ move: state.move - 1 }), { id: "back" }),
    pressable("Next move", () => turn({ move: state.move + 1 }), { id: "next", class: "primary" }));
  const left = element("div", { class: "stack" }, ...choosers.map((one) => chooserOf(...one)), steps);
  const cells = range(9).map(() => element("div"));
  const heads = element("figcaption", { id: "whose" });
  $("knob").append(left, element("div", {}, element("figure", {}, heads, element("div", { id: "outputs", role: "img" }, ...cells))));
}

function draw({ x, o, first, move }) {
  const turns = gameOf({ x, o, first });
  const at = Math.min(move, turns.length) - 1;
  state.move = at + 1;
  for (const [id, value] of Object.entries({ x, o, first })) $(id).value = value;
  set($("back"), { disabled: at === 0 });
  set($("next"), { disabled: at === turns.length - 1 });
  const [square, outputs] = turns[at];
  const board = before(turns, at);
  const who = toMove(board);
  [...$("outputs").children].forEach((cell, place) => {
    const output = outputs[place] / scale;
    const parts = board[place] === EMPTY ? [] : [svg("svg", { viewBox: "0 0 100 100" }, drawMark(letter(board[place])))];
    const hue = who === X ? "plus" : "minus";
    set(cell, { class: `cell ${hue}`, style: `--amount: ${output.toFixed(3)}`, "data-chosen": place === square });
    cell.replaceChildren(...parts, element("span", {}, number(output, DATA.digits)));
  });
  say($("whose"), `Move ${at + 1}: what ${letter(who)} wants`);
  const said = outputs.map((output, place) => `${place}: ${board[place] === EMPTY ? "" : `${letter(board[place])}, `}${output / scale}`);
  set($("outputs"), { "aria-label": `Squares, marks and outputs. ${said.join("; ")}` });
  return sentenceOf(turns, at, board, square, first);
}

function sentenceOf(turns, at, board, square, first) {
  const who = letter(toMove(board));
  const output = number(turns[at][1][square] / scale, DATA.digits);
  if (at === 0 && first !== OWN) return `Move 1: X is told to take square ${square}, to which its own output is ${output}.`;
  const named = `Move ${at + 1}: ${who}’s largest output is ${output}, of square ${square}`;
  if (board[square] !== EMPTY) {
    return `${named}, which ${letter(board[square])} holds. ${who} is disqualified after ${plural(at, "legal move")}.`;
  }
  const then = place(board, square);
  if (winner(then)) return `${named}. ${who} has won.`;
  return isFinal(then) ? `${named}. The board is full: a tie.` : `${named}, which is open.`;
}

const AGENTS = Object.keys(DATA.agents);
const FIELDS_OF_GAME = {
  x: choiceField(AGENTS[0], AGENTS),
  o: choiceField(AGENTS[0], AGENTS),
  first: choiceField(OWN, [OWN, ...FIRST]),
  move: numberField(1, 1, MOST + 1),
};
knob(FIELDS_OF_GAME, build, draw);
