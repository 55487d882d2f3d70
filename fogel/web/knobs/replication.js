// Chapter 4: a parent beside one child after another.

import { DATA, range } from "../package/base.js";
import { Generator } from "../package/random.js";
import { randomWeights, replicateWeights } from "../package/replication.js";
import { unpack } from "../package/unpack.js";
import { $, element, number, set, svg } from "../screen/screen.js";
import { knob, numberField, pressable, state, turn } from "./shared/knob.js";
import { between } from "./shared/motion.js";
import { NODE, nodeStencils, stencil } from "./shared/stencil.js";

const RULES = DATA.rules;
const NODES = 4; // of the parent
const MOST = 0.6; // the weight that has the full colour
const STRONGER = 4; // how much more colour the noise has
const COLUMNS = { parent: 66, child: 204, noise: 342 };
const WIDTH = COLUMNS.noise + NODE.width + 2;
const [TOP, ROW] = [34, 46];
const COPIED = 0.35; // when the copy has come to its place
const CHANGED = 0.75; // ... and all noise is added; then a node comes or goes
let parent = null;

/* Draws as the package's: the parent's without a number, each child's with its own. */
const drawsOf = (...key) => new Generator(DATA.seed, key, DATA.ziggurat);

function childOf(number) {
  return replicateWeights(parent, drawsOf(number), RULES);
}

/* A network node by node: the ten weights that lead into it, the nine that lead out; and its nine output biases. */
function byNode({ hidden, output }) {
  return hidden.map((row, node) => [...row, ...output.map((out) => out[node])]);
}
const biasesOf = ({ output }) => output.map((row) => row.at(-1));

const farthest = (changes) => Math.max(...changes.flat().map(Math.abs));
const less = (after, before) => after.map((row, at) => row.map((weight, k) => weight - before[at][k]));
const without = (rows, lost) => rows.filter((_, node) => node !== lost);

/* The parent's node that a child has no more, -1 if it has all: the noise is small, so the others are easily known. */
function lostBy(after, before) {
  if (after.length >= before.length) return -1;
  const strangeness = range(before.length).map((lost) => farthest(less(after, without(before, lost))));
  return strangeness.indexOf(Math.min(...strangeness));
}

/* What became of each of the parent's weights: {noise, biases, lost, gained}; a lost node has no noise, null. */
function fateOf(child) {
  const made = childOf(child);
  const [nodes, before] = [byNode(made), byNode(parent)];
  const lost = lostBy(nodes, before);
  const noise = less(nodes.slice(0, NODES), without(before, lost));
  if (lost >= 0) noise.splice(lost, 0, null);
  const [after, then] = [biasesOf(made), biasesOf(parent)];
  return { noise, biases: after.map((bias, at) => bias - then[at]), lost, gained: nodes.length > NODES };
}

/* The child while it comes about: {nodes, biases, added}, the parent's weights with a share of their noise. */
function onTheWay({ noise, biases }, share) {
  const added = between(share, COPIED, CHANGED);
  const nodes = byNode(parent).map((row, node) => row.map((weight, k) => weight + added * (noise[node]?.[k] ?? 0)));
  return { nodes, biases: biasesOf(parent).map((bias, at) => bias + added * biases[at]), added };
}

const inRow = (x, row, parts, about = {}) => svg("g", { transform: `translate(${x} ${TOP + ROW * row})`, ...about }, ...parts);
const text = (x, y, words, about = {}) => svg("text", { x, y, ...about }, words);

function build() {
  const rows = range(NODES).map((node) => text(0, TOP + ROW * node + 23, `node ${node + 1}`));
  const heads = [["parent", "parent"], ["child", "child"], ["noise", `noise, ×${STRONGER}`]];
  const titles = heads.map(([id, words]) => text(COLUMNS[id], 13, words, { class: "head" }));
  set(titles.at(-1), { x: WIDTH, "text-anchor": "end" }); // on a phone it is wider than its column
  const ends = [text(COLUMNS.parent, 29, "in"), text(COLUMNS.parent + NODE.out, 29, "out")];
  const biases = text(0, TOP + ROW * (NODES + 1) + 23, "outputs");
  const groups = ["parent", "child", "noise"].map((id) => svg("g", { id }));
  const size = `0 0 ${WIDTH} ${TOP + ROW * (NODES + 2) - 8}`;
  const picture = svg("svg", { id: "family", viewBox: size, role: "img" }, ...titles, ...ends, ...rows, biases, ...groups);
  const more = () => turn({ child: (state.child % 1000) + 1 }, true);
  const key = element("figcaption", {}, "Blue is above 0, orange below, and the stronger the colour, the farther.");
  $("knob").append(
    element("figure", { class: "answer" }, picture, key),
    pressable("Have another child", more, { class: "primary" }),
  );
  $("parent").append(...drawNodes(COLUMNS.parent, byNode(parent), biasesOf(parent), MOST));
}

/* The nodes of a network below each other, and at the bottom the biases of its outputs. */
function drawNodes(x, nodes, biases, most) {
  return [...nodes.map((row, node) => inRow(x, node, row ? nodeStencils(row, most) : [])), inRow(x, NODES + 1, stencil(biases, NODE.out, most))];
}

/* A child while it comes about: first a copy, which moves to its place; then the noise is added; then a node more, or one less. */
function frame(share) {
  const fate = fateOf(state.child);
  const { nodes, biases, added } = onTheWay(fate, share);
  const x = COLUMNS.parent + between(share, 0, COPIED) * (COLUMNS.child - COLUMNS.parent);
  const changed = between(share, CHANGED, 1);
  const drawn = drawNodes(x, nodes, biases, MOST);
  if (fate.lost >= 0) {
    set(drawn[fate.lost], { opacity: 1 - changed });
    if (changed === 1) drawn[fate.lost].replaceChildren();
    drawn.push(outline(fate.lost, "gone", changed));
  }
  if (fate.gained) drawn.push(outline(NODES, "new: all 0", changed));
  $("child").replaceChildren(...drawn);
  const shown = fate.noise.map((row) => row?.map((one) => added * one) ?? null);
  $("noise").replaceChildren(...drawNodes(COLUMNS.noise, shown, fate.biases.map((one) => added * one), MOST / STRONGER));
}

/* The place of a node that is gone, or new. */
function outline(row, words, opacity) {
  const about = { class: "outline", x: -4, y: -4, width: NODE.width + 8, height: NODE.height + 8, rx: 4 };
  const place = words === "gone" ? [text(NODE.width / 2, 23, words, { class: "fate" })] : [];
  const isNew = words !== "gone";
  const inside = isNew ? nodeStencils(Array(19).fill(0), MOST) : place;
  const label = isNew ? [text(NODE.width + 12, 23, words, { class: "fate beside" })] : [];
  return inRow(COLUMNS.child, row, [svg("rect", about), ...inside, ...label], { opacity });
}

function draw({ child }) {
  state.child = child;
  frame(1);
  const { noise, biases, lost, gained } = fateOf(child);
  const made = [...noise.filter(Boolean), biases];
  const words = gained ? "gained a node, blank because its weights are 0" : lost < 0 ? "kept its four nodes" : `lost node ${lost + 1}`;
  set($("family"), { "aria-label": `The parent’s four nodes, each as what leads in and what leads out; the child has ${words}` });
  return `Child ${child} has ${words}. The largest noise in any of its ${made.flat().length} weights is ${number(farthest(made), 3)}.`;
}

unpack().then(() => {
  parent = randomWeights(drawsOf(), { ...RULES, min_hidden: NODES, max_hidden: NODES });
  knob({ child: numberField(1, 1, 1000) }, build, draw, { seconds: 3, again: 1.5, frame });
});
