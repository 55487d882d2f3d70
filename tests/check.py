"""The quick loop, half a minute (`make check`): lint, types, and the quick tests of changed files.

    make check                                # what has changed since the last commit
    make check SINCE=origin/main              # since another one
    python tests/check.py fogel/opponent.py   # as if these files had changed

Slow tests are left out, and it says how many: `tests/slow.txt` lists them. `tests/long.txt` says of
a file how many seconds it takes, so that `make test` begins with the longest. `python
tests/check.py --slow JUNIT.xml` writes both anew from a whole run (PYTEST_ADDOPTS="--junitxml
JUNIT.xml" make test). What passes here is not yet tested: that is `make test`.
"""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
SLOW = Path(__file__).with_name("slow.txt")
QUICKLY = ["-n", "2", "-o", "addopts=-q --strict-markers --import-mode importlib", "--quick"]
LONG = Path(__file__).with_name("long.txt")
SECONDS = 2.0  # a test that takes longer, with what it sets up, is slow


def changed(since="HEAD"):
    """The files that differ from a commit, new ones too, as paths from the project's folder."""
    names = _git("diff", "--name-only", "--relative", since) + _git(
        "ls-files", "--others", "--exclude-standard"
    )
    return sorted({Path(name) for name in names})


def _git(*arguments):
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def tests_of(path):
    """Return the tests of a changed file: those of its name, or all of its folder if none has its
    name.

    The folders of `tests/` are those of the package; a file of the book has the tests of its word.
    """
    if path.parts[:2] == ("tests", "install"):
        return []  # those are slow: make test-install
    if path.parts[0] == "tests":
        return (
            _in(path.parent)
            if path.name == "conftest.py"
            else [path] * path.name.startswith("test_")
        )
    word = path.stem.partition("_")[2] if path.stem[:2].isdigit() else path.stem
    if path.is_relative_to("classroom"):
        return _in(Path("tests/classroom"), f"test_{word}*.py") or [
            Path("tests/classroom/test_tables.py")
        ]
    if path.parts[0] == "notebooks":
        return [
            *_in(Path("tests/book"), f"test_{word}*.py"),
            Path("tests/book/test_chapter_form.py"),
        ]
    if path.parts[0] != "fogel":
        return [Path("tests/book/test_project.py")]
    home = Path("tests", *path.parts[1:-1])
    # A folder without tests of its own: those of the folder around it.
    while not (ROOT / home).is_dir():
        home = home.parent
    named = _in(home, f"test_{word}*.py")
    return named or (_in(home) if home != Path("tests") else [Path("tests/book/test_project.py")])


def _in(folder, pattern="test_*.py"):
    """Return the test files of a folder and of the folders within it."""
    return sorted(path.relative_to(ROOT) for path in (ROOT / folder).rglob(pattern))


def slow_tests(junit):
    """The names of the tests that took longer than `SECONDS` in a whole run, from its report."""
    return sorted(
        f"{case.get('classname').replace('.', '/')}.py::{case.get('name')}"
        for case in ElementTree.parse(junit).iter("testcase")
        if float(case.get("time")) > SECONDS and case.get("classname").startswith("tests.")
    )


def long_files(junit):
    """(seconds, file) of all files whose tests took as long as a slow one, the longest first, from
    such a report.
    """
    seconds = Counter()
    for case in ElementTree.parse(junit).iter("testcase"):
        name = case.get("classname").removesuffix(".ipynb")
        kind = "py" if name == case.get("classname") else "ipynb"
        seconds[f"{name.replace('.', '/')}.{kind}"] += float(case.get("time"))
    return [(round(spent), name) for name, spent in seconds.most_common() if spent > SECONDS]


def main(arguments):
    """Runs it all; returns the exit code, which is 0 if nothing is wrong."""
    if arguments[:1] == ["--slow"]:
        SLOW.write_text("".join(f"{name}\n" for name in slow_tests(arguments[1])), encoding="utf-8")
        LONG.write_text(
            "".join(f"{spent} {name}\n" for spent, name in long_files(arguments[1])),
            encoding="utf-8",
        )
        return 0
    since = arguments[1] if arguments[:1] == ["--since"] else "HEAD"
    files = (
        changed(since) if arguments[:1] in ([], ["--since"]) else [Path(name) for name in arguments]
    )
    tests = sorted(
        {str(test) for path in files for test in tests_of(path) if (ROOT / test).is_file()}
    )
    print(f"{len(files)} changed files, {len(tests)} files of tests", flush=True)
    commands = [["ruff", "check", "."], ["ruff", "format", "--check", "--quiet", "."], ["mypy"]]
    if tests:
        commands.append(["pytest", *QUICKLY, *tests])
    return max(
        subprocess.run([sys.executable, "-m", *command], cwd=ROOT).returncode
        for command in commands
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
