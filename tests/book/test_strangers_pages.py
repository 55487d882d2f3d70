"""The article, the page on how the book teaches, and what a first class is handed."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
import yaml
from places import BOOK, ROOT

from fogel import encoding, network, opponent, selection
from fogel.core.settings import Settings

PAPER = (ROOT / "paper" / "paper.md").read_text()
ENTRIES = (ROOT / "paper" / "paper.bib").read_text().strip().split("\n\n")
TEACHING = (BOOK / "teaching.md").read_text()
QUIZ = (ROOT / "pilot" / "pilot.md").read_text()
DOI = re.compile(r"10\.\d{4,5}/\S+")


def keys():
    return [re.match(r"@\w+\{(\w+),", entry)[1] for entry in ENTRIES]


def test_the_article_cites_all_of_its_bibliography_and_nothing_else():
    assert len(keys()) == len({*keys()}) and {*re.findall(r"@(\w+)", PAPER)} == {*keys()}


def test_each_reference_has_a_doi_or_an_address():
    for entry in ENTRIES:
        doi, url = (re.search(rf"\b{name} = \{{(.+)\}}", entry) for name in ("doi", "url"))
        assert (doi and DOI.fullmatch(doi[1])) or url, entry


def test_the_article_has_what_its_journal_asks_for():
    head = yaml.safe_load(PAPER.split("---\n")[1])
    assert {"title", "tags", "authors", "affiliations", "date", "bibliography"} <= set(head)
    titles = re.findall(r"^# (.+)$", PAPER.split("---\n", 2)[2], re.M)
    assert {
        "Summary",
        "Statement of need",
        "How it teaches",
        "How it could be adopted",
        "References",
    } <= {*titles}
    assert 500 < len(PAPER.split()) < 1300


def test_how_long_a_chapter_takes_is_what_the_chapters_say():
    said = [
        re.search(r"\*\*Time\*\* \| (\d+) minutes", path.read_text())
        for path in (BOOK / "source").glob("[01]*.md")
    ]
    minutes = [int(found[1]) for found in said]
    assert f"| {min(minutes)} to {max(minutes)} minutes to read and run" in TEACHING


def test_nothing_is_claimed_of_classes_that_have_not_been():
    for text in (PAPER, TEACHING, QUIZ):
        said = " ".join(text.split())
        assert re.search(
            r"(not been used in a class yet|no class has used (it|(the|this) book) yet)", said, re.I
        )


def test_numbers_of_the_article_are_those_of_the_book():
    chapters = [*BOOK.glob("[0-9][0-9]_*.ipynb")]
    assert "nineteen chapters" in PAPER and len(chapters) == 19
    program = (ROOT / "fogel" / "tools" / "kit" / "chapters.c").read_text()
    assert "A program in C of 200 lines" in PAPER and program.count("\n") <= 200


def test_every_doi_of_the_bibliography_leads_where_it_says():
    text = (BOOK / "bibliography.md").read_text()
    for page in (text, TEACHING):
        shown = re.findall(r"\[doi:(10\.[^\]]+)\]\(https://doi\.org/(\S+?)\)(?=[.,])", page)
        assert len(shown) == page.count("[doi:") and all(name == link for name, link in shown)


def test_the_page_names_in_its_text_whom_it_lists():
    listed = re.findall(r"^- \*\*.*?\((\d{4})\)", TEACHING, re.M)
    text, references = TEACHING.split("## References")
    for year in listed:
        assert re.search(rf"\([A-Z][^)]*, {year}\)", " ".join(text.split())), year
    cited = re.findall(r"\(([A-Z]\w+)[^)(]*, \d{4}\)", " ".join(text.split()))
    assert len(cited) == len(listed) and all(name in references for name in cited)


# The quiz.


def answers():
    rows = re.findall(r"^\| (\d+) \| (\S+) \|", (ROOT / "pilot" / "answers.md").read_text(), re.M)
    return {int(number): answer for number, answer in rows}


def test_twelve_questions_have_answers():
    asked = [int(number) for number in re.findall(r"^\*\*(\d+)\.\*\*", QUIZ, re.M)]
    assert asked == [*answers()] == [*range(1, 13)]
    for number, text in enumerate(re.split(r"^\*\*\d+\.\*\*", QUIZ, flags=re.M)[1:], 1):
        choices = re.findall(r"(?:^|\s)([abc])\)&nbsp;", text)
        assert choices == ["a", "b", "c"] if answers()[number] in "abc" else "____" in text
    assert ",".join(f"q{number}" for number in asked) in QUIZ


def test_the_answers_are_right():
    found = answers()
    board = encoding.encode("X.. ... ...")
    assert board.sum() == 1 and encoding.to_move(board) == encoding.O and found[1] == "b"
    outputs = [
        float(value)
        for value in re.search(r"squares 0 to 8: ([\d., ]+)\.\sThe", QUIZ)[1].split(",")
    ]
    taken = np.array([1, 0, -1, 0, 1, 0, 0, 0, 0])
    assert network.choose_square(outputs, taken) == int(found[2])
    assert network.sigmoid(0.0) == float(found[3])
    best = [1, 0, 0, 0, 0, 0, 0, 0, 0]
    chances = opponent.probabilities([0, 0, 0, 0, 0, 1, -1, 1, -1], best, Fraction(1, 10))
    assert float(chances[0]) == float(found[4])
    assert math.sqrt(100) == 10 and found[5] == "b"
    assert selection.total_payoff(20, 2, 10, Settings()) == int(found[6])
    totals = np.random.default_rng(1).normal(size=(2, 1000, 100))
    picked = totals[0].argmax(axis=1)
    assert totals[0].max(axis=1).mean() > 2 > 0.2 > totals[1][np.arange(1000), picked].mean()
    assert found[7] == "b"
    assert 0.5 < 1 - 0.95**16 < 0.6 and found[10] == "b"


@pytest.mark.parametrize("name", ["pilot.md", "answers.md"])
def test_the_pages_fit_their_paper(name):
    """Some sixty lines of a hundred letters fit a printed page."""
    pages = (
        (ROOT / "pilot" / name).read_text().split('<div style="page-break-after: always"></div>')
    )
    assert len(pages) == (2 if name == "pilot.md" else 1)
    for page in pages:
        assert sum(1 + len(line) // 110 for line in page.splitlines()) <= 60
