"""Every game keeps the promises of the protocol, and plays as the readable rules of its chapter."""

from copy import deepcopy
from functools import partial

import numpy as np
import pytest
from games import GAMES, pick, random_game, random_player
from hypothesis import example, given, settings
from hypothesis import strategies as st
from random_games import random_rules

from fogel import encoding
from fogel.checkers import rules as checkers_rules
from fogel.checkers.game import CheckersGame
from fogel.core.asking import PlayerError
from fogel.core.game import Game, StandardGame, board_text, play_game, values
from fogel.rules import referee
from fogel.rules.game import RulesGame

ROUNDS = 8  # random games of each game
RULES = {name: game for name, game in GAMES.items() if isinstance(game, RulesGame)}


@pytest.fixture(params=GAMES)
def game(request):
    """One game after another."""
    return GAMES[request.param]


@pytest.fixture
def rng():
    """The same random numbers for each game."""
    return np.random.default_rng(50)


def keeps_its_promises(game, rng):
    """Hold one random game to what the protocol promises."""
    assert game.start() == game.start()
    turns = random_game(game, rng)
    for position, made in turns:
        before, moves, result = deepcopy(position), [*game.moves(position)], game.result(position)
        assert (result is None) == bool(moves) and len({*moves}) == len(moves)
        assert all(game.is_legal(position, move) for move in moves)
        for move in moves:
            after = game.play(position, move)
            assert hash(after) == hash(game.play(position, move)) and after != position
        assert position == before and hash(position) == hash(before)
        assert game.moves(position) == moves and game.result(position) == result
        if made is not None:
            assert 1 <= game.to_move(position) <= game.players
        is_named(game, position, moves)
        is_shown(game, position, moves)
    assert len(result) == game.players and {*result} <= {1, 0, -1}
    assert game.values(position) == {} and not game.is_legal(position, turns[0][1])


def is_named(game, position, moves):
    """Hold the names of moves to the protocol."""
    names = [game.name_move(move) for move in moves]
    assert len({*names}) == len(names) and all(names)
    for move, name in zip(moves, names, strict=True):
        assert game.find_move(position, name) == game.find_move(position, name.upper()) == move
        for alias in aliases(game, move) - {*names, ""}:
            found = game.find_move(position, alias)
            assert game.squares(found) == game.squares(move)
    wrong = f"'z0' is not a legal move; choose one of {[*names, 'none'][0]}"
    with pytest.raises(ValueError, match=wrong):
        game.find_move(position, "z0")


def aliases(game, move):
    """The squares of a move, named by the game or as on any board, with a hyphen or a space."""
    names = [game.name_square, partial(Game.name_square, game)]
    return {between.join(map(name, game.squares(move))) for name in names for between in "- "}


@example("", "nim")
@given(st.text("abcdxABX-123 ", max_size=5), st.sampled_from([*GAMES]))
def test_a_text_names_one_legal_move_or_none(text, name):
    game = GAMES[name]
    position = game.start()
    try:
        move = game.find_move(position, text)
    except ValueError as problem:
        assert "is not a legal move" in str(problem)
    else:
        typed = {text.lower(), text.lower().replace(" ", ","), text.lower().replace(" ", "-")}
        assert game.is_legal(position, move)
        assert text and typed & {game.name_move(move), *aliases(game, move)}


def is_shown(game, position, moves):
    """Hold the board to the protocol."""
    marks, board = game.marks(position), range(game.rows * game.columns)
    assert len(marks) == len(board) and all(isinstance(mark, str) for mark in marks)
    names = [game.name_square(square) for square in board]
    assert len({*names} - {""}) == len([name for name in names if name])
    lines = board_text(game, position).splitlines()[::2]
    cells = [cell.strip() for line in lines for cell in line.split("|")]
    assert cells == [mark or name for mark, name in zip(marks, names, strict=True)]
    for move in moves:
        squares = game.squares(move)
        assert {*squares} <= {*board}
        then = game.marks(game.play(position, move))
        changed = {square for square in board if marks[square] != then[square]}
        assert changed and changed <= touched(game, squares or board)


def touched(game, squares):
    """The squares of the smallest rectangle around some."""
    rows, columns = zip(*(divmod(square, game.columns) for square in squares), strict=True)
    return {
        row * game.columns + column
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    }


def test_a_game_keeps_its_promises(game, rng):
    for _ in range(ROUNDS):
        keeps_its_promises(game, rng)


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from([1, 2]))
def test_rules_of_every_kind_keep_the_promises(seed, opener):
    rng = np.random.default_rng(seed)
    game = RulesGame(random_rules(rng), opener)
    if not game.result(game.start()):
        keeps_its_promises(game, rng)


def test_squares_that_decided_are_held_by_a_winner(game, rng):
    for _ in range(ROUNDS):
        position = random_game(game, rng)[-1][0]
        marks = game.marks(position)
        held = {marks[square] for square in game.winning_squares(position)}
        assert "" not in held and (any(game.result(position)) or not held)
        if not isinstance(game, RulesGame) or is_plain(game.rules):
            won = [number for number, one in enumerate(game.result(position), 1) if one == 1]
            assert held <= {game.name_player(number)[-1] for number in won}


def is_plain(rules):
    """Whether a player wins with own marks only, and nobody loses by a pattern."""
    marks = {mark for pattern in rules.wins for mark in pattern.squares}
    return not rules.losses and marks <= {0, 1}


# Exact values.


def feasible(game, rng):
    """A game and a position of it that a search of everything can solve, some moves before its end.

    Checkers gets a limit instead, a few moves away.
    """
    turns = random_game(game, rng)
    at = max(len(turns) - 1 - int(rng.integers(1, 8)), 0)
    if isinstance(game, CheckersGame):
        at = int(rng.integers(len(turns)))
        game = CheckersGame(game.checkers, turns[at][0].made + int(rng.integers(1, 8)))
    elif isinstance(game, RulesGame):
        open_ones = [number for number, turn in enumerate(turns) if turn[0].board.count(0) <= 8]
        at = max(at, *open_ones[:1], 0) if open_ones else len(turns) - 1
    return game, turns[at][0]


def test_values_are_what_a_search_of_everything_finds(game, rng):
    for _ in range(ROUNDS):
        if isinstance(game, CheckersGame) and game.checkers.men > 4:
            with pytest.raises(ValueError, match="more positions than can be solved"):
                game.values(game.start())
            return
        one, position = feasible(game, rng)
        assert one.values(position) == values(one, position)


def test_the_standard_game_is_worth_the_same_in_both_rule_books(rng):
    one, other = GAMES["standard"], GAMES["rules standard"]
    for _ in range(ROUNDS):
        position = other.start()
        for board, move in random_game(one, rng)[:-1]:
            assert one.values(board) == other.values(position)
            position = other.play(position, move)


def test_values_of_a_game_that_is_too_large_or_never_ends():
    with pytest.raises(ValueError, match="standard has more than 100 positions"):
        values(StandardGame(), StandardGame().start(), 100)

    class Endless(Game):
        name = "endless"

        def start(self):
            return 0

        def to_move(self, position):
            return 1

        def moves(self, position):
            return [1]

        def play(self, position, move):
            return position + move

        def result(self, position):
            return None

    with pytest.raises(ValueError, match="endless has games that are too long"):
        values(Endless(), 0)


def test_a_win_that_comes_after_the_limit_is_a_draw(rng):
    game, limits = GAMES["checkers 4x4"], set()
    for position, move in random_game(game, rng)[:-1] + random_game(game, rng)[:-1]:
        value = game.values(position)[move]
        for left in range(1, 8) if value.result and value.moves < 8 else ():
            one = CheckersGame(game.checkers, position.made + left)
            assert one.values(position)[move] == (value if value.moves <= left else (0, None))
            assert one.values(position) == values(one, position)
            limits.add(value.moves - left)
    assert {0, 1} <= limits


# Whole games.


def test_random_players_play_a_whole_game(game, rng):
    player = random_player(game)
    for _ in range(ROUNDS):
        played, position = play_game(game, [player] * game.players, rng), game.start()
        for move in played.moves:
            assert game.is_legal(position, move)
            position = game.play(position, move)
        assert played.result == game.result(position) and played.disqualified == 0


@pytest.mark.parametrize("name", [name for name in GAMES if name not in RULES])
def test_a_player_who_breaks_the_rules_loses_and_the_other_wins(name, rng):
    game = GAMES[name]
    bad = 0 if isinstance(game, StandardGame) else (1, 99)
    for number in (1, 2):
        players = [random_player(game)] * 2
        players[number - 1] = lambda *seen: bad
        played = play_game(game, players, rng)
        assert played.result == ((-1, 1), (1, -1))[number - 1]
        assert played.disqualified == number


def test_a_player_who_fails_is_named(game, rng):
    def mine(*seen):
        raise ZeroDivisionError

    with pytest.raises(PlayerError, match=r"mine.* failed .*ZeroDivisionError"):
        play_game(game, [mine] * game.players, rng)
    with pytest.raises(ValueError, match=f"a game for {game.players} players, not 1"):
        play_game(game, [mine], rng)


@pytest.mark.parametrize("answer", [[3], {}, np.array([1, 2])], ids=str)
def test_an_answer_that_is_no_value_is_refused(answer):
    with pytest.raises(PlayerError, match="no move of connect four"):
        play_game(GAMES["connect four"], [lambda position, rng: answer] * 2, None)


# The readable rules.


def test_the_standard_game_is_that_of_chapter_1(rng):
    for seed in range(20):
        x, o = (lambda board, rng: pick(encoding.open_squares(board), rng) for _ in "xo")
        played = play_game(StandardGame(), [x, o], np.random.default_rng(seed))
        won, squares = encoding.play_game(x, o, np.random.default_rng(seed))
        assert played == ((won, -won), tuple(squares), 0)


@pytest.mark.parametrize("name", RULES)
def test_a_game_of_any_shape_is_that_of_the_referee(name):
    game = RULES[name]

    def player(board, rng):
        """Pass, break the rules or take an open square."""
        chance = rng.random()
        if chance < 0.2:
            return None
        return pick(range(len(board)) if chance < 0.4 else encoding.open_squares(board), rng)

    for seed in range(30):
        players = [player] * game.players
        played = play_game(game, players, np.random.default_rng(seed))
        watched = referee.play_game(game.rules, players, np.random.default_rng(seed), game.opener)
        assert played == (watched.outcome, tuple(square for _, square in watched.moves), 0)


def test_all_who_pass_make_a_draw():
    for game in RULES.values():
        played = play_game(game, [lambda board, rng: None] * game.players, None)
        assert played == ((0,) * game.players, (None,) * game.players, 0)
        assert game.find_move(game.start(), game.name_move(None)) is None
        over = game.start()
        for _ in range(game.players):
            over = game.play(over, None)
        assert not game.is_legal(over, None) and game.moves(over) == [] and game.values(over) == {}


@pytest.mark.parametrize("name", ["checkers 4x4", "checkers 6x4", "checkers 8x8"])
def test_checkers_is_that_of_chapter_19(name):
    game = GAMES[name]
    player = random_player(game)
    for seed in range(10):
        played = play_game(game, [player] * 2, np.random.default_rng(seed))
        rng = np.random.default_rng(seed)
        won, made = checkers_rules.play_game(game.checkers, player, player, rng, game.limit)
        assert played == ((won, -won), tuple(made), 0)


def test_names_of_squares_go_on_after_z():
    wide = Game()
    wide.columns = 30
    names = [wide.name_square(square) for square in (0, 25, 26, 29)]
    assert names == ["a1", "z1", "aa1", "ad1"]
