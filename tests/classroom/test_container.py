"""`grade --container`, with a stand-in for podman that keeps its arguments and runs the command; no
real engine.
"""

import json
import os
import sys
from pathlib import Path

import nbformat
import numpy as np
import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from classroom import submission
from grader import cli, container, folders, launch
from grader.course import CourseError
from grader.limits import Limits
from grader.sandbox import Step, run
from grader.sets import find

pytestmark = pytest.mark.skipif(not launch.KEPT, reason="containers are run on Linux and macOS")
ASK = Step({"task": {"ask": "values", "names": ["seen"]}}, "a")

# It says what it was asked; of what a container has, it gives the paths, which it finds in the
# orders.
STAND_IN = """\
#!{python}
import json, os, signal, subprocess, sys, threading
from pathlib import Path

def hand_on(runner, inside, outside):
    while line := sys.stdin.buffer.readline():
        runner.stdin.write(line.replace(inside, outside).replace(b"/fogel/fogel", b"{package}"))
        runner.stdin.flush()
    runner.stdin.close()

here, words = Path(__file__).parent, sys.argv[1:]
with open(here / "asked.jsonl", "a") as log:
    log.write(json.dumps(words) + "\\n")
if (here / f"no-{{words[0]}}").exists():
    sys.exit((here / f"no-{{words[0]}}").read_text())
if words[:2] == ["image", "inspect"]:
    sys.exit(not (here / "image").exists())
if words[0] == "build":
    for path in Path(words[-1]).glob("*"):
        if path.is_file():
            (here / f"built-{{path.name}}").write_bytes(path.read_bytes())
    (here / "image").touch()
if words[0] == "run":
    outside, inside, _ = words[words.index("--volume") + 1].split(":")
    (here / words[words.index("--name") + 1]).write_text(str(os.getpid()))
    runner = subprocess.Popen(["{python}", *words[words.index("python") + 1 : -1], "{runner}"], stdin=subprocess.PIPE)
    threading.Thread(target=hand_on, args=(runner, inside.encode(), outside.encode()), daemon=True).start()
    code = runner.wait()
    os._exit(code if code >= 0 else 128 - code)
if words[0] == "kill":
    os.kill(int((here / words[1]).read_text()), signal.SIGKILL)
"""


@pytest.fixture
def engine(tmp_path, monkeypatch):
    """The folder of a stand-in for podman, which is all that is installed."""
    folder = tmp_path / "bin"
    folder.mkdir()
    facts = {"python": sys.executable, "runner": launch.RUNNER, "package": container.PACKAGE}
    (folder / "podman").write_text(STAND_IN.format(**facts))
    (folder / "podman").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    return folder


def asked(engine):
    """All that the stand-in was asked, in order."""
    return [json.loads(line) for line in (engine / "asked.jsonl").read_text().splitlines()]


def test_a_submission_runs_in_a_container_without_network_and_with_limits(engine, capsys):
    limits = container.contained(Limits(memory=10**9, processes=7))
    assert capsys.readouterr().out.startswith("Building the image fogel-grader:")
    outcome = run(
        [Step({"cell": "import os\nseen = sorted(os.listdir('.'))"}, "a"), ASK],
        {"given": b"1"},
        limits,
    )
    assert outcome.notes == {} and outcome.replies["a"]["answers"] == [{"value": ["given"]}]
    words = asked(engine)[-2]
    for some in (
        "--rm --interactive --pull "
        "never", "--network none", "--ipc none", "--read-only", "--read-only-tmpfs=false",
        "--cap-drop all", "--security-opt no-new-privileges", "--memory 1000000000 --memory-swap 1000000000",
        "--pids-limit 14", "--cpus 1", "--log-driver none",
    ):  # fmt: skip
        assert f" {some} " in " ".join(words)
    user = words[words.index("--user") + 1]
    assert user.split(":")[0] not in ("0", "root")
    # It sees nothing from here but its own folder.
    assert [word for word in words if ":/" in word] == [words[words.index("--volume") + 1]]
    name = words[words.index("--name") + 1]
    assert name.startswith(folders.FOLDERS) and asked(engine)[-1] == ["kill", name]
    assert words[words.index("python") - 1] == limits.container.image


def test_an_image_is_built_once_of_the_package_and_the_runner_alone(engine):
    first = container.contained(Limits())
    again = container.contained(Limits())
    assert first == again and sum(words[0] == "build" for words in asked(engine)) == 1
    assert {path.name for path in engine.glob("built-*")} == {
        f"built-{name}"
        for name in ("Dockerfile", "constraints.txt", "runner.py", *container.PROJECT)
    }
    assert {path.partition("/")[0] for path in container.image_files() if "/" in path} == {"fogel"}
    assert (engine / "built-Dockerfile").read_text().startswith("FROM docker.io/library/python:3.")
    assert f"numpy=={np.__version__}\n" in (engine / "built-constraints.txt").read_text()


def test_other_files_are_another_image(engine, monkeypatch):
    before = container.contained(Limits()).container.image
    monkeypatch.setattr(container, "PROJECT", container.PROJECT[:1])
    assert container.contained(Limits()).container.image != before


DEEDS = {
    "while True: pass": "took longer than 1 s",
    "os._exit(3)": "(exit code 3)",
    "os.kill(os.getpid(), 9)": "(exit code 137)",
    "print('x' * 9_000_000)": "printed more than",
}


def test_what_breaks_a_limit_ends_with_its_container(engine):
    limits = container.contained(Limits(seconds=1.0))
    outcome = run([Step({"cell": f"import os\n{deed}"}, deed) for deed in DEEDS], {}, limits)
    for deed, words in DEEDS.items():
        assert words in " ".join(outcome.notes[deed])
    runs, kills = ([w for w in asked(engine) if w[0] == name] for name in ("run", "kill"))
    assert [w[w.index("--name") + 1] for w in runs] == [w[1] for w in kills] and len(
        runs
    ) == 2 + len(DEEDS)


def test_grade_says_that_it_is_in_force_and_gives_the_same_points(engine, tmp_path, capsys):
    course = tmp_path / "course"
    assert cli.main(["release", "02", "--variant", "7", "--course", str(course)]) == 0
    folder = course / "submitted" / "ada"
    folder.mkdir(parents=True)
    nbformat.write(submission(find("02"), 7), folder / "02_network.ipynb")
    capsys.readouterr()
    assert cli.main(["grade", "--container", "--workers", "1", "--course", str(course)]) == 0
    said = capsys.readouterr().out
    assert "Fence: a container of podman;" in said and "1 graded, 20.0 of 23 points" in said


def refused(words, tmp_path, capsys):
    """The one line that `grade --container` ends with, where there is nothing to grade either."""
    with pytest.raises(SystemExit):
        cli.main(["grade", "--container", "--course", str(tmp_path), *words])
    said = capsys.readouterr()
    assert "Traceback" not in said.err + said.out
    return said.err.strip().splitlines()[-1]


@pytest.fixture
def course_of_one(tmp_path):
    (tmp_path / "course.json").write_text(json.dumps({"variant": 7, "sets": ["02_network"]}))
    (tmp_path / "submitted" / "ada").mkdir(parents=True)
    (tmp_path / "submitted" / "ada" / "02_network.ipynb").write_text('{"cells": []}')
    return tmp_path


def test_without_an_engine_nothing_begins(course_of_one, capsys, monkeypatch):
    monkeypatch.setenv("PATH", str(course_of_one / "nowhere"))
    assert refused([], course_of_one, capsys).endswith(
        "--container: neither podman nor docker is installed here"
    )
    assert not (course_of_one / "graded").exists()
    one = [
        "--one",
        str(course_of_one / "submitted" / "ada" / "02_network.ipynb"),
        "--variant",
        "7",
        "02",
    ]
    assert "neither podman nor docker" in refused(one, course_of_one, capsys)


@pytest.mark.parametrize(("step", "words"), [
    ("info", "--container: podman does not answer (Cannot connect to Podman)"),
    ("build", "--container: podman can't build the image: no such host"),
    ("run", "--container: podman can't run a submission: cgroups are not there"),
])  # fmt: skip
def test_what_an_engine_can_not_do_is_one_line_before_anything_runs(
    step, words, engine, course_of_one, capsys
):
    said = words.rpartition(": " if "(" not in words else "(")[2].strip(")")
    (engine / f"no-{step}").write_text(f"a warning\n{said}.\n")
    assert refused([], course_of_one, capsys).endswith(words)
    assert not (course_of_one / "graded").exists()


def test_the_first_engine_that_answers_is_taken(engine):
    (engine / "docker").write_text((engine / "podman").read_text())
    (engine / "docker").chmod(0o755)
    assert container.contained(Limits()).container.called == "podman"
    (engine / "podman").write_text("#!/bin/sh\nexit 1\n")
    made = container.contained(Limits()).container
    assert made.called == "docker" and "--userns" not in made.command(
        Path("/tmp/one/work"), Limits()
    )


@pytest.mark.parametrize(("user", "name", "info", "inside", "userns"), [
    (0, "podman", "", "65534:65534", False), (0, "docker", "rootless", "65534:65534", False),
    (1000, "podman", "rootless", "1000:100", True), (1000, "docker", "seccomp", "1000:100", False),
    (1000, "docker", "Security Options:\n  rootless", "0:0", False),
])  # fmt: skip
def test_a_submission_is_an_ordinary_user_outside(user, name, info, inside, userns, monkeypatch):
    monkeypatch.setattr(os, "getuid", lambda: user)
    monkeypatch.setattr(os, "getgid", lambda: 100)
    made = container.Container(f"/bin/{name}", "image", container._user(f"/bin/{name}", info))
    assert made.user == inside
    assert ("--userns" in made.command(Path("/tmp/one/work"), Limits())) == userns


def test_on_windows_it_is_refused(monkeypatch):
    monkeypatch.setattr(launch, "KEPT", False)
    with pytest.raises(CourseError, match="Linux or macOS"):
        container.contained(Limits())
