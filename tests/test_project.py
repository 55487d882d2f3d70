import ast
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from fogel.cli import main

ROOT = Path(__file__).parents[1]
ORDER = "settings encoding drawing network champion opponent replication selection invariants engine logbook curve play"
ORDER = (ORDER + " page board audit climber proof poster tournament bugs variant checks bench cli __main__").split()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
README = (ROOT / "README.md").read_text()


def imported(path):
    """The modules of fogel that a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module == "fogel":
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fogel."):
            yield node.module.split(".")[1]


@pytest.mark.parametrize("path", sorted((ROOT / "fogel").glob("*.py")), ids=lambda path: path.stem)
def test_chapter_order_is_import_order(path):
    if path.stem != "__init__":
        assert all(ORDER.index(name) < ORDER.index(path.stem) for name in imported(path))


def test_the_engine_alone_imports_numba():
    for path in (ROOT / "fogel").glob("*.py"):
        assert path.stem == "engine" or not re.search(r"^\s*(import|from) numba", path.read_text(), re.M)


def test_the_conda_environment_has_no_list_of_its_own():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    python, pip, packages = environment["dependencies"]
    assert pip == "pip" and packages == {"pip": ["-e .[all]"]}
    least = tuple(map(int, re.search(r">=([\d.]+)", PROJECT["requires-python"])[1].split(".")))
    assert tuple(map(int, python.removeprefix("python=").split("."))) >= least


def test_the_extra_all_has_every_extra():
    extras = set(PROJECT["optional-dependencies"]) - {"all"}
    assert PROJECT["optional-dependencies"]["all"] == [f"fogel[{','.join(sorted(extras))}]"]


def test_every_dependency_says_why():
    text = (ROOT / "pyproject.toml").read_text()
    block = text[text.index("\ndependencies = [") : text.index("\n]", text.index("\ndependencies = ["))]
    assert all("#" in line for line in block.splitlines()[2:])


@pytest.mark.parametrize("arguments", [["check"], ["format", "--check"]])
def test_style(arguments):
    done = subprocess.run([sys.executable, "-m", "ruff", *arguments, str(ROOT)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def blocks(language):
    """The README's fenced blocks in a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.S)


def test_the_readmes_commands(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    commands = [shlex.split(line, comments=True) for block in blocks("sh") for line in block.splitlines()]
    ran = 0
    for command in filter(None, commands):
        if command[0] == "make":
            assert set(command[1:]) <= targets | {".venv/ok"}
        if command[0] == "fogel" and command[1] not in ("bench", "play"):  # they have tests of their own
            assert main(command[1:]) == 0
            ran += 1
    assert ran >= 3


def test_the_readme_quotes_what_the_experiment_says(tmp_path, monkeypatch, capsys):
    """The whole experiment. If NumPy changes its streams some day, the README is to be written anew."""
    monkeypatch.chdir(tmp_path)
    assert main(["curve", "--out", "run"]) == 0
    assert capsys.readouterr().out in blocks("text")


def test_the_readme_quotes_the_audit(capsys):
    assert main(["audit", "champion", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    claim = re.search(r"wins ([\d.]+) %.*?never loses.*?expect ([\d.]+) of 32.*?more than (\d+\.\d+)", README, re.S)
    assert claim.groups() == (f"{100 * found['win']:.2f}", f"{found['payoff']:.2f}", f"{found['ceiling']:.2f}")
    assert found["never_loses"]


def test_the_readmes_program(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    main(["curve", "--quick", "--out", "run"])
    for program in blocks("python"):
        exec(program, {})


def test_the_readmes_links():
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert link.startswith("https://") or (ROOT / link).exists(), link


def test_nothing_private_is_tracked():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if files.returncode:
        pytest.skip("not a git checkout")
    for name in files.stdout.split():
        if (ROOT / name).suffix not in (".png", ".svg") and name != "tests/test_project.py":
            text = (ROOT / name).read_text()
            assert str(ROOT) not in text and str(Path.home()) + "/" not in text, name
