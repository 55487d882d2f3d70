import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fogel import Settings
from fogel.network import Network, random_network
from fogel.replication import rebuild, replicate

NO_CHANGE = Settings(change_probability=0.0)


def parent_of(nodes, seed=1, **changes):
    return random_network(
        np.random.default_rng(seed), Settings(min_hidden=nodes, max_hidden=nodes, **changes)
    )


def children(parent, count, settings, seed=2):
    rng = np.random.default_rng(seed)
    return [replicate(parent, rng, settings) for _ in range(count)]


@given(st.integers(0, 2**32), st.booleans(), st.booleans(), st.booleans())
def test_the_parent_is_untouched_bit_for_bit(seed, change_first, delete_newest, bias):
    settings = Settings(
        change_first=change_first, delete_newest=delete_newest, bias=bias, change_probability=1.0
    )
    rng = np.random.default_rng(seed)
    parent = random_network(rng, settings)
    before = parent.weights.tobytes()
    child = replicate(parent, rng, settings)
    assert parent.weights.tobytes() == before
    assert not np.shares_memory(child.hidden_weights, parent.hidden_weights)
    assert abs(child.hidden_nodes - parent.hidden_nodes) <= 1 and 1 <= child.hidden_nodes <= 10


def test_the_noise_is_normal():
    parent = parent_of(10)
    changes = np.concatenate(
        [child.weights - parent.weights for child in children(parent, 500, NO_CHANGE)]
    )
    count = len(changes)
    assert count == 500 * 199
    assert abs(changes.mean()) < 4 * 0.05 / np.sqrt(count)
    assert abs(changes.std() / 0.05 - 1) < 4 / np.sqrt(2 * count)
    within = [(np.abs(changes) < k * 0.05).mean() for k in (1, 2, 3)]
    assert within == pytest.approx([0.6827, 0.9545, 0.9973], abs=0.006)
    assert (changes != 0).all() and np.abs(changes).max() < 0.3  # the source's check 4


def test_some_weights_grow_and_some_shrink():
    parent = parent_of(5)
    for child in children(parent, 200, NO_CHANGE):
        changes = child.weights - parent.weights
        assert (changes > 0).any() and (changes < 0).any()


def test_structural_change():
    counts = np.bincount(
        [child.hidden_nodes for child in children(parent_of(5), 4000, Settings())], minlength=7
    )
    assert counts[:4].sum() == 0
    # The source's check 5.
    assert (np.abs(counts[4:] - [1000, 2000, 1000]) < 4 * np.sqrt([750, 1000, 750])).all()


@pytest.mark.parametrize(("nodes", "possible"), [(1, {1, 2}), (10, {9, 10}), (5, {4, 5, 6})])
def test_changes_beyond_the_limits_are_aborted(nodes, possible):
    found = {child.hidden_nodes for child in children(parent_of(nodes), 200, Settings())}
    assert found == possible


def test_a_new_node_has_zero_weights():
    grown = [child for child in children(parent_of(5), 100, Settings()) if child.hidden_nodes == 6]
    assert grown
    for child in grown:
        assert not child.hidden_weights[-1].any() and not child.output_weights[:, 5].any()
        assert child.output_weights[:, 6].all()  # the bias is still last
    grown = [
        child
        for child in children(parent_of(5), 100, Settings(change_first=True))
        if child.hidden_nodes == 6
    ]
    assert all(child.hidden_weights[-1].all() for child in grown)


def test_a_new_node_changes_nothing_the_network_does():
    silent = Settings(noise=0.0, change_probability=1.0)
    parent = parent_of(5)
    board = [1, -1, 0, 0, 1, -1, 0, 0, 0]
    for child in children(parent, 20, silent):
        if child.hidden_nodes == 6:
            assert (child.sums(board) == parent.sums(board)).all()


def test_which_node_is_deleted():
    silent = Settings(noise=0.0, change_probability=1.0)
    parent = parent_of(4)

    def deleted(settings):
        counts = [0] * 4
        for child in children(parent, 2000, settings):
            if child.hidden_nodes == 3:
                kept = child.hidden_weights.tolist()
                gone = [
                    node for node in range(4) if parent.hidden_weights[node].tolist() not in kept
                ]
                counts[gone[0]] += 1
                rest = [node for node in range(5) if node != gone[0]]
                assert (child.output_weights == parent.output_weights[:, rest]).all()
        return np.array(counts)

    uniform = deleted(silent)
    assert (np.abs(uniform - uniform.sum() / 4) < 4 * np.sqrt(uniform.sum() / 4)).all()
    newest = deleted(silent.change(delete_newest=True))
    assert newest[:3].sum() == 0 and newest[3] > 0


@given(st.integers(1, 10), st.integers(0, 9))
def test_rebuild_against_numpy(nodes, node):
    rng = np.random.default_rng(nodes)
    hidden, output = rng.random((nodes, 10)), rng.random((9, nodes + 1))
    more = rebuild(hidden, output, nodes + 1, -1)
    assert (more[0] == np.insert(hidden, nodes, 0, axis=0)).all()
    assert (more[1] == np.insert(output, nodes, 0, axis=1)).all()
    if node < nodes and nodes > 1:
        less = rebuild(hidden, output, nodes - 1, node)
        assert (less[0] == np.delete(hidden, node, axis=0)).all()
        assert (less[1] == np.delete(output, node, axis=1)).all()


def test_a_child_plays_on_the_board_of_its_parent():
    parent = Network(np.ones((2, 13)), np.ones((12, 3)), squares=12)
    child = replicate(parent, np.random.default_rng(1))
    assert child.squares == 12
    assert child.hidden_weights.shape[1] == 13
    assert len(child.output_weights) == 12


def test_without_bias():
    settings = Settings(bias=False)
    for child in children(parent_of(3, bias=False), 50, settings):
        assert not child.hidden_weights[:, -1].any() and not child.output_weights[:, -1].any()
