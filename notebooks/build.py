"""Executes the book: each text in source/, where chapters are edited, becomes a notebook with its
outputs.

An unchanged chapter gives an unchanged notebook, byte for byte. Figures go to ../figures on the
way.

    python notebooks/build.py                    everything; also writes status.md
    python notebooks/build.py 03 solutions/03    these chapters alone
    python notebooks/build.py film               the README's moving picture, which a browser draws
    python notebooks/build.py --figures-only     draws the figures, that one too, and no notebook
"""

import argparse
import os
import platform
import sys
import time
from importlib.metadata import version
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

HERE = Path(__file__).parent
SOURCE, FIGURES, STATUS = HERE / "source", HERE.parent / "figures", HERE / "status.md"
PACKAGES = ("fogel", "numpy", "numba", "scipy", "matplotlib", "ipykernel", "nbclient", "jupytext")
STATUS_TEXT = """\
This page lists the versions that made this copy of the book, and how long each chapter took. If
your numbers differ from those printed in the chapters, compare your versions with these. Your times
will differ in any case. `make notebooks` executes every chapter from its first cell to its last,
each in a fresh kernel, and writes this page."""
STATUS_NOTE = """\
The compiled engine was already in its cache. If it isn't, the first chapter that uses it takes
about 15 seconds more."""
FILM = "film"  # what names the moving picture on the command line
FOLDED = "hide-input"  # the tag of a cell whose code is to be asked for
LIMIT = 600  # seconds for a cell, after which something hangs
# One thread of OpenBLAS, as in the tests: the last bits of a matrix product depend on how many
# there are.
ENVIRONMENT = {"FOGEL_QUIET": "1", "FOGEL_FIGURES": str(FIGURES), "OPENBLAS_NUM_THREADS": "1"}


def sources(names=()):
    """The texts of chapters and solutions, in order; `names` begin like 03 or solutions/03."""
    found = sorted(SOURCE.glob("*.md")) + sorted(SOURCE.glob("*/*.md"))
    return [
        path
        for path in found
        if not names or str(path.relative_to(SOURCE)).startswith(tuple(names))
    ]


def notebook_of(source):
    """Where the notebook of a text stands."""
    return (HERE / source.relative_to(SOURCE)).with_suffix(".ipynb")


def fold(notebook):
    """Fold in JupyterLab what hide-input folds on the web page: the code of a drawing cell."""
    for cell in notebook.cells:
        if cell.cell_type == "code" and FOLDED in cell.metadata.get("tags", []):
            cell.metadata["jupyter"] = {"source_hidden": True}


def execute(notebook, folder):
    """The notebook, executed in a fresh kernel in that folder, and the seconds of each cell."""
    folder.mkdir(exist_ok=True)
    for name in ("jupytext", "language_info"):
        notebook.metadata.pop(name, None)
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number:03d}"
    fold(notebook)
    started, seconds = {}, {}
    client = NotebookClient(
        notebook,
        timeout=LIMIT,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(folder)}},
        on_cell_execute=lambda cell, cell_index: started.update({cell_index: time.perf_counter()}),
        on_cell_executed=lambda cell, cell_index, execute_reply: seconds.update(
            {cell_index: time.perf_counter() - started[cell_index]}
        ),
    )
    client.execute()
    notebook.metadata.pop("language_info", None)  # it holds the patch version of Python
    return notebook, seconds


def write(path, text):
    """Writes a file if its content changes; says which."""
    changed = not path.exists() or path.read_text(encoding="utf-8") != text
    if changed:
        path.write_text(text, encoding="utf-8")
    return "written" if changed else "unchanged"


def status(times):
    """Return the page with the versions that built the book, and each chapter's time."""
    rows = [f"| {name} | {version(name)} |" for name in PACKAGES]
    lines = [
        "# Where this book was built",
        "",
        STATUS_TEXT,
        "",
        (
            f"- Python {platform.python_version()} on {platform.system()} ({platform.machine()}),"
            f" {os.cpu_count()} cores"
        ),
        "",
        "| package | version |",
        "|---|---|",
        *rows,
        "",
        "| chapter | seconds | slowest cell, seconds |",
        "|---|---:|---:|",
        *(f"| {name} | {sum(cells):.0f} | {max(cells):.0f} |" for name, cells in times.items()),
        "",
        STATUS_NOTE,
    ]
    return "\n".join(lines) + "\n"


def main():
    """Executes what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="beginnings of chapters, as in 03 or solutions/03")
    parser.add_argument(
        "--figures-only", action="store_true", help="leave the notebooks as they are"
    )
    options = parser.parse_args()
    os.environ.update(ENVIRONMENT)
    jobs = [(source, notebook_of(source)) for source in sources(options.names)]
    makes_film = not options.names or FILM in options.names
    if not jobs and not makes_film:
        raise SystemExit(f"nothing begins with {' or '.join(options.names)}")
    times = {}
    for source, target in jobs:
        name = str(target.relative_to(HERE).with_suffix(""))
        try:
            notebook, seconds = execute(jupytext.read(source), target.parent)
        except CellExecutionError as problem:
            sys.exit(f"{name}: {problem}")
        times[name] = list(seconds.values())
        done = (
            "figures drawn"
            if options.figures_only
            else write(target, nbformat.writes(notebook) + "\n")
        )
        slowest = max(seconds, key=seconds.get)
        print(
            f"{name}: {done}, {sum(times[name]):.1f} s (cell {slowest}: {seconds[slowest]:.1f} s)",
            flush=True,
        )
    if makes_film:
        import film  # needs what drives a browser, which a chapter does not

        print(f"{FILM}: {film.make(FIGURES)}", flush=True)
    if not options.names and not options.figures_only:
        print(f"status.md: {write(STATUS, status(times))}")


if __name__ == "__main__":
    main()
