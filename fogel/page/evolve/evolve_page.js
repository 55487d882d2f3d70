/* The page on which a reader evolves. Workers run the trials ahead and what they record is shown at the reader's pace;
 * so it can be stopped, stepped through and gone back in, and every generation is there to be played.
 */

import { range } from "../package/ground.js";
import { checkedSettings } from "../package/settings.js";
import { buildBoard } from "../screen/buttons.js";
import { settleInFrame } from "../screen/frame.js";
import { $, element, number, plural, say, set } from "../screen/screen.js";
import { buildBest, click, keepIt, match, playIt, renderBest, renderMatch } from "./best.js";
import { drawCurve, drawFamilies } from "./chart.js";
import {
  CHOSEN, SHOWN, buildChoices, choose, chosen, commandOf, differences, hashOf, presetOf, settingsIn,
} from "./choices.js";
import { buildGuess, judge, renderGuess } from "./guess.js";
import { FROM_FILE, buildTrials, listenForFiles } from "./guest.js";
import { pageSettings } from "./limits.js";
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
  $("plot").scrollIntoView({ block: "nearest" });
  const size = `${plural(settings.trials, "trial")} of ${plural(settings.generations, "generation")}`;
  tell(`Evolving ${size}. Drag across the curve to look back.`);
  play();
}

/* What stands in the form, checked; what is wrong is said and null returned. */
function chooseFromForm() {
  for (const name of CHOSEN) set($(name), { "aria-invalid": null });
  try {
    const settings = pageSettings(chosen());
    complain("");
    if (window.parent === window) window.history.replaceState(null, "", hashOf(settings));
    return settings;
  } catch (problem) {
    const field = $(problem.field);
    if (field) {
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
  render();
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
    tell(`${summary("Done:")} ${verdict()}`);
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
  tell("Nothing is running. Draw your guess, then press Evolve.");
  render();
}

// What is said.

function summary(start) {
  const shown = shownGeneration();
  if (!shown) return `${start} the beginning.`;
  const { means, halves } = state.recording;
  const half = halves[shown - 1] === null ? "" : ` ± ${number(halves[shown - 1], 1)}`;
  return `${start} generation ${shown}: best payoff ${number(means[shown - 1], 1)}${half}.`;
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

// What is shown.

function render() {
  const shown = shownGeneration();
  renderGuess(drawCurve($("curve"), state, shown));
  if (!state.playing) set($("curve"), { "aria-label": curveWords(shown) });
  renderTransport();
  renderBest(state, shown);
  if (state.recording && shown) {
    drawFamilies($("families"), state, shown);
    say($("family"), familyWords(shown));
  }
}

function renderTransport() {
  const { recording, playing, speed, settings } = state;
  const shown = shownGeneration();
  $("transport").hidden = !recording;
  const { means, halves } = recording ?? {};
  say($("now"), shown ? `Generation ${shown} of ${settings.generations}` : "The first generation plays.");
  const half = shown && halves[shown - 1] !== null ? ` ± ${number(halves[shown - 1], 1)}` : "";
  say($("mean"), shown ? `best payoff ${number(means[shown - 1], 1)}${half}` : "");
  const several = settings.trials > 1;
  say($("legend-trials"), several ? "each trial" : "");
  say($("legend-trial"), several && recording ? `trial ${state.trial}` : "");
  say($("evolve"), recording ? "Evolve anew" : "Evolve");
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
  state.showsGuest = value === FROM_FILE;
  if (!state.showsGuest) state.trial = Number(value);
  $("trial").value = value;
  render();
}

/* How many settings are changed that are not in sight, and the same experiment on the command line: an option and its
 * value stay on one line. */
function showChanges(settings) {
  const hidden = differences(settings).filter(([name]) => !SHOWN.includes(name));
  $("preset").value = presetOf(settings);
  say($("changed"), hidden.length ? `(${hidden.length} changed)` : "");
  $("command").replaceChildren(...commandOf(settings).flatMap((option) => [element("span", {}, option), " "]));
}

// Building the page once, and listening.

function fromAddress() {
  let settings = checkedSettings({});
  try {
    settings = settingsIn(window.location.hash);
    complain("");
  } catch (problem) {
    complain(`The address of this page: ${problem.message}. These are the usual settings.`);
  }
  choose(settings);
  showChanges(settings);
  if (!state.recording) state.settings = settings;
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
    "play-it": playIt,
    "keep-it": keepIt,
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
      match.begin(person);
      renderMatch();
    });
  }
  window.addEventListener("hashchange", () => {
    fromAddress();
    render();
  });
  new ResizeObserver(render).observe($("plot"));
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", render);
  new MutationObserver(render).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}

buildChoices();
buildGuess(lookAt, render);
buildBest();
buildBoard(click);
fromAddress();
listen();
settleInFrame();
render();
if (window.location.search === "?run") evolve(); // a reader has asked for it on another page
