// champion: networks from a file.
// twin of fogel.core.champion.read_champion, fogel.core.network_files.check_format
// twin of fogel.core.network_files.check_rows, fogel.core.network_files.check_finite

import { DATA, GAME, ValueError } from "./base.js";
import { parse } from "./files.js";
import { Network } from "./network.js";
import { checkedSettings, isObject, short } from "./settings.js";

export const { format: FORMAT, version: VERSION, counts: COUNTS } = DATA.file;

export const { format: AGENT_FORMAT, version: AGENT_VERSION } = DATA.agent_file;

/* The Network in a JSON text, with its `payoff` there or null; throws ValueError that names the field. */
export function readChampion(text) {
  const data = parse(text);
  if (!isObject(data) || data.format !== FORMAT) {
    throw new ValueError(`format must be '${FORMAT}', so this is not a champion file`);
  }
  checkVersion(data, VERSION);
  for (const name of ["hidden_weights", "output_weights"]) {
    if (!Object.hasOwn(data, name)) throw new ValueError(`${name} is missing`);
    checkRows(name, data[name]);
  }
  for (const [name, most] of Object.entries(COUNTS)) {
    if (!isWhole(data[name] ?? 0, most)) {
      throw new ValueError(`${name} must be a whole number from 0 to ${most}, or null, not ${short(data[name])}`);
    }
  }
  const kinds = { payoff: [Number.isFinite, "a finite number"], settings: [isObject, "an object"] };
  for (const [name, [fits, words]] of Object.entries({ ...kinds, versions: [isObject, "an object"] })) {
    const value = data[name] ?? null;
    if (value !== null && !fits(value)) throw new ValueError(`${name} must be ${words}, or null, not ${short(value)}`);
  }
  if (GAME && !data.settings) throw new ValueError("settings must be there: they say which game it is");
  if (data.settings) {
    try {
      checkedSettings(data.settings);
    } catch (problem) {
      throw new ValueError(`settings: ${problem.message}`);
    }
  }
  const network = new Network(data.hidden_weights, data.output_weights, data.generation ?? null);
  for (const [name, value] of Object.entries(data)) { // what is left: in versions, and in fields that are nobody's
    if (!isFiniteThroughout(value)) throw new ValueError(`${name} must hold finite numbers alone`);
  }
  return Object.assign(network, { payoff: data.payoff ?? null });
}

export function checkVersion(data, version) {
  if (data.version !== version) throw new ValueError(`version must be ${version}, not ${short(data.version)}`);
}

function checkRows(name, rows) {
  if (!Array.isArray(rows) || !rows.every(Array.isArray)) throw new ValueError(`${name} must be rows of numbers`);
  for (const value of rows.flat()) {
    if (typeof value !== "number") throw new ValueError(`${name} must be rows of numbers, and ${short(value)} is none`);
  }
}

function isWhole(value, most) {
  return Number.isInteger(value) && value >= 0 && value <= most;
}

/* Whether all numbers in JSON values are finite, however deep. */
function isFiniteThroughout(value) {
  const left = [value];
  while (left.length) {
    const next = left.pop();
    if (next === Infinity || next === -Infinity) return false;
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) left.push(part);
  }
  return true;
}
