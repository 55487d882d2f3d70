"""One board for every game: whatever is promised of it holds at the standard game, at games of any
shape, at a small game of one's own, and at checkers.
"""

import re

import pytest
from board_pages import SIZES, SMALL, notes, play, tally, violations, wait_for_board
from browser import wait_until
from games import GAMES as OWN_GAMES
from ttt_page import THREE

from fogel.core.players import ADVERSARIES
from fogel.rules.rules import in_a_row
from fogel.web import frame, save_page
from fogel.web.board import page as any_shape
from fogel.web.board.game_page import save_game_page
from fogel.web.checkers.page import checkers_frame, save_checkers_page
from fogel.web.play.page import HERE

RULES_PAGE = {"three": THREE, "ten": in_a_row(10, 10, 5), "rules": in_a_row(3, 3, 3)}
GAMES = ["page", "rules", "hexapawn", "checkers"]
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
    "hexapawn": {"mid-game": "press(6); press(3); press(7); hint()"},
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
    save_game_page(folder / "hexapawn.html", OWN_GAMES["hexapawn"])
    save_checkers_page(folder / "checkers.html")
    for name, rules in RULES_PAGE.items():
        any_shape.save_page(folder / f"{name}.html", rules)
    frames = {"rules": any_shape.frame(RULES_PAGE["rules"], height=300), "page": frame(300)}
    for name, text in {**frames, "checkers": checkers_frame(300)}.items():
        around = f"<html data-theme='dark' lang='en'><title>A chapter</title><body>{text}"
        (folder / f"{name} framed.html").write_text(f"<!doctype html>{around}", encoding="utf-8")
    return folder


@pytest.fixture
def open_page(open_page):
    """Opens a page, and waits for its board."""
    return lambda *about, **options: wait_for_board(open_page(*about, **options))


def move(tab):
    """The first move that there is, by clicks, and the answer to it."""
    wait_until(tab, TURN)
    play(tab, *tab.evaluate("match.game.squares(match.game.moves(match.position)[0])"))
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


@pytest.mark.parametrize("name", ["page", "rules", "checkers"])
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
    tab.keyboard.press("u")
    tab.evaluate("for (const one of buttons()) one.click()")
    assert tab.evaluate("match.moves") == game and tab.evaluate("looking") == start + 2
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
    wait_for_board(tab)
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


@pytest.mark.parametrize(
    ("name", "columns"), [("page", 3), ("ten", 10), ("hexapawn", 3), ("checkers", 3)]
)
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


# The marks on a board in a position, and what a square is called.
ON_BOARD = {
    "page": "[(board) => board.map(letter), (at) => `square ${at}`]",
    "rules": "[({ board }) => board.map(letter), (at) => DATA.squares[at]]",
    "hexapawn": "[(position) => range(SIZE).map((at) => textOn(position, at)), (at) => DATA.squares[at]]",
}
ON_BOARD["three"] = ON_BOARD["rules"]
MONKEY = """([clicks, [marks, name]]) => {
  let state = 7;
  const below = (number) => ((state = (Math.imul(state, 48271) >>> 0) % 2147483647) % number);
  const any = (some) => some[below(some.length)];
  const shownOf = (kind) => [...document.querySelectorAll(kind)].filter((one) => one.checkVisibility() && one.id !== "load");
  const use = (target, event, about) => target.dispatchEvent(Object.assign(new Event(event, { bubbles: true }), about));
  const keys = ["ArrowLeft", "ArrowDown", "ArrowUp", "ArrowRight", "n", "u", "Escape", "q"];
  const fail = (what) => { throw Error(`${what}: ${match.moves}`); };
  for (let k = 0; k < clicks; k++) {
    const dice = below(20);
    const chooser = any(shownOf("select, [type=range]"));
    const open = [...startSquares(), ...targets()].map(buttonOf);
    if (dice > 15) any(shownOf("button, [type=radio], [type=checkbox]")).click();
    else if (dice > 3) any(dice > 7 && open.length ? open : buttons()).click();
    else if (dice > 1) use(document.activeElement, "keydown", { key: any(keys) });
    else if (chooser.type === "range") {
      chooser.value = below(Number(chooser.max) + 1);
      use(chooser, "input");
    } else {
      chooser.selectedIndex = below(chooser.options.length);
      use(chooser, "change");
    }
    const { game, moves, positions } = match;
    const held = marks(positions[looking ?? moves.length]);
    buttons().forEach((button, at) => {
      const label = button.getAttribute("aria-label");
      if (!label.startsWith(`${name(at)}, ${held[at] || "open"}`)) fail(`${label} for ${held[at]}`);
      if ((button.dataset.mark ?? "") !== held[at]) fail(`${button.dataset.mark} on ${label}`);
    });
    moves.forEach((move, at) => {
      if (game.result(positions[at])) fail("moves after the end");
      if (move !== null && !game.moves(positions[at]).includes(move)) fail(`${move} is no move`);
    });
    if (!match.over && !match.waits) fail("nobody answers");
    if (!$("status").textContent) fail("nothing is said");
    if (!match.bySeat && $("adversary").value !== adversaryNow()) fail("not who is shown");
    if ($("strip").querySelectorAll("li:not([hidden])").length !== moves.length + 1) fail("strip");
  }
  return [...match.tallies.values()].flatMap(({ counts }) => counts).reduce((a, b) => a + b);
}"""


@pytest.mark.parametrize("name", ON_BOARD)
def test_after_any_clicks_the_game_is_legal_and_is_what_is_shown(name, open_page):
    tab = open_page(name, reduced_motion="reduce")
    over = tab.evaluate(f"() => ({MONKEY})([1500, {ON_BOARD[name]}])")
    assert over > (5 if name == "hexapawn" else 30)


@pytest.mark.parametrize("name", ["page", "rules", "hexapawn"])
def test_clicks_that_are_no_moves_do_nothing_and_a_game_counts_once(name, open_page):
    tab = open_page(name, reduced_motion="reduce")
    move(tab)
    game = tab.evaluate("match.moves")
    others = "buttons().filter((one) => !startSquares().includes(Number(one.dataset.square)))"
    for _ in range(2):
        tab.evaluate(f"{others}.forEach((one) => one.click())")
    assert tab.evaluate("match.moves") == game and len(game) in (2, 3)
    while not tab.evaluate("match.over"):
        move(tab)
    assert sum(tally(tab)) == 1
    tab.evaluate("for (const one of buttons()) { one.click(); one.click(); }")
    assert sum(tally(tab)) == 1 and notes(tab) == []
    tab.locator("#new-game").dblclick()
    assert tab.evaluate("match.moves.length") == len(game) - 2 and sum(tally(tab)) == 1


@pytest.mark.parametrize("name", ["page", "rules", "hexapawn"])
def test_a_page_is_one_file(name, folder):
    text = (folder / f"{name}.html").read_text(encoding="utf-8")
    outside = r"""(src|href)=["'](?!data:)|https?://(?!www\.w3\.org/2000/svg)|@import|url\("""
    assert not re.search(outside, text)
    assert text.count("<script") == text.count("</script>") == 2
    assert text.count("<style") == text.count("</style>") == 1
    assert "{title}" not in text and "{data}" not in text


def test_scripts_name_no_player_and_no_line():
    """The package hands over what it knows of players, sizes and lines."""
    play_scripts = [HERE / "page.js", HERE / "players.js"]
    for path in (*play_scripts, *any_shape.HERE.glob("*.js")):
        script = path.read_text(encoding="utf-8")
        assert not re.search(r"\[\s*0,\s*1,\s*2\s*\]", script), path
        if path in play_scripts:
            named = "|".join(ADVERSARIES)
            assert not re.search(rf"""["'`]({named})["'`]""", script), path
        else:
            assert not re.search(r"\b9\b|\b3\b", script), path
