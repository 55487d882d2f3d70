"""What a release needs: one version everywhere, the owner's facts, and a complete wheel."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from places import ROOT

SPEC = importlib.util.spec_from_file_location("release_of_fogel", ROOT / "release" / "release.py")
release = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(release)

KNOWN = """
authors = [
  { given = "Ada", family = "Lovelace", orcid = "0000-0001-2345-6789", affiliation = "A House" },
  { given = "Alan", family = "Turing", affiliation = "A House" },
]
repository = "https://example.org/fogel"
site = "https://example.org/book/"
contact = "somebody@example.org"
doi = "10.1234/fogel.1"
"""


def test_all_files_agree():
    """With each other on the version, and with owner.toml on what only the owner knows."""
    assert release.disagreements(release.owner()) == []


def test_what_is_still_to_be_filled_in_is_listed(capsys):
    """A release needs all of it; this list is how far the owner is."""
    known = release.owner()
    due = [name for name in release.NAMES if not known[name]]
    assert release.missing(known) == due and release.check() == len(due)
    out = capsys.readouterr().out
    assert re.findall(r"to be filled in, in release/owner.toml: (\w+)$", out, re.M) == due


def test_what_the_owner_knows_goes_into_each_file(monkeypatch, tmp_path):
    known = release.owner(KNOWN)
    assert release.missing(known) == []
    texts = release.texts(known)
    assert (
        'authors = [{ name = "Ada Lovelace" }, { name = "Alan Turing" }]' in texts["pyproject.toml"]
    )
    project = release.tomllib.loads(texts["pyproject.toml"])["project"]
    assert project["urls"] == {"Repository": known["repository"], "Documentation": known["site"]}
    citation = yaml.safe_load(texts["CITATION.cff"])
    assert [one["family-names"] for one in citation["authors"]] == ["Lovelace", "Turing"]
    assert citation["authors"][0]["orcid"].endswith("6789") and citation["doi"] == known["doi"]
    head = yaml.safe_load(texts["paper/paper.md"].split("---\n")[1])
    assert [(one["name"], one["affiliation"]) for one in head["authors"]] == [
        ("Ada Lovelace", 1),
        ("Alan Turing", 1),
    ]
    assert head["affiliations"] == [{"name": "A House", "index": 1}]
    assert f"[Read it as web pages]({known['site']})" in texts["release/index.md"]
    assert f"[Get it with its source]({known['repository']})" in texts["release/index.md"]
    assert "Write to <somebody@example.org>." in texts["CODE_OF_CONDUCT.md"]
    assert "Copyright (c) 2026 Ada Lovelace, Alan Turing" in texts["LICENSE"]
    for file, text in texts.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)
    for file in ("CHANGELOG.md", release.OWNER):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text((ROOT / file).read_text())
    monkeypatch.setattr(release, "ROOT", tmp_path)
    assert release.disagreements(known) == [], "filling in twice changes nothing"
    (tmp_path / "CITATION.cff").write_text(texts["CITATION.cff"].replace("version: ", "version: 9"))
    assert len(release.disagreements(known)) == 1
    release.fill(release.owner())
    assert "Lovelace" not in (tmp_path / "LICENSE").read_text()


@pytest.mark.parametrize(
    "change, words",
    [
        (("https://example.org/fogel", "example.org"), "repository must be empty or like"),
        (("somebody@example.org", "somebody"), "contact must be empty or like"),
        (("10.1234/fogel.1", "doi"), "doi must be empty or like"),
        (('orcid = "0000', 'orchid = "0000'), "an author has given, family, orcid and affiliation"),
        (("site = ", "sites = "), "must name authors, repository, site, contact, doi"),
    ],
)
def test_a_wrong_value_is_refused(change, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        release.owner(KNOWN.replace(*change))


def test_every_file_of_the_package_goes_into_the_wheel():
    """By the patterns of pyproject.toml; `make release` builds it, and looks."""
    project = release.tomllib.loads((ROOT / "pyproject.toml").read_text())
    data = project["tool"]["setuptools"]["package-data"]
    try:
        names = release.tracked()
    except subprocess.CalledProcessError:
        pytest.skip("not a git checkout")
    # "*" stands for every package, and a folder without __init__.py is one too
    places = {key: key.replace(".", "/") + "/" for key in data} | {"*": ""}
    patterns = ["*.py", *(places[key] + one for key in data for one in data[key])]
    for name in names:
        assert any(Path(name).match(one) for one in patterns), (
            f"{name} is in no pattern of pyproject.toml"
        )


def test_what_does_not_belong_into_a_wheel_is_found():
    ours = release.tracked()
    assert release.foreign(ours | {"fogel-1.2.dist-info/RECORD"}, "1.2") == ([], [])
    sdist = {
        "PKG-INFO",
        "fogel.egg-info/PKG-INFO",
        "setup.cfg",
        "pyproject.toml",
        "tests/conftest.py",
    }
    assert release.foreign(ours | sdist, "1.2") == ([], [])
    assert release.foreign(ours | sdist | {"run/run.json"}, "1.2") == (["run/run.json"], [])
    strange = {"fogel/__pycache__/a.pyc", "tests/test_a.py", "fogel-1.3.dist-info/RECORD"}
    lacking = sorted(ours)[0]
    assert release.foreign(ours - {lacking} | strange, "1.2") == (sorted(strange), [lacking])


def test_the_command_says_its_version(capsys):
    from fogel.cli import main
    from fogel.core.results import versions

    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0 and capsys.readouterr().out == f"fogel {versions()['fogel']}\n"


def test_the_package_knows_its_version_and_is_cheap_to_import():
    code = "import fogel, sys; assert 'numpy' not in sys.modules; print(fogel.__version__)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == f"{release.project()['version']}\n", done.stderr


def test_the_script_explains_itself(capsys):
    assert release.main(["else"]) == 2 and "owner.toml" in capsys.readouterr().err


# Workflows, which nobody has run yet.

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def steps_of(path):
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return [step for job in jobs.values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_says_that_it_was_never_run_and_takes_no_more_rights_than_it_needs(path):
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# Never run yet")
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}
    for line in text.splitlines():
        if "uses:" in line:  # a tag can be moved, the number of a commit can't
            assert re.search(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line), line


def test_workflows_call_what_is_there():
    targets = set(
        re.findall(r"^([\w./-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    )
    called = [step["run"] for path in WORKFLOWS for step in steps_of(path) if "run" in step]
    assert len(WORKFLOWS) == 3 and "make test" in called
    for command in called:
        first, *rest = command.split()
        if first == "make":
            assert not rest or {*rest} <= targets, command
        for word in rest:
            if word.endswith(".py") or word.startswith("tests/"):
                assert any(ROOT.glob(word)), command


def test_every_python_that_is_supported_is_tested():
    jobs = yaml.safe_load(
        (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    )["jobs"]
    pythons = jobs["package"]["strategy"]["matrix"]["python"]
    oldest = release.project()["requires-python"].removeprefix(">=")
    assert pythons == [f"3.{int(oldest[2:]) + k}" for k in range(len(pythons))]
    assert len(pythons) >= 5
    assert jobs["oldest"]["steps"][1]["with"]["python-version"] == oldest
