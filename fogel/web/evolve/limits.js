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
  if (GAME) checkAnswers(all);
  const networks = playing(all);
  const played = gamesOf(all);
  if (played > games) {
    const step = all.forced_replies ? firstReplies(all.seat) : all.seat === "both" ? 2 : 1; // by which the games of one network grow
    const most = step * Math.floor(games / networks / step);
    throw new FieldError(
      "games",
      `must be at most ${count(most)} in an experiment of this size, not ${count(all.games)}: ` +
        `all networks together would play ${count(played)}, and a browser would take too long`,
    );
  }
  return all;
}

/* Of every network of every trial the page keeps what it has answered, on each board on which it may be asked. */
function checkAnswers({ trials, parents, seat }) {
  const each = 2 * parents * GAME.asked[seat];
  const most = Math.floor(DATA.limits.answers / each);
  if (trials <= most) return;
  const [field, count] = most ? ["trials", most] : ["parents", Math.floor((parents * DATA.limits.answers) / each)];
  const others = most ? `with ${plural(parents, "parent")}` : "with one trial";
  const now = field === "trials" ? trials : parents;
  throw new FieldError(field, `must be at most ${count} ${others} at this game, not ${now}: a browser has no more room`);
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
