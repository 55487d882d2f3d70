// thought: what goes on in a network, and where each of a line of them would move.
// twin of fogel.play.Thought, fogel.web.play.advice.ages_on, fogel.web.play.advice.ages_words

import { listed } from "../package/base.js";
import { O, X, openSquares, put, winner } from "../package/encoding.js";
import { sigmoid } from "../package/forward.js";
import { markOf } from "../package/game.js";
import { Network, chooseSquare, seenBy } from "../package/network.js";

/* Inside the adversary of a match, where it chose last among the first `moves` moves; null if it is no network, or new. */
export function peek(match, moves = match.moves.length) {
  const at = match.choices(moves).at(-1);
  if (at === undefined) return null;
  const seat = match.game.toMove(match.positions[at]);
  const player = match.players[seat - 1];
  return player instanceof Network ? new Thought(player, seenBy(markOf(seat), match.positions[at]), markOf(seat)) : null;
}

/* What each of a line's networks does on a board on which its own marks are 1: [{generation, square, missed}]. */
export function agesOn(board, networks) {
  const needed = [["win", X], ["block", O]].map(([duty, mark]) => {
    return [duty, openSquares(board).filter((square) => winner(put(board, square, mark)) === mark)];
  });
  const [duty, squares] = needed.find(([, found]) => found.length) ?? [null, []];
  return networks.map((network) => {
    const square = network.choose(board);
    return { generation: network.generation, square, missed: squares.includes(square) ? null : duty };
  });
}

/* Where the generations move and what they miss, in sentences; `words(name, values)` has the package's texts. */
export function agesWords(ages, words) {
  const numbers = (those) => `generation${those.length > 1 ? "s" : ""} ${listed(those.map((age) => age.generation))}`;
  const squares = [...new Set(ages.map(({ square }) => square))].sort();
  const into = squares.map((square) => {
    return words("ages_into", { square, ages: numbers(ages.filter((age) => age.square === square)) });
  });
  const missed = [["win", "missed_win"], ["block", "missed_block"]].map(([duty, name]) => {
    const those = ages.filter((age) => age.missed === duty);
    return those.length ? words(name, { ages: numbers(those) }) : "";
  });
  return [...into, ...missed].filter(Boolean).join(" ");
}

/* What a network computes on a board on which its own marks are 1. */
export class Thought {
  constructor(network, board, mark = X) {
    const [activations, sums] = network.run(board);
    const [outputs, square] = [sums.map(sigmoid), chooseSquare(sums, board)];
    Object.assign(this, { network, board, mark, activations, sums, outputs, square });
  }

  /* What node `node` hears: [input, weight, contribution] of the nine squares and the bias node. */
  linksIn(node) {
    const inputs = [...this.board, 1];
    return this.network.hiddenWeights[node].map((weight, i) => [inputs[i], weight, inputs[i] * weight]);
  }

  /* What node `node` says: [its activation, weight, contribution] to each of the nine outputs. */
  linksOut(node) {
    const activation = this.activations[node];
    return this.network.outputWeights.map((row) => [activation, row[node], activation * row[node]]);
  }
}
