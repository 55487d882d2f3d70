// Chapter 11: what each check says of each program, square by square.

import { DATA } from "../page/package/ground.js";
import { $, element, say, set } from "../page/screen/screen.js";
import { choiceField, knob, state, turn } from "./shared/knob.js";

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

function chooserOf(id, name, names) {
  const made = element("select", { id }, ...names.map((one) => element("option", { value: one }, one)));
  made.addEventListener("change", () => turn({ [id]: made.value }));
  return element("p", {}, element("label", { for: id }, name), made);
}

function build() {
  const choosers = element("div", { class: "choosers" },
    chooserOf("program", "Program", PROGRAMS), chooserOf("check", "Check", DATA.checks));
  const heads = PROGRAMS.map((name) => element("span", { class: "head", "aria-hidden": "true" }, element("i", {}, name)));
  const rows = DATA.checks.map((check, row) => {
    const cells = PROGRAMS.map((program, column) => {
      const said = DATA.alarms[row][column] ? "alarm" : "nothing";
      const label = `${program}, ${check}: ${said}`;
      const cell = element("span", { role: "gridcell", class: `hit ${said}`, "aria-label": label });
      cell.addEventListener("click", () => turn({ program, check }));
      return cell;
    });
    return element("div", { role: "row", class: "line" }, element("span", { role: "rowheader", class: "name" }, check), ...cells);
  });
  const matrix = element("div", { id: "matrix", role: "grid", "aria-label": "Checks and programs; the arrow keys move from square to square" },
    element("div", { class: "line heads", role: "presentation" }, element("span", { class: "name" }), ...heads), ...rows);
  matrix.addEventListener("keydown", walk);
  const about = element("p", { id: "about" });
  $("knob").append(choosers, matrix, about);
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

function draw({ program, check }) {
  const [column, row] = [PROGRAMS.indexOf(program), DATA.checks.indexOf(check)];
  $("program").value = program;
  $("check").value = check;
  [...$("matrix").children].forEach((line, at) => {
    const here = at - 1 === row;
    set(line, { "data-chosen": here });
    [...line.children].slice(1).forEach((cell, place) => {
      set(cell, { "data-chosen": place === column });
      if (at) set(cell, { tabindex: here && place === column ? "0" : "-1", "aria-selected": String(here && place === column) });
    });
  });
  const caught = DATA.alarms.filter((alarms) => alarms[column]).length;
  const catches = DATA.alarms[row].filter(Boolean).length;
  const [what, wrong] = [DATA.programs[column][1], PROGRAMS.length - 1];
  say($("about"), `“${program}”: ${what}. ${caught} of ${DATA.checks.length} checks say something of it; ` +
    `“${check}” notices ${catches} of ${wrong} wrong programs.`);
  const alarm = DATA.alarms[row][column];
  return alarm ? `Alarm: ${alarm}.` : `“${check}” says nothing of “${program}”.`;
}

knob({ program: nameField("one loop", PROGRAMS), check: nameField(DATA.checks[0], DATA.checks) }, build, draw);
