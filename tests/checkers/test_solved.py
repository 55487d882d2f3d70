"""Solutions beside a second, readable solver, which shares nothing with them but the readable
rules.
"""

from functools import cache

import numpy as np
import pytest
from checkers_positions import reachable
from drawn import drawing

from fogel.checkers.bitboards import from_bits
from fogel.checkers.network import compute_inputs
from fogel.checkers.rules import Checkers, after, jumped, moves
from fogel.checkers.solved import (
    LOST,
    best_line,
    blunder_rate,
    look_ahead,
    material_player,
    random_mover,
    solve,
    unpack,
)

SMALL = [(4, 4, 2), (6, 4, 2)]
KING = 1.5


@cache
def solution_of(*sizes):
    return solve(Checkers(*sizes))


@cache
def positions_of(*sizes):
    """The positions of a Solution, in its order."""
    solution = solution_of(*sizes)
    *boards, players = unpack(solution)
    bits = np.stack(boards, axis=1)
    pairs = zip(bits, players.tolist(), strict=True)
    return [from_bits(solution.game, one, player) for one, player in pairs]


@cache
def graph_of(*sizes):
    """{position: [(move, position after it), ...]} of all that can be reached from the start."""
    game, found = Checkers(*sizes), {}
    for position in reachable(game):
        allowed = moves(game, position)
        found[position] = [(move, after(game, position, move)) for move in allowed]
    return found


@cache
def exact_value_of(*sizes):
    """{position: (1 or -1, in how many moves)} of those that are decided, by looking at all again
    and again.
    """
    graph, known, plies = graph_of(*sizes), {}, 0
    while True:
        new = {}
        for position, ways in graph.items():
            if position not in known:
                after_each = [known.get(following, (0, 0))[0] for _, following in ways]
                if -1 in after_each:
                    new[position] = 1, plies
                elif all(value == 1 for value in after_each):
                    new[position] = -1, plies
        if not new:
            return known
        known |= new
        plies += 1


def count(position):
    """The pieces of whoever is to move, minus the other player's."""
    return sum(compute_inputs(position, KING))


def foreseen(game, graph, position, plies):
    """What a position is worth by the material player some moves ahead; jumps are looked at to
    their end.
    """
    ways = graph[position]
    if not ways:
        return -1000.0
    if plies <= 0 and not jumped(game, ways[0][0]):
        return count(position)
    return max(-foreseen(game, graph, following, plies - 1) for _, following in ways)


def thrown_away(sizes, score):
    """(all, met): mean chances, each over the positions where the move matters, of a player with
    such scores.
    """
    graph, exact_value = graph_of(*sizes), exact_value_of(*sizes)
    made, chance = {}, {}

    def value(position):
        return exact_value.get(position, (0, 0))[0]

    for position, ways in graph.items():
        scores = [score(following) for _, following in ways]
        each = zip(ways, scores, strict=True)
        best = made[position] = [way for (_, way), one in each if one == max(scores)]
        values = [-value(following) for _, following in ways]
        if len(set(values)) > 1:
            chance[position] = sum(-value(way) < max(values) for way in best) / len(best)
    met = set()
    for seat in (1, -1):
        seen, waiting = set(), [Checkers(*sizes).start]
        while waiting:
            position = waiting.pop()
            if position not in seen:
                seen.add(position)
                ways = [following for _, following in graph[position]]
                waiting += made[position] if position.player == seat else ways
        met |= {position for position in seen if position.player == seat}
    return chance.values(), [chance[position] for position in met if position in chance]


@pytest.mark.parametrize("sizes", SMALL)
def test_positions_moves_values_and_delays_are_those_of_the_readable_solver(sizes):
    solution, positions, graph = solution_of(*sizes), positions_of(*sizes), graph_of(*sizes)
    exact_value = exact_value_of(*sizes)
    assert positions[0] == solution.game.start
    assert {*positions} == {*graph} and len(positions) == len(graph)
    for number, position in enumerate(positions):
        children = solution.child[solution.first[number] : solution.first[number + 1]]
        ways = [following for _, following in graph[position]]
        assert [positions[child] for child in children] == ways
        worth = solution.value[number], solution.plies[number]
        assert worth == exact_value.get(position, (0, -1))


@pytest.mark.parametrize(
    "sizes, positions, value, plies",
    [
        ((4, 4, 2), 2409, 0, -1),
        ((6, 4, 2), 25656, -1, 34),
        ((4, 6, 3), 486053, 0, -1),
        ((6, 4, 4), 2807778, -1, 34),
    ],
)
def test_how_many_positions_there_are_and_what_the_start_is_worth(sizes, positions, value, plies):
    solution = solution_of(*sizes)
    assert (len(solution.keys), solution.value[0], solution.plies[0]) == (positions, value, plies)
    assert len(np.unique(solution.keys)) == positions  # each once


@pytest.mark.parametrize("sizes", [(4, 4, 2), (6, 4, 2), (4, 6, 3), (6, 4, 4)])
def test_each_value_follows_from_those_after_it(sizes):
    """Which proves them: wins and losses by induction over their plies, and whoever has a draw can
    keep it for ever.
    """
    _, _, first, child, value, plies = solution_of(*sizes)
    stuck = np.diff(first) == 0
    assert (value[stuck] == -1).all() and (plies[stuck] == 0).all()
    best = np.maximum.reduceat(-value[child], first[:-1][~stuck])
    assert (best == value[~stuck]).all()
    ends = np.where(value[child] < 0, plies[child], 10_000)
    soonest = np.minimum.reduceat(ends, first[:-1][~stuck]) + 1
    latest = np.maximum.reduceat(plies[child], first[:-1][~stuck]) + 1
    moved = value[~stuck]
    assert (soonest[moved == 1] == plies[~stuck][moved == 1]).all()
    assert (latest[moved == -1] == plies[~stuck][moved == -1]).all()
    assert (plies[value == 0] == -1).all()


def test_the_best_line():
    line = best_line(solution_of(6, 4, 2))
    game, graph, exact_value = Checkers(6, 4, 2), graph_of(6, 4, 2), exact_value_of(6, 4, 2)
    position = game.start
    for played, move in enumerate(line):
        assert exact_value[position] == ((-1, 1)[played % 2], 34 - played)
        position = dict(graph[position])[move]
    assert len(line) == 34 and exact_value[position] == (-1, 0) and position.player == 1
    assert drawing(game, position) == "-.-. .-.- -.-. .-.- -.-O .-O-"


def test_the_best_line_of_a_draw_keeps_it_until_a_position_comes_again():
    line = best_line(solution_of(4, 4, 2))
    game, graph, exact_value = Checkers(4, 4, 2), graph_of(4, 4, 2), exact_value_of(4, 4, 2)
    met = [game.start]
    for move in line:
        met.append(dict(graph[met[-1]])[move])
    assert not set(met) & set(exact_value) and len(set(met)) == len(met) - 1 and met[-1] in met[:-1]


def test_who_plays_by_the_values_throws_nothing_away_and_who_plays_against_them_all():
    solution = solution_of(6, 4, 2)
    perfect = blunder_rate(lambda it: -it.value[it.child].astype(float), solution)
    assert (perfect.share, perfect.share_met) == (0, 0)
    assert perfect.positions == 8874 > perfect.positions_met
    wrong = blunder_rate(lambda it: it.value[it.child].astype(float), solution)
    assert (wrong.share, wrong.share_met) == (1, 1)


@pytest.mark.parametrize("sizes", SMALL)
@pytest.mark.parametrize("plies", [0, 1, 2, 3])
def test_blunder_rates_are_those_of_the_readable_solver(sizes, plies):
    game, graph = Checkers(*sizes), graph_of(*sizes)
    counted = cache(lambda following: -foreseen(game, graph, following, plies - 1))
    everywhere, met = thrown_away(sizes, counted if plies else lambda following: 0)
    player = material_player(plies, KING) if plies else random_mover
    found = blunder_rate(player, solution_of(*sizes))
    assert (found.positions, found.positions_met) == (len(everywhere), len(met))
    assert found.share == pytest.approx(sum(everywhere) / len(everywhere), rel=1e-12)
    assert found.share_met == pytest.approx(sum(met) / len(met), rel=1e-12)


def test_an_extension_has_a_limit_if_one_is_given():
    solution = solution_of(6, 4, 2)
    players = [material_player(1, extension=more) for more in (0, 1, 2, 4, None)]
    shares = [round(100 * blunder_rate(one, solution).share, 1) for one in players]
    assert shares == [42.7, 15.8, 14.0, 13.7, 13.7]


def test_looking_far_enough_finds_every_win():
    solution = solution_of(4, 4, 2)
    plies, nothing = int(solution.plies.max()) + 1, np.zeros(len(solution.keys))
    scores = look_ahead(solution, nothing, plies, extension=0)
    won = solution.value[solution.child] == -1
    assert ((scores == -LOST) == won).all()


@pytest.mark.parametrize(
    "sizes, words",
    [
        ((8, 8, 12), "it has 32 dark squares, at most 18 can be"),
        ((4, 10, 5), "it has 20 dark squares, at most 18 can be"),
        ((6, 6, 6), "348,625,599,410 arrangements of pieces, at most 100,000,000 can be"),
    ],
)
def test_what_is_too_large_is_refused(sizes, words):
    with pytest.raises(ValueError) as refused:
        solve(Checkers(*sizes))
    rows, columns, men = sizes
    named = f"{rows}x{columns} with {men} men each can't be solved"
    assert str(refused.value) == f"{named}: {words}"
