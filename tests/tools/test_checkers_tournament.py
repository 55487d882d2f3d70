"""Champions of checkers in a folder: everybody meets everybody, and the table is that
of the games.
"""

import json
import re
import shutil

import numpy as np
import pytest

from fogel.checkers.files import CheckersChampion, shipped
from fogel.checkers.matches import CheckersMatch, match
from fogel.checkers.rating import measure_blunders
from fogel.checkers.settings import CheckersSettings
from fogel.checkers.solved import solve
from fogel.cli import main
from fogel.tools import checkers_tournament as checkers

SMALL = CheckersSettings.preset("small", first_hidden=4, second_hidden=3, plies=1, max_moves=60)
PLIES = {"ada": 1, "<b>bob": 3, "cyd": 1}


@pytest.fixture(scope="module")
def entrants():
    rng = np.random.default_rng(5)
    made = {}
    for name, plies in PLIES.items():
        settings = SMALL.change(plies=plies, material_weight="fixed" if plies > 1 else "none")
        made[name] = CheckersChampion(rng.normal(0.0, 0.3, settings.shape.weights), 1.5, settings)
    return made


@pytest.fixture(scope="module")
def league(entrants):
    return checkers.play_checkers_league(entrants)


@pytest.fixture
def folder(entrants, tmp_path):
    """Three champions of one board, one of another, and a file that is none."""
    (tmp_path / "all").mkdir()
    for name, champion in entrants.items():
        champion.save(tmp_path / "all" / f"{name}.json")
    shutil.copy(shipped("1999-0"), tmp_path / "all")
    (tmp_path / "all" / "broken.json").write_text("{}")
    return tmp_path / "all"


def test_a_pair_plays_a_match_and_either_has_what_the_other_has_not(entrants, league):
    assert set(league.pairs) == {(one, other) for one in PLIES for other in PLIES if one != other}
    first, second = sorted(PLIES)[:2]
    both = entrants[first], entrants[second]
    rng = np.random.default_rng(np.random.SeedSequence(checkers.SEED, spawn_key=(0, 1)))
    evaluators, aheads = (
        tuple(one.evaluator for one in both),
        tuple(one.settings.ahead for one in both),
    )
    found = match(SMALL.game, evaluators, aheads, checkers.MATCH_OPENINGS, rng, limit=60)
    assert league.pairs[first, second] == found.points
    points, low, high = league.pairs[second, first]
    assert (1 - points, 1 - high, 1 - low) == pytest.approx(found.points)


def test_the_table_adds_up_and_who_looks_further_comes_first(entrants, league):
    rows = {row.name: row for row in league.rows}
    assert league.rows[0].name == "<b>bob" and rows["<b>bob"].low > 0.5
    assert sum(row.points for row in league.rows) == pytest.approx(len(PLIES) / 2)
    for name, row in rows.items():
        assert row.points == pytest.approx(
            np.mean([league.pairs[name, other][0] for other in PLIES if other != name])
        )
        assert row.plies == PLIES[name] == entrants[name].settings.plies
        exactly = measure_blunders(
            solve(SMALL.game), entrants[name].evaluator, entrants[name].settings.ahead
        )
        assert (row.rating.blunders, row.rating.blunders_met) == (exactly.share, exactly.share_met)
    assert [row.place for row in league.rows] == [1, 2, 3]


def test_it_is_the_same_whoever_is_named_first(entrants, league):
    assert checkers.play_checkers_league(dict(reversed(entrants.items()))) == league


def test_equal_points_share_a_place(entrants):
    """Of two that are one and the same, each has what the other has not; so all of three can't be
    equal by chance.
    """
    twins = {"one": entrants["ada"], "two": entrants["ada"]}
    rows = checkers.play_checkers_league(twins).rows
    points = [row.points for row in rows]
    assert sum(points) == pytest.approx(1) and [row.place for row in rows] == (
        [1, 1] if points[0] == 0.5 else [1, 2]
    )


def test_the_command_writes_a_page_and_names_what_it_leaves_out(folder, tmp_path, capsys, league):
    out = tmp_path / "league.html"
    assert main(["tournament", str(folder), "--out", str(out), "--title", "4b & friends"]) == 0
    words, text = capsys.readouterr().out, out.read_text(encoding="utf-8")
    for row in league.rows:
        assert (
            f"{row.place:>5} {row.points:>7.3f} {row.low:>7.3f} to {row.high:.3f} " in words
            and row.name in words
        )
    wrong = "plays '8x8 with 12 men each', and most play '6x4 with 2 men each'"
    assert f"Left out: 1999-0: {wrong}" in words and "Left out: broken: format must be" in words
    assert "<h1>4b &amp; friends</h1>" in text and "&lt;b&gt;bob" in text and "<b>bob" not in text
    assert "3 players of checkers on 6x4 with 2 men each. Each pair plays 100 games" in text
    assert (
        not re.search(r"[{}]", text.split("</style>")[1])
        and "http:" not in text
        and "https:" not in text
    )
    assert main(["tournament", str(folder), "--out", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["table"] == json.loads(json.dumps(checkers.to_dict(league, {})))["table"]
    assert len(found["pairs"]) == 3 and set(found["left_out"]) == {"1999-0", "broken"}


def test_a_folder_with_too_few_or_too_many_is_refused(folder, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(checkers, "MOST_PLAYERS", 2)
    with pytest.raises(SystemExit):
        main(["tournament", str(folder), "--out", str(tmp_path / "x.html")])
    words = "the folder must hold 2 to 2 champion files; 3 in it can be read and play one game"
    assert words in capsys.readouterr().err and not (tmp_path / "x.html").exists()


def test_points_that_have_no_bound_are_said_to_have_none():
    lost = CheckersMatch(np.full((50, 2), -1, np.int8))
    rating = checkers.Rating(*lost.points, *lost.elo, None, None)
    assert (
        checkers.elo_words(rating).startswith("no bound (no bound to −")
        and checkers.blunder_words(rating) == "–"
    )
