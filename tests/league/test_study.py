"""A league's relapses: who broke the rule, who would survive under other rules, and what
comes of it.
"""

from pathlib import Path

import numpy as np
import pytest

from fogel.encoding import O, X
from fogel.league import LeagueSettings
from fogel.league.stored import RELAPSES, RelapsesJob
from fogel.league.study import Ends, ends, find_relapses, valid_among
from fogel.league.twin import FastLeague, Games

SMALL = LeagueSettings(
    agents=12, survivors=5, hidden=6, leagues=1, epochs=30, opponent_of_disqualified="nothing"
)


def games_of(*matches):
    """The games of three agents: (moves, winner, disqualified) by X and O; none with oneself."""
    values = np.zeros((3, 3, 3), np.int8)
    values[~np.eye(3, dtype=bool)] = matches
    return Games(np.full((3, 3, 9), -1, np.int8), *np.moveaxis(values, 2, 0))


GAMES = games_of(
    (5, X, 0), (4, 0, X),  # of agent 0 as X, against 1 and 2
    (6, O, 0), (3, 0, O),  # of agent 1, against 0 and 2
    (1, 0, O), (9, 0, 0),  # of agent 2, against 0 and 1
)  # fmt: skip


def test_ends():
    assert ends(GAMES) == Ends(valid=3, x_broke=1, o_broke=2)


def test_valid_games_among_some():
    assert valid_among(GAMES, [0, 1]) == 2 == valid_among(GAMES, np.array([1, 0]))
    for rows, count in (([0, 2], 0), ([1, 2], 1), ([1], 0), ([0, 1, 2], 3)):
        assert valid_among(GAMES, rows) == count


# A league that is turned.


def test_a_league_that_nothing_turns_goes_on_as_it_was():
    twin, whole = FastLeague(SMALL, 0), FastLeague(SMALL, 0)
    twin.advance(7)
    fork, state = twin.turned(), repr(twin.state())
    later = fork.advance(8).valid
    assert state == repr(twin.state())
    assert (twin.done, fork.done) == (7, 15)
    history = whole.advance(15)
    assert later.tolist() == history.valid[7:].tolist() == twin.advance(8).valid.tolist()
    weights = [one.agents()[3].network.layers[0].neurons[2].weights for one in (fork, whole)]
    assert weights[0] == weights[1]


def test_the_rule_turns_from_the_next_epoch_on():
    twin = FastLeague(SMALL, 0)
    twin.advance(10)
    fork = twin.turned(opponent_of_disqualified="keeps")
    twin.advance(1)
    fork.advance(1)
    assert (fork.games.moves == twin.games.moves).all()  # the same games, and other scores
    assert fork.settings == SMALL.change(opponent_of_disqualified="keeps")
    assert twin.settings == SMALL
    assert fork.scores.sum() > twin.scores.sum()


@pytest.mark.parametrize("changes", [{"magnitude": 0.1}, {"ties": "first", "masking": True}])
def test_what_may_not_change_within_a_league(changes):
    known = "opponent_of_disqualified, scoring, selection, ties"
    message = f"{known} may change within a league, not {[*changes][-1]}"
    with pytest.raises(ValueError, match=message):
        FastLeague(SMALL, 0).turned(**changes)


# Relapses, and the table of them.


def test_the_first_relapses_of_a_league_are_the_stored_ones(stored_relapses):
    """A league whose relapses come early, run again; the last number that a relapse has is of 300
    epochs after it.
    """
    first = min(stored_relapses, key=lambda relapse: relapse.epoch)
    assert [*find_relapses(RELAPSES.change(epochs=first.epoch), first.league)] == [first]


def test_a_stored_relapse_is_seen_in_an_ordinary_run(stored_relapses):
    """Its valid games, counted in a league that runs without a stop; the league had
    learned before.
    """
    relapse = min(stored_relapses, key=lambda relapse: relapse.epoch)
    valid = FastLeague(RELAPSES, relapse.league).advance(relapse.epoch).valid
    assert valid[-2:].tolist() == [relapse.valid_before, relapse.valid]
    assert valid.max() >= 0.1 * RELAPSES.games and valid[-1] < 0.01 * RELAPSES.games
    for one in stored_relapses:
        assert one.valid + one.x_broke + one.o_broke == RELAPSES.games
        assert one.valid_before + one.x_before + one.o_before == RELAPSES.games
    places = [(one.league, one.epoch) for one in stored_relapses]
    assert places == sorted(set(places))


@pytest.fixture(scope="module")
def stored_relapses():
    """The book's table."""
    folder = Path(__file__).parents[2] / "notebooks" / "stored"
    return RelapsesJob.read(folder / "league-relapses.csv").rows
