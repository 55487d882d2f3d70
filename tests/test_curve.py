from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from core_program import program_with
from same import bits

from fogel import Audit, Keep, ScoreUnder, Settings, Watch, engine, run_trial, run_trials
from fogel.audit import compute_results, distribution, expected_payoff, results
from fogel.core.intervals import mean_and_half_width
from fogel.curve import Run, ancestors
from fogel.engine import compiling
from fogel.engine.logbook import Logbook
from fogel.engine.saved_trials import Save
from fogel.league import LeagueSettings, play_match
from fogel.league.twin import FastLeague
from fogel.opponent import near_perfect_player, perfect_player
from fogel.rules.rule_files import find_rules
from fogel.school.lossbar import period_losses
from fogel.school.network import Arch
from fogel.school.school import SchoolSettings, session_scores

SMALL = Settings(trials=5, generations=12, parents=8)
ROOT = Path(__file__).parents[1]
FIELDS = "numbers parents results payoffs rivals scores survivors best"  # of a Generation


@pytest.fixture(scope="module")
def small_run():
    return run_trials(SMALL)


@pytest.mark.parametrize("parents", [3, 5, 6, 10])
def test_the_readers_forty_lines_give_the_same_payoffs(parents):
    evolve = program_with("evolve")["evolve"]
    settings = Settings(
        seed=1993, trials=2, parents=parents, generations=4, rivals=min(10, 2 * parents - 1)
    )
    ours = run_trials(settings).best_payoff.tolist()
    assert [evolve(1993, trial, parents, generations=4) for trial in (0, 1)] == ours


@pytest.mark.parametrize("trainer", ["magic", "trad-average"])
def test_the_readers_match_of_the_school_gives_the_same_results_and_weights(trainer):
    settings = SchoolSettings(seed=7, matches=2, games=100, trainer=trainer)
    for number, score in enumerate(session_scores(settings, find_rules("standard"), 3, Arch()), 1):
        results, weights = program_with("match", 60)["match"](7, 3, number, games=100, name=trainer)
        assert tuple(period_losses([result < 0 for result in results]).tolist()) == score.counts
        assert score.losses and score.invalid and (weights == score.weights).all()


@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"birth": "mutated", "replication": "normal", "magnitude": 0.3},
        {"birth": "uniform", "replication": "normal", "experts": 2},
        {"birth": "uniform", "ties": "first", "scoring": "fogel", "experts": 1},
        {"birth": "mutated", "keep_survivors": False, "survivors": 3},
    ],
)
def test_a_league_draws_as_the_page_says(choices):
    settings = LeagueSettings(seed=5, agents=6, hidden=2, **{"survivors": 2} | choices)
    epochs, networks = 4, settings.agents - settings.experts
    sizes = [28, 28, *[3] * 9]  # of each neuron's bias and weights, neuron by neuron
    rng = np.random.default_rng(np.random.SeedSequence(5, spawn_key=(2,)))
    run = FastLeague(settings, league=2)
    normal, most = settings.replication == "normal", settings.magnitude

    def change(most, normal):
        return [
            rng.normal(0, most) if normal else (rng.random() - 0.5) * 2 * most
            for _ in range(sum(sizes))
        ]

    ours = np.zeros((networks, sum(sizes)))
    for row in range(networks):
        if settings.birth != "zeros":
            ours[row] += change(*((most, normal) if settings.birth == "mutated" else (0.5, False)))
    for _ in range(epochs):
        run.advance(1)
        agents = run.agents()
        theirs = [
            [w for one in agent.network.neurons for w in (one.bias, *one.weights)]
            for agent in agents
        ]
        assert ours.tolist() == theirs
        players = [*agents, *[perfect_player()] * settings.experts]
        for x, o in permutations(range(settings.agents), 2):
            if min(x, o) < networks:
                play_match(players[x], players[o], rng)
        if settings.scoring == "fogel":
            for agent in agents:
                for _ in range(32):
                    play_match(agent, near_perfect_player(), rng)
        luck = rng.random(networks) * (settings.ties == "random")
        best = sorted(range(networks), key=lambda row: -run.scores[row] - luck[row])[
            : settings.survivors
        ]
        stay = ours[best] if settings.keep_survivors else ours[:0]
        copies = [
            ours[best[n % len(best)]] + change(most, normal) for n in range(networks - len(stay))
        ]
        ours = np.array([*stay, *copies])


def test_a_trial_does_not_depend_on_the_others(small_run):
    assert (run_trial(SMALL, 3).best_payoff == small_run.best_payoff[3]).all()
    assert not (small_run.best_payoff[0] == small_run.best_payoff[1]).all()


def test_observing_changes_nothing(small_run):
    seen = []
    observed = run_trial(SMALL, 2, [Watch(lambda settings, trial: seen.append), Keep((1, 7))])
    assert (observed.best_payoff == small_run.best_payoff[2]).all()
    assert [generation.number for generation in seen] == list(range(1, 13))
    assert sorted(observed.kept) == [1, 7]
    assert [generation.payoffs.max() for generation in seen] == observed.best_payoff.tolist()
    nodes = [
        np.mean([network.hidden_nodes for network in generation.networks]) for generation in seen
    ]
    assert observed.mean_hidden_nodes == pytest.approx(nodes)


def test_ancestors_can_be_followed():
    trial = run_trial(SMALL, observers=[Keep(tuple(range(1, 13)))])
    last = trial.kept[12]
    number = int(last.numbers[last.best])
    assert (trial.champion.weights == last.networks[last.best].weights).all()
    line = [number]
    while trial.parent_of[line[-1] - 1]:
        line.append(int(trial.parent_of[line[-1] - 1]))
    assert 1 <= line[-1] <= 8 and line == sorted(line, reverse=True)
    for generation in trial.kept.values():
        alive = dict(zip(generation.numbers.tolist(), generation.networks, strict=True))
        assert any(number in alive for number in line)
        for row in generation.children:
            child = int(generation.numbers[row])
            assert trial.parent_of[child - 1] == generation.parents[row]
            assert generation.parents[row] in alive


def test_the_champion_is_the_best_of_the_last_generation():
    for survivors in ("best", "highest-score"):
        trial = run_trial(SMALL.change(survivors=survivors), observers=[Keep((12,))])
        last = trial.kept[12]
        assert trial.champion.payoff == last.payoffs.max() == trial.best_payoff[-1]
        ties = np.flatnonzero(last.payoffs == last.payoffs.max())
        assert last.scores[last.best] == last.scores[ties].max()


def test_the_champion_of_champions_is_chosen_by_fresh_games(small_run):
    assert small_run.champion.trial == int(np.argmax(small_run.fresh_payoffs))
    assert run_trials(SMALL.change(champion="trial-0")).champion.trial == 0


def test_the_champion_is_described_by_games_that_did_not_choose_it(small_run, monkeypatch):
    """All games have generators of their own: no two begin alike, and none as a trial does."""
    begun, usual = [], engine.play_fresh_games

    def remember(player, tables, rng, *rest):
        begun.append(rng.bit_generator.state["state"]["state"])
        return usual(player, tables, rng, *rest)

    monkeypatch.setattr(engine, "play_fresh_games", remember)
    Run(SMALL, small_run.trials).summary()  # a run that nobody has asked for its champion
    assert len(begun) == 5 + 2
    evolved = [np.random.SeedSequence(SMALL.seed, spawn_key=(trial,)) for trial in range(5)]
    begun += [np.random.default_rng(seed).bit_generator.state["state"]["state"] for seed in evolved]
    assert len(set(begun)) == len(begun)


@pytest.mark.parametrize(
    "changes",
    [{}, {"forced_replies": True, "marker": "own", "slip": 0.25, "loss_payoff": -3}],
    ids=str,
)
def test_what_is_said_of_a_run(changes, small_run):
    """Its games against what the audit expects of them, and its curve against the trials."""
    settings = SMALL.change(**changes)
    run = run_trials(settings) if changes else small_run
    for champion, payoff in zip(run.champions, run.fresh_payoffs, strict=True):
        exact = results(champion, settings=settings)
        error = distribution(exact, settings, games=1).deviation * np.sqrt(10_000)
        assert abs(payoff - 10_000 * expected_payoff(exact, settings) / 32) < 5 * error
    said = run.summary()
    assert said["games"] == 10_000
    assert said["settings"] == settings.to_dict()
    assert said["seed"] == settings.seed
    for name, against in (("random", "random"), ("near_perfect", "near-perfect")):
        exact = results(run.champion, against, settings=settings)
        counts = np.array([said["against"][name][result] for result in ("wins", "ties", "losses")])
        error = np.sqrt(10_000 * np.multiply(exact, np.subtract(1, exact)))
        assert counts.sum() == 10_000
        assert (np.abs(counts - 10_000 * np.array(exact)) <= 5 * error).all()
    assert list(said["mean_best_payoff"]) == ["1", "10", "12"]
    for number, values in said["mean_best_payoff"].items():
        payoffs = [trial.best_payoff[int(number) - 1] for trial in run.trials]
        assert (values["mean"], values["interval"]) == pytest.approx(mean_and_half_width(payoffs))
    best = run.champion
    assert said["champion"] == {
        "trial": best.trial,
        "hidden_nodes": best.hidden_nodes,
        "payoff": best.payoff,
    }


def test_the_formal_reading_shrinks_the_population():
    sizes = []
    settings = Settings(survivors="highest-score", generations=15)
    run_trial(
        settings,
        observers=[
            Watch(lambda settings, trial: lambda generation: sizes.append(len(generation.networks)))
        ],
    )
    assert sizes[0] == 100 and sizes[1] < 60 and max(sizes[5:]) < 60


def test_parents_that_keep_their_first_payoff():
    payoffs = {}

    def remember(generation):
        for number, payoff in zip(
            generation.numbers.tolist(), generation.payoffs.tolist(), strict=True
        ):
            assert payoffs.setdefault(number, payoff) == payoff

    run_trial(
        SMALL.change(replay_parents=False), observers=[Watch(lambda settings, trial: remember)]
    )
    with pytest.raises(AssertionError):
        run_trial(SMALL, observers=[Watch(lambda settings, trial: remember)])


def test_the_curve_rises(paper_trial):
    curve = paper_trial.best_payoff
    assert curve[:3].mean() < curve[45:55].mean() < curve[-50:].mean()


def test_other_settings_matter(small_run):
    for changes in (
        {"bias": False},
        {"noise": 0.1},
        {"change_first": True},
        {"delete_newest": True},
        {"slip": 0.2},
        {"marker": "own"},
        {"line_choice": "lines"},
        {"line_choice": "first"},
        {"forced_replies": True},
        {"loss_payoff": -1},
        {"repeat_rivals": True},
        {"equal_is_beaten": True},
        {"rank_ties": "parents"},
        {"rank_ties": "children"},
        {"survivors": "highest-score"},
        {"replay_parents": False},
        {"evaluation": "exact"},
        {"best_player": "highest-exact"},
        {"seed": 1994},
    ):
        assert bits(run_trials(SMALL.change(**changes))) != bits(small_run), changes


# Exact payoffs.


EXACT = SMALL.change(evaluation="exact")
LUCKLESS = SMALL.change(best_player="highest-exact")
PAPER = SMALL.change(forced_replies=True, marker="own", slip=0.25, loss_payoff=-3)


@pytest.fixture(scope="module")
def exact_run():
    return run_trials(EXACT, observers=[Keep((1, 12))])


def exact_payoffs(networks, settings):
    return np.array([expected_payoff(one, settings) for one in compute_results(networks, settings)])


@pytest.mark.parametrize("workers", [1, 2])
def test_an_audit_changes_nothing(small_run, workers):
    audited = run_trials(SMALL, workers=workers, observers=[Audit()])
    assert bits(audited) == bits(small_run)
    assert audited.exact_picked.shape == audited.exact_best.shape == (5, 12)
    assert all(trial.exact is None for trial in small_run.trials)


@pytest.mark.parametrize("settings", [SMALL, PAPER, SMALL.change(replay_parents=False), EXACT])
def test_an_audit_is_exact(settings):
    """The picked network and the truly best one; the rest of the generation is unchanged."""
    audited, plain = (run_trial(settings, 1, [Keep((1, 5, 12)), *more]) for more in ([Audit()], []))
    for number, generation in audited.kept.items():
        payoffs, same = exact_payoffs(generation.networks, settings), plain.kept[number]
        assert audited.exact[number - 1].tolist() == pytest.approx(
            [payoffs[generation.best], payoffs.max()], abs=1e-9
        )
        for name in FIELDS.split():
            assert np.array_equal(getattr(generation, name), getattr(same, name)), name
    assert (audited.exact[:, 0] <= audited.exact[:, 1]).all()
    assert (audited.exact[:, 0] < audited.exact[:, 1]).any() == (settings.evaluation == "games")


def test_a_long_trial_can_be_audited(paper_trial):
    """The chunks in which the engine works leave no seam."""
    audited = run_trial(observers=[Audit()])
    assert (audited.best_payoff == paper_trial.best_payoff).all()
    for number, generation in paper_trial.kept.items():
        payoffs = exact_payoffs(generation.networks, Settings())
        assert audited.exact[number - 1].tolist() == pytest.approx(
            [payoffs[generation.best], payoffs.max()], abs=1e-9
        )


def test_exact_payoffs_are_expectations(exact_run):
    assert exact_run.best_payoff.dtype == float and exact_run.best_payoff.shape == (5, 12)
    for trial in exact_run.trials:
        for number, generation in trial.kept.items():
            payoffs = exact_payoffs(generation.networks, EXACT)
            assert np.allclose(generation.payoffs, payoffs, rtol=0, atol=1e-9)
            assert (
                trial.best_payoff[number - 1]
                == generation.payoffs.max()
                == generation.payoffs[generation.best]
            )
            expected = [
                (32 * win, 32 * loss, 32 * tie)
                for win, tie, loss in compute_results(generation.networks, EXACT)
            ]
            assert np.allclose(generation.results, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("workers", [1, 2])
def test_exact_payoffs_have_the_same_bits_with_any_number_of_workers(exact_run, workers):
    assert bits(run_trials(EXACT, workers=workers)) == bits(exact_run)


def test_new_games_make_no_difference_where_none_is_played(exact_run):
    assert bits(run_trials(EXACT.change(replay_parents=False))) == bits(exact_run)


def test_exact_payoffs_never_fall_if_everybody_is_a_rival():
    """With fewer rivals the best could be unlucky, though it hardly ever is."""
    curves = run_trials(EXACT.change(rivals=15, generations=60)).best_payoff
    assert (np.diff(curves, axis=1) >= 0).all() and (curves[:, -1] > curves[:, 0]).all()


def test_the_best_player_by_exact_payoff():
    otherwise = 0
    for trial in range(5):
        found = run_trial(LUCKLESS, trial, observers=[Keep((12,))])
        last = found.kept[12]
        row = int(np.argmax(exact_payoffs(last.networks, LUCKLESS)))
        assert found.champion.weights.tobytes() == last.networks[row].weights.tobytes()
        assert found.champion.payoff == last.payoffs[row]  # what it got in its 32 games
        otherwise += row != last.best
    assert otherwise > 0


@pytest.mark.parametrize("settings", [SMALL, LUCKLESS, EXACT], ids=["games", "luckless", "exact"])
def test_a_champion_is_its_own_ancestor(settings):
    for trial in range(3):
        assert (
            ancestors(settings, trial, [12])[12].weights.tobytes()
            == run_trial(settings, trial).champion.weights.tobytes()
        )


def test_the_champion_of_champions_by_exact_payoff(small_run):
    chosen = run_trials(SMALL.change(champion="highest-exact"))
    payoffs = [expected_payoff(results(champion)) for champion in small_run.champions]
    assert chosen.exact_payoffs == pytest.approx(payoffs, abs=1e-9)
    assert chosen.champion.trial == int(np.argmax(payoffs))
    assert "fresh_payoffs" not in vars(chosen)  # no game was played for it


# Other steps.


def keep_the_worst(scores, standing, rules):
    """A wrong step: selection upside down."""
    order = np.argsort(standing)
    survives = np.zeros(len(scores), dtype=np.bool_)
    for row in order[: rules.parents]:
        survives[row] = True
    return np.flatnonzero(survives)


def replaced(**steps):
    usual = engine.procedure(Settings())
    return usual._replace(steps=usual.steps._replace(**steps))


def test_steps_can_be_replaced_by_those_of_a_file_and_of_a_notebook(paper_trial):
    """A function without a file is compiled but not cached: its changes would go unnoticed."""
    names = {"__name__": "a_notebook", "np": np}
    program = "def best_player(payoffs, standing):\n    return np.argmin(payoffs)"
    exec(program, names)
    assert compiling.cache_folder(names["best_player"]) is None
    wrong = replaced(best_player=names["best_player"], survivors=keep_the_worst)
    trial = run_trial(Settings(generations=60), observers=[Keep((3, 60))], procedure=wrong)
    assert (trial.best_payoff[:3] < paper_trial.best_payoff[:3]).all()
    for number, kept in trial.kept.items():
        assert kept.best == kept.payoffs.argmin()
        assert trial.best_payoff[number - 1] == kept.payoffs.min()
        assert kept.scores[kept.survivors].max() <= np.delete(kept.scores, kept.survivors).min()
    assert trial.kept[60].payoffs.max() < paper_trial.best_payoff[50:60].mean()


def test_the_picture_shows_the_data(small_run):
    axes = small_run.draw().axes[0]
    lines = {line.get_label(): line.get_ydata() for line in axes.get_lines()}
    assert lines["mean of 5 trials"] == pytest.approx(small_run.best_payoff.mean(axis=0))
    thin = [line.get_ydata().tolist() for line in axes.get_lines()[:5]]
    assert thin == small_run.best_payoff.tolist()
    assert axes.get_xlabel() == "generation"
    assert axes.get_ylabel() == "highest total payoff of 32 games"


# Observers.


def test_who_judges_needs_no_audit():
    """And is told the same with one, beside which it stands in any order."""
    kinder = SMALL.change(loss_payoff=-1)
    run = run_trials(SMALL, [ScoreUnder(kinder, (1, 7))])
    both = run_trials(SMALL, [Audit((7, 12)), ScoreUnder(kinder, (1, 7))])
    for alone, other in zip(run.trials, both.trials, strict=True):
        assert np.flatnonzero(~np.isnan(alone.exact_payoff)).tolist() == [0, 6]
        assert alone.exact is None
        assert np.flatnonzero(~np.isnan(other.exact[:, 0])).tolist() == [6, 11]
        assert alone.exact_payoff.tobytes() == other.exact_payoff.tobytes()
    kept = run_trial(SMALL, 2, [ScoreUnder(kinder), Keep((12,))])
    assert kept.exact_payoff[-1] == pytest.approx(exact_payoffs([kept.champion], kinder)[0])
    assert (kept.exact_payoff[[0, 6]] == run.trials[2].exact_payoff[[0, 6]]).all()
    assert not np.isnan(kept.exact_payoff).any()


@pytest.mark.parametrize(
    ("observers", "message"),
    [
        ([Audit((0,))], "audit must hold numbers of generations, from 1 to 12, not 0"),
        ([Keep((0,))], "keep must hold numbers of generations, from 1 to 12, not 0"),
        ([Keep((1, 13))], "keep must hold numbers of generations, from 1 to 12, not 13"),
        (
            [ScoreUnder(SMALL, (13,))],
            "score_under must hold numbers of generations, from 1 to 12, not 13",
        ),
        ([Keep((1,)), Keep((2,))], "observers must note different things, not kept, kept"),
        ([Audit(), Audit((1,))], "observers must note different things, not exact, exact"),
        ([Keep((1,)), Save(None)], "observers can't hold Save beside Keep"),
        ([Save(None), Watch(Logbook)], "observers can't hold Save beside Watch"),
    ],
)
def test_observers_that_can_not_be_are_refused_before_any_work(observers, message, monkeypatch):
    monkeypatch.delattr("fogel.curve.Evolution")
    for run in (run_trial, run_trials):
        with pytest.raises(ValueError, match=message):
            run(SMALL, observers=observers)


def test_everybody_plays_in_the_first_generation():
    """Also where parents keep the payoff of their own games: nobody has played any yet."""
    settings = Settings(generations=1, parents=6)
    usual, kept = (
        run_trial(settings.change(replay_parents=replay), 3, [Keep((1,))]).kept[1]
        for replay in (True, False)
    )
    assert (kept.results.sum(axis=1) == settings.games).all()
    assert (kept.results == usual.results).all()
    assert (kept.payoffs == usual.payoffs).all()
