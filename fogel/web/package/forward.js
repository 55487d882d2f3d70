// forward: the forward pass. The constants and the order of every operation are those of network.py.
// twin of fogel.network.sigmoid, fogel.network.layer

import { exponentialFraction } from "./exponential.js";

export function sigmoid(x) {
  const [numerator, denominator] = exponentialFraction(-x);
  return denominator / (denominator + numerator);
}

/* The sums weights[k][0] values[0] + weights[k][1] values[1] + ..., in this order, and the bias, a row's last, last. */
export function layer(weights, values) {
  return weights.map((row) => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[i] * row[i];
    return sum + row[values.length];
  });
}
