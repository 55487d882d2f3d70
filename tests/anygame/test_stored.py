"""The command that chapter 18 names."""

import re

from commands import asked_of
from tables import stored


def test_the_chapter_names_the_command():
    text = (stored.STORED.parent / "source" / "18_anygame.md").read_text(encoding="utf-8")
    command = re.search(r"^fogel sweep (alone .*)$", text, re.M)[1]
    assert asked_of(command) == stored.JOBS["misere"].to_dict()
