"""Killed before and after a file takes its place: the same command ends in the same bytes, and
leaves nothing else.
"""

import multiprocessing
import os
from pathlib import Path

import pytest
from same import tree
from systems import needs

from fogel.cli import main
from fogel.core import saving
from fogel.plots import style
from fogel.school.network import Arch
from fogel.school.network_files import write_arch

KILLED = 77
# Tiny ones, on one worker, so that every file is written by the process that is killed.
COMMANDS = {
    "checkers": ["checkers", "--preset", "small", "--trials", "2", "--generations", "2", "--parents", "2",
                 "--games", "1", "--first-hidden", "2", "--second-hidden", "2", "--plies", "1", "--extension", "0",
                 "--max-moves", "20", "--workers", "1", "--out"],
    "curve": ["curve", "--trials", "2", "--generations", "2", "--parents", "10", "--workers", "1", "--out"],
    "evolve": ["evolve", "--generations", "2", "--parents", "10", "--out"],
    "games": ["games", "--drawn-games", "2", "--trials", "1", "--generations", "1", "--workers", "1", "--out"],
    "league": ["league", "--leagues", "1", "--epochs", "2", "--agents", "10", "--survivors", "5", "--hidden", "3",
               "--workers", "1", "--out"],
    "other game": ["curve", "--game", "000 000; win 111; win 1 1", "--trials", "1", "--generations", "2", "--parents",
                   "10", "--workers", "1", "--out"],
    "school": ["ttt", "school", "--sessions", "2", "--matches", "1", "--games", "10", "--trainer", "random",
               "--workers", "1", "--save"],
    "script": ["ttt", "script", "--only", "12", "29", "--max-sessions", "1", "--workers", "1", "--out"],
    "sweep": ["sweep", "--over", "slip", "0,0.2", "--trials", "1", "--generations", "2", "--parents", "10",
              "--workers", "1", "--out"],
    "table": ["ttt", "script", "--only", "12", "--seeds", "2", "--max-sessions", "1", "--workers", "1", "--table"],
    "taste": ["taste", "--taste", "fair", "--generations", "2", "--parents", "3", "--children", "3", "--squares", "4",
              "--best", "2", "--workers", "1", "--out"],
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


def run(name, folder, moment, renames):
    """The command in a copy of this process, which ends at the moment, a number of renames and
    whether before the next.

    `renames` receives how many there were.
    """
    usual = Path.replace

    def replace(path, target):
        if moment == (renames.value, True):
            os._exit(KILLED)
        usual(path, target)
        renames.value += 1
        if moment == (renames.value, False):
            os._exit(KILLED)

    Path.replace = replace
    os.close(1), os.close(2)
    os._exit(main([*COMMANDS[name], str(folder / "00")]))


def ended(name, folder, moment=None):
    """(the exit code, the number of renames) of such a process."""
    context = multiprocessing.get_context("fork")
    renames = context.Value("i", 0, lock=False)
    process = context.Process(target=run, args=(name, folder, moment, renames))
    process.start()
    process.join()
    return process.exitcode, renames.value


@needs("forks")
@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_any_rename_it_ends_in_the_same_bytes(name, tmp_path, capfd):
    # What is compiled, all copies share.
    assert main([*COMMANDS[name], str(tmp_path / "compiled" / "00")]) == 0
    code, count = ended(name, tmp_path / "whole")
    whole = tree(tmp_path / "whole")
    assert code == 0 and count > 1 and not any("fogel-" in path for path in whole)
    for moment in [*((k, True) for k in range(count)), *((k + 1, False) for k in range(count))]:
        folder = tmp_path / f"{moment[0]}-{moment[1]}"
        assert ended(name, folder, moment)[0] == KILLED
        assert ended(name, folder)[0] == 0
        assert tree(folder) == whole, moment
