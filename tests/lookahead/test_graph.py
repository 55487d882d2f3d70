import numpy as np
import pytest
from random_games import random_rules

from fogel.lookahead.foresight import Foresight
from fogel.lookahead.graph import OVER, Graph, make_graph
from fogel.lookahead.levels import trad_policy
from fogel.lookahead.players import random_policy
from fogel.rules.chances import chances
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import in_a_row, outcome


def test_the_standard_games_boards():
    """765 boards up to symmetry, as in chapter 1, of which 627 are still in progress."""
    graph = make_graph(in_a_row(3, 3, 3))
    assert len(graph) == 627 and [len(layer.boards) for layer in graph.layers] == [
        1,
        3,
        12,
        38,
        108,
        153,
        183,
        95,
        34,
    ]
    first = graph.layers[0]
    assert first.square.tolist() == list(range(9)) and len(set(first.child.tolist())) == 3
    over = sum(int((layer.child == OVER).sum()) for layer in graph.layers)
    assert over and all((layer.result[layer.child != OVER] == 0).all() for layer in graph.layers)


def test_chances_are_those_of_the_plain_flow():
    rules = in_a_row(3, 3, 3)
    graph = make_graph(rules)
    policies = [random_policy, trad_policy("average")]
    first, second = (graph.move_odds(policy, exact=True) for policy in policies)
    expected = chances(rules, policies)
    assert graph.chances(first, second) == expected != graph.chances(second, first)
    floats = graph.chances(*(graph.move_odds(policy) for policy in policies))
    assert [floats.draws, *floats.wins] == pytest.approx(
        [float(expected.draws), *map(float, expected.wins)]
    )


def test_scores_are_those_of_the_search():
    """Of all boards in progress, within any number of moves: for the standard game, its reverse,
    and five at random.
    """
    rng = np.random.default_rng(11)
    games = [in_a_row(3, 3, 3), find_rules("misere")]
    while len(games) < 7:
        rules = random_rules(rng)
        if (
            outcome(rules, rules.start.squares, last=2) is None
            and rules.start.squares.count(0) <= 6
        ):
            games.append(rules)
    for rules in games:
        graph, search = Graph(rules), Foresight(rules)
        for layer in graph.layers:
            for board in layer.boards:
                for moves in range(1, board.count(0) + 1):
                    assert graph.scores(board, 1, moves) == search.scores(board, 1, moves), (
                        rules,
                        board,
                        moves,
                    )


def test_which_boards_are_in_it():
    graph = make_graph(in_a_row(3, 3, 3))
    assert (0,) * 9 in graph and graph.layers[5].boards[3] in graph
    assert (1, 1, 1, 2, 2, 0, 0, 0, 0) not in graph  # it is over
    assert (1, 1, 0, 0, 0, 0, 0, 0, 0) not in graph  # nobody can have moved twice


def test_rules_of_every_kind():
    rng, tried = np.random.default_rng(9), 0
    while tried < 25:
        rules = random_rules(rng)
        if (
            outcome(rules, rules.start.squares, last=2) is not None
            or rules.start.squares.count(0) > 7
        ):
            continue
        tried += 1
        graph = Graph(rules)
        odds = [
            graph.move_odds(policy, exact=True)
            for policy in (random_policy, trad_policy("skilled"))
        ]
        assert graph.chances(*odds) == chances(rules, [random_policy, trad_policy("skilled")]), (
            rules
        )


def test_what_is_no_small_game_of_two():
    with pytest.raises(ValueError, match="too large for exact chances: more than 500 boards"):
        Graph(in_a_row(4, 3, 3), most=500)
    with pytest.raises(ValueError, match="must be for 2 players, not 3"):
        Graph(find_rules("three-players"))
