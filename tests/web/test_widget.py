"""The board in a notebook: what its widgets say, and whole games clicked in JupyterLab and in
Voila.
"""

import json
import os
import re
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from copy import copy, deepcopy
from functools import partial

import pytest

pytest.importorskip(
    "ipywidgets", reason="the board in a notebook is not installed: pip install -e .[all]"
)
import nbformat
import numpy as np
from axe_playwright_python.sync_playwright import Axe
from board_pages import RULES
from boards import BAD_FILES, GOOD, upload, visible, words
from browser import PATIENCE
from playwright.sync_api import TimeoutError as TooLong
from serving import address_of, free_port

from fogel.core.champion import read_champion
from fogel.core.players import ADVERSARIES, describe_player, lineage
from fogel.core.quiet import QUIET_VARIABLE
from fogel.core.texts import number
from fogel.encoding import open_squares
from fogel.play import Match
from fogel.web.play.advice import ages_on, ages_words, hint_words
from fogel.web.play.flow import flow_svg
from fogel.web.play.pictures import head_view
from fogel.web.play.widget import Board

GENERATION = {name: generation for generation, name in lineage().items()}
LETTERS = {1: "X", -1: "O", 0: "open"}


def seeded(name="champion", person_begins=False):
    return Match(name, person_begins, np.random.default_rng(7))


def moves_to(result, match):
    """The person's squares that lead a match to a result, whatever the adversary draws."""
    if match.over:
        return [] if match.result == result else None
    for square in open_squares(match.board):
        twin = copy(match)
        twin.rng, twin.tallies = deepcopy(match.rng), deepcopy(match.tallies)
        twin.move(square)
        moves = moves_to(result, twin)
        if moves is not None:
            return [square, *moves]
    return None


# Without a browser: what the widgets say.


def titles(board, named=None):
    """What the nine squares are called; `named` is one that disqualified the adversary."""
    marks, more = [LETTERS[value] for value in board.tolist()], {named: ", which it named"}
    return [f"square {square}, {mark}{more.get(square, '')}" for square, mark in enumerate(marks)]


@pytest.mark.parametrize(
    ("name", "squares", "status"),
    [
        ("champion", [0, 4, 7, 5], "It played 2. A tie."),
        ("champion", [0, 4, 5], "You lose: it has 6, 7, 8."),
        ("human", [], "X to move."),
        ("human", [4], "O to move."),
        ("human", [0, 3, 1, 4, 2], "X wins with 0, 1, 2."),
        ("human", [8, 3, 1, 4, 2, 5], "O wins with 3, 4, 5."),
        ("human", [0, 1, 2, 3, 6, 5, 8, 7, 4], "X wins with 0, 4, 8 and 2, 4, 6."),
        ("human", [0, 1, 2, 4, 3, 5, 7, 6, 8], "A tie."),
    ],
)
def test_the_status_in_words(name, squares, status):
    board = Board(seeded(name))
    for square in squares:
        board.click(square)
    assert words(board.status) == status
    assert board.picture.value.count("fogel-strike") == (status.count(",") // 2)


def test_the_status_of_who_begins():
    board = Board(seeded("generation-1", True))
    assert board.begins.value and words(board.status) == "Your move, X."
    assert words(board.note) == "It never trained for that: it evolved in games that it began."
    for square in moves_to("wins", board.match):
        board.click(square)
    assert words(board.status).startswith("You win with ")
    board.begins.value = False
    assert not board.match.person_begins
    assert len(board.match.squares) == 1 and not visible(board.note)


def test_choices_follow_the_match_and_the_match_follows_them():
    board = Board(seeded())
    board.click(0)
    for name in reversed(ADVERSARIES):  # the champion, whom it plays already, last
        board.adversary.value = name
        assert board.match.adversary == name and board.adversary.label == ADVERSARIES[name].words
        assert len(board.match.squares) == (name != "human")
        assert visible(board.generation) == (name in GENERATION)
        assert name not in GENERATION or board.generation.label == str(GENERATION[name])
        assert visible(board.begins) == (name != "human")
        assert visible(board.note) == (name == "human")
    for name in GENERATION:
        board.generation.value = name
        assert board.match.adversary == board.adversary.value == name
    board.match.choose("random")
    board.refresh()
    assert board.adversary.value == "random" and board.match.adversary == "random"
    assert board.match.tally == {"wins": 0, "ties": 0, "losses": 0}


def cells(text, name):
    """The contents of all <td> or <text> in HTML, as numbers."""
    found = re.findall(f"<{name}[^>]*>([^<]*)</{name}>", text.replace("−", "-"))
    return [float(cell) for cell in found if cell]


def rounded(values, digits=2):
    return (np.round(np.asarray(values, dtype=float), digits) + 0.0).ravel().tolist()


def test_its_head():
    board = Board(seeded())
    assert not words(board.head) and not visible(board.node)
    board.click(0)
    assert not visible(board.flow) and not visible(board.show_numbers)
    board.show_head.value = True
    assert not visible(board.node) and "svg" not in board.head.value
    board.show_numbers.value = True
    board.click(4)
    thought = board.match.peek()
    assert board.flow.value == flow_svg(thought, -board.match.person) and visible(board.node)
    assert "On a board with 5 open squares it moved into square 3, " in words(board.head)
    assert cells(board.head.value, "text") == rounded(thought.outputs[thought.board == 0])
    assert cells(board.head.value, "td") == rounded(thought.activations)
    assert [label for label, _ in board.node.options] == [str(node) for node in range(1, 11)]
    for node in (0, 3, 9):
        board.node.value = node
        heard, said = thought.links_in(node), thought.links_out(node)
        assert cells(board.node_view.value, "text") == rounded([*heard[:9, 1], *said[:, 1]])
        ends = [heard[:, 2].sum(), thought.activations[node]]
        assert cells(board.node_view.value, "td") == rounded([*heard.ravel(), *ends, *said.ravel()])
    for earlier in (0, 1, 2):
        board.look_at(earlier)
        late = "a board with 7 open squares it moved into"
        expected = "the empty board it moved into square 6" if earlier < 2 else late
        assert f"On {expected}" in words(board.head)
    board.adversary.value = "generation-1"
    assert board.node.value == 3 == len(board.match.peek().activations) - 1  # the last that it has
    board.begins.value = True
    assert "has not moved yet" in words(board.head) and not visible(board.node_view)
    board.click(4)
    assert "It plays O here, and sees its own marks as 1 and yours as −1." in words(board.head)
    assert board.head.value.count("fogel-x") == 1 and "fogel-o" not in board.head.value
    board.adversary.value = "random"
    assert "Only Fogel's networks have a head" in words(board.head)


def raised(board):
    """The squares whose marks are smaller, to make room for what stands below them."""
    places = re.findall(
        r'translate\((\d+) (\d+)\)"><g transform="translate\(14 5\) scale\(0.72\)">',
        board.picture.value,
    )
    return {int(y) // 100 * 3 + int(x) // 100 for x, y in places}


def test_the_slider_keeps_the_position_and_shows_every_generation():
    board = Board(seeded())
    for square in (4, 0):
        board.click(square)
    assert "fogel-note-in" not in board.picture.value and not visible(board.ages_words)
    for name in ("generation-50", "generation-1", "champion"):
        board.generation.value = name
        assert board.match.adversary == name
        assert len(board.match.squares) == 5 and board.all_ages.value
        ages = ages_on(board.match.peek().board)
        assert words(board.ages_words) == ages_words(ages)
        marked = re.findall(r'<tspan class="([^"]*)">(\d+)</tspan>', board.picture.value)
        assert sorted(int(age) for _, age in marked) == sorted(GENERATION.values())
        assert {int(age) for kind, age in marked if "missed" in kind} == {
            age.generation for age in ages if age.missed
        }
        assert [int(age) for kind, age in marked if "now" in kind] == [GENERATION[name]]
    assert raised(board) == {age.square for age in ages if board.match.board[age.square]}, (
        "room for the numbers"
    )
    board.all_ages.value = False
    assert not raised(board)
    assert "fogel-note-in" not in board.picture.value and not visible(board.ages_words)
    board.all_ages.value = True
    board.begins.value = True
    assert words(board.ages_words) == "It has not moved yet."
    board.adversary.value = "random"
    assert not visible(board.ages_words) and not visible(board.all_ages)


def test_numbers():
    found = [number(value) for value in (0.004, -0.004, -0.7, 999.996, -1e100)]
    assert found == ["0.00", "0.00", "−0.70", "1000.00", "−1e+100"]


@pytest.mark.parametrize("weight", [0.0, 1e100, -1e100])
def test_the_head_of_an_extreme_network(weight):
    board = Board(seeded())
    weights = {"hidden_weights": [[weight] * 10] * 4, "output_weights": [[weight] * 5] * 9}
    data = json.loads(GOOD) | weights
    upload(board, json.dumps(data).encode())
    board.show_head.value = board.show_numbers.value = True
    assert "nan" not in board.head.value + board.node_view.value
    assert head_view(board.match.peek()) == board.head.value


def test_a_match_against_a_file(tmp_path):
    (tmp_path / "mine.json").write_text(GOOD)
    match = seeded()
    match.load(tmp_path / "mine.json")
    board = Board(match)
    assert board.adversary.label == "the network in mine.json"
    assert board.match.squares == match.squares
    board.adversary.value = "human"
    board.adversary.value = "mine.json"
    assert (match.player.weights == read_champion(GOOD).weights).all()


# In JupyterLab and in Voila.

NOTEBOOK = """\
import numpy as np
from fogel.web.play.widget import show
from fogel.play import Match
show(Match("random", rng=np.random.default_rng(7)))"""
COMMANDS = {
    "JupyterLab": (
        "jupyterlab --no-browser --ip=127.0.0.1 --allow-root --IdentityProvider.token= "
        "--ServerApp.password= --LabApp.expose_app_in_browser=True --notebook-dir=."
    ),
    "Voila": "voila play.ipynb --no-browser --Voila.ip=127.0.0.1",
}
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
NO_NEWS = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}


@contextmanager
def started(place, folder):
    """What tells the address of a server of the notebook, while it runs; it reads and writes in
    that folder alone.
    """
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(NOTEBOOK)], metadata=KERNEL
    )
    nbformat.write(notebook, folder / "play.ipynb")
    (folder / "config" / "labconfig").mkdir(parents=True)
    (folder / "config" / "labconfig" / "page_config.json").write_text(json.dumps(NO_NEWS))
    folders = {
        f"JUPYTER_{name.upper()}_DIR": str(folder / name) for name in ("config", "data", "runtime")
    }
    env = {**os.environ, **folders, "IPYTHONDIR": str(folder / "ipython")}
    env.pop(QUIET_VARIABLE, None)
    command = [sys.executable, "-m", *COMMANDS[place].split(), f"--port={free_port()}"]
    with open(folder / "log", "w") as log:
        server = subprocess.Popen(command, cwd=folder, env=env, stdout=log, stderr=log)
        try:
            yield partial(address_of, server, folder / "log")
        finally:
            server.terminate()
            with suppress(subprocess.TimeoutExpired):
                server.wait(20)
            server.kill()
            server.wait()


@pytest.fixture(scope="module")
def servers(browser, tmp_path_factory):
    """Both servers, which start at the same time."""
    folders = {place: tmp_path_factory.mktemp(place) for place in COMMANDS}
    with (
        started("JupyterLab", folders["JupyterLab"]) as lab,
        started("Voila", folders["Voila"]) as voila,
    ):
        yield {"JupyterLab": lab, "Voila": voila}


LOOK = """() => {
  const all = (selector) => [...document.querySelectorAll(`.fogel ${selector}`)];
  return {
    squares: all(".fogel-board button").map((button) => button.title),
    boards: [all(".fogel-strip button").length, all(".fogel-strip svg").length],
    marks: all(".fogel-board :is(.fogel-x, .fogel-o):not(line, rect)").length,
    tally: all(".fogel-tally b").map((count) => Number(count.textContent)),
    adversary: all("select")[0]?.value,
    strikes: all(".fogel-board line").length > 0,
    named: all(".fogel-board .fogel-named").length > 0,
  };
}"""


def as_json(value):
    """As a browser writes it."""
    return json.dumps(value, separators=(",", ":"))


class Seat:
    """A board in a browser, and the match that it has to show."""

    def __init__(self, place, address, tab):
        self.place, self.address, self.tab = place, address, tab
        self.sit_down()

    def sit_down(self, query=""):
        """Opens the notebook and runs it."""
        self.match = seeded("random")
        if self.place == "JupyterLab":
            self.tab.goto(f"{self.address}/lab/tree/play.ipynb")
            self.run_all()
        else:
            self.tab.goto(f"{self.address}/{query}")
        self.tab.wait_for_selector(".fogel-board button")
        self.agree()

    def run_all(self):
        kernel = "window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel"
        self.tab.wait_for_function(f"{kernel}?.status === 'idle'")
        self.tab.click(".lm-MenuBar-item:has-text('Run')")
        self.tab.click("li[data-command='runmenu:run-all']")

    def agree(self):
        """The board shows the match, soon."""
        match = self.match
        expected = {
            "squares": titles(match.board, match.disqualified),
            "boards": [len(match.boards)] * 2,
            "marks": len(match.squares),
            "tally": list(match.tally.values()),
            "adversary": describe_player(match.adversary).replace("file ", "the network in "),
            "strikes": match.over and match.result != "ties" and match.disqualified is None,
            "named": match.disqualified is not None,
        }
        with suppress(TooLong):
            equal = f"expected => JSON.stringify(({LOOK})()) === expected"
            self.tab.wait_for_function(equal, arg=as_json(expected))
        assert self.tab.evaluate(LOOK) == expected

    def square(self, number):
        return self.tab.locator(".fogel-board button").nth(number)

    def says(self, text):
        self.tab.wait_for_selector(f".fogel-status:has-text({text!r})")

    def shows(self, parts, expected, order=list):
        """These parts have these texts, soon: the kernel sends what it draws part by part."""
        end = time.monotonic() + PATIENCE
        while (found := order(parts.all_text_contents())) != expected and time.monotonic() < end:
            self.tab.wait_for_timeout(50)
        assert found == expected

    def play(self, *squares):
        for square in squares:
            self.match.move(square)
            self.square(square).click()
            self.agree()

    def button(self, words):
        return self.tab.get_by_role("button", name=words)

    def select(self, label, words):
        self.tab.get_by_label(label, exact=True).select_option(words)

    def meet(self, name, person_begins=False):
        """A new game against someone."""
        if name != self.match.adversary:
            self.match.choose(name)
            self.select("You play against", ADVERSARIES[name].words)
        else:
            self.match.new_game()
            self.button("New game").click()
            if self.match.peek():
                self.settle()  # the board may have looked like this before
        self.agree()
        if person_begins != self.match.person_begins:
            self.match.begin(person_begins)
            self.select("Who begins?", "You, with X" if person_begins else "It, with X")
            self.agree()

    def settle(self):
        """Waits until what was clicked is done; the head opens and closes for it.

        A late click once met a new game: ipykernel 7.4 doesn't keep comm messages in order while
        one is handled.
        """
        for wanted, state in ((True, "visible"), (False, "hidden")):
            self.open_head(wanted)
            self.tab.wait_for_selector(".fogel-thought:has-text('into square')", state=state)

    def open_head(self, wanted=True):
        self.tab.get_by_label("Look into its head").set_checked(wanted)
        if wanted and self.match.peek():
            self.tab.get_by_label("The numbers").check()

    def load(self, content, name="mine.json"):
        with self.tab.expect_file_chooser() as chooser:
            self.button("Load a champion file").click()
        chooser.value.set_files({"name": name, "mimeType": "application/json", "buffer": content})


@pytest.fixture(scope="module", params=COMMANDS)
def seat(request, servers, browser):
    address = servers[request.param]()
    with browser.new_context(viewport={"width": 1100, "height": 2000}) as context:
        yield Seat(request.param, address, context.new_page())


@pytest.mark.parametrize(
    ("name", "result", "person_begins", "status"),
    [
        ("random", "wins", False, "You win with "),
        ("champion", "ties", False, "A tie."),
        ("perfect", "losses", False, "You lose: it has "),
        ("generation-1", "wins", True, "You win with "),
    ],
)
def test_a_game_in_a_browser(name, result, person_begins, status, seat):
    seat.meet(name, person_begins)
    before = seat.match.tally[result]
    seat.play(*moves_to(result, seat.match))
    assert seat.match.tally[result] == before + 1
    seat.says(status)
    seat.play(0, 8)  # after the end


def test_clicks_that_are_no_moves(seat):
    seat.meet("champion")
    seat.play(6, 0, 6, 8, 0)
    assert len(seat.match.squares) == 3
    seat.match.move(4)
    seat.square(4).dblclick()
    seat.agree()
    assert len(seat.match.squares) == 5
    for square in range(9):
        seat.match.move(square)
    seat.tab.evaluate(
        "document.querySelectorAll('.fogel-board button').forEach((b) => { b.click(); b.click() })"
    )
    seat.agree()
    assert seat.match.over
    seat.settle()
    seat.match.new_game()
    seat.button("New game").dblclick()
    seat.agree()
    seat.settle()


def test_choices_in_the_middle_of_a_game(seat):
    seat.meet("champion")
    seat.play(0)
    for name in ("near-perfect", "human", "champion"):
        seat.meet(name)
        seat.play(open_squares(seat.match.board)[0])
    seat.play(4)
    seat.match.begin(True)
    seat.select("Who begins?", "You, with X")
    seat.says("Your move, X.")
    seat.agree()
    seat.play(4)


def test_files_in_a_browser(seat):
    seat.meet("champion")
    seat.play(0)
    for kind in ("half of one", "no text"):
        content, about = BAD_FILES[kind]
        seat.load(content)
        seat.tab.wait_for_selector(f"[role=alert]:has-text({about!r})")
        still = "; you still play the champion of chapter 6."
        assert seat.tab.inner_text(".fogel-error").endswith(still)
        seat.agree()
    seat.play(4)
    assert not seat.tab.is_visible(".fogel-error")
    for _ in range(2):  # the second time after an other adversary
        seat.load(GOOD.encode())
        seat.match.load_text(GOOD, "file mine.json")
        seat.agree()
        seat.play(*open_squares(seat.match.board)[:1])
        seat.meet("human")


def test_a_disqualification_in_a_browser(seat):
    """The agent names square 0, which the person holds."""
    seat.meet("agent-10")
    seat.play(0, 1)
    assert seat.match.disqualified == 0
    seat.says("Disqualified: it named square 0, which was taken. You win.")
    dashes = "element => getComputedStyle(element).strokeDasharray"
    assert seat.tab.locator(".fogel-board rect.fogel-named.fogel-x").evaluate(dashes) == "12px, 9px"
    seat.meet("agent-10")


def test_the_time_machine_in_a_browser(seat):
    seat.meet("champion")
    seat.play(4 if 4 in open_squares(seat.match.board) else 0)
    before = list(seat.match.squares[:-1])
    seat.tab.get_by_role("slider").first.focus()
    seat.tab.keyboard.press("ArrowLeft")
    seat.match.swap("generation-400")
    seat.agree()
    assert seat.match.squares[:-1] == before
    ages = ages_on(seat.match.peek().board)
    seat.tab.wait_for_selector(f"text={ages_words(ages)}")
    notes = seat.tab.locator(".fogel-board .fogel-note-in tspan")
    seat.shows(notes, sorted(map(str, GENERATION.values())), sorted)
    seat.button("Hint").click()
    seat.tab.wait_for_selector(f"text={hint_words(seat.match.hint())}")
    seat.tab.get_by_label("Look into its head").check()
    seat.tab.wait_for_selector(".fogel svg.flow .ring")
    seat.tab.get_by_label("Look into its head").uncheck()
    seat.tab.get_by_label("Show where each generation would move").uncheck()


def test_a_game_without_a_mouse(seat):
    seat.meet("perfect")
    focus = "document.activeElement.title"
    seat.tab.get_by_label("You play against").focus()
    seat.tab.keyboard.press("Tab")
    assert seat.tab.evaluate(focus) == titles(seat.match.board)[0]
    at = 0
    while not seat.match.over:
        target = open_squares(seat.match.board)[0]
        for _ in range(abs(target - at)):
            seat.tab.keyboard.press("Tab" if target > at else "Shift+Tab")
        at = target
        assert seat.tab.evaluate(focus) == f"square {at}, open"
        seat.tab.keyboard.press("Enter" if len(seat.match.squares) % 4 == 1 else "Space")
        seat.match.move(at)
        seat.agree()
        assert seat.tab.evaluate(focus) == f"square {at}, O"
        if not seat.match.over:  # otherwise it may reach the kernel after "New game"
            seat.tab.keyboard.press("Enter")  # on a taken square
    for _ in range(9 - at):
        seat.tab.keyboard.press("Tab")
    assert seat.tab.evaluate(focus) == "New game"
    seat.tab.keyboard.press("Space")
    seat.match.new_game()
    seat.agree()


def test_the_arrow_keys_move_from_square_to_square(seat):
    """And not from cell to cell, as they do elsewhere in a notebook."""
    seat.meet("random")
    focus = "document.activeElement.title"
    seat.tab.get_by_label("You play against").focus()
    seat.tab.keyboard.press("Tab")
    names = titles(seat.match.board)
    for key, square in (
        ("ArrowRight", 1), ("ArrowDown", 4), ("ArrowDown", 7), ("ArrowDown", 7), ("ArrowLeft", 6), ("ArrowLeft", 6),
        ("ArrowUp", 3), ("ArrowUp", 0), ("ArrowUp", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowRight", 2),
    ):  # fmt: skip
        seat.tab.keyboard.press(key)
        assert seat.tab.evaluate(focus) == names[square], key


SEEN = RULES | {"resultTypes": ["violations", "passes"]}
# Ipywidgets gives the handle of a slider no name.
PLACE = {"include": [[".fogel"]], "exclude": [[".noUi-handle"]]}
TOO_WIDE = """() => {
  const edge = document.querySelector(".fogel").getBoundingClientRect().right + 0.5;
  return [...document.querySelectorAll(".fogel, .fogel *")]
    .filter((part) => part.checkVisibility() && !part.closest(".slider"))
    .filter((part) => part.getBoundingClientRect().right > edge || (part.scrollWidth > part.clientWidth + 1 &&
      ["auto", "scroll"].includes(getComputedStyle(part).overflowX)))
    .map((part) => part.outerHTML.slice(0, 200));
}"""
TOO_SMALL = """[...document.querySelectorAll(".fogel :is(button, select)")].filter((part) => part.checkVisibility())
  .filter((part) => Math.min(part.getBoundingClientRect().width, part.getBoundingClientRect().height) < 24)
  .map((part) => part.title)"""


def set_theme(seat, theme):
    if seat.place == "JupyterLab":
        change = "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})"
        seat.tab.evaluate(change, f"JupyterLab {theme}")
    elif theme == "Dark":
        seat.sit_down("?theme=dark")
    light = str(theme == "Light").lower()
    seat.tab.wait_for_function("light => document.body.dataset.jpThemeLight === light", arg=light)


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_it_is_readable_for_everybody(theme, seat):
    set_theme(seat, theme)
    blue = seat.tab.evaluate(
        "getComputedStyle(document.querySelector('.fogel')).getPropertyValue('--x')"
    )
    assert blue == ("#0072b2" if theme == "Light" else "#56b4e9")
    seat.meet("champion", person_begins=True)
    seat.play(4, 0)
    seat.open_head()
    seat.load(b"{}", f"{'long ' * 20}{'name' * 30}.json")
    seat.tab.wait_for_selector("[role=alert]")
    seat.tab.locator(".fogel-strip button").nth(4).click()
    seat.tab.locator(".fogel-strip button").nth(3).click()
    seat.says("After 3 of 4 moves.")
    # In JupyterLab it is 0, and axe takes all for hidden.
    seat.tab.evaluate("document.body.style.height = '100vh'")
    found = Axe().run(seat.tab, context=PLACE, options=SEEN).response
    assert [
        (rule["id"], node["html"]) for rule in found["violations"] for node in rule["nodes"]
    ] == []
    assert (
        sum(len(rule["nodes"]) for rule in found["passes"] if rule["id"] == "color-contrast") > 70
    )
    seat.tab.evaluate("document.querySelector('.fogel').style.width = '360px'")
    assert seat.tab.evaluate(TOO_WIDE) == []
    assert seat.tab.evaluate(TOO_SMALL) == []
    seat.tab.evaluate("document.querySelector('.fogel').style.width = ''")
    seat.button("Back to the game").click()
    seat.agree()
    seat.open_head(False)


def test_a_reload(seat):
    seat.meet("champion")
    seat.play(0)
    if seat.place == "JupyterLab":  # the kernel goes on, and so does the game
        seat.tab.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
        seat.tab.reload()
        seat.tab.wait_for_selector(".fogel-board button")
        seat.agree()
        seat.play(4)
        seat.run_all()
    else:
        seat.tab.reload()
    seat.match = seeded("random")
    seat.agree()
    seat.play(open_squares(seat.match.board)[0])
