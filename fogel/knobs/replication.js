// Chapter 4: a parent beside one child after another.

import { DATA, range } from "../page/package/ground.js";
import { Generator } from "../page/package/random.js";
import { randomWeights, replicateWeights } from "../page/package/replication.js";
import { unpack } from "../page/package/unpack.js";
import { $, element, number, svg } from "../page/screen/screen.js";
import { knob, numberField, pressable, state, turn } from "./shared/knob.js";

const RULES = DATA.rules;
const NODES = 4; // of the parent
const MOST = 0.6; // the weight that has the full colour
const STRONGER = 4; // how much more colour a mistake has
let parent = null;

/* Draws as the package's: the parent's without a number, each child's with its own. */
const drawsOf = (...key) => new Generator(DATA.seed, key, DATA.ziggurat);

function childOf(number) {
  return replicateWeights(parent, drawsOf(number), RULES);
}

/* A network node by node: the ten weights that lead into it, the nine that lead out. */
function byNode({ hidden, output }) {
  return hidden.map((row, node) => [...row, ...output.map((out) => out[node])]);
}

const farthest = (changes) => Math.max(...changes.flat().map(Math.abs));
const less = (after, before) => after.map((row, at) => row.map((weight, k) => weight - before[at][k]));
const without = (rows, lost) => rows.filter((_, node) => node !== lost);

/* The parent's node that a child has no more, -1 if it has all: mistakes are small, so the others are easily known. */
function lostBy(after, before) {
  if (after.length >= before.length) return -1;
  const strangeness = range(before.length).map((lost) => farthest(less(after, without(before, lost))));
  return strangeness.indexOf(Math.min(...strangeness));
}

/* The child's nodes beside the parent's: null where one is gone or none was added. */
function aligned(child, lost) {
  const rows = [...child];
  if (lost >= 0) rows.splice(lost, 0, null);
  while (rows.length <= NODES) rows.push(null);
  return rows;
}

/* Strips, one a node, in the colours of weights; a node that is gone has an outline. */
function drawStrips(into, rows, most, gone) {
  const cells = rows.flatMap((row, node) => (row ?? []).map((weight, k) => {
    const strength = Math.min(1, Math.abs(weight) / most);
    const [x, y] = [10 * k, 14 * node];
    return svg("rect", { class: weight < 0 ? "minus" : "plus", x, y, width: 10, height: 11, "fill-opacity": strength });
  }));
  const outlines = rows.map((row, node) => [row, node]).filter(([row, node]) => row || node === gone).map(([row, node]) => {
    return svg("rect", { class: row ? "node" : "node gone", x: 0.5, y: 14 * node, width: 189, height: 11 });
  });
  into.replaceChildren(...cells, ...outlines);
}

const panel = (id, words) => element("figure", {}, element("figcaption", {}, words), svg("svg", { id, viewBox: "0 0 190 68", "aria-hidden": "true" }));

function build() {
  $("knob").append(
    element("div", { id: "family" }, panel("parent", "the parent"), panel("child", "the child"), panel("mistakes", "its mistakes, four times as dark")),
    pressable("Have another child", () => turn({ child: (state.child % 1000) + 1 }), { class: "primary" }),
  );
  drawStrips($("parent"), aligned(byNode(parent), -1), MOST);
}

function draw({ child }) {
  const made = childOf(child);
  const [nodes, before] = [byNode(made), byNode(parent)];
  const lost = lostBy(nodes, before);
  const gained = nodes.length > NODES;
  const changes = less(nodes.slice(0, NODES), without(before, lost));
  const biases = made.output.map((row, at) => row.at(-1) - parent.output[at].at(-1));
  drawStrips($("child"), aligned(nodes, lost), MOST, lost);
  drawStrips($("mistakes"), aligned(changes, lost), MOST / STRONGER, lost);
  const count = changes.flat().length + biases.length;
  const fate = gained ? "gained a node, blank because its weights are 0" : lost < 0 ? "kept its four nodes" : `lost node ${lost + 1}`;
  return `Child ${child} has ${fate}. The largest of its ${count} mistakes is ${number(farthest([changes.flat(), biases]), 3)}.`;
}

unpack().then(() => {
  parent = randomWeights(drawsOf(), { ...RULES, min_hidden: NODES, max_hidden: NODES });
  knob({ child: numberField(1, 1, 1000) }, build, draw);
});
