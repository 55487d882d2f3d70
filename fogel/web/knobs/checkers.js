// Chapter 19: networks bred in three ways, as a match sees them and as they are.

import { DATA, range } from "../package/base.js";
import { $, element, number, set, svg } from "../screen/screen.js";
import { choiceField, knob, pressable, slider, state, turn } from "./shared/knob.js";

const WAYS = { material: "the material player", games: "each other", values: "exact values" };
const NOBODY = "nobody";
const TIMES = DATA.generations;
const [LEFT, RIGHT, TOP, GROUND] = [44, 588, 40, 360]; // of the picture, 600 x 424
const ELO = [-110, 210];
const BLUNDERS = [2, 18]; // percent; who blunders less is higher
const ROWS = Object.keys(WAYS).length + 1; // of the match: the ways, and the material player

const across = (elo) => LEFT + ((RIGHT - LEFT) * (elo - ELO[0])) / (ELO[1] - ELO[0]);
const height = (share) => TOP + ((GROUND - TOP) * (share - BLUNDERS[0])) / (BLUNDERS[1] - BLUNDERS[0]);
const rowAt = (at) => TOP + ((at + 0.72) * (GROUND - TOP)) / ROWS;
const text = (x, y, words, attributes = {}) => svg("text", { x, y, ...attributes }, words);
const dot = (kind, x, y, r) => svg("circle", { class: kind, cx: x.toFixed(1), cy: y.toFixed(1), r });
const line = (kind, points) => svg("path", { class: kind, d: `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}` });
const signed = (value) => `${value > 0 ? "+" : ""}${number(value, 0)}`;

function build() {
  const ways = Object.entries(WAYS).map(([way, words]) => {
    const made = pressable("", () => turn({ way: state.way === way ? NOBODY : way }), { id: `way-${way}` });
    made.append(element("span", { class: `key ${way}`, "aria-hidden": "true" }), words);
    return made;
  });
  const uncover = pressable("How often do they blunder?", () => turn({ exact: state.exact === "yes" ? "no" : "yes" }, true), { id: "uncover" });
  const generation = slider("generation", "Generation", { least: 0, most: TIMES.length - 1, step: 1 }, (at) => (at ? TIMES[at] : "0, random"), (at) => turn({ generation: TIMES[at] }));
  generation.id = "time";
  const marks = [-100, 0, 100, 200].flatMap((elo) => [
    svg("path", { class: elo ? "grid" : "level", d: `M${across(elo)} ${TOP}V${GROUND}` }),
    text(across(elo), GROUND + 26, number(elo, 0), { "text-anchor": "middle" }),
  ]);
  const picture = svg("svg", { id: "picture", viewBox: "0 0 600 424", role: "img" }, ...marks,
    text(RIGHT, GROUND + 56, "Elo against the material player →", { "text-anchor": "end" }), svg("g", { id: "shares" }), svg("g", { id: "players" }));
  $("knob").append(
    element("figure", { class: "answer" }, picture),
    element("div", { class: "row", role: "group", "aria-label": "Players bred by" }, element("span", {}, "bred by"), ...ways),
    element("div", { class: "row", id: "turning" }, uncover, generation));
  $("shares").append(...[4, 8, 12, 16].flatMap((share) => [
    svg("path", { class: "grid", d: `M${LEFT} ${height(share)}H${RIGHT}` }),
    text(LEFT - 6, height(share) + 5, share, { "text-anchor": "end" }),
  ]), text(4, TOP - 12, "↑ blunder rate, in %: less is higher"));
}

/* Generation after generation, up to that which is shown. */
function frame(share) {
  const at = Math.round(share * TIMES.indexOf(state.generation));
  $("players").replaceChildren(...(state.exact === "yes" ? asTheyAre(at) : asInMatches(at)));
}

/* A row for each way, and one for the material player: what matches tell. */
function asInMatches(at) {
  const rows = Object.entries(WAYS).flatMap(([way, words], row) => {
    const { elo, rating: [mean, low, high] } = DATA.ways[way][at];
    const y = rowAt(row);
    return [group(way, [
      text(4, y - 26, `bred by ${words}`, { class: "name" }),
      ...elo.map((one) => dot("trial", across(one), y, 5)),
      line("mean", [[across(low), y - 13], [across(high), y - 13]]),
      dot("mean", across(mean), y - 13, 6),
    ])];
  });
  const y = rowAt(ROWS - 1);
  return [...rows, svg("g", { class: "ruler" }, text(4, y - 26, "the material player itself, so many moves ahead"), ...ruler((_, plies) => y + (plies % 2 ? -2 : 16)))];
}

/* The same players, the higher the less they blunder. */
function asTheyAre(at) {
  const points = DATA.ruler.map(([, elo, share]) => [across(elo), height(share)]);
  const ways = Object.keys(WAYS).map((way) => {
    const { elo, blunders, rating: [mean, low, high], share: [blundered, half] } = DATA.ways[way][at];
    const [x, y] = [across(mean), height(blundered)];
    const path = range(at + 1).map((k) => [across(DATA.ways[way][k].rating[0]), height(DATA.ways[way][k].share[0])]);
    return group(way, [
      ...elo.map((one, k) => dot("trial", across(one), height(blunders[k]), 5)),
      line("path", path),
      line("mean", [[across(low), y], [across(high), y]]),
      line("mean", [[x, height(blundered - half)], [x, height(blundered + half)]]),
      dot("mean", x, y, 6),
    ]);
  });
  return [svg("g", { class: "ruler" }, line("path", points), ...ruler(height), text(RIGHT, GROUND - 8, "dashed: the material player, so many moves ahead", { "text-anchor": "end" })), ...ways];
}

function ruler(y) {
  return DATA.ruler.flatMap(([plies, elo, share]) => [
    dot("step", across(elo), y(share, plies), 12),
    text(across(elo), y(share, plies) + 5, plies, { "text-anchor": "middle", class: "step" }),
  ]);
}

function group(way, parts) {
  const faint = state.way !== NOBODY && state.way !== way;
  return svg("g", { class: `way ${way}${faint ? " faint" : ""}` }, ...parts);
}

function draw({ way, generation, exact }) {
  const at = TIMES.indexOf(generation);
  for (const one of Object.keys(WAYS)) set($(`way-${one}`), { "aria-pressed": String(one === way) });
  set($("uncover"), { "aria-pressed": String(exact === "yes") });
  $("time").show(at);
  $("shares").style.visibility = exact === "yes" ? "visible" : "hidden";
  frame(1);
  const said = (one) => {
    const { rating: [mean, low, high], share: [share, half] } = DATA.ways[one][at];
    const blundered = exact === "yes" ? `, and they blunder ${number(share, 1)} ± ${number(half, 1)} %` : "";
    return `bred by ${WAYS[one]}: Elo ${signed(mean)}, ${signed(low)} to ${signed(high)}${blundered}`;
  };
  set($("picture"), { "aria-label": `Generation ${generation}. ${Object.keys(WAYS).map(said).join("; ")}` });
  const begin = way === NOBODY ? `Generation ${generation}.` : `Generation ${generation}, ${said(way)}.`;
  return `${begin} ${verdict(DATA.ahead[at], exact === "yes")}`;
}

/* Which way is ahead of both others by more than luck, in the match and in the blunder rate. */
function verdict({ points, blunders }, uncovered) {
  const best = (way) => (way ? `those bred by ${WAYS[way]} are best` : "none is best beyond luck");
  const match = `By the match, ${best(points)}`;
  if (!uncovered) return `${match}. And how often do they blunder?`;
  const exactly = points && blunders ? `those bred by ${WAYS[blunders]}` : best(blunders);
  return `${match}; by their blunder rate, ${exactly}.`;
}

knob({ way: choiceField(NOBODY, [NOBODY, ...Object.keys(WAYS)]), generation: choiceField(DATA.first, TIMES), exact: choiceField("no", ["no", "yes"]) },
  build, draw, { seconds: 3, again: 1.8, frame, when: () => state.generation !== TIMES[0] });
