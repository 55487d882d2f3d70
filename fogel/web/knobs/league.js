// Chapter 12: a game of two agents, move by move, with the outputs of all nine squares.

import { EMPTY, X, isFinal, place, toMove, winner } from "../package/encoding.js";
import { DATA, range } from "../package/base.js";
import { drawMark } from "../screen/mark.js";
import { $, element, letter, number, plural, say, set, svg } from "../screen/screen.js";
import { choiceField, knob, numberField, pressable, state, turn } from "./shared/knob.js";

const OWN = "own";
const [FIRST, MOST] = [range(9).map(String), 9];
const LAST = MOST + 1; // or the last turn of a game that is shorter
const scale = 10 ** DATA.digits;
const AGENTS = Object.keys(DATA.agents);

const gameOf = ({ x, o, first }) => DATA.games[`${x} ${o}`][first === OWN ? 0 : 1 + Number(first)];

/* The board before a turn. */
const before = (turns, at) => turns.slice(0, at).reduce((board, [square]) => place(board, square), Array(9).fill(EMPTY));

function chooserOf(id, name) {
  const made = element("select", { id }, ...AGENTS.map((value) => element("option", { value }, value)));
  made.addEventListener("change", () => turn({ [id]: made.value, move: LAST }, true));
  return element("p", {}, element("label", { for: id }, name), made, element("small", { id: `${id}-words` }));
}

function build() {
  const told = (first) => pressable(first === OWN ? "its own" : first, () => turn({ first, move: LAST }, true), {
    "data-first": first,
    "aria-label": first === OWN ? "X’s own first move" : `X is told to take square ${first} first`,
  });
  const firsts = element("div", { id: "firsts", role: "group", "aria-label": "X’s first move" },
    element("div", { id: "nine" }, ...FIRST.map(told)), told(OWN));
  const goTo = (by) => () => turn({ move: shownMove() + by });
  const steps = element("p", { class: "row" }, pressable("Back", goTo(-1), { id: "back" }), pressable("Next move", goTo(1), { id: "next" }));
  const whose = element("p", { id: "whose" });
  const board = svg("svg", { id: "outputs", viewBox: "-3 -3 306 306", role: "img" });
  $("knob").append(
    element("div", { class: "answer" }, whose, board),
    element("div", { class: "stack" }, steps, element("p", {}, "Tell X its first move:"), firsts,
      element("div", { id: "seats" }, chooserOf("x", "X is"), chooserOf("o", "O is"))),
  );
}

const shownMove = () => Math.min(state.move, gameOf(state).length);

/* The turn that is shown by then: the game is played from its first move to the one that is asked for. */
const turnBy = (share) => Math.min(shownMove(), 1 + Math.floor(share * shownMove())) - 1;

function frame(share) {
  drawTurn(gameOf(state), turnBy(share));
}

/* The board before a turn, and on each square a disc as large as the output: whoever moves names the largest. */
function drawTurn(turns, at) {
  const [named, outputs] = turns[at];
  const board = before(turns, at);
  const who = letter(toMove(board));
  const lines = svg("path", { class: "lines", d: "M100 4V296M200 4V296M4 100H296M4 200H296" });
  const squares = range(9).map((square) => {
    const output = outputs[square] / scale;
    const held = board[square] === EMPTY ? [] : [svg("g", { transform: "translate(10 2) scale(0.8)" }, drawMark(letter(board[square])))];
    const disc = svg("circle", { class: "want", cx: 50, cy: 42, r: (36 * Math.sqrt(output)).toFixed(1) });
    const text = svg("text", { x: 50, y: 92 }, number(output, DATA.digits));
    const ring = square === named ? [svg("rect", { class: held.length ? "named taken" : "named", x: 3, y: 3, width: 94, height: 94, rx: 8 })] : [];
    const place = `translate(${100 * (square % 3)} ${100 * Math.floor(square / 3)})`;
    return svg("g", { transform: place, "data-square": square }, disc, ...held, text, ...ring);
  });
  set($("outputs"), { class: `wants-${who.toLowerCase()}` });
  $("outputs").replaceChildren(lines, ...squares);
  say($("whose"), `Move ${at + 1}: how much ${who} wants each square`);
}

function draw({ x, o, first }) {
  const turns = gameOf(state);
  const at = shownMove() - 1;
  for (const [id, value] of Object.entries({ x, o })) {
    $(id).value = value;
    say($(`${id}-words`), DATA.agents[value]);
  }
  for (const button of $("firsts").querySelectorAll("button")) set(button, { "aria-pressed": String(button.dataset.first === first) });
  set($("back"), { disabled: at === 0 });
  set($("next"), { disabled: at === turns.length - 1 });
  frame(1);
  const [square, outputs] = turns[at];
  const board = before(turns, at);
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

const FIELDS_OF_GAME = {
  x: choiceField(AGENTS[0], AGENTS),
  o: choiceField(AGENTS[0], AGENTS),
  first: choiceField(OWN, [OWN, ...FIRST]),
  move: numberField(LAST, 1, LAST),
};
knob(FIELDS_OF_GAME, build, draw, { seconds: 3.5, again: 2.5, frame });
