// mind: networks that evolved at a game, and learn no more.
// twin of fogel.anygame.players.seen, fogel.anygame.players.network_player

import { DATA, ValueError } from "../package/base.js";
import { parse } from "../package/files.js";
import { layer, sigmoid } from "../package/forward.js";

/* The open square with the largest output, the first of several, of a network that plays as `player`. */
export function evolvedMove(name, board, player) {
  const { hidden_weights: hidden, output_weights: output } = DATA.evolved[name];
  const seen = board.map((mark) => (mark === 0 ? 0 : mark === player ? 1 : -1));
  const outputs = layer(output, layer(hidden, seen).map(sigmoid));
  const open = board.flatMap((mark, square) => (mark === 0 ? [square] : []));
  return open.reduce((best, square) => (outputs[square] > outputs[best] ? square : best));
}

/* The weights in the JSON text of a champion's file; throws ValueError that names the field. */
export function readEvolved(text) {
  const data = parse(text);
  const { format, version, game } = DATA.file;
  if (data?.format !== format) throw new ValueError(`format must be '${format}', so this is no champion of such a game`);
  if (data.version !== version) throw new ValueError(`version must be ${version}, not ${data.version}`);
  if (data.settings?.game !== game) throw new ValueError("settings: game must be the one that is played here");
  const { hidden_weights, output_weights } = data;
  const squares = DATA.start.length;
  const isRow = (row, length) => Array.isArray(row) && row.length === length && row.every(Number.isFinite);
  const areRows = (rows, length) => Array.isArray(rows) && rows.length > 0 && rows.every((row) => isRow(row, length));
  if (!areRows(hidden_weights, squares + 1)) throw new ValueError(`hidden_weights must be rows of ${squares + 1} finite numbers`);
  if (!areRows(output_weights, hidden_weights.length + 1) || output_weights.length !== squares) {
    throw new ValueError(`output_weights must be ${squares} rows of ${hidden_weights.length + 1} finite numbers`);
  }
  return { hidden_weights, output_weights };
}
