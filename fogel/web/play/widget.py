"""The board in a notebook, with a view of the network's activations (chapter 7)."""

from typing import Any

import ipywidgets as widgets

from fogel.core.players import ADVERSARIES, lineage
from fogel.core.quiet import is_quiet
from fogel.core.texts import LETTERS, WORDS
from fogel.core.types import Square
from fogel.encoding import to_move
from fogel.network import Network
from fogel.play import Match
from fogel.web.play.advice import ages_on, ages_words, status_words
from fogel.web.play.board import MatchBoard
from fogel.web.play.flow import flow_svg
from fogel.web.play.page import frame
from fogel.web.play.parts import STYLE as STYLE
from fogel.web.play.parts import box, html_part, show_board, show_if
from fogel.web.play.pictures import (
    head_view,
    moved_words,
    named_frame,
    node_view,
    strikes,
    won_lines,
)

BEGINS = [(WORDS["it_begins"], False), (WORDS["you_begin"], True)]
UNTRAINED = WORDS["untrained"].replace("it", "It", 1)


def show(match: Match | None = None) -> None:
    """Displays a Board; in a notebook that is executed to be stored, the web page, which needs no
    kernel.
    """
    from IPython.display import HTML, display

    if is_quiet():
        display(HTML(frame()))
    else:
        show_board(Board(match).widget)


class Board(MatchBoard):
    """A match at the standard game on the screen: `widget` is what to display."""

    _draw = "tie"
    _edge = None

    def __init__(self, match: Match | None = None) -> None:
        match = match or Match()
        # The players that the reader brought, {name: player}.
        self.files = {} if match.adversary in ADVERSARIES else {match.adversary: match.player}
        super().__init__(match)

    def _make_others(self):
        self.adversary = widgets.Dropdown(description=WORDS["adversary"], options=self._names())
        ages = [(str(generation), name) for generation, name in lineage().items()]
        self.generation = widgets.SelectionSlider(
            description=WORDS["generation"], options=ages, continuous_update=False
        )
        self.begins = widgets.Dropdown(description=WORDS["who_begins"], options=BEGINS)
        self.all_ages = widgets.Checkbox(description=WORDS["all_ages"], indent=False)
        self.show_head = widgets.Checkbox(description=WORDS["head"], indent=False)
        self.show_numbers = widgets.Checkbox(description=WORDS["numbers"], indent=False)
        self.node = widgets.Dropdown(description="Hidden node", options=[("1", 0)])
        self.ages_words = html_part("note")
        self.flow, self.head, self.node_view = map(html_part, ["thought"] * 3)
        for choice, action in (
            (self.adversary, self._choose),
            (self.generation, self._travel),
            (self.begins, lambda begins: self.match.begin(begins)),
        ):
            choice.observe(lambda change, action=action: self._do(action, change.new), "value")
        for choice in (self.all_ages, self.show_head, self.show_numbers, self.node):
            choice.observe(lambda _: self.refresh(), "value")

    def _place(self):
        ages = box("ages", self.generation, self.all_ages, self.ages_words)
        numbers = (self.show_numbers, self.head, self.node, self.node_view)
        head = box("head", self.show_head, self.flow, *numbers)
        return [self.adversary], [ages, self.begins, *self.others], [head]

    def _travel(self, name):
        """Another generation, on the same board."""
        self._drawing = True  # the tick is no action of its own
        self.all_ages.value = True
        self._drawing = False
        self.match.swap(name)

    def _choose(self, name):
        if name in self.files:
            self.match.meet(name, self.files[name])
        else:
            self.match.choose(name)

    def _bring(self, text, name):
        self.match.load_text(text, name)
        self.files[name] = self.match.player

    def _names(self):
        files = [
            (WORDS["from_file"].format(file=name.removeprefix("file ")), name)
            for name in self.files
        ]
        return [*((one.words, name) for name, one in ADVERSARIES.items()), *files]

    # What a reader sees.

    def _draw_others(self):
        match = self.match
        self.adversary.options = self._names()
        self.adversary.value = match.adversary
        has_age = match.adversary in lineage().values()
        if has_age:
            self.generation.value = match.adversary
        self.begins.value = match.person_begins
        show_if(has_age, self.generation, self.all_ages)
        show_if(match.player is not None, self.begins)
        note = UNTRAINED if match.person_begins and isinstance(match.player, Network) else ""
        self.note.value = note if match.player else WORDS["counted"]
        show_if(self.note.value, self.note)

    def _notes(self, past, known):
        in_line = self.match.adversary in lineage().values() and self.all_ages.value
        thought = past.peek()
        ages = ages_on(thought.board) if in_line and thought else []
        words = ages_words(ages) or (WORDS["not_moved_yet"] if in_line else "")
        self.ages_words.value = f'<div role="status">{words}</div>' if words else ""
        show_if(words, self.ages_words)
        if known:
            return super()._notes(past, known)
        found: dict[Square, Any] = {}
        for age in sorted(ages, key=lambda age: age.square):
            is_now = age.generation == self.match.player.generation
            kind = "missed" * bool(age.missed) + " now" * is_now
            found.setdefault(age.square, []).append((str(age.generation), kind))
        return found

    def _won_squares(self, past):
        return ()

    def _overlay(self, past):
        named, board = past.disqualified, past.board
        return strikes(board) + ("" if named is None else named_frame(named, to_move(board)))

    def _name_square(self, square):
        return f"square {square}"

    def _square_words(self, past, square, mark):
        about = WORDS["named" if square == past.disqualified else "square"]
        return about.format(square=square, held=mark or "open")

    def _past_words(self, past):
        if not past.moves:
            return WORDS["empty_board"]
        mark, square = LETTERS[past.board[past.moves[-1]]], past.moves[-1]
        return WORDS["after_move"].format(move=len(past.moves), mark=mark, square=square)

    def _opponent_words(self, name):
        return next(words for words, one in self._names() if one == name)

    def _trouble_words(self, trouble):
        adversary = self._opponent_words(self.match.adversary)
        return WORDS["still"].format(trouble=trouble, adversary=adversary)

    def _status_words(self):
        won = won_lines(self.match.board)
        return status_words(self.match, " and ".join(", ".join(map(str, line)) for line in won))

    def _draw_panels(self, past):
        is_network = isinstance(past.player, Network)
        thought: Any = past.peek() if self.show_head.value else None
        numbers = thought if self.show_numbers.value else None
        show_if(thought, self.flow, self.show_numbers)
        show_if(numbers, self.node, self.node_view)
        self.flow.value = flow_svg(thought, -past.person) if thought else ""
        if numbers:
            nodes = [(str(node + 1), node) for node in range(len(thought.activations))]
            node = min(self.node.value, len(nodes) - 1)
            self.node.options, self.node.value = nodes, node
            self.head.value = head_view(thought, -past.person)
            self.node_view.value = node_view(thought, node)
        elif thought:
            self.head.value = moved_words(thought, -past.person)
        else:
            words = WORDS["not_moved" if is_network else "no_head"]
            self.head.value = f"<p>{words}</p>" if self.show_head.value else ""
