import importlib
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from processes import in_a_new_process
from same import sigmoids

import fogel
from fogel import Settings, encoding, engine, play_game
from fogel.encoding import is_final, open_squares, place, position, positions
from fogel.engine import compiling
from fogel.network import power_of_2, sigmoid
from fogel.opponent import near_perfect_player, random_player, reply_probabilities

FORCED = Settings(forced_replies=True, marker="own", slip=0.25)


def replayed(network, tables, rng, games):
    """The games of the compiled engine, one at a time, as lists of squares, without the moves that
    followed the last one that the network thought about.
    """
    world = engine.make_world([network], tables, Settings(games=1).numbers)
    population, play = world.population, engine.compiled(engine.play_networks)
    for _ in range(games):
        play(world, rng, 1)
        asked = np.flatnonzero(population.answers[0] != engine.NONE)
        asked = asked[np.argsort(np.abs(positions()[asked]).sum(axis=1))]
        squares, before = [], np.zeros(9, dtype=np.int8)
        for row in asked:
            for board in (positions()[row], positions()[population.answers[0, row]]):
                squares.extend(np.flatnonzero(board != before).tolist())
                before = board
        yield tuple(population.results[0].tolist()), squares


def remembering(network):
    """The readable player, which is asked about no board twice: a network uses no
    random numbers.
    """
    squares = {}

    def player(board, rng):
        key = bytes(board)
        if key not in squares:
            squares[key] = network(board, rng)
        return squares[key]

    return player


def same_games(networks, settings, games=32):
    """Plays every network both ways from equal generators, and compares every square, result and
    draw.
    """
    tables, opponent = engine.near_perfect_tables(settings), near_perfect_player(settings)
    played = 0
    for number, network in enumerate(networks):
        slow, fast = np.random.default_rng(number), np.random.default_rng(number)
        player = remembering(network)
        for result, squares in replayed(network, tables, fast, games):
            winner, expected = play_game(player, opponent, slow)
            assert squares == expected[: len(squares)] and len(expected) - len(squares) <= 2
            assert result == (winner == 1, winner == -1, winner == 0)
            assert slow.bit_generator.state == fast.bit_generator.state
            played += 1
    return played


def test_the_same_games_square_for_square(random_networks, evolved_networks):
    assert same_games(random_networks, Settings()) == 500 * 32
    assert same_games(evolved_networks, Settings()) == 500 * 32


@pytest.mark.parametrize(
    "settings",
    [
        Settings(slip=0.0),
        Settings(slip=1.0),
        Settings(marker="own", line_choice="lines"),
        Settings(line_choice="first"),
    ],
)
def test_the_same_games_under_other_readings(settings, evolved_networks):
    assert same_games(evolved_networks[::25], settings) == 20 * 32


@pytest.mark.parametrize("settings", [Settings(), FORCED])
def test_the_same_totals_in_a_row(settings, evolved_networks):
    """32 games after one another, as in the experiment, with answers remembered."""
    tables, opponent = engine.near_perfect_tables(settings), near_perfect_player(settings)
    for number, network in enumerate(evolved_networks[::10]):
        slow, fast = np.random.default_rng(number), np.random.default_rng(number)
        forced = [game % 8 if settings.forced_replies else None for game in range(32)]
        winners = [play_game(network, opponent, slow, reply)[0] for reply in forced]
        counts = engine.play_fresh_games(network, tables, fast, 32, settings.forced_replies)
        assert counts == (winners.count(1), winners.count(-1), winners.count(0))
        assert slow.bit_generator.state == fast.bit_generator.state


def powers(exponents, results):
    for row in range(len(exponents)):
        results[row] = power_of_2(exponents[row])


def test_compiled_arithmetic_has_the_same_bits():
    values = np.concatenate(
        [np.random.default_rng(1).normal(0, 20, 20_000), [0.0, -0.0, 800.0, -800.0, 708.0, -708.0]]
    )
    exponents = np.arange(-1022.0, 1024.0)
    results = np.empty(len(exponents))
    engine.compiled(powers)(exponents, results)
    cases = (sigmoids(values), values, sigmoid), (results, exponents, power_of_2)
    for found, inputs, plain in cases:
        assert found.tobytes() == np.array([plain(value) for value in inputs.tolist()]).tobytes()


def test_the_same_answer_at_every_position(random_networks, evolved_networks, boards_of_x):
    for network in random_networks[::25] + evolved_networks[::25]:
        answers = engine.answers_everywhere(network)
        squares = [network.choose(board) for board in boards_of_x]
        assert (positions()[answers][np.arange(len(squares)), squares] == 1).all()
        assert (positions()[answers].sum(axis=1) == 1).all()


def last_move(board):
    """The board, or if X may only move into one square, the board after that."""
    forced = len(open_squares(board)) == 1 and not is_final(board)
    return place(board, open_squares(board)[0]) if forced else board


def test_the_tables_say_what_the_readable_rules_say():
    for settings in (Settings(), FORCED, Settings(slip=0.0, line_choice="lines")):
        tables = engine.near_perfect_tables(settings)
        for row in range(encoding.X_TO_MOVE, encoding.IN_PROGRESS):
            board = positions()[row]
            squares = open_squares(board)
            then = (np.where(np.arange(9) == square, -1, board) for square in squares)
            following = [position(last_move(one)) for one in then]
            assert tables.reply_next[row, : len(squares)].tolist() == following
            chances = np.diff(tables.reply_sums[row, : len(squares)], prepend=0.0)
            expected = reply_probabilities(board, settings)[squares]
            assert chances == pytest.approx(expected, abs=1e-12)
            assert tables.reply_sums[row, len(squares) - 1 :].tolist() == [1.0] * (9 - len(squares))


def test_the_random_opponent_is_the_random_player(evolved_networks):
    network = evolved_networks[-1]
    slow, fast = np.random.default_rng(3), np.random.default_rng(3)
    winners = [play_game(network, random_player(), slow)[0] for _ in range(200)]
    counts = engine.play_fresh_games(network, engine.random_tables(), fast, 200)
    assert counts == tuple(map(winners.count, (1, -1, 0)))


def test_positions_are_in_the_order_that_the_engine_relies_on():
    final = [is_final(board) for board in positions().tolist()]
    tables = engine.random_tables()
    assert (tables.asked, tables.over) == (encoding.X_TO_MOVE, encoding.IN_PROGRESS)
    assert not tables.starts.any()
    assert not any(final[: encoding.IN_PROGRESS]) and all(final[encoding.IN_PROGRESS :])


CHILD = """
import numpy as np
from fogel import Settings, engine
from fogel.network import random_network
from fogel.replication import replicate_weights
rng = np.random.default_rng(1)
parent = random_network(rng)
child = engine.compiled(replicate_weights)(parent.hidden_weights, parent.output_weights, rng, Settings().numbers)
print([weights.tolist() for weights in child])
"""
PLAIN = "from fogel.engine import compiling as c; f = lambda x: x; print(c.compiled(f) is f)\n"
TINY = (
    "import fogel; print(fogel.run_trial(fogel.Settings(generations=3,"
    " parents=6)).best_payoff.tolist())"
)


def test_it_runs_without_compiler():
    """With Numba's own switch; that whole trials have the same bits is seen below, where Numba is
    not installed.
    """
    plain, said = in_a_new_process(PLAIN + TINY, NUMBA_DISABLE_JIT="1")
    assert plain == f"True\n{in_a_new_process(TINY)[0]}" and said == ""


@pytest.mark.parametrize(
    "settings", [Settings(), FORCED, Settings(slip=0.0), Settings(slip=1.0, line_choice="first")]
)
def test_chances_add_up(settings, random_networks, evolved_networks):
    networks = random_networks[::2] + evolved_networks[::2]
    tables = engine.near_perfect_tables(settings)
    chances = engine.compute_chances(networks, tables, settings.numbers)
    assert chances.shape == (500, 3) and (chances >= 0).all()
    assert chances.sum(axis=1) == pytest.approx(np.ones(500), abs=1e-12)


def test_a_copy_has_all_that_is_known_of_a_network(random_networks):
    settings = Settings()
    tables = engine.near_perfect_tables(settings)
    world = engine.make_world(random_networks[:2], tables, settings.numbers)
    payoffs = [engine.expected_payoff(world, slot) for slot in (0, 1)]
    engine.copy_network(world.population, 1, 0)
    for name, values in world.population._asdict().items():
        assert name in ("results", "slots") or np.array_equal(values[0], values[1]), name
    assert payoffs[0] != payoffs[1] == engine.expected_payoff(world, 0)


def test_a_network_in_a_used_slot_is_worked_out_anew(random_networks):
    settings = Settings()
    tables = engine.near_perfect_tables(settings)
    world = engine.new_world(engine.new_population(1), tables, settings.numbers)
    for network in random_networks[:5]:
        engine.write_network(world.population, 0, 1, network.hidden_weights, network.output_weights)
        payoff = engine.expected_payoff(world, 0)
        win, loss, _ = engine.compute_chances([network], tables, settings.numbers)[0].tolist()
        assert payoff == pytest.approx(32 * (win - 10 * loss))
        assert engine.expected_payoff(world, 0) == payoff
        assert not world.room.reached.any()


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A folder with a copy of the package, which may be edited, and a cache of its own."""
    folder, ignore = tmp_path_factory.mktemp("copy"), shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(fogel.__file__).parent, folder / "fogel", ignore=ignore)
    return folder


@contextmanager
def edited(path, old, new):
    """An edit, which is taken back."""
    source = path.read_bytes()
    assert source.count(old.encode()) == 1
    path.write_bytes(source.replace(old.encode(), new.encode()))
    try:
        yield
    finally:
        path.write_bytes(source)


ANSWERS = """
import numpy as np
from fogel import engine
from fogel.engine import compiling
from fogel.network import random_network
rng = np.random.default_rng(1)
network = random_network(rng)
print(engine.answers_everywhere(network).tolist(), engine.play_fresh_games(network, engine.random_tables(), rng, 40))
"""


def test_an_edited_chapter_changes_the_result(copy, tmp_path):
    """Numba would not notice an edit in another file than that of the function that it caches.

    Here one compiles that takes seconds; that the whole engine's folder moves with the chapter is
    seen below.
    """
    cache, package = {"FOGEL_CACHE": (tmp_path / "cache").as_posix()}, copy / "fogel"
    first, said = in_a_new_process(CHILD, copy, **cache)
    assert said.count("compiling the loops of fogel.replication") == said.count("\n") == 1
    again, said = in_a_new_process(CHILD, copy, **cache)
    assert again == first and said == ""
    noise = "rng.normal(0.0, rules.noise, hidden.shape)"
    with edited(package / "replication.py", noise, noise.replace("0.0", "5.0")):
        assert in_a_new_process(CHILD, copy, **cache)[0] != first


def test_an_edited_number_or_layout_is_compiled_anew(copy, tmp_path):
    cache, package = {"FOGEL_CACHE": (tmp_path / "cache").as_posix()}, copy / "fogel"
    first = in_a_new_process(ANSWERS, copy, **cache)[0]
    with edited(package / "network.py", "P0, P1, P2 = 9.99", "P0, P1, P2 = -9.99"):
        assert in_a_new_process(ANSWERS, copy, **cache)[0] != first
    # the first two numbers, of one type, change places: Numba remembers their class by its name
    games_first = 'RULES = {"games": "games"} | RULES\nNumbers = NamedTuple('
    with edited(package / "core" / "settings.py", "Numbers = NamedTuple(", games_first):
        assert in_a_new_process(ANSWERS, copy, **cache)[0] == first


FOLDERS = """
import sys
from pathlib import Path
from fogel import Settings, bugs, curve, engine
from fogel.core import settings
from fogel.engine import compiling
from fogel.perfect import annealer, climber
made = (engine.make_evolve(engine.procedure(Settings()).steps), engine.play_networks, engine.expect_networks,
        engine.make_evolve(bugs.STEPS), climber.make_climb((climber.step_weights,)),
        annealer.make_anneal((annealer.step_whole, annealer.wrong_moves)))
world = engine.make_world([], engine.random_tables(), Settings().numbers)
kind = compiling.make_type_key((world, annealer.Goal(0, 0)))
files = [compiling.ingredients(function)[0] for function in made]
names = lambda: [compiling.cache_folder(function, kind).name for function in made]
print([*zip(names(), files)])
for path in sys.argv[1:] and sorted({*sys.argv[1:]}.union(*files)):
    source = Path(path).read_bytes()
    Path(path).write_bytes(source + b"# edited\\n")
    print((path, names()))
    Path(path).write_bytes(source)
"""


def folders(copy, tmp_path, *edited):
    """[(cache folder, files)] of the six large functions that are compiled.

    With names of files, {file: their folders when it has been edited} of these and of all that are
    watched.
    """
    variables = {"FOGEL_CACHE": tmp_path.as_posix(), "FOGEL_QUIET": "1"}
    out, _ = in_a_new_process(FOLDERS, copy, *edited, **variables)
    first, *others = map(eval, out.splitlines())
    return (first, dict(others)) if edited else first


@pytest.fixture(scope="module")
def unedited(copy, tmp_path_factory):
    return folders(copy, tmp_path_factory.mktemp("unedited"))


def test_every_source_that_is_compiled_is_watched(copy, tmp_path):
    """An edit of any of them, and of none but them, moves the functions that it goes into, and no
    others.
    """
    other = copy / "fogel" / "plots" / "drawing.py"
    before, after = folders(copy, tmp_path, other.as_posix())
    watched = set().union(*(files for _, files in before))
    names = [f"engine/{name}" for name in ("compiling", "games", "generations", "population")]
    names += ["network", "replication", "selection", "bugs/programs"]
    names += ["perfect/climber", "perfect/annealer"]
    assert {Path(file) for file in watched} == {copy / "fogel" / f"{name}.py" for name in names}
    assert {*after} == watched | {other.as_posix()}
    for path, moved_to in after.items():
        moved = [old != new for (old, _), new in zip(before, moved_to, strict=True)]
        assert moved == [path in files for _, files in before], path


@pytest.mark.parametrize(
    ("name", "old", "new", "moves"),
    [
        # A global of others.
        ("encoding", "IN_PROGRESS = 4520", "IN_PROGRESS = 4519", [0, 0, 0, 0, 0, 1]),
        # None reads it.
        ("engine/tables", "NONE = np.uint16(65535)", "NONE = np.uint16(65534)", [0] * 6),
        # One field more.
        ("core/settings", '"where the random numbers start"', '"start", rule=True', [1] * 6),
    ],
)
def test_numbers_and_fields_from_elsewhere_are_watched(
    name, old, new, moves, copy, tmp_path, unedited
):
    with edited(copy / "fogel" / f"{name}.py", old, new):
        after = folders(copy, tmp_path)
    assert [old != new for (old, _), (new, _) in zip(unedited, after, strict=True)] == moves


HELPER = """
import numpy as np
from fogel.engine.compiling import kernel

STEP = 2
SIGNS = 1, -1

@kernel
def half(x):
    return SIGNS[0] * x / STEP
"""


def test_a_kernel_in_a_new_module_is_watched_without_a_list(tmp_path, monkeypatch):
    """In whatever way it is called: by its name, through its module, or out of a tuple of parts."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "a_new_module.py").write_text(HELPER)
    module = importlib.import_module("a_new_module")
    half = module.half

    def by_name(x):
        return half(x)

    def through_its_module(x):
        return module.half(x)

    def make(parts):
        (part,) = parts
        return lambda x: part(x)

    for function in (by_name, through_its_module, make((half,))):
        assert engine.compiled(function)(5.0) == 2.5
        files, lines = compiling.ingredients(function)
        assert tmp_path / "a_new_module.py" in map(Path, files)
        assert {"1: STEP = 2", "1: SIGNS[1] = -1"} <= {*lines}
        assert any(line.startswith("1 is a_new_module.half ") for line in lines)
        folder = compiling.cache_folder(function)
        with edited(tmp_path / "a_new_module.py", "x / STEP", "x / STEP / 1"):
            assert compiling.cache_folder(function) != folder
        monkeypatch.setattr(module, "STEP", 3)
        assert compiling.cache_folder(function) != folder
        monkeypatch.undo()


def test_a_function_that_is_no_kernel_is_named():
    def helper(x):
        return x

    def calls_it(x):
        return helper(x)

    words = "calls_it is compiled and calls helper, which is not: it needs @kernel"
    with pytest.raises(TypeError, match=words):
        engine.compiled(calls_it)(1.0)


class OneWay(NamedTuple):
    first: int
    second: int


class OtherWay(NamedTuple):
    second: int
    first: int


def test_a_layout_is_its_own_function():
    """Machine code reads fields by their places."""

    def difference(pair):
        return pair.first - pair.second

    fast = engine.compiled(difference)
    assert fast(OneWay(first=5, second=3)) == fast(OtherWay(first=5, second=3)) == 2
    one, other = (compiling.make_type_key((1, way(1, 2))) for way in (OneWay, OtherWay))
    assert one != other == compiling.make_type_key((5, OtherWay(0, 3)))
    assert compiling.cache_folder(difference, one) != compiling.cache_folder(difference, other)


# Where Numba is not installed.

WITHOUT = """
import importlib.metadata, sys

class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

version = importlib.metadata.version

def no_version(name):
    if name == "numba":
        raise importlib.metadata.PackageNotFoundError(name)
    return version(name)

sys.meta_path.insert(0, Nowhere())
importlib.metadata.version = no_version
"""
EVERYTHING = """
from fogel import Audit, Settings, bugs, encoding, engine, perfect, run_trial
from fogel.engine import compiling
import numpy as np
small = Settings(generations=2, parents=6)
audited = [run_trial(small.change(evaluation=how), observers=[Audit()]) for how in ("games", "exact")]
print([trial.exact.tolist() for trial in audited])
for trial in (*audited, bugs.run_trial("overwritten", small)):
    print(trial.best_payoff.tolist(), trial.champion.weights.tolist(), trial.champion.versions["python"])
print(engine.play_fresh_games(trial.champion, engine.random_tables(), np.random.default_rng(1), 50))
found = perfect.anneal(perfect.never_to_lose(), 1, 1, 2, squares=(0, 4), steep=True, steps=20, starts=1)
print(found.champion.weights.tolist(), found.wrong)
"""


def test_without_numba_everything_runs_and_one_line_says_so():
    """Exact payoffs too have the same bits."""
    plain, said = in_a_new_process(WITHOUT + EVERYTHING)
    slow = "everything runs as plain Python, some hundred times slower"
    assert said == f"fogel: {slow}: No module named 'numba'\n"
    assert plain == in_a_new_process(EVERYTHING)[0]
    assert in_a_new_process(WITHOUT + TINY, FOGEL_QUIET="1")[1] == ""
    ask = "from fogel.core.results import versions; print(versions()['numba'])"
    assert in_a_new_process(WITHOUT + ask) == ("unknown\n", "")


NO_THREADS = """
import threading

def start(*arguments):
    raise RuntimeError("can't start new thread")

for name in ("_start_new_thread", "_start_joinable_thread"):  # the second since Python 3.13
    setattr(threading, name, start)
"""
WHOLE = """
from fogel import Settings, run_trials
run = run_trials(Settings(trials=2, generations=2, parents=6), progress=lambda steps: steps, workers=2)
print(run.best_payoff.tolist(), run.champion.weights.tolist())
"""


def test_without_threads_the_same_comes_of_it():
    """A browser's Python has neither threads nor Numba."""
    assert in_a_new_process(WITHOUT + NO_THREADS + WHOLE)[0] == in_a_new_process(WHOLE)[0]


def test_a_cache_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").touch()
    out, said = in_a_new_process(CHILD, FOGEL_CACHE=(tmp_path / "file").as_posix())
    assert out == in_a_new_process(CHILD, NUMBA_DISABLE_JIT="1")[0]
    assert said.count("\n") == 1 and "compiled again each time" in said


def test_importing_fogel_costs_next_to_nothing():
    code = (
        "import sys, fogel; fogel.Settings(); print([m for m in ('numba', 'matplotlib', 'scipy') if"
        " m in sys.modules])"
    )
    assert in_a_new_process(code)[0] == "[]\n"
