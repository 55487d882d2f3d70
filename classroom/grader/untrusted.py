"""The border: what comes from students is opened as a plain file, parsed within bounds, and its
text is cleaned.

Nothing else in the grader opens a file that a submission has made, or reads what its process has
sent.
"""

import json
import re

from fogel.core.files import read_bytes

LARGEST_NOTEBOOK = 20 * 1024**2  # bytes
DEEPEST = 100  # lists within lists
CONTAINERS = {list, dict}  # JSON knows no other types that hold some
# Types that may hold a text; the rest are numbers, of which there may be very many.
UNCLEAN = {str, *CONTAINERS}
LONGEST = 50_000  # letters of any text
# Halves of a letter, and what only terminals read.
UNFIT = re.compile("[\ud800-\udfff\x00-\x08\x0b\x0e-\x1f\x7f]")


def taken(path, most=LARGEST_NOTEBOOK):
    """The bytes of a file that came in; raises ValueError that says why not, as for a link, a pipe
    or a large one.
    """
    try:
        return read_bytes(path, most, links=False)
    except OSError as problem:
        raise ValueError(problem.strerror or type(problem).__name__) from None


def parsed(content):
    """JSON as values; raises ValueError where it is none, or where it is nested too deeply."""
    try:
        value = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as problem:
        raise ValueError(f"not JSON ({type(problem).__name__})") from None
    level = [value]
    for _ in range(DEEPEST):
        level = [item for thing in level for item in _items(thing) if type(item) in CONTAINERS]
        if not level:
            return value
    raise ValueError(f"more than {DEEPEST} lists within lists")


def _items(value):
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return () if CONTAINERS.isdisjoint(map(type, items)) else items


def clean(text, most=LONGEST):
    """A text that any file, table or page can hold: one kind of line end, no halves of letters, not
    too long.
    """
    if len(text) <= most and text.isascii() and text.isprintable():  # as nearly all are
        return text
    text = UNFIT.sub("\ufffd", text[: 2 * most].replace("\r\n", "\n").replace("\r", "\n"))
    return text if len(text) <= most else f"{text[: most - 1]}…"


def cleaned(value):
    """Parsed values with all their texts clean."""
    kind = type(value)
    if kind is list:
        return value if UNCLEAN.isdisjoint(map(type, value)) else list(map(cleaned, value))
    if kind is dict:
        return {
            clean(key): cleaned(item) if type(item) in UNCLEAN else item
            for key, item in value.items()
        }
    return clean(value) if kind is str else value
