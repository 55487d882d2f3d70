// lookahead: what each move is worth to whoever looks some moves ahead, and evaluates the positions there.
// twin of fogel.checkers.lookahead.foreseen, fogel.checkers.lookahead.score_moves

import { after, canJump, canStep, moves } from "./rules.js";

const LOST = -Infinity;
const DOUBLE = new DataView(new ArrayBuffer(8));

/* The least number above another. */
function nextAbove(x) {
  if (x === Infinity) return x;
  if (x === 0) return Number.MIN_VALUE;
  DOUBLE.setFloat64(0, x);
  DOUBLE.setBigInt64(0, DOUBLE.getBigInt64(0) + (x > 0 ? 1n : -1n));
  return DOUBLE.getFloat64(0);
}

/* The scores of all moves, in their order. Of those that are as good as the best the score is exact, and of the others
 * some number below it; with `all`, every score is exact, which takes longer. */
export function scoresOf(game, position, evaluator, { plies, extension }, all = false) {
  const good = new Map(); // at each depth the move that cut last: tried first when its turn comes again
  let best = LOST;
  return moves(game, position).map((move) => {
    const beta = all ? Infinity : nextAbove(-best); // so that moves as good as the best are searched to the end
    const score = -search(game, after(game, position, move), plies - 1, extension, LOST, beta, evaluator, good);
    best = Math.max(best, score);
    return score;
  });
}

/* What a position is worth `left` moves ahead, if that lies between alpha and beta; beyond, some number on that side. */
function search(game, position, left, extension, alpha, beta, evaluator, good) {
  if (left <= 0) {
    const pending = canJump(game, position);
    if (!pending && !canStep(game, position)) return LOST;
    if (left <= -extension || !pending) return evaluator.value(position);
  }
  const allowed = moves(game, position);
  if (!allowed.length) return LOST;
  const first = String(good.get(left));
  const place = allowed.findIndex((move) => String(move) === first);
  if (place > 0) allowed.unshift(...allowed.splice(place, 1));
  for (const move of allowed) {
    const score = -search(game, after(game, position, move), left - 1, extension, -beta, -alpha, evaluator, good);
    if (score > alpha) alpha = score;
    if (alpha >= beta) {
      good.set(left, move);
      return alpha;
    }
  }
  return alpha;
}
