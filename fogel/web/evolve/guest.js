// guest: a player from a file or from an address, which is looked into, judged and played like those that evolve here.

import { gainOf } from "../experiment/exact.js";
import { compiledModule, fastTrial, tablesOf } from "../experiment/trial.js";
import { readChampion } from "../package/champion.js";
import { textOf } from "../package/files.js";
import { DATA, GAME, ValueError } from "../package/base.js";
import { unpack } from "../package/unpack.js";
import { $, element, plural, say, set } from "../screen/screen.js";
import { state, tell } from "./state.js";

export const GUEST = "guest"; // its value among the trials
export const FROM_LINK = "this link"; // what stands in place of its file's name

/* Who can be shown: the trials, and a guest. */
export function buildTrials() {
  const { recording, guest, trial, showsGuest } = state;
  const names = recording ? recording.trials.map((_, at) => [at, `trial ${at}`]) : [];
  if (guest) names.push([GUEST, guest.file]);
  $("trial").replaceChildren(...names.map(([value, label]) => element("option", { value }, label)));
  $("trial").value = showsGuest ? GUEST : trial;
}

/* Reads a file that was chosen or dropped; what is wrong is said, and what to do. `render()` draws the page anew. */
async function invite(file, render) {
  try {
    const network = readChampion(await textOf(file));
    await welcome(network, file.name);
    say($("file-trouble"), "");
    const age = network.generation === null ? "" : `, of generation ${network.generation}`;
    tell(`${file.name} is read: a network with ${plural(network.hiddenNodes, "hidden node")}${age}. It is shown now.`);
  } catch (problem) {
    const reason = problem instanceof ValueError ? problem.message : "the browser can't read it";
    const advice = "Choose a file that was kept on this page or saved by fogel curve";
    say($("file-trouble"), `${file.name}: ${reason.replace(/\.$/, "")}. ${advice}.`);
  }
  render();
  if (state.showsGuest) $("trial").focus();
}

/* A network becomes the guest, and is shown. */
export async function welcome(network, file) {
  if (!DATA.opponents) await unpack();
  Object.assign(state, { guest: { network, file, settings: null, exact: null, gain: null }, showsGuest: true });
  buildTrials();
}

/* What it would expect, exactly, in the experiment of the settings that are chosen. */
export function exactPayoff(guest) {
  const { settings } = state;
  if (guest.settings !== settings) {
    const tables = tablesOf(settings);
    const alone = fastTrial({ ...settings, parents: 1 }, 0, compiledModule(), tables);
    alone.replaceFounder(guest.network);
    Object.assign(guest, { settings, gain: GAME && gainOf(tables, settings), exact: alone.expectedPayoff(0) });
  }
  return guest.exact;
}

/* Listens for files that are chosen or dropped; `render()` draws the page anew. */
export function listenForFiles(render) {
  const drops = (is) => set(document.body, { "data-drops": is });
  $("choose-file").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", async () => {
    const [file] = $("file").files;
    if (file) await invite(file, render);
    $("file").value = ""; // so that the same file can be chosen again
  });
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    drops(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) drops(false);
  });
  document.addEventListener("drop", (event) => {
    const [file] = event.dataTransfer.files;
    drops(false);
    if (!file) return;
    event.preventDefault();
    invite(file, render);
  });
}
