"""The game of one's own on the page of commands, and what it prints."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "notebooks" / "commands.md").read_text(encoding="utf-8")


def test_ones_own_game(capsys):
    program, printed = re.search(
        r"## Your own game.*?```python\n(.*?)```\n+```text\n(.*?)```", PAGE, re.S
    ).groups()
    exec(program, {})
    assert capsys.readouterr().out == printed
    assert program.count("\n") <= 6
