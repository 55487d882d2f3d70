"""Exact results of agents and other players."""

from functools import partial

import numpy as np
import pytest

from fogel import audit
from fogel.core.champion import load_champion
from fogel.core.settings import Settings
from fogel.encoding import IN_PROGRESS, O, X, positions
from fogel.league import Agent, LeagueSettings, NeuralNetwork, run_league
from fogel.league.exact import (
    ExactResult,
    beaten,
    cycles,
    exact_result,
    lookahead_odds,
    make_table,
    play_agents,
    points,
    round_robin,
)
from fogel.league.league import play_match
from fogel.league.run import League, LeagueRun
from fogel.league.study import collapsed, count_relapses, first_epoch, read
from fogel.league.twin import OPPONENTS, LeagueHistory
from fogel.opponent import near_perfect_player, random_player, stochastic_player
from fogel.play import shipped


@pytest.fixture(scope="module")
def agents():
    """Agents that get through some games: three of a league, the others at random."""
    kept = run_league(
        LeagueSettings(epochs=60, agents=40, survivors=20, hidden=5), keep=(60,), with_chances=False
    ).kept
    return kept[60][:12]


def test_the_points_of_a_result():
    """A win is a point and a tie half of one; a disqualification is the other one's win."""
    result = ExactResult(x_wins=0.2, ties=0.3, o_wins=0.4, x_disqualified=0.06, o_disqualified=0.04)
    assert result.of(X) == pytest.approx((0.24, 0.3, 0.46))
    assert result.of(O) == pytest.approx((0.46, 0.3, 0.24))
    assert result.points() == pytest.approx(0.2 + 0.04 + 0.15)
    assert result.points(O) == pytest.approx(0.4 + 0.06 + 0.15)


def test_exact_results_are_the_audits():
    champion = load_champion(shipped("champion"))
    table = make_table(champion)
    for against, mark in (("near-perfect", X), ("near-perfect", O), ("random", O)):
        pair = [table, make_table(against)]
        found = exact_result(*(pair if mark == X else pair[::-1]))
        assert found.of(mark) == pytest.approx(audit.results(champion, against, mark), abs=1e-12)
        assert found.x_disqualified == found.o_disqualified == 0.0
        assert sum(found) == pytest.approx(1.0)


def test_two_agents_play_one_game(agents):
    """The exact result of two players that use no random numbers is the game that they play."""
    games, settled = play_agents(agents, LeagueSettings(hidden=5)), set()
    found = points(games)
    tables = [make_table(agent) for agent in agents]
    for x in range(12):
        assert np.isnan(found[x, x])
        for o in set(range(12)) - {x}:
            match = play_match(agents[x], agents[o], None)
            result, (_, winner, out) = exact_result(tables[x], tables[o]), match
            ends = winner == X, not winner and not out, winner == O, out == X, out == O
            assert result == ends
            assert (games.winners[x, o], games.disqualified[x, o]) == match[1:]
            assert found[x, o] == result.points() == 1 - result.points(O)
            settled.add((match.winner, match.disqualified))
    assert {(0, 1), (0, -1)} < settled


def test_chances_of_a_league_are_the_exact_ones():
    league = run_league(LeagueSettings(epochs=60, agents=40, survivors=20, hidden=5))
    table = make_table(league.best)
    for number, name in enumerate(OPPONENTS):
        as_x, as_o = exact_result(table, make_table(name)), exact_result(make_table(name), table)
        assert as_x.o_disqualified == as_o.x_disqualified == 0.0
        expected = [
            [as_x.x_wins, as_x.ties, as_x.o_wins, as_x.x_disqualified],
            [as_o.o_wins, as_o.ties, as_o.x_wins, as_o.o_disqualified],
        ]
        assert league.history.chances[-1, number] == pytest.approx(np.array(expected), abs=1e-12)
        assert 0 < as_x.x_disqualified < 1


@pytest.mark.parametrize("name", OPPONENTS)
def test_exact_chances_are_those_of_many_games(agents, name):
    player = {"random": random_player, "near-perfect": near_perfect_player}[name]()
    results = {agent: exact_result(make_table(agent), make_table(name)) for agent in agents}
    agent = max(agents, key=lambda agent: results[agent].points())
    rng = np.random.default_rng(1)
    ends = [play_match(agent, player, rng)[1:] for _ in range(600)]
    for end, chance in zip([(1, 0), (0, 0), (-1, 0), (0, 1)], results[agent][:4], strict=True):
        spread = (600 * chance * (1 - chance)) ** 0.5
        assert ends.count(end) == pytest.approx(600 * chance, abs=4.5 * spread + 1e-9)


def test_a_meeting_of_players():
    names = ("lookahead-1", "lookahead-2", "lookahead-9", "perfect", "near-perfect", "random")
    champion = load_champion(shipped("champion"))
    found = round_robin({name: name for name in names} | {"champion": champion})
    assert len(found) == 42
    for (x, o), result in found.items():
        assert sum(result) == pytest.approx(1.0)
        if x in ("lookahead-9", "perfect"):
            assert result.o_wins == 0.0
        if o in ("lookahead-9", "perfect"):
            assert result.x_wins == 0.0
    assert found["random", "lookahead-1"].x_wins > found["random", "lookahead-2"].x_wins > 0
    assert found["lookahead-9", "random"].x_wins > found["perfect", "random"].x_wins


def test_the_random_players_chances_are_the_known_ones():
    found = exact_result(make_table("random"), make_table("random"))
    assert found == pytest.approx((737 / 1260, 8 / 63, 121 / 420, 0, 0)) and found[3:] == (0, 0)


def test_tables_of_policies():
    def careless(board):
        """Any square alike, taken or not."""
        return [1 / 9] * 9

    table = make_table(careless)
    assert table.shape == (IN_PROGRESS, 10)
    assert table.sum(axis=1) == pytest.approx(np.ones(IN_PROGRESS))
    result = exact_result(table, make_table("random"))
    assert result.x_disqualified > result.x_wins > 0 and sum(result) == pytest.approx(1.0)
    for wrong in ([0.5] * 9, [1.0], [2.0, -1.0] + 7 * [0.0]):
        with pytest.raises(ValueError, match="must give nine chances on every board, which add up"):
            make_table(lambda board, chances=wrong: chances)
    with pytest.raises(ValueError, match=r"player must be a Network or one of .*near-perfect, "):
        make_table("lookahead-10")


def test_a_table_is_the_players():
    table = make_table("lookahead-3")
    player = stochastic_player(partial(lookahead_odds, 3), Settings())
    for row in range(0, IN_PROGRESS, 301):
        drawn = {player(positions()[row], np.random.default_rng(number)) for number in range(60)}
        assert drawn == set(np.flatnonzero(table[row]).tolist())


def test_rock_paper_scissors():
    scores = np.array([[np.nan, 1.0, 0.0], [0.5, np.nan, 1.0], [1.0, 0.5, np.nan]])
    # 0 has 1.5 points against 1 and 0 against 2, which has 1 against 1 (a win as O is none)
    beats = beaten(scores)
    assert beats.tolist() == [[False, True, False], [False, False, True], [True, False, False]]
    assert cycles(beats) == 1 and cycles(np.triu(np.ones((5, 5)), 1)) == 0
    assert cycles(np.roll(np.eye(4), 1, axis=1)) == 0


# A run's measures, and the study's.


def test_the_points_of_a_run():
    """Two leagues of one epoch, with chances by opponent and seat: a win is a point, a tie half,
    both seats alike.
    """
    chances = np.zeros((2, 1, 2, 2, 4))
    # Against random: 0.6 as X, 0.2 as O.
    chances[0, 0, 0] = [[0.5, 0.2, 0.1, 0.2], [0.1, 0.2, 0.3, 0.4]]
    chances[1, 0, 0] = [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0]]
    chances[:, 0, 1] = [[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.5, 0.5]]
    agents = Agent(NeuralNetwork([9], 27)), Agent(NeuralNetwork([9], 27))
    counts = np.array([[3], [7], [396], [5]])
    leagues = [
        League(number, LeagueHistory(*counts, chances[number]), {}, agents[number])
        for number in range(2)
    ]
    run = LeagueRun(LeagueSettings(agents=12, survivors=6, epochs=1, leagues=2), tuple(leagues))
    assert run.points("random") == pytest.approx(np.array([[0.4], [0.5]])) and run.best is agents[1]
    assert run.points("near-perfect") == pytest.approx(np.array([[0.25], [0.25]]))
    assert run.points_by_seat("random") == pytest.approx(np.array([[[0.6, 0.2]], [[0.0, 1.0]]]))
    assert run.points_by_seat("near-perfect")[1, 0] == pytest.approx([0.5, 0.0])
    assert run.share_valid.tolist() == [[3 / 132]] * 2 and run.mean_moves.tolist() == [[3.0]] * 2
    without = League(0, leagues[0].history._replace(chances=chances[0, :0]), {}, None)
    for one, opponent, words in (
        (run, "perfect", "opponent must be one of random, near-perfect, not 'perfect'"),
        (
            LeagueRun(run.settings, (without,)),
            "random",
            "only of leagues that were run with_chances",
        ),
    ):
        with pytest.raises(ValueError, match=words):
            one.points(opponent)


def test_a_reading_of_the_post():
    small = LeagueSettings(agents=10, survivors=3, hidden=2, leagues=3)
    reading = read(small, epoch=2, survivors=4)
    assert reading.changes == {"survivors": 4}
    assert reading.valid.shape == reading.longest.shape == (3,)
    valid, longest = np.array([[0, 52, 60, 70, 80], [7, 7, 6, 8, 7]])
    example = reading._replace(valid=valid, longest=longest)
    assert example.likely == 1.0 and example.as_long == 0.6
    assert example._replace(valid=np.array([0] * 99)).likely == pytest.approx(0.02)


def test_what_becomes_of_leagues():
    valid = np.ones((3, 30), dtype=int)
    valid[0, 10:], valid[1, 11:] = 0, 0
    assert collapsed(valid).tolist() == [True, False, False]
    share = np.array([[0.0, 0.2, 0.05, 0.005, 0.2, 0.0], [0.0, 0.05, 0.0, 0.0, 0.05, 0.0]])
    assert count_relapses(share).tolist() == [2, 0]
    assert first_epoch(share, 0.1).tolist()[0] == 2.0 and np.isnan(first_epoch(share, 0.1)[1])
    assert np.isnan(first_epoch(share, 0.2)).all()  # it has to be above
    with pytest.raises(ValueError, match="valid must hold 20 epochs or more, not 6"):
        collapsed(share)
