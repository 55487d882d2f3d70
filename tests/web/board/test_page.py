"""The page for any rules: its script decides what the package decides, and every click leaves a
legal game.
"""

import json
import re

import numpy as np
import pytest
from board_pages import notes, tally
from ttt_page import (
    GAMES,
    ODD,
    PAGES,
    STANDARD,
    THREE,
    Recorded,
    Tallies,
    plain,
    play,
    some_games,
    texts,
)

from fogel.cli import main
from fogel.lookahead.levels import Reading, trad_policy
from fogel.lookahead.peek import look
from fogel.lookahead.players import LEVEL_OF
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import Grid, Rules, grid, in_a_row, outcome, place
from fogel.rules.solve import best_moves, values_of_moves
from fogel.web.board.match import HUMAN, BoardMatch
from fogel.web.board.page import HERE, VALUES, page, patterns_html, save_page, turns, value_of_moves
from fogel.web.board.panel import look_sentences, panel_html

#  two whose lines need a mark of the other too
ODD_LINES = Rules("odd-lines", grid("000 000 020"), (grid("121"), grid("1 1 1")), (grid("11 11"),))
PAGES |= {"odd-lines": ODD_LINES}
PAGES |= {"one": in_a_row(1, 1, 1), "large": in_a_row(20, 20, 5, players=9)}


def labels(tab):
    return [button.get_attribute("aria-label") for button in tab.locator("#board button").all()]


# What the page is handed, without a browser.


def test_turns_and_what_moves_are_worth():
    found = turns(STANDARD)
    assert len(found) == len({*found}) == 2 * 4520
    letters, at = value_of_moves(STANDARD), 0
    for number, (board, turn) in enumerate(found):
        if number % 200 == 0:
            values = [
                value.result * (value.moves or 0)
                for value in values_of_moves(STANDARD, board, turn).values()
            ]
            assert [VALUES.index(letter) - 9 for letter in letters[at : at + len(values)]] == values
        at += board.count(0)
    assert at == len(letters)
    assert value_of_moves(THREE) is None and value_of_moves(in_a_row(10, 10, 5)) is None
    assert value_of_moves(Rules("decided", grid("11"), (grid("11"),))) == ""


def test_patterns_in_words_and_pictures():
    html = patterns_html(ODD)
    assert (
        html.count("<svg") == 4
        and 'aria-label="1 1 / 1 1"' in html
        and "2 that of the next player" in html
    )
    assert "loses" in html and "loses" not in patterns_html(STANDARD)
    many = tuple(
        Grid(6, 1, tuple(1 + (number >> bit) % 2 for bit in range(6))) for number in range(30)
    )
    assert "And 6 more." in patterns_html(Rules("many", Grid(6, 1, (0,) * 6), many))


def test_a_title_is_text():
    assert "<title>&lt;b&gt;&amp;, a game to play</title>" in page(
        Rules("<b>&", Grid(2, 1, (0, 0)), (grid("1"),))
    )
    assert "<script>alert" not in page(
        Rules("</script><script>alert", Grid(2, 1, (0, 0)), (grid("1"),))
    )


def test_the_script_names_no_game():
    script = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("*.js"))
    assert not re.search(r"\[\s*0,\s*1,\s*2\s*\]|\b9\b|\b3\b", script)


@pytest.mark.parametrize(
    ("rules", "names", "words"),
    [
        (
            in_a_row(21, 3, 3),
            None,
            "'21x3 with 3' can't be shown: width must be at most 20, not 21",
        ),
        (THREE, [HUMAN], "'three-players' is a game for 3 players, not 1"),
        (THREE, [HUMAN, "random", "perfect"], "must be one of human, random, not 'perfect'"),
        (
            in_a_row(4, 4, 4),
            [HUMAN, "trad-average"],
            "must be one of human, random, not 'trad-average'",
        ),
        (STANDARD, [HUMAN, "champion"], "must be one of human, .*, trad-perfect, not 'champion'"),
    ],
)
def test_what_cannot_be_written_is_refused_in_one_line(rules, names, words):
    with pytest.raises(ValueError, match=words):
        page(rules, names)


def test_the_command(tmp_path, capsys):
    out = tmp_path / "mine.html"
    assert main(["ttt", "page", "one-square", "random", "perfect", "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"Page: {out}\n" and out.read_text() == page(
        in_one(), ["random", "perfect"]
    )
    assert (
        main(["ttt", "page", "standard", "human", "trad-skilled", "--look", "--out", str(out)]) == 0
    )
    assert out.read_text() == page(STANDARD, [HUMAN, "trad-skilled"], look=True)
    capsys.readouterr()
    (tmp_path / "wide.rul").write_text("wide\n21 1\n" + "0 " * 21 + "\n1\n1 1\n1\n")
    for arguments, words in (
        (["nothing"], "argument RULES: 'nothing' is neither"),
        (
            [str(tmp_path / "wide.rul")],
            "argument RULES: 'wide' can't be shown: width must be at most 20",
        ),
        (
            ["standard", "human", "champion"],
            "argument PLAYER: must be one of human, random, .*, not 'champion'",
        ),
        (["one-square", "--out", str(tmp_path)], "argument --out: must end in .html, not ''"),
    ):
        with pytest.raises(SystemExit) as stop:
            main(["ttt", "page", *arguments])
        error = capsys.readouterr().err
        assert stop.value.code == 2 and error.count("\n") == 1 and re.search(words, error)


def in_one():
    return find_rules("one-square")


# The script's rules and match.


@pytest.mark.parametrize("name", ["standard", "misere", "three", "odd", "one"])
def test_the_script_plays_the_same_games_as_the_package(name, open_page):
    rules, rng = PAGES[name], np.random.default_rng(6)
    players = [HUMAN, "random"] + ["perfect", "trad-rookie", "trad-average", "trad-expert"] * (
        rules.players == 2
    )
    games = list(some_games(rules, players, rng))
    over = 0
    tab = open_page(name)
    for game, (steps, left) in zip(games, tab.evaluate(GAMES, games), strict=True):
        draws = Recorded(game["draws"])
        match = BoardMatch(rules, game["names"], game["first_player"], draws)
        tallies = Tallies()
        for action, (answer, board, status, counts, waits, decided) in zip(
            game["actions"], steps, strict=True
        ):
            assert tallies.act(match, *action) == answer
            assert (list(match.board), match.status, match.waits) == (board, status, waits)
            assert tallies.now(match) == counts
            if match.over:
                over += 1
                assert (match.decided and list(match.decided)) == decided
        assert len(draws.draws) == left
    assert over > 60


def test_the_script_judges_every_board_of_small_games(open_page):
    """Boards that no game reaches too, with each player as the last one: where several match at
    once.
    """
    judge = "cases => cases.map(([board, last]) => outcome(board, last))"
    for name in ("standard", "odd"):
        rules, rng = PAGES[name], np.random.default_rng(8)
        shape = (2000, len(rules.start.squares))
        boards = rng.choice(
            rules.players + 1, shape, p=[0.1] + [0.9 / rules.players] * rules.players
        ).tolist()
        cases = [(board, int(rng.integers(rules.players)) + 1) for board in boards]
        found = open_page(name).evaluate(judge, cases)
        expected = [outcome(rules, tuple(board), last) for board, last in cases]
        assert found == [result and list(result) for result in expected]
        assert len({*expected}) >= 3


def test_the_script_knows_what_moves_are_worth(open_page):
    for name in ("standard", "misere"):
        rules, rng = PAGES[name], np.random.default_rng(9)
        boards = turns(rules)
        cases = [boards[at] for at in rng.integers(0, len(boards), 60)]
        look = (
            "cases => cases.map(([b, t]) => [[...values(b, t)], bestMoves(b, t), bestMoves(b, t,"
            " true)])"
        )
        for (board, turn), (move_value, best, quick) in zip(
            cases, open_page(name).evaluate(look, cases), strict=True
        ):
            values = values_of_moves(rules, board, turn)
            assert move_value == [
                [square, v.result * (v.moves or 0)] for square, v in values.items()
            ]
            assert best == best_moves(rules, board, turn) and quick == best_moves(
                rules, board, turn, quick=True
            )


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
    boards = turns(rules)
    by_size = {}
    for board, turn in boards:
        by_size.setdefault(board.count(0), []).append((board, turn))
    cases = []
    for found in by_size.values():
        for level in LEVEL_OF:
            board, turn = found[rng.integers(len(found))]
            cases.append([level, board, turn, 1 + len(cases) % 3])
            cases.append([level, *found[rng.integers(len(found))], 1])
    kinds = set()
    for (level, board, me, shown), (seen, chances) in zip(
        cases, open_page(name).evaluate(LOOK, cases), strict=True
    ):
        expected = look(rules, board, LEVEL_OF[level], me, shown=shown)
        assert json.loads(json.dumps(expected)) == seen, (level, board, me)
        assert [
            float(chance) for chance in trad_policy(LEVEL_OF[level])(rules, board, me)
        ] == chances
        kinds |= {node["value"] for node in seen["children"]} | {
            "line" for node in seen["children"] if node["line"]
        }
    assert len(cases) > 60 and kinds >= {"win", "even", "loss", "line"}


READINGS = {
    "full-any": Reading(
        rounding="up",
        min_depth=1,
        horizon="unanswered",
        search="full",
        when_lost="any",
        chance="twice",
    ),
    "moves-any": Reading(rounding="nearest", horizon="moves", mistake="any"),
    "any-when-lost": Reading(when_lost="any", mistake="any", mistake_per="square"),
    "by-square": Reading(min_depth=1, mistake_per="square", chance="twice"),
}


@pytest.mark.parametrize("name", READINGS)
def test_every_reading_of_the_report_can_be_handed_to_the_page(name, open_page, tmp_path):
    """Chances and trees as in the package, for a level of each kind on boards of every size."""
    reading, rng = READINGS[name], np.random.default_rng(15)
    save_page(tmp_path / "page.html", STANDARD, reading=reading)
    boards, levels = turns(STANDARD), [*LEVEL_OF]
    cases = [
        [levels[k % 6], *boards[at], 2]
        for k, at in enumerate(rng.integers(len(boards), size=150).tolist())
    ]
    seen_there, differ = open_page(tmp_path / "page").evaluate(LOOK, cases), 0
    for (level, board, me, shown), (seen, chances) in zip(cases, seen_there, strict=True):
        expected = look(STANDARD, board, LEVEL_OF[level], me, reading, shown)
        assert json.loads(json.dumps(expected)) == seen, (level, board, me)
        exact = trad_policy(LEVEL_OF[level], reading)(STANDARD, board, me)
        assert np.allclose([float(chance) for chance in exact], chances, atol=1e-12), (
            level,
            board,
            me,
        )
        differ += exact != trad_policy(LEVEL_OF[level])(STANDARD, board, me)
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
    assert tab.locator(".thought").count() == 2 and texts(tab)[-1].endswith(
        "It looks at nothing, and takes any square."
    )
    tab.select_option("#seat-1", HUMAN)
    assert texts(tab)[1].startswith(
        "What it would think if it had the first move. It looks at nothing"
    )
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
    assert (
        tab.locator("#seats select").count() == 3
        and not tab.is_visible("#peek")
        and tab.is_visible("#no-help")
    )
    play(tab, 5)
    assert tab.evaluate("match.positions.map(({ turn }) => turn)") == [1, 2, 3, 1]
    assert tab.locator("#board .n").all_text_contents().count("1") >= 1
    assert re.fullmatch(
        r"Player 3 took \(\d, \d\)\. Your move, player 1\.", tab.inner_text("#status")
    )
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


def test_data_is_json_that_python_made(folder):
    text = (folder / "odd.html").read_text(encoding="utf-8")
    data = json.loads(
        re.search(r'<script type="application/json" id="data">(.*?)</script>', text)[1]
    )
    assert data["wins"] == [[list(pair) for pair in line] for line in ODD.win_lines]
    assert data["losses"] == [[list(pair) for pair in line] for line in ODD.loss_lines]
    assert (data["players"], data["start"]) == (3, list(ODD.start.squares))
    assert place(ODD, ODD.start.squares, 0, 1)[0] == 1
