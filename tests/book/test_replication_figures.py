"""The numbers in chapter 4's figures, worked out again in other ways."""

from collections import Counter
from fractions import Fraction
from math import erfc, sqrt
from statistics import NormalDist

import numpy as np
import pytest

from figures import read
from fogel import Keep, Settings, run_trial
from fogel.encoding import X_TO_MOVE, encode, positions, put, winner
from fogel.network import Network, random_network
from fogel.replication import replicate

TRIALS = 8


def table(name):
    """The columns of a figure's CSV; cells are numbers, None where empty, or texts."""
    rows = read(f"04_replication_{name}")
    return {key: [_value(row[key]) for row in rows] for key in rows[0]}


def _value(text):
    try:
        return float(text) if text else None
    except ValueError:
        return text


def nodes_in(columns, name):
    """The rows of 19 weights of one network in a CSV."""
    weights = zip(*(columns[f"weight {k}"] for k in range(19)), strict=True)
    return np.array(
        [row for row, network in zip(weights, columns["network"], strict=True) if network == name]
    )


def founder(rng, nodes):
    return random_network(rng, Settings(min_hidden=nodes, max_hidden=nodes))


@pytest.fixture(scope="module")
def births():
    """Of eight trials: (parent's H, child's H, still there a generation later) of every tenth
    generation's children.

    Who lived on is read off the numbers of the networks that are parents one generation later.
    """
    found, means = [], {}
    for trial in range(TRIALS):
        moments = [number + later for number in range(10, 801, 10) for later in (0, 1)]
        kept = run_trial(Settings(generations=801), trial, observers=[Keep(moments)]).kept
        for number in range(10, 801, 10):
            now, later = kept[number], kept[number + 1]
            hidden = {
                int(n): net.hidden_nodes for n, net in zip(now.numbers, now.networks, strict=True)
            }
            alive = {
                int(n)
                for n, parent in zip(later.numbers, later.parents, strict=True)
                if parent == 0
            }
            for number_, parent in zip(now.numbers.tolist(), now.parents.tolist(), strict=True):
                if parent:
                    found.append((hidden[parent], hidden[number_], number_ in alive))
            means[trial, number + 1] = sum(net.hidden_nodes for net in later.networks) / 100
    return found, means


def test_riddle():
    # In each pair the founder is within +-0.5, and the child is the founder with noise and the
    # change named here.
    columns = table("riddle")
    answers = {
        "a": ("right", "left", "lost"),
        "b": ("left", "right", "kept"),
        "c": ("left", "right", "gained"),
    }
    for pair, (parent, child, kind) in answers.items():
        old, new = nodes_in(columns, f"{pair}, {parent}"), nodes_in(columns, f"{pair}, {child}")
        assert np.abs(old).max() <= 0.5 and (old != 0).all()
        if kind == "gained":
            assert (new[-1] == 0).all() and len(new) == len(old) + 1
            new = new[:-1]
        assert (new != 0).all()
        if kind == "lost":
            assert len(new) == len(old) - 1
            old = min(
                (np.delete(old, node, axis=0) for node in range(len(old))),
                key=lambda rest: (rest - new).std(),
            )
        assert 0.04 < (new - old).std() < 0.06


def test_noise():
    rng = np.random.default_rng(4)
    founder(rng, 10)
    changes = sorted(rng.normal(0, 0.05, 500 * 199).tolist())
    columns = table("noise")
    for middle, share, theory in zip(
        columns["change"], columns["children"], columns["theory"], strict=True
    ):
        within = sum(middle - 0.005 <= change < middle + 0.005 for change in changes)
        # At an edge, one change more or less.
        assert share == pytest.approx(within / (500 * 199) / 0.01, abs=0.0011)
        assert theory == pytest.approx(NormalDist(0, 0.05).pdf(middle), rel=1e-4)
    assert len(columns["change"]) == 40


def test_child():
    rng = np.random.default_rng(0)
    parent = founder(rng, 4)
    while (child := replicate(parent, rng)).hidden_nodes != 5:
        pass
    columns = table("child")
    drawn = {name: nodes_in(columns, name) for name in ("parent", "child", "difference")}
    for name, net in (("parent", parent), ("child", child)):
        for node, row in enumerate(drawn[name]):
            expected = [
                *net.hidden_weights[node],
                *(net.output_weights[square, node] for square in range(9)),
            ]
            assert row == pytest.approx(expected, abs=1e-5)
    assert drawn["difference"][:4] == pytest.approx(drawn["child"][:4] - drawn["parent"], abs=2e-5)
    assert not drawn["child"][4].any()
    assert not drawn["difference"][4].any()
    assert len(drawn["difference"]) == 5


def test_structure():
    rng = np.random.default_rng(4)
    columns = table("structure")
    for row, nodes in enumerate(range(1, 11)):
        parent = founder(rng, nodes)
        counts = Counter(replicate(parent, rng).hidden_nodes - nodes for _ in range(1000))
        assert [columns[kind][row] for kind in ("lost", "kept", "gained")] == [
            counts[-1],
            counts[0],
            counts[1],
        ]
        chances = [0.25 * (nodes > 1), 0.5 + 0.25 * (nodes in (1, 10)), 0.25 * (nodes < 10)]
        for kind, chance in zip(("lost", "kept", "gained"), chances, strict=True):
            assert abs(columns[kind][row] - 1000 * chance) <= 4 * sqrt(1000 * chance * (1 - chance))
    deleted = columns["deleted"][10:]
    assert columns["parent"][10:] == [f"node {node + 1}" for node in range(5)]
    again = [0] * 5
    for _ in range(8000):  # the draws alone: 50 weights in, 54 out, then what to do
        rng.normal(size=104)
        if rng.random() < 0.5 and rng.random() >= 0.5:
            again[int(rng.random() * 5)] += 1
    assert deleted == again
    assert all(abs(count - 1000 * 2 / 5) < 4 * sqrt(320) for count in deleted)


def answers_by_numpy(net):
    """The squares chosen at the 2,423 boards, by matrix products."""
    boards = positions()[:X_TO_MOVE]
    hidden = np.hstack([boards, np.ones((len(boards), 1))]) @ net.hidden_weights.T
    activations = np.hstack([1 / (1 + np.exp(-hidden)), np.ones((len(boards), 1))])
    return np.where(boards == 0, activations @ net.output_weights.T, -np.inf).argmax(axis=1)


def without(net, node):
    return Network(
        np.delete(net.hidden_weights, node, axis=0), np.delete(net.output_weights, node, axis=1)
    )


@pytest.fixture(scope="module")
def litter():
    """A champion and 600 of its children: (child, group of figure 4.5, changed answers)."""
    parent, rng = run_trial(Settings(), 1).champion, np.random.default_rng(4)
    before, found = answers_by_numpy(parent), []
    for _ in range(600):
        child = replicate(parent, rng)
        group = {0: "none", 1: "gained one"}.get(child.hidden_nodes - parent.hidden_nodes)
        if group is None:  # whichever node is left out, the rest should differ by the noise alone
            rests = [without(parent, node).weights for node in range(parent.hidden_nodes)]
            group = f"node {np.argmin([((rest - child.weights) ** 2).sum() for rest in rests]) + 1}"
        found.append((child, group, int((answers_by_numpy(child) != before).sum())))
    return parent, found


def test_answers(litter):
    columns = table("answers")
    drawn = Counter(zip(columns["group"], columns["changed answers"], strict=True))
    assert drawn == Counter((group, count) for _, group, count in litter[1])
    assert len({*columns["group"]}) == 2 + litter[0].hidden_nodes


def test_boards(litter):
    parent, children = litter
    child = max((one for one in children if one[1].startswith("node")), key=lambda one: one[2])[0]
    before, after, shown = answers_by_numpy(parent), answers_by_numpy(child), table("boards")
    rows = [board.tolist() for board in positions()[:X_TO_MOVE]]
    for text, marks in zip(shown["board"], shown["texts"], strict=True):
        row = rows.index(encode(text).tolist())
        letters = marks.split(" ")
        assert (letters.index("P"), letters.index("C")) == (before[row], after[row])
        assert sorted(letters)[-2:] == ["C", "P"] and before[row] != after[row]
        won = [
            winner(put(tuple(rows[row]), square, -1))
            for square in range(9)
            if rows[row][square] == 0
        ]
        open_squares = [square for square in range(9) if rows[row][square] == 0]
        # It blocks.
        assert [square for square, wins in zip(open_squares, won, strict=True) if wins] == [
            before[row]
        ]
    assert len(set(shown["board"])) == 4


def test_chain():
    columns = table("chain")
    chances = {1: Fraction(1)}
    lines = [1] * 5000
    rng = np.random.default_rng(4)
    for replications in range(1, 201):
        later = Counter()
        for nodes, chance in chances.items():
            later[min(nodes + 1, 10)] += chance / 4
            later[max(nodes - 1, 1)] += chance / 4
            later[nodes] += chance / 2
        chances = later
        tries, grows = rng.random(5000) < 0.5, rng.random(5000) < 0.5
        for k in np.flatnonzero(tries):
            lines[k] = min(lines[k] + 1, 10) if grows[k] else max(lines[k] - 1, 1)
        if replications in (5, 20, 200):
            count = Counter(lines)
            for row, nodes in enumerate(range(1, 11)):
                exact = float(chances.get(nodes, 0))
                assert columns[f"exact {replications}"][row] == pytest.approx(
                    exact, rel=1e-5, abs=1e-12
                )
                assert columns[f"drawn {replications}"][row] == pytest.approx(count[nodes] / 5000)
                assert abs(count[nodes] / 5000 - exact) <= 4.5 * sqrt(exact * (1 - exact) / 5000)


def test_survival(births):
    columns = table("survival")
    for row, (kind, step) in enumerate((("gained", 1), ("kept", 0), ("lost", -1))):
        lives = [lived for before, after, lived in births[0] if after - before == step]
        share = sum(lives) / len(lives)
        assert columns["kind"][row] == kind
        assert (columns["children"][row], columns["survived"][row]) == (len(lives), sum(lives))
        assert columns["share"][row] == pytest.approx(share, abs=1e-6)
        half = NormalDist().inv_cdf(0.975) * sqrt(share * (1 - share) / len(lives))
        assert columns["interval"][row] == pytest.approx(half, rel=1e-3)
    assert sum(columns["children"]) == TRIALS * 80 * 50


def test_drift_of_real_trials(births):
    columns = table("drift")
    generations = columns["generation"]
    assert generations == [4 * k + 1 for k in range(200)]
    checked = 0
    for (trial, generation), mean in births[1].items():
        if generation in generations:
            assert columns[f"real {trial}"][generations.index(generation)] == pytest.approx(mean)
            checked += 1
    assert checked == TRIALS * 39
    for row in range(200):
        mean = sum(columns[f"real {trial}"][row] for trial in range(TRIALS)) / TRIALS
        assert columns["real mean"][row] == pytest.approx(mean, abs=1e-5)


@pytest.mark.parametrize("name", ["drift", "ratchet"])
def test_drift_of_null_models(name):
    # The first 13 generations, child by child in plain loops; then what must hold on average.
    columns = table("drift")
    survival = table("survival")
    shares = dict(
        zip(survival["kind"], np.divide(survival["survived"], survival["children"]), strict=True)
    )
    doomed = 1 - shares["lost"] / shares["kept"] if name == "ratchet" else 0.0
    rng = np.random.default_rng(4)
    populations = rng.integers(1, 11, (200, 50)).tolist()
    for generation in range(1, 14):
        tries, grows = rng.random((200, 50)), rng.random((200, 50))
        luck, fate = rng.random((200, 100)), rng.random((200, 50))
        for k, parents in enumerate(populations):
            children = list(parents)
            for place, nodes in enumerate(parents):
                if tries[k, place] < 0.5:
                    children[place] = (
                        min(nodes + 1, 10) if grows[k, place] < 0.5 else max(nodes - 1, 1)
                    )
                if children[place] < nodes and fate[k, place] < doomed:
                    luck[k, 50 + place] -= 1
            everybody = parents + children
            if generation in columns["generation"] and k < 8:
                row = columns["generation"].index(generation)
                assert columns[f"{name} {k}"][row] == pytest.approx(sum(everybody) / 100)
            luckiest = set(sorted(range(100), key=lambda place, k=k: -luck[k, place])[:50])
            populations[k] = [nodes for place, nodes in enumerate(everybody) if place in luckiest]
    means = np.array(columns[f"{name} mean"])
    if name == "drift":
        # Populations differ with a standard deviation below 1.6.
        assert np.abs(means - 5.5).max() < 4 * 1.6 / sqrt(200)
    else:
        assert (means[100:] > 8).all() and means[:5].max() < 6


def test_a_ratchet_that_tightens_is_nearer_to_the_real_trials():
    columns = table("drift")
    real, constant, tighter = (
        np.array(columns[f"{name} mean"]) for name in ("real", "ratchet", "tighter")
    )
    assert np.abs(tighter - real).mean() < np.abs(constant - real).mean()
    assert (tighter[10:60] < constant[10:60]).all() and tighter[-50:].mean() > constant[-50:].mean()


def test_tail(births):
    drawn = round(
        20 * 800 * 50 * sum(19 * before + 9 for before, _, _ in births[0]) / len(births[0])
    )
    columns = table("tail")
    rng = np.random.default_rng(4)
    far, left = [], drawn
    while left:
        changes = 0.05 * rng.standard_normal(min(left, 700_000))
        far += np.abs(changes[(changes > 0.2) | (changes < -0.2)]).tolist()
        left -= len(changes)
    for row, (low, high) in enumerate(zip(columns["from"], columns["to"], strict=True)):
        assert columns["drawn"][row] == sum(low <= change < high for change in far)
        expected = drawn * (erfc(low / 0.05 / sqrt(2)) - erfc(high / 0.05 / sqrt(2)))
        assert columns["expected"][row] == pytest.approx(expected, rel=1e-4)
    assert sum(columns["drawn"]) == len(far)
    assert abs(len(far) - drawn * erfc(4 / sqrt(2))) < 4 * sqrt(len(far))


def test_a_silent_node_says_nothing():
    # What the chapter says beside the figures: at birth, a gained node changes no sum.
    parent = founder(np.random.default_rng(4), 4)
    hidden = np.vstack([parent.hidden_weights, np.zeros(10)])
    output = np.hstack(
        [parent.output_weights[:, :4], np.zeros((9, 1)), parent.output_weights[:, 4:]]
    )
    child = Network(hidden, output)
    assert all(
        (child.sums(board) == parent.sums(board)).all() for board in positions()[:X_TO_MOVE:50]
    )
