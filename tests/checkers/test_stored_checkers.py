"""Chapter 19's tables: random rows of them made again."""

from itertools import product

import pytest
from tables import stored_rows

from fogel.checkers import stored as evolved
from fogel.checkers.book_tables import CheckersTable
from fogel.checkers.evolution import CheckersEvolution
from fogel.checkers.files import SHIPPED, load_champion, shipped
from fogel.checkers.run import make_champions, points

BLONDIES = evolved.BLONDIES


def texts(rows):
    """Rows as the texts that a table has of them."""
    return [[*map(CheckersTable().cell, row)] for row in rows]


def last_of(name):
    """The last networks of the trials of a large evolution, which come with the package."""
    short = name.removeprefix("checkers-")
    return [load_champion(shipped(f"{short}-{trial}")) for trial in range(BLONDIES[name].trials)]


@pytest.mark.parametrize("name", BLONDIES)
def test_rows_of_last_networks_are_measured_again(name):
    """Against a rival that looks less far; against one that looks as far the first generation is,
    below.
    """
    settings = BLONDIES[name]
    _, rows, rng = stored_rows(name)
    champions = last_of(name)
    assert all(one.settings == settings for one in champions)
    best = [row for row in rows if row[0] == "best"]
    numbers = product(range(settings.trials), points(settings.generations))
    assert {(int(row[1]), int(row[2])) for row in best} == {*numbers}
    champion = champions[int(rng.integers(len(champions)))]
    rival = int(rng.choice([1, 2, 3]))
    assert texts([evolved.best_row(champion, rival)])[0] in rows


@pytest.mark.parametrize("name", BLONDIES)
def test_its_first_generation_is_evolved_again(name):
    settings = BLONDIES[name]
    _, rows, rng = stored_rows(name)
    trial = int(rng.integers(settings.trials))
    evolution = CheckersEvolution(settings, trial, [1])
    evolution.step()
    history = evolution.state()["history"]
    champion = make_champions(settings, trial, history, evolution.kept)[1]
    assert texts([evolved.best_row(champion, settings.plies)])[0] in rows


def test_each_trial_has_its_champion_in_the_package():
    files = {one.settings: 0 for name in BLONDIES for one in last_of(name)}
    count = sum(one.trials for one in BLONDIES.values())
    assert len(files) == len(BLONDIES) and len([*SHIPPED.iterdir()]) == count


def test_costs_are_counted_again():
    """But microseconds are those of one machine, on one day."""
    _, rows, _ = stored_rows("checkers-time")
    found = evolved.cost_rows(load_champion(shipped("1999-0")), deepest=4)
    assert [row[:5] for row in texts(found)] == [row[:5] for row in rows[: len(found)]]
