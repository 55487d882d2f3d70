"""The standard game, as one of all games, has part one's numbers; other games obey their rules."""

from itertools import product

import numpy as np
import pytest
from any_games import GAMES
from helpers import any_game_by_hand as by_hand

from fogel import Settings, engine, run_trial
from fogel.anygame import tables
from fogel.anygame.settings import GameSettings, find_game
from fogel.engine.observers import Audit
from fogel.engine.population import none_in
from fogel.network import Network, random_network
from fogel.opponent import perfect_odds
from fogel.rules.rules import open_squares, outcome, place

READINGS = [
    dict(zip(("marker", "line_choice", "slip"), reading, strict=True))
    for reading in product(("network", "own"), ("squares", "lines", "first"), (0.1, 0.25))
]


def same(one, other):
    for name, here, there in zip(one._fields, one, other, strict=True):
        assert np.array_equal(here, there), name
        assert getattr(here, "dtype", None) == getattr(there, "dtype", None), name


@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_the_standard_game_has_the_tables_of_part_one(reading):
    same(GameSettings(**reading).game_tables(), engine.near_perfect_tables(Settings(**reading)))


def test_so_it_has_against_perfect_and_random_players():
    for ties in ("uniform", "first"):
        settings = GameSettings(opponent="perfect", perfect_ties=ties)
        same(
            settings.game_tables(),
            engine.opponent_tables(perfect_odds, 0.1, *engine.make_rule(settings)),
        )
    same(GameSettings().game_tables(random=True), engine.random_tables())


EVOLVED = [
    {},
    {"evaluation": "exact"},
    {"forced_replies": True, "marker": "own", "equal_is_beaten": True},
    {"line_choice": "first", "replay_parents": False, "survivors": "highest-score"},
    {"line_choice": "lines", "change_first": True, "delete_newest": True, "bias": False},
    {"slip": 0.3, "min_hidden": 2, "max_hidden": 4, "win_payoff": 3, "tie_payoff": -1},
    {"repeat_rivals": True, "rank_ties": "children"},
    {"rank_ties": "parents"},
]


@pytest.mark.parametrize("changes", EVOLVED, ids=str)
def test_the_standard_game_evolves_with_the_bits_of_part_one(changes):
    size = {"generations": 6, "parents": 12, "seed": 5}
    one, other = (
        run_trial(kind(**size, **changes), 3, [Audit()]) for kind in (Settings, GameSettings)
    )
    for name in ("best_payoff", "mean_hidden_nodes", "parent_of", "exact"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name
    assert one.champion.weights.tobytes() == other.champion.weights.tobytes()


# Other games, board by board.


def seen(board, me):
    return [0 if mark == 0 else 1 if mark == me else -1 for mark in board]


def walk(rules, found, me):
    """Yields (position, board, turn) of every board that the tables lead to from the start, with
    all moves of both.
    """
    start = 0 if me == 1 else int(found.after[0, open_squares(rules.start.squares)[0]])
    waiting, known = [(start, rules.start.squares, 1)], {start}
    while waiting:
        position, board, turn = waiting.pop()
        yield position, board, turn
        for square in open_squares(board):
            after = int(found.after[position, square])
            if (
                outcome(rules, place(rules, board, square, turn), last=turn) is None
                and after not in known
            ):
                known.add(after)
                waiting.append((after, place(rules, board, square, turn), 3 - turn))


def chances(odds, board, slip):
    """The chances of the open squares, by odds that the rules give and a slip."""
    shares = np.array([float(odds.get(square, 0)) for square in open_squares(board)])
    return (1 - slip) * shares / shares.sum() + slip / len(shares)


def replies(found, position, board):
    """The same, by the tables."""
    return np.diff(found.reply_sums[position, : board.count(0)], prepend=0.0)


@pytest.mark.parametrize("me", [1, 2])
@pytest.mark.parametrize("game", [one for name, one in GAMES.items() if name != "misere"])
def test_the_tables_say_what_the_rules_say(game, me):
    rules = find_game(game)
    found = GameSettings(game=game, seat=tables.SEATS[me - 1], marker="own").game_tables()
    none, boards = none_in(found.after), 0
    for position, board, turn in walk(rules, found, me):
        boards += 1
        assert found.boards[position].tolist() == seen(board, me)
        assert (position < found.asked) == (turn == me) and position < found.over
        assert np.flatnonzero(found.after[position] != none).tolist() == open_squares(board)
        for square in open_squares(board):
            then = place(rules, board, square, turn)
            result, after = outcome(rules, then, last=turn), int(found.after[position, square])
            assert found.boards[after].tolist() == seen(then, me)
            assert (after >= found.over) == (result is not None)
            assert found.winners[after] == (result[me - 1] if result else 0)
        if turn == me:
            later = found.after[position, open_squares(board)]
            assert (later[later < found.over] >= found.asked).all()
        else:
            odds = by_hand.near_perfect(rules, board, turn, "own")
            expected = chances(odds, board, 0.1)
            assert replies(found, position, board) == pytest.approx(expected, abs=1e-14)
    assert boards == len(tables.grown(rules).one) == found.over - (me == 2)


@pytest.mark.parametrize("reading", READINGS[::2], ids=str)
@pytest.mark.parametrize("game", ["asymmetrical", "other's marks", "handicap"])
def test_the_clauses_under_every_reading(game, reading):
    rules = find_game(GAMES[game])
    found, rows = GameSettings(game=GAMES[game], **reading).game_tables(), set()
    for position, board, turn in walk(rules, found, 1):
        if turn == 2:
            odds = by_hand.near_perfect(rules, board, 2, reading["marker"], reading["line_choice"])
            expected = chances(odds, board, reading["slip"])
            assert replies(found, position, board) == pytest.approx(expected, abs=1e-14)
            rows.add(tuple(expected))
    assert len(rows) > 5


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize(
    "game", ["misere", "asymmetrical", "other's marks", "may make the other win"]
)
def test_the_perfect_players(game, quick):
    rules = find_game(GAMES[game])
    settings = GameSettings(game=GAMES[game], opponent="quick" if quick else "perfect", slip=0.0)
    found, differs = settings.game_tables(), 0
    for position, board, turn in walk(rules, found, 1):
        if turn == 2:
            odds = by_hand.perfect(rules, board, 2, quick)
            assert replies(found, position, board) == pytest.approx(chances(odds, board, 0.0))
            differs += odds != by_hand.perfect(rules, board, 2, not quick)
    assert differs or game == "may make the other win"


def test_both_seats_play_in_turn():
    """A network that has both seats has the results of one and of the other: odd games are those of
    the second seat.
    """
    for game in ("hooks", GAMES["narrow"]):
        both = GameSettings(
            game=game, seat="both", slip=0.0, opponent="quick", perfect_ties="first", games=2
        )
        rng = np.random.default_rng(3)
        for _ in range(10):
            network = random_network(rng, both)
            alone = [both.change(seat=seat, games=1) for seat in ("first", "second")]
            each = [engine.play_fresh_games(network, one.game_tables(), rng, 1) for one in alone]
            found = engine.play_fresh_games(network, both.game_tables(), rng, 2)
            assert found == tuple(np.add(*each))


def test_a_game_is_played_square_for_square_as_the_rules_have_it():
    """The engine's games, one after another, beside games by hand with the same draws."""
    for game, seat in (
        (GAMES["ten of twelve"], "second"),
        (GAMES["other's marks"], "second"),
        ("four-by-three", "first"),
    ):
        settings = GameSettings(game=game, seat=seat)
        network, rules = random_network(np.random.default_rng(1), settings), settings.rules
        me = tables.SEATS.index(seat) + 1
        fast, slow = np.random.default_rng(2), np.random.default_rng(2)
        wins = losses = 0
        for _ in range(20):
            board, turn, result = rules.start.squares, 1, None
            while result is None:
                squares = open_squares(board)
                if turn == me:
                    square = network.choose(seen(board, me))
                else:
                    odds = by_hand.near_perfect(rules, board, turn)
                    sums = np.cumsum(chances(odds, board, 0.1))
                    square = squares[min((sums <= slow.random()).sum(), len(squares) - 1)]
                board = place(rules, board, square, turn)
                result, turn = outcome(rules, board, last=turn), 3 - turn
            wins, losses = wins + (result[me - 1] == 1), losses + (result[me - 1] == -1)
        found = engine.play_fresh_games(network, settings.game_tables(), fast, 20)
        assert found == (wins, losses, 20 - wins - losses)
        assert slow.bit_generator.state == fast.bit_generator.state


# What is refused.


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"game": "four-of-four"},
            "at most 12 open squares at the start, and 'four-of-four' has 16",
        ),
        ({"game": "three-players"}, "game must be a game of 2 players, and 'three-players' has 3"),
        ({"game": "110 000; win 11"}, "can be played, and '3x2' is over before it begins"),
        ({"game": "000; win 1", "seat": "second"}, "both move, and '3x1' is over after one"),
        ({"game": "00 0; win 1"}, "a grid is rows of equal length"),
        ({"game": "00; draw 1"}, "without 'draw 1'"),
        ({"game": "nim"}, "game 'nim' is neither a rule file nor one of"),
        ({"seat": "third"}, "seat must be one of first, second, both, not 'third'"),
        ({"opponent": "random"}, "must be one of near-perfect, perfect, quick, not 'random'"),
        ({"seat": "both", "games": 31}, "games must be a multiple of 2 with the seat both, not 31"),
        ({"seat": "both", "forced_replies": True}, "seat must be first or second with forced"),
        ({"seat": "second", "forced_replies": True}, "games must be a multiple of 9 with forced"),
        ({"game": "four-by-three", "parents": 10_000}, "842,820,000 answers would be kept, more"),
    ],
    ids=str,
)
def test_what_is_refused(changes, words):
    with pytest.raises(ValueError) as problem:
        GameSettings(**changes)
    assert words in str(problem.value) and "\n" not in str(problem.value)


def test_too_many_boards_are_refused_by_their_number(monkeypatch):
    monkeypatch.setattr(tables, "MOST_BOARDS", 4_519)
    tables.grown.cache_clear()
    words = "must have at most 4,519 boards on which it goes on, and 'standard' has 4,520"
    with pytest.raises(ValueError, match=words):
        tables.grown(find_game("standard"))


def test_a_network_has_the_squares_of_its_game():
    settings = GameSettings(game="four-by-three")
    network = random_network(np.random.default_rng(0), settings)
    assert network.squares == 12 and network.hidden_weights.shape[1] == 13
    assert len(network.sums([0] * 12)) == 12
    with pytest.raises(ValueError, match="a board is 12 numbers 1, 0 or -1"):
        network.sums([0] * 9)
    with pytest.raises(ValueError, match="rows of 10"):
        Network(network.hidden_weights, network.output_weights)
