"""A log of what happened to every network of a trial.

The template contradicts itself in places. This is what was changed to make one consistent form of
it:

- Each rival stands in exactly one of the three lists (the source has ids that were both won and
  lost against).
- The score is the number of rivals that count as beaten: those won against, and with
  `equal_is_beaten` those tied against too (the source has a score of 8 beside two ids won against).
- "won", "lost" and "tied" compare total payoffs with a rival's; the games themselves are the
  (wins:losses:ties).
- The payoff is that of the results beside it (the source has -200 for 10:20:2).
- It is always "score 7", never "score=7", and no bracket is left over.
- A network keeps its number for life, and each child is numbered onwards from the last (the
  source's second generation of 20 goes up to 40).
- One more line, "Settings", names the seed, the trial and all that differs from the defaults, so
  that a log can be made again.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from fogel.selection import Generation

ABBREVIATIONS = """\
ABBREVIATIONS
   star (*) if selected
   H = number of non-bias neurons in hidden layer
   [min weight, mean weight, max weight]
   (wins : losses : ties)
   (IDs won against | IDs lost against | IDs tied against)
"""


@dataclass(frozen=True)
class Entry:
    """One network in one generation; weights as text, with the two decimals that are printed."""

    number: int
    parent: int  # 0: it is a parent itself
    selected: bool
    hidden_nodes: int
    weights: tuple[str, ...]  # (min, mean, max)
    payoff: float  # a whole number, and so are the results, unless they are expectations
    results: tuple  # (wins, losses, ties)
    score: int
    won: tuple
    lost: tuple
    tied: tuple


@dataclass(frozen=True)
class Log:
    """A whole log: the hyperparameters, and for each generation's number its entries."""

    networks: int
    selection: float
    settings: str
    generations: dict[int, tuple[Entry, ...]]


class Logbook:
    """An observer that writes down every generation; `log` has them when the trial is over."""

    def __init__(self, settings, trial):
        known = {"seed": settings.seed, "trial": trial, **settings.differences()}
        words = ", ".join(f"{name}={value}" for name, value in known.items())
        self.log = Log(2 * settings.parents, 0.5, words, {})

    def __call__(self, generation):
        """Writes a generation down."""
        self.log.generations[generation.number] = tuple(
            entry(generation, row) for row in range(len(generation.payoffs))
        )


def entry(generation: Generation, row: int) -> Entry:
    """The Entry of a row of a generation."""
    network, payoff = generation.networks[row], generation.payoffs[row]
    rivals = generation.rivals[row]
    theirs, numbers = generation.payoffs[rivals], generation.numbers[rivals]
    lists = (numbers[theirs < payoff], numbers[theirs > payoff], numbers[theirs == payoff])
    weights = network.weights
    return Entry(
        int(generation.numbers[row]),
        int(generation.parents[row]),
        bool((generation.survivors == row).any()),
        network.hidden_nodes,
        tuple(f"{value:.2f}" for value in (weights.min(), weights.mean(), weights.max())),
        _plain(payoff),
        tuple(map(_plain, generation.results[row])),
        int(generation.scores[row]),
        *(tuple(sorted(ids.tolist())) for ids in lists),
    )


def _plain(value):
    """A count as it is; an expected number, where no game was played, with two digits."""
    return round(value.item(), 2)


def write(log: Log) -> str:
    """The log as text."""
    head = (
        "HYPERPARAMETERS\n"
        f"   Networks per generation: {log.networks}\n"
        f"   Selection percentage: {log.selection}\n"
        f"   Settings: {log.settings}\n\n"
    )
    parts = [head + ABBREVIATIONS]
    for number, entries in log.generations.items():
        parts.append(f"GENERATION {number}\n")
        parts.extend(_write_entry(entry) for entry in entries)
    return "\n".join(parts)


def _write_entry(entry):
    star = "*" if entry.selected else " "
    origin = f"child of {entry.parent}" if entry.parent else "parent"
    against = "|".join(",".join(map(str, ids)) for ids in (entry.won, entry.lost, entry.tied))
    return (
        f"{star} NN {entry.number} ({origin}, H={entry.hidden_nodes},"
        f" [{', '.join(entry.weights)}])\n    payoff {entry.payoff} "
        f" ({':'.join(map(str, entry.results))})\n    score {entry.score}  ({against})\n"
    )


_NUMBER = r"(?:0|[1-9]\d{0,14})"  # of what is counted; no number of a log has more digits
_WEIGHT = rf"(-?{_NUMBER}\.\d\d)"
_COUNT = rf"({_NUMBER}(?:\.\d\d?)?)"  # a whole number, or an expected one
_IDS = rf"((?:{_NUMBER}(?:,{_NUMBER})*)?)"
_TITLE = re.compile(rf"\nGENERATION ({_NUMBER})\n", re.ASCII)
_ENTRY = re.compile(
    rf"\n?([* ]) NN ({_NUMBER}) \((?:parent|child of ({_NUMBER})), H=({_NUMBER}), "
    rf"\[{_WEIGHT}, {_WEIGHT}, {_WEIGHT}\]\)\n"
    rf"    payoff (-?{_NUMBER}(?:\.\d\d?)?)  \({_COUNT}:{_COUNT}:{_COUNT}\)\n"
    rf"    score (?P<score>{_NUMBER})  \({_IDS}\|{_IDS}\|{_IDS}\)\n",
    re.ASCII,
)
_HEAD = re.compile(
    rf"HYPERPARAMETERS\n   Networks per generation: ({_NUMBER})\n   Selection percentage:"
    r" (\d\.\d{1,15})\n"
    r"   Settings: (.*)\n\n",
    re.ASCII,
)


def read(text: str, check: bool = True) -> Log:
    """The Log in a text; `write` gives the text back.

    Raises ValueError that names the first line that can't be read, or that says what the log itself
    contradicts. Without `check` a score may be any: who asks so looks for wrong ones.
    """
    head = _HEAD.match(text)
    if not head:
        raise ValueError("line 1: the log does not begin with its hyperparameters")
    networks, selection, settings = int(head[1]), float(head[2]), head[3]
    at = head.end()
    if not text.startswith(ABBREVIATIONS, at):
        raise _unreadable(text, at)
    at += len(ABBREVIATIONS)
    tie_is_beaten = "equal_is_beaten=True" in settings.split(", ")
    generations, entries = {}, None
    while at < len(text):
        if found := _TITLE.match(text, at):
            number, entries = int(found[1]), []
            if number in generations:
                raise ValueError(f"line {_line(text, at)}: there is a GENERATION {number} already")
            generations[number] = entries
        elif entries is not None and (found := _ENTRY.match(text, at)):
            entry = _read_entry(found.groups())
            score = len(entry.won) + tie_is_beaten * len(entry.tied)
            if check and entry.score != score:
                line = _line(text, found.start("score"))
                raise ValueError(
                    f"line {line}: network {entry.number} beat {score} rivals, so its score is not"
                    f" {entry.score}"
                )
            entries.append(entry)
        else:
            raise _unreadable(text, at)
        at = found.end()
    kept = {number: tuple(entries) for number, entries in generations.items()}
    return Log(networks, selection, settings, kept)


def _read_entry(groups):
    star, number, parent, nodes, *rest = groups
    weights, (payoff, *results), score, lists = (
        tuple(rest[:3]),
        map(json.loads, rest[3:7]),
        int(rest[7]),
        rest[8:],
    )
    ids = (tuple(int(number) for number in text.split(",") if number) for text in lists)
    return Entry(
        int(number),
        int(parent or 0),
        star == "*",
        int(nodes),
        weights,
        payoff,
        tuple(results),
        score,
        *ids,
    )


def _line(text, at):
    """The number of the first line from there on that is not empty, if there is one."""
    found = re.compile(r"\S").search(text, at)
    return text.count("\n", 0, found.start() if found else at) + 1


def _unreadable(text, at):
    line = _line(text, at)
    return ValueError(
        f"line {line} does not fit the template of a log: {text.split(chr(10))[line - 1]!r}"
    )
