// twin of fogel.core.texts.number, fogel.core.texts.plural

import { DATA } from "../package/base.js";

export const $ = (id) => document.getElementById(id);

/* An element with attributes and children; an attribute that is null or false is left out. */
export function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(made, attributes, children) {
  set(made, attributes);
  made.append(...children);
  return made;
}

export function set(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) target.removeAttribute(name);
    else target.setAttribute(name, value === true ? "" : value);
  }
}

export function say(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

export function letter(mark) {
  return mark ? DATA.letters[mark] : "";
}

/* A number with a true minus and without a minus zero; a very large one in powers of ten. */
export function number(value, digits = 2) {
  const text = Math.abs(value) < 1000 ? value.toFixed(digits) : value.toExponential(0);
  return Number(text) === 0 ? (0).toFixed(digits) : text.replaceAll("-", "−");
}

/* A text of the package's table in core/texts.py, with its names in braces filled in. */
export function words(name, values = {}) {
  return DATA.words[name].replace(/\{(\w+)\}/g, (_, held) => values[held]);
}

export function plural(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
