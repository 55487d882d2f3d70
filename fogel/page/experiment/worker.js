// worker: several trials side by side, each generation of them recorded.

import { unpack } from "../package/unpack.js";
import { compiledModule, fastTrial, tablesOf } from "./trial.js";

const AT_ONCE = 5; // generations of a trial, before the next one has its turn

/* In a Worker: waits to be told settings and trials, and posts what was recorded, or what went wrong. */
export function workWhenAsked() {
  self.onmessage = async ({ data: { settings, trials } }) => {
    try {
      await unpack();
      work(settings, trials, (kept) => self.postMessage(kept));
    } catch (problem) {
      self.postMessage({ trouble: problem.message });
    }
  };
}

/* Evolves these trials, all at the same pace; `take(kept)` is given what they record. */
function work(settings, trials, take) {
  const [module, tables] = [compiledModule(), tablesOf(settings)];
  const recorders = trials.map((trial) => new Recorder(settings, trial, module, tables));
  for (let done = 0; done < settings.generations; done += AT_ONCE) {
    const count = Math.min(AT_ONCE, settings.generations - done);
    for (const recorder of recorders) take(recorder.record(count));
  }
}

/* A trial, and what is kept of each of its generations. */
class Recorder {
  constructor(settings, trial, module, tables) {
    Object.assign(this, { parents: settings.parents, trial, one: fastTrial(settings, trial, module, tables) });
    this.founderOf = new Int32Array(settings.parents * (settings.generations + 1) + 1); // by number
    this.last = 0; // the number of the best player before
  }

  /* Of so many more generations, arrays: of the best player its payoff, the exact expectation, its weights in one row,
   * null where it is the same as before; the mean number of hidden nodes; of each founder its descendants. */
  record(count) {
    const kept = { trial: this.trial, payoffs: [], exact: [], weights: [], nodes: [], families: [] };
    for (let generation = 0; generation < count; generation++) {
      const { one } = this;
      one.evolve();
      const { nodes, numbers, slots } = one.arrays;
      const alive = slots.subarray(0, one.networks);
      const number = numbers[slots[one.best]];
      kept.payoffs.push(one.bestPayoff);
      kept.exact.push(one.expectedPayoff(one.best));
      kept.weights.push(number === this.last ? null : this.weightsOf(one.best));
      kept.nodes.push(alive.reduce((sum, slot) => sum + nodes[slot], 0) / one.networks);
      kept.families.push(this.familiesOf([...alive].map((slot) => numbers[slot])));
      this.last = number;
    }
    return kept;
  }

  weightsOf(row) {
    const { hidden, output } = this.one.weights(row);
    return Float64Array.from([...hidden, ...output].flat());
  }

  /* How many descend from each founder. */
  familiesOf(numbers) {
    const counts = new Uint16Array(this.parents);
    for (const number of numbers) { // parents come before their children
      const parent = this.one.arrays.parent_of[number - 1];
      this.founderOf[number] ||= parent ? this.founderOf[parent] : number;
      counts[this.founderOf[number] - 1] += 1;
    }
    return counts;
  }
}
