"""What is in the wheel, the sdist and a checkout on Windows, and what a package index says of the
project.
"""

import hashlib
import re
import sys
import tarfile
import zipfile

import pytest
from installing import ROOT, UV, Environment, run

# Programs that look at what was built, each in an environment of its own: {package: its command}.
LOOKS = {
    "twine": ("twine", "check", "--strict"),
    "check-wheel-contents": ("check-wheel-contents",),
    "validate-pyproject[all]": ("validate-pyproject",),
}


def digests(wheel):
    """Return {name: digest} of the files in a wheel."""
    with zipfile.ZipFile(wheel) as file:
        return {name: hashlib.sha256(file.read(name)).hexdigest() for name in file.namelist()}


@pytest.mark.parametrize("package", LOOKS)
def test_what_is_built_is_as_a_package_index_wants_it(package, built, checkout):
    wheel, sdist = next(built.glob("*.whl")), next(built.glob("*.tar.gz"))
    files = {"twine": (wheel, sdist), "check-wheel-contents": (wheel,)}.get(
        package, (checkout / "pyproject.toml",)
    )
    run(UV, "tool", "run", "--quiet", "--from", package, *LOOKS[package], *files, cwd=built)


def test_the_index_page_has_no_link_that_leads_nowhere(built):
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith("/METADATA"))
        metadata = wheel.read(name).decode("utf-8")
    head, text = metadata.split("\n\n", 1)
    assert "Description-Content-Type: text/markdown" in head and len(text) > 500
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert link.startswith("https://"), link


def test_the_build_works_with_the_lowest_setuptools(checkout, tmp_path):
    floor = re.search(
        r'requires = \["setuptools>=([\d.]+)"\]',
        (checkout / "pyproject.toml").read_text(encoding="utf-8"),
    )[1]
    (tmp_path / "lowest.txt").write_text(f"setuptools=={floor}\n")
    lowest = ("--build-constraints", tmp_path / "lowest.txt")
    run(
        UV,
        "build",
        "--quiet",
        *lowest,
        "--python",
        sys.executable,
        "--out-dir",
        tmp_path,
        checkout,
        cwd=tmp_path,
    )
    assert len([*tmp_path.glob("fogel-*")]) == 2


def test_the_tests_in_the_sdist_run(built, tmp_path):
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        sdist.extractall(tmp_path)
    folder = next(tmp_path.glob("fogel-*"))
    here = Environment(tmp_path, f"fogel[all] @ {folder.as_uri()}")
    here.run("pytest", "--collect-only", "tests", cwd=folder)
    here.run("pytest", "tests/test_encoding.py", cwd=folder)


def test_a_checkout_on_windows_builds_the_same_files(tmp_path):
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    wheels = {}
    for ends in ("true", "false"):
        clone, out = tmp_path / ends, tmp_path / f"{ends}-dist"
        windows = (
            "-c",
            f"core.autocrlf={ends}",
            "-c",
            f"core.eol={'crlf' if ends == 'true' else 'lf'}",
        )
        run("git", *windows, "clone", "--quiet", *windows, ROOT, clone, cwd=tmp_path)
        assert run("git", "status", "--short", cwd=clone) == ""
        run(
            UV,
            "build",
            "--quiet",
            "--wheel",
            "--python",
            sys.executable,
            "--out-dir",
            out,
            clone,
            cwd=tmp_path,
        )
        wheels[ends] = digests(next(out.glob("*.whl")))
    assert wheels["true"] == wheels["false"]
    assert (tmp_path / "true" / "Makefile").read_bytes() == (
        tmp_path / "false" / "Makefile"
    ).read_bytes()
