"""What only the jobs `curve` and `evolve` have (tests/core/test_jobs.py: what all jobs promise)."""

import json

import pytest

from fogel import Settings, load_champion
from fogel.tools.experiment import ClimbJob, CurveJob, EvolveJob

SMALL = Settings(trials=2, generations=12, parents=8)


@pytest.fixture(scope="module")
def small_run():
    return CurveJob(SMALL).compute()


def test_what_is_written(small_run, tmp_path):
    CurveJob(SMALL.change(trials=3, seed=1)).run(tmp_path)  # an earlier, larger run
    CurveJob(SMALL).write(tmp_path, small_run, restart=True)
    run = json.loads((tmp_path / "run.json").read_text())
    assert run["settings"] == SMALL.to_dict() and run["seed"] == 1993
    assert run["best_payoff"] == small_run.best_payoff.tolist()
    assert run["mean_hidden_nodes"] == small_run.mean_hidden_nodes.tolist()
    assert len(run["champions"]) == 2
    assert {"fogel", "numpy", "numba", "python"} <= {*run["versions"]}
    names = sorted(path.name for path in (tmp_path / "champions").iterdir())
    assert names == ["trial_00.json", "trial_01.json"]
    champion = load_champion(tmp_path / "champion.json")
    assert champion.weights.tobytes() == small_run.champion.weights.tobytes()
    assert champion.settings == SMALL and champion.generation == 12


def test_a_validation_goes_on(tmp_path):
    job = CurveJob(SMALL.change(generations=3), validate=True)
    whole = job.summary(job.compute())["validation"]
    with job.saved_in(tmp_path) as saved:
        job.compute(saved)
        saved.remove("trial_0000001")
        assert job.summary(job.compute(saved))["validation"] == whole


def test_the_command_says_everything():
    jobs = {
        "fogel curve --trials=2 --generations=12 --parents=8 --validate": CurveJob(SMALL, True),
        "fogel evolve --generations=9": EvolveJob(Settings(generations=9)),
        "fogel evolve --exact --hidden-nodes=3 --max-networks=500 --seed=7": (
            ClimbJob(Settings(seed=7), 3, 500)
        ),
    }
    for command, job in jobs.items():
        assert job.command == command and job.from_dict(job.to_dict()).record == job.record
