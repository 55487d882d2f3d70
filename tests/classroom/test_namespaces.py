"""Where the system lets it, a submission has namespaces of its own; elsewhere, the fence that there
is.
"""

import os
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
import classroom  # which puts the grader on the path
from grader import launch, namespaces, sandbox
from grader.sandbox import Step, run

here = pytest.mark.skipif(not namespaces.supported(), reason="no namespaces here")
ASK = Step({"task": {"ask": "values", "names": ["said"]}}, "a")


def tried(code):
    """What a cell's attempt came to: "done", or the name of the error."""
    lines = "\n".join(f"    {line}" for line in code.splitlines())
    cell = (
        f"import os, socket, ctypes\ntry:\n{lines}\n    said = 'done'\nexcept OSError as e: said ="
        " type(e).__name__"
    )
    outcome = run([Step({"cell": cell}, "a"), ASK], {})
    assert outcome.notes == {}
    return outcome.replies["a"]["answers"][0]["value"]


@here
@pytest.mark.parametrize(
    "deed", ["os.chmod(PATH, 0)", "os.utime(PATH, (1, 1))", "os.truncate(PATH, 0)"]
)
def test_the_files_of_others_stay_as_they_are(deed, tmp_path):
    path = tmp_path / "work.ipynb"
    path.write_text("{}")
    before = path.stat()
    assert tried(deed.replace("PATH", repr(str(path)))) == "FileNotFoundError"
    assert path.stat() == before


@here
@pytest.mark.parametrize("lock", [True, False])
def test_what_a_submission_does_not_need_is_not_even_in_sight(lock, tmp_path, monkeypatch):
    """Neither a file nor its size, nor a socket by which others could be asked; what Python needs
    is there.
    """
    if not lock:
        monkeypatch.setattr(sandbox, "fence_kind", lambda: "")
    (tmp_path / "work.ipynb").write_text("{}")
    (tmp_path / "link").symlink_to(tmp_path / "work.ipynb")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        listening.listen()
        assert (
            tried(f"socket.socket(socket.AF_UNIX).connect({str(tmp_path / 'socket')!r})")
            == "FileNotFoundError"
        )
    for name in ("work.ipynb", "link", "socket", ""):
        assert tried(f"os.stat({str(tmp_path / name)!r})") == "FileNotFoundError"
    assert tried(f"os.stat({str(classroom.ROOT / 'notebooks')!r})") == "FileNotFoundError"
    assert tried("os.mkdir('/elsewhere')") in ("OSError", "PermissionError")
    assert (
        tried(
            "import fogel; os.stat(fogel.__file__); open(os.devnull, 'w').write('x');"
            " os.mkdir('own')"
        )
        == "done"
    )


@here
def test_what_lies_behind_links_is_found_by_the_same_names(tmp_path):
    for name in ("real", "empty", "own"):
        (tmp_path / name).mkdir()
    (tmp_path / "real" / "file").write_text("here")
    (tmp_path / "absolute").symlink_to(tmp_path / "real")
    (tmp_path / "relative").symlink_to("absolute")
    look = (
        "import os, sys; sys.path.insert(0, sys.argv[2]); import namespaces\nplace = sys.argv[1];"
        " first = namespaces.enter()\nif first:"
        " sys.exit(os.waitstatus_to_exitcode(os.waitpid(first, 0)[1]))\nnamespaces.close([place +"
        " '/own'], [place + '/relative', '/usr', '/proc'], place + '/empty')\nassert open(place +"
        " '/relative/file').read() == open(place + '/real/file').read() == 'here'\nassert"
        " sorted(os.listdir(place)) == ['absolute', 'own', 'real', 'relative']\nopen(place +"
        " '/own/new', 'w').close()\ntry: open(place + '/real/file', 'w')\nexcept OSError:"
        " os._exit(7)\n"
    )
    folder = Path(namespaces.__file__).parent
    done = subprocess.run(
        [sys.executable, "-B", "-c", look, tmp_path, folder], capture_output=True, text=True
    )
    assert done.returncode == 7 and (tmp_path / "own" / "new").exists(), done.stderr


@here
def test_no_process_of_the_grader_can_be_named():
    for deed in (
        f"os.sched_setaffinity({os.getpid()}, [0])",
        f"os.setpriority(os.PRIO_PROCESS, {os.getpid()}, 9)",
    ):
        assert tried(deed) in ("ProcessLookupError", "PermissionError")
    assert tried("assert os.getpid() < 100; os.kill(1, 9)") == "PermissionError"


@here
# UDP, and MPTCP, which Landlock lets through.
@pytest.mark.parametrize("kind", ["SOCK_DGRAM, 0", "SOCK_STREAM, 262"])
def test_there_is_no_network(kind):
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        code = (
            "one = socket.socket(socket.AF_INET,"
            f" socket.{kind})\none.connect({listening.getsockname()!r})"
        )
        assert tried(code) != "done"


@here
def test_every_privilege_is_given_up():
    assert tried("assert ctypes.CDLL(None).unshare(0x20000) == -1") == "done"
    assert tried("os.chroot('.')") == "PermissionError"


SWARM = """
import os, sys
if os.fork() == 0:
    os.setsid()
    while True:
        if os.fork():
            os._exit(0)
os._exit(0)
"""


@here
@pytest.mark.parametrize("forked", [True, False])
def test_a_swarm_ends_with_its_submission(forked, monkeypatch):
    monkeypatch.setattr(launch, "FORKED", forked)
    seen, real = [], launch.start
    monkeypatch.setattr(launch, "start", lambda *given: seen.append(real(*given)) or seen[-1])
    assert "ended the notebook's process" in " ".join(
        run([Step({"cell": SWARM}, "a")], {}).notes["a"]
    )
    # The first there: no other is left.
    assert seen and not any(psutil.pid_exists(child.pid) for child, _ in seen)
    assert tried("os.getpid()") == "done"


@pytest.mark.parametrize(("has", "lock", "words"), [
    (True, "landlock", "Fence: namespaces and Landlock ("), (True, "", "Fence: namespaces ("),
    (False, "landlock", "Fence: Landlock ("), (False, "", "Fence: none; "),
])  # fmt: skip
def test_one_line_says_which_fence_is_in_force(has, lock, words, monkeypatch):
    monkeypatch.setattr(namespaces, "supported", lambda: has)
    monkeypatch.setattr(sandbox, "fence_kind", lambda: lock)
    assert sandbox.in_force().startswith(words)


def test_without_namespaces_a_submission_runs_all_the_same(monkeypatch):
    monkeypatch.setattr(namespaces, "supported", lambda: False)
    assert tried("os.getpid()") == "done"


def test_a_fence_that_fails_half_way_is_the_graders_fault(monkeypatch, tmp_path):
    """Promised and not there: nothing of the submission runs, and whoever grades sees an error, not
    a 0.
    """
    broken = tmp_path / "runner.py"
    code = launch.RUNNER.read_text().replace(
        'beside("namespaces").close(', "os.stat('/nowhere/' + "
    )
    broken.write_text(code)
    monkeypatch.setattr(launch, "FORKED", False)
    monkeypatch.setattr(launch, "RUNNER", broken)
    monkeypatch.setattr(namespaces, "supported", lambda: True)
    monkeypatch.setattr(
        launch, "start", lambda folder, kind, real=launch.start: real(folder, "shared")
    )
    with pytest.raises(RuntimeError, match="did not start"):
        tried("os.getpid()")
