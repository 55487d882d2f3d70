// Chapter 4: how many hidden nodes a population has if chance alone decides who lives on.

import { DATA, range, total } from "../page/package/ground.js";
import { Generator } from "../page/package/random.js";
import { changeStructure } from "../page/package/replication.js";
import { rank, survivors } from "../page/package/selection.js";
import { $, element, number, svg } from "../page/screen/screen.js";
import { knob, numberField, pressable, state, turn } from "./shared/knob.js";

const { rules: RULES } = DATA;
const GENERATIONS = 300;
const SHOWN = 8; // populations
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
  const level = (nodes) => svg("path", { class: nodes === 5.5 ? "middle" : "edge", d: `M${LEFT} ${heightOf(nodes)}h${WIDE}` });
  const numbers = [1, 5.5, 10].map((nodes) => text(LEFT - 6, heightOf(nodes) + 5, nodes, "end"));
  const times = [1, 100, 200, 300].map((generation) => text(placeOf(generation - 1), TOP + HIGH + 24, generation, "middle"));
  return [...[1, 5.5, 10].map(level), ...numbers, ...times];
}

function build() {
  const plot = svg("svg", { id: "plot", viewBox: "0 0 610 212", "aria-hidden": "true" }, ...axes(), svg("g", { id: "runs" }));
  const caption = "hidden nodes, mean of a hundred networks, over 300 generations";
  $("knob").append(
    element("figure", {}, element("figcaption", {}, caption), plot),
    pressable("Another population", () => turn({ population: (state.population % 1000) + 1 }), { class: "primary" }),
  );
}

function draw({ population }) {
  const shown = range(SHOWN).map((back) => population - back).filter((one) => one > 0).reverse();
  const runs = shown.map(knownMeans);
  $("runs").replaceChildren(...runs.map((means, at) => {
    const points = means.map((mean, k) => `${placeOf(k).toFixed(1)} ${heightOf(mean).toFixed(1)}`);
    return svg("path", { class: at === runs.length - 1 ? "newest" : "old", d: `M${points.join("L")}` });
  }));
  const ends = runs.map((means) => number(means.at(-1), 1));
  const first = `Population ${population} ends with ${ends.at(-1)} nodes on average.`;
  if (shown.length === 1) return first;
  const [low, high] = [Math.min, Math.max].map((pick) => number(pick(...runs.map((means) => means.at(-1))), 1));
  return `${first} The ${shown.length} shown end between ${low} and ${high}.`;
}

knob({ population: numberField(1, 1, 1000) }, build, draw);
