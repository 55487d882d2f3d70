"""Chapter 19's tables: random rows of them made again."""

import csv
import io
from itertools import combinations

import pytest
from tables import stored_rows

from fogel.checkers import stored as evolved
from fogel.checkers.evolution import CheckersEvolution
from fogel.checkers.files import SHIPPED, load_champion, shipped
from fogel.checkers.rating import NULLS
from fogel.checkers.run import points

BLONDIES = evolved.BLONDIES


def texts(rows):
    """Rows as the texts that a table has of them."""
    return [*csv.reader(io.StringIO(evolved.table_text(rows)))]


def last_of(name):
    """The last networks of the trials of a large evolution, which come with the package."""
    short = name.removeprefix("checkers-")
    return [load_champion(shipped(f"{short}-{trial}")) for trial in range(BLONDIES[name].trials)]


@pytest.mark.parametrize("name", evolved.TABLES)
def test_rows_of_the_small_boards_are_made_again(name):
    """Which ones depends on the table: a trial, and two of what has learnt nothing; what takes long
    is left out.
    """
    table = evolved.TABLES[name]
    head, rows, rng = stored_rows(name)
    assert tuple(head) == table.columns
    kept = {tuple(row[: len(table.keys[0])]) for row in rows}
    assert kept == {tuple(map(str, key)) for key in table.keys}
    quick = [key for key in table.keys if key[0] not in (evolved.LARGER.men, "8x8")]
    learnt = [key for key in quick if key[1] in evolved.EVALUATED_BY]
    others = [key for key in quick if key not in learnt]
    drawn = [some[int(rng.integers(len(some)))] for some in (learnt, others) if some]
    for key in drawn:
        assert texts(table.rows(*key)) == [
            row for row in rows if row[: len(key)] == [*map(str, key)]
        ]


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
    assert {(int(row[1]), int(row[2])) for row in best} == {
        (trial, made) for trial in range(settings.trials) for made in points(settings.generations)
    }
    champion = champions[int(rng.integers(len(champions)))]
    rival = int(rng.choice([1, 2, 3]))
    assert texts([evolved.best_row(champion, rival)])[0] in rows
    null = (str(rng.choice(["linked", "unlinked"])), int(rng.integers(settings.trials * NULLS)))
    assert texts([evolved.unlearnt_row(settings, *null)])[0] in rows


@pytest.mark.parametrize("name", BLONDIES)
def test_its_first_generation_is_evolved_again(name):
    settings = BLONDIES[name]
    _, rows, rng = stored_rows(name)
    trial = int(rng.integers(settings.trials))
    evolution = CheckersEvolution(settings, trial, [1])
    evolution.step()
    weights, king = evolution.kept[1]
    [champion] = evolved.make_champions(
        settings, trial, evolution.state()["history"], {1: (weights, king)}
    ).values()
    assert texts([evolved.best_row(champion, settings.plies)])[0] in rows


@pytest.mark.parametrize("name", [name for name, one in BLONDIES.items() if one.trials > 1])
def test_a_pair_plays_again(name):
    _, rows, rng = stored_rows(f"{name}-pairs")
    pairs = [*combinations(last_of(name), 2)]
    assert len(rows) == len(pairs)
    row = int(rng.integers(len(pairs)))
    assert texts([evolved.pair_row(*pairs[row])])[0] == rows[row]


def test_what_is_written_of_last_networks_is_whole(tmp_path):
    """On a small board, where it is quick: all kinds of rows, and each once."""
    settings = evolved.SMALL.change(trials=2, generations=2, plies=4)
    champions = [evolved.find_best(settings, trial) for trial in range(2)]
    evolved.write_blondie(tmp_path, "quick", champions)
    rows, pairs = (
        [*csv.DictReader((tmp_path / name).read_text().splitlines())]
        for name in ("quick.csv", "quick-pairs.csv")
    )
    found = [
        (row["player"], *(int(row[name]) for name in ("trial", "generation", "rival_plies")))
        for row in rows
    ]
    expected = [("random", 0, 0, 4)]
    expected += [
        (player, number, 0, 4) for player in ("linked", "unlinked") for number in range(2 * NULLS)
    ]
    expected += [("best", trial, generation, 4) for trial in range(2) for generation in (1, 2)]
    expected += [("best", trial, 2, plies) for trial in range(2) for plies in (1, 2, 3, 5, 6)]
    assert sorted(found) == sorted(expected)
    assert [(row["one"], row["other"]) for row in pairs] == [("0", "1")]


def test_each_trial_has_its_champion_in_the_package():
    files = {one.settings: 0 for name in BLONDIES for one in last_of(name)}
    assert len(files) == len(BLONDIES) and len([*SHIPPED.iterdir()]) == sum(
        one.trials for one in BLONDIES.values()
    )


def test_costs_are_counted_again():
    """But microseconds are those of one machine, on one day."""
    _, rows, _ = stored_rows("checkers-time")
    found = evolved.cost_rows(load_champion(shipped("1999-0")), deepest=4)
    assert [row[:5] for row in texts(found)] == [row[:5] for row in rows[: len(found)]]
