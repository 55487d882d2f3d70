"""How a network has a child (chapter 4).

The functions on arrays are flat and plain: Python runs them as they are and the engine compiles the
same lines. `rules` is `settings.numbers`.
"""

from __future__ import annotations

import numpy as np

from fogel.core.settings import DEFAULT_SETTINGS, Settings
from fogel.core.types import Floats, Rng, Rules
from fogel.engine.compiling import kernel
from fogel.network import Network


@kernel
def replicate_weights(
    hidden: Floats, output: Floats, rng: Rng, rules: Rules
) -> tuple[Floats, Floats]:
    """The child's (hidden weights, output weights), new arrays; the parent's are left as they are.

    Draws, in this order: a normal for each hidden weight, one for each output weight, then a
    uniform u for the change of structure; if u < change_probability, one more (below 0.5: add a
    node, else delete one), and one more for the deleted node, unless that is always the newest.
    """
    if rules.change_first:
        hidden, output = change_structure(hidden, output, rng, rules)
    hidden = hidden + rng.normal(0.0, rules.noise, hidden.shape)
    output = output + rng.normal(0.0, rules.noise, output.shape)
    if not rules.change_first:
        hidden, output = change_structure(hidden, output, rng, rules)
    if not rules.bias:
        hidden[:, -1] = 0.0
        output[:, -1] = 0.0
    return hidden, output


@kernel
def change_structure(
    hidden: Floats, output: Floats, rng: Rng, rules: Rules
) -> tuple[Floats, Floats]:
    """Return the weights with a node more, one less, or as they are, within the limits."""
    nodes = len(hidden)
    if rng.random() < rules.change_probability:
        if rng.random() < 0.5:
            if nodes < rules.max_hidden:
                return rebuild(hidden, output, nodes + 1, -1)
        elif nodes > rules.min_hidden:
            deleted = nodes - 1 if rules.delete_newest else int(rng.random() * nodes)
            return rebuild(hidden, output, nodes - 1, deleted)
    return hidden, output


@kernel
def rebuild(hidden: Floats, output: Floats, count: int, deleted: int) -> tuple[Floats, Floats]:
    """Return weights of `count` hidden nodes: the old ones without node `deleted`, then zeros."""
    new_hidden = np.zeros((count, hidden.shape[1]))
    new_output = np.zeros((output.shape[0], count + 1))
    place = 0
    for node in range(len(hidden)):
        if node != deleted:
            for i in range(hidden.shape[1]):
                new_hidden[place, i] = hidden[node, i]
            for square in range(len(output)):
                new_output[square, place] = output[square, node]
            place += 1
    for square in range(len(output)):
        new_output[square, -1] = output[square, -1]
    return new_hidden, new_output


def replicate(parent: Network, rng: Rng, settings: Settings | None = None) -> Network:
    """The child of a network: a new Network; the parent stays as it is."""
    rules = (settings or DEFAULT_SETTINGS).numbers
    hidden, output = replicate_weights(parent.hidden_weights, parent.output_weights, rng, rules)
    return Network(hidden, output, parent.squares)
