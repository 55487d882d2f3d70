// settings: every choice, checked by what the package says of it.
// twin of fogel.core.settings.Settings, fogel.core.settings.checked
// twin of fogel.anygame.settings.GameSettings, fogel.anygame.tables.first_replies

import { EMPTY, START } from "./encoding.js";
import { DATA, ValueError } from "./base.js";

export const { settings: SETTINGS } = DATA.file;

/* What is wrong with a setting, whose name is `field`. */
export class FieldError extends ValueError {
  constructor(field, trouble) {
    super(`${field} ${trouble}`);
    this.field = field;
  }
}

/* All settings by their names, those that `values` leaves out too; throws ValueError, of one that is wrong a FieldError. */
export function checkedSettings(values) {
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(SETTINGS, name)).sort();
  if (unknown.length) throw new ValueError(`${short(unknown[0])} is not a setting`);
  const all = {};
  for (const [name, about] of Object.entries(SETTINGS)) {
    all[name] = Object.hasOwn(values, name) ? values[name] : about.default;
    if (!fitsSetting(all[name], about)) {
      throw new FieldError(name, `must be ${about.accepted}, not ${short(all[name])}`);
    }
  }
  if (all.min_hidden > all.max_hidden) throw new FieldError("max_hidden", "must not be less than min_hidden");
  if (!all.repeat_rivals && all.rivals > 2 * all.parents - 1) {
    throw new FieldError("rivals", `must be 1 to ${2 * all.parents - 1} with ${all.parents} parents`);
  }
  if (all.seat === "both" && all.forced_replies) {
    throw new FieldError("seat", "must be first or second with forced_replies, which differ in each, not both");
  }
  if (all.seat === "both" && all.games % 2) {
    throw new FieldError("games", `must be a multiple of 2 with the seat both, not ${all.games}`);
  }
  const replies = firstReplies(all.seat);
  if (all.forced_replies && all.games % replies) {
    throw new FieldError("games", `must be a multiple of ${replies} with forced_replies, not ${all.games}`);
  }
  return all;
}

/* How many squares are open when the opponent moves first. */
export function firstReplies(seat = "first") {
  return Math.max(1, START.filter((held) => held === EMPTY).length - (seat === "second" ? 0 : 1));
}

function fitsSetting(value, about) {
  if (about.kind === "bool") return typeof value === "boolean";
  if (about.kind === "str") return about.choices.includes(value);
  const isNumber = about.kind === "int" ? Number.isInteger(value) : typeof value === "number";
  return isNumber && about.least <= value && value <= about.most;
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/* A value in a message: not more than a few words of it. */
export function short(value) {
  const text = value === Infinity || value === -Infinity ? "infinity or NaN" : String(JSON.stringify(value));
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
