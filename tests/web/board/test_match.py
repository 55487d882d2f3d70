"""A board of any shape without a screen: whose turn it is, what is said, and that no click reaches
an illegal board.
"""

import numpy as np
import pytest

from fogel.rules.referee import play_game, seat
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import Grid, Rules, grid, in_a_row
from fogel.rules.texts import ANY_GAME
from fogel.web.board.match import HUMAN, BoardMatch, can_sit, check_shown, letter, mark_words

STANDARD, MISERE, THREE = map(find_rules, ("standard", "misere", "three-players"))


def seeded(rules=STANDARD, names=None, **options):
    return BoardMatch(rules, names, rng=np.random.default_rng(7), **options)


def people(rules, squares):
    """A match of persons alone, after these moves."""
    match = seeded(rules, [HUMAN] * rules.players)
    for square in squares:
        assert match.move(square)
    return match


@pytest.mark.parametrize(
    ("rules", "squares", "words"),
    [
        (STANDARD, [], "X to move."),
        (STANDARD, [4], "O to move."),
        (STANDARD, [0, 3, 1, 4, 2], "X wins with (0, 0), (1, 0), (2, 0)."),
        (STANDARD, [8, 3, 1, 4, 2, 5], "O wins with (0, 1), (1, 1), (2, 1)."),
        (STANDARD, [0, 1, 2, 4, 3, 5, 7, 6, 8], "A draw."),
        (MISERE, [0, 3, 1, 4, 2], "X loses with (0, 0), (1, 0), (2, 0)."),
        (THREE, [0], "Player 2 to move."),
        (THREE, [0, 4, 8, 1, 5, 9, 2], "Player 1 wins with (0, 0), (1, 0), (2, 0)."),
        (in_a_row(1, 1, 1), [0], "X wins with (0, 0)."),
    ],
)
def test_what_is_said_among_persons(rules, squares, words):
    assert people(rules, squares).status == words


@pytest.mark.parametrize(
    ("rules", "persons_seat", "words"),
    [
        (in_a_row(2, 1, 1), 1, "You win with (0, 0)."),
        (in_a_row(2, 1, 1), 2, "X took (1, 0). You lose: X has (1, 0)."),
        (in_a_row(2, 1, 1, misere=True), 1, "You lose with (0, 0)."),
        (in_a_row(2, 1, 1, misere=True), 2, "X took (1, 0). You win: X has (1, 0)."),
        (in_a_row(3, 1, 1, players=3), 3, "Player 1 took (1, 0). You lose: player 1 has (1, 0)."),
    ],
)
def test_what_is_said_to_one_person(rules, persons_seat, words):
    names = ["random"] * rules.players
    names[persons_seat - 1] = HUMAN
    match = seeded(rules, names)
    if persons_seat == 1:
        match.move(0)
    assert match.status.replace("(0, 0)", "(1, 0)") == words.replace("(0, 0)", "(1, 0)")


LOST = Rules("lost", grid("000"), (), (grid("201"),))
WON = Rules("won", grid("000"), (grid("201"),))
THEIRS = Rules("by theirs", grid("000"), (grid("200"),))


@pytest.mark.parametrize(
    ("rules", "seat", "words"),
    [
        (LOST, 1, "You lose with (2, 0) and O on (0, 0)."),
        (LOST, 2, "You win: X has (2, 0) and O on (0, 0)."),
        (LOST, None, "X loses with (2, 0) and O on (0, 0)."),
        (WON, 1, "You win with (2, 0) and O on (0, 0)."),
        (WON, 2, "You lose: X has (2, 0) and O on (0, 0)."),
        (THEIRS, 1, "You win with O on (0, 0)."),
    ],
)
def test_marks_of_others_in_a_pattern_are_named_as_theirs(rules, seat, words):
    """X takes the middle, O the left, X the right."""
    match = people(rules, [1, 0] if rules == THEIRS else [1, 0, 2])
    if seat:
        match.names[2 - seat] = "random"
    assert match.status.endswith(words)


def test_a_whole_round_of_passes_is_a_draw_and_is_said(monkeypatch):
    monkeypatch.setattr(
        "fogel.web.board.match.maker", lambda name: lambda rules, number: lambda board, rng: None
    )
    match = seeded(names=[HUMAN, "lazy"])
    match.move(0)
    assert match.status == "O passed. Your move, X."
    match = seeded(names=["lazy", "lazy"])
    assert match.over and match.status == "A draw." and match.tally.draws == 1


def test_two_players_alone_play_their_game_at_once():
    match = seeded(names=["random", "perfect"])
    assert match.over and match.tally.games == 1 and match.person is None
    match.new_game()
    assert match.tally.games == 2


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
    assert match.tally.games == 1
    match.sit(2, "champion")
    assert match.names == [HUMAN, "champion"] and match.tally.games == 0 and match.board == (0,) * 9
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


def test_start_boards():
    start = Rules("begun", grid("110 220 000"), STANDARD.wins)
    match = people(start, [2])
    assert match.status == "X wins with (0, 0), (1, 0), (2, 0)."
    decided = Rules("decided", grid("111 220 000"), STANDARD.wins)
    match = seeded(decided)
    assert (
        match.over
        and match.status == "You win with (0, 0), (1, 0), (2, 0)."
        and match.tally.games == 1
    )


def test_marks():
    assert [letter(STANDARD, player) for player in range(3)] == ["", "X", "O"]
    assert [letter(THREE, player) for player in range(4)] == ["", "1", "2", "3"]
    assert (mark_words(STANDARD, 2), mark_words(THREE, 2)) == ("O", "player 2")


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
        assert (game.board, game.outcome, list(game.moves)) == (
            match.board,
            match.course.result,
            match.course.moves,
        )
        match.new_game()
    assert seat(THREE, [match._maker("random")] * 3)


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
