"""Killed before and after a file takes its place: the same command ends in the same bytes, and
leaves nothing else.
"""

from pathlib import Path

import pytest
from killed import KILLED, ended, moments
from same import tree
from systems import needs

from fogel.cli import main
from fogel.core import saving
from fogel.plots import style
from fogel.school.network import Arch
from fogel.school.network_files import write_arch

# Tiny ones, on one worker, so that every file is written by the process that is killed.
COMMANDS = {
    "school": ["ttt", "school", "--sessions", "2", "--matches", "1", "--games", "10", "--trainer", "random",
               "--workers", "1", "--save"],
    "teacher": ["ttt", "-s", "2", "-m", "1", "-g", "4", "-R", "1", "-r", "standard", "-p", "two.pla", "-b"],
}  # fmt: skip


@pytest.fixture(autouse=True)
def quick_and_often(monkeypatch, tmp_path):
    """A part whenever there can be one, and pictures that cost nothing."""
    monkeypatch.chdir(tmp_path)
    Path("two.pla").write_text("2\ntrad idiot\nnn perfect two.cfg\n")
    Path("two.cfg").write_text(write_arch(Arch(hidden=(3,))))
    monkeypatch.setattr(saving, "EVERY", 0.0)
    monkeypatch.setattr(saving, "SHARE", 1e9)
    monkeypatch.setattr(style, "picture", lambda figure, kind: f"a picture, {kind}".encode())


@needs("forks")
@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_any_rename_it_ends_in_the_same_bytes(name, tmp_path, capfd):
    # What is compiled, all copies share.
    assert main([*COMMANDS[name], str(tmp_path / "compiled" / "00")]) == 0

    def run(folder):
        return lambda: main([*COMMANDS[name], str(tmp_path / folder / "00")])

    code, count = ended(run("whole"))
    whole = tree(tmp_path / "whole")
    assert code == 0 and count > 1 and not any("fogel-" in path for path in whole)
    for moment in moments(count):
        folder = f"{moment[0]}-{moment[1]}"
        assert ended(run(folder), moment)[0] == KILLED
        assert ended(run(folder))[0] == 0
        assert tree(tmp_path / folder) == whole, moment
