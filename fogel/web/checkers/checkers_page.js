/* The page on which checkers is played. What stands in the other files says again what the package's modules of rules,
 * networks and look-ahead say, with the same bits; it runs in a worker, so that the page answers meanwhile.
 */

import { DATA, ValueError, range } from "../package/base.js";
import { textOf } from "../package/files.js";
import { unpack } from "../package/unpack.js";
import { HUMAN, Match, pair } from "../board/match.js";
import {
  adversaryNow, buildAdversaries, buttonOf, buttons, change, choose, focusBoard, looking, match, path, render, startBoard,
  startSquares, targets,
} from "../board/shell.js";
import { $, element, number, plural, say, set, svg, words } from "../screen/screen.js";
import { startWorkers } from "../screen/workers.js";
import { buildEvolving } from "./evolving.js";
import { readChampion } from "./files.js";
import { bestOf } from "./matches.js";
import { Checkers, KING, after, jumped, moves, notation } from "./rules.js";

const STEP_MILLISECONDS = 220; // of a piece that moves

let plies = DATA.players[0].plies; // that the adversary looks ahead
let sat = "0"; // who it is: a place among DATA.players
let stopPeeking = () => {};
let peeked = ""; // for which position, and how far ahead, the tables are

// The game, and who plays it.

/* The game against a player as a Match plays it; a position is {board, player, made}, how many moves were made. */
function gameOf(adversary) {
  const { board: place, limit, plies: usual } = DATA.players[adversary];
  const board = new Checkers(DATA.boards[place]);
  if (adversary !== sat) [sat, plies] = [adversary, usual];
  return {
    board,
    limit,
    start: () => ({ ...board.start, made: 0 }),
    toMove: ({ player }) => (player === 1 ? 1 : 2),
    moves: (position) => moves(board, position),
    play: (position, move) => ({ ...after(board, position, move), made: position.made + 1 }),
    result(position) {
      if (!moves(board, position).length) return [-position.player, position.player];
      return position.made >= limit ? [0, 0] : null;
    },
    squares: (move) => move,
    nameMove: (_, move) => notation(board, move),
    values: valuesOf,
  };
}

function playerOf(name) {
  if (name === HUMAN) return null;
  let stop = () => {};
  return {
    stop: () => stop(),
    move: (position) => new Promise((take, fail) => {
      const allowed = match.game.moves(position);
      if (allowed.length === 1) return take(allowed[0]); // nobody thinks where there is one move only
      stop = ask(position, false, ({ scores }) => take(allowed[bestOf(scores, Math.random)]), fail);
    }),
  };
}

/* Has a worker look at a position; `take` is given the answer. Returns what stops it. */
function ask(position, all, take, fail) {
  const { board, ...evaluator } = DATA.players[adversaryNow()];
  const order = { shape: DATA.boards[board], position, player: evaluator, plies, all };
  const stop = startWorkers([{ ...order, solved: all ? DATA.solved[board] : null }], (answer) => {
    stop();
    take(answer);
  }, (problem) => {
    stop();
    fail(new Error(problem));
  });
  return stop;
}

/* What each move is worth on a small board: in how many moves it wins, less than 0: loses. */
function valuesOf(position) {
  const keyed = ({ outcomes }) => new Map(match.game.moves(position).map((move, at) => {
    return [String(move), outcomes[at] % 2 ? outcomes[at] : 0 - outcomes[at]];
  }));
  return new Promise((take, fail) => ask(position, true, (answer) => take(keyed(answer)), fail));
}

function lookAhead(ahead) {
  plies = ahead;
  match.askAgain();
  change();
}

// What is said.

function tell(came, square) {
  const { board, player } = match.position;
  const about = { square, first: path[0], squares: oneOf(came === "taken" || came === "goes_on" ? targets() : startSquares()) };
  if (came) return words(came === "taken" ? "in_hand" : came, about);
  if (board[square - 1] * player > 0) return words(mustJump() ? "other_jumps" : "stuck", about);
  return path.length ? words("not_there", { ...about, squares: oneOf(targets()) }) : words("nothing");
}

function mustJump() {
  return jumped(match.game.board, match.game.moves(match.position)[0]).length > 0;
}

function oneOf(squares) {
  return squares.length < 2 ? String(squares[0]) : `${squares.slice(0, -1).join(", ")} or ${squares.at(-1)}`;
}

function standing() {
  const last = made() ? `${words("it_moved", { move: notation(match.game.board, match.moves.at(-1)) })} ` : "";
  return last + balance();
}

/* Whether the adversary has moved last. */
function made() {
  return match.moves.length > 0 && match.game.toMove(match.positions.at(-2)) !== match.person;
}

/* How the game stands, in words. */
function balance() {
  if (match.over && !match.result[0]) return words("draw", { moves: plural(match.position.made, "move") });
  if (match.over) return words(match.result[match.first] === 1 ? "you_win" : "you_lose");
  if (!match.waits) return "";
  return words(mustJump() ? "must_jump" : "your_move");
}

function labels(names) {
  return names.map((name) => {
    if (name === HUMAN) return name;
    if (!DATA.players[name]) throw new ValueError(`there is no player ${name}`);
    const { name: label, board } = DATA.players[name];
    return `${label}, ${words("size", DATA.boards[board])}`;
  }).join(", ");
}

// How it looks.

/* The board with the piece in hand where it stands; what it has jumped over still lies there. */
function shownBoard({ board }) {
  if (path.length < 2) return board;
  const changed = board.slice();
  changed[path[0] - 1] = 0;
  changed[path.at(-1) - 1] = board[path[0] - 1];
  return changed;
}

const side = () => (match.first === 0 ? 1 : -1); // of the person

function draw(at) {
  const { rows, columns } = match.game.board;
  set($("board"), { style: `--lines: ${rows}; --columns: ${columns}`, "aria-label": words("board", { rows, columns }) });
  set($("board"), { "data-past": looking !== null });
  const live = looking === null;
  const shown = shownBoard(match.positions[at]);
  const [goals, last] = [live ? targets() : [], match.moves[at - 1] ?? []];
  const movable = live && path.length < 2 ? startSquares() : [];
  const taken = path.length > 1 ? jumped(match.game.board, path) : [];
  for (const button of buttons()) {
    const square = Number(button.dataset.square);
    const piece = shown[square - 1];
    const whose = Math.sign(piece) === side() ? "your" : "its";
    const held = piece ? words(`${whose}_${Math.abs(piece) === KING ? "king" : "man"}`) : words("open");
    const states = {
      held: path.length > 0 && square === path.at(-1),
      target: goals.includes(square),
      taken: taken.includes(square),
      movable: movable.includes(square) && square !== path.at(-1),
    };
    const said = Object.keys(states).filter((name) => states[name]).map((name) => words(name));
    set(button, {
      "data-side": piece ? String(Math.sign(piece)) : null,
      "data-king": Math.abs(piece) === KING,
      "data-last": !path.length && last.includes(square),
      ...Object.fromEntries(Object.entries(states).map(([name, is]) => [`data-${name}`, is])),
      "aria-label": words("square", { square, held: [held, ...said].join(", ") }),
    });
  }
}

/* Where its last move came from and went, unless its reader wants nothing to move. */
function slide() {
  if (!made() || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const move = match.moves.at(-1);
  const places = move.map((square) => placeOf(square));
  const [row, column] = places.at(-1);
  const steps = places.map((place) => `translate(${100 * (place[1] - column)}%, ${100 * (place[0] - row)}%)`);
  const button = buttonOf(move.at(-1));
  set(button, { style: `${button.getAttribute("style")}; z-index: 1` });
  const duration = STEP_MILLISECONDS * (move.length - 1);
  const moving = button.querySelector("svg").animate({ transform: steps }, { duration, easing: "ease-in-out" });
  moving.onfinish = () => button.style.removeProperty("z-index");
}

/* The squares as they are seen: the person's own men stand below. */
function squares() {
  const count = match.game.board.squares;
  return range(count).map((at) => (side() === 1 ? count - at : at + 1));
}

function placeOf(square) {
  const { rows, columns } = match.game.board;
  const [row, column] = match.game.board.place(square);
  return side() === 1 ? [rows - 1 - row, columns - 1 - column] : [row, column];
}

function picture(square) {
  const circle = (name, r) => svg("circle", { class: name, cx: 50, cy: 50, r });
  const crown = svg("polygon", { class: "crown", points: "33,62 30,40 42,49 50,35 58,49 70,40 67,62" });
  const piece = svg("g", { class: "piece" }, circle("disc", 35), circle("ring", 25), crown);
  const cross = svg("path", { class: "cross", d: "M32 32 68 68M68 32 32 68" });
  const about = { viewBox: "0 0 100 100", "aria-hidden": "true" };
  const digit = element("span", { class: "digit", "aria-hidden": "true" }, String(square));
  return [digit, svg("svg", about, circle("halo", 40), piece, circle("dot", 13), cross)];
}

// What it thinks.

function panels() {
  const { about, limit } = DATA.players[adversaryNow()];
  say($("about"), about);
  say($("limit"), plural(limit, "move"));
  $("plies").value = plies;
  renderThoughts();
}

function renderThoughts() {
  if (!$("thoughts").open) return;
  const key = JSON.stringify([match.moves, plies, adversaryNow()]);
  if (peeked === key) return;
  peeked = key;
  stopPeeking();
  const about = { moves: plural(plies, "move") };
  const its = made() && words("its", { move: notation(match.game.board, match.moves.at(-1)) });
  const wanted = [
    ["yours", match.waits ? match.position : null, null, words("yours", about)],
    ["its", made() ? match.positions.at(-2) : null, match.moves.at(-1), its],
  ].filter(([, position]) => position);
  if (match.waits || match.over || !match.moves.length) { // while it thinks, the tables stay
    for (const id of ["yours", "its"]) $(id).hidden ||= !wanted.some(([one]) => one === id);
  }
  say($("thinking"), words(wanted.length ? "working" : "nobody_moves"));
  peekAt(wanted);
}

/* Fills one table after the other. */
function peekAt([next, ...rest]) {
  if (!next) return;
  const [id, position, move, caption] = next;
  stopPeeking = ask(position, true, (answer) => {
    fillTable($(id), position, move, caption, answer);
    if (!rest.length) say($("thinking"), "");
    peekAt(rest);
  }, ({ message }) => say($("thinking"), words("stopped", { problem: message })));
}

function fillTable(table, position, move, caption, { scores, outcomes }) {
  const allowed = match.game.moves(position);
  const most = Math.max(...scores.filter(Number.isFinite).map(Math.abs)) || 1;
  const order = [...scores.keys()].sort((a, b) => scores[b] - scores[a]);
  const heads = ["move", "score", ...(outcomes ? ["really"] : [])];
  say(table.caption, caption);
  table.tHead.replaceChildren(element("tr", {}, ...heads.map((name) => element("th", { scope: "col" }, words(name)))));
  table.tBodies[0].replaceChildren(...order.map((at) => {
    const name = notation(match.game.board, allowed[at]);
    const row = element("tr", { "data-made": String(allowed[at]) === String(move) });
    const amount = Math.min(Math.abs(scores[at]) / most, 1).toFixed(4);
    const bar = { class: scores[at] < 0 ? "bar minus" : "bar", style: `--amount: ${amount}` };
    row.append(element("th", { scope: "row" }, name), element("td", bar, scoreWords(scores[at])));
    if (outcomes) row.append(element("td", {}, outcomeWords(outcomes[at])));
    return row;
  }));
  table.hidden = false;
}

function scoreWords(score) {
  if (Number.isFinite(score)) return number(score, 3);
  return words(score > 0 ? "sure_win" : "sure_loss");
}

function outcomeWords(over) {
  return over ? words(over % 2 ? "win_in" : "loss_in", { plies: over }) : words("drawn");
}

// Building the page once.

function build() {
  buildPlayers();
  $("plies").append(...range(DATA.most_plies).map((at) => {
    return element("option", { value: at + 1 }, words("ahead", { moves: plural(at + 1, "move") }));
  }));
  $("plies").addEventListener("change", () => lookAhead(Number($("plies").value)));
  $("thoughts").addEventListener("toggle", renderThoughts);
  buildEvolving(welcome);
}

function buildPlayers() {
  const players = DATA.players.map(({ board, name }, at) => [board, [String(at), name]]);
  buildAdversaries(DATA.boards.map((size, board) => {
    return [words("size", size), players.filter(([its]) => its === board).map(([, option]) => option)];
  }));
}

/* The place of somebody who is new here. */
function placeOfNew(player) {
  const there = DATA.players.findIndex(({ name }) => name === player.name);
  if (there < 0) DATA.players.push(player);
  else DATA.players[there] = player;
  buildPlayers();
  return String(there < 0 ? DATA.players.length - 1 : there);
}

/* Somebody who has evolved here sits down. */
function welcome(evolved) {
  choose(placeOfNew(evolved));
  focusBoard();
}

build();
startBoard({
  match: new Match(gameOf(sat), pair(sat, true), playerOf),
  gameOf,
  squares,
  columns: () => match.game.board.columns / 2,
  reached: () => match.game.board.squares - match.game.board.columns / 2,
  place: (square) => ({ style: `grid-area: ${placeOf(square).map((at) => at + 1).join(" / ")}` }),
  picture,
  draw,
  status: standing,
  tell,
  labels,
  tally: [[words("wins"), 1], [words("draws"), 0], [words("losses"), 2]],
  hints: () => Boolean(DATA.solved?.[DATA.players[adversaryNow()].board]),
  valueWords: (value) => outcomeWords(Math.abs(value)),
  answered: slide,
  kept: () => ({ plies: String(plies) }),
  keep(about) {
    const asked = Number(about.get("plies") ?? plies);
    if (!range(DATA.most_plies).includes(asked - 1)) throw new ValueError(`plies must be 1 to ${DATA.most_plies}, not ${about.get("plies")}`);
    plies = asked;
  },
  read: async (file) => placeOfNew(readChampion(await textOf(file), words("from_file", { file: file.name }))),
  panels,
});
unpack().then(render);
