// players: who can be played against, from the package or from a file.
// twin of fogel.core.players.by_table, fogel.core.players.read_player, fogel.core.players.checked_squares

import { AGENT_FORMAT, AGENT_VERSION, checkVersion, readChampion } from "../package/champion.js";
import { DATA, ValueError } from "../package/base.js";
import { parse } from "../package/files.js";
import { Network } from "../package/network.js";
import { TablePlayer, rowOfPosition } from "../package/opponent.js";
import { isObject } from "../package/settings.js";

/* A league agent by the squares that it names, a digit a board: a taken one disqualifies it. It uses no random numbers. */
class AgentPlayer {
  constructor(squares) {
    if (typeof squares !== "string") {
      throw new ValueError("squares must be a text of digits, one a board in progress; without it nobody can play it");
    }
    if (squares.length !== rowOfPosition().size) {
      const [most, found] = [rowOfPosition().size, squares.length].map((count) => count.toLocaleString("en"));
      throw new ValueError(`squares must be ${most} numbers, one a board in progress, not ${found}`);
    }
    const at = squares.search(/[^0-8]/);
    if (at >= 0) {
      throw new ValueError(`squares must be numbers from 0 to 8, and number ${at}, '${squares[at]}', is none`);
    }
    this.squares = squares;
  }

  move(board) {
    return Number(this.squares[rowOfPosition().get(String(board))]);
  }
}

/* Who is in the JSON text of a file: a Network, or a league agent; throws ValueError that names the field. */
export function readPlayer(text) {
  const data = parse(text);
  if (!isObject(data) || data.format !== AGENT_FORMAT) return readChampion(text);
  checkVersion(data, AGENT_VERSION);
  return new AgentPlayer(data.squares);
}

export const PLAYERS = Object.fromEntries(DATA.players.map((p) => [p.name, playerOf(p)]));
const NETWORKS = Object.fromEntries(
  DATA.networks.map((n) => [n.name, new Network(n.hidden_weights, n.output_weights, n.generation)]),
);

/* A player that the package handed over; null for a person. */
function playerOf(about) {
  if (about.squares !== null) return new AgentPlayer(about.squares);
  return about.table === null ? null : new TablePlayer(about);
}

export function adversary(name) {
  const known = [NETWORKS, PLAYERS].find((players) => Object.hasOwn(players, name));
  if (!known) throw new ValueError(`there is no adversary called ${name}`);
  return known[name];
}
