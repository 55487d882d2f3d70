// keys: in a notebook, too, the arrow keys move from square to square.

import { walk } from "../screen/walk.js";

const GRIDS = ".fogel-board > .fogel-buttons, .fogel-shape > .fogel-buttons";

/* Before the notebook sees the key, which would go to another cell. */
export function walkOnBoards(event) {
  const grid = event.target.closest?.(GRIDS);
  if (!grid || !event.key.startsWith("Arrow")) return;
  const [, columns] = /fogel-(\d+)x\d+/.exec(grid.closest(".fogel").className) ?? [null, 3];
  walk(event, [...grid.querySelectorAll("button")], Number(columns));
  event.stopImmediatePropagation();
}
