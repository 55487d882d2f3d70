"""Wrong edits: are the tests awake? Each edit of edits.yml is made in a copy of the project, and its tests must fail.

    python tests/edits.py                    all of them, some half a minute each
    python tests/edits.py league checkpoint  those whose file's path has one of these words

What no test notices is printed, and the command ends with status 1.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
LIST = ROOT / "tests" / "edits.yml"
OPTIONS = ("-q", "-x", "-p", "no:nbval", "-o", "addopts=--strict-markers --import-mode importlib")


def edits() -> list[dict]:
    """The edits of the list: `file`, `old` and `new` text, and `tests`, the files (and -k words) that should notice."""
    return yaml.safe_load(LIST.read_text(encoding="utf-8"))


def edited(text: str, edit: dict) -> str:
    """A file's text after an edit; raises ValueError unless what it changes stands there once."""
    if text.count(edit["old"]) != 1:
        raise ValueError(f"{edit['file']} must hold {edit['old']!r} once, not {text.count(edit['old'])} times")
    return text.replace(edit["old"], edit["new"])


def survivors(some: list[dict]) -> Iterator[dict]:
    """Those edits that no test notices, as they are found."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        subprocess.run(["git", "clone", "-q", "--shared", str(ROOT), str(copy)], check=True)
        for number, edit in enumerate(some):
            path = copy / edit["file"]
            before = path.read_text(encoding="utf-8")
            path.write_text(edited(before, edit), encoding="utf-8")
            noticed = _fails(copy, Path(folder, f"cache{number}"), edit["tests"].split("|"))
            path.write_text(before, encoding="utf-8")
            print("noticed " if noticed else "SURVIVED", edit["file"], repr(edit["new"]), flush=True)
            if not noticed:
                yield edit


def _fails(copy, cache, tests):
    """Whether the tests fail in a copy of the project, with a cache of compiled functions of its own."""
    words, *chosen = tests
    command = [sys.executable, "-m", "pytest", *OPTIONS, *words.split(), *(("-k", chosen[0]) if chosen else ())]
    environment = {**os.environ, "FOGEL_CACHE": str(cache), "PYTHONPATH": str(copy)}
    status = subprocess.run(command, cwd=copy, env=environment, stdout=subprocess.DEVNULL).returncode
    if status not in (0, 1):
        raise RuntimeError(f"status {status}: {' '.join(command)}")
    return status == 1


def main() -> int:
    """Makes the edits that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", metavar="WORD", help="in the path of the file that is edited")
    words = parser.parse_args().words
    some = [edit for edit in edits() if not words or any(word in edit["file"] for word in words)]
    return 1 if list(survivors(some)) else 0


if __name__ == "__main__":
    sys.exit(main())
