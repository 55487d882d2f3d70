// guest: a player from a file, which is looked into, judged and played like those that evolve here.

const FROM_FILE = "file"; // its value among the trials

/* Reads a file that was chosen or dropped; what is wrong is said, and what to do. */
async function invite(file) {
  try {
    const network = readChampion(await textOf(file));
    if (!DATA.opponents) await unpack();
    Object.assign(state, { guest: { network, file: file.name, settings: null, exact: null }, showsGuest: true });
    buildTrials();
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

/* What it would expect, exactly, in the experiment of the settings that are chosen. */
function worthOf(guest) {
  const { settings } = state;
  if (guest.settings !== settings) {
    const { hiddenWeights: hidden, outputWeights: output } = guest.network;
    const one = new Individual(0, 0, { hidden, output });
    Object.assign(guest, { settings, exact: expectedPayoff(one, tablesOf(settings), settings) });
  }
  return guest.exact;
}

function listenForFiles() {
  const drops = (is) => set(document.body, { "data-drops": is });
  $("choose-file").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", async () => {
    const [file] = $("file").files;
    if (file) await invite(file);
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
    invite(file);
  });
}
