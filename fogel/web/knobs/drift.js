// Chapter 4: how many hidden nodes a population has if chance alone decides who lives on.

import { DATA, range, total } from "../package/base.js";
import { Generator } from "../package/random.js";
import { changeStructure } from "../package/replication.js";
import { rank, survivors } from "../package/selection.js";
import { $, element, number, svg } from "../screen/screen.js";
import { knob, numberField, pressable, state, turn } from "./shared/knob.js";

const { rules: RULES } = DATA;
const GENERATIONS = 300;
const SHOWN = 10; // populations
const MOST_POPULATIONS = 1000;
const MIDDLE = (RULES.min_hidden + RULES.max_hidden) / 2;
const [LEFT, WIDE, TOP, HIGH] = [46, 532, 20, 164];
const known = new Map();

/* The hidden nodes of a child: replication's own step, on a network that has nodes and no weights. */
function nodesOfChild(nodes, rng) {
  return changeStructure({ hidden: Array(nodes).fill(null), output: [] }, rng, RULES).hidden.length;
}

/* The mean number of hidden nodes of parents and children, generation by generation; all have the same score. */
function meansOf(population) {
  const rng = new Generator(DATA.seed, [population], null);
  let parents = range(RULES.parents).map(() => rng.integer(RULES.min_hidden, RULES.max_hidden));
  return range(GENERATIONS).map(() => {
    const everybody = [...parents, ...parents.map((nodes) => nodesOfChild(nodes, rng))];
    const scores = everybody.map(() => 0);
    parents = survivors(scores, rank(scores, rng, RULES), RULES).map((row) => everybody[row]);
    return total(everybody) / everybody.length;
  });
}

function knownMeans(population) {
  if (!known.has(population)) known.set(population, meansOf(population));
  return known.get(population);
}

const heightOf = (nodes) => TOP + (HIGH * (RULES.max_hidden - nodes)) / (RULES.max_hidden - RULES.min_hidden);
const placeOf = (at) => LEFT + (WIDE * at) / (GENERATIONS - 1);

function axes() {
  const text = (x, y, words, anchor) => svg("text", { x, y, "text-anchor": anchor }, words);
  const level = (nodes) => svg("path", { class: nodes === MIDDLE ? "middle" : "edge", d: `M${LEFT} ${heightOf(nodes)}h${WIDE}` });
  const numbers = [RULES.min_hidden, MIDDLE, RULES.max_hidden].map((nodes) => text(LEFT - 6, heightOf(nodes) + 5, nodes, "end"));
  const times = [1, 100, 200, 300].map((generation) => text(placeOf(generation - 1), TOP + HIGH + 24, generation, "middle"));
  return [...[RULES.min_hidden, MIDDLE, RULES.max_hidden].map(level), ...numbers, ...times];
}

function build() {
  const plot = svg("svg", { id: "plot", viewBox: "0 0 610 212", "aria-hidden": "true" }, ...axes(), svg("g", { id: "runs" }));
  const caption = "hidden nodes, mean of a hundred networks, over 300 generations";
  const more = (count) => () => turn({ population: ((state.population + count - 1) % MOST_POPULATIONS) + 1 }, true);
  $("knob").append(
    element("figure", { class: "answer" }, element("figcaption", {}, caption), plot),
    element("p", { class: "row" },
      pressable("Ten populations", more(SHOWN), { class: "primary", id: "ten" }),
      pressable("Another one", more(1), { id: "another" })),
  );
}

/* The populations that are shown, as [number, means]. */
function shown() {
  const numbers = range(SHOWN).map((back) => state.population - back).filter((one) => one > 0).reverse();
  return numbers.map((number) => [number, knownMeans(number)]);
}

/* Each goes its way, from generation to generation; at the end a dot says where it got. */
function frame(share) {
  const runs = shown();
  const until = 1 + Math.round(share * (GENERATIONS - 1));
  const lines = runs.map(([, means], at) => {
    const points = means.slice(0, until).map((value, k) => `${placeOf(k).toFixed(1)} ${heightOf(value).toFixed(1)}`);
    return svg("path", { class: at === runs.length - 1 ? "newest" : "old", d: `M${points.join("L")}` });
  });
  const dots = runs.map(([, means]) => svg("circle", { cx: placeOf(until - 1), cy: heightOf(means[until - 1]), r: 4 }));
  $("runs").replaceChildren(...lines, ...dots);
}

function draw({ population }) {
  frame(1);
  const ends = shown().map(([, means]) => means.at(-1));
  const first = `Population ${population} ends with ${number(ends.at(-1), 1)} nodes on average.`;
  if (ends.length === 1) return first;
  const low = ends.filter((end) => end < MIDDLE - 1).length;
  const high = ends.filter((end) => end > MIDDLE + 1).length;
  const [least, most] = [Math.min, Math.max].map((pick) => number(pick(...ends), 1));
  return `${first} Of the ${ends.length} shown ${low} end below ${number(MIDDLE - 1, 1)} and ${high} above ${number(MIDDLE + 1, 1)}, between ${least} and ${most}.`;
}

knob({ population: numberField(1, 1, MOST_POPULATIONS) }, build, draw, { seconds: 3, again: 2, frame });
