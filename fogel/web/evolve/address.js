// address: what the page's address holds, "#seed=7&slip=0.2&guess=-40.10.20&player=AQ": settings, a guess, a player.

import { DATA, ValueError, range } from "../package/base.js";
import { SETTINGS } from "../package/settings.js";
import { $ } from "../screen/screen.js";
import { carriedNetwork } from "./carried.js";
import { differences } from "./choices.js";
import { pageSettings } from "./limits.js";
import { POINTS } from "./state.js";

const LARGEST_GUESS = 1e9;

/* Three functions that read a part of an address each and throw ValueError: {settings, guess, player}; the last two
 * return null for what is not there. */
export function partsOf(hash) {
  const { guess = null, player = null, ...values } = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));
  return {
    settings: () => settingsIn(values),
    guess: () => guess === null ? null : guessIn(guess),
    player: () => player === null ? null : carriedNetwork(player),
  };
}

function settingsIn(texts) {
  const values = Object.keys(texts).length ? {} : { ...DATA.begins }; // an address that names none leaves the page's own
  for (const [name, text] of Object.entries(texts)) {
    const kind = SETTINGS[name]?.kind;
    if (kind === "bool") values[name] = { true: true, false: false }[text] ?? text;
    else values[name] = kind === "str" || text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
  }
  return pageSettings(values);
}

function guessIn(text) {
  const points = text.split(".").map((point) => (point === "" ? null : Number(point)));
  const fits = (point) => point === null || (Number.isInteger(point) && Math.abs(point) <= LARGEST_GUESS);
  if (points.length !== POINTS || !points.every(fits)) {
    throw new ValueError(`guess must be ${POINTS} whole numbers, or nothing, with dots between them`);
  }
  return points;
}

/* The address's part from "#" on; `player` is as carriedText makes it, or null. */
export function hashOf({ settings, guess = [], player = null }) {
  const pairs = differences(settings);
  if (!pairs.length && DATA.begins) pairs.push(["seed", String(settings.seed)]); // the usual ones, not the page's own
  const points = range(guess.length).map((at) => (guess[at] === null ? "" : String(Math.round(guess[at]))));
  if (points.some(Boolean)) pairs.push(["guess", points.join(".")]);
  if (player) pairs.push(["player", player]);
  return `#${new URLSearchParams(pairs)}`;
}

/* Hands the reader the address of this page with another part from "#" on: in the clipboard where the browser lets us,
 * and in a field, chosen. Returns whether it was copied. */
export async function handLink(hash, box, field) {
  const { href, hash: old } = window.location;
  $(box).hidden = false;
  $(field).value = `${old ? href.slice(0, -old.length) : href.replace(/#$/, "")}${hash}`;
  $(field).focus({ preventScroll: true });
  $(field).select();
  try {
    await navigator.clipboard.writeText($(field).value);
    return true;
  } catch {
    return false; // the reader copies it from the field
  }
}
