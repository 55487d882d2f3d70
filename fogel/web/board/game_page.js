/* The page of any small game: all its positions are in DATA, and a position is its number. */
// twin of fogel.core.game.Game

import { DATA, range } from "../package/base.js";
import { unpack } from "../package/unpack.js";
import { letter, words } from "../screen/screen.js";
import { MARKS_SHOWN, drawSquares, nameEdges } from "./marks.js";
import { HUMAN, Match, pair } from "./match.js";
import { buildAdversaries, looking, match, path, startBoard, startSquares, targets } from "./shell.js";

const SIZE = DATA.rows * DATA.columns;
const FIRST = [0]; // where the edges of each position begin
const LABELS = { ...DATA.players, [HUMAN]: "a second human" };

const edges = (position) => DATA.edges.slice(FIRST[position], FIRST[position + 1]);

const GAME_OF_DATA = {
  start: () => 0,
  toMove: (position) => DATA.turns[position],
  moves: (position) => edges(position).map(([move]) => move),
  play: (position, move) => edges(position).find(([one]) => one === move)[1],
  result: (position) => DATA.results[DATA.ends[position]],
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

// What is said, and how it looks.

function status() {
  const { isAnswered, moves, over, person, waits } = match;
  if (over && !match.result.some(Boolean)) return words("draw");
  const winner = over ? letter(match.result.indexOf(1) + 1) : "";
  if (over) return person === null ? words("mark_wins", { mark: winner }) : words(match.result[person - 1] === 1 ? "win" : "loss");
  if (!waits) return "";
  const last = isAnswered ? `${words("it_played", { square: DATA.moves[moves.at(-1)].name })} ` : "";
  return last + words("your_move", { mark: letter(match.turn) });
}

const textOn = (position, square) => DATA.kinds[DATA.marks[SIZE * position + square]];

function draw(at) {
  const position = match.positions[at];
  const newest = at ? DATA.moves[match.moves[at - 1]].squares : [];
  const next = looking === null ? targets() : [];
  const able = looking === null ? [...startSquares(), ...next] : [];
  drawSquares((square) => ({
    held: textOn(position, square),
    "data-won": DATA.won[position]?.includes(square),
    "data-new": newest.includes(square),
    "data-target": next.includes(square),
    "aria-pressed": path.includes(square) ? "true" : null,
    "aria-disabled": able.includes(square) ? null : "true",
  }));
}

const named = () => range(SIZE).filter((square) => DATA.squares[square]);

/* The column of a square's name, and its row, such as a and 1. */
const [columnOf, rowOf] = [/\d*$/, /^\D*/].map((rest) => (square) => DATA.squares[square].replace(rest, ""));
nameEdges(range(DATA.columns).map(columnOf), range(DATA.rows).map((y) => rowOf(y * DATA.columns)));
buildAdversaries([["Players", Object.entries(LABELS)]]);
unpack().then(() => {
  for (const count of DATA.counts) FIRST.push(FIRST.at(-1) + count);
  startBoard({
    ...MARKS_SHOWN,
    match: new Match(GAME_OF_DATA, pair(Object.keys(DATA.players)[0], true), playerOf),
    squares: named,
    columns: () => DATA.columns,
    place: (square) => ({ style: `grid-area: ${Math.floor(square / DATA.columns) + 1} / ${(square % DATA.columns) + 1}` }),
    draw,
    status,
    names: LABELS,
    tally: [["wins", 1], ["draws", 0], ["losses", 2]],
  });
});
