// evolution: a trial, generation by generation, in loops that can be read. evolve.c says the same, and is fast.
// twin of fogel.engine.games.answer, fogel.engine.games.play_games, fogel.engine.games.work_out_chances
// twin of fogel.engine.games.expected_payoff, fogel.engine.generations.make_evolve

import { range } from "../package/base.js";
import { layer, sigmoid } from "../package/forward.js";
import { chooseSquare } from "../package/network.js";
import { randomWeights, replicateWeights } from "../package/replication.js";
import { bestPlayer, drawRivals, rank, secondRound, survivors, totalPayoff } from "../package/selection.js";

/* A network while it lives: its number, its weights, its games' results, and what it has answered so far. */
export class Individual {
  constructor(number, parent, { hidden, output }) {
    Object.assign(this, { number, parent, hidden, output, answers: [], results: null, chances: null });
  }

  /* The position after its move. */
  answer(asked, { boards, after }) {
    if (this.answers[asked] === undefined) {
      const activations = layer(this.hidden, boards[asked]).map(sigmoid);
      this.answers[asked] = after[asked][chooseSquare(layer(this.output, activations), boards[asked])];
    }
    return this.answers[asked];
  }
}

/* One after another, a network's games: {wins, losses, ties}. */
function playGames(one, tables, rng, rules) {
  const { winners, replySums, replyNext, over, starts, firstReplies } = tables;
  const results = { wins: 0, losses: 0, ties: 0 };
  for (let game = 0; game < rules.games; game++) {
    const start = starts[game % 2];
    let position = start;
    for (;;) {
      const isFirst = position === start;
      position = one.answer(position, tables);
      if (position >= over) break;
      const forced = rules.forced_replies && isFirst;
      const u = forced ? 0 : rng.random();
      const reply = forced ? game % firstReplies : replySums[position].filter((sum) => sum <= u).length;
      position = replyNext[position][reply];
      if (position >= over) break;
    }
    results[{ 1: "wins", 0: "ties", "-1": "losses" }[winners[position]]] += 1;
  }
  return results;
}

/* The chances of a win, a loss and a tie in one game, exact: they flow down the tree of games. */
function chancesOf(one, tables, rules) {
  const { winners, replySums, replyNext, over, starts, firstReplies } = tables;
  const chances = { win: 0, loss: 0, tie: 0 };
  const end = (position, chance) => (chances[{ 1: "win", 0: "tie", "-1": "loss" }[winners[position]]] += chance);
  const reached = Array(tables.asked).fill(0);
  for (const start of starts) reached[start] += 0.5;
  for (let asked = 0; asked < tables.asked; asked++) { // positions are in the order of their marks
    const chance = reached[asked];
    if (chance === 0) continue;
    const position = one.answer(asked, tables);
    if (position >= over) {
      end(position, chance);
      continue;
    }
    let before = 0;
    replySums[position].forEach((sum, reply) => {
      let share = sum - before;
      if (rules.forced_replies && asked === starts[0]) share = reply < firstReplies ? 1 / firstReplies : 0;
      before = sum;
      if (share <= 0) return;
      const next = replyNext[position][reply];
      if (next < over) reached[next] += chance * share;
      else end(next, chance * share);
    });
  }
  return chances;
}

/* The exact expectation of a network's total payoff. */
export function expectedPayoff(one, tables, rules) {
  one.chances ??= chancesOf(one, tables, rules);
  const { win, loss, tie } = one.chances;
  return rules.games * totalPayoff(win, loss, tie, rules);
}

/* A trial. Each `evolve()` returns what a generation came to: individuals, payoffs, rivals, scores, standing, survivors
 * (rows that survive) and best (the row of the best player). */
export class Evolution {
  constructor(rules, rng, tables) {
    Object.assign(this, { rules, rng, tables });
    this.parents = range(rules.parents).map((row) => new Individual(row + 1, 0, randomWeights(rng, rules)));
    this.next = rules.parents + 1;
  }

  evolve() {
    const { rules, rng } = this;
    const children = this.parents.map((parent) => {
      return new Individual(this.next++, parent.number, replicateWeights(parent, rng, rules));
    });
    const individuals = [...this.parents, ...children];
    const payoffs = individuals.map((one) => this.payoffOf(one));
    const rivals = drawRivals(individuals.length, rng, rules);
    const scores = secondRound(payoffs, rivals, rules);
    const standing = rank(scores, rng, rules);
    const goOn = survivors(scores, standing, rules);
    this.parents = goOn.map((row) => individuals[row]);
    const best = bestPlayer(payoffs, standing);
    return { individuals, payoffs, rivals, scores, standing, survivors: goOn, best };
  }

  payoffOf(one) {
    const { rules, rng, tables } = this;
    if (rules.evaluation === "exact") return expectedPayoff(one, tables, rules);
    if (rules.replay_parents || one.results === null) one.results = playGames(one, tables, rng, rules);
    const { wins, losses, ties } = one.results;
    return totalPayoff(wins, losses, ties, rules);
  }
}
