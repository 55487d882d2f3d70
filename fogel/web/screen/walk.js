// walk: of several things the Tab key reaches one, and the arrow keys move from one to the next.

import { set } from "./screen.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/* Makes one of some elements the one that the Tab key reaches. */
export function reachOnly(elements, wanted) {
  elements.forEach((one, at) => set(one, { tabindex: at === wanted ? "0" : "-1" }));
}

/* An arrow key on a board of so many columns: to the next square, and not beyond the edge. */
export function walk(event, squares, columns) {
  const move = STEPS[event.key];
  const at = squares.indexOf(document.activeElement);
  if (!move || at < 0) return;
  event.preventDefault();
  const column = (at % columns) + move[0];
  const to = at + move[0] + columns * move[1];
  if (column < 0 || column >= columns || !squares[to]) return;
  reachOnly(squares, to);
  squares[to].focus();
}
