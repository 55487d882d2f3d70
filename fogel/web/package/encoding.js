// encoding: boards as numbers, nine of them in the standard game, and the rules of the game; of another one, if the page has it.
// twin of fogel.encoding.winner, fogel.encoding.open_squares, fogel.encoding.to_move, fogel.encoding.put
// twin of fogel.encoding.place, fogel.encoding.is_final, fogel.encoding.positions
// twin of fogel.rules.rules.outcome, fogel.rules.rules.decision, fogel.rules.rules.whose

import { DATA, GAME, ValueError, total } from "./base.js";

export const X = 1;
export const EMPTY = 0;
export const O = -1;
export const LINES = DATA.lines;
export const START = GAME ? GAME.start.map((player) => [EMPTY, X, O][player]) : Array(9).fill(EMPTY);
export const SQUARES = START.length;
const BEGUN = total(START);

export function winner(board) {
  if (GAME) return decision(board)?.winner ?? 0;
  for (const [a, b, c] of LINES) {
    if (board[a] !== EMPTY && board[a] === board[b] && board[b] === board[c]) return board[a];
  }
  return 0;
}

/* {winner, player, squares} of another game that is over: who matches a line, and which; null otherwise, also for a draw. */
export function decision(board) {
  const last = -toMove(board);
  for (const [lines, sign] of [[GAME.wins, 1], [GAME.losses, -1]]) { // lines that win go first, and so does who moved last
    for (const player of [last, -last]) {
      const held = lines.filter((line) => holdsLine(board, line, player));
      if (held.length) return { winner: sign * player, player, squares: squaresHeld(held) };
    }
  }
  return null;
}

/* Whether a player holds a line [[square, mark]]: of the marks 1 is the player's own and 2 the other's. */
function holdsLine(board, line, player) {
  for (let at = 0; at < line.length; at++) { // no iterator: it is asked a million times
    if (board[line[at][0]] !== (line[at][1] === 1 ? player : -player)) return false;
  }
  return true;
}

function squaresHeld(lines) {
  return [...new Set(lines.flat().map(([square]) => square))].sort((a, b) => a - b);
}

export function openSquares(board) {
  return [...board.keys()].filter((square) => board[square] === EMPTY);
}

export function toMove(board) {
  return total(board) === BEGUN ? X : O;
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
  const found = new Map([[String(START), START]]);
  for (const board of found.values()) { // it grows while it is read: breadth first
    for (const square of openSquares(board)) {
      const after = place(board, square);
      const text = String(after);
      if (!found.has(text) && !isFinal(after)) found.set(text, after);
    }
  }
  return [X, O].flatMap((mark) => [...found.values()].filter((board) => toMove(board) === mark));
}
