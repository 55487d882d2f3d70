// Chapter 9: a network with one node as cards, which are moved; what it is worth then, and how it can be beaten.
// twin of fogel.audit.chances
// twin of fogel.perfect.cards.move_by

import { EMPTY, O, X, isFinal, openSquares, place, toMove, winner } from "../package/encoding.js";
import { DATA, ValueError, range, total } from "../package/base.js";
import { Network } from "../package/network.js";
import { TablePlayer } from "../package/opponent.js";
import { drawMark } from "../screen/mark.js";
import { $, element, letter, number, plural, say, set, svg } from "../screen/screen.js";
import { knob, numberField, pressable, slider, state, turn } from "./shared/knob.js";

const OPPONENT = new TablePlayer(DATA.opponent);
const SIGN = { 1: "+1", 0: "", "-1": "−1" };
const SAID = { 1: "plus 1", 0: "nothing", "-1": "minus 1" };
const ANSWERS = ["no", "yes"];
const [EXCHANGES, STRIDE] = [72, 29];
const judged = new Map();
let held = null; // [answer, square] of the number that waits for the one it is exchanged with

/* The network that moves as the cards say: its node is steep, and an order is the nine output sums. */
function networkOf({ question, least, no, yes }) {
  const hidden = [...question, 0.5 - least].map((weight) => weight * DATA.steep);
  return new Network([hidden], range(9).map((square) => [no[square] - yes[square], -no[square]]));
}

/* {shares, games, lost, likeliest}: the chances of a win, a tie and a loss; of all games there are, how many, those that
 * it loses, and [chance, squares] of the likeliest.
 */
function follow(network) {
  const found = { shares: { [X]: 0, [EMPTY]: 0, [O]: 0 }, games: 0, lost: [], likeliest: [0] };
  const goOn = (board, chance, squares) => {
    if (isFinal(board)) {
      const won = winner(board);
      found.shares[won] += chance;
      found.games += 1;
      if (won === O) found.lost.push(squares);
      if (chance > found.likeliest[0]) found.likeliest = [chance, squares];
    } else if (toMove(board) === X) {
      const square = network.choose(board);
      goOn(place(board, square), chance, [...squares, square]);
    } else {
      const chances = OPPONENT.probabilities(board);
      for (const square of openSquares(board)) goOn(place(board, square), chance * chances[square], [...squares, square]);
    }
  };
  goOn(Array(9).fill(EMPTY), 1, []);
  return found;
}

/* The same for cards, kept. */
function judge(cards) {
  const key = JSON.stringify([cards.question, cards.least, cards.no, cards.yes]);
  if (!judged.has(key)) judged.set(key, follow(networkOf(cards)));
  return judged.get(key);
}

/* The game that is shown: the shortest that they lose, or else the likeliest. */
function gameOf(cards) {
  const { lost, likeliest } = judge(cards);
  return [...lost].sort((one, other) => one.length - other.length)[0] ?? likeliest[1];
}

/* Who holds the cards, on a board: the question's sum, its answer, and the square with the lowest number that is open. */
function readCards(cards, board) {
  const sum = total(cards.question.map((weight, square) => weight * board[square]));
  const answer = sum >= cards.least ? "yes" : "no";
  const square = openSquares(board).reduce((best, one) => (cards[answer][one] < cards[answer][best] ? one : best));
  return { sum, answer, square };
}

/* The cards as they were, but for exchange number `at` of the 72 of one card, which come in no particular order. */
function exchanged(at) {
  const pairs = range(9).flatMap((one) => range(one).map((other) => [one, other]));
  const place = (at * STRIDE) % EXCHANGES;
  const [answer, [one, other]] = [ANSWERS[place % 2], pairs[Math.floor(place / 2)]];
  const numbers = Object.fromEntries(ANSWERS.map((name, k) => [name, ranks(DATA.orders[k])]));
  [numbers[answer][one], numbers[answer][other]] = [numbers[answer][other], numbers[answer][one]];
  return { question: DATA.question, least: DATA.least, ...numbers };
}

/* The nine numbers of an order, each square's place in it, from the squares in their order; and the field of one. */
const ranks = (order) => range(9).map((square) => order.indexOf(square) + 1);

function orderField(order) {
  return {
    start: ranks(order),
    read(given, name) {
      if ([...given].sort().join("") === "123456789") return [...given].map(Number);
      throw new ValueError(`${name} must be the numbers 1 to 9, each once, not "${given}"`);
    },
    write: (values) => values.join(""),
  };
}

function questionField(start) {
  return {
    start: [...start],
    read(given, name) {
      if (/^[.pm]{9}$/.test(given)) return [...given].map((one) => ({ p: 1, m: -1, ".": 0 })[one]);
      throw new ValueError(`${name} must be nine of p, m and ".", not "${given}"`);
    },
    write: (weights) => weights.map((weight) => ({ 1: "p", "-1": "m", 0: "." })[weight]).join(""),
  };
}

function cardOf(title, press, about) {
  const squares = range(9).map((square) => pressable("", () => press(square), { class: "number" }));
  return element("figure", { class: "card" }, element("figcaption", {}, title), element("div", { class: "nine" }, ...squares), ...about);
}

function build() {
  const next = { 0: 1, 1: -1, "-1": 0 };
  const asked = (square) => turn({ question: state.question.map((weight, at) => (at === square ? next[weight] : weight)) });
  const least = slider("least", "Is the sum at least", { least: -3, most: 3, step: 1 }, (value) => number(value, 0), (value) =>
    turn({ least: value }));
  const question = cardOf("The question", asked, [least]);
  const orders = ANSWERS.map((answer) => cardOf(`If ${answer}`, (square) => exchange(answer, square), []));
  [...orders, question].forEach((card, at) => set(card, { id: `card-${[...ANSWERS, "question"][at]}` }));
  const parts = ["wins", "ties", "losses"].map((name) =>
    element("div", {}, element("dd", { id: name }), element("dt", {}, name)));
  const beaten = svg("svg", { id: "beaten", viewBox: "-4 -4 308 308", role: "img" });
  const words = element("div", {}, element("p", { id: "which" }), element("p", { id: "reading", "aria-hidden": "true" }),
    element("dl", { class: "shares" }, ...parts));
  $("knob").append(
    element("div", { id: "result", class: "answer" }, beaten, words),
    element("p", { class: "row" },
      pressable("Exchange two", tryOne, { id: "try", class: "primary" }),
      pressable(`Try all ${EXCHANGES}`, () => turn({ ...start(), tried: EXCHANGES }), { id: "try-all" })),
    element("div", { id: "cards" }, ...orders, question));
  $("reset").addEventListener("click", () => (held = null), { capture: true });
  $("cards").addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    held = null;
    turn({});
  });
  $("cards").least = least;
}

const start = () => ({ question: [...DATA.question], least: DATA.least, no: ranks(DATA.orders[0]), yes: ranks(DATA.orders[1]) });

function tryOne() {
  held = null;
  turn({ ...exchanged(state.tried), tried: state.tried + 1 }, true);
}

/* The first press takes a number up, the second exchanges it with another of the same card. */
function exchange(answer, square) {
  const [from, first] = held ?? [];
  held = from === answer ? null : [answer, square];
  if (from !== answer || first === square) return turn({});
  const numbers = [...state[answer]];
  [numbers[first], numbers[square]] = [numbers[square], numbers[first]];
  turn({ [answer]: numbers }, true);
}

function draw(cards) {
  const squaresOf = (name) => [...$(`card-${name}`).querySelectorAll(".number")];
  squaresOf("question").forEach((button, square) => {
    const weight = cards.question[square];
    say(button, SIGN[weight]);
    set(button, { "aria-label": `Question, square ${square}: an X counts ${SAID[weight]}`, "data-sign": weight || null });
  });
  $("cards").least.show(cards.least);
  for (const answer of ANSWERS) {
    squaresOf(answer).forEach((button, square) => {
      const rank = cards[answer][square];
      say(button, String(rank));
      const waits = held !== null && held[0] === answer && held[1] === square;
      set(button, { "aria-label": `${answer}, square ${square}: number ${rank}`, "aria-pressed": String(waits) });
    });
  }
  set($("try"), { disabled: cards.tried === EXCHANGES });
  set($("try-all"), { disabled: cards.tried === EXCHANGES });
  const { shares, games, lost } = judge(cards);
  const percent = (share) => `${number(100 * share, 2)} %`;
  say($("wins"), percent(shares[X]));
  say($("ties"), percent(shares[EMPTY]));
  say($("losses"), percent(shares[O]));
  const squares = gameOf(cards);
  const moves = squares.map((square, at) => `${letter(at % 2 ? O : X)} ${square}`).join(", ");
  set($("beaten"), { "aria-label": `${lost.length ? "A lost game" : "The likeliest game"}: ${moves}` });
  say($("which"), lost.length ? "A game that they lose:" : "Their likeliest game:");
  frame(1);
  if (held) return `Number ${cards[held[0]][held[1]]} of the card “if ${held[0]}” is taken up. With which number of this card is it exchanged?`;
  return sentenceOf(cards, { shares, games, lost });
}

function sentenceOf({ tried }, { shares, games, lost }) {
  const chances = [shares[X], shares[EMPTY], shares[O]];
  const payoff = DATA.games * total(chances.map((share, at) => share * DATA.payoffs[at]));
  const safe = lost.length ? `O can beat these cards in ${lost.length} of ${games} games.` : `These cards can’t be beaten: O wins none of ${games} games.`;
  const points = `On average they make ${number(payoff, 2)} points in ${DATA.games} games; the most is ${number(DATA.ceiling, 2)}.`;
  const stood = range(tried).filter((at) => !judge(exchanged(at)).lost.length).length;
  return `${safe} ${points}${tried ? ` Of ${plural(tried, "exchange")} they stand ${stood}.` : ""}`;
}

/* A game, move by move: the question's sum says which card is read, and its lowest open number is X's move. */
function frame(share) {
  const squares = gameOf(state);
  const at = Math.min(squares.length, Math.floor(share * squares.length)); // the move that is looked at
  const shown = squares.slice(0, at);
  const lines = svg("path", { class: "lines", d: "M100 0V300M200 0V300M0 100H300M0 200H300" });
  const marks = shown.map((square, at) => {
    const drawn = drawMark(at % 2 ? "O" : "X");
    const turned = svg("g", { transform: `translate(${100 * (square % 3)} ${100 * Math.floor(square / 3)})` });
    turned.append(drawn, svg("text", { x: 92, y: 92 }, String(at + 1)));
    return turned;
  });
  $("beaten").replaceChildren(lines, ...marks);
  const isRead = share < 1 && at % 2 === 0;
  const board = shown.reduce((so, square) => place(so, square), Array(9).fill(EMPTY));
  const { sum, answer, square } = isRead ? readCards(state, board) : {};
  for (const one of $("cards").querySelectorAll("[data-read]")) set(one, { "data-read": false });
  if (isRead) {
    set($(`card-${answer}`), { "data-read": true });
    set($(`card-${answer}`).querySelectorAll(".number")[square], { "data-read": true });
  }
  say($("reading"), isRead ? `The sum is ${number(sum, 0)}: ${answer}. X takes square ${square}.` : "");
}

const FIELDS_OF_CARDS = {
  question: questionField(DATA.question),
  least: numberField(DATA.least, -3, 3),
  no: orderField(DATA.orders[0]),
  yes: orderField(DATA.orders[1]),
  tried: numberField(0, 0, EXCHANGES),
};
knob(FIELDS_OF_CARDS, build, draw, { seconds: 4, again: 3, frame });
