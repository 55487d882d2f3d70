// Chapter 5: a network's fate in one draw of rivals after another.

import { DATA, listed, range, total } from "../package/base.js";
import { Generator } from "../package/random.js";
import { drawRivals, rank, secondRound, survivors } from "../package/selection.js";
import { $, element, number, plural, set, svg } from "../screen/screen.js";
import { knob, numberField, pressable, slider, state, turn } from "./shared/knob.js";
import { between, part } from "./shared/motion.js";

const { rules: RULES, payoffs: PAYOFFS } = DATA;
const MOST_DRAWS = 500;
const [GROUND, RADIUS] = [112, 9]; // of the picture of the rivals
const ORDER = range(PAYOFFS.length).sort((a, b) => PAYOFFS[b] - PAYOFFS[a]); // the sort is stable
const NAMES = Object.fromEntries(Object.entries(DATA.named).map(([name, payoff]) => [PAYOFFS.indexOf(payoff), name]));
const [LEAST, BEST] = [Math.min(...PAYOFFS), Math.max(...PAYOFFS)];
const known = [];

/* What draw k of rivals makes of everybody: whom they met, their scores, and the rows that survive. */
function round(k) {
  if (!known[k]) {
    const rng = new Generator(DATA.seed, [k], null);
    const rivals = drawRivals(PAYOFFS.length, rng, RULES);
    const scores = secondRound(PAYOFFS, rivals, RULES);
    known[k] = { rivals, scores, surviving: new Set(survivors(scores, rank(scores, rng, RULES), RULES)) };
  }
  return known[k];
}

/* How often the network in this row got each score, and survived with it: [[times, of them survived], ...] by score. */
function tally(row, draws) {
  const counts = range(RULES.rivals + 1).map(() => [0, 0]);
  for (const { scores, surviving } of range(draws).map((k) => round(k + 1))) {
    counts[scores[row]][0] += 1;
    if (surviving.has(row)) counts[scores[row]][1] += 1;
  }
  return counts;
}

const minus = (value) => number(value, 0);
const nameOf = (row) => (NAMES[row] ? `${NAMES[row]}: ` : "");
const placeWords = (place) => `${nameOf(ORDER[place - 1])}place ${place}, payoff ${minus(PAYOFFS[ORDER[place - 1]])}`;
const across = (payoff) => 36 + (528 * (payoff - LEAST)) / (BEST - LEAST);

function build() {
  const again = (times) => () => turn({ draws: Math.min(MOST_DRAWS, state.draws + times) }, times === 1);
  const line = svg("svg", { id: "line", viewBox: `0 0 600 ${GROUND + 34}`, role: "img" });
  const bars = svg("svg", { id: "bars", viewBox: "0 0 600 152", "aria-hidden": "true" });
  const places = { least: 1, most: PAYOFFS.length, step: 1 };
  const compared = element("figcaption", {}, "The network that is compared, and its ten rivals of this draw, by payoff: green ones have a lower one");
  $("knob").append(
    element("figure", { class: "answer" }, compared, line),
    element("p", { class: "row" },
      pressable("Draw the rivals again", again(1), { class: "primary", id: "again" }),
      pressable("Twenty times", again(20), { id: "often" })),
    slider("place", "network", places, placeWords, (place) => turn({ place })),
    element("figure", {}, element("figcaption", {}, "its scores in all draws so far; blue: it survived"), bars),
  );
}

/* Each rival as [row, x, y]: above the ground by its payoff, and above an earlier one where that would hide it. */
function heaped(rivals) {
  const placed = [];
  for (const row of rivals) {
    const x = across(PAYOFFS[row]);
    const near = placed.filter(([, other]) => Math.abs(other - x) < 2 * RADIUS + 1).map(([, , y]) => y);
    let y = GROUND - 20;
    while (near.some((taken) => Math.abs(taken - y) < 2 * RADIUS)) y -= 2 * RADIUS + 2;
    placed.push([row, x, y]);
  }
  return placed;
}

/* The rivals that are drawn by then, and how many of them have a lower payoff. */
function drawnBy(share, row, rivals) {
  const drawn = rivals.slice(0, Math.min(rivals.length, Math.ceil(share * rivals.length)));
  return { drawn, score: drawn.filter((one) => PAYOFFS[one] < PAYOFFS[row]).length };
}

/* The rivals come out of the hat one after the other, fall onto the line, and are counted. */
function frame(share) {
  const row = ORDER[state.place - 1];
  const rivals = round(state.draws).rivals[row];
  const { drawn, score } = drawnBy(share, row, rivals);
  const ticks = ORDER.map((one) => svg("path", { class: "other", d: `M${across(PAYOFFS[one]).toFixed(1)} ${GROUND - 4}v8` }));
  const discs = heaped(rivals).slice(0, drawn.length).map(([one, cx, y], at) => {
    const fallen = between(part(share, at, rivals.length), 0, 1);
    return svg("circle", { class: PAYOFFS[one] < PAYOFFS[row] ? "below" : "above", cx, cy: 8 + fallen * (y - 8), r: RADIUS });
  });
  const x = across(PAYOFFS[row]);
  const own = [
    svg("path", { class: "at", d: `M${x} 12V${GROUND}` }),
    svg("circle", { class: "own", cx: x, cy: GROUND, r: 13 }),
    svg("text", { class: "name", x, y: GROUND + 5 }, NAMES[row] ?? ""),
  ];
  const ends = [LEAST, BEST].map((payoff) => svg("text", { x: across(payoff), y: GROUND + 30 }, minus(payoff)));
  const side = x > 300 ? -1 : 1;
  const words = svg("text", { class: "score", x: x + side * 14, y: 18, style: `text-anchor: ${side < 0 ? "end" : "start"}` }, `score ${score}`);
  $("line").replaceChildren(...ticks, ...discs, ...own, ...ends, words);
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
  const { rivals, scores, surviving } = round(draws);
  const counts = tally(row, draws);
  $("place").parentElement.show(place);
  frame(1);
  drawBars(counts);
  const lower = `${scores[row]} of its ten rivals have a lower payoff`;
  set($("line"), { "aria-label": `${placeWords(place)}: ${lower}; their payoffs are ${listed(rivals[row].map((one) => minus(PAYOFFS[one])))}` });
  set($("again"), { "aria-disabled": draws === MOST_DRAWS && "true" });
  const now = `${surviving.has(row) ? "It survives" : "It is out"}: ${lower}.`;
  const often = total(counts.map(([, on]) => on));
  return `${now} It survived in ${often} of ${plural(draws, "draw")}.`;
}

knob({ place: numberField(18, 1, PAYOFFS.length), draws: numberField(1, 1, MOST_DRAWS) }, build, draw, { seconds: 3, again: 1.5, frame });
