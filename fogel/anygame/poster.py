"""Everything that a network can ever do in another game on 3x3 squares."""

from __future__ import annotations

from pathlib import Path

from fogel.anygame.curve import as_game_settings
from fogel.anygame.exact import exact_evaluation
from fogel.core.champion import Champion
from fogel.core.texts import percent
from fogel.core.types import Figure
from fogel.plots import poster
from fogel.plots.style import save

SEATS = {"first": "It plays X and opens", "second": "It plays O and answers"}


def check(champion: Champion) -> poster.Met:
    """The Met of a champion; raises ValueError if they don't fit on a poster."""
    settings = as_game_settings(champion)
    (width, height, _), name = settings.rules.start, settings.rules.name
    if (width, height) != (3, 3):
        raise ValueError(
            f"must play on 3 x 3 squares to have a poster, and {name!r} has {width} x {height}"
        )
    if settings.seat == "both":
        raise ValueError("must open or answer to have a poster, and does both in turn")
    met = poster.meetings(champion, settings, settings.seat == "second")
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
    return poster.sheet(poster.TITLE, met, legend, _begun(settings), scale)


def _begun(settings):
    """How many marks stand at the start."""
    return sum(map(bool, settings.rules.start.squares))


def save_poster(champion: Champion, path: Path) -> None:
    """Writes the poster in the format of the path's ending: .pdf, .svg or .png. Raises ValueError
    as `check`.
    """
    save(game_poster(champion), path)
