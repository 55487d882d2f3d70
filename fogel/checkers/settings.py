"""Every choice that an evolution of checkers players makes, in one frozen object.

The sources are abstracts of the papers and public programs made after them; see the bibliography.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from fogel.checkers.lookahead import Ahead
from fogel.checkers.network import NetworkShape
from fogel.checkers.rules import LIMIT, MOST_SIDE, Checkers
from fogel.checkers.solved import check_size
from fogel.core.settings import MOST_SEED, Choices, choice, flag, real, whole

# The pieces on the largest board; at most so many jumps can follow each other.
MOST_PIECES = MOST_SIDE * (MOST_SIDE - 2) // 2
LEAST_KING, MOST_KING = 1.0, 3.0  # between which K is kept


@dataclass(frozen=True, kw_only=True)
class CheckersSettings(Choices):
    """The settings of some evolutions; a wrong value raises ValueError that names the field and its
    range.

    The defaults are the experiment of 1999, preset "blondie-1999".
    """

    # The size of the experiment.
    trials: int = whole(1, 1, 10_000, "independent repetitions of the whole evolution")
    generations: int = whole(250, 1, 100_000, "generations in a trial")
    parents: int = whole(15, 1, 1000, "networks that have a child each; both play")
    games: int = whole(
        5, 1, 10_000, "games that each network begins, or plays against the material player"
    )
    seed: int = whole(1999, 0, MOST_SEED, "where the random numbers start")

    # The game.
    rows: int = whole(8, 4, MOST_SIDE, "rows of the board")
    columns: int = whole(8, 4, MOST_SIDE, "columns of the board")
    men: int = whole(12, 1, MOST_PIECES, "men of each player, in full rows")
    max_moves: int = whole(LIMIT, 1, 10_000, "moves of both players after which a game is a draw")
    random_opening_moves: int = whole(0, 0, 100, "moves at random that begin each game")

    # The networks.
    windows: bool = flag(
        False, "windows of 3x3 squares and more come before the hidden layers, as in 2001"
    )
    first_hidden: int = whole(40, 1, 100, "nodes of the first hidden layer")
    second_hidden: int = whole(10, 1, 50, "nodes of the second")
    material_weight: str = choice(
        "fixed",
        "evolved",
        "none",
        help="what the material difference counts at the output: once; evolved; or nothing",
    )
    rotate_board: bool = flag(True, "who plays up the page sees the board from there")
    first_weights: str = choice(
        "uniform",
        "normal",
        help="first weights are uniform up to weight-range, or normal, that their deviation",
    )
    weight_range: float = real(0.2, 0.0, 1000.0, "the range, or the deviation, of first weights")

    # Children.
    step: float = real(0.05, 0.0, 1000.0, "the first step size of each weight")
    adapt: bool = flag(True, "step sizes are inherited, and change too")
    king: float = real(2.0, LEAST_KING, MOST_KING, "what a king is worth at first, K")
    king_change: str = choice(
        "step",
        "factor",
        help=(
            "a child's K: its parent's and 0.1 more or less; or times exp(N / sqrt 2), as N is"
            " normal"
        ),
    )

    # How far they look.
    plies: int = whole(4, 1, 20, "moves that are looked ahead")
    extension: int = whole(2, 0, MOST_PIECES, "moves more, at most, while a jump is pending")

    # Selection.
    evaluated_by: str = choice(
        "games",
        "material",
        "values",
        help=(
            "what counts: games among themselves; games against the material player; or exact"
            " values of positions"
        ),
    )
    win_payoff: int = whole(1, -1_000_000, 1_000_000, "payoff of a win")
    draw_payoff: int = whole(0, -1_000_000, 1_000_000, "payoff of a draw")
    loss_payoff: int = whole(-2, -1_000_000, 1_000_000, "payoff of a loss")
    counts_for: str = choice(
        "both", "first", help="whom a game counts for: for both; or for who began it"
    )
    material_king: float = real(
        1.5, LEAST_KING, MOST_KING, "what a king is worth to the material player"
    )
    positions: int = whole(400, 1, 1_000_000, "positions in a generation, where values count")

    def __post_init__(self):
        super().__post_init__()
        game = self.game  # which checks its own sizes
        if self.evaluated_by == "values":
            try:
                check_size(game)
            except ValueError as problem:
                raise ValueError(
                    f"evaluated_by must be games or material, not 'values': {problem}"
                ) from None

    @classmethod
    def preset(cls, name: str = "blondie-1999", **changes: Any) -> CheckersSettings:
        """The settings of a named preset with `changes` on top; raises ValueError for an unknown
        name.
        """
        if name not in CHECKERS_PRESETS:
            raise ValueError(f"preset must be one of {', '.join(CHECKERS_PRESETS)}, not {name!r}")
        return cls(**{**CHECKERS_PRESETS[name], **changes})

    @cached_property
    def game(self) -> Checkers:
        """The game that is played."""
        return Checkers(self.rows, self.columns, self.men)

    @cached_property
    def shape(self) -> NetworkShape:
        """What the networks look like."""
        return NetworkShape(
            self.game,
            (self.first_hidden, self.second_hidden),
            self.windows,
            self.material_weight == "evolved",
        )

    @property
    def fixed_link(self) -> float:
        """What the material difference counts where that does not evolve."""
        return 0.0 if self.material_weight == "none" else 1.0

    @property
    def ahead(self) -> Ahead:
        """How far players look; of the extension no more than there are pieces to jump over."""
        return Ahead(self.plies, min(self.extension, 2 * self.men))


CHECKERS_PRESETS: dict[str, dict[str, Any]] = {
    "blondie-1999": {},
    "blondie-2001": {"windows": True, "generations": 840, "king_change": "factor", "seed": 2001},
    "small": {
        "trials": 5,
        "generations": 60,
        "rows": 6,
        "columns": 4,
        "men": 2,
        "first_hidden": 20,
        "second_hidden": 8,
        "plies": 2,
        "extension": 4,
    },
}
