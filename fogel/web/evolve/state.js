// state: what the page shows now, and what it says.

import { $, say } from "../screen/screen.js";

export const POINTS = 13; // of a guess

/* `at`: how many generations are shown, with a fraction while it plays; `guest` is a player from a file or an address. */
export const state = {
  settings: null, recording: null, trial: 0, at: 0, playing: false, speed: 3, guess: Array(POINTS).fill(null),
  guest: null, showsGuest: false,
};

export const shownGeneration = () => Math.floor(state.at);

export function tell(text) {
  say($("told"), text);
}

export function complain(text) {
  say($("trouble"), text);
}
