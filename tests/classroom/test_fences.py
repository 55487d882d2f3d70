"""Behind each fence a submission finds what it needs, and nothing of anybody else's."""

import os
import signal
import socket
from pathlib import Path

import psutil
import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
import classroom
from grader import cli, fences, launch
from grader.course import CourseError
from grader.sandbox import Step, run

TIGHT = [fence for fence in fences.available() if isinstance(fence, fences.Bubblewrap)]
SOME = [fence for fence in fences.available() if fence.landlock or fence in TIGHT]
ASK = Step({"task": {"ask": "values", "names": ["said"]}}, "a")


def name_of(fence):
    return type(fence).__name__


all_fences = pytest.mark.parametrize("fence", fences.available(), ids=name_of, indirect=True)
real_fences = pytest.mark.parametrize("fence", SOME, ids=name_of, indirect=True)
tight_fences = pytest.mark.parametrize("fence", TIGHT, ids=name_of, indirect=True)


@pytest.fixture
def fence(request, monkeypatch):
    """The one fence that there is in a test."""
    monkeypatch.setattr(fences, "found", lambda: request.param)
    return request.param


def tried(code):
    """What a cell's attempt came to: "done", or the name of its error."""
    lines = "\n".join(f"    {line}" for line in code.splitlines())
    cell = (
        f"import os, socket, ctypes\ntry:\n{lines}\n    said = 'done'\nexcept OSError as e: said ="
        " type(e).__name__"
    )
    outcome = run([Step({"cell": cell}, "a"), ASK], {"given": b"1"})
    assert outcome.notes == {}
    return outcome.replies["a"]["answers"][0]["value"]


# What it finds.

LOOK = """
import os, resource, signal, sys, threading
import numpy as np, fogel

def is_open(place):
    try:
        os.fstat(place)
    except OSError:
        return False
    return True

said = [
    [place for place in range(256) if is_open(place)],
    [list(resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))) for name in ("AS", "FSIZE", "CORE", "NOFILE")],
    [str(signal.getsignal(number)) for number in sorted(signal.valid_signals())],
    [os.path.basename(os.getcwd()), sorted(os.listdir("."))],
    sorted((name, value.replace(os.path.dirname(os.getcwd()), "")) for name, value in os.environ.items() if name != "PWD"),
    [fogel.__file__, sys.executable, list(sys.flags), sys.path, sys.stdout.encoding, sys.stdout.isatty()],
    [threading.active_count(), "grader" in sys.modules, "runner" in sys.modules, "matplotlib" in sys.modules],
]
"""


def test_a_submission_finds_the_same_behind_every_fence(monkeypatch):
    found = {}
    for fence in fences.available():
        monkeypatch.setattr(fences, "found", lambda fence=fence: fence)
        outcome = run([Step({"cell": LOOK}, "a"), ASK], {"given": b"1"})
        assert outcome.notes == {}
        found[name_of(fence)] = outcome.replies["a"]["answers"][0]["value"]
    assert found["NoFence"][3] == ["work", ["given"]] and found["NoFence"][6][1:] == [False] * 3
    assert all(one == found["NoFence"] for one in found.values()), found


def test_a_batch_in_the_background_hands_on_no_ignored_ctrl_c():
    """A shell lets a command in the background ignore Ctrl-C; a notebook mustn't find that."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        said = tried("import signal; assert callable(signal.getsignal(signal.SIGINT))")
    finally:
        signal.signal(signal.SIGINT, before)
    assert said == "done"


def test_an_exit_code_is_told():
    for deed, code in (("os._exit(3)", 3), ("os.kill(os.getpid(), 9)", 137)):
        said = run([Step({"cell": f"import os; {deed}"}, "a")], {}).notes["a"][0]
        assert f"(exit code {code})" in said


def test_nothing_of_one_submission_is_found_by_the_next():
    leave = "np.left = os.environ['LEFT'] = 'x'; open('left', 'w').close()\n"
    found = "said = [hasattr(np, 'left'), 'LEFT' in os.environ, os.path.exists('left')]\n"
    drawn = "import os, random\nsaid += [float(np.random.random()), random.random()]\n"
    answers = []
    for code in (leave, ""):
        cell = f"import os\n{code}{found}{drawn}"
        reply = run([Step({"cell": cell}, "a"), ASK], {}).replies["a"]["answers"][0]
        answers.append(reply["value"])
    assert answers[0][:3] == [True] * 3 and answers[1][:3] == [False] * 3
    assert not {*answers[0][3:]} & {*answers[1][3:]}  # they don't draw the same numbers


# What it doesn't find.


@real_fences
@pytest.mark.parametrize("path", ["/etc/shadow", "/etc/passwd", "FILE", "/proc/PID/environ"])
def test_no_file_of_the_system_or_of_others_can_be_read(fence, path, tmp_path):
    (tmp_path / "work.ipynb").write_text("{}")
    path = path.replace("FILE", str(tmp_path / "work.ipynb")).replace("PID", str(os.getpid()))
    assert Path(path).exists()
    code = f"with open({path!r}, 'rb') as file: assert not file.read()"
    assert tried(code) in ("PermissionError", "FileNotFoundError")


@tight_fences
@pytest.mark.parametrize(
    "deed", ["os.chmod(PATH, 0)", "os.utime(PATH, (1, 1))", "os.truncate(PATH, 0)"]
)
def test_the_files_of_others_stay_as_they_are(fence, deed, tmp_path):
    path = tmp_path / "work.ipynb"
    path.write_text("{}")
    before = path.stat()
    assert tried(deed.replace("PATH", repr(str(path)))) == "FileNotFoundError"
    assert path.stat() == before


@tight_fences
def test_whatever_a_submission_does_not_need_is_not_even_in_sight(fence, tmp_path):
    (tmp_path / "work.ipynb").write_text("{}")
    (tmp_path / "link").symlink_to(tmp_path / "work.ipynb")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        listening.listen()
        deed = f"socket.socket(socket.AF_UNIX).connect({str(tmp_path / 'socket')!r})"
        assert tried(deed) == "FileNotFoundError"
    places = [tmp_path / name for name in ("work.ipynb", "link", "socket", "")]
    for place in (*places, classroom.ROOT / "notebooks", "/dev/shm", "/etc/shadow"):
        assert tried(f"os.stat({str(place)!r})") == "FileNotFoundError"
    grader = Path(launch.RUNNER).parent
    assert tried(f"assert os.listdir({str(grader)!r}) == ['runner.py']") == "done"


@tight_fences
@pytest.mark.parametrize("place", ["/elsewhere", "/dev/elsewhere", "../elsewhere", "/proc/x"])
def test_it_can_write_in_its_own_folder_only(fence, place):
    assert tried(f"os.mkdir({place!r})") in ("OSError", "PermissionError", "FileNotFoundError")
    assert tried("import fogel; open(os.devnull, 'w').write('x'); os.mkdir('own')") == "done"


@real_fences
def test_no_process_of_the_grader_can_be_signalled(fence):
    for number in (os.getpid(), os.getppid()):
        if fence in TIGHT:  # there, the small numbers are its own processes
            assert tried(f"assert os.getpid() < 100; os.kill({number + 1000}, 0)") != "done"
        else:
            assert tried(f"os.kill({number}, 0)") == "PermissionError"
    assert tried("os.kill(os.getppid(), 19)") in ("PermissionError", "done")


SWARM = """
import os, sys
if os.fork() == 0:
    os.setsid()
    while True:
        if os.fork():
            os._exit(0)
os._exit(0)
"""


@tight_fences
def test_a_swarm_ends_with_its_submission(fence, monkeypatch):
    seen, real = [], launch.start
    monkeypatch.setattr(launch, "start", lambda *given: seen.append(real(*given)) or seen[-1])
    said = " ".join(run([Step({"cell": SWARM}, "a")], {}).notes["a"])
    assert "ended the notebook's process" in said
    assert seen and not any(psutil.pid_exists(child.pid) for child, _ in seen)
    assert tried("os.getpid()") == "done"


# Which fence there is.


def test_one_line_says_which_fence_is_in_force():
    words = [fence.words for fence in fences.available()]
    assert all(line.startswith("Fence: ") and line.count(".") <= 2 for line in words)
    assert len({*words}) == len(words)


@pytest.mark.parametrize(("works", "landlock", "best"), [
    (True, True, "Bubblewrap"), (False, True, "Landlock"), (True, False, "Bubblewrap"),
    (False, False, "NoFence"),
])  # fmt: skip
def test_the_best_fence_that_works_is_taken(works, landlock, best, monkeypatch):
    monkeypatch.setattr(fences.shutil, "which", lambda name: "/bin/bwrap")
    monkeypatch.setattr(fences.sys, "platform", "linux")
    monkeypatch.setattr(fences, "_works", lambda program: works)
    monkeypatch.setattr(fences, "_has_landlock", lambda: landlock)
    assert name_of(fences.available.__wrapped__()[0]) == best


def test_a_fence_that_fails_is_the_graders_fault(monkeypatch):
    """Nothing of the submission runs, and the person who grades sees an error instead of a 0."""
    monkeypatch.setattr(fences, "found", lambda: fences.Bubblewrap("/bin/false"))
    with pytest.raises(RuntimeError, match="did not start"):
        tried("os.getpid()")


@pytest.mark.parametrize(("user", "options", "refused"), [
    (0, [], True), (0, ["--as-root"], False), (1000, [], False), (1000, ["--as-root"], False),
])  # fmt: skip
def test_root_has_to_say_so(user, options, refused, monkeypatch):
    monkeypatch.setattr(cli.os, "geteuid", lambda: user)
    given = cli.make_parser().parse_args(["grade", *options])
    if refused:
        with pytest.raises(CourseError, match="would run as root"):
            cli._allowed(given)
    else:
        assert cli._allowed(given).container is None
