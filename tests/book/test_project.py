import ast
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from package_lists import TABLES, lines_of, page

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

import fogel
from fogel.cli import main
from fogel.core.contents import CORE, MODULES, find_file

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "fogel"
ORDER = list(MODULES)
# Nothing lists the interactive figures.
KNOBS = {*(PACKAGE / "web/knobs").glob("*.py")} - {PACKAGE / "web/knobs/__init__.py"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
README = (ROOT / "README.md").read_text()
# The page with what the README has no room for.
COMMANDS = (ROOT / "notebooks" / "commands.md").read_text()


def imported(path):
    """The modules of fogel that a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            assert not any(name.name.startswith("fogel.") for name in node.names), (
                "say `from fogel.x import y`"
            )
        if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("fogel."):
            home = node.module.removeprefix("fogel").removeprefix(".")
            for name in node.names:
                module = f"{home}.{name.name}".removeprefix(".")
                yield module if module in MODULES else home


def test_every_module_stands_in_the_one_list():
    files = {path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py"} - KNOBS
    assert files == {find_file(name) for name in MODULES}, "mend MODULES in fogel/core/contents.py"


@pytest.mark.parametrize("name", MODULES)
def test_chapter_order_is_import_order(name):
    for other in imported(find_file(name)):
        assert ORDER.index(other) < ORDER.index(name), (
            f"{name} imports {other}: mend it, or the order in contents.py"
        )


@pytest.mark.parametrize("path", sorted(KNOBS), ids=lambda path: path.stem)
def test_a_knob_imports_what_stands_above_all_knobs(path):
    for other in imported(path):
        above = other in ORDER and ORDER.index(other) <= ORDER.index("web.knobs")
        assert above or PACKAGE.joinpath(*other.split(".")).with_suffix(".py") in KNOBS, (
            f"{path.stem} imports {other}"
        )


def test_the_thin_core_is_what_the_first_seven_chapters_rest_on():
    """Their modules and all that these import: nothing more, and nothing that comes later."""
    words = [path.stem[3:] for path in sorted((ROOT / "notebooks").glob("0[1-7]_*.ipynb"))]
    # The engine loads its names at first use.
    found, waiting = {"core.contents"}, [*words, "engine.generations"]
    while waiting:
        name = waiting.pop()
        waiting += [] if name in found else imported(find_file(name))
        found.add(name)
    found |= {name.rpartition(".")[0] for name in found}  # and the packages they are in
    assert found - {""} == set(CORE), "mend CORE, or the order in contents.py"


def test_the_core_stays_thin():
    """A reader can take it in during an afternoon; only a chapter's need raises the number."""
    assert lines_of(CORE) <= 5150  # chapter 7 shows the protocol of all games and their one match


@pytest.mark.parametrize("name", TABLES)
def test_the_lists_of_the_package(name):
    assert (ROOT / "notebooks" / name).read_text(encoding="utf-8") == page(name), (
        "run: make contents"
    )


def test_the_first_level_is_the_table_of_contents():
    """A folder or module for each chapter, in the chapters' order, and few others."""
    first = [*dict.fromkeys(name.split(".")[0] for name in MODULES)]
    words = [path.stem[3:] for path in sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))]
    assert [name for name in first if name in words] == words and len(first) < 30
    listed = re.findall(r"^(\w+)  +(\d*)", fogel.__doc__, re.M)
    assert {name for name, _ in listed} == {*first} - {"__main__"}, "mend fogel/__init__.py"
    numbered = [(word, str(number)) for number, word in enumerate(words, 1)]
    assert [one for one in listed if one[1]] == numbered, "mend fogel/__init__.py"


def test_the_readme_and_the_landing_page_name_every_chapter():
    landing = (ROOT / "notebooks" / "index.md").read_text()
    for path in sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb")):
        link = rf"\[{int(path.name[:2])} \w+\]\((?:notebooks/)?{path.name}\)"
        assert re.search(link, README), f"{path.stem}: mend the list of chapters in README.md"
        assert re.search(rf"^\| {link} \| .+\? ?.* \|$", landing, re.M), (
            f"{path.stem}: mend notebooks/index.md"
        )


def test_the_readmes_own_game_is_that_of_the_commands():
    """Whose page runs it."""
    assert re.search(r"`(expects .*?ceiling [\d.]+\))`", README.replace("\n", " "))[1] in COMMANDS


def test_the_readme_has_two_screens():
    """At 1280 by 900 pixels some forty lines each, of which the moving picture takes fifteen."""
    assert README.count("\n") <= 80 and max(map(len, README.splitlines())) <= 130
    assert README.index("figures/first_screen.gif") < README.index("## ")


def test_what_stands_around_the_package():
    table = (ROOT / "CONTRIBUTING.md").read_text().split("| what | where |")[1].split("\n\n")[0]
    places = re.findall(r"^\| .+ \| \[`([\w./]+)`\]\(([\w./]+)\) \|$", table, re.M)
    assert len(places) == table.count("\n") - 1 and all(shown == link for shown, link in places)
    assert all((ROOT / place).is_dir() for place, _ in places)
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if files.returncode:
        pytest.skip("not a git checkout")
    folders = {name.split("/")[0] for name in files.stdout.split() if "/" in name} - {
        ".ci",
        "fogel",
    }
    assert folders <= {place for place, _ in places}, "name the new folder in CONTRIBUTING.md"


def test_a_class_has_a_name_of_its_own():
    """No two public names are alike; a Layer is one of neurons in the post and the report."""
    homes = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(path.relative_to(PACKAGE).as_posix())
    assert {name for name, places in homes.items() if len(places) > 1} <= {"Layer"}, homes


DOCUMENTED = {"njit", "typeof", "carray", "config", "extending", "types"}  # what we use of Numba


def test_only_documented_names_of_numba_are_used():
    """One module imports Numba, and it reads nothing that Numba may rename."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = node.names if isinstance(node, ast.Import | ast.ImportFrom) else []
            imported = [name.name for name in names] + [getattr(node, "module", None) or ""]
            if any(name.partition(".")[0] in ("numba", "llvmlite") for name in imported):
                assert path == PACKAGE / "engine" / "compiling.py"
                assert ast.unparse(node) == "import numba"
            elif isinstance(node, ast.Attribute) and re.match(
                r"(numba|types)\.", text := ast.unparse(node)
            ):
                first, *names = text.split(".")[:3]
                assert first != "numba" or names[0] in DOCUMENTED, f"{path}: {text}"
                assert not any(name.startswith("_") for name in names), f"{path}: {text}"


def test_the_conda_environment_has_no_list_of_its_own():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    python, pip, packages = environment["dependencies"]
    assert pip == "pip" and packages == {"pip": ["-e .[all]"]}
    least = tuple(map(int, re.search(r">=([\d.]+)", PROJECT["requires-python"])[1].split(".")))
    assert tuple(map(int, python.removeprefix("python=").split("."))) >= least


def test_the_extra_all_has_every_extra():
    # A compiler of 440 MB, for authors of evolve.c.
    extras = set(PROJECT["optional-dependencies"]) - {"all", "wasm"}
    assert PROJECT["optional-dependencies"]["all"] == [f"fogel[{','.join(sorted(extras))}]"]


def test_every_dependency_says_why():
    text = (ROOT / "pyproject.toml").read_text()
    block = text[
        text.index("\ndependencies = [") : text.index("\n]", text.index("\ndependencies = ["))
    ]
    assert all("#" in line for line in block.splitlines()[2:])


def test_every_dependency_has_a_lowest_version():
    """Without one, an installer that takes the lowest versions takes one from before Python 3."""
    extras = PROJECT["optional-dependencies"]
    named = [one for name, listed in extras.items() if name != "all" for one in listed]
    for requirement in PROJECT["dependencies"] + named:
        assert re.match(r"[\w-]+[>=]=\d", requirement), requirement


def test_the_makefile_asks_for_the_python_that_the_package_needs():
    least = PROJECT["requires-python"].removeprefix(">=")
    makefile = (ROOT / "Makefile").read_text()
    assert f"sys.version_info < ({least.replace('.', ', ')})" in makefile
    assert f"Python {least} or newer" in makefile


@pytest.mark.parametrize("arguments", [["check"], ["format", "--check"]])
def test_style(arguments):
    done = subprocess.run(
        [sys.executable, "-m", "ruff", *arguments, str(ROOT)], capture_output=True, text=True
    )
    assert done.returncode == 0, f"run: make lint\n{done.stdout}"


def test_only_our_own_warnings_are_errors(tmp_path):
    """A deprecation inside a package that we use is for its authors to mend, and fails no test."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"][
        "ini_options"
    ]["filterwarnings"]
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\nfilterwarnings =\n" + "".join(f"    {one}\n" for one in settings)
    )
    (tmp_path / "theirs.py").write_text(
        "from warnings import warn\nwarn('soon gone', DeprecationWarning)\ndef old(): warn('old',"
        " DeprecationWarning)\ndef blames(): warn('old', DeprecationWarning, stacklevel=2)\n"
    )
    (tmp_path / "test_warnings.py").write_text(
        "import warnings, pytest, theirs\n@pytest.mark.parametrize('name', ['fogel_like',"
        " 'distributed.core', 'notfogel', 'numpy.fogel'])\ndef test_theirs(name):\n   "
        " theirs.old()\n    exec('warn(\"old\")', {'__name__': name, 'warn':"
        " warnings.warn})\n@pytest.mark.parametrize('name', ['fogel', 'fogel.web.play.widget',"
        " 'grader.grade', 'test_page', 'slides'])\ndef test_ours(name):\n    exec('warn(\"old\")',"
        " {'__name__': name, 'warn': warnings.warn})\ndef test_ours_calls_what_is_old():\n   "
        " theirs.blames()\n"
    )
    command = [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    passed, failed = (
        set(re.findall(rf"^{word} \S+::(\w+)", done.stdout, re.M)) for word in ("PASSED", "FAILED")
    )
    assert passed == {"test_theirs"} and failed == {"test_ours", "test_ours_calls_what_is_old"}, (
        done.stdout
    )


def blocks(language):
    """The fenced blocks in a language, of the README and of the page of commands."""
    return re.findall(rf"```{language}\n(.*?)```", README + COMMANDS, re.S)


def test_the_readmes_commands(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    commands = [
        shlex.split(line, comments=True) for block in blocks("sh") for line in block.splitlines()
    ]
    ran = 0
    for command in filter(None, commands):
        if command[0] == "make":
            assert set(command[1:]) <= targets | {".venv/ok"}
        elsewhere = "--scheduler" in command or command[:2] in (
            ["fogel", "bench"],
            ["fogel", "play"],
        )
        if command[0] == "fogel" and not elsewhere:  # which have tests of their own
            assert main(command[1:]) == 0
            ran += 1
    assert ran >= 3


def test_the_readme_quotes_what_the_experiment_says(tmp_path, monkeypatch, capsys):
    """The whole experiment; if NumPy changes its streams, the README must be rewritten."""
    monkeypatch.chdir(tmp_path)
    assert main(["curve", "--out", "run"]) == 0
    picture, _, words = capsys.readouterr().out.partition("\n\n")
    assert picture.startswith("The mean best payoff") and words in blocks("text")


def test_the_readme_quotes_the_audit(capsys):
    assert main(["audit", "champion", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    claim = re.search(
        r"wins ([\d.]+) %.*?never loses.*?expect ([\d.]+) of 32.*?more than (\d+\.\d+)",
        README,
        re.S,
    )
    assert claim.groups() == (
        f"{100 * found['win']:.2f}",
        f"{found['payoff']:.2f}",
        f"{found['ceiling']:.2f}",
    )
    assert found["never_loses"]


def test_the_readmes_program(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    main(["curve", "--quick", "--out", "run"])
    for program in blocks("python"):
        if program.startswith("def choose("):
            Path("my_player.py").write_text(program)  # as the page says
        exec(program, {})


def test_the_readmes_links():
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert link.startswith("https://") or (ROOT / link).exists(), link


def test_nothing_private_is_tracked():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if files.returncode:
        pytest.skip("not a git checkout")
    for name in files.stdout.split():
        if (ROOT / name).suffix not in (".png", ".svg") and name != "tests/book/test_project.py":
            content = (ROOT / name).read_bytes()  # of the compiled module too
            assert not any(place.encode() in content for place in (str(ROOT), f"{Path.home()}/")), (
                name
            )
