"""The experiment with another game, in Python: trials, champions and their files."""

import json

import numpy as np
import pytest

import fogel
from fogel import Champion, Settings, save_champion
from fogel.anygame import curve, exact
from fogel.anygame.players import network_player, seen
from fogel.anygame.settings import GameSettings, find_game
from fogel.curve import run_trial
from fogel.lookahead.players import maker
from fogel.rules.referee import play_match, seat
from fogel.rules.rule_files import find_rules, shipped, write_rules
from fogel.rules.rules import Grid, Rules, check_fit, grid, in_a_row
from fogel.tools.experiment import CurveJob

SMALL = GameSettings(
    game="hooks", seat="both", trials=3, generations=8, parents=6, rivals=5, seed=4
)


@pytest.fixture(scope="module")
def run():
    return curve.run_game(SMALL, workers=1)


def test_what_picked_networks_are_worth(run):
    numbers, exact_payoffs = run.scored
    assert numbers.tolist() == list(range(1, 9)) and exact_payoffs.shape == (3, 8)
    for champion, exact_payoff in zip(run.champions, exact_payoffs[:, -1], strict=True):
        assert exact.exact_evaluation(champion, SMALL).expected_payoff == exact_payoff
    points = curve.points(800)
    assert (
        len(points) == 53
        and {1, 10, 100, 400, 800} <= {*points}
        and points == tuple(sorted(points))
    )


def test_the_summary_and_the_files(run, tmp_path):
    summary = run.summary()
    found = exact.exact_evaluation(run.champion, SMALL)
    assert (
        summary["game"] == "hooks" and summary["exact"]["expected_payoff"] == found.expected_payoff
    )
    assert summary["exact"]["share"] == found.share and len(summary["share_of_trials"]["each"]) == 3
    assert summary["mean_exact_payoff"]["8"] == pytest.approx(run.scored[1][:, -1].mean())
    CurveJob(SMALL).write(tmp_path, run)
    stored = json.loads((tmp_path / "run.json").read_text())
    assert (
        stored["format"] == "fogel-game-run" and GameSettings.from_dict(stored["settings"]) == SMALL
    )
    assert np.array_equal(stored["scored"]["exact_payoff"], run.scored[1])
    again = curve.load_any(tmp_path / "champion.json")
    assert again.settings == SMALL and again.weights.tobytes() == run.champion.weights.tobytes()


def test_the_picture_shows_payoffs_exact_payoff_and_ceiling(run):
    lines = run.draw().axes[0].get_lines()
    heights = [np.asarray(line.get_ydata(), dtype=float) for line in lines]
    assert any(len(h) == 8 and np.allclose(h, run.scored[1].mean(axis=0)) for h in heights)
    assert any(len(h) == 2 and np.allclose(h, run.measures.ceiling) for h in heights)


def test_what_luck_has_above_the_ceiling_stays_in_the_picture():
    """From an edge misere is lost, and of two games the picked ones have drawn one by luck."""
    edge = GameSettings(
        game="misere", opponent="perfect", games=2, trials=2, generations=3, parents=10
    ).opened(1)
    run = curve.run_game(edge, workers=1)
    axes = run.draw().axes[0]
    assert axes.get_ylim()[1] > run.best_payoff.max() > run.measures.ceiling + 5


def test_a_champion_says_its_game(tmp_path):
    champion = fogel.evolve_player(
        "0000 0000 0000; win 111; win 1 1 1", generations=2, parents=6, rivals=5
    )
    assert isinstance(champion, Champion) and champion.squares == 12 and champion.generation == 2
    save_champion(tmp_path / "mine.json", champion)
    again = curve.load_any(tmp_path / "mine.json")
    assert (
        again.settings.rules == find_game("0000 0000 0000; win 111; win 1 1 1")
        and again.settings == champion.settings
    )
    assert fogel.evaluate(again) == fogel.evaluate(champion)


def test_a_stored_file_has_no_other_file_opened(run, tmp_path):
    """What that held would stand in the message, and on a tournament's page."""
    (tmp_path / "secret").write_text("dear diary\nnobody may read this\n")
    (tmp_path / "misere.rul").write_text(run.settings.game)
    data = json.loads(run.champion.to_text())
    for path in (tmp_path / "secret", tmp_path / "misere.rul"):
        data["settings"]["game"] = str(path)
        (tmp_path / "wrong.json").write_text(json.dumps(data))
        with pytest.raises(
            ValueError, match="settings: game must be the text of a rule file"
        ) as problem:
            curve.load_any(tmp_path / "wrong.json")
        assert "nobody" not in str(problem.value)


def test_files_of_part_one_are_read_as_before(tmp_path):
    champion = run_trial(Settings(generations=1, parents=6, rivals=5)).champion
    save_champion(tmp_path / "one.json", champion)
    again = curve.load_any(tmp_path / "one.json")
    assert (
        type(again.settings) is Settings
        and "game" not in json.loads((tmp_path / "one.json").read_text())["settings"]
    )
    assert fogel.evaluate(again).measures.ceiling == pytest.approx(29.640738333)


def test_a_champion_sits_down_at_its_game(run):
    rules = SMALL.rules
    players = seat(rules, [network_player(run.champion), maker("random")])
    tally = play_match(rules, players, 20, np.random.default_rng(0))
    assert tally.games == 20 and tally.names == ("Network_1", "Random_2")
    assert seen((0, 1, 2), 2) == [0, -1, 1]
    with pytest.raises(ValueError, match="'four-by-three' has 12 squares, and the network 9"):
        network_player(run.champion)(find_game("four-by-three"), 1)


def test_evolve_player_is_the_trial_of_the_experiment(run):
    changes = {
        name: getattr(SMALL, name) for name in ("seat", "generations", "parents", "rivals", "seed")
    }
    assert (
        fogel.evolve_player("hooks", 2, **changes).weights.tobytes()
        == run.champions[2].weights.tobytes()
    )


NO_TRIALS = [-1, "a", 1.5, None, True, [1], 10**30, float("nan")]
NO_GAMES = [7, None, b"misere", ["000"], "no game", "x" * 5000, "\0", "x;" * 3000, "ours\n3\n"]


@pytest.mark.parametrize("trial", NO_TRIALS, ids=repr)
def test_a_trial_that_is_none_is_refused_by_its_name(trial):
    """Whoever takes the number of a trial: NumPy would name a seed, which nobody has given."""
    few = Settings(generations=1, parents=6, rivals=5)
    for run in (
        lambda: fogel.evolve_player("hooks", trial),
        lambda: run_trial(few, trial),
        lambda: fogel.bugs.run_trial("right", few, trial),
        lambda: fogel.curve.ancestors(few, trial, (1,)),
        lambda: fogel.league.run_league(league=trial),
        lambda: fogel.checkers.run_trial(trial=trial),
    ):
        with pytest.raises(ValueError, match=r"^trial must be a whole number from 0 to "):
            run()


@pytest.mark.parametrize("rules", NO_GAMES, ids=lambda rules: repr(rules)[:20])
def test_rules_that_are_none_are_refused_by_their_name(rules):
    with pytest.raises(ValueError, match=r"^rules ") as problem:
        fogel.evolve_player(rules)
    assert len(str(problem.value)) < 400
    with pytest.raises(ValueError):
        find_game(rules)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"noise": -1}, "noise must be a number from"),
        ({"generation": 3}, "generation is not a setting; the closest are generations"),
        ({"oponent": "perfect"}, "oponent is not a setting; the closest are opponent"),
        ({"xyz": 3}, "xyz is not a setting; the closest are trials, generations, "),
        ({"game": "misere"}, "game is not a setting here: the first argument, rules,"),
        ({"seat": np.zeros(9)}, "seat must be one of first, second, both, not array"),
        ({"trials": 5}, "trials is not a setting here: evolve_player runs one trial"),
        ({"champion": "best"}, "champion is not a setting here: evolve_player runs one trial"),
        ({"seed": "x"}, "seed must be a whole number from"),
    ],
)
def test_a_wrong_setting_is_refused_by_its_name(changes, words):
    with pytest.raises(ValueError, match=f"^{words}"):
        fogel.evolve_player("hooks", **changes)


@pytest.mark.parametrize(
    "nobody", [7, None, "champion", [], fogel.Network(np.zeros((1, 10)), np.zeros((9, 2)))]
)
def test_who_is_no_champion_has_no_standing_and_no_file(nobody, tmp_path):
    with pytest.raises(ValueError, match="champion"):
        fogel.evaluate(nobody)
    if not isinstance(nobody, fogel.Network):
        with pytest.raises(ValueError, match="champion must be a Network"):
            save_champion(tmp_path / "mine.json", nobody)


def test_a_pattern_that_fits_nowhere_is_refused_wherever_rules_are_made(tmp_path):
    wide = Rules("wide", Grid(3, 2, (0,) * 6), (grid("111"), grid("1 1 1")))
    (tmp_path / "wide.rul").write_text(write_rules(wide))
    for words, rules in (
        ("wins, pattern 2, must be no larger than the board, 3 x 2 squares, and has 1 x 3", wide),
        ("wins, pattern 2, must be", "000 000; win 111; win 1 1 1"),
        ("losses, pattern 1, must be", "000 000; win 111; lose 1111"),
        ("wins, pattern 2, must be", write_rules(wide)),
        ("wins, pattern 2, must be", str(tmp_path / "wide.rul")),
    ):
        with pytest.raises(ValueError, match=f"^{words}"):
            find_game(rules)
        with pytest.raises(ValueError, match=f"^rules {words}"):
            fogel.evolve_player(rules)
    for name in shipped():
        assert check_fit(find_rules(name))


def test_in_a_row_has_only_patterns_that_fit():
    assert [(one.width, one.height) for one in in_a_row(4, 3, 4).wins] == [(4, 1)]
    assert in_a_row(4, 3, 4).win_lines == tuple(
        tuple((at + 4 * row, 1) for at in range(4)) for row in range(3)
    )
    # Nobody can have three in a row there, and the rules still say so.
    assert len(in_a_row(2, 2, 3).wins) == 4
