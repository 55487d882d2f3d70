// evolution: networks that teach themselves checkers on a small board, with the settings of the preset "small".
// twin of fogel.checkers.evolution.founders, fogel.checkers.evolution.with_children, fogel.checkers.evolution.vary
// twin of fogel.checkers.evolution.pairs_among_themselves, fogel.checkers.evolution.pairs_with_rival
// twin of fogel.checkers.evolution.total_payoffs, fogel.checkers.evolution.scores_by_values
// twin of fogel.checkers.evolution.count_blunders, fogel.checkers.evolution.CheckersEvolution
// twin of fogel.checkers.rating.rate

import { exponential } from "../package/exponential.js";
import { range } from "../package/base.js";
import { Generator } from "../package/random.js";
import { Evaluator } from "./evaluator.js";
import { scoresOf } from "./lookahead.js";
import { playOpenings, playPairs } from "./matches.js";
import { Checkers } from "./rules.js";
import { Solution, aheadScores, blunderRate } from "./solved.js";

const KING_STEP = 0.1;
const MEASURING = 0; // what a trial's further random numbers are for

/* A trial while it runs: its `parents`, best first, each with weights, step sizes and what a king is worth to it.
 * `settings` are the package's, with what else a page is handed; `plies` are the board's, see Solution. */
export class CheckersEvolution {
  constructor(settings, plies, ziggurat) {
    Object.assign(this, { settings, ziggurat, done: 0 });
    this.game = new Checkers(settings);
    this.solution = new Solution(this.game, plies);
    this.mattering = range(plies.length).filter((at) => this.solution.matters[at]);
    this.venue = { game: this.game, opening: settings.random_opening_moves, limit: settings.max_moves, ahead: settings };
    this.rival = new Evaluator({ ...settings.rival, squares: this.game.squares });
    this.rng = this.generator();
    const { parents, weights, weight_range: span, step, king } = settings;
    this.parents = range(parents).map(() => ({
      weights: Float64Array.from(range(weights), () => this.rng.uniform(-span, span)),
      steps: new Float64Array(weights).fill(step),
      king,
    }));
  }

  generator(...purpose) {
    return new Generator(this.settings.seed, [this.settings.trial, ...purpose], this.ziggurat);
  }

  evaluator({ weights, king }) {
    return new Evaluator({ ...this.settings.shape, squares: this.game.squares, king, weights });
  }

  /* One generation more: children, scores, and the better half; of equal scores, whoever draws the lower number. */
  step() {
    const everybody = [...this.parents, ...this.parents.map((parent) => this.child(parent))];
    const scores = this.scores(everybody.map((one) => this.evaluator(one)));
    const luck = scores.map(() => this.rng.random());
    const order = range(scores.length).sort((a, b) => scores[b] - scores[a] || luck[a] - luck[b]);
    this.parents = order.slice(0, this.settings.parents).map((at) => everybody[at]);
    this.done += 1;
  }

  /* All step sizes change first, then all weights, and what a king is worth last. */
  child({ weights, steps, king }) {
    const { rng, settings } = this;
    const tau = 1 / Math.sqrt(2 * Math.sqrt(settings.weights));
    const own = { weights: weights.slice(), steps: steps.map((step) => step * exponential(tau * rng.normal())) };
    for (let at = 0; at < weights.length; at++) own.weights[at] += own.steps[at] * rng.normal();
    const changed = king + (rng.random() < 0.5 ? KING_STEP : -KING_STEP);
    return { ...own, king: Math.min(Math.max(changed, settings.least_king), settings.most_king) };
  }

  scores(evaluators) {
    if (this.settings.evaluated_by === "values") return this.scoresByValues(evaluators);
    const among = this.settings.evaluated_by === "games";
    const pairs = among ? this.pairsAmongThemselves(evaluators.length) : this.pairsWithRival(evaluators.length);
    const results = playPairs(pairs.map((pair) => pair.map((at) => evaluators[at] ?? this.rival)), this.venue, this.rng);
    return this.totalPayoffs(pairs, results, evaluators.length);
  }

  /* Each begins so many games, every time against any of the others. */
  pairsAmongThemselves(count) {
    return range(count * this.settings.games).map((number) => {
      const [first, other] = [Math.floor(number / this.settings.games), this.rng.integer(0, count - 2)];
      return [first, other + (other >= first ? 1 : 0)];
    });
  }

  /* Each begins every second game against the material player, -1. */
  pairsWithRival(count) {
    const { games } = this.settings;
    return range(count * games).map((number) => {
      const one = Math.floor(number / games);
      return (number % games) % 2 ? [-1, one] : [one, -1];
    });
  }

  totalPayoffs(pairs, results, count) {
    const { win_payoff: win, draw_payoff: draw, loss_payoff: loss } = this.settings;
    const payoff = { 1: win, 0: draw, "-1": loss };
    const totals = Array(count).fill(0);
    pairs.forEach(([first, other], at) => {
      if (first >= 0) totals[first] += payoff[results[at]];
      if (other >= 0) totals[other] += payoff[-results[at]];
    });
    return totals;
  }

  /* How many positions each keeps the value of, of those drawn; of several best moves, each is as likely. */
  scoresByValues(evaluators) {
    const { positions, first, throws } = this.solution;
    const drawn = range(this.settings.positions).map(() => {
      return this.mattering[this.rng.integer(0, this.mattering.length - 1)];
    });
    return evaluators.map((evaluator) => {
      let blundered = 0;
      for (const at of drawn) {
        const scores = scoresOf(this.game, positions[at], evaluator, this.settings);
        const most = Math.max(...scores);
        const best = range(scores.length).filter((move) => scores[move] === most);
        blundered += best.filter((move) => throws[first[at] + move]).length / best.length;
      }
      return drawn.length - blundered;
    });
  }

  /* What the best network is worth: `results` of games against the material player, and its `blunders`. */
  rating() {
    const { openings, measured_opening: opening } = this.settings;
    const evaluator = this.evaluator(this.parents[0]);
    const rng = this.generator(MEASURING, this.done);
    const results = playOpenings([evaluator, this.rival], { ...this.venue, opening }, openings, rng);
    return { results, blunders: blunderRate(this.solution, aheadScores(this.solution, evaluator, this.settings)) };
  }
}
