// Chapter 12: the valid games of two leagues, epoch by epoch, and their relapses.

import { DATA, listed } from "../package/base.js";
import { unpack } from "../package/unpack.js";
import { $, element, number, plural, set, svg } from "../screen/screen.js";
import { knob, numberField, pressable, state, turn } from "./shared/knob.js";

const RULES_OF_LEAGUES = Object.keys(DATA.relapses);
const HUES = ["keeps", "nothing"]; // of the two rules
const [LEFT, WIDE, TOP, HIGH] = [70, 508, 16, 190];
const MOST_SHARE = 80; // percent

const sharesOf = (rule) => DATA.leagues[rule][state.league].map((tenths) => (100 * tenths) / DATA.tenths);
const epochs = () => DATA.leagues[RULES_OF_LEAGUES[0]][0].length;
const across = (epoch) => LEFT + (WIDE * (epoch - 1)) / (epochs() - 1);
const height = (share) => TOP + HIGH * (1 - Math.min(MOST_SHARE, share) / MOST_SHARE);

function build() {
  const count = DATA.leagues[RULES_OF_LEAGUES[0]].length;
  const another = () => turn({ league: (state.league + 1) % count }, true);
  const text = (x, y, words, anchor) => svg("text", { x, y, "text-anchor": anchor }, words);
  const levels = [0, 40, MOST_SHARE].flatMap((share) => [
    svg("path", { class: "grid", d: `M${LEFT} ${height(share)}h${WIDE}` }),
    text(LEFT - 6, height(share) + 5, `${share} %`, "end"),
  ]);
  const times = [1, epochs() / 2, epochs()].map((epoch) => text(across(epoch), TOP + HIGH + 30, epoch, "middle"));
  const key = element("p", { id: "key" }, "Whoever is not to blame ", ...RULES_OF_LEAGUES.flatMap((rule, at) => [at ? "; or " : "", element("b", { class: HUES[at] }, rule)]));
  const picture = svg("svg", { id: "picture", viewBox: `0 0 600 ${TOP + HIGH + 36}`, role: "img" }, ...levels, ...times, svg("g", { id: "lines" }));
  $("knob").append(
    element("figure", { class: "answer" }, element("figcaption", {}, "valid games, in percent, by epoch; a dot: a relapse"), picture, key),
    pressable("Another league", another, { id: "another", class: "primary" }));
}

/* Epoch after epoch is played. */
function frame(share) {
  const until = 1 + Math.round(share * (epochs() - 1));
  $("lines").replaceChildren(...RULES_OF_LEAGUES.flatMap((rule, at) => {
    const shares = sharesOf(rule);
    const points = shares.slice(0, until).map((one, k) => `${across(k + 1).toFixed(1)} ${height(one).toFixed(1)}`);
    const relapses = DATA.relapses[rule][state.league].filter((epoch) => epoch <= until);
    return [
      svg("path", { class: HUES[at], d: `M${points.join("L")}` }),
      ...relapses.map((epoch) => svg("circle", { class: HUES[at], cx: across(epoch), cy: height(0), r: 6 })),
    ];
  }));
}

function draw({ league }) {
  frame(1);
  const words = RULES_OF_LEAGUES.map((rule) => {
    const relapses = DATA.relapses[rule][league];
    const when = relapses.length ? ` (${relapses.length > 1 ? "epochs" : "epoch"} ${listed(relapses)})` : "";
    return `${rule}: ${relapses.length ? plural(relapses.length, "relapse") : "no relapse"}${when}, ${number(sharesOf(rule).at(-1), 0)} % valid in the end`;
  });
  set($("picture"), { "aria-label": `Two lines. ${words.join("; ")}` });
  return `League ${league}. ${words.map((one) => one[0].toUpperCase() + one.slice(1)).join(". ")}.`;
}

unpack().then(() => {
  const last = DATA.leagues[RULES_OF_LEAGUES[0]].length - 1;
  knob({ league: numberField(DATA.first, 0, last) }, build, draw, { seconds: 3.5, again: 2.5, frame });
});
