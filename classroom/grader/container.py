"""`grade --container`: each submission runs in a container of podman or docker, which keeps what a
fence here does not.

The image holds Python, what the package needs in the versions that are here, the package and the
runner: no set, no solution. It is built once, which needs a network, and again when any of this
changes. Whatever is not the engine's is as without a container: the runner's orders and replies,
the folder, and the judge outside.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from importlib.metadata import distributions
from pathlib import Path, PurePosixPath

from fogel.core.files import write_file
from grader import launch, sandbox
from grader.course import CourseError
from grader.fences import PAGE, NoFence
from grader.grade import ASSIGNMENTS, PACKAGE
from grader.limits import Limits

ENGINES = ("podman", "docker")  # the first that answers is taken
ANSWERING = 60.0  # seconds that an engine has to say that it is there
# The files that pip wants, besides the package.
PROJECT = ("pyproject.toml", "README.md", "LICENSE", "LICENSE-text")
# In a container: the submission's folder, the package.
PLACE, HOME = PurePosixPath("/grading"), PurePosixPath("/fogel")
NOBODY = 65534  # whom a submission runs as where root grades
IMAGE = """\
FROM docker.io/library/python:{version}-slim
COPY . {home}
RUN python -m pip install --no-cache-dir --constraint {home}/constraints.txt \\
    --editable "{home}[classroom]"
"""


@dataclass(frozen=True)
class Container(NoFence):
    """An engine, which is the path of a program, the image to run, and the user and group in it."""

    engine: str
    image: str
    user: str

    @property
    def called(self):
        """The engine's name."""
        return Path(self.engine).stem

    @property
    def words(self):
        """One sentence for the person who grades."""
        return f"Fence: a container of {self.called}; {PAGE}."

    def command(self, folder, limits):
        """The command that runs a runner in a container named after a submission's place."""
        options = [
            *("run", "--rm", "--interactive", "--pull", "never", "--log-driver", "none"),
            *("--name", folder.parent.name, "--network", "none", "--ipc", "none"),
            *("--read-only", "--cap-drop", "all", "--user", self.user),
            *("--security-opt", "no-new-privileges"),
            *("--memory", str(limits.memory), "--memory-swap", str(limits.memory)),
            *("--pids-limit", str(2 * limits.processes), "--cpus", "1"),  # threads count there
            *("--volume", f"{folder.parent}:{PLACE}:Z", "--workdir", str(PLACE / folder.name)),
        ]
        if self.called == "podman":
            options += [
                "--read-only-tmpfs=false",
                *(["--userns", "keep-id"] if os.getuid() else []),
            ]
        python = ["python", *launch.PYTHON[1:], str(HOME / "runner.py")]
        return [self.engine, *options, self.image, *python]

    def about(self, folder):
        """The facts about its place that a runner is told; the folder becomes the runner's own."""
        if os.getuid() == 0:
            for path in (folder.parent, folder, folder.with_name("home")):
                os.chown(path, NOBODY, NOBODY)
        inside = PLACE / folder.name
        return super().about(inside) | {
            "package": str(HOME / "fogel" / "__init__.py"),
            "environment": {
                **launch.environment(inside, ("LANG", "LC_ALL")),
                "PATH": "/usr/local/bin:/usr/bin:/bin",
                "USER": "student",
            },
        }

    def environment(self, folder):
        """The environment of the engine, which needs to find its own files."""
        return None

    def end(self, folder):
        """The command that ends the container."""
        return [self.engine, "kill", folder.parent.name]


@dataclass(frozen=True)
class Contained(Limits):
    """Limits, and the Container in which a submission runs."""

    container: Container | None = None


def contained(limits, say=print):
    """Limits with a container; builds its image if need be. Raises CourseError if it can't run a
    submission here.
    """
    if not launch.KEPT:
        raise CourseError("--container: it needs Linux or macOS")
    engine, info = _engine()
    files = image_files()
    digest = hashlib.sha256(
        b"\0".join(part for name in sorted(files) for part in (name.encode(), files[name]))
    )
    found = Container(engine, f"fogel-grader:{digest.hexdigest()[:16]}", _user(engine, info))
    if _asked(engine, "image", "inspect", found.image).returncode:
        say(f"Building the image {found.image} with {found.called}, once; this needs a network.")
        _build(found, files)
    made = Contained(**asdict(limits), container=found)
    try:
        sandbox.run([], {}, made)
    except RuntimeError as problem:
        raise CourseError(
            f"--container: {found.called} can't run a submission: {_last(str(problem))}"
        ) from None
    return made


def _engine():
    """(the path of the first engine that answers, what it says of itself)."""
    problems = []
    for engine in filter(None, map(shutil.which, ENGINES)):
        try:
            done = _asked(engine, "info", timeout=ANSWERING)
        except (OSError, subprocess.TimeoutExpired):
            done = None
        if done is not None and not done.returncode:
            return engine, done.stdout
        problems.append(
            f"{Path(engine).stem} does not answer{(done and f' ({_last(done.stderr)})') or ''}"
        )
    raise CourseError(
        f"--container: {'; '.join(problems) or 'neither podman nor docker is installed here'}"
    )


def _asked(engine, *words, timeout=None):
    return subprocess.run(
        [engine, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=timeout,
    )


def _last(text):
    """The last line of what a program said, without its full stop."""
    return (text.strip().splitlines() or ["it does not say why"])[-1].strip().rstrip(".")


def _user(engine, info):
    """Who a submission is in its container: outside it is whoever grades, or nobody where that is
    root.
    """
    if os.getuid() == 0:
        return f"{NOBODY}:{NOBODY}"
    # Root in a rootless container is, outside, the account that runs it.
    if Path(engine).stem == "docker" and "rootless" in info:
        return "0:0"
    return f"{os.getuid()}:{os.getgid()}"


def package_files():
    """{path: bytes} of what pip needs to install the package elsewhere."""
    files = {name: (ASSIGNMENTS.parent / name).read_bytes() for name in PROJECT}
    return files | folder_files(PACKAGE, "fogel")


def folder_files(folder, place):
    """{path: bytes} of the files in a folder of ours, as they lie below a place."""
    hidden = ("__pycache__", ".")
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".pyc")
    names = {path: path.relative_to(folder) for path in paths}
    shown = {
        path: name
        for path, name in names.items()
        if not any(part.startswith(hidden) for part in name.parts)
    }
    return {(Path(place) / name).as_posix(): path.read_bytes() for path, name in shown.items()}


def image_files():
    """{path: bytes} of all that an image is built of."""
    versions = sorted(
        {f"{one.name}=={one.version}" for one in distributions() if one.name != "fogel"}
    )
    made = IMAGE.format(version=".".join(map(str, sys.version_info[:2])), home=HOME)
    return {
        **package_files(),
        "runner.py": launch.RUNNER.read_bytes(),
        "constraints.txt": "\n".join([*versions, ""]).encode(),
        "Dockerfile": made.encode(),
    }


def _build(container, files):
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, content)
        done = _asked(container.engine, "build", "--tag", container.image, folder)
    if done.returncode:
        words = _last(done.stderr or done.stdout)
        raise CourseError(f"--container: {container.called} can't build the image: {words}")
