// Nine squares as buttons, and the line through three of them.

/* Nine buttons; `click(square)` says what a press does. */
function buildBoard(click) {
  range(9).forEach((square) => {
    const drawing = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, mark(X), mark(O));
    const digit = element("span", { class: "digit", "aria-hidden": "true" }, String(square));
    const button = element("button", { type: "button", class: "square" }, drawing, digit);
    button.addEventListener("click", () => click(square));
    $("board").insertBefore(button, $("lines"));
  });
  reach(4);
  $("board").addEventListener("keydown", step);
}

/* The lines that the winner holds: none, one, or two at once. */
function lines(board) {
  return LINES.filter((line) => winner(board) && line.every((square) => board[square] === winner(board)));
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/* The arrow keys move from square to square and stop at the edge. */
function step(event) {
  const move = STEPS[event.key];
  const at = [...$("board").children].indexOf(document.activeElement);
  if (!move || at < 0) return;
  event.preventDefault();
  const [column, row] = [(at % 3) + move[0], Math.floor(at / 3) + move[1]];
  if (column < 0 || column > 2 || row < 0 || row > 2) return;
  reach(3 * row + column);
  $("board").children[3 * row + column].focus();
}

/* Makes a square the one that the Tab key reaches. */
function reach(square) {
  [...$("board").children].slice(0, 9).forEach((button, at) => set(button, { tabindex: at === square ? "0" : "-1" }));
}

/* The line through three squares, a little longer than from middle to middle. */
function strike([from, , to]) {
  const [x1, y1, x2, y2] = [from % 3, Math.floor(from / 3), to % 3, Math.floor(to / 3)].map((at) => 50 + 100 * at);
  const [dx, dy] = [Math.sign(x2 - x1) * 34, Math.sign(y2 - y1) * 34];
  return svg("path", { d: `M${x1 - dx} ${y1 - dy}L${x2 + dx} ${y2 + dy}`, pathLength: 1 });
}
