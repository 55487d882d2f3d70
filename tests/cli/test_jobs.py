"""The options of the commands that are jobs, and the record of saved work, which has all options
that matter.
"""

import json
import re
import shlex
from dataclasses import fields

import pytest
from commands import command_of, parsers
from commands import options as list_options
from same import tree
from small_jobs import SMALL

from fogel.anygame.settings import GameSettings
from fogel.audit import READ
from fogel.cli import main
from fogel.cli.experiment import CLIMBED
from fogel.core import saving
from fogel.core.settings import DEFAULTS, Settings, list_fields
from fogel.school.network import Arch
from fogel.school.network_files import write_arch
from fogel.school.school import SchoolSettings
from fogel.taste.evolution import TasteSettings
from fogel.tools import all_jobs

PARSERS = parsers()
OPTIONS = {command: list_options(command, parser) for command, parser in PARSERS.items()}
SHARED = ("--workers", "--scheduler", "--restart", "--out", "--json", "--quiet")
JOBS = {  # by name of a job: how its command is typed
    name: [*shlex.split(SMALL[name].command)[1:]]
    for name in (*all_jobs.COMMANDS, *all_jobs.OWN_COMMANDS)
}
GAME = "0000 0000; win 111"
ALONE = ("teacher",)  # commands without workers and without --json


def other(item, value):
    """Another value of a setting, near it, as an option."""
    option, about = item.name.replace("_", "-"), item.metadata
    if about["kind"] is bool:
        return f"--no-{option}" if value else f"--{option}"
    if about["kind"] is str:
        return f"--{option}={next(word for word in about['choices'] if word != value)}"
    if about["kind"] is int:
        return f"--{option}={value + 1 if value < about['most'] else value - 1}"
    middle = (about["least"] + min(about["most"], 1.0)) / 2
    return f"--{option}={middle if middle != value else middle / 2}"


def options_of(choices, without=(), **changes):
    """Another value of each setting; `changes` are options that need another one beside them."""
    default = {"games": "--games=40"} if issubclass(choices, Settings) else {}
    default |= {"forced_replies": "--forced-replies --games=28"} if choices is GameSettings else {}
    known = {**default, **changes}
    names = [item for item in fields(choices) if item.name not in without]
    return [known.get(item.name) or other(item, item.default) for item in names]


# Refused with --exact.
NOT_CLIMBED = [item.name for item in fields(Settings) if item.name not in (*CLIMBED, *READ)]
# By name: a command, the place's option, options of which each makes another job. The other jobs
# have no options that matter but their settings, all of which are in the record.
COMMANDS = {
    "curve": ("curve", "--out", [*options_of(Settings), "--validate", "--preset=paper-1993", "--quick"]),
    "evolve": ("evolve", "--out", [*options_of(Settings, ("trials", "champion")), "--exact"]),
    "exact": ("evolve --exact", "--out", [
        *options_of(Settings, NOT_CLIMBED), "--hidden-nodes=3", "--max-networks=7000"]),
    "other game": (f"curve|--game|{GAME}", "--out", [*options_of(GameSettings, ("game",)), "--game=misere"]),
    "school": ("ttt school", "--save", [*options_of(SchoolSettings), "--rules=misere", "--arch=small.cfg"]),
    "sweep": ("sweep --over slip 0,0.2", "--out", [
        *options_of(Settings, ("slip", "champion", "best_player")), "--at-generations=5", "--over marker own"]),
    "taste": ("taste --taste fair", "--out", [*options_of(TasteSettings), "--taste=clear", "--jury=average"]),
    "teacher": ("ttt -s 2 -m 1 -g 4 -R 1 -r standard -p two.pla", "-b", [
        "-s 3", "-m 2", "-g 5", "-R 2", "-r misere", "-l 9", "-M 0.5"]),
}  # fmt: skip


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    """The working folder of each test."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", JOBS)
def test_every_job_has_the_same_options(name):
    """In the same words, apart from the place and from conditions that only one command has."""
    found, usual = (
        {
            option.names[0]: (option.value, re.sub(r"; (needs|not with) .*", "", option.words))
            for option in OPTIONS[command_of(" ".join(words), PARSERS)]
            if option.names[0] in SHARED
        }
        for words in (JOBS[name], ["league"])
    )
    assert {*found} == {*SHARED} and found | {"--out": usual["--out"]} == usual


@pytest.mark.parametrize("name", JOBS)
def test_wrong_values_are_refused_in_the_same_words(name, command, tmp_path):
    of = command_of(" ".join(JOBS[name]), PARSERS)
    for option, words in {
        "--out=": "--out: must be a path, and not empty",
        "--json=1": "--json: ignored explicit argument '1'",
        "--quiet=1": "--quiet: ignored explicit argument '1'",
        "--restart=1": "--restart: ignored explicit argument '1'",
        "--scheduler": "--scheduler: expected one argument",
        "--scheduler=1 --workers=1": "--scheduler: can't be combined with --workers",
        "--scheduler=1": "--scheduler: no scheduler answers at '1' (",
    }.items():
        line = command.refused("", *JOBS[name], *option.split())
        assert line.startswith(f"fogel {of}: argument {words}")
        assert not tree(tmp_path)


@pytest.mark.parametrize(
    "name", [name for name, some in OPTIONS.items() if "--workers" in str(some)]
)
def test_a_number_of_workers_that_is_none_is_refused(name, command):
    for wrong in ("0", "-1", "1.5", "x", "", "1025"):
        words = f"must be a whole number from 1 to 1024, not {wrong!r}"
        line = command.refused(name, f"--workers={wrong}")
        assert line == f"fogel {name}: argument --workers: {words}\n"


class Asked(Exception):
    """Raised with the job of a command, in place of its work."""


@pytest.fixture
def ask(monkeypatch):
    """`ask(words)`: the saved work that a command would go on from."""

    def raise_asked(saved):
        raise Asked(saved)

    def find(words):
        with monkeypatch.context() as patch, pytest.raises(Asked) as found:
            patch.setattr(saving.Saved, "__enter__", raise_asked)
            main(words)
        return found.value.args[0].job

    return find


@pytest.mark.parametrize("name", JOBS)
def test_the_command_of_a_job_asks_for_it(name, ask):
    assert ask(JOBS[name]) == SMALL[name].record


def arguments(name, options=""):
    typed, place, _ = COMMANDS[name]
    return [*typed.split("|" if "|" in typed else " "), *options.split(), place, "place/00"]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_that_matters_makes_another_job(name, ask, tmp_path):
    (tmp_path / "two.pla").write_text("2\ntrad idiot\nnn perfect small.cfg\n")
    (tmp_path / "small.cfg").write_text(write_arch(Arch(hidden=(3,))))
    usual, jobs = ask(arguments(name)), []
    for options in COMMANDS[name][2]:
        jobs.append(ask(arguments(name, options)))
        assert jobs[-1] != usual, options
    assert len({json.dumps(job, sort_keys=True) for job in jobs}) == len(jobs)
    for options in ["--restart", *["--json", "--workers=2"] * (name not in ALONE)]:
        assert ask(arguments(name, options)) == usual, options


@pytest.mark.parametrize(
    "name", [name for name in NOT_CLIMBED if name not in ("trials", "champion")]
)
def test_a_setting_that_exact_does_not_depend_on_is_refused(name, command):
    option = other(list_fields(Settings)[name], DEFAULTS[name])
    assert "can't be combined with --exact" in command.refused("evolve --exact", option)
