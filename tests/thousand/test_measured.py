"""What a game is like: counted once more from `rules.outcome` alone."""

import pytest
from helpers import any_game_by_hand as by_hand

from fogel.anygame import exact
from fogel.anygame.settings import GameSettings, find_game
from fogel.rules.rules import open_squares, outcome, place
from fogel.thousand import measured

GAMES = [
    "000 000; win 111; win 1 1",
    "000000; lose 121; lose 111",
    "020 000; lose 11; win 10 01; win 01 10",
]


def boards_of(rules):
    """{board: who is to move} of all boards on which the game goes on."""
    found, waiting = {}, [(rules.start.squares, 1)]
    while waiting:
        board, turn = waiting.pop()
        if board in found:
            continue
        found[board] = turn
        after = (place(rules, board, square, turn) for square in open_squares(board))
        waiting += [(then, 3 - turn) for then in after if outcome(rules, then, last=turn) is None]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_boards_and_choices(game):
    rules = find_game(game)
    boards = boards_of(rules)
    found = measured.of_game(rules)
    assert found["boards"] == len(boards)
    assert found["branching"] == pytest.approx(
        sum(board.count(0) for board in boards) / len(boards)
    )
    for seat, me in (("first", 1), ("second", 2)):
        here = measured.of_seat(GameSettings(game=game, seat=seat, opponent="perfect"))
        ours = [board for board, turn in boards.items() if turn == me]
        kept = [(len(by_hand.perfect(rules, board, me)), board.count(0)) for board in ours]
        assert here["asked"] == len(ours)
        assert here["deciding"] == pytest.approx(
            sum(keep < squares for keep, squares in kept) / len(ours)
        )
        assert here["only_move"] == pytest.approx(
            sum(keep == 1 < squares for keep, squares in kept) / len(ours)
        )
        assert here["only_move"] <= here["deciding"]


def test_every_column_has_its_value():
    settings = GameSettings(game=GAMES[0], seat="second", opponent="perfect")
    assert {*measured.of_game(settings.rules)} == {*measured.OF_GAME, *measured.OF_TREE}
    found = measured.of_seat(settings)
    assert {*found} == {*measured.OF_SEAT, *measured.TO_GAIN}
    known = exact.compute_measures(settings)
    assert (found["random"], found["ceiling"], found["blind"]) == (
        known.random,
        known.ceiling,
        known.blind.exact_payoff,
    )
    assert (found["result"],) == known.results
