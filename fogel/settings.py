"""Every choice the experiment makes, in one frozen object.

Where the source is silent or ambiguous, a field offers the readings and its default is ours. The same field
makes the command-line option, its help and its accepted range, so that a choice is written down in one place.
"""

from dataclasses import asdict, dataclass, field, fields, replace
from numbers import Real
from typing import NamedTuple

import numpy as np

MOST_HIDDEN_NODES = 10  # the paper's upper limit


def _whole(default, least, most, help):
    """A whole-number field between `least` and `most`."""
    return field(default=default, metadata={"kind": int, "least": least, "most": most, "help": help})


def _real(default, least, most, help):
    """A field that is any number between `least` and `most`."""
    return field(default=default, metadata={"kind": float, "least": least, "most": most, "help": help})


def _choice(default, *others, help):
    """A field that is one of a few words."""
    return field(default=default, metadata={"kind": str, "choices": (default, *others), "help": help})


def _flag(default, help):
    """A field that is true or false."""
    return field(default=default, metadata={"kind": bool, "help": help})


class Numbers(NamedTuple):
    """The settings that compiled loops read, under the same names; a word becomes its place among its choices."""

    noise: float
    change_probability: float
    min_hidden: int
    max_hidden: int
    bias: bool
    change_first: bool
    delete_newest: bool
    games: int
    forced_replies: bool
    replay_parents: bool
    win_payoff: int
    tie_payoff: int
    loss_payoff: int
    parents: int
    rivals: int
    repeat_rivals: bool
    equal_is_beaten: bool
    rank_ties: int
    only_highest_score: bool


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of one experiment; a wrong value raises ValueError that names the field and its range.

    `Settings()` is the reading of our main source (preset "chapter"); `Settings.preset("paper-1993")` the paper
    as later accounts tell it. Both can be given further fields.
    """

    # The size of the experiment.
    trials: int = _whole(20, 1, 10_000, "independent repetitions of the whole evolution")
    generations: int = _whole(800, 1, 100_000, "generations in a trial")
    parents: int = _whole(50, 1, 10_000, "networks that replicate; with their children, twice as many play")
    games: int = _whole(32, 1, 1_000_000, "games that a network plays in a generation")
    seed: int = _whole(1993, 0, 2**63 - 1, "where the random numbers start")

    # The networks.
    min_hidden: int = _whole(1, 1, MOST_HIDDEN_NODES, "fewest hidden nodes")
    max_hidden: int = _whole(MOST_HIDDEN_NODES, 1, MOST_HIDDEN_NODES, "most hidden nodes")
    weight_range: float = _real(0.5, 0.0, 1000.0, "first weights are uniform between minus this and this")
    bias: bool = _flag(True, "bias nodes that are always 1 (without: no bias weights)")

    # Replication.
    noise: float = _real(0.05, 0.0, 1000.0, "standard deviation of the noise added to every weight of a child")
    change_probability: float = _real(0.5, 0.0, 1.0, "probability that a child is to gain or lose a hidden node")
    change_first: bool = _flag(False, "change the structure before the noise, so that a new node's weights are not 0")
    delete_newest: bool = _flag(False, "delete the newest hidden node instead of a random one")

    # The opponent.
    slip: float = _real(0.1, 0.0, 1.0, "probability that the opponent moves at random")
    marker: str = _choice(
        "network", "own", help="whose marker rule 3 looks for in a line: the network's X or the opponent's own O"
    )
    line_choice: str = _choice(
        "squares",
        "lines",
        "first",
        help="several such squares: any of them alike; a line at random, then one of its squares; the first line found",
    )
    forced_replies: bool = _flag(
        False, "the opponent's first reply goes through all 8 open squares, games / 8 times each"
    )
    perfect_ties: str = _choice("uniform", "first", help="the perfect player's choice among equally good squares")

    # Payoffs and selection.
    evaluation: str = _choice(
        "games", "exact", help="payoffs are totals of games that are played; or their exact expectation, without games"
    )
    win_payoff: int = _whole(1, -1_000_000, 1_000_000, "payoff of a win")
    tie_payoff: int = _whole(0, -1_000_000, 1_000_000, "payoff of a tie")
    loss_payoff: int = _whole(-10, -1_000_000, 1_000_000, "payoff of a loss")
    replay_parents: bool = _flag(True, "parents play new games in every generation (without: keep their first payoff)")
    rivals: int = _whole(10, 1, 100_000, "other networks that each is compared with in the second round")
    repeat_rivals: bool = _flag(False, "draw rivals with replacement, so that one may be met twice")
    equal_is_beaten: bool = _flag(False, "a rival with an equal payoff counts as beaten too")
    survivors: str = _choice(
        "best", "highest-score", help="the best go on, as many as there were parents; or only those with the top score"
    )
    rank_ties: str = _choice("random", "parents", "children", help="who goes first among equal scores at the cut")

    # The champion.
    best_player: str = _choice(
        "highest-payoff",
        "highest-exact",
        help="a trial's best network: the highest payoff of its last generation; or"
        " the highest exact expectation there",
    )
    champion: str = _choice(
        "fresh-games",
        "highest-exact",
        "trial-0",
        help="of the trials' best networks: the best over 10,000 fresh games; or by exact expectation; or trial 0's",
    )

    def __post_init__(self):
        for item in fields(self):
            object.__setattr__(self, item.name, checked(item.name, getattr(self, item.name)))
        if self.min_hidden > self.max_hidden:
            raise ValueError(
                f"max_hidden must be {self.min_hidden} (min_hidden) to {MOST_HIDDEN_NODES}, not {self.max_hidden}"
            )
        others = 2 * self.parents - 1
        if not self.repeat_rivals and self.rivals > others:
            raise ValueError(
                f"rivals must be 1 to {others} with {self.parents} parents (all different), not {self.rivals}"
            )
        if self.forced_replies and self.games % 8:
            raise ValueError(f"games must be a multiple of 8 with forced_replies, not {self.games}")

    @classmethod
    def preset(cls, name="chapter", **changes):
        """The settings of a named preset with `changes` on top; raises ValueError for an unknown name."""
        if name not in PRESETS:
            raise ValueError(f"preset must be one of {', '.join(PRESETS)}, not {name!r}")
        return cls(**{**PRESETS[name], **changes})

    @classmethod
    def from_dict(cls, values):
        """The settings stored in a result file; raises ValueError for an unknown or wrong field."""
        unknown = set(values) - {item.name for item in fields(cls)}
        if unknown:
            raise ValueError(f"{sorted(unknown)[0]} is not a setting")
        return cls(**values)

    def to_dict(self):
        """All fields as plain JSON values."""
        return asdict(self)

    def change(self, **changes):
        """A copy with some fields replaced."""
        return replace(self, **changes)

    def differences(self):
        """The fields that differ from the default preset, as a dict."""
        return {name: value for name, value in self.to_dict().items() if value != DEFAULTS[name]}

    @property
    def numbers(self):
        """The settings as `Numbers`, for functions that run compiled as well as in plain Python."""
        special = {
            "rank_ties": DEFAULT_FIELDS["rank_ties"].metadata["choices"].index(self.rank_ties),
            "only_highest_score": self.survivors == "highest-score",
        }
        return Numbers(**{name: special.get(name, getattr(self, name, None)) for name in Numbers._fields})


DEFAULT_FIELDS = {item.name: item for item in fields(Settings)}
DEFAULTS = {name: item.default for name, item in DEFAULT_FIELDS.items()}

PRESETS = {
    "chapter": {},
    "paper-1993": {"trials": 30, "forced_replies": True, "marker": "own", "equal_is_beaten": True},
}
QUICK = {"trials": 5, "generations": 50, "parents": 10}  # the source's sanity check


def accepted(name):
    """The accepted values of a setting, in words."""
    about = DEFAULT_FIELDS[name].metadata
    if about["kind"] is bool:
        return "true or false"
    if about["kind"] is str:
        return "one of " + ", ".join(about["choices"])
    number = "a whole number" if about["kind"] is int else "a number"
    return f"{number} from {about['least']} to {about['most']}"


def checked(name, value):
    """`value` as the setting's own type; raises ValueError with the accepted range where it does not fit."""
    about = DEFAULT_FIELDS[name].metadata
    kind = about["kind"]
    if kind is bool:
        fits = isinstance(value, bool)
    elif kind is str:
        fits = value in about["choices"]
    else:
        is_number = isinstance(value, Real) and not isinstance(value, bool)  # NumPy's numbers too
        fits = is_number and about["least"] <= value <= about["most"] and kind(value) == value
    if not fits:
        raise ValueError(f"{name} must be {accepted(name)}, not {value!r}")
    return kind(value)


CHOOSING, AGAINST_RANDOM, AGAINST_NEAR_PERFECT, REDRAWING = range(4)  # what a trial's further random numbers are for


def trial_rng(settings, trial, *purpose):
    """The generator of a trial: the same, whoever runs it and when. A purpose gives it another one, of its own."""
    return np.random.default_rng(np.random.SeedSequence(settings.seed, spawn_key=(trial, *purpose)))
