// match: games of a person against an adversary. `adversary(name)` is who is called so, null for a second human.
// twin of fogel.play.Match, fogel.play.Thought, fogel.web.play.advice.ages_on
// twin of fogel.web.play.advice.ages_words, fogel.web.play.advice.hint_words
// twin of fogel.opponent.forced_result

import { O, START, X, isFinal, openSquares, place, put, toMove, winner } from "./encoding.js";
import { listed } from "./base.js";
import { sigmoid } from "./forward.js";
import { Network, chooseSquare, seenBy } from "./network.js";

export class Match {
  squares = [];
  disqualified = null; // the taken square that the adversary named, which ended the game
  tallies = {}; // by adversary

  constructor(adversary, name, personBegins = false, rng = Math.random) {
    Object.assign(this, { adversaryOf: adversary, personBegins, rng });
    this.choose(name);
  }

  choose(name) {
    this.meet(name, this.adversaryOf(name));
  }

  /* Another adversary, and a new game; `player` is null for a second human. */
  meet(name, player) {
    this.seat(name, player);
    this.newGame();
  }

  /* Another adversary takes the place of this one, and chooses anew on the board on which that one chose last. */
  swap(name) {
    this.seat(name, this.adversaryOf(name));
    this.disqualified = null;
    this.newGame(this.choices().at(-1) ?? this.squares.length);
  }

  seat(name, player) {
    Object.assign(this, { adversary: name, player });
    this.tallies[name] ??= { wins: 0, ties: 0, losses: 0 };
  }

  get tally() {
    return this.tallies[this.adversary];
  }

  begin(personBegins) {
    this.personBegins = personBegins;
    this.newGame();
  }

  /* A new game, from the board after the first `after` moves of this one; from the empty one if that is over. */
  newGame(after = 0) {
    if (after < this.squares.length) this.disqualified = null;
    this.squares = this.squares.slice(0, after);
    if (this.over) Object.assign(this, { squares: [], disqualified: null });
    this.answer();
  }

  get boards() {
    const boards = [START];
    for (const square of this.squares) boards.push(place(boards.at(-1), square));
    return boards;
  }

  get board() {
    return this.boards.at(-1);
  }

  get over() {
    return this.disqualified !== null || isFinal(this.board);
  }

  /* The person's mark; against a second human that of whoever is to move, and X's when it is over. */
  get person() {
    if (this.player === null) return this.over ? X : toMove(this.board);
    return this.personBegins ? X : O;
  }

  get result() {
    if (!this.over) return null;
    if (this.disqualified !== null) return "wins";
    return { "0": "ties", "1": "wins", "-1": "losses" }[winner(this.board) * this.person];
  }

  /* The person's move and the adversary's answer; false, and nothing else, if it isn't a legal move. */
  move(square) {
    if (this.over || !openSquares(this.board).includes(square)) return false;
    this.play(square);
    this.answer();
    return true;
  }

  answer() {
    if (this.player !== null && !this.over && toMove(this.board) !== this.person) {
      this.play(this.player.move(this.board, this.rng));
    }
  }

  play(square) {
    if (openSquares(this.board).includes(square)) this.squares = [...this.squares, square];
    else this.disqualified = square;
    if (this.over) this.tally[this.result] += 1;
  }

  /* Inside the adversary, where it chose last among the first `moves` moves; null if it is no network, or new. */
  peek(moves = this.squares.length) {
    if (!(this.player instanceof Network)) return null;
    const chose = this.choices(moves).at(-1);
    return chose === undefined ? null : new Thought(this.player, seenBy(-this.person, this.boards[chose]), -this.person);
  }

  /* After how many of the first `moves` moves the adversary had to choose. */
  choices(moves = this.squares.length) {
    const boards = this.boards.slice(0, moves + 1);
    return [...boards.keys()].filter((at) => !isFinal(boards[at]) && toMove(boards[at]) === -this.person);
  }

  /* What the person can still force with each open square: {square: 1 a win, 0 a tie, -1 no more than a loss}. */
  hint() {
    if (this.over) return {};
    const { board } = this;
    const mark = toMove(board);
    return Object.fromEntries(openSquares(board).map((square) => [square, 0 - forcedResult(put(board, square, mark), -mark)]));
  }
}

const forcedResults = new Map();

/* What the player to move, `me`, can force on a board: 1 a win, 0 a tie, -1 no more than a loss. */
function forcedResult(board, me) {
  if (winner(board)) return winner(board) * me;
  const key = String(board);
  if (!forcedResults.has(key)) {
    const results = openSquares(board).map((square) => 0 - forcedResult(put(board, square, me), -me));
    forcedResults.set(key, results.length ? Math.max(...results) : 0);
  }
  return forcedResults.get(key);
}

/* What each of a line's networks does on a board on which its own marks are 1: [{generation, square, missed}]. */
export function agesOn(board, networks) {
  const needed = [["win", X], ["block", O]].map(([duty, mark]) => {
    return [duty, openSquares(board).filter((square) => winner(put(board, square, mark)) === mark)];
  });
  const [duty, squares] = needed.find(([, found]) => found.length) ?? [null, []];
  return networks.map((network) => {
    const square = network.choose(board);
    return { generation: network.generation, square, missed: squares.includes(square) ? null : duty };
  });
}

/* Where the generations move and what they miss, in sentences; `words(name, values)` has the package's texts. */
export function agesWords(ages, words) {
  const numbers = (those) => `generation${those.length > 1 ? "s" : ""} ${listed(those.map((age) => age.generation))}`;
  const squares = [...new Set(ages.map(({ square }) => square))].sort();
  const into = squares.map((square) => {
    return words("ages_into", { square, ages: numbers(ages.filter((age) => age.square === square)) });
  });
  const missed = [["win", "missed_win"], ["block", "missed_block"]].map(([duty, name]) => {
    const those = ages.filter((age) => age.missed === duty);
    return those.length ? words(name, { ages: numbers(those) }) : "";
  });
  return [...into, ...missed].filter(Boolean).join(" ");
}

/* What the person can still force, in sentences. */
export function hintWords(hint, words) {
  return [["hint_win", 1], ["hint_tie", 0], ["hint_loss", -1]].map(([name, value]) => {
    const squares = Object.keys(hint).filter((square) => hint[square] === value);
    return squares.length ? words(name, { squares: listed(squares) }) : "";
  }).filter(Boolean).join(" ");
}

/* What a network computes on a board on which its own marks are 1. */
class Thought {
  constructor(network, board, mark = X) {
    const [activations, sums] = network.run(board);
    const [outputs, square] = [sums.map(sigmoid), chooseSquare(sums, board)];
    Object.assign(this, { network, board, mark, activations, sums, outputs, square });
  }

  /* What node `node` hears: [input, weight, contribution] of the nine squares and the bias node. */
  linksIn(node) {
    const inputs = [...this.board, 1];
    return this.network.hiddenWeights[node].map((weight, i) => [inputs[i], weight, inputs[i] * weight]);
  }

  /* What node `node` says: [its activation, weight, contribution] to each of the nine outputs. */
  linksOut(node) {
    const activation = this.activations[node];
    return this.network.outputWeights.map((row) => [activation, row[node], activation * row[node]]);
  }
}
