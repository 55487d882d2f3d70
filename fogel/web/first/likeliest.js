// likeliest: the game that a network most often plays.

import { EMPTY, O, X, isFinal, openSquares, put } from "../package/encoding.js";
import { chooseSquare } from "../package/network.js";

/* The squares of the likeliest of all games of a network, as X, against an opponent; of equally likely ones the first. */
export function likeliestGame(network, opponent) {
  return likeliestFrom(network, opponent, Array(9).fill(EMPTY)).squares;
}

function likeliestFrom(network, opponent, board) {
  const square = chooseSquare(network.run(board)[1], board);
  const after = put(board, square, X);
  if (isFinal(after)) return { chance: 1, squares: [square] };
  const chances = opponent.probabilities(after);
  let best = { chance: -1 };
  for (const reply of openSquares(after)) {
    const then = put(after, reply, O);
    const rest = isFinal(then) ? { chance: 1, squares: [] } : likeliestFrom(network, opponent, then);
    const chance = chances[reply] * rest.chance;
    if (chance > best.chance) best = { chance, squares: [square, reply, ...rest.squares] };
  }
  return best;
}
