"""What a player has seen or computed, as sentences and HTML (chapters 14 and 15).

The page says the same in `looks.js`, from the same table of words.
"""

from __future__ import annotations

import html
from itertools import pairwise, product
from pathlib import Path

from fogel.core.texts import number, plural
from fogel.core.types import Json, Square
from fogel.lookahead.peek import SHOWN, choice_words
from fogel.rules.game import letters
from fogel.rules.rule_files import square_words
from fogel.rules.rules import Rules, after
from fogel.rules.texts import ANY_GAME
from fogel.web.board.match import BoardMatch, sentence
from fogel.web.builder import load_text

DIGITS = 4  # of activations and weights
LISTED = 12  # moves below each other; the others of a board are folded up
STYLE = load_text(Path(__file__).with_name("panel.css"))


def panel_html(match: BoardMatch, shown: int = SHOWN) -> tuple[str, bool]:
    """(all of a match's `lookers` as HTML, whether more of a tree could be shown)."""
    looks = {number: match.look(number, shown) for number in match.lookers}
    return "".join(_look_html(match, *item) for item in looks.items()), any(
        seen["deeper"] for seen in looks.values()
    )


def _look_html(match, number, seen):
    _, taken = match.last_turn(number)
    mark, player = match.game.name_player(number), match.names[number - 1]
    head = html.escape(sentence("thinks", mark=mark, player=player))
    if "layers" in seen:
        words, inside = net_sentences(match.rules, seen, taken), _net_html(match.rules, seen)
    else:
        words = look_sentences(match.rules, seen, taken)
        inside = _nodes_html(match.rules, number, seen["children"], taken) if seen["depth"] else ""
    return f'<section class="thought"><h3>{head}</h3><p>{" ".join(words)}</p>{inside}</section>'


def look_sentences(rules: Rules, seen: Json, taken: Square | None) -> list[str]:
    """A `peek.look` in sentences; `taken` is the square that the player took then, None if it has
    not moved.
    """
    where = ANY_GAME["at_first" if taken is None else "before_move"]
    found = [where.format(square=None if taken is None else square_words(rules, taken))]
    if not seen["depth"]:
        return [*found, ANY_GAME["blind"]]
    found.append(ANY_GAME["sight"].format(moves=plural(seen["moves"], "move"), depth=seen["depth"]))
    found += [ANY_GAME["cut"]] * seen["cut"]
    found.append(ANY_GAME["errs" if seen["odds"] else "never_errs"].format(odds=seen["odds"]))
    found.append(choice_words(seen))
    if taken is not None and taken not in seen["best"]:
        found.append(ANY_GAME["mistake"].format(square=square_words(rules, taken)))
    return found


def _nodes_html(rules, me, nodes, taken=None):
    """Nodes as a list; each that has others below it can be unfolded, and so can those beyond the
    first LISTED.
    """
    items = [_node_html(rules, me, node, taken) for node in nodes]
    more = ANY_GAME["more"].format(count=len(items) - LISTED)
    rest = f"<li>{_folded(more, _list(items[LISTED:]))}</li>" if len(items) > LISTED else ""
    return _list([*items[:LISTED], rest])


def _node_html(rules, me, node, taken):
    kind = node["value"]
    mine = " chosen" if node["square"] == taken else ""
    words = node_words(rules, me, node, taken)
    below = _nodes_html(rules, me, node["children"])
    return f'<li class="{kind}{mine}">{_folded(words, below) if node["children"] else words}</li>'


def node_words(rules: Rules, me: int, node: Json, taken: Square | None = None) -> str:
    """A node of the tree of `me` in words: the move, what `me` thinks of it, and what
    would follow.
    """
    kind = "draw" if node["value"] == "even" and node["moves"] else node["value"]
    value = ANY_GAME[f"node_{kind}"].format(mark=letters(rules)[me], moves=node["moves"])
    if node.get("line"):
        line, player = [], node["player"]
        for square in node["line"]:
            player = after(rules, player)
            line.append(_step(rules, player, square))
        value = ANY_GAME["line"].format(value=value, line=", ".join(line))
    name = "node_taken" if node["square"] == taken else "node"
    return ANY_GAME[name].format(move=_step(rules, node["player"], node["square"]), value=value)


def _step(rules, player, square):
    return ANY_GAME["step"].format(mark=letters(rules)[player], square=square_words(rules, square))


# Networks.


def net_sentences(rules: Rules, seen: Json, taken: Square | None) -> list[str]:
    """A network's `thought` in sentences; `taken` is the square that it took then, None if it did
    not.
    """
    where = "before_pass" if seen["passed"] else "at_first" if taken is None else "before_move"
    found = [ANY_GAME[where].format(square=None if taken is None else square_words(rules, taken))]
    name = "largest" if seen["open"] else "largest_taken"
    found.append(ANY_GAME[name].format(square=square_words(rules, seen["chosen"])))
    return found + [ANY_GAME["punished"]] * bool(seen["after"])


def _net_html(rules, seen):
    """All layers, folded up; in each its nodes, and in each of those its links."""
    then, last = seen["after"], len(seen["layers"]) - 1
    places, parts = _places(list(map(len, seen["layers"]))), []
    for layer, activations in enumerate(seen["layers"]):
        nodes = []
        for node, activation in enumerate(activations):
            values = _shown(activation, then and then["layers"][layer][node])
            square = square_words(rules, node) if layer == last else None
            words = ANY_GAME["net_output" if layer == last else "net_node"]
            words = words.format(node=f"{layer}.{node}", activation=values, square=square)
            kind = ' class="chosen"' if layer == last and node == seen["chosen"] else ""
            nodes.append(f"<li{kind}>{_folded(words, _links_html(seen, places[layer, node]))}</li>")
        head = ANY_GAME["layer"].format(number=layer, nodes=plural(len(activations), "node"))
        parts.append(f"<li>{_folded(head, _list(nodes))}</li>")
    return _list(parts)


def _places(sizes):
    """{(layer, node): its links, [(words, layer and node of the source, number of the link)]},
    input links first.
    """
    found = {(layer, node): [] for layer, size in enumerate(sizes) for node in range(size)}
    link = 0
    for layer, (size, following) in enumerate(pairwise(sizes)):
        for source, dest in product(range(size), range(following)):
            found[layer + 1, dest].append((f"{layer}.{source}", (layer, source), link, "net_from"))
            found[layer, source].append((f"{layer + 1}.{dest}", (layer, source), link, "net_to"))
            link += 1
    return found


def _links_html(seen, links):
    heads = "".join(f"<th>{head}</th>" for head in ANY_GAME["net_heads"].split(", "))
    rows = []
    for node, source, link, name in links:
        now, then = _link(seen, source, link), _link(seen["after"], source, link)
        cells = "".join(f"<td>{_shown(*pair)}</td>" for pair in zip(now, then, strict=True))
        rows.append(f"<tr><td>{ANY_GAME[name].format(node=node)}</td>{cells}</tr>")
    return f'<table class="links"><tr>{heads}</tr>{"".join(rows)}</table>'


def _link(state, source, link):
    """(activation, weight, contribution) of a link, None each where there is no such state."""
    if state is None:
        return None, None, None
    activation, weight = state["layers"][source[0]][source[1]], state["weights"][link]
    return activation, weight, weight * activation


def _shown(value, then=None):
    """A number, and what came of it if that looks different."""
    texts = (number(one, DIGITS) for one in (value, then) if one is not None)
    return " → ".join(dict.fromkeys(texts))


def _folded(words, inside):
    return f"<details><summary>{words}</summary>{inside}</details>"


def _list(items):
    return f'<ul class="tree">{"".join(items)}</ul>'
