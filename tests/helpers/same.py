"""Tests compare runs by every bit, folders by every byte, and sigmoids by every bit."""

import numpy as np

from fogel.engine.compiling import compiled
from fogel.network import sigmoid


def tree(folder):
    """All files of a folder and what they hold."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def bits(run):
    """Everything that a run found, as bytes."""
    parts = [
        run.best_payoff,
        run.mean_hidden_nodes,
        *(champion.weights for champion in run.champions),
    ]
    return b"".join(part.tobytes() for part in parts)


def fill_sigmoids(values, results):
    """The package's own sigmoid on an array; compiled, with the same bits (test_engine.py)."""
    for row in range(len(values)):
        results[row] = sigmoid(values[row])


def sigmoids(values):
    """The sigmoid of each of an array's values."""
    results = np.empty(len(values))
    compiled(fill_sigmoids)(np.ascontiguousarray(values), results)
    return results
