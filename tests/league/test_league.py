"""Neurons, agents and the league of objects; the post's own numbers."""

import math
from functools import cache, partial
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fogel.core.settings import Settings, accepted, trial_rng
from fogel.encoding import IN_PROGRESS, encode, is_final, open_squares, play_game, positions
from fogel.league import Agent, Layer, LeagueSettings, NeuralNetwork, SigmoidNeuron, play_match
from fogel.league.agent import decode_output, encode_board, new_agent
from fogel.league.exact import lookahead_odds
from fogel.league.league import FOGEL, LeagueMatch, epochs, fogels_payoff, next_agents, rank
from fogel.league.neuron import AddingNeuron
from fogel.opponent import near_perfect_player, perfect_odds, perfect_player, stochastic_player

IN_LINE = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
SMALL = LeagueSettings(agents=8, survivors=3, hidden=4, leagues=2, epochs=4)


def neuron(weights, bias):
    made = SigmoidNeuron(len(weights))
    made.weights, made.bias = weights, bias
    return made


def neurons_of(part):
    return [part] if isinstance(part, SigmoidNeuron) else part.neurons


def parameters(part):
    return [(neuron.bias, neuron.weights) for neuron in neurons_of(part)]


# The post's tests.


@pytest.mark.parametrize(
    ("inputs", "weights", "bias", "output"),
    [
        ([1.0], (1.0,), 1.0, 0.8807970779778823),
        ([1.0, 0.0, 0.0], (1.0, 10.0, 10.0), 1.0, 0.8807970779778823),
        ([1.0, 2.0, -1.5], (1.0, 1.5, -2.0), -10.0, 0.04742587317756678),
    ],
)
def test_the_posts_outputs(inputs, weights, bias, output):
    assert neuron(weights, bias).calculate_output(inputs) == output


def test_the_posts_layer():
    layer = Layer(0, 3)
    layer.neurons = neuron((1.0, 1.5, -2.0), -10.0), neuron((2.0, 2.0, 3.0), 0.12)
    outputs = layer.calculate_neuron_outputs([1.0, 2.0, -1.5])
    assert outputs == [0.04742587317756678, 0.8347951298093854]


def test_the_posts_xor():
    network = NeuralNetwork(layer_sizes=[2, 1], input_size=2)
    gates = ((8.0, 8.0), -4.0), ((7.5, 7.5), -10.0), ((8.0, -8.0), -4.0)
    for one, (weights, bias) in zip(network.neurons, gates, strict=True):
        one.weights, one.bias = weights, bias
    for a, b in ((0, 0), (0, 1), (1, 0), (1, 1)):
        assert network.calculate_output([float(a), float(b)])[0] == pytest.approx(a ^ b, abs=0.1)


def test_copies_share_nothing():
    rng = np.random.default_rng(1)
    networks = NeuralNetwork([4, 9], 27), NeuralNetwork([0], 3)
    for original in (SigmoidNeuron(10), Layer(10, 10), *networks):
        original.mutate(1.0, rng)
        copied = original.copy()
        before = parameters(original)
        assert before == parameters(copied)
        copied.mutate(10.0, rng)
        assert before == parameters(original)
        for one, other in zip(neurons_of(original), neurons_of(copied), strict=True):
            assert one is not other and one.bias != other.bias
            assert all(a != b for a, b in zip(one.weights, other.weights, strict=True))


# Ours.


@given(
    st.lists(st.tuples(st.floats(-1e3, 1e3), st.floats(-1e3, 1e3)), max_size=30),
    st.floats(-1e4, 1e4),
)
def test_an_output_is_what_the_formula_says(pairs, bias):
    output = neuron(tuple(w for w, _ in pairs), bias).calculate_output([x for _, x in pairs])
    total = math.fsum([*(w * x for w, x in pairs), bias])
    expected = 1 / (1 + math.exp(-total)) if total > -700 else 0.0
    assert 0.0 <= output <= 1.0 and output == pytest.approx(expected, abs=1e-6)


def test_sums_are_plain_additions():
    """From Python 3.12 on, sum() gives 1.0 here."""
    assert neuron((1e16, 1.0, -1e16), 0.0).weighted_sum([1.0, 1.0, 1.0]) == 0.0


@pytest.mark.parametrize(
    ("weight", "output"), [(-709.0, 1.216780750623423e-308), (-710.0, 0.0), (-1e300, 0.0)]
)
def test_no_overflow(weight, output):
    assert neuron((weight,), 0.0).calculate_output([1.0]) == output


def test_a_mutation_is_uniform_and_bounded_and_draws_in_order():
    drawn = np.random.default_rng(2).random(4)
    one = neuron((1.0, 2.0, 3.0), 4.0)
    one.mutate(0.5, np.random.default_rng(2))
    bias, *weights = (drawn - 0.5) * 2 * 0.5 + [4.0, 1.0, 2.0, 3.0]
    assert one.bias == bias and one.weights == tuple(weights)
    many = SigmoidNeuron(20_000)
    many.mutate(0.25, np.random.default_rng(3))
    assert max(map(abs, many.weights)) <= 0.25
    assert np.quantile(many.weights, [0.1, 0.5, 0.9]) == pytest.approx([-0.2, 0.0, 0.2], abs=0.01)
    normal = SigmoidNeuron(20_000)
    normal.mutate_normally(0.25, np.random.default_rng(3))
    assert np.std(normal.weights) == pytest.approx(0.25, rel=0.03) and max(normal.weights) > 0.75


MAGNITUDE = "max_magnitude must be a finite number from 0, not"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: SigmoidNeuron(2).calculate_output([1.0]), "inputs must be 2 numbers, .*, not 1"),
        (lambda: NeuralNetwork([3], 2).calculate_output([1.0] * 3), "be 2 numbers, not 3"),
        (lambda: SigmoidNeuron(-1), "input_size must be a whole number from 0, not -1"),
        (lambda: SigmoidNeuron(2.5), "input_size must be a whole number from 0, not 2.5"),
        (lambda: Layer(-2, 3), "neuron_count must be a whole number from 0, not -2"),
        (lambda: Layer(0, -3), "input_size must be a whole number from 0, not -3"),
        (lambda: NeuralNetwork([], 3), "layer_sizes must hold one size or more, not none"),
        (lambda: NeuralNetwork([2, -1], 3), "layer_sizes must be a whole number from 0, not -1"),
        (lambda: NeuralNetwork([2], True), "input_size must be a whole number from 0, not True"),
        (lambda: SigmoidNeuron(1).mutate(-0.1, None), f"{MAGNITUDE} -0.1"),
        (lambda: Layer(1, 1).mutate(math.inf, None), f"{MAGNITUDE} inf"),
        (lambda: SigmoidNeuron(1).mutate_normally(math.nan, None), f"{MAGNITUDE} nan"),
    ],
)
def test_wrong_arguments_get_one_error(wrong, message):
    with pytest.raises(ValueError, match=message) as error:
        wrong()
    assert "\n" not in str(error.value)


MANY = {"survivors": 81, "keep_survivors": False}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"survivors": 0}, f"survivors must be {accepted('survivors', LeagueSettings)}, not 0"),
        ({"ties": "none"}, "ties must be one of random, first, not 'none'"),
        (
            {"survivors": 100},
            "survivors must be 1 to 99 with 100 agents, 0 of them experts, not 100",
        ),
        (MANY | {"experts": 20}, "survivors must be 1 to 80 with 100 agents, 20 of"),
        ({"experts": 99}, "experts must be 0 to 98 with 100 agents, not 99"),
        ({"magnitude": -1.0}, "magnitude must be a number from 0.0 to 1000.0, not -1.0"),
        ({"masking": 1}, "masking must be true or false, not 1"),
    ],
)
def test_wrong_settings_get_one_error(changes, message):
    with pytest.raises(ValueError) as error:
        LeagueSettings(**changes)
    assert message in str(error.value)


def test_settings_survive_a_dict():
    assert LeagueSettings.from_dict(SMALL.to_dict()) == SMALL
    sizes = {"agents": 8, "survivors": 3, "hidden": 4, "leagues": 2, "epochs": 4}
    assert SMALL.differences() == sizes
    with pytest.raises(ValueError, match="tempo is not a setting"):
        LeagueSettings.from_dict({"tempo": 1})


def test_a_board_becomes_27_inputs():
    inputs = np.array(encode_board(encode("X.O ... ...")))
    assert inputs.reshape(9, 3).tolist() == [[0, 1, 0], [1, 0, 0], [0, 0, 1]] + 6 * [[1, 0, 0]]
    coded = {tuple(encode_board(board)) for board in positions()}
    assert len(coded) == 5478 and all(sum(inputs) == 9 for inputs in coded)


def test_the_largest_output_is_chosen():
    assert decode_output([0.0] * 9) == 0
    assert decode_output([0.1, 0.5, 0.5, 0.2, 0, 0, 0, 0, 0]) == 1
    assert decode_output([0.9] + [0.0] * 8, [3, 5]) == 3
    assert decode_output([0.9, 0.0, 0.0, 0.1, 0.0, 0.2, 0.0, 0.0, 0.0], [3, 5]) == 5


def scripted(*squares):
    left = iter(squares)
    return lambda board, rng: next(left)


def test_matches():
    # X . .      X . .      X . O      X X O
    # . . .  ->  . O .  ->  . O .  ->  . O .   and X loses to 6
    lost = play_match(scripted(0, 1, 3), scripted(4, 2, 6), None)
    assert lost == LeagueMatch((0, 4, 1, 2, 3, 6), -1, 0)
    assert (lost.score(1), lost.score(-1)) == (0, 3)
    won = play_match(scripted(0, 1, 2), scripted(4, 5), None)
    assert won.winner == 1 and (won.score(1), won.score(-1)) == (3, 0)
    tied = play_match(scripted(0, 2, 3, 7, 8), scripted(4, 1, 5, 6), None)
    assert tied.winner == 0 and len(tied.squares) == 9 and (tied.score(1), tied.score(-1)) == (5, 4)
    out = play_match(scripted(0, 4), scripted(4), None)
    assert out == LeagueMatch((0, 4), 0, 1) and (out.moves(1), out.moves(-1)) == (1, 1)
    assert (out.score(1, True), out.score(-1, True), out.score(-1, False)) == (0, 1, 0)
    at_once = play_match(scripted(0), scripted(0), None)
    assert at_once == LeagueMatch((0,), 0, -1)
    assert (at_once.score(1, True), at_once.score(-1, True)) == (1, 0)


def test_players_of_the_book_play_the_same_games_as_ever():
    for number in range(50):
        game = play_game(perfect_player(), near_perfect_player(), np.random.default_rng(number))
        match = play_match(perfect_player(), near_perfect_player(), np.random.default_rng(number))
        assert match == LeagueMatch(tuple(game[1]), game[0], 0)


def test_everybody_plays_everybody():
    epoch = next(epochs(LeagueSettings(hidden=1), np.random.default_rng(1)))
    assert len(epoch.matches) == 9_900 == LeagueSettings().games
    assert set(epoch.matches) == {(x, o) for x in range(100) for o in range(100) if x != o}


@settings(max_examples=20)
@given(
    st.builds(
        LeagueSettings,
        agents=st.integers(6, 8),
        survivors=st.integers(1, 3),
        experts=st.integers(0, 2),
        hidden=st.integers(1, 3),
        magnitude=st.floats(0.0, 30.0),
        masking=st.booleans(),
        keep_survivors=st.booleans(),
        opponent_of_disqualified=st.sampled_from(["nothing", "keeps"]),
        birth=st.sampled_from(["mutated", "zeros", "uniform"]),
        seed=st.integers(0, 99),
    )
)
def test_what_holds_in_every_epoch(chosen):
    rng, networks = np.random.default_rng(chosen.seed), chosen.agents - chosen.experts
    before = None
    for epoch in islice(epochs(chosen, rng), 2):
        assert len(epoch.matches) == chosen.games and len(epoch.agents) == networks
        assert sorted(epoch.ranking) == list(range(networks))
        ranked = [epoch.scores[row] for row in epoch.ranking]
        assert ranked == sorted(ranked, reverse=True)
        for (x, o), match in epoch.matches.items():
            board = np.zeros(9, dtype=int)
            for number, square in enumerate(match.squares):
                assert board[square] == 0 and not is_final(board.tolist())
                board[square] = 1 - 2 * (number % 2)
            assert bool(match.disqualified) != is_final(board.tolist())
            # No expert is ever disqualified.
            assert match.disqualified != 1 or x < networks
            assert match.disqualified != -1 or o < networks
            assert not (chosen.masking and match.disqualified)
        if before and chosen.keep_survivors:
            survivors = [before.agents[row] for row in before.ranking[: chosen.survivors]]
            assert list(epoch.agents[: chosen.survivors]) == survivors
        before = epoch


def test_children_are_mutated_copies_of_the_survivors_in_turn():
    rng = np.random.default_rng(1)
    agents = [new_agent(SMALL) for _ in range(8)]
    for agent in agents:
        agent.mutate(SMALL, rng)
    saved = [parameters(agent.network) for agent in agents]
    after = next_agents(agents, [5, 2, 7, 0, 1, 3, 4, 6], SMALL, rng)
    assert after[:3] == [agents[5], agents[2], agents[7]]
    assert [parameters(agent.network) for agent in agents] == saved
    for number, child in enumerate(after[3:]):
        pairs = zip(child.network.neurons, after[number % 3].network.neurons, strict=True)
        gaps = [np.array([a.bias, *a.weights]) - [b.bias, *b.weights] for a, b in pairs]
        assert 0 < max(np.abs(gap).max() for gap in gaps) <= SMALL.magnitude
    alone = next_agents(agents, [5, 2, 7, 0, 1, 3, 4, 6], SMALL.change(keep_survivors=False), rng)
    assert len(alone) == 8 and not {*map(id, alone)} & {*map(id, agents)}


def test_the_ranking():
    scores = [3, 9, 3, 0]
    rng = np.random.default_rng(1)
    assert rank(scores, SMALL.change(ties="first"), rng) == [1, 0, 2, 3]
    found = {tuple(rank(scores, SMALL, rng)) for _ in range(60)}
    assert found == {(1, 0, 2, 3), (1, 2, 0, 3)}
    drawn = SMALL.change(selection="random")
    assert len({tuple(rank(scores, drawn, rng)) for _ in range(500)}) == 24


def test_fogels_payoff_of_a_known_agent():
    """An agent that names square 4 alone wins nothing; of a lookahead player the payoff is the sum
    of its games.
    """
    opponent, rng = near_perfect_player(), np.random.default_rng(1)
    assert fogels_payoff(new_agent(SMALL), opponent, rng) == -10 * FOGEL.games
    player = stochastic_player(partial(lookahead_odds, 9), Settings(perfect_ties="first"))
    slow = np.random.default_rng(7)
    games = [play_game(player, opponent, slow)[0] for _ in range(32)]
    assert -1 not in games
    assert fogels_payoff(player, opponent, np.random.default_rng(7)) == games.count(1)


# The bug of the post: adding where it should multiply.


def test_an_adding_agent_always_names_the_same_square():
    chosen = LeagueSettings(adding=True, hidden=3)
    rng = np.random.default_rng(4)
    for _ in range(10):
        agent = new_agent(chosen)
        agent.mutate(chosen, rng)
        assert isinstance(agent.network.copy().neurons[0], AddingNeuron)
        inputs, first = map(encode_board, positions()[::50]), agent.network.neurons[0]
        assert len({round(first.weighted_sum(one), 9) for one in inputs}) == 1
        assert len({agent(board) for board in positions()[:IN_PROGRESS:50]}) == 1


def test_adding_agents_never_get_past_two_legal_moves():
    for league in range(2):
        chosen = SMALL.change(adding=True)
        played = list(islice(epochs(chosen, trial_rng(chosen, league)), 4))
        assert not any(epoch.valid for epoch in played)
        assert [epoch.longest for epoch in played] == [1, 2, 2, 2]  # zeros all name square 0
    multiplying = islice(epochs(SMALL, np.random.default_rng(0)), 6)
    assert max(epoch.longest for epoch in multiplying) > 2


# The player that looks ahead.


def test_who_sees_everything_never_loses_and_wins_as_soon_as_it_can():
    @cache
    def fastest(board, me):
        """What `me` gets if both play the fastest, by an enumeration of its own: 100 minus the
        moves that a win takes, the moves that a loss takes minus 100, 0 for a tie.
        """
        return max(after_move(board, square, me) for square in open_squares(board))

    def after_move(board, square, me):
        """The same when `me` moves into a square."""
        after = (*board[:square], me, *board[square + 1 :])
        if is_final(after):
            won = any(after[a] and after[a] == after[b] == after[c] for a, b, c in IN_LINE)
            return 99 if won else 0
        theirs = fastest(after, -me)
        return -theirs + (theirs > 0) - (theirs < 0)

    for board in map(tuple, positions()[:IN_PROGRESS:3].tolist()):
        me = 1 if sum(board) == 0 else -1
        odds = lookahead_odds(9, board, Settings(), me)
        for square in open_squares(board):
            as_good = after_move(board, square, me) == fastest(board, me)
            assert bool(odds[square]) == as_good, (board, square)


def test_how_far_it_looks():
    def chosen(depth, rows):
        odds = lookahead_odds(depth, encode(rows).tolist(), Settings(), 1)
        return [square for square, weight in enumerate(odds) if weight]

    assert chosen(1, "XX. OO. ...") == [2]
    assert chosen(1, "OO. X.. X..") == [2, 4, 5, 7, 8]
    assert chosen(2, "OO. X.. X..") == [2]
    first = lookahead_odds(1, [0] * 9, Settings(perfect_ties="first"), 1)
    assert first == [1] + [0] * 8
    for board in map(tuple, positions()[:IN_PROGRESS:7].tolist()):
        me = 1 if sum(board) == 0 else -1
        ahead, perfect = (
            lookahead_odds(9, board, Settings(), me),
            perfect_odds(board, Settings(), me),
        )
        assert all(p for a, p in zip(ahead, perfect, strict=True) if a)


def test_an_agent_is_a_player():
    agent = Agent(NeuralNetwork([15, 9], 27))
    assert agent(encode("... ... ..."), None) == 0
    assert Agent(agent.network, masking=True)(encode("XO. ... ...")) == 2
