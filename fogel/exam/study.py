"""The report's numbers under each interpretation, and remedies that were tried (chapter 16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from fogel.core.settings import trial_rng
from fogel.core.types import Floats
from fogel.exam.examiner import frozen
from fogel.exam.matchboxes import Matchboxes, box_match
from fogel.rules.rule_files import find_rules
from fogel.school.lossbar import PERIODS, period_losses
from fogel.school.network import Arch
from fogel.school.pupil import Pupil
from fogel.school.school import MAGIC, ROAMING, SchoolSettings, mutated, teach, trainer
from fogel.school.script import SCRIPT
from fogel.school.seeds import ScriptJob, ScriptSettings
from fogel.school.twin import play_match

FIRST_TEN = SCRIPT[:10]
SHUFFLES = 10_000
# What section 3.2 leaves open, each a change of the default.
READINGS: dict[str, dict[str, Any]] = {
    "as we read it": {},
    "player 1 always opens": {"first_player": "first"},
    "the network sits first": {"seat": "first"},
    "a trainer that roams": {"trainer": ROAMING},
    "a trainer of any safe move": {"trainer": "perfect"},
    "textbook order": {"order": "textbook"},
    "inputs as the peek screen has them": {"coding": "empty-first"},
    "mutation rate 0.5": {"mutation_rate": 0.5},
    "no mutation": {"mutation_rate": 0.0},
    "no learning": {"learning": False},
}


# Table 3.2.


class SchoolReading(NamedTuple):
    """Loss rates of some runs under one reading, in %, and the chance that such differ from the
    report's as much.
    """

    words: str
    rates: tuple
    likely: float


def readings(
    changes: Mapping[str, Mapping[str, Any]] | None = None,
    sessions: int = 20,
    workers: int | None = None,
) -> list[SchoolReading]:
    """Return a SchoolReading of the report's runs 00 to 09, each with so many sessions.

    `likely` is that of the largest distance between the two distributions (Kolmogorov and Smirnov),
    by shuffling.
    """
    found, reported = [], [line.reported for line in FIRST_TEN]
    for words, change in (READINGS if changes is None else changes).items():
        job = ScriptJob(ScriptSettings(lines=f"0:{sessions}", **change))
        rates = tuple(job.compute(workers=workers)["loss_rate"].tolist())
        found.append(SchoolReading(words, rates, alike(np.floor(rates), reported)))
    return found


def alike(
    first: Sequence[float] | Floats, second: Sequence[float] | Floats, seed: int = 0
) -> float:
    """The chance that two samples of one distribution are as far apart as these: the largest
    distance, by shuffling.
    """
    both = np.concatenate([np.asarray(first, dtype=float), np.asarray(second, dtype=float)])
    ends = np.flatnonzero(np.diff(np.sort(both), append=np.inf))  # of equal values the last
    mine = np.argsort(both, kind="stable") < len(first)
    shuffled = np.random.default_rng(seed).permuted(np.tile(mine, (SHUFFLES, 1)), axis=1)
    as_far = _distance(shuffled, ends) >= _distance(mine, ends) - 1e-12
    return float((as_far.sum() + 1) / (SHUFFLES + 1))


def _distance(mine, ends):
    """The largest distance between two distributions: (..., values) which values, in order, are the
    first one's.
    """
    shares = [part.cumsum(axis=-1) / part.sum(axis=-1, keepdims=True) for part in (mine, ~mine)]
    return np.abs(shares[0] - shares[1])[..., ends].max(axis=-1)


# The bars of 1.14.

# For each session: what its architecture changes of the default, and the losses of its matches by
# period.
PRINTED = {
    11: (
        {"learning_rate": 0.3978},
        (
            (74, 74, 72, 70, 71, 57, 55, 65, 67, 79),
            (71, 70, 73, 70, 70, 66, 61, 65, 66, 65),
            (71, 60, 68, 64, 57, 64, 68, 60, 69, 68),
            (69, 69, 71, 73, 72, 68, 70, 69, 71, 74),
            (66, 82, 68, 70, 69, 67, 72, 68, 72, 81),
        ),
    ),
    49: (
        {"learning_rate": 0.0888},
        (
            (97, 81, 75, 72, 78, 79, 70, 75, 71, 77),
            (100, 88, 68, 77, 75, 72, 69, 61, 63, 60),
            (89, 79, 70, 75, 70, 73, 62, 71, 72, 73),
            (91, 77, 82, 79, 74, 59, 69, 76, 73, 69),
            (100, 100, 91, 75, 75, 68, 69, 61, 68, 60),
        ),
    ),
    51: (
        {"learning_rate": 0.0888, "hidden": (23,)},
        (
            (74, 80, 67, 68, 65, 63, 61, 58, 76, 62),
            (81, 65, 71, 70, 64, 62, 60, 66, 70, 55),
            (82, 67, 66, 59, 60, 57, 57, 64, 75, 75),
            (76, 66, 78, 60, 66, 61, 61, 69, 73, 61),
            (68, 73, 64, 60, 70, 54, 69, 66, 56, 60),
        ),
    ),
}


# What Mutate does.

SEEN = {  # the report's architectures: after so many sessions, a test of what it prints
    "session 11: the learning rate alone, at 0.3978": (
        10,
        lambda arch: (
            arch == Arch(learning_rate=arch.learning_rate) and 0.35 <= arch.learning_rate <= 0.45
        ),
    ),
    "session 51: 23 nodes, the learning rate at 0.0888, the rest as it was": (
        50,
        lambda arch: (
            arch == Arch(learning_rate=arch.learning_rate, hidden=arch.hidden)
            and 0.05 <= arch.learning_rate <= 0.15
            and 21 <= arch.hidden[0] <= 25
        ),
    ),
    "run 29: 43 nodes, a weight of -2.9": (
        200,
        lambda arch: arch.hidden[0] >= 35 and arch.min_weight <= -2.9,
    ),
}


def mutation_likelihood(
    mutation: str, rate: float, kept: float = 0.1, chains: int = 300, seed: int = 0
) -> dict[str, float]:
    """{what the report prints: how often chains of mutations come to it}, without any games.

    Each mutation is kept with probability `kept`, whatever it does, and taken back otherwise.
    """
    settings = SchoolSettings(mutation=mutation, mutation_rate=rate, seed=seed)
    longest, hits = max(sessions for sessions, _ in SEEN.values()), dict.fromkeys(SEEN, 0)
    for chain in range(chains):
        rng, arch = trial_rng(settings, chain), Arch()
        for session in range(1, longest + 1):
            tried, _ = mutated(arch, settings, rng)
            for words, (sessions, fits) in SEEN.items():
                hits[words] += sessions == session and fits(tried)
            if rng.random() < kept:
                arch = tried
    return {words: count / chains for words, count in hits.items()}


# Without a network.


def null_models(matches: int = 20, games: int = 500, seed: int = 0) -> dict[str, list[float]]:
    """{player: (ten) mean loss rates by period, in %} against the Magic Formula: the network, and
    what has none.

    Boxes are MENACE's; "no learning" is the network as it was drawn.
    """
    settings, rules, magic = (
        SchoolSettings(seed=seed, games=games),
        find_rules("standard"),
        trainer(MAGIC),
    )

    def taught(pupil, rng):
        return teach(rules, pupil, settings.lessons, games, rng).counts

    def boxed(boxes, rng):
        return period_losses(box_match(rules, boxes, magic, games, rng).losses(2))

    players = {
        "network": partial(taught, settings.pupil),
        "network, no learning": partial(taught, frozen(settings.pupil)),
        "matchboxes, the last move": partial(boxed, Matchboxes()),
        "matchboxes, every move": partial(boxed, Matchboxes(every_move=True)),
        "matchboxes of legal moves, every move": partial(
            boxed, Matchboxes(every_move=True, legal=True)
        ),
    }
    found = {}
    for words, play in players.items():
        counts = np.mean([play(trial_rng(settings, number)) for number in range(matches)], axis=0)
        found[words] = (100 * PERIODS * counts / games).tolist()
    return found


# What would have helped.


def self_taught(
    matches: int = 20, games: int = 1000, seed: int = 0, arch: Arch | None = None, rate: float = 0.1
) -> Pupil:
    """The Pupil that comes out of networks that teach each other (report 4.1): nobody else
    supervises them.

    In each match two play; both learn. The one that lost more games is replaced by a copy of the
    other whose architecture has mutated, with new weights; weights of the other are kept.
    """
    settings, rules = SchoolSettings(seed=seed, mutation_rate=rate), find_rules("standard")
    pair = [Pupil(arch or Arch()), Pupil(arch or Arch())]
    for number in range(matches):
        rng = trial_rng(settings, number)
        match = play_match(rules, pair, games, rng)
        better = int(match.losses(1).sum() > match.losses(2).sum())
        kept = replace(pair[better], weights=match.weights[better])
        other = Pupil(mutated(kept.arch, settings, rng)[0], settings.pupil.habits)
        pair = [kept, other] if better == 0 else [other, kept]
    return frozen(kept)


def deathmatch(
    pupils: Mapping[str, Pupil | Callable[..., Any]],
    games: int = 100,
    seed: int = 0,
    learning: bool = False,
) -> list[tuple[Any, ...]]:
    """[(first, second, draws, wins of the first, wins of the second)] of all pairs of {name: Pupil
    or policy}.

    Everybody sits first against everybody else and itself, the openings in turn, as in the report's
    DeathMatch.
    """
    settings, rules, names = SchoolSettings(seed=seed), find_rules("standard"), list(pupils)
    players = {
        name: frozen(one, learning) if isinstance(one, Pupil) else one
        for name, one in pupils.items()
    }
    rows = []
    for place, first in enumerate(names):
        for second in names[place:]:
            rng = trial_rng(settings, place, names.index(second))
            winners = play_match(rules, (players[first], players[second]), games, rng).winners
            rows.append((first, second, *(int((winners == who).sum()) for who in (0, 1, 2))))
    return rows
