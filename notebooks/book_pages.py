"""What the web pages need beyond myst-nb: a text for every picture, links to what it draws, plain tables, the
screens that play and evolve, the list of the chapters, and colours.

`fogel.drawing` stores a picture with its alt text and its name; figures/ holds NAME.csv and NAME.svg.
"""

import json
import re
from pathlib import Path

import jinja2
from docutils import nodes
from myst_nb.core.render import NbElementRenderer
from sphinx.addnodes import download_reference
from sphinx.transforms import SphinxTransform

from fogel import palette
from fogel.page import evolve_frame, first_frame, save_evolve_page

FIGURES = Path(__file__).parent.parent / "figures"
FIRST, CHAPTERS = "<!-- the first screen -->", "<!-- the chapters -->"
EXPERIMENT = "<!-- the experiment -->"
EVOLVE_FILE = "evolve.html"
PARTS = {"One: the experiment": range(1, 8), "Two: how true is it?": range(8, 12), "Three: other roads": range(12, 100)}
ICON_SCRIPT = re.compile(r"<script[^>]*/fontawesome\.js[^>]*></script>")
SEARCH_INDEX = re.compile(r'<script[^>]*"[^"]*searchindex\.js[^>]*></script>')
FILES = {"csv": "numbers as CSV", "svg": "picture as SVG"}

render_without_alt = NbElementRenderer.render_image


def render_image(self, data):
    """The image with its alt text, which myst-nb leaves out."""
    images = render_without_alt(self, data)
    for image in images:
        image["alt"] = data.output_metadata.get(data.mime_type, {}).get("alt", "")
    return images


class FigureFiles(SphinxTransform):
    """Puts a line with links to its files under each figure; Sphinx copies them into the book."""

    default_priority = 870  # before Sphinx collects what it must copy, at 880

    def apply(self, **options):
        """Called by Sphinx for each page."""
        for output in list(self.document.findall(nodes.container)):
            texts = [part.astext() for part in output.children if part.get("mime_type") == "text/plain"]
            named = output.get("nb_element") == "mime_bundle" and texts and re.match(r"(\w+): ", texts[0])
            files = {f"{named[1]}.{ending}": words for ending, words in FILES.items()} if named else {}
            if files and all((FIGURES / name).exists() for name in files):
                output.parent.insert(output.parent.index(output) + 1, line_of_links(files))


def line_of_links(files):
    """The line "numbers as CSV · picture as SVG"."""
    line = nodes.paragraph(classes=["figure-files"])
    for name, words in files.items():
        link = download_reference("", words, reftarget=f"/../figures/{name}")  # seen from the folder of the book
        line += [nodes.Text(" · "), link] if line.children else [link]
    return line


class TablesWithoutHeader(SphinxTransform):
    """Leaves out the empty header that Markdown asks of every table; the first column then names the rows."""

    default_priority = 870

    def apply(self, **options):
        """Called by Sphinx for each page."""
        for head in list(self.document.findall(nodes.thead)):
            if not head.astext().strip():
                head.parent.parent["classes"].append("headless")
                head.parent.remove(head)


def fill_in(app, name, text):
    """Puts the first screen, the experiment, and the list of the chapters into a page's text, where it says so."""
    is_notebook = Path(app.env.doc2path(name)).suffix == ".ipynb"
    parts = {
        FIRST: lambda: _raw(first_frame(evolve=EVOLVE_FILE)),
        EXPERIMENT: lambda: _raw(evolve_frame()),
        CHAPTERS: lambda: lists_of(chapters()),
    }
    for place, made in parts.items():
        if place in text[0]:
            words = made()
            text[0] = text[0].replace(place, json.dumps(words)[1:-1] if is_notebook else words)


def _raw(words):
    return f"```{{raw}} html\n{words}\n```"


def write_experiment(app):
    """Writes the page on which a reader evolves, to which the first page links."""
    Path(app.outdir).mkdir(parents=True, exist_ok=True)
    save_evolve_page(Path(app.outdir, EVOLVE_FILE))


def chapters():
    """The names of the chapters that are there."""
    return [path.stem for path in Path(__file__).parent.glob("[0-9][0-9]_*.ipynb")]


def lists_of(names):
    """The table of contents of these chapters, part by part and by number."""
    parts = {words: sorted(name for name in names if int(name[:2]) in numbers) for words, numbers in PARTS.items()}
    return "\n\n".join(
        "\n".join(["```{toctree}", f':caption: "{words}"', ":hidden:", "", *found, "```"])
        for words, found in parts.items()
        if found
    )


def write_palette(app):
    """Writes palette.css, which book.css draws on, before the pages that link to it."""
    folder = Path(app.outdir, "_static")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "palette.css").write_text(palette.css() + "\n", encoding="utf-8")


def colour_logo(app, problem):
    """Puts the palette's colours into the logo, which Sphinx has copied as it is."""
    logo = Path(app.outdir, "_static", "logo.svg")
    if problem is None and logo.exists():
        text = jinja2.Template(logo.read_text(encoding="utf-8"), keep_trailing_newline=True).render(logo=palette.LOGO)
        logo.write_text(text, encoding="utf-8")


def load_late(app, name, template, context, doctree):
    """Lets images of a page come when a reader comes near them."""
    if "body" in context:
        context["body"] = re.sub(r"<img (?![^>]*loading=)", '<img loading="lazy" ', context["body"])


def drop_scripts(app, problem):
    """Takes the theme's icon script, 1.5 MB, out of all pages: book.css draws the dozen icons that they have.

    The index of the search stays on the page of the search alone.
    """
    if problem is None:
        for path in Path(app.outdir).rglob("*.html"):
            text = path.read_text(encoding="utf-8")
            lighter = ICON_SCRIPT.sub("", text)
            if path.name != "search.html":
                lighter = SEARCH_INDEX.sub("", lighter)
            if lighter != text:
                path.write_text(lighter, encoding="utf-8")
        Path(app.outdir, "_static", "scripts", "fontawesome.js").unlink(missing_ok=True)


def setup(app):
    """Called by Sphinx."""
    app.connect("builder-inited", write_palette)
    app.connect("builder-inited", write_experiment)
    app.connect("build-finished", colour_logo)
    app.connect("build-finished", drop_scripts)
    app.connect("html-page-context", load_late)
    app.connect("source-read", fill_in)
    NbElementRenderer.render_image = render_image
    app.add_transform(FigureFiles)
    app.add_transform(TablesWithoutHeader)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
