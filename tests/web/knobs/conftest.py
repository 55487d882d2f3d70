"""Fixtures of this folder."""

import pytest
from browser import open_chromium
from turning import SIZES, frame_of, shown_once

from fogel.web import knobs


@pytest.fixture(scope="module")
def chromium(request):
    with open_chromium(request, "nobody turned the knobs") as browser:
        yield browser


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A page with all knobs, as a chapter has them: as wide, too."""
    path = tmp_path_factory.mktemp("knobs") / "knobs.html"
    shown = "".join(map(shown_once, knobs.names()))
    head = "<meta charset=utf-8><title>Knobs</title><body style='margin: 1rem'>"
    path.write_text(f"<!doctype html><html lang=en>{head}{shown}", encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def tab(chromium, address):
    """The page of all knobs; at the end nothing went wrong and nothing was asked of
    another host.
    """
    page, wrong = chromium.new_page(viewport=SIZES["desk"], reduced_motion="reduce"), []
    page.on("console", lambda message: message.type == "error" and wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "request",
        lambda request: request.url.startswith(("file:", "data:")) or wrong.append(request.url),
    )
    page.goto(address)
    yield page
    page.close()
    assert not wrong


@pytest.fixture
def turned(tab):
    """The frame of a knob, as at the beginning."""

    def turned(name):
        frame = frame_of(tab, name)
        frame.click("#reset")
        return frame

    return turned
