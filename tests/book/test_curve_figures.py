"""Chapter 6's figures by other ways: core.md's program, networks and games one by one."""

import re
from collections import Counter, defaultdict
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest
from by_hand import START, close, column, endings, half_width, put
from core_program import program_with

from figures import read
from fogel import Keep, Settings, run_trial, run_trials
from fogel.encoding import encode, winner
from fogel.opponent import reply_probabilities

ROOT = Path(__file__).parents[2]
MOMENTS = (1, 2, 5, 10, 20, 50, 100, 200, 400, 800)
GAMES_AT = (1, 50, 800)
HABITS = ("takes a win", "blocks", "makes a fork")


@pytest.fixture(scope="module")
def run(paper_experiment):
    return paper_experiment


@pytest.fixture(scope="module")
def program():
    return program_with("evolve")


def trial_rng(trial):
    return np.random.default_rng(np.random.SeedSequence(1993, spawn_key=(trial,)))


# The curve.


@pytest.mark.parametrize(
    ("name", "trials", "generations"), [("sanity", 5, 50), ("experiment", 20, 800)]
)
def test_mean_and_interval_of_a_curve(name, trials, generations):
    rows = read(f"06_curve_{name}")
    assert [int(row["generation"]) for row in rows] == list(range(1, generations + 1))
    for row in rows:
        payoffs = [int(row[f"trial {trial}"]) for trial in range(trials)]
        assert float(row["mean"]) == close(fmean(payoffs))
        assert float(row["interval"]) == close(half_width(payoffs))
        assert all(-320 <= payoff <= 32 for payoff in payoffs)


def test_the_readable_program_draws_the_same_curves(program):
    assert (
        program["evolve"](1993, 0, parents=10, generations=8)
        == column("06_curve_sanity", "trial 0")[:8]
    )
    assert (
        program["evolve"](1993, 3, parents=50, generations=2)
        == column("06_curve_experiment", "trial 3")[:2]
    )


def test_the_curve_is_the_one_in_the_readme(run):
    claims = re.findall(
        r"generation +(\d+) +(-?[\d.]+) +± ([\d.]+)", (ROOT / "README.md").read_text()
    )
    assert len(claims) == 5
    rows = read("06_curve_experiment")
    for generation, mean, half in claims:
        row = rows[int(generation) - 1]
        assert (f"{float(row['mean']):.1f}", f"{float(row['interval']):.1f}") == (mean, half)
    for trial, kept in enumerate(trial.kept for trial in run.trials):
        for generation in (1, 50, 800):
            assert int(rows[generation - 1][f"trial {trial}"]) == kept[generation].payoffs.max()


def test_the_guess_is_a_straight_line_beside_the_curve():
    guess = dict(
        zip(column("06_curve_guess", "generation"), column("06_curve_guess", "guess"), strict=True)
    )
    assert list(guess) == [1, 10, 100, 400, 800]
    assert all(
        abs(value - (-60 + 80 * (number - 1) / 799)) < 0.2 for number, value in guess.items()
    )
    rows = read("06_curve_answer")
    assert {int(row["generation"]): float(row["guess"]) for row in rows if row["guess"]} == guess
    assert [row["mean"] for row in rows] == [row["mean"] for row in read("06_curve_experiment")]


def test_seeds_and_readings():
    rows = read("06_curve_readings")
    for key, column_of in (("mean", "seed 1993"), ("interval", "seed 1993, interval")):
        assert [row[column_of] for row in rows] == [row[key] for row in read("06_curve_experiment")]
    others = {
        "seed 7": Settings(seed=7, generations=6),
        "paper-1993": Settings.preset("paper-1993", generations=6),
    }
    for name, settings in others.items():
        payoffs = run_trials(settings).best_payoff
        for row, values in zip(rows, payoffs.T.tolist(), strict=False):
            assert float(row[name]) == close(fmean(values))
            assert float(row[f"{name}, interval"]) == close(half_width(values))


# The null model.


def best_unselected(program, trial, generations):
    """The highest payoff of each generation with survivors drawn at random, as in draws.md."""
    rng, opponent = trial_rng(trial), program["near_perfect_player"]()
    population, best = [program["found"](rng) for _ in range(50)], []
    for _ in range(generations):
        population = population + [program["child_of"](parent, rng) for parent in population]
        best.append(max(program["payoff"](network, opponent, rng) for network in population))
        rng.random(100 * 10)  # rivals, whose payoffs are all equal
        luck = rng.random(100)
        population = [population[row] for row in sorted(np.argsort(-luck)[:50])]
    return best


def test_survivors_drawn_unselected(program):
    rows = read("06_curve_null")
    assert [int(row["generation"]) for row in rows] == list(MOMENTS)
    assert [int(row["at random, trial 4"]) for row in rows[:2]] == best_unselected(program, 4, 2)
    experiment = read("06_curve_experiment")
    for row in rows:
        payoffs = [int(row[f"at random, trial {trial}"]) for trial in range(20)]
        assert float(row["at random"]) == close(fmean(payoffs))
        assert float(row["at random, interval"]) == close(half_width(payoffs))
        same = experiment[int(row["generation"]) - 1]
        assert (row["selected"], row["selected, interval"]) == (same["mean"], same["interval"])
    assert [rows[0][f"at random, trial {trial}"] for trial in range(20)] == [
        experiment[0][f"trial {trial}"] for trial in range(20)
    ]


def test_hidden_nodes(run, program):
    rows = read("06_curve_hidden")
    means = []
    for trial in range(20):  # generation 1 needs no games
        rng = trial_rng(trial)
        founders = [program["found"](rng) for _ in range(50)]
        networks = founders + [program["child_of"](founder, rng) for founder in founders]
        means.append(fmean(network.hidden_nodes for network in networks))
    for name in ("selected", "at random"):
        assert float(rows[0][name]) == close(fmean(means))
        assert float(rows[0][f"{name}, interval"]) == close(half_width(means))
    for number in (50, 800):
        means = [
            fmean(network.hidden_nodes for network in trial.kept[number].networks)
            for trial in run.trials
        ]
        assert float(rows[number - 1]["selected"]) == close(fmean(means))
    for row in rows[99:]:  # steps up and steps down are equally likely: the mean of 1 to 10
        assert abs(float(row["at random"]) - 5.5) < 1.5 * float(row["at random, interval"])


# The pedigree.


def families(settings, trial):
    """For each generation, the number of parents by founder, followed network by network."""
    founder, found = {number: number for number in range(1, 51)}, []
    for _, generation in sorted(
        run_trial(
            settings, trial, observers=[Keep(range(1, settings.generations + 1))]
        ).kept.items()
    ):
        found.append(Counter(founder[number] for number in generation.numbers[:50].tolist()))
        for row in generation.children:
            founder[int(generation.numbers[row])] = founder[int(generation.parents[row])]
    return found


def test_families_of_trial_7():
    found = families(Settings(generations=16), 7)
    for row, sizes in zip(read("06_curve_families"), found, strict=True):
        assert {f: int(row[f"founder {f}"]) for f in range(1, 51)} == {
            f: sizes[f] for f in range(1, 51)
        }
    assert len(found[11]) > 1 and len(found[12]) == 1


def test_founders_with_descendants():
    rows = read("06_curve_founders")
    assert [int(row["generation"]) for row in rows] == list(range(1, 501))
    nothing = Settings(generations=40, win_payoff=0, tie_payoff=0, loss_payoff=0)
    for name, settings in (("selected", Settings(generations=40)), ("at random", nothing)):
        for trial in (0, 12):
            left = [len(sizes) for sizes in families(settings, trial)]
            assert [int(row[f"{name} {trial}"]) for row in rows[:40]] == left
        for trial in range(20):
            left = column("06_curve_founders", f"{name} {trial}")
            assert left[0] == 50 and left[-1] == 1 and left == sorted(left, reverse=True)


# What they do.


def wins(board, mark):
    """The open squares with which a mark wins at once, by trying them."""
    return [s for s in range(9) if board[s] == 0 and winner(put(board, s, mark)) == mark]


def habit_shares(networks):
    """(how often the most urgent win, threat or fork was seen to, how often by chance)."""
    met, done, lucky = defaultdict(float), defaultdict(float), defaultdict(float)
    for network in networks:
        level = {START: 1.0}
        while level:
            following = defaultdict(float)
            for board, chance in level.items():
                move = network.choose(board)
                free = [s for s in range(9) if board[s] == 0]
                forks = [s for s in free if len(wins(put(board, s, 1), 1)) > 1]
                seen = wins(board, 1), wins(board, -1), forks
                for habit, squares in zip(HABITS, seen, strict=True):
                    if squares:
                        met[habit] += chance
                        done[habit] += chance * (move in squares)
                        lucky[habit] += chance * len(squares) / board.count(0)
                        break
                after = put(board, move, 1)
                if winner(after) or 0 not in after:
                    continue
                for s, probability in enumerate(reply_probabilities(after).tolist()):
                    then = put(after, s, -1)
                    if probability and not winner(then):
                        following[then] += chance * probability
            level = following
    return [(done[habit] / met[habit], lucky[habit] / met[habit]) for habit in HABITS]


def mean_shares(trials, number):
    kept = [trial.kept[number] for trial in trials]
    each = [
        habit_shares([generation.networks[row] for row in generation.survivors[::5]])
        for generation in kept
    ]
    return list(zip(*each, strict=True))


@pytest.mark.parametrize("number", [50, 800])
def test_habits(run, number):
    row = read("06_curve_habits")[MOMENTS.index(number)]
    assert int(row["generation"]) == number
    for habit, pairs in zip(HABITS, mean_shares(run.trials, number), strict=True):
        shares, unselected = zip(*pairs, strict=True)
        assert float(row[habit]) == close(fmean(shares))
        assert float(row[f"{habit}, interval"]) == close(half_width(shares))
        assert float(row[f"{habit}, at random"]) == close(fmean(unselected))


def test_habits_with_other_payoffs():
    rows = read("06_curve_prices")
    for row in rows[:3]:
        same = read("06_curve_habits")[MOMENTS.index(int(row["generation"]))]
        assert [row[habit] for habit in HABITS] == [same[habit] for habit in HABITS]
    others = (
        Settings(loss_payoff=-1, generations=1),
        Settings(win_payoff=10, loss_payoff=-1, generations=1),
    )
    for settings, row in zip(others, (rows[3], rows[6]), strict=True):
        shares = mean_shares(run_trials(settings, observers=[Keep((1,))]).trials, 1)
        assert [float(row[habit]) for habit in HABITS] == close(
            [fmean(done for done, _ in pairs) for pairs in shares]
        )


def test_forks_and_payoffs_of_the_champions(run):
    rows = read("06_curve_forks")
    assert [int(row["trial"]) for row in rows] == list(range(20))
    for row, champion in zip(rows, run.champions, strict=True):
        assert float(row["forks made"]) == close(habit_shares([champion])[2][0])
    assert column("06_curve_forks", "fresh payoff") == run.fresh_payoffs


def test_likeliest_games():
    kept = run_trial(Settings(), 7, observers=[Keep(GAMES_AT)]).kept
    for row, number in zip(read("06_curve_games"), GAMES_AT, strict=True):
        games = {g: (p, won) for g, p, won in endings(kept[number].networks[kept[number].best])}
        assert sum(chance for chance, _ in games.values()) == 1
        chance, won = games[tuple(map(int, row["squares"].split()))]
        assert chance == max(games.values())[0] and float(row["probability"]) == close(
            float(chance)
        )
        assert row["result"] == {1: "X wins", 0: "tie", -1: "O wins"}[won]


def test_the_riddle(run):
    board = encode("O.X .XO .OX").astype(float)
    for row, number in zip(read("06_curve_riddle"), (1, 50, 800), strict=True):
        generation, moves = run.trials[17].kept[number], Counter()
        for survivor in generation.survivors:
            network = generation.networks[survivor]
            activations = 1 / (1 + np.exp(-network.hidden_weights @ np.append(board, 1)))
            sums = network.output_weights @ np.append(activations, 1)
            moves[int(np.where(board == 0, sums, -np.inf).argmax())] += 1
        assert [float(value) for value in row["heat"].split()] == close(
            [moves[square] / 50 for square in range(9)]
        )
        assert row["title"] == f"generation {number}"
