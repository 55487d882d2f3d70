"""A match of any game on a board in a notebook (chapters 7 and 13).

Nothing is decided here. Every click is handed to the match, and then everything is drawn again from
it.
"""

from __future__ import annotations

import html
from functools import partial
from textwrap import shorten
from typing import Any

import ipywidgets as widgets

from fogel.core.game import Game, rank
from fogel.core.match import GameMatch
from fogel.core.players import HUMAN
from fogel.core.texts import WORDS, plural
from fogel.core.types import Square
from fogel.rules.texts import ANY_GAME
from fogel.web.play.advice import VALUES, hint_words, newest, short_value, status_words
from fogel.web.play.parts import STYLE, box, button, file_button, html_part, show_if
from fogel.web.play.pictures import (
    board_sizes,
    board_svg,
    draw_mark,
    frames,
    marks_in,
    note,
    square_names,
    tallies_table,
)

MOST_BOARDS, MOST_SIDE = 20, 6  # of a strip of earlier boards; otherwise a slider leads to them
UNUSED = "not used"


class MatchBoard:
    """A match on the screen: `widget` is what to display, `match` the games themselves.

    A subclass for one game overrides the methods in the last part, which hold what is special about
    that game.
    """

    def __init__(self, match: GameMatch) -> None:
        self.match: Any = match
        self.looking_at: int | None = None  # after how many moves; None: the game as it is
        self.pressed: tuple[Square, ...] = ()  # the first squares of a move of several
        self.hinting, self._drawing = False, True
        self._make_parts()
        self._make_choices()
        self._arrange()
        show_if(False, self.error, self.note)
        self._drawing = False
        self.refresh()

    def _make_parts(self):
        game = self.match.game
        self.picture, self.strip = html_part("picture"), html_part("picture")
        self.status, self.tally, self.note, self.error = map(
            html_part, ("status", "tally", "note", "error")
        )
        self.hint_words, self.tallies = html_part("note"), html_part("tallies")
        self.squares = [
            button("bare", lambda at=square: self.click(at))
            for square in range(game.rows * game.columns)
        ]
        for square, part in enumerate(self.squares):
            part.disabled = not game.name_square(square)
        self.earlier, self.spare = [], box("pressed")
        self.new = button("button", lambda: self._do(self.match.new_game), WORDS["new_game"])
        self.undo = button("button", lambda: self._do(self.match.undo), WORDS["undo"])
        self.hint = button("button", self._toggle_hint, WORDS["hint"])
        self.play_on = button("button", self._play_on, WORDS["play_on"])
        self.back = button("button", lambda: self.look_at(len(self.match.moves)), WORDS["back"])
        self.slider = widgets.IntSlider(description=WORDS["so_far"], max=1)
        self.slider.observe(lambda change: self._drawing or self.look_at(change.new), "value")

    def _make_choices(self):
        self.peek = widgets.Checkbox(description=ANY_GAME["peek"], indent=False)
        self.file = file_button(self._file_chosen)
        show_if(getattr(self.match, "read", hasattr(self.match, "load_text")), self.file)
        self.peek.observe(lambda _: self.refresh(), "value")
        self._make_others()

    def _arrange(self):
        game = self.match.game
        board = box("board", box("buttons", *self.squares), self.picture)
        row = box("row", box("pressed", self.new, self.undo, self.hint), self.tally)
        self.strip_buttons = box("buttons")
        self.boards = box("strip", self.strip_buttons, self.strip)
        self.past = box("past", html_part("label", WORDS["so_far"]), self.boards)
        self.looking = box("row", self.play_on, self.back)
        self.others = [self.peek, self.note, self.file, self.error, self.tallies]
        above, beside, below = self._place()
        past = (self.past, self.slider, self.looking)
        played = box("game", *above, self.status, board, self.spare, row, self.hint_words, *past)
        options = box("options", *beside)
        name = f"fogel-{game.columns}x{game.rows}"
        sizes = board_sizes(f".{name}", (game.columns, game.rows), self._edge)
        style = f"{STYLE}<style>{self._style}{sizes}</style>"
        columns = box("columns", played, options)
        self.widget = widgets.VBox([widgets.HTML(style), columns, *below])
        self.widget.add_class("fogel").add_class(name)

    # What a reader does.

    def click(self, square: Square) -> None:
        """Take a click on a square; one that leads to no legal move does nothing."""
        if not self._is_open():
            return
        if square not in self._steps():
            self.pressed = ()  # another piece
        moves = self._steps().get(square, ())
        pressed = (*self.pressed, square)
        found = [move for move in moves if self.match.game.squares(move) == pressed]
        if found:
            self._do(self.match.move, found[0])
        else:
            self.pressed = pressed if moves else ()
            self.refresh()

    def _is_open(self):
        """Whether a person may move on the board that is shown."""
        return self.looking_at is None and self.match.waits

    def _steps(self):
        """{a square that continues what is pressed: the legal moves that go there}."""
        game, steps, done = self.match.game, {}, len(self.pressed)
        for move in game.moves(self.match.position):
            squares = game.squares(move)
            if squares[:done] == self.pressed != squares:
                steps.setdefault(squares[done], []).append(move)
        return steps

    def look_at(self, number: int) -> None:
        """Show the board after the first `number` moves; after all of them, the current one."""
        self.looking_at = number if number < len(self.match.moves) else None
        self.refresh()

    def _play_on(self):
        if self.looking_at is not None:
            self._do(self.match.new_game, self.looking_at)

    def _toggle_hint(self):
        if self._is_open():
            self.hinting = not self.hinting
            self.refresh()

    def _file_chosen(self, change):
        for file in change.new:
            self._do(self._load, f"file {file['name']}", bytes(file["content"]))
        self.file.value = ()  # so that the same file can be chosen again

    def _load(self, name, content):
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            raise ValueError(f"{name}: not text in UTF-8") from None
        self._bring(text, name)

    def _do(self, action, *about):
        """An action on the match; what it says is wrong is shown, and the game goes on."""
        if self._drawing:  # a choice that follows the match is no choice of the reader
            return
        trouble = ""
        try:
            action(*about)
            self.looking_at, self.hinting, self.pressed = None, False, ()
        except (OSError, ValueError) as problem:
            trouble = self._trouble_words(shorten(str(problem), 250, placeholder="…"))
        self.error.value = f'<div role="alert">{html.escape(trouble)}</div>'
        show_if(trouble, self.error)
        self.refresh()

    # What a reader sees.

    def refresh(self) -> None:
        """Draw everything again from the match."""
        if self._drawing:
            return
        self._drawing = True
        try:
            match = self.match
            after = len(match.moves) if self.looking_at is None else self.looking_at
            past, values = match.at(after), self._values()
            self._draw_others()
            self._draw_board(past, values or {})
            self._draw_spare(values or {})
            self._draw_words(past)
            words = hint_words(values or {}, self._name_move, self._draw) if self.hinting else ""
            words = ANY_GAME["no_values"] if values is None else words
            self.hint_words.value = f'<div role="status">{words}</div>' if words else ""
            show_if(words, self.hint_words)
            self._draw_past(after)
            self._draw_panels(past)
        finally:
            self._drawing = False

    def _values(self):
        """Return {move: Value} if they should be shown; None if they would take too long."""
        wanted = (self.hinting or self.peek.value) and self._is_open()
        try:
            return self.match.hint() if wanted else {}
        except ValueError:
            return None

    def _draw_board(self, past, values):
        game, shape = past.game, (past.game.columns, past.game.rows)
        steps = self._steps() if self._is_open() else {}
        known = {}
        for square, moves in steps.items():
            if found := [values[move] for move in moves if move in values]:
                known[square] = max(found, key=rank)
        marks = game.marks(past.position)
        for square, (part, mark) in enumerate(zip(self.squares, marks, strict=True)):
            value = f", {short_value(known[square], self._draw)}" if square in known else ""
            part.tooltip = self._square_words(past, square, mark) + value
            (part.remove_class if square in steps else part.add_class)("fogel-taken")
        notes = self._notes(past, known)
        best = max(map(rank, known.values()), default=None)
        kinds = {
            "new": newest(past),
            "won": self._won_squares(past),
            "best": [square for square, value in known.items() if rank(value) == best],
            "pressed": self.pressed,
        }
        below = "".join(frames(kind, squares, shape[0]) for kind, squares in kinds.items())
        above = marks_in(marks, (), notes, shape[0], self._draw_mark) + self._overlay(past)
        if not self._edge:
            names = {at: game.name_square(at) for at, mark in enumerate(marks) if not mark}
            above += square_names(names, shape[0])
        above += "".join(note(square, texts, shape[0]) for square, texts in notes.items())
        self.picture.value = board_svg(shape, self._ground + below, above, self._edge)

    def _draw_spare(self, values):
        """Draw a button for each move that has no squares."""
        match, buttons = self.match, []
        for move in match.game.moves(match.position) if self._is_open() else ():
            if not match.game.squares(move):
                value = f", {short_value(values[move], self._draw)}" if move in values else ""
                action = partial(self._do, match.move, move)
                buttons.append(button("button", action, self._name_move(move) + value))
        self.spare.children = buttons

    def _draw_words(self, past):
        match = self.match
        words = self._status_words()
        if self.looking_at is not None:
            moves = plural(len(match.moves), "move")
            words = WORDS["past"].format(shown=self.looking_at, moves=moves)
        self.status.value = f'<div role="status">{words}</div>'
        self.tally.value = "".join(
            f"<span><b>{count}</b> {name}</span> " for count, name in self._counts()
        )
        met = {
            self._opponent_words(name): counts
            for name, counts in match.tallies.items()
            if any(counts.values())
        }
        self.tallies.value = tallies_table(met) if len(met) > 1 else ""

    def _draw_past(self, after):
        game, positions = self.match.game, self.match.positions
        is_strip = len(positions) <= MOST_BOARDS and max(game.rows, game.columns) <= MOST_SIDE
        show_if(len(positions) > 1 and is_strip, self.past)
        show_if(len(positions) > 1 and not is_strip, self.slider)
        show_if(self.looking_at is not None, self.looking)
        self.slider.max, self.slider.value = max(1, len(positions) - 1), after
        pictures = []
        for move in range(len(positions) if is_strip else 0):
            if move == len(self.earlier):
                self.earlier.append(button("bare", lambda move=move: self.look_at(move)))
            past = self.match.at(move)
            self.earlier[move].tooltip = self._past_words(past)
            part = self.earlier[move]
            (part.add_class if move == after else part.remove_class)("fogel-looked-at")
            marks = game.marks(past.position)
            marks = marks_in(marks, newest(past), (), game.columns, self._draw_mark)
            pictures.append(board_svg((game.columns, game.rows), self._ground, marks))
        self.strip_buttons.children = self.earlier[: len(pictures)]
        self.strip.value = "".join(pictures)

    # What one game has of its own.

    _draw = "draw"  # a game that nobody wins
    _style = ""  # of its panels, beyond widget.css
    _ground = ""  # what is below the board, as SVG
    _draw_mark = staticmethod(draw_mark)

    def _make_others(self):
        """Make the choices of players, and of anything else."""
        self.seats = []
        for number in range(1, len(self.match.players) + 1):
            mark = self.match.game.name_player(number).removeprefix("player ")
            choice = widgets.Dropdown(description=ANY_GAME["seat"].format(mark=mark))
            choice.observe(
                lambda change, number=number: self._do(self.match.sit, number, change.new), "value"
            )
            self.seats.append(choice)
        self.look = widgets.Checkbox(description=ANY_GAME["look"], indent=False)
        self.look.observe(lambda _: self.refresh(), "value")
        self.looks = html_part("looks")

    def _place(self):
        """Return what is above the board, beside it, and below it."""
        seats = self.seats if hasattr(self.match, "choices") else []
        return [], [*seats, *self.others, self.look, self.looks], []

    def _draw_others(self):
        """Let the choices follow the match."""
        if hasattr(self.match, "choices"):
            names = [(self._player_words(name), name) for name in self.match.choices]
            for choice, name in zip(self.seats, self.match.names, strict=True):
                choice.options, choice.value = names, name

    def _draw_panels(self, past):
        """Draw what the players thought on the board that is shown."""
        shown = any(hasattr(player, "peek") for player in past.players)
        self.looks.value = f"<pre>{html.escape(past.thoughts())}</pre>"
        show_if(shown, self.look)
        show_if(shown and self.look.value, self.looks)

    def _bring(self, text, name):
        """Let the player in the text of a file play."""
        self.match.load_text(text, name)

    @property
    def _edge(self):
        """The names of columns and rows; None if the squares show names of their own."""
        game = self.match.game
        if type(game).name_square is not Game.name_square:
            return None
        letters = [Game.name_square(game, column)[:-1] for column in range(game.columns)]
        return letters, [str(row + 1) for row in range(game.rows)]

    def _overlay(self, past):
        """Return what is above the marks, as SVG."""
        return ""

    def _won_squares(self, past):
        """Return the squares that are marked as those that decided the game."""
        return past.game.winning_squares(past.position)

    def _notes(self, past, known):
        """Return {square: (words, class) pairs at its lower edge}: the values that are `known`."""
        return {
            square: [(short_value(value, self._draw), f"forced {VALUES[value.result]}")]
            for square, value in known.items()
        }

    def _name_square(self, square):
        """Return the name of a square in sentences."""
        return self.match.game.name_square(square)

    def _name_move(self, move):
        """Return the name of a move in sentences."""
        return self.match.game.name_move(move)

    def _square_words(self, past, square, mark):
        """Return a square and what it holds in words, for its button."""
        if self.squares[square].disabled:
            return f"{Game.name_square(past.game, square)}, {UNUSED}"
        held = mark or ANY_GAME["empty"]
        return ANY_GAME["place"].format(square=self._name_square(square), held=held)

    def _past_words(self, past):
        """Return an earlier board in words, for its button."""
        if not past.moves:
            return WORDS["at_start"]
        mark = past.game.name_player(past.game.to_move(past.positions[-2]))
        name = f"{mark} {self._name_move(past.moves[-1])}"
        return WORDS["after"].format(move=len(past.moves), name=name)

    def _player_words(self, name):
        """Return a player in the list of those that can sit down."""
        if name == HUMAN:
            return ANY_GAME["person"]
        if name.startswith("file "):
            return WORDS["from_file"].format(file=name.removeprefix("file "))
        return ANY_GAME["player"].format(name=name)

    def _opponent_words(self, name):
        """Return the players of a tally in words."""
        return ", ".join(map(self._player_words, name.split(", ")))

    def _trouble_words(self, trouble):
        """Return a sentence that says what is wrong."""
        return ANY_GAME["stays"].format(trouble=trouble)

    def _counts(self):
        """Return the tally in words and numbers."""
        return [(count, name) for name, count in self.match.tally.items()]

    def _status_words(self):
        """Return the state of the game in a sentence or two."""
        won = self.match.game.winning_squares(self.match.position)
        return status_words(self.match, ", ".join(map(self._name_square, won)), self._draw)
