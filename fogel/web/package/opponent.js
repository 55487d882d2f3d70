// opponent: from odds to a move. The odds themselves are tables.
// twin of fogel.opponent.probabilities, fogel.opponent.stochastic_player

import { cumulative, pick } from "./draws.js";
import { EMPTY, openSquares, positions } from "./encoding.js";
import { DATA, total } from "./base.js";

export function probabilities(board, odds, slip = 0) {
  const rule = (1 - slip) / total(odds);
  const anySquare = slip / openSquares(board).length;
  return odds.map((one, square) => (board[square] === EMPTY ? rule * one + anySquare : 0));
}

let rowsByBoard = null;

/* {board, as text: its row among positions()}, worked out once. */
export function rowOfPosition() {
  rowsByBoard ??= new Map(positions().map((board, row) => [String(board), row]));
  return rowsByBoard;
}

/* A player whose odds on a board are those of one of DATA.kinds, named in `table` by its letter: a{3} is aaa. */
export class TablePlayer {
  constructor({ table, slip, draws }) {
    this.kinds = [...table.replace(/(.)\{(\d+)\}/gsu, (_, letter, times) => letter.repeat(times))];
    Object.assign(this, { slip, draws });
  }

  odds(board) {
    const ofOpenSquares = DATA.kinds[this.kinds[rowOfPosition().get(String(board))]].values();
    return board.map((held) => (held === EMPTY ? ofOpenSquares.next().value : 0));
  }

  probabilities(board) {
    return probabilities(board, this.odds(board), this.slip);
  }

  move(board, rng) {
    return pick(cumulative(this.probabilities(board)), this.draws ? rng() : 0);
  }
}
