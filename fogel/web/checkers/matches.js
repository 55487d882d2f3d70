// matches: whole games between evaluators.
// twin of fogel.checkers.matches.choose, fogel.checkers.matches.open_game, fogel.checkers.matches.play
// twin of fogel.checkers.matches.play_pairs, fogel.checkers.matches.play_openings

import { scoresOf } from "./lookahead.js";
import { after, moves } from "./rules.js";

/* The place of one of the highest scores: if there are several, it takes a draw. */
export function bestOf(scores, draw) {
  const most = Math.max(...scores);
  const best = [...scores.keys()].filter((at) => scores[at] === most);
  return best.length > 1 ? best[Math.floor(draw() * best.length)] : best[0];
}

/* The position after so many moves at random; an opening that ends the game is drawn again. */
function openGame(game, opening, rng) {
  for (;;) {
    let position = game.start;
    let allowed = moves(game, position);
    for (let made = 0; made < opening && allowed.length; made++) {
      position = after(game, position, allowed[Math.floor(rng.random() * allowed.length)]);
      allowed = moves(game, position);
    }
    if (allowed.length) return position;
  }
}

/* Who wins from a position: 1, -1, or 0 for a draw; the first of the evaluators is 1. `venue` says the game, how many moves
 * its opening has, after how many a game is a draw, and how far the evaluators look ahead. */
function play(position, evaluators, venue, rng) {
  const { game, opening, limit, ahead } = venue;
  let allowed = moves(game, position);
  for (let made = opening; made < limit && allowed.length; made++) {
    const evaluator = evaluators[position.player === 1 ? 0 : 1];
    const at = allowed.length > 1 ? bestOf(scoresOf(game, position, evaluator, ahead), () => rng.random()) : 0;
    position = after(game, position, allowed[at]);
    allowed = moves(game, position);
  }
  return allowed.length ? 0 : -position.player;
}

/* What became of a game of each pair of evaluators: 1 if the first has won, -1 if the second, 0 for a draw. */
export function playPairs(pairs, venue, rng) {
  return pairs.map((evaluators) => play(openGame(venue.game, venue.opening, rng), evaluators, venue, rng));
}

/* What became of the first of two evaluators in so many openings, as player 1 and as -1. */
export function playOpenings([one, other], venue, openings, rng) {
  return Array.from({ length: openings }, () => {
    const position = openGame(venue.game, venue.opening, rng);
    return [play(position, [one, other], venue, rng), -play(position, [other, one], venue, rng) + 0];
  });
}
