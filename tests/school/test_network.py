"""Nodes, links and back-propagation: worked examples, finite differences, and the order in which
errors go back.
"""

import math

import numpy as np
import pytest

from fogel.school.network import (
    AS_REPORTED,
    TEXTBOOK,
    Arch,
    Link,
    NeuNet,
    activate,
    finite_differences,
    slope,
)

LEVELS = [1.0, 0.0, 1.0, 1.0]
GOALS = [0.0, 0.1, 0.1]


def net_of(rng, **changes):
    """A network of 4 inputs and 3 outputs with drawn weights, after a run."""
    net = NeuNet(Arch(**changes), 4, 3)
    net.randomize_weights(rng)
    net.run(LEVELS)
    return net


def test_a_run_by_hand():
    net = NeuNet(Arch(hidden=(1,)), 2, 1)
    net.set_weights([(0.5, 0.0), (-0.25, 0.0), (0.75, 0.0)])
    (activation,) = net.run([1.0, 1.0])
    middle, node = 1 / (1 + math.exp(-0.25)), net.layers[1].nodes[0]
    assert node.activation == middle and activation == 1 / (1 + math.exp(-0.75 * middle))
    assert node.inputs[1].contribution == -0.25
    assert NeuNet(Arch(), 18, 9).run([0.0] * 18) == [0.5] * 9  # there is no bias


def test_a_reinforcement_by_hand():
    """One weight: delta = (goal - activation) activation (1 - activation), adjust = rate delta
    source + momentum adjust.
    """
    net = NeuNet(Arch(hidden=(), learning_rate=0.5, momentum=0.9), 1, 1)
    net.set_weights([(0.0, 0.01)])
    net.run([1.0])
    net.reinforce([0.0])
    adjust = 0.5 * (-0.5 * 0.25) * 1.0 + 0.9 * 0.01
    assert net.weights() == [(adjust, adjust)]


@pytest.mark.parametrize("hidden", [(), (5,), (4, 3), (2, 3, 2)])
@pytest.mark.parametrize("constants", [(1.0, 0.0), (0.6, 0.3)])
def test_gradients_agree_with_finite_differences(hidden, constants):
    numerator, add = constants
    rng = np.random.default_rng(1)
    net = net_of(
        rng, hidden=hidden, act_numerator=numerator, act_add=add, min_weight=-3.0, max_weight=3.0
    )
    found = net.gradients(GOALS)
    assert found == pytest.approx(finite_differences(net, LEVELS, GOALS), abs=1e-9)
    assert max(map(abs, found)) > 1e-3


def steps(order, momentum=0.0, rate=1e-3):
    """(what one reinforcement has changed, the gradients before it) of a net, link by link."""
    net = net_of(np.random.default_rng(2), hidden=(5,), momentum=momentum, learning_rate=rate)
    gradients, before = net.gradients(GOALS), net.weights()
    net.reinforce(GOALS, order)
    pairs = zip(net.weights(), before, strict=True)
    return [after - kept for (after, _), (kept, _) in pairs], gradients


def test_the_textbook_order_goes_down_the_slope():
    changes, gradients = steps(TEXTBOOK)
    assert changes == pytest.approx([-1e-3 * gradient for gradient in gradients], abs=1e-12)


def test_the_reported_order_does_not():
    """At a small rate the two differ little; the last layer's links are changed alike."""
    reported, gradients = steps(AS_REPORTED, rate=0.5)
    textbook, _ = steps(TEXTBOOK, rate=0.5)
    last = 5 * 3
    downhill = [-0.5 * gradient for gradient in gradients[:-last]]
    assert reported[-last:] == textbook[-last:]
    assert reported[:-last] != pytest.approx(downhill, rel=1e-3, abs=1e-9)
    assert textbook[:-last] == pytest.approx(downhill, rel=1e-9)


def test_a_second_backward_pass_gives_the_same():
    net = net_of(np.random.default_rng(3), hidden=(4, 4))
    before = net.weights()
    assert net.gradients(GOALS) == net.gradients(GOALS)
    assert net.weights() == before
    net.gradients([1.0] * 3)
    assert net.gradients(GOALS) == net_of(np.random.default_rng(3), hidden=(4, 4)).gradients(GOALS)


def test_a_node_that_is_used_twice():
    """Two links between the same two nodes: the errors of both arrive."""
    net = net_of(np.random.default_rng(4), hidden=(2,))
    hidden, output = net.layers[1].nodes[0], net.layers[2].nodes[1]
    again = Link(hidden, output)
    again.weight = 0.7
    net.links.append(again)
    net.run(LEVELS)
    assert net.gradients(GOALS) == pytest.approx(finite_differences(net, LEVELS, GOALS), abs=1e-9)
    assert again.gradient == next(link for link in hidden.outputs if link.dest is output).gradient


def test_weights_stay_between_their_limits_and_remember_their_adjustment():
    net = net_of(np.random.default_rng(5), learning_rate=50.0, min_weight=-0.5, max_weight=0.25)
    for _ in range(20):
        net.run(LEVELS)
        net.reinforce(GOALS)
    weights = [weight for weight, _ in net.weights()]
    assert min(weights) == -0.5 and max(weights) == 0.25


def test_what_is_cut_off_a_weight_is_not_cut_off_its_adjustment():
    net = NeuNet(Arch(hidden=(), learning_rate=100.0), 1, 1)
    net.run([1.0])
    net.reinforce([1.0])
    assert net.weights() == [(1.0, 12.5)]
    net.reinforce([0.5])
    assert net.weights() == [(1.0, 0.9 * 12.5)]


def test_punishment_lowers_the_chosen_output():
    net = net_of(np.random.default_rng(6))
    chosen = max(range(3), key=net.outputs.__getitem__)
    before = net.error(goals := [0.0 if k == chosen else 0.1 for k in range(3)])
    net.reinforce(goals)
    activation = net.outputs[chosen]
    assert net.run(LEVELS)[chosen] < activation and net.error(goals) < before


def test_drawn_weights():
    net = NeuNet(Arch(min_weight=-2.0, max_weight=1.0), 18, 9)
    net.randomize_weights(np.random.default_rng(7))
    weights = [weight for weight, _ in net.weights()]
    expected = np.random.default_rng(7).random(18 * 20 + 20 * 9) * 3 - 2
    assert weights == expected.tolist() and {adjust for _, adjust in net.weights()} == {0.0}
    link, (inputs, hidden, _) = net.links[21], net.layers
    assert (link.source, link.dest) == (inputs.nodes[1], hidden.nodes[1])


def test_the_activation_function_and_its_ends():
    arch = Arch(act_numerator=0.5, act_add=0.25)
    assert [activate(arch, total) for total in (0.0, -1e6, 1e6)] == [0.5, 0.25, 0.75]
    step = 1e-6
    for total in (-3.0, -0.1, 0.0, 2.0):
        measured = (activate(arch, total + step) - activate(arch, total - step)) / (2 * step)
        assert slope(arch, activate(arch, total)) == pytest.approx(measured, abs=1e-9)


WRONG = [
    ({"hidden": (0,)}, r"hidden must be at most 10 whole numbers from 1 to 1000, .*, not \(0,\)"),
    ({"hidden": 20}, "hidden must be"),
    ({"hidden": (20,) * 11}, "hidden must be"),
    ({"hidden": (True,)}, "hidden must be"),
    ({"hidden": (2.0,)}, "hidden must be"),
    ({"learning_rate": -0.1}, "learning_rate must be a number from 0.0 to 100.0, not -0.1"),
    ({"momentum": 1.5}, "momentum must be a number from 0.0 to 1.0, not 1.5"),
    ({"encouragement": math.nan}, "encouragement must be a number from 0.0 to 1.0, not nan"),
    ({"min_weight": 2.0}, "max_weight must be 2.0 \\(min_weight\\) or more, not 1.0"),
    ({"max_weight": math.inf}, "max_weight must be a number from -1000.0 to 1000.0, not inf"),
    ({"act_numerator": 0.0}, "act_numerator must be a number from 0.001 to 1.0, not 0.0"),
    ({"act_add": 0.1}, "act_add must be 0 to 0 with act_numerator 1, .* exceeds 1, not 0.1"),
]


@pytest.mark.parametrize(("changes", "words"), WRONG)
def test_a_wrong_architecture_is_refused(changes, words):
    with pytest.raises(ValueError, match=words):
        Arch(**changes)


def test_an_architecture_as_plain_values():
    arch = Arch(hidden=[3, 4], momentum=0)
    assert arch.hidden == (3, 4) and arch.momentum == 0.0
    assert Arch.from_dict(arch.to_dict()) == arch and arch.change(hidden=(5,)).hidden == (5,)
