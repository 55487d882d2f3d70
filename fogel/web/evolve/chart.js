// chart: the curve as it grows, and families as bands, drawn on canvas.

import { DATA, range, total } from "../package/base.js";
import { number } from "../screen/screen.js";

export const BAND_FROM = 5; // trials: of fewer the interval of the mean hides the curves
const BELOW = 0.29; // of the way from the most to the least payoff: as deep as the curve has room
const MARGIN = { left: 50, right: 14, top: 12, bottom: 38 };

export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/* A canvas as large as it is shown: {context, width, height} in the page's pixels, and empty. */
export function cleared(canvas) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = window.devicePixelRatio || 1;
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  context.lineJoin = "round";
  return { context, width, height };
}

/* From generations and payoffs to pixels: {x, y, left, right, top, bottom, least, most}. */
function scales({ width, height }, first, last, least, most) {
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const [top, bottom] = [MARGIN.top, height - MARGIN.bottom];
  return {
    left, right, top, bottom, least, most, first, last,
    x: (generation) => left + ((generation - first) / Math.max(1, last - first)) * (right - left),
    y: (value) => bottom - ((value - least) / (most - least)) * (bottom - top),
  };
}

/* Round numbers from `least` to `most`, about so many. */
function ticks(least, most, count) {
  if (most <= least) return [least];
  const rough = (most - least) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough);
  const from = Math.ceil(least / step);
  return range(Math.floor(most / step) - from + 1).map((at) => Number(((from + at) * step).toPrecision(12)));
}

function drawAxes(context, scale, { across, up }) {
  const { left, right, top, bottom, least, most, first, last, x, y } = scale;
  Object.assign(context, { fillStyle: colour("muted"), strokeStyle: colour("hair"), lineWidth: 1 });
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const value of up ? ticks(least, most, Math.max(2, (bottom - top) / 45)) : []) {
    line(context, [[left, y(value)], [right, y(value)]]);
    context.fillText(up(value), left - 10, y(value));
  }
  context.textAlign = "center";
  context.textBaseline = "top";
  const round = ticks(first, last, Math.max(2, (right - left) / 60));
  for (const value of [first, ...round.filter((one) => one > first && Number.isInteger(one))]) {
    context.fillText(value.toLocaleString("en"), x(value), bottom + 6);
  }
  context.fillText(across, (left + right) / 2, bottom + 22);
}

export function line(context, points) {
  context.beginPath();
  points.forEach(([x, y], at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.stroke();
}

/* [[x, y]] of the first `shown` of values by generation, no more of them than there are pixels. */
function pointsOf(values, shown, { x, y, left, right }) {
  const every = Math.max(1, Math.floor(values.length / (right - left)));
  return range(shown).filter((at) => at % every === 0 || at === shown - 1).map((at) => [x(at + 1), y(values[at])]);
}

/* The payoffs that the chart has room for: those that count, and means and guesses beyond them; from `bottom` on, if
 * that is said. */
function payoffRange(settings, recording, guess, goal, bottom) {
  const payoffs = [settings.win_payoff, settings.tie_payoff, settings.loss_payoff].map((one) => one * settings.games);
  const [worst, most] = [Math.min(...payoffs), Math.max(...payoffs)];
  if (bottom !== undefined) return [bottom, most];
  const seen = recording ? [...recording.means, ...recording.exactMeans] : [];
  const aimed = [...guess, goal].filter((value) => value !== null);
  const lowest = Math.min(most - BELOW * (most - worst), ...seen, ...aimed);
  return most > lowest ? [lowest, most] : [lowest - 1, most + 1];
}

/* The curve up to the generation that is shown; `goal` is what a guest is worth, or null. */
export function drawCurve(canvas, { settings, recording, trial, guess, goal = null, least: bottom }, shown) {
  const drawn = cleared(canvas);
  const { context } = drawn;
  const scale = scales(drawn, 1, settings.generations, ...payoffRange(settings, recording, guess, goal, bottom));
  drawAxes(context, scale, { across: "generation", up: (value) => number(value, 0) });
  context.save();
  context.beginPath();
  context.rect(0, 0, drawn.width, scale.bottom + 5); // no curve runs into the numbers below
  context.clip();
  if (recording && shown) drawRun(context, scale, recording, trial, shown);
  if (goal !== null) drawGoal(context, scale, goal);
  context.restore();
  return scale;
}

function drawRun(context, scale, { trials, means, halves, exactMeans }, trial, shown) {
  context.globalAlpha = 0.3;
  Object.assign(context, { strokeStyle: colour("muted"), lineWidth: 0.75 });
  for (const { payoffs } of trials) line(context, pointsOf(payoffs, shown, scale));
  context.globalAlpha = 1;
  Object.assign(context, { strokeStyle: colour("ink"), lineWidth: 1 });
  if (trials.length > 1) line(context, pointsOf(trials[trial].payoffs, shown, scale));
  if (trials.length >= BAND_FROM) {
    const above = pointsOf(means.map((mean, at) => mean + halves[at]), shown, scale);
    const below = pointsOf(means.map((mean, at) => mean - halves[at]), shown, scale).reverse();
    area(context, [...above, ...below], colour("seen"), 0.25);
  }
  Object.assign(context, { strokeStyle: colour("exact"), lineWidth: 2 });
  line(context, pointsOf(exactMeans, shown, scale));
  Object.assign(context, { strokeStyle: colour("seen"), lineWidth: 2.75 });
  line(context, pointsOf(means, shown, scale));
  context.fillStyle = colour("seen");
  context.beginPath();
  context.arc(scale.x(shown), scale.y(means[shown - 1]), 4.5, 0, 2 * Math.PI);
  context.fill();
}

/* What a guest is worth, as a line to be reached. */
function drawGoal(context, { x, y, left, right }, goal) {
  Object.assign(context, { strokeStyle: colour("exact"), fillStyle: colour("exact"), lineWidth: 1.5 });
  context.setLineDash([2, 4]);
  line(context, [[left, y(goal)], [right, y(goal)]]);
  context.setLineDash([]);
  Object.assign(context, { textAlign: "right", textBaseline: "bottom" });
  context.fillText(`to beat: ${number(goal, 1)}`, right, y(goal) - 3);
}

/* A filled shape. */
function area(context, points, style, alpha) {
  Object.assign(context, { fillStyle: style, globalAlpha: alpha });
  context.beginPath();
  points.forEach(([x, y], at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.fill();
  context.globalAlpha = 1;
}

/* The descendants of each founder of a trial, a band each, until some time after there is one family left. */
export function drawFamilies(canvas, { settings, recording, trial }, shown) {
  const drawn = cleared(canvas);
  const { context } = drawn;
  const [families, end] = recording ? [recording.trials[trial].families, recording.fixation(trial)] : [[], null];
  const last = Math.min(settings.generations, end ? Math.ceil(1.25 * end) + 1 : Math.max(10, families.length));
  const scale = scales(drawn, 0, last, 0, 1);
  const columns = [Array(settings.parents).fill(1 / settings.parents)];
  for (const counts of families.slice(0, Math.min(shown, last))) {
    const everybody = total([...counts]);
    columns.push([...counts].map((count) => count / everybody));
  }
  drawAxes(context, scale, { across: "generation", up: (value) => `${Math.round(100 * value)} %` });
  if (!recording || !shown) return;
  const sums = columns.map(() => 0);
  const edge = () => sums.map((sum, at) => [scale.x(at), scale.y(sum)]);
  range(settings.parents).forEach((founder) => {
    if (!columns.some((shares) => shares[founder])) return;
    const lower = edge();
    columns.forEach((shares, at) => (sums[at] += shares[founder]));
    const band = [...lower, ...edge().reverse()];
    area(context, band, DATA.colours[founder % DATA.colours.length], founder % 2 ? 0.55 : 0.8);
  });
}
