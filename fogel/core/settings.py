"""Every choice that the experiment makes, in one frozen object.

Where the source is silent or ambiguous, a field offers the readings and its default is ours. The
same field makes the command-line option, its help and its accepted range, so that a choice is
written down in one place.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from difflib import get_close_matches
from functools import cached_property, singledispatch
from numbers import Integral, Real
from typing import Any, ClassVar, NamedTuple

import numpy as np

from fogel.core.types import Rng, Rules, Self

MOST_HIDDEN_NODES = 10  # the paper's upper limit
MOST_WORKERS = 1024
MOST_TRIAL = 2**53  # every whole number up to here is a double, as a page reads it
# A page reads a seed as a double, and up there these lie 1,024 apart. This is the last seed that is
# nearer to 2^63 - 1024 than to 2^63, so page and Python agree on which seeds are greater than it.
MOST_SEED = 2**63 - 513


def whole(default: int, least: int, most: int, help: str, rule: bool = False) -> Any:
    """A whole-number field between `least` and `most`."""
    return _field(default, rule, kind=int, least=least, most=most, help=help)


def real(default: float, least: float, most: float, help: str, rule: bool = False) -> Any:
    """A field that is any number between `least` and `most`."""
    return _field(default, rule, kind=float, least=least, most=most, help=help)


def choice(
    default: str, *others: str, help: str, rule: bool | str = False, also: type | None = None
) -> Any:
    """A field that is one of a few words, or an object of the class `also`."""
    about = {} if also is None else {"also": also}
    return _field(default, rule, kind=str, choices=(default, *others), help=help, **about)


def text(default: str, help: str) -> Any:
    """A field that is any text."""
    return _field(default, False, kind=str, help=help)


def flag(default: bool, help: str, rule: bool = False) -> Any:
    """A field that is true or false."""
    return _field(default, rule, kind=bool, help=help)


def _field(default, rule, **about):
    """A field; `rule`: whether compiled loops read it, or under which other name they do."""
    return field(default=default, metadata={**about, "rule": rule})


class Choices:
    """A base of frozen settings with fields made as above, each of which is checked."""

    __dataclass_fields__: ClassVar[dict[str, Any]]  # of the class below that is decorated

    def __post_init__(self):
        for item in fields(self):
            value = getattr(self, item.name)
            if value is not item.default:  # skipped for speed: a default fits
                object.__setattr__(self, item.name, checked(item.name, value, type(self)))

    @classmethod
    def from_dict(cls, values: Any) -> Self:
        """Return the settings in a dict; raise ValueError for anything else or a wrong field."""
        if not isinstance(values, Mapping):
            raise ValueError(f"settings must be a dict of names and values, not {values!r}")
        unknown = set(values) - {item.name for item in fields(cls)}
        if unknown:
            raise ValueError(f"{min(map(str, unknown))} is not a setting")
        return cls(**values)

    def to_dict(self) -> dict[str, Any]:
        """All fields as plain JSON values."""
        return asdict(self)

    def rule_values(self) -> list[Any]:
        """Return the values that compiled loops read; a word becomes its place among choices."""
        rules = (item for item in fields(self) if item.metadata["rule"])
        return [_number(item, getattr(self, item.name)) for item in rules]

    def change(self, **changes: Any) -> Self:
        """A copy with some fields replaced."""
        return replace(self, **changes)

    def differences(self) -> dict[str, Any]:
        """The fields that differ from their defaults, as a dict."""
        values = {item.name: (getattr(self, item.name), item.default) for item in fields(self)}
        return {name: value for name, (value, default) in values.items() if value != default}

    def as_options(self, without: Collection[str] = (), **shown: str) -> str:
        """Return the command-line options for the settings that differ from their defaults.

        `without`: names of fields that are left out; `shown`: texts for the values of others.
        """
        values = {**self.differences(), **shown}.items()
        return " ".join(_as_option(name, value) for name, value in values if name not in without)


def as_option(name: str) -> str:
    """The option of a setting."""
    return "--" + name.replace("_", "-")


def _as_option(name, value):
    if isinstance(value, bool):
        return as_option(name if value else f"no_{name}")
    return f"{as_option(name)}={shlex.quote(str(value))}"


@dataclass(frozen=True, kw_only=True)
class Settings(Choices):
    """The settings of an experiment; a wrong value raises ValueError with its field and range.

    `Settings()` is the reading of our main source (preset "chapter");
    `Settings.preset("paper-1993")` the paper as later accounts tell it. Both can be given further
    fields. A field that compiled loops read is marked as a `rule`, and stands in `numbers`.
    """

    # The size of the experiment.
    trials: int = whole(20, 1, 10_000, "independent repetitions of the whole evolution")
    generations: int = whole(800, 1, 100_000, "generations in a trial")
    parents: int = whole(
        50, 1, 10_000, "networks that replicate; with their children, twice as many play", rule=True
    )
    games: int = whole(32, 1, 1_000_000, "games that a network plays in a generation", rule=True)
    seed: int = whole(1993, 0, MOST_SEED, "where the random numbers start")

    # The networks.
    min_hidden: int = whole(1, 1, MOST_HIDDEN_NODES, "fewest hidden nodes", rule=True)
    max_hidden: int = whole(MOST_HIDDEN_NODES, 1, MOST_HIDDEN_NODES, "most hidden nodes", rule=True)
    weight_range: float = real(
        0.5, 0.0, 1000.0, "first weights are uniform between minus this and this"
    )
    bias: bool = flag(True, "bias nodes that are always 1 (without: no bias weights)", rule=True)

    # Replication.
    noise: float = real(
        0.05,
        0.0,
        1000.0,
        "standard deviation of the noise added to every weight of a child",
        rule=True,
    )
    change_probability: float = real(
        0.5, 0.0, 1.0, "probability that a child is to gain or lose a hidden node", rule=True
    )
    change_first: bool = flag(
        False,
        "change the structure before the noise, so that a new node's weights are not 0",
        rule=True,
    )
    delete_newest: bool = flag(
        False, "delete the newest hidden node instead of a random one", rule=True
    )

    # The opponent.
    slip: float = real(0.1, 0.0, 1.0, "probability that the opponent moves at random")
    marker: str = choice(
        "network",
        "own",
        help="whose marker rule 3 looks for in a line: the network's X or the opponent's own O",
    )
    line_choice: str = choice(
        "squares",
        "lines",
        "first",
        help=(
            "several such squares: any of them alike; a line at random, then one of its squares;"
            " the first line found"
        ),
    )
    forced_replies: bool = flag(
        False,
        "the opponent's first reply goes through all 8 open squares, games / 8 times each",
        rule=True,
    )
    perfect_ties: str = choice(
        "uniform", "first", help="the perfect player's choice among equally good squares"
    )

    # Payoffs and selection.
    evaluation: str = choice(
        "games",
        "exact",
        help=(
            "payoffs are totals of games that are played; or their exact expectation, without games"
        ),
    )
    win_payoff: int = whole(1, -1_000_000, 1_000_000, "payoff of a win", rule=True)
    tie_payoff: int = whole(0, -1_000_000, 1_000_000, "payoff of a tie", rule=True)
    loss_payoff: int = whole(-10, -1_000_000, 1_000_000, "payoff of a loss", rule=True)
    replay_parents: bool = flag(
        True,
        "parents play new games in every generation (without: keep their first payoff)",
        rule=True,
    )
    rivals: int = whole(
        10, 1, 100_000, "other networks that each is compared with in the second round", rule=True
    )
    repeat_rivals: bool = flag(
        False, "draw rivals with replacement, so that one may be met twice", rule=True
    )
    equal_is_beaten: bool = flag(
        False, "a rival with an equal payoff counts as beaten too", rule=True
    )
    survivors: str = choice(
        "best",
        "highest-score",
        help="the best survive, as many as there were parents; or only those with the top score",
        rule="only_highest_score",
    )
    rank_ties: str = choice(
        "random",
        "parents",
        "children",
        help="who goes first among equal scores at the cut",
        rule=True,
    )

    # The champion.
    best_player: str = choice(
        "highest-payoff",
        "highest-exact",
        help=(
            "a trial's best network: the highest payoff of its last generation; or"
            " the highest exact expectation there"
        ),
    )
    champion: str = choice(
        "fresh-games",
        "highest-exact",
        "trial-0",
        help=(
            "of the trials' best networks: the best over 10,000 fresh games; or by exact"
            " expectation; or trial 0's"
        ),
    )

    def __post_init__(self):
        super().__post_init__()
        if self.min_hidden > self.max_hidden:
            range_ = f"{self.min_hidden} (min_hidden) to {MOST_HIDDEN_NODES}"
            raise ValueError(f"max_hidden must be {range_}, not {self.max_hidden}")
        most = 2 * self.parents - 1
        if not self.repeat_rivals and self.rivals > most:
            range_ = f"1 to {most} with {self.parents} parents (all different)"
            raise ValueError(f"rivals must be {range_}, not {self.rivals}")
        if self.forced_replies and self.games % (replies := count_first_replies(self)):
            multiple = f"a multiple of {replies} with forced_replies"
            raise ValueError(f"games must be {multiple}, not {self.games}")

    @classmethod
    def preset(cls, name: str = "chapter", **changes: Any) -> Settings:
        """Return a preset with `changes` on top; raise ValueError for an unknown name."""
        if not isinstance(name, str) or name not in PRESETS:
            raise ValueError(f"preset must be one of {', '.join(PRESETS)}, not {name!r}")
        return cls(**{**PRESETS[name], **changes})

    @cached_property
    def numbers(self) -> Rules:
        """The settings as `Numbers`, for functions that run compiled as well as in plain Python."""
        return Numbers(*self.rule_values())


@singledispatch
def count_squares(settings: Settings) -> int:
    """Return the number of squares of the board; settings for other games register theirs."""
    return 9


@singledispatch
def count_first_replies(settings: Settings) -> int:
    """Return how many squares are open when the opponent moves first; registered as above."""
    return 8


def check_names(names: Iterable[str], choices: type[Choices]) -> None:
    """Raise ValueError for the first name that is not a setting, with the closest settings."""
    known = list_fields(choices)
    for name in names:
        if name not in known:
            close = get_close_matches(str(name), known, cutoff=0.5) or known
            raise ValueError(f"{name} is not a setting; the closest are {', '.join(close)}")


def list_fields(choices: type[Choices]) -> dict[str, Any]:
    """{name: field} of the settings of a class."""
    return {item.name: item for item in fields(choices)}  # type: ignore[arg-type]


DEFAULT_FIELDS = list_fields(Settings)
DEFAULTS = {name: item.default for name, item in DEFAULT_FIELDS.items()}


def list_compiled_settings(choices: Any) -> dict[str, str]:
    """The settings of a class that compiled loops read: by setting its name there."""
    rules = {item.name: item.metadata["rule"] for item in fields(choices)}
    return {name: name if rule is True else rule for name, rule in rules.items() if rule}


def rule_fields(choices: Any) -> list[tuple[str, type]]:
    """Those names and their types, for a NamedTuple."""
    about, rules = choices.__dataclass_fields__, list_compiled_settings(choices).items()
    return [(rule, type(_number(about[name], about[name].default))) for name, rule in rules]


def _number(item, value):
    """What stands for the value of a field: of a word its place among its choices."""
    return item.metadata["choices"].index(value) if item.metadata["kind"] is str else value


RULES = list_compiled_settings(Settings)
Numbers = NamedTuple("Numbers", rule_fields(Settings))  # type: ignore[misc]
Numbers.__doc__ = "The settings that compiled loops read; a word becomes its place among choices."

PRESETS = {
    "chapter": {},
    "paper-1993": {"trials": 30, "forced_replies": True, "marker": "own", "equal_is_beaten": True},
}
QUICK = {"trials": 5, "generations": 50, "parents": 10}  # the source's sanity check


def accepted(name: str, choices: type[Choices] = Settings) -> str:
    """The accepted values of a setting, in words."""
    return in_words(choices.__dataclass_fields__[name].metadata)


def in_words(about: Mapping[str, Any]) -> str:
    """What a setting's metadata accepts, in words."""
    if about["kind"] is bool:
        return "true or false"
    if about["kind"] is str:
        return "one of " + ", ".join(about["choices"]) if "choices" in about else "a text"
    number = "a whole number" if about["kind"] is int else "a number"
    return f"{number} from {about['least']} to {about['most']}"


def parse_number(text: str, kind: type[Any]) -> Any:
    """Return a text as an int or a float; raise ValueError for others, and for 1_0."""
    if not re.fullmatch(r"[-+.0-9a-zA-Z]+", text):
        raise ValueError(f"{text!r} is no number")
    return kind(text)


def checked(name: str, value: Any, choices: type[Choices] = Settings) -> Any:
    """Return `value` in the setting's own type; raise ValueError with the accepted range."""
    about = choices.__dataclass_fields__[name].metadata
    kind = about["kind"]
    if isinstance(value, about.get("also", ())):
        return value
    if kind is bool:
        fits = isinstance(value, bool)
    elif kind is str:
        fits = isinstance(value, str) and value in about.get("choices", (value,))
    else:
        is_number = isinstance(value, Real) and not isinstance(value, bool)  # NumPy's numbers too
        fits = is_number and about["least"] <= value <= about["most"] and kind(value) == value
    if not fits:
        raise ValueError(f"{name} must be {accepted(name, choices)}, not {value!r}")
    return kind(value)


def check_whole(name: str, value: Any, least: int, most: int) -> int:
    """Return an argument as an int; raise ValueError unless it is a whole number in this range."""
    is_whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not is_whole or not least <= int(value) <= most:
        raise ValueError(f"{name} must be a whole number from {least} to {most}, not {value!r}")
    return int(value)


# The purposes of a trial's further random numbers.
CHOOSING, AGAINST_RANDOM, AGAINST_NEAR_PERFECT, REDRAWING = range(4)
BREEDING, SEARCHING, ASKING, SAMPLING = range(4, 8)


def trial_rng(settings: Any, trial: int, *purpose: int) -> Rng:
    """Return the generator of a trial, the same on any worker; each purpose has its own.

    Raises ValueError if `trial` is not a whole number from 0 to MOST_TRIAL.
    """
    trial = check_whole("trial", trial, 0, MOST_TRIAL)
    return np.random.default_rng(np.random.SeedSequence(settings.seed, spawn_key=(trial, *purpose)))


DEFAULT_SETTINGS = Settings()  # made once: players ask for it at every move
