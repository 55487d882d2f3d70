"""Games of any shape played in a page."""

import re

import numpy as np

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


def play(tab, *squares):
    for square in squares:
        tab.locator("#board button").nth(square).click(force=True)


GAMES = """(games) => {
  return games.map(({ names, first_player, draws, actions }) => {
    const left = [...draws];
    const game = newMatch(names, first_player, () => left.shift());
    const steps = actions.map(([what, ...about]) => {
      const answer = game[what](...about) ?? null;
      const { position, tally, waits } = game;
      return [answer, position.board, statusOf(game), [...tally], waits, decided(position)];
    });
    return [steps, left.length];
  });
}"""


CALLS = {
    "move": BoardMatch.move,
    "newGame": BoardMatch.new_game,
    "sit": BoardMatch.sit,
    "openBy": BoardMatch.open_by,
}


class Tallies:
    """What the page counts, by a match in Python, which forgets it when others sit down."""

    def __init__(self):
        self.before = {}

    def now(self, match):
        """Draws, and the wins of each player, of all games of those who sit there."""
        before = self.before.get((*match.names,), 0)
        return (before + np.array([match.tally.draws, *match.tally.wins])).tolist()

    def act(self, match, what, *about):
        if what == "sit":
            self.before[(*match.names,)] = np.array(self.now(match))
        return CALLS[what](match, *about)


class Recorded:
    """A generator that gives the numbers of a list."""

    def __init__(self, draws):
        self.draws = list(draws)

    def random(self):
        return self.draws.pop(0)


def some_games(rules, players, rng, count=40):
    """Sequences of actions on a match, and the numbers that players draw."""
    squares = len(rules.start.squares)

    def action():
        dice = rng.random()
        if dice < 0.8:
            return ["move", int(rng.integers(squares))]
        if dice < 0.9:
            return ["newGame"]
        if dice < 0.97:
            return ["sit", int(rng.integers(rules.players)) + 1, str(rng.choice(players))]
        return ["openBy", str(rng.choice(FIRST_PLAYERS[:2]))]

    for _ in range(count):
        names = [str(rng.choice(players)) for _ in seats(rules)]
        actions = [action() for _ in range(25)]
        draws = rng.random(25 * squares * 2).tolist()
        yield {
            "names": names,
            "first_player": str(rng.choice(FIRST_PLAYERS[:2])),
            "draws": draws,
            "actions": actions,
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
