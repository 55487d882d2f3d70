/* A board of any shape in a web page, without Python (chapter 13).
 *
 * DATA has the rules: `wins` and `losses` are lines, lists of [square, mark], as rules.py makes them. The first half says
 * again, under the same names, what rules.py and match.py do with them; the second half draws.
 */
// twin of fogel.rules.rules.whose, fogel.rules.rules.after, fogel.rules.rules.holds
// twin of fogel.rules.rules.matching, fogel.rules.rules.outcome, fogel.rules.rules.open_squares
// twin of fogel.rules.rules.decision, fogel.rules.rules.place
// twin of fogel.rules.solve.values_of_moves, fogel.rules.solve.best_moves
// twin of fogel.lookahead.levels.blocks, fogel.lookahead.levels.view, fogel.lookahead.levels.shares
// twin of fogel.lookahead.peek.look, fogel.lookahead.peek.deepest, fogel.lookahead.peek.principal_line
// twin of fogel.web.board.match.BoardMatch
// twin of fogel.web.board.page.turns
// twin of fogel.web.board.panel.look_sentences, fogel.web.board.panel.net_sentences, fogel.web.board.panel.node_words
// twin of fogel.web.board.panel.panel_html

import { cumulative, pick } from "../package/draws.js";
import { DATA, range } from "../package/base.js";
import { settleInFrame } from "../screen/frame.js";
import { STROKES, drawMark } from "../screen/mark.js";
import { $, element, letter, number, plural, say, set, svg, words } from "../screen/screen.js";
import { reachOnly, walk } from "../screen/walk.js";
import { evolvedMove } from "./mind.js";
import { Net } from "./net.js";

const EMPTY = 0;
const PLAYERS = DATA.players;
const SQUARES = DATA.start.length;

// rules: who matches a line, and what that decides.

function whose(player, mark) {
  return ((player + mark - 2) % PLAYERS) + 1;
}

function after(player) {
  return (player % PLAYERS) + 1;
}

function holds(board, line, player) {
  return line.every(([square, mark]) => board[square] === whose(player, mark));
}

/* Whoever matches one of these lines, 0 if nobody does; whoever moved last comes first, then the others in turn. */
function matching(board, among, last) {
  for (let player = last, asked = 0; asked < PLAYERS; player = after(player), asked++) {
    if (among.some((line) => holds(board, line, player))) return player;
  }
  return 0;
}

/* null while the game goes on, otherwise each player's result: 1, 0 or -1. */
function outcome(board, last) {
  const won = matching(board, DATA.wins, last);
  const lost = won ? 0 : matching(board, DATA.losses, last);
  const seats = range(PLAYERS).map((at) => at + 1);
  if (won) return seats.map((player) => (player === won ? 1 : -1));
  if (lost) return seats.map((player) => (player === lost ? -1 : 1));
  return board.includes(EMPTY) ? null : seats.map(() => 0);
}

function openSquares(board) {
  return range(SQUARES).filter((square) => board[square] === EMPTY);
}

function place(board, square, player) {
  return board.map((held, at) => (at === square ? player : held));
}

// What each move is worth: a letter for each open square of each board in progress, whoever opens, breadth first.

/* {board and turn, as text: where its letters begin}. */
function turns() {
  const found = new Map();
  const waiting = [];
  let letters = 0;
  const meet = (board, turn, last) => {
    const key = `${board} ${turn}`;
    if (found.has(key) || outcome(board, last) !== null) return;
    found.set(key, letters);
    letters += openSquares(board).length;
    waiting.push([board, turn]);
  };
  for (let opener = 1; opener <= PLAYERS; opener++) meet(DATA.start, opener, whose(opener, PLAYERS));
  for (const [board, turn] of waiting) { // it grows while it is read
    for (const square of openSquares(board)) meet(place(board, square, turn), after(turn), turn);
  }
  return found;
}

const TURNS = DATA.values === null ? null : turns();

/* {square: in how many moves whoever is to move wins; less than 0: loses; 0: a draw}; null if the game is too large. */
function values(board, turn) {
  if (TURNS === null) return null;
  const from = TURNS.get(`${board} ${turn}`);
  if (from === undefined) return worked(board, turn);
  return new Map(openSquares(board).map((square, at) => [square, DATA.alphabet.indexOf(DATA.values[from + at]) - SQUARES]));
}

const WORKED = new Map();

/* The values on a board that no game without passes reaches, worked out here. */
function worked(board, turn) {
  const key = `${board} ${turn}`;
  if (!WORKED.has(key)) {
    const value = (then) => {
      const over = outcome(then, turn);
      if (over) return over[turn - 1];
      const replies = values(then, after(turn));
      const reply = [...replies.values()].reduce((most, one) => (soon(one) > soon(most) ? one : most));
      return reply && -reply - Math.sign(reply);
    };
    WORKED.set(key, new Map(openSquares(board).map((square) => [square, value(place(board, square, turn))])));
  }
  return WORKED.get(key);
}

/* The squares that keep the best result; with `quick`, those of them that win soonest or lose latest. */
function bestMoves(board, turn, quick = false) {
  const found = values(board, turn);
  const rank = quick ? soon : Math.sign;
  const best = Math.max(...[...found.values()].map(rank));
  return [...found.keys()].filter((square) => rank(found.get(square)) === best);
}

/* The better, the more: a win that comes sooner, a loss that comes later. */
function soon(value) {
  return Math.sign(value) * 100 - value;
}

// Players that look ahead, by a reading of the report: levels.py and peek.py.

const { search: SEARCH, when_lost: WHEN_LOST, mistake: MISTAKE, mistake_per: PER } = DATA.reading;
const GRADUAL = SEARCH === "gradual";
const [LOSS, DRAW, BLOCK, WIN] = [-100, 0, 100, 200]; // grades of value; to a LOSS the moves until it comes are added

/* What a move is worth if one sees so many moves ahead. What is forced later than that can't be seen, and what is
   forced by then is seen as it is: to count all ends beyond as draws does not change the order of the others. */
function scores(board, turn, moves) {
  const seen = (value) => (Math.abs(value) > moves ? 0 : value);
  return new Map([...values(board, turn)].map(([square, value]) => [square, seen(value)]));
}

function blocks(board, me) {
  const others = range(PLAYERS).map((at) => at + 1).filter((player) => player !== me);
  const wins = (square, player) => outcome(place(board, square, player), player)?.[player - 1] === 1;
  return openSquares(board).filter((square) => others.some((player) => wins(square, player)));
}

/* {values: {square: value}, moves: how many are seen ahead, depth}, of a level with `me` to move. */
function view(name, board, me) {
  const empty = openSquares(board);
  const rounds = DATA.levels[name].rounds[empty.length];
  const blocked = GRADUAL && rounds.length ? blocks(board, me) : [];
  let moveValues = new Map(empty.map((square) => [square, DRAW]));
  let moves = 0;
  for (const ahead of rounds) {
    moveValues = scores(board, me, ahead);
    const late = (value) => (WHEN_LOST === "late" ? -value : 0);
    moveValues.forEach((value, square) => moveValues.set(square, value > 0 ? WIN : value < 0 ? LOSS + late(value) : DRAW));
    moves = Math.min(ahead, empty.length);
    const won = [...moveValues.values()].includes(WIN);
    const lost = [...moveValues.values()].every((moveValue) => moveValue < DRAW);
    const given = lost && WHEN_LOST === "any" ? [] : blocked;
    for (const square of given) if (moveValues.get(square) !== WIN) moveValues.set(square, BLOCK);
    if (moves === empty.length || (GRADUAL && (won || lost || blocked.length))) break;
  }
  return { moveValues, moves, depth: rounds.length };
}

function best(moveValues) {
  const most = Math.max(...moveValues.values());
  return [...moveValues.keys()].filter((square) => moveValues.get(square) === most);
}

/* Each square's probability, for a level that errs once in `odds` turns, or squares. */
function shares(moveValues, odds) {
  const bySquare = PER === "square" && odds;
  if (MISTAKE !== "any") return bySquare ? eachErrs(moveValues, 1 / odds) : oneErrs(moveValues, odds);
  const once = odds ? 1 / odds : 0;
  return anyOf(moveValues, bySquare ? 1 - (1 - once) ** moveValues.size : once);
}

/* One of the best, but with the chance `wrong` any square. */
function anyOf(moveValues, wrong) {
  const good = best(moveValues);
  const chance = (square) => (good.includes(square) ? (1 - wrong) / good.length : 0) + wrong / moveValues.size;
  return new Map([...moveValues.keys()].map((square) => [square, chance(square)]));
}

function raised(moveValue, by) {
  return Math.min(Math.floor(moveValue / 100) + by, 2) * 100;
}

/* Each square is overestimated with this chance, on its own; then one of the best is taken. */
function eachErrs(moveValues, chance) {
  const estimates = (moveValue) => [[moveValue, 1 - chance], ...[1, 2].map((by) => [raised(moveValue, by), chance / 2])];
  const sum = (found) => found.reduce((total, [, weight]) => total + weight, 0);
  const taken = (square) => estimates(moveValues.get(square)).reduce((total, [moveValue, weight]) => {
    let ways = [weight]; // by how many of the others are thought to be as good, while none is thought to be better
    for (const other of moveValues.keys()) {
      if (other === square) continue;
      const worse = sum(estimates(moveValues.get(other)).filter(([estimate]) => estimate < moveValue));
      const equal = sum(estimates(moveValues.get(other)).filter(([estimate]) => estimate === moveValue));
      ways = [...ways, 0].map((way, at) => way * worse + (ways[at - 1] ?? 0) * equal);
    }
    return total + ways.reduce((all, way, count) => all + way / (count + 1), 0);
  }, 0);
  return new Map([...moveValues.keys()].map((square) => [square, taken(square)]));
}

/* In a turn with a mistake it takes any one move for a grade or two better than it is. All is counted in whole
   numbers, as parts of `whole`, so that one division is as exact as it can be. */
function oneErrs(moveValues, odds) {
  const good = best(moveValues);
  const most = moveValues.get(good[0]);
  const ways = 2 * moveValues.size; // which move, and by how much
  const unit = good.length * (good.length + 1); // what is drawn from: the good ones, or one more, or one alone
  const whole = (odds || 1) * ways * unit;
  const parts = new Map([...moveValues.keys()].map((square) => [square, 0]));
  const add = (squares, part) => squares.forEach((at) => parts.set(at, parts.get(at) + part / squares.length));
  let right = whole;
  for (const [square, moveValue] of odds ? moveValues : []) {
    for (const by of [1, 2]) {
      const estimate = raised(moveValue, by);
      if (estimate < most) continue;
      add(estimate > most ? [square] : [...new Set([...good, square])], unit);
      right -= unit;
    }
  }
  add(good, right);
  return new Map([...parts].map(([square, part]) => [square, part / whole]));
}

/* All that there is to see of a level's thoughts, as `peek.look` gives it. */
function look(name, board, me, shown) {
  const { moveValues, moves, depth } = view(name, board, me);
  const most = deepest(board);
  const children = follow(board, me, me, 0, moves, Math.min(shown, most));
  const blocked = moves && GRADUAL ? blocks(board, me) : [];
  for (const child of children) if (blocked.includes(child.square) && child.value !== "win") child.value = "block";
  const order = DATA.look.names;
  children.sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value));
  for (const child of children) {
    const sure = child.moves !== null && child.moves > 1;
    child.line = sure ? principalLine(place(board, child.square, me), after(me), moves - 1) : [];
  }
  const good = best(moveValues);
  const moveValue = order[2 - Math.floor(moveValues.get(good[0]) / 100)];
  const { odds } = DATA.levels[name];
  return { player: me, depth, moves, cut: false, odds, best: good, move_value: moveValue, children, deeper: shown < Math.min(most, moves) };
}

function deepest(board) {
  const empty = openSquares(board).length;
  let [nodes, shown] = [empty, 1];
  if (empty > DATA.look.few) return shown;
  while (shown < empty && nodes * (empty - shown) <= DATA.look.most) nodes *= empty - shown++;
  return shown;
}

/* The moves of `turn` as nodes of the tree of `me`: `done` were made before, and `left` can still be seen. */
function follow(board, me, turn, done, left, shown) {
  if (!shown) return [];
  const found = left ? [...scores(board, turn, left)] : openSquares(board).map((square) => [square, 0]);
  found.sort((a, b) => soon(b[1]) - soon(a[1]));
  return found.map(([square, score]) => {
    const then = place(board, square, turn);
    const over = outcome(then, turn) !== null;
    const mine = turn === me ? score : -score;
    const children = over || left < 2 ? [] : follow(then, me, after(turn), done + 1, left - 1, shown - 1);
    const moves = score ? done + Math.abs(score) : over ? done + 1 : null;
    return { square, player: turn, value: mine > 0 ? "win" : mine < 0 ? "loss" : "even", moves, children };
  });
}

function principalLine(board, turn, moves) {
  const line = [];
  for (; moves > 0; moves--) {
    const found = scores(board, turn, moves);
    const most = Math.max(...[...found.values()].map(soon));
    if (most === 0) break;
    const square = [...found.keys()].find((at) => soon(found.get(at)) === most);
    board = place(board, square, turn);
    line.push(square);
    if (outcome(board, turn) !== null) break;
    turn = after(turn);
  }
  return line;
}

const POLICIES = { random: alike(openSquares), perfect: alike(bestMoves) };
for (const [name, { odds }] of Object.entries(DATA.levels)) {
  POLICIES[name] = (board, turn) => shares(view(name, board, turn).moveValues, odds);
}

for (const name of Object.keys(DATA.evolved)) {
  POLICIES[name] = (board, turn) => new Map([[evolvedMove(name, board, turn), 1]]);
}

/* A policy, {square: probability}, of whoever takes any of some squares alike. */
function alike(squaresOn) {
  return (board, turn) => {
    const squares = squaresOn(board, turn);
    return new Map(squares.map((square) => [square, 1 / squares.length]));
  };
}

/* Each move uses one draw. */
function choose(name, board, turn, rng) {
  const chances = POLICIES[name](board, turn);
  return pick(cumulative(board.map((_, square) => chances.get(square) ?? 0)), rng());
}

// match: games of persons and players, one after another.

const HUMAN = "human";

class Match {
  constructor(names, firstPlayer = "first", rng = Math.random) {
    Object.assign(this, { names: [...names], firstPlayer, rng });
    this.newMatch();
  }

  newMatch() {
    Object.assign(this, { games: 0, draws: 0, wins: Array(PLAYERS).fill(0), begun: 0 });
    this.nets = this.names.map((name, at) => (name in DATA.nets ? new Net(name, at + 1) : null));
    this.newGame();
  }

  /* Another player on a seat, from 1, and a new match. */
  sit(number, name) {
    this.names[number - 1] = name;
    this.newMatch();
  }

  openBy(firstPlayer) {
    this.firstPlayer = firstPlayer;
    this.newGame();
  }

  newGame() {
    const drawn = this.firstPlayer === "random" ? Math.floor(this.rng() * PLAYERS) : this.games % PLAYERS;
    this.turn = this.firstPlayer === "first" ? 1 : drawn + 1;
    this.last = whose(this.turn, PLAYERS);
    Object.assign(this, { board: DATA.start, moves: [], passes: 0 });
    for (const net of this.nets) net?.newGame(this.begun);
    this.begun += 1;
    this.result = outcome(this.board, this.last);
    this.goOn();
  }

  /* The move of the person whose turn it is, and the others' answers; false, and nothing else, if it is none. */
  move(square) {
    if (!this.waits || this.board[square] !== EMPTY) return false;
    this.take(square);
    this.goOn();
    return true;
  }

  /* A move into an open square, or a pass, null; a whole round of passes is a draw. */
  take(square) {
    this.moves = [...this.moves, [this.turn, square]];
    this.passes = square === null ? this.passes + 1 : 0;
    if (square !== null) {
      this.board = place(this.board, square, this.turn);
      this.last = this.turn;
      this.result = outcome(this.board, this.last);
    } else if (this.passes === PLAYERS) this.result = Array(PLAYERS).fill(0);
    this.turn = after(this.turn);
  }

  /* The move of whose turn it is, null for a pass. */
  answer() {
    const net = this.nets[this.turn - 1];
    if (!net) return choose(this.names[this.turn - 1], this.board, this.turn, this.rng);
    for (let tries = 0; tries < DATA.attempts; tries++) {
      const square = net.choose(this.board);
      if (this.board[square] === EMPTY) return square;
      net.punish();
    }
    return null;
  }

  goOn() {
    while (!this.over && this.names[this.turn - 1] !== HUMAN) this.take(this.answer());
    if (!this.over) return;
    this.nets.forEach((net, at) => net && this.result[at] === -1 && net.punish());
    this.games += 1;
    this.draws += this.result.every((value) => value === 0);
    this.wins = this.wins.map((count, at) => count + (this.result[at] === 1));
  }

  get over() {
    return this.result !== null;
  }

  get waits() {
    return !this.over && this.names[this.turn - 1] === HUMAN;
  }

  /* The number of the person who sits alone among players, or null. */
  get person() {
    return this.names.filter((name) => name === HUMAN).length === 1 ? this.names.indexOf(HUMAN) + 1 : null;
  }

  /* [player, whether he has won, the squares of what he matches] of a game that is over; null, also for a draw. */
  get decided() {
    const won = matching(this.board, DATA.wins, this.last);
    const player = won || matching(this.board, DATA.losses, this.last);
    if (!player) return null;
    const held = (won ? DATA.wins : DATA.losses).filter((line) => holds(this.board, line, player));
    const squares = new Set(held.flat().map(([square]) => square));
    return [player, won > 0, range(SQUARES).filter((square) => squares.has(square))];
  }

  /* The numbers of the players who can be looked into: those who look ahead, and networks. */
  get lookers() {
    const began = this.moves.length > 0 || !this.over;
    const known = (name) => name in DATA.levels || name in DATA.nets;
    return range(PLAYERS).map((at) => at + 1).filter((player) => began && known(this.names[player - 1]));
  }

  /* [the board on which a player moved last in this game, the square it took]; before that, the first board and null. */
  lastTurn(player) {
    let board = DATA.start;
    let found = [board, null];
    for (const [mover, square] of this.moves) {
      if (mover === player) found = [board, square];
      if (square !== null) board = place(board, square, mover);
    }
    return found;
  }

  look(player, shown) {
    const [board, square] = this.lastTurn(player);
    const net = this.nets[player - 1];
    if (!net) return look(this.names[player - 1], board, player, shown);
    const passed = square === null && this.moves.some(([mover]) => mover === player);
    return { ...net.thought(board), player, passed, deeper: false };
  }

  /* The state of the game in a sentence or two. */
  get status() {
    const [mover, square] = this.moves.at(-1) ?? [null, null];
    const took = this.person && mover && mover !== this.person;
    const name = square === null ? "passed" : "took";
    const last = took ? [sentence(name, { mark: DATA.marks[mover], square: DATA.squares[square] })] : [];
    return [...last, this.over ? this.verdict() : this.call()].join(" ");
  }

  call() {
    return sentence(this.turn === this.person ? "your_move" : "to_move", { mark: DATA.marks[this.turn] });
  }

  verdict() {
    if (this.decided === null) return sentence("draw");
    const [player, won, squares] = this.decided;
    const mine = player === this.person ? (won ? "win" : "own_loss") : won ? "loss" : "others_loss";
    const name = this.person ? mine : won ? "wins" : "loses";
    return sentence(name, { mark: DATA.marks[player], squares: heldWords(this.board, player, squares) });
  }
}

/* The squares of a pattern that a player has: the player's own, then those of others. */
function heldWords(board, player, squares) {
  const parts = range(PLAYERS).map((at) => ((player - 1 + at) % PLAYERS) + 1).map((number) => {
    const held = squares.filter((square) => board[square] === number).map((square) => DATA.squares[square]).join(", ");
    return held && number !== player ? words("theirs", { mark: DATA.marks[number], squares: held }) : held;
  });
  return parts.filter(Boolean).join(" and ");
}

function sentence(name, values = {}) {
  const text = words(name, values);
  return text[0].toUpperCase() + text.slice(1);
}

// The page. `suggested` are the squares that were asked for on this board.

const match = new Match(DATA.names);
let suggested = [];
let shown = DATA.look.shown; // moves of the trees of those who look ahead

function mark(player) {
  const shown = letter(player);
  return shown in STROKES ? drawMark(shown) : svg("g", { class: `n n${player}` }, svg("text", { x: 50, y: 52 }, shown));
}

// What a reader can do.

function click(square) {
  reach(square);
  $("board").children[square].focus(); // not every browser focuses a button that is clicked
  if (match.move(square)) change();
}

function change() {
  suggested = [];
  say($("advice"), "");
  render();
}

function suggest() {
  suggested = bestMoves(match.board, match.turn, true);
  const [square] = suggested;
  const value = words(`move_value_${resultOf(values(match.board, match.turn).get(square))}`);
  say($("advice"), sentence("best", { square: DATA.squares[square], value }));
  render();
}

function resultOf(value) {
  return value > 0 ? "win" : value < 0 ? "loss" : "draw";
}

// What a reader sees.

function render() {
  renderBoard();
  say($("status"), match.status);
  const counts = [[match.draws, words("draws")], ...match.wins.map((n, at) => [n, wordsOfWins(at + 1)])];
  [...$("tally").children].forEach((part, at) => {
    say(part.firstChild, String(counts[at][0]));
    say(part.lastChild, counts[at][1]);
  });
  match.names.forEach((name, at) => {
    $(`seat-${at + 1}`).value = name;
  });
  $("suggest").disabled = !match.waits;
  renderLooks();
}

function wordsOfWins(player) {
  return words("wins_of", { mark: letter(player) });
}

function renderBoard() {
  const { board, turn, waits } = match;
  set($("board"), { "data-turn": waits ? letter(turn) : null, "data-over": match.over });
  const won = match.over && match.decided ? match.decided[2] : [];
  const found = waits && $("peek").checked ? values(board, turn) : null;
  const newest = match.moves.at(-1)?.[1];
  [...$("board").children].forEach((square, at) => {
    const held = letter(board[at]);
    const drawing = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
    if (held || waits) drawing.append(mark(board[at] || turn));
    square.replaceChildren(drawing);
    const about = [words("place", { square: DATA.squares[at], held: held || words("empty") })];
    if (found?.has(at)) {
      const value = found.get(at);
      const text = words(`short_${resultOf(value)}`, { moves: Math.abs(value) });
      square.append(element("span", { class: `value ${resultOf(value)}` }, text));
      about.push(text);
    }
    set(square, {
      "data-mark": held || null,
      "data-won": won.includes(at),
      "data-best": suggested.includes(at),
      "data-new": at === newest,
      "aria-label": about.join(", "),
      "aria-disabled": held || !waits ? "true" : null,
    });
  });
}

// The look into players: panel.py.

function renderLooks() {
  const { lookers } = match;
  $("lookers").hidden = !lookers.length;
  const looks = $("look").checked ? lookers.map((player) => match.look(player, shown)) : [];
  $("looks").replaceChildren(...looks.map(lookOf));
  $("deeper").hidden = !looks.some(({ deeper }) => deeper);
}

function lookOf(seen) {
  const me = seen.player;
  const [, taken] = match.lastTurn(me);
  const head = sentence("thinks", { mark: DATA.marks[me], player: match.names[me - 1] });
  const about = (sentences) => element("p", {}, sentences.join(" "));
  const inside = seen.layers
    ? [about(netSentences(seen, taken)), layersOf(seen)]
    : [about(lookSentences(seen, taken)), ...(seen.depth ? [nodesOf(me, seen.children, taken)] : [])];
  return element("section", { class: "thought" }, element("h3", {}, head), ...inside);
}

function netSentences(seen, taken) {
  const where = seen.passed ? "before_pass" : taken === null ? "at_first" : "before_move";
  const largest = words(seen.open ? "largest" : "largest_taken", { square: DATA.squares[seen.chosen] });
  return [words(where, { square: DATA.squares[taken] }), largest, ...(seen.after ? [words("punished")] : [])];
}

/* All layers, folded up; in each its nodes, and in each of those its links. */
function layersOf(seen) {
  const { layers, after } = seen;
  const places = placesOf(layers.map(({ length }) => length));
  const last = layers.length - 1;
  return treeOf(layers.map((activations, layer) => {
    const nodes = activations.map((activation, at) => {
      const values = { node: `${layer}.${at}`, activation: shownAs(activation, after?.layers[layer][at]), square: DATA.squares[at] };
      const kind = layer === last && at === seen.chosen ? "chosen" : null;
      const text = words(layer === last ? "net_output" : "net_node", values);
      return element("li", { class: kind }, folded(text, linksOf(seen, places[layer][at])));
    });
    return element("li", {}, folded(words("layer", { number: layer, nodes: plural(nodes.length, "node") }), treeOf(nodes)));
  }));
}

/* [layer][node]: its links, [words, layer and node of the source, number of the link], input links first. */
function placesOf(sizes) {
  const found = sizes.map((size) => range(size).map(() => []));
  let link = 0;
  sizes.slice(1).forEach((following, layer) => {
    for (let source = 0; source < sizes[layer]; source++) {
      for (let dest = 0; dest < following; dest++, link++) {
        found[layer + 1][dest].push([words("net_from", { node: `${layer}.${source}` }), layer, source, link]);
        found[layer][source].push([words("net_to", { node: `${layer + 1}.${dest}` }), layer, source, link]);
      }
    }
  });
  return found;
}

function linksOf(seen, links) {
  const row = (tag, cells) => element("tr", {}, ...cells.map((text) => element(tag, {}, text)));
  const heads = row("th", words("net_heads").split(", "));
  const rows = links.map(([text, layer, source, link]) => {
    const numbers = (state) => {
      const [activation, weight] = [state.layers[layer][source], state.weights[link]];
      return [activation, weight, weight * activation];
    };
    const then = seen.after ? numbers(seen.after) : [];
    return row("td", [text, ...numbers(seen).map((value, at) => shownAs(value, then[at]))]);
  });
  return element("table", { class: "links" }, heads, ...rows);
}

/* A number, and what came of it if that looks different. */
function shownAs(...values) {
  const texts = values.filter((value) => value !== undefined).map((value) => number(value, DATA.look.digits));
  return [...new Set(texts)].join(" → ");
}

function lookSentences(seen, taken) {
  const square = DATA.squares[taken];
  const found = [words(taken === null ? "at_first" : "before_move", { square })];
  if (!seen.depth) return [...found, words("blind")];
  found.push(words("sight", { moves: plural(seen.moves, "move"), depth: seen.depth }));
  found.push(words(seen.odds ? "errs" : "never_errs", { odds: seen.odds }));
  found.push(words(seen.best.length > 1 ? `draws_${seen.move_value}` : "one_best", { count: seen.best.length }));
  if (taken !== null && !seen.best.includes(taken)) found.push(words("mistake", { square }));
  return found;
}

function nodesOf(me, nodes, taken = null) {
  const { listed } = DATA.look;
  const items = nodes.map((node) => nodeOf(me, node, taken));
  const rest = items.splice(listed);
  if (rest.length) items.push(element("li", {}, folded(words("more", { count: rest.length }), treeOf(rest))));
  return treeOf(items);
}

function nodeOf(me, node, taken) {
  const text = nodeWords(me, node, taken);
  const mine = node.square === taken ? " chosen" : "";
  const inside = node.children.length ? folded(text, nodesOf(me, node.children)) : text;
  return element("li", { class: `${node.value}${mine}` }, inside);
}

function nodeWords(me, node, taken) {
  const kind = node.value === "even" && node.moves !== null ? "draw" : node.value;
  let value = words(`node_${kind}`, { mark: letter(me), moves: node.moves });
  if (node.line?.length) {
    const steps = node.line.map((square, at) => step(whose(node.player, at + 2), square));
    value = words("line", { value, line: steps.join(", ") });
  }
  const move = step(node.player, node.square);
  return words(node.square === taken ? "node_taken" : "node", { move, value });
}

function step(player, square) {
  return words("step", { mark: letter(player), square: DATA.squares[square] });
}

function folded(text, inside) {
  return element("details", {}, element("summary", {}, text), inside);
}

function treeOf(items) {
  return element("ul", { class: "tree" }, ...items);
}

// Building the page once, and listening.

function build() {
  const { width } = DATA;
  $("across").append(...range(width).map((x) => element("span", {}, String(x))));
  $("down").append(...range(SQUARES / width).map((y) => element("span", {}, String(y))));
  range(SQUARES).forEach((square) => {
    const button = element("button", { type: "button", class: "square" });
    button.addEventListener("click", () => click(square));
    $("board").append(button);
  });
  reach(width * Math.floor(SQUARES / width / 2) + Math.floor(width / 2));
  $("tally").append(...range(PLAYERS + 1).map(() => element("div", {}, element("dd"), element("dt"))));
  range(PLAYERS).forEach((at) => {
    const id = `seat-${at + 1}`;
    const label = element("label", { for: id }, words("seat", { mark: letter(at + 1) }));
    $("seats").append(element("div", { class: "chooser" }, label, chooser(DATA.known, { id })));
    $(id).addEventListener("change", () => (match.sit(at + 1, $(id).value), change()));
  });
  $("first-player").replaceWith(chooser(DATA.first_players, { id: "first-player" }));
  $("help").hidden = TURNS === null;
  $("no-help").hidden = TURNS !== null;
  $("look").checked = DATA.look.open;
}

function chooser(options, about) {
  const made = Object.entries(options).map(([value, label]) => element("option", { value }, label));
  return element("select", about, ...made);
}

function listen() {
  $("new-game").addEventListener("click", newGame);
  $("first-player").addEventListener("change", () => (match.openBy($("first-player").value), change()));
  $("suggest").addEventListener("click", suggest);
  $("peek").addEventListener("change", render);
  $("look").addEventListener("change", renderLooks);
  $("deeper").addEventListener("click", () => ((shown += 1), renderLooks()));
  $("board").addEventListener("keydown", (event) => walk(event, [...$("board").children], DATA.width));
  $("game").addEventListener("keydown", (event) => {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
    if (plain && event.key.toLowerCase() === "n") newGame();
  });
}

function newGame() {
  match.newGame();
  change();
}

/* Makes a square the one that the Tab key reaches. */
function reach(square) {
  reachOnly([...$("board").children], square);
}

build();
listen();
settleInFrame();
render();
