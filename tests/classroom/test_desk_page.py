"""The page on which written answers are read, in a browser: by hand, by keys, in the dark, and what
it says.
"""

import json
from contextlib import contextmanager

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from axe_playwright_python.sync_playwright import Axe
from browser import open_chromium, wait_until
from written import ANSWER, HOSTILE, ONE, STUDENTS, give, key_of, served, table, write_answers

from grader import book
from grader.reading import Reader, place_of

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
    "resultTypes": ["violations"],
    "preload": False,
}


@pytest.fixture(scope="module")
def chromium(request):
    """A browser without a network."""
    with open_chromium(
        request, "nobody read a written answer (layout, contrast, clicks, keys)"
    ) as browser:
        yield browser


@contextmanager
def opened(made, chromium, **options):
    """A page on the list of questions; it must not complain, and ask nobody else."""
    page, wrong = chromium.new_page(**options), []
    page.on(
        "request",
        lambda request: (
            request.url.startswith((made.address, "data:")) or wrong.append(request.url)
        ),
    )
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "console", lambda message: "Security Policy" in message.text and wrong.append(message.text)
    )
    page.goto(made.address)
    yield page
    assert not wrong
    page.close()


def says(page, words):
    wait_until(
        page, "words => document.getElementById('status').textContent.startsWith(words)", words
    )


def stands_on(page, words):
    page.locator("h1", has_text=words).wait_for()  # which a navigation does not interrupt
    page.wait_for_load_state()  # the page's script listens only from its end on


def student_on(page, made):
    """Whose answer a page shows, which only the server knows."""
    place = page.url.rpartition("/")[2]
    keys = made.reader.questions()[ONE.name, "why"]
    return next(key[1] for key in keys if place_of(made.reader.course, key) == place)


def test_read_by_hand_and_by_keys_and_it_counts(course, chromium):
    with served(course) as made, opened(made, chromium) as page:
        page.get_by_role("link", name="P2.6").click()
        stands_on(page, "Answer 1 of 5")
        page.get_by_label("what the mask does").click()
        page.get_by_label("what becomes of the game").click()
        page.get_by_label("Note to the student").fill("Say why selection is blind: 1 0 u.")
        says(page, "Saved")
        first = student_on(page, made)
        page.get_by_role("link", name="Next →").click()  # whatever was typed last is saved before
        stands_on(page, "Answer 2 of 5")
        assert table(course)[first] == ("2", "Say why selection is blind: 1 0 u.")
        assert page.locator("#left").text_content() == "4 of 5 to read"
        second = student_on(page, made)
        page.keyboard.press("1")
        page.keyboard.press("1")  # once too often: it is to be read again, and not worth nothing
        says(page, "Saved, without points")
        assert table(course)[second] == ("", "")
        page.keyboard.press("0")
        says(page, "Saved")
        page.keyboard.press("n")
        page.keyboard.type("u n 1")
        page.keyboard.press("Escape")
        page.keyboard.press("ArrowLeft")
        stands_on(page, "Answer 1 of 5")
        assert table(course)[second] == ("0", "u n 1")
        assert [box.is_checked() for box in page.locator(".point input").all()] == [
            True,
            False,
            True,
            False,
        ]
        page.get_by_label("of 3 points").fill("2,5")
        says(page, "Saved")
        assert not page.locator(".point input:checked").count() and table(course)[first][0] == "2.5"
        page.keyboard.press("Escape")
        page.keyboard.press("u")
        stands_on(page, "Answer 3 of 5")
        page.locator("summary", has_text="Keys").click()
        page.get_by_label("Use the keys that are letters and digits").click()
        page.keyboard.press("2")
        assert page.locator("#points").input_value() == ""
    assert write_answers(course, STUDENTS, ANSWER) == []  # `grade` keeps it
    found = book.read_written(course)[0]
    assert (found[key_of(first)]["points"], found[key_of(second)]["points"]) == (2.5, 0)
    assert [row["points"] for row in found.values()].count(None) == 3


def test_what_is_not_saved_is_said_and_stays(course, chromium):
    with served(course) as made, opened(made, chromium) as page:
        page.get_by_role("link", name="P2.6").click()
        stands_on(page, "Answer 1 of 5")
        student = student_on(page, made)
        page.get_by_label("of 3 points").fill("4")
        says(page, "Not saved: P2.6: points must be a number from 0 to 3, not '4'.")
        page.get_by_role("link", name="Next →").click()  # it does not leave
        give(Reader(course), student, "1", "From another desk.")
        page.get_by_label("of 3 points").fill("3")
        says(
            page,
            "Not saved: meanwhile the table has 1 point and the note 'From another desk.' here",
        )
        assert (
            page.locator("h1").text_content() == "Answer 1 of 5"
            and table(course)[student][0] == "1"
        )
        page.get_by_role("button", name="Save mine").click()
        says(page, "Saved")
        assert table(course)[student] == ("3", "")
        give(Reader(course), student, "2", "Once more.")
        page.get_by_label("of 3 points").fill("1")
        says(page, "Not saved: meanwhile")
        with page.expect_navigation():
            page.get_by_role("button", name="Take theirs").click()
        assert page.locator("#comment").input_value() == "Once more."
        page.get_by_label("Note to the student").fill("Typed when it was too late.")
        says(page, "Saved")
        before = course.path("written.csv").read_bytes()
        course.path("written.csv").write_text("nothing")
        page.get_by_label("of 3 points").fill("3")
        says(page, "Not saved: written.csv: it must have the columns")
        course.path("written.csv").write_bytes(before)
        page.get_by_role("button", name="Save mine").click()
        says(page, "Saved")
        made.shutdown()
        made.server_close()
        page.get_by_label("of 3 points").fill("1")
        says(page, "Not saved: `read` does not answer.")
        assert table(course)[student] == ("3", "Typed when it was too late.")


@pytest.mark.parametrize(
    ("how", "row"), [("typed", ("2.5", "Early.")), ("ticked", ("1", "Early."))]
)
def test_what_is_filled_in_before_the_script_listens_is_saved_too(how, row, course, chromium):
    with served(course) as made, opened(made, chromium) as page:
        held = []
        page.route("**/desk.js", lambda route: held.append(route))
        student = made.reader.questions()[ONE.name, "why"][0][1]
        page.goto(
            f"{made.address}02_network/why/{place_of(course, key_of(student))}", wait_until="commit"
        )
        page.get_by_label("Note to the student").fill("Early.")
        if how == "typed":
            page.get_by_label("of 3 points").fill("2.5")
        else:
            page.get_by_label("what the mask does").click()
        assert len(held) == 1 and table(course)[student] == ("", "")
        held[0].continue_()
        says(page, "Saved")
        assert table(course)[student] == row


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_is_readable_for_everybody(theme, course, chromium):
    write_answers(course, ["eve"], HOSTILE)
    with served(course) as made, opened(made, chromium, color_scheme=theme) as page:
        place = place_of(course, key_of("eve"))
        for path in ("", f"02_network/why/{place}"):
            page.goto(made.address + path)
            for details in page.locator("details").all():
                details.evaluate("details => { details.open = true }")
            for width in (375, 1280):
                page.set_viewport_size({"width": width, "height": 900})
                assert page.evaluate("document.documentElement.scrollWidth") <= width
            found = Axe().run(page, options=RULES).response["violations"]
            assert not [f"{rule['id']}: {node['html']}" for rule in found for node in rule["nodes"]]
        assert page.locator(".theirs").inner_text().count("<script>") == 1
        assert page.locator(".theirs :is(img, a, script)").count() == 0


def test_a_page_of_another_site_can_do_nothing(course, chromium):
    """It knows the address, say from a screenshot, and asks with all that a browser lets it."""
    with served(course) as made, served(course) as other:  # another port is another origin
        page = chromium.new_page()
        page.goto(other.address + "desk.css")
        before = course.path("written.csv").read_bytes()
        body = json.dumps({"points": "3", "comment": "", "numbers": None, "seen": ""})
        ask = """async ([url, body, mode]) => {
            const headers = { "Content-Type": mode === "cors" ? "application/json" : "text/plain" };
            const about = { method: body ? "POST" : "GET", mode, body, headers };
            try { return (await (await fetch(url, about)).text()).length } catch { return "refused" }
        }"""
        for content in (None, body):
            for mode in ("cors", "no-cors"):
                assert page.evaluate(ask, [made.address, content, mode]) in ("refused", 0), (
                    content,
                    mode,
                )
        assert course.path("written.csv").read_bytes() == before
        page.close()
