"""What every job promises, whoever wrote it: each test runs for all jobs, those of the book too."""

import errno
import fnmatch
import json
import random
import shutil
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from itertools import chain
from multiprocessing import get_context
from pathlib import Path

import pytest
from killed import KILLED, ended, moments
from same import tree
from small_jobs import SMALL, Throws, ThrowSettings, find_out, other
from systems import needs

from fogel.core import files, saving
from fogel.core.contents import MODULES
from fogel.core.results import SavedError
from fogel.core.workers import AtOnce
from fogel.tools import all_jobs

# Jobs whose small parts last long enough to offer their state.
OFFERING = ("checkers", "checkers-ratings", "curve", "ends", "evolve", "evolve --exact")
OFFERING += ("league", "league-versions", "sweep", "taste", "throws")


@pytest.fixture(scope="module")
def cluster():
    """A scheduler of dask with two workers."""
    from distributed import Client

    with Client(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as one:
        yield one


def test_every_job_is_tested():
    jobs = {job.name: job for job in SMALL.values() if job.name != Throws.name}
    assert {*jobs} == {*all_jobs.COMMANDS, *all_jobs.OWN_COMMANDS, *all_jobs.TABLES}
    for name, job in jobs.items():
        assert all_jobs.find_job(name) is type(job)
        home = type(job).__module__.removeprefix("fogel.")
        assert MODULES.index(home) <= MODULES.index(job.module)
        assert job.record["program"] == saving.program(job.module)
    with pytest.raises(ValueError, match="there is no job 'dice'; the jobs are league, games, "):
        all_jobs.find_job("dice")


def test_a_job_has_the_files_that_it_names(job, whole):
    made = {name for name in whole if not name.startswith("saved/")}
    found = [fnmatch.filter(made, name) for name in job.file_names()]
    assert all(found) and made == {*chain(*found)}


# Who works.


@pytest.mark.parametrize("workers", [2, 3])
def test_the_same_bytes_with_any_number_of_workers(workers, job, whole, out, tmp_path):
    job.run(out, workers=workers)
    assert tree(tmp_path) == whole


@needs("forks")
def test_the_same_bytes_with_processes(job, whole, out, tmp_path):
    with ProcessPoolExecutor(2, get_context("fork")) as executor:
        job.run(out, executor)
    assert tree(tmp_path) == whole


def test_the_same_bytes_with_dask(job, whole, out, tmp_path, cluster):
    job.run(out, cluster.get_executor())
    assert tree(tmp_path) == whole


def test_progress_counts_all_steps_and_the_outcome_has_words(job):
    seen = []

    def progress(steps):
        seen.append(len(steps))
        return (seen.append(step) or step for step in steps)

    found = job.compute(progress=progress)
    count = len(job) * job.steps
    assert seen == [count, *range(count)]
    summary = {**job.to_dict(), "out": "place", **job.summary(found)}
    assert "place" in job.describe(json.loads(json.dumps(summary)))


# Interruptions.


class Stop(Exception):
    """Raised in place of Ctrl-C."""


def stopping(step):
    """A progress that stops at a step."""

    def progress(steps):
        for number in steps:
            if number == step:
                raise Stop
            yield number

    return progress


def test_a_stopped_job_goes_on_from_what_is_there(job, whole, out, tmp_path, monkeypatch):
    """Its finished parts are not made again; those of several steps go on where they were."""
    rng, begun, usual = random.Random(job.name), [], type(job).make

    def make(job, key, *how):
        begun.append(key)
        return usual(job, key, *how)

    monkeypatch.setattr(type(job), "make", make)
    for workers in (1, 2):
        with suppress(Stop):  # a fast worker may be done by then
            stop = rng.randrange(len(job) * job.steps * workers // 3 + 1)
            job.run(out, progress=stopping(stop), workers=workers)
    finished = saving.Saved(job.place(out, "saved"), {}).names("trial_")
    begun.clear()
    job.warm_up()
    warming_up = len(begun)
    begun.clear()
    job.run(out, workers=2)
    assert tree(tmp_path) == whole
    left = len(job) - len(finished)
    assert len(begun) == (warming_up + left if left else 0)


def test_a_long_part_goes_on_where_it_was(tmp_path, monkeypatch, often):
    ticks, usual, stop = [], Throws.long_rows, True

    def stopped(job, key, tick=None, checkpoint=None):
        def count(steps):
            ticks.append(steps)
            tick(steps)
            if stop and len(ticks) >= 5:  # the next part, which may have begun, stops too
                raise Stop

        return usual(job, key, count if tick else None, checkpoint)

    monkeypatch.setattr(Throws, "long_rows", stopped)
    with pytest.raises(Stop):
        Throws(ThrowSettings(throws=9)).run(tmp_path, workers=1)
    ticks.clear()
    stop = False
    Throws(ThrowSettings(throws=9)).run(tmp_path, workers=1)
    assert ticks == [4, *[1] * (4 * 9 - 4)]


class Last:
    """In place of a checkpoint: the last state that a part has offered."""

    there = None

    def load(self):
        return self.there and saving.unpack(self.there, "job", "part")

    def offer(self, state):
        self.there = saving.pack(state(), "job", "part")


def test_a_part_ends_the_same_from_its_last_state(job):
    last, ticks, shared = Last(), ([], []), [AtOnce()] * job.shares
    found = [job.make(job.keys()[-1], some.append, last, *shared) for some in ticks]
    one, other = (saving.pack(job.to_saved(some), "job", "part") for some in found)
    assert one == other and sum(ticks[0]) == sum(ticks[1]) <= job.steps
    assert last.there or job.name not in OFFERING


@needs("forks")
def test_a_job_that_is_killed_at_any_rename_ends_in_the_same_bytes(job, whole, tmp_path):
    job.warm_up()  # what is compiled, all copies share

    def act():
        job.run(find_out(job, tmp_path / "out"), workers=1)

    code, count = ended(act)
    assert code == 0 and count > len(job) and tree(tmp_path / "out") == whole
    rng = random.Random(job.name)
    for moment in rng.sample(moments(count), 8 if job.name == Throws.name else 2):
        shutil.rmtree(tmp_path / "out")
        assert ended(act, moment)[0] == KILLED
        assert ended(act)[0] == 0
        assert tree(tmp_path / "out") == whole, moment


def without_saved(contents):
    """The files of the results."""
    return {name: content for name, content in contents.items() if "saved/" not in name}


def put(folder, contents):
    """Write files into a folder."""
    for name, content in contents.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)


def test_a_full_disk_loses_nothing(job, whole, out, tmp_path, monkeypatch, files_of):
    """Results of another run stay until all of the new ones are there."""
    usual, room = Path.write_bytes, 0
    put(tmp_path, files_of(other(job)))
    before = without_saved(tree(tmp_path))

    def full(path, content):
        nonlocal room
        room -= 1
        if room < 0:
            usual(path, content[: len(content) // 2])
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        return usual(path, content)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        for fits in (0, 1, len(job)):
            room = fits
            with pytest.raises(OSError, match="No space left on device"):
                job.run(out, restart=True)
            there = tree(tmp_path)
            assert {name: there[name] for name in before} == before
    job.run(out, restart=True)
    assert tree(tmp_path) == whole


def test_a_part_is_used_again_and_a_damaged_one_made_again(job, whole, out, tmp_path):
    said = []
    with job.saved_in(out, say=said.append) as saved:
        job.compute(saved)
        job.write(out, job.compute(saved))
        assert without_saved(tree(tmp_path)) == without_saved(whole)
        for number, part in enumerate(saved.names("trial_")):
            path = saved.folder / f"{part}.part"
            path.write_bytes(path.read_bytes()[:-number] + b"!" if number else b"")
        job.finish(out, job.compute(saved), saved)
    assert tree(tmp_path) == whole and len(said) == len(job)
    assert all("is not used: damaged" in words for words in said)


# What is in the way.


def test_one_run_at_a_time(job, out):
    job.place(out, "saved").mkdir()
    with (
        files.lock(job.place(out, "saved") / "lock"),
        pytest.raises(SavedError, match="another run is at work in"),
    ):
        job.run(out)


def test_another_jobs_results_are_not_lost(job, whole, out, tmp_path, files_of):
    made = files_of(other(job))
    put(tmp_path, made)
    with pytest.raises(SavedError, match=r"seed is .* there, not .*--restart"):
        job.run(out)
    assert tree(tmp_path) == made
    put(tmp_path, whole)
    job.check_folder(out)  # the same job may write there again
    job.place(out, job.file_names()[0]).unlink()
    if {Path(name).suffix for name in without_saved(tree(tmp_path))} - {".png", ".svg"}:
        with pytest.raises(SavedError, match="was not made by a run in"):
            job.run(out, executor=AtOnce())
    job.place(out, job.file_names()[0]).write_text("mine")
    for write in (job.run, lambda folder: job.write(folder, None)):
        with pytest.raises(SavedError, match="exists, but does not say which run made it"):
            write(out)


def test_another_jobs_parts_are_not_lost(job, out):
    with pytest.raises(Stop):
        other(job).run(out, progress=stopping(0), workers=1)
    with saving.Saved(job.place(out, "saved"), other(job).record) as saved:
        saved.save("trial_0000000", {"rows": []})
    with pytest.raises(SavedError, match="belongs to another run: seed is"):
        job.run(out)


# The smallest things.


def test_a_job_that_can_not_be_run_here_says_why(monkeypatch, tmp_path):
    monkeypatch.setattr(Throws, "refusal", lambda job: "needs dice")
    with pytest.raises(ValueError, match="throws: needs dice"):
        Throws().run(tmp_path)
    assert not tree(tmp_path)


def test_it_is_said_how_much_is_saved(tmp_path, monkeypatch):
    job = Throws(ThrowSettings(throws=2))
    with job.saved_in(tmp_path) as saved:
        assert job.far(saved) == ""
        job.compute(saved)
        assert job.far(saved) == "4 of 4 dies"
    assert job.command == "job throws --throws=2"
    monkeypatch.setattr(Throws, "keys", lambda job: [(6,)])
    with job.saved_in(tmp_path / "one") as saved:
        saved.save("begun_0000000", {})
        assert job.far(saved) == "part of the die"
