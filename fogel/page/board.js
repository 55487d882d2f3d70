"use strict";
/* A board on which one plays what evolved, in a web page and without Python (chapter 07).
 *
 * The first half says again, under the same names and in the same order, what the package's modules say; its
 * arithmetic has their bits, so that a network chooses the same squares. The second half draws.
 */

const DATA = JSON.parse(document.getElementById("data").textContent);

class ValueError extends Error {}

// encoding: boards as nine numbers, and the rules of the game.

const X = 1;
const EMPTY = 0;
const O = -1;
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

function winner(board) {
  for (const [a, b, c] of LINES) {
    if (board[a] !== EMPTY && board[a] === board[b] && board[b] === board[c]) return board[a];
  }
  return 0;
}

function openSquares(board) {
  return [...board.keys()].filter((square) => board[square] === EMPTY);
}

function toMove(board) {
  return total(board) === 0 ? X : O;
}

function put(board, square, mark) {
  return board.map((held, at) => (at === square ? mark : held));
}

function place(board, square) {
  if (board[square] !== EMPTY) throw new ValueError(`square ${square} is not open`);
  return put(board, square, toMove(board));
}

function isFinal(board) {
  return winner(board) !== 0 || openSquares(board).length === 0;
}

function total(values) {
  return values.reduce((sum, value) => sum + value, 0);
}

function range(length) {
  return [...Array(length).keys()];
}

// network: the forward pass. The constants and the order of every operation are those of network.py.

const LOG2_E = 1.4426950408889634;
const LN2_HIGH = 6.93145751953125e-1;
const LN2_LOW = 1.42860682030941723212e-6;
const P0 = 9.99999999999999999910e-1;
const P1 = 3.02994407707441961300e-2;
const P2 = 1.26177193074810590878e-4;
const Q0 = 2.0;
const Q1 = 2.27265548208155028766e-1;
const Q2 = 2.52448340349684104192e-3;
const Q3 = 3.00198505138664455042e-6;
const ROUNDER = 1.5 * 2 ** 52;
const LARGEST_WEIGHT = 1e100;
const LARGEST = 708.0;
const MOST_HIDDEN_NODES = 10;
const BITS = new DataView(new ArrayBuffer(8));

function powerOf2(k) {
  BITS.setUint32(0, (k + 1023) << 20); // the exponent of a number whose other bits are 0
  return BITS.getFloat64(0);
}

function exponentialFraction(x) {
  x = -LARGEST > x ? -LARGEST : x;
  x = LARGEST < x ? LARGEST : x;
  const k = x * LOG2_E + ROUNDER - ROUNDER;
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  const rr = r * r;
  const p = r * (P0 + rr * (P1 + rr * P2));
  const q = Q0 + rr * (Q1 + rr * (Q2 + rr * Q3));
  return [(q + p) * powerOf2(k), q - p];
}

function exponential(x) {
  const [numerator, denominator] = exponentialFraction(x);
  return numerator / denominator;
}

function sigmoid(x) {
  const [numerator, denominator] = exponentialFraction(-x);
  return denominator / (denominator + numerator);
}

/* The sums weights[k][0] values[0] + weights[k][1] values[1] + ..., in this order, and the bias, a row's last, last. */
function layer(weights, values) {
  return weights.map((row) => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += values[i] * row[i];
    return sum + row[values.length];
  });
}

function chooseSquare(values, board) {
  let best = -1;
  let largest = -Infinity;
  for (let square = 0; square < 9; square++) {
    if (board[square] === EMPTY && values[square] > largest) {
      best = square;
      largest = values[square];
    }
  }
  return best;
}

class Network {
  constructor(hiddenWeights, outputWeights, generation = null) {
    const [nodes, columns] = shape(hiddenWeights, "hidden_weights");
    const [outputs, links] = shape(outputWeights, "output_weights");
    if (nodes > MOST_HIDDEN_NODES || columns !== 10) {
      const most = `1 to ${MOST_HIDDEN_NODES} rows of 10`;
      throw new ValueError(`hidden_weights must be ${most}, not (${nodes}, ${columns})`);
    }
    if (outputs !== 9 || links !== nodes + 1) {
      const rows = `9 rows of ${nodes + 1} (hidden nodes + 1)`;
      throw new ValueError(`output_weights must be ${rows}, not (${outputs}, ${links})`);
    }
    Object.assign(this, { hiddenWeights, outputWeights, generation });
  }

  get hiddenNodes() {
    return this.hiddenWeights.length;
  }

  /* [levels of the hidden nodes, sums of the nine outputs] on a board on which its own marks are 1. */
  run(board) {
    const levels = layer(this.hiddenWeights, board).map(sigmoid);
    return [levels, layer(this.outputWeights, levels)];
  }

  choose(board) {
    return chooseSquare(this.run(board)[1], board);
  }

  /* Its move as a player: as second player it sees the board with the marks exchanged. It draws nothing. */
  move(board) {
    return this.choose(seenBy(toMove(board), board));
  }
}

/* The board with that player's marks as 1. */
function seenBy(mark, board) {
  return board.map((held) => (held === EMPTY ? EMPTY : held * mark));
}

function shape(rows, name) {
  if (!rows.length) throw new ValueError(`${name} must have two dimensions, not 1`);
  if (rows.some((row) => row.length !== rows[0].length)) {
    throw new ValueError(`${name} must be rows of numbers, all of one length`);
  }
  if (!rows.flat().every((value) => Math.abs(value) <= LARGEST_WEIGHT)) {
    throw new ValueError(`${name} must hold finite numbers alone, from -1e+100 to 1e+100`);
  }
  return [rows.length, rows[0].length];
}

// champion: networks from a file.

const { format: FORMAT, version: VERSION, largest_file: LARGEST_FILE, settings: SETTINGS } = DATA.file;
const COUNTS = ["seed", "trial", "generation"];

/* The Network in a file that the reader chose; throws ValueError that names what is wrong. */
async function loadChampion(file) {
  if (file.size > LARGEST_FILE) {
    throw new ValueError(`a champion file has at most ${LARGEST_FILE.toLocaleString("en")} bytes`);
  }
  const bytes = await file.arrayBuffer();
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ValueError("not text in UTF-8");
  }
  return readChampion(text);
}

/* The Network in a JSON text; throws ValueError that names the field. */
function readChampion(text) {
  const data = parse(text);
  if (!isObject(data) || data.format !== FORMAT) {
    throw new ValueError(`format must be '${FORMAT}', so this is not a champion file`);
  }
  if (data.version !== VERSION) throw new ValueError(`version must be ${VERSION}, not ${short(data.version)}`);
  for (const name of ["hidden_weights", "output_weights"]) {
    if (!Object.hasOwn(data, name)) throw new ValueError(`${name} is missing`);
    checkRows(name, data[name]);
  }
  for (const name of COUNTS) {
    if (!isWhole(data[name])) {
      throw new ValueError(`${name} must be a whole number from 0, or null, not ${short(data[name])}`);
    }
  }
  const kinds = { payoff: [Number.isFinite, "a finite number"], settings: [isObject, "an object"] };
  for (const [name, [fits, words]] of Object.entries({ ...kinds, versions: [isObject, "an object"] })) {
    const value = data[name] ?? null;
    if (value !== null && !fits(value)) throw new ValueError(`${name} must be ${words}, or null, not ${short(value)}`);
  }
  if (data.settings) checkSettings(data.settings);
  return new Network(data.hidden_weights, data.output_weights, data.generation ?? null);
}

/* JSON, and NaN and Infinity as in Python's; both become Infinity, so that the check of their field finds them. */
function parse(text) {
  try {
    const word = /"[^"\\]*(?:\\[^][^"\\]*)*"?|\b(?:NaN|Infinity)\b/g;
    return JSON.parse(text.replace(word, (found) => (found[0] === '"' ? found : "1e999")));
  } catch (problem) {
    throw new ValueError(`not JSON (${problem.message.replace(/\s+/g, " ").slice(0, 80)})`);
  }
}

function checkRows(name, rows) {
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) throw new ValueError(`${name} must be rows of numbers`);
  for (const value of rows.flat()) {
    if (typeof value !== "number") throw new ValueError(`${name} must be rows of numbers, and ${short(value)} is none`);
  }
}

function checkSettings(values) {
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(SETTINGS, name)).sort();
  if (unknown.length) throw new ValueError(`settings: ${short(unknown[0])} is not a setting`);
  const all = {};
  for (const [name, about] of Object.entries(SETTINGS)) {
    all[name] = Object.hasOwn(values, name) ? values[name] : about.default;
    if (!fitsSetting(all[name], about)) {
      throw new ValueError(`settings: ${name} must be ${about.accepted}, not ${short(all[name])}`);
    }
  }
  if (all.min_hidden > all.max_hidden) throw new ValueError("settings: max_hidden must not be less than min_hidden");
  if (!all.repeat_rivals && all.rivals > 2 * all.parents - 1) {
    throw new ValueError(`settings: rivals must be 1 to ${2 * all.parents - 1} with ${all.parents} parents`);
  }
  if (all.forced_replies && all.games % 8) {
    throw new ValueError(`settings: games must be a multiple of 8 with forced_replies, not ${all.games}`);
  }
}

function fitsSetting(value, about) {
  if (about.kind === "bool") return typeof value === "boolean";
  if (about.kind === "str") return about.choices.includes(value);
  const isNumber = about.kind === "int" ? Number.isInteger(value) : typeof value === "number";
  return isNumber && about.least <= value && value <= about.most;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWhole(value) {
  return value === null || value === undefined || (Number.isInteger(value) && value >= 0);
}

/* A value in a message: not more than a few words of it. */
function short(value) {
  const text = value === Infinity ? "infinity or NaN" : String(JSON.stringify(value));
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

// opponent: players by rule, in the readings that are the package's default settings.

const SLIP = SETTINGS.slip.default;

/* The near-perfect rule without its slips: nine weights, in proportion to the probability of each square. */
function nearPerfectWeights(board, me = O) {
  const other = -me;
  const stages = [
    openInLines(board, me, 2), // if the next move can win, do so;
    openInLines(board, other, 2), // otherwise, if it can block, do so;
    openInLines(board, other, 1), // otherwise, if two squares are open in a line with the other's marker, one of them;
    openSquares(board), // otherwise, any open square
  ];
  return spread(stages.find((squares) => squares.length));
}

/* The open squares of the lines that hold `marks` marks of that kind and are otherwise open. */
function openInLines(board, mark, marks) {
  return LINES.filter((line) => {
    const held = line.map((square) => board[square]);
    return total(held) === marks * mark && held.filter((entry) => entry === EMPTY).length === 3 - marks;
  }).flatMap((line) => line.filter((square) => board[square] === EMPTY));
}

function spread(squares) {
  return range(9).map((square) => (squares.includes(square) ? 1 : 0));
}

function randomWeights(board) {
  return spread(openSquares(board));
}

/* Every square that keeps the best result that can be forced. */
function perfectWeights(board, me = O) {
  const squares = openSquares(board);
  const values = squares.map((square) => -forcedResult(put(board, square, me), -me));
  return spread(squares.filter((square, at) => values[at] === Math.max(...values)));
}

const forced = new Map();

/* What the player to move, `me`, can force on a board: 1 a win, 0 a tie, -1 no more than a loss. */
function forcedResult(board, me) {
  const key = `${board} ${me}`;
  if (!forced.has(key)) {
    const results = openSquares(board).map((square) => -forcedResult(put(board, square, me), -me));
    forced.set(key, winner(board) ? winner(board) * me : results.length ? Math.max(...results) : 0);
  }
  return forced.get(key);
}

function probabilities(board, weights, slip = 0) {
  const rule = (1 - slip) / total(weights);
  const anySquare = slip / openSquares(board).length;
  return weights.map((weight, square) => (board[square] === EMPTY ? rule * weight + anySquare : 0));
}

function cumulative(chances) {
  const last = chances.findLastIndex((chance) => chance > 0);
  let sum = 0;
  return chances.map((chance, square) => {
    sum += chance;
    return square < last ? sum : 1;
  });
}

function pick(sums, u) {
  return sums.findIndex((sum) => sum > u);
}

function stochasticPlayer(weightsOf, slip = 0) {
  return {
    move: (board, rng) => pick(cumulative(probabilities(board, weightsOf(board, toMove(board)), slip)), rng()),
  };
}

// play: games of a person against an adversary.

const HUMAN = "human";
const PLAYERS = {
  "near-perfect": stochasticPlayer(nearPerfectWeights, SLIP),
  perfect: stochasticPlayer(perfectWeights),
  random: stochasticPlayer(randomWeights),
  [HUMAN]: null,
};
const NETWORKS = Object.fromEntries(
  DATA.networks.map((n) => [n.name, new Network(n.hidden_weights, n.output_weights, n.generation)]),
);

function adversary(name) {
  const known = [NETWORKS, PLAYERS].find((players) => Object.hasOwn(players, name));
  if (!known) throw new ValueError(`there is no adversary called ${name}`);
  return known[name];
}

class Match {
  squares = [];
  tally = { wins: 0, ties: 0, losses: 0 };

  constructor(name, personBegins = false, rng = Math.random) {
    this.rng = rng;
    this.personBegins = personBegins;
    this.choose(name);
  }

  choose(name) {
    this.meet(name, adversary(name));
  }

  /* Another adversary, and a new game; `player` is null for a second human. */
  meet(name, player) {
    Object.assign(this, { adversary: name, player });
    this.newGame();
  }

  begin(personBegins) {
    this.personBegins = personBegins;
    this.newGame();
  }

  /* A new game, from the board after the first `after` moves of this one; from the empty one if that is over. */
  newGame(after = 0) {
    this.squares = this.squares.slice(0, after);
    if (this.over) this.squares = [];
    this.answer();
  }

  get boards() {
    const boards = [Array(9).fill(EMPTY)];
    for (const square of this.squares) boards.push(place(boards.at(-1), square));
    return boards;
  }

  get board() {
    return this.boards.at(-1);
  }

  get over() {
    return isFinal(this.board);
  }

  /* The person's mark; against a second human that of whoever is to move, and X's when it is over. */
  get person() {
    if (this.player === null) return this.over ? X : toMove(this.board);
    return this.personBegins ? X : O;
  }

  get result() {
    if (!this.over) return null;
    return { "0": "ties", "1": "wins", "-1": "losses" }[winner(this.board) * this.person];
  }

  /* The person's move and the adversary's answer; false, and nothing else, if it isn't a legal move. */
  move(square) {
    if (this.over || !openSquares(this.board).includes(square)) return false;
    this.play(square);
    this.answer();
    return true;
  }

  answer() {
    if (this.player !== null && !this.over && toMove(this.board) !== this.person) {
      this.play(this.player.move(this.board, this.rng));
    }
  }

  play(square) {
    this.squares = [...this.squares, square];
    if (this.over) this.tally[this.result] += 1;
  }

  /* Inside the adversary, where it chose last among the first `moves` moves; null if it is no network, or new. */
  peek(moves = this.squares.length) {
    if (!(this.player instanceof Network)) return null;
    const mark = -this.person;
    const before = this.boards.slice(0, moves + 1).filter((board) => !isFinal(board) && toMove(board) === mark);
    return before.length ? new Thought(this.player, seenBy(mark, before.at(-1)), mark) : null;
  }
}

/* What a network computes on a board on which its own marks are 1. */
class Thought {
  constructor(network, board, mark = X) {
    const [levels, sums] = network.run(board);
    const [outputs, square] = [sums.map(sigmoid), chooseSquare(sums, board)];
    Object.assign(this, { network, board, mark, levels, sums, outputs, square });
  }

  /* What node `node` hears: [input, weight, contribution] of the nine squares and the bias node. */
  linksIn(node) {
    const inputs = [...this.board, 1];
    return this.network.hiddenWeights[node].map((weight, i) => [inputs[i], weight, inputs[i] * weight]);
  }

  /* What node `node` says: [its level, weight, contribution] to each of the nine outputs. */
  linksOut(node) {
    const level = this.levels[node];
    return this.network.outputWeights.map((row) => [level, row[node], level * row[node]]);
  }
}

// The page. `match` is all that happened; `looking` is how many moves of the game are shown, null for all of them.

const match = new Match(DATA.networks.length ? DATA.networks[0].name : Object.keys(PLAYERS)[0]);
const loaded = new Map(); // networks from files, by their option's value
const LABELS = Object.fromEntries([...DATA.networks, ...DATA.players].map(({ name, label }) => [name, label]));
const AGES = DATA.networks.filter((n) => n.generation !== null).sort((a, b) => a.generation - b.generation);
let looking = null;
let node = 0;
let trouble = "";
let drawn = null; // the board drawn last, to see which marks are new

const $ = (id) => document.getElementById(id);

/* An element with attributes and children; an attribute that is null or false is left out. */
function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(made, attributes, children) {
  set(made, attributes);
  made.append(...children);
  return made;
}

function set(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) target.removeAttribute(name);
    else target.setAttribute(name, value === true ? "" : value);
  }
}

function say(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

function letter(mark) {
  return { [X]: "X", [O]: "O" }[mark] ?? "";
}

/* A number with a true minus and without a minus zero; a very large one in powers of ten. */
function number(value, digits = 2) {
  const text = Math.abs(value) < 1000 ? value.toFixed(digits) : value.toExponential(0);
  return Number(text) === 0 ? (0).toFixed(digits) : text.replaceAll("-", "−");
}

function plural(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function mark(kind) {
  const strokes = kind === X ? [svg("path", { d: "M25 25 75 75", pathLength: 1 })] : [];
  strokes.push(
    kind === X
      ? svg("path", { d: "M75 25 25 75", pathLength: 1 })
      : svg("path", { d: "M50 23a27 27 0 1 1-.01 0", pathLength: 1 }),
  );
  return svg("g", { class: kind === X ? "x" : "o" }, ...strokes);
}

// What a reader can do.

function click(square) {
  $("board").children[square].focus(); // not every browser focuses a button that is clicked
  reach(square);
  if (looking === null && match.move(square)) change();
}

function newGame() {
  match.newGame();
  change();
}

function look(moves) {
  looking = moves === match.squares.length ? null : moves;
  render();
}

function playOn() {
  match.newGame(looking);
  change();
  toTheBoard();
}

function backToTheGame() {
  look(match.squares.length);
  toTheBoard();
}

/* Puts the keyboard's focus on the board, when what had it goes away. */
function toTheBoard() {
  $("board").querySelector("[tabindex='0']").focus();
}

function choose(value) {
  if (loaded.has(value)) match.meet(value, loaded.get(value));
  else match.choose(value);
  change();
}

function begin(personBegins) {
  match.begin(personBegins);
  change();
}

async function load(file) {
  try {
    const network = await loadChampion(file);
    const value = `file: ${file.name}`;
    loaded.set(value, network);
    LABELS[value] = `the network in ${file.name}`;
    if (![...$("adversary").options].some((option) => option.value === value)) {
      $("adversary").append(element("option", { value }, LABELS[value]));
    }
    choose(value);
  } catch (problem) {
    const reason = problem instanceof ValueError ? problem.message : "the file can't be read";
    trouble = `${file.name}: ${reason}; you still play ${LABELS[match.adversary]}.`;
    render();
  }
}

/* After every action that is more than looking. */
function change() {
  looking = null;
  trouble = "";
  render();
}

// What a reader sees.

function render() {
  const moves = looking ?? match.squares.length;
  const board = match.boards[moves];
  renderBoard(board, moves);
  renderWords(moves);
  renderOptions();
  renderStrip(moves);
  renderHead(moves);
}

function renderBoard(board, moves) {
  const live = looking === null;
  const turn = live && !match.over ? letter(toMove(board)) : null;
  set($("board"), { "data-turn": turn, "data-past": !live, "data-over": live && match.over });
  const won = live ? lines(board) : [];
  [...$("board").children].slice(0, 9).forEach((square, at) => {
    const isNew = live && drawn && board[at] !== EMPTY && drawn[at] === EMPTY;
    set(square, {
      "data-mark": letter(board[at]) || null,
      "data-fresh": isNew && (board[at] === match.person || moves < 2 ? "move" : "answer"),
      "data-won": won.some((line) => line.includes(at)),
      "aria-label": `square ${at}, ${letter(board[at]) || "open"}`,
      "aria-disabled": board[at] !== EMPTY || !turn ? "true" : null,
    });
  });
  $("strike").replaceChildren(...won.map(strike));
  set($("strike"), { class: `strike ${letter(winner(board)).toLowerCase()}` });
  drawn = live ? board : null;
}

/* The line through three squares, a little longer than from middle to middle. */
function strike([from, , to]) {
  const [x1, y1, x2, y2] = [from % 3, Math.floor(from / 3), to % 3, Math.floor(to / 3)].map((at) => 50 + 100 * at);
  const [dx, dy] = [Math.sign(x2 - x1) * 34, Math.sign(y2 - y1) * 34];
  return svg("path", { d: `M${x1 - dx} ${y1 - dy}L${x2 + dx} ${y2 + dy}`, pathLength: 1 });
}

function renderWords(moves) {
  const past = `After ${moves} of ${plural(match.squares.length, "move")}.`;
  say($("status"), looking === null ? statusWords() : past);
  for (const [name, count] of Object.entries(match.tally)) say($(name), String(count));
  say($("trouble"), trouble);
}

/* The state of the game in words. */
function statusWords() {
  const { board, person, player, result, squares } = match;
  const its = player !== null && squares.length > 0 && toMove(board) === person; // who is to move did not move last
  const last = its ? `It played ${squares.at(-1)}. ` : "";
  const held = lines(board).map((line) => line.join(", ")).join(" and ");
  if (result === "ties") return `${last}A tie.`;
  if (player === null) return result ? `${letter(winner(board))} wins with ${held}.` : `${letter(person)} to move.`;
  if (result === "wins") return `You win with ${held}.`;
  if (result === "losses") return `You lose: it has ${held}.`;
  return `${last}Your move, ${letter(person)}.`;
}

/* The lines that the winner holds: none, one, or two at once. */
function lines(board) {
  return LINES.filter((line) => winner(board) && line.every((square) => board[square] === winner(board)));
}

function renderOptions() {
  $("adversary").value = match.adversary;
  const age = AGES.findIndex((network) => network.name === match.adversary);
  $("ages").hidden = age < 0 || AGES.length < 2;
  if (age >= 0) {
    $("generation").value = age;
    set($("generation"), { "aria-valuetext": `generation ${AGES[age].generation}` });
    [...$("ticks").children].forEach((tick, at) => set(tick, { "data-on": at === age }));
  }
  $("order").hidden = match.player === null;
  $("counted").hidden = match.player !== null;
  $("it-begins").checked = !match.personBegins;
  $("you-begin").checked = match.personBegins;
  $("untrained").hidden = !(match.player instanceof Network && match.personBegins);
}

function renderStrip(moves) {
  const boards = match.boards;
  $("past").hidden = boards.length < 2;
  [...$("strip").children].forEach((item, at) => {
    item.hidden = at >= boards.length;
    if (item.hidden) return;
    const button = item.firstChild;
    const square = match.squares[at - 1];
    const words = at ? `after move ${at}: ${letter(boards[at][square])} on square ${square}` : "the empty board";
    set(button, { "aria-label": words, title: words, "aria-current": at === moves ? "true" : null });
    button.replaceChildren(smallBoard(boards[at], square));
  });
  $("looking").hidden = looking === null;
}

/* A board as a picture; the newest mark stands out. */
function smallBoard(board, newest) {
  const cells = range(9).filter((at) => board[at] !== EMPTY).map((at) => {
    const drawing = mark(board[at]);
    set(drawing, { transform: `translate(${100 * (at % 3)} ${100 * Math.floor(at / 3)})` });
    if (at === newest) drawing.classList.add("newest");
    return drawing;
  });
  const grid = svg("path", { class: "grid", d: "M100 10V290M200 10V290M10 100H290M10 200H290" });
  return svg("svg", { viewBox: "0 0 300 300", "aria-hidden": "true" }, grid, ...cells);
}

// Its head.

function renderHead(moves) {
  const isNetwork = match.player instanceof Network;
  const thought = match.peek(moves);
  $("head").hidden = !isNetwork;
  $("no-head").hidden = isNetwork;
  $("thought").hidden = !thought;
  say($("saw"), isNetwork ? sawWords(thought) : "");
  if (!thought) return;
  node = Math.min(node, thought.levels.length - 1);
  renderOutputs(thought);
  renderNodes(thought);
  renderNode(thought);
}

function sawWords(thought) {
  if (!thought) return "It has not moved yet. After its first move you see here what it computed.";
  const open = openSquares(thought.board).length;
  const where = open === 9 ? "the empty board" : `a board with ${plural(open, "open square")}`;
  const second = thought.mark === O ? " It plays O here, and sees its own marks as 1 and yours as −1." : "";
  return `On ${where} it moved into square ${thought.square}, the open one with the largest output.${second}`;
}

function renderOutputs(thought) {
  const words = [];
  [...$("outputs").children].forEach((cell, at) => {
    const isOpen = thought.board[at] === EMPTY;
    set(cell, {
      class: isOpen ? "cell heat" : "cell taken",
      style: isOpen ? `--amount: ${thought.outputs[at].toFixed(4)}` : null,
      "data-chosen": at === thought.square,
    });
    const held = letter(thought.board[at] * thought.mark);
    if (isOpen) cell.replaceChildren(element("span", {}, number(thought.outputs[at], 3)));
    else cell.replaceChildren(svg("svg", { viewBox: "0 0 100 100" }, mark(held === "X" ? X : O)));
    words.push(`square ${at}: ${isOpen ? number(thought.outputs[at], 3) : held}`);
  });
  set($("outputs"), { "aria-label": `Its outputs. ${words.join(", ")}. It chose square ${thought.square}.` });
}

function renderNodes(thought) {
  [...$("nodes").children].forEach((item, at) => {
    item.hidden = at >= thought.levels.length;
    if (item.hidden) return;
    const level = thought.levels[at];
    const button = item.firstChild;
    set(button, { "aria-pressed": String(at === node), style: `--amount: ${level.toFixed(4)}` });
    say(button.lastChild, number(level));
  });
  say($("nodes-of"), `Its ${plural(thought.levels.length, "hidden node")}`);
}

function renderNode(thought) {
  const { hiddenWeights, outputWeights } = thought.network;
  const [heard, said] = [thought.linksIn(node), thought.linksOut(node)];
  const sum = layer([hiddenWeights[node]], thought.board)[0];
  say($("node"), `Hidden node ${node + 1}`);
  say($("node-sum"), `sum ${number(sum)}, level ${number(thought.levels[node])}`);
  renderWeights($("looks-for"), heard.slice(0, 9), largest(hiddenWeights), `what node ${node + 1} looks for`);
  renderWeights($("says"), said, largest(outputWeights), `what node ${node + 1} says`);
  setAmount($("bias"), heard[9][1], largest(hiddenWeights));
  say($("bias"), `bias ${number(heard[9][1])}`);
  const squares = range(9).map(String);
  const ends = [["sum", "", "", number(sum)], ["level", "", "", number(thought.levels[node])]];
  renderTable($("links-in"), [...squares, "bias"], heard, 0, ends);
  renderTable($("links-out"), squares, said, 2, []);
}

function largest(rows) {
  return Math.max(...rows.flat().map(Math.abs)) || 1;
}

function renderWeights(board, links, most, name) {
  [...board.children].forEach((cell, at) => {
    setAmount(cell, links[at][1], most);
    say(cell, number(links[at][1]));
  });
  set(board, { "aria-label": `Nine weights: ${name}. The table below lists them.` });
}

/* Colours a weight: orange for negative, blue for positive. */
function setAmount(cell, weight, most) {
  set(cell, {
    class: weight < 0 ? "cell minus" : "cell plus",
    style: `--amount: ${(Math.abs(weight) / most).toFixed(4)}`,
  });
}

function renderTable(body, names, links, digits, ends) {
  const rows = links.map((link, at) => [names[at], number(link[0], digits), number(link[1]), number(link[2])]);
  const most = Math.max(...links.map((link) => Math.abs(link[2]))) || 1;
  const made = [...rows, ...ends].map(([name, ...cells], at) => {
    const row = element("tr", { class: at < rows.length ? null : "end" }, element("th", { scope: "row" }, name));
    row.append(...cells.map((text) => element("td", {}, text)));
    if (at < rows.length) {
      const share = links[at][2] / most;
      set(row.lastChild, {
        class: share < 0 ? "bar minus" : "bar plus",
        style: `--amount: ${Math.abs(share).toFixed(4)}`,
      });
    }
    return row;
  });
  body.replaceChildren(...made);
}

// Building the page once, and listening.

function build() {
  range(9).forEach((square) => {
    const drawing = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, mark(X), mark(O));
    const digit = element("span", { class: "digit", "aria-hidden": "true" }, String(square));
    const button = element("button", { type: "button", class: "square" }, drawing, digit);
    button.addEventListener("click", () => click(square));
    $("board").insertBefore(button, $("lines"));
  });
  reach(4);
  range(10).forEach((moves) => {
    const button = element("button", { type: "button" });
    button.addEventListener("click", () => look(moves));
    $("strip").append(element("li", {}, button));
  });
  for (const id of ["outputs", "looks-for", "says"]) $(id).append(...range(9).map(() => element("div")));
  range(MOST_HIDDEN_NODES).forEach((at) => {
    const bar = element("span", { class: "level", "aria-hidden": "true" });
    const button = element("button", { type: "button" }, element("span", {}, `node ${at + 1}`), bar, element("span"));
    button.addEventListener("click", () => {
      node = at;
      render();
    });
    $("nodes").append(element("li", {}, button));
  });
  buildOptions();
  $("head").open = window.matchMedia("(min-width: 44rem)").matches;
}

function buildOptions() {
  const group = (label, players) => {
    const options = players.map(({ name, label: words }) => element("option", { value: name }, words));
    return players.length ? [element("optgroup", { label }, ...options)] : [];
  };
  $("adversary").append(...group("Networks that evolved", DATA.networks), ...group("Others", DATA.players));
  set($("generation"), { max: String(Math.max(AGES.length - 1, 0)) });
  $("ticks").append(...AGES.map(({ generation }) => element("span", {}, String(generation))));
}

function listen() {
  $("new-game").addEventListener("click", newGame);
  $("play-on").addEventListener("click", playOn);
  $("back").addEventListener("click", backToTheGame);
  $("adversary").addEventListener("change", () => choose($("adversary").value));
  $("generation").addEventListener("input", () => choose(AGES[Number($("generation").value)].name));
  $("it-begins").addEventListener("change", () => begin(false));
  $("you-begin").addEventListener("change", () => begin(true));
  $("load").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", async () => {
    const [file] = $("file").files;
    if (file) await load(file);
    $("file").value = ""; // so that the same file can be chosen again
  });
  $("board").addEventListener("keydown", step);
  $("game").addEventListener("keydown", (event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (plain && event.key.toLowerCase() === "n") newGame();
    if (plain && event.key === "Escape" && looking !== null) backToTheGame();
  });
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/* The arrow keys move from square to square and stop at the edge. */
function step(event) {
  const move = STEPS[event.key];
  const at = [...$("board").children].indexOf(document.activeElement);
  if (!move || at < 0) return;
  event.preventDefault();
  const [column, row] = [(at % 3) + move[0], Math.floor(at / 3) + move[1]];
  if (column < 0 || column > 2 || row < 0 || row > 2) return;
  reach(3 * row + column);
  $("board").children[3 * row + column].focus();
}

/* Makes a square the one that the Tab key reaches. */
function reach(square) {
  [...$("board").children].slice(0, 9).forEach((button, at) => set(button, { tabindex: at === square ? "0" : "-1" }));
}

/* Inside the book or a notebook: its light or dark, and a frame as high as the page. */
function settleInFrame() {
  if (window.parent === window) return;
  document.documentElement.classList.add("framed");
  try {
    const host = window.parent.document;
    const follow = () => set(document.documentElement, { "data-theme": themeOf(host) });
    const observer = new MutationObserver(follow);
    const about = { attributeFilter: ["data-theme", "data-jp-theme-light"] };
    observer.observe(host.documentElement, about);
    if (host.body) observer.observe(host.body, about);
    follow();
    const fit = () => {
      window.frameElement.style.height = `${Math.ceil(document.body.getBoundingClientRect().height)}px`;
    };
    new ResizeObserver(fit).observe(document.body);
    document.documentElement.classList.add("fitted");
  } catch {
    // a page of another origin: it keeps its secrets, and the frame its height
  }
}

function themeOf(host) {
  const { theme } = host.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme;
  return { true: "light", false: "dark" }[host.body?.dataset.jpThemeLight] ?? null;
}

build();
listen();
settleInFrame();
render();
