// Chapter 3: which rule of the near-perfect player decides, and O's chances on each square.

import { EMPTY, O, toMove } from "../package/encoding.js";
import { DATA, listed, range } from "../package/base.js";
import { TablePlayer, probabilities, rowOfPosition } from "../package/opponent.js";
import { $, element, number, say, set } from "../screen/screen.js";
import { boardOf, drawBoard } from "./shared/board.js";
import { boardField, knob, numberField, slider, turn } from "./shared/knob.js";

const MOST = 100; // percent
const RULES = ["win", "block", "hinder", "anywhere"];
const OPPONENT = new TablePlayer({ table: DATA.table });
const DECIDES = DATA.rules.replace(/(.)\{(\d+)\}/g, (_, rule, times) => rule.repeat(times));

/* null where O is not asked. */
function replyOn({ board, slip }) {
  const row = rowOfPosition().get(String(board));
  if (row === undefined || toMove(board) !== O) return null;
  const chances = probabilities(board, OPPONENT.odds(board), slip / MOST);
  return { rule: Number(DECIDES[row]), chances };
}

/* Three digits, as in the chapter. */
function percent(chance) {
  const value = MOST * chance;
  return `${number(value, value > 99.95 || value === 0 ? 0 : value < 9.995 ? 2 : 1)} %`;
}

function build() {
  boardOf((board) => turn({ board }));
  for (const square of $("board").querySelectorAll(".square")) square.append(element("i", { class: "disc" }), element("span", { class: "chance" }));
  const rules = RULES.map((name, at) => element("li", { id: `rule-${at + 1}` }, DATA.says[name]));
  const slips = slider("slip", "moves that are slips", { least: 0, most: MOST, step: 1 }, (value) => `${value} %`, (slip) => turn({ slip }));
  $("knob").append(element("div", {}, element("ol", { id: "rules" }, ...rules), slips));
}

knob({ board: boardField("X...O.X.."), slip: numberField(10, 0, MOST) }, build, (now) => {
  const { board, slip } = now;
  const reply = replyOn(now);
  drawBoard(board);
  $("slip").parentElement.show(slip);
  RULES.forEach((_, at) => set($(`rule-${at + 1}`), { "aria-current": reply?.rule === at + 1 && "true" }));
  $("board").querySelectorAll(".square").forEach((square, at) => {
    const chance = board[at] === EMPTY && reply ? reply.chances[at] : null;
    say(square.querySelector(".chance"), chance === null ? "" : percent(chance));
    set(square, { style: chance === null ? null : `--side: ${Math.sqrt(chance).toFixed(4)}` });
    if (chance !== null) set(square, { "aria-label": `${square.getAttribute("aria-label")}, chance ${percent(chance)}` });
  });
  if (reply) return sentence(reply);
  if (rowOfPosition().has(String(board))) return "X is to move. Give it one more mark, and the opponent is asked.";
  return "The opponent is never asked here: the game is over, or no game comes to this board.";
});

function sentence({ rule, chances }) {
  const most = Math.max(...chances);
  const squares = range(9).filter((square) => chances[square] === most);
  const each = squares.length > 1 ? ` each on squares ${listed(squares)}` : ` on square ${squares[0]}`;
  return `Rule ${rule} decides: ${percent(most)}${each}.`;
}
