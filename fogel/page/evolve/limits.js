// limits: what a browser has room and time for.

import { DATA } from "../package/ground.js";
import { FieldError, checkedSettings } from "../package/settings.js";
import { plural } from "../screen/screen.js";

/* The settings that `values` name, checked, and small enough for a browser; throws ValueError, of one that is not a FieldError. */
export function pageSettings(values) {
  const { records, games, not_chosen: notChosen } = DATA.limits;
  const other = notChosen.find((name) => Object.hasOwn(values, name));
  if (other) throw new FieldError(other, `can't be chosen here: it changes nothing in what evolves`);
  const all = checkedSettings(values);
  const count = (value) => value.toLocaleString("en");
  const kept = all.trials * all.generations;
  if (kept > records) {
    const most = Math.floor(records / all.trials);
    throw new FieldError(
      "generations",
      `must be at most ${count(most)} with ${plural(all.trials, "trial")}, not ` +
        `${count(all.generations)}: the page keeps the best network of each generation of each trial`,
    );
  }
  const networks = playing(all);
  const played = gamesOf(all);
  if (played > games) {
    const step = all.forced_replies ? 8 : 1; // by which the games of one network grow
    const most = step * Math.floor(games / networks / step);
    throw new FieldError(
      "games",
      `must be at most ${count(most)} in an experiment of this size, not ${count(all.games)}: ` +
        `all networks together would play ${count(played)}, and a browser would take too long`,
    );
  }
  return all;
}

/* How many times a network plays its games in a whole experiment. */
function playing({ trials, generations, parents, replay_parents: replay }) {
  const rounds = replay ? 2 * generations : generations + 1; // in which so many parents play
  return trials * rounds * parents;
}

/* How many games are played in a whole experiment. */
export function gamesOf(settings) {
  return settings.evaluation === "games" ? playing(settings) * settings.games : 0;
}
