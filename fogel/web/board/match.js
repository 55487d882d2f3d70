/* match: games of persons and players, one after another, at any game.
 *
 * A game has start(opener), toMove(position), moves(position), play(position, move) and result(position), which is null
 * while the game goes on, otherwise a 1, 0 or -1 for each player; players are numbered from 1. Where it has `passes`, a
 * pass, null, is a move. A player has move(position, rng): a move, or a promise of one. One that learns has newGame(games)
 * and end(value) too, one that takes its time stop().
 */
// twin of fogel.play.Match, fogel.web.board.match.BoardMatch

import { ValueError, range } from "../package/base.js";

export const HUMAN = "human";

/* Who sits where, if a person plays against one other. */
export function pair(adversary, personBegins) {
  return personBegins ? [HUMAN, adversary] : [adversary, HUMAN];
}

/* The better, the more: a win that comes sooner, a loss that comes later. A value is in how many moves somebody wins, less
 * than 0 if that is the other one, 0 for a draw. */
export function soon(value) {
  return Math.sign(value) * 1000 - value;
}

export class Match {
  tallies = new Map(); // by who sits there: {names, counts}, as `tally` has them
  changed = () => {}; // is told of a move that took its time, or why there is none

  /* `find(name, seat)` is the player of that name, null for a person. With `bySeat` games are counted for each seat,
   * otherwise for the person, whoever begins. */
  constructor(game, names, find, { opener = "first", rng = Math.random, bySeat = false } = {}) {
    Object.assign(this, { game, find, opener, rng, bySeat, players: [] });
    this.seat(names);
  }

  /* Others sit down to a new match, perhaps at another game. */
  seat(names, game = this.game) {
    this.sitDown(names);
    Object.assign(this, { game, games: 0, begun: 0, moves: [] });
    this.newGame();
  }

  sit(seat, name) {
    this.seat(this.names.map((held, at) => (at === seat - 1 ? name : held)));
  }

  /* Others sit down, and choose again in the position in which those before them chose last. */
  swap(names) {
    this.sitDown(names);
    Object.assign(this, { fault: null, counted: false });
    this.settle();
    this.newGame(this.choices().at(-1) ?? this.moves.length);
  }

  sitDown(names) {
    this.stop();
    Object.assign(this, { names, players: names.map((name, at) => this.find(name, at + 1)) });
    const counted = names.filter((_, at) => this.bySeat || at !== this.first);
    const key = counted.join("\n");
    if (!this.tallies.has(key)) this.tallies.set(key, { names: counted, counts: Array(names.length + 1).fill(0) });
    this.tally = this.tallies.get(key).counts; // draws, then the wins of each, from `first` on
  }

  openBy(opener) {
    this.opener = opener;
    this.newGame();
  }

  /* A new game, from the position after the first `after` moves of this one; from the start if that is over. */
  newGame(after = 0) {
    this.stop();
    if (after < this.moves.length) this.cut(after);
    if (!after || this.over) this.begin();
    this.goOn();
  }

  /* Has whoever is to move, and no person, think once more. */
  askAgain() {
    this.stop();
    this.goOn();
  }

  begin() {
    const { length } = this.players;
    const drawn = this.opener === "random" ? Math.floor(this.rng() * length) : this.games % length;
    this.start(this.opener === "first" ? 1 : drawn + 1);
    this.begun += 1;
  }

  start(opened) {
    Object.assign(this, { opened, positions: [this.game.start(opened)], moves: [], fault: null, counted: false });
    for (const player of this.players) player?.newGame?.(this.begun);
    this.settle();
  }

  cut(after) {
    const [positions, moves] = [this.positions.slice(0, after + 1), this.moves.slice(0, after)];
    Object.assign(this, { positions, moves, fault: null, counted: false });
    for (const player of this.players) player?.newGame?.(this.begun - 1);
    this.settle();
  }

  /* A game that was played elsewhere; one that is over is not counted. */
  replay(opened, moves) {
    this.stop();
    this.start(opened);
    for (const move of moves) {
      const named = this.isMove(move) || (move !== null && this.players[this.turn - 1] !== null);
      if (this.over || !named) throw new ValueError(`there is no move ${move} after ${this.moves.length}`);
      this.take(move);
    }
    this.counted = this.over;
    this.goOn();
  }

  /* Back to where a person was to move before. */
  undo() {
    if (!this.canUndo) return;
    this.stop();
    if (this.counted) this.count(-1);
    this.cut(this.before);
  }

  get canUndo() {
    return this.before >= 0;
  }

  get before() {
    return this.positions.slice(0, this.moves.length).findLastIndex((position) => this.playerAt(position) === null);
  }

  /* The move of the person whose turn it is, and the others' answers; false, and nothing else, if it is none. */
  move(move) {
    if (!this.waits || move === null || !this.isMove(move)) return false;
    this.take(move);
    this.goOn();
    return true;
  }

  isMove(move) {
    if (move === null) return Boolean(this.game.passes);
    return this.game.moves(this.position).some((one) => String(one) === String(move));
  }

  /* A move, or a pass, null; whoever names anything else is disqualified. */
  take(move) {
    if (this.isMove(move)) {
      this.positions = [...this.positions, this.game.play(this.position, move)];
      this.moves = [...this.moves, move];
    } else this.fault = move;
    this.settle();
  }

  goOn() {
    while (!this.over && !this.waits) {
      const move = this.playerAt(this.position).move(this.position, this.rng);
      if (move instanceof Promise) return this.wait(move);
      this.take(move);
    }
    if (this.over && !this.counted) this.count(1);
  }

  wait(move) {
    const asked = (this.asked = {});
    move.then((found) => {
      if (this.asked !== asked) return;
      this.take(found);
      this.goOn();
      this.changed();
    }, (problem) => this.asked === asked && this.changed(problem.message));
  }

  stop() {
    this.asked = null;
    for (const player of this.players) player?.stop?.();
  }

  /* Counts a game that is over; with -1, no longer. */
  count(by) {
    const { result, players, first, tally } = this;
    this.counted = by > 0;
    this.games += by;
    if (by > 0) players.forEach((player, at) => player?.end?.(result[at]));
    if (result.every((value) => value === 0)) tally[0] += by;
    range(result.length).forEach((at) => {
      if (result[(first + at) % result.length] === 1) tally[at + 1] += by;
    });
  }

  settle() {
    this.turn = this.game.toMove(this.position);
    const seats = range(this.players.length).map((at) => at + 1);
    if (this.fault !== null) this.result = seats.map((seat) => (seat === this.turn ? -1 : 1));
    else this.result = this.game.result(this.position);
  }

  get position() {
    return this.positions.at(-1);
  }

  get over() {
    return this.result !== null;
  }

  playerAt(position) {
    return this.players[this.game.toMove(position) - 1];
  }

  get waits() {
    return !this.over && this.playerAt(this.position) === null;
  }

  /* The number of the person who sits alone among players, or null. */
  get person() {
    return this.names.filter((name) => name === HUMAN).length === 1 ? this.names.indexOf(HUMAN) + 1 : null;
  }

  /* Whether the last move is somebody else's than that person's. */
  get isAnswered() {
    return this.person !== null && this.moves.length > 0 && this.game.toMove(this.positions.at(-2)) !== this.person;
  }

  get first() {
    return this.bySeat ? 0 : (this.person ?? 1) - 1;
  }

  /* After how many of the first `moves` moves a player who is no person had to choose. */
  choices(moves = this.moves.length) {
    const asked = (position) => this.game.result(position) === null && this.playerAt(position) !== null;
    return range(moves + 1).filter((at) => asked(this.positions[at]));
  }
}
