"""Tables in files: comma-separated values, compressed or not."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

_GZIP = b"\x1f\x8b"  # with which compressed data begin


def decompressed(data: bytes, most: int) -> bytes:
    """Return the bytes of which gzip made these, or these if gzip did not, whatever the file's name
    says.

    Raises ValueError if they are damaged, or more than `most`.
    """
    if not data.startswith(_GZIP):
        return data
    try:
        with gzip.open(io.BytesIO(data)) as file:
            unpacked = file.read(most + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile) as problem:
        raise ValueError(str(problem)) from None
    if len(unpacked) > most:
        raise ValueError(f"such a table has at most {most:,} bytes")
    return unpacked


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    """Rows of plain values as the text of a CSV file."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def csv_rows(text: str) -> list[list[str]]:
    """Return the rows of a CSV file's text; ValueError if it isn't CSV or its last line is cut."""
    if text and not text.endswith("\n"):
        raise ValueError("the last line must end, so the file was cut")
    try:
        return [*csv.reader(io.StringIO(text))]
    except csv.Error as problem:
        raise ValueError(f"not a table of comma-separated values ({problem})") from None


def digest(text: str) -> str:
    """Twelve hexadecimal digits that change when the text does."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]
