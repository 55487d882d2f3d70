"""Other people's players: a table of functions, tried wherever a player is asked."""

import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from systems import MISSING

from fogel import (
    Settings,
    Watch,
    audit,
    checkers,
    load_champion,
    play_game,
    run_trial,
    save_champion,
)
from fogel.anygame import evolve_player, exact, functions, orders
from fogel.anygame.settings import GameSettings, find_game
from fogel.checkers.files import shipped as checkers_champion
from fogel.cli import main
from fogel.core.asking import PlayerError, takes_rng
from fogel.core.functions import as_player, load_function, names_function, settle_standard
from fogel.core.players import shipped
from fogel.encoding import open_squares
from fogel.lookahead.ladder import ladder
from fogel.lookahead.players import function_player
from fogel.rules import referee
from fogel.tools import contests

ZOO = """
import asyncio
import random
import sys
from functools import partial

import numpy as np

def opens(board):
    return [square for square, mark in enumerate(board) if mark == 0]

# These always give the same answer.
def lowest(board):
    return opens(board)[0]

def ignores_rng(board, rng):
    return np.flatnonzero(board == 0)[0]

def on_a_copy(board):
    mine = board.copy()
    mine[mine == 0] = 9
    return int(mine.argmax())

def looks_ahead(board, depth=3):
    return opens(board)[depth - 3]

def spreads(*arguments):
    return lowest(arguments[0])

def kinds(board):
    assert isinstance(board, np.ndarray) and board.dtype == np.int8 and len(board) == 9
    assert not board.flags.writeable and set(board.tolist()) <= {-1, 0, 1} and sum(board) in (0, 1)
    return lowest(board)

class Lowest:
    def __call__(self, board, rng=None):
        return lowest(board)

    def method(self, board):
        return lowest(board)

an_object, bound = Lowest(), Lowest().method
a_lambda = lambda board: lowest(board)
a_partial = partial(lambda which, board: opens(board)[which], 0)

# These name a taken square.
def taken(board):
    return 4

def taken_later(board):
    return 0

# These draw, or remember.
def draws(board, rng):
    return rng.choice(opens(board))

def draws_by_itself(board):
    return random.choice(opens(board))

def draws_from_numpy(board):
    return int(np.random.choice(opens(board)))

asked = []

def remembers(board):
    asked.append(board)
    return opens(board)[len(asked) % 2 - 1]

# These fail.
def writes(board):
    board[8] = -1
    return lowest(board)

def clears(board):
    board.fill(0)
    return 4

def makes_it_writable(board):
    board.setflags(write=True)
    return lowest(board)

def crashes(board):
    return 1 // int(board[0])

def leaves(board):
    sys.exit(0)

def loops(board):
    return loops(board)

def answers(value):
    return lambda board: value

class Odd(Exception):
    def __str__(self):
        return 1 // 0

def odd(board):
    raise Odd

def cancelled(board):
    raise asyncio.CancelledError

def long(board):
    raise KeyError("long\\n" * 10_000)

huge = lambda board: 10**5000
fraction, truth, text, nothing, an_array, beyond, below = map(answers, (4.7, True, "4", None, np.array([4]), 9, -1))
itself = answers(answers)
async def waits(board):
    return lowest(board)

nobody, number = None, 7
def three(board, depth, rng): ...
def none_at_all(): ...
def by_name(*, board): ...
class Needs:
    def __init__(self, board): ...
class NoPlayer: ...
"""

EXACT = ["lowest", "ignores_rng", "on_a_copy", "looks_ahead", "spreads", "kinds"]
EXACT += ["Lowest", "an_object", "bound", "a_lambda", "a_partial"]
TAKEN = ["taken", "taken_later"]
RANDOM = ["draws", "draws_by_itself", "draws_from_numpy", "remembers"]
FAILS = {
    "writes": "read-only",
    "clears": "read-only",
    "makes_it_writable": "WRITEABLE",
    "crashes": "ZeroDivisionError",
    "leaves": "SystemExit",
    "loops": "RecursionError",
    "odd": "with Odd",
    "cancelled": "with CancelledError",
    "long": "KeyError",
    "huge": "answered ",
    "fraction": "answered 4.7",
    "truth": "answered True",
    "text": "answered '4'",
    "nothing": "answered None",
    "an_array": "answered array([4])",
    "beyond": "answered 9",
    "below": "answered -1",
    "itself": "answered <function",
    "waits": "answered <coroutine",
}
REFUSED = {
    "absent": "has no function 'absent'; it has opens, lowest",
    "nobody": "not NoneType",
    "number": "not int",
    "three": "takes (board, depth, rng); a player takes",
    "none_at_all": "takes ()",
    "by_name": "takes (*, board)",
    "Needs": "without arguments",
    "NoPlayer": "that can be called",
}


@pytest.fixture
def zoo(tmp_path, monkeypatch):
    """A file with all of them; fewer games are sampled."""
    monkeypatch.setattr(functions, "GAMES", 200)
    monkeypatch.setattr(contests, "GAMES", 20)
    path = tmp_path / "zoo.py"
    path.write_text(ZOO)
    return path


def refused(capsys, *arguments):
    """What a command says that refuses something: one line."""
    with pytest.raises(SystemExit) as stop:
        main([*arguments])
    error = capsys.readouterr().err
    assert stop.value.code == 2 and error.count("\n") == 1
    return error


# In `play_game`.


@pytest.mark.parametrize("name", [*EXACT, *RANDOM])
def test_who_answers_with_open_squares_plays(name, zoo):
    player, rng = load_function(f"{zoo}:{name}"), np.random.default_rng(1)
    for first, second in (
        (player, lambda board: open_squares(board)[-1]),
        (load_champion(shipped("champion")), player),
    ):
        won, squares = play_game(first, second, rng)
        assert won in (1, 0, -1) and len(set(squares)) == len(squares) >= 5


def by_depth(board, depth=3, *, extra=0):
    return open_squares(board)[depth - 3]


class ByDepth:
    def __call__(self, board, depth=3):
        return by_depth(board, depth)


@pytest.mark.parametrize(
    "choose", [by_depth, ByDepth(), ByDepth().__call__, partial(by_depth, extra=1)]
)
def test_a_parameter_with_a_default_keeps_it_in_a_game_too(choose):
    assert play_game(choose, choose, np.random.default_rng(1)) == (1, [0, 1, 2, 3, 4, 5, 6])


def test_an_audit_takes_a_board_as_a_list():
    assert [*audit.games(by_depth, start=[0] * 9)] == [*audit.games(by_depth)]


def test_games_that_all_end_alike_are_not_exact():
    _, half = functions.Sample(1000, 0, 0, 0).payoff(GameSettings())
    assert 0 < half < 2


@pytest.mark.parametrize("name", TAKEN)
def test_a_taken_square_stops_a_game(name, zoo):
    with pytest.raises(ValueError, match="is not open"):
        play_game(load_function(f"{zoo}:{name}"), lambda board: open_squares(board)[-1], None)


@pytest.mark.parametrize("name", FAILS)
def test_one_error_names_the_player_and_its_answer(name, zoo):
    with pytest.raises(PlayerError) as raised:
        play_game(load_function(f"{zoo}:{name}"), lambda board: open_squares(board)[-1], None)
    assert f"the player zoo.py:{name} " in str(raised.value) and FAILS[name] in str(raised.value)


def test_a_class_is_no_player_until_there_is_an_object_of_it():
    class Lowest:
        def __init__(self, board=None, rng=None): ...

        def __call__(self, board):
            return open_squares(board)[0]

    with pytest.raises(
        PlayerError,
        match=r"the player Lowest is a class; write Lowest\(\), an object of that class",
    ):
        play_game(Lowest, Lowest(), None)
    assert play_game(Lowest(), Lowest(), None) == (1, [0, 1, 2, 3, 4, 5, 6])


# On the command line.


@pytest.mark.parametrize("name", [*EXACT, *TAKEN])
def test_an_audit_of_who_always_answers_alike_is_exact(name, zoo, capsys):
    assert main(["audit", f"{zoo}:{name}", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["evaluation"] == "exact"
    if name in TAKEN:
        assert found["disqualified"]["perfect"] == 1 and found["loss"] == 1
    else:
        lowest = audit.report(lambda board, rng=None: open_squares(board)[0])
        assert found == json.loads(json.dumps({"evaluation": "exact", **lowest}))


@pytest.mark.parametrize("name", RANDOM)
def test_an_audit_of_who_does_not_is_sampled(name, zoo, capsys):
    said = []
    for words in ([], ["--json"], ["--json"], ["--json", "--seed", "2"]):
        assert main(["audit", f"{zoo}:{name}", *words]) == 0
        said.append(capsys.readouterr().out)
    assert "sampled" in said[0] and "200 games" in said[0] and "95 %" in said[0]
    assert said[1] == said[2] or name == "remembers"
    found, other = json.loads(said[1]), json.loads(said[3])
    assert found["evaluation"] == "sampled"
    assert found["against"] != other["against"]
    assert other["seed"] == 2
    for row in found["against"].values():
        for share in ("win", "tie", "loss", "disqualified"):
            low, high = row[f"{share}_interval"]
            assert low <= row[share] <= high and low < high


@pytest.mark.parametrize("name", FAILS | REFUSED)
def test_every_command_refuses_in_one_line(name, zoo, capsys, monkeypatch):
    text, words = f"{zoo}:{name}", (FAILS | REFUSED)[name]
    monkeypatch.setattr("sys.stdin", io.StringIO("4\n"))
    said = [refused(capsys, "audit", text), refused(capsys, "play", "--against", text)]
    said.append(refused(capsys, "audit", "misere", text))
    monkeypatch.setattr("sys.stdin", io.StringIO("1 1\n2 2\n"))
    said.append(refused(capsys, "play", "misere", "--against", text))
    monkeypatch.setattr("builtins.input", lambda prompt="": "1 1")
    said.append(refused(capsys, "ttt", "play", "standard", text, "human"))
    assert all(words in line for line in said)


def test_a_tournament_of_all(zoo, tmp_path, capsys):
    """Players that fail are named and left out; the others' games are exact unless one draws."""
    names = [*EXACT[:2], *TAKEN, *RANDOM[:2], *FAILS, *REFUSED]
    texts = [f"{zoo}:{name}" for name in names]
    page = tmp_path / "league.html"
    assert main(["tournament", str(shipped("champion")), *texts, "--out", str(page), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["evaluation"] == "sampled" and "200 games" not in page.read_text()
    assert {row["name"] for row in found["table"]} == {
        "champion",
        *(f"zoo.py:{name}" for name in names[:6]),
    }
    assert all(
        (FAILS | REFUSED)[name] in found["left_out"][f"{zoo}:{name}"] for name in (*FAILS, *REFUSED)
    )
    sampled = {(one["x"], one["o"]) for one in found["samples"]}
    assert all({"zoo.py:draws", "zoo.py:draws_by_itself"} & {*pair} for pair in sampled)
    assert len(sampled) == 22
    assert len(found["games"]) == 20
    assert all(game["winner"] for game in found["games"] if game["disqualified"])
    for row in found["table"]:
        low, high = row["points_interval"]
        assert low < row["points"] < high and sum(row["as_x"]) == pytest.approx(6)
    assert sum(row["points"] for row in found["table"]) == pytest.approx(42)


def test_a_tournament_without_chance_is_exact(zoo, tmp_path, capsys):
    texts = [f"{zoo}:lowest", f"{zoo}:taken", str(shipped("champion"))]
    assert main(["tournament", *texts, "--out", str(tmp_path / "league.html")]) == 0
    assert "Exact: all of them always give the same answer" in capsys.readouterr().out
    assert "sampled" not in (tmp_path / "league.html").read_text()
    assert "needs a function" in refused(capsys, "tournament", str(tmp_path), "--seed", "3")
    assert "not a folder, nor a file" in refused(
        capsys, "tournament", str(tmp_path / "nowhere"), texts[0]
    )
    assert "can't play checkers" in refused(
        capsys, "tournament", str(checkers_champion("1999-0")), texts[0]
    )


def test_a_tournament_says_who_draws(zoo, tmp_path, capsys):
    """Even where everybody's games are sampled, as those of two are if one of them draws."""
    texts = [f"{zoo}:lowest", f"{zoo}:draws"]
    assert main(["tournament", *texts, "--out", str(tmp_path / "league.html")]) == 0
    assert "Sampled: zoo.py:draws doesn't always give the same answer" in capsys.readouterr().out


def test_who_fails_in_the_middle_is_left_out(zoo, tmp_path, capsys):
    zoo.write_text(
        ZOO
        + "def moody(board, rng):\n    return rng.choice(opens(board)) if rng.random() < 0.99 else"
        " None\n"
    )
    texts = [f"{zoo}:{name}" for name in ("moody", "draws", "lowest")]
    assert main(["tournament", *texts, "--out", str(tmp_path / "league.html"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in found["table"]] == ["zoo.py:lowest", "zoo.py:draws"]
    assert "answered None" in next(iter(found["left_out"].values()))


@pytest.mark.parametrize(
    ("name", "words"), [("lowest", "You: 0 wins, 0 ties, 1 loss."), ("taken", "You: 1 win")]
)
def test_a_person_plays_against_one(name, words, zoo, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("8\n7\n5\n"))
    assert main(["play", "--against", f"{zoo}:{name}"]) == 0
    assert words in capsys.readouterr().out


def test_a_person_plays_any_game_against_one(zoo, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("0 0\n1 0\n2 0\nquit\n"))
    assert main(["play", "misere", "--against", f"{zoo}:draws", "--begin", "--seed", "1"]) == 0
    assert "You play misere against zoo.py:draws." in capsys.readouterr().out
    assert "'champion' is no player of misere; choose one of" in refused(
        capsys, "play", "misere", "--against", "champion"
    )
    assert "'champion' is no game; choose one of checkers" in refused(capsys, "play", "champion")


# Which function is meant.


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def choose(board:\n    return 4", "line 1: SyntaxError"),
        ("import numpy\n\n1 / 0", "line 3: ZeroDivisionError"),
        ("import nowhere_to_be_found", "line 1: ModuleNotFoundError"),
        ("raise SystemExit", "SystemExit"),
        ("\0", "SyntaxError"),
        ("class choose:\n    def __init__(self):\n        raise KeyError('x')", "KeyError"),
    ],
)
def test_a_file_that_fails(source, words, tmp_path, capsys):
    path = tmp_path / "mine.py"
    path.write_text(source)
    said = refused(capsys, "audit", f"{path}:choose")
    assert "mine.py" in said and words in said


MINE = """
from functools import partial
from beside import choose
def other(board): ...
part = partial(other)
"""


def test_what_is_not_there(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "beside.py").write_text(
        "def choose(board):\n    return int((board == 0).argmax())\n"
    )
    assert MISSING in refused(capsys, "audit", "nowhere.py:choose")
    assert "not a regular file" in refused(capsys, "audit", "folder.py:choose")
    assert "argument NETWORK" in refused(capsys, "audit", f"{'x' * 5000}:choose")
    for command in ("audit", "reproduce", "poster", "page"):
        words = refused(capsys, command, "")
        assert re.search("argument (NETWORK|FILE): must be .*path, and not empty$", words), words
    for text in ("mine.py", "mine.py:"):
        assert "mine.py names a file; name a function in it, as in mine.py:choose" in refused(
            capsys, "audit", text
        )
    assert "there must be 2 to 500 entrants that play one game, not 0" in refused(
        capsys, "tournament", "mine.py:other"
    )
    out = refused(capsys, "poster", "champion", "--out", "mine.py/x.pdf")
    assert f"not {str(Path('mine.py', 'x.pdf'))!r} ('mine.py' is not a folder)" in out
    assert "mine.py has no function 'my-choice'" in refused(capsys, "audit", "mine.py:my-choice")
    assert "there is no module 'nowhere.at'" in refused(capsys, "audit", "nowhere.at:choose")
    assert "it has other, part\n" in refused(capsys, "audit", "mine.py:chose")
    assert "needs a GAME" in refused(capsys, "audit", "mine.py:choose", "--seat", "second")
    assert "needs a function" in refused(capsys, "audit", "champion", "--seat", "second")
    assert "one player too many" in refused(capsys, "audit", "misere", "champion", "perfect")
    for text in ("mine.py:choose", "./mine.py:choose", "beside:choose"):
        assert load_function(text)(np.zeros(9)) == 0
    assert names_function("mine.py:choose")
    assert not names_function("run/champion.json")
    assert not names_function("perfect")


def test_players_import_from_their_own_folders(tmp_path, capsys):
    """At once and later, modules and packages of the same names; nothing of that is left behind."""
    source = """
import statistics
from beside import SQUARE
from pack.inner import SQUARE as SAME

def choose(board):
    from later import SQUARE as other
    from pack.late import SQUARE as last
    return SQUARE if SQUARE == SAME == other == last else -1
"""
    for name, square in (("a", 3), ("b", 5), ("other/b", 7)):
        (tmp_path / name / "pack").mkdir(parents=True)
        (tmp_path / name / "pl.py").write_text(source)
        for file in ("beside", "later", "pack/__init__", "pack/inner", "pack/late", "statistics"):
            (tmp_path / name / f"{file}.py").write_text(f"SQUARE = {square}\n")
    path, modules = [*sys.path], dict(sys.modules)
    texts = [f"{tmp_path / name / 'pl.py'}:choose" for name in ("a", "b", "other/b")]
    players = [load_function(text) for text in texts]
    assert [player(np.zeros(9)) for player in [*players, *players]] == [3, 5, 7] * 2
    assert sys.path == path and all(sys.modules[name] is one for name, one in modules.items())
    assert not {"beside", "later", "pack", "pack.inner", "pack.late"} & {*sys.modules}
    assert sys.modules["statistics"].mean
    assert main(["tournament", *texts, "--out", str(tmp_path / "league.html"), "--json"]) == 0
    names = {row["name"] for row in json.loads(capsys.readouterr().out)["table"]}
    assert {name.removeprefix(f"{tmp_path.name}/") for name in names} == {
        "a/pl.py:choose",
        "b/pl.py:choose",
        "other/b/pl.py:choose",
    }


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        (lambda board: 0, False),
        (lambda board, anything: 0, True),
        (lambda board, rng=None: 0, True),
        (lambda board, depth=3: 0, False),
        (lambda *arguments: 0, True),
        (max, True),
    ],
)
def test_who_is_handed_random_numbers(player, expected):
    assert takes_rng(player) is expected


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
def test_a_file_that_never_ends_is_stopped(tmp_path):
    path = tmp_path / "endless.py"
    path.write_text("print('begun', flush=True)\nwhile True: pass\n")
    command = [sys.executable, "-m", "fogel", "audit", f"{path}:choose"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr.readline() == "begun\n"
            process.send_signal(signal.SIGINT)
            said = process.stderr.read()
        finally:
            process.kill()  # otherwise `with` would wait for it without end
    assert process.returncode == 130 and said.count("\n") == 1


# Others who are handed something of ours, or whose answers count.


class Meddler:
    """An observer that writes into every array of the generation that it is shown."""

    def __init__(self, settings, trial):
        self.refused = 0

    def __call__(self, generation):
        arrays = [value for value in vars(generation).values() if isinstance(value, np.ndarray)]
        arrays += [
            weights
            for one in generation.networks
            for weights in (one.hidden_weights, one.output_weights)
        ]
        for values in arrays:
            try:
                values.flags.writeable = True  # of a copy
                values[...] = 0
            except ValueError:
                self.refused += 1


def test_an_observer_cannot_change_the_trial():
    settings = Settings(generations=5, parents=6)
    plain, watched = run_trial(settings, 0), run_trial(settings, 0, [Watch(Meddler)])
    assert (watched.best_payoff == plain.best_payoff).all()
    assert (watched.champion.hidden_weights == plain.champion.hidden_weights).all()


@pytest.mark.parametrize("answer", [[0.5] * 9, [1.0], [1.5, -0.5, *[0] * 7], [np.nan] * 9, [0] * 9])
def test_a_policy_gives_nine_probabilities(answer):
    with pytest.raises(ValueError, match="9 probabilities with the sum 1"):
        audit.chances(lambda board: answer, audit.policy("random"))
    with pytest.raises(ValueError, match="9 probabilities with the sum 1"):
        ladder(find_game("standard"), {"mine": lambda rules, board, me: answer})


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (lambda game, position, rng: 1 // 0, "failed with ZeroDivisionError"),
        (
            lambda game, position, rng: [*checkers.moves(game, position)[0]],
            "a move is a tuple of squares",
        ),
        (
            lambda game, position, rng: np.array(checkers.moves(game, position)[0]),
            "a move is a tuple of squares",
        ),
        (
            lambda game, position, rng: tuple(map(float, checkers.moves(game, position)[0])),
            "a move is a tuple of squares",
        ),
        (lambda game, position, rng: None, "answered None"),
        (lambda game, position, rng: (1, 1), "a move that is allowed"),
        (lambda game, position, rng: setattr(position, "player", -1), "failed with AttributeError"),
    ],
)
def test_a_player_of_checkers_answers_with_a_move(player, words):
    with pytest.raises(ValueError, match=words):
        checkers.play_game(checkers.Checkers(), player, player, None)


def test_the_page_of_commands(tmp_path, monkeypatch, capsys):
    """The example, its commands (a person plays the third one) and what they print."""
    page = Path(__file__).parents[2] / "notebooks" / "commands.md"
    section = page.read_text(encoding="utf-8").partition("## A player of your own")[2]
    source, commands, printed = re.findall(r"```(?:python|bash|text)\n(.*?)```", section, re.S)[:3]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("0\n"))
    Path("my_player.py").write_text(source)
    champions = tmp_path / "run" / "champions"
    champions.mkdir(parents=True)
    shutil.copy(shipped("champion"), champions)
    said = []
    for command in commands.splitlines():
        assert main(shlex.split(command, comments=True)[1:]) == 0
        said.append(capsys.readouterr().out)
    assert said[0].startswith(printed) and all("my_player.py:choose" in text for text in said)


# Exact, and at any game.


def test_a_function_is_asked_as_seldom_as_that_takes():
    asked = []

    def lowest(board):
        asked.append(tuple(board))
        return open_squares(board)[0]

    answers = settle_standard(as_player(lowest))
    assert sorted(asked) == sorted([*answers] * 2) and len(answers) == 74


def test_a_network_as_a_function_has_the_networks_audit():
    champion = load_champion(shipped("champion"))
    without = {
        name: value for name, value in audit.report(champion).items() if name != "hidden_nodes"
    }
    assert audit.report(lambda board: champion(board)) == without
    with pytest.raises(ValueError, match="always gives the same answer"):
        audit.results(as_player(lambda board, rng: rng.choice(open_squares(board))))


@pytest.mark.parametrize("seat", ["first", "second", "both"])
@pytest.mark.parametrize(
    "game", ["misere", "000 000 0a0".replace("a", "1") + "; win 111; lose 1 1 1"]
)
def test_chances_at_any_game_are_those_of_the_same_player_by_the_engine(game, seat):
    """The player of the lowest open square is a blind order, which the engine's tables know."""
    settings = GameSettings(game=game, seat=seat, opponent="perfect", slip=0.25, games=2)
    tables = settings.game_tables()
    order = tuple(square for square in range(9) if tables.boards[0][square] == 0)
    player = as_player(lambda board: open_squares(board)[0])
    ends = functions.evaluate(functions.settle_seats(player, settings), settings)
    expected = exact.evaluate_odds(tables, settings, orders.blind_odds(tables, order))
    assert 2 * (ends.win - 10 * ends.loss) == pytest.approx(expected) and ends.disqualified == 0
    sampled = functions.sample(player, settings, np.random.default_rng(1), games=2000)
    # Four standard errors.
    assert np.array(sampled[:3]) / 2000 == pytest.approx(np.array(ends[:3]), abs=0.045)


def test_an_audit_of_a_network_at_another_game_and_of_the_same_as_a_function(tmp_path, zoo, capsys):
    champion = evolve_player("misere", opponent="perfect", seat="second", generations=2, parents=6)
    settings = champion.settings
    player = as_player(lambda board: champion.choose(-board))
    ends = functions.evaluate(functions.settle_seats(player, settings), settings)
    assert ends[:3] == pytest.approx(exact.exact_evaluation(champion, settings)[1:4])
    assert ends[4:] == exact.lines(champion, settings)
    save_champion(tmp_path / "misere.json", champion)
    words = [
        str(tmp_path / "misere.json"),
        f"{zoo}:lowest",
        f"{zoo}:draws",
        f"{zoo}:taken",
        f"{zoo}:crashes",
    ]
    assert main(["tournament", *words, "--out", str(tmp_path / "x.html"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["table"]) == 4 and len(found["games"]) == 6 and len(found["left_out"]) == 1
    for seat in ("first", "second", "both"):
        words = f"audit misere {zoo}:lowest --seat {seat} --opponent perfect --json"
        assert main(words.split()) == 0
        assert json.loads(capsys.readouterr().out)["evaluation"] == "exact"
    assert main(["audit", "misere", f"{zoo}:draws"]) == 0
    assert "sampled" in capsys.readouterr().out


def test_a_function_sees_the_first_players_marks_as_1_in_either_seat():
    """On 4 x 3 squares, by referee and tables: both marks are seen as often, or one once more."""
    seen = []

    def watches(board):
        seen.append(board.tolist())
        return int(np.flatnonzero(board == 0)[0])

    game = "0000 0000 0000; win 111"
    for number in (1, 2):
        answers = functions.settle_seat(as_player(watches), GameSettings(game=game).rules, number)
        assert answers and all(len(board) == 12 and sum(board) == number - 1 for board in seen)
        seen.clear()
    rules = GameSettings(game=game).rules
    for opener in (1, 2):
        referee.play_game(rules, referee.seat(rules, [function_player(watches)] * 2), None, opener)
        assert seen and all(sum(board) in (0, 1) for board in seen)
        seen.clear()
