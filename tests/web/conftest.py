"""Fixtures of the pages with a board; a module says in `folder` which pages there are."""

import json
import shutil
from functools import partial

import pytest
from board_pages import SIZES
from browser import clean_tabs, open_chromium
from followed import in_browser

from fogel.web.evolve.page import in_node


@pytest.fixture(scope="module")
def browser(request):
    with open_chromium(request, f"no page was opened by {request.module.__name__}") as browser:
        yield browser


@pytest.fixture
def open_page(browser, folder):
    """Opens a page, with what follows its name in its address; at the end no request has left it
    and nothing went wrong.
    """
    with clean_tabs(browser, ("file://", "about:", "blob:")) as open_tab:
        yield lambda name="page", size="desktop", rest="", **options: open_tab(
            (folder / f"{name}.html").as_uri() + rest, SIZES.get(size, size), **options
        )


@pytest.fixture(scope="module")
def anywhere(request):
    """Calls a function beside the experiment's own: in Node, where it is there, which starts sooner
    than a browser.
    """
    has_node = shutil.which("node")
    return in_node if has_node else partial(in_browser, request.getfixturevalue("browser"))


@pytest.fixture
def tab(open_page):
    return open_page(reduced_motion="reduce")


@pytest.fixture(scope="module")
def script(browser, folder):
    """Calls a function of the page's scripts, or one written here: JSON in, JSON out, so that no
    digit is lost.
    """
    context = browser.new_context()
    tab = context.new_page()
    tab.goto((folder / "page.html").as_uri())

    def script(function, *arguments):
        call = f"async text => JSON.stringify(await ({function})(...JSON.parse(text)))"
        answer = tab.evaluate(call, json.dumps(arguments))
        return json.loads(
            answer, parse_int=lambda digits: int(digits) if len(digits) < 16 else float(digits)
        )

    yield script
    context.close()
