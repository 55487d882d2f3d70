/* The page of any small game: all its positions are in DATA, and a position is its number. */
// twin of fogel.core.game.Game

import { DATA, ValueError, range } from "../package/base.js";
import { unpack } from "../package/unpack.js";
import { STROKES, drawMark } from "../screen/mark.js";
import { $, element, letter, set, svg, words } from "../screen/screen.js";
import { HUMAN, Match, pair } from "./match.js";
import {
  adversaryNow, buildAdversaries, buttonOf, looking, match, path, startBoard, startSquares, targets,
} from "./shell.js";

const SIZE = DATA.rows * DATA.columns;
const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const FIRST = [0]; // where the edges of each position begin
const LABELS = { ...DATA.players, [HUMAN]: "a second human" };

const edges = (position) => DATA.edges.slice(FIRST[position], FIRST[position + 1]);
const result = (position) => DATA.results[LETTERS.indexOf(DATA.ends[position])];

const GAME_OF_DATA = {
  start: () => 0,
  toMove: (position) => Number(DATA.turns[position]),
  moves: (position) => edges(position).map(([move]) => move),
  play: (position, move) => edges(position).find(([one]) => one === move)[1],
  result,
  squares: (move) => DATA.moves[move].squares,
  nameMove: (_, move) => DATA.moves[move].name,
  values: (position) => new Map(edges(position).map(([move, , value]) => [String(move), value])),
};

function playerOf(name) {
  if (name === HUMAN) return null;
  return {
    move(position, rng) {
      const found = edges(position);
      const best = Math.max(...found.map(([, , value]) => Math.sign(value)));
      const those = name === "perfect" ? found.filter(([, , value]) => Math.sign(value) === best) : found;
      return those[Math.floor(rng() * those.length)][0];
    },
  };
}

function labels(names) {
  const lost = names.find((name) => !(name in LABELS));
  if (lost !== undefined) throw new ValueError(`there is no player called ${lost}`);
  return names.map((name) => LABELS[name]).join(", ");
}

// What is said, and how it looks.

function status() {
  const { moves, over, person, waits } = match;
  if (over && !match.result.some(Boolean)) return words("draw");
  const winner = over ? letter(match.result.indexOf(1) + 1) : "";
  if (over) return person === null ? words("mark_wins", { mark: winner }) : words(match.result[person - 1] === 1 ? "win" : "loss");
  if (!waits) return "";
  const its = moves.length && adversaryNow() !== HUMAN;
  const last = its ? `${words("it_played", { square: DATA.moves[moves.at(-1)].name })} ` : "";
  return last + words("your_move", { mark: letter(match.turn) });
}

const textOn = (position, square) => DATA.kinds[LETTERS.indexOf(DATA.marks[SIZE * position + square])];

function mark(text) {
  if (text in STROKES) return drawMark(text);
  const seat = DATA.letters.indexOf(text);
  return svg("g", { class: `n n${seat}` }, svg("text", { x: 50, y: 52 }, text));
}

function draw(at) {
  const [position, live] = [match.positions[at], looking === null];
  const waits = live && match.waits;
  set($("board"), { "data-past": !live, "data-over": live && match.over });
  const newest = at ? DATA.moves[match.moves[at - 1]].squares : [];
  const next = waits && path.length ? targets() : [];
  const able = waits ? [...startSquares(), ...next] : [];
  named().forEach((square) => {
    const text = textOn(position, square);
    const drawing = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
    if (text) drawing.append(mark(text));
    buttonOf(square).firstChild.replaceWith(drawing);
    set(buttonOf(square), {
      "data-mark": text || null,
      "data-won": DATA.won[position]?.includes(square),
      "data-new": newest.includes(square),
      "data-target": next.includes(square),
      "aria-pressed": path.includes(square) ? "true" : null,
      "aria-label": words("place", { square: DATA.squares[square], held: text || words("empty") }),
      "aria-disabled": able.includes(square) ? null : "true",
    });
  });
}

const named = () => range(SIZE).filter((square) => DATA.squares[square]);

/* The column of a square's name, and its row, such as a and 1. */
const [columnOf, rowOf] = [/\d*$/, /^\D*/].map((rest) => (square) => DATA.squares[square].replace(rest, ""));
$("across").append(...range(DATA.columns).map((x) => element("span", {}, columnOf(x))));
$("down").append(...range(DATA.rows).map((y) => element("span", {}, rowOf(y * DATA.columns))));
buildAdversaries([["Players", Object.entries(LABELS)]]);
unpack().then(() => {
  for (const count of DATA.counts) FIRST.push(FIRST.at(-1) + count);
  startBoard({
    match: new Match(GAME_OF_DATA, pair(Object.keys(DATA.players)[0], true), playerOf),
    squares: named,
    columns: () => DATA.columns,
    place: (square) => ({ style: `grid-area: ${Math.floor(square / DATA.columns) + 1} / ${(square % DATA.columns) + 1}` }),
    reached: () => 0,
    picture: () => [svg("svg")],
    draw,
    status,
    labels,
    tally: [["wins", 1], ["draws", 0], ["losses", 2]],
    hints: () => true,
    valueWords: (value) => words(`short_${value > 0 ? "win" : value < 0 ? "loss" : "draw"}`, { moves: Math.abs(value) }),
  });
});
