"""Everything that a network can ever do in another game on 3x3 squares."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fogel.anygame.curve import as_game_settings
from fogel.anygame.exact import exact_evaluation
from fogel.anygame.settings import GameSettings
from fogel.anygame.tables import reply_chances
from fogel.core.champion import Champion
from fogel.core.texts import percent
from fogel.core.types import Figure, Marks
from fogel.network import Network
from fogel.plots import poster
from fogel.plots.style import save

SEATS = {"first": "It plays X and opens", "second": "It plays O and answers"}


class Met(NamedTuple):
    """{board: chance} of all boards on which a network may have to move, those that are `beaten`,
    and its squares.
    """

    chances: dict[Marks, float]
    beaten: set[Marks]
    squares: dict[Marks, int]


def meetings(network: Network, settings: GameSettings) -> Met:
    """Which boards a network meets at the game of these settings, whatever is replied; X is 1
    there.

    The seat is `first` or `second`. The chances are those of a game against the opponent of the
    settings; boards in the order of their marks and then of their chances. From a beaten one some
    replies lead to a loss.
    """
    tables, start = settings.game_tables(), int(settings.game_tables().starts[0])
    shares = reply_chances(tables, settings.forced_replies)
    met: dict[int, float] = defaultdict(float, {start: 1.0})
    ends: dict[int, list[int]] = {}  # where the network's move and a reply lead
    for position in range(tables.asked):  # by their marks: those before a position are done
        if position not in met:
            continue
        then = int(tables.after[position, network.choose(tables.boards[position])])
        squares = np.flatnonzero(tables.boards[then] == 0) if then < tables.over else ()
        ends[position] = [int(tables.after[then, square]) for square in squares] or [then]
        for after, share in zip(
            ends[position], shares[then] if then < tables.over else (), strict=False
        ):
            if after < tables.over:
                met[after] += met[position] * float(share)
    lost = _lost(tables, ends)
    if settings.seat == "second":
        del met[start]  # before the first move, where nobody chooses
    order = sorted(met, key=lambda one: (np.count_nonzero(tables.boards[one]), -met[one]))
    sign = 1 if settings.seat == "first" else -1
    boards = {one: tuple((sign * tables.boards[one].astype(int)).tolist()) for one in order}
    return Met(
        {boards[one]: met[one] for one in order},
        {boards[one] for one in order if one in lost},
        {boards[one]: network.choose(tables.boards[one]) for one in order},
    )


def _lost(tables, ends):
    """The positions from which some replies lead to a loss; `ends` are in the order of
    their marks.
    """
    lost: set[int] = set()
    for position in reversed(ends):
        if any(
            after in lost if after < tables.over else tables.winners[after] < 0
            for after in ends[position]
        ):
            lost.add(position)
    return lost


def check(champion: Champion) -> Met:
    """The Met of a champion; raises ValueError if they don't fit on a poster."""
    settings = as_game_settings(champion)
    (width, height, _), name = settings.rules.start, settings.rules.name
    if (width, height) != (3, 3):
        raise ValueError(
            f"must play on 3 x 3 squares to have a poster, and {name!r} has {width} x {height}"
        )
    if settings.seat == "both":
        raise ValueError("must open or answer to have a poster, and does both in turn")
    met = meetings(champion, settings)
    rows = len(poster.make_rows(met.chances, _begun(settings)))
    if rows > poster.MOST_ROWS:
        raise ValueError(
            f"must meet few enough boards for {poster.MOST_ROWS} rows of a poster, and needs {rows}"
        )
    return met


def game_poster(champion: Champion, scale: float = 1.0) -> Figure:
    """A Figure, A3 times `scale`, as `poster.poster`, of the champion of another game; raises
    ValueError as `check`.
    """
    met, settings = check(champion), as_game_settings(champion)
    found = exact_evaluation(champion, settings)
    legend = (
        f"{SEATS[settings.seat]} at the game {settings.rules.name!r}. All {len(met.chances)} boards"
        " that it can meet; the frame is its move; above, the chance to meet the board in a game"
        f" against the {settings.opponent} opponent, slip {settings.slip:g}.\nIn such games: wins"
        f" {percent(found.win, 2)}, ties {percent(found.tie, 2)}, losses {percent(found.loss, 2)},"
        f" expected payoff {found.expected_payoff:.2f} of {settings.games}; nobody can expect more"
        f" than {found.measures.ceiling:.2f}. {poster.in_red(met.beaten)}"
    )
    squares = met.squares.__getitem__
    return poster.sheet(
        poster.TITLE, met.chances, met.beaten, squares, legend, _begun(settings), scale
    )


def _begun(settings):
    """How many marks stand at the start."""
    return sum(map(bool, settings.rules.start.squares))


def save_poster(champion: Champion, path: Path) -> None:
    """Writes the poster in the format of the path's ending: .pdf, .svg or .png. Raises ValueError
    as `check`.
    """
    save(game_poster(champion), path)
