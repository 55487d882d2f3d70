/* The page on which checkers is played. What stands in the other files says again what the package's modules of rules,
 * networks and look-ahead say, with the same bits; it runs in a worker, so that the page answers meanwhile.
 */

import { DATA, range } from "../package/base.js";
import { unpack } from "../package/unpack.js";
import { settleInFrame } from "../screen/frame.js";
import { $, element, number, plural, say, set, svg, words } from "../screen/screen.js";
import { reachOnly, walk } from "../screen/walk.js";
import { startWorkers } from "../screen/workers.js";
import { buildEvolving } from "./evolving.js";
import { CheckersGame } from "./game.js";
import { bestOf } from "./matches.js";
import { Checkers, KING, jumped, moves, notation } from "./rules.js";

const STEP_MILLISECONDS = 220; // of a piece that moves
const SILENCE_MILLISECONDS = 300; // before it is said that it thinks
const RESULTS = ["wins", "draws", "losses"];

// What there is. `results` are those of the games before this one, `asked` what is done to have a worker stop.

let player = DATA.players[0];
let plies = player.plies;
let personBegins = true;
let game = null;
let results = [];
let told = ""; // what came of the last press, in words
let stopThinking = () => {};
let stopPeeking = () => {};
let peeked = ""; // for which position, and how far ahead, the tables are

// What a reader can do.

function newGame() {
  stopThinking();
  if (game?.over) results.push(game.result);
  game = new CheckersGame(new Checkers(DATA.boards[player.board]), player.limit, personBegins ? 1 : -1);
  buildBoard();
  change();
}

function press(square) {
  const before = game.position.board;
  const came = game.press(square);
  if (came === "moved") return change();
  if (came === "waits") return;
  const about = { square, first: game.path[0], squares: oneOf(game.targets) };
  told = {
    taken: () => words("in_hand", about),
    goes_on: () => words("goes_on", about),
    let_go: () => words("let_go", about),
    other_jumps: () => words("other_jumps", { square, squares: oneOf(game.movable) }),
    stuck: () => words("stuck", about),
    not_there: () => words("not_there", about),
    nothing: () => words("nothing"),
  }[came]();
  render();
}

function takeBack() {
  if (!game.canTakeBack) return;
  stopThinking();
  game.takeBack();
  change();
}

function meet(at) {
  player = DATA.players[at];
  plies = player.plies;
  [results, game] = [[], null];
  newGame();
}

function lookAhead(ahead) {
  plies = ahead;
  stopThinking();
  change();
}

function begin(first) {
  personBegins = first;
  newGame();
}

/* After all that changes the position, or who thinks about it. */
function change() {
  told = "";
  render();
  if (!game.over && !game.isPersons) think();
}

// What it does.

/* Has a worker look at a position; `take` is given the answer. Returns what stops it. */
function ask(position, all, take, fail) {
  const { board, ...evaluator } = player;
  const order = { shape: DATA.boards[board], position, player: evaluator, plies, all };
  const stop = startWorkers([{ ...order, solved: all ? DATA.solved[board] : null }], (answer) => {
    stop();
    take(answer);
  }, (problem) => {
    stop();
    fail(problem);
  });
  return stop;
}

function think() {
  const asked = game;
  const patience = setTimeout(() => say($("status"), words("thinks")), SILENCE_MILLISECONDS);
  const move = (scores) => {
    clearTimeout(patience);
    asked.play(asked.allowed[bestOf(scores, Math.random)]);
    told = "";
    change();
    slide();
  };
  if (game.allowed.length === 1) { // nobody thinks where there is one move only
    const soon = setTimeout(() => move([0]));
    stopThinking = () => [soon, patience].forEach(clearTimeout);
    return;
  }
  const stop = ask(game.position, false, ({ scores }) => move(scores), (problem) => {
    clearTimeout(patience);
    told = words("stopped", { problem });
    render();
  });
  stopThinking = () => {
    clearTimeout(patience);
    stop();
  };
}

// What a reader sees.

function render() {
  renderBoard();
  renderWords();
  renderThoughts();
}

function renderBoard() {
  const { shown, path, targets, isPersons, person } = game;
  const last = game.made.at(-1) ?? [];
  const movable = isPersons && path.length < 2 ? game.movable : [];
  const taken = path.length > 1 ? jumped(game.board, path) : [];
  for (const button of squareButtons()) {
    const square = Number(button.dataset.square);
    const piece = shown[square - 1];
    const whose = Math.sign(piece) === person ? "your" : "its";
    const held = piece ? words(`${whose}_${Math.abs(piece) === KING ? "king" : "man"}`) : words("open");
    const states = {
      held: path.length > 0 && square === path.at(-1),
      target: targets.includes(square),
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

function renderWords() {
  const { made, positions, person } = game;
  const its = made.length > 0 && positions.at(-2).player !== person;
  const last = its ? `${words("it_moved", { move: notation(game.board, made.at(-1)) })} ` : "";
  say($("status"), told || last + balance());
  set($("take-back"), { "aria-disabled": game.canTakeBack ? null : "true" });
  const counted = game.over ? [...results, game.result] : results;
  for (const name of RESULTS) say($(name), String(counted.filter((one) => one === name).length));
  const pairs = range(Math.ceil(made.length / 2)).map((at) => made.slice(2 * at, 2 * at + 2));
  $("past").hidden = !made.length;
  $("moves").replaceChildren(...pairs.map((pair, at) => {
    const names = pair.map((move) => notation(game.board, move)).join("  ");
    return element("li", {}, element("span", {}, `${at + 1}.`), ` ${names}`);
  }));
  say($("about"), player.about);
  say($("limit"), plural(player.limit, "move"));
  $("adversary").value = DATA.players.indexOf(player);
  $("plies").value = plies;
  $("you-begin").checked = personBegins;
  $("it-begins").checked = !personBegins;
}

/* How the game stands, in words. */
function balance() {
  if (game.result === "draws") return words("draw", { moves: plural(game.made.length, "move") });
  if (game.over) return words(game.result === "wins" ? "you_win" : "you_lose");
  if (!game.isPersons) return "";
  return words(game.mustJump ? "must_jump" : "your_move");
}

function oneOf(squares) {
  return squares.length < 2 ? String(squares[0]) : `${squares.slice(0, -1).join(", ")} or ${squares.at(-1)}`;
}

/* Where its last move came from and went, unless its reader wants nothing to move. */
function slide() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const move = game.made.at(-1);
  const places = move.map((square) => placeOf(square));
  const [row, column] = places.at(-1);
  const steps = places.map((place) => `translate(${100 * (place[1] - column)}%, ${100 * (place[0] - row)}%)`);
  const button = buttonOf(move.at(-1));
  set(button, { style: `${button.getAttribute("style")}; z-index: 1` });
  const duration = STEP_MILLISECONDS * (move.length - 1);
  const moving = button.querySelector("svg").animate({ transform: steps }, { duration, easing: "ease-in-out" });
  moving.onfinish = () => button.style.removeProperty("z-index");
}

// What it thinks.

function renderThoughts() {
  if (!$("thoughts").open) return;
  const key = JSON.stringify([game.made, plies, DATA.players.indexOf(player)]);
  if (peeked === key) return;
  peeked = key;
  stopPeeking();
  const before = game.made.length && game.positions.at(-2).player !== game.person ? game.positions.at(-2) : null;
  const about = { moves: plural(plies, "move") };
  const wanted = [
    ["yours", game.isPersons ? game.position : null, null, words("yours", about)],
    ["its", before, game.made.at(-1), before && words("its", { move: notation(game.board, game.made.at(-1)) })],
  ].filter(([, position]) => position);
  if (game.isPersons || game.over || !game.made.length) { // while it thinks, the tables stay
    for (const id of ["yours", "its"]) $(id).hidden ||= !wanted.some(([one]) => one === id);
  }
  say($("thinking"), words(wanted.length ? "working" : "nobody_moves"));
  peekAt(wanted);
}

/* Fills one table after the other. */
function peekAt([next, ...rest]) {
  if (!next) return;
  const [id, position, made, caption] = next;
  stopPeeking = ask(position, true, (answer) => {
    fillTable($(id), position, made, caption, answer);
    if (!rest.length) say($("thinking"), "");
    peekAt(rest);
  }, (problem) => say($("thinking"), words("stopped", { problem })));
}

function fillTable(table, position, made, caption, { scores, outcomes }) {
  const allowed = moves(game.board, position);
  const most = Math.max(...scores.filter(Number.isFinite).map(Math.abs)) || 1;
  const order = [...scores.keys()].sort((a, b) => scores[b] - scores[a]);
  const heads = ["move", "score", ...(outcomes ? ["really"] : [])];
  say(table.caption, caption);
  table.tHead.replaceChildren(element("tr", {}, ...heads.map((name) => element("th", { scope: "col" }, words(name)))));
  table.tBodies[0].replaceChildren(...order.map((at) => {
    const name = notation(game.board, allowed[at]);
    const row = element("tr", { "data-made": String(allowed[at]) === String(made) });
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

// Building, and listening.

function squareButtons() {
  return [...$("board").children];
}

function buttonOf(square) {
  return squareButtons().find((button) => Number(button.dataset.square) === square);
}

/* The [row, column] of a square as it is seen: the person's own men stand below. */
function placeOf(square) {
  const { rows, columns } = game.board;
  const [row, column] = game.board.place(square);
  return game.person === 1 ? [rows - 1 - row, columns - 1 - column] : [row, column];
}

function buildBoard() {
  const { rows, columns, squares } = game.board;
  const numbers = range(squares).map((at) => (game.person === 1 ? squares - at : at + 1));
  set($("board"), { style: `--lines: ${rows}; --columns: ${columns}`, "aria-label": words("board", { rows, columns }) });
  $("board").replaceChildren(...numbers.map((square) => {
    const [row, column] = placeOf(square);
    const style = `grid-area: ${row + 1} / ${column + 1}`;
    const digit = element("span", { class: "digit", "aria-hidden": "true" }, String(square));
    const button = element("button", { type: "button", class: "square", "data-square": square, style }, digit, picture());
    button.addEventListener("click", () => {
      reachOnly(squareButtons(), squareButtons().indexOf(button));
      button.focus(); // not every browser focuses a button that is clicked
      press(square);
    });
    return button;
  }));
  reachOnly(squareButtons(), squares - columns / 2);
}

function picture() {
  const circle = (name, r) => svg("circle", { class: name, cx: 50, cy: 50, r });
  const crown = svg("polygon", { class: "crown", points: "33,62 30,40 42,49 50,35 58,49 70,40 67,62" });
  const piece = svg("g", { class: "piece" }, circle("disc", 35), circle("ring", 25), crown);
  const cross = svg("path", { class: "cross", d: "M32 32 68 68M68 32 32 68" });
  const about = { viewBox: "0 0 100 100", "aria-hidden": "true" };
  return svg("svg", about, circle("halo", 40), piece, circle("dot", 13), cross);
}

function build() {
  buildPlayers();
  $("plies").append(...range(DATA.most_plies).map((at) => {
    return element("option", { value: at + 1 }, words("ahead", { moves: plural(at + 1, "move") }));
  }));
}

function buildPlayers() {
  $("adversary").replaceChildren(...DATA.boards.map((board, at) => {
    const options = DATA.players.map((one, value) => [one, element("option", { value }, one.name)]);
    const there = options.filter(([one]) => one.board === at).map(([, option]) => option);
    return element("optgroup", { label: words("size", board) }, ...there);
  }));
}

/* Somebody who has evolved here sits down. */
function welcome(evolved) {
  if (!DATA.players.some(({ name }) => name === evolved.name)) DATA.players.push(evolved);
  buildPlayers();
  meet(DATA.players.findIndex(({ name }) => name === evolved.name));
  $("board").querySelector("[tabindex='0']").focus();
}

function listen() {
  $("adversary").addEventListener("change", () => meet(Number($("adversary").value)));
  $("plies").addEventListener("change", () => lookAhead(Number($("plies").value)));
  $("new-game").addEventListener("click", newGame);
  $("take-back").addEventListener("click", takeBack);
  $("you-begin").addEventListener("change", () => begin(true));
  $("it-begins").addEventListener("change", () => begin(false));
  $("thoughts").addEventListener("toggle", renderThoughts);
  $("board").addEventListener("keydown", (event) => walk(event, squareButtons(), game.board.columns / 2));
  $("game").addEventListener("keydown", (event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    const key = event.key.toLowerCase();
    if (plain && key === "n") newGame();
    if (plain && key === "u") takeBack();
    if (plain && key === "escape" && game.path.length) press(game.path.at(-1));
  });
}

build();
buildEvolving(welcome);
listen();
settleInFrame();
newGame();
unpack().then(renderThoughts);
