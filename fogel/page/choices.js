// choices: the settings that a reader makes, in a form and in the page's address, by the names of the command line.

const SHOWN = ["seed", "trials", "generations", "games", "slip", "noise"]; // without opening the others
const CHOSEN = Object.keys(SETTINGS).filter((name) => !DATA.limits.not_chosen.includes(name));

const optionOf = (name) => name.replaceAll("_", "-");

function buildChoices() {
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
function chosen() {
  return Object.fromEntries(CHOSEN.map((name) => [name, valueOf($(name), SETTINGS[name].kind)]));
}

function valueOf(field, kind) {
  if (kind === "bool") return field.checked;
  return kind === "str" || field.value === "" ? field.value : Number(field.value);
}

function choose(settings) {
  for (const name of CHOSEN) {
    if (SETTINGS[name].kind === "bool") $(name).checked = settings[name];
    else $(name).value = String(settings[name]);
  }
}

/* Those that are not the default, as pairs of texts. */
function differences(values) {
  return CHOSEN.filter((name) => values[name] !== SETTINGS[name].default).map((name) => [name, String(values[name])]);
}

/* The settings in an address, "#seed=7&slip=0.2"; throws ValueError that names one. */
function settingsIn(hash) {
  const values = {};
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ""))) {
    const kind = SETTINGS[name]?.kind;
    if (kind === "bool") values[name] = { true: true, false: false }[text] ?? text;
    else values[name] = kind === "str" || text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
  }
  return pageSettings(values);
}

function hashOf(values) {
  return `#${new URLSearchParams(differences(values))}`;
}

/* The same experiment on the command line, option by option. */
function commandOf(values) {
  const words = differences(values).map(([name, text]) => {
    const kind = SETTINGS[name].kind;
    if (kind !== "bool") return `--${optionOf(name)}${text.startsWith("-") ? "=" : " "}${text}`;
    return `--${text === "true" ? "" : "no-"}${optionOf(name)}`;
  });
  return ["fogel curve", ...words];
}
