"""`make lab`: JupyterLab opens on the index as a page, without nbgrader's panels."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from serving import address_of, free_port

pytest.importorskip("jupyterlab", reason="the book is not installed: pip install -e .[all]")

ROOT = Path(__file__).parents[2]
ALONE = "--no-browser --ip=127.0.0.1 --allow-root --IdentityProvider.token= --ServerApp.password="


def made():
    """(variables, arguments) of the command of `make lab`, once there is an environment."""
    lines = subprocess.run(
        ["make", "--no-print-directory", "-n", "lab"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    words = shlex.split(lines.splitlines()[-1])
    variables = dict(word.split("=", 1) for word in words if re.match(r"[A-Z_]+=", word))
    return variables, words[len(variables) + 1 :]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of that server, while it runs; no kernel and no browser is started."""
    if not shutil.which("make"):
        pytest.skip("there is no make")
    variables, arguments = made()
    folder = tmp_path_factory.mktemp("lab")
    own = {
        f"JUPYTER_{name.upper()}_DIR": str(folder / name) for name in ("config", "data", "runtime")
    }
    command = [sys.executable, "-m", "jupyter", *arguments, *ALONE.split(), f"--port={free_port()}"]
    with open(folder / "log", "w") as log:
        environment = {**os.environ, **own, **variables}
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            yield address_of(server, folder / "log")
        finally:
            server.kill()
            server.wait()


def read(address):
    """(where an address leads, its text)."""
    with urlopen(address) as answer:
        return answer.url, answer.read().decode("utf-8")


@pytest.fixture(scope="module")
def opened(lab):
    return read(f"{lab}/")


def test_it_opens_on_the_index(lab, opened):
    place, _ = opened
    assert place == f"{lab}/lab/tree/index.md"
    _, about = read(f"{lab}/api/contents/index.md?content=0")
    assert json.loads(about)["path"] == "index.md"


def test_the_index_is_shown_as_a_page(lab):
    _, text = read(f"{lab}/lab/api/settings/@jupyterlab/docmanager-extension:plugin")
    viewers = json.loads(text)["schema"]["properties"]["defaultViewers"]["default"]
    assert viewers["markdown"] == "Markdown Preview"


def test_nbgraders_panels_and_jupyters_news_are_out_of_the_way(opened):
    _, text = opened
    page = json.loads(re.search(r'id="jupyter-config-data"[^>]*>(.*?)</script>', text, re.S)[1])
    there = {one["name"] for one in page["federated_extensions"]}
    off = set(page["disabledExtensions"])
    assert {name for name in there if "nbgrader" in name} <= off
    assert "@jupyterlab/apputils-extension:announcements" in off
