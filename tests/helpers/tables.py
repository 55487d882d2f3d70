"""The tables that are stored beside the book, and which rows a test makes again."""

import csv
import hashlib
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "notebooks"))

import stored


def draws_of(path):
    """A generator seeded by a file's content, so that other tables repeat other rows."""
    return np.random.default_rng(list(hashlib.sha256(path.read_bytes()).digest()))


def lines_of(path):
    """The lines of a table without the first, if that says which job made it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return lines[1:] if lines[0].startswith("# fogel ") else lines


def stored_rows(name):
    """(head, rows, draws) of notebooks/stored/NAME.csv; the cells are texts."""
    path = stored.STORED / f"{name}.csv"
    head, *rows = csv.reader(lines_of(path))
    return head, rows, draws_of(path)
