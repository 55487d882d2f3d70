// solved: on a small board, what each move is really worth, and how often a player throws that away.
// twin of fogel.checkers.solved.explore, fogel.checkers.solved.look_ahead, fogel.checkers.solved.look_one_further
// twin of fogel.engine.graph.best_moves, fogel.checkers.solved.throw_away, fogel.checkers.solved.meet
// twin of fogel.checkers.solved.blunder_rate, fogel.checkers.solved.matters

import { range, total } from "../package/base.js";
import { after, canJump, moves } from "./rules.js";

/* All positions of a small board, breadth first, so that 0 is the start. Position i's moves, in the order of the rules,
 * are `first[i]` to `first[i + 1]` of `child`, the positions after them. In how many moves each is over stands in
 * `plies`, -1 for a draw: an odd number is a win of whoever is to move. `throws` says of each move whether it throws the
 * value of its position away, and `matters` of each position whether one of its moves does. */
export class Solution {
  constructor(game, plies) {
    Object.assign(this, { game, plies, positions: [game.start], first: [0], child: [] });
    this.numbers = new Map([[keyOf(game.start), 0]]);
    for (const position of this.positions) { // it grows while it is read
      for (const move of moves(game, position)) this.child.push(this.numberOf(after(game, position, move)));
      this.first.push(this.child.length);
    }
    const value = plies.map((over) => (over < 0 ? 0 : over % 2 ? 1 : -1));
    const ways = (at) => range(this.first[at + 1] - this.first[at]).map((way) => this.first[at] + way);
    const all = range(this.positions.length);
    this.throws = all.flatMap((at) => ways(at).map((edge) => -value[this.child[edge]] !== value[at]));
    this.matters = all.map((at) => ways(at).some((edge) => this.throws[edge]));
  }

  numberOf(position) {
    const key = keyOf(position);
    if (!this.numbers.has(key)) {
      this.numbers.set(key, this.positions.length);
      this.positions.push(position);
    }
    return this.numbers.get(key);
  }

  /* Of each move in how many it is over if the winner hurries and the loser delays, itself included; 0 for a draw. */
  outcomes(position) {
    return moves(this.game, position).map((move) => this.plies[this.numberOf(after(this.game, position, move))] + 1);
  }
}

/* A position of a small board as one number: exact up to 22 squares. */
function keyOf({ board, player }) {
  let key = player;
  for (const piece of board) key = 5 * key + piece;
  return key;
}

/* The score of each move of a Solution by looking so far ahead, by what the evaluator takes positions to be worth. */
export function aheadScores(solution, evaluator, { plies, extension }) {
  const { game, positions, first, child } = solution;
  const ends = positions.map((position, at) => (first[at] === first[at + 1] ? -Infinity : evaluator.value(position)));
  const pending = positions.map((position) => canJump(game, position));
  const further = (values) => positions.map((_, at) => {
    let best = -Infinity;
    for (let edge = first[at]; edge < first[at + 1]; edge++) best = Math.max(best, -values[child[edge]]);
    return best;
  });
  let values = ends;
  for (let ply = 0; ply < extension; ply++) {
    values = further(values).map((value, at) => (pending[at] ? value : ends[at]));
  }
  for (let ply = 1; ply < plies; ply++) values = further(values);
  return child.map((to) => -values[to]);
}

/* The share of the positions where the move matters in which a player throws their value away: {share} over all of
 * them, {met} over those that it can meet. Of several moves with the highest score, each is as likely. */
export function blunderRate(solution, scores) {
  const { positions, first, throws, matters } = solution;
  const chosen = Array(scores.length).fill(false);
  const chances = positions.map((_, at) => {
    const edges = scores.slice(first[at], first[at + 1]);
    const most = Math.max(...edges);
    let [made, bad] = [0, 0];
    edges.forEach((score, place) => {
      if (score !== most) return;
      chosen[first[at] + place] = true;
      made += 1;
      bad += throws[first[at] + place];
    });
    return made ? bad / made : 0;
  });
  const met = metBy(solution, chosen);
  const mean = (which) => {
    const found = chances.filter((_, at) => which(at));
    return total(found) / found.length;
  };
  return { share: mean((at) => matters[at]), met: mean((at) => matters[at] && met[at]) };
}

/* Which positions a player who makes the chosen moves can have to move at, in either seat. */
function metBy({ positions, first, child }, chosen) {
  const met = Array(positions.length).fill(false);
  for (const seat of [1, -1]) {
    const seen = Array(positions.length).fill(false);
    const queue = [0];
    seen[0] = true;
    for (const at of queue) { // it grows while it is read
      const own = positions[at].player === seat;
      met[at] ||= own;
      for (let edge = first[at]; edge < first[at + 1]; edge++) {
        if (seen[child[edge]] || (own && !chosen[edge])) continue;
        seen[child[edge]] = true;
        queue.push(child[edge]);
      }
    }
  }
  return met;
}
