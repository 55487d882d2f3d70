"""Names in docstrings: each class, module and program that one mentions exists."""

import ast
import builtins
import re
import sys
from functools import cache
from importlib import import_module

import pytest
from places import ROOT  # which also lets the grader be imported

from fogel.core.contents import MODULES, find_file

FILES = dict.fromkeys(sorted((ROOT / "fogel").rglob("*.py")), ROOT)  # and where imports begin
FILES |= dict.fromkeys(sorted((ROOT / "classroom/grader").rglob("*.py")), ROOT / "classroom")
FOLDERS = ROOT / "fogel", ROOT / "classroom", ROOT / "notebooks"
PROGRAMS = [f"/{path.as_posix()}" for folder in FOLDERS for path in folder.rglob("*.[jp][sy]")]

# A word with capitals inside it, or a capitalized word in a code span or after an article
CAMEL = r"(?<!\.)\b[A-Z]\w*[a-z][A-Z]\w*"
CLASS = r"(?:(?<=`)|(?<=\b[Aa] )|(?<=\b[Aa]n )|(?<=\b[Tt]he ))[A-Z]\w*[a-z]\w*"
DOTTED = r"(?<![\w./@-])[a-z_]\w*(?:\.[A-Za-z_]\w*)+(?![\w/(-])|\b[a-z_][\w/]*\.(?:py|js)\b"
DATA = r".*\.(c|cfg|css|csv|gz|html|ipynb|json|md|mplstyle|png|svg|txt|wasm)"
PROPER = {"Ada", "Ctrl", "IPython", "JavaScript", "JupyterLab", "Kullback", "Linux", "MyST", "NaN"}
PROPER |= {
    "NumPy",
    "SciPy",
    "WebAssembly",
    "fogel.name",
    "my_player.py",
    "my_game.py",
    "ConnectFour",
    "package.module",
}
PROPER |= {"DeathMatch", "HumanPlayer", "Magic", "NeuNet", "TradPlayer"}  # in the report of 1999


@cache
def modules():
    """Return {dotted name: module} for all modules but the main programs."""
    names = [".".join(file.relative_to(root).with_suffix("").parts) for file, root in FILES.items()]
    names = [name.removesuffix(".__init__") for name in names if not name.endswith("__main__")]
    return {name: import_module(name) for name in names}


LAZY = [name for name, one in modules().items() if hasattr(one, "_HOMES")]


@pytest.mark.parametrize("name", LAZY)
def test_a_package_has_the_names_that_it_loads_late(name):
    for one in modules()[name].__all__:
        assert hasattr(modules()[name], one), one


def read(path):
    """Return a module's docstrings and left-aligned comments, and all names in its code."""
    text = path.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(text)))
    names = {getattr(node, key, None) for node in nodes for key in ("id", "arg", "attr", "name")}
    nodes = [one for one in nodes if isinstance(one, ast.Module | ast.ClassDef | ast.FunctionDef)]
    return [*re.findall("^#.*", text, re.M), *(ast.get_docstring(x) or "" for x in nodes)], names


def has(thing, names):
    """Return whether a module has an attribute, which has the next one, and so on."""
    return not names or (hasattr(thing, names[0]) and has(getattr(thing, names[0]), names[1:]))


def is_there(name, variables):
    """Return whether a name is defined in its module, in another one, or elsewhere."""
    first, *rest = name.split(".")
    if name in PROPER or first in sys.stdlib_module_names or re.fullmatch(DATA, name):
        return True
    if name.endswith((".py", ".js")):
        return any(program.endswith(f"/{name}") for program in PROGRAMS)
    if rest:
        homes = [module for key, module in modules().items() if f".{key}".endswith(f".{first}")]
        return (first in variables and rest[-1].islower()) or any(has(home, rest) for home in homes)
    if {name, name.removesuffix("s")} & variables or hasattr(builtins, name):
        return True
    # a GameBoard is no Board
    taken = any(str(one).endswith(name.removesuffix("s")) for one in variables)
    return not taken and any(hasattr(module, name) for module in modules().values())


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(ROOT)) for path in FILES])
def test_what_a_docstring_names_is_there(path):
    texts, variables = read(path)
    mentioned = {name for text in texts for name in re.findall(f"{CAMEL}|{CLASS}|{DOTTED}", text)}
    assert [name for name in sorted(mentioned) if not is_there(name, variables)] == []


@pytest.mark.parametrize("name", [name for name in MODULES if find_file(name).stem == "__init__"])
def test_a_packages_docstring_names_its_modules(name):
    package = import_module(f"fogel.{name}")
    found = {*re.findall(r"`([a-z_]+)`", package.__doc__)} - {"fogel", *modules()["fogel"].__all__}
    assert [name for name in sorted(found) if not hasattr(package, name)] == []
