"""Turning a knob in a page, and reading what it says."""

from functools import cache
from pathlib import Path

import numpy as np
from browser import wait_until

from fogel import league, sweep
from fogel.bugs import zoo
from fogel.web import knobs

SIZES = {"desk": {"width": 1280, "height": 900}, "phone": {"width": 375, "height": 812}}


STORED = Path(__file__).parents[2] / "notebooks" / "stored"


def rows_of(name):
    """A stored table, as chapter 19 reads it."""
    return np.genfromtxt(
        STORED / f"{name}.csv",
        delimiter=",",
        names=True,
        skip_header=1,
        dtype=None,
        encoding="utf-8",
    )


@cache
def given(name):
    """What a chapter hands to a knob."""
    tables = {
        "sweep": lambda: sweep.read(STORED / "ingredients.csv"),
        "bugs": lambda: zoo.AlarmsJob.read(STORED / "bugs_alarms.csv"),
        "checkers": lambda: rows_of("checkers-evaluated"),
        "relapse": lambda: league.stored.read(STORED / "league-long.csv"),
    }
    return [tables[name]()] if name in tables else []


def shown(name):
    """What a chapter shows of a knob, made anew."""
    return knobs.show(name, *given(name))._repr_html_()


shown_once = cache(shown)  # some knobs work for seconds on what they know


def frame_of(page, name):
    frame = page.query_selector(f"#knob-{name} iframe").content_frame()
    wait_until(frame, "!document.body.hidden")
    return frame


def told(frame):
    return frame.inner_text("#told")


def each(frame, selector, words):
    """Return the value of a script for each element, `one`, that a selector finds."""
    return frame.locator(selector).evaluate_all(f"all => all.map((one) => {words})")


def moved_to(frame, share):
    """Draw what is seen when so much of a motion is over."""
    frame.evaluate("share => frame(share)", share)
