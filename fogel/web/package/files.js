// files: the text of a file that a reader chooses, and the values in it.
// twin of fogel.core.results.read_json

import { DATA, ValueError } from "./base.js";

/* The text of a file that the reader chose; throws ValueError that names what is wrong. */
export async function textOf(file) {
  if (file.size > DATA.file.largest_file) {
    throw new ValueError(`a champion file has at most ${DATA.file.largest_file.toLocaleString("en")} bytes`);
  }
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ValueError("not text in UTF-8");
  }
}

/* JSON, and NaN and Infinity as in Python's; both become Infinity, so that the check of their field finds them. */
export function parse(text) {
  try {
    const word = /"[^"\\]*(?:\\[^][^"\\]*)*"?|\b(?:NaN|Infinity)\b/g;
    return JSON.parse(text.replace(word, (found) => (found[0] === '"' ? found : "1e999")));
  } catch (problem) {
    throw new ValueError(`not JSON (${problem.message.replace(/\s+/g, " ").slice(0, 80)})`);
  }
}
