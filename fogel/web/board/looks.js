// looks: what a player thought or computed, as an element: panel.py.
// twin of fogel.web.board.panel.look_sentences, fogel.web.board.panel.net_sentences, fogel.web.board.panel.node_words
// twin of fogel.web.board.panel.panel_html

import { DATA, range } from "../package/base.js";
import { element, letter, number, plural, words } from "../screen/screen.js";
import { whose } from "./rules.js";

/* A sentence of the table of words, filled in. */
export function sentence(name, values = {}) {
  const text = words(name, values);
  return text[0].toUpperCase() + text.slice(1);
}

/* What is seen of a player of some `name` that took a square, or null, in the turn before. */
export function lookOf(seen, name, taken) {
  const me = seen.player;
  const head = sentence("thinks", { mark: DATA.marks[me], player: name });
  const about = (sentences) => element("p", {}, sentences.join(" "));
  const inside = seen.layers
    ? [about(netSentences(seen, taken)), layersOf(seen)]
    : [about(lookSentences(seen, taken)), ...(seen.depth ? [nodesOf(me, seen.children, taken)] : [])];
  return element("section", { class: "thought" }, element("h3", {}, head), ...inside);
}

function netSentences(seen, taken) {
  const where = seen.passed ? "before_pass" : taken === null ? "at_first" : "before_move";
  const largest = words(seen.open ? "largest" : "largest_taken", { square: DATA.squares[seen.chosen] });
  return [words(where, { square: DATA.squares[taken] }), largest, ...(seen.after ? [words("punished")] : [])];
}

/* All layers, folded up; in each its nodes, and in each of those its links. */
function layersOf(seen) {
  const { layers, after } = seen;
  const places = placesOf(layers.map(({ length }) => length));
  const last = layers.length - 1;
  return treeOf(layers.map((activations, layer) => {
    const nodes = activations.map((activation, at) => {
      const values = { node: `${layer}.${at}`, activation: shownAs(activation, after?.layers[layer][at]), square: DATA.squares[at] };
      const kind = layer === last && at === seen.chosen ? "chosen" : null;
      const text = words(layer === last ? "net_output" : "net_node", values);
      return element("li", { class: kind }, folded(text, linksOf(seen, places[layer][at])));
    });
    return element("li", {}, folded(words("layer", { number: layer, nodes: plural(nodes.length, "node") }), treeOf(nodes)));
  }));
}

/* [layer][node]: its links, [words, layer and node of the source, number of the link], input links first. */
function placesOf(sizes) {
  const found = sizes.map((size) => range(size).map(() => []));
  let link = 0;
  sizes.slice(1).forEach((following, layer) => {
    for (let source = 0; source < sizes[layer]; source++) {
      for (let dest = 0; dest < following; dest++, link++) {
        found[layer + 1][dest].push([words("net_from", { node: `${layer}.${source}` }), layer, source, link]);
        found[layer][source].push([words("net_to", { node: `${layer + 1}.${dest}` }), layer, source, link]);
      }
    }
  });
  return found;
}

function linksOf(seen, links) {
  const row = (tag, cells) => element("tr", {}, ...cells.map((text) => element(tag, {}, text)));
  const heads = row("th", words("net_heads").split(", "));
  const rows = links.map(([text, layer, source, link]) => {
    const numbers = (state) => {
      const [activation, weight] = [state.layers[layer][source], state.weights[link]];
      return [activation, weight, weight * activation];
    };
    const then = seen.after ? numbers(seen.after) : [];
    return row("td", [text, ...numbers(seen).map((value, at) => shownAs(value, then[at]))]);
  });
  return element("table", { class: "links" }, heads, ...rows);
}

/* A number, and what came of it if that looks different. */
function shownAs(...values) {
  const texts = values.filter((value) => value !== undefined).map((value) => number(value, DATA.look.digits));
  return [...new Set(texts)].join(" → ");
}

function lookSentences(seen, taken) {
  const square = DATA.squares[taken];
  const found = [words(taken === null ? "at_first" : "before_move", { square })];
  if (!seen.depth) return [...found, words("blind")];
  found.push(words("sight", { moves: plural(seen.moves, "move"), depth: seen.depth }));
  found.push(words(seen.odds ? "errs" : "never_errs", { odds: seen.odds }));
  found.push(words(seen.best.length > 1 ? `draws_${seen.move_value}` : "one_best", { count: seen.best.length }));
  if (taken !== null && !seen.best.includes(taken)) found.push(words("mistake", { square }));
  return found;
}

function nodesOf(me, nodes, taken = null) {
  const { listed } = DATA.look;
  const items = nodes.map((node) => nodeOf(me, node, taken));
  const rest = items.splice(listed);
  if (rest.length) items.push(element("li", {}, folded(words("more", { count: rest.length }), treeOf(rest))));
  return treeOf(items);
}

function nodeOf(me, node, taken) {
  const text = nodeWords(me, node, taken);
  const mine = node.square === taken ? " chosen" : "";
  const inside = node.children.length ? folded(text, nodesOf(me, node.children)) : text;
  return element("li", { class: `${node.value}${mine}` }, inside);
}

function nodeWords(me, node, taken) {
  const kind = node.value === "even" && node.moves !== null ? "draw" : node.value;
  let value = words(`node_${kind}`, { mark: letter(me), moves: node.moves });
  if (node.line?.length) {
    const steps = node.line.map((square, at) => step(whose(node.player, at + 2), square));
    value = words("line", { value, line: steps.join(", ") });
  }
  const move = step(node.player, node.square);
  return words(node.square === taken ? "node_taken" : "node", { move, value });
}

function step(player, square) {
  return words("step", { mark: letter(player), square: DATA.squares[square] });
}

function folded(text, inside) {
  return element("details", {}, element("summary", {}, text), inside);
}

function treeOf(items) {
  return element("ul", { class: "tree" }, ...items);
}
