"""The book as a whole; its cells are executed and compared by nbval, in the same run of pytest."""

import ast
import base64
import io
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

pytest.importorskip("jupytext", reason="the book is not installed: pip install -e .[all]")
import jupytext
import nbformat
from jupytext.compare import NotebookDifference, compare_notebooks
from matplotlib.figure import Figure
from nbval.plugin import IPyNbCell, IPyNbFile
from PIL import Image
from PIL.PngImagePlugin import PngInfo

BOOK = Path(__file__).parents[2] / "notebooks"
sys.path.insert(0, str(BOOK))

import build  # noqa: E402
from chapter_cells import folded  # noqa: E402
from replicate import HEAD  # noqa: E402

from figures import FOLDER, digest_in, edges_crossed, not_as_drawn, pixels  # noqa: E402
from fogel.plots import drawing  # noqa: E402

CHAPTERS = sorted(BOOK.glob("[0-9][0-9]_*.ipynb"))
TOOLBOX = BOOK / "toolbox.ipynb"
NOTEBOOKS = [*CHAPTERS, *sorted(BOOK.glob("solutions/*.ipynb")), TOOLBOX]
WORDS_A_MINUTE, LINES_A_MINUTE, MINUTES_A_FIGURE = 130, 10, 0.5
CLAIM = f"^ *{HEAD}"  # above the asserts that hold a sentence; the web pages fold these
NUMBER = re.compile(r"\d+")


def name_of(path):
    return str(path.relative_to(BOOK).with_suffix(""))


every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=name_of)
every_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=name_of)


def code_cells(path):
    return [cell for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]


def texts(path):
    """The sources of the Markdown cells."""
    return [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "markdown"]


def outputs(path):
    """(cell, output) for every stored output."""
    return [(cell, output) for cell in code_cells(path) for output in cell.outputs]


def shown_text(output):
    """What an output says in words: printed text, or the text that stands for a picture."""
    return (
        output.text
        if output.output_type == "stream"
        else output.get("data", {}).get("text/plain", "")
    )


def figures_of(path):
    """(name, digest, output) of every figure of the book that a notebook shows."""
    for _, output in outputs(path):
        if found := re.match(
            r"((?:\d\d|toolbox)_\w+): .*; digest ([0-9a-f]{12})", shown_text(output)
        ):
            yield found[1], found[2], output


def test_every_text_has_its_notebook_and_every_notebook_its_text():
    texts = {
        str(path.relative_to(BOOK / "source").with_suffix(""))
        for path in (BOOK / "source").rglob("*.md")
    }
    assert texts == set(map(name_of, NOTEBOOKS)), "run: make notebooks"
    assert {name_of(path) for path in CHAPTERS} == {
        path.stem for path in BOOK.glob("solutions/*.ipynb")
    }, "a chapter has solutions, in notebooks/source/solutions"


@every_notebook
def test_the_twins_agree(path):
    text = jupytext.read((BOOK / "source" / path.relative_to(BOOK)).with_suffix(".md"))
    build.fold(text)
    try:
        compare_notebooks(jupytext.read(path), text, fmt="md:myst")
    except NotebookDifference as difference:
        pytest.fail(
            f"the text of {name_of(path)} was edited, and its notebook is stale; run: make"
            f" notebooks\n{difference}"
        )


@every_notebook
def test_executed_in_order_in_a_fresh_kernel(path):
    cells = code_cells(path)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1)), (
        "run: make notebooks"
    )
    for cell, output in outputs(path):
        assert output.output_type in ("stream", "display_data", "execute_result"), cell.source
        assert output.get("name") != "stderr", output.text


@every_chapter
def test_the_first_cell_imports_and_is_the_only_one(path):
    first, *others = code_cells(path)
    statements = ast.parse(first.source).body
    assert all(isinstance(one, (ast.Import, ast.ImportFrom)) for one in statements)
    assert all(one.module.startswith("fogel") for one in statements[1:])
    assert not any(re.search(r"^(?:import|from) ", cell.source, re.M) for cell in others)


@every_notebook
def test_nothing_of_the_moment_is_printed(path):
    for _, output in outputs(path):
        text = shown_text(output)
        assert not re.search(
            r"0x[0-9a-f]{6}|np\.float|[/\\\\](home|tmp|Users)[/\\\\]|\bseconds\b", text
        ), text


def lines_in_sight(cells):
    """Lines of code in a reader's sight: none that are folded, imported, or hold a claim."""
    count = 0
    for cell in cells[1:]:
        if cell.cell_type == "code" and not folded(cell):
            blocks = re.split(r"\n\s*\n", cell.source)
            count += sum(
                len(re.split(CLAIM, block, flags=re.M)[0].splitlines()) for block in blocks
            )
    return count


def reading_minutes(path):
    """The landing page's minutes: words, code and figures before the exercises, in steps of 5."""
    cells = nbformat.read(path, 4).cells
    last = next(place for place, cell in enumerate(cells) if "## Exercises" in cell.source)
    prose = " ".join(cell.source for cell in cells[: last + 1] if cell.cell_type == "markdown")
    words = len(prose.split("## Exercises")[0].split())
    figures = sum(
        "image/png" in one.get("data", {})
        for cell in cells[:last]
        for one in cell.get("outputs", [])
    )
    code = [cell for cell in cells[:last] if cell.cell_type == "code"]
    return 5 * round(
        (
            words / WORDS_A_MINUTE
            + lines_in_sight(code) / LINES_A_MINUTE
            + MINUTES_A_FIGURE * figures
        )
        / 5
    )


def test_the_landing_pages_table():
    text = (BOOK / "index.md").read_text()
    for path in CHAPTERS:
        prose = (BOOK / "source" / f"{path.stem}.md").read_text()
        minutes = re.search(
            r"(\d+) minutes to read and run, (\d+) for the exercises", prose
        ).groups()
        row = rf"\({path.name}\) \| .* \| {minutes[0]} \| {minutes[1]} \|"
        assert re.search(row, text), f"{path.stem}: mend the table in notebooks/index.md"


def test_the_landing_pages_plans():
    """A week's minutes are its chapters' sum, and no chapter needs one that can be left out."""
    text = (BOOK / "index.md").read_text()
    rows = re.findall(r"\| \[(\d+) .* \| (\d+) \| (\d+) \|\n", text)
    minutes = {int(chapter): int(read) + int(exercises) for chapter, read, exercises in rows}
    weeks = re.findall(r"\| week \d+ \| ([^|]+) \| (\d+) ", text)
    assert len(weeks) == 6 + 12
    for chapters, said in weeks:
        found = [minutes[int(chapter)] for chapter in NUMBER.findall(chapters)]
        assert int(said) == (max(found) if " or " in chapters else sum(found)), chapters
    left_out = re.search(r"No other chapter needs chapters ([\d, and]+)\.", text)[1]
    needed = {path.name[:2]: needs(path) for path in CHAPTERS}
    for number in map(int, NUMBER.findall(left_out)):
        assert not [name for name, found in needed.items() if number in found], (
            f"chapter {number} is needed"
        )
    assert [name for name, found in needed.items() if 10 in found] == ["11"]
    assert "Only chapter 11 needs chapter 10." in text
    plans = text.split("### In what order?")[1].split("### More to do")[0].replace("**", "")
    titles = "\n".join((BOOK / "source" / f"{path.stem}.md").read_text() for path in CHAPTERS)
    headings = re.findall(r"\*([A-Z][^*|]+)\*", plans)
    assert len(headings) > 5
    for heading in headings:
        assert re.search(rf"^##+ {re.escape(heading)}$", titles, re.M), heading


def needs(path):
    """The chapters that a chapter's table needs, from words like "chapters 3, 5 to 7 and 9"."""
    row = re.search(r"\*\*You need\*\* \|(.*)", (BOOK / "source" / f"{path.stem}.md").read_text())[
        1
    ]
    found = set()
    for listed in re.findall(r"chapters? ((?:\d+(?: to |, | and )?)+)", row):
        for first, last in re.findall(r"(\d+)(?: to (\d+))?", listed):
            found |= {*range(int(first), int(last or first) + 1)}
    return found


@every_chapter
def test_the_frame_of_a_chapter(path):
    prose = "\n".join(texts(path))
    assert re.match(rf"# {int(path.name[:2])} · \w+: ", prose)
    for words in (
        "**You will**",
        "**You will learn**",
        "**You need**",
        "**Time**",
        "## What you know now",
        "## Exercises",
        "## Where the source is silent",
        "## Further reading",
        f"(solutions/{path.name})",
    ):
        assert words in prose, words
    said = int(re.search(r"(\d+) minutes to read and run", prose)[1])
    assert said == reading_minutes(path), (
        "say so under Time, and in the table and the weeks of notebooks/index.md"
    )


@every_chapter
def test_exercises_are_numbered_and_solved(path):
    number = int(path.name[:2])
    pattern = rf"\*\*({number}\.\d) (?:Warm-up|Predict|Build|Find the bug|Explore)\b"
    exercises = re.findall(pattern, "\n".join(texts(path)))
    assert exercises == [f"{number}.{k}" for k in range(1, len(exercises) + 1)]
    assert len(exercises) >= 3
    solutions = (BOOK / "source" / "solutions" / f"{path.stem}.md").read_text()
    assert re.findall(rf"^## ({number}\.\d) ", solutions, re.M) == exercises


@every_notebook
def test_links_between_pages(path):
    check_links("\n".join(texts(path)), path.parent)


@pytest.mark.parametrize("path", sorted(BOOK.glob("*.md")), ids=lambda path: path.name)
def test_links_of_the_other_pages(path):
    check_links(path.read_text(), BOOK)


def check_links(text, folder):
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        if file:
            assert (folder / file).exists(), target
        if file.endswith(".md") and anchor:
            headings = re.findall(r"^#+ (.+)$", (folder / file).read_text(), re.M)
            assert anchor in {
                re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings
            }, target


# Pictures.


def test_every_figure_is_drawn_from_the_numbers_that_the_notebook_shows():
    seen = {}
    for path in NOTEBOOKS:
        for name, digest, _ in figures_of(path):
            assert name.startswith(f"{path.stem}_") and name not in seen, name
            seen[name] = digest
            for kind in ("png", "svg"):
                assert digest_in(FOLDER / f"{name}.{kind}") == digest, (
                    f"{name}.{kind} is stale; run: make figures"
                )
            numbers = (FOLDER / f"{name}.csv").read_text(encoding="utf-8")
            assert drawing.digest(numbers) == digest, f"{name}.csv is stale; run: make figures"
    files = {path.name for path in FOLDER.iterdir()} - {drawing.DIGESTS}
    drawn = {f"{name}.{kind}" for name in seen for kind in ("png", "svg", "csv")}
    # The pictures of the page, which test_film holds.
    drawn |= {f"first_screen.{kind}" for kind in ("png", "gif", "csv")}
    assert files == drawn, "delete what no notebook shows, or draw what is missing: make figures"


def test_no_file_of_a_figure_was_changed_since_it_was_drawn():
    assert not not_as_drawn(), "run: make figures"


@pytest.mark.parametrize("kind", ["png", "svg", "csv"])
def test_a_picture_that_is_painted_over_is_noticed(kind, tmp_path, monkeypatch):
    """Even one that keeps its digest, such as a picture that a program opened and saved."""
    monkeypatch.setenv(drawing.FIGURES_VARIABLE, str(tmp_path))
    drawing.boards("09_some_board", "A board.", ["X.. .O. ..."])
    assert not not_as_drawn(tmp_path)
    path = tmp_path / f"09_some_board.{kind}"
    if kind == "png":
        with Image.open(path) as image:
            about = PngInfo()
            about.add_text("Description", image.info["Description"])
            Image.new(image.mode, image.size, "red").save(path, pnginfo=about)
    else:
        path.write_text(
            path.read_text().replace(drawing.BLUE, drawing.ORANGE).replace("X..", "O..")
        )
    if kind != "csv":
        assert digest_in(path) == drawing.digest((tmp_path / "09_some_board.csv").read_text())
    assert not_as_drawn(tmp_path) == {path.name}


def test_a_percent_sign_stands_apart_in_prose_and_pictures():
    """As in 9.5 %. Code, what it prints and what others wrote keep their own."""
    close = re.compile(r"\d%(?![\w(])")
    for picture in FOLDER.glob("*.svg"):
        text = picture.read_text(encoding="utf-8")
        words = re.findall(r"<!-- (.*?) -->", text, re.S)
        assert not [said for said in words if close.search(said)], picture.name
    pages = [
        path.read_text(encoding="utf-8") for path in [*BOOK.glob("*.md"), *BOOK.parent.glob("*.md")]
    ]
    for text in chain(pages, *map(texts, NOTEBOOKS)):
        prose = re.sub(r"```.*?```|`[^`]*`|\"[^\"]*\"", "", text, flags=re.S)
        assert not close.search(prose), close.search(prose)


@every_notebook
def test_a_notebook_shows_the_pictures_that_are_in_figures(path):
    for name, _, output in figures_of(path):
        stored = pixels(io.BytesIO(base64.b64decode(output.data["image/png"])))
        assert stored == pixels(FOLDER / f"{name}.png"), f"{name}; run: make notebooks"


@every_chapter
def test_every_figure_is_compared_with_an_independent_computation(path):
    """At least it is named in test_WORD_figures.py beside this file."""
    word = path.stem[3:]
    tests = Path(__file__).with_name(f"test_{word}_figures.py").read_text()
    for name in {file.stem for file in FOLDER.glob(f"{path.stem}_*.csv")}:
        short = name.removeprefix(f"{path.stem}_")
        assert f'"{name}"' in tests or f'"{short}"' in tests, name


@every_notebook
def test_every_picture_has_alt_text(path):
    for cell, output in outputs(path):
        if "image/png" in output.get("data", {}):
            assert len(output.metadata["image/png"]["alt"]) >= 20, cell.source


@every_notebook
def test_pictures_are_small_files(path):
    for _, output in outputs(path):
        if "image/png" in output.get("data", {}):
            assert len(base64.b64decode(output.data["image/png"])) < 400_000


@every_notebook
def test_nothing_leaves_its_picture(path):
    for cell, output in outputs(path):
        if "image/png" in output.get("data", {}):
            assert not edges_crossed(io.BytesIO(base64.b64decode(output.data["image/png"]))), (
                cell.source
            )


@pytest.mark.parametrize(
    ("at", "edge"),
    [((0.5, 1), "top"), ((0.5, 0), "bottom"), ((0, 0.5), "left"), ((1, 0.5), "right")],
)
def test_words_that_leave_their_picture_are_noticed(at, edge):
    figure = Figure(figsize=(3, 2))
    figure.text(0.5, 0.5, "in the middle", ha="center", va="center")
    assert not edges_crossed(io.BytesIO(drawing.picture(figure, ".png")))
    figure.text(*at, "H", ha="center", va="center")
    assert edges_crossed(io.BytesIO(drawing.picture(figure, ".png"))) == [edge]


def test_a_picture_that_is_stale_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setenv(drawing.FIGURES_VARIABLE, str(tmp_path))
    for value in (1.0, 1.001):
        with drawing.chart("09_some_line", "A line.", {"x": [value]}) as axes:
            axes.plot([value])
        if value == 1.0:
            old = (tmp_path / "09_some_line.png").read_bytes()
    (tmp_path / "09_some_line.png").write_bytes(old)
    digest = drawing.digest((tmp_path / "09_some_line.csv").read_text())
    assert (
        digest_in(tmp_path / "09_some_line.svg")
        == digest
        != digest_in(tmp_path / "09_some_line.png")
    )


# One changed number turns nbval red.


def mutations(text):
    """The text with one of its numbers changed, for each of them."""
    for found in NUMBER.finditer(text):
        other = str((int(found[0][-1]) + 1) % 10)
        yield text[: found.end() - 1] + other + text[found.end() :]


def with_text(output, text):
    """A stored output that says something else."""
    if output.output_type == "stream":
        return nbformat.from_dict({**output, "text": text})
    return nbformat.from_dict({**output, "data": {**output.data, "text/plain": text}})


@every_notebook
def test_any_one_changed_number_would_be_noticed(path, request):
    """nbval compares printed text with stored text; each stored number in turn is wrong here."""
    file = IPyNbFile.from_parent(request.session, path=path)
    file.setup_sanitize_files()
    numbers = 0
    for cell, output in outputs(path):
        item = IPyNbCell.from_parent(file, name="cell", cell_num=0, cell=cell, options={})
        item.format_output_compare = lambda *about: None  # only the verdict matters here
        stored = cell.outputs
        assert item.compare_outputs(stored, stored)
        for wrong in mutations(shown_text(output)):
            changed = [with_text(output, wrong) if other is output else other for other in stored]
            assert not item.compare_outputs(stored, changed), wrong
            numbers += 1
    assert numbers >= 10


def test_a_changed_number_turns_a_real_run_red(tmp_path):
    notebook = nbformat.read(CHAPTERS[0], 4)
    shown = next(
        k for k, cell in enumerate(notebook.cells) if "1, -1, 0" in str(cell.get("outputs", ""))
    )
    notebook.cells = notebook.cells[: shown + 1]
    for wrong, code in ((False, 0), (True, 1)):
        for cell in notebook.cells:
            for output in cell.get("outputs", []):
                if wrong and "1, -1, 0" in output.get("text", ""):
                    output.text = output.text.replace("-1, 0", "-1, 1", 1)
        nbformat.write(notebook, tmp_path / "copy.ipynb")
        options = ["-p", "no:cacheprovider", f"--rootdir={tmp_path}", "-c", "/dev/null"]
        command = [sys.executable, "-m", "pytest", "--nbval", "--nbval-current-env", str(tmp_path)]
        done = subprocess.run([*command, *options], capture_output=True, text=True)
        assert done.returncode == code, done.stdout
