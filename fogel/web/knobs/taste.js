// Chapter 17: a taste by sliders, and the games of the package in the order in which it likes them.
// twin of fogel.taste.wishes.harmonic_mean, fogel.taste.wishes.Taste

import { DATA } from "../package/base.js";
import { drawMark } from "../screen/mark.js";
import { $, element, number, plural, say, set, svg } from "../screen/screen.js";
import { choiceField, knob, numberField, slider, state, turn } from "./shared/knob.js";

const MOST_WEIGHT = 5;
const TASTES = Object.keys(DATA.tastes);
const GAMES = Object.keys(DATA.games);
const RESULTS_OF_FIRST = { 1: "X, who opens, wins", 0: "nobody wins", "-1": "O wins" };
const sliders = {};

/* The weighted harmonic mean of positive values. */
function harmonicMean(values, weights) {
  const sum = (terms) => terms.reduce((so, term) => so + term, 0);
  return sum(weights) / sum(values.map((value, at) => weights[at] / value));
}

/* The games as [{game, score, refused, least}], the best first; `least` is the wish that leaves least satisfied. */
function judged(taste, weights) {
  const { wishes, refused } = DATA.tastes[taste];
  const counted = wishes.map((wish, at) => ({ ...wish, weight: weights[at] })).filter(({ weight }) => weight > 0);
  const verdicts = GAMES.map((game, row) => {
    const satisfactions = counted.map((wish) => wish.satisfactions[row]);
    const score = refused[row] ? 0 : harmonicMean(satisfactions, counted.map(({ weight }) => weight));
    const least = counted[satisfactions.indexOf(Math.min(...satisfactions))];
    return { game, score, refused: refused[row], least: least.name, satisfaction: least.satisfactions[row] };
  });
  return verdicts.sort((one, other) => other.score - one.score);
}

function build() {
  const options = TASTES.map((name) => element("option", { value: name }, name));
  const taste = element("select", { id: "taste" }, ...options);
  taste.addEventListener("change", () => turn({ taste: taste.value }, true));
  const wishes = TASTES.map((name) => {
    const rows = DATA.tastes[name].wishes.map((wish, at) => {
      const take = (value) => turn({ [name]: state[name].map((weight, place) => (place === at ? value : weight)) });
      const made = slider(`${name}-${at}`, wish.name.replaceAll("_", " "), { least: 0, most: MOST_WEIGHT, step: 1 },
        (value) => (value ? `weight ${value}` : "doesn’t count"), take);
      made.append(element("small", {}, wish.words));
      return made;
    });
    sliders[name] = rows;
    return element("div", { id: `wishes-${name}`, class: "wishes", role: "group", "aria-label": `Wishes of the taste ${name}` }, ...rows);
  });
  const label = element("label", { for: "taste" }, "A taste of the package");
  const left = element("div", { class: "stack" }, element("p", {}, label, taste), element("p", { id: "about" }), ...wishes);
  $("knob").append(
    element("div", { id: "first", class: "answer" }, element("div", { id: "board", role: "img" }), element("div", {},
      element("p", { id: "course" }), element("p", { id: "patterns" }))),
    left,
    element("ol", { id: "games", "aria-label": "The games, the best first" }));
}

/* Squares in rows, and in them X for 1 and O for 2. */
function grid(width, squares, about) {
  const parts = squares.flatMap((mark, at) => {
    const place = `translate(${100 * (at % width)} ${100 * Math.floor(at / width)})`;
    const inside = mark ? [drawMark(mark === 1 ? "X" : "O")] : [];
    return svg("g", { transform: place }, svg("rect", { x: 4, y: 4, width: 92, height: 92, rx: 10 }), ...inside);
  });
  return svg("svg", { viewBox: `0 0 ${100 * width} ${100 * (squares.length / width)}`, "aria-hidden": "true", ...about }, ...parts);
}

/* The board of a game after the first moves of the game that is shown of it. */
function boardAfter({ board: [, squares], moves }, count) {
  const after = [...squares];
  for (const [player, square] of moves.slice(0, count)) if (square !== null) after[square] = player;
  return after;
}

/* A game of the first game is played, move by move. */
function frame(share) {
  const weights = state[state.taste];
  if (!weights.some((weight) => weight > 0)) return;
  const [{ game }] = judged(state.taste, weights);
  const about = DATA.games[game];
  const count = Math.min(about.moves.length, Math.floor(share * (about.moves.length + 1)));
  $("board").replaceChildren(grid(about.board[0], boardAfter(about, count), {}));
  set($("board"), { style: `--columns: ${about.board[0]}` });
}

/* The first game: how a game of it goes, and by which patterns it is won or lost. */
function showFirst(game) {
  const { moves, patterns, result } = DATA.games[game];
  say($("course"), `A game of ${game} between experts: ${plural(moves.length, "move")}, and ${RESULTS_OF_FIRST[result]}.`);
  const kinds = ["wins", "loses"].filter((kind) => patterns.some(([one]) => one === kind));
  const words = { wins: "Wins, anywhere on the board:", loses: "Loses:" };
  $("patterns").replaceChildren(...kinds.flatMap((kind) => [
    element("span", {}, words[kind]),
    ...patterns.filter(([one]) => one === kind).map(([, width, squares]) => grid(width, squares, { style: `--columns: ${width}` })),
  ]));
  set($("board"), { "aria-label": `The last board of a game of ${game}: ${moves.map(([player, square]) => `${player === 1 ? "X" : "O"} ${square}`).join(", ")}` });
  frame(1);
}

function draw(state) {
  const { taste } = state;
  const weights = state[taste];
  $("taste").value = taste;
  say($("about"), DATA.tastes[taste].about);
  for (const name of TASTES) {
    $(`wishes-${name}`).hidden = name !== taste;
    sliders[name].forEach((made, at) => made.show(state[name][at]));
  }
  const counts = weights.some((weight) => weight > 0);
  $("first").hidden = !counts;
  if (!counts) {
    $("games").replaceChildren();
    return "Nothing counts, so there is nothing to rank by. Give one wish some weight.";
  }
  const found = judged(taste, weights);
  $("games").replaceChildren(...found.map((one) => {
    const why = one.refused ? one.refused : `least satisfied with ${one.least.replaceAll("_", " ")}: ${number(one.satisfaction, 2)}`;
    const bar = element("span", { class: "bar", style: `--amount: ${one.score.toFixed(3)}`, "aria-hidden": "true" });
    const head = element("span", {}, element("b", {}, one.game), one.refused ? " refused" : ` ${number(one.score, 3)}`);
    const about = DATA.games[one.game];
    const width = about.board[0];
    const thumbnail = grid(width, boardAfter(about, about.moves.length), { class: "thumbnail", style: `--columns: ${width}` });
    return element("li", { class: one.refused ? "refused" : null }, thumbnail, element("div", {}, head, bar, element("small", {}, why)));
  }));
  const [first] = found;
  showFirst(first.game);
  const out = found.filter(({ refused }) => refused).length;
  const gates = out ? ` Its gates refuse ${plural(out, "game")}.` : "";
  if (first.refused) return `No game gets past the gates of “${taste}”.`;
  return `First comes ${first.game} with ${number(first.score, 3)}, held back most by ${first.least.replaceAll("_", " ")}.${gates}`;
}

const WEIGHTS = TASTES.map((name) => [name, numberField(DATA.tastes[name].wishes.map(({ weight }) => weight), 0, MOST_WEIGHT)]);
knob({ taste: choiceField("fair", TASTES), ...Object.fromEntries(WEIGHTS) }, build, draw, { seconds: 3, again: 2, frame });
