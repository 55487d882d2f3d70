// Chapter 6: the families of a trial's founders, with selection and at random.

import { DATA } from "../package/base.js";
import { unpack } from "../package/unpack.js";
import { $, element, set, svg } from "../screen/screen.js";
import { knob, numberField, pressable, slider, state, turn } from "./shared/knob.js";

const WAYS = { selected: "survivors by payoff", random: "survivors at random" };
const [LEFT, WIDE, HIGH, GAP] = [8, 584, 110, 42];
const STRIPS = Object.fromEntries(Object.keys(WAYS).map((way, at) => [way, 34 + at * (HIGH + GAP)]));
const BOTTOM = STRIPS.random + HIGH;

const familiesIn = (way, trial) => DATA.families[way][trial];
const shownTrial = () => DATA.trials[state.shown];

/* The generation in which one family is left by payoff and at random: there the picture ends. */
const lastOf = (trial) => Math.max(...Object.keys(WAYS).map((way) => familiesIn(way, trial).length));

/* How many families are left in a generation, which counts from 1. */
function leftIn(way, trial, generation) {
  const rows = familiesIn(way, trial);
  return rows[Math.min(generation, rows.length) - 1][0].length;
}

function build() {
  const another = () => turn({ shown: (state.shown + 1) % DATA.trials.length }, true);
  const picture = svg("svg", { id: "picture", viewBox: `0 0 600 ${BOTTOM + 24}`, role: "img" },
    svg("clipPath", { id: "until" }, svg("rect", { x: 0, y: 0, height: BOTTOM })),
    svg("g", { id: "bands", "clip-path": "url(#until)" }), svg("g", { id: "words" }));
  const most = Math.max(...DATA.trials.map(lastOf));
  $("knob").append(
    element("figure", { class: "answer" }, picture),
    slider("generation", "generation", { least: 1, most, step: 1 }, String, (generation) => turn({ generation })),
    pressable("Another trial", another, { id: "another", class: "primary" }));
}

/* The bands of a strip: {founder: its path}, each as wide as its share of the parents, from generation to generation. */
function bandsOf(way, trial) {
  const rows = familiesIn(way, trial);
  const last = lastOf(trial);
  const x = (at) => (LEFT + (WIDE * at) / (last - 1)).toFixed(1);
  const scale = HIGH / DATA.parents;
  const edges = new Map();
  rows.forEach(([founders, parents], at) => {
    let below = 0;
    founders.forEach((founder, k) => {
      if (!edges.has(founder)) edges.set(founder, []);
      edges.get(founder).push([at, STRIPS[way] + scale * below, STRIPS[way] + scale * (below + parents[k])]);
      below += parents[k];
    });
  });
  const [winner] = rows.at(-1)[0];
  edges.get(winner).push([last - 1, STRIPS[way], STRIPS[way] + HIGH]); // it has all of them ever after
  return [...edges].map(([founder, points], at) => {
    const upper = points.map(([k, top]) => `${x(k)} ${top.toFixed(1)}`);
    const lower = points.map(([k, , bottom]) => `${x(k)} ${bottom.toFixed(1)}`).reverse();
    const kind = founder === winner ? "winner" : at % 2 ? "pale" : "paler";
    return svg("path", { class: kind, d: `M${[...upper, ...lower].join("L")}Z` });
  });
}

/* The generations pass, and the bands with them. */
function frame(share) {
  const trial = shownTrial();
  const last = lastOf(trial);
  const generation = share < 1 ? 1 + Math.round(share * (last - 1)) : Math.min(state.generation, last);
  const x = LEFT + (WIDE * (generation - 1)) / (last - 1);
  set($("until").firstChild, { width: share < 1 ? x : 600 });
  const words = Object.entries(WAYS).map(([way, said]) => {
    const left = leftIn(way, trial, generation);
    return svg("text", { x: LEFT, y: STRIPS[way] - 8, id: `left-${way}` }, `${said}: ${left === 1 ? "one family" : `${left} families`} left`);
  });
  const marks = [1, last].map((one) => svg("text", { x: one === 1 ? LEFT : LEFT + WIDE, y: BOTTOM + 18, "text-anchor": one === 1 ? "start" : "end" }, one));
  $("words").replaceChildren(...words, ...marks, svg("path", { class: "now", d: `M${x.toFixed(1)} ${STRIPS.selected}V${BOTTOM}` }));
}

function draw({ shown, generation: wanted }) {
  const trial = shownTrial();
  const generation = Math.min(wanted, lastOf(trial));
  set($("generation"), { max: lastOf(trial) }); // the slider ends where the bands do
  $("generation").parentElement.show(generation);
  if ($("bands").dataset.shown !== String(shown)) {
    $("bands").replaceChildren(...Object.keys(WAYS).flatMap((way) => bandsOf(way, trial)));
    $("bands").dataset.shown = shown;
  }
  frame(1);
  const [selected, random] = Object.keys(WAYS).map((way) => familiesIn(way, trial).length);
  const [by, at] = Object.keys(WAYS).map((way) => leftIn(way, trial, generation));
  const words = `Trial ${trial}, generation ${generation}: of fifty families ${by} ${by === 1 ? "is" : "are"} left by payoff, ${at} at random. ` +
    `One alone is left from generation ${selected} on by payoff, from ${random} on at random.`;
  set($("picture"), { "aria-label": `Two strips of bands, a family each. ${words}` });
  return words;
}

unpack().then(() => {
  const most = Math.max(...DATA.trials.map(lastOf));
  const fields = { shown: numberField(0, 0, DATA.trials.length - 1), generation: numberField(20, 1, most) };
  knob(fields, build, draw, { seconds: 4, again: 3, frame });
});
