"""The README's own game, and what it prints."""

import re
from pathlib import Path

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_readmes_own_game(capsys):
    program, printed = re.search(
        r"\*\*Your own game\.\*\*.*?```python\n(.*?)```\n+```text\n(.*?)```", README, re.S
    ).groups()
    exec(program, {})
    assert capsys.readouterr().out == printed
    assert program.count("\n") <= 6
