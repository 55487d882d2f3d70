// The exercises of a chapter's page: each cell that waits for an answer becomes a field to write in, with a button that
// runs it and the checks below it. Python is fetched at the first click.

{
  const MARK = /tag_answer-([\d.]+)-(\d+)/;
  const folder = new URL("../_in_page/", document.currentScript.src);
  const CHECK = "tag_hide-input"; // the class of a cell that checks, below the one that waits for an answer
  const chapter = document.currentScript.dataset.chapter;
  const SERVE = "python -m http.server";
  let worker = null;
  let stop = null;

  const element = (name, properties, ...inside) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...inside);
    return made;
  };

  // What Python says to an answer; `stop` ends it, and the worker with it.
  function ask(question) {
    worker ??= new Worker(new URL("worker.js", folder), { type: "module" });
    return new Promise((resolve) => {
      const end = (words) => {
        worker?.terminate();
        worker = null;
        resolve(words);
      };
      stop = () => end("Stopped. The next run starts Python anew.");
      worker.onerror = () => end(`Python can't be fetched from ${folder.href}`);
      worker.onmessage = ({ data }) => (data.problem ? end(data.problem) : resolve(data.said));
      worker.postMessage({ chapter, ...question });
    });
  }

  function field(code, label) {
    const text = code.textContent.trimEnd();
    const made = element("textarea", { value: text, spellcheck: false, autocapitalize: "off", autocomplete: "off" });
    made.setAttribute("aria-label", label);
    const fit = () => (made.rows = Math.max(2, made.value.split("\n").length));
    made.addEventListener("input", fit);
    fit();
    return made;
  }

  function ready(cell, number, place) {
    const answer = field(cell.querySelector(".cell_input pre"), `Your answer to exercise ${number}`);
    const run = element("button", { type: "button", textContent: "Run and check" });
    const halt = element("button", { type: "button", textContent: "Stop", hidden: true });
    const anew = element("button", { type: "button", textContent: "Start over", hidden: true });
    const said = element("output", {});
    const first = answer.value;
    const stored = outputsOf(cell); // what the chapter's own text says to what stands there
    const busy = (is) => {
      for (const other of document.querySelectorAll(".answer-run")) other.disabled = is;
      halt.hidden = !is;
    };
    run.className = "answer-run";
    said.setAttribute("aria-live", "polite");
    const go = async () => {
      if (run.disabled) return;
      busy(true);
      for (const output of stored) output.hidden = true;
      said.textContent = worker ? "Running." : "Fetching Python, 14 MB, once.";
      said.textContent = (await ask({ number, place, text: answer.value })).trimEnd() || "It runs, and prints nothing.";
      busy(false);
    };
    run.addEventListener("click", go);
    halt.addEventListener("click", () => stop());
    anew.addEventListener("click", () => {
      answer.value = first;
      answer.dispatchEvent(new Event("input"));
      answer.focus();
    });
    answer.addEventListener("input", () => (anew.hidden = answer.value === first));
    answer.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.shiftKey || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        go();
      } else if (event.key === "Enter" && !event.isComposing) {
        event.preventDefault();
        indent(answer);
      }
    });
    cell.querySelector(".cell_input").replaceChildren(answer);
    cell.append(element("div", { className: "answer-bar" }, run, halt, anew), said);
    cell.classList.add("answer");
  }

  function outputsOf(cell) {
    const found = [...cell.querySelectorAll(".cell_output")];
    for (let next = cell.nextElementSibling; next?.classList.contains(CHECK); next = next.nextElementSibling) {
      found.push(...next.querySelectorAll(".cell_output"));
    }
    return found;
  }

  // A new line begins where the one before it does, four further after a colon.
  function indent(answer) {
    const before = answer.value.slice(0, answer.selectionStart).split("\n").at(-1);
    const deeper = before.trimEnd().endsWith(":") ? "    " : "";
    answer.setRangeText(`\n${before.match(/^ */)[0]}${deeper}`, answer.selectionStart, answer.selectionEnd, "end");
    answer.dispatchEvent(new Event("input"));
  }

  for (const cell of document.querySelectorAll('div.cell[class*="tag_answer-"]')) {
    const [, number, place] = cell.className.match(MARK);
    if (location.protocol === "file:") {
      const how = element("code", { textContent: SERVE });
      cell.after(element("p", { className: "answer-how" }, "To answer on this page, run ", how, " in the book's folder."));
    } else ready(cell, number, Number(place));
  }
}
