"""Fixtures of this folder."""

import pytest
from browser import clean_tabs, open_chromium
from ttt_page import PAGES, STANDARD, THREE

from fogel.web.board.match import HUMAN
from fogel.web.board.page import frame, save_page


@pytest.fixture(scope="module")
def browser(request):
    with open_chromium(request, "nobody played on the page for any rules") as browser:
        yield browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ttt")
    for name, rules in PAGES.items():
        save_page(folder / f"{name}.html", rules)
    save_page(folder / "looked-into.html", STANDARD, ["trad-perfect", HUMAN], look=True)
    around = (
        "<!doctype html><html data-theme='dark' lang='en'><title>A"
        f" chapter</title>{frame(THREE, height=300)}</html>"
    )
    (folder / "chapter.html").write_text(around, encoding="utf-8")
    return folder


@pytest.fixture
def open_page(browser, folder):
    """Opens a page; at the end no request has left it and nothing went wrong."""
    with clean_tabs(browser) as open_tab:
        yield lambda name, size=(1100, 900), **options: open_tab(
            (folder / f"{name}.html").as_uri(), size, **options
        )
