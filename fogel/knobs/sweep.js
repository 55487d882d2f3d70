// Chapter 10: each version of the experiment, its difference and interval, and its hundred trials.

import { DATA } from "../page/package/ground.js";
import { $, element, number, say, set, svg } from "../page/screen/screen.js";
import { choiceField, knob, pressable, state, turn } from "./shared/knob.js";

const NAMES = DATA.versions.map(({ name }) => name);
const TRIALS = ["20", "100"];
const [LEAST, MOST] = [-34, 14]; // of the differences that have room; others are at the edge
const WORTHS = [-60, 32]; // of the trials, worse ones at the edge
const [WIDTH, ROW] = [420, 96];

const short = (name) => name.normalize("NFKD").replace(/[^\w]+/g, "-").replace(/^-/, "");
const across = (value, [least, most], width) => ((Math.min(most, Math.max(least, value)) - least) / (most - least)) * width;

function versionField(start) {
  const field = choiceField(short(start), NAMES.map(short));
  return { start, read: (text, name) => NAMES.find((one) => short(one) === field.read(text, name)), write: short };
}

function build() {
  const trials = element("fieldset", {}, element("legend", {}, "Judge by"), ...TRIALS.map((count) =>
    pressable(`${count} trials`, () => turn({ trials: count }), { id: `trials-${count}` })));
  const rows = NAMES.map((name) => {
    const bar = svg("svg", { class: "interval", viewBox: "0 0 200 20", preserveAspectRatio: "none", "aria-hidden": "true" });
    const made = pressable("", () => turn({ version: name }), { class: "version" });
    made.append(element("span", {}, name), bar);
    made.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && turn({ version: name }));
    made.addEventListener("focus", () => state.version !== name && turn({ version: name }));
    return made;
  });
  const picture = svg("svg", { id: "picture", viewBox: `0 0 ${WIDTH} ${2 * ROW + 30}`, role: "img" });
  const right = element("div", { id: "right" }, trials, element("p", {}, "It changes ", element("code", { id: "changes" })), picture);
  $("knob").append(element("div", { id: "versions", role: "group", "aria-label": "Versions, the best first" }, ...rows), right);
}

function draw({ version, trials }) {
  [...$("versions").children].forEach((row, at) => {
    const [gap, half] = DATA.versions[at].differences[trials];
    const x = (value) => across(value, [LEAST, MOST], 200);
    const zero = svg("path", { class: "zero", d: `M${x(0)} 0V20` });
    const inside = svg("path", { class: "half", d: `M${x(gap - half)} 10H${x(gap + half)}` });
    const middle = svg("path", { class: "gap", d: `M${x(gap)} 4V16` });
    row.lastChild.replaceChildren(zero, inside, middle);
    set(row, { "aria-pressed": String(NAMES[at] === version) });
  });
  for (const count of TRIALS) set($(`trials-${count}`), { "aria-pressed": String(count === trials) });
  const about = DATA.versions[NAMES.indexOf(version)];
  say($("changes"), about.changes);
  const [own, base] = [about.worths, DATA.base].map((worths) => worths.slice(0, Number(trials)));
  drawTrials([[version, own, "own"], ["the experiment", base, "base"]]);
  const [gap, half] = about.differences[trials];
  const verdict = Math.abs(gap) > half ? "The interval doesn’t hold 0: the change matters." : "The interval holds 0: it may be nothing.";
  const sign = gap > 0 ? "+" : "";
  return `${version}, ${trials} trials: ${sign}${number(gap, 1)} ± ${number(half, 1)}. ${verdict}`;
}

/* A heap of dots for each of two versions, a trial each, by what its network is worth. */
function drawTrials(heaps) {
  const parts = heaps.flatMap(([name, worths, kind], row) => {
    const ground = (row + 1) * ROW + 8;
    const heights = new Map();
    const dots = worths.map((worth) => {
      const column = Math.round(across(worth, WORTHS, (WIDTH - 20) / 6));
      heights.set(column, (heights.get(column) ?? 0) + 1);
      return svg("circle", { class: kind, cx: 10 + 6 * column, cy: ground - 5 * heights.get(column) + 2, r: 2.4 });
    });
    return [svg("text", { x: 4, y: ground - ROW + 18 }, name), svg("path", { d: `M4 ${ground}H${WIDTH - 4}` }), ...dots];
  });
  const marks = [-60, -40, -20, 0, 20].map((value) => {
    const x = 10 + across(value, WORTHS, WIDTH - 20);
    const least = value === WORTHS[0];
    return svg("text", { class: least ? "least" : "scale", x, y: 2 * ROW + 26 }, least ? `≤ ${number(value, 0)}` : number(value, 0));
  });
  $("picture").replaceChildren(...parts, ...marks);
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const said = heaps.map(([name, worths]) => `${name}: ${worths.length} trials, worth ${number(Math.min(...worths), 1)} to ${number(Math.max(...worths), 1)}, mean ${number(mean(worths), 1)}`);
  set($("picture"), { "aria-label": said.join("; ") });
}

knob({ version: versionField("exact payoffs"), trials: choiceField("20", TRIALS) }, build, draw);
