"""Rules that are said twice: the list on "Where do I change ...?" is complete and true."""

import ast
import re
from importlib import import_module

import pytest
from package_lists import Twin, twins
from places import ROOT

from fogel.core.twins import twin_of

TWINS = twins()


def is_there(rule):
    """Whether a rule can be imported."""
    parts = rule.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found = import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for name in parts[count:]:
            found = getattr(found, name, None)
        return found is not None
    return False


def test_no_mark_is_overlooked():
    """As many as Python's own parser finds, and as many comments as there are of any form."""
    marked = 0
    for path in (ROOT / "fogel").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            for one in getattr(node, "decorator_list", []):
                if isinstance(one, ast.Call) and getattr(one.func, "id", "") == "twin_of":
                    marked += len(one.args)
    assert marked == sum(bool(twin.name) for twin in TWINS) > 20
    said = {
        (path.relative_to(ROOT).as_posix(), rule)
        for path in (ROOT / "fogel").rglob("*")
        if path.suffix in (".js", ".c")
        for line in re.findall(r"twin of\W+(.*)", path.read_text())
        for rule in re.findall(r"fogel(?:\.\w+)+", line)
    }
    assert said == {(twin.file, twin.rule) for twin in TWINS if not twin.name} and len(said) > 20


@pytest.mark.parametrize("rule", sorted({twin.rule for twin in TWINS}))
def test_every_rule_is_there(rule):
    assert is_there(rule), "a twin names a rule that is gone"


def test_a_rule_that_is_gone_is_noticed():
    assert not is_there("fogel.network.layers") and not is_there("fogel.gone.layer")
    with pytest.raises(ValueError, match=r"named as in fogel\.network\.layer"):
        twin_of("network.layer")


@pytest.mark.parametrize(
    "path", sorted((ROOT / "fogel").rglob("twin.py")), ids=lambda path: path.parent.name
)
def test_a_module_called_twin_has_twins(path):
    assert any(twin.file == path.relative_to(ROOT).as_posix() for twin in TWINS)


@pytest.mark.parametrize(
    "twin", [twin for twin in TWINS if twin.name], ids=lambda twin: f"{twin.name}-{twin.rule}"
)
def test_a_test_holds_both_together(twin):
    """A test names both modules, or what they define."""
    folder = "/".join(twin.file.split("/")[1:-1])
    texts = [path.read_text() for path in (ROOT / "tests").rglob("test_*.py")]
    package, _, name = f"fogel.{folder.replace('/', '.')}".rpartition(".")
    imported = re.compile(
        rf"{re.escape(package)}\.{name}\b|from {re.escape(package)} import .*\b{name}\b"
    )
    assert any(imported.search(text) and _says(text, twin.rule) for text in texts)


def _says(text, rule):
    return any(part in text for part in rule.split(".")[-2:])


def test_a_twin_says_where_it_stands():
    assert str(Twin("fogel.a", "fogel/b.py", "c")) == "`fogel/b.py`: `c`"
    assert str(Twin("fogel.a", "fogel/b.js", "")) == "`fogel/b.js`"
