// tables: the game and an opponent as arrays, derived once from the readable rules. A position is a row of positions().
// twin of fogel.engine.tables.game_tables, fogel.engine.tables.opponent_tables
// twin of fogel.anygame.tables.seated, fogel.anygame.tables.joined

import { cumulative } from "../package/draws.js";
import { EMPTY, O, X, openSquares, place, toMove, winner } from "../package/encoding.js";
import { range } from "../package/base.js";
import { probabilities, rowOfPosition } from "../package/opponent.js";
import { firstReplies } from "../package/settings.js";

export const NONE = -1; // no position: a square that is taken
const VIEWS = { first: [X], second: [O], both: [X, O] }; // whom a network plays, by its seat

/* {boards, after, winners}: all positions, those in progress first, and what each move leads to. */
export function gameTables() {
  const row = new Map(rowOfPosition());
  const boards = [...row.keys()].map((text) => text.split(",").map(Number));
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

/* The game as a network in a seat sees it, its own marks 1: first the positions on which it is `asked`, then those on which
 * the opponent replies, and from `over` on those on which the game has ended. `rows` has of each the row of gameTables().
 * Who answers second is asked once before the first move, where all squares lead to the start: so games begin with it. */
function seated(game, seat) {
  const { boards, after, winners, inProgress } = game;
  const rowsOf = (fits) => range(boards.length).filter(fits);
  const asks = (player) => rowsOf((row) => row < inProgress && toMove(boards[row]) === player);
  const views = VIEWS[seat];
  const parts = [
    views.map((player) => (player === O ? [0, ...asks(player)] : asks(player))),
    views.map((player) => asks(-player)),
    views.map(() => rowsOf((row) => row >= inProgress)),
  ];
  const rows = parts.flat(2);
  const players = parts.flatMap((part) => part.flatMap((some, at) => some.map(() => views[at])));
  const numbers = { [X]: [], [O]: [] }; // the position of a row, as each player sees it
  rows.forEach((row, position) => (numbers[players[position]][row] = position)); // of the start that of the reply to it
  const [asked, over] = [parts[0].flat().length, parts.slice(0, 2).flat(2).length];
  const seen = rows.map((row, position) => boards[row].map((mark) => (mark ? mark * players[position] : mark)));
  const following = rows.slice(0, over).map((row, position) => {
    const number = numbers[players[position]];
    const isBefore = position < asked && number[row] !== position; // before the first move
    return after[row].map((next) => (next === NONE ? NONE : number[isBefore ? row : next]));
  });
  const starts = views.map((player) => rows.findIndex((row, position) => row === 0 && players[position] === player));
  return {
    rows, asked, over, boards: seen, after: following,
    winners: rows.map((row, position) => winners[row] * players[position]),
    starts: [starts[0], starts.at(-1)], firstReplies: firstReplies(seat),
  };
}

/* The game, and an opponent: `oddsOf(board)` are its odds before slips on a board of positions(). */
export function opponentTables(game, oddsOf, slip, seat = "first") {
  const view = seated(game, seat);
  const { rows, boards, after, asked, over } = view;
  const replies = range(over).slice(asked).map((at) => openSquares(boards[at]));
  const most = Math.max(...new Set(replies.map(({ length }) => length)), 1);
  const replySums = [];
  const replyNext = [];
  replies.forEach((squares, place) => {
    const at = asked + place;
    const sums = cumulative(probabilities(boards[at], oddsOf(game.boards[rows[at]]), slip));
    const filled = (values, rest) => [...values, ...Array(most - values.length).fill(rest)];
    replySums[at] = filled(squares.map((square) => sums[square]), 1);
    replyNext[at] = filled(squares.map((square) => lastMove(view, after[at][square])), NONE);
  });
  return { ...view, replySums, replyNext };
}

/* The position itself, or what the network makes of it if one square is open: nobody has to think about that move. */
function lastMove({ boards, after, asked }, position) {
  const isLast = position < asked && openSquares(boards[position]).length === 1;
  return isLast ? after[position].find((next) => next !== NONE) : position;
}
