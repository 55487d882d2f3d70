// encoding: boards as nine numbers, and the rules of the game.
// twin of fogel.encoding.winner, fogel.encoding.open_squares, fogel.encoding.to_move, fogel.encoding.put
// twin of fogel.encoding.place, fogel.encoding.is_final, fogel.encoding.positions

import { DATA, ValueError, total } from "./ground.js";

export const X = 1;
export const EMPTY = 0;
export const O = -1;
export const LINES = DATA.lines;

export function winner(board) {
  for (const [a, b, c] of LINES) {
    if (board[a] !== EMPTY && board[a] === board[b] && board[b] === board[c]) return board[a];
  }
  return 0;
}

export function openSquares(board) {
  return [...board.keys()].filter((square) => board[square] === EMPTY);
}

export function toMove(board) {
  return total(board) === 0 ? X : O;
}

export function put(board, square, mark) {
  return board.map((held, at) => (at === square ? mark : held));
}

export function place(board, square) {
  if (board[square] !== EMPTY) throw new ValueError(`square ${square} is not open`);
  return put(board, square, toMove(board));
}

export function isFinal(board) {
  return winner(board) !== 0 || openSquares(board).length === 0;
}

/* The boards of games in progress: those on which X is to move, then those on which O is, each by the number of marks. */
export function positions() {
  const found = new Map([[String(Array(9).fill(EMPTY)), Array(9).fill(EMPTY)]]);
  for (const board of found.values()) { // it grows while it is read: breadth first
    for (const square of openSquares(board)) {
      const after = place(board, square);
      if (!isFinal(after) && !found.has(String(after))) found.set(String(after), after);
    }
  }
  return [X, O].flatMap((mark) => [...found.values()].filter((board) => toMove(board) === mark));
}
