// choices: the settings that a reader makes in a form, by the names of the command line.

import { DATA, GAME } from "../package/base.js";
import { SETTINGS, checkedSettings } from "../package/settings.js";
import { $, element } from "../screen/screen.js";

const ALWAYS = ["seed", "trials", "generations", "games", "slip", "noise"];
export const SHOWN = [...ALWAYS, "seat", "opponent"].filter((name) => name in SETTINGS); // without opening the others
export const CHOSEN = Object.keys(SETTINGS).filter((name) => !DATA.limits.not_chosen.includes(name));

const PRESETS = DATA.presets; // {name: {setting: value}}

const optionOf = (name) => name.replaceAll("_", "-");

export function buildChoices() {
  const names = [...Object.keys(PRESETS).map((name) => [name, name]), ["", "your own"]];
  $("preset").append(...names.map(([value, label]) => element("option", { value, hidden: !value }, label)));
  $("preset").addEventListener("change", () => choose(checkedSettings(PRESETS[$("preset").value])));
  for (const name of CHOSEN) {
    const about = SETTINGS[name];
    const field = fieldOf(about, name);
    const label = element("label", { for: name }, optionOf(name));
    const help = element("small", { id: `${name}-help` }, DATA.help[name]);
    const choice = element("div", { class: about.kind === "bool" ? "choice flag" : "choice" }, label, field, help);
    $(SHOWN.includes(name) ? "shown" : "others").append(choice);
  }
}

function fieldOf({ kind, choices, least, most }, name) {
  const shared = { id: name, "aria-describedby": `${name}-help` };
  if (kind === "bool") return element("input", { type: "checkbox", ...shared });
  if (kind === "str") return element("select", shared, ...choices.map((word) => element("option", {}, word)));
  const step = kind === "int" ? "1" : "any";
  return element("input", { type: "number", min: least, max: most, step, inputmode: "decimal", ...shared });
}

/* What stands in the form: {setting: value}. */
export function chosen() {
  return Object.fromEntries(CHOSEN.map((name) => [name, valueOf($(name), SETTINGS[name].kind)]));
}

function valueOf(field, kind) {
  if (kind === "bool") return field.checked;
  return kind === "str" || field.value === "" ? field.value : Number(field.value);
}

export function choose(settings) {
  for (const name of CHOSEN) {
    if (SETTINGS[name].kind === "bool") $(name).checked = settings[name];
    else $(name).value = String(settings[name]);
  }
}

/* Those that are neither the default nor a preset's, as pairs of texts. */
export function differences(values, preset = {}) {
  const usual = (name) => preset[name] ?? SETTINGS[name].default;
  return CHOSEN.filter((name) => values[name] !== usual(name)).map((name) => [name, String(values[name])]);
}

/* The name of the preset that has just these settings, or "". */
export function presetOf(values) {
  return Object.keys(PRESETS).find((name) => !differences(values, PRESETS[name]).length) ?? "";
}

/* The same experiment on the command line, option by option. */
export function commandOf(values) {
  const preset = presetOf(values);
  const begin = ["fogel curve", ...(GAME ? [`--game ${GAME.named}`] : [])];
  if (preset) return [...begin, ...(differences(values).length ? [`--preset ${preset}`] : [])];
  const words = differences(values).map(([name, text]) => {
    const kind = SETTINGS[name].kind;
    if (kind !== "bool") return `--${optionOf(name)}${text.startsWith("-") ? "=" : " "}${text}`;
    return `--${text === "true" ? "" : "no-"}${optionOf(name)}`;
  });
  return [...begin, ...words];
}
