"""The board in a notebook (chapter 07): a `Match` as widgets, with a look into the adversary's head.

Nothing is decided here. Every click is handed to the match, and then everything is drawn anew from it.
"""

import html
import os
from copy import copy
from pathlib import Path
from textwrap import shorten
from typing import Any

import ipywidgets as widgets
import numpy as np

from fogel import kinds
from fogel.compiling import QUIET_VARIABLE
from fogel.encoding import LINES, O, X, to_move, winner
from fogel.kinds import Mark, Weights
from fogel.network import Network
from fogel.page.builder import text_of
from fogel.page.play.page import frame
from fogel.page.play.parts import box as _box
from fogel.page.play.parts import button as _button
from fogel.page.play.parts import html_part as _html
from fogel.page.play.parts import show_board
from fogel.page.play.parts import show_if as _show_if
from fogel.palette import BLUE, ORANGE, css
from fogel.play import Match
from fogel.players import ADVERSARIES, lineage
from fogel.words import LETTERS, WORDS, number, plural

DARK = '[data-jp-theme-light="false"] .fogel'  # JupyterLab and Voila say so
MARKS = {X: '<path d="M25 25 75 75M75 25 25 75"/>', O: '<circle cx="50" cy="50" r="27"/>'}
BEGINS = [(WORDS["it_begins"], False), (WORDS["you_begin"], True)]
UNTRAINED = WORDS["untrained"].replace("it", "It", 1)
GRID = '<path class="fogel-rules" d="M100 8V292M200 8V292M8 100H292M8 200H292"/>'
CSS = text_of(Path(__file__).with_name("widget.css")).replace("{load}", WORDS["load"])
STYLE = f"<style>\n{css('.fogel', DARK, system=None)}\n{CSS}\n</style>"


def show(match: Match | None = None) -> None:
    """Displays a Board; in a notebook that is executed to be stored, the web page, which needs no kernel."""
    from IPython.display import HTML, display

    if os.environ.get(QUIET_VARIABLE):
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
        self.status, self.tally, self.note, self.error = map(_html, ("status", "tally", "note", "error"))
        self.head, self.node_view = _html("thought"), _html("thought")
        self.squares = [_button("bare", lambda n=number: self.click(n)) for number in range(9)]
        self.earlier = [_button("bare", lambda n=number: self.look_at(n)) for number in range(10)]
        self.new = _button("button", lambda: self._do(self.match.new_game), WORDS["new_game"])
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
        self.file = widgets.FileUpload(accept=".json", description=WORDS["load"], tooltip=WORDS["load"], icon="")
        self.file.add_class("fogel-button").add_class("fogel-file")
        self.show_head = widgets.Checkbox(description=WORDS["head"], indent=False)
        self.node = widgets.Dropdown(description="Hidden node", options=[("1", 0)])
        for choice in (self.adversary, self.generation):
            choice.observe(lambda change: self._do(lambda: self._choose(change.new)), "value")
        self.begins.observe(lambda change: self._do(lambda: self.match.begin(change.new)), "value")
        self.file.observe(self._file_chosen, "value")
        for choice in (self.show_head, self.node):
            choice.observe(lambda _: self.refresh(), "value")

    def _arrange(self):
        board = _box("board", _box("buttons", *self.squares), self.picture)
        row = _box("row", self.new, self.tally)
        self.strip_buttons = _box("buttons")
        strip = _box("strip", self.strip_buttons, self.strip)
        self.past = _box("past", _html("label", WORDS["so_far"]), strip)
        self.looking = _box("row", self.play_on, self.back)
        game = _box("game", self.adversary, self.status, board, row, self.past, self.looking)
        options = _box("options", self.generation, self.begins, self.note, self.file, self.error)
        head = _box("head", self.show_head, self.head, self.node, self.node_view)
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
            self.looking_at = None
        except (OSError, ValueError) as problem:
            still = next(words for words, name in self._names() if name == self.match.adversary)
            trouble = WORDS["still"].format(trouble=shorten(str(problem), 250, placeholder="…"), adversary=still)
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
            self._draw_board(self.match.boards[shown])
            self._draw_words(shown)
            self._draw_choices()
            self._draw_strip(shown)
            self._draw_head(shown)
        finally:
            self._drawing = False

    def _draw_board(self, board):
        closed = self.looking_at is not None or self.match.over
        named = self.match.disqualified if self.looking_at is None else None
        for square, (button, mark) in enumerate(zip(self.squares, board.tolist(), strict=True)):
            about = WORDS["named" if square == named else "square"]
            button.tooltip = about.format(square=square, held=LETTERS[mark])
            (button.add_class if mark or closed else button.remove_class)("fogel-taken")
        frame = "" if named is None else _named(named, to_move(board))
        self.picture.value = _svg(GRID + _digits(board) + _marks(board) + _strikes(board) + frame)

    def _draw_words(self, shown):
        past = WORDS["past"].format(shown=shown, moves=plural(len(self.match.squares), "move"))
        words = status_words(self.match) if self.looking_at is None else past
        self.status.value = f'<div role="status">{words}</div>'
        self.tally.value = "".join(f"<span><b>{count}</b> {name}</span> " for name, count in self.match.tally.items())

    def _draw_choices(self):
        match = self.match
        self.adversary.options = self._names()
        self.adversary.value = match.adversary
        has_age = match.adversary in lineage().values()
        if has_age:
            self.generation.value = match.adversary
        self.begins.value = match.person_begins
        _show_if(has_age, self.generation)
        _show_if(match.player is not None, self.begins)
        note = UNTRAINED if match.person_begins and isinstance(match.player, Network) else ""
        self.note.value = note if match.player else WORDS["counted"]
        _show_if(self.note.value, self.note)

    def _names(self):
        files = [(WORDS["from_file"].format(file=name.removeprefix("file ")), name) for name in self.files]
        return [*((one.words, name) for name, one in ADVERSARIES.items()), *files]

    def _draw_strip(self, shown):
        boards, newest = self.match.boards, [None, *self.match.squares]
        _show_if(len(boards) > 1, self.past)
        _show_if(self.looking_at is not None, self.looking)
        for move, (button, board, square) in enumerate(zip(self.earlier, boards, newest, strict=False)):
            after = WORDS["empty_board"]
            if move:
                after = WORDS["after_move"].format(move=move, mark=LETTERS[board[square]], square=square)
            button.tooltip = after
            (button.add_class if move == shown else button.remove_class)("fogel-looked-at")
        self.strip_buttons.children = self.earlier[: len(boards)]
        self.strip.value = "".join(_svg(GRID + _marks(board, new)) for board, new in zip(boards, newest, strict=True))

    def _draw_head(self, shown):
        is_network = isinstance(self.match.player, Network)
        until_then = copy(self.match)
        until_then.squares = self.match.squares[:shown]
        thought = until_then.peek() if self.show_head.value else None
        _show_if(thought, self.node, self.node_view)
        if thought:
            nodes = [(str(node + 1), node) for node in range(len(thought.levels))]
            node = min(self.node.value, len(nodes) - 1)
            self.node.options, self.node.value = nodes, node
            self.head.value = head_view(thought, -self.match.person)
            self.node_view.value = node_view(thought, node)
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


def won_lines(board: kinds.Board) -> list[Any]:
    """The lines that the winner holds: none, one, or two at once."""
    won = winner(board)
    return [line for line in LINES if won and all(board[square] == won for square in line)]


# Pictures; each square of a board is 100 wide.


def _svg(parts, about='aria-hidden="true"'):
    return f'<svg viewBox="0 0 300 300" {about}>{parts}</svg>'


def _at(square):
    return 100 * (square % 3), 100 * (square // 3)


def _marks(board, newest=None):
    """The marks of a board; one that is not the newest is faint, if there is a newest."""
    parts = []
    for square, mark in enumerate(np.asarray(board).tolist()):
        if mark:
            name = f"fogel-{LETTERS[mark].lower()}{' fogel-faint' if newest not in (None, square) else ''}"
            x, y = _at(square)
            parts.append(f'<g class="{name}" transform="translate({x} {y})">{MARKS[mark]}</g>')
    return "".join(parts)


def _digits(board):
    places = ((square, *_at(square)) for square in range(9) if not board[square])
    return "".join(f'<text class="fogel-digit" x="{x + 14}" y="{y + 22}">{square}</text>' for square, x, y in places)


def _strikes(board):
    """A stroke through each line that is won, a little longer than from middle to middle."""
    parts = []
    for first, _, last in won_lines(board):
        (x1, y1), (x2, y2) = _at(first), _at(last)
        dx, dy = 34 * np.sign(x2 - x1), 34 * np.sign(y2 - y1)
        ends = f'x1="{x1 + 50 - dx}" y1="{y1 + 50 - dy}" x2="{x2 + 50 + dx}" y2="{y2 + 50 + dy}"'
        parts.append(f'<line class="fogel-strike fogel-{LETTERS[winner(board)].lower()}" {ends}/>')
    return "".join(parts)


def _named(square, mark):
    """The frame of the taken square that the player with that mark named."""
    x, y = _at(square)
    place = f'x="{x + 8}" y="{y + 8}" width="84" height="84" rx="8"'
    return f'<rect class="fogel-named fogel-{LETTERS[mark].lower()}" {place}/>'


def heat_board(
    values: Weights, about: str, most: float = 1.0, marks: kinds.Board | None = None, ring: int | None = None
) -> str:
    """Nine numbers as coloured squares, blue if positive and orange if negative, or with a mark instead; as SVG."""
    parts = []
    for square, value in enumerate(values):
        (x, y), taken = _at(square), marks is not None and marks[square]
        opacity = 0 if taken else 0.75 * abs(value) / most  # so that any ground shines through
        parts.append(
            f'<rect x="{x + 3}" y="{y + 3}" width="94" height="94" rx="6" stroke="currentColor"'
            f' stroke-width="{6 if square == ring else 0.6}"'
            f' fill="{ORANGE if value < 0 else BLUE}" fill-opacity="{opacity:.3f}"/>'
        )
        if not taken:
            parts.append(f'<text x="{x + 50}" y="{y + 58}">{number(value)}</text>')
    return _svg("".join(parts) + ("" if marks is None else _marks(marks)), f'role="img" aria-label="{about}"')


# Its head.


def head_view(thought: Any, mark: Mark = X) -> str:
    """What a network that plays `mark` computed: its nine outputs and the levels of its hidden nodes, as HTML."""
    count = int((thought.board == 0).sum())
    where = WORDS["empty_board"]
    if count < 9:
        where = WORDS["board_with"].format(squares=plural(count, "open square"))
    caption, moved = WORDS["outputs"], WORDS["moved"].format(where=where, square=thought.square)
    second = f" {WORDS['plays_o']}" if mark == O else ""
    listed = ", ".join(f"{square}: {number(thought.outputs[square])}" for square in np.flatnonzero(thought.board == 0))
    nodes = WORDS["nodes"].format(nodes=plural(len(thought.levels), "hidden node"))
    about = f"its outputs on the open squares, {listed}"
    outputs = heat_board(thought.outputs, about, marks=thought.board * mark, ring=thought.square)
    rows = "".join(
        f'<tr><th scope="row">{node}</th><td>{number(level)}</td>'
        f'<td class="fogel-bar"><div style="width: {100 * level:.1f}%"></div></td></tr>'
        for node, level in enumerate(thought.levels, 1)
    )
    heads = '<th scope="col">node</th><th scope="col">level</th><td></td>'
    return (
        f"<p>{moved}{second}</p>"
        f'<div class="fogel-figures"><figure><figcaption>{caption}</figcaption>{outputs}</figure>'
        f"<table><caption>{nodes}</caption>"
        f"<thead><tr>{heads}</tr></thead>{rows}</table></div>"
    )


def node_view(thought: Any, node: int) -> str:
    """One hidden node: what it looks for, what it says, and its links with level, weight and what they add, as HTML."""
    heard, said = thought.links_in(node), thought.links_out(node)
    figures = [
        f"<figure><figcaption>{words}</figcaption>"
        f"{heat_board(links[:9, 1], f'nine weights: {words.lower()}', np.abs(links[:, 1]).max() or 1.0)}</figure>"
        for words, links in ((WORDS["looks_for"], heard), (WORDS["says"], said))
    ]
    squares = [str(square) for square in range(9)]
    ends = [("sum", heard[:, 2].sum()), ("level", thought.levels[node])]
    tables = [
        _table(WORDS["links_in"], [*squares, "bias"], heard, 0, ends),
        _table(WORDS["links_out"], squares, said, 2, []),
    ]
    return "".join(f'<div class="fogel-figures">{"".join(pair)}</div>' for pair in (figures, tables))


def _table(caption, names, links, digits, ends):
    columns = "".join(f'<th scope="col">{name}</th>' for name in ("square", "level", "weight", "adds"))
    rows = [
        (name, number(level, digits), number(weight), number(adds))
        for name, (level, weight, adds) in zip(names, links, strict=True)
    ]
    rows += [(name, "", "", number(value)) for name, value in ends]
    body = "".join(
        f'<tr><th scope="row">{name}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>' for name, *cells in rows
    )
    return f"<table><caption>{caption}</caption><thead><tr>{columns}</tr></thead>{body}</table>"
