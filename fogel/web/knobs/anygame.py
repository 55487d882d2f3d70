"""Where to open? What a first move promises to somebody who never looks, and to somebody who sees
everything.
"""

from functools import cache

from fogel.anygame.exact import compute_measures, part
from fogel.anygame.settings import GameSettings
from fogel.web.knobs import Knob

GAMES = ("misere", "standard", "crooked")
DIGITS = 4


@cache
def data():
    """Of each game the shares that each first move leaves: of the best blind order, and of the best
    player.
    """
    return {"games": {game: _shares(GameSettings(game=game, opponent="perfect")) for game in GAMES}}


def _shares(settings: GameSettings) -> dict:
    """{"blind": shares, "seeing": shares}, one for each square; games of 3x3 that go on after each
    first move.
    """
    whole = compute_measures(settings)
    found = [compute_measures(settings.opened(square)) for square in range(settings.squares)]
    payoffs = {
        "blind": [one.blind.exact_payoff for one in found],
        "seeing": [one.ceiling for one in found],
    }
    return {
        player: [round(part(payoff, whole.random, whole.ceiling) or 0.0, DIGITS) for payoff in each]
        for player, each in payoffs.items()
    }


KNOB = Knob(
    chapter=18,
    title="Where would you open?",
    hint=(
        "Each square says what is left of the way if X opens there. Who plays on: somebody who"
        " never looks, or somebody who sees everything?"
    ),
    height=545,
)
