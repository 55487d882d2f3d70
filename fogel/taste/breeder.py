"""Sliders for a taste of your own, and the games bred to it (chapter 17).

As on the boards, nothing is decided here: the sliders make a `wishes.Taste`, `taste.evolve` breeds,
and the reader plays on a GameBoard.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import NamedTuple

import ipywidgets as widgets

from fogel.core.quiet import is_quiet
from fogel.taste.evolution import Found, TasteSettings, evolve
from fogel.taste.measures import MEASURES, GameMeasures
from fogel.taste.wishes import Span, Taste, Wish
from fogel.web.board.match import BoardMatch
from fogel.web.board.page import patterns_html
from fogel.web.board.widget import CSS, GameBoard
from fogel.web.play.parts import box, button, html_part
from fogel.web.play.widget import STYLE

SHOWN = 3  # games
UNIMPORTANT = "does not matter"
WEIGHTS = {UNIMPORTANT: 0, "matters": 1, "matters a lot": 3}
WORD_OF = {weight: words for words, weight in WEIGHTS.items()}
# Outside of these it is hardly a game.
GATES = {"length": Span(3, 100), "decisions": Span(0.5, 1), "coverage": Span(0.8, 1)}
SMALL = TasteSettings(generations=10, children=40, patterns=3)
BREED, AGAIN, PLAY = "Breed games", "Breed others", "Play it"
INTRODUCTION = "What should a game be like? Say what matters to you, and how much of it you want."


class Slider(NamedTuple):
    """A measure that can be wished for: in words, from `least` to `most`, wished for first, half
    satisfied `within` off.
    """

    words: str
    least: float
    most: float
    first: float
    within: float


SLIDERS = {
    "length": Slider("moves of a game", 3.0, 9.0, 6.0, 1.0),
    "balance": Slider("fair to both seats", 0.0, 1.0, 1.0, 0.1),
    "draws": Slider("games that nobody wins", 0.0, 1.0, 0.0, 0.1),
    "drama": Slider("winners come from behind", 0.0, 1.0, 0.5, 0.1),
    "upsets": Slider("the weaker player wins", 0.0, 0.5, 0.2, 0.05),
    "skill": Slider("ability pays", 0.0, 1.0, 0.3, 0.1),
}
AT_FIRST = {"balance": "matters a lot", "draws": "matters"}


def own_taste(wanted: Mapping[str, float], weights: Mapping[str, float]) -> Taste:
    """The Taste of wished-for values {measure: value} and weights {measure: number}; those of
    weight 0 are no wishes.

    Raises ValueError if nothing matters.
    """
    wishes = {
        name: Wish(Span(value, value), SLIDERS[name].within, float(weights[name]))
        for name, value in wanted.items()
        if weights[name]
    }
    if not wishes:
        raise ValueError("Something has to matter, or every game is as good as another.")
    return Taste(
        "own", "", {name: gate for name, gate in GATES.items() if name not in wishes}, wishes
    )


def breeder(settings: TasteSettings = SMALL) -> None:
    """Displays a Tasting; in a notebook that is executed to be stored, what it has bred, which
    needs no kernel.
    """
    from IPython.display import HTML, display

    if is_quiet():  # no widget is made: the state of one would be stored with the notebook
        weights = {name: WEIGHTS[AT_FIRST.get(name, UNIMPORTANT)] for name in SLIDERS}
        taste = own_taste({name: about.first for name, about in SLIDERS.items()}, weights)
        games = evolve([taste], settings).survivors[:SHOWN]
        shown = "".join(game_html(taste, one) for one in games)
        display(HTML(f'{_style()}<div class="fogel">{wishes_html(taste)}{shown}</div>'))
    else:
        display(Tasting(settings).widget)


def _style():
    return f"{STYLE}<style>{CSS}</style>"


class Tasting:
    """Sliders on the screen.

    `widget` is what to display, `taste` what they say; of the last breeding, `asked`, its taste,
    and `found`, the games, the best first.
    """

    def __init__(self, settings=SMALL):
        self.settings, self.asked, self.found, self.board = settings, None, (), None
        self.values, self.weights = {}, {}
        for name, about in SLIDERS.items():
            step, words = (about.most - about.least) / 20, about.words
            self.weights[name] = widgets.Dropdown(
                description=words, options=list(WEIGHTS), value=AT_FIRST.get(name, UNIMPORTANT)
            )
            self.values[name] = widgets.FloatSlider(
                about.first, min=about.least, max=about.most, step=step, readout_format=".2f"
            )
            self.weights[name].observe(lambda _: self._enable(), "value")
        self.go = button("button", self.breed, BREED)
        self.status, self.games, self.place = html_part("status"), widgets.VBox(), widgets.VBox()
        rows = [box("wish-row", self.weights[name], self.values[name]) for name in SLIDERS]
        parts = (
            html_part("note", INTRODUCTION),
            *rows,
            box("row", self.go),
            self.status,
            self.games,
            self.place,
        )
        self.widget = widgets.VBox([widgets.HTML(_style()), *parts])
        self.widget.add_class("fogel")
        self._enable()

    @property
    def taste(self) -> Taste:
        """What the sliders say, a Taste; raises ValueError if nothing matters."""
        wanted = {name: slider.value for name, slider in self.values.items()}
        return own_taste(
            wanted, {name: WEIGHTS[choice.value] for name, choice in self.weights.items()}
        )

    def _enable(self):
        """A slider can be moved where it matters."""
        for name, choice in self.weights.items():
            self.values[name].disabled = not WEIGHTS[choice.value]

    def breed(self) -> None:
        """Breeds games to this taste, with another seed each time, and shows the best."""
        try:
            self.asked = self.taste
        except ValueError as problem:
            self._say(problem)
            return
        self._say("Games are bred ...")
        self.go.disabled = True
        try:
            evolution = evolve([self.asked], self.settings)
        finally:
            self.go.disabled = False
        self.settings = self.settings.change(seed=self.settings.seed + 1)
        self.go.description = AGAIN
        self.found, self.board, self.place.children = tuple(evolution.survivors[:SHOWN]), None, ()
        measured = sum(record["measured"] for record in evolution.history)
        self._say(
            f"Of {measured:,} games that passed the gates, here are the best of"
            f" {len(evolution.survivors)} kinds."
        )
        self.games.children = [self._game_box(number) for number in range(len(self.found))]

    def _say(self, words):
        self.status.value = f'<div role="status">{html.escape(str(words))}</div>'

    def _game_box(self, number):
        one = self.found[number]
        return box(
            "bred",
            widgets.HTML(game_html(self.asked, one)),
            button("button", lambda: self.play(number), PLAY),
        )

    def play(self, number: int) -> None:
        """Sets the board of one of the games below."""
        self.board = GameBoard(BoardMatch(self.found[number].rules))
        self.place.children = [self.board.widget]


# In HTML.


def wishes_html(taste: Taste) -> str:
    """Return the wishes of a taste as an HTML table."""
    rows = "".join(
        f"<tr><td>{SLIDERS[name].words}</td><td>{wish.want.least:.2f}</td><td>{WORD_OF[wish.weight]}</td></tr>"
        for name, wish in taste.wishes.items()
    )
    return (
        "<table class=fogel-taste><tr><th>wish</th><th>value</th><th>weight</th></tr>"
        f"{rows}</table>"
    )


def game_html(taste: Taste, one: Found) -> str:
    """A game: its board and patterns, and what was wished for beside what it has."""
    measured, start = GameMeasures(one.rules), one.rules.start
    rows = "".join(
        f'<tr title="{MEASURES[name].words}"><td>{SLIDERS[name].words}</td>'
        f"<td>{wish.want.least:.2f}</td><td>{measured[name].value:.2f}</td></tr>"
        for name, wish in taste.wishes.items()
    )
    marks = sum(map(bool, start.squares))
    begins = f", on which player 2 has {marks} already" if marks else ""
    return (
        f"<p><b>Score {one.score:.2f}.</b> A board of {start.width} by"
        f" {start.height}{begins}.</p>{patterns_html(one.rules)}<table"
        f" class=fogel-taste><tr><td></td><th>wished</th><th>it has</th></tr>{rows}</table>"
    )
