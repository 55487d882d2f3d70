"""What the web pages need beyond myst-nb: a text for every picture, links to what it draws, plain
tables, the screens that play and evolve, the list of the chapters, and colours.

`fogel.plots.drawing` stores a picture with its alt text and its name; figures/ holds NAME.csv and
NAME.svg.
"""

import ast
import json
import re
from hashlib import sha256
from pathlib import Path

import jinja2
import replicate
import site_pages
from _in_page.pages import is_answered, mark_answers
from _in_page.steps import FOLDED
from docutils import nodes
from myst_nb.core.render import NbElementRenderer
from sphinx.addnodes import download_reference
from sphinx.transforms import SphinxTransform

from fogel.plots import screen
from fogel.web import evolve_frame, first_frame
from fogel.web.checkers.page import checkers_frame

FIGURES = Path(__file__).parent.parent / "figures"
FIRST, CHAPTERS = "<!-- the first screen -->", "<!-- the chapters -->"
EXPERIMENT, CHECKERS = "<!-- the experiment -->", "<!-- the board of checkers -->"
PARTS = {
    "One: the experiment": range(1, 8),
    "Two: how true is it?": range(8, 12),
    "Three: other roads": range(12, 18),
    "Four: any game of your own": range(18, 100),
}
EXERCISES = "## Exercises\n"
LAB = "run `make lab` in the project's folder and open `{name}`."
NOT_HERE = (
    f"On this page the exercises can only be read. To write answers and have them checked, {LAB}"
)
HERE = (
    "You can answer on this page. The first run fetches Python, 14 MB, and then it is there until"
    " you leave. Exercises without a button need whole trials or the compiled engine. To have"
    f" these too, and pictures, and to keep what you write, {LAB}"
)
# The words in a notebook: the words on a page.
HOW = {"run the folded cell below it: the check.": "press *Run and check*."}
CLAIM = f"^{replicate.HEAD}"  # above what holds a sentence
LONGEST_LINE = 64  # characters of the numbers of a fresh seed
UNFINISHED = ".unfinished"  # stands in the folder of the book while it is made
FILES = {"csv": "numbers as CSV", "svg": "picture as SVG"}
LEGIBLE = 8.9  # pixels that the smallest words of a figure are high, at least, on a phone too

render_without_alt = NbElementRenderer.render_image


def render_image(self, data):
    """The image with its alt text, which myst-nb leaves out."""
    images = render_without_alt(self, data)
    for image in images:
        image["alt"] = data.output_metadata.get(data.mime_type, {}).get("alt", "")
    return images


class FigureFiles(SphinxTransform):
    """Link to its files under each figure and caption; Sphinx copies them into the book."""

    default_priority = 870  # before Sphinx collects what it must copy, at 880

    def apply(self, **options):
        """Called by Sphinx for each page."""
        for output in list(self.document.findall(nodes.container)):
            name = figure_in(output)
            files = {f"{name}.{ending}": words for ending, words in FILES.items()} if name else {}
            if files and all((FIGURES / name).exists() for name in files):
                above = last_before_links(output)
                above.parent.insert(above.parent.index(above) + 1, line_of_links(files))


def figure_in(output):
    """The name of the figure that an output of a cell is, or None."""
    texts = [part.astext() for part in output.children if part.get("mime_type") == "text/plain"]
    named = output.get("nb_element") == "mime_bundle" and texts and re.match(r"(\w+): ", texts[0])
    return named[1] if named else None


def last_before_links(output):
    """The caption under a cell, or the links that follow it already; otherwise the picture."""
    cell = output.parent
    while cell.parent and "cell" not in cell["classes"]:
        cell = cell.parent
    found = cell.next_node(descend=False, siblings=True)
    if not (isinstance(found, nodes.paragraph) and found.astext().startswith("Figure ")):
        return output
    while (after := found.next_node(descend=False, siblings=True)) and "figure-files" in after.get(
        "classes", ()
    ):
        found = after
    return found


def line_of_links(files):
    """The line "numbers as CSV · picture as SVG"."""
    line = nodes.paragraph(classes=["figure-files"])
    for name, words in files.items():
        # Seen from the folder of the book.
        link = download_reference("", words, reftarget=f"/../figures/{name}")
        line += [nodes.Text(" · "), link] if line.children else [link]
    return line


class LegibleFigures(SphinxTransform):
    """Give a figure a least width, so that its words can be read: phones scroll it sideways."""

    default_priority = 871  # after LateImages and FigureFiles

    def apply(self, **options):
        """Called by Sphinx for each page."""
        for output in list(self.document.findall(nodes.container)):
            picture = FIGURES / f"{figure_in(output)}.svg"
            if picture.exists():
                width = legible(picture.read_text(encoding="utf-8"))
                opening = f'<div class="fogel-figure" style="--legible: {width}px">'
                for image in list(output.findall(nodes.image)):
                    around = [nodes.raw("", part, format="html") for part in (opening, "</div>")]
                    image.parent.replace(image, [around[0], image, around[1]])


def legible(svg):
    """The width in pixels at which the smallest words of a picture of matplotlib's are LEGIBLE; 0
    without words.

    It draws letters of 100 units, and scales them.
    """
    sizes = [100 * float(scale) for scale in re.findall(r"scale\((0\.\d+) -0\.\d+\)", svg)]
    return (
        round(LEGIBLE / min(sizes) * float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1]))
        if sizes
        else 0
    )


class TablesWithoutHeader(SphinxTransform):
    """Leave out the empty header that Markdown needs; the first column then names the rows."""

    default_priority = 870

    def apply(self, **options):
        """Called by Sphinx for each page."""
        for head in list(self.document.findall(nodes.thead)):
            if not head.astext().strip():
                head.parent.parent["classes"].append("headless")
                head.parent.remove(head)


class WholeNames(SphinxTransform):
    """Keep the game's name in one line in headings: a browser breaks a line after a hyphen."""

    default_priority = 870

    def apply(self, **options):
        """Called by Sphinx for each page."""
        for title in self.document.findall(nodes.title):
            for text in [part for part in title.children if isinstance(part, nodes.Text)]:
                parts = enumerate(re.split("(tic-tac-toe)", text))
                made = [
                    nodes.inline("", part, classes=["whole"]) if at % 2 else nodes.Text(part)
                    for at, part in parts
                ]
                title.replace(text, made)


class LateImages(SphinxTransform):
    """Has a browser load an image when its reader comes near it."""

    default_priority = 870

    def apply(self, **options):
        """Called by Sphinx for each page."""
        for image in self.document.findall(nodes.image):
            image["loading"] = "lazy"


def change_notebook(app, name, text):
    """Show first of a notebook what is read first, and say what can't be done on a page."""
    path = Path(app.env.doc2path(name))
    if path.suffix == ".ipynb":
        notebook = json.loads(text[0])
        if is_answered(name):
            mark_answers(notebook["cells"])
        fold_imports(notebook["cells"])
        counts = fresh_seeds(name)
        notebook["cells"] = [
            part for cell in notebook["cells"] for part in without_claims(cell, counts)
        ]
        say_where_to_answer(notebook["cells"], path.name, is_answered(name))
        text[0] = json.dumps(notebook)


def fold_imports(cells):
    """Fold the first cell of a chapter, its imports, so that the riddle comes first."""
    first = next((cell for cell in cells if cell["cell_type"] == "code"), None)
    if first and {type(line) for line in ast.parse("".join(first["source"])).body} <= {
        ast.Import,
        ast.ImportFrom,
    }:
        _fold(first)


def fresh_seeds(name):
    """{mark: [(number of fresh seeds with which its claim held, its numbers by seed)]} of a page.

    Claims that no seed reaches aren't there, and neither are those of a chapter without results.
    """
    found, path = {}, replicate.SOURCE / f"{name}.md"
    chapter = replicate.Chapter(path) if path.exists() else None
    results = chapter and replicate.load(chapter)
    for claim, one in zip(chapter.claims, results["claims"], strict=True) if results else ():
        word, count = replicate.verdict(claim, one["runs"])
        if claim.kind in replicate.COUNTED and word in ("held", "failed"):
            lines = {seed: numbers_of(run) for seed, run in one["runs"].items()}
            found.setdefault((claim.kind, claim.words), []).append((count, lines))
    return found


def numbers_of(run):
    """Whether a claim held in a run, and what its asserts compare there, in one line."""
    numbers = [
        f"{name} = {value}"
        for one in run["asserts"].values()
        for name, value in one["numbers"].items()
    ]
    line = ", ".join(["held" if replicate.holds(run) else "failed", *numbers])
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1]}…"


def with_counts(source, counts):
    """(the source with the numbers of fresh seeds below each mark, words on how often it held)."""
    lines, held = [], []
    for line in source.splitlines():
        lines.append(line)
        mark = replicate.MARK.match(line)
        if mark and counts.get((mark[1], mark[4])):
            count, runs = counts[mark[1], mark[4]].pop(0)
            held.append(f"{count} of {len(runs)}")
            lines += [f"#   fresh seed {seed}: {words}" for seed, words in runs.items()]
    words = f" (held on {' and '.join(held)} fresh seeds)" if held else ""
    return "\n".join(lines), words


def without_claims(cell, counts):
    """A cell, or the two that it becomes: what goes before its claims, and these, folded; what is
    printed stays.

    The fold says how often the claims held with fresh seeds, and holds the numbers. A cell that
    goes on with other code after its claims stays as it is, and so does one that is folded as a
    whole.
    """
    source = "".join(cell["source"])
    claims = re.search(CLAIM, source, re.M) if cell["cell_type"] == "code" else None
    if not claims or FOLDED in cell["metadata"].get("tags", []):
        return [cell]
    before, held = source[: claims.start()].rstrip(), source[claims.start() :]
    if any(not re.match(CLAIM, block) for block in re.split(r"\n\s*\n(?=\S)", held)):
        return [cell]
    held, often = with_counts(held, counts)
    prompts = {
        f"code_prompt_{deed.lower()}": f"{deed} how this is checked{often}"
        for deed in ("Show", "Hide")
    }
    folded = {**cell, "source": held, "metadata": {**cell["metadata"], "mystnb": prompts}}
    _fold(folded)
    first = {**cell, "source": before, "outputs": []} | (
        {"id": f"{cell['id']}-before"} if "id" in cell else {}
    )
    return [first, folded] if before else [folded]


def _fold(cell):
    cell["metadata"] = {**cell["metadata"], "tags": [*cell["metadata"].get("tags", []), FOLDED]}


def say_where_to_answer(cells, name, is_here):
    """Say above a chapter's exercises where they are answered: here, or in the notebook."""
    words, changes = (HERE, HOW) if is_here else (NOT_HERE, {})
    changes = {EXERCISES: f"{EXERCISES}\n{words.format(name=name)}\n", **changes}
    for cell in cells:
        if cell["cell_type"] == "markdown":
            for before, after in changes.items():
                cell["source"] = "".join(cell["source"]).replace(before, after)


def fill_in(app, name, text):
    """Put the pages that play and evolve, and the list of chapters, into a page's text."""
    is_notebook = Path(app.env.doc2path(name)).suffix == ".ipynb"
    parts = {
        FIRST: lambda: _raw(first_frame()),
        site_pages.SCREENS: lambda: _raw(site_pages.links()),
        EXPERIMENT: lambda: _raw(evolve_frame()),
        CHECKERS: lambda: _raw(checkers_frame()),
        CHAPTERS: lambda: lists_of(chapters()),
    }
    for place, made in parts.items():
        if place in text[0]:
            words = made()
            text[0] = text[0].replace(place, json.dumps(words)[1:-1] if is_notebook else words)


def _raw(words):
    return f"```{{raw}} html\n{words}\n```"


def begin(app):
    """Write every page again after an interrupted build, whose index of words has gaps."""
    folder = Path(app.outdir)
    folder.mkdir(parents=True, exist_ok=True)
    if Path(folder, UNFINISHED).exists() or not Path(folder, "searchindex.js").exists():
        for page in folder.rglob("*.html"):
            page.unlink()
    Path(folder, UNFINISHED).touch()


def finish(app, problem):
    """The book is whole."""
    if problem is None:
        Path(app.outdir, UNFINISHED).unlink()


def chapters():
    """The names of the chapters that are there."""
    return [path.stem for path in Path(__file__).parent.glob("[0-9][0-9]_*.ipynb")]


def lists_of(names):
    """The table of contents of these chapters, part by part and by number."""
    parts = {
        words: sorted(name for name in names if int(name[:2]) in numbers)
        for words, numbers in PARTS.items()
    }
    return "\n\n".join(
        "\n".join(["```{toctree}", f':caption: "{words}"', ":hidden:", "", *found, "```"])
        for words, found in parts.items()
        if found
    )


def write_palette(app):
    """Writes palette.css, which book.css draws on, before the pages that link to it."""
    folder = Path(app.outdir, "_static")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "palette.css").write_text(screen.css() + "\n", encoding="utf-8")


def colour_logo(app, problem):
    """Puts the palette's colours into the logo, which Sphinx has copied as it is."""
    logo = Path(app.outdir, "_static", "logo.svg")
    if problem is None and logo.exists():
        text = jinja2.Template(logo.read_text(encoding="utf-8"), keep_trailing_newline=True).render(
            logo=screen.LOGO
        )
        logo.write_text(text, encoding="utf-8")


def setup(app):
    """Called by Sphinx."""
    # Sphinx keeps what it has read: another edition of this file has it read all pages anew.
    app.add_config_value("book_pages", sha256(Path(__file__).read_bytes()).hexdigest(), "env", str)
    app.connect("builder-inited", begin)
    app.connect("builder-inited", write_palette)
    app.connect("build-finished", colour_logo)
    app.connect("build-finished", finish, priority=900)  # after all others
    app.connect("source-read", change_notebook)
    app.connect("source-read", fill_in)
    NbElementRenderer.render_image = render_image
    app.add_transform(FigureFiles)
    app.add_transform(TablesWithoutHeader)
    app.add_transform(LateImages)
    app.add_transform(LegibleFigures)
    app.add_transform(WholeNames)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
