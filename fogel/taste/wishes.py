"""Tastes: wishes over a game's measures, in a file (chapter 17).

Gates speak first: a game outside of one is refused, whatever else it may be. Then each wish says
how far a measure may be off until a player is half satisfied, and the score is the harmonic mean of
all satisfactions, in which one bad value can't be averaged away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from fogel.core.network_files import check_format
from fogel.core.results import load_file, read_json
from fogel.core.types import FilePath, Json
from fogel.rules.rules import MOST_NAME
from fogel.taste.measures import ABILITY, MEASURES, OUTCOMES, RULES, SCHOOL, TRENDS, GameMeasures

FORMAT, VERSION, KIND = "fogel-taste", 1, "a taste file"
TASTES = Path(__file__).with_name("tastes")
LARGEST = 1e6  # number in a taste file
SMALLEST = 1e-6  # distance or weight in one
# Kinds of measures, by what it takes to work them out.
CHEAPEST_FIRST = (RULES, OUTCOMES, TRENDS, ABILITY, SCHOOL)
WISH = ("want", "within", "weight")


class Span(NamedTuple):
    """Numbers from `least` to `most`."""

    least: float
    most: float

    def miss(self, value: float) -> float:
        """How far a value is outside, 0 inside."""
        return max(self.least - value, value - self.most, 0.0)


class Wish(NamedTuple):
    """What is wished for a measure: a value in the Span `want`; one that is `within` off leaves
    half satisfied.
    """

    want: Span
    within: float
    weight: float = 1.0

    def satisfaction(self, value: float) -> float:
        """How satisfied a value leaves, from 1 down to almost 0."""
        return 1 / (1 + (self.want.miss(value) / self.within) ** 2)


class Verdict(NamedTuple):
    """What a taste says of a game: its `score`, from 0 to 1, and how satisfied each wish is.

    `refused`: the gate that the game does not pass, in words, None if it passes all; then the score
    is 0.
    """

    score: float
    satisfactions: dict
    refused: str | None = None


@dataclass(frozen=True)
class Taste:
    """A taste: `gates`, {measure: Span}, and `wishes`, {measure: Wish}."""

    name: str
    about: str
    gates: dict
    wishes: dict

    def judge(self, measured: GameMeasures) -> Verdict:
        """The Verdict on a game by its measures; what is cheap to work out is
        asked for first.

        Raises ValueError if the game can't have a measure that is asked for.
        """
        for name in _cheapest_first(self.gates):
            if (gate := self.gates[name]).miss(value := float(measured[name].value)):
                span = (
                    f"from {gate.least:g} to {gate.most:g}"
                    if gate.least < gate.most
                    else f"{gate.least:g}"
                )
                words = f"{name} is {value:.3g}, not {span}"
                return Verdict(0.0, {}, f"{self.name}: {words}")
        satisfactions = {
            name: self.wishes[name].satisfaction(float(measured[name].value))
            for name in _cheapest_first(self.wishes)
        }
        return Verdict(
            harmonic_mean(satisfactions, {name: wish.weight for name, wish in self.wishes.items()}),
            satisfactions,
        )

    def to_dict(self) -> Json:
        """The taste as plain JSON values."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "name": self.name,
            "about": self.about,
            "gates": {name: list(gate) for name, gate in self.gates.items()},
            "wishes": {
                name: wish._asdict() | {"want": list(wish.want)}
                for name, wish in self.wishes.items()
            },
        }


def _cheapest_first(names):
    return sorted(names, key=lambda name: CHEAPEST_FIRST.index(MEASURES[name].kind))


def harmonic_mean(values: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The weighted harmonic mean of positive values, both by name."""
    return sum(weights[name] for name in values) / sum(
        weights[name] / value for name, value in values.items()
    )


def judge(tastes: Sequence[Taste], measured: GameMeasures) -> Verdict:
    """The Verdict of a table of several players on a game: refused by any, or the harmonic mean of
    their scores.

    `satisfactions` has the score of each taste by its name, and of a single taste those of its
    wishes.
    """
    verdicts = {}
    for taste in tastes:
        verdicts[taste.name] = taste.judge(measured)
        if verdicts[taste.name].refused:
            return verdicts[taste.name]
    if len(tastes) == 1:
        return verdicts[tastes[0].name]
    scores = {name: verdict.score for name, verdict in verdicts.items()}
    return Verdict(harmonic_mean(scores, dict.fromkeys(scores, 1)), scores)


# Files.


def shipped() -> dict[str, Path]:
    """{name: path} of the taste files that come with the package, in order of their names."""
    return {path.stem: path for path in sorted(TASTES.glob("*.json"))}


def find_taste(name: FilePath) -> Taste:
    """The Taste of the package of that name, or in a file; raises ValueError that says what is
    wrong, or OSError.
    """
    tastes = shipped()
    try:
        return load_taste(tastes.get(str(name), name))
    except FileNotFoundError:
        raise ValueError(
            f"{str(name)!r} is neither a taste file nor one of {', '.join(tastes)}"
        ) from None


def load_taste(path: FilePath) -> Taste:
    """The Taste in a file; raises ValueError that names the file and the field, OSError if it can't
    be read.
    """
    return load_file(path, read_taste)


def read_taste(text: str) -> Taste:
    """The Taste in a JSON text; raises ValueError that names the field and what it accepts."""
    data = read_json(text, KIND)
    check_format(data, FORMAT, VERSION, KIND)
    unknown = set(data) - {"format", "version", "name", "about", "gates", "wishes"}
    if unknown:
        raise ValueError(f"{min(unknown)} is no field of {KIND}")
    name = data.get("name")
    if (
        not isinstance(name, str)
        or not 1 <= len(name) <= MOST_NAME
        or not name.replace("-", "").isalnum()
    ):
        raise ValueError(f"name must be 1 to {MOST_NAME} letters, digits and hyphens, not {name!r}")
    if not isinstance(data.get("about", ""), str):
        raise ValueError(f"about must be a text, not {data['about']!r}")
    gates = {
        name: _span(f"gates, {name},", value) for name, value in _by_measure(data, "gates").items()
    }
    wishes = {name: _wish(name, value) for name, value in _by_measure(data, "wishes").items()}
    if not wishes:
        raise ValueError("wishes must hold one wish at least")
    return Taste(name, data.get("about", ""), gates, wishes)


def _by_measure(data, field):
    """The object in a field, whose names are all measures."""
    values = data.get(field, {})
    if not isinstance(values, dict):
        raise ValueError(
            f"{field} must be an object of measures and what is asked of them, not {values!r}"
        )
    for name in values:
        if name not in MEASURES:
            raise ValueError(
                f"{field} must name measures, which {name!r} is not: {', '.join(MEASURES)}"
            )
    return values


def _wish(name, value):
    field = f"wishes, {name},"
    if not isinstance(value, dict) or set(value) - set(WISH):
        raise ValueError(f"{field} must be an object of {', '.join(WISH)}, not {value!r}")
    within, weight = (
        _number(f"{field} {part}", value.get(part, 1.0), SMALLEST) for part in ("within", "weight")
    )
    return Wish(_span(f"{field} want", value.get("want")), within, weight)


def _span(field, value):
    """A Span of two numbers, or of one."""
    least, most = value if isinstance(value, list) and len(value) == 2 else (value, value)
    least, most = _number(field, least), _number(field, most)
    if least > most:
        raise ValueError(
            f"{field} must be a number, or two of which the second is not less, not {value!r}"
        )
    return Span(least, most)


def _number(field, value, least=-LARGEST):
    """A number that is not too large, and not below `least`."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not least <= value <= LARGEST:
        accepted = (
            "a number, or two of them"
            if least == -LARGEST
            else f"a number from {least:g} to {LARGEST:g}"
        )
        raise ValueError(f"{field} must be {accepted}, not {value!r}")
    return float(value)
