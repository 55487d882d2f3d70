import numpy as np
import pytest

from fogel.rules.referee import (
    DRAW,
    INVALID,
    LOSS,
    WIN,
    Quit,
    Tally,
    play_game,
    play_match,
    play_rounds,
    play_series,
    seat,
    take_turn,
)
from fogel.rules.rules import Rules, grid, in_a_row

STANDARD = in_a_row(3, 3, 3)


class Scripted:
    """Plays these squares in turn, game after game, and remembers what it was told."""

    name = "Script"

    def __init__(self, *squares):
        self.squares, self.told, self.boards = squares, [], []

    def __call__(self, board, rng):
        self.boards.append(board)
        square = next(self.moves)
        if square == "quit":
            raise Quit
        return square

    def new_game(self):
        self.moves = iter(self.squares)

    def feedback(self, event, board, square):
        self.told.append((event, board, square))

    def show_players(self, names):
        self.names = names

    def new_match(self, rng):
        self.told.append("match")


def test_a_game_square_by_square():
    #  1 . .    1 . .    1 1 .    1 1 .    1 1 1
    #  . . .    . 2 .    . 2 .    . 2 2    . 2 2
    one, two = Scripted(0, 1, 2), Scripted(4, 5)
    game = play_game(STANDARD, [one, two], None)
    last = grid("111 022 000").squares
    assert game == ((1, -1), ((1, 0), (2, 4), (1, 1), (2, 5), (1, 2)), last, (0, 0))
    assert one.told == [(WIN, last, None)] and two.told == [(LOSS, last, None)]
    assert one.boards == [(0,) * 9, grid("100 020 000").squares, grid("110 022 000").squares]


def test_a_game_of_three_on_an_odd_board():
    #  three in a row among 5 x 2 squares, for three players; the start board holds a 3
    rules = Rules("odd", grid("00000 30000"), (grid("111"),), players=3)
    #  1....   12...   12..3   12..3   122.3   122.3   12213   12213   12213
    #  3....   3....   3....   31...   31...   313..   313..   3132.   31323
    players = [Scripted(0, 6, 3), Scripted(1, 2, 8), Scripted(4, 7, 9)]
    game = play_game(rules, players, None)
    assert game.board == grid("12213 31323").squares
    assert game.outcome == (0, 0, 0)
    assert [player.told[-1][0] for player in players] == [DRAW] * 3
    players = [Scripted(0, 1), Scripted(3, 8), Scripted(6, 7)]
    assert play_game(rules, players, None).outcome == (-1, -1, 1)


def test_the_opener_begins_and_the_others_follow_in_order():
    rules = in_a_row(3, 2, 3, players=3)
    game = play_game(rules, [Scripted(0, 1), Scripted(2, 3), Scripted(4, 5)], None, opener=3)
    assert game.moves == ((3, 4), (1, 0), (2, 2), (3, 5), (1, 1), (2, 3))


def test_illegal_moves_are_told_and_asked_again_until_the_turn_is_a_pass():
    one, two = Scripted(0, 1, 2), Scripted(0, 9, -1, 4, 5)
    game = play_game(STANDARD, [one, two], None, attempts=4)
    after = grid("100 000 000").squares
    assert two.told[:3] == [(INVALID, after, 0), (INVALID, after, 9), (INVALID, after, -1)]
    assert game.invalid == (0, 3) and game.outcome == (1, -1)
    assert game.moves[1] == (2, 4)
    game = play_game(STANDARD, [Scripted(0, 1, 2), Scripted(0, 9, -1, 4, 5)], None, attempts=3)
    assert game.moves == ((1, 0), (2, None), (1, 1), (2, 4), (1, 2))


def test_giving_up_is_a_pass_at_once_and_a_round_of_passes_a_draw():
    game = play_game(STANDARD, [Scripted(0, None), Scripted(None, None)], None)
    assert game == ((0, 0), ((1, 0), (2, None), (1, None)), grid("100 000 000").squares, (0, 0))
    #  a pass in each of two rounds is none: player 1 has moved in between
    game = play_game(STANDARD, [Scripted(0, 1, 2), Scripted(None, None)], None)
    assert game.outcome == (1, -1) and [square for _, square in game.moves] == [0, None, 1, None, 2]


@pytest.mark.parametrize("answer", [1.0, "4", [4], True])
def test_an_answer_that_is_no_square(answer):
    with pytest.raises(ValueError, match=r"the player Script answered .* whole number"):
        play_game(STANDARD, [Scripted(answer), Scripted(4)], None)


def test_a_square_may_be_numpys():
    assert play_game(STANDARD, [Scripted(*np.arange(3)), Scripted(4, 5)], None).outcome == (1, -1)


@pytest.mark.parametrize("opener", [1, 2])
def test_whoever_moved_last_comes_first_whoever_opened(opener):
    rules = Rules("both match", grid("00"), (grid("12"), grid("21")))
    game = play_game(rules, [Scripted(opener - 1), Scripted(2 - opener)], None, opener)
    assert game.outcome == ((-1, 1) if opener == 1 else (1, -1))


def test_a_game_that_is_over_before_it_begins():
    game = play_game(Rules("over", grid("11"), (grid("11"),)), [Scripted(), Scripted()], None)
    assert game == ((1, -1), (), (1, 1), (0, 0))


def test_everybody_is_introduced_and_matches_begin():
    scripts = {1: (0, 1, 2), 2: (4, 5)}
    players = seat(STANDARD, [lambda rules, number: Scripted(*scripts[number])] * 2)
    assert players[0].names == ["Script_1", "Script_2"]
    tally = play_match(STANDARD, players, 3, None)
    assert (tally.games, tally.draws, tally.wins, tally.losses) == (3, 0, [3, 0], [0, 3])
    assert players[1].told.count("match") == 1
    assert len(list(play_series(STANDARD, players, 4, 2, None))) == 4
    assert players[1].told.count("match") == 5
    with pytest.raises(ValueError, match="for 2 players, not 1"):
        seat(STANDARD, [lambda rules, number: Scripted()])


def openers(first_player, rng=None, games=6):
    """Who opened each game."""
    players = [lambda board, rng: board.index(0)] * 3
    rules = in_a_row(2, 2, 2, players=3)
    played = play_rounds(rules, players, games, rng, first_player)
    return [game.moves[0][0] for game in played]


def test_who_opens():
    assert openers("first") == [1] * 6
    assert openers("turn") == [1, 2, 3, 1, 2, 3]
    drawn = openers("random", np.random.default_rng(1), 300)
    assert all(70 < drawn.count(player) < 130 for player in (1, 2, 3)) and drawn != [1, 2, 3] * 100
    words = "first_player must be one of first, turn, random, not 'last'"
    with pytest.raises(ValueError, match=words):
        openers("last")


def test_quitting_ends_all_and_the_tally_stands():
    class Tired(Scripted):
        games = 0

        def new_game(self):
            self.games += 1
            self.moves = iter((0, 1, 2) if self.games < 6 else ("quit",))

    tallies = list(play_series(STANDARD, [Tired(), Scripted(4, 5)], 9, 3, None))
    assert [(tally.games, tally.quit) for tally in tallies] == [(3, False), (2, True)]


# The report's own lines, from its sections 1.14.1, 3.1 and 3.3.
REPORTED = """\
*** Wins:  Draws (2)    Trad_Perfect_1 (8)      Neural_2 (0)    ***
*** Wins:  Draws (10)   Trad_Idiot_1 (44)       Trad_Idiot_2 (46)       ***
*** Wins:  Draws (9)    Trad_Idiot_1 (47)       Trad_Rookie_2 (44)      ***
*** Wins:  Draws (15)   Trad_Idiot_1 (35)       Trad_Average_2 (50)     ***
*** Wins:  Draws (6)    Trad_Rookie_1 (0)       Trad_Perfect_2 (94)     ***
*** Wins:  Draws (100)  Trad_Perfect_1 (0)      Trad_Perfect_2 (0)      ***
*** Wins:  Draws (0)    Neural_1 (43)   Trad_Idiot_2 (57)       ***"""


@pytest.mark.parametrize("line", REPORTED.splitlines())
def test_the_tallies_line_is_the_reports(line):
    words = line.split()
    tally = Tally(words[4:-1:2])
    draws, *wins = (int(word.strip("()")) for word in words[3:-1:2])
    tally.add([0] * len(wins), draws)
    for player, count in enumerate(wins):
        tally.add([1 if seat == player else -1 for seat in range(len(wins))], count)
    assert str(tally) == line
    assert tally.games == sum(wins) + draws


def test_two_of_three_can_win_where_a_pattern_loses():
    tally = Tally(["A_1", "B_2", "C_3"])
    tally.add((-1, 1, 1))
    assert (tally.games, tally.wins, tally.losses) == (1, [0, 1, 1], [1, 0, 0])


def test_a_turn_is_passed_after_so_many_tries():
    """All of them count as illegal moves; a pass of one's own has no more than were tried before
    it.
    """
    board, told = (1, 0, 0, 0, 0, 0, 0, 0, 0), []

    class Stubborn:
        def __call__(self, board, rng):
            return 0

        def feedback(self, event, board, square):
            told.append(square)

    assert take_turn(Stubborn(), board, None, attempts=3) == (None, 3) and told == [0, 0, 0]
    answers = iter((0, None))
    assert take_turn(lambda board, rng: next(answers), board, None) == (None, 1)
    assert take_turn(lambda board, rng: 4, board, None) == (4, 0)
