"""Which game comes first? The tastes of the package, with sliders."""

from functools import cache

from fogel.core.texts import typographic
from fogel.rules import rule_files
from fogel.rules.rules import Rules
from fogel.taste import wishes
from fogel.taste.measures import MEASURES, GameMeasures
from fogel.taste.summary import list_grids, sample_game
from fogel.web.knobs import Knob


@cache
def data():
    """What each taste of the package thinks of each game that can be measured exactly, wish by
    wish.
    """
    measured_games = {
        name: measured
        for name in rule_files.shipped()
        if (measured := GameMeasures(rule_files.find_rules(name))).exact
    }
    found = {}
    for name in wishes.shipped():
        one = wishes.find_taste(name)
        verdicts = {game: one.judge(measured) for game, measured in measured_games.items()}
        found[name] = {
            "about": typographic(one.about),
            "refused": [
                typographic((verdicts[game].refused or "").removeprefix(f"{name}: "))
                for game in measured_games
            ],
            "wishes": [
                {
                    "name": measure,
                    "words": typographic(MEASURES[measure].words),
                    "weight": wish.weight,
                    "satisfactions": [
                        wish.satisfaction(float(measured[measure].value))
                        for measured in measured_games.values()
                    ],
                }
                for measure, wish in one.wishes.items()
            ],
        }
    return {
        "games": {name: _seen(measured.rules) for name, measured in measured_games.items()},
        "tastes": found,
    }


def _seen(rules: Rules) -> dict:
    """What there is to be seen of a game: its board, its patterns, and a game of it with its result
    for who opens.
    """
    game = sample_game(rules)
    (_, board), *patterns = list_grids(rules)
    return {
        "board": [board.width, board.squares],
        "patterns": [[title, pattern.width, pattern.squares] for title, pattern in patterns],
        "moves": game.moves,
        "result": game.outcome[0],
    }


KNOB = Knob(
    chapter=17,
    title="A taste with sliders",
    hint=(
        "Take a wish away, or let it count more. Which game comes first then? A game of it is"
        " played above."
    ),
    height=900,
)
