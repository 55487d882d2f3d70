// levels: players that look ahead, by a reading of the report, and what they see.
// twin of fogel.lookahead.levels.blocks, fogel.lookahead.levels.view, fogel.lookahead.levels.shares
// twin of fogel.lookahead.peek.look, fogel.lookahead.peek.deepest, fogel.lookahead.peek.principal_line

import { DATA, range } from "../package/base.js";
import { soon } from "./match.js";
import { PLAYERS, after, openSquares, outcome, place } from "./rules.js";
import { values } from "./values.js";

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
export function view(name, board, me) {
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
export function shares(moveValues, odds) {
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
export function look(name, board, me, shown) {
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
