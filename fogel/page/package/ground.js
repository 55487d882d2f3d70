// ground: what all other scripts stand on.

/* What the package hands over, as JSON in the page; a worker is given it by its page. */
export const DATA = globalThis.handed ?? JSON.parse(document.getElementById("data").textContent);

export class ValueError extends Error {}

export function total(values) {
  return values.reduce((sum, value) => sum + value, 0);
}

export function range(length) {
  return [...Array(length).keys()];
}
