// tables: the game and an opponent as arrays, derived once from the readable rules. A position is a row of positions().
// twin of fogel.engine.tables.game_tables, fogel.engine.tables.opponent_tables

import { cumulative } from "../package/draws.js";
import { EMPTY, O, openSquares, place, positions, toMove, winner } from "../package/encoding.js";
import { POSITION, probabilities } from "../package/opponent.js";

const NONE = 65535; // no position: a square that is taken, an answer that nobody has asked for yet

/* {boards, after, winners}: all positions, those in progress first, and what each move leads to. */
export function gameTables() {
  const [boards, row] = [positions(), new Map(POSITION)];
  const inProgress = boards.length;
  const after = boards.slice(0, inProgress).map((board) =>
    board.map((held, square) => {
      if (held !== EMPTY) return NONE;
      const next = place(board, square);
      if (!row.has(String(next))) row.set(String(next), boards.push(next) - 1);
      return row.get(String(next));
    }),
  );
  return { boards, after, winners: boards.map(winner), inProgress };
}

/* The game, and an opponent that plays second: `weightsOf(board)` are its nine weights before slips. */
export function opponentTables(game, weightsOf, slip) {
  const { boards, after, inProgress } = game;
  const asked = boards.findIndex((board) => toMove(board) === O); // from here on it is the opponent's turn
  const replySums = [];
  const replyNext = [];
  for (let at = asked; at < inProgress; at++) {
    const sums = cumulative(probabilities(boards[at], weightsOf(boards[at]), slip));
    const squares = openSquares(boards[at]);
    const filled = (values, rest) => [...values, ...Array(8 - values.length).fill(rest)];
    replySums[at] = filled(squares.map((square) => sums[square]), 1);
    replyNext[at] = filled(squares.map((square) => lastMove(game, after[at][square])), NONE);
  }
  return { ...game, replySums, replyNext };
}

/* The position itself, or what X makes of it if one square is open: nobody has to think about that move. */
function lastMove({ boards, after, inProgress }, position) {
  const isLast = position < inProgress && openSquares(boards[position]).length === 1;
  return isLast ? after[position].find((next) => next !== NONE) : position;
}
