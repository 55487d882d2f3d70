"""What every job promises, whoever wrote it: each test runs for all jobs, those of the book too."""

import errno
import fnmatch
import gzip
import random
import re
import shutil
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext, suppress
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from damage import faults
from killed import KILLED, ended, moments
from places import ROOT
from same import tree
from small_jobs import SMALL, Throws, ThrowSettings, another_cell, find_out, other, prepare
from systems import THERE, needs
from tables import draws_of

from fogel.core import files, saving, table_jobs
from fogel.core.results import SavedError
from fogel.core.table_jobs import TableJob, read_head, table_text
from fogel.core.workers import AtOnce
from fogel.plots import style
from fogel.thousand import comparison, table
from fogel.tools import all_jobs
from fogel.tools.reproduce import again

WRONG = ("seven", "nan", "inf", "1_0", "٣", "1e400", "9" * 500)  # in place of a number
WHOLE = {}  # by command: the files of a run that nobody interrupted
STORED = {"games": table.STORED, "methods": comparison.STORED}
# The others that the book reads have tests of their own, or take long.
for one in (
    *("climbers", "ends", "first-payoffs", "laggards", "league-versions", "misere-climbers"),
    *("paper-1993", "paper-1993-mild", "robustness", "seats"),
):
    STORED[one] = ROOT / "notebooks" / "stored" / f"{one}.csv"


def pytest_generate_tests(metafunc):
    """All jobs; where a test looks at a table, those that make one."""
    if "job" in metafunc.fixturenames:
        tables = "made" in metafunc.fixturenames
        names = [name for name, job in SMALL.items() if isinstance(job, TableJob) or not tables]
        metafunc.parametrize("job", names, indirect=True)


@pytest.fixture
def job(request, monkeypatch):
    """Each job, small, whose pictures cost nothing and whose parts are saved at every chance."""
    prepare(request.param, monkeypatch)
    monkeypatch.setattr(saving, "EVERY", 0.0)
    monkeypatch.setattr(saving, "SHARE", 1e9)
    monkeypatch.setattr(style, "picture", lambda figure, kind: f"a picture, {kind}".encode())
    return SMALL[request.param]


@pytest.fixture
def out(job, tmp_path):
    """Where a job's results go: a folder, or the file with a network."""
    return find_out(job, tmp_path)


@pytest.fixture
def whole(job, tmp_path_factory):
    """The files of a job that nobody interrupted, made by one worker."""
    if job.command not in WHOLE:
        folder = tmp_path_factory.mktemp("whole")
        job.run(find_out(job, folder), workers=1)
        WHOLE[job.command] = tree(folder)
    return WHOLE[job.command]


@pytest.fixture
def made(job, whole, tmp_path):
    """The table of that run in a file with another name."""
    path = tmp_path / "table"
    path.write_bytes(whole[f"{job.name}.csv"])
    return path


@pytest.fixture(scope="module")
def cluster():
    """A scheduler of dask with two workers."""
    from distributed import Client

    with Client(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None) as one:
        yield one


def test_every_job_is_tested():
    jobs = {job.name: type(job) for job in SMALL.values() if job.name != Throws.name}
    assert {*jobs} == {*all_jobs.COMMANDS, *all_jobs.OWN_COMMANDS, *all_jobs.TABLES}
    assert all(all_jobs.find_job(name) is kind for name, kind in jobs.items())
    with pytest.raises(ValueError, match="there is no job 'dice'; the jobs are league, games, "):
        all_jobs.find_job("dice")


def test_a_job_has_the_files_that_it_names(job, whole):
    made = {name for name in whole if not name.startswith("saved/")}
    assert all(fnmatch.filter(made, name) for name in job.file_names())
    assert made == {one for name in job.file_names() for one in fnmatch.filter(made, name)}


# Who works.

EXECUTORS = {
    "one": AtOnce,
    "threads": lambda: ThreadPoolExecutor(3),
    "processes": lambda: ProcessPoolExecutor(2, get_context("fork")),
}


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_same_bytes_with_any_number_of_workers(workers, job, whole, out, tmp_path):
    job.run(out, workers=workers)
    assert tree(tmp_path) == whole


@pytest.mark.parametrize("kind", [*EXECUTORS, "dask"])
def test_the_same_bytes_with_any_executor(kind, job, whole, out, tmp_path, cluster):
    if kind == "processes" and not THERE["forks"]:
        pytest.skip("this system lacks: forks")
    make = EXECUTORS.get(kind, lambda: nullcontext(cluster.get_executor()))
    with make() as executor:
        job.run(out, executor)
    assert tree(tmp_path) == whole


def test_progress_counts_all_steps(job):
    seen = []

    def progress(steps):
        seen.append(len(steps))
        return (seen.append(step) or step for step in steps)

    job.compute(progress=progress)
    count = len(job) * job.steps
    assert seen == [count, *range(count)]


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

    def make(job, key, tick=None, checkpoint=None):
        begun.append(key)
        return usual(job, key, tick, checkpoint)

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


def test_a_long_part_goes_on_where_it_was(tmp_path, monkeypatch):
    ticks, usual, stop = [], Throws.long_rows, True
    monkeypatch.setattr(saving, "EVERY", 0.0)
    monkeypatch.setattr(saving, "SHARE", 1e9)

    def stopped(job, key, tick=None, checkpoint=None):
        def count(steps):
            ticks.append(steps)
            tick(steps)
            if stop and len(ticks) == 5:
                raise Stop

        return usual(job, key, count if tick else None, checkpoint)

    monkeypatch.setattr(Throws, "long_rows", stopped)
    with pytest.raises(Stop):
        Throws(ThrowSettings(throws=9)).run(tmp_path, workers=1)
    ticks.clear()
    stop = False
    Throws(ThrowSettings(throws=9)).run(tmp_path, workers=1)
    assert ticks == [4, *[1] * (4 * 9 - 4)]


@needs("forks")
def test_a_job_that_is_killed_at_any_rename_ends_in_the_same_bytes(job, whole, tmp_path):
    job.warm_up()  # what is compiled, all copies share

    def act():
        job.run(find_out(job, tmp_path / "out"), workers=1)

    code, count = ended(act)
    assert code == 0 and count > len(job) and tree(tmp_path / "out") == whole
    rng = random.Random(job.name)
    for moment in rng.sample(moments(count), 6):
        shutil.rmtree(tmp_path / "out")
        assert ended(act, moment)[0] == KILLED
        assert ended(act)[0] == 0
        assert tree(tmp_path / "out") == whole, moment


def test_a_full_disk_loses_nothing(job, whole, out, tmp_path, monkeypatch):
    """Results of another run stay until all of the new ones are there."""
    other(job).run(out)
    before = {name: one for name, one in tree(tmp_path).items() if "saved/" not in name}
    usual, room = Path.write_bytes, 0

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


def test_a_damaged_part_is_made_again(job, whole, out, tmp_path):
    said = []
    with job.saved_in(out, say=said.append) as saved:
        job.compute(saved)
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


def test_another_jobs_results_are_not_lost(job, whole, out, tmp_path):
    other(job).run(out)
    made = tree(tmp_path)
    with pytest.raises(SavedError, match=r"seed is .* there, not .*--restart"):
        job.run(out)
    assert tree(tmp_path) == made
    job.run(out, restart=True)
    job.run(out)  # the same again
    assert tree(tmp_path) == whole
    job.place(out, job.file_names()[0]).write_text("mine")
    with pytest.raises(SavedError, match="exists, but does not say which run made it"):
        job.run(out)


def test_another_jobs_parts_are_not_lost(job, out):
    with pytest.raises(Stop):
        other(job).run(out, progress=stopping(0), workers=1)
    with saving.Saved(job.place(out, "saved"), other(job).record) as saved:
        saved.save("trial_0000000", {"rows": []})
    with pytest.raises(SavedError, match="belongs to another run: seed is"):
        job.run(out)


# Reading back.


def test_a_table_is_read_back_whole(job, whole, made):
    for data in (made.read_bytes(), gzip.compress(made.read_bytes())):
        made.write_bytes(data)
        found = type(job).read(made)
        assert found.job.to_dict() == job.to_dict() and len(found) == len(found.rows) > 1
        assert found.text.encode() == whole[f"{job.name}.csv"]
        assert [*found.parts] == [*map(tuple, job.keys())]
        for name, kind in job.columns.items():
            assert len(found[name]) == len(found)
            if kind is float | None:
                assert found[name].dtype == float


def test_a_damaged_table_is_refused(job, made):
    content, path = made.read_bytes(), made

    def read(some):
        path.write_bytes(some)
        return type(job).read(path)

    def same(value, right):
        return value.text == right.text

    assert not (found := faults(content, read, same, 7)), found
    packed = gzip.compress(content)
    assert not (found := faults(packed, read, same, 7, text=False)), found


def sealed(job, path, texts):
    """Write a table of these cells with a digest of its own."""
    path.write_text(job.text_of(texts), encoding="utf-8", newline="\n")
    return path


def test_a_wrong_cell_is_named_with_its_line_and_its_column(job, made):
    table = type(job).read(made)
    for place, (name, kind) in enumerate(job.columns.items()):
        for wrong in WRONG if kind is not str else ():
            row = (7 * place) % len(table)
            texts = [[*cells] for cells in table.texts]
            texts[row][place] = wrong
            words = rf"line {row + 3}: {re.escape(name)} must be (a whole|a number|yes or no)"
            with pytest.raises(ValueError, match=f"table: {words}"):
                type(job).read(sealed(job, made, texts))


def test_rows_that_are_not_all_of_them_are_refused(job, made):
    texts = type(job).read(made).texts
    orders = [texts[::-1], [texts[-1], *texts[1:-1], texts[0]]]
    # Rows of one part may be as good in another order.
    wrong = [some for some in orders if [row[0] for row in some] != [row[0] for row in texts]]
    # Where nobody knows how many rows there must be, only the digest says that all are there.
    if job.leads(job.keys()[0]) is not None:
        wrong += [texts[:-1], texts[1:], [*texts, texts[-1]], []]
    for some in wrong:
        with pytest.raises(ValueError, match=r"table: (line \d+|must hold)"):
            type(job).read(sealed(job, made, some))
    with pytest.raises(ValueError, match="table: line 4 must have"):
        type(job).read(sealed(job, made, [texts[0], texts[1][:-1], *texts[2:]]))


def test_other_columns_are_refused(job, made):
    first, columns, rest = made.read_text(encoding="utf-8").split("\n", 2)
    made.write_text("\n".join([first, f"{columns}!", rest]), encoding="utf-8", newline="\n")
    with pytest.raises(ValueError, match="table: line 2 must name the columns"):
        type(job).read(made)


def test_what_was_changed_after_it_was_written_is_refused(job, made):
    """In a cell that could be so, and in the settings."""
    whole = made.read_text(encoding="utf-8")
    head = whole.partition("\n")[0]
    texts, _ = another_cell(job, type(job).read(made), draws_of(made))
    changed = [
        f"{head}\n{job.text_of(texts).partition(chr(10))[2]}",
        whole.replace('"fogel": ', '"fogel": "0", "fogle": ', 1),
    ]
    for text in changed:
        assert text != whole
        made.write_text(text, encoding="utf-8", newline="\n")
        with pytest.raises(ValueError, match="table: was changed after it was written"):
            type(job).read(made)


@pytest.mark.parametrize("text", ["", "a,b\n", "# fogel\n", "# fogel {}\n", "# fogel [1]\n"])
def test_a_table_that_names_no_job_is_refused(text, tmp_path):
    (tmp_path / "x").write_text(text)
    with pytest.raises(ValueError, match="x: line 1 must say which job made it"):
        Throws.read(tmp_path / "x")


@pytest.mark.parametrize("said", ["{}", '{"settings": 3}', '{"settings": {"throws": 0}}'])
def test_a_job_that_can_not_be_is_refused(said, tmp_path):
    (tmp_path / "x").write_text(
        f'# fogel {{"job": "throws", "digest": "", {said[1:]}\n'.replace(", }", "}")
    )
    with pytest.raises(
        ValueError, match=r"x: (line 1: the job is malformed|throws must|settings must)"
    ):
        Throws.read(tmp_path / "x")


def test_a_table_of_another_job_is_refused(tmp_path):
    (tmp_path / "x").write_text(Throws().text_of([]))
    with pytest.raises(ValueError, match="x: must be a table of games, not of throws"):
        table.GamesJob.read(tmp_path / "x")


def test_a_file_that_would_fill_the_memory_is_refused(tmp_path, monkeypatch):
    (tmp_path / "x").write_bytes(gzip.compress(bytes(10**6)))
    monkeypatch.setattr(table_jobs, "LARGEST_INFLATED", 10**5)
    with pytest.raises(ValueError, match="x: such a table has at most 100,000 bytes"):
        Throws.read(tmp_path / "x")


# Run again.


def test_a_table_is_run_again_under_any_name(job, made):
    found = again(made, 0)
    assert found.same and found.done == len(job) and f"`{job.command}`" in found.words
    texts, (row, column) = another_cell(job, type(job).read(made), draws_of(made))
    found = again(sealed(job, made, texts), 0)
    assert not found.same and [*found.different] == [
        job.key_words(key)
        for key, at in type(job).read(made).parts.items()
        if row in range(len(texts))[at]
    ]
    assert f".{column} is " in found.words


@pytest.mark.parametrize("name", STORED)
def test_random_parts_of_a_stored_table_come_out_again(name):
    """Parts that don't take long."""
    said, *_ = read_head(table_text(STORED[name]))
    found, rng = all_jobs.find_job(said["job"]).read(STORED[name]), draws_of(STORED[name])
    quick = {
        "games": lambda key: found["boards"][found.parts[key]][0] < np.median(found["boards"]),
        "methods": lambda key: key[1] != "neat" or key[0] >= 7,
        "league-versions": lambda key: key[0] == "the league",
        "misere-climbers": lambda key: key[:2] == (1, 4),
        "robustness": lambda key: key[0] != "128 games",
    }
    keys = [key for key in found.parts if quick.get(name, bool)(key)]
    for place in rng.choice(len(keys), 2 if name in quick else 1, replace=False):
        key = keys[place]
        assert found.job.make(key) == found.texts[found.parts[key]], key


# The smallest things.


def test_a_job_that_can_not_be_run_here_says_why(monkeypatch, tmp_path):
    monkeypatch.setattr(Throws, "refusal", lambda job: "needs dice")
    with pytest.raises(ValueError, match="throws: needs dice"):
        Throws().run(tmp_path)
    assert not tree(tmp_path)


def test_it_is_said_how_much_is_saved(tmp_path):
    job = Throws(ThrowSettings(throws=2))
    with job.saved_in(tmp_path) as saved:
        assert job.far(saved) == ""
        job.compute(saved)
        assert job.far(saved) == "4 of 4 dies"
    assert job.command == "job throws --throws=2"


def test_a_cell_is_plain():
    written = [
        table_jobs.plain(value) for value in (None, 0.1 + 0.2, True, np.bool_(False), -3, "a")
    ]
    assert written == ["", "0.30000000000000004", "yes", "no", "-3", "a"]
    rounded = [
        table.GamesJob().cell(value) for value in (None, 0.1 + 0.2, -2.2e-16, 1234.56789012345, 3)
    ]
    assert rounded == ["", "0.3", "0", "1234.56789", "3"]
