"""The form of a chapter: what a page shows, what is folded, and that every claim is held by an
assert.

A claim is a bold sentence of a chapter or of its solutions, or a bullet of "What you know now";
questions and labels are none. It is held by a cell of the same notebook, in which a comment with
the claim's first words stands directly above an assert:

    # claim: A league of a hundred learns the rules
    assert valid[-1] > 0.5

The comment says what kind of claim it is: `claim`, `here` or `by definition`; see the head of
notebooks/replicate.py. Asserts below two marks can hold one sentence, such as what is general in
it and the numbers of this run.

A cause is a claim too. A sentence before the exercises that says *because*, *so that*, *that is
why*, *the cause*, *explains* or *since* has a cell as well, with the comment `# because:` and the
sentence's first words, whose assert would fail if the cause were not so; or a hedge (perhaps,
seems, may); or, where it is true by the rules, by arithmetic or by the program as it stands, or
says what we do something for, the mark <!-- by definition -->, which no page shows.
"""

import re
from pathlib import Path

import nbformat
import pytest
from chapter_cells import COLUMNS, FOLDED, folded
from replicate import MARK

BOOK = Path(__file__).parents[2] / "notebooks"
CHAPTERS = sorted(BOOK.glob("[0-9][0-9]_*.ipynb"))
IN_FORM = [
    *CHAPTERS,
    *(BOOK / "solutions" / path.name for path in CHAPTERS),
    BOOK / "toolbox.ipynb",
]
FOLDERS = (BOOK, BOOK / "solutions", BOOK.parent / "classroom")
ALL = sorted(path for folder in FOLDERS for path in folder.glob("[0-9][0-9]_*.ipynb"))
LAST = "## What you know now"
LADDER = ("Warm-up", "Predict", "Build", "Find the bug", "Explore")
FEWEST_WORDS = 4
CAUSE = re.compile(
    r"\b(because|so that|(which|that) is why|the cause|explain(s|ed)?)\b|, since\b", re.I
)
HEDGE = re.compile(
    r"\b(perhaps|probably|maybe|may|might|seems?|suggests?|likely|possibly|presumably|we"
    r" (guess|read|think|suspect))\b",
    re.I,
)
BY_DEFINITION = "<!-- by definition -->"

in_form = pytest.mark.parametrize(
    "path", IN_FORM, ids=lambda path: str(path.relative_to(BOOK).with_suffix(""))
)
chapters = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)


def cells_of(path):
    return nbformat.read(path, 4).cells


def prose(cells):
    """The text of the Markdown cells, joined by blank lines, without code and formulas."""
    return marked_prose(cells).replace(BY_DEFINITION, "")


def marked_prose(cells):
    """The same with the marks of what is true by definition."""
    text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return re.sub(r"```.*?```|\$\$.*?\$\$", "", text, flags=re.S)


def words_of(text):
    """The words of a text, in small letters, without marks and the targets of links."""
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return re.findall(
        r"[\w'’.,%:×-]*\w", text.replace("*", "").replace("[", "").replace("]", "").lower()
    )


def claims_of(cells):
    """The bold sentences of a notebook, and the bullets of its summary."""
    text = prose(cells)
    before = text.split("## Exercises")[0]
    bold = (found[1].replace("\n", " ") for found in re.finditer(r"\*\*(.+?)\*\*", text, re.S))
    # No exercise.
    sentences = (words for words in bold if words.endswith((".", "!")) and not words[0].isdigit())
    claims = [words for words in sentences if len(words_of(words)) >= FEWEST_WORDS]
    if LAST in before:
        bullets = re.split(r"^- ", before.split(LAST)[1].split("\n## ")[0], flags=re.M)[1:]
        claims += [" ".join(bullet.split()) for bullet in bullets]
    return claims


def held_by(cells, kinds=("claim", "here", "by definition")):
    """The claims or causes that comments name; AssertionError where no assert follows."""
    held = []
    for cell in cells:
        if cell.cell_type != "code":
            continue
        parts = MARK.split(cell.source)
        for kind, words, code in zip(parts[1::5], parts[4::5], parts[5::5], strict=True):
            assert re.search(r"^ *assert ", code, re.M), f"no assert follows the {kind} {words!r}"
            if kind in kinds:
                held.append(words)
    return held


def begins_with(claim, words):
    return words_of(claim)[: len(words_of(words))] == words_of(words)


def unheld(cells):
    """(claims without an assert, comments without a claim)."""
    claims, held = claims_of(cells), held_by(cells)
    assert all(len(words_of(words)) >= min(FEWEST_WORDS, 4) for words in held), (
        "name a claim by four words or more"
    )
    without = [claim for claim in claims if not any(begins_with(claim, words) for words in held)]
    stale = [words for words in held if not any(begins_with(claim, words) for claim in claims)]
    return without, stale


@in_form
def test_every_claim_has_its_assert(path):
    without, stale = unheld(cells_of(path))
    assert not without, "claims that no assert holds (see the head of this file):\n" + "\n".join(
        without
    )
    assert not stale, "asserts for claims that are gone:\n" + "\n".join(stale)


@chapters
def test_the_summary_says_something(path):
    assert len(claims_of(cells_of(path))) >= 6


def causes_of(cells):
    """The sentences before the exercises that name a cause, each with its mark."""
    text = re.sub(r"^(#|\||<).*$", "", marked_prose(cells).split("## Exercises")[0], flags=re.M)
    paragraphs = (
        " ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n|^- ", text, flags=re.M)
    )
    ends = rf"(?<=[.?!])[*)\"]*(?: ?{BY_DEFINITION})?(?= |$)"
    sentences = (
        found[0].strip() for text in paragraphs for found in re.finditer(rf".+?(?:{ends}|$)", text)
    )
    return [
        one for one in sentences if CAUSE.search(one.replace("*", "")) and not one.endswith("?")
    ]


def unfounded(cells):
    """(causes without a cell, a hedge or a mark, comments without a cause)."""
    causes, held = causes_of(cells), held_by(cells, ("because",))
    founded = [*held, *held_by(cells)]
    without = [
        one
        for one in causes
        if not (
            HEDGE.search(one)
            or one.endswith(BY_DEFINITION)
            or any(begins_with(one, words) for words in founded)
        )
    ]
    return without, [words for words in held if not any(begins_with(one, words) for one in causes)]


@chapters
def test_a_because_is_a_claim(path):
    without, stale = unfounded(cells_of(path))
    assert not without, (
        "causes that no cell could refute (see the head of this file):\n" + "\n".join(without)
    )
    assert not stale, "asserts for causes that are gone:\n" + "\n".join(stale)


NOTEBOOK = [
    (
        "markdown",
        (
            "# 12 · Some: chapter\n\n**Zeros choose square 0.** A *word*, and **a label**. **Is"
            " this one?**"
        ),
    ),
    ("code", "# claim: Zeros choose square 0\nassert True"),
    (
        "markdown",
        (
            "## What you know now\n\n- The best of\n  them wins.\n\n## Exercises\n\n**12.1"
            " Build.** It."
        ),
    ),
    ("code", "# claim: The best of them\nassert 1 < 2"),
]


def some_cells(*changes):
    """NOTEBOOK's cells, with texts replaced."""
    cells = []
    for kind, source in NOTEBOOK:
        for old, new in changes:
            source = source.replace(old, new)
        cells.append(nbformat.from_dict({"cell_type": kind, "source": source, "metadata": {}}))
    return cells


def test_a_sentence_added_without_an_assert_is_noticed():
    assert unheld(some_cells()) == ([], [])
    added = some_cells(("A *word*", "**A new one is added here.**"))
    assert unheld(added)[0] == ["A new one is added here."]
    assert unheld(some_cells(("## Exercises", "- One bullet more.\n\n## Exercises")))[0] == [
        "One bullet more."
    ]
    assert unheld(some_cells(("wins.", "loses."), ("The best of them", "The best of them wins")))[1]
    with pytest.raises(AssertionError, match="no assert follows"):
        unheld(some_cells(("assert 1 < 2", "1 < 2")))


def test_a_cause_added_without_a_cell_is_noticed():
    def causes(words, *others):
        return unfounded(some_cells(("A *word*, and **a label**.", words), *others))

    bare = "It *falls because* the rest rise."
    assert causes(bare) == ([bare], [])
    assert causes(
        bare, ("assert True", "assert True\n# because: It falls because\nassert 1 < 2")
    ) == ([], [])
    assert (
        causes("It may fall because of that.")
        == causes(f"It is so, since 1 < 2. {BY_DEFINITION}")
        == ([], [])
    )
    assert causes(f"It is so, since 1 < 2.{BY_DEFINITION} It fell since March.") == ([], [])
    assert causes(f"It explains all. Or not, by rule. {BY_DEFINITION}")[0] == ["It explains all."]
    assert causes("(It is so, *which\nis why*.) More.")[0] == ["(It is so, *which is why*.)"]
    assert causes(
        "Nothing.", ("assert True", "assert True\n# because: It falls because of\nassert 1 < 2")
    )[1]
    assert causes("Is it because of that?") == ([], [])
    assert causes("Nothing.", ("**12.1 Build.** It.", "**12.1 Build.** Because.")) == ([], [])


# What a page shows.


@pytest.mark.parametrize(
    "path", ALL, ids=lambda path: str(path.relative_to(BOOK.parent).with_suffix(""))
)
def test_no_visible_line_of_code_is_cut_off(path):
    code = [cell for cell in cells_of(path) if cell.cell_type == "code" and not folded(cell)]
    assert not [line for cell in code for line in cell.source.splitlines() if len(line) > COLUMNS]


@in_form
def test_nothing_is_cut_off(path):
    for cell in cells_of(path):
        if cell.cell_type != "code":
            continue
        shown = [] if folded(cell) else cell.source.splitlines()
        for output in cell.outputs:
            shown += output.text.splitlines() if output.output_type == "stream" else []
        assert not [line for line in shown if len(line) > COLUMNS], (
            f"lines of more than {COLUMNS} columns"
        )


@in_form
def test_drawing_code_is_folded(path):
    for cell in cells_of(path):
        if cell.cell_type == "code" and re.search(r"\bdrawing\.\w+\(|\baxes\.\w+\(", cell.source):
            assert folded(cell), f"a cell that draws is to have the tag {FOLDED}:\n{cell.source}"


@pytest.mark.parametrize(
    "path", ALL, ids=lambda path: str(path.relative_to(BOOK.parent).with_suffix(""))
)
def test_what_is_folded_on_the_page_is_folded_in_jupyterlab(path):
    for cell in cells_of(path):
        inside = bool(cell.metadata.get("jupyter", {}).get("source_hidden"))
        assert inside == (folded(cell) and cell.cell_type == "code"), "run: make notebooks"


def is_figure(output):
    """Return whether it is a figure of the book, not a board from a wrong answer."""
    data = output.get("data", {})
    return "image/png" in data and "digest" in data["text/plain"]


@chapters
def test_every_figure_has_a_numbered_caption_that_says_something(path):
    cells, number = cells_of(path), int(path.name[:2])
    captions = []
    for cell, following in zip(cells, [*cells[1:], None], strict=True):
        pictures = [output for output in cell.get("outputs", []) if is_figure(output)]
        if pictures:
            assert len(pictures) == 1 and following and following.cell_type == "markdown", (
                cell.source
            )
            found = re.match(rf"\*Figure {number}\.(\d+): ([^*]+)\*", following.source)
            assert found, (
                f"a caption is to follow the figure, *Figure {number}.1:"
                f" ...*\n{following.source[:80]}"
            )
            assert len(words_of(found[2])) >= 6 and found[2].strip().endswith(".")
            captions.append(int(found[1]))
    assert captions == [*range(1, len(captions) + 1)] and captions
    mentioned = {int(found) for found in re.findall(rf"[Ff]igure {number}\.(\d+)", prose(cells))}
    assert mentioned <= set(captions)


@chapters
def test_exercises_are_a_ladder(path):
    """Two warm-ups, then harder ones; hints before solutions, except of warm-ups and guesses."""
    number = int(path.name[:2])
    text = prose(cells_of(path)).split("## Exercises")[1].split("\n## ")[0]
    parts = re.split(rf"\*\*{number}\.\d ({'|'.join(LADDER)})", text)
    kinds, bodies = parts[1::2], parts[2::2]
    assert kinds[:2] == ["Warm-up"] * 2 and [*kinds] == sorted(kinds, key=LADDER.index), kinds
    assert set(LADDER) - {"Predict"} <= set(kinds)
    for kind, body in zip(kinds, bodies, strict=True):
        assert ("<details>" in body) or kind in ("Warm-up", "Predict"), (
            f"a hint is missing: {body[:60]}"
        )


@in_form
def test_sentences_are_of_a_readable_length(path):
    text = re.sub(r"^(#|\||- |<|\*Figure).*$", "", prose(cells_of(path)), flags=re.M)
    lengths = [
        len(words_of(sentence))
        for sentence in re.split(r"[.?!:](?:\*\*)?\s", text)
        if words_of(sentence)
    ]
    if path.parent == BOOK:
        assert 12 <= sum(lengths) / len(lengths) <= 18, sum(lengths) / len(lengths)
    assert max(lengths) <= 60
