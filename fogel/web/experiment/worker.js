// worker: several trials side by side, each generation of them recorded.

import { GAME } from "../package/base.js";
import { unpack } from "../package/unpack.js";
import { gainOf } from "./exact.js";
import { compiledModule, fastTrial, tablesOf } from "./trial.js";

const AT_ONCE = 5; // generations of a trial, before the next one has its turn

/* In a Worker: waits to be told settings, trials and whether everybody is to be recorded; posts that, or what went
 * wrong. */
export function workWhenAsked() {
  self.onmessage = async ({ data: { settings, trials, everybody = false } }) => {
    try {
      await unpack();
      work(settings, trials, everybody, (kept) => self.postMessage(kept));
    } catch (problem) {
      self.postMessage({ trouble: problem.message });
    }
  };
}

/* Evolves these trials, all at the same pace; `take(kept)` is given what they record, and of another game than the standard
 * one, with trial 0, what there is to gain. */
function work(settings, trials, everybody, take) {
  const [module, tables] = [compiledModule(), tablesOf(settings)];
  if (GAME && trials.includes(0)) take({ gain: gainOf(tables, settings) });
  const recorders = trials.map((trial) => new Recorder(settings, trial, module, tables, everybody));
  for (let done = 0; done < settings.generations; done += AT_ONCE) {
    const count = Math.min(AT_ONCE, settings.generations - done);
    for (const recorder of recorders) take(recorder.record(count));
  }
}

/* A trial, and what is kept of each of its generations. */
class Recorder {
  constructor(settings, trial, module, tables, everybody) {
    const one = fastTrial(settings, trial, module, tables);
    Object.assign(this, { parents: settings.parents, trial, one, tables, everybody });
    this.founderOf = new Int32Array(settings.parents * (settings.generations + 1) + 1); // by number
    this.last = 0; // the number of the best player before
  }

  /* Of so many more generations, arrays: of the best player its payoff, the exact expectation, its weights in one row,
   * null where it is the same as before; of each founder its descendants; and, if that is wanted, everybody. */
  record(count) {
    const kept = { trial: this.trial, payoffs: [], exact: [], weights: [], families: [] };
    for (let generation = 0; generation < count; generation++) {
      const { one } = this;
      one.evolve();
      const { numbers, slots } = one.arrays;
      const alive = slots.subarray(0, one.networks);
      const number = numbers[slots[one.best]];
      kept.payoffs.push(one.bestPayoff);
      kept.exact.push(one.expectedPayoff(one.best));
      kept.weights.push(number === this.last ? null : Float64Array.from(one.weights(one.best)));
      kept.families.push(this.familiesOf([...alive].map((slot) => numbers[slot])));
      if (this.everybody) (kept.everybody ??= []).push(this.everybodyOf(alive));
      this.last = number;
    }
    return kept;
  }

  /* All networks, row by row: their numbers, their parents' (0 of founders), payoffs, the squares into which they open,
   * and whether they survive; and the row of the best player. */
  everybodyOf(alive) {
    const { one, tables } = this;
    const { numbers, parent_of: parentOf, payoffs, answers, survivors, slots } = one.arrays;
    const asked = answers.length / slots.length;
    const goOn = new Uint8Array(alive.length);
    for (const row of survivors.subarray(0, alive.length / 2)) goOn[row] = 1;
    return {
      numbers: Uint32Array.from(alive, (slot) => numbers[slot]),
      parents: Uint32Array.from(alive, (slot) => parentOf[numbers[slot] - 1]),
      payoffs: Float64Array.from(payoffs.subarray(0, alive.length)),
      openings: Uint8Array.from(alive, (slot) => tables.after[0].indexOf(answers[slot * asked])),
      goOn,
      best: one.best,
    };
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
