"""The kernels that tests run notebooks in: forked, and yet as fresh as new ones."""

import sys

import nbformat
import pytest

pytest.importorskip("nbclient", reason="the book is not installed: pip install -e .[book]")
import forked_kernels
from nbclient import NotebookClient

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere kernels are not forked")
LOOK = """
import os, sys
print([name for name in sys.modules if name.split(".")[0] == "fogel"])
print([name for name in globals() if not name.startswith("_")])
print(sys.path, os.getcwd(), os.environ["PATH"], os.environ["MPLBACKEND"], __name__)
import numpy, random
print(numpy.random.random(), random.random())
print(os.getpid(), os.getppid())
numpy.random.seed(1); import fogel.curve; os.environ["LEFT"] = "1"
"""


def seen(folder, code=LOOK):
    """The lines that a cell prints in a kernel of its own."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    ).execute()
    return "".join(output["text"] for output in notebook.cells[0].outputs).splitlines()


@LINUX
def test_a_forked_kernel_is_as_fresh_as_a_new_one(tmp_path, monkeypatch):
    first, second = seen(tmp_path), seen(tmp_path)
    monkeypatch.setattr(forked_kernels, "forked", lambda command, **options: None)
    new = seen(tmp_path)
    assert first[:3] == second[:3] == new[:3]
    for drawn in zip(*(lines[3].split() for lines in (first, second, new)), strict=True):
        assert len({*drawn}) == 3, "they drew the same random numbers"
    (a, parent), (b, its), (_, other) = (
        map(int, lines[4].split()) for lines in (first, second, new)
    )
    assert a != b and parent == its != other, "two of one process, and one of another"


@LINUX
def test_a_kernel_in_another_environment_has_it_from_the_start(tmp_path, monkeypatch):
    ask = (
        "import os; print(os.environ.get('FOGEL_FIGURES'), os.environ.get('LEFT'));"
        " print(os.getppid())"
    )
    plain, parent = seen(tmp_path, ask)
    monkeypatch.setenv("FOGEL_FIGURES", "elsewhere")
    other, its = seen(tmp_path, ask)
    assert (plain, other) == ("None None", "elsewhere None") and parent != its


@LINUX
def test_a_kernel_that_ends_is_seen_to_have_ended(tmp_path):
    command = [sys.executable, *forked_kernels.MODULE, "--help"]
    kernel = forked_kernels.forked(command, cwd=str(tmp_path), stdout=2)
    assert kernel.wait(300) == 0 and kernel.poll() == 0
    assert forked_kernels.forked([sys.executable, "-c", "1"]) is None
    assert forked_kernels.forked(command, bufsize=1) is None
