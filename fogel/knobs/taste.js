// Chapter 17: a taste by sliders, and the games of the package in the order in which it likes them.
// twin of fogel.ttt.taste.wishes.harmonic_mean, fogel.ttt.taste.wishes.Taste

import { DATA } from "../page/package/ground.js";
import { $, element, number, plural, say } from "../page/screen/screen.js";
import { choiceField, knob, numberField, slider, state, turn } from "./shared/knob.js";

const MOST_WEIGHT = 5;
const TASTES = Object.keys(DATA.tastes);
const sliders = {};

/* The weighted harmonic mean of positive values. */
function harmonicMean(values, weights) {
  const sum = (terms) => terms.reduce((so, term) => so + term, 0);
  return sum(weights) / sum(values.map((value, at) => weights[at] / value));
}

/* The games as [{game, score, refused, least}], the best first; `least` is the wish that leaves least content. */
function judged(taste, weights) {
  const { wishes, refused } = DATA.tastes[taste];
  const counted = wishes.map((wish, at) => ({ ...wish, weight: weights[at] })).filter(({ weight }) => weight > 0);
  const verdicts = DATA.games.map((game, row) => {
    const contents = counted.map((wish) => wish.contents[row]);
    const score = refused[row] ? 0 : harmonicMean(contents, counted.map(({ weight }) => weight));
    const least = counted[contents.indexOf(Math.min(...contents))];
    return { game, score, refused: refused[row], least: least.name, content: least.contents[row] };
  });
  return verdicts.sort((one, other) => other.score - one.score);
}

function build() {
  const options = TASTES.map((name) => element("option", { value: name }, name));
  const taste = element("select", { id: "taste" }, ...options);
  taste.addEventListener("change", () => turn({ taste: taste.value }));
  const wishes = TASTES.map((name) => {
    const rows = DATA.tastes[name].wishes.map((wish, at) => {
      const take = (value) => turn({ [name]: state[name].map((weight, place) => (place === at ? value : weight)) });
      const made = slider(`${name}-${at}`, wish.name.replaceAll("_", " "), { least: 0, most: MOST_WEIGHT, step: 1 },
        (value) => (value ? `weight ${value}` : "doesn’t count"), take);
      made.append(element("small", {}, wish.words));
      return made;
    });
    sliders[name] = rows;
    return element("div", { id: `wishes-${name}`, class: "wishes", role: "group", "aria-label": `Wishes of the taste ${name}` }, ...rows);
  });
  const label = element("label", { for: "taste" }, "A taste of the package");
  const left = element("div", { class: "stack" }, element("p", {}, label, taste), element("p", { id: "about" }), ...wishes);
  $("knob").append(left, element("ol", { id: "games", "aria-label": "The games, the best first" }));
}

function draw(state) {
  const { taste } = state;
  const weights = state[taste];
  $("taste").value = taste;
  say($("about"), DATA.tastes[taste].about);
  for (const name of TASTES) {
    $(`wishes-${name}`).hidden = name !== taste;
    sliders[name].forEach((made, at) => made.show(state[name][at]));
  }
  if (!weights.some((weight) => weight > 0)) {
    $("games").replaceChildren();
    return "Nothing counts, so there is nothing to rank by. Give one wish some weight.";
  }
  const found = judged(taste, weights);
  $("games").replaceChildren(...found.map((one) => {
    const why = one.refused ? one.refused : `least content with ${one.least.replaceAll("_", " ")}: ${number(one.content, 2)}`;
    const bar = element("span", { class: "bar", style: `--amount: ${one.score.toFixed(3)}`, "aria-hidden": "true" });
    const head = element("span", {}, element("b", {}, one.game), one.refused ? " refused" : ` ${number(one.score, 3)}`);
    return element("li", { class: one.refused ? "refused" : null }, head, bar, element("small", {}, why));
  }));
  const [first] = found;
  const out = found.filter(({ refused }) => refused).length;
  const gates = out ? ` Its gates refuse ${plural(out, "game")}.` : "";
  if (first.refused) return `No game gets past the gates of “${taste}”.`;
  return `First comes ${first.game} with ${number(first.score, 3)}, held back most by ${first.least.replaceAll("_", " ")}.${gates}`;
}

const WEIGHTS = TASTES.map((name) => [name, numberField(DATA.tastes[name].wishes.map(({ weight }) => weight), 0, MOST_WEIGHT)]);
knob({ taste: choiceField("fair", TASTES), ...Object.fromEntries(WEIGHTS) }, build, draw);
