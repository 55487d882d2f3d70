import pickle

import hypothesis
import numpy as np
import pytest

from fogel import Keep, run_trial, run_trials
from fogel.core.files import write_file
from fogel.encoding import X_TO_MOVE, positions
from fogel.network import random_network

# A busy machine is slow, and the first example may have to wait for a compiler: no example has a
# deadline, and slow examples are no failure.
slow = hypothesis.HealthCheck.too_slow
hypothesis.settings.register_profile("fogel", deadline=None, suppress_health_check=[slow])
hypothesis.settings.load_profile("fogel")

MOMENTS = (1, 2, 5, 10, 50, 100, 200, 400, 600, 800)


@pytest.fixture(scope="session")
def boards_of_x():
    """The 2,423 boards on which X is to move."""
    return positions()[:X_TO_MOVE]


@pytest.fixture(scope="session")
def random_networks():
    """500 founders."""
    rng = np.random.default_rng(5)
    return [random_network(rng) for _ in range(500)]


@pytest.fixture(scope="session")
def paper_trial():
    """One trial of the paper's experiment, with the populations of ten generations."""
    return run_trial(observers=[Keep(MOMENTS)])


@pytest.fixture(scope="session")
def paper_experiment(tmp_path_factory):
    """The paper's whole experiment, with the populations of three generations.

    The worker of pytest-xdist that needs it first leaves it to the others: their folders stand side
    by side.
    """
    folder = tmp_path_factory.getbasetemp()
    run = (
        folder.with_name("paper_experiment.pickle")
        if folder.name.startswith("popen-")
        else folder / "run.pickle"
    )
    if not run.exists():
        write_file(run, pickle.dumps(run_trials(observers=[Keep((1, 50, 800))])))
    return pickle.loads(run.read_bytes())


@pytest.fixture(scope="session")
def evolved_networks(paper_trial):
    """500 networks, 50 each of ten generations from 1 to 800."""
    return [network for moment in MOMENTS for network in paper_trial.kept[moment].networks[::2]]
