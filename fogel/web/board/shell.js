/* shell: the board of every page on which one plays. A page hands over its match, how a position looks, and what it says
 * of it; here are the squares and their keys, what can be pressed, the game so far, hints, tallies and the address.
 */
// twin of fogel.web.play.advice.hint_words

import { ValueError, listed, range } from "../package/base.js";
import { settleInFrame } from "../screen/frame.js";
import { $, element, letter, plural, say, set, words } from "../screen/screen.js";
import { reachOnly, walk } from "../screen/walk.js";
import { hashOf, readHash } from "./address.js";
import { HUMAN, pair, soon } from "./match.js";

const SILENCE_MILLISECONDS = 300; // before it is said that somebody thinks
const REST_MILLISECONDS = 200; // before the address changes: browsers count how often it does

// `looking` is how many moves of the game are shown, null for all of them; `path` are the squares that a person has
// pressed of a move that needs several; `hinted` is what each move is worth, where somebody wants to know.

export let match = null;
export let looking = null;
export let path = [];
let own = null;
let hinted = null;
let told = ""; // what came of the last press
let trouble = "";
let built = ""; // the squares that there are buttons for, as text
let [patience, later] = [0, 0];

/* What most pages have. `own.names` has the labels of players; several of them come with the letters of their seats. */
const USUAL = {
  hints: () => true,
  reached: () => own.columns() * Math.floor(own.squares().length / own.columns() / 2) + Math.floor(own.columns() / 2),
  labels(names) {
    const lost = names.find((name) => !Object.hasOwn(own.names, name));
    if (lost !== undefined) throw new ValueError(`there is no player called ${lost}`);
    const seat = (at) => (names.length < 2 ? "" : `${letter(at + 1)}: `);
    return names.map((name, at) => seat(at) + own.names[name]).join(", ");
  },
};

/* Starts a page. `about` is its own part: what it must have are the match, squares(), columns(), picture(square),
 * draw(at), status(), names, {a player's name: its label}, and tally, pairs of a word and its place in the match's
 * counts. */
export function startBoard(about) {
  own = { ...USUAL, ...about };
  match = own.match;
  match.changed = answered;
  $("against").hidden = match.bySeat;
  $("load").hidden = !own.read;
  $("strip").classList.toggle("named", !own.moment);
  range(own.tally.length).forEach(() => $("tally").append(element("div", {}, element("dd"), element("dt"))));
  listen();
  settleInFrame();
  restore();
  render();
}

// What a reader can do.

export function press(square) {
  reachOnly(buttons(), buttons().indexOf(buttonOf(square)));
  buttonOf(square).focus(); // not every browser focuses a button that is clicked
  if (looking !== null || !match.waits) return;
  const came = take(square);
  if (came === "moved") return change();
  told = own.tell?.(came, square) ?? "";
  render();
}

/* What comes of a square that a person presses: "moved", "goes_on", "taken", "let_go", or null if nothing does. */
function take(square) {
  const [begun, { squares }] = [begunMoves(), match.game];
  const longer = begun.filter((move) => squares(move)[path.length] === square);
  if (longer.length) {
    path = [...path, square];
    const whole = longer.find((move) => squares(move).length === path.length);
    if (!whole && whole !== 0) return path.length === 1 ? "taken" : "goes_on";
    return match.move(whole) && "moved";
  }
  const ending = begun.filter((move) => squares(move).at(-1) === square);
  if (path.length && ending.length === 1) return match.move(ending[0]) && "moved"; // the last square of a jump, at once
  if (square === path[0] || square === path.at(-1)) {
    path = [];
    return "let_go";
  }
  if (!startSquares().includes(square)) return null;
  path = [square];
  return "taken";
}

const allMoves = () => (match.waits ? match.game.moves(match.position) : []);

/* The moves that begin as the squares that were pressed. */
function begunMoves() {
  return allMoves().filter((move) => path.every((square, at) => square === match.game.squares(move)[at]));
}

/* The squares on which moves begin, and those on which the begun ones go on. */
export const startSquares = () => [...new Set(allMoves().map((move) => match.game.squares(move)[0]))];
export const targets = () => (path.length ? [...new Set(begunMoves().map((move) => match.game.squares(move)[path.length]))] : []);

export function newGame() {
  match.newGame();
  change();
}

export function undo() {
  if (!match.canUndo || looking !== null) return;
  match.undo();
  change();
}

/* An earlier position, or with all moves the newest. */
export function lookAt(moves) {
  looking = moves === match.moves.length ? null : moves;
  render();
}

export function playOn() {
  match.newGame(looking);
  change();
  focusBoard();
}

function backToTheGame() {
  lookAt(match.moves.length);
  focusBoard();
}

export function focusBoard() {
  $("board").querySelector("[tabindex='0']").focus();
}

/* Another adversary of the person who plays against one. */
export function choose(adversary) {
  sitDown(adversary, personBegins());
}

export function begin(first) {
  sitDown(adversaryNow(), first);
}

function sitDown(adversary, first) {
  begins = first;
  match.seat(pair(adversary, first), own.gameOf?.(adversary));
  change();
}

let begins = null;

export const adversaryNow = () => match.names.find((name) => name !== HUMAN) ?? HUMAN;
export const personBegins = () => begins ?? match.person === 1;

export async function load(file) {
  try {
    (own.sit ?? choose)(await own.read(file));
  } catch (problem) {
    const reason = problem instanceof ValueError ? problem.message : "the file can't be read";
    trouble = words("still", { trouble: `${file.name}: ${reason}`, adversary: own.labels([adversaryNow()]) });
    render();
  }
}

/* What each move is worth, or no longer. */
export async function hint() {
  if (match.over || looking !== null) return;
  const { position } = match;
  const found = hinted ? null : match.game.values(position);
  const values = found instanceof Promise ? await found.catch(() => null) : found;
  if (position !== match.position) return;
  hinted = values;
  render();
}

/* After every action that is more than looking. */
export function change() {
  forget();
  render();
  remember();
  clearTimeout(patience);
  if (!match.over && !match.waits) patience = setTimeout(() => say($("status"), words("thinks")), SILENCE_MILLISECONDS);
}

/* The newest position, nothing pressed and nothing said. */
function forget() {
  [looking, path, hinted, told, trouble] = [null, [], null, "", ""];
}

/* A player that took its time has moved, or could not. */
function answered(problem) {
  change();
  clearTimeout(problem && patience);
  if (problem) told = words("stopped", { problem });
  if (problem) render();
  else own.answered?.();
}

// The address.

function remember() {
  if (window.parent !== window) return; // a frame has no address of its own
  clearTimeout(later);
  later = setTimeout(() => history.replaceState(null, "", hashOf(match, own.kept?.())), REST_MILLISECONDS);
}

function restore() {
  try {
    const about = readHash(window.location.hash, match.names.length);
    if (!about) return;
    for (const name of about.names) own.labels([name]); // throws if it is not there
    begins = about.names[0] === HUMAN && about.names[1] !== HUMAN;
    match.opener = about.opener;
    match.seat(about.names, own.gameOf?.(about.names.find((name) => name !== HUMAN) ?? HUMAN));
    own.keep?.(about.kept);
    match.replay(about.opened, about.moves);
  } catch (problem) {
    if (!(problem instanceof ValueError)) throw problem;
    match.newGame();
    trouble = `The address of this page: ${problem.message}.`;
  }
}

// What a reader sees.

export function render() {
  const at = looking ?? match.moves.length;
  buildSquares();
  own.draw(at);
  renderNotes(at);
  renderWords(at);
  renderPast(at);
  renderTallies();
  renderOptions();
  own.panels?.(at);
}

/* What is below in the squares: what moves are worth, or else what the page has to say there. */
function renderNotes(at) {
  const live = looking === null && match.waits;
  const values = live ? hinted ?? own.shown?.() ?? null : null;
  const sooner = (one, other) => (soon(one) > soon(other) ? one : other);
  const onSquare = new Map();
  for (const move of values ? begunMoves() : []) {
    const [square, value] = [match.game.squares(move)[path.length], values.get(String(move))];
    onSquare.set(square, onSquare.has(square) ? sooner(value, onSquare.get(square)) : value);
  }
  const best = Math.max(...[...onSquare.values()].map(soon));
  for (const button of buttons()) {
    const square = Number(button.dataset.square);
    const found = onSquare.has(square);
    const [value, text] = [onSquare.get(square), found && own.valueWords(onSquare.get(square))];
    const about = { "data-forced": RESULTS_OF_SIGN[Math.sign(value)] };
    button.lastChild.replaceChildren(...(found ? [element("span", about, text)] : own.notes?.(square, at) ?? []));
    set(button, { "data-best": found && hinted !== null && soon(value) === best });
    if (found) set(button, { "aria-label": `${button.getAttribute("aria-label")}, ${text}` });
  }
  say($("hint-words"), live && hinted ? hintWords(hinted) : "");
}

export const RESULTS_OF_SIGN = { 1: "win", 0: "tie", "-1": "loss" };

/* What the person can still force, in sentences. */
export function hintWords(values) {
  return [["hint_win", 1], ["hint_tie", 0], ["hint_loss", -1]].map(([name, sign]) => {
    const those = match.game.moves(match.position).filter((move) => Math.sign(values.get(String(move))) === sign);
    return those.length ? words(name, { squares: listed(those.map((move) => match.game.nameMove(match.position, move))) }) : "";
  }).filter(Boolean).join(" ");
}

function renderWords(at) {
  const past = words("past", { shown: at, moves: plural(match.moves.length, "move") });
  say($("status"), looking === null ? told || own.status() : past);
  own.tally.forEach(([word, place], part) => {
    say($("tally").children[part].firstChild, String(match.tally[place]));
    say($("tally").children[part].lastChild, word);
  });
  say($("trouble"), trouble);
  const live = looking === null;
  set($("undo"), { "aria-disabled": live && match.canUndo ? null : "true" });
  set($("hint"), { "aria-pressed": String(hinted !== null), "aria-disabled": live && !match.over ? null : "true" });
  $("hint").hidden = !own.hints();
}

/* The game so far: a slider, and a button for each position. */
function renderPast(at) {
  const { positions, moves } = match;
  $("past").hidden = !moves.length;
  set($("time"), { max: String(moves.length), "aria-valuetext": words("past", { shown: at, moves: plural(moves.length, "move") }) });
  $("time").value = at;
  while ($("strip").children.length < positions.length) {
    const [shown, button] = [$("strip").children.length, element("button", { type: "button" })];
    button.addEventListener("click", () => lookAt(shown));
    $("strip").append(element("li", {}, button));
  }
  [...$("strip").children].forEach((item, place) => {
    item.hidden = place >= positions.length;
    if (item.hidden) return;
    const button = item.firstChild;
    const name = place ? match.game.nameMove(positions[place - 1], moves[place - 1]) : "";
    const about = place ? own.momentWords?.(place) ?? words("after", { move: place, name }) : words("at_start");
    set(button, { "aria-label": about, title: about, "aria-current": place === at ? "true" : null });
    button.replaceChildren(...own.moment?.(place) ?? [name || words("start")]);
  });
  $("looking").hidden = looking === null;
}

/* The tally of everybody who was played, once there are two of them. */
function renderTallies() {
  const met = [...match.tallies.values()].filter(({ counts }) => counts.some(Boolean));
  const cell = (tag, text, about = {}) => element(tag, about, text);
  $("tallies").hidden = met.length < 2;
  $("tallies").tHead.replaceChildren(element("tr", {}, element("td"), ...own.tally.map(([word]) => cell("th", word, { scope: "col" }))));
  $("tallies").tBodies[0].replaceChildren(...met.map(({ names, counts }) => {
    const numbers = own.tally.map(([, place]) => cell("td", String(counts[place])));
    return element("tr", {}, cell("th", own.labels(names), { scope: "row" }), ...numbers);
  }));
}

function renderOptions() {
  $("adversary").value = adversaryNow();
  $("it-begins").checked = !personBegins();
  $("you-begin").checked = personBegins();
  $("order").hidden = match.bySeat || match.person === null;
}

// Building, and listening.

export function buttons() {
  return [...$("board").querySelectorAll("button")];
}

export function buttonOf(square) {
  return $("board").querySelector(`[data-square='${square}']`);
}

/* A button for each square, if they are others than those that are there. */
function buildSquares() {
  const wanted = own.squares();
  const key = `${own.columns()}: ${wanted}`;
  if (built === key) return;
  built = key;
  buttons().forEach((button) => button.remove());
  $("board").prepend(...wanted.map((square) => {
    const notes = element("span", { class: "notes", "aria-hidden": "true" });
    const about = { type: "button", class: "square", "data-square": String(square), ...own.place?.(square) };
    const button = element("button", about, ...own.picture(square), notes);
    button.addEventListener("click", () => press(square));
    return button;
  }));
  reachOnly(buttons(), own.reached());
}

/* The list of adversaries: [[the name of a group, [[a player's name, its label] ...]] ...]. */
export function buildAdversaries(groups) {
  const there = groups.filter(([, players]) => players.length);
  $("adversary").replaceChildren(...there.map(([label, players]) => element("optgroup", { label }, ...options(players))));
}

export function options(players) {
  return players.map(([value, label]) => element("option", { value }, label));
}

function listen() {
  const on = (id, event, act) => $(id).addEventListener(event, act);
  on("new-game", "click", newGame);
  on("undo", "click", undo);
  on("hint", "click", hint);
  on("time", "input", () => lookAt(Number($("time").value)));
  on("play-on", "click", playOn);
  on("back", "click", backToTheGame);
  on("adversary", "change", () => choose($("adversary").value));
  on("it-begins", "change", () => begin(false));
  on("you-begin", "change", () => begin(true));
  on("load", "click", () => $("file").click());
  on("file", "change", async () => {
    const [file] = $("file").files;
    if (file) await load(file);
    $("file").value = ""; // so that the same file can be chosen again
  });
  on("board", "keydown", (event) => walk(event, buttons(), own.columns()));
  on("game", "keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const key = event.key.toLowerCase();
    if (key === "n") newGame();
    if (key === "u") undo();
    if (key === "escape" && looking !== null) backToTheGame();
    else if (key === "escape" && path.length) press(path.at(-1));
  });
  window.addEventListener("hashchange", () => {
    forget();
    restore();
    render();
  });
}
