// Chapter 8: the best of a hundred is picked again and again, and plays once more.
// twin of fogel.audit.expected_payoff

import { cumulative, pick } from "../package/draws.js";
import { DATA, range, total } from "../package/base.js";
import { Generator } from "../package/random.js";
import { $, element, number, plural, say, set, svg } from "../screen/screen.js";
import { choiceField, knob, numberField, pressable, slider, state, turn } from "./shared/knob.js";
import { between, part } from "./shared/motion.js";

const [MOST_ROUNDS, AT_ONCE] = [100, 10];
const ENOUGH = 10; // rounds after which the exact means are shown to whoever has not bet
const SIZE = { width: 420, height: 300, left: 40, right: 12, top: 28, bottom: 12 };
const [FIRST, NEXT] = [160, 380]; // where the first 32 games stand in the picture, and where the next
const [HEAPED, PICKED] = [0.35, 0.5]; // when everybody has played, and when the best is picked; then it plays on
const known = new Map(); // rounds that were played: they depend on nothing but their number

/* The chances of a win, a loss and a tie. */
const sharesOf = ([win, loss]) => [win, loss, DATA.unit - win - loss].map((share) => share / DATA.unit);

/* 32 games of one of the crowd: the payoff of each. */
function playAll(chances, rng) {
  const sums = cumulative(sharesOf(chances));
  return range(DATA.games).map(() => DATA.payoffs[pick(sums, rng.random())]);
}

/* A round: the totals of all, who is picked for the highest, of equal ones anybody, and `last`: the total of its last 32
 * games, after its first 32 games, and after each of the next. */
function roundOf(crowd, number) {
  const key = `${crowd} ${number}`;
  if (!known.has(key)) {
    const { chances } = DATA.crowds[crowd];
    const rng = new Generator(number, [], null);
    const first = chances.map((one) => playAll(one, rng));
    const totals = first.map(total);
    const order = totals.map((sum) => sum + rng.random());
    const picked = order.indexOf(Math.max(...order));
    const games = [...first[picked], ...playAll(chances[picked], rng)];
    const last = range(DATA.games + 1).map((at) => total(games.slice(at, at + DATA.games)));
    known.set(key, { totals, picked, last, next: last.at(-1) });
  }
  return known.get(key);
}

/* What somebody with these chances can expect of 32 games. */
const exactPayoff = (chances) => DATA.games * total(sharesOf(chances).map((share, at) => share * DATA.payoffs[at]));

const mean = (values) => total(values) / values.length;
const height = (value, [least, most]) =>
  SIZE.top + ((most - Math.max(least, value)) / (most - least)) * (SIZE.height - SIZE.top - SIZE.bottom);
const isTold = ({ bet, rounds }) => bet !== null || rounds >= ENOUGH;

function build() {
  const options = Object.entries(DATA.crowds).map(([value, { words }]) => element("option", { value }, words));
  const crowd = element("select", { id: "crowd" }, ...options);
  crowd.addEventListener("change", () => turn({ crowd: crowd.value, rounds: 1, bet: null }, true));
  const more = (count) => turn({ rounds: Math.min(MOST_ROUNDS, state.rounds + count) }, count === 1);
  const buttons = element("p", { class: "row" },
    pressable("Pick the best again", () => more(1), { id: "pick", class: "primary" }),
    pressable(`${AT_ONCE} times`, () => more(AT_ONCE), { id: "often" }));
  const heads = ["", "this time", "mean", "exact mean"].map((name) => element("th", { scope: "col" }, name));
  const rows = ["picked for", "the next 32", "expected payoff"].map((name) =>
    element("tr", {}, element("th", { scope: "row" }, name), ...range(3).map(() => element("td"))));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", { id: "rows" }, ...rows));
  const label = element("label", { for: "crowd" }, "Who plays? ");
  const picture = svg("svg", { id: "picture", class: "answer", viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img" });
  $("knob").append(picture, element("div", { class: "stack" }, buttons, betting(), element("p", {}, label, crowd), table));
}

/* A slider and a button, until there is a bet. */
function betting() {
  const words = (value) => number(value, 0);
  const made = slider("guess", "The next 32 games of all picks, on average", { least: -160, most: DATA.games, step: 1 }, words, (value) => made.show(value));
  const bet = pressable("That is my bet", () => turn({ bet: Number($("guess").value) }), { id: "bet" });
  const box = element("div", { id: "betting" }, made, bet);
  box.range = ([least, most]) => {
    set($("guess"), { min: least, max: most });
    made.show(state.bet ?? Math.round((least + most) / 2));
  };
  return box;
}

function draw(now) {
  const { crowd, rounds, bet } = now;
  const about = DATA.crowds[crowd];
  const played = range(rounds).map((at) => roundOf(crowd, at + 1));
  set($("pick"), { disabled: rounds === MOST_ROUNDS });
  set($("often"), { disabled: rounds === MOST_ROUNDS });
  $("crowd").value = crowd;
  $("betting").hidden = isTold(now);
  $("betting").range(about.span);
  const columns = columnsOf(about, played);
  const [promised, kept] = about.expected;
  [...$("rows").children].forEach((row, at) => {
    const [, thisTime, average, exact] = row.children;
    const known = isTold(now) || at < 2; // what a pick is worth gives the answer away
    say(thisTime, known ? number(columns[at].at(-1), at === 2 ? 1 : 0) : "?");
    say(average, known ? number(mean(columns[at]), 1) : "?");
    say(exact, isTold(now) ? number(at ? kept : promised, 1) : "?");
  });
  frame(1);
  const [best, then] = [columns[0].at(-1), played.at(-1).next];
  const again = played.filter(({ totals, picked, next }) => next >= totals[picked]).length;
  const yours = bet === null ? "" : ` You bet ${number(bet, 0)}; exactly it is ${number(kept, 1)}.`;
  return `Round ${rounds}: ${about.one} ${played.at(-1).picked} is picked for ${number(best, 0)} and makes ${number(then, 0)} ` +
    `in its next 32 games. As good as promised: ${again} of ${plural(rounds, "round")}.${yours}`;
}

/* Of each round what was picked for, what the next games made, and what who was picked is worth. */
const columnsOf = (about, played) => [
  played.map(({ totals, picked }) => totals[picked]),
  played.map(({ next }) => next),
  played.map(({ picked }) => exactPayoff(about.chances[picked])),
];

/* Everybody plays 32 games; the best is picked; and it plays on, with the total of its last 32 games as its height. */
function frame(share) {
  const about = DATA.crowds[state.crowd];
  const played = range(state.rounds).map((at) => roundOf(state.crowd, at + 1));
  const [promised, next] = columnsOf(about, played);
  const parts = [...scaleOf(about), ...heapOf(about, played.at(-1).totals, between(share, 0, HEAPED))];
  const y = (value) => height(value, about.span);
  const line = (name, points) => svg("path", { class: name, d: `M${points.map(([x, value]) => `${x.toFixed(1)} ${y(value).toFixed(1)}`).join("L")}` });
  const dot = (name, x, value, r) => svg("circle", { class: name, cx: x, cy: y(value), r });
  promised.slice(0, -1).forEach((sum, at) => parts.push(line("past", [[FIRST, sum], [NEXT, next[at]]]), dot("past", NEXT, next[at], 2.5)));
  if (isTold(state)) {
    for (const [at, x] of [FIRST, NEXT].entries()) parts.push(line("exact", [[x - 18, about.expected[at]], [x + 18, about.expected[at]]]));
  }
  if (share >= PICKED) {
    const walked = playedBy(played.at(-1), share).map((value, game) => [FIRST + ((NEXT - FIRST) * game) / DATA.games, value]);
    const [x, now] = walked.at(-1);
    parts.push(line("now", walked), dot("then", x, now, 5), svg("text", { class: "told", x, y: y(now) - 10 }, number(now, 0)));
  }
  if (share >= HEAPED) {
    parts.push(dot("picked", FIRST, promised.at(-1), 5), svg("text", { class: "told", x: FIRST, y: y(promised.at(-1)) - 10 }, number(promised.at(-1), 0)));
  }
  $("picture").replaceChildren(...parts);
  const exact = isTold(state) ? `; to be expected are ${number(about.expected[0], 1)} and ${number(about.expected[1], 1)}` : "";
  const said = `${plural(played.length, "pick")}: on average ${number(mean(promised), 1)} in the first 32 games, ${number(mean(next), 1)} in the next`;
  set($("picture"), { "aria-label": said + exact });
}

/* The totals of the last 32 games that are known by then, one after each of the next games. */
const playedBy = ({ last }, share) => last.slice(0, 1 + Math.round(DATA.games * Math.max(0, (share - PICKED) / (1 - PICKED))));

function scaleOf({ span, counts }) {
  const y = (value) => height(value, span);
  const text = (x, at, said, name) => svg("text", { x, y: at, class: name }, said);
  const step = [5, 10, 20, 50].find((size) => (span[1] - span[0]) / size < 8);
  const lowest = Math.ceil(span[0] / step);
  const marks = range(1 + Math.floor(span[1] / step) - lowest).map((at) => (lowest + at) * step);
  const lines = marks.flatMap((value) => [
    svg("path", { class: "grid", d: `M${SIZE.left} ${y(value)}H${SIZE.width - SIZE.right}` }),
    text(SIZE.left - 6, y(value) + 4, number(value, 0), "scale"),
  ]);
  return [...lines, text(FIRST, 14, `${counts}, first 32`, "middle"), text(NEXT, 14, "next 32", "right")];
}

/* The totals of all as a heap, which has fallen from above as far as a share says. */
function heapOf({ span }, totals, share) {
  const heap = new Map();
  return totals.filter((sum) => sum >= span[0]).map((sum, at) => {
    const y = height(sum, span);
    const place = Math.round(y / 4);
    heap.set(place, (heap.get(place) ?? 0) + 1);
    const fallen = between(part(share, (at * 3) / totals.length, 4), 0, 1);
    return svg("circle", { class: "one", cx: FIRST - 8 - 4 * heap.get(place), cy: SIZE.top + fallen * (y - SIZE.top), r: 1.8, opacity: Math.min(1, 3 * fallen) });
  });
}

/* A bet is a number, or there is none yet. */
const guessed = numberField(0, -160, DATA.games);
const betField = { start: null, read: (text, name) => guessed.read(text, name), write: (bet) => (bet === null ? "" : String(bet)) };

const FIELDS_OF_PICKS = { crowd: choiceField("800", Object.keys(DATA.crowds)), rounds: numberField(1, 1, MOST_ROUNDS), bet: betField };
knob(FIELDS_OF_PICKS, build, draw, { seconds: 3, again: 2, frame });
