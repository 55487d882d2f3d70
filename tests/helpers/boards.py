"""What tests of boards in a notebook ask a widget, and files that a reader may bring."""

import json
import re

from fogel.core.players import shipped

GOOD = shipped("generation-10").read_text()


def with_weights(rows):
    """The good file with other hidden weights."""
    return json.dumps({**json.loads(GOOD), "hidden_weights": rows}).encode()


BAD_FILES = {  # a file, and what its sentence says
    "no JSON": (b"a champion", "mine.json: not JSON"),
    "half of one": (GOOD[:700].encode(), "mine.json: not JSON"),
    "no champion": (b"{}", "mine.json: format must be"),
    "a wrong shape": (with_weights([[1.0] * 9]), "hidden_weights must"),
    "a long text": (with_weights([["9" * 9999]]), "rows of numbers"),
    "no text": (b"\xff\xfe\x00", "mine.json: not text in UTF-8"),
    "too large": (GOOD.encode() + b" " * 1_000_000, "at most 1,000,000 bytes"),
}


def words(part):
    """The text of an HTML widget."""
    return re.sub("<[^>]*>", "", part.value)


def visible(part):
    return part.layout.display != "none"


def parts(widget):
    """A widget and all that is in it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from parts(child)


def upload(board, content, name="mine.json"):
    """What the file chooser of a browser sends."""
    about = {"name": name, "type": "application/json", "size": len(content), "last_modified": 0}
    board.file.set_state({"value": [{**about, "content": memoryview(content)}]})
