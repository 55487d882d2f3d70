// The board that is played on: `match` is played, `looking` is null unless an earlier board is shown, `drawn` was drawn.

/* Nine buttons; `click(square)` says what a press does. */
function buildBoard(click) {
  range(9).forEach((square) => {
    const drawing = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, drawMark("X"), drawMark("O"));
    const digit = element("span", { class: "digit", "aria-hidden": "true" }, String(square));
    const button = element("button", { type: "button", class: "square" }, drawing, digit);
    button.addEventListener("click", () => click(square));
    $("board").insertBefore(button, $("lines"));
  });
  reach(4);
  $("board").addEventListener("keydown", (event) => walk(event, squareButtons(), 3));
}

function squareButtons() {
  return [...$("board").children].slice(0, 9);
}

/* Makes a square the one that the Tab key reaches. */
function reach(square) {
  reachOnly(squareButtons(), square);
}

/* Puts the keyboard's focus on the board, when what had it goes away. */
function toTheBoard() {
  $("board").querySelector("[tabindex='0']").focus();
}

function renderBoard(board, moves) {
  const live = looking === null;
  const turn = live && !match.over ? letter(toMove(board)) : null;
  set($("board"), { "data-turn": turn, "data-past": !live, "data-over": live && match.over });
  const won = live ? lines(board) : [];
  const named = live ? match.disqualified : null;
  squareButtons().forEach((square, at) => {
    const isNew = live && drawn && board[at] !== EMPTY && drawn[at] === EMPTY;
    set(square, {
      "data-mark": letter(board[at]) || null,
      "data-fresh": isNew && (board[at] === match.person || moves < 2 ? "move" : "answer"),
      "data-won": won.some((line) => line.includes(at)),
      "data-named": at === named && letter(toMove(board)),
      "aria-label": words(at === named ? "named" : "square", { square: at, held: DATA.letters[board[at]] }),
      "aria-disabled": board[at] !== EMPTY || !turn ? "true" : null,
    });
  });
  $("strike").replaceChildren(...won.map(strike));
  set($("strike"), { class: `strike ${letter(winner(board)).toLowerCase()}` });
  drawn = live ? board : null;
}

/* The line through three squares, a little longer than from middle to middle. */
function strike([from, , to]) {
  const [x1, y1, x2, y2] = [from % 3, Math.floor(from / 3), to % 3, Math.floor(to / 3)].map((at) => 50 + 100 * at);
  const [dx, dy] = [Math.sign(x2 - x1) * 34, Math.sign(y2 - y1) * 34];
  return svg("path", { d: `M${x1 - dx} ${y1 - dy}L${x2 + dx} ${y2 + dy}`, pathLength: 1 });
}

/* The state of the game in words. */
function statusWords() {
  const { board, person, player, result, squares } = match;
  const its = player !== null && squares.length > 0 && toMove(board) === person; // who is to move did not move last
  const last = its ? `${words("it_played", { square: squares.at(-1) })} ` : "";
  const held = { lines: lines(board).map((line) => line.join(", ")).join(" and ") };
  if (result === "ties") return last + words("tie");
  if (player === null && result) return words("mark_wins_with", { mark: letter(winner(board)), ...held });
  if (player === null) return words("to_move", { mark: letter(person) });
  if (match.disqualified !== null) return words("disqualified", { square: match.disqualified });
  if (result) return words(result === "wins" ? "win_with" : "loss_with", held);
  return last + words("your_move", { mark: letter(person) });
}

/* The lines that the winner holds: none, one, or two at once. */
function lines(board) {
  return LINES.filter((line) => winner(board) && line.every((square) => board[square] === winner(board)));
}
