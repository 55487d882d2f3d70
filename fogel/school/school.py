"""The report's School: sessions, matches, games (chapter 15).

A *match* is some games of a NeuralPlayer, with weights drawn anew, against a trainer. A *session*
is some matches with one architecture, and its *rate* is the share of all their games that were
lost, in %. Before each session but the first the architecture mutates; whether it is kept depends
on the rate. When the goal is reached or all sessions are over, one final session looks for the best
weights of the best architecture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from fogel.core.settings import MOST_SEED, choice, flag, real, trial_rng, whole
from fogel.core.types import Marks, Rng
from fogel.encoding import O, X
from fogel.lookahead.levels import LEVELS, trad_policy
from fogel.lookahead.magic import magic_odds
from fogel.lookahead.players import NEVER, check_standard, perfect_policy, random_policy
from fogel.opponent import probabilities
from fogel.rules.referee import ATTEMPTS, FIRST_PLAYERS
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import Rules
from fogel.school.lossbar import PERIODS, period_losses
from fogel.school.network import MOST_LAYERS, MOST_NODES, Arch
from fogel.school.pupil import Habits, Pupil
from fogel.school.twin import TrainingMatch, play_match

MAGIC, ROAMING = "magic", "roaming"
TRAINERS = (MAGIC, ROAMING, *(f"trad-{level}" for level in LEVELS), "perfect", "random")
SEATS = {"second": (2,), "first": (1,), "both": (2, 1)}  # in which the NeuralPlayer learns
LESSON = 10  # games in a row from one seat, or with one trainer, where several take turns
IMPROVED, SAME, WORSE = "improved", "same", "worse"

# What Mutate may change, in the order of its draws, with the words in which it is said.
CHARACTERISTICS = {
    "learning_rate": "learning rate",
    "momentum": "momentum",
    "encouragement": "encouragement",
    "min_weight": "minimum weight",
    "max_weight": "maximum weight",
    "hidden": "layer nodes",
    "layers": "hidden layers",
}
DRAWN = {  # by characteristic: between what "drawn" draws it
    "learning_rate": (0.0, 1.0),
    "momentum": (0.0, 0.99),
    "encouragement": (0.0, 0.5),
    "min_weight": (-5.0, 0.0),
    "max_weight": (0.0, 5.0),
    "hidden": (1, 50),
}
# Nothing is scaled beyond these.
LIMITS = {"momentum": 0.99, "encouragement": 0.5, "learning_rate": 10.0}


def magic_policy(rules: Rules, board: Marks, me: int) -> Sequence[Any]:
    """The Magic Formula as a policy that knows what to do when the other has passed."""
    check_standard(rules)
    marks = tuple({0: 0, me: X}.get(mark, O) for mark in board)
    return probabilities(marks, magic_odds(marks, None, X), NEVER)


def roaming_policy(rules: Rules, board: Marks, me: int) -> Sequence[Any]:
    """The Magic Formula without its habit of the centre: its first mark goes anywhere."""
    return magic_policy(rules, board, me) if me in board else random_policy(rules, board, me)


@cache
def trainer(name: str) -> Callable[..., Any]:
    """The policy of one of TRAINERS; raises ValueError for another name."""
    if name not in TRAINERS:
        raise ValueError(f"trainer must be one of {', '.join(TRAINERS)}, not {name!r}")
    if name.startswith("trad-"):
        return trad_policy(name.removeprefix("trad-"))
    return {
        MAGIC: magic_policy,
        ROAMING: roaming_policy,
        "perfect": perfect_policy,
        "random": random_policy,
    }[name]


@dataclass(frozen=True, kw_only=True)
class TeachingSettings(Habits):
    """How a school teaches: all of its settings but its size, its goal and its seed."""

    trainer: str = choice(*TRAINERS, help="who plays against the network")
    seat: str = choice(*SEATS, help="the network's seat; or either in turn, ten games each")
    first_player: str = choice(
        "turn", *(one for one in FIRST_PLAYERS if one != "turn"), help="who opens a game"
    )
    attempts: int = whole(ATTEMPTS, 1, 1000, "illegal moves in a turn after which it is passed")
    adviser: str = choice(
        "none",
        *TRAINERS,
        help="a player whose support every move has to find: otherwise it is punished at once",
    )

    mutation_rate: float = real(
        0.1, 0.0, 1.0, "the chance that a characteristic of the architecture mutates"
    )
    mutation: str = choice(
        "scaled",
        "doubled",
        "drawn",
        help="how: times 0.5 to 1.5; times 1/2 to 2, each as likely as its inverse; or drawn anew",
    )
    mutate_layers: bool = flag(
        False, "the number of hidden layers mutates too, one more or one less"
    )
    threshold: float = real(
        1.0, 0.0, 100.0, "changes of the rate up to so many % are neither better nor worse"
    )
    if_worse: str = choice(
        "restore",
        "keep",
        "random",
        help="a worse architecture: the best one comes back; it goes on; or by a coin",
    )
    rating: str = choice(
        "average",
        "final",
        "slope",
        "mixed",
        help=(
            "what of a session counts: the loss rate; that of its last period; the end of a line"
            " through its periods; or half loss rate, half that end"
        ),
    )
    lossless_bonus: float = real(
        0.0, 0.0, 100.0, "the reward, in %, of a match all of whose periods are without loss"
    )

    def __post_init__(self):
        super().__post_init__()
        if self.cooling and self.seat == "both":
            raise ValueError(f"cooling must be 0 with seat both, not {self.cooling}")

    @property
    def pupil(self) -> Pupil:
        """The Pupil with these habits."""
        habits = Habits(**{item.name: getattr(self, item.name) for item in fields(Habits)})
        adviser = None if self.adviser == "none" else trainer(self.adviser)
        return Pupil(habits=habits, adviser=adviser)

    @property
    def lessons(self) -> tuple[tuple[Callable[..., Any], int], ...]:
        """The (trainer, seat of the NeuralPlayer) pairs that take turns."""
        return tuple((trainer(self.trainer), seat) for seat in SEATS[self.seat])


@dataclass(frozen=True, kw_only=True)
class SchoolSettings(TeachingSettings):
    """The settings of one run at school; a wrong value raises ValueError, which names it."""

    sessions: int = whole(50, 1, 100_000, "sessions, each with an architecture of its own")
    matches: int = whole(5, 1, 10_000, "matches in a session, each from new weights")
    games: int = whole(1000, 1, 10_000_000, "games in a match")
    seed: int = whole(0, 0, MOST_SEED, "where the random numbers start")
    target_loss: float = real(
        0.0, 0.0, 100.0, "the loss rate, in %, at which no better architecture is looked for"
    )


# Matches.


class Score(NamedTuple):
    """What a match came to: `counts`, the losses of each period, its games, illegal moves, and the
    weights at its end.

    `weights` are (weight, adjust) pairs, (links, 2).
    """

    counts: tuple
    games: int
    invalid: int
    weights: np.ndarray

    @property
    def losses(self) -> int:
        """The games lost."""
        return sum(self.counts)


# Many parameters: these are the conditions of a match, as in the referee's, and the pupil with its
# lessons.
def teach(
    rules: Rules,
    pupil: Pupil,
    lessons: Sequence[tuple[Callable[..., Any], int]],
    games: int,
    rng: Rng,
    first_player: str = "turn",
    attempts: int = ATTEMPTS,
    play: Callable[..., TrainingMatch] = play_match,
) -> Score:
    """The Score of a match in which some lessons, (policy, the pupil's seat) pairs, take turns,
    LESSON games each.

    `play` is `play_match` or another function of its kind.
    """
    size = games if len(lessons) == 1 else LESSON
    lost, invalid = [], 0
    for number, start in enumerate(range(0, games, size)):
        policy, seat = lessons[number % len(lessons)]
        contestants = (policy, pupil) if seat == 2 else (pupil, policy)
        match = play(rules, contestants, min(size, games - start), rng, first_player, attempts)
        lost.append(match.losses(seat))
        invalid += int(match.invalid[:, seat - 1].sum())
        weights = match.weights[seat - 1]
        pupil = Pupil(pupil.arch, pupil.habits, weights, pupil.adviser)
    counts = period_losses(np.concatenate(lost))
    return Score(tuple(counts.tolist()), games, invalid, weights)


# Architectures.


def mutated(arch: Arch, settings: SchoolSettings, rng: Rng) -> tuple[Arch, tuple[str, ...]]:
    """(a mutated copy of an architecture, the names of the characteristics that mutated).

    One `rng.random()` decides on each characteristic, in the order of CHARACTERISTICS, and one more
    says what becomes of it; of the hidden nodes, one for each layer.
    """
    values, changed = arch.to_dict(), []
    for name in CHARACTERISTICS:
        is_fixed = name == "layers" and not settings.mutate_layers
        if is_fixed or rng.random() >= settings.mutation_rate:
            continue
        changed.append(name)
        if name == "layers":
            values["hidden"] = _other_layers(list(values["hidden"]), rng.random())
        elif name == "hidden":
            sizes = [_mutated(name, n, settings.mutation, rng.random()) for n in values[name]]
            values[name] = tuple(min(MOST_NODES, max(1, round(size))) for size in sizes)
        else:
            values[name] = _mutated(name, values[name], settings.mutation, rng.random())
    if values["min_weight"] > values["max_weight"]:
        values["min_weight"], values["max_weight"] = values["max_weight"], values["min_weight"]
    return Arch(**values), tuple(changed)


def _mutated(name, value, mutation, u):
    if mutation == "drawn":
        least, most = DRAWN[name]
        return least + (most - least) * u
    value *= 0.5 + u if mutation == "scaled" else 2 ** (2 * u - 1)
    return min(LIMITS.get(name, 1000.0), max(-1000.0, value))


def _other_layers(sizes, u):
    """One hidden layer more, as large as the last, or one less, if there is another."""
    grows = (u < 0.5 or len(sizes) == 1) and len(sizes) < MOST_LAYERS
    return tuple([*sizes, sizes[-1] if sizes else 20] if grows else sizes[:-1])


# Sessions.


class Session(NamedTuple):
    """A session: its number, from 1, what mutated before it, its Arch, and the Score of each match.

    `rating` is what counts of it and `best` the best rating before, both in %; `verdict` is
    IMPROVED, SAME or WORSE, None of the final session.
    """

    number: int
    mutated: tuple
    arch: Arch
    scores: tuple
    rating: float
    best: float
    verdict: str | None

    @property
    def losses(self) -> int:
        """The games lost."""
        return sum(score.losses for score in self.scores)

    @property
    def games(self) -> int:
        """The games played."""
        return sum(score.games for score in self.scores)

    @property
    def best_match(self) -> int:
        """The number of the match with fewest losses, from 0; of equal ones the first."""
        return best_match(self.scores)


def best_match(scores: Sequence[Score]) -> int:
    """The number of the match with fewest losses, from 0; of equal ones the first."""
    return min(range(len(scores)), key=lambda number: scores[number].losses)


def rating(scores: Sequence[Score], settings: SchoolSettings) -> float:
    """Return the loss rate in % by the setting `rating`, minus the reward for early success."""
    shares = (
        np.array([score.counts for score in scores]).sum(axis=0)
        * PERIODS
        / sum(score.games for score in scores)
    )
    average, slope = shares.mean(), np.polyfit(np.arange(PERIODS), shares, 1)[0]
    end = min(1.0, max(0.0, average + slope * (PERIODS - 1) / 2))
    rate = {"average": average, "final": shares[-1], "slope": end, "mixed": (average + end) / 2}[
        settings.rating
    ]
    if settings.rating == "average":
        rate = sum(score.losses for score in scores) / sum(score.games for score in scores)
    return float(
        100 * rate - settings.lossless_bonus * np.mean([_early(score.counts) for score in scores])
    )


def _early(counts):
    """The share of a match's periods after its last loss."""
    since = next((number for number, count in enumerate(reversed(counts)) if count), PERIODS)
    return since / PERIODS


def sessions(
    settings: SchoolSettings,
    arch: Arch | None = None,
    rules: Rules | None = None,
    scores_of: Callable[[int, Arch], tuple[Score, ...]] | None = None,
) -> Iterator[Session]:
    """Yield the Sessions of a run as they are over, the final one last.

    It begins with an Arch. `scores_of(number, arch)` returns the Scores of a session; by default
    `session_scores` plays it.
    """
    arch, rules = arch or Arch(), rules or find_rules("standard")
    scores_of = scores_of or partial(session_scores, settings, rules)
    changed: tuple[str, ...]
    best_arch, best, changed = arch, 100.0, ()
    for number in range(1, settings.sessions + 1):
        rng = trial_rng(settings, number)
        if number > 1:
            arch, changed = mutated(arch, settings, rng)
        scores = scores_of(number, arch)
        rate = rating(scores, settings)
        verdict = _verdict(rate, best, settings.threshold)
        reached = rate <= settings.target_loss
        yield Session(number, changed, arch, scores, rate, best, verdict)
        # A rate above the best one can't reach a goal that the best one did not.
        if verdict == IMPROVED or reached:
            best_arch, best = arch, rate
        elif verdict == WORSE and (
            settings.if_worse == "restore" or (settings.if_worse == "random" and rng.random() < 0.5)
        ):
            arch = best_arch
        if reached:
            break
    scores = scores_of(number + 1, best_arch)
    yield Session(number + 1, (), best_arch, scores, rating(scores, settings), best, None)


def _verdict(rate, best, threshold):
    """What a session's rate is beside the best one, IMPROVED, WORSE or SAME."""
    if rate < best - threshold:
        return IMPROVED
    return WORSE if rate > best + threshold else SAME


def session_scores(
    settings: SchoolSettings,
    rules: Rules,
    number: int,
    arch: Arch,
    executor: Executor | None = None,
    play: Callable[..., TrainingMatch] = play_match,
) -> tuple[Score, ...]:
    """Return the Scores of one session's matches, which depend on its number and Arch only.

    The matches are played by the `executor`, if there is one; each has a generator of its own, so
    that the numbers do not depend on who plays.
    """
    pupil = replace(settings.pupil, arch=arch)
    work = partial(_match, settings, rules, pupil, number, play)
    return tuple((executor.map if executor else map)(work, range(1, settings.matches + 1)))


def _match(settings, rules, pupil, session, play, match):
    rng, habits = trial_rng(settings, session, match), (settings.first_player, settings.attempts)
    return teach(rules, pupil, settings.lessons, settings.games, rng, *habits, play)
