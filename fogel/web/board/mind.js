// mind: networks that evolved at a game, and learn no more.
// twin of fogel.anygame.players.seen, fogel.anygame.players.network_player

import { layer, sigmoid } from "../package/forward.js";
import { DATA } from "../package/base.js";

/* The open square with the largest output, the first of several, of a network that plays as `player`. */
export function evolvedMove(name, board, player) {
  const { hidden_weights: hidden, output_weights: output } = DATA.evolved[name];
  const seen = board.map((mark) => (mark === 0 ? 0 : mark === player ? 1 : -1));
  const outputs = layer(output, layer(hidden, seen).map(sigmoid));
  const open = board.flatMap((mark, square) => (mark === 0 ? [square] : []));
  return open.reduce((best, square) => (outputs[square] > outputs[best] ? square : best));
}
