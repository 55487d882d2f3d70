// trial: from settings to a trial that runs, in the readable way or in the fast one.

/* The game and the opponent of these settings. */
function tablesOf({ marker, line_choice: lineChoice, slip }) {
  const rule = new TablePlayer({ table: DATA.opponents[`${marker} ${lineChoice}`] });
  return opponentTables(gameTables(), (board) => rule.weights(board), slip);
}

/* The readable way: an Evolution. */
function readableTrial(settings, trial, tables = tablesOf(settings)) {
  return new Evolution(settings, new Generator(settings.seed, [trial], DATA.ziggurat), tables);
}

/* evolve.wasm, of which every trial makes its own instance. */
function compiledModule() {
  return new WebAssembly.Module(bytesOf(DATA.module));
}

/* The fast way: a FastEvolution. */
function fastTrial(settings, trial, module, tables = tablesOf(settings)) {
  const { exports } = new WebAssembly.Instance(module, { math: Math });
  return new FastEvolution(settings, seedWords(settings.seed, [trial]), tables, DATA.ziggurat, exports);
}
