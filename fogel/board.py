"""The board in a notebook (chapter 07): a `Match` as widgets, with a look into the adversary's head.

Nothing is decided here. Every click is handed to the match, and then everything is drawn anew from it.
"""

import html
import os

import ipywidgets as widgets
import numpy as np

from fogel.encoding import LINES, O, X, winner
from fogel.engine import QUIET_VARIABLE
from fogel.page import frame
from fogel.play import ADVERSARIES, GENERATIONS, Match

LETTERS = {X: "X", O: "O"}
GENERATION = {f"generation-{number}": number for number in GENERATIONS[:-1]} | {"champion": GENERATIONS[-1]}
OWN_FILE = "file"
BLUE, ORANGE = "0, 114, 178", "213, 94, 0"  # drawing.BLUE and ORANGE, to be mixed with any background
STYLE = """<style>
.fogel { --fogel-x: #0072B2; --fogel-o: #B84E00; max-width: 48rem }
[data-jp-theme-light="false"] .fogel { --fogel-x: #6FB8E8; --fogel-o: #F0A04B }
.fogel .fogel-grid { width: min(100%, 18rem); aspect-ratio: 1; overflow: visible; position: relative }
.fogel .fogel-square { width: 100%; height: 100%; min-width: 0; margin: 0; padding: 0; font-size: 2.4rem;
  font-weight: 600; line-height: 1; border: 1px solid #7b8794; border-radius: 4px; background: transparent;
  color: inherit; box-shadow: none }
.fogel .fogel-square:focus-visible { outline: 3px solid var(--fogel-x); outline-offset: -3px }
.fogel .fogel-x { color: var(--fogel-x) }
.fogel .fogel-o { color: var(--fogel-o) }
.fogel .fogel-line { position: absolute; inset: 0; pointer-events: none; margin: 0; width: 100%; height: 100% }
.fogel .fogel-line .widget-html-content, .fogel .fogel-line svg { width: 100%; height: 100%; display: block }
.fogel .fogel-status { font-size: 1.15rem; min-height: 1.6em }
.fogel .fogel-error { color: #c0392b }
.fogel .fogel-earlier { width: auto; height: auto; padding: 2px; margin: 2px; background: transparent; line-height: 1;
  font: 0.8rem ui-monospace, monospace; white-space: pre; color: inherit; border: 1px solid transparent }
.fogel .fogel-looked-at { border-color: currentColor }
.fogel .widget-html-content { line-height: 1.45; overflow-x: auto }
.fogel svg text { fill: currentColor; font-size: 11px; text-anchor: middle }
.fogel .fogel-figures { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem }
.fogel .fogel-figures figcaption { font-size: 0.85rem }
.fogel figure { margin: 0 }
.fogel table { border-collapse: collapse; font-size: 0.85rem }
.fogel td, .fogel th { padding: 1px 8px; text-align: right; font-variant-numeric: tabular-nums }
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
        self.squares = [self._square(number) for number in range(9)]
        self.line, self.status, self.tally, self.error = (widgets.HTML() for _ in range(4))
        self.strip = widgets.HBox(layout=widgets.Layout(flex_flow="row wrap"))
        self.head, self.node_view = widgets.HTML(), widgets.HTML()
        self._make_controls()
        self.widget = self._arranged()
        self.refresh()

    def _square(self, number):
        button = widgets.Button(layout=widgets.Layout(width="auto", height="auto"))
        button.add_class("fogel-square")
        button.add_class(f"fogel-square-{number}")
        button.on_click(lambda _: self.click(number))
        return button

    def _make_controls(self):
        wide = {"style": {"description_width": "6.5rem"}, "layout": widgets.Layout(width="min(100%, 30rem)")}
        self.adversary = widgets.Dropdown(description="You play", options=self._names(), **wide)
        self.generation = widgets.SelectionSlider(
            description="Generation", options=GENERATIONS, value=GENERATIONS[-1], continuous_update=False, **wide
        )
        self.begins = widgets.Dropdown(
            description="X, begins", options=[("the other player", False), ("you", True)], **wide
        )
        self.file = widgets.FileUpload(accept=".json", description="Champion file", multiple=False)
        self.new = widgets.Button(description="New game")
        self.on_from_here = widgets.Button(description="Play on from here")
        self.show_head = widgets.Checkbox(description="Look into its head", indent=False)
        self.node = widgets.Dropdown(description="Hidden node", options=[("1", 0)], **wide)
        self.adversary.observe(self._adversary_chosen, "value")
        self.generation.observe(lambda _: self._choose(self._ancestor()), "value")
        self.begins.observe(lambda change: self._do(lambda: self.match.begin(change.new)), "value")
        self.file.observe(self._file_chosen, "value")
        self.new.on_click(lambda _: self._do(self.match.new_game))
        self.on_from_here.on_click(lambda _: self._do(lambda: self.match.new_game(self.looking_at or 0)))
        for control in (self.show_head, self.node):
            control.observe(lambda _: self.refresh(), "value")

    def _arranged(self):
        grid = widgets.GridBox(
            self.squares,
            layout=widgets.Layout(
                grid_template_columns="repeat(3, 1fr)",
                grid_template_rows="repeat(3, 1fr)",
                grid_gap="4px",
                height="100%",
            ),
        )
        board = widgets.Box([grid, self.line], layout=widgets.Layout(display="block"))
        for part, name in ((board, "grid"), (self.line, "line"), (self.status, "status"), (self.error, "error")):
            part.add_class(f"fogel-{name}")
        buttons = widgets.HBox([self.new, self.on_from_here], layout=widgets.Layout(flex_flow="row wrap"))
        controls = [self.adversary, self.generation, self.begins, self.file, self.error]
        head = [self.show_head, self.head, self.node, self.node_view]
        parts = [widgets.HTML(STYLE), *controls, self.status, board, buttons, self.tally, self.strip, *head]
        whole = widgets.VBox(parts)
        whole.add_class("fogel")
        return whole

    def _names(self, *more):
        return [
            (words, name) for name, words in ADVERSARIES.items() if name not in GENERATION or name == "champion"
        ] + [*more]

    # What a reader does.

    def click(self, number):
        """A click on a square; one that is no legal move does nothing."""
        if self.looking_at is None:
            self._do(lambda: self.match.move(number))

    def look_at(self, number):
        """Shows an earlier board of the game; the last one is the game as it stands."""
        self.looking_at = None if number == len(self.match.squares) else number
        self.refresh()

    def _do(self, action):
        """An action on the match; what it says is wrong is shown, and the game goes on."""
        self.error.value = ""
        try:
            action()
            self.looking_at = None
        except (OSError, ValueError) as problem:
            self.error.value = f'<div role="alert">{html.escape(str(problem))}</div>'
        self.refresh()

    def _ancestor(self):
        return next(name for name, number in GENERATION.items() if number == self.generation.value)

    def _choose(self, name):
        self._do(lambda: self.match.choose(name))

    def _adversary_chosen(self, change):
        if change.new == OWN_FILE:
            return
        self._choose(self._ancestor() if change.new == "champion" else change.new)

    def _file_chosen(self, change):
        if not change.new:
            return
        name, content = change.new[0]["name"], bytes(change.new[0]["content"])
        before = self.match.player
        self._do(lambda: self.match.load_text(content.decode("utf-8", errors="replace"), name))
        if self.match.player is not before:
            self.adversary.options = self._names((f"the network in {name}", OWN_FILE))
            self.adversary.value = OWN_FILE

    # What a reader sees.

    def refresh(self):
        """Draws everything anew from the match."""
        match = self.match
        earlier = self.looking_at is not None
        board = match.boards[self.looking_at if earlier else -1]
        for number, (button, mark) in enumerate(zip(self.squares, board.tolist(), strict=True)):
            button.description = LETTERS.get(mark, "")
            button.tooltip = f"square {number}, {LETTERS.get(mark, 'open')}"
            for name, wanted in (("fogel-x", X), ("fogel-o", O)):
                (button.add_class if mark == wanted else button.remove_class)(name)
        self.line.value = won_line(board)
        self.status.value = f'<div role="status" aria-live="polite">{self._words(earlier)}</div>'
        against = "X" if match.player is None else "You"
        counts = " &nbsp; ".join(f"{name} {count}" for name, count in match.tally.items())
        self.tally.value = f"{against}: {counts}"
        self.on_from_here.layout.visibility = "visible" if earlier else "hidden"
        self.generation.layout.display = "" if match.adversary in GENERATION else "none"
        self.begins.disabled = match.player is None
        self._refresh_strip()
        self._refresh_head()

    def _words(self, earlier):
        match = self.match
        if earlier:
            return f"The board after {self.looking_at} moves. The game itself waits at the end of the strip."
        if match.over:
            words = {"wins": "You win.", "ties": "A tie.", "losses": "You lose."}
            if match.player is None:
                words = {"wins": "X wins.", "ties": "A tie.", "losses": "O wins."}
            return words[match.result]
        return f"Your move: {LETTERS[match.person]}."

    def _refresh_strip(self):
        boards = self.match.boards
        shown = len(boards) - 1 if self.looking_at is None else self.looking_at
        buttons = []
        for number, board in enumerate(boards):
            letters = [LETTERS.get(mark, "·") for mark in board.tolist()]
            text = "\n".join(" ".join(letters[row : row + 3]) for row in (0, 3, 6))
            button = widgets.Button(description=text, tooltip=f"look at the board after {number} moves")
            button.add_class("fogel-earlier")
            if number == shown:
                button.add_class("fogel-looked-at")
            button.on_click(lambda _, number=number: self.look_at(number))
            buttons.append(button)
        for old in self.strip.children:
            old.close()
        self.strip.children = buttons

    def _refresh_head(self):
        thought = self.match.peek() if self.show_head.value else None
        self.node.layout.display = "" if thought else "none"
        self.node_view.value = ""
        if not thought:
            asked = self.show_head.value
            self.head.value = "<p>It is no network, or it has not moved yet.</p>" if asked else ""
            return
        count = len(thought.levels)
        if len(self.node.options) != count:
            self.node.options = [(str(node + 1), node) for node in range(count)]
        self.head.value = head_view(thought)
        self.node_view.value = node_view(thought, self.node.value)


def won_line(board):
    """An SVG of the line that is won, to be laid over the board; empty text if there is none."""
    for line in LINES:
        if winner(board) and all(board[square] == winner(board) for square in line):
            (x1, y1), (x2, y2) = ((square % 3 + 0.5, square // 3 + 0.5) for square in (line[0], line[2]))
            ends = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
            return (
                '<svg viewBox="0 0 3 3" aria-hidden="true">'
                f'<line {ends} stroke="currentColor" stroke-width="0.07" stroke-linecap="round"/></svg>'
            )
    return ""


def head_view(thought):
    """The nine outputs on the board and the levels of the hidden nodes, as HTML."""
    open_ones = thought.board == 0
    texts = [f"{value:.2f}" if is_open else "" for value, is_open in zip(thought.outputs, open_ones, strict=True)]
    values = np.where(open_ones, thought.outputs, 0.0)
    outputs = small_board(values, texts, marks=thought.board, ring=thought.square, most=1.0)
    bars = "".join(
        f"<tr><td>{node + 1}</td><td>{level:.2f}</td>"
        f'<td style="text-align: left"><svg width="120" height="10" aria-hidden="true">'
        f'<rect width="{120 * level:.0f}" height="10" fill="rgb({BLUE})"/></svg></td></tr>'
        for node, level in enumerate(thought.levels)
    )
    return (
        '<div class="fogel-figures">'
        f"<figure>{outputs}<figcaption>its outputs; its own marks are X,<br>and the ring is where it moved</figcaption>"
        "</figure>"
        f"<figure><table><tr><th>node</th><th>level</th><th></th></tr>{bars}</table></figure></div>"
    )


def node_view(thought, node):
    """One hidden node: what it looks for, what it says, and its links with value, weight and contribution, as HTML."""
    into, out = thought.links_in(node), thought.links_out(node)
    most = max(np.abs(into[:, 1]).max(), np.abs(out[:, 1]).max())
    looks, says = (
        small_board(links[:9, 1], [f"{value:.2f}" for value in links[:9, 1]], most=most) for links in (into, out)
    )
    rows = "".join(
        f"<tr><td>{place}</td>{_numbers(into[number])}{_numbers(out[number]) if number < 9 else '<td></td>' * 3}</tr>"
        for number, place in enumerate([*map(str, range(9)), "bias"])
    )
    return (
        '<div class="fogel-figures">'
        f"<figure>{looks}<figcaption>what node {node + 1} looks for:<br>its weights from the squares</figcaption>"
        f"</figure><figure>{says}<figcaption>what it says:<br>its weights to the outputs</figcaption></figure></div>"
        f"<table><tr><th>square</th><th>input</th><th>weight</th><th>gives</th>"
        f"<th>level</th><th>weight</th><th>gives</th></tr>{rows}"
        f"<tr><th>sum</th><td></td><td></td><td>{into[:, 2].sum():.3f}</td></tr></table>"
    )


def _numbers(values):
    return "".join(f"<td>{value + 0.0:.3f}</td>" for value in values)


def small_board(values, texts, marks=None, ring=None, most=1.0):
    """A board of nine coloured squares, blue for positive values and orange for negative ones, as SVG."""
    parts = []
    for square in range(9):
        x, y = 44 * (square % 3) + 1, 44 * (square // 3) + 1
        colour = BLUE if values[square] > 0 else ORANGE
        fill = f"rgba({colour}, {0.75 * min(abs(values[square]) / most, 1.0):.3f})"
        edge = 'stroke="currentColor" stroke-width="2.5"' if square == ring else 'stroke="#7b8794" stroke-width="0.7"'
        mark = LETTERS.get(int(marks[square]), "") if marks is not None else ""
        parts.append(f'<rect x="{x}" y="{y}" width="42" height="42" fill="{fill}" {edge}/>')
        parts.append(f'<text x="{x + 21}" y="{y + 25}">{mark or texts[square]}</text>')
    return (
        f'<svg width="134" height="134" role="img" aria-label="nine squares: {" ".join(texts)}">{"".join(parts)}</svg>'
    )
