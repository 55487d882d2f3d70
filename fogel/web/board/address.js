// address: what a page's address holds, "#player=champion&player=human&moves=4.0.8": who sits where, and the game so far.

import { ValueError } from "../package/base.js";

const OPENERS = ["first", "turn", "random"];

/* The address's part from "#" on; `kept` is what the page has of its own. */
export function hashOf({ names, opener, opened, moves, fault }, kept = {}) {
  const about = new URLSearchParams(kept);
  for (const name of names) about.append("player", name);
  if (opener !== "first") about.set("opens", opener);
  if (opened !== 1) about.set("opened", opened);
  const all = fault === null ? moves : [...moves, fault];
  if (all.length) about.set("moves", all.map((move) => (move === null ? "p" : [move].flat().join("-"))).join("."));
  return `#${about}`;
}

/* The same again, for so many `seats`; null if it names no players. Throws ValueError. */
export function readHash(hash, seats) {
  const about = new URLSearchParams(hash.slice(1));
  const names = about.getAll("player");
  if (!names.length) return null;
  if (names.length !== seats) throw new ValueError(`there must be ${seats} players, not ${names.length}`);
  const [opener, opened] = [about.get("opens") ?? "first", Number(about.get("opened") ?? 1)];
  if (!OPENERS.includes(opener)) throw new ValueError(`opens must be one of ${OPENERS.join(", ")}, not "${opener}"`);
  if (!(Number.isInteger(opened) && 1 <= opened && opened <= seats)) {
    throw new ValueError(`opened must be a number from 1 to ${seats}, not "${about.get("opened")}"`);
  }
  const moves = (about.get("moves") ?? "").split(".").filter(Boolean).map((text) => {
    const squares = text.split("-").map(Number);
    return text === "p" ? null : squares.length > 1 ? squares : squares[0];
  });
  return { names, opener, opened, moves, kept: about };
}
