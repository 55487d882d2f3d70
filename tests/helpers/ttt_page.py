"""Games of any shape played in a page."""

import re

from board_pages import Recorded, played

from fogel.rules.referee import FIRST_PLAYERS
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import Rules, grid, in_a_row, seats
from fogel.web.board.match import BoardMatch

STANDARD, MISERE, THREE = map(find_rules, ("standard", "misere", "three-players"))


# three in turn with the next one's mark in a pattern, another that loses, and a board that is begun
ODD = Rules(
    "odd",
    grid("0000 0310 0000"),
    (grid("121"), grid("1 1 1")),
    (grid("11 11"), grid("100 010 001")),
    3,
)


PAGES = {
    "standard": STANDARD,
    "misere": MISERE,
    "three": THREE,
    "odd": ODD,
    "ten": in_a_row(10, 10, 5),
}


def look_at(more):
    """The script that plays games with a match of the page; `more` is what it shows besides."""
    seen = "[game.position.board, statusOf(game), game.waits, [...game.tally], " + more + "]"
    return played(
        "({ names, first_player }, rng) => newMatch(names, first_player, rng)", f"(game) => {seen}"
    )


IN_PYTHON = {"newGame": "new_game", "openBy": "open_by"}


def replay(rules, game, steps, nets=None):
    """Plays the same in Python and yields (its match, what else the page shows) after each action."""
    match = BoardMatch(rules, game["names"], game["first_player"], Recorded(game["draws"]), nets)
    for (what, *about), (answer, *shown, more) in zip(game["actions"], steps, strict=True):
        assert getattr(match, IN_PYTHON.get(what, what))(*about) == answer
        assert shown == [list(match.board), match.status, match.waits, match.score]
        yield match, more


def some_games(rules, players, rng, count=40):
    """Sequences of actions on a match, and the numbers that players draw."""
    squares = len(rules.start.squares)

    def action():
        dice, player = rng.random(), str(rng.choice(players))
        if dice < 0.8:
            return ["move", int(rng.integers(squares))]
        if dice < 0.9:
            return ["newGame"]
        if dice < 0.97:
            return ["sit", int(rng.integers(rules.players)) + 1, player]
        return ["openBy", str(rng.choice(FIRST_PLAYERS[:2]))]

    for _ in range(count):
        yield {
            "names": [str(rng.choice(players)) for _ in seats(rules)],
            "first_player": str(rng.choice(FIRST_PLAYERS[:2])),
            "draws": rng.random(25 * squares * 2).tolist(),
            "actions": [action() for _ in range(25)],
        }


def plain(html):
    """The text of some HTML, a line for each of its parts."""
    return [text for text in re.split("<[^>]*>", html) if text]


def texts(tab):
    """All that stands in the look, folded up or not."""
    walk = """() => {
      const walker = document.createTreeWalker(document.getElementById('looks'), NodeFilter.SHOW_TEXT);
      const found = [];
      while (walker.nextNode()) found.push(walker.currentNode.data);
      return found;
    }"""
    return tab.evaluate(walk)
