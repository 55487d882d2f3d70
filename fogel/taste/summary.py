"""A game on one page: its rules drawn, its measures, and a course of play (chapter 17)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from fogel.core.types import Axes, Figure
from fogel.lookahead.levels import trad_policy
from fogel.lookahead.players import make_player
from fogel.plots import drawing, style
from fogel.rules.referee import RefereedGame, play_game, seat
from fogel.rules.rule_files import board_text, grid_text, labelled
from fogel.rules.rules import Grid, Rules, place
from fogel.taste.measures import MEASURES, RULES, SCHOOL, GameMeasures

LEVEL = "expert"  # whose game is shown
ACROSS = 6  # grids in a row of a picture


def summary_text(measured: GameMeasures, lines: Iterable[str] = (), school: bool = False) -> str:
    """A game's measures as text: more `lines`, the rules, the measures, and a game
    between experts.

    Measures that send networks to school are among them if `school`.
    """
    rules, names = (
        measured.rules,
        [name for name in measured.measures if school or MEASURES[name].kind != SCHOOL],
    )
    return (
        "\n\n".join(
            [rules.name, *lines, rules_text(rules), values_text(measured, names), game_text(rules)]
        )
        + "\n"
    )


def rules_text(rules: Rules) -> str:
    """The board and the patterns of a game, as the report prints them."""
    grids = [("board: ", rules.start)]
    grids += [(f"win pattern {number}: ", pattern) for number, pattern in enumerate(rules.wins, 1)]
    grids += [
        (f"lose pattern {number}: ", pattern) for number, pattern in enumerate(rules.losses, 1)
    ]
    return "\n\n".join(labelled(label, grid_text(pattern)) for label, pattern in grids)


def values_text(measured: GameMeasures, names: Iterable[str]) -> str:
    """Some measures of a measured game, a line each."""
    head = (
        f"{'exact' if measured.exact else f'{measured.games} games of each'}, players:"
        f" {', '.join(measured.jury)}"
    )
    rows = [
        f"{name:<13} {measured[name]!s:>8}  {describe_measure(measured, name)}" for name in names
    ]
    return "\n".join([head, *rows])


def describe_measure(measured: GameMeasures, name: str) -> str:
    """What a measure of a game means; and where games that were not played may have more of it,
    that they may.
    """
    kind, words = MEASURES[name]
    bound = not measured.exact and kind != RULES and measured[name].half is None
    return f"{words}; in these games, at least" if bound else words


def sample_game(rules: Rules, level: str = LEVEL, seed: int = 0) -> RefereedGame:
    """A game between players of a level, the same one for the same seed."""
    makers = [make_player(trad_policy(level), level.capitalize())] * rules.players
    return play_game(rules, seat(rules, makers), np.random.default_rng(seed))


def game_text(rules: Rules, level: str = LEVEL, seed: int = 0) -> str:
    """A game between players of a level, board by board."""
    game = sample_game(rules, level, seed)
    board, parts = rules.start.squares, []
    for number, (player, square) in enumerate(game.moves, 1):
        board = place(rules, board, square, player)
        parts.append(labelled(f"{number:>2}: ", board_text(rules, board)))
    winners = [f"player {number}" for number, result in enumerate(game.outcome, 1) if result == 1]
    end = f"won by {' and '.join(winners) or 'nobody'}"
    return "\n\n".join([f"a game between players of the level {level}:", *parts, end])


def list_grids(rules: Rules) -> list[tuple[str, Grid]]:
    """[(title, Grid)] of the board and all patterns of a game."""
    wins = [("wins", pattern) for pattern in rules.wins]
    return [("board", rules.start), *wins, *(("loses", pattern) for pattern in rules.losses)]


def draw_grid(axes: Axes, pattern: Grid, title: str, wide: int, high: int) -> None:
    """Draws a Grid at the upper left of axes that have room for `wide` x `high` squares; 1 is blue,
    2 orange.
    """
    tints = {1: drawing.MIST, 2: drawing.CREAM}
    texts = [str(mark) if mark else "" for mark in pattern.squares]
    shades = [tints.get(mark) for mark in pattern.squares]
    drawing.draw_squares(axes, pattern.width, pattern.height, texts, shades, size=9, linewidth=1.2)
    axes.set_title(title, fontsize=10.5, loc="left", pad=4)
    axes.set(xlim=(-0.05, wide + 0.05), ylim=(pattern.height - high - 0.05, pattern.height + 0.05))


@style.styled
def draw_rules(rules: Rules) -> Figure:
    """The board and all patterns of a game, a matplotlib Figure."""
    from matplotlib.figure import Figure

    grids = list_grids(rules)
    wide, high = (
        max(getattr(pattern, side) for _, pattern in grids) for side in ("width", "height")
    )
    down = -(-len(grids) // ACROSS)
    figure = Figure(
        figsize=(style.PAGE, down * (0.4 + style.PAGE / ACROSS * high / wide)), layout="constrained"
    )
    plots = figure.subplots(down, ACROSS, squeeze=False).ravel()
    for axes in plots:
        axes.set_axis_off()
    for axes, (title, pattern) in zip(plots, grids, strict=False):
        draw_grid(axes, pattern, title, wide, high)
    return figure
