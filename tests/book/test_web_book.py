"""The book's pages: no warnings; readable offline, on phones, in the dark, by keyboard."""

import json
import re
import subprocess
import sys
from collections import Counter
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

import pytest
import yaml

pytest.importorskip("sphinx_book_theme", reason="the book is not installed: pip install -e .[all]")
from axe_playwright_python.sync_playwright import Axe
from browser import open_chromium, wait_until, watched
from bs4 import BeautifulSoup
from listed_answers import LISTS, exercises_in, text_of
from PIL import Image

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "notebooks"))

import api_pages  # noqa: E402
import replicate  # noqa: E402
from _in_page import pages  # noqa: E402
from book_pages import (  # noqa: E402
    CHECKERS,
    CLAIM,
    EXPERIMENT,
    chapters,
    fill_in,
    fold_imports,
    lists_of,
    without_claims,
)  # fmt: skip
from site_pages import WHOLE  # noqa: E402

from fogel.core.contents import CORE, MODULES, find_file  # noqa: E402
from fogel.plots import screen  # noqa: E402
from fogel.web import evolve_frame, evolve_page  # noqa: E402
from fogel.web import page as board_page  # noqa: E402
from fogel.web.checkers.page import checkers_frame, checkers_page  # noqa: E402

NOTEBOOKS, FIGURES = ROOT / "notebooks", ROOT / "figures"
CHAPTERS = sorted([*NOTEBOOKS.glob("*.ipynb"), *NOTEBOOKS.glob("solutions/*.ipynb")])
PAGES = [
    str(path.relative_to(NOTEBOOKS).with_suffix(""))
    for path in [*sorted(NOTEBOOKS.glob("*.md")), *CHAPTERS]
]
# A few of them are looked at: they are all made in one way.
ABOUT_THE_PACKAGE = api_pages.documents()
SEEN = [*PAGES, "api/index", "api/02_network", "api/core", "search"]

DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 375, "height": 780}
CONTRAST = "color-contrast"
# Before the reader scrolls, and without the program for equations.
LANDING_BYTES, PAGE_BYTES = 800_000, 2_000_000
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
QUICK = {"resultTypes": ["violations"], "preload": False}
# axe takes seconds for a thousand words that look alike. Contrast is judged on the first element of
# each look: the text's own style, and the grounds of all elements around it, but those through
# which one sees the next as if they were not there. Looks that another page has shown are known.
THEMES = "light", "dark"
MARK_LOOKS = """([known, mark]) => {
    const grounds = new Map()
    const ground = element => {
        if (!element) return ''
        if (!grounds.has(element)) {
            const s = getComputedStyle(element)
            const own = [s.backgroundColor, s.backgroundImage, s.opacity, s.filter, s.position].join()
            const clear = own === 'rgba(0, 0, 0, 0),none,1,none,static'
            grounds.set(element, ground(element.parentElement) + (clear ? '' : own))
        }
        return grounds.get(element)
    }
    const seen = new Set(known), found = []
    for (const element of document.body.querySelectorAll('*')) {
        const words = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim())
        if (!words || !element.checkVisibility()) continue
        const s = getComputedStyle(element)
        const look = [s.color, s.fontSize, s.fontWeight, s.textShadow, ground(element)].join()
        if (seen.has(look)) continue
        element.dataset[mark] = ''
        seen.add(look)
        found.push(look)
    }
    return found
}"""
# Eight of ten elements of a chapter are the words of its code, bare spans, which no rule but that
# of contrast is about.
PLAIN_CODE = """() => {
    const bare = element => element.localName === 'span' && [...element.attributes].every(of => of.name === 'class')
    for (const code of document.querySelectorAll('pre')) {
        if ([...code.querySelectorAll('*')].every(bare)) code.textContent = code.textContent
    }
}"""


def sphinx(source, folder, *more):
    """The command that builds pages; any warning is an error."""
    options = ["-W", "--keep-going", "-q", *more, "-b", "html"]
    return [sys.executable, "-m", "sphinx", *options, source, folder]


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """The folder of the pages, built here with the Python in them; warnings are errors."""
    pages.fetch()
    folder = tmp_path_factory.mktemp("book") / "html"
    done = subprocess.run(sphinx(NOTEBOOKS, folder), capture_output=True, text=True)
    assert done.returncode == 0, f"make book says:\n{done.stderr}"
    return folder


@pytest.fixture(scope="module")
def read(book):
    """Reads a page, once."""
    pages = {}

    def read(name):
        if name not in pages:
            pages[name] = BeautifulSoup(
                (book / f"{name}.html").read_text(encoding="utf-8"), "html.parser"
            )
        return pages[name]

    return read


@pytest.fixture(scope="module")
def places(read):
    """The places of a page that a link may name, looked up once."""
    return cache(lambda name: {part["id"] for part in read(name).select("[id]")})


@pytest.fixture(scope="module")
def address(book):
    """The book's address on its own server, in a folder, as a host of static pages has it."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

        def send_error(self, code, *args):
            if code != 404:
                return super().send_error(code, *args)
            self.send_response(code)
            self.end_headers()
            return self.wfile.write((book / "404.html").read_bytes() * (self.command == "GET"))

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=book.parent)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{book.name}/"
        server.shutdown()


@pytest.fixture(scope="module")
def chromium(request):
    """A browser without a network."""
    with open_chromium(
        request, "nobody looked at the book's pages (layout, contrast, keyboard, search)"
    ) as browser:
        yield browser.new_context(viewport=DESKTOP, color_scheme="light", reduced_motion="reduce")


@pytest.fixture
def tab(chromium, address):
    """An empty page; at the end nothing was asked of another host and nothing went wrong."""
    faults = []
    with watched(chromium.new_page(), (address, "data:", "blob:")) as page:
        page.on("response", lambda answer: answer.status < 400 or faults.append(answer.url))
        yield page
    assert not faults


# What needs no browser.


@pytest.mark.parametrize("name", [*PAGES, *ABOUT_THE_PACKAGE])
def test_links_lead_somewhere(name, read, places, book):
    page = read(name)
    for link in page.select("a[href]"):
        parts = urlsplit(link["href"])
        if parts.scheme or parts.netloc:
            continue
        path = unquote(urlsplit(urljoin(f"/{name}.html", link["href"])).path).removeprefix("/")
        assert (book / path).is_file(), f"{link['href']} leads nowhere"
        if parts.fragment and path.endswith(".html"):
            known = places(path.removesuffix(".html"))
            assert unquote(parts.fragment) in known, f"{link['href']}: the page has no such place"


def test_one_can_read_from_the_first_page_to_the_last(read):
    read_pages, name = [], "index"
    while name:
        read_pages.append(name)
        following = read(name).select_one(".prev-next-footer a.right-next")
        before = name
        name = following and urljoin(f"/{name}.html", following["href"])[1:].removesuffix(".html")
        if name:
            back = read(name).select_one(".prev-next-footer a.left-prev")["href"]
            assert urljoin(f"/{name}.html", back) == f"/{before}.html"
    assert sorted(read_pages) == sorted([*PAGES, *ABOUT_THE_PACKAGE]), (
        "a page is in no table of contents: mend notebooks/index.md"
    )


@pytest.mark.parametrize(
    ("place", "made"), [(EXPERIMENT, evolve_frame), (CHECKERS, checkers_frame)]
)
def test_the_experiment_and_checkers_stand_in_a_notebooks_text_too(place, made):
    """A notebook is JSON, a page is not."""
    cells = {"cells": [{"cell_type": "markdown", "source": ["Here:\n", place]}]}
    for name, text in (("a.ipynb", json.dumps(cells)), ("a.md", f"Here:\n{place}")):
        app = SimpleNamespace(env=SimpleNamespace(doc2path=lambda _, name=name: name))
        found = [text]
        fill_in(app, "a", found)
        words = (
            "".join(json.loads(found[0])["cells"][0]["source"]) if name == "a.ipynb" else found[0]
        )
        assert words == f"Here:\n```{{raw}} html\n{made()}\n```"


def test_a_chapter_opens_with_its_riddle(read):
    """What it imports is folded, and nothing else that isn't folded in the notebook."""
    imports = [cell("import numpy as np\n\nfrom fogel import curve"), cell("print(1)")]
    asked = [cell("print(1)")]
    for cells, tags in ((imports, ["hide-input"]), (asked, None)):
        fold_imports(cells)
        assert [one["metadata"].get("tags") for one in cells] == [tags, None][: len(cells)]
    for notebook in NOTEBOOKS.glob("[0-9]*.ipynb"):
        first = read(notebook.stem).select_one("div.cell")
        assert "import " not in first.get_text() or first.select_one("details")


HELD = "# claim: It is so\nassert so\n\n# because: It was varied alone\nassert alone"


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        (HELD, [HELD]),
        (f"so = alone = True\nprint(so)\n\n{HELD}", ["so = alone = True\nprint(so)", HELD]),
        (f"{HELD}\n\nprint(so)", None),  # which goes on with something else
        ("if so:\n    # claim: It is so\n    assert so", None),
        ("print(so)", None),
    ],
)
def test_what_holds_a_claim_is_folded(source, parts):
    made = without_claims({**cell(source), "id": "a", "outputs": ["printed"]}, {})
    assert [part["source"] for part in made] == (parts or [source])
    assert [part["outputs"] for part in made] == [[]] * (len(made) - 1) + [["printed"]]
    tags = [part["metadata"].get("tags") for part in made]
    assert tags == [None] * (len(made) - 1) + [["hide-input"] if parts else None]
    assert len({part["id"] for part in made}) == len(made)


def test_a_fold_says_how_often_its_claims_held():
    counts = {
        ("claim", "It is so"): [(4, {"1": "held, so = 1", "2": "failed"})],
        ("because", "It was varied alone"): [(5, {"1": "held"})],
    }
    (made,) = without_claims(cell(HELD), counts)
    assert made["source"].splitlines()[:4] == [
        "# claim: It is so",
        "#   fresh seed 1: held, so = 1",
        "#   fresh seed 2: failed",
        "assert so",
    ]
    words = made["metadata"]["mystnb"]["code_prompt_show"]
    assert words == "Show how this is checked (held on 4 of 2 and 5 of 1 fresh seeds)"


def test_the_counts_on_a_page_are_the_stored_ones(read):
    """Each fold says what `make replicate` stored for the claims in it."""
    chapter = replicate.Chapter(replicate.SOURCE / "05_selection.md")
    wanted = Counter()
    for claim, one in zip(chapter.claims, replicate.load(chapter)["claims"], strict=True):
        word, count = replicate.verdict(claim, one["runs"])
        if claim.kind in replicate.COUNTED and word in ("held", "failed"):
            wanted[f"{count} of {len(one['runs'])}"] += 1
    summaries = [one.get_text() for one in read("05_selection").select("details summary")]
    folds = " ".join(words.partition("Hide")[0] for words in summaries)  # the words to open one
    found = Counter(re.findall(r"\d of 5", folds))
    assert not found - wanted and (wanted - found).total() < 3 and len(found) > 1


def test_claims_are_folded_on_the_pages(read):
    """Nearly all; those stay that stand in the middle of other code."""
    folded = {True: 0, False: 0}
    for notebook in NOTEBOOKS.glob("[0-9]*.ipynb"):
        for code in read(notebook.stem).select("div.cell_input"):
            if re.match(CLAIM, code.get_text().strip()):
                inside = code.find_parent("details")
                folded[inside is not None] += 1
                assert inside is None or "how this is checked" in inside.summary.get_text()
    assert folded[True] > 200 and folded[False] < 5


def test_a_page_says_where_its_exercises_are_answered(read):
    for notebook in NOTEBOOKS.glob("[0-9]*.ipynb"):
        first, name = read(notebook.stem).select_one("#exercises > p"), notebook.stem
        can_be_answered = bool(read(name).select('div.cell[class*="tag_answer-"]'))
        assert (
            can_be_answered
            == pages.is_answered(name)
            == ("You can answer on this page" in first.get_text())
        )
        assert f"run make lab in the project’s folder and open {notebook.name}" in " ".join(
            first.get_text().split()
        )


def cell(source):
    return {"cell_type": "code", "metadata": {}, "source": source}


def test_an_interrupted_build_costs_no_page(tmp_path):
    """The last of three pages was not written; the next build has the words of all in its index.

    Another edition of what makes the pages writes all of them anew, too.
    """
    source, folder = tmp_path / "source", tmp_path / "html"
    source.mkdir()
    contents = "first\n\n```{toctree}\nearly\nother\n```"
    for name, words in (("early", "zeroth"), ("index", contents), ("other", "second")):
        (source / f"{name}.md").write_text(f"# A page\n\nThis is the {words}\n")
    ends = "lambda app, name, *_: name == 'other' and os._exit(9)"
    interrupted = f"def setup(app):\n    app.connect('html-page-context', {ends})\n"
    head = (
        f"import os\nimport sys\n\nsys.path.insert(0, {str(NOTEBOOKS)!r})\nextensions = ['myst_nb',"
        " 'book_pages']\n"
    )
    head += f"html_static_path = [{str(NOTEBOOKS / '_static')!r}]\n"
    command = sphinx(source, folder, "-j", "1")
    for rest, status in ((interrupted, 9), ("", 0)):
        (source / "conf.py").write_text(head + rest)
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == status, done.stderr
    index = json.loads(
        (folder / "searchindex.js").read_text().removeprefix("Search.setIndex(").removesuffix(")")
    )
    assert sorted(index["docnames"]) == ["early", "index", "other"]
    assert {"zeroth", "first", "second"} <= set(index["terms"])
    written = [path.stat().st_mtime_ns for path in (folder / "early.html", folder / "other.html")]
    subprocess.run([*command, "-D", "book_pages=another edition"], check=True)
    later = [path.stat().st_mtime_ns for path in (folder / "early.html", folder / "other.html")]
    assert not {*written} & {*later}


def test_the_first_page_leads_to_the_experiment(book, read):
    assert 'href="evolve.html?run"' in read("index").select_one("iframe")["srcdoc"]
    assert (book / "evolve.html").read_text(encoding="utf-8") == evolve_page()


@pytest.mark.parametrize("name", ["index", "06_curve", "solutions/06_curve"])
def test_a_link_to_a_page_is_shown_with_a_title_words_and_a_picture(name, read, book):
    parts = read(name).select("head meta[content]")
    said = {part.get("property") or part.get("name"): part["content"] for part in parts}
    assert said["og:title"] == read(name).select_one(".bd-article h1").get_text().removesuffix("#")
    assert len(said["og:description"]) > 40 and "1993" in said["description"]
    # Until it is known where the book will stand.
    with Image.open((book / name).parent / said["og:image"]) as picture:
        assert (
            picture.size
            == (int(said["og:image:width"]), int(said["og:image:height"]))
            == (1200, 630)
        )


def test_every_module_is_on_the_page_of_its_chapter(read):
    """With all its public functions, and with their types."""
    for page, modules in api_pages.pages().items():
        document = read(api_pages.docname(page))
        assert [heading.code.text for heading in document.select(".bd-article h2")] == modules
        assert page not in api_pages.chapters() or document.select_one(
            ".bd-article h1"
        ).text.startswith(f"{api_pages.chapters()[page]} ")
    assert sorted(name for modules in api_pages.pages().values() for name in modules) == sorted(
        set(MODULES) - {"__main__"}
    )
    assert "board: Board" in read("api/01_encoding").find(id="fogel.encoding.winner").text
    assert read("api/01_encoding").select("dd code"), "code in a docstring is set as code"
    assert "list[Square]" in read("api/01_encoding").find(id="fogel.encoding.open_squares").text
    named = {
        part["id"] for page in api_pages.documents() for part in read(page).select("dt.sig[id]")
    }
    assert {"fogel.network.Network.choose", "fogel.audit.results", "fogel.cli.main"} <= named


def test_the_first_page_about_the_package_counts_the_core(read):
    """Chapters 1 to 7 rest on it, and on nothing else."""
    lines = sum(len(find_file(name).read_text().splitlines()) for name in CORE)
    assert f"The {lines:,} lines of the core" in read("api/index").select_one(".bd-article p").text
    for number, word in enumerate(
        ("encoding", "network", "opponent", "replication", "selection", "curve", "play"), 1
    ):
        assert word in CORE and api_pages.docname(word) == f"api/{number:02}_{word}"
    assert not {"audit", "league", "sweep", "cli"} & set(CORE)


def test_screens_that_fill_a_window_are_linked(book, read):
    for name in ("index", "browser"):
        assert {link["href"] for link in read(name).select("a[href]")} >= {*WHOLE}
    assert (book / "play.html").read_text(encoding="utf-8") == board_page()
    assert (book / "checkers.html").read_text(encoding="utf-8") == checkers_page()


def test_all_pages_are_listed_once_it_is_known_where_they_stand(tmp_path):
    """And only then: such a list names whole addresses."""
    (tmp_path / "more").mkdir()
    (tmp_path / "index.md").write_text("# One\n\n```{toctree}\nmore/index\n```")
    (tmp_path / "more" / "index.md").write_text("# Two")
    head = (
        f"import sys\nsys.path.insert(0, {str(NOTEBOOKS)!r})\nextensions = ['myst_nb',"
        " 'site_pages']\n"
    )
    for address, listed in (("https://a.example/b/", True), ("", False)):
        (tmp_path / "conf.py").write_text(f"{head}html_context = {{'book_url': {address!r}}}\n")
        command = sphinx(tmp_path, tmp_path / "html")
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / "html" / "sitemap.xml").exists() == listed, address
        if listed:
            found = [
                place.text
                for place in ElementTree.parse(tmp_path / "html" / "sitemap.xml").findall(
                    ".//{*}loc"
                )
            ]
            assert sorted(found) == sorted(address + name for name in ("", "more/", *WHOLE))


def test_a_docstring_is_read_as_plain_text():
    """No sign of it but a backtick means anything to Sphinx."""
    lines = ["Takes `a`s, *args, b_ and |c|. A *board* is.", "", "- one", "  more", "- two"]
    assert [*api_pages.as_rst(lines)] == [
        "Takes \\ ``a``\\ s, \\*args, b\\_ and \\|c\\|. A *board* is.",
        "",
        "- one more",
        "- two",
        "",
    ]


def test_the_table_of_contents_has_room_for_more_chapters():
    """By number, the tenth after the ninth, each in its part."""
    names = [f"{number:02}_word" for number in range(1, 19)]
    listed = re.findall(r"^\d\d_word$", lists_of(names[::-1]), re.M)
    assert listed == names
    assert all(path.stem in lists_of(chapters()) for path in NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"))


def test_colours_are_the_palettes(book, read):
    assert (book / "_static" / "palette.css").read_text() == screen.css() + "\n"
    assert re.findall('stroke="(.*?)"', (book / "_static" / "logo.svg").read_text()) == [
        screen.LOGO["grid"],
        screen.LOGO["x"],
        screen.LOGO["o"],
    ]
    styles = [urlsplit(link["href"]).path for link in read("index").select("link[rel=stylesheet]")]
    assert styles[-3:] == ["_static/palette.css", "_static/book.css", "_static/icons.css"]


def pictures(notebook):
    """The pictures in the outputs of a notebook: metadata and the text that stands for them."""
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        for output in cell.get("outputs", []):
            if "image/png" in output.get("data", {}):
                yield output["metadata"]["image/png"], "".join(output["data"]["text/plain"])


@pytest.mark.parametrize("notebook", CHAPTERS, ids=lambda path: str(path.relative_to(NOTEBOOKS)))
def test_figures_have_a_text_a_width_and_their_files(notebook, read, book):
    name = str(notebook.relative_to(NOTEBOOKS).with_suffix(""))
    images = read(name).select(".cell_output img")
    expected = list(pictures(notebook))
    assert [(image["alt"], int(image["width"])) for image in images] == [
        (m["alt"], m["width"]) for m, _ in expected
    ]
    assert all(image["alt"] for image in images)

    names = [found[1] for _, text in expected if (found := re.match(r"(\w+): .*; digest ", text))]
    behind = [line.get_text() for line in read(name).select(".figure-files + p")]
    assert not [text for text in behind if text.startswith("Figure ")], (
        "the links come after the caption"
    )
    links = [link["href"] for link in read(name).select(".figure-files a")]
    assert [Path(link).name for link in links] == [
        f"{name}.{kind}" for name in names for kind in ("csv", "svg")
    ]
    for link in links:
        copy = book / urljoin(f"/{name}.html", link)[1:]
        assert copy.read_bytes() == (FIGURES / copy.name).read_bytes()


@pytest.mark.parametrize("name", PAGES)
def test_every_icon_is_drawn(name, read, book):
    drawn = set(
        re.findall(r"\.fa-([\w-]+)(?=[^{}]*\{ --icon:)", (book / "_static/icons.css").read_text())
    )
    for icon in read(name).select(".fa-solid, .fas"):
        assert {word.removeprefix("fa-") for word in icon["class"]} & drawn, (
            f"draw it in icons.css: {icon}"
        )


# What a reader sees.


def assert_accessible(page, kinds, context=None, **options):
    found = Axe().run(page, context, {"runOnly": kinds, **options, **QUICK}).response["violations"]
    problems = [
        f"{rule['id']}: {node['html']} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]
    assert not problems, "\n".join(problems)


def use_theme(page, theme):
    page.emulate_media(color_scheme=theme)
    page.wait_for_selector(f"html[data-theme={theme}]")


def assert_contrast(page, theme):
    """Judges the elements that are marked for that theme."""
    use_theme(page, theme)
    assert_accessible(page, [CONTRAST], {"include": [[f"[data-{theme}]"]]})


@pytest.fixture(scope="module")
def known_looks():
    return []


# Of each picture; a figure that moves sideways in its frame on a phone ends where its frame does.
RIGHT_EDGES = """[...document.images]
    .map(image => (image.closest('.fogel-figure') ?? image).getBoundingClientRect().right)"""
FIGURES_SHOWN = """[...document.querySelectorAll('.fogel-figure img')].map(image => {
    const frame = image.closest('.fogel-figure')
    return [image.alt, image.clientWidth, frame.clientWidth, frame.scrollWidth]
})"""


@pytest.mark.parametrize("name", ["06_curve", "12_league"])
def test_the_smallest_words_of_a_figure_can_be_read_on_a_phone(name, tab, address):
    """At least nine pixels high, or as high as on a wide screen; the page doesn't scroll."""
    names = {
        meta["alt"]: text.partition(":")[0] for meta, text in pictures(NOTEBOOKS / f"{name}.ipynb")
    }
    wide = {meta["alt"]: int(meta["width"]) for meta, _ in pictures(NOTEBOOKS / f"{name}.ipynb")}
    tab.set_viewport_size(PHONE)
    tab.goto(f"{address}{name}.html")
    tab.evaluate("[...document.images].forEach(image => image.loading = 'eager')")
    wait_until(tab, "[...document.images].every(image => image.complete)")
    shown = tab.evaluate(FIGURES_SHOWN)
    assert [alt for alt, *_ in shown] == list(names)
    for alt, width, frame, inside in shown:
        words = smallest_words(names[alt]) * width
        assert round(words) >= 9 or width == wide[alt], (names[alt], words)
        assert frame == PHONE["width"] and inside == max(frame, width)
    assert (
        max(width for _, width, *_ in shown)
        > PHONE["width"]
        >= tab.evaluate("document.documentElement.scrollWidth")
    )


def smallest_words(name):
    """How high the smallest letters of a figure are, in widths of the figure."""
    drawn = ElementTree.parse(FIGURES / f"{name}.svg").getroot()
    turned = [
        part.get("transform", "") for part in drawn.iter() if "-0." in part.get("transform", "")
    ]
    scales = [
        float(found[1]) for words in turned if (found := re.search(r"scale\(([\d.]+) -\1\)", words))
    ]
    return 100 * min(scales, default=1) / float(drawn.get("viewBox").split()[2])


@pytest.mark.parametrize("name", SEEN)
def test_page_is_readable_for_everybody(name, tab, address, known_looks):
    loaded = {}
    tab.on(
        "response",
        lambda answer: loaded.update({answer.url: int(answer.headers.get("content-length", 0))}),
    )
    tab.goto(f"{address}{name}.html")
    assert_light(name, loaded)
    tab.evaluate("[...document.images].forEach(image => image.loading = 'eager')")
    tab.wait_for_function("[...document.images].every(image => image.complete)")
    tab.wait_for_function(
        "[...document.querySelectorAll('.math')].every(math => math.querySelector('mjx-container'))"
    )
    assert tab.locator("mjx-merror").count() == 0
    assert (
        tab.evaluate(
            "[...document.images].filter(image => !image.naturalWidth).map(image => image.src)"
        )
        == []
    )
    new_looks = {}
    for theme in THEMES:
        use_theme(tab, theme)
        for size in (PHONE, DESKTOP):
            tab.set_viewport_size(size)
            assert tab.evaluate("document.documentElement.scrollWidth") <= size["width"], (
                f"scrolls sideways, {size}"
            )
            right = tab.evaluate(RIGHT_EDGES)
            assert max(right) <= size["width"], f"a picture is cut off, {size}"
        new_looks[theme] = tab.evaluate(MARK_LOOKS, [known_looks, theme])
    tab.evaluate(PLAIN_CODE)
    for theme, looks in new_looks.items():
        if looks:
            assert_contrast(tab, theme)
            known_looks.extend(looks)
    assert_accessible(tab, RULES, rules={CONTRAST: {"enabled": False}})


def assert_light(name, loaded):
    """What loads before a reader scrolls: neither icons nor the index of all words."""
    ours = {
        url: size
        for url, size in loaded.items()
        if url.startswith("http") and "/mathjax/" not in url
    }
    assert len(ours) > 5 and min(ours.values()) > 0
    assert not [url for url in ours if "fontawesome" in url]
    assert name == "search" or not [url for url in ours if "searchindex" in url]
    most = LANDING_BYTES if name == "index" else PAGE_BYTES
    assert sum(ours.values()) < most, sorted(ours.items(), key=lambda one: -one[1])[:8]


@pytest.mark.parametrize("style", ["color: #999", "background: #888", "opacity: 0.4"])
def test_one_word_that_is_hard_to_read_is_found(style, tab, address):
    tab.goto(f"{address}{PAGES[0]}.html")
    tab.evaluate(
        "style => [...document.querySelectorAll('main p')].at(-1).style.cssText = style", style
    )
    tab.evaluate(MARK_LOOKS, [[], "light"])
    with pytest.raises(AssertionError, match="contrast"):
        assert_contrast(tab, "light")


def test_keyboard_reaches_the_text(tab, address):
    tab.goto(f"{address}{PAGES[-1]}.html")
    tab.keyboard.press("Tab")
    skip = tab.locator("a[href='#main-content']:focus")
    assert skip.count() == 1
    wait_until(tab, "document.activeElement.getBoundingClientRect().top >= 0")  # it slides in
    tab.keyboard.press("Enter")
    tab.keyboard.press("Tab")
    focus = tab.locator("#main-content :focus-visible")
    assert focus.count() == 1
    style = focus.evaluate(
        "element => { const s = getComputedStyle(element); return [s.outlineStyle, s.boxShadow] }"
    )
    assert style != ["none", "none"]


def test_on_paper_a_page_is_light(tab, address):
    tab.emulate_media(color_scheme="dark")
    tab.goto(f"{address}{PAGES[0]}.html")
    use_theme(tab, "dark")
    theme = "document.documentElement.dataset.theme"
    tab.evaluate(f"() => {{ addEventListener('beforeprint', () => (window.printed = {theme})) }}")
    tab.pdf()
    wait_until(tab, "window.printed === 'light'")
    wait_until(tab, f"{theme} === 'dark'")


def test_search_finds_a_word(tab, address):
    tab.goto(f"{address}index.html")
    tab.keyboard.press("Control+k")
    field = tab.locator("#pst-search-dialog input")
    field.wait_for(state="visible")
    field.fill("square")
    field.press("Enter")
    tab.wait_for_url("**/search.html?q=square*")
    # Results come one by one.
    tab.locator("#search-results li a[href^='01_encoding.html']").first.wait_for()


def test_an_address_that_leads_nowhere_leads_to_the_first_page(chromium, address):
    """Below whatever address the book stands, and however deep the address is."""
    page = chromium.new_page()
    for missing in ("no-such-page.html", "solutions/and/deeper/page.html"):
        assert page.goto(address + missing).status == 404
        wait_until(page, f"document.querySelector('#first')?.href === '{address}'")
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        assert_accessible(page, RULES)
    page.click("#search")
    page.wait_for_url(f"{address}search.html")
    page.close()


@pytest.mark.parametrize("name", ["index", "01_encoding", "06_curve", "play", "evolve", "checkers"])
def test_pages_open_from_a_stick(name, chromium, book):
    page, asked, errors = chromium.new_page(), [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto((book / f"{name}.html").as_uri())
    page.locator("h1 >> visible=true").first.wait_for()
    # A browser starts no Python from a stick.
    served = page.get_by_text("python -m http.server").count()
    assert page.locator("textarea").count() == 0 and (served > 0) == pages.is_answered(name)
    page.close()
    assert not errors and not [
        url for url in asked if not url.startswith((book.as_uri(), "data:", "blob:", "about:"))
    ]


# Exercises that are answered on a page.


@pytest.fixture
def answered(tab, address):
    """Open a page of exercises; return a function of number, place and text: the verdict."""
    if not pages.has_python():  # no part of the project installs npm, so CI may be without it
        pytest.skip(
            "No Pyodide, so nobody answered the exercises of the web pages. Fetch it: make pyodide"
        )

    def open_page(name):
        tab.goto(f"{address}{name}.html")

        def say(number, place, text):
            cell = tab.locator(f'div.cell[class*="tag_answer-{number}-{place}"]')
            cell.get_by_role("textbox").fill(text)
            cell.get_by_role("button", name="Run and check").click()
            wait_until(tab, "!document.querySelector('.answer-run').disabled")
            return cell.locator("output").inner_text()

        return say

    return open_page


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("01_encoding", ["1.1", "1.2", "1.4", "1.6"]),
        ("02_network", ["2.2", "2.4"]),
        ("03_opponent", ["3.1", "3.4"]),
        ("04_replication", ["4.6"]),
        ("05_selection", ["5.4"]),
    ],
)
def test_exercises_are_answered_on_a_page(name, numbers, answered):
    say, path = answered(name), next(path for path in LISTS if path.stem == name)
    listed = yaml.safe_load(path.read_text(encoding="utf-8"))
    for number in numbers:
        wrong, right = (
            next(one for one in listed[number] if key in one) for key in ("answer", "right")
        )
        said = say(*text_of(number, exercises_in(name)[number], wrong["answer"]))
        assert "Not yet" in said and wrong["says"].lower() in " ".join(said.lower().split()), said
        said = say(*text_of(number, exercises_in(name)[number], right["right"]))
        assert said and "Not " not in said and "Error" not in said, said


def test_an_answer_that_never_ends_is_stopped(answered, tab):
    say = answered("01_encoding")
    cell = tab.locator('div.cell[class*="tag_answer-1.2-0"]')
    cell.get_by_role("textbox").fill("while True: pass")
    cell.get_by_role("textbox").press("Control+Enter")
    cell.get_by_role("button", name="Stop").click()
    assert "Stopped" in cell.locator("output").inner_text()
    assert "The same on all 4,520 boards" in say(
        "1.2", 0, "def to_move(board):\n    return 1 - 2 * sum(board)"
    )
    cell.get_by_role("button", name="Start over").click()
    assert cell.get_by_role("textbox").input_value() == "def to_move(board):\n    return ..."
    cell.get_by_role("textbox").press("End")
    cell.get_by_role("textbox").press_sequentially("\nif board:\n1")
    assert cell.get_by_role("textbox").input_value().endswith("\n    if board:\n        1")


def test_what_the_chapter_says_to_an_empty_answer_goes_with_the_first_run(answered, tab):
    say = answered("01_encoding")
    check = tab.locator('div.cell[class*="tag_answer-1.1-0"] + div.cell')
    assert check.get_by_text("Not written yet.").is_visible()
    say("1.1", 0, "my_board = (1, 0, 0, 0, -1, 0, 0, 0, 1)")
    assert not check.get_by_text("Not written yet.").is_visible()
