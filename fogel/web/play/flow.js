// flow: how a signal runs through a network, as a picture.
// twin of fogel.web.play.flow.flow_svg

import { EMPTY, O, X } from "../package/encoding.js";
import { range } from "../package/base.js";
import { plural, words } from "../screen/screen.js";

const [SIDE, GAP] = [34, 4]; // of a square, and between two
const [FLOW_WIDTH, FLOW_HEIGHT] = [520, 250];
const [LEFT, MIDDLE, RIGHT] = [10, 260, 398]; // where the board, the hidden nodes and the outputs stand
const TOP = (FLOW_HEIGHT - 3 * SIDE - 2 * GAP) / 2;
const RADIUS = 9;
const WIDEST = 7; // of a link
const LEAST_SHARE = 0.06; // of the largest: below that a link is left out
const SHAPES = { [X]: "M9 9L25 25M25 9L9 25", [O]: "M17 8a9 9 0 1 1-.01 0" };

/* A number with at most two digits after the point. */
const shortly = (value) => String(Math.floor(value * 100 + 0.5) / 100);

/* A Thought as SVG, text. */
export function flowSvg(thought) {
  const { activations, board, outputs, mark, square: chosen } = thought;
  const heights = activations.map((_, node) => (FLOW_HEIGHT * (node + 0.5)) / activations.length);
  const places = range(9).map((at) => [(at % 3) * (SIDE + GAP), TOP + Math.floor(at / 3) * (SIDE + GAP)]);
  const [into, out] = [[], []];
  activations.forEach((_, node) => {
    const [heard, said] = [thought.linksIn(node), thought.linksOut(node)];
    places.forEach(([x, y], at) => {
      const middle = y + SIDE / 2;
      if (board[at] === EMPTY) out.push([MIDDLE, heights[node], RIGHT + x + SIDE / 2, middle, said[at][2]]);
      else into.push([LEFT + x + SIDE / 2, middle, MIDDLE, heights[node], heard[at][2]]);
    });
  });
  const nodes = activations.map((activation, node) => {
    const place = `cx="${MIDDLE}" cy="${shortly(heights[node])}" r="${RADIUS}"`;
    return `<circle class="edge" ${place}/><circle class="cell" ${place} fill-opacity="${shortly(activation)}"/>`;
  });
  const saw = places.map(([x, y], at) => rect("edge", LEFT + x, y) + markAt(LEFT + x, y, board[at] * mark));
  const answers = places.map(([x, y], at) => {
    const held = markAt(RIGHT + x, y, board[at] * mark);
    return rect("edge", RIGHT + x, y) + (held || rect("cell", RIGHT + x, y, ` fill-opacity="${shortly(outputs[at])}"`));
  });
  const [x, y] = places[chosen];
  const about = words("flow", { nodes: plural(activations.length, "hidden node") });
  return (
    `<svg class="flow" viewBox="0 0 ${FLOW_WIDTH} ${FLOW_HEIGHT}" role="img" aria-label="${about}">` +
    `<g class="into">${linksOf(into)}</g><g class="out">${linksOf(out)}</g>` +
    `<g class="activations">${nodes.join("")}</g><g class="saw">${saw.join("")}</g><g class="outputs">${answers.join("")}</g>` +
    `${rect("ring", RIGHT + x, y)}</svg>`
  );
}

function linksOf(links) {
  const most = Math.max(0, ...links.map((link) => Math.abs(link[4]))) || 1;
  return links.filter((link) => Math.abs(link[4]) / most >= LEAST_SHARE).map(([x1, y1, x2, y2, adds]) => {
    const width = shortly(WIDEST * (Math.abs(adds) / most));
    const across = shortly((x1 + x2) / 2);
    return (
      `<path class="link${adds < 0 ? " minus" : ""}" pathLength="1" stroke-width="${width}"` +
      ` d="M${shortly(x1)} ${shortly(y1)}C${across} ${shortly(y1)} ${across} ${shortly(y2)} ${shortly(x2)} ${shortly(y2)}"/>`
    );
  }).join("");
}

function rect(name, x, y, more = "") {
  return `<rect class="${name}" x="${shortly(x)}" y="${shortly(y)}" width="${SIDE}" height="${SIDE}" rx="4"${more}/>`;
}

function markAt(x, y, mark) {
  if (mark === EMPTY) return "";
  const name = { [X]: "mark x", [O]: "mark o" }[mark];
  return `<path class="${name}" transform="translate(${shortly(x)} ${shortly(y)})" d="${SHAPES[mark]}"/>`;
}
