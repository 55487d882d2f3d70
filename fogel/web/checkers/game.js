// game: a game of checkers as a person plays it, square by square.

import { after, jumped, moves } from "./rules.js";

/* A game on a board, in which `person` is player 1 or -1; after `limit` moves it is a draw. */
export class CheckersGame {
  constructor(board, limit, person) {
    Object.assign(this, { board, limit, person });
    this.positions = [board.start];
    this.made = [];
    this.stand();
  }

  get position() {
    return this.positions.at(-1);
  }

  get isPersons() {
    return !this.over && this.position.player === this.person;
  }

  /* How it ended: "wins", "draws" or "losses" of the person; null while it goes on. */
  get result() {
    if (!this.allowed.length) return this.position.player === this.person ? "losses" : "wins";
    return this.made.length >= this.limit ? "draws" : null;
  }

  get over() {
    return this.result !== null;
  }

  get mustJump() {
    return this.allowed.length > 0 && jumped(this.board, this.allowed[0]).length > 0;
  }

  /* At a new position: which moves there are, and no piece in hand. `path` has the squares of the one in hand. */
  stand() {
    this.allowed = moves(this.board, this.position);
    this.path = [];
  }

  play(move) {
    this.positions.push(after(this.board, this.position, move));
    this.made.push(move);
    this.stand();
  }

  /* The moves that begin as the piece in hand has moved. */
  get begun() {
    return this.allowed.filter((move) => this.path.every((square, at) => square === move[at]));
  }

  /* The squares into which the piece in hand can move next. */
  get targets() {
    return this.path.length ? [...new Set(this.begun.map((move) => move[this.path.length]))] : [];
  }

  /* The squares with pieces that can move. */
  get movable() {
    return [...new Set(this.allowed.map(([square]) => square))];
  }

  /* The board with the piece in hand where it stands; what it has jumped over still lies there. */
  get shown() {
    const { board } = this.position;
    if (this.path.length < 2) return board;
    const changed = board.slice();
    changed[this.path[0] - 1] = 0;
    changed[this.path.at(-1) - 1] = board[this.path[0] - 1];
    return changed;
  }

  /* What a person does with a square: takes a piece in hand, moves it, or lets go of it. Returns the name of what came
   * of it: "moved", "goes_on", "taken", "let_go", and otherwise why nothing did. */
  press(square) {
    if (!this.isPersons) return "waits";
    const [first, last] = [this.path[0], this.path.at(-1)];
    if (this.targets.includes(square)) return this.go([...this.path, square]);
    const ending = this.begun.filter((move) => move.at(-1) === square);
    if (this.path.length && ending.length === 1) return this.go(ending[0]); // the last square of a jump, at once
    if (square === last || square === first) return this.letGo();
    if (this.movable.includes(square)) {
      this.path = [square];
      return "taken";
    }
    if (this.position.board[square - 1] * this.person > 0) return this.mustJump ? "other_jumps" : "stuck";
    return this.path.length ? "not_there" : "nothing";
  }

  go(path) {
    this.path = path;
    const whole = this.begun.find((move) => move.length === path.length);
    if (!whole) return "goes_on";
    this.play(whole);
    return "moved";
  }

  letGo() {
    this.path = [];
    return "let_go";
  }

  /* Back to where the person was to move last. */
  takeBack() {
    do {
      this.made.pop();
      this.positions.pop();
    } while (this.made.length && this.position.player !== this.person);
    this.stand();
  }

  /* Whether there is a move of the person's to be taken back. */
  get canTakeBack() {
    return this.made.length > (this.person === 1 ? 0 : 1);
  }
}
