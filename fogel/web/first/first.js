/* The first screen. A worker runs the trial ahead; what it records is shown at a pace that a reader can follow, slowly
 * at first. On the board the best one plays its likeliest game, until a reader wants to play it.
 */

import { START, place, winner } from "../package/encoding.js";
import { DATA } from "../package/base.js";
import { BOARD_GAME } from "../package/game.js";
import { TablePlayer } from "../package/opponent.js";
import { checkedSettings } from "../package/settings.js";
import { unpack } from "../package/unpack.js";
import { HUMAN, Match, pair } from "../board/match.js";
import { drawCurve } from "../evolve/chart.js";
import { Recording } from "../evolve/recording.js";
import { buildBoard, reach, toTheBoard } from "../screen/buttons.js";
import { settleInFrame } from "../screen/frame.js";
import { $, number, say, set } from "../screen/screen.js";
import { renderBoard, statusWords } from "../screen/squares.js";
import { startWorkers } from "../screen/workers.js";
import { Crowd, drawCrowd } from "./crowd.js";
import { likeliestGame } from "./likeliest.js";

const FIRST_PACE = 1.4; // generations a second
const QUICKENS = 0.2; // by so many for each generation
const LAST_PACE = 45;
const FOLLOWED = 8; // generations a second up to which an eye follows who fades and who grows
const MOVE_SECONDS = 0.45; // between two moves on the board
const REST_SECONDS = 1.2; // after a game
const BEGINS_AFTER = 700; // milliseconds
const FIRST_WIDTH = 40; // generations for which the curve has room at first
const ROOM = 1.25; // times the generations that are shown: its room when they are more
const LEAST = -70; // points at the bottom of the curve
const RESULTS_OF_X = { 1: "and wins", 0: "and ties", "-1": "and loses" };

const settings = { ...checkedSettings(DATA.shown.settings), trials: 1 };
const recording = new Recording(settings);
const crowd = new Crowd(2 * settings.parents);
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

/* `at`: generations that have been shown, with a fraction; `game` is what is shown on the board, and `match` a reader's
 * own; `wants` is whether it is to run, `inView` whether anybody can see it. */
const state = { at: 0, wants: false, inView: false, game: null, nextMove: 0, match: null };
let opponent = null;
let before = null;
let frame = 0;
let begins = 0; // when it runs by itself, unless somebody is quicker

const shownGeneration = () => Math.max(1, Math.min(crowd.length, Math.ceil(state.at)));
const isOver = () => state.at >= settings.generations;
const runs = () => state.wants && state.inView && crowd.length > 0;

// The course of it.

function advance(now) {
  frame = 0;
  if (!runs()) return;
  const seconds = before === null ? 0 : Math.min(0.1, (now - before) / 1000);
  before = now;
  const pace = Math.min(LAST_PACE, FIRST_PACE + QUICKENS * state.at);
  state.at = Math.min(settings.generations, crowd.length, state.at + pace * seconds);
  advanceGame(now / 1000);
  render();
  if (isOver() && state.game.over && state.game.generation === settings.generations) {
    state.wants = false;
    tell("Done:");
  }
  keepOn();
}

function keepOn() {
  if (runs() && !frame) frame = requestAnimationFrame(advance);
  renderButtons();
}

/* The next move of the game on the board, or the next game, of whoever is the best by then. */
function advanceGame(now) {
  const { game } = state;
  if (state.match || now < state.nextMove) return;
  if (game && !game.over) game.shown += 1;
  else if (game?.generation !== shownGeneration()) state.game = new Show(shownGeneration());
  state.nextMove = now + (state.game.over ? REST_SECONDS : MOVE_SECONDS);
}

/* The likeliest game of a generation's best player, and how much of it is shown: as much of a Match as a board needs. */
class Show {
  shown = 0;
  person = 2;
  fault = null;

  constructor(generation) {
    this.generation = generation;
    this.moves = likeliestGame(recording.network(0, generation), opponent);
    this.positions = [START];
    for (const square of this.moves) this.positions.push(place(this.positions.at(-1), square));
  }

  get over() {
    return this.shown === this.moves.length;
  }
}

function run() {
  clearTimeout(begins);
  if (isOver()) Object.assign(state, { at: 0, game: null });
  if (state.match) leaveMatch();
  state.wants = true;
  before = null;
  keepOn();
}

function pause() {
  state.wants = false;
  tell("Paused at");
  renderButtons();
}

/* All that is known at once, without motion. */
function showTheEnd() {
  state.at = crowd.length;
  state.game = new Show(shownGeneration());
  state.game.shown = state.game.moves.length;
  render();
  renderButtons();
  tell("Not moving, as you wish:");
}

// A reader's own game.

function beat() {
  clearTimeout(begins);
  state.wants = false;
  const player = recording.network(0, shownGeneration());
  state.match = new Match(BOARD_GAME, pair("evolved", false), (name) => (name === HUMAN ? null : player));
  renderMatch();
  renderButtons();
  toTheBoard();
}

function leaveMatch() {
  Object.assign(state, { match: null, game: null });
}

function click(square) {
  if (!crowd.length) return;
  reach(square);
  if (!state.match) beat();
  else if (state.match.move(square)) renderMatch();
}

function renderMatch() {
  const { match } = state;
  renderBoard(match, match.moves.length);
  say($("status"), `You play the best one of generation ${shownGeneration()}. ${statusWords(match)}`);
}

// What is shown.

function render() {
  const shown = shownGeneration();
  const isFollowed = FIRST_PACE + QUICKENS * state.at < FOLLOWED && state.at < crowd.length;
  drawCrowd($("crowd"), crowd, shown, isFollowed ? state.at - (shown - 1) : 0.5);
  const generations = Math.min(settings.generations, Math.max(FIRST_WIDTH, Math.ceil(ROOM * shown)));
  drawCurve($("curve"), { settings: { ...settings, generations }, recording, trial: 0, guess: [], least: LEAST }, shown);
  say($("now"), `Generation ${shown} of ${settings.generations}`);
  say($("crowd-words"), crowdWords(shown));
  if (!state.match && state.game) renderGame();
}

function crowdWords(shown) {
  const left = crowd.familiesIn(shown);
  const { since } = crowd.generations[shown - 1];
  const families = left === 1 ? "one family" : `${left} families`;
  return `A hundred networks, ${families} counted ${since === 1 ? "" : "anew "}from generation ${since}`;
}

function renderGame() {
  const { game } = state;
  renderBoard(game, game.shown);
  const how = game.over ? ` ${RESULTS_OF_X[winner(game.positions.at(-1))]}` : "";
  say($("status"), `The best one of generation ${game.generation} plays X${how}`);
}

function renderButtons() {
  say($("pause"), state.wants ? "Pause" : state.match ? "Back to evolution" : isOver() ? "Again" : "Play");
  $("new-game").hidden = state.match === null;
  $("beat").hidden = state.match !== null;
  set($("beat"), { "aria-disabled": crowd.length ? null : "true" });
}

function tell(start) {
  const shown = shownGeneration();
  const points = number(recording.trials[0].payoffs[shown - 1], 0);
  const exact = number(recording.trials[0].exact[shown - 1], 1);
  const words = `generation ${shown}: the best one made ${points} points of 32, and is worth ${exact}.`;
  say($("told"), `${start} ${words}`);
  set($("curve"), { "aria-label": `The curve. At ${words}` });
  set($("crowd"), { "aria-label": crowdWords(shown) });
}

// Building the page once, and listening.

/* What a worker has recorded. */
function take({ everybody, ...kept }) {
  recording.add({ ...kept, trial: 0 });
  everybody.forEach((one) => crowd.add(one));
  if (crowd.length === everybody.length) begin();
  if (still.matches && crowd.length === settings.generations) showTheEnd();
  keepOn();
}

/* The first generations are there. */
function begin() {
  render();
  if (still.matches) return; // the rest is shown when all is known
  begins = setTimeout(run, BEGINS_AFTER);
}

function listen() {
  $("pause").addEventListener("click", () => (state.wants ? pause() : run()));
  $("beat").addEventListener("click", () => crowd.length && beat());
  $("new-game").addEventListener("click", () => {
    state.match.newGame();
    renderMatch();
  });
  new IntersectionObserver(([{ isIntersecting }]) => {
    state.inView = isIntersecting;
    before = null;
    keepOn();
  }).observe($("stage"));
  const redraw = () => crowd.length && render();
  new ResizeObserver(redraw).observe($("stage"));
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}

buildBoard(click);
listen();
settleInFrame();
renderButtons();
unpack().then(() => {
  const { marker, line_choice: lineChoice, slip } = settings;
  opponent = new TablePlayer({ table: DATA.opponents[`${marker} ${lineChoice}`], slip });
  startWorkers([{ settings, trials: [DATA.shown.trial], everybody: true }], take, (problem) => {
    say($("trouble"), `The experiment stopped: ${problem}.`);
  });
});
