// recording: what the trials have done so far, by generation, so that it can be shown, and shown again.
// twin of fogel.core.intervals.mean_and_half_width
// twin of fogel.core.network_files.SavableNetwork.to_text

import { FORMAT, VERSION } from "../package/champion.js";
import { DATA, range, total } from "../package/base.js";
import { startWorkers } from "../screen/workers.js";
import { networkOf } from "./carried.js";

export class Recording {
  constructor(settings) {
    this.settings = settings;
    this.trials = range(settings.trials).map(() => ({ payoffs: [], exact: [], weights: [], families: [] }));
    Object.assign(this, { means: [], halves: [], exactMeans: [], gain: null });
  }

  /* Takes what a worker's Recorder made, or what it says that there is to gain. */
  add({ trial, gain, ...kept }) {
    if (gain) this.gain = gain;
    if (gain) return;
    const there = this.trials[trial];
    const { weights } = kept;
    weights.forEach((row, at) => (weights[at] = row ?? weights[at - 1] ?? there.weights.at(-1)));
    for (const [name, values] of Object.entries(kept)) there[name].push(...values);
    const length = Math.min(...this.trials.map(({ payoffs }) => payoffs.length));
    for (let at = this.length; at < length; at++) this.summarise(at);
  }

  /* How many generations every trial has done. */
  get length() {
    return this.means.length;
  }

  /* The mean over the trials and half the width of its 95 % interval, which one trial has not. */
  summarise(at) {
    const values = this.trials.map(({ payoffs }) => payoffs[at]);
    const count = values.length;
    const mean = total(values) / count;
    const deviation = Math.sqrt(total(values.map((value) => (value - mean) ** 2)) / (count - 1));
    this.means.push(mean);
    this.halves.push(count > 1 ? (DATA.student[count - 2] * deviation) / Math.sqrt(count) : null);
    this.exactMeans.push(total(this.trials.map(({ exact }) => exact[at])) / count);
  }

  /* The best player of a generation, which counts from 1. */
  network(trial, generation) {
    return networkOf([...this.trials[trial].weights[generation - 1]], generation);
  }

  /* The trial whose best player of a generation is worth most, exactly. */
  bestTrial(generation) {
    const payoffs = this.trials.map(({ exact }) => exact[generation - 1]);
    return payoffs.indexOf(Math.max(...payoffs));
  }

  /* The first generation in which all of a trial descend from one founder, or null. */
  fixation(trial) {
    const { families } = this.trials[trial];
    const of = families.findIndex((counts) => counts.filter(Boolean).length === 1);
    return of < 0 ? null : of + 1;
  }

  /* The champion file of a generation's best player, as text. */
  championText(trial, generation) {
    const { settings, trials } = this;
    const { hiddenWeights, outputWeights } = this.network(trial, generation);
    const champion = {
      format: FORMAT,
      version: VERSION,
      hidden_weights: hiddenWeights,
      output_weights: outputWeights,
      settings,
      seed: settings.seed,
      trial,
      generation,
      payoff: trials[trial].payoffs[generation - 1],
      versions: DATA.versions,
    };
    return `${JSON.stringify(champion, null, 1)}\n`;
  }
}

/* Lets workers, one a core, do all trials; `take(kept)` is given what they record. Returns what stops them. */
export function shareOut(settings, take, fail) {
  const count = Math.min(settings.trials, navigator.hardwareConcurrency || 1);
  const share = (at) => range(settings.trials).filter((trial) => trial % count === at);
  return startWorkers(range(count).map((at) => ({ settings, trials: share(at) })), take, fail);
}
