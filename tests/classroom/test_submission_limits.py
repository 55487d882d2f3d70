"""What a submission may use: every limit, changed, has its effect, and is an option of `grade`."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import partial

import psutil
import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from classroom import ROOT
from fogel.checks.variant import variant
from grader import cli, limits, meter
from grader.broken import KINDS, Broken
from grader.limits import KB, MB, Limits
from grader.sandbox import Outcome, Step, run

# Wide enough for all that follows, whatever the defaults are.
WIDE = Limits(
    seconds=40.0,
    notebook_seconds=1000.0,
    memory=2048 * MB,
    file_size=20 * MB,
    disk=200 * MB,
    output=1 * MB,
    processes=32,
)
# By limit: a smaller one, what a cell does that passes within the wide ones, and what is said of
# it.
WORK = {
    "seconds": (1.0, "import time\nwhile time.process_time() < 3: pass", "took longer than 1 s"),
    "notebook_seconds": (
        1.0,
        "import time\nwhile time.process_time() < 3: pass",
        "time for the whole notebook was used",
    ),
    "memory": (900 * MB, "hoard = bytearray(1000 * 1024**2)", "MemoryError"),
    "file_size": (
        1 * MB,
        "with open('big', 'wb') as file: file.write(bytes(2 * 1024**2))",
        "File too large",
    ),
    "disk": (
        1 * MB,
        "for name in 'abc':\n    with open(name, 'wb') as file: file.write(bytes(1024**2))",
        "wrote more than 1 MB",
    ),
    "output": (1 * KB, "print('x' * 100_000, flush=True)", "printed more than 1 kB"),
    "processes": (
        2,
        (
            "import subprocess, sys\nsome = [subprocess.Popen([sys.executable, '-c', 'input()'],"
            " stdin=subprocess.PIPE) for _ in range(4)]\nfor one in some: one.communicate(b'x')"
        ),
        "started more than 2 processes",
    ),
}


def notes_of(code, allowed):
    """All that is said of a cell."""
    return " ".join(run([Step({"cell": code}, "task")], {}, allowed).notes.get("task", []))


@pytest.mark.parametrize("name", [one.name for one in fields(Limits)])
def test_a_limit_that_is_changed_has_its_effect(name):
    smaller, code, words = WORK[name]
    assert notes_of(code, WIDE) == ""
    # Until it is stopped.
    code = code.split("\nfor one in some")[0] + "\nimport time\nwhile True: time.sleep(0.1)"
    assert words in notes_of(code, replace(WIDE, **{name: smaller}))


def test_what_is_written_last_is_counted_too():
    """By the step that wrote it, however fast it was."""
    steps = [
        Step({"cell": code}, name)
        for name, code in (("first", "1"), ("large", WORK["disk"][1]), ("last", "1"))
    ]
    assert run(steps, {}, replace(WIDE, disk=1 * MB)).notes == {
        "large": ["A cell wrote more than 1 MB and was stopped. It counts as not there."]
    }


def test_the_folder_is_walked_through_twice_a_second_and_once_after_each_step(monkeypatch):
    walks, size = [], meter._size
    monkeypatch.setattr(meter, "_size", lambda *given: walks.append(0) or size(*given))
    steps, begun = (
        [Step({"cell": "import time; time.sleep(3)"}, "a"), Step({"cell": "1"}, "a")],
        time.monotonic(),
    )
    assert run(steps, {}, WIDE).notes == {}
    assert (
        2 + len(steps) <= len(walks) <= 1 + len(steps) + (time.monotonic() - begun) / meter.BETWEEN
    )


TOLD = {
    "seconds": (
        {"most": 9.6},
        "A cell took longer than 10 s and was stopped (a loop that never ends?).",
    ),
    "memory": ({"most": 2048 * MB}, "A cell used more than 2,048 MB of memory and was stopped."),
    "disk": ({"most": 200 * MB}, "A cell wrote more than 200 MB and was stopped."),
    "output": ({"most": 1024 * KB}, "A cell printed more than 1,024 kB and was stopped."),
    "processes": (
        {"most": 32},
        "A cell started more than 32 processes, or many threads, and was stopped.",
    ),
    "depth": ({"most": 50}, "A cell made more than 50 folders within folders and was stopped."),
    "given": (
        {"file": "{what}.json"},
        "A cell deleted or changed {what}.json, a file that it was given.",
    ),
    "replaced": (
        {"names": "{0}, {x}"},
        "A cell replaced {0}, {x}. The grader does not rely on it.",
    ),
    "forged": ({}, "A cell wrote into the channel by which answers leave."),
    "ended": ({"code": -9}, "A cell ended the notebook's process (exit code -9)."),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_step_is_told_in_the_words_of_its_kind(kind):
    facts, words = TOLD[kind]
    outcome = Outcome()
    outcome.lose(Step({"cell": ""}, "sums"), Broken(kind, **facts))
    assert outcome.notes == {"sums": [f"{words} It counts as not there."]} and outcome.replies == {}
    for others in ({**facts, "colour": 1}, {"colour": 1}):
        with pytest.raises(TypeError):
            Broken(kind, **others)


def test_a_note_says_whose_step_it_was():
    outcome = Outcome()
    outcome.lose(Step({"task": {}}, "sums"), Broken("forged"))
    outcome.lose(Step({"cell": ""}), Broken("forged"))
    assert outcome.notes["sums"][0].startswith("Your answer to this task wrote into the channel")
    assert outcome.notes[""][0].startswith("A cell of your own wrote") and outcome.replies == {
        "sums": {}
    }


def parsed(*arguments):
    return limits.from_options(cli.make_parser().parse_args(["grade", *arguments]))


def test_every_limit_is_an_option_with_its_default():
    assert parsed() == Limits()
    for one in fields(Limits):
        unit = one.metadata["unit"]
        changed = getattr(parsed(f"--{one.name.replace('_', '-')}", "7"), one.name)
        assert changed == 7 * unit and type(changed) is type(one.default), one.name


def test_a_new_limit_and_a_new_default_are_options_by_themselves(monkeypatch, capsys):
    @dataclass(frozen=True)
    class More(Limits):
        memory: int = limits._limit(512, "memory", MB, "MB")
        open_files: int = 64

    monkeypatch.setattr(limits, "Limits", More)
    assert parsed() == More() and parsed().memory == 512 * MB
    assert parsed("--open-files", "3") == More(open_files=3)
    with pytest.raises(SystemExit):
        cli.main(["grade", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert (
        "--open-files N open files (default: 64)" in said
        and "--memory MB memory (default: 512)" in said
    )


def test_grade_hands_on_what_its_options_say(monkeypatch, tmp_path):
    """From the command line to the sandbox: no limit is dropped on the way."""
    from grader import book, course, grade

    asked = []
    found = tmp_path / "ada" / "02_network" / "02_network.ipynb"
    found.parent.mkdir(parents=True)
    found.write_text("{}")
    one = course.Course(tmp_path, variant(7), (grade.find("02"),))
    monkeypatch.setattr(course, "open_course", lambda root: one)
    monkeypatch.setattr(grade, "grade", lambda *given: asked.append(given[4]) or {})
    for name in ("enter", "write_written"):
        monkeypatch.setattr(book, name, lambda *rest: [])
    monkeypatch.setattr(cli, "_say", lambda *rest: None)
    options = [text for one in fields(Limits) for text in (f"--{one.name.replace('_', '-')}", "7")]
    assert cli.main(["grade", "02", "--as-root", "--submissions", str(tmp_path), *options]) == 0
    assert asked == [Limits(**{one.name: 7 * one.metadata["unit"] for one in fields(Limits)})]


def test_the_limits_on_the_teachers_page():
    text = (ROOT / "notebooks" / "teachers_safety.md").read_text(encoding="utf-8")
    now = Limits()
    for words in (
        f"{now.seconds:g} seconds of processor time",
        f"{now.memory // 1024**3} GB of memory",
        f"{now.file_size // MB} MB for a file and {now.disk // MB} MB for all",
        f"{now.output // MB} MB of printed text",
        f"{now.processes} processes",
    ):
        assert words in text, f"{words}: mend the limits in notebooks/teachers_safety.md"
    assert now.notebook_seconds == 5 * 60 and "five minutes for a notebook" in text


# Files without a name: memory that processes share, or 4 MB of a disk.
SHARED = """
import mmap, os, time
for _ in range(2):
    shared = mmap.mmap(-1, 420 << 20)
    if not os.fork():
        time.sleep(60)  # it maps what it never touches
    for _ in range(420):
        shared.write(bytes(1 << 20))
    shared.close()
"""
DELETED = """
import os
held = []
for _ in range(8):
    held.append(open("x", "wb"))
    os.remove("x")
    held[-1].write(bytes(1 << 19)), held[-1].flush()
"""
MAPPED = """
import mmap, os
held = []
for _ in range(8):
    with open("x", "w+b", 0) as file:
        file.write(bytes(1 << 19))
        held.append(mmap.mmap(file.fileno(), 1 << 19))
    os.remove("x")
"""
A_CHILDS = """
import os, time
held = open("x", "wb")
os.remove("x")
held.write(bytes(4 << 20)), held.flush()
if not os.fork():
    time.sleep(60)
held.close()
"""
NAMELESS = {
    "memory": (SHARED, {"memory": 800 * MB}, "used more than 800 MB of memory"),
    "files": (DELETED, {"disk": 2 * MB}, "wrote more than 2 MB"),
    "mapped files": (MAPPED, {"disk": 2 * MB}, "wrote more than 2 MB"),
    "a file of a child": (A_CHILDS, {"disk": 2 * MB}, "wrote more than 2 MB"),
}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows what is held")
@pytest.mark.parametrize("what", NAMELESS)
def test_what_no_folder_names_is_counted_as_well(what):
    """Each piece is within what its process may map or write."""
    code, smaller, words = NAMELESS[what]
    assert notes_of(code, WIDE) == ""
    assert words in notes_of(
        f"{code}\nwhile True: __import__('time').sleep(0.1)", replace(WIDE, **smaller)
    )


def test_a_file_without_a_name_counts_once_and_one_with_a_name_not(tmp_path):
    """However often it is open; by what it takes up, and not by what it says."""
    with (
        open(tmp_path / "named", "wb") as named,
        open(tmp_path / "gone", "wb") as gone,
        open(tmp_path / "gone", "rb"),
    ):
        named.write(bytes(1 << 20)), named.flush()
        gone.write(bytes(1 << 20)), gone.flush()
        gone.truncate(1 << 40)
        before = meter._without_name([os.getpid()])
        os.remove(tmp_path / "gone")
        memory, disk = meter._without_name([os.getpid(), os.getpid()])
        assert memory == before[0] and 1 << 20 <= disk - before[1] < 2 << 20
    assert meter._without_name([2**22 + 1]) == (0, 0)


def test_a_file_of_nothing_counts_and_so_does_a_folder(tmp_path):
    (tmp_path / "folder").mkdir()
    before = meter._size(tmp_path, 10**9)
    for k in range(9):
        (tmp_path / "folder" / str(k)).touch()
    assert meter._size(tmp_path, 10**9) - before == 9 * 4096 < before + 9 * 4096


def test_one_that_has_ended_hides_no_process_beside_it(monkeypatch):
    """Children of any thread, and theirs, as the system lists them all; while they are listed one
    is gone.
    """
    sleeping = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'input()'])"
    with ThreadPoolExecutor(1) as other:
        start = partial(subprocess.Popen, [sys.executable, "-c", sleeping], stdin=subprocess.PIPE)
        children = [start(), other.submit(start).result()]
        try:
            us = psutil.Process()
            wanted = {child.pid for child in children}
            while not all(psutil.Process(pid).children() for pid in wanted):
                time.sleep(0.01)
            below = {
                one.pid for pid in wanted for one in psutil.Process(pid).children(recursive=True)
            }
            assert {one.pid for one in meter._descendants(us)} >= wanted | below
            gone, known = children[0].pid, psutil.Process
            lost = psutil.NoSuchProcess(gone)
            monkeypatch.setattr(
                psutil, "Process", lambda pid: known(pid) if pid != gone else throw(lost)
            )
            found = {one.pid for one in meter._descendants(us)}
            assert gone not in found and found >= (wanted | below) - {gone}
        finally:
            for child in children:
                child.communicate(b"\n")


def throw(problem):
    raise problem
