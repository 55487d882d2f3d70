/* A board on which one plays what evolved, in a web page and without Python (chapter 07).
 *
 * What it imports from package/ says again, under the package's own names, what its modules say of boards, networks and
 * files; its arithmetic has the package's bits, so that a network chooses the same squares. Players by rule are tables
 * that the package made. What follows says who plays, and draws what is in a network.
 */

import {
  RESULTS_OF_SIGN, adversaryNow, buildAdversaries, change, looking, match, options, render, startBoard,
} from "../board/shell.js";
import { Match, pair } from "../board/match.js";
import { EMPTY, O, openSquares } from "../package/encoding.js";
import { DATA, range } from "../package/base.js";
import { textOf } from "../package/files.js";
import { layer } from "../package/forward.js";
import { BOARD_GAME } from "../package/game.js";
import { MOST_HIDDEN_NODES, Network } from "../package/network.js";
import { drawMark } from "../screen/mark.js";
import { $, element, letter, number, plural, say, set, svg, words } from "../screen/screen.js";
import { renderBoard, statusWords } from "../screen/squares.js";
import { largest, setAmount } from "../screen/weights.js";
import { flowSvg } from "./flow.js";
import { PLAYERS, adversary, readPlayer } from "./players.js";
import { agesOn, agesWords, peek } from "./thought.js";

const loaded = new Map(); // players from files, by their option's value
const LABELS = Object.fromEntries([...DATA.networks, ...DATA.players].map(({ name, label }) => [name, label]));
const LINE = DATA.networks.filter((n) => n.generation !== null).sort((a, b) => a.generation - b.generation);
const AGES = LINE.map(({ name }) => adversary(name));
let drawnFlow = ""; // so that the signal flows once, and again only where it is another one
let node = 0;
let ages = []; // where each generation would move, while that is shown

// Who plays.

function seated(name) {
  return loaded.has(name) ? loaded.get(name) : adversary(name);
}

/* The one who plays against the person; null if that is a person too. */
const seatedNow = () => seated(adversaryNow());

/* Another generation, on the same board. */
function travel(name) {
  $("all-ages").checked = true;
  match.swap(pair(name, match.person === 1));
  change();
}

/* Who is in a file, by name: a player that can be chosen from then on. */
async function read(file) {
  const [player, name] = [readPlayer(await textOf(file)), `file: ${file.name}`];
  loaded.set(name, player);
  LABELS[name] = words("from_file", { file: file.name });
  if (![...$("adversary").options].some((option) => option.value === name)) {
    $("adversary").append(...options([[name, LABELS[name]]]));
  }
  return name;
}

// What a reader sees.

/* The board, and where each generation would move on the one on which the adversary chose last. */
function draw(moves) {
  renderBoard(match, moves, looking === null);
  const thought = peek(match, moves);
  const shows = $("all-ages").checked && isInLine() && thought !== null;
  ages = shows ? agesOn(thought.board, AGES) : [];
  say($("ages-words"), shows ? agesWords(ages, words) : $("all-ages").checked ? words("not_moved_yet") : "");
}

const isInLine = () => LINE.length > 1 && LINE.some(({ name }) => name === adversaryNow());

function notes(square) {
  return ages.filter((age) => age.square === square).map(({ generation, missed }) => {
    const now = generation === seatedNow().generation;
    return element("span", { "data-missed": missed, "data-now": now }, String(generation));
  });
}

function panels(moves) {
  const age = LINE.findIndex(({ name }) => name === adversaryNow());
  $("ages").hidden = !isInLine();
  if (age >= 0) {
    $("generation").value = age;
    set($("generation"), { "aria-valuetext": `generation ${LINE[age].generation}` });
    [...$("ticks").children].forEach((tick, at) => set(tick, { "data-on": at === age }));
  }
  $("counted").hidden = match.person !== null;
  $("untrained").hidden = !(seatedNow() instanceof Network && match.person === 1);
  renderHead(moves);
}

const moment = (at) => [smallBoard(match.positions[at], match.moves[at - 1])];

function momentWords(at) {
  const square = match.moves[at - 1];
  return at ? words("after_move", { move: at, mark: letter(match.positions[at][square]), square }) : words("empty_board");
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
  const isNetwork = seatedNow() instanceof Network;
  const thought = peek(match, moves);
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

// Building the page once.

function build() {
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
  const listing = (players) => players.map(({ name, label }) => [name, label]);
  const [agents, rest] = [true, false].map((is) => DATA.players.filter(({ squares }) => is === (squares !== null)));
  buildAdversaries([["Networks that evolved", listing(DATA.networks)], ["Agents of the league", listing(agents)], ["Others", listing(rest)]]);
  set($("generation"), { max: String(Math.max(LINE.length - 1, 0)) });
  $("ticks").append(...LINE.map(({ generation }) => element("span", {}, String(generation))));
  $("generation").addEventListener("input", () => travel(LINE[Number($("generation").value)].name));
  $("all-ages").addEventListener("change", render);
  $("head").addEventListener("toggle", render);
}

function picture(square) {
  const drawing = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, drawMark("X"), drawMark("O"));
  return [drawing, element("span", { class: "digit", "aria-hidden": "true" }, String(square))];
}

build();
startBoard({
  match: new Match(BOARD_GAME, pair(DATA.networks.length ? DATA.networks[0].name : Object.keys(PLAYERS)[0], false), seated),
  squares: () => range(9),
  columns: () => 3,
  picture,
  draw,
  status: () => statusWords(match),
  names: LABELS,
  tally: [["wins", 1], ["ties", 0], ["losses", 2]],
  valueWords: (value) => RESULTS_OF_SIGN[value],
  notes,
  moment,
  momentWords,
  read,
  panels,
});
