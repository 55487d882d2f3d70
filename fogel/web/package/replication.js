// replication: how a network has a child. Weights are rows of numbers; a parent's are left as they are.
// twin of fogel.replication.replicate_weights, fogel.replication.change_structure
// twin of fogel.network.random_network

import { SQUARES } from "./encoding.js";
import { range } from "./base.js";

/* The child's weights, {hidden, output}; `rules` are settings by their names. */
export function replicateWeights({ hidden, output }, rng, rules) {
  if (rules.change_first) ({ hidden, output } = changeStructure({ hidden, output }, rng, rules));
  const noisy = (row) => row.map((weight) => weight + rules.noise * rng.normal());
  hidden = hidden.map(noisy);
  output = output.map(noisy);
  if (!rules.change_first) ({ hidden, output } = changeStructure({ hidden, output }, rng, rules));
  return rules.bias ? { hidden, output } : withoutBias({ hidden, output });
}

/* The weights with a hidden node more, one less, or as they are; a change beyond the limits is aborted. */
export function changeStructure({ hidden, output }, rng, rules) {
  const nodes = hidden.length;
  if (rng.random() < rules.change_probability) {
    if (rng.random() < 0.5) {
      if (nodes < rules.max_hidden) {
        const more = output.map((row) => [...row.slice(0, nodes), 0, row[nodes]]);
        return { hidden: [...hidden, Array(SQUARES + 1).fill(0)], output: more };
      }
    } else if (nodes > rules.min_hidden) {
      const deleted = rules.delete_newest ? nodes - 1 : Math.floor(rng.random() * nodes);
      const without = (row) => row.filter((_, at) => at !== deleted);
      return { hidden: without(hidden), output: output.map(without) };
    }
  }
  return { hidden, output };
}

function withoutBias({ hidden, output }) {
  const cleared = (row) => [...row.slice(0, -1), 0];
  return { hidden: hidden.map(cleared), output: output.map(cleared) };
}

/* A founder's weights. */
export function randomWeights(rng, rules) {
  const span = rules.weight_range;
  const nodes = rng.integer(rules.min_hidden, rules.max_hidden);
  const row = (length) => range(length).map(() => rng.uniform(-span, span));
  const hidden = range(nodes).map(() => row(SQUARES + 1));
  const output = range(SQUARES).map(() => row(nodes + 1));
  return rules.bias ? { hidden, output } : withoutBias({ hidden, output });
}
