// Chapter 15: a small network is punished for one move; which weights change then, and by how much.

import { DATA, range } from "../package/base.js";
import { $, element, number, say, set, svg } from "../screen/screen.js";
import { Net } from "../board/net.js";
import { knob, numberField, pressable, state, turn } from "./shared/knob.js";
import { between } from "./shared/motion.js";

const EMPTY = 0;
const [X, O] = [1, 2]; // the seats; the network has the second
const [MOST, DIGITS] = [30, 3]; // punishments, and digits that are shown
const SIZES = DATA.nets.small.sizes;
const PLACES = { width: 420, height: 300, columns: [80, 200, 315] };

const boardWith = (square) => range(SIZES.at(-1)).map((at) => (at === square ? X : EMPTY));

/* After so many punishments for its choice on this board: {layers, weights, chosen, open, last}. `last`: the same
 * before the last punishment, null if there was none. It is not punished for a square that is open.
 */
function seenAfter(board, punishments) {
  const net = new Net("small", O);
  let [last, times] = [null, 0];
  const look = () => {
    const chosen = net.choose(board);
    return { layers: net.layers, weights: [...net.weights], chosen, open: board[chosen] === EMPTY };
  };
  let now = look();
  for (; times < punishments && !now.open; times++) {
    last = now;
    net.punish();
    now = look();
  }
  return { ...now, last, times };
}

/* The links as [layer and node of the source, node of the end], in the order of the weights. */
const LINKS = SIZES.slice(1).flatMap((following, layer) =>
  range(SIZES[layer]).flatMap((source) => range(following).map((end) => ({ layer, source, end }))));

function nameOf(layer, at) {
  if (layer === 0) return `${["X", "O"][at % 2]} on ${Math.floor(at / 2)}`;
  return layer === SIZES.length - 1 ? `output ${at}` : `hidden ${at}`;
}

const placeOf = (layer, at) => [PLACES.columns[layer], (PLACES.height * (at + 0.5)) / SIZES[layer]];

function build() {
  const squares = range(SIZES.at(-1)).map((square) => pressable("", () => turn({ x: square, punished: 1 }, true), { class: "place" }));
  const board = element("div", { id: "three", role: "group", "aria-label": "Where X stands" }, ...squares);
  const buttons = element("p", { class: "row" },
    pressable("Punish", () => turn({ punished: state.punished + 1 }, true), { id: "punish", class: "primary" }),
    pressable("Back", () => turn({ punished: state.punished - 1 }), { id: "back" }));
  const key = element("p", { id: "key" }, "Weights at the last punishment: ", element("b", { class: "up" }, "raised"), ", ",
    element("b", { class: "down" }, "lowered"), ", the others left alone.");
  const heads = ["from", "to", "before", "after", "change"].map((name) => element("th", { scope: "col" }, name));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", { id: "moved" }));
  const details = element("details", { id: "details" }, element("summary", { tabindex: 0 }, "Which weights, and by how much"), table);
  const picture = svg("svg", { id: "picture", class: "answer", viewBox: `0 0 ${PLACES.width} ${PLACES.height}`, role: "img" });
  const about = element("p", {}, "X stands here; O is a network that names a square, open or not:");
  $("knob").append(picture, element("div", { class: "stack" }, about, board, buttons, key), details);
}

function draw({ x, punished }) {
  const board = boardWith(x);
  const seen = seenAfter(board, punished);
  state.punished = seen.times;
  const outputs = seen.layers.at(-1);
  [...$("three").children].forEach((button, square) => {
    say(button, board[square] === X ? "X" : "");
    const held = board[square] === X ? "X stands here" : "put X here";
    const label = `square ${square}: ${held}; its output is ${number(outputs[square], DIGITS)}`;
    set(button, { "aria-label": label, "data-named": square === seen.chosen, "data-x": board[square] === X });
  });
  set($("punish"), { disabled: seen.open || seen.times === MOST });
  set($("back"), { disabled: seen.times === 0 });
  const moved = movesOf(seen);
  frame(1);
  drawTable(moved);
  return sentenceOf(seen, moved);
}

/* The links whose weight the last punishment changed. */
function movesOf({ weights, last }) {
  const all = LINKS.map((link, at) => ({ ...link, at, before: (last ?? { weights }).weights[at], after: weights[at] }));
  return all.filter(({ before, after }) => before !== after);
}

/* When a signal has come to each layer of nodes, and when the error has gone back through each layer of links. */
const FORWARD = SIZES.map((_, layer) => [0.14 * layer, 0.14 * layer + 0.1]);
const BACK = SIZES.slice(1).map((_, layer) => [0.46 + 0.27 * (SIZES.length - 2 - layer), 0.73 + 0.27 * (SIZES.length - 2 - layer)]);

/* The weights at a share of the motion: those nearest to the outputs have moved first. */
function weightsAt(share, { weights, last }) {
  const over = BACK.map(([from, to]) => between(share, from, to));
  return LINKS.map(({ layer }, at) => {
    const before = (last ?? { weights }).weights[at];
    return before + over[layer] * (weights[at] - before);
  });
}

/* A signal goes forward, one square is named, and the error goes back from there, from weight to weight. */
function frame(share) {
  const seen = seenAfter(boardWith(state.x), state.punished);
  const moved = movesOf(seen);
  const most = Math.max(...moved.map(({ before, after }) => Math.abs(after - before)));
  const weights = weightsAt(share, seen);
  const { layers, chosen } = share < 1 && seen.last ? seen.last : seen;
  const lines = LINKS.map(({ layer, source, end }, at) => {
    const [[x1, y1], [x2, y2]] = [placeOf(layer, source), placeOf(layer + 1, end)];
    const change = weights[at] - (seen.last ?? seen).weights[at];
    const kind = change > 0 ? "up" : change < 0 ? "down" : "still";
    const width = change ? 1 + (5 * Math.abs(change)) / most : 1;
    return svg("path", { class: kind, d: `M${x1} ${y1}L${x2} ${y2}`, style: `stroke-width: ${width.toFixed(2)}` });
  });
  const errors = share < 1 ? moved.flatMap((one) => errorOn(one, share)) : [];
  const nodes = layers.flatMap((activations, layer) => {
    const lit = between(share, ...FORWARD[layer]);
    return activations.flatMap((activation, at) => nodeOf(activation, layer, at, lit, at === chosen));
  });
  $("picture").replaceChildren(...lines, ...errors, ...nodes);
  const said = layers.at(-1).map((activation, at) => `output ${at} is ${number(activation, DIGITS)}`).join(", ");
  set($("picture"), { "aria-label": `A network of ${SIZES.join(", ")} nodes: ${said}` });
}

/* The error on its way back along a link whose weight it moves. */
function errorOn({ layer, source, end, before, after }, share) {
  const over = between(share, ...BACK[layer]);
  if (over === 0 || over === 1) return [];
  const [[x1, y1], [x2, y2]] = [placeOf(layer, source), placeOf(layer + 1, end)];
  return [svg("circle", { class: after > before ? "error up" : "error down", cx: x2 + over * (x1 - x2), cy: y2 + over * (y1 - y2), r: 6 })];
}

/* A node and its words; `lit`: how far the signal has come to it, without which it has no activation yet. */
function nodeOf(activation, layer, at, lit, isChosen) {
  const [cx, cy] = placeOf(layer, at);
  const isOutput = layer === SIZES.length - 1;
  const words = isOutput ? `square ${at}` : layer ? "" : nameOf(layer, at);
  const side = layer ? { x: cx + 30, class: "right" } : { x: cx - 24, class: "left" };
  return [
    svg("circle", { class: isOutput && isChosen && lit === 1 ? "node named" : "node", cx, cy, r: layer ? 24 : 18 }),
    svg("text", { x: cx, y: cy + 5, opacity: lit }, layer ? number(activation, 2) : String(activation)),
    svg("text", { ...side, y: cy + 5 }, words),
  ];
}

function drawTable(moved) {
  $("details").hidden = !moved.length;
  $("moved").replaceChildren(...moved.map(({ layer, source, end, before, after }) => {
    const cells = [nameOf(layer, source), nameOf(layer + 1, end), ...[before, after, after - before].map((value) => number(value, DIGITS))];
    return element("tr", {}, ...cells.map((text) => element("td", {}, text)));
  }));
}

function sentenceOf({ layers, chosen, open, last, times }, moved) {
  const activation = number(layers.at(-1)[chosen], DIGITS);
  const named = open ? `square ${chosen}, which is open, so nothing punishes it` : `square ${chosen}, which X holds`;
  if (!last) return `It names ${named}: its output is the largest, ${activation}.`;
  const before = number(last.layers.at(-1)[last.chosen], DIGITS);
  const then = number(layers.at(-1)[last.chosen], DIGITS);
  const largest = Math.max(...moved.map((one) => Math.abs(one.after - one.before)));
  return `Punished ${times === 1 ? "once" : `${times} times`}: ${moved.length} of ${LINKS.length} weights moved, ` +
    `by ${number(largest, DIGITS)} at most. Output ${last.chosen} went from ${before} to ${then}. Now it names ${named}.`;
}

const FIELDS_OF_PUPIL = { x: numberField(0, 0, SIZES.at(-1) - 1), punished: numberField(1, 0, MOST) };
knob(FIELDS_OF_PUPIL, build, draw, { seconds: 3, again: 2, frame });
