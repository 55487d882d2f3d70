"""The types of the package: mypy is content, and public functions have annotations."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from fogel.core.contents import MODULES, find_file

ROOT = Path(__file__).parents[2]


def public_functions(body, owner=""):
    """(name, node) of public functions and methods; a method's name begins with its class."""
    for node in body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield owner + node.name, node
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public_functions(node.body, f"{node.name}.")


def untyped(text):
    """The public functions in a text whose arguments or result lack a type."""
    for name, node in public_functions(ast.parse(text).body):
        every = node.args
        found = [
            *every.posonlyargs,
            *every.args,
            *every.kwonlyargs,
            *filter(None, (every.vararg, every.kwarg)),
        ]
        is_method = "." in name and "staticmethod" not in map(ast.unparse, node.decorator_list)
        if node.returns is None or not all(one.annotation for one in found[is_method:]):
            yield name


def test_mypy_finds_nothing():
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, f"python -m mypy says:\n{done.stdout}{done.stderr}"


def test_mypy_would_find_a_wrong_argument(tmp_path):
    """An empty list means something: mypy finds a text in the place of a board."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "from fogel.encoding import encode,"
        " open_squares\n\nopen_squares(encode(9))\nopen_squares(3.5)\n"
    )
    command = [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml", wrong]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.count("[arg-type]") == 2, done.stdout + done.stderr


@pytest.mark.parametrize("name", MODULES)
def test_public_functions_have_types(name):
    assert not [*untyped(find_file(name).read_text(encoding="utf-8"))], (
        f"{name}: give these types, see fogel/core/types.py"
    )


def test_what_has_no_type_is_seen():
    text = (
        "def f(a: int, *, b) -> int: ...\ndef g(a: int): ...\ndef h(*a: int) -> int: ...\ndef"
        " _i(a): ...\n"
    )
    inside = (
        "class C:\n def m(self, a) -> int: ...\n def n(self) -> int: ...\n @staticmethod\n def s(a)"
        " -> int: ...\n"
    )
    assert [*untyped(text + inside)] == ["f", "g", "C.m", "C.s"]
