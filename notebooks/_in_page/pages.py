"""Exercises that are answered on the web book's pages: which, and what the browser fetches for
them.

This folder has the pages' half (in_page.js, worker.js), the half in Python (steps.py) and stand-ins
for what a page has not: NumPy, and experiments. Python itself is Pyodide's core, which `make
pyodide` fetches; a book that is made without it says how its exercises are answered in JupyterLab.
"""

import json
import re
import shutil
import subprocess
import tarfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from _in_page.steps import exercises_of

SOURCES, BOOK = Path(__file__).parent, Path(__file__).parents[1]
PACKAGE, STANDINS = BOOK.parent / "fogel", SOURCES / "standin"
ZIGGURAT = PACKAGE / "web" / "package" / "ziggurat.json"
PYODIDE = BOOK.parent / ".venv" / "pyodide"
VERSION = "314.0.7"
# SHA-256 of what npm packs.
DIGEST = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
    "README.md",
)
PATIENCE = 300  # seconds for npm
CHAPTERS = frozenset({1, 2, 3, 4, 5})
# Cells that need whole trials, or the compiled engine.
ELSEWHERE = frozenset({"2.7-0", "4.7-0", "4.8-0", "5.3-0", "5.7-0", "5.8-0"})
HERE = "_in_page"  # the folder, in the book's


def fetch():
    """Fetches Pyodide's core by npm; says so where that can't be done.

    Raises ValueError if what comes is not what was tried here.
    """
    if has_python():
        return
    with TemporaryDirectory() as folder:
        try:
            command = ["npm", "pack", "--silent", f"pyodide@{VERSION}"]
            subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=PATIENCE)
        except (OSError, subprocess.SubprocessError) as problem:
            print(
                f"npm can't fetch pyodide {VERSION}, so exercises can't be answered on web pages:"
                f" {problem}"
            )
            return
        (path,) = Path(folder).iterdir()
        packed = path.read_bytes()
    if sha256(packed).hexdigest() != DIGEST:
        raise ValueError(
            f"pyodide {VERSION} from npm is not the one that was tried: its SHA-256 must be"
            f" {DIGEST}"
        )
    PYODIDE.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        for name in FILES:
            (PYODIDE / name).write_bytes(archive.extractfile(f"package/{name}").read())


def has_python():
    """Whether Pyodide is there."""
    return all((PYODIDE / name).exists() for name in FILES)


def is_answered(page):
    """Return whether exercises are answered on a page: those of CHAPTERS, with Pyodide."""
    return has_python() and has_answers(page)


def has_answers(page):
    """Whether a page is one of CHAPTERS."""
    return bool(re.match(r"\d\d_", page)) and int(page[:2]) in CHAPTERS


def mark_answers(cells):
    """Tag a chapter's cells that wait for an answer with their exercise and place."""
    for number, exercise in exercises_of(cells).items():
        for place in exercise.steps():
            if f"{number}-{place}" not in ELSEWHERE:
                exercise.cells[place]["metadata"].setdefault("tags", []).append(
                    f"answer-{number}-{place}"
                )


def write(app):
    """Writes what the pages of the exercises fetch into the book."""
    folder = Path(app.outdir, HERE)
    shutil.rmtree(folder, ignore_errors=True)
    if has_python():
        shutil.copytree(PYODIDE, folder / "pyodide")
        shutil.copy(SOURCES / "worker.js", folder)
        (folder / "exercises.zip").write_bytes(archive())


def archive():
    """The bytes of a ZIP file: the package with its stand-ins, and the chapters' cells."""
    files = {f"fogel/{path.relative_to(PACKAGE)}": path for path in sorted(PACKAGE.rglob("*.py"))}
    champions = sorted((PACKAGE / "core" / "champions").glob("*.json"))
    files |= {f"fogel/core/champions/{path.name}": path for path in champions}
    files |= {f"numpy/{path.name}": path for path in sorted((STANDINS / "numpy").glob("*.py"))}
    files |= {"fogel/curve.py": STANDINS / "curve.py", "numpy/ziggurat.json": ZIGGURAT}
    files |= {"steps.py": SOURCES / "steps.py"}
    texts = {name: path.read_bytes() for name, path in files.items()}
    for path in sorted(BOOK.glob("[0-9]*.ipynb")):
        if has_answers(path.stem):
            texts[f"{path.stem}.json"] = json.dumps(plain_cells(path)).encode()
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            # Without today's date: the same bytes every time.
            archive.writestr(ZipInfo(name), text, ZIP_DEFLATED)
    return packed.getvalue()


def plain_cells(path):
    """The cells of a chapter without what they print and draw."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [{part: cell[part] for part in ("cell_type", "source", "metadata")} for cell in cells]


def add_script(app, page, template, context, doctree):
    """Has a page of answers load what makes its cells fields to write in."""
    if is_answered(page):
        app.add_css_file("in_page.css")
        app.add_js_file("in_page.js", loading_method="defer", **{"data-chapter": page})


def setup(app):
    """Called by Sphinx."""
    # Pages are read anew with it.
    app.add_config_value("answered_with", VERSION if has_python() else "", "env", str)
    app.connect("builder-inited", write)
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


if __name__ == "__main__":
    fetch()
