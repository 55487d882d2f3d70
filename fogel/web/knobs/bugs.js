// Chapter 11: what each check says of each program, square by square.

import { DATA, range, total } from "../package/base.js";
import { $, element, plural, say, set } from "../screen/screen.js";
import { choiceField, knob, pressable, state, turn } from "./shared/knob.js";

const PROGRAMS = DATA.programs.map(([name]) => name);
const TURNS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/* One of some names, without spaces in the address. */
function nameField(start, names) {
  const short = (name) => name.replace(/[^\w]+/g, "-");
  const field = choiceField(short(start), names.map(short));
  const read = (text, name) => names.find((one) => short(one) === field.read(text, name));
  return { start, read, write: short };
}

const kept = (at, count) => Math.max(0, Math.min(count - 1, at));
const [CAUGHT, CATCHES] = [PROGRAMS.map((_, at) => total(DATA.alarms.map((row) => Number(Boolean(row[at]))))),
  DATA.alarms.map((row) => row.filter(Boolean).length)];
const WRONG = range(PROGRAMS.length).slice(1); // the first program is right
const ROWS = DATA.checks.length;

function chooserOf(id, name, names) {
  const made = element("select", { id }, ...names.map((one) => element("option", { value: one }, one || "no bet")));
  made.addEventListener("change", () => turn({ [id]: made.value }));
  return element("p", {}, element("label", { for: id }, name), made);
}

function build() {
  const bets = element("div", { class: "choosers", id: "bets" },
    chooserOf("bet", "My bet: the fewest checks notice", ["", ...WRONG.map((at) => PROGRAMS[at])]),
    chooserOf("champion", "My bet: the most programs are noticed by", ["", ...DATA.checks]),
    element("p", { class: "row" }, pressable("Run the checks", run, { id: "fill", class: "primary" })));
  const heads = PROGRAMS.map((name) => element("span", { class: "head", "aria-hidden": "true" }, element("i", {}, name)));
  const rows = DATA.checks.map((check) => {
    const cells = PROGRAMS.map((program) => {
      const cell = element("span", { role: "gridcell", class: "hit" });
      cell.addEventListener("click", () => turn({ program, check }));
      return cell;
    });
    return element("div", { role: "row", class: "line" }, element("span", { role: "rowheader", class: "name" }, check), ...cells);
  });
  const matrix = element("div", { id: "matrix", role: "grid", "aria-label": "Checks and programs; the arrow keys move from square to square" },
    element("div", { class: "line heads", role: "presentation" }, element("span", { class: "name" }), ...heads), ...rows);
  matrix.addEventListener("keydown", walk);
  const choosers = element("div", { class: "choosers", id: "reading" },
    chooserOf("program", "Read a square: program", PROGRAMS), chooserOf("check", "and check", DATA.checks));
  const about = element("p", { id: "about" });
  $("knob").append(element("div", { class: "answer" }, matrix), bets, choosers, about);
}

/* All checks run, and whoever pressed the button is taken to the matrix. */
function run() {
  turn({ filled: "yes" }, true);
  $("matrix").querySelector("[tabindex='0']").focus({ preventScroll: true });
}

/* The arrow keys move from square to square and stop at the edge. */
function walk(event) {
  const by = TURNS[event.key];
  if (!by) return;
  event.preventDefault();
  const [column, row] = [PROGRAMS.indexOf(state.program) + by[0], DATA.checks.indexOf(state.check) + by[1]];
  turn({ program: PROGRAMS[kept(column, PROGRAMS.length)], check: DATA.checks[kept(row, DATA.checks.length)] });
  $("matrix").querySelector("[tabindex='0']").focus();
}

/* Which squares are known by then: all checks have run on the first programs, or none has, and a reader looks at one. */
const knownBy = (share) => (state.filled === "yes" ? Math.floor(share * PROGRAMS.length) : 0);

/* The matrix fills program by program. */
function frame(share) {
  const [column, row] = [PROGRAMS.indexOf(state.program), DATA.checks.indexOf(state.check)];
  const columns = knownBy(share);
  [...$("matrix").children].forEach((line, at) => {
    const here = at - 1 === row;
    set(line, { "data-chosen": here });
    [...line.children].slice(1).forEach((cell, place) => {
      set(cell, { "data-chosen": place === column });
      if (!at) return;
      const isChosen = here && place === column;
      const said = place < columns || isChosen ? (DATA.alarms[at - 1][place] ? "alarm" : "nothing") : "unknown";
      const label = `${PROGRAMS[place]}, ${DATA.checks[at - 1]}: ${said === "unknown" ? "not run yet" : said}`;
      set(cell, { class: `hit ${said}`, "aria-label": label, tabindex: isChosen ? "0" : "-1", "aria-selected": String(isChosen) });
    });
  });
}

function draw({ program, check, bet, champion, filled }) {
  const [column, row] = [PROGRAMS.indexOf(program), DATA.checks.indexOf(check)];
  for (const [id, value] of Object.entries({ program, check, bet, champion })) $(id).value = value;
  $("bets").hidden = filled === "yes";
  $("reading").hidden = $("about").hidden = filled === "no";
  frame(1);
  const what = `“${program}”: ${DATA.programs[column][1]}.`;
  const counts = ` ${CAUGHT[column]} of ${ROWS} checks say something of it; “${check}” notices ${CATCHES[row]} of ${WRONG.length} wrong programs.`;
  say($("about"), what + counts);
  const alarm = DATA.alarms[row][column];
  const read = alarm ? `Alarm: ${alarm}.` : `“${check}” says nothing of “${program}”.`;
  return filled === "yes" ? `${verdictOn(bet, champion)}${read}` : read;
}

/* What came of the bets; without any, nothing. */
function verdictOn(bet, champion) {
  const fewest = Math.min(...WRONG.map((at) => CAUGHT[at]));
  const most = Math.max(...CATCHES);
  const [own, its] = [CAUGHT[PROGRAMS.indexOf(bet)], CATCHES[DATA.checks.indexOf(champion)]];
  const first = bet ? `${plural(own, "check")} notice${own === 1 ? "s" : ""} “${bet}”, ${own === fewest ? "as you bet, the fewest" : `and the fewest are ${fewest}`}. ` : "";
  return `${first}${champion ? `“${champion}” notices ${its}, ${its === most ? "as you bet, the most" : `and the most are ${most}`}. ` : ""}`;
}

const FIELDS_OF_MATRIX = {
  program: nameField("one loop", PROGRAMS),
  check: nameField(DATA.checks[0], DATA.checks),
  bet: nameField("", ["", ...PROGRAMS]),
  champion: nameField("", ["", ...DATA.checks]),
  filled: choiceField("no", ["no", "yes"]),
};
knob(FIELDS_OF_MATRIX, build, draw, { seconds: 3, again: 3, frame, when: () => state.filled === "yes" });
