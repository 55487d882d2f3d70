"""Jobs whose parts are rows of a table, which says in its first line which job made it.

    # fogel {"job": "robustness", "settings": {"trials": 100, "seed": 7}, "digest": "206ec33348c7"}
    version,trial,seed,exact_payoff,change,better,near
    as it is,0,7,0.41270916666666047,-10.518600233333336,0.06,0.81

The digest covers everything else, the settings too. So a table is read back whole, under any name,
or it is refused; and its parts can be made again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import compress
from math import isfinite
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, get_type_hints

import numpy as np

from fogel.core.csv_files import csv_rows, csv_text, decompressed, digest
from fogel.core.files import read_bytes, shortened
from fogel.core.jobs import Job, Key, Tick
from fogel.core.results import versions
from fogel.core.saving import Checkpoint
from fogel.core.settings import parse_number
from fogel.core.types import FilePath, Json

HEAD = "# fogel "  # with which the first line of a table begins
FIRST = 3  # the number of the line with the first row
LARGEST_TABLE = 2_000_000_000  # bytes
# Bytes after decompression, because a small file could expand until the memory is full.
LARGEST_INFLATED = 200_000_000


class Kind(NamedTuple):
    """A kind of column: its cells in words, and the function that reads one."""

    words: str
    read: Callable[[str], Any]


def _whole(text):
    if not re.fullmatch("-?[0-9]{1,19}", text):
        raise ValueError
    return int(text)


def _real(text):
    if not isfinite(value := parse_number(text, float)):
        raise ValueError
    return value


def _flag(text):
    if text not in ("yes", "no", "True", "False"):
        raise ValueError
    return text in ("yes", "True")


KINDS = {  # The types with which a row class annotates its fields.
    int: Kind("a whole number", _whole),
    float: Kind("a number", _real),
    float | None: Kind("a number, or empty", lambda text: _real(text) if text else None),
    bool: Kind("yes or no", _flag),
    str: Kind("a text", str),
}


def plain(value: Any) -> str:
    """A value as the text of a cell, which can be read back exactly; None is empty."""
    if value is None:
        return ""
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    return repr(float(value)) if isinstance(value, (float, np.floating)) else str(value)


class JobTable:
    """A table that was made or read: its `job`, its `rows`, and their cells as `texts`.

    `table["share"]` is a column as an array, with NaN where there is nothing. `versions` says what
    made it, or is None where nobody knows.
    """

    def __init__(self, job: TableJob, rows: Sequence[Any], texts: Any, versions: Json | None):
        self.job, self.rows, self.texts, self.versions = job, rows, texts, versions

    @property
    def settings(self) -> Any:
        """The settings of the job."""
        return self.job.settings

    def __getitem__(self, name):
        return self.columns[name]

    def __len__(self):
        return len(self.rows)

    @cached_property
    def columns(self) -> dict[str, np.ndarray]:
        """{name: values} of all columns."""
        by_column = zip(*self.rows, strict=True) if self.rows else [()] * len(self.job.columns)
        return {
            name: np.array([np.nan if value is None else value for value in values])
            for name, values in zip(self.job.columns, by_column, strict=True)
        }

    def where(self, **values: Any) -> Any:
        """The table of those rows whose columns have these values."""
        are = np.all([self[name] == one for name, one in values.items()], axis=0)
        rows, texts = ([*compress(some, are)] for some in (self.rows, self.texts))
        return type(self)(self.job, rows, texts, self.versions)

    @cached_property
    def parts(self) -> dict[Key, Sequence[int]]:
        """{key: the numbers of its rows} of all parts."""
        return dict(self.job.split(self.rows))

    def cells(self, key: Key) -> list[Sequence[str]]:
        """The cells of the rows of a part."""
        return [self.texts[row] for row in self.parts[key]]

    def summary(self) -> Json:
        """Its main numbers, as plain values: how many rows it has."""
        return {"rows": len(self)}

    @property
    def text(self) -> str:
        """The text of its file."""
        return self.job.make_text(self.texts, self.versions)


class TableJob(Job):
    """A job that makes a table, NAME.csv: each part makes some of the rows.

    `row` is the class of a row, a NamedTuple whose fields are the columns, each with one of KINDS,
    or a dict of these; and `table` is the class of the outcome. The first columns are those of the
    key, unless `key_columns` names others. `about` is a sentence for the first line, such as a
    license. No run makes the columns `measured` again, such as seconds. Most tables need only
    `keys` and `rows`.
    """

    row: ClassVar[Any] = tuple
    table: ClassVar[type[JobTable]] = JobTable
    key_columns: ClassVar[tuple[str, ...]] = ()
    about: ClassVar[str] = ""
    measured: ClassVar[tuple[str, ...]] = ()

    @property
    def columns(self) -> dict[str, Any]:
        """{name: type} of all columns."""
        return self.row if isinstance(self.row, dict) else get_type_hints(self.row)

    def rows(self, *key: Any) -> Iterable[Sequence[Any]]:
        """The rows of a part, each a tuple in the order of the columns."""
        raise NotImplementedError

    def long_rows(
        self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None
    ) -> Iterable[Sequence[Any]]:
        """The same, of a part that takes long; arguments as those of `make`."""
        return self.rows(*key)

    def make(self, key: Key, tick: Tick = None, checkpoint: Checkpoint | None = None) -> Any:
        """The cells of the rows of a part; ValueError if they can't be read back."""
        cells = [[*map(self.cell, row)] for row in self.long_rows(key, tick, checkpoint)]
        try:
            self.read_rows(csv_rows(csv_text(cells).encode().decode()))
        except ValueError as problem:
            words = re.sub("^line [0-9]+: ", "", str(problem))
            raise ValueError(f"{self.key_words(key)}: {words}") from None
        return cells

    def make_cells(self, found: Any) -> Any:
        """The cells of the rows of a part that `make` has made."""
        return found

    def cell(self, value: Any) -> str:
        """A value as the text of a cell."""
        return plain(value)

    def to_saved(self, found: Any) -> Json:
        """The cells of a part."""
        return {"rows": found}

    def from_saved(self, key: Key, values: Json) -> Any:
        """The cells again."""
        return values["rows"]

    # Which rows there must be.

    def leads(self, key: Key) -> Sequence[Key] | None:
        """Return how each row of a part begins; None if it may have any number of rows."""
        return [key]

    def keys_in(self, rows: Sequence[Any]) -> Iterable[Key]:
        """The keys of the parts that these rows belong to, in their order; by default all keys."""
        return self.keys()

    def check(self, row: Any) -> None:
        """Raise ValueError, which begins with a column's name, if no run could make this row."""

    def key_words(self, key: Key) -> str:
        """The name of a part in a message, such as `as it is, trial 3`."""
        names = self.key_columns or [*self.columns]
        words = (
            value if isinstance(value, str) else f"{name} {value}"
            for name, value in zip(names, key, strict=False)
        )
        return ", ".join(words) or f"the {self.unit}"

    def split(self, rows: Sequence[Any]) -> Iterator[tuple[Key, Sequence[int]]]:
        """Yield (key, numbers of its rows) of all parts; ValueError unless each has its rows."""
        columns, begin = [*self.columns], 0
        places = [columns.index(name) for name in self.key_columns]

        def lead_of(row, length):
            return tuple(row[place] for place in places[:length]) if places else row[:length]

        for key in self.keys_in(rows):
            end = begin
            for lead in self.leads(key) or ():
                if end == len(rows):
                    raise ValueError(f"line {end + FIRST} is missing: {self.key_words(lead)}")
                if (found := tuple(lead_of(rows[end], len(lead)))) != tuple(lead):
                    due, there = self.key_words(lead), self.key_words(found)
                    raise ValueError(f"line {end + FIRST} must be of {due}, not of {there}")
                end += 1
            if self.leads(key) is None:
                while end < len(rows) and tuple(lead_of(rows[end], len(key))) == key:
                    end += 1
            yield key, range(begin, end)
            begin = end
        if begin < len(rows):
            raise ValueError(f"line {begin + FIRST} is one too many: the table ends before it")

    # The table.

    def outcome(self, parts: Sequence[Any]) -> JobTable:
        """The JobTable of all parts."""
        return self.make_table(self._make_all_cells(parts), versions())

    def _make_all_cells(self, parts):
        return [row for part in parts for row in self.make_cells(part)]

    def make_parts_text(self, parts: Iterable[Any]) -> str:
        """The text of the table of parts that `make` has made."""
        return self.make_text(self._make_all_cells(parts), versions())

    def make_table(self, texts: Sequence[Sequence[str]], made_with: Json | None) -> JobTable:
        """The JobTable of cells; ValueError that names the line and the column of a wrong one."""
        rows = self.read_rows(texts)
        for _ in self.split(rows):
            pass
        return self.table(self, rows, texts, made_with)

    def read_rows(self, texts: Sequence[Sequence[str]]) -> list[Any]:
        """The rows of cells; ValueError that names the line and the column of a wrong one."""
        columns = self.columns
        for number, cells in enumerate(texts, FIRST):
            if len(cells) != len(columns):
                words = f"{len(columns)} columns, not {len(cells)}"
                raise ValueError(f"line {number} must have {words}")
        by_column = [*zip(*texts, strict=True)]
        values = [
            _values(name, kind, cells)
            for (name, kind), cells in zip(columns.items(), by_column, strict=bool(texts))
        ]
        make = getattr(self.row, "_make", tuple)
        rows = [make(row) for row in zip(*values, strict=True)]
        for number, row in enumerate(rows, FIRST):
            try:
                self.check(row)
            except ValueError as problem:
                raise ValueError(f"line {number}: {problem}") from None
        return rows

    def make_text(self, texts: Iterable[Sequence[str]], made_with: Json | None = None) -> str:
        """The text of a table with these cells."""
        said = self.origin
        said |= {"about": self.about} if self.about else {}
        said |= {"made_with": made_with} if made_with else {}
        body = csv_text([[*self.columns], *texts])
        return f"{HEAD}{json.dumps({**said, 'digest': _digest(said, body)})}\n{body}"

    @classmethod
    def read(cls, path: FilePath) -> Any:
        """The JobTable in a file, compressed or not.

        Raises ValueError that names the file, and the line and the column where one is wrong,
        unless it is the whole table of a job of this class, as it was made.
        """
        try:
            said, body, is_whole = read_head(table_text(path))
            if said["job"] != cls.name:
                raise ValueError(f"must be a table of {cls.name}, not of {said['job'][:60]}")
            if not isinstance(made_with := said.get("made_with"), (dict, type(None))):
                raise ValueError("line 1: made_with must be an object")
            table = _job_of(cls, said)._read(body, made_with)
            if not is_whole:
                how = ", to the line ends of Windows" if "\r\n" in body else ""
                raise ValueError(f"was changed after it was written{how}: its digest says so")
            return table
        except (ValueError, LookupError, TypeError) as problem:
            raise ValueError(f"{path}: {shortened(str(problem))}") from None

    def _read(self, body, made_with):
        head, *texts = csv_rows(body) or [[]]
        if head != [*self.columns]:
            raise ValueError(f"line 2 must name the columns {', '.join(self.columns)}")
        return self.make_table(texts, made_with)

    @classmethod
    def made(cls, path: Path) -> Json:
        """The job that a table's first line describes."""
        said, *_ = read_head(table_text(path))
        return {"job": said["job"], **_job_of(cls, said).to_dict()}

    def contents(self, outcome: JobTable) -> dict[str, str | bytes]:
        """The table's file."""
        return {self.file_names()[0]: outcome.text}

    def summary(self, outcome: Any) -> Json:
        """The main numbers, those of `outcome.summary`."""
        return outcome.summary()

    def describe(self, summary: Json) -> str:
        """The same in words."""
        return f"{summary['rows']:,} rows: {Path(summary['out']) / self.file_names()[0]}"


def table_text(path: FilePath) -> str:
    """The text of a table's file, compressed or not; ValueError if it is none."""
    data = read_bytes(path, LARGEST_TABLE)
    inflated = decompressed(data, LARGEST_INFLATED)
    try:
        return inflated.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError("not text in UTF-8") from None


def read_head(text: str) -> tuple[Json, str, bool]:
    """Return (the job in a table's first line, the other lines, whether the digest is theirs).

    Raises ValueError if the first line says nothing.
    """
    first, _, body = text.partition("\n")
    try:
        said = json.loads(first.removeprefix(HEAD)) if first.startswith(HEAD) else {}
        given = said.pop("digest")
        if not isinstance(said["job"], str):
            raise ValueError
        return said, body, given == _digest(said, body)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError("line 1 must say which job made it, as fogel writes it") from None


def _job_of(job, said):
    """The job of that class which a table describes."""
    try:
        return job.from_dict(said)
    except (TypeError, AttributeError, LookupError) as problem:
        raise ValueError(f"line 1: the job is malformed ({problem})") from None


def _digest(said, body):
    return digest(f"{json.dumps(said)}\n{body}")


def _values(name, kind, cells):
    """The values of a column; ValueError that names the line of a cell which holds none."""
    if kind not in KINDS:
        words = "int, float, float | None, bool or str"
        raise TypeError(f"the column {name} must be annotated with {words}, not {kind}")
    words, read = KINDS[kind]
    found = []
    for number, cell in enumerate(cells, FIRST):
        try:
            found.append(read(cell))
        except (ValueError, OverflowError):
            raise ValueError(f"line {number}: {name} must be {words}, not {cell[:60]!r}") from None
    return found
