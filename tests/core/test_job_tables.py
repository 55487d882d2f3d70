"""The tables of all jobs: read back whole, refused by line and column, run again."""

import gzip
import re

import numpy as np
import pytest
from damage import faults
from small_jobs import SMALL, Throws, another_cell, prepare
from tables import draws_of

from fogel.core import table_jobs
from fogel.core.table_jobs import TableJob
from fogel.thousand import table
from fogel.tools.reproduce import again

WRONG = ("seven", "nan", "inf", "1_0", "٣", "1e400", "9" * 500)  # in place of a number


@pytest.fixture(params=[name for name, one in SMALL.items() if isinstance(one, TableJob)])
def job(request, monkeypatch, often):
    """Each job that makes a table, small."""
    prepare(request.param, monkeypatch)
    return SMALL[request.param]


@pytest.fixture
def made(job, whole, tmp_path):
    """The table of a job in a file with another name."""
    path = tmp_path / "table"
    path.write_bytes(whole[f"{job.name}.csv"])
    return path


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
    if job.name == Throws.name:
        packed = gzip.compress(content)
        assert not (found := faults(packed, read, same, 7, text=False)), found


def sealed(job, path, texts):
    """Write a table of these cells with a digest of its own."""
    path.write_text(job.make_text(texts), encoding="utf-8", newline="\n")
    return path


def test_a_wrong_cell_is_named_with_its_line_and_its_column(job, made):
    table = type(job).read(made)
    for place, (name, kind) in enumerate(job.columns.items()):
        some = WRONG if job.name == Throws.name else [WRONG[place % len(WRONG)]]
        for wrong in some if kind is not str else ():
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
        f"{head}\n{job.make_text(texts).partition(chr(10))[2]}",
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
    (tmp_path / "x").write_text(Throws().make_text([]))
    with pytest.raises(ValueError, match="x: must be a table of games, not of throws"):
        table.GamesJob.read(tmp_path / "x")


def test_a_file_that_would_fill_the_memory_is_refused(tmp_path, monkeypatch):
    (tmp_path / "x").write_bytes(gzip.compress(bytes(10**6)))
    monkeypatch.setattr(table_jobs, "LARGEST_INFLATED", 10**5)
    with pytest.raises(ValueError, match="x: such a table has at most 100,000 bytes"):
        Throws.read(tmp_path / "x")


def test_a_table_is_run_again_under_any_name(job, made):
    found = again(made, 0)
    assert found.same and found.done == len(job) and f"`{job.command}`" in found.words
    texts, (row, column) = another_cell(job, type(job).read(made), draws_of(made))
    found = again(sealed(job, made, texts), 0)
    assert not found.same and [*found.different] == [
        job.key_words(key) for key, at in type(job).read(made).parts.items() if row in at
    ]
    assert f".{column} is " in found.words


def test_a_cell_is_plain():
    written = [
        table_jobs.plain(value) for value in (None, 0.1 + 0.2, True, np.bool_(False), -3, "a")
    ]
    assert written == ["", "0.30000000000000004", "yes", "no", "-3", "a"]
    rounded = [
        table.GamesJob().cell(value) for value in (None, 0.1 + 0.2, -2.2e-16, 1234.56789012345, 3)
    ]
    assert rounded == ["", "0.3", "0", "1234.56789", "3"]
