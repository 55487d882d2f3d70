// Chapter 2: the nine weights and the bias of one node, and what it says to four boards.

import { put } from "../package/encoding.js";
import { DATA, listed, range } from "../package/base.js";
import { layer, sigmoid } from "../package/forward.js";
import { $, element, number, say, set, svg } from "../screen/screen.js";
import { knob, numberField, slider, state, turn } from "./shared/knob.js";
import { smallBoard } from "./shared/small.js";

const WEIGHT = { least: -8, most: 8, step: 1 };
const BIAS = { least: -12, most: 12, step: 1 };
const BOARDS = Object.entries(DATA.boards);
const FARTHEST = 14; // the sums that the curve shows

const sumOn = (board, { weights, bias }) => layer([[...weights, bias]], board)[0];

const signed = (value) => number(value, 0);

function build() {
  const sliders = range(9).map((at) => {
    return slider(`weight-${at}`, `weight of square ${at}`, WEIGHT, signed, (value) => {
      turn({ weights: put(state.weights, at, value) });
    });
  });
  const bias = slider("bias", "bias", BIAS, signed, (value) => turn({ bias: value }));
  const stencil = element("div", { id: "stencil", role: "group", "aria-label": "The stencil" }, ...sliders);
  const rows = BOARDS.map(([name, board]) => {
    const activation = element("i", { class: "activation" });
    return element("li", { id: `board-${name}` }, `${name} `, smallBoard(board), element("span", { class: "said" }), activation);
  });
  $("knob").append(element("div", {}, stencil, bias), element("div", { class: "answer" }, curve(), element("ul", { id: "boards" }, ...rows)));
}

/* The sigmoid, with a dot for each board. */
function curve() {
  const points = range(2 * FARTHEST + 1).map((at) => `${at ? "L" : "M"}${placeOf(at - FARTHEST).join(" ")}`);
  const dots = BOARDS.map(([name]) => svg("g", { id: `dot-${name}` }, svg("circle", { r: 9 }), svg("text", {}, name)));
  const half = svg("path", { class: "half", d: `M${placeOf(-FARTHEST)[0]} 60H${placeOf(FARTHEST)[0]}` });
  return svg("svg", { id: "curve", viewBox: "0 0 320 124", "aria-hidden": "true" }, half, svg("path", { d: points.join("") }), ...dots);
}

/* Where a sum stands on the curve. */
function placeOf(sum) {
  const shown = Math.max(-FARTHEST, Math.min(FARTHEST, sum));
  return [160 + (146 * shown) / FARTHEST, 110 - 100 * sigmoid(sum)];
}

knob(
  {
    weights: numberField([4, 4, 4, 0, 0, 0, 0, 0, 0], WEIGHT.least, WEIGHT.most),
    bias: numberField(-6, BIAS.least, BIAS.most),
  },
  build,
  ({ weights, bias }) => {
    [...$("stencil").children].forEach((one, at) => {
      one.show(weights[at]);
      set(one, {
        class: `slider cell ${weights[at] < 0 ? "minus" : "plus"}`,
        style: `--amount: ${Math.abs(weights[at]) / WEIGHT.most}`,
      });
    });
    $("bias").parentElement.show(bias);
    const awake = BOARDS.filter(([name, board]) => {
      const sum = sumOn(board, { weights, bias });
      const activation = sigmoid(sum);
      say($(`board-${name}`).querySelector(".said"), `sum ${signed(sum)}, activation ${number(activation, 3)}`);
      set($(`board-${name}`).querySelector(".activation"), { style: `--amount: ${activation}` });
      set($(`dot-${name}`), { transform: `translate(${placeOf(sum).join(" ")})` });
      return activation > 0.5;
    });
    const names = awake.map(([name]) => name);
    return names.length ? `The node is awake, with an activation above ½, on ${listed(names)}.` : "The node is awake on none of the four.";
  },
);
