"""The first screen of the book: it runs by itself, what it shows is the package's trial, and a
reader can play it.
"""

import re

import numpy as np
import pytest
from board_pages import violations
from browser import wait_until
from crowd_by_hand import families, likeliest

from fogel import Audit, Keep, Settings, run_trial
from fogel.encoding import is_final, put, winner
from fogel.network import Network
from fogel.web import first_page

TRIAL, KEPT = 7, range(1, 41)
DESK, PHONE = (760, 800), (375, 780)
CROWD = """crowd.generations.map((one) => Object.fromEntries(
  Object.entries(one).map(([name, value]) => [name, value.length ? [...value] : value])))"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("first")
    (folder / "page.html").write_text(first_page(), encoding="utf-8")
    return folder


@pytest.fixture
def open_page(open_page):
    return lambda size=DESK, **options: open_page(size=size, **options)


@pytest.fixture(scope="module")
def package():
    """The package's trial."""
    return run_trial(Settings(), TRIAL, observers=[Keep(KEPT), Audit()])


@pytest.fixture
def still(open_page):
    """The page of a reader who wants no motion, when all is known."""
    tab = open_page(reduced_motion="reduce")
    wait_until(tab, "state.at === 800")
    return tab


def test_it_evolves_the_packages_trial(still, package):
    """All hundred networks of forty generations, and the best one of all 800."""
    assert still.evaluate("recording.trials[0].payoffs") == package.best_payoff.tolist()
    assert still.evaluate("recording.trials[0].exact") == package.exact[:, 0].tolist()
    empty = np.zeros(9, dtype=int)
    for one, there in zip(package.kept.values(), still.evaluate(CROWD), strict=False):
        assert there["numbers"] == one.numbers.tolist() and there["payoffs"] == one.payoffs.tolist()
        assert there["best"] == one.best
        assert [row for row in range(100) if there["goOn"][row]] == sorted(one.survivors.tolist())
        assert there["openings"] == [network.choose(empty) for network in one.networks]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_button_that_waits_can_be_read(theme, still):
    """Axe leaves out what can't be pressed."""
    still.emulate_media(color_scheme=theme)
    for waits in ("true", None):
        still.evaluate("waits => set($('beat'), { 'aria-disabled': waits })", waits)
        style = "['color', 'backgroundColor'].map((name) => getComputedStyle($('beat'))[name])"
        darker, lighter = sorted(map(luminance, still.evaluate(style)))
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def luminance(colour):
    """The relative luminance of "rgb(r, g, b)", as WCAG defines it."""
    shares = np.array([int(level) for level in re.findall(r"\d+", colour)[:3]]) / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return linear @ (0.2126, 0.7152, 0.0722)


def nearest(free, to):
    """The place, of ten by ten, that is nearest to another one: of several the first."""
    return min(sorted(free), key=lambda at: (at % 10 - to % 10) ** 2 + (at // 10 - to // 10) ** 2)


def test_nobody_moves_who_survives_and_families_are_those_of_the_parents(still):
    """By hand: each has a place of its own, and a family is counted from its first until one has
    taken over.
    """
    crowd = still.evaluate(CROWD)
    place = {}
    generations = [
        (one["numbers"], one["parents"], [row for row in range(100) if one["goOn"][row]])
        for one in crowd
    ]
    for one, (founder, since) in zip(crowd, families(generations), strict=True):
        assert sorted(one["places"]) == list(range(100)) and one["since"] == since
        free = {*range(100)} - {*place.values()}
        for row, (number, parent) in enumerate(zip(one["numbers"], one["parents"], strict=True)):
            if place:  # after the first generation
                due = place[number] if number in place else nearest(free, place[parent])
                assert one["places"][row] == due
                free.discard(one["places"][row])
            # Who grows: no founder, no survivor.
            assert one["isChild"][row] == (parent > 0 and number not in place)
        of_families = {}
        for number, family in zip(one["numbers"], one["families"], strict=True):
            assert of_families.setdefault(family, founder[number]) == founder[number]
        assert len(of_families) == len({*founder.values()})
        place = {one["numbers"][row]: one["places"][row] for row in range(100) if one["goOn"][row]}
    # Chapter 6: one family after twelve generations.
    assert crowd[12]["since"] == 13 and crowd[0]["since"] == 1


def test_the_game_on_the_board_is_the_likeliest(still, package):
    for number in (1, 10, 40):
        one = package.kept[number]
        chance, squares = likeliest(one.networks[one.best])
        found = still.evaluate("number => new Show(number).moves", number)
        assert is_final(played(found)) and found == squares, (number, chance)
    # Takes the first open square: O's 4 and 8 are equally likely.
    blind = Network(np.zeros((1, 10)), np.zeros((9, 2)))
    weights = [blind.hidden_weights.tolist(), blind.output_weights.tolist()]
    found = still.evaluate("weights => likeliestGame(new Network(...weights), opponent)", weights)
    assert found == likeliest(blind)[1] == [0, 4, 1, 2, 3, 6]
    assert winner(played(still.evaluate("state.game.moves"))) == 1
    assert still.inner_text("#status") == "The best one of generation 800 plays X and wins"


def played(squares):
    """The board after these moves."""
    board = (0,) * 9
    for move, square in enumerate(squares):
        board = put(board, square, -1 if move % 2 else 1)
    return board


def test_without_motion_it_stands_still_until_it_is_asked(still):
    assert still.inner_text("#pause") == "Again"
    assert still.inner_text("#now") == "Generation 800 of 800"
    still.wait_for_timeout(300)
    assert still.evaluate("state.at") == 800 and not still.evaluate("state.wants")
    still.click("#pause")
    wait_until(still, "0 < state.at && state.at < 800 && state.wants")


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_it_runs_by_itself_can_be_stopped_and_is_played(size, open_page):
    tab = open_page(size)
    # A click from here may come when it is over.
    wait_until(tab, "state.at > 2 && ($('pause').click(), !state.wants)")
    at = tab.evaluate("state.at")
    assert tab.inner_text("#told").startswith("Paused at generation ")
    tab.wait_for_timeout(200)
    assert tab.evaluate("state.at") == at and tab.inner_text("#pause") == "Play"
    tab.click("#beat")
    tab.keyboard.press("Enter")  # the focus is on the board
    wait_until(tab, "state.match.moves.length >= 2")
    generation = tab.evaluate("shownGeneration()")
    says = f"You play the best one of generation {generation}. "
    assert tab.inner_text("#status").startswith(says)
    squares = tab.evaluate("state.match.moves")
    network = tab.evaluate("recording.network(0, shownGeneration()).run(Array(9).fill(0))[1]")
    assert squares[0] == int(np.argmax(network)), "it is the network that is shown"
    tab.click("#new-game")
    assert tab.evaluate("state.match.moves.length") == 1
    tab.click("#pause")
    wait_until(tab, f"state.at > {at} && state.match === null && state.wants")
    assert tab.evaluate("document.documentElement.scrollWidth") == size[0]


def test_whoever_is_quicker_than_its_beginning_keeps_the_board(open_page):
    tab = open_page()
    began = "crowd.length > 0 && state.at === 0 && ($('beat').click(), state.match !== null)"
    wait_until(tab, began)
    tab.wait_for_timeout(tab.evaluate("BEGINS_AFTER") + 100)
    assert tab.evaluate("state.match !== null && !state.wants")


def test_a_click_on_the_board_begins_a_game(still):
    # The shown game is over, so no square says that it is open.
    still.click("#board button >> nth=1", force=True)
    assert still.evaluate("state.match !== null && !state.wants")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible(scheme, still):
    still.emulate_media(color_scheme=scheme)
    assert violations(still) == []
    assert "best one made" in still.get_attribute("#curve", "aria-label")


def test_without_motion_the_first_generation_is_there_before_the_last(open_page):
    """Drawn as soon as it is known: nobody looks at an empty screen while the rest evolves."""
    tab = open_page(reduced_motion="reduce")
    wait_until(tab, "crowd.length > 0")
    pixels = "$('crowd').getContext('2d').getImageData(0, 0, 300, 100).data.some(Boolean)"
    assert tab.evaluate(pixels)


def test_what_can_be_pressed_is_on_the_first_screen(open_page):
    """Of a laptop, 800 pixels high: in the book there are the title's 190 above it, and 16 less at
    its own top.
    """
    tab = open_page(reduced_motion="reduce")
    assert tab.evaluate("$('beat').getBoundingClientRect().bottom") - 16 < 800 - 190
