// limits: what a browser has room and time for.

import { DATA, GAME } from "../package/base.js";
import { FieldError, checkedSettings, firstReplies } from "../package/settings.js";
import { plural } from "../screen/screen.js";

/* The settings that `values` name, checked, and small enough for a browser; throws ValueError, of one that is not a FieldError. */
export function pageSettings(values) {
  const { records, games, not_chosen: notChosen } = DATA.limits;
  const other = notChosen.find((name) => Object.hasOwn(values, name));
  if (other) throw new FieldError(other, `can't be chosen here: it changes nothing in what evolves`);
  const all = checkedSettings(values);
  const kept = all.trials * all.generations;
  if (kept > records) {
    const why = "the page keeps the best network of each generation of each trial";
    throw tooMany(all, "generations", Math.floor(records / all.trials), `with ${plural(all.trials, "trial")}`, why);
  }
  if (GAME) checkAnswers(all);
  const networks = playing(all);
  const played = gamesOf(all);
  if (played > games) {
    const step = all.forced_replies ? firstReplies(all.seat) : all.seat === "both" ? 2 : 1; // by which the games of one network grow
    const why = `all networks together would play ${count(played)}, and a browser would take too long`;
    throw tooMany(all, "games", step * Math.floor(games / networks / step), "in an experiment of this size", why);
  }
  return all;
}

const count = (value) => value.toLocaleString("en");

function tooMany(settings, field, most, where, why) {
  return new FieldError(field, `must be at most ${count(most)} ${where}, not ${count(settings[field])}: ${why}`);
}

/* Of every network of every trial the page keeps what it has answered, on each board on which it may be asked. */
function checkAnswers(settings) {
  const { trials, parents, seat } = settings;
  const each = 2 * parents * GAME.asked[seat];
  const most = Math.floor(DATA.limits.answers / each);
  if (trials <= most) return;
  const why = "a browser has no more room";
  if (most) throw tooMany(settings, "trials", most, `with ${plural(parents, "parent")} at this game`, why);
  const alone = Math.floor((parents * DATA.limits.answers) / each);
  throw tooMany(settings, "parents", alone, "with one trial at this game", why);
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
