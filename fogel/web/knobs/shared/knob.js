/* What all knobs share: a state, which stands in the address of the page around the knob; a sentence that says what is
 * shown, and is heard when it changes. A knob's own script follows, and ends by calling `knob`.
 */

import { DATA, ValueError } from "../../package/base.js";
import { settleInFrame } from "../../screen/frame.js";
import { $, element, say, set } from "../../screen/screen.js";
import { Motion } from "./motion.js";

const HOST = host();
export const state = {};
let FIELDS = {};
let render = () => "";
let later = null;
let motion = null;
let touched = false;

/* Starts a knob. `fields`: {name: field}, as they stand in the address; `build()` fills #knob once, and
 * `draw(state)` draws the state and returns the sentence that says what is shown. `moves`, if it moves: {seconds,
 * frame(share)}, as a Motion has them; `again`, the seconds it takes after a turn, if it moves then; and `when()`, if
 * there is nothing to move in some states.
 */
export function knob(fields, build, draw, moves = null) {
  [FIELDS, render] = [fields, draw];
  Object.assign(state, beginning());
  build();
  if (moves) {
    motion = new Motion(moves.seconds, moves.frame);
    motion.again = moves.again;
    motion.when = moves.when ?? (() => true);
    $("play").addEventListener("click", () => motion.play());
    motion.playWhenSeen(document.querySelector(".answer"), () => !touched && motion.when());
  }
  $("reset").addEventListener("click", () => turn(beginning()));
  $("link").hidden = !HOST;
  document.body.hidden = false;
  settleInFrame();
  restore();
  HOST?.addEventListener("hashchange", restore);
}

/* Changes some of the state; draws it, says it, and soon after writes it into the address. `moving`: what is new is
 * shown as it comes about.
 */
export function turn(values, moving = false) {
  touched = true;
  motion?.stop();
  Object.assign(state, values);
  show();
  if (moving) motion?.answer(motion.again);
  clearTimeout(later); // a slider changes often, and browsers count how often an address changes
  later = setTimeout(remember, 200, HOST?.location.hash);
}

/* Writes the state into the address, unless a link was followed meanwhile: the page hears of that only afterwards. */
function remember(before) {
  if (HOST?.location.hash === before) HOST?.history.replaceState(HOST.history.state, "", hashOf());
}

function show() {
  say($("told"), render(state));
  say($("trouble"), "");
  $("play").hidden = !motion?.when();
  if (HOST) set($("link"), { href: HOST.location.href.replace(/#.*$/, "") + hashOf() });
}

// The state as a text.

const beginning = () => Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [name, field.start]));

/* "#knob-encoding?board=XO..XOO.X": what is as at the beginning is left out. */
function hashOf() {
  const texts = Object.entries(FIELDS).map(([name, field]) => [name, field.write(state[name]), field.write(field.start)]);
  const pairs = texts.filter(([, text, start]) => text !== start).map(([name, text]) => `${name}=${text}`);
  return `#knob-${DATA.name}${pairs.length ? `?${pairs.join("&")}` : ""}`;
}

/* What an address says about this knob: its values, or null; throws ValueError that names one. */
function valuesIn(hash) {
  const [place, query = ""] = hash.slice(1).split("?");
  if (place !== `knob-${DATA.name}`) return null;
  const values = beginning();
  for (const [name, text] of new URLSearchParams(query)) {
    if (!Object.hasOwn(FIELDS, name)) throw new ValueError(`there is no ${name}, only ${Object.keys(FIELDS).join(", ")}`);
    values[name] = FIELDS[name].read(text, name);
  }
  return values;
}

/* The state that the address names, if it names one, brought into view. */
function restore() {
  try {
    const values = valuesIn(HOST?.location.hash ?? "");
    if (values) {
      touched = true;
      motion?.stop();
      Object.assign(state, values);
      comeIntoView();
    }
    show();
  } catch (problem) {
    if (!(problem instanceof ValueError)) throw problem;
    show();
    say($("trouble"), `The address of this page: ${problem.message}.`);
  }
}

function comeIntoView() {
  const come = () => window.frameElement?.scrollIntoView({ block: "center" });
  if (HOST.document.readyState === "complete") come();
  else HOST.addEventListener("load", () => setTimeout(come)); // by then the pictures above have their heights
}

/* The window whose address can be linked to: the page around the knob, or the knob's own; null in a notebook. */
function host() {
  try {
    return window.parent.document.body.dataset.jpThemeLight === undefined ? window.parent : null;
  } catch {
    return null; // the page around it is of another origin
  }
}

// Fields: how a text becomes a value, and back.

/* A board of nine marks: X, O or a dot. */
export function boardField(text) {
  const marks = { X: 1, O: -1, ".": 0 };
  return {
    start: [...text].map((held) => marks[held]),
    read(given, name) {
      if (!/^[XO.]{9}$/.test(given)) throw new ValueError(`${name} must be nine of X, O and ".", not "${given}"`);
      return [...given].map((held) => marks[held]);
    },
    write: (board) => board.map((held) => Object.keys(marks).find((one) => marks[one] === held)).join(""),
  };
}

/* A number, or a list of `count` numbers, from `least` to `most` with so many digits behind the point. */
export function numberField(start, least, most, digits = 0) {
  const accepted = `from ${least} to ${most}`;
  const one = (text, name) => {
    const value = text.trim() === "" ? NaN : Number(text);
    if (!(least <= value && value <= most)) throw new ValueError(`${name} must be ${accepted}, not "${text}"`);
    return Number(value.toFixed(digits));
  };
  if (!Array.isArray(start)) return { start, read: one, write: (value) => String(value) };
  return {
    start,
    read(given, name) {
      const texts = given.split("_");
      if (texts.length === start.length) return texts.map((text) => one(text, name));
      throw new ValueError(`${name} must be ${start.length} numbers ${accepted}, not ${texts.length}`);
    },
    write: (values) => values.join("_"),
  };
}

/* One of these words. */
export function choiceField(start, choices) {
  return {
    start,
    read(given, name) {
      if (choices.includes(given)) return given;
      throw new ValueError(`${name} must be one of ${choices.join(", ")}, not "${given}"`);
    },
    write: (value) => value,
  };
}

// Pieces that several knobs are made of.

/* A slider with its name and its value; `take(value)` is told each change, `words(value)` says the value. */
export function slider(id, name, { least, most, step }, words, take) {
  const input = element("input", { type: "range", id, min: least, max: most, step });
  const told = element("output", { for: id });
  input.addEventListener("input", () => take(Number(input.value)));
  const made = element("p", { class: "slider" }, element("label", { for: id }, name), input, told);
  made.show = (value) => {
    input.value = String(value);
    set(input, { "aria-valuetext": words(value) });
    say(told, words(value));
  };
  return made;
}

export function pressable(name, press, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, name);
  made.addEventListener("click", press);
  return made;
}
