import dataclasses

import numpy as np
import pytest

from fogel import Network, Settings, invariants, run_trial
from fogel.invariants import InvariantError, Validator, aligned_changes, report

SETTINGS = Settings(parents=10, generations=3)


@pytest.fixture(scope="module")
def generations():
    return run_of(SETTINGS)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"change_first": True, "delete_newest": True},
        {"bias": False},
        {"survivors": "highest-score", "equal_is_beaten": True},
        {"repeat_rivals": True, "forced_replies": True, "loss_payoff": -1},
        {"noise": 0.0, "replay_parents": False},
        {"min_hidden": 3, "max_hidden": 3},
        {"evaluation": "exact"},
        {"evaluation": "exact", "forced_replies": True, "marker": "own", "replay_parents": False, "tie_payoff": 3},
    ],
)
def test_a_correct_run_is_never_stopped(changes):
    trial = run_trial(Settings(parents=10, generations=30, **changes), observe=Validator)
    assert all(trial.observer.checked.values())


def replaced(array, at, value):
    changed = np.array(array)
    changed[at] = value
    return changed


def with_network(generation, row, change):
    networks = list(generation.networks)
    hidden, output = change(networks[row].hidden_weights.copy(), networks[row].output_weights.copy())
    networks[row] = object.__new__(Network)  # a network that no constructor would let pass
    vars(networks[row]).update(hidden_weights=hidden, output_weights=output)
    return {"networks": tuple(networks)}


def swap(survivors, generation):
    """The survivors with the best of them exchanged for the worst of the others."""
    others = np.setdiff1d(np.arange(len(generation.payoffs)), survivors)
    worst = others[np.argmin(generation.scores[others])]
    return np.sort(np.append(survivors[survivors != survivors[np.argmax(generation.scores[survivors])]], worst))


def nudge(hidden, output):
    hidden[0, 0] = np.nextafter(hidden[0, 0], 9)
    return hidden, output


BREACHES = {
    "layers": lambda g: with_network(g, 4, lambda hidden, output: (hidden, output[:, 1:])),
    "parents": lambda g: with_network(g, 2, nudge),
    "payoffs": lambda g: {"payoffs": replaced(g.payoffs, 5, g.payoffs[5] + 1)},
    "rivals": lambda g: {"rivals": replaced(g.rivals, (7, 0), 7)},
    "scores": lambda g: {"scores": replaced(g.scores, 3, g.scores[3] + 1)},
    "survivors": lambda g: {"survivors": swap(g.survivors, g)},
    "best": lambda g: {"best": int(np.argmin(g.payoffs))},
}


@pytest.mark.parametrize("check", BREACHES)
def test_a_breach_is_named_with_its_place(generations, check):
    validator = Validator(SETTINGS, 0)
    validator(generations[0])
    broken = dataclasses.replace(generations[1], **BREACHES[check](generations[1]))
    with pytest.raises(InvariantError) as error:
        validator(broken)
    assert "trial 0, generation 2" in str(error.value) and f"check '{check}' fails" in str(error.value)


def run_of(settings):
    seen = []
    run_trial(settings, observe=lambda settings, trial: seen.append)
    return seen


@pytest.mark.parametrize("changes", [{"evaluation": "exact"}, {"win_payoff": 1_000_000}])
def test_a_slightly_wrong_payoff_is_a_breach(changes):
    """Exact payoffs are rounded, but not by a hundredth; and payoffs of games are whole, however high."""
    settings = Settings(parents=10, generations=1, **changes)
    (first,) = run_of(settings)
    off = 0.01 if settings.evaluation == "exact" else 1
    broken = dataclasses.replace(first, payoffs=replaced(first.payoffs, 5, first.payoffs[5] + off))
    with pytest.raises(InvariantError, match="network 6: check 'payoffs'"):
        Validator(settings, 0)(broken)


def test_a_missing_game_is_a_breach():
    settings = Settings(parents=5, rivals=5, generations=1, games=200_000, loss_payoff=0)
    (first,) = run_of(settings)
    broken = dataclasses.replace(first, results=replaced(first.results, (5, 1), first.results[5, 1] - 1))
    with pytest.raises(InvariantError, match="network 6: check 'payoffs'"):
        Validator(settings, 0)(broken)


def test_a_repeated_rival_is_a_breach(generations):
    broken = dataclasses.replace(
        generations[0], rivals=replaced(generations[0].rivals, (4, 1), generations[0].rivals[4, 0])
    )
    with pytest.raises(InvariantError, match="network 5: check 'rivals'"):
        Validator(SETTINGS, 0)(broken)


def test_a_child_of_two_more_nodes_is_a_breach(generations):
    first = generations[0]
    row = next(row for row in first.children if first.networks[row - 10].hidden_nodes < 8)
    broken = dataclasses.replace(first, **with_network(first, row, lambda h, o: (np.ones((10, 10)), np.ones((9, 11)))))
    with pytest.raises(InvariantError, match=f"network {row + 1}: check 'structure'"):
        Validator(SETTINGS, 0)(broken)


def test_a_founder_out_of_range_is_a_breach(generations):
    def grow(hidden, output):
        hidden[0, 0] = 0.51
        return hidden, output

    broken = dataclasses.replace(generations[0], **with_network(generations[0], 3, grow))
    with pytest.raises(InvariantError, match="network 4: check 'founders'"):
        Validator(SETTINGS, 0)(broken)


def test_an_illegal_or_impossible_answer_is_a_breach(generations):
    first = generations[0]
    asked = int(np.flatnonzero(first.answers[8] >= 0)[1])
    for position in (0, asked):
        broken = dataclasses.replace(first, answers=replaced(first.answers, (8, asked), position))
        with pytest.raises(InvariantError, match="network 9: check 'moves'"):
            Validator(SETTINGS, 0)(broken)


def test_a_legal_move_that_the_network_would_not_choose_is_a_breach(generations):
    first = generations[0]  # the readable network checks row 1 in generation 1
    chosen = first.answers[1, 0]
    other = next(position for position in first.answers[:, 0] if position != chosen)
    broken = dataclasses.replace(first, answers=replaced(first.answers, (1, 0), other))
    with pytest.raises(InvariantError, match="network 2: check 'moves'"):
        Validator(SETTINGS, 0)(broken)


def test_boards_are_checked(generations, monkeypatch):
    wrong = invariants.positions().copy()
    wrong[0, 0] = -1
    monkeypatch.setattr(invariants, "positions", lambda: wrong)
    with pytest.raises(InvariantError, match="check 'boards'"):
        Validator(SETTINGS, 0)(generations[0])


def test_a_changed_size_is_a_breach(generations):
    first = generations[0]
    broken = dataclasses.replace(first, survivors=first.survivors[:-1])
    with pytest.raises(InvariantError, match="check 'survivors'"):
        Validator(SETTINGS, 0)(broken)


def test_chance_agrees_with_what_is_expected(paper_trial):
    trials = [run_trial(Settings(generations=120), k, Validator).observer for k in (0, 1)]
    found = report(trials)["statistics"]
    far = found["weights changed by more than 6 standard deviations"]
    assert far["expected"] < 0.05 and far["seen"] <= 1
    assert found["weights that stayed the same"]["seen"] == 0
    points = found["points scored in the second round"]
    assert points["seen"] == pytest.approx(points["expected"], rel=0.01)
    grown = found["generations in which no child gained a node"]
    assert abs(grown["seen"] - grown["expected"]) <= 5 * np.sqrt(grown["expected"] + 1)
    assert found["generations in which the worse half had more survivors"]["seen"] == 0


def test_many_far_changes_would_show():
    trial = run_trial(Settings(parents=10, generations=20, noise=0.05), observe=Wider)
    far = trial.observer.statistics["weights changed by more than 6 standard deviations"]
    assert far.seen > 100 * max(far.expected, 0.01)


class Wider(Validator):
    """A validator that expects five times less noise than there is."""

    def __init__(self, settings, trial):
        super().__init__(settings.change(noise=settings.noise / 5), trial)


def test_the_deleted_node_is_found(generations):
    for generation in generations:
        alive = dict(zip(generation.numbers.tolist(), generation.networks, strict=True))
        for row in generation.children:
            changes, weights, _ = aligned_changes(
                alive[int(generation.parents[row])], generation.networks[row], SETTINGS
            )
            assert np.abs(changes).max() < 0.3 and len(changes) == len(weights)
