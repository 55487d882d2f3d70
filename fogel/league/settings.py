"""Every choice that a league makes, in one frozen object."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from fogel.core.settings import MOST_SEED, Choices, choice, flag, real, rule_fields, whole

MOST_HIDDEN = 100  # neurons in the hidden layer


@dataclass(frozen=True, kw_only=True)
class LeagueSettings(Choices):
    """The settings of some leagues; a wrong value raises ValueError that names the field and its
    range.
    """

    # The size of the experiment.
    leagues: int = whole(20, 1, 10_000, "leagues, each from agents of its own")
    epochs: int = whole(
        200, 1, 100_000, "epochs of a league: everybody plays everybody else, from both seats"
    )
    agents: int = whole(100, 2, 1000, "agents in a league")
    survivors: int = whole(
        50,
        1,
        999,
        "agents that survive after each epoch, the best; copies of them fill the league",
        rule=True,
    )
    magnitude: float = real(1.0, 0.0, 1000.0, "largest change of a weight in a mutation", rule=True)
    seed: int = whole(1993, 0, MOST_SEED, "where the random numbers start")

    # The networks.
    hidden: int = whole(15, 1, MOST_HIDDEN, "neurons in the hidden layer", rule=True)
    birth: str = choice(
        "zeros",
        "mutated",
        "uniform",
        help=(
            "the first agents: all weights zero; zeros, mutated once; or weights uniform up to"
            " birth-range"
        ),
    )
    birth_range: float = real(
        0.5, 0.0, 1000.0, "with uniform birth, weights are between minus this and this"
    )
    adding: bool = flag(
        False, "the post's own bug: inputs are added to their weights, not multiplied", rule=True
    )

    # The games.
    masking: bool = flag(
        False,
        "agents choose only among open squares, so that nobody is ever disqualified",
        rule=True,
    )
    opponent_of_disqualified: str = choice(
        "keeps",
        "nothing",
        help="what the opponent of a disqualified agent gets: it keeps its moves; or nothing",
        rule="opponent_gets_nothing",
    )
    experts: int = whole(
        0,
        0,
        998,
        "how many of the agents are the perfect player, which neither dies nor has copies",
        rule=True,
    )

    # Selection and mutation.
    scoring: str = choice(
        "moves",
        "fogel",
        help=(
            "the score: own moves in games not lost; or Fogel's payoff of 32 games against his"
            " near-perfect player"
        ),
        rule="fogels_payoff",
    )
    selection: str = choice(
        "best",
        "random",
        help="who survives: the best; or anybody, to see what chance alone does",
        rule="random_selection",
    )
    ties: str = choice(
        "random",
        "first",
        help="who survives among equal scores: at random; or whoever comes first, as in a sort",
        rule="ties_in_order",
    )
    keep_survivors: bool = flag(
        True,
        "survivors stay as they are, beside their copies (without: mutated copies alone)",
        rule=True,
    )
    replication: str = choice(
        "uniform",
        "normal",
        help="a mutation is uniform up to the magnitude; or normal, the magnitude its deviation",
        rule="normal",
    )

    def __post_init__(self):
        super().__post_init__()
        networks = self.agents - self.experts
        if networks < 2:
            raise ValueError(
                f"experts must be 0 to {self.agents - 2} with {self.agents} agents, not"
                f" {self.experts}"
            )
        most = networks - self.keep_survivors
        if self.survivors > most:
            raise ValueError(
                f"survivors must be 1 to {most} with {self.agents} agents, {self.experts} of them"
                f" experts, not {self.survivors}"
            )

    @property
    def games(self) -> int:
        """Games in an epoch: each ordered pair, but for experts among themselves, who have nothing
        to learn.
        """
        return self.agents * (self.agents - 1) - self.experts * (self.experts - 1)

    @property
    def numbers(self) -> Any:
        """The settings as LeagueNumbers."""
        return LeagueNumbers(*self.rule_values(), self.agents - self.experts)  # type: ignore[call-arg]


LeagueNumbers = NamedTuple("LeagueNumbers", [*rule_fields(LeagueSettings), ("networks", int)])  # type: ignore[misc]
LeagueNumbers.__doc__ = """The settings that compiled loops read, by name.

A word becomes its place among its choices.

`networks`: the agents that are networks, all but the experts.
"""
