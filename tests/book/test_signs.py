"""Percent signs, minus signs and apostrophes are of one kind each, in texts, in figures and on
pages.

Texts have a space before a percent sign, a true minus sign and a straight apostrophe, which the web
page turns into a true one; figures and pages have true apostrophes. Code and what it prints keep to
Python's signs, and what stands in quotation marks to those of its author.
"""

import re
from pathlib import Path

import pytest

from fogel.core.texts import typographic

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "notebooks"
TEXTS = [
    *(
        path
        for folder in (".", "source", "source/solutions")
        for path in BOOK.glob(f"{folder}/*.md")
    ),
    *(ROOT / "classroom/source").glob("*.md"),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
]
FIGURES = sorted((ROOT / "figures").glob("*.svg"))
PAGES = [path for ending in ("html", "js") for path in (ROOT / "fogel").rglob(f"*.{ending}")]
NOT_PROSE = r"```.*?```|\$\$.*?\$\$|\$[^$]+\$|`[^`]*`|<!--.*?-->|<[^>]*>|(?<=\])\([^)]*\)|\"[^\"]*\"|https?://\S+|\A---.*?\n---\n"
CLOSE_PERCENT, HYPHEN = r"\d%", r"(?<![\w.)\]–-])-\d"


def odd_signs(text, *patterns):
    """What of a text is written otherwise, with some words around it."""
    found = (match for pattern in patterns for match in re.finditer(pattern, text))
    return [text[max(0, one.start() - 30) : one.end() + 20].replace("\n", " ") for one in found]


def prose(text):
    return re.sub(NOT_PROSE, "", text, flags=re.S)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_texts(path):
    assert not odd_signs(prose(path.read_text(encoding="utf-8")), CLOSE_PERCENT, HYPHEN, "[’‘“”]")


def test_figures():
    """Matplotlib writes the words of a picture into the file as comments, before their outlines."""
    odd = {}
    for path in FIGURES:
        words = re.findall(r"<!-- (.*?) -->", path.read_text(encoding="utf-8"), re.S)
        if found := [
            one for one in words if "$" not in one and odd_signs(one, CLOSE_PERCENT, HYPHEN, "'")
        ]:
            odd[path.name] = found
    assert len(FIGURES) > 100 and not odd, "run: make notebooks"


def shown(path):
    """The words that a page or script may show: between tags, or in texts of several words."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        return re.sub(r"<(script|style).*?</\1>|<!--.*?-->|<[^>]*>", "\n", text, flags=re.S)
    text = re.sub(r"/\*.*?\*/|^\s*//.*$", "", text, flags=re.S | re.M)
    return "\n".join(
        one for one in re.findall(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`', text) if " " in one
    )


def test_pages():
    odd = {
        path.name: found
        for path in PAGES
        if (found := odd_signs(shown(path), CLOSE_PERCENT, r"\}%", r"\w'\w"))
    }
    assert len(PAGES) > 50 and not odd


def test_an_odd_sign_is_noticed():
    assert prose('89% `5%` and -3, $x = -1$, "9%" it’s') == "89%  and -3, ,  it’s"
    assert (
        len(odd_signs("89% and -3, it’s, 3-2, x-1, 89 % and −3", CLOSE_PERCENT, HYPHEN, "[’‘]"))
        == 3
    )


def test_words_for_pages_and_figures():
    assert (
        typographic("the champion's -0.3 and -.5, 89% of x-1")
        == "the champion’s −0.3 and −.5, 89 % of x-1"
    )
