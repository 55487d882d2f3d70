"""The browser in which tests open pages: the Chromium of this machine, without a network."""

import os
import shutil
import time
from contextlib import contextmanager
from functools import partial

import pytest
from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 200  # seconds, for whatever is waited for: on a busy machine a click may take a minute, and none takes this
OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"


def find_chromium():
    """The path of a Chromium, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def open_chromium(request, left_out):
    """A browser, for a fixture of module scope: while Playwright runs, no other test can run an event loop.

    Without one the tests are skipped with one line that says what is left out; where CI is set they fail.
    """
    path = find_chromium()
    if not path:
        say_and_skip(request, f"No Chromium, so {left_out}. Install it: make browser")
    with sync_playwright() as playwright:
        arguments = [*ARGUMENTS, OFFLINE]
        browser = playwright.chromium.launch(executable_path=path, args=arguments, timeout=1000 * PATIENCE)
        browser.new_context = partial(_patient, browser.new_context)
        browser.new_page = partial(_patient, browser.new_page)
        yield browser
        browser.close()


def _patient(new, **options):
    """A new context or page in which nothing but a fault ends a wait; Playwright's own patience is 30 seconds."""
    made = new(**options)
    made.set_default_timeout(1000 * PATIENCE)
    return made


@contextmanager
def clean_tabs(browser, own=("file://", "about:")):
    """Opens addresses, each in a context of its own; at the end nothing else was asked and nothing went wrong."""
    outside, errors, contexts = [], [], []

    def open_tab(address, size, **options):
        width, height = size
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **options))
        tab = contexts[-1].new_page()
        tab.on("request", lambda request: request.url.startswith(own) or outside.append(request.url))
        tab.on("console", lambda message: errors.append(message.text))
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.goto(address)
        return tab

    yield open_tab
    for context in contexts:
        context.close()
    assert not outside
    assert not errors


def wait_until(frame, expression, arg=None):
    """Waits until an expression is true in a page or frame; asked from outside, since our pages forbid `eval`."""
    deadline = time.monotonic() + PATIENCE
    while not frame.evaluate(expression, arg):
        assert time.monotonic() < deadline, f"still not true: {expression}"
        frame.wait_for_timeout(50)


def say_and_skip(request, line):
    """Skips the test, or fails it where CI is set."""
    if os.environ.get("CI"):
        pytest.fail(line)
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():  # otherwise nobody reads it
        print(f"\n{line}")
    pytest.skip(line)
