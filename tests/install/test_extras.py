"""From the built wheel, each extra by itself does what the page on the package index promises of
it, with the newest versions of everything and with the lowest that pyproject.toml allows.
"""

import json
import re
import shlex
import time
from urllib.request import urlopen

from serving import address_of, free_port

INDEX = "release/index.md"
WAIT = 30 * 60  # seconds for a page that runs a whole chapter, on a busy machine


def blocks(checkout, language):
    """Return the fenced blocks of a language on the page for the package index."""
    text = (checkout / INDEX).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


def read(address):
    """Return the text at an address; raises HTTPError unless the server answers with success."""
    with urlopen(address, timeout=WAIT) as answer:
        return answer.read().decode("utf-8")


def test_the_package_by_itself_does_what_the_index_page_shows(install, checkout, tmp_path):
    here = install()
    lines = [
        shlex.split(line, comments=True)
        for block in blocks(checkout, "sh")
        for line in block.splitlines()
    ]
    assert lines[0] == ["pip", "install", "fogel"] and {line[0] for line in lines[1:]} == {"fogel"}
    for line in lines[1:]:
        here.run(*line)
    for number, program in enumerate(blocks(checkout, "python")):
        (tmp_path / f"{number}.py").write_text(program, encoding="utf-8")
        here.run("python", f"{number}.py")
    assert here.run("python", "-c", "import fogel; print('fogel', fogel.__version__)") == here.run(
        "fogel", "--version"
    )


def test_play_serves_chapter_7(install, checkout):
    here = install("play")
    arguments = (
        "--no-browser",
        "--Voila.ip=127.0.0.1",
        "--strip_sources=False",
        f"--port={free_port()}",
    )
    with here.serving("voila", checkout / "notebooks" / "07_play.ipynb", *arguments) as (
        server,
        log,
    ):
        page = read(f"{address_of(server, log)}/")
    assert "fogel-board" in page and re.search(r"widget-view\+json.*VBox", page), (
        "the page has no board"
    )
    assert "Traceback" not in page, "a cell failed"


def test_book_opens_runs_and_builds_the_chapters(install, own_checkout):
    here = install("book")
    arguments = [
        "--no-browser",
        "--ip=127.0.0.1",
        "--allow-root",
        "--IdentityProvider.token=",
        "--ServerApp.password=",
    ]
    with here.serving(
        "jupyter-lab", *arguments, f"--port={free_port()}", cwd=own_checkout / "notebooks"
    ) as lab:
        about = json.loads(read(f"{address_of(*lab)}/api/contents/01_encoding.ipynb?content=0"))
    assert about["type"] == "notebook"
    assert "01_encoding" in here.run("python", "notebooks/build.py", "01", cwd=own_checkout)
    sphinx = ("-W", "--keep-going", "-q", "-b", "html", "notebooks", "_build/book")
    here.run("sphinx-build", *sphinx, cwd=own_checkout)
    assert (own_checkout / "_build" / "book" / "01_encoding.html").exists()


def test_classroom_releases_and_grades_a_set(install, own_checkout):
    here, course = install("classroom"), own_checkout / "course"
    grader = ("python", "classroom")
    here.run(*grader, "release", "01", "--variant", "7", cwd=own_checkout)
    handed_in = course / "submitted" / "ada" / "01_encoding" / "01_encoding.ipynb"
    handed_in.parent.mkdir(parents=True)
    handed_in.write_bytes((course / "source" / "01_encoding" / "01_encoding.ipynb").read_bytes())
    here.run(*grader, "grade", "01", cwd=own_checkout)
    here.run(*grader, "feedback", "01", cwd=own_checkout)
    assert "ada" in (course / "grades.csv").read_text(encoding="utf-8")


def wait_for(words, process, log):
    """Wait until a program in the background says these words."""
    while words not in log.read_text(encoding="utf-8"):
        assert process.poll() is None, log.read_text(encoding="utf-8")
        time.sleep(0.2)


def test_dask_runs_an_experiment_on_a_local_cluster(install):
    here = install("dask")
    address = f"tcp://127.0.0.1:{free_port()}"
    quick = ("curve", "--quick", "--out")
    scheduler = (
        "scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        address.rpartition(":")[2],
        "--no-dashboard",
    )
    worker = ("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
    with here.serving("dask", *scheduler), here.serving("dask", *worker) as (process, log):
        wait_for("Registered to", process, log)
        here.run("fogel", *quick, "far", "--scheduler", address)
    here.run("fogel", *quick, "near")
    for name in ("champion.json", "curve.svg"):
        assert (here.folder / "far" / name).read_bytes() == (
            here.folder / "near" / name
        ).read_bytes(), name


def test_methods_compares_searches(install):
    here = install("methods")
    here.run(
        "fogel",
        "methods",
        "--trials",
        "1",
        "--slow-trials",
        "1",
        "--generations",
        "1",
        "--out",
        "methods",
    )
    table = (here.folder / "methods" / "methods.csv").read_text(encoding="utf-8")
    assert {"cma", "neat"} <= set(re.split(r"[,\n]", table))


def test_test_runs_tests_and_leaves_out_what_needs_other_extras(install, own_checkout):
    here = install("test")
    # No file of tests fails to be imported.
    here.run("pytest", "--collect-only", "tests", cwd=own_checkout)
    some = ("tests/test_encoding.py", "tests/taste/test_breeder.py")
    assert re.search(r"\d+ passed, 1 skipped", here.run("pytest", *some, cwd=own_checkout))


def test_every_extra_has_such_a_test(checkout):
    text = (checkout / "pyproject.toml").read_text(encoding="utf-8")
    extras = re.findall(
        r"^(\w+) = \[", text.split("[project.optional-dependencies]")[1].split("\n[")[0], re.M
    )
    tested = {name.split("_")[1] for name in globals() if name.startswith("test_")}
    assert set(extras) - {"all", "wasm"} <= tested, (
        "wasm has 440 MB, and all is what `make test` runs in"
    )
