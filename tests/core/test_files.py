"""Files of every kind for every command that reads one; and interrupted writing."""

import json
import os
import socket
import subprocess
import sys
import tracemalloc
import unicodedata
from pathlib import Path

import pytest
from systems import MISSING, missing, needs

from fogel import load_champion, save_champion
from fogel.core.files import read_bytes, read_text, write_file, write_files
from fogel.core.texts import printable
from fogel.play import shipped

NO_FILE = "not a regular file"
KINDS = {
    "pipe": NO_FILE,
    "link to a pipe": NO_FILE,
    "/dev/zero": NO_FILE,
    "link to zero": NO_FILE,
    "folder": NO_FILE,
    "socket": NO_FILE,
    "large": "at most 1,000,000 bytes",
    "endless": "at most 1,000,000 bytes",
    "loop": "symbolic links",
    "dangling": MISSING,
    "bytes": "not text in UTF-8",
}
NEEDS = {
    "pipe": ["named pipes"],
    "link to a pipe": ["named pipes", "links"],
    "/dev/zero": ["devices"],
    "link to zero": ["devices", "links"],
    "socket": ["sockets in folders"],
    "endless": ["sparse files"],
    "loop": ["loops of links"],
    "dangling": ["links"],
}
HERE = [kind for kind in KINDS if not missing(*NEEDS.get(kind, []))]
COMMANDS = {
    "audit": ["audit", "FILE"],
    "play": ["play", "--against", "FILE"],
    "poster": ["poster", "FILE", "--out", "poster.svg"],
    "cards": ["cards", "FILE", "--out", "cards.svg"],
    "page": ["page", "FILE", "--out", "page.html"],
}
# Calls the command line for each list of arguments; says what it printed and how it ended.
CALLS = """
import contextlib, io, json, sys
from fogel.cli import main
for arguments in json.loads(sys.argv[1]):
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
        try:
            code = main(arguments)
        except SystemExit as stop:
            code = stop.code
    print(json.dumps([code, said.getvalue()]))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Everything that is not a champion file, under the names of KINDS and with .json behind."""
    folder = tmp_path_factory.mktemp("kinds")
    targets = {
        "link to a pipe": "pipe.json",
        "link to zero": "/dev/zero",
        "loop": "loop.json",
        "dangling": "nothing",
    }
    for kind in HERE:
        place = path_of(folder, kind)
        if kind == "pipe":
            os.mkfifo(place)
        elif kind == "folder":
            place.mkdir()
        elif kind == "socket":
            listen(place)
        elif kind == "large":
            place.write_text(" " * 1_000_001)
        elif kind == "endless":
            with open(place, "wb") as sparse:
                sparse.truncate(2**40)
        elif kind == "bytes":
            place.write_bytes(b"\xff\xfe")
        elif kind in targets:
            place.symlink_to(targets[kind])
    for name in ("one", "two"):  # what a link leads to is a file
        place = path_of(folder, name)
        (
            place.write_bytes(shipped("champion").read_bytes())
            if missing("links")
            else place.symlink_to(shipped("champion"))
        )
    return folder


def listen(place):
    """Makes a socket, from within its folder, since a socket's path must be short."""
    with socket.socket(socket.AF_UNIX) as listening:
        before = Path.cwd()
        os.chdir(place.parent)
        listening.bind(place.name)
        os.chdir(before)


def path_of(folder, kind):
    return Path(kind) if kind.startswith("/") else folder / f"{kind}.json"


def last_words(script, *arguments, cwd=None):
    """The last line of the error of a script, in a process that is ended if it waits for ever."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300)
    return done.stderr.splitlines()[-1]


def calls(arguments, folder):
    """[(exit code, output)] of calls of the command line, in a process with a time limit."""
    command = [sys.executable, "-c", CALLS, json.dumps(arguments)]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=300, check=True, input=""
    )
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=needs(*NEEDS.get(kind, []))) for kind in KINDS]
)
def test_a_file_of_any_kind_is_read_or_refused(folder, kind):
    """In a process of its own, which may be waiting for ever."""
    script = "import sys; from fogel.core.files import read_text; read_text(sys.argv[1], 1_000_000)"
    said = last_words(script, path_of(folder, kind))
    assert said.startswith(("ValueError: ", "OSError: ", "FileNotFoundError: "))
    assert KINDS[kind] in said


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_it_in_one_line(folder, command, tmp_path):
    paths = [str(path_of(folder, kind)) for kind in HERE]
    found = calls(
        [[path if part == "FILE" else part for part in COMMANDS[command]] for path in paths],
        tmp_path,
    )
    for path, kind, (code, said) in zip(paths, HERE, found, strict=True):
        assert code == 2 and said.count("\n") == 1 and path in said and KINDS[kind] in said, said
    assert list(tmp_path.iterdir()) == []


def test_a_tournament_names_what_it_leaves_out(folder, tmp_path):
    ((code, said),) = calls(
        [["tournament", str(folder), "--json", "--out", str(tmp_path / "league.html")]], tmp_path
    )
    assert code == 0
    found = json.loads(said)
    kinds = [kind for kind in HERE if not kind.startswith("/")]
    assert {row["name"] for row in found["table"]} == {"one", "two"}
    assert set(found["left_out"]) == set(kinds)
    for kind in kinds:
        assert KINDS[kind] in found["left_out"][kind] and str(folder) not in found["left_out"][kind]


@needs("devices", "links")
def test_examples_of_a_problem_set_are_a_file(folder, tmp_path):
    (tmp_path / "examples.json").symlink_to("/dev/zero")
    script = "from fogel.checks.problems import examples; examples(7)"
    words = f"examples.json, which came with this problem set, can't be read ({NO_FILE})"
    assert last_words(script, cwd=tmp_path) == f"ValueError: {words}"


def test_the_greatest_file(tmp_path):
    path = tmp_path / "text"
    path.write_text("é" * 5, encoding="utf-8")
    assert read_text(path, 10) == "é" * 5
    with pytest.raises(ValueError, match="at most 9 bytes"):
        read_text(path, 9)


def test_no_more_is_read_than_may_be(tmp_path):
    with open(tmp_path / "sparse", "wb") as sparse:
        sparse.truncate(50_000_000)
    tracemalloc.start()
    with pytest.raises(ValueError, match="at most 1,000 bytes"):
        read_text(tmp_path / "sparse", 1000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


@needs("named pipes")
def test_what_was_looked_at_is_what_is_read(folder):
    """A path may lead elsewhere once it was looked at: here, from a file to a pipe."""
    script = """if True:
        import os, sys
        from fogel.core.files import read_text
        file = os.stat(sys.executable)
        os.stat = lambda *arguments, **options: file
        read_text(sys.argv[1], 1000)"""
    assert last_words(script, folder / "pipe.json") == f"ValueError: {NO_FILE}"


def test_names_can_be_shown():
    assert printable("ada/ünï.json") == "ada/ünï.json"
    assert printable("ada/\udcff.json") == "ada/\\udcff.json"
    # As some scripts need it, and pictures.
    joined = "\u0645\u06cc\u200c\u062e\U0001f469\u200d\U0001f393"
    assert printable(joined) == joined


def test_a_name_commands_no_terminal_and_no_line():
    """Control characters, line ends and changes of direction are shown as escapes."""
    assert (
        printable("a\nb\x1b]0;title\x07\u202enosj.a\x9b2J")
        == "a\\nb\\x1b]0;title\\x07\\u202enosj.a\\x9b2J"
    )
    kinds = {"Cc", "Zl", "Zp"}
    turning = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    commands = [
        sign
        for sign in map(chr, range(sys.maxunicode + 1))
        if unicodedata.category(sign) in kinds or unicodedata.bidirectional(sign) in turning
    ]
    assert len(commands) == 65 + 2 + 9
    assert [sign for sign in commands if printable(sign) == sign] == []


@needs("named pipes")
def test_a_pipe_or_a_device_stays_what_it_is(tmp_path):
    """To rename a file to /dev/null would take it from everybody."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError) as problem:
        write_file(tmp_path / "pipe", "text")
    # It says so of no other file.
    assert str(problem.value).endswith(f"Not a regular file: {str(tmp_path / 'pipe')!r}")
    assert (tmp_path / "pipe").is_fifo() and [*tmp_path.iterdir()] == [tmp_path / "pipe"]


# Writing.


class Stop(BaseException):
    """What ends a program in the middle of anything."""


@needs("replacing open files")
def test_a_reader_of_the_old_file_reads_on(tmp_path):
    """It is written beside and renamed: whoever has the old one open keeps it, to its last byte."""
    path = tmp_path / "champion.json"
    save_champion(path, load_champion(shipped("generation-1")))
    before = path.read_bytes()
    with open(path, "rb") as reader:
        save_champion(path, load_champion(shipped("champion")))
        assert reader.read() == before
    assert path.read_bytes() != before


@pytest.mark.parametrize(
    "fault", [OSError(28, "No space left on device"), Stop()], ids=["full", "ended"]
)
def test_a_write_that_fails_leaves_the_old_file_whole(tmp_path, monkeypatch, fault):
    path, champion = tmp_path / "champion.json", load_champion(shipped("champion"))
    save_champion(path, load_champion(shipped("generation-1")))
    before, real = path.read_bytes(), Path.write_bytes

    def half(self, content):
        real(self, content[: len(content) // 2])
        raise fault

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(type(fault)):
        save_champion(path, champion)
    assert path.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["champion.json"]


def test_a_new_file_has_everything(tmp_path):
    write_file(tmp_path / "new", "é\n")
    assert (tmp_path / "new").read_bytes() == "é\n".encode()


@needs("/proc")
def test_a_file_that_says_it_is_empty_is_read_within_bounds():
    with pytest.raises(ValueError, match="at most 10 bytes"):
        read_bytes("/proc/self/status", 10)


@pytest.mark.parametrize("fits", range(3))
def test_files_that_can_not_take_their_places_are_all_as_they_were(fits, tmp_path, monkeypatch):
    """As where a spreadsheet has one open on Windows: it is written, but not renamed."""
    places = [tmp_path / name for name in "abc"]
    for path in places[:2]:
        path.write_text(f"old {path.name}")
    usual, left = Path.replace, [True] * fits + [False]

    def replace(path, target):
        if left and not left.pop(0):
            raise PermissionError(13, "Permission denied", str(path), str(target))
        return usual(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(PermissionError) as stop:
        write_files(dict.fromkeys(places, "new"))
    assert stop.value.filename == str(places[fits]) and stop.value.filename2 is None
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "a": "old a",
        "b": "old b",
    }
    write_files(dict.fromkeys(places, "new"))
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == dict.fromkeys(
        "abc", "new"
    )
