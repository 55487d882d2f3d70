"""One board for every game: whatever is promised of it holds at the standard game, at games of any
shape, and at checkers.
"""

import pytest
from board_pages import SIZES, SMALL, notes, tally, violations
from browser import wait_until
from ttt_page import THREE

from fogel.rules.rules import in_a_row
from fogel.web import frame, save_page
from fogel.web.board import page as any_shape
from fogel.web.checkers.page import checkers_frame, save_checkers_page

RULES_PAGE = {"three": THREE, "ten": in_a_row(10, 10, 5), "rules": in_a_row(3, 3, 3)}
GAMES = ["page", "rules", "checkers"]
SOLVED = "String(DATA.players.findIndex(({ board }) => DATA.boards[board].men === 2))"
TURN = "() => match.over || match.waits"
# A word is not cut by the frame.
INSIDE = """[...document.querySelectorAll("#ticks span")].every((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return words.getBoundingClientRect().right <= innerWidth;
})"""
# What a person does: {page: {state: script}}
STATES = {
    "page": {
        "mid-game": "choose('champion'); press(0); press(4); node = 3; $('numbers').open = true;"
        " $('head').open = true; render()",
        "an earlier board": "lookAt(1)",
        "a bad file": ("load(new File(['{}'], `${'long '.repeat(20)}${'name'.repeat(30)}.json`))"),
        "lost": "choose('champion'); [0, 1, 2, 3, 4, 5, 7, 8].forEach(press)",
        "as second player": (
            "begin(true); choose('generation-1'); [4, 0, 1, 2, 3, 5, 6, 7, 8].forEach(press)"
        ),
        "no network": "choose('perfect')",
        "two humans": "choose('human'); [0, 1, 2].forEach(press)",
    },
    "rules": {
        "help": "press(0); press(1); press(2); $('peek').click(); hint()",
        "an earlier board": "lookAt(1)",
        "a look": "match.sit(2, 'trad-perfect'); $('look').click(); change(); press(4)",
    },
    "three": {"mid-game": "[0, 1, 2].forEach(press)"},
    "ten": {"mid-game": "[0, 1, 2].forEach(press)"},
    "checkers": {
        "mid-game": "$('thoughts').open = true; press(5); press(8)",
        "in hand": "press(startSquares()[0])",
        "an earlier board": "lookAt(1)",
        "it could not think": "answered('this browser lets no worker run')",
        "solved": f"choose({SOLVED}); hint()",
        "over": (
            "match.positions = [{ board: match.position.board.map((p) => Math.max(p, 0)),"
            " player: -1, made: 3 }]; match.moves = []; match.settle(); change()"
        ),
    },
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The pages, and for each game a page that has its own in a frame."""
    folder = tmp_path_factory.mktemp("boards")
    save_page(folder / "page.html")
    save_checkers_page(folder / "checkers.html")
    for name, rules in RULES_PAGE.items():
        any_shape.save_page(folder / f"{name}.html", rules)
    frames = {"rules": any_shape.frame(RULES_PAGE["rules"], height=300), "page": frame(300)}
    for name, text in {**frames, "checkers": checkers_frame(300)}.items():
        around = f"<html data-theme='dark' lang='en'><title>A chapter</title><body>{text}"
        (folder / f"{name} framed.html").write_text(f"<!doctype html>{around}", encoding="utf-8")
    return folder


def move(tab):
    """The first move that there is, by clicks, and the answer to it."""
    wait_until(tab, TURN)
    for square in tab.evaluate("match.game.squares(match.game.moves(match.position)[0])"):
        tab.locator(f"[data-square='{square}']").click(force=True)
    wait_until(tab, TURN)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", STATES)
def test_a_page_is_readable_for_everybody(name, size, scheme, open_page):
    tab = open_page(name, size, color_scheme=scheme, reduced_motion="reduce")
    for words in STATES[name].values():
        tab.evaluate(f"async () => {{ {words.replace('load(', 'await load(')} }}")
        wait_until(tab, TURN)
        wait_until(tab, "() => !document.getElementById('thinking')?.textContent.includes('…')")
        assert tab.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
        assert tab.evaluate(SMALL) == []
        if (size, scheme) in (("desktop", "light"), ("desktop", "dark"), ("narrow", "light")):
            assert violations(tab) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_frame_follows_the_page_around_it(name, open_page):
    tab = open_page(f"{name} framed", "book")
    # The frame loads when it comes into view.
    tab.frame_locator("iframe").locator("#board button").first.wait_for()
    inner = tab.frames[1]
    wait_until(inner, "document.documentElement.dataset.theme === 'dark'")
    tab.evaluate("document.documentElement.dataset.theme = 'light'")
    wait_until(inner, "document.documentElement.dataset.theme === 'light'")
    tab.evaluate("delete document.documentElement.dataset.theme")
    wait_until(inner, "!document.documentElement.dataset.theme")
    tab.evaluate("document.body.dataset.jpThemeLight = 'false'")  # JupyterLab says it in this way
    wait_until(inner, "document.documentElement.dataset.theme === 'dark'")
    fits = "Math.abs(document.body.getBoundingClientRect().height - innerHeight) <= 1"
    for size in ("narrow", "desktop"):
        tab.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
        wait_until(inner, fits)
        assert tab.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
        assert inner.evaluate(INSIDE)
    move(inner)
    assert inner.evaluate("match.moves.length") >= 2
    assert violations(inner) == []


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_taken_back_looked_at_and_played_on(name, open_page):
    tab = open_page(name, "phone", reduced_motion="reduce")
    start = tab.evaluate("match.moves.length")
    assert tab.get_attribute("#undo", "aria-disabled") == "true"
    for _ in range(2):
        move(tab)
    game = tab.evaluate("match.moves")
    tab.keyboard.press("u")
    assert tab.evaluate("match.moves") == game[: start + 2]
    move(tab)
    game = tab.evaluate("match.moves")
    tab.locator("#time").fill("1")
    assert tab.inner_text("#status") == f"After 1 of {len(game)} moves."
    assert tab.get_attribute("#time", "aria-valuetext") == f"After 1 of {len(game)} moves."
    assert tab.locator("#strip [aria-current]").count() == 1
    before = tab.locator("#time").bounding_box()
    tab.click("#hint", force=True) if tab.is_visible("#hint") else None
    assert notes(tab) == [] and tab.evaluate("match.moves") == game  # nothing is pressed there
    tab.locator("#time").fill(str(start + 2))
    assert tab.locator("#time").bounding_box() == before  # it stays under the finger
    tab.keyboard.press("Escape")
    assert tab.evaluate("looking") is None
    tab.locator("#strip button").nth(start + 2).click()
    tab.click("#play-on")
    assert tab.evaluate("match.moves") == game[: start + 2] and tab.evaluate("looking") is None
    assert tab.evaluate("document.activeElement.className") == "square"


@pytest.mark.parametrize("name", GAMES)
def test_a_reload_and_a_link_keep_the_game(name, open_page):
    tab = open_page(name, reduced_motion="reduce")
    for _ in range(2):
        move(tab)
    seen = "[match.names, match.moves, match.positions, $('status').textContent]"
    shown = tab.evaluate(seen)
    wait_until(tab, "location.hash.split('moves=')[1]?.split('.').length === match.moves.length")
    tab.reload()
    assert tab.evaluate(seen) == shown and sum(tally(tab)) == 0
    tab.evaluate("() => { location.hash = 'player=nobody&player=human' }")
    wait_until(tab, "$('trouble').textContent !== ''")
    assert tab.inner_text("#trouble").startswith("The address of this page: there is no ")
    assert tab.evaluate(TURN.removeprefix("() => "))
    players = "&".join(f"player={one}" for one in tab.evaluate("match.names"))
    tab.evaluate("() => { newGame(); }")
    move(tab)
    tab.evaluate("lookAt(0)")
    tab.evaluate(f"() => {{ location.hash = '{players}' }}")
    wait_until(tab, "looking === null && $('trouble').textContent === ''")
    tab.evaluate(f"() => {{ location.hash = '{players}&moves=p' }}")
    passes = tab.evaluate("Boolean(match.game.passes)")
    if passes:
        wait_until(tab, "match.moves[0] === null")
    else:
        wait_until(tab, "$('trouble').textContent.includes('no move null after 0')")


@pytest.mark.parametrize(("name", "columns"), [("page", 3), ("ten", 10), ("checkers", 3)])
def test_a_game_without_a_mouse(name, columns, open_page):
    """Tab reaches one square, arrows go from square to square and stop at the edge, letters begin
    a game and take a move back, but not beside Control.
    """
    tab = open_page(name, reduced_motion="reduce")
    for _ in range(20):
        if tab.evaluate("document.activeElement.parentElement?.id") == "board":
            break
        tab.keyboard.press("Tab")
    where = "buttons().indexOf(document.activeElement)"
    at, last = tab.evaluate(where), tab.locator("#board button").count() - 1
    for key, step in (("Up", -columns), ("Right", 1), ("Down", columns), ("Left", -1)):
        inside = 0 <= at + step <= last and (
            abs(step) > 1 or (at + step) // columns == at // columns
        )
        at += step * inside
        tab.keyboard.press(f"Arrow{key}")
        assert tab.evaluate(where) == at
    for _ in range(columns + 2):
        tab.keyboard.press("ArrowRight")
    at = at // columns * columns + columns - 1
    assert tab.evaluate(where) == at and tab.locator("#board [tabindex='0']").count() == 1
    begun = tab.evaluate("match.moves.length")
    for square in tab.evaluate("match.game.squares(match.game.moves(match.position).at(-1))"):
        tab.locator(f"[data-square='{square}']").focus()
        tab.keyboard.press("Enter")
    wait_until(tab, f"() => match.waits && match.moves.length === {begun + 2}")
    assert tab.evaluate(where) >= 0
    tab.keyboard.press("Control+n")
    tab.keyboard.press("u")
    assert tab.evaluate("match.moves.length") == begun
    tab.keyboard.press("n")
    assert tab.evaluate("match.moves.length") == begun
