// Chapter 10: each version of the experiment, its difference and interval, from one twenty of its trials after another.
// twin of fogel.core.intervals.difference_and_half_width

import { DATA, range, total } from "../package/base.js";
import { Generator } from "../package/random.js";
import { $, element, number, plural, say, set, svg } from "../screen/screen.js";
import { choiceField, knob, numberField, pressable, state, turn } from "./shared/knob.js";

const NAMES = DATA.versions.map(({ name }) => name);
const TRIALS = ["20", "100"];
const MOST_DRAWS = 200;
const known = new Map(); // the differences of each draw
const [LEAST, MOST] = [-34, 14]; // of the differences that have room; others are at the edge
const PAYOFFS = [-60, 32]; // of the trials, worse ones at the edge
const [WIDTH, ROW] = [420, 96];

const short = (name) => name.normalize("NFKD").replace(/[^\w]+/g, "-").replace(/^-/, "");
const across = (value, [least, most], width) => ((Math.min(most, Math.max(least, value)) - least) / (most - least)) * width;

function versionField(start) {
  const field = choiceField(short(start), NAMES.map(short));
  return { start, read: (text, name) => NAMES.find((one) => short(one) === field.read(text, name)), write: short };
}

/* The trials of a draw: the first is the first twenty, each later one another twenty of the hundred. */
function trialsOf(draw) {
  if (draw === 1) return range(DATA.few);
  const rng = new Generator(DATA.seed, [draw], null);
  const pool = range(DATA.base.length);
  for (let place = 0; place < DATA.few; place++) {
    const drawn = place + Math.floor(rng.random() * (pool.length - place));
    [pool[place], pool[drawn]] = [pool[drawn], pool[place]];
  }
  return pool.slice(0, DATA.few);
}

const mean = (values) => total(values) / values.length;

/* The square of a mean's standard error. */
function errorSquared(values) {
  const middle = mean(values);
  return total(values.map((value) => (value - middle) ** 2)) / (values.length - 1) / values.length;
}

/* The difference of each version in a draw, as [gap, half width of its interval]. */
function differencesOf(draw) {
  if (!known.has(draw)) {
    const rows = trialsOf(draw);
    const some = (payoffs) => rows.map((row) => payoffs[row]);
    const base = some(DATA.base);
    known.set(draw, DATA.versions.map(({ payoffs }) => {
      const own = some(payoffs);
      return [mean(own) - mean(base), DATA.width * Math.sqrt(errorSquared(own) + errorSquared(base))];
    }));
  }
  return known.get(draw);
}

const hasStar = ([gap, half]) => Math.abs(gap) > half;
const shownOf = ({ trials, draws }) => (trials === "100" ? DATA.versions.map((one) => one.differences[100]) : differencesOf(draws));

/* In how many of the draws so far each version had a star. */
const starsUpTo = (draws) => NAMES.map((_, at) => range(draws).filter((k) => hasStar(differencesOf(k + 1)[at])).length);

function build() {
  const more = (count) => () => turn({ trials: "20", draws: Math.min(MOST_DRAWS, state.draws + count) });
  const buttons = element("div", { class: "row" },
    pressable("Another twenty", more(1), { id: "another", class: "primary" }),
    pressable("Ten times", more(10), { id: "often" }),
    pressable("All hundred", () => turn({ trials: state.trials === "100" ? "20" : "100" }), { id: "all" }));
  const chooser = element("select", { id: "version" }, ...NAMES.map((name) => element("option", { value: name }, name)));
  chooser.addEventListener("change", () => turn({ version: chooser.value }));
  const rows = NAMES.map((name) => {
    const bar = svg("svg", { class: "interval", viewBox: "0 0 200 20", preserveAspectRatio: "none", "aria-hidden": "true" });
    const made = pressable("", () => turn({ version: name }), { class: "version" });
    made.append(element("span", {}, name), bar, element("span", { class: "stars" }));
    return made;
  });
  const picture = svg("svg", { id: "picture", viewBox: `0 0 ${WIDTH} ${2 * ROW + 30}`, role: "img" });
  const choosing = element("p", { id: "choosing" }, element("label", { for: "version" }, "Version "), chooser);
  $("knob").append(
    element("div", { id: "versions", role: "group", "aria-label": "Versions, the best first" }, ...rows),
    element("div", { id: "right" }, buttons, choosing, element("p", {}, "It changes ", element("code", { id: "changes" }))),
    element("div", { id: "trials", class: "answer" }, picture));
}

function draw({ version, trials, draws }) {
  const differences = shownOf({ trials, draws });
  const stars = starsUpTo(draws);
  [...$("versions").children].forEach((row, at) => {
    const [gap, half] = differences[at];
    const x = (value) => across(value, [LEAST, MOST], 200);
    const zero = svg("path", { class: "zero", d: `M${x(0)} 0V20` });
    const inside = svg("path", { class: "half", d: `M${x(gap - half)} 10H${x(gap + half)}` });
    const middle = svg("path", { class: "gap", d: `M${x(gap)} 4V16` });
    row.children[1].replaceChildren(zero, inside, middle);
    set(row, { "aria-pressed": String(NAMES[at] === version) });
    say(row.lastChild, `${hasStar(differences[at]) ? "★" : ""} ${stars[at]}/${draws}`);
    const star = hasStar(differences[at]) ? "a star" : "no star";
    set(row, { "aria-label": `${NAMES[at]}: ${star}; stars in ${stars[at]} of ${plural(draws, "draw")}` });
  });
  set($("all"), { "aria-pressed": String(trials === "100") });
  for (const id of ["another", "often"]) set($(id), { disabled: draws === MOST_DRAWS });
  $("version").value = version;
  const at = NAMES.indexOf(version);
  const about = DATA.versions[at];
  say($("changes"), about.changes);
  const rows = trials === "100" ? range(DATA.base.length) : trialsOf(draws);
  const [own, base] = [about.payoffs, DATA.base].map((payoffs) => rows.map((row) => payoffs[row]));
  drawTrials([[version, own, "own"], ["the experiment", base, "base"]]);
  const [gap, half] = differences[at];
  const verdict = hasStar([gap, half]) ? "A star: the interval doesn’t hold 0." : "No star: the interval holds 0.";
  const which = trials === "100" ? "all 100 trials" : draws === 1 ? "the first 20 trials" : `draw ${draws} of 20 trials`;
  const sign = gap > 0 ? "+" : "";
  const often = ` It had one in ${stars[at]} of ${plural(draws, "draw")} so far; of all ${NAMES.length} versions, ${differences.filter(hasStar).length} have one now.`;
  return `${version}, ${which}: ${sign}${number(gap, 1)} ± ${number(half, 1)}. ${verdict}${often}`;
}

/* A heap of dots for each of two versions, a trial each, by what its network is worth. */
function drawTrials(heaps) {
  const parts = heaps.flatMap(([name, payoffs, kind], row) => {
    const ground = (row + 1) * ROW + 8;
    const heights = new Map();
    const dots = payoffs.map((payoff) => {
      const column = Math.round(across(payoff, PAYOFFS, (WIDTH - 20) / 6));
      heights.set(column, (heights.get(column) ?? 0) + 1);
      return svg("circle", { class: kind, cx: 10 + 6 * column, cy: ground - 5 * heights.get(column) + 2, r: 2.4 });
    });
    return [svg("text", { x: 4, y: ground - ROW + 18 }, name), svg("path", { d: `M4 ${ground}H${WIDTH - 4}` }), ...dots];
  });
  const marks = [-60, -40, -20, 0, 20].map((value) => {
    const x = 10 + across(value, PAYOFFS, WIDTH - 20);
    const least = value === PAYOFFS[0];
    return svg("text", { class: least ? "least" : "scale", x, y: 2 * ROW + 26 }, least ? `≤ ${number(value, 0)}` : number(value, 0));
  });
  $("picture").replaceChildren(...parts, ...marks);
  const said = heaps.map(([name, payoffs]) => `${name}: ${payoffs.length} trials, worth ${number(Math.min(...payoffs), 1)} to ${number(Math.max(...payoffs), 1)}, mean ${number(mean(payoffs), 1)}`);
  set($("picture"), { "aria-label": said.join("; ") });
}

knob({ version: versionField("exact payoffs"), trials: choiceField("20", TRIALS), draws: numberField(1, 1, MOST_DRAWS) }, build, draw);
