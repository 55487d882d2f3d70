"""The slides: one a section, of the notebook's own cells; all fit and need no host."""

import base64
import re
import runpy
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest

pytest.importorskip("markdown_it", reason="the book is not installed: pip install -e .[all]")
pytest.importorskip("bs4", reason="the book is not installed: pip install -e .[all]")
from axe_playwright_python.sync_playwright import Axe
from browser import open_chromium, wait_until, watched
from bs4 import BeautifulSoup

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
CHAPTERS = sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"))
slides = SimpleNamespace(**runpy.run_path(str(NOTEBOOKS / "slides.py")))

LEFT_OUT = {"Exercises", "Where the source is silent", "Further reading"}
SMALL, LARGE = {"width": 1280, "height": 720}, {"width": 1920, "height": 1080}
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
    "resultTypes": ["violations"],
    "preload": False,
}
# What does not fit: a slide that scrolls, something that reaches over an edge or into the footer, a
# line that is cut.
TOO_LARGE = """() => [...document.querySelectorAll(".slide")].flatMap(slide => {
    const edge = slide.getBoundingClientRect(), footer = slide.querySelector("footer").getBoundingClientRect()
    const wrong = [...slide.querySelectorAll(".body *, h1, h2, footer *")].filter(part => {
        const box = part.getBoundingClientRect()
        const limit = part.closest("footer") ? edge.bottom : footer.top
        return box.bottom > limit + 1 || box.right > edge.right - 16 || box.left < edge.left + 16 || box.top < edge.top
    })
    wrong.push(...[...slide.querySelectorAll("pre")].filter(part => part.scrollWidth > part.clientWidth))
    if (slide.scrollHeight > slide.clientHeight || slide.clientHeight > innerHeight) wrong.push(slide)
    return wrong.map(part => `${slide.id}: ${part.tagName} ${part.className} ${part.textContent.slice(0, 40)}`)
})"""
# What is too small to be read from the back: letters, and pictures.
TOO_SMALL = """() => {
    const size = part => parseFloat(getComputedStyle(part).fontSize)
    const words = [...document.querySelectorAll(".body :is(p, li, pre)")].filter(part => size(part) < 14)
    const images = [...document.images].filter(image => image.clientWidth * image.clientHeight < 130000)
    return [...words, ...images].map(part => part.outerHTML.slice(-200))
}"""
MOVING = """[...document.querySelectorAll("*")].filter(part => getComputedStyle(part).transitionDuration !== "0s").length"""

every_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)


def sections_of(path):
    """[heading, cells] of each section, without a parser; cells may be in two sections."""
    found = []
    for cell in nbformat.read(path, 4).cells:
        pieces = (
            re.split(r"^##? (.+)$", cell.source, flags=re.M)
            if cell.cell_type == "markdown"
            else [cell]
        )
        if found:
            found[-1][1].append(pieces[0])
        found += [
            [heading, [text]] for heading, text in zip(pieces[1::2], pieces[2::2], strict=True)
        ]
    return [(heading, cells) for heading, cells in found if heading not in LEFT_OUT]


def code_cells(cells):
    return [cell for cell in cells if not isinstance(cell, str)]


def pictures(cells):
    """(bytes, alt text) of every picture that these cells show."""
    for cell in code_cells(cells):
        for output in cell.outputs:
            if "image/png" in output.get("data", {}):
                yield (
                    base64.b64decode(output.data["image/png"]),
                    output.metadata["image/png"]["alt"],
                )


def bare(text):
    """The words of a text, without links, emphasis and punctuation at the end."""
    return re.sub(r"\s+", " ", re.sub(r"\]\([^)]*\)|[][*`$]", "", text)).strip().rstrip(".:")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The slides of all chapters, as the program writes them."""
    folder = tmp_path_factory.mktemp("slides")
    slides.main(["--out", str(folder)])
    return folder


@pytest.fixture(scope="module")
def read(folder):
    """The slides of a chapter, as parts of a parsed page."""
    pages = {}

    def read(path):
        if path not in pages:
            text = (folder / f"{path.stem}.html").read_text(encoding="utf-8")
            pages[path] = BeautifulSoup(text, "html.parser").select(".slide")
        return pages[path]

    return read


# What is on the slides.


@every_chapter
def test_every_section_has_its_slide_in_order(path, read):
    headings = [bare(slide.select_one("h1, h2").get_text()) for slide in read(path)]
    title, *others = [bare(heading) for heading, _ in sections_of(path)]
    assert headings == [title.partition(" · ")[2], *others]
    assert headings[-1] == "What you know now"


@every_chapter
def test_pictures_are_the_notebooks_own(path, read):
    """Byte for byte, with their alt text, and the first of their section."""
    for slide, (heading, cells) in zip(read(path), sections_of(path), strict=True):
        images = [
            (image["src"].partition("base64,")[2], image["alt"]) for image in slide.select("img")
        ]
        expected = [] if heading == "What you know now" else list(pictures(cells))[:1]
        assert [(base64.b64decode(data), alt) for data, alt in images] == expected, heading


@every_chapter
def test_code_and_what_it_prints_are_the_notebooks_own(path, read):
    for slide, (heading, cells) in zip(read(path), sections_of(path), strict=True):
        code, printed = slide.select_one(".source"), slide.select_one(".printed")
        if code is None:
            continue
        assert not slide.select("img"), heading
        sources = {cell.source.replace("\n\n\n", "\n\n"): cell for cell in code_cells(cells)}
        if printed is None:
            assert any(code.get_text() in source for source in sources), heading
        else:
            assert printed.get_text() == "".join(
                output.text for output in sources[code.get_text()].outputs
            ).strip("\n")


@every_chapter
def test_words_are_the_sections_own(path, read):
    for slide, (heading, cells) in zip(read(path), sections_of(path), strict=True):
        own = bare(" ".join(cell for cell in cells if isinstance(cell, str)))
        for part in slide.select(".body :is(p, li)"):
            assert bare(part.get_text()) in own, heading
            assert not re.search(r"\$|\]\(|\*\*", part.get_text()), heading


@every_chapter
def test_no_slide_is_empty(path, read):
    for slide in read(path):
        assert slide.select("img, pre, .question, li"), slide["id"]
    assert len(read(path)[-1].select("li")) >= 3
    assert "?" in read(path)[0].select_one(".question").get_text()


@every_chapter
def test_no_exercise_and_no_solution(path, read):
    number = int(path.name[:2])
    for slide in read(path):
        text = slide.get_text()
        assert not re.search(rf"\b{number}\.\d (?:Predict|Build|Find the bug|Explore)\b", text), (
            slide["id"]
        )
        assert not re.search("exercise|solution|your turn|not written yet", text, re.I), slide["id"]


@every_chapter
def test_each_footer_says_where_one_is(path, read):
    title = f"{int(path.name[:2])} · {read(path)[0].select_one('h1').get_text()}"
    for number, slide in enumerate(read(path), 1):
        words = [span.get_text() for span in slide.select("footer span")]
        assert words == [title, "The fogel authors, CC BY 4.0", f"{number} / {len(read(path))}"]
        assert slide["id"] == str(number)


def test_better_beginnings_begin_something():
    """Each exception to the rule still names a section of the book, and words or code in it."""
    found = {heading: cells for path in CHAPTERS for heading, cells in sections_of(path)}
    for heading, beginnings in slides.INSTEAD.items():
        texts = [cell if isinstance(cell, str) else cell.source for cell in found[heading]]
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", " ".join(" ".join(texts).split()))
        assert all(beginning in text for beginning in beginnings), heading


# The files.


@every_chapter
def test_the_same_notebook_gives_the_same_file(path, folder):
    assert slides.page(path) == (folder / f"{path.stem}.html").read_text(encoding="utf-8")


@every_chapter
def test_a_file_needs_no_other(path, folder):
    text = (folder / f"{path.stem}.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert not re.search(
        r"""(?:src|href)=["'](?!data:)(?!https://creativecommons\.org/licenses/by/4\.0/"|#)""", text
    )
    assert not re.search(r"url\(|@import", text)


def test_one_chapter_alone(tmp_path):
    slides.main(["03", "--out", str(tmp_path / "new" / "folder")])
    assert [file.name for file in (tmp_path / "new" / "folder").iterdir()] == ["03_opponent.html"]


def test_unknown_chapters_are_one_clear_error(tmp_path):
    with pytest.raises(SystemExit) as error:
        slides.main(["03", "99", "--out", str(tmp_path)])
    assert (
        error.value.code
        == f"no chapter begins with 99; there are {', '.join(path.stem for path in CHAPTERS)}"
    )
    assert not list(tmp_path.iterdir())


# What a teacher sees and does.


@pytest.fixture(scope="module")
def chromium(request):
    """A browser without a network."""
    with open_chromium(
        request, "nobody looked at the slides (do they fit, do keys move them?)"
    ) as browser:
        yield browser.new_context(viewport=SMALL, color_scheme="light", reduced_motion="reduce")


@pytest.fixture
def tab(chromium):
    """An empty page; at the end nothing was asked of a host and nothing went wrong."""
    with watched(chromium.new_page()) as page:
        yield page


def opened(tab, folder, name="05_selection", at=""):
    """Opens the slides of a chapter; returns how many there are."""
    tab.goto((folder / f"{name}.html").as_uri() + at)
    return tab.locator(".slide").count()


def shown(tab):
    """The slide that fills the window; the address, the line and the spoken text agree."""
    number = tab.evaluate(
        "[...document.querySelectorAll('.slide')].findIndex(s =>"
        " !s.getBoundingClientRect().top) + 1"
    )
    count = tab.locator(".slide").count()
    heading = tab.locator(".slide").nth(number - 1).locator("h1, h2").inner_text()
    wait_until(tab, "hash => location.hash === hash", f"#{number}")
    said = f"Slide {number} of {count}: {heading}".replace("\n", " ")
    wait_until(
        tab, "words => document.querySelector('[aria-live=polite]').innerText === words", said
    )
    return number


@every_chapter
def test_every_slide_fits(path, tab, folder):
    opened(tab, folder, path.stem)
    assert tab.evaluate("[...document.images].every(image => image.naturalWidth)")
    for size in (SMALL, LARGE, {"width": 1024, "height": 768}):
        tab.set_viewport_size(size)
        assert tab.evaluate(TOO_LARGE) == [], size
        assert tab.evaluate("document.documentElement.scrollWidth") == size["width"]
        if size["width"] >= SMALL["width"]:
            assert tab.evaluate(TOO_SMALL) == [], size


def test_keys_move(tab, folder):
    last = opened(tab, folder)
    assert shown(tab) == 1
    for key, number in (
        ("ArrowRight", 2), ("ArrowDown", 3), (" ", 4), ("PageDown", 5), ("ArrowLeft", 4), ("ArrowUp", 3), ("PageUp", 2),
        ("Shift+ ", 1), ("ArrowLeft", 1), ("End", last), ("ArrowRight", last), ("Control+ArrowLeft", last), ("Home", 1),
    ):  # fmt: skip
        tab.keyboard.press(key)
        assert shown(tab) == number, key
    for _ in range(5):  # quicker than the window is drawn
        tab.keyboard.press("PageDown")
    assert shown(tab) == 6


def test_the_edges_move(tab, folder):
    opened(tab, folder)
    for x, number in ((1270, 2), (1250, 3), (10, 2), (640, 2)):
        tab.mouse.click(x, 400)
        assert shown(tab) == number, x


def test_buttons_for_the_keyboard(tab, folder):
    opened(tab, folder)
    tab.keyboard.press("Tab")
    tab.keyboard.press("Tab")
    on = tab.locator("button:focus-visible")
    assert on.get_attribute("aria-label") == "Next slide"
    assert on.evaluate("button => getComputedStyle(button).outlineStyle") == "solid"
    for number, key in ((2, "Enter"), (3, " "), (4, "ArrowRight")):
        tab.keyboard.press(key)
        assert shown(tab) == number, key


def test_an_address_leads_to_a_slide(tab, folder):
    opened(tab, folder, at="#7")
    assert shown(tab) == 7
    tab.reload()
    assert shown(tab) == 7
    tab.evaluate("location.hash = '#3'")
    wait_until(tab, "document.getElementById('3').getBoundingClientRect().top === 0")
    assert shown(tab) == 3
    opened(tab, folder, name="06_curve", at="#nothing")
    assert shown(tab) == 1


def test_a_window_that_changes_keeps_its_slide(tab, folder):
    opened(tab, folder, at="#7")
    for size in (LARGE, {"width": 900, "height": 800}, SMALL):
        tab.set_viewport_size(size)
        wait_until(tab, "document.getElementById('7').getBoundingClientRect().top === 0")
        assert shown(tab) == 7


def test_a_narrow_window_scrolls(tab, folder):
    tab.set_viewport_size({"width": 375, "height": 780})
    opened(tab, folder)
    assert tab.evaluate("document.documentElement.scrollWidth") == 375
    assert not tab.locator("button").first.is_visible()
    assert (
        tab.evaluate(
            "Math.max(...[...document.images].map(image => image.getBoundingClientRect().right))"
        )
        <= 375
    )
    assert (
        tab.evaluate("parseFloat(getComputedStyle(document.querySelector('.lead')).fontSize)") >= 16
    )


@pytest.mark.parametrize("name", ["05_selection", "07_play"])
def test_slides_are_readable_for_everybody(name, tab, folder):
    opened(tab, folder, name)
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        found = Axe().run(tab, options=RULES).response["violations"]
        assert not found, "\n".join(f"{rule['id']}: {rule['nodes'][0]['html']}" for rule in found)


def test_nothing_moves_for_whoever_wants_that(tab, folder):
    opened(tab, folder)
    assert tab.evaluate(MOVING) == 0
    tab.emulate_media(reduced_motion="no-preference")
    assert tab.evaluate(MOVING) > 0


def test_without_scripts_one_scrolls(chromium, folder):
    context = chromium.browser.new_context(viewport=SMALL, java_script_enabled=False)
    page = context.new_page()
    page.goto((folder / "05_selection.html").as_uri() + "#4")
    assert page.locator("[id='4'] h2").bounding_box()["y"] < 100
    assert not page.locator("button").first.is_visible()
    context.close()


def test_a_page_of_paper_for_each_slide(tab, folder):
    count = opened(tab, folder)
    for options in ({"prefer_css_page_size": True}, {"format": "A4", "landscape": True}):
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", tab.pdf(**options))) == count, options
