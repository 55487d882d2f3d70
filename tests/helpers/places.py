"""What pages name between backticks: files, the names in them, and commands."""

import ast
import re
import sys
from pathlib import Path

import pytest

from fogel.cli import main

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "notebooks"
sys.path[:0] = [str(BOOK), str(ROOT / "classroom")]
pytest.importorskip("jupytext", reason="the book is not installed: pip install -e .[all]")

import build  # noqa: E402

TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))


def spans(text):
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", text)


def defined(path):
    """The names that a module defines, and those in its classes as Class.name."""
    return set(_names(ast.parse(path.read_text()).body))


def _names(body):
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{name}" for name in _names(node.body))
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            yield from (
                (name.id for name in ast.walk(target) if isinstance(name, ast.Name))
                if target
                else ()
            )


def has(path, name):
    """Whether a file defines a name: Python, JavaScript, or a setting in another file."""
    if path.suffix == ".py":
        return name in defined(path)
    text = path.read_text()
    if path.suffix == ".js":
        return bool(re.search(rf"^(export )?(async )?(function|const|class) {name}\b", text, re.M))
    return bool(re.search(rf"^(\[[\w.]*)?{re.escape(name)}\b.*[]:=]", text, re.M))


def is_command(words):
    """Whether a command is one: of make, of the book, of the problem sets, of fogel."""
    if words[0] == "make":
        return set(words[1:]) <= TARGETS
    if words[:2] == ["python", "notebooks/build.py"]:
        return all(name == build.FILM or build.sources([name]) for name in words[2:])
    if words[0] == "python" and words[1] != "classroom":
        return (ROOT / words[1]).is_file()
    if words[0] == "python":
        words, run = words[2:], __import__("grader.cli", fromlist=["main"]).main
    else:
        words, run = words[1:], main
    with pytest.raises(SystemExit) as stop:
        run([*words, "--help"])
    return stop.value.code == 0
