"""The board in a notebook (chapter 07): a `Match` as widgets, with a look into the adversary's head.

Nothing is decided here. Every click is handed to the match, and then everything is drawn anew from it.
"""

import html
import json
import os
from copy import copy
from textwrap import shorten

import ipywidgets as widgets
import numpy as np

from fogel.encoding import LINES, O, X, to_move, winner
from fogel.engine import QUIET_VARIABLE
from fogel.network import Network
from fogel.page import frame
from fogel.play import ADVERSARIES, GENERATIONS, Match

LETTERS = {X: "X", O: "O"}
GENERATION = {f"generation-{number}": number for number in GENERATIONS[:-1]} | {"champion": GENERATIONS[-1]}
BLUE, ORANGE = "0, 114, 178", "213, 94, 0"  # drawing.BLUE and ORANGE, to be mixed with any background
MARKS = {X: '<path d="M25 25 75 75M75 25 25 75"/>', O: '<circle cx="50" cy="50" r="27"/>'}
BEGINS = [("It, with X", False), ("You, with X", True)]
UNTRAINED = "It never trained for that: it evolved in games that it began."
LOAD = "Load a champion file"
GRID = '<path class="fogel-rules" d="M100 8V292M200 8V292M8 100H292M8 200H292"/>'
STYLE = """<style>
.fogel { --fogel-x: #0072b2; --fogel-o: #d55e00; --fogel-muted: #59636e; --fogel-rule: #818d99;
  --fogel-surface: #f1f4f7; max-width: 44rem; padding: 0.25rem 0.25rem 0.75rem }
[data-jp-theme-light="false"] .fogel { --fogel-x: #56b4e9; --fogel-o: #e69f00; --fogel-muted: #a3adb8;
  --fogel-rule: #6f7b88; --fogel-surface: #232a32; color-scheme: dark }
.fogel .widget-box { overflow: visible }
.fogel .fogel-columns { display: flex; flex-flow: row wrap; gap: 1.25rem 2.5rem }
.fogel .fogel-game { flex: 1 1 16rem; max-width: 20rem }
.fogel .fogel-options { flex: 1 1 15rem; gap: 1rem; max-width: 20rem }
.fogel .widget-inline-hbox { flex-wrap: wrap; width: 100%; height: auto; margin: 0 }
.fogel .widget-inline-hbox > .widget-label { flex: 0 0 100%; width: auto; text-align: left }
.fogel .widget-inline-hbox > .widget-label, .fogel .fogel-label, .fogel figcaption, .fogel caption {
  color: var(--fogel-muted); font-size: 0.8125rem; font-weight: 600; text-align: left }
.fogel select { height: 2.25rem; padding: 0 0.4rem; border-radius: 4px; appearance: auto; background-image: none }
.fogel .fogel-button { width: auto; height: 2.25rem; margin: 0; padding: 0 0.9rem; border-radius: 4px }
.fogel .fogel-file { display: flex; align-self: flex-start; align-items: center;
  font-size: 0 /* hides its count of files */ }
.fogel .fogel-file::after { content: "Load a champion file…" / ""; font-size: 0.8125rem }
.fogel .fogel-row { flex-flow: row wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between }
.fogel .widget-html, .fogel .widget-html-content { height: auto; margin: 0; line-height: 1.45 }
.fogel .widget-html-content { flex: 1 1 auto; min-width: 0; overflow-wrap: anywhere }
.fogel p { margin: 0 }
.fogel .fogel-status { min-height: 1.45em; margin: 0.9rem 0 0.5rem; font-size: 1.05rem; font-weight: 600 }
.fogel .fogel-tally { width: auto }
.fogel .fogel-tally span { float: left; margin-left: 1rem; color: var(--fogel-muted); text-align: center }
.fogel .fogel-tally b { display: block; font-size: 1.2rem; line-height: 1.2 }
.fogel .fogel-note { color: var(--fogel-muted) }
.fogel .fogel-error { padding: 0.5rem 0.75rem; border-left: 4px solid var(--fogel-o); background: var(--fogel-surface) }

.fogel .fogel-board { position: relative; width: 100%; aspect-ratio: 1; margin-bottom: 0.75rem }
.fogel .fogel-past { margin-top: 0.9rem }
.fogel .fogel-strip { position: relative; margin: 0.3rem 0 0.6rem }
.fogel .fogel-picture { pointer-events: none }
.fogel .fogel-board > * { position: absolute; inset: 0; width: auto; height: auto }
.fogel .fogel-strip > .fogel-buttons { position: absolute; inset: 0; width: auto }
.fogel .fogel-board > .fogel-buttons { display: grid; grid-template: repeat(3, 1fr) / repeat(3, 1fr) }
.fogel .fogel-strip > .fogel-buttons, .fogel .fogel-strip .widget-html-content {
  display: grid; grid-template-columns: repeat(5, minmax(0, 3rem)); gap: 0.3rem }
.fogel .fogel-strip :is(svg, button) { aspect-ratio: 1 }
.fogel .fogel-strip svg { padding: 0.25rem }
.fogel .fogel-bare { width: auto; min-width: 0; height: auto; margin: 0; padding: 0; border-radius: 8px;
  background: none; box-shadow: none }
.fogel .fogel-bare.jupyter-button:is(:hover, :focus) { border: 2px solid transparent; outline: none }
.fogel .fogel-bare:hover { background: rgba(128, 140, 152, 0.14) }
.fogel .fogel-bare.fogel-taken:hover { background: none; cursor: default }
.fogel .fogel-bare.fogel-looked-at.fogel-looked-at { border: 2px solid var(--fogel-rule) }
.fogel button.jupyter-button:focus-visible:enabled { outline: 3px solid var(--fogel-x); outline-offset: -3px }

.fogel svg { display: block; box-sizing: border-box; width: 100%; height: 100% }
.fogel svg :is(path, circle, line) { fill: none; stroke-width: 8.5; stroke-linecap: round }
.fogel svg .fogel-rules { stroke: var(--fogel-rule); stroke-width: 2.5 }
.fogel svg .fogel-x { stroke: var(--fogel-x) }
.fogel svg .fogel-o { stroke: var(--fogel-o) }
.fogel svg .fogel-faint { opacity: 0.5 }
.fogel svg .fogel-strike { opacity: 0.6; stroke-width: 7 }
.fogel svg text { fill: currentColor; font-size: 24px; text-anchor: middle }
.fogel svg .fogel-digit { fill: var(--fogel-muted); font-size: 14px }
.fogel .fogel-strip svg .fogel-rules { stroke-width: 7 }
.fogel .fogel-strip svg :is(.fogel-x, .fogel-o) * { stroke-width: 15 }

.fogel .fogel-head { gap: 0.75rem; margin-top: 1rem; padding-top: 0.75rem; border-top: 1px solid var(--fogel-rule) }
.fogel .fogel-head .widget-dropdown { max-width: 20rem }
.fogel .fogel-figures { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; align-items: flex-start; margin-top: 0.75rem }
.fogel figure { width: 9rem; margin: 0 }
.fogel figure svg { height: auto; margin-top: 0.3rem }
.fogel table { border-collapse: collapse; font-size: 0.8125rem; font-variant-numeric: tabular-nums }
.fogel td, .fogel th { padding: 1px 0.5rem; text-align: right; font-weight: 400 }
.fogel thead th { color: var(--fogel-muted) }
.fogel .fogel-bar { width: 7rem }
.fogel .fogel-bar div { height: 0.6rem; border-radius: 2px; background: var(--fogel-x) }
</style>"""


def show(match=None):
    """Displays a Board; in a notebook that is executed to be stored, the web page, which needs no kernel."""
    from IPython.display import HTML, display

    display(HTML(frame()) if os.environ.get(QUIET_VARIABLE) else Board(match).widget)


class Board:
    """A match on the screen: `widget` is what to display, `match` the game itself."""

    def __init__(self, match=None):
        self.match = match or Match()
        self.looking_at = None  # the number of an earlier board; None: the game as it stands
        self.files = {}  # the networks that the reader brought, {name: text}
        if self.match.adversary not in ADVERSARIES:
            self.files[self.match.adversary] = json.dumps(self.match.player.to_dict())
        self.picture, self.strip = _html("picture"), _html("picture")
        self.status, self.tally, self.note, self.error = map(_html, ("status", "tally", "note", "error"))
        self.head, self.node_view = _html("thought"), _html("thought")
        self.squares = [_button("bare", lambda n=number: self.click(n)) for number in range(9)]
        self.earlier = [_button("bare", lambda n=number: self.look_at(n)) for number in range(10)]
        self.new = _button("button", lambda: self._do(self.match.new_game), "New game")
        self.play_on = _button("button", self._play_on, "Play on from here")
        self.back = _button("button", lambda: self.look_at(len(self.match.squares)), "Back to the game")
        self._make_choices()
        self._arrange()
        _show_if(False, self.error)
        self._drawing = False
        self.refresh()

    def _make_choices(self):
        self.adversary = widgets.Dropdown(description="You play against", options=self._names())
        ages = [(str(number), name) for name, number in GENERATION.items()]
        self.generation = widgets.SelectionSlider(description="Its generation", options=ages, continuous_update=False)
        self.begins = widgets.Dropdown(description="Who begins?", options=BEGINS)
        self.file = widgets.FileUpload(accept=".json", description=LOAD, tooltip=LOAD, icon="")
        self.file.add_class("fogel-button").add_class("fogel-file")
        self.show_head = widgets.Checkbox(description="Look into its head", indent=False)
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
        self.past = _box("past", _html("label", "The game so far"), strip)
        self.looking = _box("row", self.play_on, self.back)
        game = _box("game", self.adversary, self.status, board, row, self.past, self.looking)
        options = _box("options", self.generation, self.begins, self.note, self.file, self.error)
        head = _box("head", self.show_head, self.head, self.node, self.node_view)
        self.widget = widgets.VBox([widgets.HTML(STYLE), _box("columns", game, options), head])
        self.widget.add_class("fogel")

    # What a reader does.

    def click(self, number):
        """A click on a square; one that is no legal move does nothing."""
        if self.looking_at is None:
            self._do(lambda: self.match.move(number))

    def look_at(self, number):
        """Shows an earlier board of the game; the last one is the game as it stands."""
        self.looking_at = number if number < len(self.match.squares) else None
        self.refresh()

    def _play_on(self):
        if self.looking_at is not None:
            self._do(lambda: self.match.new_game(self.looking_at))

    def _choose(self, name):
        if name in self.files:
            self.match.load_text(self.files[name], name)
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
        self.files[name] = text

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
            trouble = f"{shorten(str(problem), 250, placeholder='…')}; you still play {still}."
        self.error.value = f'<div role="alert">{html.escape(trouble)}</div>'
        _show_if(trouble, self.error)
        self.refresh()

    # What a reader sees.

    def refresh(self):
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
        for number, (button, mark) in enumerate(zip(self.squares, board.tolist(), strict=True)):
            button.tooltip = f"square {number}, {LETTERS.get(mark, 'open')}"
            (button.add_class if mark or closed else button.remove_class)("fogel-taken")
        self.picture.value = _svg(GRID + _digits(board) + _marks(board) + _strikes(board))

    def _draw_words(self, shown):
        past = f"After {shown} of {_plural(len(self.match.squares), 'move')}."
        words = status_words(self.match) if self.looking_at is None else past
        self.status.value = f'<div role="status">{words}</div>'
        self.tally.value = "".join(f"<span><b>{count}</b> {name}</span> " for name, count in self.match.tally.items())

    def _draw_choices(self):
        match = self.match
        self.adversary.options = self._names()
        self.adversary.value = match.adversary
        if match.adversary in GENERATION:
            self.generation.value = match.adversary
        self.begins.value = match.person_begins
        _show_if(match.adversary in GENERATION, self.generation)
        _show_if(match.player is not None, self.begins)
        note = UNTRAINED if match.person_begins and isinstance(match.player, Network) else ""
        self.note.value = note if match.player else "Against a second human, you are X in the tally."
        _show_if(self.note.value, self.note)

    def _names(self):
        files = [(f"the network in {name.removeprefix('file ')}", name) for name in self.files]
        return [*((words, name) for name, words in ADVERSARIES.items()), *files]

    def _draw_strip(self, shown):
        boards, newest = self.match.boards, [None, *self.match.squares]
        _show_if(len(boards) > 1, self.past)
        _show_if(self.looking_at is not None, self.looking)
        for number, (button, board, square) in enumerate(zip(self.earlier, boards, newest, strict=False)):
            after = f"after move {number}: {LETTERS[board[square]]} on square {square}" if number else "the empty board"
            button.tooltip = after
            (button.add_class if number == shown else button.remove_class)("fogel-looked-at")
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
            self.head.value = "<p>It has not moved yet. After its first move you see here what it computed.</p>"
        else:
            self.head.value = "<p>Only a network has a head to look into. Choose one as your adversary.</p>"


def _box(name, *parts):
    box = widgets.VBox(parts)
    box.add_class(f"fogel-{name}")
    return box


def _html(name, value=""):
    part = widgets.HTML(value)
    part.add_class(f"fogel-{name}")
    return part


def _button(name, action, words=""):
    """A button; one without words is read aloud by its tooltip."""
    button = widgets.Button(description=words, tooltip=words)
    button.add_class(f"fogel-{name}")
    button.on_click(lambda _: action())
    return button


def _show_if(wanted, *parts):
    for part in parts:
        part.layout.display = None if wanted else "none"


def status_words(match):
    """The state of a match in a sentence or two."""
    its = match.player is not None and match.squares and to_move(match.board) == match.person
    last = f"It played {match.squares[-1]}. " if its else ""
    lines = " and ".join(", ".join(map(str, line)) for line in won_lines(match.board))
    if match.result == "ties":
        return f"{last}A tie."
    if match.player is None:
        mark = LETTERS[winner(match.board) or match.person]
        return f"{mark} wins with {lines}." if match.over else f"{mark} to move."
    if match.over:
        return f"You win with {lines}." if match.result == "wins" else f"You lose: it has {lines}."
    return f"{last}Your move, {LETTERS[match.person]}."


def won_lines(board):
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


def heat_board(values, about, most=1.0, marks=None, ring=None):
    """Nine numbers as coloured squares, blue if positive and orange if negative, or with a mark instead; as SVG."""
    parts = []
    for square, value in enumerate(values):
        (x, y), taken = _at(square), marks is not None and marks[square]
        fill = f"rgba({ORANGE if value < 0 else BLUE}, {0 if taken else 0.75 * abs(value) / most:.3f})"
        parts.append(
            f'<rect x="{x + 3}" y="{y + 3}" width="94" height="94" rx="6" stroke="currentColor"'
            f' stroke-width="{6 if square == ring else 0.6}" fill="{fill}"/>'
        )
        if not taken:
            parts.append(f'<text x="{x + 50}" y="{y + 58}">{number(value)}</text>')
    return _svg("".join(parts) + ("" if marks is None else _marks(marks)), f'role="img" aria-label="{about}"')


def number(value, digits=2):
    """A number with a true minus, and without a minus zero; a very large one in powers of ten."""
    text = f"{value:.0e}" if abs(value) >= 1000 else f"{round(float(value), digits) + 0.0:.{digits}f}"
    return text.replace("-", "−")


def _plural(count, word):
    return f"{count} {word}{'' if count == 1 else 's'}"


# Its head.


def head_view(thought, mark=X):
    """What a network that plays `mark` computed: its nine outputs and the levels of its hidden nodes, as HTML."""
    count = int((thought.board == 0).sum())
    where = "the empty board" if count == 9 else f"a board with {_plural(count, 'open square')}"
    second = " It plays O here, and sees its own marks as 1 and yours as −1." if mark == O else ""
    listed = ", ".join(f"{square}: {number(thought.outputs[square])}" for square in np.flatnonzero(thought.board == 0))
    about = f"its outputs on the open squares, {listed}"
    outputs = heat_board(thought.outputs, about, marks=thought.board * mark, ring=thought.square)
    rows = "".join(
        f'<tr><th scope="row">{node}</th><td>{number(level)}</td>'
        f'<td class="fogel-bar"><div style="width: {100 * level:.1f}%"></div></td></tr>'
        for node, level in enumerate(thought.levels, 1)
    )
    heads = '<th scope="col">node</th><th scope="col">level</th><td></td>'
    return (
        f"<p>On {where} it moved into square {thought.square}, the open one with the largest output.{second}</p>"
        f'<div class="fogel-figures"><figure><figcaption>Its nine outputs</figcaption>{outputs}</figure>'
        f"<table><caption>Its {_plural(len(thought.levels), 'hidden node')}</caption>"
        f"<thead><tr>{heads}</tr></thead>{rows}</table></div>"
    )


def node_view(thought, node):
    """One hidden node: what it looks for, what it says, and its links with level, weight and what they add, as HTML."""
    heard, said = thought.links_in(node), thought.links_out(node)
    figures = [
        f"<figure><figcaption>{words}</figcaption>"
        f"{heat_board(links[:9, 1], f'nine weights: {words.lower()}', np.abs(links[:, 1]).max() or 1.0)}</figure>"
        for words, links in (("What it looks for", heard), ("What it says", said))
    ]
    squares = [str(square) for square in range(9)]
    ends = [("sum", heard[:, 2].sum()), ("level", thought.levels[node])]
    tables = [
        _table("Links that come in", [*squares, "bias"], heard, 0, ends),
        _table("Links that go out", squares, said, 2, []),
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
