// game: the standard game, or another one of two players if the page has it, as a Match plays it. A position is a board.
// twin of fogel.opponent.forced_result

import { O, START, X, isFinal, openSquares, place, put, toMove, winner } from "./encoding.js";

export const BOARD_GAME = {
  start: () => START,
  toMove: (board) => seatOf(toMove(board)),
  moves: openSquares,
  play: place,
  result: (board) => (isFinal(board) ? [winner(board), 0 - winner(board)] : null),
  squares: (square) => [square],
  nameMove: (_, square) => String(square),
  values(board) {
    const mark = toMove(board);
    return new Map(openSquares(board).map((square) => [String(square), 0 - forcedResult(put(board, square, mark), -mark)]));
  },
};

/* Player 1 has X, player 2 has O. */
export function seatOf(mark) {
  return mark === X ? 1 : 2;
}

export function markOf(seat) {
  return seat === 1 ? X : O;
}

const forcedResults = new Map();

/* What the player to move, `me`, can force on a board: 1 a win, 0 a tie, -1 no more than a loss. */
function forcedResult(board, me) {
  if (winner(board)) return winner(board) * me;
  const key = String(board);
  if (!forcedResults.has(key)) {
    const results = openSquares(board).map((square) => 0 - forcedResult(put(board, square, me), -me));
    forcedResults.set(key, results.length ? Math.max(...results) : 0);
  }
  return forcedResults.get(key);
}
