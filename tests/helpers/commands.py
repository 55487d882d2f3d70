"""Commands as they are typed; and every command and its options, as its parser and its help texts
know them.
"""

import io
import json
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from fogel import load_champion, save_champion
from fogel.cli import main, make_parser
from fogel.cli.parser import Parser
from fogel.play import shipped

# The line of an option in a help text, and its words.
LINE = re.compile(r"^  (-\S[^\n]*?)(?:  +|\n +)(\S[^\n]*)$", re.M)


class Command:
    """`fogel` as it is typed: the first text is split into words, and paths follow as they are."""

    def __init__(self, capsys):
        self.capsys, self.err = capsys, ""

    def __call__(self, typed, *more) -> str:
        """What a command prints that succeeds; `err` is what it then says on standard error."""
        code, out, self.err = self.call(typed, *more)
        assert code == 0, (code, out[-500:], self.err[-500:])
        return out

    def call(self, typed, *more) -> tuple:
        """(exit code, what is printed, errors)."""
        self.capsys.readouterr()
        try:
            code = main([*shlex.split(typed), *map(str, more)])
        except SystemExit as stop:
            code = stop.code
        return code, *self.capsys.readouterr()

    def json(self, typed, *more):
        """The object that a command prints with --json."""
        return json.loads(self(typed, *more, "--json"))

    def refused(self, typed, *more) -> str:
        """The one line with which a command is refused."""
        code, out, err = self.call(typed, *more)
        assert (code, out, err.count("\n")) == (2, "", 1), (typed, more, out[-500:], err[-500:])
        return err


def rows(text: str) -> list[list[str]]:
    """The cells of each line of a table, between bars."""
    return [[cell.strip() for cell in line.split(" | ")] for line in text.strip().splitlines()]


class Option(NamedTuple):
    """An option: its command, its names, its value's name in the help or "", and its help."""

    command: str
    names: list[str]
    value: str
    words: str


def parsers() -> dict[str, Parser]:
    """{command: its parser}, of all commands; "ttt" is that of the report's options."""
    made, usual = [], Parser.__init__

    def init(self, *arguments, **options):
        usual(self, *arguments, **options)
        made.append(self)

    with mock.patch.object(Parser, "__init__", init):
        make_parser()
    return {one.prog.removeprefix("fogel "): one for one in made if one.prog != "fogel"}


def options(command: str, parser: Parser) -> list[Option]:
    """The options of a command that its help text lists, apart from --help."""
    with mock.patch.dict(os.environ, COLUMNS="100000"):
        text = parser.format_help()
    found = []
    for shown, words in LINE.findall(text):
        names = re.findall(r"(?<!\S)-{1,2}[A-Za-z][\w-]*", shown)
        value = (
            ""
            if shown.endswith(names[-1])
            else shown.partition(names[0])[2].partition(", ")[0].strip()
        )
        if "--help" not in names:
            found.append(Option(command, names, value, words))
    return found


# Cheap forms of all commands that end by themselves, in a folder that `prepare` has filled; bench
# takes too long.
CHEAP = """
curve --trials 1 --generations 1 --parents 6
log --generations 1 --parents 6
evolve --generations 1 --parents 6
sweep --over slip 0 --trials 1 --generations 1 --parents 6
play --against one-node
ttt -p two.pla -g 1 -R 0
ttt -s 1 -m 1 -g 9 -R 0 -b root
ttt play one-square random random --games 1 --seed 1
ttt page one-square
ttt deathmatch
ttt ladder one-square
ttt school --sessions 1 --matches 1 --games 9 --trainer random --save root
ttt script --lines 30:1 --trainer random
ttt exam trained.cfg trained.wts --games 1
audit one-node
poster one-node
cards one-node
page champions/a.json
league --leagues 1 --epochs 2 --agents 4 --survivors 2 --hidden 2
tournament champions
taste --taste fair --generations 1 --children 40
measure one-square
games --drawn-games 1 --trials 1 --generations 1
methods --trials 1 --slow-trials 1 --generations 1
checkers --board 4x4
checkers --preset small --board 4x4 --trials 1 --generations 1 --parents 3
reproduce evolved.json
conform
""".strip().splitlines()


MADE = (
    "ttt school --sessions 1 --matches 1 --games 9 --trainer random --save trained",
    "evolve --generations 1 --parents 6 --out evolved.json",
)


def prepare(folder: Path) -> None:
    """Writes the files that the cheap forms read."""
    (folder / "champions").mkdir()
    network = load_champion(shipped("one-node"))
    for name in ("a", "b"):
        save_champion(folder / "champions" / f"{name}.json", network)
    (folder / "two.pla").write_text("2\ntrad perfect\ntrad average\n")
    with redirect_stdout(io.StringIO()), chdir(folder):
        for form in MADE:
            main(form.split())


@contextmanager
def chdir(folder: Path) -> Iterator[None]:
    """Works in a folder while this lasts (contextlib has it from Python 3.11 on)."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def command_of(form: str, known: dict[str, Parser]) -> str:
    """The command of such a form."""
    return max((name for name in known if f"{form} ".startswith(f"{name} ")), key=len)


def asked_of(words: str) -> dict:
    """The sweep that `fogel sweep` with these words asks for, as plain values."""
    asked = []
    with mock.patch("fogel.cli.sweep.run_job", lambda _, job: asked.append(job.to_dict())):
        main(["sweep", *shlex.split(words)])
    return asked[0]
