// rules: what a board of checkers is, and which moves there are.
// twin of fogel.checkers.rules.neighbour, fogel.checkers.rules.directions, fogel.checkers.rules.is_crowned
// twin of fogel.checkers.rules.moves, fogel.checkers.rules.steps, fogel.checkers.rules.jumps
// twin of fogel.checkers.rules.after, fogel.checkers.rules.jumped, fogel.checkers.rules.notation

export const MAN = 1;
export const KING = 2;
const WAYS = [[1, -1], [1, 1], [-1, -1], [-1, 1]]; // of player 1, as (down, right); a man's are the first two

/* The game on a board of some size. Squares are numbered from 1, and a board holds the piece on each from place 0. */
export class Checkers {
  constructor({ rows, columns, men }) {
    const squares = (rows * columns) / 2;
    Object.assign(this, { rows, columns, men, squares });
    const empty = Array(squares - 2 * men).fill(0);
    this.start = { board: [...Array(men).fill(MAN), ...empty, ...Array(men).fill(-MAN)], player: 1 };
    const numbers = [...Array(squares + 1).keys()];
    const towards = (down, right) => Uint8Array.from(numbers, (square) => this.neighbour(square, down, right));
    // By player and way, of each square the neighbour: 0 beyond the edge.
    this.near = { 1: WAYS.map(([down, right]) => towards(down, right)) };
    this.near[-1] = [2, 3, 0, 1].map((way) => this.near[1][way]);
    // Of a jump's two squares the one between: 0 of a step.
    this.between = numbers.map((square) => {
      const found = new Uint8Array(squares + 1);
      for (const near of this.near[1]) if (near[square]) found[near[near[square]]] = near[square];
      found[0] = 0;
      return found;
    });
  }

  /* The [row, column] of a square. */
  place(square) {
    const half = this.columns / 2;
    const row = Math.floor((square - 1) / half);
    return [row, 2 * ((square - 1) % half) + 1 - (row % 2)];
  }

  neighbour(square, down, right) {
    if (square === 0) return 0;
    const [row, column] = this.place(square);
    const [toRow, toColumn] = [row + down, column + right];
    if (toRow < 0 || toRow >= this.rows || toColumn < 0 || toColumn >= this.columns) return 0;
    return toRow * (this.columns / 2) + Math.floor(toColumn / 2) + 1;
  }
}

function isCrowned(game, piece, square) {
  if (piece === MAN) return square > game.squares - game.columns / 2;
  return piece === -MAN && square <= game.columns / 2;
}

/* All moves that are allowed, by the square that they begin on; jumps alone if there is one. Each is a list of squares. */
export function moves(game, { board, player }) {
  const found = [];
  for (let square = 1; square <= game.squares; square++) {
    if (board[square - 1] * player > 0) jumps(game, board, square, found);
  }
  if (found.length) return found;
  for (let square = 1; square <= game.squares; square++) {
    if (board[square - 1] * player > 0) steps(game, board, square, found);
  }
  return found;
}

function steps(game, board, square, found) {
  const piece = board[square - 1];
  for (const near of waysOf(game, piece)) {
    const to = near[square];
    if (to && board[to - 1] === 0) found.push([square, to]);
  }
}

/* The jumps of a piece, each until it can't go on; what it takes lies until the end, and it has left its own square. */
function jumps(game, board, square, found) {
  const piece = board[square - 1];
  const ways = waysOf(game, piece);
  const goOn = (path, taken) => {
    const at = path[path.length - 1];
    let goesOn = false;
    for (const near of ways) {
      const over = near[at];
      const to = over && near[over];
      if (!to || board[over - 1] * piece >= 0 || taken.includes(over)) continue;
      if (board[to - 1] !== 0 && to !== square) continue;
      goesOn = true;
      const longer = [...path, to];
      if (isCrowned(game, piece, to) || !goOn(longer, [...taken, over])) found.push(longer);
    }
    return goesOn;
  };
  goOn([square], []);
}

function waysOf(game, piece) {
  const near = game.near[piece > 0 ? 1 : -1];
  return Math.abs(piece) === KING ? near : near.slice(0, 2);
}

/* Whether whoever is to move can jump, and whether it can move at all: what `moves` says, without a list. */
export function canJump(game, { board, player }) {
  return can(game, board, player, (near, over) => {
    const to = near[over];
    return to !== 0 && board[over - 1] * player < 0 && board[to - 1] === 0;
  });
}

export function canStep(game, { board, player }) {
  return can(game, board, player, (_, to) => board[to - 1] === 0);
}

function can(game, board, player, is) {
  for (let square = 1; square <= game.squares; square++) {
    const piece = board[square - 1];
    if (piece * player <= 0) continue;
    const near = game.near[player];
    for (let way = 0; way < (Math.abs(piece) === KING ? 4 : 2); way++) {
      if (near[way][square] && is(near[way], near[way][square])) return true;
    }
  }
  return false;
}

/* The position after a move, which is one of `moves`. */
export function after(game, { board, player }, move) {
  const [first, last] = [move[0], move[move.length - 1]];
  const piece = board[first - 1];
  const changed = board.slice();
  for (const square of jumped(game, move)) changed[square - 1] = 0;
  changed[first - 1] = 0;
  changed[last - 1] = isCrowned(game, piece, last) ? KING * player : piece;
  return { board: changed, player: -player };
}

/* The squares that a move jumps over; none if it is a step. */
export function jumped(game, move) {
  const found = [];
  for (let at = 1; at < move.length; at++) {
    const over = game.between[move[at - 1]][move[at]];
    if (over) found.push(over);
  }
  return found;
}

/* A move as it is written: 11-15, or 15x22x29 if it takes something. */
export function notation(game, move) {
  return move.join(jumped(game, move).length ? "x" : "-");
}
