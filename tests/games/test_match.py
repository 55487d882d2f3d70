"""Whatever is done to a match at any game, it stays legal; and the terminal shows it."""

import numpy as np
import pytest
from games import GAMES, pick, random_player

from fogel.core.asking import PlayerError
from fogel.core.game import StandardGame, board_text, play_game
from fogel.core.match import GameMatch, play_in_terminal
from fogel.core.players import HUMAN
from fogel.core.seats import SeatedMatch
from fogel.encoding import open_squares
from fogel.rules.game import RulesGame

ROUNDS = 60  # random actions in the match of each game


@pytest.fixture(params=GAMES)
def game(request):
    """One game after another."""
    return GAMES[request.param]


@pytest.fixture
def rng():
    """The same random numbers for each game."""
    return np.random.default_rng(7)


def seats(game, *persons):
    """Players at random in all seats but those of persons."""
    numbers = range(1, game.players + 1)
    return [None if number in persons else random_player(game) for number in numbers]


def play(match, *moves):
    """Let a person make these moves."""
    for move in moves:
        assert match.move(move)


def is_legal(match):
    """Hold the positions of a match to the moves that led to them."""
    game, position = match.game, match.game.start()
    assert len(match.positions) == len(match.moves) + 1 and match.positions[0] == position
    for move, after in zip(match.moves, match.positions[1:], strict=True):
        assert game.is_legal(position, move)
        position = game.play(position, move)
        assert position == after
    assert match.position == position and match.outcome == game.result(position)
    assert match.over == (match.result is not None) and match.waits == (not match.over)


def counted(match):
    """How many games a match has counted."""
    return sum(sum(tally.values()) for tally in match.tallies.values())


def test_random_actions_keep_a_match_legal(game, rng):
    person = int(rng.integers(1, game.players + 1))
    match, over = GameMatch(game, seats(game, person), "random", rng), 0
    for _ in range(ROUNDS):
        before, made, ended = counted(match), list(match.moves), match.over
        action = rng.integers(12)
        if action == 0:
            match.new_game(int(rng.integers(-1, len(made) + 2)))
        elif action == 1:
            assert match.undo() == (match.moves != made)
            before -= ended and match.moves != made  # that game counts no longer
        elif action == 2:
            assert not match.move("nonsense") and match.moves == made
        elif match.waits:
            move = pick(game.moves(match.position), rng)
            assert match.move(move) and match.moves[: len(made) + 1] == [*made, move]
        else:
            assert not match.move(made[-1]) and match.moves == made
            over += 1
            match.new_game()
        is_legal(match)
        assert match.person_number == person
        assert counted(match) - before == (match.over and match.moves != made)


def test_a_move_is_taken_back_with_the_answers_to_it(game, rng):
    match = GameMatch(game, seats(game, game.players), rng=rng)
    opened = list(match.moves)  # by the others
    assert not match.undo() and match.moves == opened
    turns = []
    while match.waits:
        turns.append(len(match.moves))
        assert match.move(pick(game.moves(match.position), rng))
    for after in reversed(turns):
        assert match.undo() and len(match.moves) == after and match.waits
        is_legal(match)
    assert not match.undo()


def test_each_of_several_persons_takes_back_one_move(game, rng):
    match = GameMatch(game, seats(game, *range(1, game.players + 1)), rng=rng)
    while match.waits:
        assert match.person_number == game.to_move(match.position)
        assert match.move(pick(game.moves(match.position), rng))
    assert match.person_number == 1
    for after in reversed(range(len(match.moves))):
        assert match.undo() and len(match.moves) == after
    assert not match.undo() and match.position == game.start()


def test_without_persons_a_match_plays_what_play_game_plays(game):
    players = seats(game)
    match = GameMatch(game, players, rng=np.random.default_rng(3))
    played = play_game(game, players, np.random.default_rng(3))
    assert match.moves == [*played.moves] and match.outcome == played.result
    assert match.result == {1: "wins", 0: "ties", -1: "losses"}[played.result[0]]
    assert not match.waits and not match.move(match.moves[0]) and counted(match) == 1


def test_a_look_at_an_earlier_position_changes_nothing(game, rng):
    match = GameMatch(game, seats(game), rng=rng)
    moves = list(match.moves)
    for after in range(len(moves) + 1):
        past = match.at(after)
        assert past.moves == moves[:after] and past.position == match.positions[after]
        assert past.over == (after == len(moves))
    assert match.moves == moves and counted(match) == 1


def test_a_game_goes_on_from_an_earlier_position(game, rng):
    match = GameMatch(game, seats(game), rng=rng)
    moves, middle = list(match.moves), len(match.moves) // 2
    match.new_game(middle)
    assert match.moves[:middle] == moves[:middle] and match.over and counted(match) == 2
    is_legal(match)
    match.new_game(len(match.moves))  # which is over: from scratch
    assert match.over and counted(match) == 3
    match.seat(seats(game, *range(1, game.players + 1)))
    match.new_game(len(match.moves))
    assert match.moves == []


def test_a_hint_is_the_value_of_each_move(game, rng):
    match = GameMatch(game, seats(game, *range(1, game.players + 1)), rng=rng)
    while match.waits:
        match.move(pick(game.moves(match.position), rng))
    assert match.hint() == {} and counted(match) == 1
    match.undo()
    assert counted(match) == 0
    try:
        assert match.hint() == game.values(match.position)
        assert [*match.hint()] == [*game.moves(match.position)]
    except ValueError as problem:
        assert "8x8" in game.name and "more positions" in str(problem)


def test_a_tally_for_each_choice_of_players():
    game = StandardGame()
    lowest, highest = (lambda board, rng, at=at: open_squares(board)[at] for at in (0, -1))
    match = GameMatch(game, [None, lowest], "lowest")
    play(match, 4, 2, 6)
    match.seat([None, highest], "highest")
    match.new_game()
    play(match, 0, 1, 2)
    match.seat([None, lowest], "lowest")
    match.new_game()
    won = {"wins": 1, "ties": 0, "losses": 0}
    assert match.tallies == {"lowest": won, "highest": won} and match.tally == won
    with pytest.raises(ValueError, match="a game for 2 players, not 3"):
        match.seat([None, lowest, highest])
    assert len(match.players) == 2


# Players who break the rules.


@pytest.mark.parametrize(
    "name", [name for name in GAMES if not isinstance(GAMES[name], (RulesGame, StandardGame))]
)
def test_a_player_who_breaks_the_rules_is_disqualified(name, rng):
    game, bad = GAMES[name], [(1, 99)]
    match = GameMatch(game, [None, lambda *seen: bad[0]], rng=rng)
    first = game.moves(match.position)[0]
    assert match.move(first) and match.disqualified == (1, 99)
    assert match.over and match.outcome == (1, -1) and match.result == "wins"
    assert match.moves == [first] and counted(match) == 1 and not match.move(first)
    assert match.at(0).outcome is None and match.at(1).over
    assert match.undo() and match.disqualified is None and match.waits
    words = f"Disqualified: {game.name_player(2)}, for (1, 99). You win."
    assert said(match, [game.name_move(first)])[-2].startswith(words)


def test_a_player_who_answers_nothing_is_disqualified():
    game = GAMES["connect four"]
    match = GameMatch(game, [lambda position, rng: None, None])
    assert match.disqualified == "nothing" and match.outcome == (-1, 1) and match.result == "wins"
    assert "Disqualified: X, for 'nothing'. You win." in said(match, [])[-2]


def test_a_number_names_no_square_where_moves_are_no_squares():
    match = GameMatch(GAMES["hexapawn"], [None, lambda *seen: 0])
    assert match.move((6, 3))
    board, end = said(match, [])[-3:-1]
    assert board == board_text(match.game, match.position)
    assert end.startswith("Disqualified: O, for 0. You win.")


def test_the_others_win_if_one_of_three_is_disqualified():
    class Three(type(GAMES["connect four"])):
        players = 3

        def to_move(self, position):
            return 3 if position.count(0) < 15 else 2 if position.count(0) < 16 else 1

        def result(self, position):
            return None if 0 in position else (0, 0, 0)

    match = GameMatch(Three(), [None, None, lambda position, rng: 3])
    assert match.move(12) and match.move(13)
    assert match.outcome == (1, 1, -1)
    assert "Disqualified: player 3, for 3. Player 1 and player 2 win." in said(match, [])[-2]


def test_players_of_any_shape_pass_and_are_asked_again(rng):
    game = GAMES["rules standard"]
    match = GameMatch(game, [None, lambda board, rng: 4], rng=rng)
    assert match.move(0) and match.move(1) and match.moves == [0, 4, 1, None]
    assert match.answers() == ["O passed."]
    assert match.move(None) and match.moves[-2:] == [None, None] and match.result == "ties"
    match.new_game(3)
    assert match.moves == [0, 4, 1, None] and match.waits
    assert "A tie." in said(match, ["pass"])[-2]


def test_a_player_who_fails_is_named():
    match = GameMatch(GAMES["connect four"], [None, lambda position, rng: 1 // 0])
    with pytest.raises(PlayerError, match="failed with ZeroDivisionError"):
        match.move(12)
    assert match.undo() and match.moves == [] and match.waits


def test_a_player_who_cannot_sit_down_changes_nothing():
    def broken(position, rng):
        raise ValueError("it can't move here")

    low, game = (lambda position, rng: 12), GAMES["connect four"]
    known = {"low": lambda number: low, "broken": lambda number: broken}
    match = SeatedMatch(game, known, ["low", HUMAN], read=lambda text: known["broken"])
    before = {**vars(match), "known": {**known}}
    with pytest.raises(ValueError, match="it can't move here"):
        match.sit(1, "broken")
    with pytest.raises(ValueError, match=r"mine: .*it can't move here"):
        match.load_text("...", "mine")
    assert vars(match) == before


# The terminal.


def said(match, lines):
    """What the terminal says."""
    found = []
    play_in_terminal(match, lines, found.append)
    return found


def test_a_game_in_the_terminal(game, rng):
    match = GameMatch(game, seats(game, *range(1, game.players + 1)), rng=rng)

    def lines():
        while match.waits:
            yield f" {game.name_move(pick(game.moves(match.position), rng)).upper()} "
        yield "A1"
        yield "quit"
        yield "new"

    found = said(match, lines())
    assert match.about in found[0] and board_text(game, game.start()) == found[1]
    assert found[-4] == board_text(game, match.position) and match.over
    won = [game.name_player(n) for n, one in enumerate(match.outcome, 1) if one == 1]
    names = " and ".join(won) + (" wins." if len(won) == 1 else " win.")
    end = names[0].upper() + names[1:] if won else "A tie."
    assert found[-3].partition(" 'new' for")[0] == end
    assert found[-2:] == ["The game is over: 'new' for another one.", f"You: {counts(match)}."]


def counts(match):
    """The tally in words."""
    singular = {"wins": "win", "ties": "tie", "losses": "loss"}
    return ", ".join(f"{n} {singular[word] if n == 1 else word}" for word, n in match.tally.items())


def test_the_commands_of_the_terminal(game, rng):
    match = GameMatch(game, seats(game, *range(1, game.players + 1)), rng=rng)
    move = game.moves(match.position)[0]
    found = said(
        match, [*["help", "?", "undo", "peek", "", "z0"], game.name_move(move), "UNDO", " new "]
    )
    assert game.how_to_move in found[3] and found[3] == found[4] and "hint" in found[3]
    assert found[5:7] == ["You have not moved yet.", "Nobody here shows any thoughts."]
    assert "'z0' is not a legal move; choose one of" in found[7] and "'help' lists" in found[7]
    then = game.play(game.start(), move)
    start, after = board_text(game, game.start()), board_text(game, then)
    assert [found[8], found[10], found[12]] == [after, start, start]
    assert found[9].startswith(f"Your move, {game.name_player(game.to_move(then))}.")
    assert match.moves == [] and found[-1] == "You: 0 wins, 0 ties, 0 losses."


def test_hints_in_the_terminal(game, rng):
    match = GameMatch(game, seats(game, *range(1, game.players + 1)), rng=rng)
    while match.waits:
        match.move(pick(game.moves(match.position), rng))
    assert said(match, ["hint"])[-2] == "The game is over."
    match.undo()
    hint = said(match, ["hint"])[-2]
    if "8x8" in game.name:
        assert "No hint: checkers 8x8 with 12 men has more positions" in hint
    else:
        shown = [line.partition(": ")[0].strip() for line in hint.splitlines()]
        assert shown == [game.name_move(move) for move in game.moves(match.position)]


def test_the_terminal_says_what_the_others_played(game, rng):
    match = GameMatch(game, seats(game, game.players), rng=rng)
    said_first = said(match, [])[1:-2]
    names = map(game.name_player, map(game.to_move, match.positions))
    played = [
        f"{name} played {game.name_move(one)}."
        for name, one in zip(names, match.moves, strict=False)
    ]
    answers = [" ".join(one[0].upper() + one[1:] for one in played)] if played else []
    assert said_first == [*answers, board_text(game, match.position)]


def test_thoughts_in_the_terminal():
    def thinker(*seen):
        return 0

    thinker.peek = lambda: "I always think of 0."
    match = GameMatch(StandardGame(), [thinker, None])
    assert said(match, ["peek"])[-2] == "I always think of 0."


def test_names_in_capitals_are_found():
    class Capitals(type(GAMES["connect four"])):
        def name_move(self, move):
            return "ABCD"[move % 4]

    match = GameMatch(Capitals(), [None, None])
    said(match, ["B", "a4"])
    assert match.moves == [13, 12]
    with pytest.raises(ValueError, match="choose one of A, B, C, D"):
        match.game.find_move(match.position, "E")


def test_the_name_of_a_move_goes_before_the_names_of_squares():
    class Mirrored(type(GAMES["connect four"])):
        def name_move(self, move):
            return ["d4", "c4", "b4", "a4"][move % 4]

    game = Mirrored()
    assert game.find_move(game.start(), "a4") == 15 and game.find_move(game.start(), "d4") == 12
