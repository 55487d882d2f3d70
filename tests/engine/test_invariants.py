import dataclasses

import numpy as np
import pytest

from fogel import Keep, Network, Settings, Watch, run_trial
from fogel.engine import invariants
from fogel.engine.invariants import InvariantError, Validator, aligned_changes, report
from fogel.selection import total_payoff

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
        {
            "evaluation": "exact",
            "forced_replies": True,
            "marker": "own",
            "replay_parents": False,
            "tie_payoff": 3,
        },
    ],
)
def test_a_correct_run_is_never_stopped(changes):
    trial = run_trial(Settings(parents=10, generations=30, **changes), observers=[Watch(Validator)])
    assert all(trial.observer.checked.values())


def stopped(generation, words, settings=SETTINGS, **changes):
    """Show a generation with these changes to a new Validator, which must stop it in these words."""
    broken = dataclasses.replace(generation, **changes)
    with pytest.raises(InvariantError, match=words):
        Validator(settings, 0)(broken)


def replaced(array, at, value):
    changed = np.array(array)
    changed[at] = value
    return changed


def with_network(generation, row, change):
    networks = list(generation.networks)
    hidden, output = change(
        networks[row].hidden_weights.copy(), networks[row].output_weights.copy()
    )
    networks[row] = object.__new__(Network)  # a network that no constructor would let pass
    vars(networks[row]).update(hidden_weights=hidden, output_weights=output, squares=9)
    return {"networks": tuple(networks)}


def with_weight(place, value):
    """A change of one weight, for `with_network`; places count from the output weights' end where
    they are negative.
    """

    def change(hidden, output):
        (hidden if place >= 0 else output).flat[place] = value
        return hidden, output

    return change


def with_result(g, row, result):
    """One network's results, and the payoff that they would give."""
    payoff = total_payoff(*result, SETTINGS)
    return {
        "results": replaced(g.results, row, result),
        "payoffs": replaced(g.payoffs, row, payoff),
    }


def plus(name, value):
    """A change that adds to one entry of an array of the generation."""
    return lambda g, row: {name: replaced(getattr(g, name), row, getattr(g, name)[row] + value)}


def rival(place, value):
    """A change of a network's rival: `value(row, rivals)` gives the new one."""

    def change(g, row):
        return {"rivals": replaced(g.rivals, (row, place), value(row, g.rivals[row]))}

    return change


def network(change):
    """A change of one network's weights, as in `with_network`."""
    return lambda g, row: with_network(g, row, change)


def another_best(generation):
    """A row whose payoff is the highest but one."""
    payoffs = generation.payoffs
    return int(np.flatnonzero(payoffs == np.max(payoffs[payoffs < payoffs.max()]))[0])


def by_score(generation):
    """The survivors, the worst first."""
    survivors = generation.survivors
    return survivors[np.argsort(generation.scores[survivors], kind="stable")]


FIRST = {
    "nan": ("layers", 5, network(with_weight(3, np.nan))),
    "infinite": ("layers", 16, network(with_weight(-1, -np.inf))),
    "nine-inputs": ("layers", 2, network(lambda h, o: (h[:, 1:], o))),
    "eight-outputs": ("layers", 3, network(lambda h, o: (h, o[1:]))),
    "a-node-less": ("layers", 4, network(lambda h, o: (h, o[:, 1:]))),
    "founder-below": ("founders", 0, network(with_weight(4, -0.51))),
    "founder-above": ("founders", 9, network(with_weight(-2, 0.51))),
    "less-than-no-wins": ("payoffs", 4, lambda g, row: with_result(g, row, (-1, 0, 33))),
    "less-than-no-ties": ("payoffs", 4, lambda g, row: with_result(g, row, (33, 0, -1))),
    "a-game-more": ("payoffs", 19, lambda g, row: with_result(g, row, (11, 11, 11))),
    "a-payoff-less": ("payoffs", 0, plus("payoffs", -1)),
    "a-payoff-more": ("payoffs", 5, plus("payoffs", 1)),
    "oneself": ("rivals", 0, rival(9, lambda row, rivals: row)),
    "rival-below": ("rivals", 7, rival(3, lambda row, rivals: -1)),
    "rival-above": ("rivals", 7, rival(3, lambda row, rivals: 20)),
    "rival-twice": ("rivals", 18, rival(9, lambda row, rivals: rivals[2])),
    "a-point-less": ("scores", 12, plus("scores", -1)),
    "a-point-more": ("scores", 12, plus("scores", 1)),
    "two-nodes-more": ("structure", 10, lambda g, row: with_nodes(g, row, 2)),
    "two-nodes-fewer": ("structure", 10, lambda g, row: with_nodes(g, row, -2)),
}


def with_nodes(generation, row, more):
    """A child with so many hidden nodes more than its parent."""
    nodes = generation.networks[int(generation.parents[row]) - 1].hidden_nodes + more
    assert SETTINGS.min_hidden <= nodes <= SETTINGS.max_hidden
    return with_network(
        generation, row, lambda hidden, output: (np.ones((nodes, 10)), np.ones((9, nodes + 1)))
    )


@pytest.mark.parametrize("name", FIRST)
def test_a_breach_is_named_with_its_network(generations, name):
    """One wrong number, in one network of the first generation, which has founders and children."""
    check, row, change = FIRST[name]
    words = f"trial 0, generation 1, network {row + 1}: check '{check}' fails"
    stopped(generations[0], words, **change(generations[0], row))


@pytest.mark.parametrize(
    ("check", "change"),
    [
        ("best", lambda g: {"best": another_best(g)}),
        # One of them twice.
        ("survivors", lambda g: {"survivors": np.append(g.survivors, g.survivors[0])}),
        # The best of them in the place of the worst as well, with the right number of them.
        ("survivors", lambda g: {"survivors": [*by_score(g)[1:], by_score(g)[-1]]}),
        ("survivors", lambda g: {"survivors": np.arange(20)}),
        ("survivors", lambda g: {"survivors": by_score(g)[1:]}),
    ],
)
def test_a_breach_of_a_generation_is_named(generations, check, change):
    words = f"trial 0, generation 1.*: check '{check}' fails"
    stopped(generations[0], words, **change(generations[0]))


def test_no_worse_score_survives(generations):
    """Whoever is exchanged for another: it is a breach unless both have the same score."""
    for first in generations:
        out = np.setdiff1d(np.arange(20), first.survivors)
        for leaves in first.survivors:
            for enters in out[:4]:
                survivors = np.sort(np.append(first.survivors[first.survivors != leaves], enters))
                broken = dataclasses.replace(first, survivors=survivors)
                if first.scores[enters] < first.scores[leaves]:
                    with pytest.raises(InvariantError, match="check 'survivors' fails"):
                        Validator(SETTINGS, 0)._survivors(broken)
                else:
                    Validator(SETTINGS, 0)._survivors(broken)


def test_the_limits_of_hidden_nodes(generations):
    """They may be reached, and no more."""
    nodes = [network.hidden_nodes for network in generations[0].networks]
    least, most = min(nodes), max(nodes)
    Validator(SETTINGS.change(min_hidden=least, max_hidden=most), 0)._layers(generations[0])
    for narrower in ({"max_hidden": most - 1}, {"min_hidden": least + 1}):
        with pytest.raises(InvariantError, match="check 'layers'"):
            Validator(SETTINGS.change(**narrower), 0)._layers(generations[0])


@pytest.mark.parametrize("place", [0, 9, -1, -2])
def test_a_new_node_has_no_weights(generations, place):
    """Every link of it: from a square, from the bias, to a square. The outputs' own bias is no part
    of it.
    """
    first = generations[0]
    row, parent = next(
        (row, first.networks[int(first.parents[row]) - 1])
        for row in first.children
        if first.networks[row].hidden_nodes
        > first.networks[int(first.parents[row]) - 1].hidden_nodes
    )

    def change(hidden, output):
        links = np.concatenate([hidden[-1], output[:, -2]])
        links[place] = 1e-9
        hidden[-1], output[:, -2] = links[:10], links[10:]
        return hidden, output

    assert not aligned_changes(parent, first.networks[row], SETTINGS)[2].any()
    changes = with_network(first, row, change)
    stopped(first, f"network {row + 1}: check 'structure'", **changes)
    broken = dataclasses.replace(first, **changes)
    Validator(SETTINGS.change(change_first=True), 0)._children(broken)


@pytest.mark.parametrize("place", [0, -1])
def test_a_parent_is_the_same_to_the_last_bit(generations, place):
    def nudged(hidden, output):
        weights = (hidden if place == 0 else output).reshape(-1)
        weights[place] = np.nextafter(weights[place], 9)
        return hidden, output

    for row in (0, 9):
        validator = Validator(SETTINGS, 0)
        validator(generations[0])
        changes = with_network(generations[1], row, nudged)
        with pytest.raises(InvariantError, match=r"generation 2, network .*: check 'parents'"):
            validator(dataclasses.replace(generations[1], **changes))


def test_counts_are_put_together():
    """Of several trials: each number is the sum of theirs."""
    trials = [
        run_trial(SETTINGS, trial, observers=[Watch(Validator)]).observer for trial in range(3)
    ]
    found = report(trials)
    for name, total in found["invariants"].items():
        assert total == sum(trial.checked[name] for trial in trials) > 0
    for name, total in found["statistics"].items():
        parts = [trial.statistics[name] for trial in trials]
        sums = [sum(getattr(part, key) for part in parts) for key in ("seen", "expected", "out_of")]
        assert [*total.values()] == pytest.approx(sums)
    points = found["statistics"]["points scored in the second round"]
    assert (
        points["out_of"] == 3 * 3 * 20 * SETTINGS.rivals and 0 < points["seen"] < points["out_of"]
    )


def run_of(settings):
    numbers = range(1, settings.generations + 1)
    return [*run_trial(settings, observers=[Keep(numbers)]).kept.values()]


@pytest.mark.parametrize("changes", [{"evaluation": "exact"}, {"win_payoff": 1_000_000}])
def test_a_slightly_wrong_payoff_is_a_breach(changes):
    """Exact payoffs are rounded, but not by a hundredth; and payoffs of games are whole, however
    high.
    """
    settings = Settings(parents=10, generations=1, **changes)
    (first,) = run_of(settings)
    off = 0.01 if settings.evaluation == "exact" else 1
    stopped(first, "network 6: check 'payoffs'", settings, **plus("payoffs", off)(first, 5))


def test_a_missing_game_is_a_breach():
    settings = Settings(parents=5, rivals=5, generations=1, games=200_000, loss_payoff=0)
    (first,) = run_of(settings)
    stopped(first, "network 6: check 'payoffs'", settings, **plus("results", -1)(first, (5, 1)))


def test_an_illegal_or_impossible_answer_is_a_breach(generations):
    first = generations[0]
    asked = int(np.flatnonzero(first.answers[8] >= 0)[1])
    for position in (0, asked):
        answers = replaced(first.answers, (8, asked), position)
        stopped(first, "network 9: check 'moves'", answers=answers)


def test_two_marks_are_no_move(generations):
    """A position that can be reached, but not at once."""
    first = generations[0]
    boards, asked = invariants.positions(), int(np.flatnonzero(first.answers[8] >= 0)[0])
    marks = boards[asked] != 0
    holds_it = (boards[:, marks] == boards[asked, marks]).all(axis=1)
    later = np.flatnonzero(holds_it & ((boards != 0).sum(axis=1) > marks.sum() + 1))
    for position in later[:: len(later) // 50]:
        answers = replaced(first.answers, (8, asked), position)
        stopped(first, "network 9: check 'moves'", answers=answers)


def test_a_legal_move_that_the_network_would_not_choose_is_a_breach(generations):
    first = generations[0]  # the readable network checks row 1 in generation 1
    chosen = first.answers[1, 0]
    other = next(position for position in first.answers[:, 0] if position != chosen)
    stopped(first, "network 2: check 'moves'", answers=replaced(first.answers, (1, 0), other))


def test_boards_are_checked(generations, monkeypatch):
    wrong = invariants.positions().copy()
    wrong[0, 0] = -1
    monkeypatch.setattr(invariants, "positions", lambda: wrong)
    stopped(generations[0], "check 'boards'")


def test_who_can_not_grow_or_shrink_is_not_expected_to():
    """Of four parents, two with the most nodes and one with the fewest; each change has a chance of
    0.25.
    """
    found = Validator(Settings(min_hidden=2, max_hidden=5), 0)
    found._structure(np.array([5, 5, 3, 2]), {-1: 1, 0: 3, 1: 0})
    gained, lost, kept = (
        found.statistics[f"generations in which no child {words}"]
        for words in ("gained a node", "lost a node", "kept its number of nodes")
    )
    assert (gained.seen, lost.seen, kept.seen) == (1, 0, 0)
    assert (
        gained.expected == 0.75**2 and lost.expected == 0.75**3 and kept.expected == 0.25**3 * 0.5
    )


def test_chance_agrees_with_what_is_expected(paper_trial):
    trials = [run_trial(Settings(generations=120), k, [Watch(Validator)]).observer for k in (0, 1)]
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
    trial = run_trial(Settings(parents=10, generations=20, noise=0.05), observers=[Watch(Wider)])
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
