"""Rules drawn at random, and rules changed in one place (chapter 17).

A game is changed as a list of grids: the board first, then the win patterns and those that lose.
What comes of it may be no game at all; `refusal` says why, and nothing is measured then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from fogel.core.settings import Choices, flag, whole
from fogel.core.types import Rng, Square
from fogel.lookahead.tree import MOST_SQUARES
from fogel.rules.rules import Grid, Rules, lines, outcome
from fogel.rules.solve import find_images

MOST_SIDE = 4  # squares, of a pattern that is drawn
OTHERS = 4  # one in so many marks that are drawn into a pattern is the other player's


@dataclass(frozen=True, kw_only=True)
class Limits(Choices):
    """Which games are looked at; a wrong value raises ValueError that names the field and its
    range.
    """

    squares: int = whole(9, 1, MOST_SQUARES, "most squares of a board")
    patterns: int = whole(8, 1, 40, "most win patterns, with those that lose")
    losing: bool = flag(True, "a pattern may lose")
    head_start: bool = flag(True, "player 2 may have a mark on the board before player 1 opens")
    any_orientation: bool = flag(
        False, "a pattern counts anywhere and any way round, and all its ways are one of `patterns`"
    )
    other_marks: bool = flag(True, "a pattern may hold the other player's mark")
    fitting_patterns: bool = flag(
        False, "random games have patterns of three to five marks that fit on their board"
    )


# Grids.


def random_grid(rng: Rng) -> Grid:
    """A pattern at random: its sides 1 to 4, each square marked or not, and one mark at least."""
    width, height = (int(side) for side in rng.integers(1, MOST_SIDE + 1, 2))
    squares = [_mark(rng) if rng.random() < 0.5 else 0 for _ in range(width * height)]
    squares[int(rng.integers(len(squares)))] = 1
    return Grid(width, height, tuple(squares))


def _mark(rng):
    return 2 if rng.integers(OTHERS) == 0 else 1


def turned(pattern: Grid, how: int) -> Grid:
    """A Grid turned and mirrored: `how`, 0 to 7, has a bit for each of left-right, top-bottom, and
    the diagonal.
    """
    rows = [
        pattern.squares[at : at + pattern.width]
        for at in range(0, len(pattern.squares), pattern.width)
    ]
    if how & 1:
        rows = [row[::-1] for row in rows]
    if how & 2:
        rows = rows[::-1]
    if how & 4:
        rows = list(zip(*rows, strict=True))
    return Grid(len(rows[0]), len(rows), tuple(mark for row in rows for mark in row))


def turned_back(pattern: Grid, how: int) -> Grid:
    """The Grid of which `turned` with the same `how` makes this one."""
    return turned(pattern, {5: 6, 6: 5}.get(how, how))  # quarter turns, the others undo themselves


def resized(pattern: Grid, rng: Rng, filling: Callable[[Rng], int]) -> Grid:
    """A Grid with a row or a column more, of what `filling(rng)` gives, or one less, at one of its
    ends.
    """
    how = int(rng.integers(8))  # any end becomes the last row, and goes back
    there = turned(pattern, how)
    if rng.integers(2) and there.height > 1:
        there = Grid(there.width, there.height - 1, there.squares[: -there.width])
    else:
        row = tuple(filling(rng) for _ in range(there.width))
        there = Grid(there.width, there.height + 1, there.squares + row)
    return turned_back(there, how)


def ways(pattern: Grid) -> list[Grid]:
    """A pattern in all its turns and mirrorings, each once."""
    return [*dict.fromkeys(turned(pattern, how) for how in range(8))]


def shapes(patterns: Iterable[Grid]) -> list[list[Grid]]:
    """Patterns in groups: those that are turns or mirrorings of each other stand together."""
    groups: dict[Grid, list[Grid]] = {}
    for pattern in patterns:
        groups.setdefault(min(ways(pattern)), []).append(pattern)
    return list(groups.values())


def in_all_ways(rules: Rules) -> Rules:
    """The rules with every pattern in all its turns and mirrorings."""
    return _with_each(
        rules, lambda patterns: [way for group in shapes(patterns) for way in ways(group[0])]
    )


def in_one_way(rules: Rules) -> Rules:
    """The rules with one pattern of each shape."""
    return _with_each(rules, lambda patterns: [group[0] for group in shapes(patterns)])


def _with_each(rules, change):
    """The rules with those patterns that `change` makes of those that win, and of those
    that lose.
    """
    return replace(rules, wins=tuple(change(rules.wins)), losses=tuple(change(rules.losses)))


# Changes: each makes new rules of rules. What can't be changed so stays as it is.


def flip_cell(rules: Rules, rng: Rng) -> Rules:
    """A square of a pattern becomes marked, empty, or the other player's."""
    return _with_pattern(rules, rng, lambda pattern: _flipped(pattern, rng))


def _flipped(pattern, rng):
    at = int(rng.integers(len(pattern.squares)))
    mark = 0 if pattern.squares[at] else _mark(rng)
    return pattern._replace(squares=(*pattern.squares[:at], mark, *pattern.squares[at + 1 :]))


def add_pattern(rules: Rules, rng: Rng) -> Rules:
    """One more win pattern: drawn at random, or one that is there, turned or mirrored."""
    if rng.integers(2) and rules.wins:
        new = turned(rules.wins[int(rng.integers(len(rules.wins)))], int(rng.integers(1, 8)))
    else:
        new = random_grid(rng)
    return replace(rules, wins=(*rules.wins, new))


def remove_pattern(rules: Rules, rng: Rng) -> Rules:
    """One pattern less."""
    every = [*rules.wins, *rules.losses]
    gone = int(rng.integers(len(every)))
    return replace(
        rules,
        wins=tuple(one for at, one in enumerate(rules.wins) if at != gone),
        losses=tuple(one for at, one in enumerate(rules.losses, len(rules.wins)) if at != gone),
    )


def resize_pattern(rules: Rules, rng: Rng) -> Rules:
    """A pattern gains or loses a row or a column."""
    return _with_pattern(
        rules, rng, lambda pattern: resized(pattern, rng, lambda rng: int(rng.integers(2)))
    )


def turn_pattern(rules: Rules, rng: Rng) -> Rules:
    """A pattern is turned or mirrored."""
    return _with_pattern(rules, rng, lambda pattern: turned(pattern, int(rng.integers(1, 8))))


def change_sides(rules: Rules, rng: Rng) -> Rules:
    """A pattern that wins loses from now on, or the other way round."""
    every = [*rules.wins, *rules.losses]
    changed = int(rng.integers(len(every)))
    wins = [one for at, one in enumerate(every) if (at < len(rules.wins)) != (at == changed)]
    losses = [one for at, one in enumerate(every) if (at < len(rules.wins)) == (at == changed)]
    return replace(rules, wins=tuple(wins), losses=tuple(losses))


def resize_board(rules: Rules, rng: Rng) -> Rules:
    """The board gains or loses a row or a column."""
    return replace(rules, start=resized(rules.start, rng, lambda rng: 0))


def move_second(rules: Rules, rng: Rng) -> Rules:
    """Player 2 gets a mark on the board before the game begins, or loses it."""
    squares = [0] * len(rules.start.squares)
    if not any(rules.start.squares):
        squares[int(rng.integers(len(squares)))] = 2
    return replace(rules, start=rules.start._replace(squares=tuple(squares)))


def _with_pattern(rules, rng, change):
    """The rules with one of their patterns changed."""
    at = int(rng.integers(len(rules.wins) + len(rules.losses)))
    if at < len(rules.wins):
        return replace(
            rules, wins=(*rules.wins[:at], change(rules.wins[at]), *rules.wins[at + 1 :])
        )
    at -= len(rules.wins)
    return replace(
        rules, losses=(*rules.losses[:at], change(rules.losses[at]), *rules.losses[at + 1 :])
    )


CHANGES = (
    flip_cell,
    add_pattern,
    remove_pattern,
    resize_pattern,
    turn_pattern,
    change_sides,
    resize_board,
    move_second,
)


# Games.


def list_changes(limits: Limits) -> list[Callable[[Rules, Rng], Rules]]:
    """The changes that these limits allow."""
    allowed = {change_sides: limits.losing, move_second: limits.head_start}
    return [change for change in CHANGES if allowed.get(change, True)]


def make_child(rules: Rules, name: str, rng: Rng, limits: Limits) -> Rules:
    """Rules with a new name, changed in one place, two or three, and trimmed; raises ValueError if
    they are none.
    """
    changes = list_changes(limits)
    child = replace(in_one_way(rules) if limits.any_orientation else rules, name=name)
    for _ in range(int(rng.integers(1, 4))):
        child = changes[int(rng.integers(len(changes)))](child, rng)
    if not limits.other_marks:
        child = _with_each(child, lambda patterns: [own(pattern) for pattern in patterns])
    if limits.any_orientation:
        child = in_all_ways(
            _with_each(child, lambda patterns: [cropped(pattern) for pattern in patterns])
        )
    return trimmed(child)


def cropped(pattern: Grid) -> Grid:
    """A pattern without the empty rows and columns at its ends, which say where on a board it
    counts.
    """
    for how in range(8):  # each end becomes the last row, and goes back
        there = turned(pattern, how)
        while there.height > 1 and not any(there.squares[-there.width :]):
            there = Grid(there.width, there.height - 1, there.squares[: -there.width])
        pattern = turned_back(there, how)
    return pattern


def own(pattern: Grid) -> Grid:
    """A pattern whose marks are all those of whoever matches it."""
    return pattern._replace(squares=tuple(min(mark, 1) for mark in pattern.squares))


def random_rules(name: str, rng: Rng, limits: Limits) -> Rules:
    """Rules at random: a board, one to four win patterns, then changed as a child; raises
    ValueError if they are none.
    """
    sides = [
        (width, height)
        for height in range(1, 6)
        for width in range(height, 7)
        if width * height <= limits.squares
    ]
    width, height = sides[int(rng.integers(len(sides)))]
    wins = tuple(random_grid(rng) for _ in range(int(rng.integers(1, 5))))
    if limits.fitting_patterns:
        wins = tuple(fitting_grid(rng, width, height) for _ in wins[: limits.patterns])
    return make_child(
        Rules(name, Grid(width, height, (0,) * (width * height)), wins), name, rng, limits
    )


def fitting_grid(rng: Rng, width: int, height: int) -> Grid:
    """A pattern at random of three to five marks that fits on a board of these sides, as far as one
    does.
    """
    for _ in range(1000):
        pattern = random_grid(rng)
        marks = sum(map(bool, pattern.squares))
        fits = any(way.width <= width and way.height <= height for way in ways(pattern))
        if fits and min(3, width * height) <= marks <= 5:
            return pattern
    raise ValueError(f"no pattern was found for a board of {width} x {height}")


def refusal(rules: Rules, limits: Limits) -> str | None:
    """Why a game is not to be played, in words; None if it can be."""
    if len(rules.start.squares) > limits.squares:
        return "the board is too large"
    count = (
        len(shapes(rules.wins)) + len(shapes(rules.losses))
        if limits.any_orientation
        else len(rules.wins + rules.losses)
    )
    if count > limits.patterns:
        return "too many patterns"
    if (
        0 not in rules.start.squares
        or outcome(rules, rules.start.squares, last=rules.players) is not None
    ):
        return "over before it begins"
    if not rules.win_lines + rules.loss_lines:
        return "no pattern fits on the board"
    return None


def essential(
    rules: Rules,
) -> tuple[set[frozenset[tuple[Square, int]]], set[frozenset[tuple[Square, int]]]]:
    """(lines that win, lines that lose), as sets of (square, mark), without those that others make
    needless.

    Whichever mark of a line comes last: if the others hold a line, the game was over before. Of
    lines that are matched at once those that win come first. And nobody has more marks than turns,
    and what the board begins with.
    """
    begun = len(rules.start.squares) - rules.start.squares.count(0)
    most = begun + -(-rules.start.squares.count(0) // rules.players)
    wins, losses = (
        {frozenset(line) for line in lines} for lines in (rules.win_lines, rules.loss_lines)
    )

    def late(line):
        marks = [mark for _, mark in line]
        return max(map(marks.count, marks)) > most or all(
            any(part <= line - {last} for part in wins | losses) for last in line
        )

    def holds_another(line, others):
        return any(part < line for part in others)

    return (
        {line for line in wins if not late(line) and not holds_another(line, wins)},
        {
            line
            for line in losses - wins
            if not late(line) and not holds_another(line, wins | losses)
        },
    )


def trimmed(rules: Rules) -> Rules:
    """The rules without patterns that make no difference: those that fit nowhere, or whose lines
    are all needless.
    """
    wins, losses = essential(rules)
    kept: dict[str, Any] = {"wins": [], "losses": []}
    for field, needed in (("wins", wins), ("losses", losses)):
        for pattern in getattr(rules, field):
            found = {frozenset(line) for line in lines(rules, pattern)} & needed
            if found:
                kept[field].append(pattern)
                needed = needed - found
    if not kept["wins"] + kept["losses"]:
        return rules
    return replace(rules, wins=tuple(kept["wins"]), losses=tuple(kept["losses"]))


def signature(rules: Rules) -> tuple[Any, ...]:
    """What two games have in common that are played alike: board and essential lines, up to turns
    and mirrorings.
    """
    if rules.start.height > rules.start.width:
        wins, losses = (
            tuple(turned(one, 4) for one in patterns) for patterns in (rules.wins, rules.losses)
        )
        rules = replace(rules, start=turned(rules.start, 4), wins=wins, losses=losses)
    images, needed = find_images(rules.start.width, rules.start.height), essential(rules)
    return min(_seen_as(rules, needed, image) for image in images)


def _seen_as(rules, essentials, image):
    start = [0] * len(image)
    for square, mark in enumerate(rules.start.squares):
        start[image[square]] = mark
    sides = [
        tuple(
            sorted(tuple(sorted((image[square], mark) for square, mark in line)) for line in every)
        )
        for every in essentials
    ]
    return (rules.start.width, tuple(start), *sides)
