// The board that is played on.
// twin of fogel.web.play.widget.status_words

import { EMPTY, decision, toMove, winner } from "../package/encoding.js";
import { DATA, GAME } from "../package/base.js";
import { markOf } from "../package/game.js";
import { lines, squareButtons, strike } from "./buttons.js";
import { $, letter, set, words } from "./screen.js";

let drawn = {}; // {match, board} as they were drawn last, to see which marks are new

/* The board after the first `moves` moves of a match; `live` unless an earlier board than the game's is shown. */
export function renderBoard(match, moves, live = true) {
  const board = match.positions[moves];
  const before = drawn.match === match ? drawn.board : null;
  const turn = live && !match.over ? letter(toMove(board)) : null;
  set($("board"), { "data-turn": turn, "data-past": !live, "data-over": live && match.over });
  const won = !live ? [] : GAME ? [decision(board)?.squares ?? []] : lines(board);
  const named = live ? match.fault : null;
  squareButtons().forEach((square, at) => {
    const isNew = live && before && board[at] !== EMPTY && before[at] === EMPTY;
    set(square, {
      "data-mark": letter(board[at]) || null,
      "data-fresh": isNew && (!match.person || board[at] === markOf(match.person) || moves < 2 ? "move" : "answer"),
      "data-won": won.some((line) => line.includes(at)),
      "data-named": at === named && letter(toMove(board)),
      "aria-label": words(at === named ? "named" : "square", { square: at, held: DATA.letters[board[at]] }),
      "aria-disabled": board[at] !== EMPTY || !turn ? "true" : null,
    });
  });
  $("strike").replaceChildren(...(GAME ? [] : won.map(strike))); // patterns have any shape
  set($("strike"), { class: `strike ${letter(winner(board)).toLowerCase()}` });
  drawn = { match, board: live ? board : null };
}

/* The state of the game in words. */
export function statusWords({ fault, isAnswered, moves, over, person, position: board, result }) {
  const last = isAnswered ? `${words("it_played", { square: moves.at(-1) })} ` : "";
  const held = { lines: lines(board).map((line) => line.join(", ")).join(" and ") };
  const won = over ? result[(person ?? 1) - 1] : null;
  if (won === 0) return last + words("tie");
  if (GAME && over) return last + gameVerdict(board, markOf(person ?? 1));
  if (person === null && over) return words("mark_wins_with", { mark: letter(winner(board)), ...held });
  if (person === null) return words("to_move", { mark: letter(toMove(board)) });
  if (fault !== null) return words("disqualified", { square: fault });
  if (over) return words(won > 0 ? "win_with" : "loss_with", held);
  return last + words("your_move", { mark: letter(markOf(person)) });
}

/* Who has won another game, and how. */
function gameVerdict(board, person) {
  const { winner: won, player, squares } = decision(board);
  const kinds = player === won ? ["win", "loss"] : ["own_loss", "others_loss"]; // the person's line, or the other's
  const [own, theirs] = [player, -player].map((mark) => squares.filter((square) => board[square] === mark).join(", "));
  const others = theirs && GAME.words.theirs.replace("{mark}", letter(-player)).replace("{squares}", theirs);
  const held = [own, others].filter(Boolean).join(" and ");
  return GAME.words[kinds[player === person ? 0 : 1]].replace("{mark}", letter(player)).replace("{squares}", held);
}
