"""Knobs: turned in a browser by pointer and keys, with the package's numbers; linked to; hidden where they can't."""

import json
import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import open_chromium, wait_until

from fogel import knobs, sweep, zoo
from fogel.encoding import positions, to_move, winner

SIZES = {"desk": {"width": 1280, "height": 900}, "phone": {"width": 375, "height": 780}}
RULES = {"light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "dark": ["color-contrast"]}  # the others see no colour
# What can be pressed and is too small for a finger, which needs 44 pixels.
PRESSED = """[...document.querySelectorAll('button, input, select, a[href]')].filter((one) => one.checkVisibility())
    .map((one) => [one.outerHTML, one.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < 44).map(([html]) => html)"""

STORED = Path(__file__).parents[1] / "notebooks" / "stored"

every_knob = pytest.mark.parametrize("name", knobs.KNOBS)


@cache
def given(name):
    """What a chapter hands to a knob."""
    tables = {"sweep": lambda: sweep.read(STORED / "ingredients.csv"), "bugs": lambda: zoo.read(STORED)}
    return [tables[name]()] if name in tables else []


@pytest.fixture(scope="module")
def chromium(request):
    with open_chromium(request, "nobody turned the knobs") as browser:
        yield browser


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A page with all knobs, as a chapter has them."""
    path = tmp_path_factory.mktemp("knobs") / "knobs.html"
    shown = "".join(knobs.show(name, *given(name))._repr_html_() for name in knobs.KNOBS)
    path.write_text(f"<!doctype html><html lang=en><meta charset=utf-8><title>Knobs</title>{shown}", encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def tab(chromium, address):
    """The page of all knobs; at the end nothing went wrong and nothing was asked of another host."""
    page, wrong = chromium.new_page(viewport=SIZES["desk"]), []
    page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: request.url.startswith(("file:", "data:")) or wrong.append(request.url))
    page.goto(address)
    yield page
    page.close()
    assert not wrong


def frame_of(page, name):
    frame = page.query_selector(f"#knob-{name} iframe").content_frame()
    wait_until(frame, "!document.body.hidden")
    return frame


@pytest.fixture
def turned(tab):
    """The frame of a knob, as at the beginning."""

    def turned(name):
        frame = frame_of(tab, name)
        frame.click("#reset")
        return frame

    return turned


def told(frame):
    return frame.inner_text("#told")


# What all knobs have in common.


@every_knob
def test_a_knob_is_small_and_asks_nobody(name):
    frame = knobs.show(name, *given(name))._repr_html_()
    assert len(frame.encode()) < knobs.LARGEST
    assert "default-src &#x27;none&#x27;" in frame and not re.search(r"(src|href)=&quot;http", frame)
    assert frame == knobs.show(name, *given(name))._repr_html_()


@every_knob
def test_its_colours_are_the_palettes(name):
    text = knobs.page(name, *given(name)).split("</style>")
    own = text[0].split("/* The ground")[1] + text[1]
    assert not re.search(r"#[0-9a-f]{3,8}\b(?=[;\s\"'`])|\brgb|\bhsl", own, re.I)


def test_an_unknown_knob_is_refused():
    with pytest.raises(ValueError, match="a knob must be one of encoding"):
        knobs.show("nothing")


@every_knob
def test_everybody_can_turn_it(name, tab):
    frame = frame_of(tab, name)
    assert told(frame) and frame.inner_text("#trouble") == ""
    for size in SIZES.values():
        tab.set_viewport_size(size)
        assert frame.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        assert frame.evaluate(PRESSED) == []
    for theme, rules in RULES.items():
        tab.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        wait_until(frame, "theme => document.documentElement.dataset.theme === theme", theme)
        found = Axe().run(frame, options={"runOnly": rules, "resultTypes": ["violations"]}).response["violations"]
        assert not [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]]
    tab.evaluate("delete document.documentElement.dataset.theme")
    wait_until(frame, "() => Math.abs(window.innerHeight - document.body.getBoundingClientRect().height) < 2")
    tab.set_viewport_size(SIZES["desk"])


REACHABLE = """[...document.querySelectorAll('button, input, select, a[href], [tabindex]')]
    .filter((one) => one.checkVisibility() && one.tabIndex >= 0 && !one.disabled)"""


@every_knob
def test_the_tab_key_reaches_all_of_it(name, turned):
    frame = turned(name)
    count = frame.evaluate(f"{REACHABLE}.length")
    frame.evaluate(f"{REACHABLE}[0].focus()")
    for at in range(count):
        assert frame.evaluate(f"{REACHABLE}.indexOf(document.activeElement)") == at
        frame.page.keyboard.press("Tab")


@pytest.mark.parametrize("scripts", [True, False])
def test_paper_and_a_page_without_scripts_show_no_knob(scripts, chromium, address):
    page = chromium.new_page(java_script_enabled=scripts)
    page.goto(address)
    if scripts:
        assert page.locator(".fogel-knob:visible").count() == len(knobs.KNOBS)
        page.emulate_media(media="print")
    assert page.locator(".fogel-knob:visible").count() == 0
    page.close()


# What each one answers.


VERDICTS = """texts => JSON.stringify(texts.split(" ").map((text) => {
    const board = boardField(text).start
    return [canOccur(board), verdict(board)]
}))"""


def test_encoding_knows_which_boards_occur(turned):
    boards = [*product((0, 1, -1), repeat=9)]
    occur = {tuple(board) for board in positions().tolist()}
    letters = {1: "X", -1: "O", 0: "."}
    texts = " ".join("".join(letters[mark] for mark in board) for board in boards)
    found = turned("encoding").evaluate(VERDICTS, texts)
    for board, (can, words) in zip(boards, json.loads(found), strict=True):
        assert can == (board in occur)
        if not can:
            assert words.startswith("Impossible") and ("doesn’t see" in words) == (sum(board) in (0, 1))
        elif winner(board):
            assert words == f"{letters[winner(board)]} has won."
        else:
            assert words == (f"{letters[to_move(board)]} to move." if 0 in board else words) and "won" not in words


def test_encoding_by_pointer_keys_and_link(turned, tab, chromium, address):
    frame = turned("encoding")
    assert told(frame) == "X to move."
    frame.click("#board .square >> nth=8")
    assert told(frame) == "X has won." and frame.inner_text("#sum") == "Their sum is 1."
    assert frame.get_attribute("#numbers", "aria-label") == "The nine numbers: 1, −1, 0, 0, 1, −1, 0, 0, 1"
    frame.focus("#board .square[tabindex='0']")
    for key in ("ArrowDown", "ArrowLeft", "o"):
        frame.page.keyboard.press(key)
    assert frame.get_attribute("#board .square >> nth=6", "aria-label") == "square 6, O"
    assert told(frame) == "Impossible, and the sum of 0 doesn’t see it: O has moved after X had won."
    wait_until(tab, "location.hash === '#knob-encoding?board=XO..XOO.X'")
    assert frame.get_attribute("#link", "href") == tab.url

    other = chromium.new_page()
    other.goto(tab.url)
    copy = frame_of(other, "encoding")
    assert told(copy) == told(frame) and copy.evaluate("state.board") == frame.evaluate("state.board")
    other.evaluate("location.hash = '#knob-encoding?board=XOX'")
    wait_until(copy, "$('trouble').textContent !== ''")
    assert 'board must be nine of X, O and ".", not "XOX".' in copy.inner_text("#trouble")
    other.close()
    frame.click("#reset")
    assert told(frame) == "X to move."
    wait_until(tab, "location.hash === '#knob-encoding'")
