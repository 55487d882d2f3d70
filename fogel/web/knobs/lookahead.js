// Chapter 14: a tree of moves is searched, and what a search with cuts leaves out.

import { DATA, listed, range } from "../package/base.js";
import { unpack } from "../package/unpack.js";
import { $, element, number, set, svg } from "../screen/screen.js";
import { choiceField, knob, numberField, pressable, slider, state, turn } from "./shared/knob.js";
import { smallBoard } from "./shared/small.js";

const [WIDE, TOP, ROW, RADII] = [600, 62, 64, [0, 15, 8, 4.5, 2.2]];
const [PARENT, SQUARE, VALUE, RANK, END, SIGN] = range(6);
const MARGIN = 9;
const prepared = new Map();

/* The nodes of a tree as {parent, square, depth, x, y, value, rank, end, cuts: {rank, end, sign}}. */
function treeOf(moves) {
  if (!prepared.has(moves)) prepared.set(moves, laidOut(DATA.trees[moves]));
  return prepared.get(moves);
}

function laidOut(rows) {
  const nodes = rows.map((row, at) => ({ parent: row[PARENT], square: row[SQUARE], value: row[VALUE], rank: at, end: at + 1,
    cuts: { rank: row[RANK], end: row[END], sign: row[SIGN] }, leaves: 0, depth: 0 }));
  for (const node of nodes.slice(1)) node.depth = nodes[node.parent].depth + 1;
  const isParent = new Set(nodes.map(({ parent }) => parent));
  nodes.forEach((node, at) => (node.leaves = isParent.has(at) ? 0 : 1));
  for (const node of nodes.slice(1).reverse()) { // children stand after their parents
    nodes[node.parent].leaves += node.leaves;
    nodes[node.parent].end = Math.max(nodes[node.parent].end, node.end);
  }
  const room = (WIDE - 2 * MARGIN) / nodes[0].leaves;
  const begins = new Map([[-1, 0]]);
  nodes.forEach((node, at) => {
    const begin = begins.get(node.parent);
    begins.set(node.parent, begin + node.leaves);
    begins.set(at, begin);
    Object.assign(node, { x: MARGIN + room * (begin + node.leaves / 2), y: TOP + ROW * node.depth });
  });
  return nodes;
}

/* Of a node: its place among all that are looked at, when all is known of it, and whose win it is then; null if the cuts
 * left that open. */
const seenIn = (node) => (state.cuts === "yes" ? node.cuts : { rank: node.rank, end: node.end, sign: Math.sign(node.value) });
const KINDS = { 1: "x-wins", 0: "even", "-1": "o-wins", null: "cut" };
const countOf = (nodes) => nodes.filter((node) => seenIn(node).rank >= 0).length - 1; // without the board itself

function build() {
  const picture = svg("svg", { id: "tree", viewBox: `0 0 ${WIDE} ${TOP + 4 * ROW + 12}`, role: "img" });
  const root = smallBoard(DATA.board);
  set(root, { id: "root", x: WIDE / 2 - 29, y: 2, width: 58, height: 58 });
  picture.append(svg("g", { id: "edges" }), svg("g", { id: "nodes" }), root);
  const words = (value) => String(value);
  const moves = { least: 1, most: Object.keys(DATA.trees).length, step: 1 };
  const cuts = pressable("", () => turn({ cuts: state.cuts === "yes" ? "no" : "yes" }, true), { id: "cuts", class: "primary" });
  $("knob").append(
    element("figure", { class: "answer" }, picture, element("figcaption", {}, "Blue: X can force a win; orange: O can; grey: neither, within sight; hollow: no better than a move before it")),
    element("p", { class: "row" }, cuts),
    slider("moves", "moves ahead", moves, words, (value) => turn({ moves: value }, true)));
}

/* The search comes by, node by node; what is known of a node goes back to the one above it. */
function frame(share) {
  const nodes = treeOf(state.moves);
  const count = countOf(nodes);
  const looked = share < 1 ? Math.floor(share * (count + 1)) : count + 1;
  const edges = [];
  const discs = [];
  for (const node of nodes.slice(1)) {
    const { rank, end, sign } = seenIn(node);
    const met = rank >= 0 && rank < looked;
    const kind = !met ? "unseen" : end > looked ? "open" : KINDS[sign];
    const above = nodes[node.parent];
    edges.push(svg("path", { class: kind, d: `M${above.x.toFixed(1)} ${above.y + (above.depth ? 0 : -2)}L${node.x.toFixed(1)} ${node.y}` }));
    discs.push(svg("circle", { class: kind, cx: node.x.toFixed(1), cy: node.y, r: RADII[node.depth] }));
    if (node.depth === 1) discs.push(svg("text", { x: node.x, y: node.y + 5, class: kind }, node.square));
  }
  $("edges").replaceChildren(...edges);
  $("nodes").replaceChildren(...discs);
}

function draw({ moves, cuts }) {
  $("moves").parentElement.show(moves);
  $("cuts").textContent = cuts === "yes" ? "Search without cuts" : "Search with cuts";
  const nodes = treeOf(moves);
  frame(1);
  const first = nodes.filter(({ depth }) => depth === 1);
  const best = first.filter(({ value }) => value === nodes[0].value).map(({ square }) => square);
  const hope = nodes[0].value > 0 ? "wins" : nodes[0].value < 0 ? "loses last" : "doesn’t lose within sight";
  const how = best.length === 1 ? `square ${best[0]} ${hope}` : `squares ${listed(best)} are all the same to X`;
  const told = `${moves === 1 ? "One move" : `${moves} moves`} ahead, ${cuts === "yes" ? "with" : "without"} cuts: ${countOf(nodes)} of ${nodes.length - 1} boards are looked at, and ${how}.`;
  const values = first.map(({ square, value }) => `${square}: ${number(value, 0)}`);
  set($("tree"), { "aria-label": `A tree of moves. What X can force by its moves: ${values.join(", ")}` });
  return told;
}

unpack().then(() => {
  const most = Object.keys(DATA.trees).length;
  const fields = { moves: numberField(3, 1, most), cuts: choiceField("yes", ["yes", "no"]) };
  knob(fields, build, draw, { seconds: 4, again: 3, frame });
});
