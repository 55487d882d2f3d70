"""The pages that teachers and students read: feedback, the class, the league. Nobody is to be shut
out of them.
"""

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from axe_playwright_python.sync_playwright import Axe
from browser import open_chromium

from classroom import hand_in, submission
from fogel.core.players import SHIPPED
from fogel.tools import tournament, tournament_page
from grader import book, feedback, grade, intake
from grader.course import open_course, release
from grader.sets import find

ONE = find("02")
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
    "resultTypes": ["violations"],
    "preload": False,
}
EVIL = (
    "<script>document.title = 'taken over'</script>![x](https://example.org/x.png)"
    " [x](javascript:alert(1))"
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """{name: file} of a page for a student who did badly and is hostile, one for the class, one of
    a league.
    """
    root = tmp_path_factory.mktemp("pages")
    release(root / "course", 7, ["02"])
    wrong = {
        "sums": "def output_sums(a, b, board):\n    return '<b>bold</b>'\n",
        "choose": "def choose_square(sums, board):\n    return int(np.argmax(sums))  # <script>\n",
        "bug": "import os\nos._exit(0)\n",
    }
    for student in ("ada", "<i>eve"):
        made = submission(ONE, 7, wrong if student != "ada" else None, student=student)
        for cell in made.cells:
            if cell.metadata.get("nbgrader", {}).get("grade_id") == "why":
                cell.source = EVIL
        hand_in(root / "course" / "submitted", made, student, ONE.name)
    course = open_course(root / "course")
    found = intake.submissions(root / "course" / "submitted", ONE.name).found
    results = grade.grade(course, ONE.name, found)
    book.enter(course, results, found)
    book.write_written(course, ONE.name, results)
    folder = feedback.write_feedback(course)
    networks, _ = tournament.load_entrants(SHIPPED)
    tournament_page.save_page(
        root / "league.html", tournament.play_league(networks), {"<i>x": "<b>bad"}
    )
    return {
        "student": folder / "<i>eve" / f"{ONE.name}.html",
        "class": folder / "class.html",
        "league": root / "league.html",
    }


@pytest.fixture(scope="module")
def chromium(request):
    """A browser without a network."""
    with open_chromium(
        request, "nobody looked at the pages of the classroom (layout, contrast)"
    ) as browser:
        yield browser


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["student", "class", "league"])
def test_page_is_readable_for_everybody(name, theme, pages, chromium):
    page, outside = chromium.new_page(color_scheme=theme), []
    page.on(
        "request",
        lambda request: request.url.startswith(("file:", "data:")) or outside.append(request.url),
    )
    page.goto(pages[name].as_uri())
    assert page.title() != "taken over"
    assert (
        page.locator("main i").count() == page.locator(".bar i, .bins i, .shares i").count()
    )  # no name has become HTML
    for width in (375, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    for details in page.locator("details").all():
        details.evaluate("details => { details.open = true }")
    found = Axe().run(page, options=RULES).response["violations"]
    assert not [f"{rule['id']}: {node['html']}" for rule in found for node in rule["nodes"]]
    assert not outside
    page.close()


def test_what_a_student_is_told(pages):
    text = pages["student"].read_text(encoding="utf-8")
    assert "is taken in this position" in text and "ended the notebook&#39;s process" in text
    assert 'href="javascript:' not in text and "<script" not in text
    assert "&lt;i&gt;eve" in text and "<i>eve" not in text
