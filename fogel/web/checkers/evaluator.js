// evaluator: what a network, or whoever counts pieces, takes a position of checkers to be worth.
// twin of fogel.checkers.network.value_by_nodes, fogel.checkers.network.compute_inputs, fogel.checkers.network.tanh
// twin of fogel.network.layer

import { exponentialFraction } from "../package/exponential.js";
import { KING } from "./rules.js";

function tanh(x) {
  const [numerator, denominator] = exponentialFraction(2 * x);
  return (numerator - denominator) / (numerator + denominator);
}

/* Weights as the package hands them over: node by node, each from what it sees and then its bias. Of windows, `views`
 * are the squares that each sees; who counts pieces has no `hidden` nodes, and no weights. */
export class Evaluator {
  constructor({ squares, king, link, turned, views, hidden, weights }) {
    Object.assign(this, { king, link, turned });
    const sizes = hidden.length ? [...hidden, 1] : [];
    let [before, at] = [squares, 0];
    this.layers = [];
    const add = (nodes, seen) => {
      const links = new Float64Array((before + 1) * nodes); // a row for each that is seen, and one for the biases
      for (let node = 0; node < nodes; node++) {
        for (const one of [...seen(node), before]) links[one * nodes + node] = weights[at++];
      }
      this.layers.push({ links, before, sums: new Float64Array(nodes) });
      before = nodes;
    };
    if (views.length) add(views.length, (node) => views[node]);
    for (const nodes of sizes) add(nodes, () => Array(before).keys());
    this.values = new Float64Array(squares);
  }

  /* What a position is worth to whoever is to move there. */
  value({ board, player }) {
    const { values, layers } = this;
    const difference = this.see(board, player);
    if (!layers.length) return this.link * difference;
    let activations = values;
    layers.forEach((layer, at) => {
      fire(layer, activations);
      activations = layer.sums;
      if (at < layers.length - 1) for (let node = 0; node < activations.length; node++) activations[node] = tanh(activations[node]);
    });
    return activations[0] + this.link * difference;
  }

  /* Fills `values` with the squares as the player sees them; returns their sum, from the left. */
  see(board, player) {
    const { values, king } = this;
    const squares = values.length;
    const turned = this.turned && player === -1;
    let sum = 0;
    for (let at = 0; at < squares; at++) {
      const piece = player * board[turned ? squares - 1 - at : at];
      values[at] = piece === KING ? king : piece === -KING ? -king : piece;
      if (piece !== 0) sum += values[at];
    }
    return sum;
  }
}

/* Fills `sums`: of each node values[0] links[0] + values[1] links[1] + ..., in this order, and the bias last. Where
 * nobody stands nothing is added, which changes no bit. */
function fire({ links, before, sums }, values) {
  const nodes = sums.length;
  sums.fill(0);
  for (let row = 0; row < before; row++) {
    const value = values[row];
    if (value === 0) continue;
    for (let node = 0, at = row * nodes; node < nodes; node++, at++) sums[node] += value * links[at];
  }
  for (let node = 0, at = before * nodes; node < nodes; node++, at++) sums[node] += links[at];
}
