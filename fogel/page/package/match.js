// match: games of a person against an adversary. `adversary(name)` is who is called so, null for a second human.
// twin of fogel.play.Match, fogel.play.Thought

import { EMPTY, O, X, isFinal, openSquares, place, toMove, winner } from "./encoding.js";
import { Network, chooseSquare, seenBy, sigmoid } from "./network.js";

export class Match {
  squares = [];
  disqualified = null; // the taken square that the adversary named, which ended the game
  tally = { wins: 0, ties: 0, losses: 0 };

  constructor(adversary, name, personBegins = false, rng = Math.random) {
    Object.assign(this, { adversaryOf: adversary, personBegins, rng });
    this.choose(name);
  }

  choose(name) {
    this.meet(name, this.adversaryOf(name));
  }

  /* Another adversary, and a new game; `player` is null for a second human. */
  meet(name, player) {
    Object.assign(this, { adversary: name, player });
    this.newGame();
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
    const boards = [Array(9).fill(EMPTY)];
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
    const mark = -this.person;
    const before = this.boards.slice(0, moves + 1).filter((board) => !isFinal(board) && toMove(board) === mark);
    return before.length ? new Thought(this.player, seenBy(mark, before.at(-1)), mark) : null;
  }
}

/* What a network computes on a board on which its own marks are 1. */
class Thought {
  constructor(network, board, mark = X) {
    const [levels, sums] = network.run(board);
    const [outputs, square] = [sums.map(sigmoid), chooseSquare(sums, board)];
    Object.assign(this, { network, board, mark, levels, sums, outputs, square });
  }

  /* What node `node` hears: [input, weight, contribution] of the nine squares and the bias node. */
  linksIn(node) {
    const inputs = [...this.board, 1];
    return this.network.hiddenWeights[node].map((weight, i) => [inputs[i], weight, inputs[i] * weight]);
  }

  /* What node `node` says: [its level, weight, contribution] to each of the nine outputs. */
  linksOut(node) {
    const level = this.levels[node];
    return this.network.outputWeights.map((row) => [level, row[node], level * row[node]]);
  }
}
