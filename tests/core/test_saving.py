"""Runs that are interrupted and go on, bit by bit as if they had not been."""

import errno
import os
import re
from pathlib import Path

import numpy as np
import pytest
from same import tree
from systems import needs

from fogel import Audit, ScoreUnder, Settings, run_trial
from fogel.core import files, saving
from fogel.core.results import SavedError
from fogel.core.saving import Checkpoint, Saved, pack, unpack
from fogel.engine.saved_trials import Save
from fogel.perfect import climber

SMALL = Settings(trials=3, generations=130, parents=6, rivals=5)
JOB = {"settings": {"slip": 0.1, "trials": 3}, "program": {"files": "abc"}}
VALUES = {
    "weights": np.array([[0.1, -2.0]]),
    "numbers": np.arange(3, dtype=np.uint16),
    "state": 2**100,
    "none": None,
}


@pytest.fixture
def often(monkeypatch):
    """Checkpoints as often as there can be one: after each call of the engine."""
    monkeypatch.setattr(saving, "EVERY", 0.0)
    monkeypatch.setattr(saving, "SHARE", np.inf)


def assert_refused(words, *arguments, **options):
    with pytest.raises(SavedError, match=words), Saved(*arguments, **options):
        pass


# Parts.


def test_a_part_is_read_as_it_was_written():
    found = unpack(pack(VALUES, "job", "one"), "job", "one")
    assert found["state"] == 2**100 and found["none"] is None
    for name in ("weights", "numbers"):
        assert found[name].dtype == VALUES[name].dtype and (found[name] == VALUES[name]).all()


def test_a_part_that_is_damaged_anywhere_is_not_used():
    whole = pack(VALUES, "job", "one")
    for place in range(0, len(whole), 7):
        with pytest.raises(ValueError, match="damaged, or of another job"):
            unpack(whole[:place], "job", "one")
        with pytest.raises(ValueError, match="damaged, or of another job"):
            unpack(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :], "job", "one")
    for job, name in (("other", "one"), ("job", "two")):
        with pytest.raises(ValueError, match="of another job or part"):
            unpack(whole, job, name)


def test_a_damaged_part_is_named_and_left_out(tmp_path):
    said = []
    with Saved(tmp_path / "saved", JOB, say=said.append) as saved:
        for name in ("one", "two"):
            saved.save(name, VALUES)
        path = tmp_path / "saved" / "one.part"
        path.write_bytes(path.read_bytes()[:-1])
        assert saved.load("one") is None and saved.load("three") is None
        assert saved.load("two")["state"] == 2**100
    assert said == [f"{path} is not used: damaged, or of another job or part"]


def test_another_jobs_parts_are_refused_unless_that_is_complete(tmp_path):
    other = {"settings": {"slip": 0.3, "trials": 3}, "program": {"files": "abc"}}
    with Saved(tmp_path, JOB) as saved:
        saved.save("one", VALUES)
    words = "job.json belongs to another run: slip is 0.1 there, not 0.3 .*--restart"
    assert_refused(words, tmp_path, other)
    with Saved(tmp_path, JOB) as saved:
        assert saved.names() == ["one"]  # nothing was lost
        saved.complete()
    with Saved(tmp_path, other) as saved:
        assert saved.names() == []
        saved.save("two", VALUES)
    with Saved(tmp_path, JOB, restart=True) as saved:
        assert saved.names() == []


def test_another_program_is_refused(tmp_path):
    with Saved(tmp_path, JOB) as saved:
        saved.save("one", VALUES)
    assert_refused("another version of the program", tmp_path, JOB | {"program": {"files": "abd"}})


def test_the_program_is_all_that_a_trial_depends_on():
    assert saving.program("curve") != saving.program("selection")
    names = {path.name for path in saving.sources("curve")}
    assert {"settings.py", "network.py", "games.py", "curve.py", "compiling.py"} <= names
    assert not {"climber.py", "sweep.py", "options.py"} & names


def test_the_program_is_what_its_files_hold(tmp_path, monkeypatch):
    """Not what they are called, nor the first of them alone."""
    paths = [tmp_path / "a.py", tmp_path / "b.py"]
    monkeypatch.setattr(saving, "sources", lambda module: paths)
    found = []
    for texts in (("1", "2"), ("3", "2"), ("1", "3")):
        for path, text in zip(paths, texts, strict=True):
            path.write_text(text)
        found.append(saving.program.__wrapped__("curve")["files"])
    assert len({*found}) == 3


@pytest.mark.parametrize("content", [b"", b"{", b'{"job": 3}', b"\xff\xfe", b"[]", b"[" * 10**5])
def test_a_damaged_record_loses_nothing(tmp_path, content):
    with Saved(tmp_path, JOB) as saved:
        saved.save("one", VALUES)
    (tmp_path / "job.json").write_bytes(content)
    with Saved(tmp_path, JOB) as saved:
        assert saved.load("one")["state"] == 2**100
    (tmp_path / "job.json").write_bytes(content)
    assert_refused("is damaged and does not say which run", tmp_path, {"other": 1})


@needs("named pipes")
def test_nobody_waits_for_a_part_that_is_a_pipe(tmp_path):
    said = []
    with Saved(tmp_path, JOB) as saved:
        saved.save("two", VALUES)
    os.mkfifo(tmp_path / "one.part")
    with Saved(tmp_path, JOB, say=said.append) as saved:
        assert saved.load("one") is None and saved.load("two")["state"] == 2**100
    assert said == [f"{tmp_path / 'one.part'} is not used: not a regular file"]
    (tmp_path / "job.json").write_text("{")
    assert_refused("is damaged and does not say which run", tmp_path, JOB)


def test_a_copy_of_a_part_is_not_counted(tmp_path):
    with Saved(tmp_path, JOB) as saved:
        saved.save("trial_0000001", VALUES)
        whole = (tmp_path / "trial_0000001.part").read_bytes()
        for name in (
            "trial_0000001_1",
            "trial_0000001 (1)",
            "trial_copy",
            "trial_",
            "a_trial_0000001",
        ):
            (tmp_path / f"{name}.part").write_bytes(whole)
        assert saved.names("trial_") == ["trial_0000001"]


def test_one_run_at_a_time(tmp_path):
    with Saved(tmp_path, JOB) as saved:
        assert_refused("another run is at work in", tmp_path, JOB, restart=True)
        saved.save("one", VALUES)
        saved.discard()
        with Saved(tmp_path, JOB) as other:  # the lock's file is gone, so this is another lock
            assert other.names() == []
    with Saved(tmp_path, JOB):
        pass


@pytest.mark.parametrize("others", [[], ["notes.txt"], ["trial_copy (1).part"]])
def test_nothing_of_anybody_elses_goes(others, tmp_path):
    """The folder goes with the last part, unless there is something else in it."""
    with Saved(tmp_path / "saved", JOB) as saved:
        saved.save("one", VALUES)
        for name in others:
            (tmp_path / "saved" / name).touch()
        saved.discard()
    assert [path.name for path in tmp_path.rglob("*")] == ["saved", *others] * bool(others)


@needs("replacing open files")
def test_a_lock_whose_file_has_gone_is_taken_anew(tmp_path, monkeypatch):
    """Its last holder removes the file after we have opened it, and before we lock it."""
    path, usual, gone = tmp_path / "lock", files._lock, []

    def late(file):
        if not gone:
            gone.append(path)
            path.unlink()
        usual(file)

    monkeypatch.setattr(files, "_lock", late)
    with files.lock(path) as held:
        assert gone and os.path.samestat(os.fstat(held.fileno()), os.stat(path))
        with pytest.raises(BlockingIOError):
            files.lock(path)


def test_a_lock_goes_where_open_files_can_not_be_removed(tmp_path, monkeypatch):
    """As on Windows: whoever has saved the results of a job would fail at its very end."""
    usual = Path.unlink

    def unlink(path, **options):
        if path.name == "lock" and not saved._lock.closed:
            raise PermissionError(errno.EACCES, "The process cannot access the file", str(path))
        usual(path, **options)

    monkeypatch.setattr(Path, "unlink", unlink)
    with Saved(tmp_path / "saved", JOB) as saved:
        saved.save("one", VALUES)
        saved.discard()
    assert not [*tmp_path.iterdir()]


# Trials.


class Stop(Exception):
    pass


def stop_at(generation):
    """A tick that ends a trial when so many generations are done."""
    done = 0

    def tick(generations):
        nonlocal done
        done += generations
        if done >= generation:
            raise Stop

    return tick


@pytest.mark.parametrize(
    ("changes", "observers"),
    [
        ({}, []),
        ({"replay_parents": False}, [Audit()]),
        ({"evaluation": "exact"}, [ScoreUnder(Settings(), (7, 101))]),
        (
            {"survivors": "highest-score", "best_player": "highest-exact"},
            [Audit((1, 60, 130)), ScoreUnder(SMALL)],
        ),
    ],
    ids=str,
)
def test_a_trial_goes_on_where_it_was(tmp_path, often, changes, observers):
    settings = SMALL.change(**changes)
    whole = run_trial(settings, 1, observers)
    with Saved(tmp_path, JOB) as saved:
        for generation in (51, 101):  # stopped twice, each time after a checkpoint
            with pytest.raises(Stop):
                run_trial(
                    settings, 1, [Save(Checkpoint(saved, "begun")), *observers], stop_at(generation)
                )
        assert saved.load("begun")["done"] >= 50
        ticks = []
        again = run_trial(settings, 1, [*observers, Save(Checkpoint(saved, "begun"))], ticks.append)
    assert sum(ticks) == 130 and ticks[0] >= 50
    for name in ("best_payoff", "mean_hidden_nodes", "parent_of"):
        assert getattr(again, name).tobytes() == getattr(whole, name).tobytes(), name
    assert again.champion.to_dict() == whole.champion.to_dict()
    for name in ("exact", "exact_payoff"):
        some, all_of_it = getattr(again, name), getattr(whole, name)
        assert (some is all_of_it is None) or some.tobytes() == all_of_it.tobytes(), name


def test_an_audit_of_some_generations():
    every = run_trial(SMALL, observers=[Audit()])
    some = run_trial(SMALL, observers=[Audit((1, 77))])
    assert np.flatnonzero(~np.isnan(some.exact[:, 0])).tolist() == [0, 76]
    assert (some.exact[[0, 76]] == every.exact[[0, 76]]).all()
    assert (some.best_payoff == every.best_payoff).all()
    with pytest.raises(
        ValueError, match="audit must hold numbers of generations, from 1 to 130, not 131"
    ):
        run_trial(SMALL, observers=[Audit((131,))])


@pytest.mark.parametrize("after_gain", [True, False])
def test_a_climb_goes_on_where_it_was(after_gain, tmp_path, often, monkeypatch):
    monkeypatch.setattr(climber, "CHUNK", 500)
    monkeypatch.setattr(climber, "PATIENCE", 1)
    whole = climber.climb(Settings(seed=5), 3, 10_000)
    stop = 2 + next(k for k, gain in enumerate(np.diff(whole.history)) if (gain > 0) == after_gain)
    with Saved(tmp_path, JOB) as saved:

        def progress(chunks):
            for number in chunks:
                if number == stop:  # before it is computed
                    raise Stop
                yield number

        with pytest.raises(Stop):
            climber.climb(Settings(seed=5), 3, 10_000, progress, Checkpoint(saved, "begun"))
        again = climber.climb(Settings(seed=5), 3, 10_000, list, Checkpoint(saved, "begun"))
    found, expected = ((one.payoff, one.audited, one.starts) for one in (again, whole))
    assert found == expected and whole.starts > 1
    assert again.history.tobytes() == whole.history.tobytes()
    assert again.champion.to_dict() == whole.champion.to_dict()


def test_saving_costs_little(monkeypatch):
    """On a fake clock, a checkpoint waits a hundred times as long as the one before it took."""
    now, written = [0.0], []
    monkeypatch.setattr(saving, "perf_counter", lambda: now[0])

    class Slow:
        def save(self, name, values):
            written.append(now[0])
            now[0] += 0.5

    one = Checkpoint(Slow(), "begun")
    for _ in range(10_000):
        now[0] += 0.1
        one.offer(dict)
    assert len(written) > 10 and 0.5 * len(written) < 0.0101 * now[0] + 0.5
    assert written[0] >= saving.EVERY


# Results.


def test_a_full_disk_says_which_file(tmp_path, monkeypatch):
    """What the system says of it names none."""

    def full(path, content):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    path = tmp_path / "some.csv"
    with pytest.raises(OSError, match=re.escape(f"No space left on device: {str(path)!r}")):
        files.write_file(path, "1\n")
    monkeypatch.undo()
    (tmp_path / "gone").mkdir()
    (tmp_path / "gone").rmdir()
    path = tmp_path / "gone" / "some.csv"
    with pytest.raises(OSError, match=re.escape(f"No such file or directory: {str(path)!r}")):
        files.write_file(path, "1\n")


@needs("signals")  # they show whether a process is there
def test_what_a_killed_writer_left_goes(tmp_path, monkeypatch):
    """Nothing else goes, such as what a live, foreign or unknown process writes."""
    kill = os.kill

    def others(process, number):
        if process == 7:
            raise PermissionError(errno.EPERM, "Operation not permitted")
        kill(process, number)

    monkeypatch.setattr(os, "kill", others)
    gone = tmp_path / f".run.json.fogel-{2**22 + 1}"
    stay = [
        tmp_path / name
        for name in (".bashrc.4194305", f".run.json.fogel-{os.getpid()}", ".run.json.fogel-7")
    ]
    stay += [tmp_path / f".run.json.fogel-{process}" for process in ("9" * 30, "1x")]
    for path in (gone, *stay):
        path.write_text("half")
    for tidy in (files.make_writable, files.tidy_within):
        tidy(tmp_path)
        assert sorted(tmp_path.iterdir()) == sorted(stay)


def test_what_another_command_keeps_in_the_folder_is_not_lost(tmp_path):
    """It is complete, and needed where its run goes on."""
    with Saved(tmp_path, {**JOB, "command": "curve"}) as saved:
        saved.save("trial_0000000", VALUES)
        saved.complete()
    before = tree(tmp_path)
    assert_refused('command is "curve" there, not "sweep"', tmp_path, {**JOB, "command": "sweep"})
    assert tree(tmp_path) == before


def test_a_job_differs_in_a_version_or_in_a_value_that_is_too_long_to_show():
    program = {"program": {"files": "abc", "python": "3.11.7"}}
    other = {"program": {"files": "abc", "python": "3.11.2"}}
    assert saving.difference(program, other) == 'python is "3.11.7" there, not "3.11.2"'
    assert (
        saving.difference({"answers": "0" * 99}, {"answers": "1" * 99})
        == "answers has another value there"
    )
