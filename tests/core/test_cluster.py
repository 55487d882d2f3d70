"""Runs on the workers of a dask scheduler: processes of their own, one of which is killed."""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest
from same import tree

from fogel import Settings, sweep
from fogel.cli import main
from fogel.core import cluster
from fogel.core.cluster import Checked, ClusterError, checked_work
from fogel.core.saving import program

ROOT = Path(__file__).parents[2]
BASE = Settings(trials=12, generations=150, parents=12)
OVER = {"slip": [0.0, 0.1]}
CURVE = ["curve", "--trials", "4", "--generations", "60", "--parents", "10"]
needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="dask is not installed")


def start(*arguments):
    """A process of dask that finds this package."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "PYTHONPATH": path, "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "1h"}
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments, "--no-dashboard"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    """(address of a scheduler, its two workers, processes of one thread each)."""
    folder = tmp_path_factory.mktemp("dask")
    file = folder / "scheduler.json"
    processes = [
        start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", file.as_posix()
        )
    ]
    try:
        while not file.exists() or not file.read_text().endswith("}"):
            assert processes[0].poll() is None
            time.sleep(0.05)
        options = ["--nthreads", "1", "--no-nanny", "--local-directory", folder.as_posix()]
        processes += [
            start("worker", "--scheduler-file", file.as_posix(), *options) for _ in range(2)
        ]
        yield json.loads(file.read_text())["address"], processes[1:]
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait()


def count_workers(address):
    from distributed import Client

    with Client(address) as client:
        return len(client.scheduler_info(n_workers=-1)["workers"])


@needs_dask
def test_a_cluster_gives_the_same_bytes(dask, tmp_path, capsys):
    address, _ = dask
    while count_workers(address) < 2:
        time.sleep(0.1)
    assert main([*CURVE, "--out", str(tmp_path / "here")]) == 0
    assert main([*CURVE, "--scheduler", address, "--out", str(tmp_path / "there")]) == 0
    assert tree(tmp_path / "there") == tree(tmp_path / "here")


@needs_dask
def test_a_worker_that_is_killed_costs_its_trials_alone(dask, tmp_path):
    """Each finished trial is counted once, none is lost, and the table has the same bytes."""
    (address, (first, _)), counted = dask, []

    def progress(generations):
        for number in generations:
            counted.append(number)
            if number == 3 * BASE.generations:  # of 24 trials
                first.kill()
            yield number

    sweep.run(BASE, OVER, (1, 150), out=tmp_path / "here")
    with cluster.workers(address, "sweep") as executor:
        how = {"executor": executor, "progress": progress}
        sweep.run(BASE, OVER, (1, 150), out=tmp_path / "there", **how)
    assert counted == [*range(24 * BASE.generations)]
    assert first.wait() != 0 and count_workers(address) == 1
    assert tree(tmp_path / "there") == tree(tmp_path / "here")


@needs_dask
def test_nobody_there(monkeypatch):
    monkeypatch.setattr(cluster, "WAIT", 0.2)
    with (
        pytest.raises(ClusterError, match=r"no scheduler answers at 'tcp://127\.0\.0\.1:1'"),
        cluster.workers("tcp://127.0.0.1:1"),
    ):
        pass
    with (
        pytest.raises(ClusterError, match="no scheduler answers at 'nonsense://'"),
        cluster.workers("nonsense://"),
    ):
        pass


@needs_dask
@pytest.mark.parametrize("address", ["x", "", "tls://127.0.0.1:1"])
def test_an_address_that_is_none_costs_one_line(address, tmp_path):
    """Distributed's own complaint, of a client that is closed too late, would follow it."""
    options = ["--scheduler", address, "--out", str(tmp_path)]
    command = [sys.executable, "-m", "fogel", *CURVE, *options]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    (line,) = run.stderr.splitlines()
    assert line.startswith(
        f"fogel curve: argument --scheduler: no scheduler answers at {address!r}"
    )
    assert run.returncode == 2 and not run.stdout and not [*tmp_path.rglob("*.part")]


def test_without_the_extra_it_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(ClusterError, match=r"pip install fogel\[dask\]"),
        cluster.workers("tcp://127.0.0.1:1"),
    ):
        pass


def test_a_worker_with_another_version_is_noticed():
    with ThreadPoolExecutor(1) as threads:
        assert Checked(threads, "curve").submit(pow, 2, 10).result() == 1024
    for name in program("curve"):
        with pytest.raises(ClusterError, match=f"another version of the program: {name}"):
            checked_work("curve", program("curve") | {name: "0"}, pow, 2, 10)
