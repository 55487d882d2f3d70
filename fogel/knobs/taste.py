"""Which game comes first? The tastes of the package, with sliders."""

from functools import cache

from fogel.knobs import Knob
from fogel.ttt.rules import rule_files
from fogel.ttt.taste import wishes
from fogel.ttt.taste.measures import MEASURES, Card


@cache
def data():
    """What each taste of the package thinks of each game that can be measured exactly, wish by wish."""
    cards = {name: card for name in rule_files.shipped() if (card := Card(rule_files.find_rules(name))).exact}
    found = {}
    for name in wishes.shipped():
        one = wishes.find_taste(name)
        verdicts = {game: one.judge(card) for game, card in cards.items()}
        found[name] = {
            "about": one.about,
            "refused": [(verdicts[game].refused or "").removeprefix(f"{name}: ") for game in cards],
            "wishes": [
                {
                    "name": measure,
                    "words": MEASURES[measure].words,
                    "weight": wish.weight,
                    "contents": [wish.content(float(card[measure].value)) for card in cards.values()],
                }
                for measure, wish in one.wishes.items()
            ],
        }
    return {"games": [*cards], "tastes": found}


KNOB = Knob(
    chapter=17,
    title="A taste with sliders",
    hint="Take a wish away, or let it count more. Which game comes first then, and what holds the others back?",
    height=900,
    data=data,
)
