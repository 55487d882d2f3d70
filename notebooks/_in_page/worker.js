// Python for the exercises of a page, in a worker of its own: an answer that never ends stops nothing else, and can be
// stopped. The Python is Pyodide's core; what it is given is exercises.zip, see pages.py.

import { loadPyodide } from "./pyodide/pyodide.mjs";

async function start(chapter) {
  const [python, archive] = await Promise.all([loadPyodide(), fetch("exercises.zip")]);
  if (!archive.ok) throw new Error(`exercises.zip: ${archive.status}`);
  python.unpackArchive(await archive.arrayBuffer(), "zip", { extractDir: "/exercises" });
  python.runPython("import sys\nsys.path.insert(0, '/exercises')");
  return python.pyimport("steps").Chapter(`/exercises/${chapter}.json`);
}

let ready = null;

onmessage = async ({ data: { chapter, number, place, text } }) => {
  try {
    ready ??= start(chapter);
    postMessage({ said: (await ready).tried(number, place, text) });
  } catch (problem) {
    postMessage({ problem: String(problem) }); // of Pyodide itself: what an answer does wrong is said by `tried`
  }
};
