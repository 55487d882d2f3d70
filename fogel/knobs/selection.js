// Chapter 5: a network's fate in one draw of rivals after another.

import { DATA, range, total } from "../page/package/ground.js";
import { Generator } from "../page/package/random.js";
import { drawRivals, rank, secondRound, survivors } from "../page/package/selection.js";
import { $, element, number, plural, set, svg } from "../page/screen/screen.js";
import { knob, numberField, pressable, slider, state, turn } from "./shared/knob.js";

const { rules: RULES, payoffs: PAYOFFS } = DATA;
const MOST_DRAWS = 500;
const ORDER = range(PAYOFFS.length).sort((a, b) => PAYOFFS[b] - PAYOFFS[a]); // the sort is stable
const NAMES = Object.fromEntries(Object.entries(DATA.named).map(([name, payoff]) => [PAYOFFS.indexOf(payoff), name]));
const [LEAST, BEST] = [Math.min(...PAYOFFS), Math.max(...PAYOFFS)];
const known = [];

/* What draw k of rivals makes of everybody: whom they met, their scores, and the rows that go on. */
function round(k) {
  if (!known[k]) {
    const rng = new Generator(DATA.seed, [k], null);
    const rivals = drawRivals(PAYOFFS.length, rng, RULES);
    const scores = secondRound(PAYOFFS, rivals, RULES);
    known[k] = { rivals, scores, goOn: new Set(survivors(scores, rank(scores, rng, RULES), RULES)) };
  }
  return known[k];
}

/* How often the network in this row got each score, and went on with it: [[times, of them on], ...] by score. */
function tally(row, draws) {
  const counts = range(RULES.rivals + 1).map(() => [0, 0]);
  for (const { scores, goOn } of range(draws).map((k) => round(k + 1))) {
    counts[scores[row]][0] += 1;
    if (goOn.has(row)) counts[scores[row]][1] += 1;
  }
  return counts;
}

const minus = (value) => number(value, 0);
const nameOf = (row) => (NAMES[row] ? `${NAMES[row]}: ` : "");
const placeWords = (place) => `${nameOf(ORDER[place - 1])}place ${place}, payoff ${minus(PAYOFFS[ORDER[place - 1]])}`;
const across = (payoff) => 12 + (576 * (payoff - LEAST)) / (BEST - LEAST);

function build() {
  const again = (times) => () => turn({ draws: Math.min(MOST_DRAWS, state.draws + times) });
  const line = svg("svg", { id: "line", viewBox: "0 0 600 56", "aria-hidden": "true" });
  const bars = svg("svg", { id: "bars", viewBox: "0 0 600 152", "aria-hidden": "true" });
  const places = { least: 1, most: PAYOFFS.length, step: 1 };
  $("knob").append(
    slider("place", "network", places, placeWords, (place) => turn({ place })),
    element("figure", {}, element("figcaption", {}, "its ten rivals of this draw, by payoff: those below it are green"), line),
    element("figure", {}, element("figcaption", {}, "its scores in all draws so far; blue: it went on"), bars),
    element("p", { class: "row" },
      pressable("Draw the rivals again", again(1), { class: "primary", id: "again" }),
      pressable("Twenty times", again(20), { id: "often" })),
  );
}

function drawLine(row, rivals) {
  const tick = (one, name) => svg("path", { class: name, d: `M${across(PAYOFFS[one])} ${name === "other" ? 22 : 10}v${name === "other" ? 12 : 36}` });
  const rival = (one) => tick(one, PAYOFFS[one] < PAYOFFS[row] ? "below" : "above");
  const own = svg("circle", { cx: across(PAYOFFS[row]), cy: 28, r: 8 });
  $("line").replaceChildren(...ORDER.map((one) => tick(one, "other")), ...rivals.map(rival), own);
}

function drawBars(counts) {
  const most = Math.max(...counts.map(([times]) => times));
  const bar = (score, from, times, name) => {
    const height = (94 * times) / most;
    return svg("rect", { class: name, x: 14 + 53 * score, y: 124 - (94 * from) / most - height, width: 42, height });
  };
  const text = (score, y, words) => svg("text", { x: 35 + 53 * score, y, "text-anchor": "middle" }, words);
  $("bars").replaceChildren(...counts.flatMap(([times, on], score) => [
    bar(score, 0, on, "on"),
    bar(score, on, times - on, "out"),
    ...(times ? [text(score, 118 - (94 * times) / most, times)] : []),
    text(score, 147, score),
  ]));
}

function draw({ place, draws }) {
  const row = ORDER[place - 1];
  const { rivals, scores, goOn } = round(draws);
  const counts = tally(row, draws);
  $("place").parentElement.show(place);
  drawLine(row, rivals[row]);
  drawBars(counts);
  set($("again"), { "aria-disabled": draws === MOST_DRAWS && "true" });
  const now = `${goOn.has(row) ? "It goes on" : "It is out"}: ${scores[row]} of its ten rivals have a lower payoff.`;
  const often = total(counts.map(([, on]) => on));
  return `${now} It went on in ${often} of ${plural(draws, "draw")}.`;
}

knob({ place: numberField(18, 1, PAYOFFS.length), draws: numberField(1, 1, MOST_DRAWS) }, build, draw);
