"""What the tests of installations share: a checkout, the wheel and the sdist built from it, and who
installs them.
"""

import sys

import pytest
from installing import UV, Environment, copy_project, oldest_python, run


@pytest.fixture(scope="session")
def checkout(tmp_path_factory):
    """The project's files without a .venv."""
    return copy_project(tmp_path_factory.mktemp("checkout"))


@pytest.fixture
def own_checkout(tmp_path):
    """The same for one test, which may write into it."""
    return copy_project(tmp_path / "checkout")


@pytest.fixture(scope="session")
def built(checkout, tmp_path_factory):
    """The folder with the wheel and the sdist, from which the wheel was built."""
    folder = tmp_path_factory.mktemp("dist")
    run(
        UV,
        "build",
        "--quiet",
        "--python",
        sys.executable,
        "--out-dir",
        folder,
        checkout,
        cwd=folder,
    )
    return folder


@pytest.fixture(params=["newest", "lowest"])
def install(request, checkout, built, tmp_path):
    """A function that makes an environment with an extra: with the newest versions, or with the
    lowest allowed.
    """
    wheel = next(built.glob("*.whl"))

    def made(extra=""):
        requirement = f"fogel[{extra}] @ {wheel.as_uri()}" if extra else f"fogel @ {wheel.as_uri()}"
        if request.param == "newest":
            return Environment(tmp_path, requirement)
        # Only what the command itself names counts as direct, and not what the wheel asks for.
        extras = ("--extra", extra) if extra else ()
        lowest = ("--resolution", "lowest-direct", "-r", checkout / "pyproject.toml", *extras)
        return Environment(tmp_path, requirement, *lowest, python=oldest_python(checkout))

    return made
