"use strict";
/* The whole experiment, laid out like the package: what a page runs, its workers and Node too. DATA is what the package
 * hands over: the lines, the settings, the opponent's tables and the compiled module.
 */

class ValueError extends Error {}

// include encoding.js

// include network.js

// include settings.js

// include champion.js

// include opponent.js

// include draws.js

// include random.js

// include replication.js

// include selection.js

// include tables.js

// include evolution.js

// include fast.js

// include unpack.js

// include trial.js

// include worker.js
