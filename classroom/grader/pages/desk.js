"use strict";
// One answer: what is filled in is sent at once, one thing after the other, and a page is left when all is saved.

const form = document.getElementById("form");
if (form) start();

function start() {
  const element = id => document.getElementById(id);
  const boxes = [...form.querySelectorAll("[data-number]")];
  const [none, points, comment, status] = ["none", "points", "comment", "status"].map(element);
  const PAUSE = 400; // milliseconds after the last key in a field
  const NOW = { text: "value", tick: "checked" }, SERVED = { text: "defaultValue", tick: "defaultChecked" };
  let seen = form.dataset.seen, byRubric = [...boxes, none].some(box => box.defaultChecked);
  let saved = filledIn(SERVED), turn = Promise.resolve(true), timer = 0;
  let quarrel = false; // whether somebody else has filled in this row, and the reader has to say what counts

  function filledIn({ text, tick } = NOW) {
    const numbers = byRubric ? boxes.filter(box => box[tick]).map(box => Number(box.dataset.number)) : null;
    return JSON.stringify({ points: points[text].trim(), comment: comment[text], numbers });
  }

  function tell(words, wrong = false) {
    status.textContent = words;
    status.classList.toggle("wrong", wrong);
    element("again").hidden = !wrong;
    element("theirs").hidden = !quarrel;
  }

  function report(sentences) {
    for (const words of sentences) {
      const note = document.createElement("p");
      note.className = "note";
      note.textContent = words;
      element("said").append(note);
    }
  }

  // Sends what stands here, after what was sent before; a promise of whether it is saved.
  function save() {
    clearTimeout(timer);
    turn = turn.then(send, send);
    return turn;
  }

  async function send() {
    const filled = filledIn();
    if (filled === saved) return true;
    if (quarrel) return false;
    tell("Saving …");
    let answer, response;
    try {
      const body = JSON.stringify({ ...JSON.parse(filled), seen });
      const headers = { "Content-Type": "application/json" };
      response = await fetch(form.dataset.here, { method: "POST", headers, body, keepalive: true });
      answer = await response.json();
    } catch {
      tell("Not saved: `read` does not answer. If it has ended, copy your note, and start it again.", true);
      return false;
    }
    report(answer.said);
    if (answer.seen) seen = answer.seen;
    if (!response.ok) {
      quarrel = response.status === 409;
      tell(`Not saved: ${answer.problem}`, true);
      return false;
    }
    saved = filled;
    tell(answer.points === null ? "Saved, without points yet" : "Saved");
    const all = element("progress").max;
    element("left").textContent = `${answer.left} of ${all} to read`;
    element("progress").value = all - answer.left;
    return true;
  }

  function tick(box) {
    if (box === none) boxes.forEach(other => { other.checked = false; });
    else none.checked = false;
    const ticked = boxes.filter(other => other.checked);
    byRubric = ticked.length > 0 || none.checked;
    const sum = ticked.reduce((total, other) => total + Number(other.dataset.points), 0);
    points.value = byRubric ? String(sum) : "";
    save();
  }

  function count() {
    byRubric = false;
    boxes.forEach(box => { box.checked = false; });
    none.checked = points.value.trim() === "0";
    later();
  }

  function later() {
    clearTimeout(timer);
    if (!quarrel) tell("Not saved yet");
    timer = setTimeout(save, PAUSE);
  }

  [...boxes, none].forEach(box => box.addEventListener("change", () => tick(box)));
  points.addEventListener("input", count);
  comment.addEventListener("input", later);
  [points, comment].forEach(field => field.addEventListener("change", save));
  element("retry").addEventListener("click", () => { quarrel = false; save(); });
  element("theirs").addEventListener("click", () => { saved = filledIn(); location.reload(); });
  form.addEventListener("submit", event => { event.preventDefault(); save(); });

  // What a reader filled in before this script listened: on a slow machine the form is there first.
  const ticked = [...boxes, none].find(box => box.checked !== box.defaultChecked);
  if (ticked) tick(ticked);
  else if (points.value !== points.defaultValue) count();
  if (comment.value !== comment.defaultValue) later();

  // Leaving.
  async function go(link) {
    if (link && await save()) location.assign(link.href);
  }
  for (const link of document.querySelectorAll("a")) {
    link.addEventListener("click", event => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(link);
    });
  }
  addEventListener("beforeunload", event => { if (filledIn() !== saved) { save(); event.preventDefault(); } });
  addEventListener("pageshow", event => { if (event.persisted) location.reload(); });

  // Keys. Whoever speaks to a browser, or hits keys by chance, can turn off letters and digits (WCAG 2.1.4).
  const letters = element("letters");
  letters.checked = sessionStorage.getItem("letters") !== "off";
  letters.addEventListener("change", () => sessionStorage.setItem("letters", letters.checked ? "on" : "off"));
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const writing = event.target.matches("input[type=text], textarea");
    if (event.key === "Escape" && writing) event.target.blur();
    if (writing || event.repeat) return;
    const press = keys()[event.key];
    if (!press) return;
    event.preventDefault();
    press();
  });
  function keys() {
    const found = { ArrowLeft: () => go(element("before")), ArrowRight: () => go(element("after")) };
    if (!letters.checked) return found;
    [none, ...boxes].forEach((box, k) => { found[k] = () => box.click(); });
    return { ...found, u: () => go(element("unread")), n: () => comment.focus() };
  }
}
