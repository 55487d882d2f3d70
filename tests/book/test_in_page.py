"""What a page's Python says to answers: the same as a notebook's, though its NumPy is a small
stand-in.

Here the archive that a page fetches is run by a Python of its own that has nothing else.
`test_web_book.py` tries it in a browser.
"""

import io
import json
import re
import subprocess
import sys
import zipfile

import numpy as np
import pytest
import yaml
from _in_page import pages
from _in_page.steps import exercises_of
from listed_answers import LISTS, exercises_in, text_of
from places import BOOK

from fogel import curve
from fogel.core.champion import load_champion
from fogel.core.players import shipped

HERE = [path for path in LISTS if int(path.stem[:2]) in pages.CHAPTERS]
# With the stand-in they take seconds for an answer: two are tried, and with NumPy all.
SLOW = {"2.8", "4.4"}
TRIED = """
import json, sys
sys.path.insert(0, sys.argv[1])
import numpy
from steps import Chapter
from fogel.checks import exercises
chapter, found = Chapter(sys.argv[2]), []
for number, place, text in json.load(sys.stdin):
    exercises._wrong_answers.clear()
    found.append(chapter.tried(number, place, text))
json.dump([numpy.__file__, found], sys.stdout)
"""
COMPARED = """
import json, sys
sys.path.insert(0, sys.argv[1])
import numpy as np
def plain(value):
    return value.tolist() if hasattr(value, "tolist") else value
json.dump([[plain(value), str(value)] for value in map(eval, json.load(sys.stdin))], sys.stdout)
"""
TABLE = "np.array([[3, 1, 2], [0, 5, 4]])"
SMALL = "np.array([0.5, -1.25, 3.0])"
SAME = [  # in the stand-in and in NumPy, to the last bit, and as text
    TABLE,
    SMALL,
    "np.array([1, 0, -1, 0], dtype=np.int8)",
    "np.array([True, False])",
    "np.array([[1.5], [20.25]])",
    "np.zeros((2, 3)).shape",
    "np.ones(3) + np.arange(3)",
    "np.eye(3)[1]",
    "np.full(3, 7)",
    "np.linspace(0, 1, 5)",
    "np.arange(0, 1, 0.25)",
    f"{TABLE} + {SMALL}",
    f"{TABLE} * {TABLE}[:, :1]",
    f"2 - {TABLE} // 2 + {TABLE} % 3",
    f"{TABLE} / 0 > 1",
    f"-{SMALL} ** 2",
    f"({TABLE} > 1) & ({TABLE} < 4) | ({TABLE} == 5)",
    f"~({TABLE} > 1)",
    f"{TABLE}[1, 2]",
    f"{TABLE}[-1]",
    f"{TABLE}[:, 1]",
    f"{TABLE}[:, ::-1]",
    f"{TABLE}[..., 0]",
    f"{TABLE}[{TABLE} > 1]",
    f"{TABLE}[[1, 0, 1]]",
    f"{TABLE}[[0, 1], [2, 0]]",
    f"{TABLE}[:, [0, 2]]",
    f"{TABLE}[np.array([True, False])]",
    f"{SMALL}[:, None] < {SMALL}",
    f"{TABLE}.T",
    f"{TABLE}.reshape(3, -1)",
    f"{TABLE}.ravel()[2:4]",
    f"{TABLE} @ {SMALL}",
    f"{TABLE} @ {TABLE}.T",
    f"{TABLE}.sum(axis=0)",
    f"{TABLE}.mean(axis=1)",
    f"{TABLE}.max(axis=-1)",
    f"{TABLE}.argmax()",
    f"{TABLE}.argmin(axis=0)",
    f"{TABLE}.std()",
    f"({TABLE} > 0).all(axis=1)",
    f"({TABLE} > 4).any()",
    f"np.argsort({SMALL})",
    f"np.sort({SMALL})",
    f"np.cumsum({SMALL})",
    f"np.median({TABLE})",
    f"np.ptp({TABLE}, axis=0)",
    f"np.unique({TABLE} // 2)",
    f"np.concatenate([{TABLE}, {TABLE}], axis=1)",
    f"np.stack([{SMALL}, {SMALL}])",
    f"np.hstack([{TABLE}, {TABLE}])",
    f"np.delete({TABLE}, 1, axis=1)",
    f"np.delete({SMALL}, [0, 2])",
    f"np.rot90({TABLE})",
    f"np.where({TABLE} > 2, {TABLE}, -1)",
    f"np.flatnonzero({TABLE} > 2)",
    f"np.clip({SMALL}, 0, 1)",
    f"np.round({SMALL} / 3, 2)",
    f"np.sign({SMALL})",
    f"np.floor({SMALL})",
    f"np.abs({SMALL}).tolist()",
    f"np.maximum({SMALL}, 0)",
    f"np.isclose({SMALL}, 0.5).tolist()",
    f"bool(np.allclose({SMALL}, {SMALL} + 1e-12))",
    f"np.array_equal({TABLE}, {TABLE}.copy())",
    "np.trace(np.arange(9).reshape(3, 3))",
    "float(np.sum(np.linspace(0.1, 1, 1001)))",
    *(
        "(lambda rng: [rng.random(4), rng.integers(0, 7, 9), rng.integers(3), rng.normal(0, 2,"
        " 5000), rng.permutation(12), rng.permuted([0, 1, 1, 2]), rng.uniform(-1, 1, (2, 3)),"
        " rng.choice([4, 5, 6], 5), rng.standard_normal(3),"
        f" rng.random()][{k}])(np.random.default_rng({seed}))"
        for seed in (0, 1993, 2**40 + 5)
        for k in range(10)
    ),
]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """The folder in which a page has its archive."""
    folder = tmp_path_factory.mktemp("page")
    zipfile.ZipFile(io.BytesIO(pages.archive())).extractall(folder)
    return folder


def asked(folder, program, data, *arguments):
    """What a program prints as JSON in a Python that has nothing but the archive."""
    command = [sys.executable, "-I", "-S", "-c", program, folder, *arguments]
    done = subprocess.run(command, input=json.dumps(data), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def some(listed):
    """A wrong answer and a right one."""
    return [next(entry for entry in listed if key in entry) for key in ("answer", "right")]


@pytest.mark.parametrize("path", HERE, ids=lambda path: path.stem)
def test_a_page_says_to_answers_what_a_notebook_says(path, unpacked):
    exercises, entries = exercises_in(path.stem), yaml.safe_load(path.read_text(encoding="utf-8"))
    tried = [
        (text_of(number, exercises[number], entry.get("answer") or entry["right"]), entry)
        for number, listed in entries.items()
        for entry in (some(listed) if number in SLOW else listed)
    ]
    tried = [
        (text, entry) for text, entry in tried if f"{text[0]}-{text[1]}" not in pages.ELSEWHERE
    ]
    numpys, said = asked(
        unpacked, TRIED, [text for text, _ in tried], unpacked / f"{path.stem}.json"
    )
    assert numpys.startswith(str(unpacked)) and len(said) == len(tried) > 20
    for (text, entry), words in zip(tried, said, strict=True):
        if "answer" in entry:
            assert "Not yet" in words and entry["says"].lower() in " ".join(
                words.lower().split()
            ), (text, words)
            assert "The target is" not in words and "fogel: " not in words
        else:
            assert words and not any(
                part in words for part in ("Not yet", "Not written", "Error")
            ), (text, words)


@pytest.mark.parametrize("path", HERE, ids=lambda path: path.stem)
def test_a_cell_runs_as_it_stands(path, unpacked):
    """What is only looked at or guessed, too."""
    cells = [
        (number, place, "".join(exercise.cells[place]["source"]))
        for number, exercise in exercises_in(path.stem).items()
        for place in exercise.steps()
    ]
    here = [cell for cell in cells if f"{cell[0]}-{cell[1]}" not in pages.ELSEWHERE]
    said = asked(unpacked, TRIED, here, unpacked / f"{path.stem}.json")[1]
    assert all(words.strip() and "Error" not in words for words in said), [
        *zip(here, said, strict=True)
    ]


def test_what_is_answered_elsewhere_is_said():
    cells = {
        f"{number}-{at}"
        for path in HERE
        for number, one in exercises_in(path.stem).items()
        for at in one.steps()
    }
    assert cells > pages.ELSEWHERE
    said = (
        (BOOK / "browser.md")
        .read_text(encoding="utf-8")
        .split("## Answering exercises")[1]
        .split("## ")[0]
    )
    left = re.search(r"So exercises (.*?) are left to the notebook", said, re.S)[1]
    assert {*re.findall(r"\d\.\d", left)} == {cell.partition("-")[0] for cell in pages.ELSEWHERE}


def test_the_stand_in_is_numpy_where_it_is_there(unpacked):
    there = asked(unpacked, COMPARED, SAME)
    for text, (value, words) in zip(SAME, there, strict=True):
        with np.errstate(divide="ignore", invalid="ignore"):
            wanted = eval(text)
        plain = wanted.tolist() if isinstance(wanted, (np.ndarray, np.generic)) else wanted
        assert json.loads(json.dumps(plain)) == value, text
        if (
            isinstance(wanted, np.ndarray)
            and wanted.size < 20
            and "rng" not in text
            and wanted.dtype != bool
        ):
            assert str(wanted) == words, text


@pytest.mark.parametrize(
    "text",
    ["np.linalg", "np.einsum('i,i', [1], [1])", "np.zeros(2).resize(3)", "np.random.default_rng(0).gamma(1)",
     "np.random.default_rng()", "np.array(['a'])"],
)  # fmt: skip
def test_what_the_stand_in_has_not_says_so(text, unpacked):
    program = "import sys\nsys.path.insert(0, sys.argv[1])\nimport numpy as np\neval(sys.argv[2])"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, unpacked, text], capture_output=True, text=True
    )
    assert done.returncode == 1 and "is not there on this page" in done.stderr.splitlines()[-1]


def test_errors_of_an_answer_are_told_with_their_line(unpacked):
    cases = [
        ("1.2", 0, "def to_move(board):\n    return 1 +"),
        ("1.2", 0, "x = 1\ny = x / 0"),
        ("1.2", 0, "raise ValueError('mine')"),
    ]
    said = asked(unpacked, TRIED, cases, unpacked / "01_encoding.json")[1]
    assert "line 2" in said[0] and "SyntaxError" in said[0]
    assert said[1] == "line 2 of your answer: ZeroDivisionError: division by zero\n"
    assert said[2] == "line 1 of your answer: ValueError: mine\n"


def test_a_third_wrong_answer_is_told_on_a_page_too(unpacked):
    program = TRIED.replace("exercises._wrong_answers.clear()", "pass")
    cases = [("2.1", 0, f"weights_of_seven = {number}") for number in (1, 2, 3)]
    said = asked(unpacked, program, cases, unpacked / "02_network.json")[1]
    assert ["The target is" in words for words in said] == [False, False, True]


def test_the_champion_of_a_page_is_that_of_the_chapter():
    found, stored = curve.run_trial(trial=7).champion, load_champion(shipped("champion"))
    assert np.array_equal(found.weights, stored.weights)


def test_the_archive_knows_no_date_and_needs_no_pyodide(monkeypatch, tmp_path):
    """So it has the same bytes every time."""
    monkeypatch.setattr(pages, "PYODIDE", tmp_path)
    packed = zipfile.ZipFile(io.BytesIO(pages.archive())).infolist()
    assert {one.date_time for one in packed} == {(1980, 1, 1, 0, 0, 0)}
    assert {f"{path.stem}.json" for path in HERE} <= {one.filename for one in packed}


def test_a_book_without_pyodide_says_where_to_answer(monkeypatch, tmp_path):
    monkeypatch.setattr(pages, "PYODIDE", tmp_path)
    assert not pages.is_answered("01_encoding")
    monkeypatch.setattr(pages, "FILES", ())
    assert pages.is_answered("01_encoding") and not pages.is_answered("06_curve")
    assert not pages.is_answered("solutions/01_encoding") and not pages.is_answered("index")


def test_another_pyodide_is_refused(monkeypatch, tmp_path, capsys):
    """Whatever npm hands over must be what was tried; where there is no npm, that is said."""
    (tmp_path / "npm").write_text("#!/bin/sh\necho other > pyodide.tgz\n")
    (tmp_path / "npm").chmod(0o755)
    monkeypatch.setattr(pages, "PYODIDE", tmp_path / "pyodide")
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    with pytest.raises(ValueError, match="SHA-256"):
        pages.fetch()
    monkeypatch.setenv("PATH", "")
    pages.fetch()
    assert "npm can't fetch pyodide" in capsys.readouterr().out
    assert not (tmp_path / "pyodide").exists()


def test_every_answer_has_its_mark():
    cells = json.loads((BOOK / "01_encoding.ipynb").read_text(encoding="utf-8"))["cells"]
    pages.mark_answers(cells)
    tags = [
        tag
        for cell in cells
        for tag in cell["metadata"].get("tags", [])
        if tag.startswith("answer-")
    ]
    wanted = [
        f"answer-{number}-{place}"
        for number, one in exercises_of(cells).items()
        for place in one.steps()
    ]
    assert tags == wanted and len(tags) == 8
