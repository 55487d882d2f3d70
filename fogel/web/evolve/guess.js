// guess: the reader's own curve, drawn before the run with a pointer or the arrow keys.

import { range, total } from "../package/base.js";
import { $, element, number, set } from "../screen/screen.js";
import { reachOnly, walk } from "../screen/walk.js";
import { colour, line } from "./chart.js";
import { POINTS, state } from "./state.js";

let shownScale = null; // of the curve as it was drawn last

/* At which generations the points of a guess stand. */
function guessAt(point, generations) {
  return 1 + (point / (POINTS - 1)) * (generations - 1);
}

/* A guess without gaps: what was not drawn lies between its neighbours; null if nothing was drawn. */
function filled(guess) {
  const known = range(POINTS).filter((at) => guess[at] !== null);
  if (!known.length) return null;
  return guess.map((value, at) => {
    if (value !== null) return value;
    const [before, after] = [known.findLast((other) => other < at), known.find((other) => other > at)];
    if (before === undefined || after === undefined) return guess[before ?? after];
    return guess[before] + ((guess[after] - guess[before]) * (at - before)) / (after - before);
  });
}

/* How far a guess is from the curve on average, and how far it is at the end. */
export function judge(guess, means) {
  const curve = filled(guess);
  if (!curve) return null;
  const gaps = range(POINTS).map((point) => curve[point] - means[Math.round(guessAt(point, means.length)) - 1]);
  return { mean: total(gaps.map(Math.abs)) / POINTS, last: gaps.at(-1) };
}

function drawGuess({ x, y, last }) {
  const curve = filled(state.guess);
  if (!curve) return;
  const context = $("curve").getContext("2d");
  Object.assign(context, { strokeStyle: colour("guess"), lineWidth: 2.25 });
  context.setLineDash([7, 5]);
  line(context, curve.map((value, point) => [x(guessAt(point, last)), y(value)]));
  context.setLineDash([]);
}

/* Its handles, and what a pointer does on the curve: before the run it draws, then `lookAt(across)`; `render()` draws
 * the page anew, and `done()` follows each stroke and key. */
export function buildGuess(lookAt, render, done) {
  range(POINTS).forEach((point) => {
    const handle = element("div", { class: "handle", role: "slider", "aria-orientation": "vertical" });
    handle.addEventListener("keydown", (event) => {
      guessByKey(event, point, render);
      done();
    });
    handle.addEventListener("focus", () => reachOnly([...$("handles").children], point));
    $("handles").append(handle);
  });
  reachOnly([...$("handles").children], 0);
  let before = null; // the point drawn last, while the pointer is down
  const draw = (event) => {
    const { across, up } = placeOf(event);
    const point = Math.round(across * (POINTS - 1));
    const value = shownScale.least + up * (shownScale.most - shownScale.least);
    const from = before ?? { point, value };
    const steps = Math.abs(point - from.point);
    for (let k = 0; k <= steps; k++) { // no gaps, however fast the pointer is
      const part = steps ? k / steps : 1;
      state.guess[from.point + Math.sign(point - from.point) * k] = from.value + part * (value - from.value);
    }
    before = { point, value };
    render();
  };
  const follow = (event) => (state.recording ? lookAt(placeOf(event).across) : draw(event));
  $("plot").addEventListener("pointerdown", (event) => {
    if (event.button) return;
    $("plot").setPointerCapture(event.pointerId);
    before = null;
    follow(event);
  });
  $("plot").addEventListener("pointermove", (event) => {
    if ($("plot").hasPointerCapture(event.pointerId)) follow(event);
  });
  $("plot").addEventListener("lostpointercapture", done);
}

/* Where a pointer is on the curve, from 0 to 1 of its width and height: {across, up}. */
function placeOf({ clientX, clientY }) {
  const box = $("curve").getBoundingClientRect();
  const { left, right, top, bottom } = shownScale;
  const share = (part, whole) => Math.min(1, Math.max(0, part / whole));
  const up = share(bottom - (clientY - box.top), bottom - top);
  return { across: share(clientX - box.left - left, right - left), up };
}

function guessByKey(event, point, render) {
  const { least: low, most } = shownScale;
  const small = (most - low) / 40;
  const moves = { ArrowUp: small, ArrowDown: -small, PageUp: 5 * small, PageDown: -5 * small };
  if (event.key in moves) {
    const value = (filled(state.guess) ?? state.guess)[point] ?? (low + most) / 2;
    state.guess[point] = Math.min(most, Math.max(low, value + moves[event.key]));
    render();
    event.preventDefault();
  } else {
    walk(event, [...$("handles").children], POINTS);
  }
}

/* The guess and its handles, on the curve of this scale. */
export function renderGuess(scale) {
  const { x, y, least: low, most } = scale;
  shownScale = scale;
  drawGuess(scale);
  const curve = filled(state.guess);
  $("handles").hidden = state.recording !== null;
  $("hint").hidden = state.recording !== null || curve !== null;
  [...$("handles").children].forEach((handle, point) => {
    const value = curve?.[point] ?? (low + most) / 2;
    const generation = Math.round(guessAt(point, state.settings.generations));
    set(handle, {
      "aria-label": `your guess at generation ${generation}`,
      "aria-valuemin": Math.round(low),
      "aria-valuemax": Math.round(most),
      "aria-valuenow": Math.round(value),
      "aria-valuetext": curve ? `payoff ${number(value, 0)}` : "no guess yet",
      "data-drawn": curve !== null,
    });
    Object.assign(handle.style, { left: `${x(guessAt(point, state.settings.generations))}px`, top: `${y(value)}px` });
  });
}
