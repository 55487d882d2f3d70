"""The browser in which tests open pages: the Chromium of this machine, without a network."""

import os
import shutil
import time
from contextlib import contextmanager
from functools import partial

import pytest
from playwright.sync_api import sync_playwright

# The first has no windows, and no pages of its own for their edges: it takes half as long.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Seconds, for whatever is waited for: on a busy machine a click may take a minute, and none takes
# this.
PATIENCE = 200
OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
# Looks for races: how many times slower a page is, and how many milliseconds a test waits before
# each thing it does. "20" finds what is done before a page listens, and what is read before it is
# there; "1 300" what timers do meanwhile.
SLOWER, WAITS = map(float, (os.environ.get("SLOW_BROWSER", "1") + " 0").split()[:2])
LATENCY = 20  # milliseconds, for each time slower, until a server is heard


def find_chromium():
    """The path of a Chromium, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def open_chromium(request, left_out):
    """A browser, for a fixture of module scope: while Playwright runs, no other test can run an
    event loop.

    Without one the tests are skipped with one line that says what is left out; where CI is set they
    fail.
    """
    path = find_chromium()
    if not path:
        say_and_skip(request, f"No Chromium, so {left_out}. Install it: make browser")
    with sync_playwright() as playwright:
        arguments = [*ARGUMENTS, OFFLINE]
        options = {"args": arguments, "timeout": 1000 * PATIENCE, "slow_mo": WAITS}
        browser = playwright.chromium.launch(executable_path=path, **options)
        browser.new_context = partial(_patient, browser.new_context)
        browser.new_page = partial(_patient, browser.new_page)
        browser.left = []  # tabs that a test has left
        yield browser
        browser.close()


def _patient(new, **options):
    """A new context or page that waits until there is a fault; Playwright's limit is 30 s."""
    made = new(**options)
    made.set_default_timeout(1000 * PATIENCE)
    if hasattr(made, "new_page"):
        made.new_page = partial(_patient, made.new_page)
    elif SLOWER > 1:
        _slow_down(made)
    return made


def _slow_down(page):
    """Slow down its scripts, layout, drawing and requests, but no workers or sandboxed frames."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    session.send("Network.enable")
    limits = {
        "offline": False,
        "latency": LATENCY * SLOWER,
        "downloadThroughput": -1,
        "uploadThroughput": -1,
    }
    session.send("Network.emulateNetworkConditions", limits)


def _listeners(own, kind):
    """({event: what hears it}, requests to others, errors); messages of that kind are errors too."""
    outside, errors = [], []
    heard = {
        "request": lambda request: request.url.startswith(own) or outside.append(request.url),
        "console": lambda message: message.type.startswith(kind) and errors.append(message.text),
        "pageerror": lambda error: errors.append(str(error)),
    }
    return heard, outside, errors


@contextmanager
def watched(page, own=("file://", "data:")):
    """Yield a page; assert at the end that it asked no other host and reported no error."""
    heard, outside, errors = _listeners(own, "error")
    for event, listen in heard.items():
        page.on(event, listen)
    yield page
    page.close()
    assert not outside
    assert not errors


@contextmanager
def clean_tabs(browser, own=("file://", "about:")):
    """Opens addresses, each in a tab of its own; at the end nothing else was asked and nothing went
    wrong.

    A tab that a test has left is used again, since a new one starts a process: as empty as a new
    one, for pages that store nothing.
    """
    tabs, (heard, outside, errors) = [], _listeners(own, "")

    def open_tab(address, size, color_scheme="light", reduced_motion="no-preference"):
        tabs.append(browser.left.pop() if browser.left else browser.new_context().new_page())
        tabs[-1].set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        tabs[-1].emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
        for event, listen in heard.items():
            tabs[-1].on(event, listen)
        tabs[-1].goto(address)
        return tabs[-1]

    yield open_tab
    for tab in tabs:
        for event, listen in heard.items():
            tab.remove_listener(event, listen)
        stored = tab.evaluate("localStorage.length + sessionStorage.length")
        tab.mouse.move(-1, -1)
        tab.goto("about:blank")
        browser.left.append(tab)
        assert not stored and tab.context.pages == [tab] and not tab.context.cookies(), (
            "a page that stores something"
        )
    assert not outside
    assert not errors


def wait_until(frame, expression, arg=None):
    """Wait until an expression is true in a page or frame, from outside: pages forbid `eval`."""
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
