"""Checks of a whole program by its results (chapter 11).

A check takes anything that looks like a `ProgramLike` and says what is wrong, or nothing. It
doesn't know who wrote it.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any, Protocol

import numpy as np

from fogel import audit, engine, opponent, selection
from fogel.core.settings import Settings
from fogel.core.types import Board, Rng
from fogel.curve import Run, Trial
from fogel.encoding import IN_PROGRESS, X_TO_MOVE, decode, positions
from fogel.engine import logbook
from fogel.engine.invariants import INVARIANTS, Validator
from fogel.network import Network, random_network


class ProgramLike(Protocol):
    """What checks look at; each check needs but a few of these, and says which (`needs`).

    `settings` are the right ones, by which the program is judged. `watched`: a small run, one trial
    of some generations, whose observer is a Watcher. `run`: a whole experiment, with the
    populations of generations 1 and 100. `null`: the same where survivors are drawn at random.
    `other_seed`: the beginning of a run from another seed.
    """

    settings: Settings
    watched: Trial
    run: Run
    null: Run
    other_seed: Run

    def reply(self, board: Board | str) -> np.ndarray:
        """The opponent's nine probabilities on a board (nine marks or a text), slips included."""

    def founder(self, rng: Rng) -> Network:
        """A network of the first generation."""

    def replicate(self, parent: Network, rng: Rng) -> tuple[Network, Network]:
        """(the parent as it is afterwards, its child)."""

    def long_run(self, champion: Any) -> tuple[float, float]:
        """(mean, its standard error): a champion's payoff in the long run of the program itself."""


class Watcher(Validator):
    """A Validator that goes on after a breach, and notes the first; it keeps a log too."""

    def __init__(self, settings, trial):
        super().__init__(settings, trial)
        self.logbook, self.breach = logbook.Logbook(settings, trial), ""

    def __call__(self, generation):
        """Checks one generation, and writes it down."""
        super().__call__(generation)
        self.logbook(generation)

    def _require(self, check, generation, holds, row=None):
        if not np.all(holds) and not self.breach:
            self.breach = f"generation {generation.number}: not true that {INVARIANTS[check]}"


CHECKS = {}  # by name, in the order of the chapter


def check(name: str, *needs: str) -> Callable[[Callable], Callable]:
    """Makes a function from a Program to what is wrong with it (a text, empty if nothing is) one of
    the CHECKS.

    `needs`, which the function keeps as an attribute: all that it looks at in a Program.
    """

    def put_down(function):
        CHECKS[name], function.needs = function, needs
        return function

    return put_down


BY_HAND = {
    "OO. XX. X..": {2},  # it can win: 2
    "XX. O.. ...": {2},  # it can block: 2
    "X.X .O. X.O": {1, 3},  # it can block in two ways
    "... .X. ...": {0, 1, 2, 3, 5, 6, 7, 8},  # an X in each of four open lines
    "X.. ... ...": {1, 2, 3, 4, 6, 8},  # an X in three open lines
}
FAR = 5.0  # standard errors
RARE = 1e-6


@check("opponent: 5 boards by hand", "settings", "reply")
def by_hand(program: ProgramLike) -> str:
    """Five boards drawn by hand: the squares that the opponent takes more often than by a slip."""
    for board, squares in BY_HAND.items():
        slips = program.settings.slip / board.count(".")
        chosen = {
            square for square, chance in enumerate(program.reply(board)) if chance > slips + 1e-9
        }
        if chosen != squares:
            return (
                f"on {board} it takes {sorted(chosen)} more often than by a slip; right:"
                f" {sorted(squares)}"
            )
    return ""


@check("opponent: all 2,097 boards", "settings", "reply")
def all_boards(program: ProgramLike) -> str:
    """All 2,097 boards on which the opponent may have to move: the exact chance of each square."""
    boards = positions()[X_TO_MOVE:IN_PROGRESS]
    replies = np.array([program.reply(board) for board in boards])
    wrong = boards[(np.abs(replies - right_replies(program.settings)) > 1e-9).any(axis=1)]
    first = decode(wrong[0]).replace("\n", " ") if len(wrong) else ""
    return (
        f"the opponent's chances are wrong on {len(wrong):,} boards; the first is {first}"
        if len(wrong)
        else ""
    )


@cache
def right_replies(settings: Settings) -> np.ndarray:
    """(2097, 9): the readable rule on each board on which the opponent may have to move."""
    return np.array(
        [
            opponent.reply_probabilities(board, settings)
            for board in positions()[X_TO_MOVE:IN_PROGRESS]
        ]
    )


@check("founders: 500 drawn", "settings", "founder")
def founders(program: ProgramLike, number: int = 500) -> str:
    """Founders have every number of hidden nodes, and weights that fill their range exactly."""
    settings, rng = program.settings, np.random.default_rng(9)
    found = [program.founder(rng) for _ in range(number)]
    sizes = {network.hidden_nodes for network in found}
    if sizes != {*range(settings.min_hidden, settings.max_hidden + 1)}:
        return f"founders have {min(sizes)} to {max(sizes)} hidden nodes"
    largest = max(np.abs(network.weights).max() for network in found)
    if not 0.99 * settings.weight_range < largest <= settings.weight_range:
        return f"the largest weight of {number} founders is {largest:.2f}"
    return ""


@check("replication: one child", "settings", "replicate")
def one_child(program: ProgramLike) -> str:
    """A parent of each size stays as it is; its child has one node more or fewer, or as many."""
    settings, rng = program.settings, np.random.default_rng(10)
    for nodes in 2 * [*range(settings.min_hidden, settings.max_hidden + 1)]:
        parent = random_network(
            rng, settings.change(min_hidden=1, max_hidden=nodes).change(min_hidden=nodes)
        )
        after, child = program.replicate(parent, rng)
        if not np.array_equal(after.weights, parent.weights):
            return "the parent is another one after it has had a child"
        gained = child.hidden_nodes - nodes
        if abs(gained) > 1 or not settings.min_hidden <= child.hidden_nodes <= settings.max_hidden:
            return f"a parent of {nodes} hidden nodes has a child of {child.hidden_nodes}"
        if gained == 1 and (child.hidden_weights[-1].any() or child.output_weights[:, -2].any()):
            return "a new node's weights are not 0"
    return ""


@check("replication: 600 children", "settings", "replicate")
def many_children(program: ProgramLike, number: int = 600) -> str:
    """Of many children of one parent: how many gain and lose a node, and how weights move."""
    settings, rng = program.settings, np.random.default_rng(11)
    parent = random_network(rng, settings.change(min_hidden=1, max_hidden=5).change(min_hidden=5))
    gained, moves = [], []
    for _ in range(number):
        after, child = program.replicate(parent, rng)
        gained.append(child.hidden_nodes - after.hidden_nodes)
        if gained[-1] == 0:
            moves.append(child.weights - after.weights)
    for change, share in (
        (1, settings.change_probability / 2),
        (-1, settings.change_probability / 2),
    ):
        count, error = gained.count(change), np.sqrt(number * share * (1 - share))
        if abs(count - number * share) > FAR * error:
            return (
                f"{count} of {number} children have {5 + change} nodes; expected"
                f" {number * share:.0f}"
            )
    changes = np.array(moves)
    for what, values, deviation in (
        ("weights move", changes.ravel(), settings.noise),
        (
            "children's mean weights move",
            changes.mean(axis=1),
            settings.noise / np.sqrt(changes.shape[1]),
        ),
    ):
        if abs(values.std() / deviation - 1) > FAR / np.sqrt(2 * values.size):
            return f"{what} by {values.std():.4f}, standard deviation; expected {deviation:.4f}"
    return ""


@check("live run: invariants", "watched")
def live_invariants(program: ProgramLike) -> str:
    """What a correct program never breaches, in every generation of a small run."""
    return program.watched.observer.breach


@check("live run: counts", "watched")
def live_counts(program: ProgramLike) -> str:
    """What chance may breach, counted in the same run: whether it is too often for chance."""
    from scipy.special import gammainc

    for name, count in program.watched.observer.statistics.items():
        # At least as many, by the Poisson distribution.
        if count.seen > 0 and gammainc(count.seen, count.expected + 1) < RARE:
            return f"{name}: {count.seen:,.0f} seen, {count.expected:,.1f} expected"
    return ""


@check("live run: log added up", "settings", "watched")
def log_adds_up(program: ProgramLike) -> str:
    """The log of the same run, as text: all that can be added up or compared in it."""
    trial, settings = program.watched, program.settings
    log = logbook.read(logbook.write(trial.observer.logbook.log), check=False)
    known = {}
    for number, entries in log.generations.items():
        payoffs = {entry.number: entry.payoff for entry in entries}
        for entry in entries:
            wrong = _wrong_result(entry, payoffs, settings)
            network = entry.hidden_nodes, entry.weights
            if not wrong and known.setdefault(entry.number, network) != network:
                wrong = f"network {entry.number} has other weights than before"
            if wrong:
                return f"generation {number}: {wrong}"
            if number == 1 and not entry.parent and (wrong := _wrong_founder(entry, settings)):
                return wrong
        if wrong := _wrong_selection(entries, trial.best_payoff[number - 1], settings):
            return f"generation {number}: {wrong}"
    return ""


def _wrong_result(entry, payoffs, settings):
    """What is wrong with a network's games, payoff, rivals or score; `payoffs` are those of all."""
    met = [*entry.won, *entry.lost, *entry.tied]
    if sum(entry.results) != settings.games:
        return f"network {entry.number} has played {sum(entry.results)} games"
    wins, losses, ties = entry.results
    if entry.payoff != selection.total_payoff(wins, losses, ties, settings):
        return f"network {entry.number} has payoff {entry.payoff} for {wins}:{losses}:{ties}"
    if entry.number in met or len({*met}) != settings.rivals:
        return f"network {entry.number} does not have {settings.rivals} rivals other than itself"
    if entry.score != sum(payoffs[rival] < entry.payoff for rival in met):
        return f"network {entry.number} has score {entry.score}, which its rivals don't give"
    return ""


def _wrong_founder(entry, settings):
    if max(map(abs, map(float, entry.weights))) > settings.weight_range:
        return f"founder {entry.number} has weights from {entry.weights[0]} to {entry.weights[2]}"
    return ""


def _wrong_selection(entries, best_payoff, settings):
    """What is wrong with who survives, or with the payoff that the curve shows."""
    in_, out = (
        [entry.score for entry in entries if entry.selected == goes] for goes in (True, False)
    )
    if len(in_) != settings.parents or min(in_) < max(out):
        return f"{len(in_)} survive, with scores down to {min(in_)}; others have up to {max(out)}"
    if (highest := max(entry.payoff for entry in entries)) != best_payoff:
        return f"the highest payoff is {highest:.0f}, and the curve shows {best_payoff}"
    return ""


@check("result: ceiling", "settings", "run", "long_run")
def below_the_ceiling(program: ProgramLike) -> str:
    """No payoff is above the best possible one, and no champion beats the ceiling for long."""
    settings, most = program.settings, float(audit.ceiling(program.settings).payoff)
    if (highest := program.run.best_payoff.max()) > settings.games * max(
        settings.win_payoff, settings.tie_payoff
    ):
        return f"the curve of a trial reaches {highest} of {settings.games} games"
    for champion in program.run.champions:
        mean, error = program.long_run(champion)
        if mean > most + FAR * error:
            return (
                f"a champion makes {mean:.2f} ± {error:.2f} in the long run; the ceiling is"
                f" {most:.2f}"
            )
    return ""


@check("result: exact audit", "settings", "run")
def audited(program: ProgramLike) -> str:
    """Payoffs and curve beside exact expectations, in generations 1 and 100."""
    settings = program.settings
    tables, rules = engine.near_perfect_tables(settings), settings.numbers
    games = settings.games
    for number in (1, 100):
        surplus, variance, flattery = 0.0, 0.0, []
        for trial in program.run.trials:
            generation = trial.kept[number]
            win, loss, tie = engine.compute_chances(generation.networks, tables, rules).T
            mean = selection.total_payoff(win, loss, tie, rules)
            square = (
                win * rules.win_payoff**2 + loss * rules.loss_payoff**2 + tie * rules.tie_payoff**2
            )
            surplus += (generation.payoffs - games * mean).sum()
            variance += games * (square - mean**2).sum()
            flattery.append(trial.best_payoff[number - 1] - games * mean[generation.best])
        place = f"generation {number}: "
        if abs(surplus) > FAR * np.sqrt(variance):
            return (
                f"{place}payoffs lie {surplus / np.sqrt(variance):+.0f} standard errors from what"
                " they should be"
            )
        if max(flattery) < 0:
            return f"{place}in every trial the curve lies below what its network is worth"
    return ""


@check("result: survivors at random", "settings", "null")
def by_chance(program: ProgramLike) -> str:
    """With survivors drawn at random, neither the nodes nor the results may have a direction."""
    run, settings = program.null, program.settings
    middle = (settings.min_hidden + settings.max_hidden) / 2
    nodes = [run.mean_hidden_nodes[:, number - 1] - middle for number in (1, 100)]
    results = [
        np.array([trial.kept[number].results.mean(axis=0) for trial in run.trials])
        for number in (1, 100)
    ]
    for what, values in (
        ("hidden nodes in generation 1, above the middle", nodes[0]),
        ("hidden nodes in generation 100, above the middle", nodes[1]),
        ("more wins in generation 100 than in generation 1", (results[1] - results[0])[:, 0]),
        ("fewer losses in generation 100 than in generation 1", (results[0] - results[1])[:, 1]),
    ):
        error = values.std(ddof=1) / np.sqrt(len(values))
        if abs(values.mean()) > FAR * error:
            return f"at random, {what}: {values.mean():+.2f} ± {error:.2f}"
    return ""


@check("result: another seed", "run", "other_seed")
def trials_differ(program: ProgramLike) -> str:
    """Trials are different ones, and another seed gives other numbers."""
    other = program.other_seed.best_payoff
    same = program.run.best_payoff[: len(other), : other.shape[1]]
    if len({tuple(trial) for trial in other.tolist()}) < len(other):
        return "trials of one experiment are equal to the last payoff"
    return "another seed gives the same numbers" if np.array_equal(same, other) else ""


def smallest_sets(caught: Any) -> list:
    """All smallest sets of columns that cover each row with an alarm; `caught`: (bugs, checks)."""
    caught = np.asarray(caught, dtype=bool)
    caught = caught[caught.any(axis=1)]
    for size in range(caught.shape[1] + 1):
        sets = combinations(range(caught.shape[1]), size)
        found = [columns for columns in sets if caught[:, columns].any(axis=1).all()]
        if found:
            return found
    return []
