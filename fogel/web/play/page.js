/* A board on which one plays what evolved, in a web page and without Python (chapter 07).
 *
 * What it imports from package/ says again, under the package's own names, what its modules say of boards, networks and
 * files; its arithmetic has the package's bits, so that a network chooses the same squares. Players by rule are tables
 * that the package made. What follows plays, and draws.
 */

import { textOf } from "../package/champion.js";
import { EMPTY, O, openSquares } from "../package/encoding.js";
import { DATA, ValueError, range } from "../package/base.js";
import { Match, agesOn, agesWords, hintWords } from "../package/match.js";
import { layer } from "../package/forward.js";
import { MOST_HIDDEN_NODES, Network } from "../package/network.js";
import { buildBoard, reach, squareButtons, toTheBoard } from "../screen/buttons.js";
import { settleInFrame } from "../screen/frame.js";
import { drawMark } from "../screen/mark.js";
import { $, element, letter, number, plural, say, set, svg, words } from "../screen/screen.js";
import { renderBoard, statusWords } from "../screen/squares.js";
import { largest, setAmount } from "../screen/weights.js";
import { flowSvg } from "./flow.js";
import { PLAYERS, adversary, readPlayer } from "./players.js";

// The page. `match` is all that happened; `looking` is how many moves of the game are shown, null for all of them.

const match = new Match(adversary, DATA.networks.length ? DATA.networks[0].name : Object.keys(PLAYERS)[0]);
const loaded = new Map(); // players from files, by their option's value
const LABELS = Object.fromEntries([...DATA.networks, ...DATA.players].map(({ name, label }) => [name, label]));
const LINE = DATA.networks.filter((n) => n.generation !== null).sort((a, b) => a.generation - b.generation);
const AGES = LINE.map(({ name }) => adversary(name));
const HINTS = { 1: "win", 0: "tie", "-1": "loss" };
let looking = null;
let hinting = false;
let drawnFlow = ""; // so that the signal flows once, and again only where it is another one
let node = 0;
let trouble = "";

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

function choose(value) {
  if (loaded.has(value)) match.meet(value, loaded.get(value));
  else match.choose(value);
  change();
}

/* Another generation, on the same board. */
function travel(name) {
  $("all-ages").checked = true;
  match.swap(name);
  change();
}

function hint() {
  hinting = !hinting;
  render();
}

function begin(personBegins) {
  match.begin(personBegins);
  change();
}

async function load(file) {
  try {
    const player = readPlayer(await textOf(file));
    const value = `file: ${file.name}`;
    loaded.set(value, player);
    LABELS[value] = words("from_file", { file: file.name });
    if (![...$("adversary").options].some((option) => option.value === value)) {
      $("adversary").append(element("option", { value }, LABELS[value]));
    }
    choose(value);
  } catch (problem) {
    const reason = problem instanceof ValueError ? problem.message : "the file can't be read";
    trouble = words("still", { trouble: `${file.name}: ${reason}`, adversary: LABELS[match.adversary] });
    render();
  }
}

/* After every action that is more than looking. */
function change() {
  looking = null;
  hinting = false;
  trouble = "";
  render();
}

// What a reader sees.

function render() {
  const moves = looking ?? match.squares.length;
  renderBoard(match, moves, looking === null);
  renderWords(moves);
  renderOptions();
  renderStrip(moves);
  renderNotes(moves);
  renderTallies();
  renderHead(moves);
}

/* What stands below in the squares: what the person can still force, or else where each generation would move. */
function renderNotes(moves) {
  const forced = hinting && looking === null ? match.hint() : {};
  const thought = match.peek(moves);
  const showsAges = $("all-ages").checked && !$("ages").hidden && thought !== null;
  const ages = showsAges ? agesOn(thought.board, AGES) : [];
  say($("hint-words"), hintWords(forced, words));
  set($("hint"), { "aria-pressed": String(hinting), "aria-disabled": match.over || looking !== null ? "true" : null });
  say($("ages-words"), showsAges ? agesWords(ages, words) : $("all-ages").checked ? words("not_moved_yet") : "");
  squareButtons().forEach((square, at) => {
    const there = Object.keys(forced).length ? [] : ages.filter((age) => age.square === at);
    const texts = there.map(({ generation, missed }) => {
      const now = generation === match.player.generation;
      return element("span", { "data-missed": missed, "data-now": now }, String(generation));
    });
    if (at in forced) texts.push(element("span", { "data-forced": HINTS[forced[at]] }, HINTS[forced[at]]));
    square.lastChild.replaceChildren(...texts);
  });
}

/* The tally of everybody who was played, once there are two of them. */
function renderTallies() {
  const met = Object.entries(match.tallies).filter(([, counts]) => Object.values(counts).some(Boolean));
  $("tallies").hidden = met.length < 2;
  $("tallies").tBodies[0].replaceChildren(...met.map(([name, counts]) => {
    const cells = Object.values(counts).map((count) => element("td", {}, String(count)));
    return element("tr", {}, element("th", { scope: "row" }, LABELS[name]), ...cells);
  }));
}

function renderWords(moves) {
  const past = words("past", { shown: moves, moves: plural(match.squares.length, "move") });
  say($("status"), looking === null ? statusWords(match) : past);
  for (const [name, count] of Object.entries(match.tally)) say($(name), String(count));
  say($("trouble"), trouble);
}

function renderOptions() {
  $("adversary").value = match.adversary;
  const age = LINE.findIndex(({ name }) => name === match.adversary);
  $("ages").hidden = age < 0 || LINE.length < 2;
  if (age >= 0) {
    $("generation").value = age;
    set($("generation"), { "aria-valuetext": `generation ${LINE[age].generation}` });
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
    const about = at
      ? words("after_move", { move: at, mark: letter(boards[at][square]), square })
      : words("empty_board");
    set(button, { "aria-label": about, title: about, "aria-current": at === moves ? "true" : null });
    button.replaceChildren(smallBoard(boards[at], square));
  });
  $("looking").hidden = looking === null;
}

/* A board as a picture; the newest mark stands out. */
function smallBoard(board, newest) {
  const cells = range(9).filter((at) => board[at] !== EMPTY).map((at) => {
    const drawing = drawMark(letter(board[at]));
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
  node = Math.min(node, thought.activations.length - 1);
  const flow = flowSvg(thought);
  if ($("head").open && drawnFlow !== flow) $("flow").innerHTML = drawnFlow = flow;
  renderOutputs(thought);
  renderNodes(thought);
  renderNode(thought);
}

function sawWords(thought) {
  if (!thought) return words("not_moved");
  const open = openSquares(thought.board).length;
  const where = open === 9 ? words("empty_board") : words("board_with", { squares: plural(open, "open square") });
  const second = thought.mark === O ? ` ${words("plays_o")}` : "";
  return words("moved", { where, square: thought.square }) + second;
}

function renderOutputs(thought) {
  const said = [];
  [...$("outputs").children].forEach((cell, at) => {
    const isOpen = thought.board[at] === EMPTY;
    set(cell, {
      class: isOpen ? "cell heat" : "cell taken",
      style: isOpen ? `--amount: ${thought.outputs[at].toFixed(4)}` : null,
      "data-chosen": at === thought.square,
    });
    const held = letter(thought.board[at] * thought.mark);
    if (isOpen) cell.replaceChildren(element("span", {}, number(thought.outputs[at], 3)));
    else cell.replaceChildren(svg("svg", { viewBox: "0 0 100 100" }, drawMark(held)));
    said.push(`square ${at}: ${isOpen ? number(thought.outputs[at], 3) : held}`);
  });
  set($("outputs"), { "aria-label": `Its outputs. ${said.join(", ")}. It chose square ${thought.square}.` });
}

function renderNodes(thought) {
  [...$("nodes").children].forEach((item, at) => {
    item.hidden = at >= thought.activations.length;
    if (item.hidden) return;
    const activation = thought.activations[at];
    const button = item.firstChild;
    set(button, { "aria-pressed": String(at === node), style: `--amount: ${activation.toFixed(4)}` });
    say(button.lastChild, number(activation));
  });
  say($("nodes-of"), words("nodes", { nodes: plural(thought.activations.length, "hidden node") }));
}

function renderNode(thought) {
  const { hiddenWeights, outputWeights } = thought.network;
  const [heard, said] = [thought.linksIn(node), thought.linksOut(node)];
  const sum = layer([hiddenWeights[node]], thought.board)[0];
  say($("node"), `Hidden node ${node + 1}`);
  say($("node-sum"), `sum ${number(sum)}, activation ${number(thought.activations[node])}`);
  renderWeights($("looks-for"), heard.slice(0, 9), largest(hiddenWeights), `what node ${node + 1} looks for`);
  renderWeights($("says"), said, largest(outputWeights), `what node ${node + 1} says`);
  setAmount($("bias"), heard[9][1], largest(hiddenWeights));
  say($("bias"), `bias ${number(heard[9][1])}`);
  const squares = range(9).map(String);
  const ends = [["sum", "", "", number(sum)], ["activation", "", "", number(thought.activations[node])]];
  renderTable($("links-in"), [...squares, "bias"], heard, 0, ends);
  renderTable($("links-out"), squares, said, 2, []);
}

function renderWeights(board, links, most, name) {
  [...board.children].forEach((cell, at) => {
    setAmount(cell, links[at][1], most);
    say(cell, number(links[at][1]));
  });
  set(board, { "aria-label": `Nine weights: ${name}. The table below lists them.` });
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
  buildBoard(click);
  for (const square of squareButtons()) square.append(element("span", { class: "notes", "aria-hidden": "true" }));
  range(10).forEach((moves) => {
    const button = element("button", { type: "button" });
    button.addEventListener("click", () => look(moves));
    $("strip").append(element("li", {}, button));
  });
  for (const id of ["outputs", "looks-for", "says"]) $(id).append(...range(9).map(() => element("div", { class: "cell" })));
  range(MOST_HIDDEN_NODES).forEach((at) => {
    const bar = element("span", { class: "activation", "aria-hidden": "true" });
    const button = element("button", { type: "button" }, element("span", {}, `node ${at + 1}`), bar, element("span"));
    button.addEventListener("click", () => {
      node = at;
      render();
    });
    $("nodes").append(element("li", {}, button));
  });
  buildOptions();
}

function buildOptions() {
  const group = (label, players) => {
    const options = players.map(({ name, label: words }) => element("option", { value: name }, words));
    return players.length ? [element("optgroup", { label }, ...options)] : [];
  };
  const [agents, rest] = [true, false].map((is) => DATA.players.filter(({ squares }) => is === (squares !== null)));
  const groups = [["Networks that evolved", DATA.networks], ["Agents of the league", agents], ["Others", rest]];
  $("adversary").append(...groups.flatMap(([label, players]) => group(label, players)));
  set($("generation"), { max: String(Math.max(LINE.length - 1, 0)) });
  $("ticks").append(...LINE.map(({ generation }) => element("span", {}, String(generation))));
}

function listen() {
  $("new-game").addEventListener("click", newGame);
  $("play-on").addEventListener("click", playOn);
  $("back").addEventListener("click", backToTheGame);
  $("adversary").addEventListener("change", () => choose($("adversary").value));
  $("generation").addEventListener("input", () => travel(LINE[Number($("generation").value)].name));
  $("all-ages").addEventListener("change", render);
  $("hint").addEventListener("click", () => !match.over && looking === null && hint());
  $("head").addEventListener("toggle", render);
  $("it-begins").addEventListener("change", () => begin(false));
  $("you-begin").addEventListener("change", () => begin(true));
  $("load").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", async () => {
    const [file] = $("file").files;
    if (file) await load(file);
    $("file").value = ""; // so that the same file can be chosen again
  });
  $("game").addEventListener("keydown", (event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (plain && event.key.toLowerCase() === "n") newGame();
    if (plain && event.key === "Escape" && looking !== null) backToTheGame();
  });
}

build();
listen();
settleInFrame();
render();
