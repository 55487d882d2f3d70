// best: the best player of the generation that is shown, while it changes, or a guest: its opening, its nodes, a game.

import { SQUARES, START } from "../package/encoding.js";
import { range } from "../package/base.js";
import { HUMAN, Match, pair } from "../board/match.js";
import { BOARD_GAME } from "../package/game.js";
import { sigmoid } from "../package/forward.js";
import { MOST_HIDDEN_NODES, chooseSquare } from "../package/network.js";
import { reach, toTheBoard } from "../screen/buttons.js";
import { $, element, number, plural, say, set, words } from "../screen/screen.js";
import { renderBoard, statusWords } from "../screen/squares.js";
import { largest, setAmount } from "../screen/weights.js";
import { handLink, hashOf } from "./address.js";
import { carriedText } from "./carried.js";
import { exactPayoff } from "./guest.js";
import { shownGeneration, state, tell } from "./state.js";

const NEAR = 1e-9; // rounding: as good as equal

export function buildBest() {
  for (const id of ["outputs", "openings"]) $(id).append(...range(SQUARES).map(() => element("div", { class: "cell heat" })));
  range(MOST_HIDDEN_NODES).forEach((node) => {
    const stencils = ["hears", "bias", "says"].map((kind) => {
      const count = kind === "bias" ? 1 : SQUARES;
      return element("span", { class: `stencil ${kind}` }, ...range(count).map(() => element("i")));
    });
    $("stencils").append(element("div", {}, element("b", {}, String(node + 1)), ...stencils));
  });
}

/* Who is looked into: {network, payoff, exact, gain, name}; null before there is anybody. */
function lookedInto({ recording, trial, guest, showsGuest }, shown) {
  if (showsGuest) {
    const { network, file } = guest;
    return { network, payoff: network.payoff, exact: exactPayoff(guest), gain: guest.gain, name: `the player in ${file}` };
  }
  if (!recording || !shown) return null;
  const { payoffs, exact } = recording.trials[trial];
  const name = `the best of generation ${shown}, trial ${trial}`;
  const network = Object.assign(recording.network(trial, shown), { payoff: payoffs[shown - 1] });
  return { network, payoff: network.payoff, exact: exact[shown - 1], gain: recording.gain, name };
}

export function renderBest(state, shown) {
  const one = lookedInto(state, shown);
  $("best").hidden = !one;
  if (!one) return;
  const { network, payoff, exact } = one;
  const { recording, guest, showsGuest } = state;
  const runs = recording !== null && shown > 0;
  for (const id of ["all-openings", "lineage", "best-trial"]) $(id).hidden = !runs;
  say($("copy-player"), showsGuest ? "Copy a link to it" : "Beat mine: copy a link to it");
  $("keep-it").hidden = showsGuest;
  say($("best-title"), showsGuest ? `The player in ${guest.file}` : "The best player of this generation");
  say($("picked"), payoff === null ? "–" : number(payoff, Number.isInteger(payoff) ? 0 : 1));
  say($("picked-for"), showsGuest ? "the payoff that its file names" : "the payoff that it was picked for");
  say($("exact-payoff"), number(exact, 1));
  renderGain(one.gain, exact);
  renderStencils(network);
  const opens = state.settings.seat !== "second";
  $("opens").hidden = !opens;
  if (!opens) return;
  const sums = network.run(START)[1];
  const square = chooseSquare(sums, START);
  renderHeat($("outputs"), sums.map(sigmoid), square, (value) => number(value, 2));
  set($("outputs"), { "aria-label": `Its outputs on the first board; the largest is that of square ${square}` });
  if (!runs) return;
  const squares = recording.trials.map((_, at) => recording.network(at, shown).choose(START));
  const counts = range(SQUARES).map((at) => squares.filter((one) => one === at).length);
  renderHeat($("openings"), counts.map((count) => count / squares.length), null, (_, at) => String(counts[at] || ""));
  const said = counts.map((count, at) => `${count} on square ${at}`).filter((_, at) => counts[at]);
  set($("openings"), { "aria-label": `How many of the trials' best open where: ${said.join(", ")}` });
}

/* How much of what there is to gain at another game than the standard one; nothing is said of that one. */
function renderGain(gain, exact) {
  $("gain").hidden = !gain;
  if (!gain) return;
  const { random, ceiling } = gain;
  const all = `Nobody can expect more than ${number(ceiling, 1)}, and whoever moves at random ${number(random, 1)}`;
  const share = (exact - random) / (ceiling - random);
  say($("gain"), ceiling - random > NEAR ? `${all}: it has ${number(share, 3)} of the way.` : `${all}: there is nothing to gain.`);
}

function renderHeat(board, amounts, square, text) {
  [...board.children].forEach((cell, at) => {
    set(cell, { style: `--amount: ${amounts[at].toFixed(3)}`, "data-chosen": at === square });
    say(cell, text(amounts[at], at));
  });
}

function renderStencils({ hiddenNodes, hiddenWeights, outputWeights }) {
  const [heard, said] = [hiddenWeights, outputWeights].map(largest);
  say($("nodes-of"), words("nodes", { nodes: plural(hiddenNodes, "hidden node") }));
  [...$("stencils").children].forEach((item, node) => {
    item.hidden = node >= hiddenNodes;
    if (item.hidden) return;
    const [, hears, bias, says] = item.children;
    tint(hears, hiddenWeights[node].slice(0, SQUARES), heard);
    tint(bias, hiddenWeights[node].slice(SQUARES), heard);
    tint(says, outputWeights.map((row) => row[node]), said);
  });
  const about = `${plural(hiddenNodes, "hidden node")}; largest weight in ${number(heard)}, out ${number(said)}`;
  set($("stencils"), { "aria-label": about });
}

function tint(stencil, weights, most) {
  weights.forEach((weight, at) => setAmount(stencil.children[at], weight, most));
}

// A game against it.

export let match = null;
let opponent = null; // {network, name}, as it was when it was asked to play

/* Begins a game against the one that is shown; the keyboard's focus goes to the board, if it is asked for. */
export function playIt(isAsked = true) {
  opponent = lookedInto(state, shownGeneration());
  const begins = match ? match.person === 1 : state.settings.seat === "second";
  match = new Match(BOARD_GAME, pair("evolved", begins), (name) => (name === HUMAN ? null : opponent.network));
  renderMatch();
  if (isAsked) toTheBoard();
}

export function click(square) {
  reach(square);
  if (match.move(square)) renderMatch();
}

export function renderMatch() {
  $("game").hidden = match === null;
  if (!match) return;
  say($("who"), `You play ${opponent.name}.`);
  say($("status"), statusWords(match));
  renderBoard(match, match.moves.length);
  ["ties", "wins", "losses"].forEach((name, at) => say($(name), String(match.tally[at])));
  $("it-begins").checked = match.person === 2;
  $("you-begin").checked = match.person === 1;
}

/* Hands the reader an address with the player that is shown in it. */
export async function copyPlayer() {
  const { network, exact } = lookedInto(state, shownGeneration());
  const hash = hashOf({ settings: state.settings, player: carriedText(network) });
  const copied = await handLink(hash, "player-link", "player-address");
  const whoever = `Whoever opens it meets this player, worth ${number(exact, 1)}`;
  say($("copied"), copied ? `The link is copied. ${whoever}.` : `Copy this link. ${whoever}.`);
}

/* Hands the reader the champion file of the best player that is shown. */
export function keepIt() {
  const generation = shownGeneration();
  const text = state.recording.championText(state.trial, generation);
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const name = `seed_${state.settings.seed}_trial_${state.trial}_generation_${generation}.json`;
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  tell(`Kept as ${name}. Try it: fogel audit ${name}`);
}
