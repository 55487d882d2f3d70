"""The house's limits: what is over one says why in a comment next to it, and nothing else does."""

import ast
import re

import pytest
from places import ROOT

MOST_LINES, MOST_LINES_OF_A_MODULE, MOST_PARAMETERS = 40, 400, 6
FOLDERS = "fogel", "classroom", "notebooks", "release"
FILES = [ROOT / "conftest.py", *(path for name in FOLDERS for path in ROOT.glob(f"{name}/**/*.py"))]
REASON = re.compile(r"\s*# (Long|Many parameters): \w")


def functions(node, nested=False):
    """(function, whether another one holds it) for all functions below a node."""
    for child in ast.iter_child_nodes(node):
        if is_function := isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child, nested
        yield from functions(child, nested or is_function)


def parameters(function):
    """The names of a function's parameters, without `self`."""
    every = function.args
    names = [one.arg for one in (*every.posonlyargs, *every.args, *every.kwonlyargs)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def over(lines, tree):
    """{(number of the line that a reason is directly above, kind of reason): name}."""
    found = {(0, "Long"): "the module"} if len(lines) > MOST_LINES_OF_A_MODULE else {}
    for function, nested in functions(tree):
        top = min(node.lineno for node in (function, *function.decorator_list))
        # A nested function needs no reason, because the function that holds it is longer.
        if function.end_lineno - function.lineno >= MOST_LINES and not nested:
            found[top, "Long"] = function.name
        if len(parameters(function)) > MOST_PARAMETERS:
            found[top, "Many parameters"] = function.name
    return found


def reasons(lines, tree):
    """{(number of the line below a reason's comment, kind of reason)}; 0 below the docstring."""
    found, end = set(), tree.body[0].end_lineno if tree.body else 0
    for number, kind in enumerate(map(REASON.match, lines), 1):
        if kind:
            is_comment = [line.lstrip().startswith("#") for line in lines[number:]]
            above = {*map(str.strip, lines[end : number - 1])} <= {""}
            found.add((0 if above else number + 1 + is_comment.index(False), kind[1]))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_is_over_a_limit_says_why(path):
    """A reason for each function or module over a limit, and none left after a split."""
    text = path.read_text(encoding="utf-8")
    limits, said = (find(text.splitlines(), ast.parse(text)) for find in (over, reasons))
    silent = {place: name for place, name in limits.items() if place not in said}
    assert (silent, said - {*limits}) == ({}, set())  # no reason is missing, and none is stale
