/* A board of any shape in a web page, without Python (chapter 13): who plays there, how it looks, and what is said. */
// twin of fogel.web.board.match.BoardMatch

import { cumulative, pick } from "../package/draws.js";
import { DATA, range } from "../package/base.js";
import { textOf } from "../package/files.js";
import { $, element, letter, set, words } from "../screen/screen.js";
import { look, shares, view } from "./levels.js";
import { lookOf, sentence } from "./looks.js";
import { MARKS_SHOWN, drawSquares, nameEdges } from "./marks.js";
import { HUMAN, Match } from "./match.js";
import { evolvedMove, readEvolved } from "./mind.js";
import { Net } from "./net.js";
import { PLAYERS, RULES, SQUARES, decided, openSquares } from "./rules.js";
import { change, looking, match, options, render, startBoard } from "./shell.js";
import { TURNS, bestMoves, values } from "./values.js";

// Who plays: policies, {square: probability}, and networks that learn.

const POLICIES = { random: alike(openSquares), perfect: alike(bestMoves) };
for (const [name, { odds }] of Object.entries(DATA.levels)) {
  POLICIES[name] = (board, turn) => shares(view(name, board, turn).moveValues, odds);
}
Object.keys(DATA.evolved).forEach(addEvolved);

function addEvolved(name) {
  POLICIES[name] = (board, turn) => new Map([[evolvedMove(name, board, turn), 1]]);
}

/* A policy of whoever takes any of some squares alike. */
function alike(squaresOn) {
  return (board, turn) => {
    const squares = squaresOn(board, turn);
    return new Map(squares.map((square) => [square, 1 / squares.length]));
  };
}

/* The player of a name on a seat; each move of a policy uses one draw. */
function playerOf(name, seat) {
  if (name === HUMAN) return null;
  if (name in DATA.nets) return new Net(name, seat);
  return {
    move({ board, turn }, rng) {
      const chances = POLICIES[name](board, turn);
      return pick(cumulative(board.map((_, square) => chances.get(square) ?? 0)), rng());
    },
  };
}

const GAME_OF_DATA = {
  ...RULES,
  nameMove: (_, square) => (square === null ? words("pass") : DATA.squares[square]),
  values({ board, turn }) {
    const found = values(board, turn);
    return found && new Map([...found].map(([square, value]) => [String(square), value]));
  },
};

/* A match of this game, in which each seat has its own wins. */
function newMatch(names, opener = "first", rng = Math.random) {
  return new Match(GAME_OF_DATA, names, playerOf, { opener, rng, bySeat: true });
}

// What is said.

function statusOf({ isAnswered, moves, over, person, position, positions, turn }) {
  const square = moves.at(-1);
  const about = () => ({ mark: DATA.marks[positions.at(-2).turn], square: DATA.squares[square] });
  const last = isAnswered ? [sentence(square === null ? "passed" : "took", about())] : [];
  const call = () => sentence(turn === person ? "your_move" : "to_move", { mark: DATA.marks[turn] });
  return [...last, over ? verdict(position, person) : call()].join(" ");
}

function verdict(position, person) {
  const found = decided(position);
  if (found === null) return sentence("draw");
  const [player, won, squares] = found;
  const mine = player === person ? (won ? "win" : "own_loss") : won ? "loss" : "others_loss";
  const name = person ? mine : won ? "wins" : "loses";
  return sentence(name, { mark: DATA.marks[player], squares: heldWords(position.board, player, squares) });
}

/* The squares of a pattern that a player has: the player's own, then those of others. */
function heldWords(board, player, squares) {
  const parts = range(PLAYERS).map((at) => ((player - 1 + at) % PLAYERS) + 1).map((number) => {
    const held = squares.filter((square) => board[square] === number).map((square) => DATA.squares[square]).join(", ");
    return held && number !== player ? words("theirs", { mark: DATA.marks[number], squares: held }) : held;
  });
  return parts.filter(Boolean).join(" and ");
}

// How it looks.

function draw(at) {
  const [position, isLive] = [match.positions[at], looking === null];
  const turn = isLive && match.waits ? letter(match.turn) : null;
  const won = (isLive && match.over && decided(position)?.[2]) || [];
  set($("board"), { "data-turn": turn });
  drawSquares((square) => {
    const held = letter(position.board[square]);
    return {
      held,
      ghost: turn,
      "data-won": won.includes(square),
      "data-new": square === match.moves[at - 1],
      "aria-disabled": held || !turn ? "true" : null,
    };
  });
}

// The look into players.

let shown = DATA.look.shown; // moves of the trees of those who look ahead

/* The numbers of the players who can be looked into: those who look ahead, and networks. */
function lookers({ moves, names, over }) {
  const known = (name) => name in DATA.levels || name in DATA.nets;
  return names.flatMap((name, at) => ((moves.length || !over) && known(name) ? [at + 1] : []));
}

/* [the board on which a player moved last in this game, the square it took]; before that, the first board and null. */
function lastTurn({ moves, positions }, player) {
  const at = range(moves.length).findLast((move) => positions[move].turn === player);
  return at === undefined ? [DATA.start, null] : [positions[at].board, moves[at]];
}

function lookInto(game, player, ahead) {
  const [board, square] = lastTurn(game, player);
  const seated = game.players[player - 1];
  if (!(seated instanceof Net)) return look(game.names[player - 1], board, player, ahead);
  const passed = square === null && game.positions.slice(0, game.moves.length).some(({ turn }) => turn === player);
  return { ...seated.thought(board), player, passed, deeper: false };
}

function renderLooks() {
  const able = lookers(match);
  $("lookers").hidden = !able.length;
  const looks = $("look").checked ? able.map((player) => lookInto(match, player, shown)) : [];
  $("looks").replaceChildren(...looks.map((seen) => {
    return lookOf(seen, match.names[seen.player - 1], lastTurn(match, seen.player)[1]);
  }));
  $("deeper").hidden = !looks.some(({ deeper }) => deeper);
}

function panels() {
  match.names.forEach((name, at) => {
    $(`seat-${at + 1}`).value = name;
  });
  $("first-player").value = match.opener;
  renderLooks();
}

// Building the page once.

function build() {
  nameEdges(range(DATA.width), range(SQUARES / DATA.width));
  range(PLAYERS).forEach((at) => {
    const id = `seat-${at + 1}`;
    const label = element("label", { for: id }, words("seat", { mark: letter(at + 1) }));
    $("seats").append(element("div", { class: "chooser" }, label, chooser(DATA.known, { id })));
    $(id).addEventListener("change", () => (match.sit(at + 1, $(id).value), change()));
  });
  $("first-player").replaceWith(chooser(DATA.first_players, { id: "first-player" }));
  $("first-player").addEventListener("change", () => (match.openBy($("first-player").value), change()));
  $("peek").addEventListener("change", render);
  $("look").addEventListener("change", renderLooks);
  $("deeper").addEventListener("click", () => ((shown += 1), renderLooks()));
  $("help").hidden = TURNS === null;
  $("no-help").hidden = TURNS !== null;
  $("look").checked = DATA.look.open;
}

/* The champion in a file, by name: it can sit anywhere from then on. */
async function read(file) {
  const weights = readEvolved(await textOf(file));
  const name = `file: ${file.name}`;
  const label = words("from_file", { file: file.name });
  if (!(name in DATA.evolved)) range(PLAYERS).forEach((at) => $(`seat-${at + 1}`).append(...options([[name, label]])));
  DATA.evolved[name] = weights;
  DATA.known[name] = label;
  addEvolved(name);
  return name;
}

/* Lets somebody sit down in the place of whoever is no person, or of the last person. */
function sitDownThere(name) {
  const free = match.names.findIndex((held) => held !== HUMAN);
  match.sit(free < 0 ? PLAYERS : free + 1, name);
  change();
}

function chooser(listed, about) {
  return element("select", about, ...options(Object.entries(listed)));
}

build();
startBoard({
  ...MARKS_SHOWN,
  match: newMatch(DATA.names),
  squares: () => range(SQUARES),
  columns: () => DATA.width,
  draw,
  status: () => statusOf(match),
  names: DATA.known,
  tally: [[words("draws"), 0], ...range(PLAYERS).map((at) => [words("wins_of", { mark: letter(at + 1) }), at + 1])],
  hints: () => TURNS !== null,
  shown: () => ($("peek").checked ? GAME_OF_DATA.values(match.position) : null),
  read: DATA.file && read,
  sit: sitDownThere,
  panels,
});
