"""The quick loop: which tests a changed file is held by, and which are left out."""

import re
import subprocess
import sys
from pathlib import Path

import check
import edits
import pytest
from _pytest.assertion.rewrite import PYC_TAIL
from asserts_shared import rewrite_share

from fogel.core.contents import MODULES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("changed", "test"),
    [
        ("fogel/opponent.py", "tests/test_opponent.py"),
        ("fogel/engine/observers.py", "tests/engine/test_engine.py"),
        ("fogel/perfect/proof.py", "tests/perfect/test_perfect_proof.py"),
        ("fogel/school/twin.py", "tests/school/test_twin.py"),
        ("fogel/rules/games/standard.rul", "tests/rules/test_rules.py"),
        ("fogel/rules/__init__.py", "tests/rules/test_rules.py"),
        ("fogel/web/knobs/selection.js", "tests/web/knobs/test_knobs.py"),
        ("fogel/core/champions/champion.json", "tests/core/test_network_files.py"),
        ("notebooks/source/03_opponent.md", "tests/book/test_opponent_figures.py"),
        ("classroom/grader/tables.py", "tests/classroom/test_tables.py"),
        ("tests/web/board/conftest.py", "tests/web/board/test_match.py"),
        ("tests/league/test_twin.py", "tests/league/test_twin.py"),
        ("README.md", "tests/book/test_project.py"),
    ],
)
def test_a_changed_file_has_the_tests_of_its_word_or_room(changed, test):
    assert Path(test) in check.tests_of(Path(changed))


@pytest.mark.parametrize("name", MODULES)
def test_every_module_has_tests(name):
    path = Path("fogel", *name.split("."))
    found = check.tests_of(
        path / "__init__.py" if (ROOT / path).is_dir() else path.with_suffix(".py")
    )
    every = len([*(ROOT / "tests").rglob("test_*.py")])
    assert 0 < len(found) < every / 2 and all((ROOT / one).is_file() for one in found)


def test_what_has_changed_is_told_by_git(tmp_path, monkeypatch):
    monkeypatch.setattr(check, "ROOT", tmp_path)
    for command in (
        ["init", "-q"],
        ["config", "user.email", "x@example.org"],
        ["config", "user.name", "x"],
    ):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    for name in ("kept", "changed"):
        (tmp_path / name).write_text("before")
    subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
    subprocess.run(["git", "commit", "-qm", "x"], cwd=tmp_path, check=True)
    (tmp_path / "changed").write_text("after")
    (tmp_path / "new").write_text("after")
    assert check.changed() == [Path("changed"), Path("new")]


def test_slow_is_what_took_long_in_a_whole_run(tmp_path):
    case = '<testcase classname="{}" name="{}" time="{}"/>'
    cases = [
        ("tests.rules.test_x", "slow[1]", 2.5),
        ("tests.test_y", "quick", 1.9),
        ("notebooks.01.ipynb", "cell", 9),
    ]
    (tmp_path / "run.xml").write_text(
        f"<testsuite>{''.join(case.format(*one) for one in cases)}</testsuite>"
    )
    assert check.slow_tests(tmp_path / "run.xml") == ["tests/rules/test_x.py::slow[1]"]
    assert check.long_files(tmp_path / "run.xml") == [
        (9, "notebooks/01.ipynb"),
        (2, "tests/rules/test_x.py"),
    ]


def test_the_slow_tests_are_there():
    for line in check.SLOW.read_text().splitlines():
        path, _, name = line.partition("::")
        assert f"def {name.partition('[')[0]}(" in (ROOT / path).read_text(), (
            "python tests/check.py --slow JUNIT.xml"
        )


def test_the_long_files_are_there_the_longest_first():
    seconds, files = zip(*map(str.split, check.LONG.read_text().splitlines()), strict=True)
    assert list(map(int, seconds)) == sorted(map(int, seconds), reverse=True)
    assert all((ROOT / file).is_file() for file in files), "python tests/check.py --slow JUNIT.xml"


def test_the_slow_tests_are_left_out_of_the_quick_loop_alone():
    slow = check.SLOW.read_text().splitlines()[0]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", slow.partition("::")[0]]
    ini = ["-p", "no:nbval", "-o", "addopts=-q --import-mode importlib"]
    whole, quick = (
        subprocess.run([*command, *ini, *more], cwd=ROOT, capture_output=True, text=True).stdout
        for more in ([], ["--quick"])
    )
    counted = [int(re.search(r"\.py: (\d+)", text)[1]) for text in (whole, quick)]
    left_out = sum(
        line.startswith(command[-1] + "::") for line in check.SLOW.read_text().splitlines()
    )
    assert counted[0] - counted[1] == left_out > 0


# The wrong edits, which `python tests/edits.py` makes one by one.


@pytest.mark.parametrize(
    "edit", edits.edits(), ids=lambda edit: f"{Path(edit['file']).stem} {edit['new'][:30]!r}"
)
def test_a_wrong_edit_can_be_made(edit):
    text = (ROOT / edit["file"]).read_text(encoding="utf-8")
    assert edits.edited(text, edit) != text
    assert all((ROOT / path).exists() for path in edit["tests"].partition("|")[0].split())


def test_an_edit_that_can_not_be_made_is_named():
    with pytest.raises(ValueError, match=r"some\.py must hold 'a' once, not 2 times"):
        edits.edited("aa", {"file": "some.py", "old": "a", "new": "b"})


def test_wrong_edits_are_chosen_by_path_or_by_new_text():
    some = [
        {"file": "fogel/league/run.py", "new": "a"},
        {"file": "fogel/core/files.py", "new": "b <= c"},
    ]
    assert edits.chosen(some, "league|<=") == edits.chosen(some, "") == some
    assert edits.chosen(some, r"^fogel/core/files") == some[1:]


@pytest.fixture
def small_project(tmp_path, monkeypatch):
    """A project of one function with one test, which isn't committed yet; `edits` works on it."""
    root = tmp_path / "project"
    root.mkdir()
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    (root / "least.py").write_text("def least(a, b):\n    return a if a < b else b\n")
    (root / "test_least.py").write_text(
        "from least import least\n\n\ndef test_least():\n    assert least(1, 2) == least(2, 1)"
        " == 1\n"
    )
    monkeypatch.setattr(edits, "ROOT", root)
    return root


def test_a_wrong_edit_is_noticed_or_survives(small_project, capsys):
    one = {"file": "least.py", "old": "a < b", "new": "a > b", "tests": "test_least.py"}
    other = {**one, "new": "a < b + 0.5"}
    equal = {**one, "new": "a <= b"}
    some = [
        one,
        other,
        {**equal, "same": "equal numbers are one"},
        {**one, "same": "a wrong reason"},
    ]
    assert list(edits.survivors(some)) == [other, some[3]]
    words = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert words == ["noticed", "SURVIVED", "same", "noticed"]
    assert "a < b else" in (small_project / "least.py").read_text()


def test_tests_that_fail_without_an_edit_show_nothing(small_project):
    (small_project / "test_least.py").write_text("def test_least():\n    assert False\n")
    edit = {"file": "least.py", "old": "a < b", "new": "a > b", "tests": "test_least.py"}
    with pytest.raises(
        RuntimeError, match=r"test_least\.py: these tests must pass before an edit is made"
    ):
        list(edits.survivors([edit]))


def test_what_lacks_a_browser_is_said_and_not_called_unnoticed(small_project, monkeypatch):
    helpers = ROOT / "tests" / "helpers"
    (small_project / "test_least.py").write_text(
        f"import sys\n\nsys.path.insert(0, {str(helpers)!r})\nfrom browser import"
        ' say_and_skip\n\n\ndef test_least(request):\n    say_and_skip(request, "No Chromium, so'
        ' nothing was tried")\n'
    )
    monkeypatch.delenv("CI", raising=False)
    edit = {"file": "least.py", "old": "a < b", "new": "a > b", "tests": "test_least.py"}
    with pytest.raises(RuntimeError, match="No Chromium, so nothing was tried"):
        list(edits.survivors([edit]))


def test_an_endless_loop_is_ended(small_project):
    (small_project / "test_least.py").write_text(
        "def test_least():\n    while True:\n        pass\n"
    )
    assert edits._status(small_project, "test_least.py", 1.0) == (None, "")


def test_workers_share_the_rewriting_of_asserts(tmp_path, pytestconfig):
    """Each takes every other file, and one that is in the cache stays as it is."""
    for name in "abcd":
        (tmp_path / f"test_{name}.py").write_text(
            f"def test():\n    assert '{name}'\n", encoding="utf-8"
        )
    rewrite_share(pytestconfig, 1, 2, tmp_path)
    kept = {path.name.partition(".")[0]: path for path in (tmp_path / "__pycache__").iterdir()}
    assert sorted(kept) == ["test_b", "test_d"]
    assert all(PYC_TAIL in path.name for path in kept.values())
    before = kept["test_b"].stat().st_mtime_ns
    (tmp_path / "test_d.py").write_text("def test():\n    assert 'e'\n", encoding="utf-8")
    old = kept["test_d"].read_bytes()
    rewrite_share(pytestconfig, 1, 2, tmp_path)
    assert kept["test_b"].stat().st_mtime_ns == before and kept["test_d"].read_bytes() != old
