// evolving: evolution on the smallest board, live, with what a match says of it beside what is really learnt.

import { DATA } from "../package/base.js";
import { $, element, number, plural, say, set, svg, words } from "../screen/screen.js";
import { startWorkers } from "../screen/workers.js";
import { eloOf, pointsOf } from "./rating.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [320, 190, 44, 24, 8]; // of a chart, with the room for its words
const ELO = { least: -300, most: 200, ticks: [-300, -200, -100, 0, 100, 200], level: 0 };
const BLUNDERS = { least: 0, most: 30, ticks: [0, 10, 20, 30] }; // in percent

const runs = []; // each with its kind, its trial, how many generations are done, and what was measured
let stop = () => {};
let running = null;

/* `play(player)` is what the button for it does. */
export function buildEvolving(play) {
  const { kinds, trials } = DATA.evolution;
  kinds.forEach(({ name }) => $("kind").append(element("option", { value: name }, words(`by_${name}`))));
  for (let trial = 0; trial < trials; trial++) $("trial").append(element("option", {}, String(trial)));
  $("evolve").addEventListener("click", () => !running && start());
  $("stop").addEventListener("click", () => running && halt(words("stopped_at", { done: running.done })));
  $("play-best").addEventListener("click", () => {
    const best = lastMeasured();
    if (best) play(best.player);
  });
  renderEvolving();
}

function start() {
  const kind = DATA.evolution.kinds.find(({ name }) => name === $("kind").value);
  const settings = { ...kind.settings, trial: Number($("trial").value) };
  const run = { kind: kind.name, settings, done: 0, measured: [] };
  running = run;
  runs.push(run);
  say($("evolved"), words("evolving"));
  stop = startWorkers([{ evolve: settings }], (found) => {
    run.done = found.done;
    if (found.rating) run.measured.push(measured(run, found));
    if (run.measured.at(-1)?.done === settings.generations) halt(words("evolved"));
    else renderEvolving();
  }, (problem) => halt(words("trouble", { problem })));
  renderEvolving();
}

function halt(told) {
  stop();
  running = null;
  renderEvolving();
  say($("evolved"), told);
}

/* What is kept of a generation that was measured. */
function measured({ kind, settings }, { done, rating, best }) {
  const { points, low, high } = pointsOf(rating.results, DATA.evolution.student);
  const about = { kind: words(`by_${kind}`), done, trial: settings.trial };
  const { board, shape, plies, extension, max_moves: limit } = settings;
  const told = { name: words("evolved_name", about), about: words("evolved_about", about) };
  return {
    done,
    elo: eloOf(points),
    ends: [low, high].map(eloOf),
    blunders: 100 * rating.blunders.share,
    player: { ...told, ...shape, ...best, board, plies, extension, limit },
  };
}

function lastMeasured() {
  return runs.flatMap((run) => run.measured.slice(-1)).at(-1);
}

function renderEvolving() {
  set($("evolve"), { "aria-disabled": running ? "true" : null });
  set($("stop"), { "aria-disabled": running ? null : "true" });
  set($("play-best"), { "aria-disabled": lastMeasured() ? null : "true" });
  if (running) say($("evolved"), words("generation", { done: running.done, of: running.settings.generations }));
  $("measured").hidden = !runs.length;
  $("measured").tBodies[0].replaceChildren(...runs.map(rowOf));
  drawChart($("elo-chart"), "elo", ELO, ({ elo }) => elo, ({ ends }) => ends);
  const blunders = { ...BLUNDERS, level: 100 * DATA.evolution.material_blunders };
  drawChart($("blunders-chart"), "blunders", blunders, (one) => one.blunders, () => []);
}

function rowOf(run) {
  const last = run.measured.at(-1);
  const cells = last
    ? [String(last.done), eloWords(last), `${number(last.blunders, 1)} %`]
    : [String(run.done), "", ""];
  const name = element("th", { scope: "row" }, element("i", { "data-kind": run.kind }), words(`by_${run.kind}`));
  return element("tr", {}, name, ...[String(run.settings.trial), ...cells].map((text) => element("td", {}, text)));
}

function eloWords({ elo, ends }) {
  const signed = (value) => (value === null ? words("no_bound") : (Math.round(value) > 0 ? "+" : "") + number(value, 0));
  return words("interval", { elo: signed(elo), low: signed(ends[0]), high: signed(ends[1]) });
}

/* A chart over the generations: a line for each run, and a level that the material player stands at. */
function drawChart(drawing, name, { least, most, ticks, level }, value, ends) {
  const generations = DATA.evolution.kinds[0].settings.generations;
  const x = (generation) => LEFT + ((WIDTH - LEFT - 8) * generation) / generations;
  const held = (one) => Math.min(Math.max(one ?? least, least), most);
  const y = (one) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * (held(one) - least)) / (most - least);
  const word = (text, about) => svg("text", about, text);
  const grid = ticks.flatMap((tick) => [
    svg("path", { class: "hair", d: `M${LEFT} ${y(tick)}H${WIDTH - 8}` }),
    word(number(tick, 0), { x: LEFT - 6, y: y(tick) + 4, "text-anchor": "end" }),
  ]);
  const along = [0, 20, 40, 60].filter((one) => one <= generations);
  grid.push(...along.map((one) => word(String(one), { x: x(one), y: HEIGHT - 6, "text-anchor": "middle" })));
  grid.push(svg("path", { class: "level", d: `M${LEFT} ${y(level)}H${WIDTH - 8}` }));
  const lines = runs.map((run) => {
    const points = run.measured.map((one) => `${x(one.done)} ${y(value(one))}`);
    const bars = run.measured.flatMap((one) => {
      const [low, high] = ends(one);
      return low === undefined ? [] : [svg("path", { class: "bar", d: `M${x(one.done)} ${y(low)}V${y(high ?? most)}` })];
    });
    const dots = run.measured.map((one) => svg("circle", { cx: x(one.done), cy: y(value(one)), r: 3 }));
    const line = points.length ? [svg("path", { d: `M${points.join("L")}` })] : [];
    return svg("g", { "data-kind": run.kind }, ...bars, ...line, ...dots);
  });
  drawing.replaceChildren(...grid, ...lines);
  set(drawing, { "aria-label": words(`${name}_chart`, { runs: plural(runs.length, "run") }) });
}
