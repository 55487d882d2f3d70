/* The page on which a reader evolves. Workers run the trials ahead and what they record is shown at the reader's pace;
 * so it can be stopped, stepped through and gone back in, and every generation is there to be played.
 */

import { range } from "../package/base.js";
import { checkedSettings } from "../package/settings.js";
import { pair } from "../board/match.js";
import { buildBoard } from "../screen/buttons.js";
import { settleInFrame } from "../screen/frame.js";
import { $, element, number, plural, say, set } from "../screen/screen.js";
import { handLink, hashOf, partsOf } from "./address.js";
import { buildBest, click, copyPlayer, keepIt, match, playIt, renderBest, renderMatch } from "./best.js";
import { carriedText } from "./carried.js";
import { BAND_FROM, drawCurve, drawFamilies } from "./chart.js";
import { CHOSEN, SHOWN, buildChoices, choose, chosen, commandOf, differences, presetOf } from "./choices.js";
import { buildGuess, judge, renderGuess } from "./guess.js";
import { FROM_LINK, GUEST, buildTrials, listenForFiles, welcome, exactPayoff } from "./guest.js";
import { gamesOf, pageSettings } from "./limits.js";
import { Recording, shareOut } from "./recording.js";
import { POINTS, complain, shownGeneration, state, tell } from "./state.js";

const SPEEDS = [1, 4, 15, 60, 240, 1000]; // generations a second

let stopWorkers = () => {};
let frame = 0; // the next one, as it was asked for
let before = null; // when the last frame was drawn, in milliseconds

// What a reader can do.

function evolve() {
  const settings = chooseFromForm();
  if (!settings) return;
  stopWorkers();
  keepAddress(settings);
  const recording = new Recording(settings);
  Object.assign(state, { settings, recording, trial: 0, at: 0, showsGuest: false });
  buildTrials();
  stopWorkers = shareOut(
    settings,
    (kept) => {
      recording.add(kept);
      renderTransport(); // how far one can go
    },
    (problem) => {
      stopWorkers();
      state.playing = false;
      complain(`The experiment stopped: ${problem}. What was recorded until then is still there; Evolve anew starts again.`);
      render();
    },
  );
  $("chart").scrollIntoView({ block: "nearest" });
  const size = `${plural(settings.trials, "trial")} of ${plural(settings.generations, "generation")}`;
  tell(`Evolving ${size}. Drag across the curve to look back.`);
  play();
  $("pause").focus({ preventScroll: true }); // a second Enter begins nothing anew
}

/* What stands in the form, checked; what is wrong is said and null returned. */
function chooseFromForm() {
  for (const name of CHOSEN) set($(name), { "aria-invalid": null });
  try {
    const settings = pageSettings(chosen());
    complain("");
    return settings;
  } catch (problem) {
    const field = $(problem.field);
    if (field) {
      $("fold").open = true;
      if ($("others").contains(field)) $("more").open = true;
      set(field, { "aria-invalid": "true" });
      field.focus();
    }
    complain(`${problem.message}.`);
    return null;
  }
}

/* Another setting, while nothing evolves: the axes follow. */
function changed() {
  const settings = chooseFromForm();
  if (settings) showChanges(settings);
  if (settings && !state.recording) Object.assign(state, { settings });
  keepAddress(settings);
  render();
}

/* Puts what the reader has chosen and guessed into the page's address, with the player that came in it. */
function keepAddress(settings) {
  if (settings && window.parent === window) window.history.replaceState(null, "", hashOf(addressed(settings)));
}

function addressed(settings) {
  const { guess, guest } = state;
  return { settings, guess, player: guest?.file === FROM_LINK ? carriedText(guest.network) : null };
}

async function copyLink() {
  const copied = await handLink(hashOf(addressed(state.settings)), "link", "address");
  tell(copied ? "The link is copied: these settings and your guess." : "Copy this link: these settings and your guess.");
}

function play() {
  if (shownGeneration() >= state.settings.generations) state.at = 0;
  state.playing = true;
  before = null;
  cancelAnimationFrame(frame); // one that an earlier start may have left
  frame = requestAnimationFrame(advance);
  render();
}

function pause() {
  state.playing = false;
  tell(summary("Paused at"));
  render();
}

function advance(now) {
  if (!state.playing) return;
  const seconds = before === null ? 0 : Math.min(0.25, (now - before) / 1000);
  before = now;
  goTo(state.at + SPEEDS[state.speed] * seconds);
  if (state.playing) frame = requestAnimationFrame(advance);
}

function goTo(at) {
  const { recording, settings } = state;
  state.at = Math.max(0, Math.min(at, recording.length));
  if (state.playing && state.at >= settings.generations) {
    state.playing = false;
    tell([summary("Done:"), verdict(), comparison()].filter(Boolean).join(" "));
  }
  render();
}

/* So many generations on or back, and it stands still. */
function stepBy(count) {
  state.playing = false;
  goTo(Math.max(1, shownGeneration() + count));
  tell(summary("At"));
}

/* The generation at this share of the curve's width, and it stands still. */
function lookAt(across) {
  state.playing = false;
  goTo(Math.max(1, Math.round(1 + across * (state.settings.generations - 1))));
}

function rewind() {
  state.playing = false;
  goTo(Math.min(1, state.recording.length));
  tell("Back at the first generation.");
}

function faster(step) {
  state.speed = Math.max(0, Math.min(SPEEDS.length - 1, state.speed + step));
  render();
}

function startOver() {
  stopWorkers();
  Object.assign(state, { recording: null, at: 0, playing: false, guess: Array(POINTS).fill(null), trial: 0 });
  Object.assign(state, { settings: chooseFromForm() ?? state.settings, showsGuest: state.guest !== null });
  buildTrials();
  keepAddress(state.settings);
  $("evolve").focus({ preventScroll: true });
  tell("Nothing is running. Draw your guess, then press Evolve.");
  render();
}

// What is said.

function summary(start) {
  const shown = shownGeneration();
  if (!shown) return `${start} the beginning.`;
  return `${start} generation ${shown}: ${payoffWords(shown)}.`;
}

function payoffWords(shown) {
  const { means, halves } = state.recording;
  const half = halves[shown - 1] === null ? "" : ` ± ${number(halves[shown - 1], 1)}`;
  return `best payoff ${number(means[shown - 1], 1)}${half}`;
}

/* The curve as it is shown, for whoever listens: five of its points. */
function curveWords(shown) {
  if (!shown) return "The curve; nothing has evolved yet";
  const { means } = state.recording;
  const points = [...new Set(range(5).map((k) => 1 + Math.round((k / 4) * (shown - 1))))];
  return `The curve. ${points.map((at) => `Generation ${at}: ${number(means[at - 1], 1)}`).join(". ")}.`;
}

/* How good the guess was. */
function verdict() {
  const found = judge(state.guess, state.recording.means);
  if (!found) return "";
  const end = Math.round(found.last);
  const side = end === 0 ? "right" : `${plural(Math.abs(end), "point")} too ${end > 0 ? "high" : "low"}`;
  return `Your guess was off by ${number(found.mean, 0)} points on average; at the end it was ${side}.`;
}

/* Whether what evolved is better than the player who came from elsewhere. */
function comparison() {
  const { guest, recording } = state;
  if (!guest) return "";
  const generation = recording.length;
  const trial = recording.bestTrial(generation);
  const [ours, its] = [recording.trials[trial].exact[generation - 1], exactPayoff(guest)];
  const names = [`Your best player, of trial ${trial}, is worth ${number(ours, 1)}`, `that in ${guest.file} ${number(its, 1)}`];
  return `${names.join(", and ")}: ${ours > its ? "you beat it" : ours < its ? "it is still ahead" : "a tie"}.`;
}

function sizeWords(settings) {
  const games = gamesOf(settings);
  const count = games >= 1e6 ? `${number(games / 1e6, 0)} million` : games.toLocaleString("en");
  const played = games ? `: ${count} ${games === 1 ? "game" : "games"}, on your machine` : ", on your machine";
  return `${plural(settings.trials, "trial")} of ${plural(settings.generations, "generation")}${played}`;
}

// What is shown.

function render() {
  const shown = shownGeneration();
  const goal = state.guest ? exactPayoff(state.guest) : null;
  renderGuess(drawCurve($("curve"), { ...state, goal }, shown));
  renderChallenge(goal);
  if (!state.playing) set($("curve"), { "aria-label": curveWords(shown) });
  renderTransport();
  renderBest(state, shown);
  if (state.recording && shown) {
    drawFamilies($("families"), state, shown);
    say($("family"), familyWords(shown));
  }
}

function renderChallenge(goal) {
  $("challenge").hidden = state.guest?.file !== FROM_LINK;
  if ($("challenge").hidden) return;
  const most = Math.max(state.settings.win_payoff, state.settings.tie_payoff, state.settings.loss_payoff);
  const of = `of ${number(most * state.settings.games, 0)} points`;
  say($("challenge-words"), `In this experiment it is worth ${number(goal, 1)} ${of}, exactly. Evolve a better one, or play it.`);
}

function renderTransport() {
  const { recording, playing, speed, settings } = state;
  const shown = shownGeneration();
  $("transport").hidden = !recording;
  say($("now"), shown ? `Generation ${shown} of ${settings.generations}` : "The first generation plays.");
  say($("mean"), shown ? payoffWords(shown) : "");
  const several = settings.trials > 1;
  say($("legend-mean"), meanWords(settings.trials));
  say($("legend-trials"), several ? "each trial" : "");
  say($("legend-trial"), several && recording ? `trial ${state.trial}` : "");
  say($("evolve"), recording ? "Evolve anew" : "Evolve");
  say($("size"), recording ? "" : sizeWords(settings));
  $("evolve").classList.toggle("primary", !recording); // then it is the transport that is pressed
  $("start-over").hidden = !recording;
  set($("plot"), { "data-recorded": recording !== null });
  if (!recording) return;
  say($("pause"), playing ? "Pause" : shown >= settings.generations ? "Again" : "Go on");
  set($("generation"), { max: String(Math.max(1, recording.length)), "aria-valuetext": `generation ${shown}` });
  $("generation").value = String(Math.max(1, shown));
  say($("speed"), `${SPEEDS[speed].toLocaleString("en")} a second`);
  for (const [id, off] of [["slower", speed === 0], ["faster", speed === SPEEDS.length - 1]]) {
    set($(id), { "aria-disabled": off ? "true" : null });
  }
}

function meanWords(trials) {
  if (trials === 1) return "what they were seen to make";
  return `mean of the trials${trials < BAND_FROM ? "" : ", with its 95 % interval"}`;
}

function familyWords(shown) {
  const { recording, trial, settings } = state;
  const counts = recording.trials[trial].families[shown - 1];
  const left = counts.filter(Boolean).length;
  if (left > 1) return `${left} of ${settings.parents} founders still have descendants.`;
  const founder = counts.findIndex(Boolean) + 1;
  return `Since generation ${recording.fixation(trial)} all descend from founder ${founder}.`;
}

/* Another trial, or the guest. */
function show(value) {
  state.showsGuest = value === GUEST;
  if (!state.showsGuest) state.trial = Number(value);
  $("trial").value = value;
  render();
}

/* How many settings are changed that are not in sight, and the same experiment on the command line: an option and its
 * value stay on one line. */
function showChanges(settings) {
  const hidden = differences(settings).filter(([name]) => !SHOWN.includes(name));
  $("preset").value = presetOf(settings);
  const all = differences(settings).length;
  say($("changed"), all ? `(${all} changed)` : "");
  say($("changed-more"), hidden.length ? `(${hidden.length} changed)` : "");
  $("command").replaceChildren(...commandOf(settings).flatMap((option) => [element("span", {}, option), " "]));
}

// Building the page once, and listening.

async function fromAddress() {
  const parts = partsOf(window.location.hash);
  const troubles = [];
  const read = (part, instead, what) => {
    try {
      return part();
    } catch (problem) {
      troubles.push(what(problem.message));
      return instead;
    }
  };
  const address = "The address of this page:";
  const settings = read(parts.settings, checkedSettings({}), (one) => `${address} ${one}. These are the usual settings.`);
  const guess = read(parts.guess, null, (one) => `${address} ${one}. Draw your guess anew.`);
  const player = read(parts.player, null, (one) => `The player in this link can’t be shown: ${one}. Ask for the link again.`);
  complain(troubles.join(" "));
  choose(settings);
  showChanges(settings);
  if (!state.recording) Object.assign(state, { settings, guess: guess ?? state.guess });
  render();
  if (!player) return;
  await welcome(player, FROM_LINK);
  playIt(false);
  render();
}

function listen() {
  $("settings").addEventListener("submit", (event) => {
    event.preventDefault();
    evolve();
  });
  $("settings").addEventListener("change", changed);
  const actions = {
    pause: () => (state.playing ? pause() : play()),
    rewind,
    back: () => stepBy(-1),
    step: () => stepBy(1),
    slower: () => faster(-1),
    faster: () => faster(1),
    "start-over": startOver,
    "play-it": () => playIt(),
    "keep-it": keepIt,
    "copy-link": copyLink,
    "copy-player": copyPlayer,
    accept: () => {
      show(GUEST);
      playIt();
    },
    "best-trial": () => show(String(state.recording.bestTrial(shownGeneration()))),
    "new-game": () => {
      match.newGame();
      renderMatch();
    },
  };
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
  $("generation").addEventListener("input", () => {
    state.playing = false;
    goTo(Number($("generation").value));
  });
  $("trial").addEventListener("change", () => show($("trial").value));
  listenForFiles(render);
  for (const [id, person] of [["it-begins", false], ["you-begin", true]]) {
    $(id).addEventListener("change", () => {
      match.seat(pair("evolved", person));
      renderMatch();
    });
  }
  window.addEventListener("hashchange", fromAddress);
  new ResizeObserver(render).observe($("plot"));
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", render);
  new MutationObserver(render).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}

buildChoices();
buildGuess(lookAt, render, () => keepAddress(state.settings));
buildBest();
buildBoard(click);
listen();
settleInFrame();
fromAddress();
if (window.location.search === "?run") evolve(); // a reader has asked for it on another page
