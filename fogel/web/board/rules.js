// rules: a game of any shape: who matches a line, and what that decides. DATA has its lines, lists of [square, mark].
// twin of fogel.rules.rules.whose, fogel.rules.rules.after, fogel.rules.rules.holds
// twin of fogel.rules.rules.matching, fogel.rules.rules.outcome, fogel.rules.rules.open_squares
// twin of fogel.rules.rules.decision, fogel.rules.rules.place

import { DATA, range } from "../package/base.js";

export const EMPTY = 0;
export const PLAYERS = DATA.players;
export const SQUARES = DATA.start.length;

export function whose(player, mark) {
  return ((player + mark - 2) % PLAYERS) + 1;
}

export function after(player) {
  return (player % PLAYERS) + 1;
}

export function holds(board, line, player) {
  return line.every(([square, mark]) => board[square] === whose(player, mark));
}

/* Whoever matches one of these lines, 0 if nobody does; whoever moved last comes first, then the others in turn. */
export function matching(board, among, last) {
  for (let player = last, asked = 0; asked < PLAYERS; player = after(player), asked++) {
    if (among.some((line) => holds(board, line, player))) return player;
  }
  return 0;
}

/* null while the game goes on, otherwise each player's result: 1, 0 or -1. */
export function outcome(board, last) {
  const won = matching(board, DATA.wins, last);
  const lost = won ? 0 : matching(board, DATA.losses, last);
  const seats = range(PLAYERS).map((at) => at + 1);
  if (won) return seats.map((player) => (player === won ? 1 : -1));
  if (lost) return seats.map((player) => (player === lost ? -1 : 1));
  return board.includes(EMPTY) ? null : seats.map(() => 0);
}

export function openSquares(board) {
  return range(SQUARES).filter((square) => board[square] === EMPTY);
}

export function place(board, square, player) {
  return board.map((held, at) => (at === square ? player : held));
}

/* The game as a Match plays it; a position is {board, turn, last, passes}, and a pass is the move null. */
export const RULES = {
  start: (opener) => ({ board: DATA.start, turn: opener, last: whose(opener, PLAYERS), passes: 0 }),
  toMove: ({ turn }) => turn,
  moves: ({ board }) => openSquares(board),
  play({ board, turn, last, passes }, square) {
    if (square === null) return { board, turn: after(turn), last, passes: passes + 1 };
    return { board: place(board, square, turn), turn: after(turn), last: turn, passes: 0 };
  },
  result: ({ board, last, passes }) => (passes === PLAYERS ? Array(PLAYERS).fill(0) : outcome(board, last)),
  squares: (square) => [square],
  passes: true,
};

/* [player, whether he has won, the squares of what he matches] of a game that is over; null, also for a draw. */
export function decided({ board, last }) {
  const won = matching(board, DATA.wins, last);
  const player = won || matching(board, DATA.losses, last);
  if (!player) return null;
  const held = (won ? DATA.wins : DATA.losses).filter((line) => holds(board, line, player));
  const squares = new Set(held.flat().map(([square]) => square));
  return [player, won > 0, range(SQUARES).filter((square) => squares.has(square))];
}
