// rating: how much better one of two players is, after games from both sides of some openings.
// twin of fogel.checkers.matches.points_and_ends, fogel.checkers.matches.elo, fogel.core.intervals.mean_and_half_width

import { total } from "../package/base.js";

/* Of results by opening {points, low, high}, points a game with the ends of their 95 % interval; `student` is the
 * quantile of Student's t for so many openings. */
export function pointsOf(results, student) {
  const points = results.map(([one, other]) => (1 + (one + other) / 2) / 2);
  const mean = total(points) / points.length;
  const squares = total(points.map((value) => (value - mean) ** 2));
  const half = (student * Math.sqrt(squares / (points.length - 1))) / Math.sqrt(points.length);
  if (half) return { points: mean, low: Math.max(mean - half, 0), high: Math.min(mean + half, 1) };
  const unseen = 1 - 0.025 ** (1 / points.length); // where all are equal they don't show how much they vary
  return { points: mean, low: mean * (1 - unseen), high: mean * (1 - unseen) + unseen };
}

/* The difference of ratings at which so many points a game are to be expected; null for 0 and for 1. */
export function eloOf(points) {
  return points > 0 && points < 1 ? 400 * Math.log10(points / (1 - points)) : null;
}
