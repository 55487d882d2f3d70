// worker: looks ahead and evolves beside the page, which goes on answering its reader meanwhile.

import { DATA } from "../package/base.js";
import { unpack } from "../package/unpack.js";
import { CheckersEvolution } from "./evolution.js";
import { Evaluator } from "./evaluator.js";
import { scoresOf } from "./lookahead.js";
import { Checkers } from "./rules.js";
import { Solution } from "./solved.js";

/* In a Worker: waits to be asked about a position, or to evolve, and posts what it finds, or what went wrong. */
export function workWhenAsked() {
  self.onmessage = async ({ data }) => {
    try {
      if (data.evolve) await evolve(data.evolve, (found) => self.postMessage(found));
      else self.postMessage(answer(data));
    } catch (problem) {
      self.postMessage({ trouble: problem.message });
    }
  };
}

/* The `scores` of all moves in a `position`, as a player's evaluator sees them so many `plies` ahead; all of them exact if
 * `all` is wanted. With the `solved` table of the board the `outcomes` of the moves too. */
export function answer({ shape, position, player, plies, all, solved }) {
  const board = new Checkers(shape);
  const evaluator = new Evaluator({ ...player, squares: board.squares });
  return {
    scores: scoresOf(board, position, evaluator, { plies, extension: player.extension }, all),
    outcomes: solved ? new Solution(board, solved).outcomes(position) : null,
  };
}

/* A trial with some settings; after each generation `take` is given how many are done, and after some the best network
 * and what it is worth. */
export async function evolve(settings, take) {
  await unpack();
  const evolution = new CheckersEvolution(settings, DATA.solved[settings.board], DATA.ziggurat);
  while (evolution.done < settings.generations) {
    evolution.step();
    const { done } = evolution;
    take({ done });
    if (!settings.measured.includes(done)) continue;
    const { weights, king } = evolution.parents[0];
    take({ done, rating: evolution.rating(), best: { weights: [...weights], king } });
  }
}
