"""Stored tables of games: CSV below lines with a digest and the settings."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fogel.core.csv_files import csv_rows, csv_text, decompressed
from fogel.core.files import read_bytes
from fogel.core.saving import Saved
from fogel.core.settings import Choices
from fogel.core.types import FilePath
from fogel.core.workers import share_out
from fogel.engine.saved_trials import load_finished, save_finished
from fogel.plots.drawing import digest

LARGEST_FILE = 50_000_000  # bytes
DIGITS = 9  # of a number that is not whole
SETTINGS, DIGEST = "# Settings: ", "# Digest of what follows: "


@dataclass(frozen=True)
class GamesTable:
    """A table that was read: its settings, its rows as texts, and `columns`, {name: array}, NaN
    where there is nothing.

    `table["share"]` is a column.
    """

    settings: Any
    columns: dict[str, np.ndarray]
    rows: tuple[tuple[str, ...], ...]

    def __getitem__(self, name):
        return self.columns[name]

    def __len__(self):
        return len(self.rows)


def plain(value: Any) -> str:
    """A value as it stands in a table: a number that is not whole with DIGITS digits, none of them
    rounding's alone.

    None is nothing.
    """
    if value is None:
        return ""
    return f"{round(value, DIGITS) + 0.0:.{DIGITS}g}" if isinstance(value, float) else str(value)


def format_table(
    title: str, settings: Choices, columns: Sequence[str], rows: Sequence[Sequence[str]]
) -> str:
    """The text of a table."""
    sealed = f"{SETTINGS}{json.dumps(settings.to_dict())}\n{csv_text([columns, *rows])}"
    return "\n".join([title, DIGEST + digest(sealed), sealed])


# Many parameters: most of them are those of every job, under the names that all jobs share.
def gathered(
    work: Callable[[int, Any], Any],
    parts: int,
    steps: int,
    executor: Executor | None,
    progress: Callable[..., Any] | None,
    workers: int | None,
    saved: Saved | None,
) -> tuple[Any, ...]:
    """What `work(number, tick)` says to each part of a table, in order: rows as texts. A part ticks
    `steps` times.

    With `saved` each part is kept there when it is found, and not computed again.
    """
    found = {
        number: values["rows"]
        for number, values in (load_finished(saved, parts) if saved else {}).items()
    }
    finished = (
        (lambda number, rows: save_finished(saved, number, {"rows": rows})) if saved else None
    )
    return share_out(work, parts, steps, executor, progress, workers, found, finished)


def columns_on_page(words: Mapping[str, str]) -> str:
    """Columns and what they hold, as a table in Markdown."""
    return "| column | what it holds |\n|---|---|\n" + "".join(
        f"| `{name}` | {one} |\n" for name, one in words.items()
    )


def read(
    path: FilePath, title: str, kind: Any, words: Sequence[str], whole: Sequence[str]
) -> GamesTable:
    """The table in a file, compressed or not; raises ValueError that names the file and what is
    wrong with it.

    `kind` is the class of its settings, which know its `columns` and how many rows it has,
    `length`; `words` and `whole` are the columns that hold words, and whole numbers. Raises OSError
    where it can't be read.
    """
    path = Path(path)
    try:
        text = decompressed(read_bytes(path, LARGEST_FILE), LARGEST_FILE).decode("utf-8")
        first, said, sealed = [*text.split("\n", 2), "", ""][:3]
        if first != title or said != DIGEST + digest(sealed) or not sealed.startswith(SETTINGS):
            raise ValueError(
                "must begin with its title, its digest and its settings; it was changed"
            )
        told, _, body = sealed.removeprefix(SETTINGS).partition("\n")
        settings = kind.from_dict(json.loads(told))
        head, *rows = csv_rows(body)
        if tuple(head) != settings.columns or len(rows) != settings.length:
            raise ValueError(f"must have {settings.length:,} rows of {', '.join(settings.columns)}")
        by_column = dict(zip(head, zip(*rows, strict=True), strict=True))
        columns = {
            name: _array(values, name in words, name in whole) for name, values in by_column.items()
        }
    except ValueError as problem:
        raise ValueError(f"{path}: {problem}") from None
    return GamesTable(settings, columns, tuple(map(tuple, rows)))


def _array(values, words, whole):
    """The values of a column."""
    if words:
        return np.array(values)
    return np.array([(int if whole else float)(value) if value else np.nan for value in values])
