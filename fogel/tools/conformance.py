"""A kit of JSON files that tells whether another program is the same experiment.

    write_kit("kit")

Each file holds cases: what is given, all numbers that are drawn included, and what must come of it.
So a program in any language can be tried chapter by chapter, before it draws a number itself. What
the cases say is what the readable functions of the chapters return; `kit/page.md` beside this file
is the page that goes with it.
"""

# Long: each part of the kit is one short function, and they are read in the order of the kit's
# page.

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from fogel import encoding, network, opponent, selection
from fogel.checkers.bitboards import perft
from fogel.checkers.rules import Checkers
from fogel.core.files import make_writable, write_files
from fogel.core.results import versions
from fogel.core.settings import PRESETS, Settings, trial_rng
from fogel.core.types import FilePath, Json, Rng
from fogel.curve import run_trial
from fogel.league.league import epochs
from fogel.league.settings import LeagueSettings
from fogel.network import Network, random_network
from fogel.replication import replicate
from fogel.rules.rule_files import find_rules
from fogel.school.network import Arch
from fogel.school.school import SchoolSettings, session_scores
from fogel.school.twin import readable_match

KIT = Path(__file__).with_name("kit")
PAGE, EXAMPLE = "page.md", "chapters.c"
VERSION = 1
READINGS: list[dict[str, Any]] = [  # of the near-perfect rule
    {},
    {"marker": "own"},
    {"line_choice": "lines"},
    {"line_choice": "first"},
    {"marker": "own", "line_choice": "lines", "slip": 0.3},
]
CHILDREN: list[dict[str, Any]] = [
    {},
    {},
    {},
    {},
    {"change_probability": 1.0},
    {"change_probability": 1.0, "delete_newest": True},
    {"change_probability": 1.0, "change_first": True},
    {"bias": False, "noise": 1.5},
    {"min_hidden": 3, "max_hidden": 3, "change_probability": 1.0},
]
ROUNDS: list[dict[str, Any]] = [
    {},
    {"equal_is_beaten": True},
    {"repeat_rivals": True, "rivals": 30},
    {"rank_ties": "parents"},
    {"rank_ties": "children"},
    {"survivors": "highest-score"},
]
SMALL: dict[str, Any] = {"parents": 4, "games": 8, "rivals": 3}
ONE_EPOCH = LeagueSettings(leagues=1, epochs=2, agents=5, survivors=2, hidden=3, birth="mutated")
ONE_MATCH = SchoolSettings(sessions=1, matches=1, games=12, seed=3)
PERFT = {(8, 8, 12): 6, (6, 6, 6): 7, (6, 4, 4): 8, (4, 4, 2): 8}  # plies, by rows, columns and men


class Recorder:
    """A generator that notes what it draws: `drawn`, uniform numbers and standard normal ones in
    their order.
    """

    def __init__(self, rng: Rng):
        self.rng, self.drawn = rng, []

    def random(self, size: Any = None) -> Any:
        """As a Generator's."""
        found = self.rng.random(size)
        self.drawn += np.ravel(found).tolist()
        return found

    def normal(self, mean: float, deviation: float, size: Any = None) -> Any:
        """As a Generator's, which multiplies a standard normal number and adds."""
        found = self.rng.standard_normal(size)
        self.drawn += np.ravel(found).tolist()
        return mean + deviation * found


def write_kit(folder: FilePath) -> list[Path]:
    """Writes the kit into a folder: its JSON files, page.md and chapters.c; returns their paths.

    Raises OSError if they can't be written.
    """
    folder = Path(folder)
    make_writable(folder)
    texts = {folder / f"{name}.json": file_text(name) for name in FILES}
    texts[folder / PAGE] = page_text()
    texts[folder / EXAMPLE] = (KIT / EXAMPLE).read_text(encoding="utf-8")
    write_files(texts)
    return [*texts]


def file_text(name: str) -> str:
    """The text of one of FILES: JSON in which every case has a line of its own."""
    head = json.dumps({"kit": VERSION, "file": name, "versions": versions()})
    lines = ",\n".join(json.dumps(as_hexadecimal(case)) for case in FILES[name]())
    return f'{head[:-1]}, "cases": [\n{lines}\n]}}\n'


def as_hexadecimal(value: Any) -> Any:
    """Plain values in which each number that is not whole by its kind is a hexadecimal float, such
    as "0x1.8p+0".
    """
    if isinstance(value, dict):
        return {name: as_hexadecimal(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_hexadecimal(one) for one in value]
    if isinstance(value, (np.ndarray, np.generic)):
        return as_hexadecimal(value.tolist())
    return value.hex() if isinstance(value, float) else value


def from_hexadecimal(value: Any) -> Any:
    """The values of which `as_hexadecimal` made these."""
    if isinstance(value, dict):
        return {name: from_hexadecimal(one) for name, one in value.items()}
    if isinstance(value, list):
        return [from_hexadecimal(one) for one in value]
    is_number = isinstance(value, str) and value.lstrip("-").startswith("0x")
    return float.fromhex(value) if is_number else value


def read_kit(folder: FilePath, name: str) -> list[Json]:
    """The cases of one of the kit's files, with their numbers."""
    return from_hexadecimal(
        json.loads((Path(folder) / f"{name}.json").read_text(encoding="utf-8"))["cases"]
    )


def page_text() -> str:
    """The page that says how to use the kit; its numbers are those of the package."""
    text = (KIT / PAGE).read_text(encoding="utf-8")
    names = ("LOG2_E", "LN2_HIGH", "LN2_LOW", "P0", "P1", "P2", "Q0", "Q1", "Q2", "Q3")
    for name in (*names, "LARGEST"):
        text = text.replace(f"{{{name}}}", repr(getattr(network, name)))
    return text


# The cases.


def _some(first: int, last: int, step: int) -> list[list[int]]:
    """Some of the boards from one row of `positions()` to another, as lists."""
    return encoding.positions()[first:last:step].tolist()


def encodings() -> Iterator[Json]:
    """Chapter 1: boards, who has won them, whose turn it is, and what is open."""
    for board in _some(0, len(encoding.positions()), 11):
        yield {
            "board": board,
            "winner": encoding.winner(board),
            "to_move": encoding.to_move(board),
            "final": encoding.is_final(board),
            "open": encoding.open_squares(board),
        }


def sigmoids() -> Iterator[Json]:
    """Chapter 2: the sigmoid of some numbers."""
    rng = np.random.default_rng(2)
    for x in [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        1e-300,
        36.0,
        -36.0,
        745.0,
        -745.0,
        1e99,
        *rng.normal(0, 8, 60).tolist(),
    ]:
        yield {"x": x, "sigmoid": network.sigmoid(x)}


def forward_passes() -> Iterator[Json]:
    """Chapter 2: networks, boards, and the square that is chosen; every fourth network has equal
    outputs.
    """
    rng, boards = np.random.default_rng(3), _some(0, encoding.X_TO_MOVE, 60)
    for number, board in enumerate(boards):
        one = random_network(rng, Settings(weight_range=(0.5, 3.0, 100.0, 0.0)[number % 4]))
        activations, sums = [0.0] * one.hidden_nodes, [0.0] * 9
        hidden, output = one.links
        network.layer(hidden, board, activations)
        network.squash(activations)
        network.layer(output, activations, sums)
        square = network.choose_square(sums, board)
        yield {
            **_weights(one),
            "board": board,
            "activations": activations,
            "sums": sums,
            "square": square,
        }


def _weights(one):
    """A network's weights, by the kit's names."""
    return {
        "hidden_nodes": one.hidden_nodes,
        "hidden": one.hidden_weights,
        "output": one.output_weights,
    }


def _as_children(weights):
    """The same by the names of children's weights."""
    return {"child_" + name.removeprefix("hidden_"): values for name, values in weights.items()}


def replies() -> Iterator[Json]:
    """Chapter 3: boards with O to move, the rule's odds and chances, and its moves for some
    draws.
    """
    rng, last = np.random.default_rng(4), encoding.IN_PROGRESS
    for number, reading in enumerate(READINGS):
        settings = Settings(**reading)
        for board in _some(encoding.X_TO_MOVE + number, last, 12 if number == 0 else 60):
            rule, _ = opponent.deciding_rule(board, settings)
            odds = opponent.near_perfect_odds(board, settings)
            chances = opponent.probabilities(board, odds, settings.slip)
            draws = [0.0, *rng.random(4).tolist(), 1 - 2.0**-53]
            sums = opponent.cumulative(chances)
            yield {
                "board": board,
                "marker": settings.marker,
                "line_choice": settings.line_choice,
                "slip": settings.slip,
                "rule": rule,
                "odds": odds,
                "chances": chances,
                "draws": draws,
                "squares": [opponent.pick(sums, u) for u in draws],
            }


def children() -> Iterator[Json]:
    """Chapter 4: a parent, what is drawn, and its child."""
    rules = (
        "min_hidden",
        "max_hidden",
        "noise",
        "change_probability",
        "change_first",
        "delete_newest",
        "bias",
    )
    for number, changes in enumerate(4 * CHILDREN):
        settings, rng = Settings(**changes), np.random.default_rng(number)
        parent = random_network(rng, settings)
        recorder: Any = Recorder(rng)
        child = replicate(parent, recorder, settings)
        said = {name: getattr(settings, name) for name in rules}
        yield {**said, **_weights(parent), "draws": recorder.drawn, **_as_children(_weights(child))}


def rounds() -> Iterator[Json]:
    """Chapter 5: payoffs, what is drawn, rivals, scores, ranks and who survives."""
    for number, changes in enumerate(2 * ROUNDS):
        settings = Settings(parents=12, **{"rivals": 5, **changes})
        rng = np.random.default_rng(number)
        payoffs = rng.integers(-6, 6, 2 * settings.parents)
        names = ("parents", "rivals", "repeat_rivals", "equal_is_beaten", "survivors", "rank_ties")
        said = {name: getattr(settings, name) for name in names}
        recorder = Recorder(rng)
        found = selected(payoffs, settings, recorder)
        yield {**said, "payoffs": payoffs, "draws": recorder.drawn, **found}


def selected(payoffs: Any, settings: Settings, rng: Any) -> Json:
    """Who survives, of networks with these payoffs: rivals, scores, ranks, rows and the row of the
    best player.
    """
    rules = settings.numbers
    rivals = selection.draw_rivals(len(payoffs), rng, rules)
    scores = selection.second_round(payoffs, rivals, rules)
    standing = selection.rank(scores, rng, rules)
    return {
        "rival_rows": rivals,
        "scores": scores,
        "standing": standing,
        "survivor_rows": selection.survivors(scores, standing, rules),
        "best": selection.best_player(payoffs, standing),
    }


def generation(
    parents: Sequence[Network], settings: Settings, rng: Any
) -> tuple[list[Network], Json]:
    """A generation by the readable functions: (all networks, parents first; what came of it, by the
    kit's names).
    """
    everybody = [*parents, *(replicate(parent, rng, settings) for parent in parents)]
    rule = opponent.near_perfect_player(settings)
    payoffs = []
    for one in everybody:
        forced = [game % 8 if settings.forced_replies else None for game in range(settings.games)]
        winners = [encoding.play_game(one, rule, rng, reply)[0] for reply in forced]
        counts = (winners.count(mark) for mark in (encoding.X, encoding.O, encoding.EMPTY))
        payoffs.append(selection.total_payoff(*counts, settings))
    return everybody, {"payoffs": payoffs, **selected(np.array(payoffs), settings, rng)}


def generations() -> Iterator[Json]:
    """Chapter 5: a whole generation, from parents and draws to those that survive."""
    for number, forced in enumerate((False, False, True)):
        settings = Settings(forced_replies=forced, **SMALL)
        rng = trial_rng(settings, number)
        parents = [random_network(rng, settings) for _ in range(settings.parents)]
        recorder = Recorder(rng)
        everybody, found = generation(parents, settings, recorder)
        said = {**SMALL, "forced_replies": forced, **_of_several(parents)}
        born = _as_children(_of_several(everybody[len(parents) :]))
        yield {**said, "draws": recorder.drawn, **born, **found}


def _of_several(networks):
    """The weights of several networks, each a list by the kit's names."""
    each = [*map(_weights, networks)]
    return {name: [one[name] for one in each] for name in each[0]}


def draws() -> Iterator[Json]:
    """What a generator draws: its first words, and numbers of each kind, each time from its
    beginning.
    """
    for seed, key in [(0, [0]), (1993, [0]), (1993, [19]), (2**40 + 7, [3]), (7, [2, 5])]:
        sequence = np.random.SeedSequence(seed, spawn_key=tuple(key))

        def fresh(sequence=sequence):
            return np.random.Generator(np.random.PCG64(sequence))

        words = [f"{word:016x}" for word in sequence.generate_state(4, np.uint64).tolist()]
        yield {
            "seed": seed,
            "spawn_key": key,
            "words": words,
            "uniform": fresh().random(12),
            "whole_1_to_10": fresh().integers(1, 11, 12).tolist(),
            "normal": fresh().standard_normal(400),
        }


def trials() -> Iterator[Json]:
    """Chapter 6: trials of some generations, from a seed alone."""
    for preset in PRESETS:
        settings = Settings.preset(preset, trials=1, generations=5, parents=8, rivals=5)
        found = run_trial(settings, 3)
        yield {
            "settings": settings.to_dict(),
            "trial": 3,
            "best_payoff": found.best_payoff,
            "mean_hidden_nodes": found.mean_hidden_nodes,
            "champion": _weights(found.champion),
        }


def leagues() -> Iterator[Json]:
    """Chapter 12: two epochs of a small league, with everybody's weights and all games."""
    recorder: Any = Recorder(trial_rng(ONE_EPOCH, 0))
    for epoch in islice(epochs(ONE_EPOCH, recorder), ONE_EPOCH.epochs):
        agents = [
            [(neuron.bias, *neuron.weights) for neuron in agent.network.neurons]
            for agent in epoch.agents
        ]
        games = [
            [x, o, one.winner, one.disqualified, *one.squares]
            for (x, o), one in epoch.matches.items()
        ]
        yield {
            "settings": ONE_EPOCH.to_dict(),
            "draws": recorder.drawn,
            "agents": agents,
            "games": games,
            "scores": list(epoch.scores),
            "ranking": list(epoch.ranking),
        }
        recorder.drawn = []


def matches() -> Iterator[Json]:
    """Chapter 15: a match at school, from a seed: its losses, its illegal moves, and the weights at
    its end.
    """
    for hidden in ((6,), (20,)):
        (score,) = session_scores(
            ONE_MATCH, find_rules("standard"), 1, Arch(hidden=hidden), play=readable_match
        )
        yield {
            "settings": ONE_MATCH.to_dict(),
            "hidden": hidden,
            "losses": score.losses,
            "illegal": score.invalid,
            "weights": score.weights[:, 0],
            "changes": score.weights[:, 1],
        }


def perfts() -> Iterator[Json]:
    """Chapter 19: how many sequences of 1, 2, ... moves there are at checkers."""
    for (rows, columns, men), plies in PERFT.items():
        game = Checkers(rows, columns, men)
        yield {
            "rows": rows,
            "columns": columns,
            "men": men,
            "perft": [perft(game, at) for at in range(1, plies + 1)],
        }


FILES: dict[str, Callable[[], Iterator[Json]]] = {
    "1_encoding": encodings,
    "2_sigmoid": sigmoids,
    "2_network": forward_passes,
    "3_opponent": replies,
    "4_replication": children,
    "5_selection": rounds,
    "5_generation": generations,
    "draws": draws,
    "6_trial": trials,
    "12_league": leagues,
    "15_school": matches,
    "19_perft": perfts,
}
