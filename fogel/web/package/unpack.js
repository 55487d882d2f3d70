// unpack: what comes deflated.

import { DATA } from "./base.js";

/* Puts into DATA what DATA.packed holds: what random numbers and trials need. */
export async function unpack() {
  const packed = new Blob([bytesOf(DATA.packed)]).stream();
  const text = await new Response(packed.pipeThrough(new DecompressionStream("deflate"))).text();
  Object.assign(DATA, JSON.parse(text));
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
