"""The board in a notebook, with a view of the network's activations (chapter 7).

Nothing is decided here. Every click is handed to the match, and then everything is drawn anew from
it.
"""

import html
from pathlib import Path
from textwrap import shorten

import ipywidgets as widgets

from fogel.core.players import ADVERSARIES, lineage
from fogel.core.quiet import is_quiet
from fogel.core.texts import LETTERS, WORDS, plural
from fogel.encoding import to_move, winner
from fogel.network import Network
from fogel.play import Match
from fogel.plots.screen import css
from fogel.web.builder import load_text
from fogel.web.play.advice import ages_on, ages_words, hint_words
from fogel.web.play.flow import flow_svg
from fogel.web.play.page import frame
from fogel.web.play.parts import box as _box
from fogel.web.play.parts import button as _button
from fogel.web.play.parts import html_part as _html
from fogel.web.play.parts import show_board
from fogel.web.play.parts import show_if as _show_if
from fogel.web.play.pictures import (
    GRID,
    digits,
    head_view,
    marks_in,
    moved_words,
    named_frame,
    node_view,
    note,
    strikes,
    svg,
    tallies_table,
    won_lines,
)

DARK = '[data-jp-theme-light="false"] .fogel'  # JupyterLab and Voila say so
FORCED = {1: "win", 0: "tie", -1: "loss"}  # in a square, as a hint
BEGINS = [(WORDS["it_begins"], False), (WORDS["you_begin"], True)]
UNTRAINED = WORDS["untrained"].replace("it", "It", 1)
CSS = "\n".join(load_text(Path(__file__).with_name(name)) for name in ("flow.css", "widget.css"))
STYLE = (
    f"<style>\n{css('.fogel', DARK, system=None)}\n{CSS.replace('{load}', WORDS['load'])}\n</style>"
)


def show(match: Match | None = None) -> None:
    """Displays a Board; in a notebook that is executed to be stored, the web page, which needs no
    kernel.
    """
    from IPython.display import HTML, display

    if is_quiet():
        display(HTML(frame()))
    else:
        show_board(Board(match).widget)


class Board:
    """A match on the screen: `widget` is what to display, `match` the game itself."""

    def __init__(self, match=None):
        self.match = match or Match()
        self.looking_at = None  # the number of an earlier board; None: the game as it stands
        self.files = {}  # the players that the reader brought, {name: player}
        if self.match.adversary not in ADVERSARIES:
            self.files[self.match.adversary] = self.match.player
        self.picture, self.strip = _html("picture"), _html("picture")
        self.status, self.tally, self.note, self.error = map(
            _html, ("status", "tally", "note", "error")
        )
        self.hint_words, self.ages_words, self.tallies = map(_html, ("note", "note", "tallies"))
        self.hinting = False
        self.flow, self.head, self.node_view = _html("thought"), _html("thought"), _html("thought")
        self.squares = [_button("bare", lambda n=number: self.click(n)) for number in range(9)]
        self.earlier = [_button("bare", lambda n=number: self.look_at(n)) for number in range(10)]
        self.new = _button("button", lambda: self._do(self.match.new_game), WORDS["new_game"])
        self.hint = _button("button", self._toggle_hint, WORDS["hint"])
        self.play_on = _button("button", self._play_on, WORDS["play_on"])
        self.back = _button("button", lambda: self.look_at(len(self.match.squares)), WORDS["back"])
        self._make_choices()
        self._arrange()
        _show_if(False, self.error)
        self._drawing = False
        self.refresh()

    def _make_choices(self):
        self.adversary = widgets.Dropdown(description=WORDS["adversary"], options=self._names())
        ages = [(str(generation), name) for generation, name in lineage().items()]
        self.generation = widgets.SelectionSlider(
            description=WORDS["generation"], options=ages, continuous_update=False
        )
        self.begins = widgets.Dropdown(description=WORDS["who_begins"], options=BEGINS)
        self.file = widgets.FileUpload(
            accept=".json", description=WORDS["load"], tooltip=WORDS["load"], icon=""
        )
        self.file.add_class("fogel-button").add_class("fogel-file")
        self.all_ages = widgets.Checkbox(description=WORDS["all_ages"], indent=False)
        self.show_head = widgets.Checkbox(description=WORDS["head"], indent=False)
        self.show_numbers = widgets.Checkbox(description=WORDS["numbers"], indent=False)
        self.node = widgets.Dropdown(description="Hidden node", options=[("1", 0)])
        self.adversary.observe(lambda change: self._do(lambda: self._choose(change.new)), "value")
        self.generation.observe(lambda change: self._do(lambda: self._travel(change.new)), "value")
        self.begins.observe(lambda change: self._do(lambda: self.match.begin(change.new)), "value")
        self.file.observe(self._file_chosen, "value")
        for choice in (self.all_ages, self.show_head, self.show_numbers, self.node):
            choice.observe(lambda _: self.refresh(), "value")

    def _arrange(self):
        board = _box("board", _box("buttons", *self.squares), self.picture)
        row = _box("row", _box("pressed", self.new, self.hint), self.tally)
        self.strip_buttons = _box("buttons")
        strip = _box("strip", self.strip_buttons, self.strip)
        self.past = _box("past", _html("label", WORDS["so_far"]), strip)
        self.looking = _box("row", self.play_on, self.back)
        game = _box(
            "game",
            self.adversary,
            self.status,
            board,
            row,
            self.hint_words,
            self.past,
            self.looking,
        )
        ages = _box("ages", self.generation, self.all_ages, self.ages_words)
        options = _box("options", ages, self.begins, self.note, self.file, self.error, self.tallies)
        head = _box(
            "head",
            self.show_head,
            self.flow,
            self.show_numbers,
            self.head,
            self.node,
            self.node_view,
        )
        self.widget = widgets.VBox([widgets.HTML(STYLE), _box("columns", game, options), head])
        self.widget.add_class("fogel")

    # What a reader does.

    def click(self, number: int) -> None:
        """A click on a square; one that is no legal move does nothing."""
        if self.looking_at is None:
            self._do(lambda: self.match.move(number))

    def look_at(self, number: int) -> None:
        """Shows an earlier board of the game; the last one is the game as it stands."""
        self.looking_at = number if number < len(self.match.squares) else None
        self.refresh()

    def _play_on(self):
        if self.looking_at is not None:
            self._do(lambda: self.match.new_game(self.looking_at))

    def _toggle_hint(self):
        if self.looking_at is None and not self.match.over:
            self.hinting = not self.hinting
            self.refresh()

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

    def _file_chosen(self, change):
        for file in change.new:
            self._do(lambda file=file: self._load(f"file {file['name']}", bytes(file["content"])))
        self.file.value = ()  # so that the same file can be chosen again

    def _load(self, name, content):
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            raise ValueError(f"{name}: not text in UTF-8") from None
        self.match.load_text(text, name)
        self.files[name] = self.match.player

    def _do(self, action):
        """An action on the match; what it says is wrong is shown, and the game goes on."""
        if self._drawing:  # a choice that follows the match is no choice of the reader
            return
        trouble = ""
        try:
            action()
            self.looking_at, self.hinting = None, False
        except (OSError, ValueError) as problem:
            still = next(words for words, name in self._names() if name == self.match.adversary)
            trouble = WORDS["still"].format(
                trouble=shorten(str(problem), 250, placeholder="…"), adversary=still
            )
        self.error.value = f'<div role="alert">{html.escape(trouble)}</div>'
        _show_if(trouble, self.error)
        self.refresh()

    # What a reader sees.

    def refresh(self) -> None:
        """Draws everything anew from the match."""
        if self._drawing:
            return
        self._drawing = True
        try:
            shown = len(self.match.squares) if self.looking_at is None else self.looking_at
            self._draw_choices()
            self._draw_board(self.match.boards[shown], self._draw_notes(shown))
            self._draw_words(shown)
            self._draw_strip(shown)
            self._draw_head(shown)
        finally:
            self._drawing = False

    def _draw_notes(self, shown):
        """{square: what stands below in it}, as SVG: what can still be forced, or where each
        generation would move.
        """
        match = self.match
        forced = match.hint() if self.hinting and self.looking_at is None else {}
        thought = self._thought(shown)
        in_line = match.adversary in lineage().values()
        ages = ages_on(thought.board) if self.all_ages.value and in_line and thought else []
        self.hint_words.value = f'<div role="status">{hint_words(forced)}</div>' if forced else ""
        said = (
            ages_words(ages)
            if ages
            else WORDS["not_moved_yet"]
            if self.all_ages.value and in_line
            else ""
        )
        self.ages_words.value = f'<div role="status">{said}</div>' if said else ""
        _show_if(forced, self.hint_words)
        _show_if(said, self.ages_words)
        if forced:
            return {
                square: note(square, [(FORCED[value.result], "forced")])
                for square, value in forced.items()
            }
        kinds = {age.generation: "missed" if age.missed else "" for age in ages}
        if in_line:
            now = match.player.generation
            kinds[now] = f"{kinds.get(now, '')} now"
        return {
            square: note(
                square,
                [
                    (str(age.generation), kinds[age.generation])
                    for age in ages
                    if age.square == square
                ],
            )
            for square in sorted({age.square for age in ages})
        }

    def _thought(self, shown):
        """Inside the adversary, where it chose last among the first moves; None if it is no
        network, or new.
        """
        return self.match.at(shown).peek()

    def _draw_board(self, board, notes):
        closed = self.looking_at is not None or self.match.over
        named = self.match.disqualified if self.looking_at is None else None
        for square, (button, mark) in enumerate(zip(self.squares, board.tolist(), strict=True)):
            about = WORDS["named" if square == named else "square"]
            button.tooltip = about.format(square=square, held=LETTERS[mark])
            (button.add_class if mark or closed else button.remove_class)("fogel-taken")
        frame = "" if named is None else named_frame(named, to_move(board))
        marks = marks_in(board, raised=notes) + strikes(board)
        self.picture.value = svg(GRID + digits(board) + marks + frame + "".join(notes.values()))

    def _draw_words(self, shown):
        past = WORDS["past"].format(shown=shown, moves=plural(len(self.match.squares), "move"))
        words = status_words(self.match) if self.looking_at is None else past
        self.status.value = f'<div role="status">{words}</div>'
        self.tally.value = "".join(
            f"<span><b>{count}</b> {name}</span> " for name, count in self.match.tally.items()
        )
        met = {words: self.match.tallies.get(name, {}) for words, name in self._names()}
        met = {words: counts for words, counts in met.items() if any(counts.values())}
        self.tallies.value = tallies_table(met) if len(met) > 1 else ""

    def _draw_choices(self):
        match = self.match
        self.adversary.options = self._names()
        self.adversary.value = match.adversary
        has_age = match.adversary in lineage().values()
        if has_age:
            self.generation.value = match.adversary
        self.begins.value = match.person_begins
        _show_if(has_age, self.generation, self.all_ages, self.ages_words)
        _show_if(match.player is not None, self.begins)
        note = UNTRAINED if match.person_begins and isinstance(match.player, Network) else ""
        self.note.value = note if match.player else WORDS["counted"]
        _show_if(self.note.value, self.note)

    def _names(self):
        files = [
            (WORDS["from_file"].format(file=name.removeprefix("file ")), name)
            for name in self.files
        ]
        return [*((one.words, name) for name, one in ADVERSARIES.items()), *files]

    def _draw_strip(self, shown):
        boards, newest = self.match.boards, [None, *self.match.squares]
        _show_if(len(boards) > 1, self.past)
        _show_if(self.looking_at is not None, self.looking)
        for move, (button, board, square) in enumerate(
            zip(self.earlier, boards, newest, strict=False)
        ):
            after = WORDS["empty_board"]
            if move:
                after = WORDS["after_move"].format(
                    move=move, mark=LETTERS[board[square]], square=square
                )
            button.tooltip = after
            (button.add_class if move == shown else button.remove_class)("fogel-looked-at")
        self.strip_buttons.children = self.earlier[: len(boards)]
        self.strip.value = "".join(
            svg(GRID + marks_in(board, new)) for board, new in zip(boards, newest, strict=True)
        )

    def _draw_head(self, shown):
        is_network = isinstance(self.match.player, Network)
        thought = self._thought(shown) if self.show_head.value else None
        numbers = thought and self.show_numbers.value
        _show_if(thought, self.flow, self.show_numbers)
        _show_if(numbers, self.node, self.node_view)
        self.flow.value = flow_svg(thought, -self.match.person) if thought else ""
        if numbers:
            nodes = [(str(node + 1), node) for node in range(len(thought.activations))]
            node = min(self.node.value, len(nodes) - 1)
            self.node.options, self.node.value = nodes, node
            self.head.value = head_view(thought, -self.match.person)
            self.node_view.value = node_view(thought, node)
        elif thought:
            self.head.value = moved_words(thought, -self.match.person)
        elif not self.show_head.value:
            self.head.value = ""
        elif is_network:
            self.head.value = f"<p>{WORDS['not_moved']}</p>"
        else:
            self.head.value = f"<p>{WORDS['no_head']}</p>"


def status_words(match: Match) -> str:
    """The state of a match in a sentence or two."""
    its = match.player is not None and match.squares and to_move(match.board) == match.person
    last = WORDS["it_played"].format(square=match.squares[-1]) + " " if its else ""
    lines = " and ".join(", ".join(map(str, line)) for line in won_lines(match.board))
    if match.result == "ties":
        return last + WORDS["tie"]
    if match.player is None:
        mark = LETTERS[winner(match.board) or match.person]
        return WORDS["mark_wins_with" if match.over else "to_move"].format(mark=mark, lines=lines)
    if match.disqualified is not None:
        return WORDS["disqualified"].format(square=match.disqualified)
    if match.over:
        return WORDS["win_with" if match.result == "wins" else "loss_with"].format(lines=lines)
    return last + WORDS["your_move"].format(mark=LETTERS[match.person])
