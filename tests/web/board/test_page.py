"""The page for any rules: its script decides what the package decides, and every click leaves a
legal game.
"""

import json
import re

import numpy as np
import pytest
from board_pages import Recorded, labels, notes, play, tally
from ttt_page import ODD, PAGES, STANDARD, THREE, look_at, plain, replay, some_games, texts

from fogel.cli import main
from fogel.lookahead.levels import DEFAULT, Reading, trad_policy
from fogel.lookahead.peek import look
from fogel.lookahead.players import LEVEL_OF
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import Grid, Rules, grid, in_a_row, outcome
from fogel.rules.solve import best_moves, values_of_moves
from fogel.web.board.match import HUMAN, BoardMatch
from fogel.web.board.page import VALUES, page, patterns_html, save_page, turns, value_of_moves
from fogel.web.board.panel import look_sentences, panel_html

#  two whose lines need a mark of the other too
ODD_LINES = Rules("odd-lines", grid("000 000 020"), (grid("121"), grid("1 1 1")), (grid("11 11"),))
PAGES |= {"odd-lines": ODD_LINES}
PAGES |= {"one": in_a_row(1, 1, 1), "large": in_a_row(20, 20, 5, players=9)}


def worth(rules, board, turn):
    """(square, in how many moves it wins, or less than 0: loses) of each move."""
    found = values_of_moves(rules, board, turn)
    return [[square, value.result * (value.moves or 0)] for square, value in found.items()]


# What the page is handed, without a browser.


def test_turns_and_what_moves_are_worth():
    found = turns(STANDARD)
    assert len(found) == len({*found}) == 2 * 4520
    letters, at = value_of_moves(STANDARD), 0
    for number, (board, turn) in enumerate(found):
        if number % 200 == 0:
            values = [value for _, value in worth(STANDARD, board, turn)]
            assert [VALUES.index(letter) - 9 for letter in letters[at : at + len(values)]] == values
        at += board.count(0)
    assert at == len(letters)
    assert value_of_moves(THREE) is None and value_of_moves(in_a_row(10, 10, 5)) is None
    assert value_of_moves(Rules("decided", grid("11"), (grid("11"),))) == ""


def test_patterns_in_words_and_pictures():
    html = patterns_html(ODD)
    for part in ("2 that of the next player", 'aria-label="1 1 / 1 1"', "loses"):
        assert part in html
    assert html.count("<svg") == 4 and "loses" not in patterns_html(STANDARD)
    many = [Grid(6, 1, tuple(1 + (number >> bit) % 2 for bit in range(6))) for number in range(30)]
    assert "And 6 more." in patterns_html(Rules("many", Grid(6, 1, (0,) * 6), tuple(many)))


def test_a_title_is_text():
    for name, wanted in (("<b>&", "&lt;b&gt;&amp;"), ("</script><script>alert", "")):
        text = page(Rules(name, Grid(2, 1, (0, 0)), (grid("1"),)))
        assert f"<title>{wanted}" in text and "<script>alert" not in text


@pytest.mark.parametrize(
    ("rules", "names", "words"),
    [
        (
            in_a_row(21, 3, 3),
            None,
            "'21x3 with 3' can't be shown: width must be at most 20, not 21",
        ),
        (THREE, [HUMAN], "'three-players' is a game for 3 players, not 1"),
        (THREE, [HUMAN, "random", "perfect"], "one of human, random, not 'perfect'"),
        (in_a_row(4, 4, 4), [HUMAN, "trad-average"], "one of human, random, not 'trad-average'"),
        (STANDARD, [HUMAN, "champion"], "must be one of human, .*, trad-perfect, not 'champion'"),
    ],
)
def test_what_cannot_be_written_is_refused_in_one_line(rules, names, words):
    with pytest.raises(ValueError, match=words):
        page(rules, names)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["one-square", "random", "perfect"], {"names": ["random", "perfect"]}),
        (
            ["standard", "human", "trad-skilled", "--look"],
            {"names": [HUMAN, "trad-skilled"], "look": True},
        ),
    ],
)
def test_the_command(arguments, named, tmp_path, capsys):
    out = tmp_path / "mine.html"
    assert main(["ttt", "page", *arguments, "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"Page: {out}\n"
    assert out.read_text() == page(find_rules(arguments[0]), **named)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing"], "argument RULES: 'nothing' is neither"),
        (["wide.rul"], "argument RULES: 'wide' can't be shown: width must be at most 20"),
        (["standard", "human", "champion"], "argument PLAYER: must be one of .*, not 'champion'"),
        (["one-square", "--out", "."], "argument --out: must end in .html, not ''"),
    ],
)
def test_the_command_refuses_in_one_line(arguments, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wide.rul").write_text("wide\n21 1\n" + "0 " * 21 + "\n1\n1 1\n1\n")
    with pytest.raises(SystemExit) as stop:
        main(["ttt", "page", *arguments])
    error = capsys.readouterr().err
    assert stop.value.code == 2 and error.count("\n") == 1 and re.search(words, error)


# The script's rules and match.


@pytest.mark.parametrize("name", ["standard", "misere", "three", "odd", "one"])
def test_the_script_plays_the_same_games_as_the_package(name, open_page):
    rules, rng = PAGES[name], np.random.default_rng(6)
    players = [HUMAN, "random"]
    if rules.players == 2:
        players += ["perfect", "trad-rookie", "trad-average", "trad-expert"]
    games, over = list(some_games(rules, players, rng)), 0
    found = open_page(name).evaluate(look_at("decided(game.position)"), games)
    for game, (steps, left) in zip(games, found, strict=True):
        for match, decided in replay(rules, game, steps):
            over += match.over
            if match.over:
                assert (match.decided and list(match.decided)) == decided
        assert len(match.rng.draws) == left
    assert over > 60


def test_the_script_judges_every_board_of_small_games(open_page):
    """Boards that no game reaches too, with each player as the last one: where several match at
    once.
    """
    judge = "cases => cases.map(([board, last]) => outcome(board, last))"
    for name in ("standard", "odd"):
        rules, rng = PAGES[name], np.random.default_rng(8)
        chances = [0.1] + [0.9 / rules.players] * rules.players
        shape = (2000, len(rules.start.squares))
        boards = rng.choice(rules.players + 1, shape, p=chances).tolist()
        cases = [(board, int(rng.integers(rules.players)) + 1) for board in boards]
        found = open_page(name).evaluate(judge, cases)
        expected = [outcome(rules, tuple(board), last) for board, last in cases]
        assert found == [result and list(result) for result in expected]
        assert len({*expected}) >= 3


@pytest.mark.parametrize("name", ["standard", "misere"])
def test_the_script_knows_what_moves_are_worth(name, open_page):
    rules, boards = PAGES[name], turns(PAGES[name])
    cases = [boards[at] for at in np.random.default_rng(9).integers(0, len(boards), 60)]
    look = "([b, t]) => [[...values(b, t)], bestMoves(b, t), bestMoves(b, t, true)]"
    found = open_page(name).evaluate(f"cases => cases.map({look})", cases)
    for case, (move_value, best, quick) in zip(cases, found, strict=True):
        assert move_value == worth(rules, *case)
        assert best == best_moves(rules, *case) and quick == best_moves(rules, *case, quick=True)


LOOK = """cases => cases.map(([name, b, me, shown]) => {
  const chances = POLICIES[name](b, me);
  return [look(name, b, me, shown), b.map((_, square) => chances.get(square) ?? 0)];
})"""


@pytest.mark.parametrize("name", ["standard", "misere", "odd-lines"])
def test_the_script_thinks_what_the_package_thinks(name, open_page):
    """The levels' chances, to the last bit, and their trees, on boards of every size, and for both
    players.
    """
    rules, rng = PAGES[name], np.random.default_rng(14)
    by_size, cases, kinds = {}, [], set()
    for board, turn in turns(rules):
        by_size.setdefault(board.count(0), []).append((board, turn))
    for found in by_size.values():
        for level in LEVEL_OF:
            for shown in (1 + len(cases) // 2 % 3, 1):
                cases.append([level, *found[rng.integers(len(found))], shown])
    for case, (seen, chances) in zip(cases, open_page(name).evaluate(LOOK, cases), strict=True):
        assert expected(rules, case) == (seen, chances), case
        kinds |= {node["value"] for node in seen["children"]}
        kinds |= {"line" for node in seen["children"] if node["line"]}
    assert len(cases) > 60 and kinds >= {"win", "even", "loss", "line"}


def expected(rules, case, reading=DEFAULT):
    """What `LOOK` finds, in Python."""
    name, board, me, shown = case
    seen = look(rules, board, LEVEL_OF[name], me, reading, shown)
    chances = trad_policy(LEVEL_OF[name], reading)(rules, board, me)
    return json.loads(json.dumps(seen)), list(map(float, chances))


ANY = Reading(
    rounding="up", min_depth=1, horizon="unanswered", search="full", when_lost="any", chance="twice"
)
READINGS = {
    "full-any": ANY,
    "moves-any": Reading(rounding="nearest", horizon="moves", mistake="any"),
    "any-when-lost": Reading(when_lost="any", mistake="any", mistake_per="square"),
    "by-square": Reading(min_depth=1, mistake_per="square", chance="twice"),
}


@pytest.mark.parametrize("name", READINGS)
def test_every_reading_of_the_report_can_be_handed_to_the_page(name, open_page, tmp_path):
    """Chances and trees as in the package, for a level of each kind on boards of every size."""
    reading, rng = READINGS[name], np.random.default_rng(15)
    save_page(tmp_path / "page.html", STANDARD, reading=reading)
    boards, levels, differ = turns(STANDARD), [*LEVEL_OF], 0
    places = rng.integers(len(boards), size=150).tolist()
    cases = [[levels[k % 6], *boards[at], 2] for k, at in enumerate(places)]
    found = open_page(tmp_path / "page").evaluate(LOOK, cases)
    for case, (seen, chances) in zip(cases, found, strict=True):
        expected_seen, exact = expected(STANDARD, case, reading)
        assert expected_seen == seen, case
        assert np.allclose(exact, chances, atol=1e-12), case
        differ += exact != expected(STANDARD, case)[1]
    assert differ > 10


# A person at the page.


def test_a_look_into_a_player_as_in_a_notebook(open_page):
    tab = open_page("looked-into")
    match = BoardMatch(STANDARD, ["trad-perfect", HUMAN], rng=Recorded([0.5] * 9))
    tab.evaluate("match.rng = () => 0.5")
    tab.click("#new-game")
    for square in (None, 1, 3):
        if square is not None:
            play(tab, square)
            match.move(square)
        assert texts(tab) == plain(panel_html(match)[0]) != []
        assert tab.is_visible("#deeper") == panel_html(match)[1]
    seen = look(STANDARD, grid("110 220 000").squares, "skilled", 1)
    for square in (2, 8):  # the best, and a mistake
        said = tab.evaluate("([seen, square]) => lookSentences(seen, square)", [seen, square])
        assert said == look_sentences(STANDARD, seen, square)
    tab.select_option("#seat-1", "trad-average")
    tab.select_option("#seat-2", "trad-idiot")  # they play a game of their own
    blind = "It looks at nothing"
    assert tab.locator(".thought").count() == 2
    assert texts(tab)[-1].endswith(f"{blind}, and takes any square.")
    tab.select_option("#seat-1", HUMAN)
    assert texts(tab)[1].startswith(f"What it would think if it had the first move. {blind}")
    tab.select_option("#seat-2", "trad-expert")
    tab.click("#deeper")
    tab.click("#deeper")
    assert not tab.is_visible("#deeper") and tab.locator(".tree .tree .tree .tree").count() > 100
    assert tab.locator(".chosen").count() == 0 and not tab.locator(".tree .tree").first.is_visible()
    tab.locator(".tree summary").first.click()
    assert tab.locator(".tree .tree").first.is_visible()
    tab.uncheck("#look")
    assert texts(tab) == [] and not tab.is_visible("#deeper")
    tab.select_option("#seat-2", "random")
    assert not tab.is_visible("#look")


def test_a_page_stays_small():
    """All that the levels need is what the page has anyway: what each move is worth."""
    assert len(page(STANDARD, [HUMAN, "trad-skilled"])) < 130_000


def test_a_whole_game(open_page):
    tab = open_page("standard")
    tab.select_option("#seat-2", HUMAN)
    assert tab.inner_text("#status") == "X to move." and labels(tab)[0] == "(0, 0), open"
    play(tab, 0, 0, 3, 1, 4)
    assert labels(tab)[:5] == ["(0, 0), X", "(1, 0), X", "(2, 0), open", "(0, 1), O", "(1, 1), O"]
    tab.check("#peek")
    assert notes(tab)[0] == "win in 1" and labels(tab)[2] == "(2, 0), open, win in 1"
    tab.click("#hint")
    assert tab.inner_text("#hint-words").startswith("You can force a win with (2, 0)")
    assert tab.locator("[data-best]").count() == 1
    play(tab, 2)
    assert tab.inner_text("#status") == "X wins with (0, 0), (1, 0), (2, 0)."
    assert tab.locator("[data-won]").count() == 3 and tally(tab) == [0, 1, 0]
    assert notes(tab) == [] and tab.get_attribute("#hint", "aria-disabled") == "true"
    assert tab.inner_text("#hint-words") == ""
    play(tab, 5, 6)
    assert tally(tab) == [0, 1, 0]
    tab.click("#new-game")
    assert tab.inner_text("#status") == "X to move." and tally(tab) == [0, 1, 0]
    tab.select_option("#seat-1", "perfect")
    assert tab.inner_text("#status").startswith("X took (") and tally(tab) == [0, 0, 0]
    tab.select_option("#seat-2", "perfect")
    assert tab.inner_text("#status") == "A draw." and tally(tab) == [1, 0, 0]
    tab.select_option("#first-player", "turn")
    assert tab.evaluate("match.positions[0].turn") == 2


def test_three_players_and_a_large_board(open_page):
    tab = open_page("three")
    assert tab.locator("#seats select").count() == 3
    assert not tab.is_visible("#peek") and tab.is_visible("#no-help")
    play(tab, 5)
    assert tab.evaluate("match.positions.map(({ turn }) => turn)") == [1, 2, 3, 1]
    assert tab.locator("#board .n1").all_text_contents().count("1") >= 1
    said = r"Player 3 took \(\d, \d\)\. Your move, player 1\."
    assert re.fullmatch(said, tab.inner_text("#status"))
    tab = open_page("large")
    assert tab.locator("#board button").count() == 400 and tab.locator("#seats select").count() == 9
    play(tab, 399)
    assert labels(tab)[399] == "(19, 19), 1" and tab.evaluate("match.moves.length") == 9


def test_squares_are_square(open_page, folder):
    tab = open_page("standard")
    for name in PAGES:
        tab.goto((folder / f"{name}.html").as_uri())
        box = tab.locator("#board button").first.bounding_box()
        assert abs(box["width"] - box["height"]) < 1.5 and box["width"] >= 24, name
