"""What a site has beside the pages of the book: screens that fill a window, the page for an address
that leads nowhere, and, once it is known where the site stands, a list of all pages for the
programs that search.

All links lead from page to page, so the folder works below any address, and from a stick.
"""

from html import escape
from pathlib import Path
from xml.etree import ElementTree

from fogel.core.files import write_file
from fogel.plots import screen
from fogel.web import save_evolve_page, save_page
from fogel.web.checkers.page import save_checkers_page

SCREENS = "<!-- the screens -->"  # in a page's text, where links to them are to stand
WHOLE = {  # file: (what it shows, what writes it)
    "play.html": ("play the champion, and see what it thinks", save_page),
    "evolve.html": ("evolve a hundred networks", save_evolve_page),
    "checkers.html": ("play checkers", save_checkers_page),
}
# This page is not in the frame of `fogel.web`, whose pages may ask nobody: it looks for the book
# above its own address.
NOWHERE = Path(__file__).parent / "_templates" / "nowhere.html"
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


def links():
    """The HTML line of links to the screens, which aren't pages that a text can name."""
    found = " · ".join(
        f'<a href="{name}">{escape(words)}</a>' for name, (words, _) in WHOLE.items()
    )
    return f"<p>To play and to try, each in a window of its own: {found}.</p>"


def write_screens(app):
    """Writes the screens, to which the first page links."""
    for name, (_, save) in WHOLE.items():
        save(Path(app.outdir, name))


def write_nowhere(app, problem):
    """Write the page that a host shows for a wrong address; it finds the first page itself."""
    if problem is None:
        text = NOWHERE.read_text(encoding="utf-8")
        write_file(Path(app.outdir, "404.html"), text.replace("/* the palette */", screen.css()))


def write_sitemap(app, problem):
    """Writes sitemap.xml, which must name whole addresses; where none is known, there is none."""
    address, path = app.config.html_context["book_url"], Path(app.outdir, "sitemap.xml")
    if problem is None and address:
        names = sorted(app.builder.get_target_uri(name) for name in app.env.found_docs)
        path.write_bytes(sitemap([*names, *WHOLE], address))
    elif problem is None:
        path.unlink(missing_ok=True)


def sitemap(names, address):
    """The list of these files of a site, as XML."""
    ElementTree.register_namespace("", SITEMAP)
    top = ElementTree.Element(f"{{{SITEMAP}}}urlset")
    for name in names:
        ElementTree.SubElement(
            ElementTree.SubElement(top, f"{{{SITEMAP}}}url"), f"{{{SITEMAP}}}loc"
        ).text = address + name.removesuffix("index.html")
    return ElementTree.tostring(top, encoding="utf-8", xml_declaration=True)


def setup(app):
    """Called by Sphinx."""
    app.connect("builder-inited", write_screens)
    app.connect("build-finished", write_nowhere)
    app.connect("build-finished", write_sitemap)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
