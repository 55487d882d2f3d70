// values: what each move is worth: a letter for each open square of each board in progress, whoever opens, breadth first.
// twin of fogel.rules.solve.values_of_moves, fogel.rules.solve.best_moves
// twin of fogel.web.board.page.turns

import { DATA } from "../package/base.js";
import { soon } from "./match.js";
import { PLAYERS, SQUARES, after, openSquares, outcome, place, whose } from "./rules.js";

/* {board and turn, as text: where its letters begin}. */
function turns() {
  const found = new Map();
  const waiting = [];
  let letters = 0;
  const meet = (board, turn, last) => {
    const key = `${board} ${turn}`;
    if (found.has(key) || outcome(board, last) !== null) return;
    found.set(key, letters);
    letters += openSquares(board).length;
    waiting.push([board, turn]);
  };
  for (let opener = 1; opener <= PLAYERS; opener++) meet(DATA.start, opener, whose(opener, PLAYERS));
  for (const [board, turn] of waiting) { // it grows while it is read
    for (const square of openSquares(board)) meet(place(board, square, turn), after(turn), turn);
  }
  return found;
}

export const TURNS = DATA.values === null ? null : turns();

/* {square: in how many moves whoever is to move wins; less than 0: loses; 0: a draw}; null if the game is too large. */
export function values(board, turn) {
  if (TURNS === null) return null;
  const from = TURNS.get(`${board} ${turn}`);
  if (from === undefined) return worked(board, turn);
  return new Map(openSquares(board).map((square, at) => [square, DATA.alphabet.indexOf(DATA.values[from + at]) - SQUARES]));
}

const WORKED = new Map();

/* The values on a board that no game without passes reaches, worked out here. */
function worked(board, turn) {
  const key = `${board} ${turn}`;
  if (!WORKED.has(key)) {
    const value = (then) => {
      const over = outcome(then, turn);
      if (over) return over[turn - 1];
      const replies = values(then, after(turn));
      const reply = [...replies.values()].reduce((most, one) => (soon(one) > soon(most) ? one : most));
      return reply && -reply - Math.sign(reply);
    };
    WORKED.set(key, new Map(openSquares(board).map((square) => [square, value(place(board, square, turn))])));
  }
  return WORKED.get(key);
}

/* The squares that keep the best result; with `quick`, those of them that win soonest or lose latest. */
export function bestMoves(board, turn, quick = false) {
  const found = values(board, turn);
  const rank = quick ? soon : Math.sign;
  const best = Math.max(...[...found.values()].map(rank));
  return [...found.keys()].filter((square) => rank(found.get(square)) === best);
}
