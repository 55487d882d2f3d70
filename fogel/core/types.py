"""The types in signatures: boards, squares, players, arrays.

They help readers and mypy, and check nothing at run time; docstrings have shapes and ranges.
"""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

# Matplotlib is loaded when the first picture is drawn, and Python 3.10 has no Self.
if TYPE_CHECKING:
    from typing import Self as Self

    from matplotlib.axes import Axes as Axes
    from matplotlib.figure import Figure as Figure
else:
    Axes = Figure = Self = Any

Square: TypeAlias = int  # 0 to 8, row by row
Mark: TypeAlias = int  # 1 (X), 0 (empty) or -1 (O)
Marks: TypeAlias = tuple[Mark, ...]  # a board that can be the key of a dict
Board: TypeAlias = NDArray[np.int8] | Sequence[Mark]  # nine marks, as an array, a list or a tuple

Rng: TypeAlias = Generator  # where random numbers come from
Player: TypeAlias = Callable[..., Square]  # player(board, rng) -> square
Policy: TypeAlias = Callable[[Marks], Sequence[float]]  # the probability of each square
Odds: TypeAlias = Sequence[float]  # nine numbers in proportion to the squares' probabilities
OddsOf: TypeAlias = Callable[..., Odds]  # odds_of(board, settings, me) -> odds

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Bytes: TypeAlias = NDArray[np.int8]  # boards and marks in arrays
Vector: TypeAlias = list[float] | Floats  # one number a node, in plain Python or in the engine
Rows: TypeAlias = Sequence[Sequence[float]] | Floats  # a matrix, such as weights

Rules: TypeAlias = Any  # a named tuple, the `numbers` of Settings, which compiled loops read
Json: TypeAlias = dict[str, Any]  # the values of a JSON object
FilePath: TypeAlias = str | PathLike[str]
