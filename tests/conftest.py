import hypothesis
import numpy as np
import pytest
from commands import Command
from shared import made_once

from fogel import Keep, run_trial, run_trials
from fogel.encoding import X_TO_MOVE, positions
from fogel.network import random_network

# A busy machine is slow, and the first example may have to wait for a compiler: no example has a
# deadline, and slow examples are no failure.
slow = hypothesis.HealthCheck.too_slow
hypothesis.settings.register_profile("fogel", deadline=None, suppress_health_check=[slow])
hypothesis.settings.load_profile("fogel")

MOMENTS = (1, 2, 5, 10, 50, 100, 200, 400, 600, 800)


@pytest.fixture
def command(capsys):
    """`fogel` as it is typed: `command("audit one-node")`."""
    return Command(capsys)


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
    """The paper's whole experiment, with the populations of three generations."""
    observers = [Keep((1, 50, 800))]
    return made_once(tmp_path_factory, "paper_experiment", lambda: run_trials(observers=observers))


@pytest.fixture(scope="session")
def evolved_networks(paper_trial):
    """500 networks, 50 each of ten generations from 1 to 800."""
    return [network for moment in MOMENTS for network in paper_trial.kept[moment].networks[::2]]
