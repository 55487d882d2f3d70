"""`make` sets the book up: with an old Python it says so, in a folder with any name, and again
where that was moved.
"""

import os
import shutil
import sys

import pytest
from installing import copy_project, run

if not shutil.which("make") or os.name == "nt":
    pytest.skip("there is no make", allow_module_level=True)

# A Python that says it is 3.9, whichever it is.
OLD = """\
#!/bin/sh
PYTHONPATH='{folder}' exec '{python}' "$@"
"""
PRETEND = "import sys\nsys.version_info = (3, 9, 18, 'final', 0)\nsys.version = '3.9.18 (main)'\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """The project in a folder whose name has a space, an umlaut and an apostrophe."""
    return copy_project(tmp_path_factory.mktemp("install") / "a teacher's Übungen")


@pytest.fixture(scope="module")
def old_python(tmp_path_factory):
    folder = tmp_path_factory.mktemp("old")
    (folder / "sitecustomize.py").write_text(PRETEND, encoding="utf-8")
    (folder / "python3.9").write_text(
        OLD.format(folder=folder, python=sys.executable), encoding="utf-8"
    )
    (folder / "python3.9").chmod(0o755)
    return folder / "python3.9"


def make(*arguments, cwd, code=0):
    return run("make", *arguments, cwd=cwd, code=code)


def test_a_first_make_with_an_old_python_a_second_that_works_and_a_moved_folder(
    project, old_python
):
    said = make(f"PYTHON={old_python}", ".venv/ok", cwd=project, code=2)
    assert (
        "Python 3.9.18 " in said and "needs Python 3.10 or newer" in said and "make PYTHON=" in said
    )
    assert not (project / ".venv").exists(), "an environment of the old Python would stay"

    (project / ".venv" / "bin").mkdir(parents=True)  # what a Makefile that did not look left behind
    (project / ".venv" / "bin" / "python").symlink_to(old_python)
    make(f"PYTHON={sys.executable}", cwd=project)
    assert (project / "run" / "champion.json").exists()
    assert make("-n", ".venv/ok", cwd=project) == "make: '.venv/ok' is up to date.\n"

    moved = project.rename(project.with_name("moved"))
    make(f"PYTHON={sys.executable}", ".venv/ok", cwd=moved)
    assert run(moved / ".venv" / "bin" / "fogel", "--version", cwd=moved).startswith("fogel ")
    found = run(
        moved / ".venv" / "bin" / "python",
        "-c",
        "import fogel; print(fogel.__file__)",
        cwd=moved.parent,
    )
    assert found.startswith(str(moved))
