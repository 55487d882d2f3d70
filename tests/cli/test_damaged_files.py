"""Damaged files, some 50 of each format that is read again (`tests/helpers/damage.py`): no
traceback, no hang, but one clear line, or values that are whole, finite and could have been written
so.
"""

import json

import numpy as np
import pytest
from damage import faults
from places import ROOT

from fogel.anygame.curve import load_any
from fogel.anygame.settings import GameSettings
from fogel.checkers import files as checkers_files
from fogel.checkers.settings import CheckersSettings
from fogel.checks import problems
from fogel.cli import players_files
from fogel.core import champion, players
from fogel.league import load_agent
from fogel.network import Network
from fogel.rules import rule_files
from fogel.school import network_files
from fogel.school.network import Arch
from fogel.taste import wishes

SIZES, ARCH = (9, 2, 9), Arch(hidden=(2,))


def some_weights():
    rng = np.random.default_rng(1)
    pairs = rng.uniform(-1, 1, (9 * 2 + 2 * 9, 2)).tolist()
    return network_files.write_weights(pairs, SIZES, "small.wts", arch=ARCH)


def some_players():
    network = players_files.PlayersEntry("nn", "idiot", ("a.cfg", "a.wts"))
    return players_files.write_players([players_files.PlayersEntry("trad", "perfect"), network])


def finite(*values):
    return bool(np.isfinite(np.array(values, dtype=float)).all())


def as_json(value, _):
    """Whether a network or an agent could be written so: JSON without nan."""
    return bool(json.dumps(value.to_dict(), allow_nan=False))


def examples(path, real=problems.OF_THE_BOOK):
    problems.OF_THE_BOOK = path
    try:
        return problems.examples()
    finally:
        problems.OF_THE_BOOK = real


def shipped(name):
    return (ROOT / name).read_bytes()


def small_agent():
    """Without its table of squares, which takes a tenth of a second to be read."""
    data = json.loads(shipped("fogel/league/agents/agent-10.json"))
    del data["squares"]
    return json.dumps(data, indent=1).encode()


def small_checkers_player():
    settings = CheckersSettings(rows=6, columns=4, men=2, first_hidden=2, second_hidden=2)
    weights = np.linspace(-1, 1, settings.shape.weights)
    known = {"seed": 1, "trial": 0, "generation": 3, "score": -1.5, "versions": {"fogel": "0.1.0"}}
    return checkers_files.CheckersChampion(weights, 1.5, settings, **known).to_text().encode()


def any_game_champion():
    settings = GameSettings(game="000 000; win 111; win 1 1", seat="second", max_hidden=2)
    rng = np.random.default_rng(1)
    network = Network(rng.normal(size=(2, 7)), rng.normal(size=(6, 3)), settings.squares)
    origin = {"settings": settings, "seed": 1, "trial": 0, "generation": 3}
    return champion.with_changes(network, **origin).to_text().encode()


FORMATS = {  # by name: a file's bytes, how it is read, and which values may be taken for it
    "champion": (shipped("fogel/core/champions/one-node.json"), champion.load_champion, as_json),
    "player": (shipped("fogel/core/champions/one-node.json"), players.load_player, as_json),
    "checkers champion": (small_checkers_player(), checkers_files.load_champion, as_json),
    "any game's champion": (any_game_champion(), load_any, as_json),
    "agent": (small_agent(), load_agent, as_json),
    "weights": (
        some_weights().encode(),
        lambda path: network_files.load_weights(path, SIZES, ARCH),
        lambda value, _: len(value) == 36 and finite(value),
    ),
    "architecture": (
        network_files.write_arch(ARCH).encode(),
        network_files.load_arch,
        lambda value, _: finite(*(getattr(value, name) for name in network_files.VALUES)),
    ),
    "rules": (
        shipped("fogel/rules/games/misere.rul"),
        rule_files.load_rules,
        lambda v, right: len(v.wins) >= 0,
    ),
    "taste": (
        shipped("fogel/taste/tastes/fair.json"),
        wishes.load_taste,
        lambda v, _: "nan" not in repr(v),
    ),
    "players": (
        some_players().encode(),
        players_files.load_players,
        lambda value, _: len(value) >= 2,
    ),
    "examples": (
        shipped("fogel/checks/problems.json"),
        examples,
        lambda value, _: isinstance(value, dict),
    ),
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_damaged_file_is_refused_in_a_line_or_means_something(name, tmp_path):
    content, load, accepted = FORMATS[name]
    path = tmp_path / "file"

    def read(some):
        path.write_bytes(some)
        return load(path)

    assert not (found := faults(content, read, accepted, len(content))), found
