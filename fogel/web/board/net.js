// net: networks that learn, as network.py and pupil.py of the school have them.
// twin of fogel.school.network.NeuNet
// twin of fogel.school.pupil.NeuralPlayer, fogel.school.pupil.cooled

import { DATA, range } from "../package/base.js";

export class Net {
  constructor(name, player) {
    const { arch, habits, sizes, inputs, weights, adjust } = DATA.nets[name];
    Object.assign(this, { arch, habits, sizes, inputs: inputs[player - 1], weights: [...weights], adjust: [...adjust] });
    this.newGame(0);
  }

  newGame(games) {
    Object.assign(this, { games, chosen: null, before: null });
  }

  /* The activations of all layers on a board. */
  run(board, weights = this.weights) {
    const active = new Set(board.map((mark, square) => this.inputs[square][mark]));
    const layers = [range(this.sizes[0]).map((at) => Number(active.has(at)))];
    let link = 0;
    for (const size of this.sizes.slice(1)) {
      const totals = Array(size).fill(0);
      for (const activation of layers.at(-1)) for (let k = 0; k < size; k++) totals[k] += weights[link++] * activation;
      layers.push(totals.map((total) => this.arch.act_numerator / (1 + Math.exp(-total)) + this.arch.act_add));
    }
    return layers;
  }

  /* The square of the largest output, the first of several, which may be taken. */
  choose(board) {
    this.layers = this.run(board);
    Object.assign(this, { chosen: largest(this.layers.at(-1)), before: null });
    return this.chosen;
  }

  /* Its move as a player of a Match: it is punished for each taken square, and passes, null, if it finds no other. */
  move({ board }) {
    for (let tries = 0; tries < DATA.attempts; tries++) {
      const square = this.choose(board);
      if (board[square] === 0) return square;
      this.punish();
    }
    return null;
  }

  end(value) {
    if (value === -1) this.punish();
  }

  slope(activation) {
    const share = activation - this.arch.act_add;
    return share * (1 - share / this.arch.act_numerator);
  }

  /* Reinforces it against the square that it chose last, unless it does not learn. */
  punish() {
    const { arch, habits, layers, weights, adjust } = this;
    if (!habits.learning || this.chosen === null) return;
    const rate = habits.cooling ? arch.learning_rate / (1 + this.games / habits.cooling) : arch.learning_rate;
    const goal = (at) => (at === this.chosen ? 0 : arch.encouragement);
    let deltas = layers.at(-1).map((activation, at) => (goal(at) - activation) * this.slope(activation));
    let first = weights.length;
    this.before ??= [...weights];
    for (const activations of layers.slice(0, -1).reverse()) {
      first -= activations.length * deltas.length;
      deltas = activations.map((activation, source) => {
        let error = 0;
        deltas.forEach((delta, k) => {
          const link = first + source * deltas.length + k;
          const old = weights[link];
          adjust[link] = rate * delta * activation + arch.momentum * adjust[link];
          weights[link] = Math.min(arch.max_weight, Math.max(arch.min_weight, old + adjust[link]));
          error += (habits.order === "textbook" ? old : weights[link]) * delta;
        });
        return error * this.slope(activation);
      });
    }
  }

  /* What it makes of the board of its last choice, as `NeuralPlayer.thought` has it. */
  thought(board) {
    const seen = (weights) => ({ layers: this.run(board, weights), weights: [...weights] });
    const then = seen(this.before ?? this.weights);
    const chosen = largest(then.layers.at(-1));
    return { ...then, after: this.before && seen(this.weights), chosen, open: board[chosen] === 0 };
  }
}

function largest(values) {
  return values.indexOf(Math.max(...values));
}
