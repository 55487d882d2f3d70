// selection: the second round, the best half.
// twin of fogel.selection.draw_rivals, fogel.selection.second_round, fogel.selection.rank, fogel.selection.survivors

import { range } from "./base.js";

/* For each network the rows of those it is compared with, never itself; each draw moves one of the others to the front. */
export function drawRivals(networks, rng, rules) {
  const others = networks - 1;
  const count = rules.repeat_rivals && others > 0 ? rules.rivals : Math.min(rules.rivals, others);
  return range(networks).map((network) => {
    const pool = range(networks).filter((other) => other !== network);
    return range(count).map((place) => {
      if (rules.repeat_rivals) return pool[Math.floor(rng.random() * others)];
      const drawn = place + Math.floor(rng.random() * (others - place));
      [pool[place], pool[drawn]] = [pool[drawn], pool[place]];
      return pool[place];
    });
  });
}

/* The score of each network: how many of its rivals have a lower payoff (or an equal one, if that counts). */
export function secondRound(payoffs, rivals, rules) {
  return payoffs.map((payoff, network) => {
    const beaten = (rival) => payoff > payoffs[rival] || (payoff === payoffs[rival] && rules.equal_is_beaten);
    return rivals[network].filter(beaten).length;
  });
}

/* The rank of each network as a sum: its score, and below one point what breaks ties. */
export function rank(scores, rng, rules) {
  return scores.map((score, network) => {
    const luck = rng.random();
    if (rules.rank_ties === "random") return score + luck;
    const goFirst = (2 * network < scores.length) === (rules.rank_ties === "parents");
    return score + (0.5 * luck + (goFirst ? 0.5 : 0));
  });
}

/* The rows of the networks that survive, in ascending order. */
export function survivors(scores, standing, rules) {
  const bestFirst = range(scores.length).sort((a, b) => standing[b] - standing[a]); // the sort is stable
  const top = scores[bestFirst[0]];
  const chosen = bestFirst.slice(0, rules.parents);
  const survives = (row) => scores[row] === top || rules.survivors !== "highest-score";
  return chosen.filter(survives).sort((a, b) => a - b);
}
