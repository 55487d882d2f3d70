// network: how a network chooses a square.
// twin of fogel.network.choose_square, fogel.network.Network

import { EMPTY, SQUARES, toMove } from "./encoding.js";
import { layer, sigmoid } from "./forward.js";
import { DATA, ValueError } from "./base.js";

export const { most_hidden_nodes: MOST_HIDDEN_NODES, largest_weight: LARGEST_WEIGHT } = DATA.file;

export function chooseSquare(values, board) {
  let best = -1;
  let largest = -Infinity;
  for (let square = 0; square < board.length; square++) {
    if (board[square] === EMPTY && values[square] > largest) {
      best = square;
      largest = values[square];
    }
  }
  return best;
}

export class Network {
  constructor(hiddenWeights, outputWeights, generation = null) {
    const [nodes, columns] = shape(hiddenWeights, "hidden_weights");
    const [outputs, links] = shape(outputWeights, "output_weights");
    if (nodes > MOST_HIDDEN_NODES || columns !== SQUARES + 1) {
      const most = `1 to ${MOST_HIDDEN_NODES} rows of ${SQUARES + 1}`;
      throw new ValueError(`hidden_weights must be ${most}, not (${nodes}, ${columns})`);
    }
    if (outputs !== SQUARES || links !== nodes + 1) {
      const rows = `${SQUARES} rows of ${nodes + 1} (hidden nodes + 1)`;
      throw new ValueError(`output_weights must be ${rows}, not (${outputs}, ${links})`);
    }
    Object.assign(this, { hiddenWeights, outputWeights, generation });
  }

  get hiddenNodes() {
    return this.hiddenWeights.length;
  }

  /* [activations of the hidden nodes, sums of the outputs] on a board on which its own marks are 1. */
  run(board) {
    const activations = layer(this.hiddenWeights, board).map(sigmoid);
    return [activations, layer(this.outputWeights, activations)];
  }

  choose(board) {
    return chooseSquare(this.run(board)[1], board);
  }

  /* Its move as a player: as second player it sees the board with the marks exchanged. It uses no random numbers. */
  move(board) {
    return this.choose(seenBy(toMove(board), board));
  }
}

/* The board with that player's marks as 1. */
export function seenBy(mark, board) {
  return board.map((held) => (held === EMPTY ? EMPTY : held * mark));
}

function shape(rows, name) {
  if (!rows.length) throw new ValueError(`${name} must have two dimensions, not 1`);
  if (rows.some((row) => row.length !== rows[0].length)) {
    throw new ValueError(`${name} must be rows of numbers, all of one length`);
  }
  if (!rows.flat().every((value) => Math.abs(value) <= LARGEST_WEIGHT)) {
    throw new ValueError(`${name} must hold finite numbers alone, from -1e+100 to 1e+100`);
  }
  return [rows.length, rows[0].length];
}
