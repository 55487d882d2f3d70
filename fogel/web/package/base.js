// ground: what all other scripts stand on.
// twin of fogel.core.texts.listed

/* What the package hands over, as JSON in the page; a worker is given it by its page. */
export const DATA = globalThis.handed ?? JSON.parse(document.getElementById("data").textContent);

/* Another game than the standard one, in a page that has one: its name, board, lines, and what the package says of it. */
export const GAME = DATA.game ?? null;

export class ValueError extends Error {}

export function total(values) {
  return values.reduce((sum, value) => sum + value, 0);
}

export function range(length) {
  return [...Array(length).keys()];
}

/* Several in a sentence: "1, 2 and 3". */
export function listed(some) {
  return some.length < 2 ? some.join("") : `${some.slice(0, -1).join(", ")} and ${some.at(-1)}`;
}
