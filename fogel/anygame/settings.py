"""The settings that another game adds: its rules, the side, the opponent."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from os import PathLike, fspath
from typing import Any

from fogel.anygame import tables
from fogel.anygame.opponents import FunctionOpponent, odds_of_answers
from fogel.core.files import shortened
from fogel.core.settings import Settings, choice, count_first_replies, count_squares, text
from fogel.core.types import Self, Square
from fogel.engine.tables import make_rule, make_tables
from fogel.rules.rule_files import find_rules, read_rules, shipped, write_rules
from fogel.rules.rules import MARKS, Rules, check_fit, grid

# Answers that a worker keeps: one for each network and each board on which it may be asked, each of
# 4 bytes.
MOST_ANSWERS = 2**28
NOTATION = (
    "must be a rule file's name or text, or parts with ; between them: the rows of the board, then"
    ' `win` or `lose` and the rows of a pattern, as in "000 000 000; win 111; lose 100 010 001"'
)


def find_game(rules: Rules | str, fit: bool = True) -> Rules:
    """Return the Rules that are meant: Rules, a shipped game's name, a rule file's path or text, or
    a line.

    A line is as in NOTATION. Raises ValueError that says what is wrong with it, and OSError if a
    file can't be read. A pattern that fits nowhere on the board is an error unless `fit` is False,
    as for a few drawn games that have one.
    """
    if isinstance(rules, Rules):
        found = rules
    elif isinstance(rules, PathLike):
        found = find_rules(fspath(rules))
    elif not isinstance(rules, str):
        raise ValueError(f"{NOTATION}, not {shortened(repr(rules), 80)}")
    elif ";" in rules:
        found = _in_parts(rules)
    else:
        found = read_rules(rules) if "\n" in rules.strip() else find_rules(rules)
    return check_fit(found) if fit else found


def _in_parts(rules):
    """The Rules of a line as in NOTATION."""
    board, *patterns = [part.split() for part in rules.split(";") if part.strip()] or [[]]
    if not board:
        raise ValueError(f"{NOTATION}, without {shortened(repr(rules), 80)}")
    found: dict[str, list[Any]] = {"win": [], "lose": []}
    for word, *rows in patterns:
        if word not in found or not rows:
            raise ValueError(f"{NOTATION}, without {shortened(repr(' '.join([word, *rows])), 80)}")
        found[word].append(grid(" ".join(rows)))
    start = grid(" ".join(board))
    return Rules(f"{start.width}x{start.height}", start, tuple(found["win"]), tuple(found["lose"]))


def in_a_line(rules: Rules) -> str:
    """The line as in NOTATION of which `find_game` makes these Rules, all but their name."""
    parts = [
        ("", rules.start),
        *(("win ", one) for one in rules.wins),
        *(("lose ", one) for one in rules.losses),
    ]
    return "; ".join(word + _rows(one) for word, one in parts)


def _rows(one):
    """The rows of a Grid with a space between them."""
    marks = "".join(MARKS[mark] for mark in one.squares)
    return " ".join(marks[at : at + one.width] for at in range(0, len(marks), one.width))


@lru_cache(maxsize=64)
def _rules(game):
    return read_rules(game)


@dataclass(frozen=True, kw_only=True)
class GameSettings(Settings):
    """The Settings of an experiment with any game of two; raises ValueError that names the field
    and its range.

    `game` is handed in as `find_game` takes it, and kept as the text of a rule file: all that is
    stored says its game. With the seat `both`, a network plays its games in the first and the
    second seat in turn. `opponent` is one of the package's, or a FunctionOpponent, which
    `against.against` makes of a function of your own.
    """

    game: str = text(
        "standard", "the rules: a rule file, or the name of one that comes with the package"
    )
    seat: str = choice(
        "first", "second", "both", help="whether the network opens, answers, or does both in turn"
    )
    opponent: str | FunctionOpponent = choice(
        *tables.OPPONENTS[:3],
        help=(
            "the paper's rule; a player that keeps the best result that can be forced; or one that"
            " also wins soonest and loses latest; with their slips"
        ),
        also=FunctionOpponent,
    )

    def __post_init__(self):
        try:
            object.__setattr__(self, "game", write_rules(find_game(self.game, fit=False)))
            known = isinstance(self.seat, str) and self.seat in tables.SEATS
            tables.check_seat(self.rules, self.seat if known else "first")
        except (ValueError, OSError) as problem:
            raise ValueError(f"game {problem}") from None
        super().__post_init__()
        if isinstance(self.opponent, FunctionOpponent):
            try:
                odds_of_answers(tables.grown(self.rules), self.opponent)
            except ValueError as problem:
                raise ValueError(f"opponent: {problem}") from None
        if self.seat == "both" and self.forced_replies:
            raise ValueError(
                "seat must be first or second with forced_replies, which differ in each, not both"
            )
        if self.seat == "both" and self.games % 2:
            raise ValueError(f"games must be a multiple of 2 with the seat both, not {self.games}")
        answers = 2 * self.parents * tables.asked_boards(self.rules, self.seat)
        if answers > MOST_ANSWERS:
            raise ValueError(
                f"parents must be fewer than {self.parents:,} at this game: {answers:,} answers"
                f" would be kept, more than {MOST_ANSWERS:,}"
            )

    @classmethod
    def from_dict(cls, values: Any) -> Self:
        """As that of Settings; the game is a text or a shipped one's name: no stored file has us
        open another.
        """
        game = values.get("game", "standard") if isinstance(values, Mapping) else "standard"
        if not isinstance(game, str) or not (
            "\n" in game.strip() or ";" in game or game in shipped()
        ):
            raise ValueError(
                f"game must be the text of a rule file, or one of {', '.join(shipped())}"
            )
        if isinstance(values, Mapping) and isinstance(opponent := values.get("opponent"), Mapping):
            try:
                values = {**values, "opponent": FunctionOpponent.from_dict(opponent)}
            except ValueError as problem:
                raise ValueError(f"opponent: {problem}") from None
        return super().from_dict(values)

    def as_options(self, without: Collection[str] = (), **shown: str) -> str:
        """As that of Settings; the game is a shipped one's name, or a line as in NOTATION."""
        names = (name for name in shipped() if write_rules(find_rules(name)) == self.game)
        return super().as_options(without, game=next(names, in_a_line(self.rules)), **shown)

    def change(self, **changes: Any) -> Self:
        """As that of Settings. A function as the opponent keeps the seat and the slip for which it
        was asked.

        Raises ValueError if one of these changes: on other boards nobody knows the function's
        answers.
        """
        if isinstance(self.opponent, FunctionOpponent) and "opponent" not in changes:
            for name in ("seat", "slip", "forced_replies"):
                own = getattr(self, name)
                if changes.get(name, own) != own:
                    raise ValueError(
                        f"{name} must stay {own}, not {changes[name]}: {self.opponent.name} was"
                        " asked only on the boards that it meets there"
                    )
        return super().change(**changes)

    @property
    def rules(self) -> Rules:
        """The game's Rules."""
        return _rules(self.game)

    def opened(self, square: Square) -> GameSettings:
        """What is left of the game once the network has opened with this square: a game in which it
        answers.

        A network that opens so has the same expected payoff in both. Raises ValueError if the seat
        is not the first, if the square is not open, or if nothing is left.
        """
        start = self.rules.start
        if self.seat != "first":
            raise ValueError(f"seat must be first for the network to open, not {self.seat}")
        if square not in range(self.squares) or start.squares[square] != 0:
            raise ValueError(f"square must be open at the start, and {square!r} is not")
        marks = tuple(
            2 if at == square else 3 - mark if mark else 0 for at, mark in enumerate(start.squares)
        )
        rules = replace(
            self.rules,
            name=f"{self.rules.name[:30]} from {square}",
            start=start._replace(squares=marks),
        )
        return self.change(game=rules, seat="second")

    @property
    def squares(self) -> int:
        """How many squares the board has."""
        return len(self.rules.start.squares)

    @property
    def first_replies(self) -> int:
        """How many squares are open when the opponent moves first."""
        return tables.first_replies(self.rules, self.seat)

    def game_tables(self, random: bool = False) -> Any:
        """The engine's tables of this game and its opponent, or of a `random` one, which does not
        slip.
        """
        opponent, slip = ("random", 0.0) if random else (self.opponent, self.slip)
        return tables.tables(self.rules, self.seat, opponent, slip, make_rule(self))


# What the experiment asks of settings, and the standard game's answer elsewhere.
count_squares.register(GameSettings, lambda settings: settings.squares)
count_first_replies.register(GameSettings, lambda settings: settings.first_replies)
make_tables.register(GameSettings, GameSettings.game_tables)
