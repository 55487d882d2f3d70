"""Wrong edits: are the tests awake? Each edit of edits.yml is made in a copy of the project, and
its tests must fail.

    python tests/edits.py                           all of them, some half a minute each
    python tests/edits.py --only 'league|recording' those that have this in the file's path or in the new text

What no test notices is printed, and the command ends with status 1. A test that would be left out,
for lack of a browser say, fails here as in continuous integration: what was not tried is not called
unnoticed. An edit that is marked `same` changes nothing, for the reason that stands there: its
tests must pass. The copy has what isn't committed yet, too.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
LIST = ROOT / "tests" / "edits.yml"
OPTIONS = ("-q", "-x", "-p", "no:nbval", "-o", "addopts=--strict-markers --import-mode importlib")
SECONDS = 600  # some ten times what the slowest tests of the list take
# Pytest's exit statuses; the others say that it could not run the tests.
PASSED, FAILED, STOPPED = 0, 1, 2


def edits() -> list[dict]:
    """The edits of the list: `file`, `old` and `new` text, and `tests`, the files (and -k words)
    that should notice.

    One that changes nothing says in `same` why.
    """
    return yaml.safe_load(LIST.read_text(encoding="utf-8"))


def chosen(some: list[dict], pattern: str) -> list[dict]:
    """Those edits in whose file's path, or new text, a regular expression is found."""
    return [edit for edit in some if re.search(pattern, f"{edit['file']}: {edit['new']}")]


def edited(text: str, edit: dict) -> str:
    """A file's text after an edit; raises ValueError unless what it changes stands there once."""
    if text.count(edit["old"]) != 1:
        raise ValueError(
            f"{edit['file']} must hold {edit['old']!r} once, not {text.count(edit['old'])} times"
        )
    return text.replace(edit["old"], edit["new"])


def survivors(
    some: list[dict], seconds: float = SECONDS, options: tuple[str, ...] = ()
) -> Iterator[dict]:
    """Those edits that no test notices, or that one does although they are marked `same`, as they
    are found.

    An edit whose tests take longer than `seconds` makes a loop endless, and counts as noticed.
    `options` are pytest's. Raises RuntimeError where the tests fail before the edit is made, or
    can't be run.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = _copy(Path(folder, "copy"))
        before = cache(lambda tests: _status(copy, tests, seconds, options))
        for edit in some:
            status, by = before(edit["tests"])
            if status != PASSED:
                raise RuntimeError(
                    f"{edit['tests']}: these tests must pass before an edit is made {by}"
                )
            path = copy / edit["file"]
            text = path.read_text(encoding="utf-8")
            path.write_text(edited(text, edit), encoding="utf-8")
            status, by = _status(copy, edit["tests"], seconds, options)
            by = by.partition(" - ")[0]
            path.write_text(text, encoding="utf-8")
            if status not in (None, PASSED, FAILED, STOPPED):
                raise RuntimeError(
                    f"{edit['tests']}: pytest could not run these tests, and ended with status"
                    f" {status}"
                )
            word = {None: "endless ", PASSED: "same    " if "same" in edit else "SURVIVED"}.get(
                status, "noticed "
            )
            print(word, edit["file"], repr(edit["new"]), by, flush=True)
            if (status == PASSED) != ("same" in edit):
                yield edit


def _copy(copy):
    """A copy of the project as it stands, the files that aren't committed included."""
    subprocess.run(["git", "clone", "-q", "--shared", str(ROOT), str(copy)], check=True)
    command = ["git", "ls-files", "-z", "--modified", "--others", "--exclude-standard"]
    names = subprocess.run(
        command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.split("\0")
    for name in filter(None, names):
        (copy / name).unlink(missing_ok=True)
        if (ROOT / name).exists():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    return copy


def _status(copy, tests, seconds, options=()):
    """(pytest's exit status in a copy of the project, the first test that failed, and why); (None,
    "") if endless.

    What is compiled for it is kept beside the copy, in folders that are named after a digest of
    their sources.
    """
    files, *words = tests.split("|")
    command = [
        sys.executable,
        "-m",
        "pytest",
        *OPTIONS,
        *options,
        *files.split(),
        *(("-k", words[0]) if words else ()),
    ]
    own = {"FOGEL_CACHE": str(copy.with_name("cache")), "PYTHONPATH": str(copy), "CI": "true"}
    streams = {
        "stdout": subprocess.PIPE,
        "stderr": subprocess.STDOUT,
        "text": True,
        "errors": "replace",
    }
    with subprocess.Popen(
        command, cwd=copy, env=os.environ | own, start_new_session=True, **streams
    ) as process:
        try:
            out = process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            return None, ""
        finally:  # what the tests have started goes with them
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    found = re.search(r"^(?:FAILED|ERROR) (.+)", out, re.MULTILINE)
    return process.returncode, found[1] if found else ""


def main() -> int:
    """Makes the edits that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only", default="", metavar="PATTERN", help="in the file's path, or in the new text"
    )
    parser.add_argument(
        "--timeout", type=float, default=SECONDS, metavar="SECONDS", help="for the tests of an edit"
    )
    parser.add_argument(
        "--quick", action="store_true", help="leave out the tests that tests/slow.txt lists"
    )
    asked = parser.parse_args()
    options = ("--quick",) if asked.quick else ()
    return 1 if list(survivors(chosen(edits(), asked.only), asked.timeout, options)) else 0


if __name__ == "__main__":
    sys.exit(main())
