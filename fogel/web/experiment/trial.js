// trial: from settings to a trial that runs.

import { DATA } from "../package/base.js";
import { TablePlayer } from "../package/opponent.js";
import { seedWords } from "../package/random.js";
import { FastEvolution } from "./fast.js";
import { gameTables, opponentTables } from "./tables.js";

let pagesGame = null; // that of this page, worked out once

/* The game and the opponent of these settings; those of the standard game name neither a seat nor an opponent. */
export function tablesOf(settings) {
  const rule = new TablePlayer({ table: DATA.opponents[opponentOf(settings)] });
  pagesGame ??= gameTables();
  return opponentTables(pagesGame, (board) => rule.odds(board), settings.slip, settings.seat);
}

/* What DATA.opponents calls the opponent of these settings. */
function opponentOf({ opponent = "near-perfect", marker, line_choice: lineChoice, perfect_ties: ties }) {
  return opponent === "near-perfect" ? `${marker} ${lineChoice}` : `${opponent} ${ties}`;
}

/* evolve.wasm, of which every trial makes its own instance. */
export function compiledModule() {
  return new WebAssembly.Module(Uint8Array.from(DATA.module.match(/../g), (byte) => parseInt(byte, 16)));
}

export function fastTrial(settings, trial, module, tables = tablesOf(settings)) {
  const { exports } = new WebAssembly.Instance(module);
  return new FastEvolution(settings, seedWords(settings.seed, [trial]), tables, DATA.ziggurat, exports);
}
