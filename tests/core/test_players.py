"""One record per player: an entry in the one table is played, audited and seen everywhere."""

import json

import numpy as np
import pytest
from browser import open_chromium

pytest.importorskip(
    "ipywidgets", reason="the board in a notebook is not installed: pip install -e .[all]"
)

from fogel import Settings, audit, play_game
from fogel.cli import main
from fogel.core.players import (
    ADVERSARIES,
    Adversary,
    adversary,
    by_table,
    lineage,
    networks,
    others,
    players,
)
from fogel.encoding import IN_PROGRESS, is_final, open_squares, place, positions, to_move
from fogel.network import Network
from fogel.opponent import near_perfect_player, perfect_player, random_player
from fogel.play import Match, play_in_terminal
from fogel.web import save_page
from fogel.web.play.widget import Board

BOARDS = positions()[:IN_PROGRESS].tolist()


def centre_first(board, settings, me):
    """A rule without chance: the centre, otherwise the first open square."""
    choice = 4 if board[4] == 0 else open_squares(board)[0]
    return [int(square == choice) for square in range(9)]


def corners_rather(board, settings, me):
    """A rule with chance: a corner is three times as probable as another square."""
    return [(3 if square in (0, 2, 6, 8) else 1) * (mark == 0) for square, mark in enumerate(board)]


NEW = {
    "centre-first": Adversary(
        name="centre-first", words="whoever loves the centre", odds_of=centre_first
    ),
    "corners": Adversary(
        name="corners", words="whoever loves corners", odds_of=corners_rather, slips=True
    ),
    "table": Adversary(
        name="table",
        words="a table of moves",
        moves=by_table([max(open_squares(board)) for board in BOARDS]),
    ),
}


@pytest.fixture(params=NEW)
def new(request, monkeypatch):
    """The name of an adversary that is one entry more in the table."""
    monkeypatch.setitem(ADVERSARIES, request.param, NEW[request.param])
    return request.param


def played(match):
    """A whole game in which the person always takes the first open square."""
    while not match.over:
        assert match.move(open_squares(match.board)[0])
    return match.squares


# The table.


@pytest.mark.parametrize("name", ADVERSARIES)
def test_a_record_says_in_one_way_how_it_moves(name):
    one = ADVERSARIES[name]
    assert one.name == name and one.words
    assert sum(way is not None for way in (one.file, one.agent, one.odds_of, one.moves)) == (
        name != "human"
    )
    assert one.is_person == (one.player is None) == (name not in players())
    assert isinstance(one.player, Network) == (name in networks()) == (name not in others())
    assert one.generation == getattr(one.player, "generation", None)
    assert adversary(name) is one.player


def test_players_by_rule_are_those_of_opponent():
    """Only the experiment's opponent slips; they draw the squares of chapter 3's players."""
    assert [name for name, one in ADVERSARIES.items() if one.slip(Settings(slip=0.3))] == [
        "near-perfect"
    ]
    for name, make in (
        ("near-perfect", near_perfect_player),
        ("perfect", perfect_player),
        ("random", random_player),
    ):
        player, mine, other = make(), np.random.default_rng(2), np.random.default_rng(2)
        assert [adversary(name)(board, mine) for board in BOARDS] == [
            player(board, other) for board in BOARDS
        ]


def test_the_champions_line_is_in_order():
    assert lineage() == {
        number: f"generation-{number}" for number in (1, 10, 50, 100, 200, 400)
    } | {800: "champion"}
    assert list(lineage()) == sorted(lineage())
    assert list(networks()) == [*reversed(lineage().values()), "ceiling", "two-nodes", "one-node"]


def test_an_unknown_name_is_named():
    with pytest.raises(
        ValueError, match=r"adversary must be one of champion, .*human, not 'nobody'"
    ):
        adversary("nobody")


def test_a_table_of_moves_is_a_player():
    text = "".join(str(adversary("champion")(board)) for board in BOARDS)
    table = by_table(text)
    assert [table(np.array(board), None) for board in BOARDS] == [
        adversary("champion")(board) for board in BOARDS
    ]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("4" * IN_PROGRESS, r"number 4, '4', is none"),
        ("0" * (IN_PROGRESS - 1), "4,520 numbers.*not 4,519"),
        ([-1] * IN_PROGRESS, "number 0, -1, is none"),
        ([9] * IN_PROGRESS, "number 0, 9, is none"),
        ("x" * IN_PROGRESS, "number 0, 'x', is none"),
    ],
)
def test_a_wrong_table_is_refused(table, words):
    with pytest.raises(ValueError, match=f"squares must be.*{words}"):
        by_table(table)


# One entry more.


def test_it_is_an_adversary_of_a_match(new):
    for person_begins in (False, True):
        match = Match(new, person_begins, np.random.default_rng(3))
        squares = played(match)

        def person(board, rng):
            return open_squares(board)[0]

        pair = (person, adversary(new)) if person_begins else (adversary(new), person)
        assert play_game(*pair, np.random.default_rng(3))[1] == squares
    assert match.peek() is None


def test_it_plays_in_the_terminal(new, monkeypatch, capsys):
    said = []
    play_in_terminal(Match(new), ["quit"], said.append)
    assert said[0].startswith(f"You play {NEW[new].words}.")
    lines = iter([*"012345678", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    assert main(["play", "--against", new, "--seed", "3"]) == 0
    assert f"You play {NEW[new].words}." in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    assert f"  {new:<16}{NEW[new].words}\n" in capsys.readouterr().out


def test_it_is_audited(new, capsys):
    """The exact chances are those that the engine finds, and those of games one after another."""
    assert main(["audit", new, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    for against, (win, tie, loss) in (
        (name, found["against"][name.replace("-", "_")].values())
        for name in ("near-perfect", "random", "perfect")
    ):
        games, rng = 400, np.random.default_rng(4)
        won = [play_game(adversary(new), adversary(against), rng)[0] for _ in range(games)]
        seen = np.array([won.count(mark) for mark in (1, 0, -1)]) / games
        assert np.abs(seen - (win, tie, loss)).max() < 0.13  # more than five standard errors
    assert found["win"] == pytest.approx(found["against"]["near_perfect"]["win"], abs=1e-12)
    assert ("lines" in found) == (new != "corners") and "hidden_nodes" not in found
    assert main(["audit", new]) == 0
    assert capsys.readouterr().out.startswith(f"{new} begins. Its chances, exactly:")
    champion = adversary("champion")
    assert audit.compute_results([champion], against=new)[0] == pytest.approx(
        audit.results(champion, new), abs=1e-12
    )


def test_a_player_without_lots_is_audited_in_full():
    """`centre-first` as a rule and as a function have one report."""
    ADVERSARIES["centre-first"] = NEW["centre-first"]
    try:
        by_rule = audit.report("centre-first")
    finally:
        del ADVERSARIES["centre-first"]
    assert by_rule == audit.report(
        lambda board, rng=None: 4 if board[4] == 0 else open_squares(board)[0]
    )
    assert by_rule["lines"] > 0 and len(by_rule["branches"]) == 8


def test_forced_replies_of_a_player_that_draws():
    """Its eight branches together are the Results of one game, as for a network."""
    settings = Settings(forced_replies=True)
    branches = audit.branch_results("random", settings)
    assert list(branches) == list(range(8))
    for mean, whole in zip(
        np.mean(list(branches.values()), axis=0),
        audit.results("random", settings=settings),
        strict=True,
    ):
        assert mean == pytest.approx(whole, abs=1e-12)


def test_it_plays_on_the_board_in_a_notebook(new):
    board = Board(Match("champion", rng=np.random.default_rng(3)))
    board.adversary.value = new
    assert board.adversary.label == NEW[new].words and board.match.adversary == new
    played(board.match)
    board.refresh()
    assert board.match.over and sum(board.match.tally.values()) == 1


@pytest.fixture(scope="module")
def browser(request):
    with open_chromium(request, "nobody played a new adversary on the web page") as browser:
        yield browser


class Recorded:
    """A generator that gives the numbers of a list, and knows how many it gave."""

    def __init__(self, draws):
        self.draws = list(draws)

    def random(self):
        return self.draws.pop(0)


def test_it_plays_on_the_web_page(new, browser, tmp_path):
    save_page(tmp_path / "page.html")
    draws = np.random.default_rng(5).random(len(BOARDS)).tolist()
    with browser.new_context() as context:
        tab, errors = context.new_page(), []
        tab.on("console", lambda message: errors.append(message.text))
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.goto((tmp_path / "page.html").as_uri())
        tab.select_option("#adversary", label=NEW[new].words)
        while not tab.evaluate("match.over"):
            tab.locator("#board button").nth(
                open_squares(tab.evaluate("match.position"))[0]
            ).click()
        assert tab.evaluate("match.tally.reduce((a, b) => a + b)") == 1
        moves = """([name, boards, draws]) => {
          const left = [...draws];
          return [boards.map((board) => PLAYERS[name].move(board, () => left.shift())), left.length];
        }"""
        expected = Recorded(draws)
        squares = [adversary(new)(np.array(board), expected) for board in BOARDS]
        assert tab.evaluate(moves, [new, BOARDS, draws]) == [squares, len(expected.draws)]
        assert errors == []


def test_whatever_it_plays_is_legal(new):
    rng, board = np.random.default_rng(6), np.zeros(9, dtype=np.int8)
    while not is_final(board.tolist()):
        assert to_move(board) in (1, -1)
        board = place(board, adversary(new)(board, rng))
