// Chapter 18: what each first move promises, to somebody who never looks and to somebody who sees everything.

import { DATA, listed, range } from "../package/base.js";
import { $, element, number, say, set, svg } from "../screen/screen.js";
import { choiceField, knob, pressable, state, turn } from "./shared/knob.js";

const GAMES = Object.keys(DATA.games);
const PLAYERS = { blind: "never looks", seeing: "sees everything" };
const NEAR = 1e-9;
const DIGITS = 2;

/* The squares with the largest share. */
function best(shares) {
  const most = Math.max(...shares);
  return range(shares.length).filter((square) => shares[square] > most - NEAR);
}

const squaresOf = (squares) => (squares.length === 9 ? "anywhere" : `in ${squares.length > 1 ? "squares" : "square"} ${listed(squares)}`);

function build() {
  const options = GAMES.map((name) => element("option", { value: name }, name));
  const game = element("select", { id: "game" }, ...options);
  game.addEventListener("change", () => turn({ game: game.value }, true));
  const buttons = Object.entries(PLAYERS).map(([player, words]) =>
    pressable(words, () => turn({ player }, true), { id: player }));
  const who = element("div", { id: "who", class: "row", role: "group", "aria-label": "Who plays on after the first move" }, ...buttons);
  const label = element("label", { for: "game" }, "The game ");
  const picture = svg("svg", { id: "openings", class: "answer", viewBox: "-2 -2 304 304", role: "img" });
  $("knob").append(picture, element("div", { class: "stack" }, who, element("p", {}, label, game), element("p", { id: "other" })));
}

function draw({ game, player }) {
  $("game").value = game;
  for (const one of Object.keys(PLAYERS)) set($(one), { "aria-pressed": String(one === player) });
  const shares = DATA.games[game][player];
  const squares = best(shares);
  const said = shares.map((share, square) => `square ${square} ${number(share, DIGITS)}`).join(", ");
  set($("openings"), { "aria-label": `What each first move leaves to a player that ${PLAYERS[player]}: ${said}` });
  frame(1);
  const other = player === "blind" ? "seeing" : "blind";
  const there = best(DATA.games[game][other]);
  const shared = squares.filter((square) => there.includes(square));
  say($("other"), shared.length
    ? `Somebody who ${PLAYERS[other]} can open ${squaresOf(shared)} as well.`
    : `Somebody who ${PLAYERS[other]} opens elsewhere: ${squaresOf(there)}.`);
  return `At ${game}, somebody who ${PLAYERS[player]} opens best ${squaresOf(squares)}, for ${number(shares[squares[0]], DIGITS)} of the way.`;
}

/* The nine squares with their shares, as bars that grow. */
function frame(grown) {
  const shares = DATA.games[state.game][state.player];
  const squares = best(shares);
  $("openings").replaceChildren(...shares.map((share, square) => {
    const place = `translate(${100 * (square % 3)} ${100 * Math.floor(square / 3)})`;
    const long = 76 * Math.max(0, share) * grown;
    return svg("g", { transform: place, class: squares.includes(square) ? "best" : null },
      svg("rect", { class: "place", x: 3, y: 3, width: 94, height: 94, rx: 9 }),
      svg("text", { x: 50, y: 54 }, number(share, DIGITS)),
      svg("rect", { class: "track", x: 12, y: 72, width: 76, height: 10, rx: 3 }),
      svg("rect", { class: "bar", x: 12, y: 72, width: long.toFixed(1), height: 10, rx: 3 }));
  }));
}

knob({ game: choiceField("misere", GAMES), player: choiceField("blind", Object.keys(PLAYERS)) }, build, draw,
  { seconds: 2, again: 0.6, frame });
