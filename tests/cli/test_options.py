"""Every option of every command: refused where it would be ignored, and nonsense refused before any
work is done.

The options are those that the help texts list, so that one that is added is tested too.
"""

import dataclasses
import io
import os
import re
import shutil

import pytest
from commands import CHEAP, command_of, options, parsers, prepare
from same import tree

from fogel import cli
from fogel.anygame.settings import GameSettings
from fogel.checkers.settings import CheckersSettings
from fogel.league.settings import LeagueSettings
from fogel.school.school import SchoolSettings
from fogel.school.seeds import ScriptSettings
from fogel.taste.evolution import TasteSettings
from fogel.thousand.comparison import ComparisonSettings
from fogel.thousand.table import ThousandSettings

PARSERS = parsers()
OPTIONS = {command: options(command, parser) for command, parser in PARSERS.items()}
VALUES = {
    "X": "1",
    "RATE": "1",
    "ROWSxCOLUMNS": "6x4",
    "NAME": "small",
    "SETTING VALUES": "slip 0",
    "ARCH WEIGHTS": "a b",
    "LEVEL,LEVEL": "idiot",
}
CHOICES = (
    *(GameSettings, LeagueSettings, ThousandSettings, ComparisonSettings),
    *(SchoolSettings, ScriptSettings, TasteSettings, CheckersSettings),
)
NUMBERS = ("N", "H", "LEVEL", "SESSIONS", "MATCHES", "GAMES", "SEED")
ARGUMENTS = {
    "ttt play": ["standard"],
    "ttt page": ["standard"],
    "ttt ladder": ["standard"],
    "ttt exam": ["a", "b"],
}
ARGUMENTS |= {"measure": ["standard"], "tournament": ["champions"], "reproduce": ["a.json"]}


@pytest.fixture(autouse=True)
def one_parser(monkeypatch):
    """Calls many commands without making the parser anew each time."""
    parser = cli.make_parser()
    monkeypatch.setattr(cli, "make_parser", lambda: parser)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prepared")
    prepare(folder)
    return folder


@pytest.fixture
def folder(prepared, tmp_path, monkeypatch):
    """The working folder, with the files that the cheap forms read."""
    shutil.copytree(prepared, tmp_path / "work")
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return tmp_path / "work"


def typed(option, name=None):
    """An option with a value that fits, as it is typed."""
    first = re.split("[|,]", option.value.strip("{}"))[0]
    value = "3" if option.value in NUMBERS else VALUES.get(option.value, first)
    return [name or option.names[0], *(value.split() if option.value else [])]


# Options that need others, or that can't be combined with them: what the help says is what is
# checked.


def conditions(word):
    """[(command, option, names of others)] of which the help says `word` and the names."""
    found = []
    for command, some in OPTIONS.items():
        for option in some:
            for words in re.findall(rf"; {word} ([^;]+)", option.words):
                found.append(
                    pytest.param(
                        command, option, words.split("|"), id=f"{command} {option.names[0]} {words}"
                    )
                )
    return found


@pytest.mark.parametrize(("name", "option", "others"), conditions("needs"))
def test_an_option_is_refused_without_the_one_that_it_needs(command, name, option, others):
    for word in option.names:
        line = command.refused(name, *ARGUMENTS.get(name, []), *typed(option, word))
        assert line == f"fogel {name}: argument {word}: needs {'|'.join(others)}\n"


@pytest.mark.parametrize(("name", "option", "others"), conditions("not with"))
def test_an_option_is_refused_with_one_that_excludes_it(command, name, option, others):
    for other in others:
        given = [*ARGUMENTS.get(name, []), *typed(option)]
        if other == "COMMAND":
            given += ["deathmatch"]
        else:
            given += typed(next(one for one in OPTIONS[name] if other in one.names))
        line = command.refused(name, *given)
        assert f"argument {option.names[0]}: can't be combined with {other}\n" in line


def test_no_help_says_a_condition_in_other_words():
    """ "Goes with --game alone" reads as the opposite of what it means."""
    for option in (one for some in OPTIONS.values() for one in some):
        assert not re.search(r"^with --|goes with|in place of --|--\S+ alone", option.words), option


# Where a command writes.


def outputs_of(form):
    """[(option, files)] that a form writes; some commands write only in one of their forms."""
    declared = (
        PARSERS[command_of(form, PARSERS)].outputs
        if not form.startswith(("ttt -p", "checkers --board"))
        else []
    )
    found = [(option.option_strings[0], files) for option, files in declared]
    return [(name, files) for name, files in found if len(found) == 1 or name in form]


def outputs():
    """(form, its option, a declared file) of all that write."""
    for form in CHEAP:
        for name, files in outputs_of(form):
            yield from (pytest.param(form, name, file, id=f"{form[:24]} {file}") for file in files)


def place_of(form, option):
    """Where the cheap form writes what this option says, and the form with that said."""
    words = form.split()
    if option in words:
        return words[words.index(option) + 1], words
    place = "place/out.html" if "page" in words or words[0] == "tournament" else "place/out.svg"
    return place, [*words, option, place]


def blocked(path, kind):
    """Puts something else in a file's place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to(os.devnull)
    else:
        path.write_text("a file")


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices are files only there")
@pytest.mark.parametrize(("form", "option", "file"), [*outputs()])
def test_a_place_that_cant_be_written_is_refused_before_any_work(
    folder, command, form, option, file
):
    place, words = place_of(form, option)
    text = file.replace("{}", place)
    for kind in ["file"] if text.endswith("/") else ["folder", "pipe", "device"]:
        path = folder / text.rstrip("/").replace("*", "00").replace("[0-9]", "0")
        blocked(path, kind)
        before = sorted(str(one) for one in folder.rglob("*"))
        shown = "pipe or a device" if kind in ("pipe", "device") else kind
        must = "folder" if text.endswith("/") else "file"
        line = command.refused("", *words)
        assert f"argument {option}: must be a {must}, and " in line
        assert f"{path.name}' is a {shown}\n" in line
        assert sorted(str(one) for one in folder.rglob("*")) == before
        shutil.rmtree(path) if kind == "folder" else path.unlink()


SLOW = ("methods", "poster")  # the latter is one file


@pytest.mark.parametrize("form", [one for one in CHEAP if not one.startswith(SLOW)])
def test_what_a_command_writes_is_what_it_declares(folder, command, form):
    """So that the check before the work knows all of it."""
    some = outputs_of(form)
    before = tree(folder)
    if not some:
        command(form)
        assert command.err == "" and tree(folder) == before
        return
    ((option, files),) = some
    place, words = place_of(form, option)
    command("", *words)
    written = {name for name in tree(folder) if name not in before}
    texts = [file.replace("{}", place) for file in files if not file.endswith("/")]
    known = [
        re.compile(re.escape(text).replace(r"\*", "[^/]*").replace(r"\[0\-9\]", "[0-9]"))
        for text in texts
    ]
    undeclared = {name for name in written if not any(one.fullmatch(name) for one in known)}
    assert not {name for name in undeclared if "saved/" not in name}, undeclared
    for text, one in zip(texts, known, strict=True):
        assert "saved/" in text or any(one.fullmatch(name) for name in written), text


# Nonsense.

NONSENSE = {
    "number": ["", " ", "x", "-1.5", "1.5e", "9" * 40, "\u0663", "1_0", "0x3", "nan", "--"],
    "word": ["", "x", "\u00e9", "a" * 3000],
    "file": ["", "missing", os.devnull, "champions", "table.png", "list.json", "a" * 3000],
    "place": ["", "a" * 3000, "champions/a.json/x"],
}
KINDS = dict.fromkeys((*NUMBERS, "X", "RATE", "S", "N,N", "ROWSxCOLUMNS"), "number")
KINDS |= dict.fromkeys(("FILE", "NAME|FILE", "TASTE"), "file")


def kind_of(option):
    """Which kind of nonsense an option can be given."""
    if option.names[0] in [one.option_strings[0] for one, _ in PARSERS[option.command].outputs]:
        return "place"
    return KINDS.get(option.value, "word")


def given(option, text):
    """An option with a value, as it is typed."""
    name = option.names[0]
    count = 1 if option.value.startswith("{") else len(option.value.split())
    return [name, *[text] * count] if count > 1 or len(name) == 2 else [f"{name}={text}"]


@pytest.mark.parametrize("name", PARSERS)
def test_nonsense_gets_one_line(folder, command, name):
    (folder / "table.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00")
    (folder / "list.json").write_text("[1, 2]")
    forms = (one for one in CHEAP if command_of(one, PARSERS) == name)
    form = next(forms, f"{name} --commands").split()
    for option in OPTIONS[name]:
        wrong = NONSENSE[kind_of(option)] if option.value not in ("", "TEXT", "ADDRESS") else ()
        for text in wrong:
            command.refused("", *form, *given(option, text))
    first_option = next((at for at, word in enumerate(form) if word[0] == "-"), len(form))
    for place in range(len(name.split()), first_option):
        for text in {*NONSENSE["file"]} - {form[place]}:  # in place of an argument
            command.refused("", *form[:place], text, *form[place + 1 :])


# An option that nothing refuses changes something.

EFFECTS = """
curve --trials 1 --generations 1 --parents 6 : --quick --rivals 5 | --validate
log --generations 1 --parents 6 : --trial 1 | --preset paper-1993
evolve --generations 1 --parents 6 --out own.json : --game misere
sweep --over slip 0 --trials 1 --generations 2 --parents 6 : --at-generations 1
play : --against random
play --against champion : --begin
play --against random : --seed 1 --begin
play misere : --against random
ttt -p two.pla -g 9 -R 0 : -d 1 | -m 2 | -g 8 | -R 1 | -p three.pla | -r misere | --first-player first
ttt -s 3 -m 1 -g 9 -R 0 : -s 2 | -l 100 | -M 1
ttt play standard random random --games 9 --seed 1 : --games 8 | --seed 2 | --first-player random
ttt page standard : --look | --neural trained.cfg trained.wts
ttt deathmatch : --games 1 | --first-player first | --rounding up | --min-depth 1 | --horizon moves | --search full
ttt deathmatch : --when-lost any | --mistake any | --mistake-per square | --chance plain
ttt ladder one-square : --games 9
ttt ladder standard --games 9 --seed 1 : --seed 2
ttt school --sessions 1 --matches 1 --games 9 --trainer random : --rules one-square
ttt exam trained.cfg trained.wts : --seat 2 | --exact | --games 8 | --seed 5
audit generation-50 : --preset paper-1993
page : --evolve
page --evolve : misere | --settings evolved.json
tournament champions : --title x
measure one-square : --jury rookie | --taste fair | --games 9
measure standard --games 9 : --seed 1
checkers --board 4x4 : --board 6x4 | --men 2 --perft 3 | --perft 2
""".strip().splitlines()
# These options say who does the work, and that it is done again.
SAME_BITS = {"--workers", "--scheduler", "--restart", "--quiet"}
ELSEWHERE = {  # are tested with what they do, as they take longer
    "--checkers",
    *("-i", "--school", "--seconds", "--over", "--arch", "--preset", "--more"),
    *("--taste", "--best", "--jury", "--champion", "--commands", "--scaling", "--page"),
}


def effects():
    """(cheap form, what else is typed) of each option."""
    for row in EFFECTS:
        form, _, some = row.partition(" : ")
        for more in some.split(" | "):
            yield pytest.param(form, more, id=f"{form[:20]} {more}")


def seen(prepared, folder, monkeypatch, command, words):
    """What a command prints and writes, in a new folder with the files that it may read."""
    shutil.copytree(prepared, folder)
    (folder / "three.pla").write_text("2\ntrad idiot\ntrad average\n")
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.stdin", io.StringIO("4\n0\n2\n6\n8\n1\n3\n5\n7\nquit\n"))
    out = command("", *words)
    assert command.err == ""
    return out, tree(folder)


@pytest.mark.parametrize(("form", "more"), [*effects()])
def test_an_option_changes_what_comes_out(prepared, tmp_path, command, monkeypatch, form, more):
    words = form.split()
    without = seen(prepared, tmp_path / "without", monkeypatch, command, words)
    given = more.split()
    if given[0] in words and given[0] != "--over":
        place = words.index(given[0])
        words = words[:place] + words[place + 2 :]
    assert seen(prepared, tmp_path / "with", monkeypatch, command, [*words, *given]) != without


def test_every_option_is_refused_alone_or_known_to_change_something():
    settings = {field.name for kind in CHOICES for field in dataclasses.fields(kind)}
    known = {
        (command_of(row, PARSERS), word)
        for row in EFFECTS
        for word in row.partition(" : ")[2].split()
    }
    for command, some in OPTIONS.items():
        places = [option.option_strings[0] for option, _ in PARSERS[command].outputs]
        for option in some:
            name = option.names[0]
            is_setting = name.removeprefix("--").replace("-", "_") in settings
            if not (
                is_setting
                or name in SAME_BITS | ELSEWHERE | {"--json", *places}
                or "; needs" in option.words
            ):
                assert (command, name) in known or "; not with" in option.words, (command, name)
