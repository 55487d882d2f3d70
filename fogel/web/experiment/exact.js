// exact: what there is to gain at a game, worked out backwards from the boards on which it is over.
// twin of fogel.anygame.exact.values, fogel.engine.graph.reply_chances, fogel.anygame.exact.ceiling

import { total } from "../package/base.js";
import { NONE } from "./tables.js";

const mean = (values) => total(values) / values.length;

/* {random, ceiling}: the expected total payoff of whoever moves at random, and that than which nobody has more. */
export function gainOf(tables, settings) {
  const expected = (choose) => settings.games * mean(tables.starts.map(valuesFrom(tables, settings, choose)));
  return { random: expected(mean), ceiling: expected((offered) => Math.max(...offered)) };
}

/* The expected payoff of one game from a position on, if a player makes `choose(offered)` of its moves' values. */
function valuesFrom(tables, settings, choose) {
  const { after, winners, replySums, replyNext, asked, over, starts, firstReplies } = tables;
  const payoffs = { 1: settings.win_payoff, 0: settings.tie_payoff, "-1": settings.loss_payoff };
  const first = new Set(settings.forced_replies ? after[starts[0]] : []);
  const known = new Float64Array(winners.length).fill(NaN);
  const value = (position) => {
    if (Number.isNaN(known[position])) known[position] = worked(position);
    return known[position];
  };
  const worked = (position) => {
    if (position >= over) return payoffs[winners[position]];
    if (position < asked) return choose(after[position].filter((next) => next !== NONE).map(value));
    return replySums[position].reduce((sum, chances, reply, sums) => {
      let share = chances - (reply ? sums[reply - 1] : 0);
      if (first.has(position)) share = reply < firstReplies ? 1 / firstReplies : 0;
      return share > 0 ? sum + share * value(replyNext[position][reply]) : sum;
    }, 0);
  };
  return value;
}
