"""The NeuralPlayer: what it sees, what it is punished for, and what never changes it."""

import numpy as np
import pytest

from fogel.lookahead.players import maker, perfect_policy
from fogel.rules.referee import ATTEMPTS, INVALID, LOSS, WIN, play_game, play_match, seat
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import grid, in_a_row
from fogel.school.network import Arch, NeuNet
from fogel.school.pupil import (
    CODINGS,
    NO_INPUT,
    Habits,
    Pupil,
    coding_table,
    cooled,
    input_activations,
)

STANDARD = find_rules("standard")
BOARD = grid("100 020 001").squares


def seen(coding, board, number=1, rules=STANDARD):
    """The numbers of the inputs at 1.0."""
    activations = input_activations(coding_table(rules, number, coding), board)
    assert set(activations) <= {0.0, 1.0} and len(activations) == rules.players * len(board)
    return [j for j, activation in enumerate(activations) if activation]


def test_each_coding_by_hand():
    """Squares 0 and 8 are player 1's, square 4 player 2's; a square has two inputs."""
    assert seen("documented", BOARD) == seen("documented", BOARD, 2) == [0, 9, 16]
    assert seen("own-first", BOARD) == [0, 9, 16] and seen("own-first", BOARD, 2) == [1, 8, 17]
    assert seen("empty-first", BOARD) == [1, 2, 4, 6, 10, 12, 14, 17]
    # 10 is the mark of square 4, and square 5 empty.
    assert seen("carried", BOARD) == [1, 2, 4, 6, 10, 12, 14, 17]
    assert seen("carried", (0,) * 8 + (2,)) == list(range(0, 16, 2))  # there is no square 9
    assert coding_table(STANDARD, 1, "carried")[7:] == [[14, 15, 16], [16, 17, NO_INPUT]]
    assert all(seen(coding, (0,) * 9) == [] for coding in ("documented", "own-first"))


def test_the_peek_screen_shows_an_empty_board():
    """The report's printed activations are 1, 0, 1, 0, ...: only a coding in which empty squares
    count gives them.
    """
    screen = list(range(0, 18, 2))
    shown = [coding for coding in CODINGS if seen(coding, (0,) * 9) == screen]
    assert shown == ["empty-first", "carried"]


def test_three_players():
    rules = in_a_row(3, 1, 3, players=3)
    assert seen("documented", (1, 2, 3), rules=rules) == [0, 4, 8]
    assert seen("own-first", (1, 2, 3), 2, rules) == [2, 3, 7]
    assert seen("empty-first", (0, 2, 3), rules=rules) == [0, 5]


def player_with(arch=None, habits=None, seed=1):
    player = Pupil(arch or Arch(), habits or Habits())(STANDARD, 2)
    player.new_match(np.random.default_rng(seed))
    player.new_game()
    return player


def weights_after(player, event=LOSS):
    """A player's weights when it has chosen a square, and is told of an event."""
    player(BOARD, None)
    player.feedback(event, BOARD, None)
    return player.net.weights()


def test_a_punished_player_differs_from_an_unpunished_one_as_a_net_by_hand():
    player = player_with()
    square = player(BOARD, None)
    net = NeuNet(Arch(), 18, 9)
    net.randomize_weights(np.random.default_rng(1))
    outputs = net.run(input_activations(coding_table(STANDARD, 2, "documented"), BOARD))
    assert square == outputs.index(max(outputs)) and player.net.weights() == net.weights()
    player.feedback(LOSS, BOARD, None)
    net.reinforce([0.0 if k == square else 0.1 for k in range(9)])
    assert player.net.weights() == net.weights()


def test_only_losses_and_illegal_moves_change_it():
    unchanged = player_with().net.weights()
    for event, changes in ((WIN, False), ("draw", False), (LOSS, True), (INVALID, True)):
        assert (weights_after(player_with(), event) != unchanged) == changes
    assert weights_after(player_with(habits=Habits(learning=False))) == unchanged
    unasked = player_with()
    unasked(BOARD, None)
    unasked.new_game()
    unasked.feedback(LOSS, BOARD, None)  # as when the other player won before its first turn
    assert unasked.net.weights() == unchanged


def test_it_repeats_itself_unless_it_learns():
    """Sphexishness: with learning off an illegal move is repeated until the turn is a pass."""
    weights = [(0.0, 0.0)] * 540  # all outputs are equal: it always names square 0
    frozen = Pupil(habits=Habits(learning=False), weights=tuple(weights))

    def lowest(rules, number):
        return lambda board, rng: board.index(0)

    game = play_game(STANDARD, seat(STANDARD, [lowest, frozen]), None)
    assert game.invalid == (0, 2 * ATTEMPTS)
    assert game.moves == ((1, 0), (2, None), (1, 1), (2, None), (1, 2))
    learner = Pupil(Arch(learning_rate=2.0), weights=tuple(weights))
    game = play_game(STANDARD, seat(STANDARD, [lowest, learner]), None)
    assert game.invalid[1] < ATTEMPTS and None not in [square for _, square in game.moves]


def test_weights_anew_for_each_match():
    players = seat(STANDARD, [maker("random"), Pupil()])
    rng = np.random.default_rng(2)
    play_match(STANDARD, players, 5, rng)
    learned = players[1].net.weights()
    state = rng.bit_generator.state
    play_match(STANDARD, players, 0, rng)
    again = np.random.default_rng()
    again.bit_generator.state = state
    fresh = NeuNet(Arch(), 18, 9)
    fresh.randomize_weights(again)
    assert players[1].net.weights() == fresh.weights() != learned
    given = seat(STANDARD, [maker("random"), Pupil(weights=tuple(learned))])
    play_match(STANDARD, given, 5, rng)
    assert given[1].net.weights() != learned
    play_match(STANDARD, given, 0, rng)
    assert given[1].net.weights() == learned


def test_advice_punishes_what_the_adviser_would_never_do():
    board = grid("100 000 000").squares  # only the centre holds the draw
    for square in range(9):
        pairs = np.zeros((540, 2))
        pairs[360 + square :: 9, 0] = 1.0  # this output is the largest
        weights = [*map(tuple, pairs.tolist())]
        player = Pupil(weights=tuple(weights), adviser=perfect_policy)(STANDARD, 2)
        player.new_game()
        assert player(board, None) == square
        assert (player.net.weights() == weights) == (square in (0, 4))


def test_a_look_changes_nothing_and_shows_the_choice():
    """Passes, each punished, and then a loss: looked at in between or not, it learns the same."""
    for seed in range(20):
        weights = []
        for looks in (False, True):
            player = player_with(seed=seed)
            square = player(BOARD, None)
            for _ in range(2):
                player.feedback(INVALID, BOARD, square)
            if looks:
                assert player.thought(BOARD)["chosen"] == square
            player.feedback(LOSS, BOARD, None)
            if looks:
                assert player.thought(BOARD)["chosen"] == square
            weights.append(player.net.weights())
        assert weights[0] == weights[1]


def test_it_can_be_watched():
    player, seen = player_with(), []
    player.watch = lambda net, when: seen.append((when, net.weights()))
    before = player.net.weights()
    after = weights_after(player)
    assert seen == [("before", before), ("after", after)] and before != after


def test_cooling():
    assert [cooled(0.3, 0, games) for games in (0, 10**6)] == [0.3, 0.3]
    rates = [cooled(0.3, 100, games) for games in (0, 100, 300)]
    assert rates == pytest.approx([0.3, 0.15, 0.075], rel=1e-15)
    player = player_with(habits=Habits(cooling=1))
    player.new_game()
    slow = weights_after(player_with(Arch(learning_rate=0.15)))
    assert weights_after(player) == slow != weights_after(player_with())


@pytest.mark.parametrize(
    ("field", "known"), [("coding", ", ".join(CODINGS)), ("order", "as-reported, textbook")]
)
def test_wrong_habits_are_refused(field, known):
    with pytest.raises(ValueError, match=f"{field} must be one of {known}, not 'x'"):
        Habits(**{field: "x"})
