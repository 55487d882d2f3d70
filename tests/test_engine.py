import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import fogel
from fogel import Settings, engine, play_game
from fogel.encoding import is_final, open_squares, place, position, positions
from fogel.network import power_of_2, sigmoid
from fogel.opponent import near_perfect_player, random_player, reply_probabilities

FORCED = Settings(forced_replies=True, marker="own", slip=0.25)


def replayed(network, tables, rng, games):
    """The games of the compiled engine, one at a time, as lists of squares, without the moves that followed the last
    one that the network thought about."""
    population = engine.new_population(1)
    engine.write_network(population, 0, 1, network.hidden_weights, network.output_weights)
    play = engine.compiled(engine.play_networks)
    for _ in range(games):
        play(population, tables, rng, 1, False, 1)
        asked = np.flatnonzero(population.answers[0] != engine.NONE)
        asked = asked[np.argsort(np.abs(positions()[asked]).sum(axis=1))]
        squares, before = [], np.zeros(9, dtype=np.int8)
        for row in asked:
            for board in (positions()[row], positions()[population.answers[0, row]]):
                squares.extend(np.flatnonzero(board != before).tolist())
                before = board
        yield tuple(population.results[0].tolist()), squares


def same_games(networks, settings, games=32):
    """Plays every network both ways from equal generators, and compares every square, result and draw."""
    tables, opponent = engine.near_perfect_tables(settings), near_perfect_player(settings)
    played = 0
    for number, network in enumerate(networks):
        slow, fast = np.random.default_rng(number), np.random.default_rng(number)
        for result, squares in replayed(network, tables, fast, games):
            winner, expected = play_game(network, opponent, slow)
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


def sigmoids(values, results):
    """Compiled by the next test: the package's own sigmoid on an array."""
    for row in range(len(values)):
        results[row] = sigmoid(values[row])


def powers(exponents, results):
    for row in range(len(exponents)):
        results[row] = power_of_2(exponents[row])


def test_compiled_arithmetic_has_the_same_bits():
    values = np.concatenate([np.random.default_rng(1).normal(0, 20, 20_000), [0.0, -0.0, 800.0, -800.0, 708.0, -708.0]])
    exponents = np.arange(-1022.0, 1024.0)
    for function, inputs, plain in ((sigmoids, values, sigmoid), (powers, exponents, power_of_2)):
        results = np.empty(len(inputs))
        engine.compiled(function)(inputs, results)
        assert results.tobytes() == np.array([plain(value) for value in inputs.tolist()]).tobytes()


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
        for row in range(engine.X_TO_MOVE, engine.IN_PROGRESS):
            board = positions()[row]
            squares = open_squares(board)
            following = [position(last_move(np.where(np.arange(9) == square, -1, board))) for square in squares]
            assert tables.reply_next[row, : len(squares)].tolist() == following
            chances = np.diff(tables.reply_sums[row, : len(squares)], prepend=0.0)
            assert chances == pytest.approx(reply_probabilities(board, settings)[squares], abs=1e-12)
            assert tables.reply_sums[row, len(squares) - 1 :].tolist() == [1.0] * (9 - len(squares))


def test_the_random_opponent_is_the_random_player(evolved_networks):
    network = evolved_networks[-1]
    slow, fast = np.random.default_rng(3), np.random.default_rng(3)
    winners = [play_game(network, random_player(), slow)[0] for _ in range(200)]
    assert engine.play_fresh_games(network, engine.random_tables(), fast, 200) == tuple(map(winners.count, (1, -1, 0)))


def test_positions_are_in_the_order_that_the_engine_relies_on():
    final = [is_final(board) for board in positions().tolist()]
    one_open = [len(open_squares(board)) == 1 for board in positions()[: engine.X_TO_MOVE].tolist()]
    assert not any(one_open[: engine.ONE_OPEN]) and all(one_open[engine.ONE_OPEN :])
    assert not any(final[: engine.IN_PROGRESS]) and all(final[engine.IN_PROGRESS :])


TINY = "import fogel; print(fogel.run_trial(fogel.Settings(generations=3, parents=6)).best_payoff.tolist())"


def in_a_new_process(code, folder=None, **environment):
    """(standard output, standard error) of a Python program."""
    home = folder or Path(fogel.__file__).parents[1]
    variables = {**os.environ, "PYTHONPATH": str(home), "FOGEL_QUIET": "", **environment}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=variables, cwd=home, check=True
    )
    return done.stdout, done.stderr


EXACT = """
import fogel
for evaluation in ("games", "exact"):
    trial = fogel.run_trial(fogel.Settings(generations=3, parents=6, evaluation=evaluation), audit=True)
    print(trial.best_payoff.tolist(), trial.exact.tolist())
"""


def test_it_runs_without_compiler():
    """Exact payoffs too have the same bits."""
    plain, _ = in_a_new_process(EXACT, NUMBA_DISABLE_JIT="1")
    assert plain == in_a_new_process(EXACT)[0]


@pytest.mark.parametrize("settings", [Settings(), FORCED, Settings(slip=0.0), Settings(slip=1.0, line_choice="first")])
def test_chances_add_up(settings, random_networks, evolved_networks):
    networks = random_networks[::2] + evolved_networks[::2]
    chances = engine.chances_of(networks, engine.near_perfect_tables(settings), settings.numbers)
    assert chances.shape == (500, 3) and (chances >= 0).all()
    assert chances.sum(axis=1) == pytest.approx(np.ones(500), abs=1e-12)


def test_a_network_in_a_used_slot_is_worked_out_anew(random_networks):
    population, settings, room = engine.new_population(1), Settings(), engine.new_room()
    tables = engine.near_perfect_tables(settings)
    for network in random_networks[:5]:
        engine.write_network(population, 0, 1, network.hidden_weights, network.output_weights)
        payoff = engine.expected_payoff(population, 0, tables, settings.numbers, room)
        win, loss, _ = engine.chances_of([network], tables, settings.numbers)[0].tolist()
        assert payoff == pytest.approx(32 * (win - 10 * loss))
        assert engine.expected_payoff(population, 0, tables, settings.numbers, room) == payoff
        assert not room.reached.any()


def test_an_edited_chapter_changes_the_result(tmp_path):
    """Numba would not notice: the function that it caches stands in another file."""
    copy = tmp_path / "copy"
    shutil.copytree(Path(fogel.__file__).parent, copy / "fogel", ignore=shutil.ignore_patterns("__pycache__"))
    cache = {"FOGEL_CACHE": str(tmp_path / "cache")}
    first, said = in_a_new_process(TINY, copy, **cache)
    assert "compiling the engine" in said
    again, said = in_a_new_process(TINY, copy, **cache)
    assert again == first and said == ""
    chapter = copy / "fogel" / "replication.py"
    text = chapter.read_text()
    edited = text.replace("rng.normal(0.0, rules.noise, hidden.shape)", "rng.normal(5.0, rules.noise, hidden.shape)")
    assert edited != text
    chapter.write_text(edited)
    assert in_a_new_process(TINY, copy, **cache)[0] != first


def test_a_cache_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").touch()
    out, said = in_a_new_process(TINY, FOGEL_CACHE=str(tmp_path / "file"))
    assert out == in_a_new_process(TINY)[0]
    assert said.count("\n") == 1 and "compiled anew" in said


def test_importing_fogel_costs_next_to_nothing():
    code = (
        "import sys, fogel; fogel.Settings(); print([m for m in ('numba', 'matplotlib', 'scipy') if m in sys.modules])"
    )
    assert in_a_new_process(code)[0] == "[]\n"
