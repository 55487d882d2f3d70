// fast: the same trial by evolve.c, compiled to WebAssembly, with the names and the results of evolution.js.

import { O, toMove } from "../package/encoding.js";
import { ValueError, range } from "../package/ground.js";
import { SETTINGS } from "../package/settings.js";

/* The settings and the arrays that evolve.c reads and fills, in its order. */
const RULES = [
  "parents", "games", "min_hidden", "max_hidden", "weight_range", "bias", "noise", "change_probability", "change_first",
  "delete_newest", "forced_replies", "evaluation", "win_payoff", "tie_payoff", "loss_payoff", "replay_parents", "rivals",
  "repeat_rivals", "equal_is_beaten", "survivors", "rank_ties",
];
const PADDED = 12;
const OPEN_END = 8; // squares that a reply can have

/* What each array holds, and how many of them, of `slots` networks in a trial of so many numbers. */
const arraysOf = ({ boards, inProgress }, asked, slots, rivals, numbers) => ({
  boards: [Float64Array, 9 * asked],
  after: [Uint16Array, 9 * asked],
  reply_sums: [Float64Array, OPEN_END * inProgress],
  reply_next: [Uint16Array, OPEN_END * inProgress],
  winners: [Int32Array, boards.length],
  wi: [Float64Array, 256],
  fi: [Float64Array, 256],
  ki: [BigUint64Array, 256],
  nodes: [Int32Array, slots],
  hidden: [Float64Array, slots * 10 * PADDED],
  output: [Float64Array, slots * (PADDED + 1) * PADDED],
  answers: [Uint16Array, slots * asked],
  results: [Int32Array, slots * 3],
  chances: [Float64Array, slots * 3],
  numbers: [Int32Array, slots],
  slots: [Int32Array, slots],
  rivals: [Int32Array, slots * rivals],
  scores: [Int32Array, slots],
  survivors: [Int32Array, slots],
  payoffs: [Float64Array, slots],
  standing: [Float64Array, slots],
  parent_of: [Int32Array, numbers],
  reached: [Float64Array, asked],
  pool: [Int32Array, slots],
});

/* A trial like an Evolution; `exported` is what an instance of evolve.wasm exports, `words` are those of seedWords(). */
export class FastEvolution {
  constructor(rules, words, tables, ziggurat, exported) {
    Object.assign(this, { exported });
    const asked = tables.boards.findIndex((board) => toMove(board) === O);
    const slots = 2 * rules.parents;
    const kinds = arraysOf(tables, asked, slots, rules.rivals, rules.parents * (rules.generations + 1));
    const places = Object.values(kinds).map(([kind, length]) => {
      const place = exported.reserve(length * kind.BYTES_PER_ELEMENT);
      if (place === 0) throw new ValueError("parents and generations must be fewer: there is no room for so many");
      return place;
    });
    const { buffer } = exported.memory; // after the last reservation, since each may move it
    this.arrays = {};
    Object.entries(kinds).forEach(([name, [kind, length]], at) => {
      this.arrays[name] = new kind(buffer, places[at], length);
    });
    new Uint32Array(buffer, exported.world_at(), places.length).set(places);
    this.counts = new Uint32Array(buffer, exported.world_at() + 4 * places.length, 4);
    new Float64Array(buffer, exported.rules_at(), RULES.length).set(RULES.map((name) => numberOf(rules, name)));
    this.fill(tables, asked, ziggurat);
    exported.seed(...words);
    exported.found();
  }

  fill({ boards, after, winners, replySums, replyNext, inProgress }, asked, { ki, wi, fi }) {
    const { arrays } = this;
    arrays.boards.set(boards.slice(0, asked).flat());
    arrays.after.set(after.slice(0, asked).flat());
    arrays.winners.set(winners);
    for (let at = asked; at < inProgress; at++) {
      arrays.reply_sums.set(replySums[at], OPEN_END * at);
      arrays.reply_next.set(replyNext[at], OPEN_END * at);
    }
    arrays.ki.set(ki.map(BigInt));
    arrays.wi.set(wi);
    arrays.fi.set(fi);
  }

  evolve() {
    this.networks = 2 * this.counts[0]; // as many children as parents
    this.exported.evolve();
  }

  /* The row of the best player, and what it made. */
  get best() {
    return this.counts[2];
  }

  get bestPayoff() {
    return this.arrays.payoffs[this.best];
  }

  /* Its exact expected payoff, as a row's. */
  expectedPayoff(row) {
    return this.exported.expected_payoff(this.arrays.slots[row]);
  }

  /* The weights of the network in a row, {hidden, output}. */
  weights(row) {
    const { nodes, hidden, output, slots } = this.arrays;
    const slot = slots[row];
    const at = (links, length, node, k) => links[(slot * length + node) * PADDED + k];
    const counted = range(nodes[slot]);
    return {
      hidden: counted.map((node) => range(10).map((i) => at(hidden, 10, i, node))),
      output: range(9).map((square) => [...counted, PADDED].map((node) => at(output, PADDED + 1, node, square))),
    };
  }
}

/* A setting as a number: of a word its place among its choices. */
function numberOf(rules, name) {
  const value = rules[name];
  return typeof value === "string" ? SETTINGS[name].choices.indexOf(value) : Number(value);
}
