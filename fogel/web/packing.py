"""Players as one letter per board, and compressed data, for pages that stay small.

`package/opponent.js` and `package/unpack.js` read it again.
"""

import json
import re
import string
import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from itertools import chain, count
from typing import Any

from fogel.core.types import Board, Json
from fogel.encoding import open_squares


def as_tables(kinds_of: dict[str, Sequence[Any]]) -> Any:
    """What players by rule do on the boards in progress, {name: kinds}, as (kinds by letter, {name:
    text}).

    A kind is the weights of a board's open squares, lowest first, and has a letter. A text has one
    letter a board, in the order of `positions()`, as `runs` writes it.
    """
    # The most common have letters of one byte.
    common = Counter(chain.from_iterable(kinds_of.values())).most_common()
    letters = dict(zip((kind for kind, _ in common), _letters(), strict=False))
    texts = {name: "".join(letters[kind] for kind in kinds) for name, kinds in kinds_of.items()}
    return {letter: kind for kind, letter in letters.items()}, {
        name: runs(text) for name, text in texts.items()
    }


def runs(text: str) -> str:
    """The text with a letter that comes n times on end, more than four, written once: "a{n}"."""
    return re.sub(r"(.)\1{4,}", lambda run: f"{run[1]}{{{len(run[0])}}}", text)


def pack_odds(board: Board, odds: Sequence[float]) -> tuple:
    """Return those of nine odds that are of open squares, lowest square first."""
    wanted = [float(odds[square]) for square in open_squares(board)]
    # JSON's 1 is shorter than 1.0.
    return tuple(int(one) if one.is_integer() else one for one in wanted)


def _letters():
    """The letters of kinds: none that HTML or JSON would have to write in another way, then all the
    others.
    """
    signs = "!#$%()*+,-./:;=?@[]^_`|~"
    return chain(
        string.ascii_letters,
        string.digits,
        signs,
        map(chr, range(0xC0, 0xD800)),
        map(chr, count(0xE000)),
    )


def pack(parts: Json) -> str:
    """A dictionary as JSON, deflated, in base64."""
    return b64encode(zlib.compress(json.dumps(parts, separators=(",", ":")).encode(), 9)).decode()
