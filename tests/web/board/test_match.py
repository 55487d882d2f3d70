"""A board of any shape without a screen: whose turn it is, what is said, and that no click reaches
an illegal board.
"""

import numpy as np
import pytest

from fogel.rules.referee import play_game
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import Grid, Rules, grid, in_a_row, seats
from fogel.rules.texts import ANY_GAME
from fogel.web.board.match import HUMAN, BoardMatch, can_sit, check_shown

STANDARD, MISERE, THREE = map(find_rules, ("standard", "misere", "three-players"))


def seeded(rules=STANDARD, names=None, **options):
    return BoardMatch(rules, names, rng=np.random.default_rng(7), **options)


def people(rules, squares):
    """A match of persons alone, after these moves."""
    match = seeded(rules, [HUMAN] * rules.players)
    for square in squares:
        assert match.move(square)
    return match


ONE, LOSING = in_a_row(2, 1, 1), in_a_row(2, 1, 1, misere=True)
LOST = Rules("lost", grid("000"), (), (grid("201"),))
WON = Rules("won", grid("000"), (grid("201"),))
THEIRS = Rules("by theirs", grid("000"), (grid("200"),))
BEGUN = Rules("begun", grid("110 220 000"), STANDARD.wins)


@pytest.mark.parametrize(
    ("rules", "person", "squares", "words"),
    [
        (STANDARD, None, [], "X to move."),
        (STANDARD, None, [4], "O to move."),
        (STANDARD, None, [0, 3, 1, 4, 2], "X wins with (0, 0), (1, 0), (2, 0)."),
        (STANDARD, None, [8, 3, 1, 4, 2, 5], "O wins with (0, 1), (1, 1), (2, 1)."),
        (STANDARD, None, [0, 1, 2, 4, 3, 5, 7, 6, 8], "A draw."),
        (BEGUN, None, [2], "X wins with (0, 0), (1, 0), (2, 0)."),
        (MISERE, None, [0, 3, 1, 4, 2], "X loses with (0, 0), (1, 0), (2, 0)."),
        (THREE, None, [0], "Player 2 to move."),
        (THREE, None, [0, 4, 8, 1, 5, 9, 2], "Player 1 wins with (0, 0), (1, 0), (2, 0)."),
        (in_a_row(1, 1, 1), None, [0], "X wins with (0, 0)."),
        (STANDARD, 1, [4, 0], "O took (0, 0). Your move, X."),
        (THREE, 3, [0, 4], "Player 2 took (0, 1). Your move, player 3."),
        (ONE, 1, [0], "You win with (0, 0)."),
        (ONE, 2, [1], "X took (1, 0). You lose: X has (1, 0)."),
        (LOSING, 1, [0], "You lose with (0, 0)."),
        (LOSING, 2, [1], "X took (1, 0). You win: X has (1, 0)."),
        # The marks of others in a pattern are named as theirs.
        (LOST, 1, [1, 0, 2], "You lose with (2, 0) and O on (0, 0)."),
        (LOST, 2, [1, 0, 2], "X took (2, 0). You win: X has (2, 0) and O on (0, 0)."),
        (LOST, None, [1, 0, 2], "X loses with (2, 0) and O on (0, 0)."),
        (WON, 1, [1, 0, 2], "You win with (2, 0) and O on (0, 0)."),
        (WON, 2, [1, 0, 2], "X took (2, 0). You lose: X has (2, 0) and O on (0, 0)."),
        (THEIRS, 1, [1, 0], "O took (0, 0). You win with O on (0, 0)."),
    ],
)
def test_what_is_said(rules, person, squares, words):
    """Among persons, and to one person among players."""
    match = people(rules, squares)
    if person:
        match.names = [HUMAN if seat == person else "random" for seat in seats(rules)]
    assert match.status == words


def test_a_whole_round_of_passes_is_a_draw_and_is_said():
    lazy = {"lazy": lambda rules, number: lambda board, rng: None}
    match = seeded(names=[HUMAN, "lazy"], nets=lazy)
    match.move(0)
    assert match.status == "O passed. Your move, X."
    match = seeded(names=["lazy", "lazy"], nets=lazy)
    assert match.over and match.status == "A draw." and match.score == [1, 0, 0]


def test_two_players_alone_play_their_game_at_once():
    match = seeded(names=["random", "perfect"])
    assert match.over and sum(match.score) == 1 and match.person is None
    match.new_game()
    assert sum(match.score) == 2


def test_openers():
    match = seeded(names=[HUMAN, HUMAN], first_player="turn")
    for opener in (1, 2, 1):
        assert match.position.turn == opener
        match.new_game()  # one that was broken off does not count
        assert match.position.turn == opener
        for square in (0, 3, 1, 4, 2):
            match.move(square)
        assert match.over
        match.new_game()
    match.open_by("first")
    assert match.position.turn == 1
    match.open_by("random")
    opened = []
    for _ in range(40):
        opened.append(match.position.turn)
        match.new_game()
    assert {*opened} == {1, 2}
    with pytest.raises(ValueError, match="first_player must be one of first, turn, random"):
        match.open_by("last")
    assert match.first_player == "random"


def test_another_player_is_a_new_match_and_a_wrong_one_changes_nothing():
    match = people(STANDARD, [0, 3, 1, 4, 2])
    assert match.score == [0, 1, 0]
    match.sit(2, "champion")
    assert match.names == [HUMAN, "champion"] and match.score == [0] * 3 and not match.moves
    match.move(0)
    before = match.board
    with pytest.raises(ValueError, match="a player must be one of"):
        match.sit(1, "nobody")
    assert (match.names, match.board) == ([HUMAN, "champion"], before)
    large = seeded(in_a_row(10, 10, 5))
    with pytest.raises(ValueError, match="too large to be solved"):
        large.sit(2, "perfect")
    assert large.names == [HUMAN, "random"] and large.move(0)
    with pytest.raises(ValueError, match="a game for 2 players, not 3"):
        seeded(names=[HUMAN] * 3)


def test_who_can_sit():
    assert can_sit(STANDARD)[:3] == [HUMAN, "random", "perfect"] and "champion" in can_sit(STANDARD)
    assert "champion" not in can_sit(THREE) and "random" in can_sit(THREE)


def test_a_game_that_is_over_before_it_begins():
    match = seeded(Rules("decided", grid("111 220 000"), STANDARD.wins))
    assert match.status == "You win with (0, 0), (1, 0), (2, 0)." and match.score == [0, 1, 0]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (in_a_row(21, 2, 2), "'21x2 with 2' can't be shown: width must be at most 20, not 21"),
        (in_a_row(2, 21, 2), "height must be at most 20, not 21"),
        (in_a_row(3, 3, 3, players=10), "players must be at most 9, not 10"),
        (
            Rules("many", Grid(20, 20, (0,) * 400), tuple(Grid(5, 1, (1, 0, a, b, c)) for a in (0, 1, 2)
                  for b in (0, 1, 2) for c in (0, 1, 2))),
            "the number of places where a pattern fits must be at most 5,000, not 8,640",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_refused_in_one_line(rules, words):
    with pytest.raises(ValueError, match=words):
        check_shown(rules)
    with pytest.raises(ValueError, match="can't be shown"):
        BoardMatch(rules)


def test_the_referee_plays_the_same_games():
    """A match without persons has the games that `play_game` plays with the same draws."""
    match = BoardMatch(THREE, ["random"] * 3, rng=np.random.default_rng(5))
    rng = np.random.default_rng(5)
    for _ in range(5):
        game = play_game(THREE, match.players, rng)
        assert (game.board, game.outcome) == (match.board, match.outcome)
        assert [square for _, square in game.moves] == match.moves
        match.new_game()


def test_every_text_is_asked_for():
    """By its name, in the files that show a board of any shape; results and players' words are put
    together.
    """
    from pathlib import Path

    fogel = Path(__file__).parents[3] / "fogel"
    files = [
        fogel / "lookahead/peek.py",
        fogel / "rules/game.py",
        *(fogel / "web/play").glob("*.py"),
        *(path for path in (fogel / "web/board").iterdir() if path.is_file()),
    ]
    text = "".join(path.read_text() for path in files)
    together = {
        f"{kind}_{result}" for kind in ("move_value", "short") for result in ("win", "draw", "loss")
    }
    together |= {
        f"{kind}_{name}"
        for kind in ("draws", "node")
        for name in ("win", "block", "even", "loss", "draw")
    }
    for name in {*ANY_GAME} - together - {"first", "turn", "random"}:
        assert f'"{name}"' in text or f"{{{name}}}" in text, name
