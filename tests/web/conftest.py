"""Fixtures of the pages with a board; a module says in `folder` which pages there are."""

import json

import pytest
from board_pages import SIZES
from browser import clean_tabs, open_chromium


@pytest.fixture(scope="module")
def browser(request):
    with open_chromium(request, f"no page was opened by {request.module.__name__}") as browser:
        yield browser


@pytest.fixture
def open_page(browser, folder):
    """Opens a page; at the end no request has left it and nothing went wrong."""
    with clean_tabs(browser, ("file://", "about:", "blob:")) as open_tab:
        yield lambda name="page", size="desktop", **options: open_tab(
            (folder / f"{name}.html").as_uri(), SIZES.get(size, size), **options
        )


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
