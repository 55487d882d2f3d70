"""Fixtures of this folder."""

import pytest
from board_pages import wait_for_board
from ttt_page import PAGES, STANDARD

from fogel.web.board.match import HUMAN
from fogel.web.board.page import save_page


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ttt")
    for name, rules in PAGES.items():
        save_page(folder / f"{name}.html", rules)
    save_page(folder / "looked-into.html", STANDARD, ["trad-perfect", HUMAN], look=True)
    return folder


@pytest.fixture
def open_page(open_page):
    """Opens a page, and waits for its board."""
    return lambda *about, **options: wait_for_board(open_page(*about, **options))
