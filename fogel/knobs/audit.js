// Chapter 8: the best of a hundred is picked again and again, and plays once more.
// twin of fogel.audit.expected_payoff

import { cumulative, pick } from "../page/package/draws.js";
import { DATA, range, total } from "../page/package/ground.js";
import { Generator } from "../page/package/random.js";
import { $, element, number, plural, say, set, svg } from "../page/screen/screen.js";
import { choiceField, knob, numberField, pressable, state, turn } from "./shared/knob.js";

const [MOST_ROUNDS, AT_ONCE] = [100, 10];
const SIZE = { width: 360, height: 280, left: 40, right: 12, top: 28, bottom: 12 };
const FIRST = 150; // where the first 32 games stand in the picture, and where the next
const NEXT = 300;
const known = new Map(); // rounds that were played: they depend on nothing but their number

/* The chances of a win, a loss and a tie. */
const sharesOf = ([win, loss]) => [win, loss, DATA.unit - win - loss].map((share) => share / DATA.unit);

/* 32 games of one of the crowd: their total payoff. */
function playAll(chances, rng) {
  const sums = cumulative(sharesOf(chances));
  return total(range(DATA.games).map(() => DATA.payoffs[pick(sums, rng.random())]));
}

/* A round: the totals of all, who is picked for the highest, of equal ones anybody, and its total in the next games. */
function roundOf(crowd, number) {
  const key = `${crowd} ${number}`;
  if (!known.has(key)) {
    const { chances } = DATA.crowds[crowd];
    const rng = new Generator(number, [], null);
    const totals = chances.map((one) => playAll(one, rng));
    const order = totals.map((sum) => sum + rng.random());
    const picked = order.indexOf(Math.max(...order));
    known.set(key, { totals, picked, next: playAll(chances[picked], rng) });
  }
  return known.get(key);
}

/* What somebody with these chances can expect of 32 games. */
const worthOf = (chances) => DATA.games * total(sharesOf(chances).map((share, at) => share * DATA.payoffs[at]));

const mean = (values) => total(values) / values.length;
const height = (value, [least, most]) =>
  SIZE.top + ((most - value) / (most - least)) * (SIZE.height - SIZE.top - SIZE.bottom);

function build() {
  const options = Object.entries(DATA.crowds).map(([value, { words }]) => element("option", { value }, words));
  const crowd = element("select", { id: "crowd" }, ...options);
  crowd.addEventListener("change", () => turn({ crowd: crowd.value, rounds: 0 }));
  const more = (count) => turn({ rounds: Math.min(MOST_ROUNDS, state.rounds + count) });
  const buttons = element("p", { class: "row" },
    pressable("Pick the best", () => more(1), { id: "pick", class: "primary" }),
    pressable(`${AT_ONCE} times`, () => more(AT_ONCE), { id: "often" }));
  const heads = ["", "this time", "mean", "exact mean"].map((name) => element("th", { scope: "col" }, name));
  const rows = ["picked for", "the next 32", "worth"].map((name) =>
    element("tr", {}, element("th", { scope: "row" }, name), ...range(3).map(() => element("td"))));
  const table = element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", { id: "rows" }, ...rows));
  const label = element("label", { for: "crowd" }, "Who plays?");
  const picture = svg("svg", { id: "picture", viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img" });
  $("knob").append(element("div", { class: "stack" }, element("p", {}, label, crowd), buttons, table), picture);
}

function draw({ crowd, rounds }) {
  const about = DATA.crowds[crowd];
  const played = range(rounds).map((at) => roundOf(crowd, at + 1));
  set($("pick"), { disabled: rounds === MOST_ROUNDS });
  set($("often"), { disabled: rounds === MOST_ROUNDS });
  $("crowd").value = crowd;
  const last = played.at(-1);
  const columns = [
    played.map(({ totals, picked }) => totals[picked]),
    played.map(({ next }) => next),
    played.map(({ picked }) => worthOf(about.chances[picked])),
  ];
  const [promised, kept] = about.expected;
  [...$("rows").children].forEach((row, at) => {
    const [, now, average, exact] = row.children;
    say(now, last ? number(columns[at].at(-1), at === 2 ? 1 : 0) : "–");
    say(average, last ? number(mean(columns[at]), 1) : "–");
    say(exact, number(at ? kept : promised, 1));
  });
  drawPicture(about, played, columns);
  if (!last) return `Nobody has played yet. What will the best of a hundred ${about.words} make in its next 32 games?`;
  const [best, then] = [columns[0].at(-1), last.next];
  const again = played.filter(({ totals, picked, next }) => next >= totals[picked]).length;
  return `Round ${rounds}: ${about.one} ${last.picked} is picked for ${number(best, 0)} and makes ${number(then, 0)} ` +
    `in its next 32 games. As good as promised: ${again} of ${plural(rounds, "round")}.`;
}

/* Left the totals of all in the last round as a heap, then each pick and its next 32 games, as lines. */
function drawPicture({ span, counts, expected }, played, [promised, next]) {
  const y = (value) => height(Math.max(value, span[0]), span);
  const line = (name, x1, y1, x2, y2) => svg("path", { class: name, d: `M${x1} ${y1}L${x2} ${y2}` });
  const dot = (name, x, value, r) => svg("circle", { class: name, cx: x, cy: y(value), r });
  const text = (x, at, said, name = "") => svg("text", { x, y: at, class: name }, said);
  const step = [5, 10, 20, 50].find((size) => (span[1] - span[0]) / size < 8);
  const marks = range(1 + Math.floor(span[1] / step) - Math.ceil(span[0] / step)).map((at) => (Math.ceil(span[0] / step) + at) * step);
  const parts = marks.flatMap((value) => [
    line("grid", SIZE.left, y(value), SIZE.width - SIZE.right, y(value)),
    text(SIZE.left - 6, y(value) + 4, number(value, 0), "scale"),
  ]);
  parts.push(text(FIRST, 14, `${counts}, first 32`, "middle"), text(NEXT, 14, "next 32", "middle"));
  const heap = new Map();
  for (const sum of played.at(-1)?.totals ?? []) {
    const place = Math.round(y(sum) / 4);
    heap.set(place, (heap.get(place) ?? 0) + 1);
    if (sum >= span[0]) parts.push(svg("circle", { class: "one", cx: FIRST - 8 - 4 * heap.get(place), cy: y(sum), r: 1.8 }));
  }
  promised.forEach((sum, at) => parts.push(line("past", FIRST, y(sum), NEXT, y(next[at]))));
  next.forEach((sum) => parts.push(dot("past", NEXT, sum, 2.5)));
  parts.push(line("exact", FIRST - 18, y(expected[0]), FIRST + 18, y(expected[0])));
  parts.push(line("exact", NEXT - 18, y(expected[1]), NEXT + 18, y(expected[1])));
  if (played.length) {
    parts.push(line("now", FIRST, y(promised.at(-1)), NEXT, y(next.at(-1))));
    parts.push(dot("picked", FIRST, promised.at(-1), 5), dot("then", NEXT, next.at(-1), 5));
  }
  $("picture").replaceChildren(...parts);
  const said = played.length
    ? `${plural(played.length, "pick")}: on average ${number(mean(promised), 1)} in the first 32 games, ${number(mean(next), 1)} in the next`
    : `No pick yet; to be expected are ${number(expected[0], 1)}, and then ${number(expected[1], 1)}`;
  set($("picture"), { "aria-label": said });
}

knob({ crowd: choiceField("800", Object.keys(DATA.crowds)), rounds: numberField(0, 0, MOST_ROUNDS) }, build, draw);
