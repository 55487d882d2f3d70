"""What the web pages need beyond myst-nb: a text for every picture, links to what it draws, plain tables, a game.

`fogel.drawing` stores a picture with its alt text and its name; figures/ holds NAME.csv and NAME.svg.
"""

import re
from pathlib import Path

from docutils import nodes
from myst_nb.core.render import NbElementRenderer
from sphinx.addnodes import download_reference
from sphinx.transforms import SphinxTransform

from fogel.page import frame

FIGURES = Path(__file__).parent.parent / "figures"
BOARD = "<!-- the board -->"
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


def with_board(app, name, text):
    """Puts the board that can be played into a page's text, where it says so."""
    text[0] = text[0].replace(BOARD, f"```{{raw}} html\n{frame()}\n```")


def setup(app):
    """Called by Sphinx."""
    app.connect("source-read", with_board)
    NbElementRenderer.render_image = render_image
    app.add_transform(FigureFiles)
    app.add_transform(TablesWithoutHeader)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
