// fast: a trial by evolve.c, compiled to WebAssembly.

import { ValueError, range } from "../package/base.js";
import { SETTINGS } from "../package/settings.js";

/* The settings and the arrays that evolve.c reads and fills, in its order. */
const RULES = [
  "parents", "games", "min_hidden", "max_hidden", "weight_range", "bias", "noise", "change_probability", "change_first",
  "delete_newest", "forced_replies", "evaluation", "win_payoff", "tie_payoff", "loss_payoff", "replay_parents", "rivals",
  "repeat_rivals", "equal_is_beaten", "survivors", "rank_ties",
];
const PADDED = 12;
const REGISTER = 4; // nodes of the largest vector register
const LARGEST_NARROW = 65_535; // no position in 16 bits

/* How large the game of these tables is, in the order of Sizes in evolve.c. */
function sizesOf({ asked, over, boards, replySums, winners, starts, firstReplies }) {
  const squares = boards[0].length;
  const outputs = Math.max(PADDED, Math.ceil(squares / REGISTER) * REGISTER);
  const [replies, wide] = [replySums[asked].length, Number(winners.length > LARGEST_NARROW)];
  return { squares, outputs, replies, wide, asked, over, start: starts[0], otherStart: starts[1], firstReplies };
}

/* What each array holds, and how many of them, of `slots` networks in a trial of so many numbers. */
const arraysOf = ({ squares, outputs, replies, asked, over, Positions }, results, slots, rivals, numbers) => ({
  boards: [Float64Array, squares * asked],
  after: [Positions, squares * asked],
  reply_sums: [Float64Array, replies * over],
  reply_next: [Positions, replies * over],
  winners: [Int32Array, results],
  wi: [Float64Array, 256],
  fi: [Float64Array, 256],
  ki: [BigUint64Array, 256],
  nodes: [Int32Array, slots],
  hidden: [Float64Array, slots * (squares + 1) * PADDED],
  output: [Float64Array, slots * (PADDED + 1) * outputs],
  answers: [Positions, slots * asked],
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

/* A trial; `exported` is what an instance of evolve.wasm exports, `words` are those of seedWords(). */
export class FastEvolution {
  constructor(rules, words, tables, ziggurat, exported) {
    const sizes = sizesOf(tables);
    Object.assign(this, { exported, sizes });
    const Positions = sizes.wide ? Uint32Array : Uint16Array;
    const numbers = rules.parents * (rules.generations + 1);
    const kinds = arraysOf({ ...sizes, Positions }, tables.winners.length, 2 * rules.parents, rules.rivals, numbers);
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
    new Uint32Array(buffer, exported.sizes_at(), Object.keys(sizes).length).set(Object.values(sizes));
    this.fill(tables, ziggurat);
    exported.seed(...words);
    exported.found();
  }

  fill({ boards, after, winners, replySums, replyNext }, { ki, wi, fi }) {
    const { arrays, sizes: { squares, replies, asked, over } } = this;
    for (let at = 0; at < asked; at++) {
      arrays.boards.set(boards[at], squares * at);
      arrays.after.set(after[at], squares * at);
    }
    arrays.winners.set(winners);
    for (let at = asked; at < over; at++) {
      arrays.reply_sums.set(replySums[at], replies * at);
      arrays.reply_next.set(replyNext[at], replies * at);
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

  /* Puts a network in the place of the first founder, which has not played yet. */
  replaceFounder({ hiddenWeights, outputWeights }) {
    const { arrays: { hidden, output }, sizes: { outputs } } = this;
    output.fill(0, 0, (PADDED + 1) * outputs); // so that a node that only the founder had adds nothing
    hiddenWeights.forEach((row, node) => row.forEach((weight, i) => (hidden[i * PADDED + node] = weight)));
    outputWeights.forEach((row, square) => {
      const bias = row.length - 1;
      row.forEach((weight, node) => (output[(node === bias ? PADDED : node) * outputs + square] = weight));
    });
  }

  /* The weights of the network in a row, in one row: first those of the hidden nodes. */
  weights(row) {
    const { arrays: { nodes, hidden, output, slots }, sizes: { squares, outputs } } = this;
    const slot = slots[row];
    const inTo = (node, i) => hidden[(slot * (squares + 1) + i) * PADDED + node];
    const outOf = (node, square) => output[(slot * (PADDED + 1) + node) * outputs + square];
    const counted = range(nodes[slot]);
    return [
      ...counted.flatMap((node) => range(squares + 1).map((i) => inTo(node, i))),
      ...range(squares).flatMap((square) => [...counted, PADDED].map((node) => outOf(node, square))),
    ];
  }
}

/* A setting as a number: of a word its place among its choices. */
function numberOf(rules, name) {
  const value = rules[name];
  return typeof value === "string" ? SETTINGS[name].choices.indexOf(value) : Number(value);
}
