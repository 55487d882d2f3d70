import itertools
import json
import re
import shutil

import numpy as np
import pytest

from fogel import audit, tournament
from fogel.cli import main
from fogel.encoding import O, is_final, place, to_move, winner
from fogel.network import random_network
from fogel.play import NETWORKS, SHIPPED

NAMES = ("champion", "generation-1", "generation-10", "one-node", "two-nodes")


@pytest.fixture
def folder(tmp_path):
    """Five champion files, one of them in a folder of its student's, and one that is none."""
    for name in NAMES[1:]:
        shutil.copy(SHIPPED / f"{name}.json", tmp_path)
    (tmp_path / "ada").mkdir()
    shutil.copy(SHIPPED / "champion.json", tmp_path / "ada" / "<b>mine.json")
    (tmp_path / "broken.json").write_text("{}")
    return tmp_path


@pytest.fixture(scope="module")
def networks():
    rng = np.random.default_rng(4)
    return {f"n{k}": random_network(rng) for k in range(8)}


def play_out(x, o):
    """One game by hand: the mark that won."""
    board = np.zeros(9, dtype=np.int8)
    while not is_final(board.tolist()):
        mark = to_move(board)
        board = place(board, x.choose(board) if mark == 1 else o.choose(-board))
    return winner(board)


def test_every_game_is_the_game_of_these_two(networks):
    league = tournament.play_league(networks)
    assert set(league.games) == set(itertools.permutations(networks, 2))
    for (x, o), (won, squares) in league.games.items():
        assert won == play_out(networks[x], networks[o]) and len(set(squares)) == len(squares)


def test_the_table_adds_up(networks):
    league, size = tournament.play_league(networks), len(networks)
    assert sum(row.points for row in league.rows) == size * (size - 1)
    for row in league.rows:
        assert sum(row.as_x) == sum(row.as_o) == size - 1
        wins, ties = row.as_x[0] + row.as_o[0], row.as_x[1] + row.as_o[1]
        assert row.points == wins + ties / 2
        exact = audit.results(networks[row.name])
        assert row.results == pytest.approx(exact, abs=1e-12)
        assert row.payoff == pytest.approx(audit.expected_payoff(exact), abs=1e-8)
    lost_as_o = sum(row.as_o[2] for row in league.rows)
    assert lost_as_o == sum(row.as_x[0] for row in league.rows)


def test_points_go_before_payoff_and_equals_share_a_place(networks):
    twins = {**networks, "twin": networks["n3"]}
    rows = tournament.play_league(twins).rows
    ranks = [(-row.points, -row.payoff) for row in rows]
    assert ranks == sorted(ranks)
    assert all(row.place == 1 + sum(other < rank for other in ranks) for row, rank in zip(rows, ranks, strict=True))
    places = {row.name: row.place for row in rows}
    assert places["twin"] == places["n3"]


def test_the_order_of_the_files_decides_nothing(networks):
    backwards = dict(reversed(networks.items()))
    assert tournament.play_league(networks).rows == tournament.play_league(backwards).rows


def test_the_command(folder, tmp_path, capsys):
    out = tmp_path / "league.html"
    assert main(["tournament", str(folder), "--out", str(out), "--title", "4b & friends"]) == 0
    said = capsys.readouterr().out
    assert "Left out: broken: format must be 'fogel-champion'" in said
    page = out.read_text()
    assert "4b &amp; friends" in page and "ada/&lt;b&gt;mine" in page and "<b>mine" not in page
    assert not re.search(r"[{](title|style|count|games|table|cross|heads|left_out|ceiling)[}]", page)
    assert main(["tournament", str(folder), "--out", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["table"]) == len(NAMES) and len(found["games"]) == 20 and list(found["left_out"]) == ["broken"]
    champion = next(row for row in found["table"] if row["name"].startswith("ada"))
    assert champion["never_loses"] and champion["results"]["loss"] == 0


def test_a_network_that_never_loses_as_x_never_does_in_the_league(capsys):
    networks, wrong = tournament.load_entrants(SHIPPED)
    assert set(NETWORKS) <= set(networks) and not wrong
    league = tournament.play_league(networks)
    for row in league.rows:
        if row.never_loses:
            assert row.as_x[2] == 0
        for other in networks:
            if other != row.name and league.games[row.name, other][0] == O:
                assert not row.never_loses


@pytest.mark.parametrize("files", [(), ("champion",)])
def test_too_few_files_are_one_line(files, tmp_path, capsys):
    for name in files:
        shutil.copy(SHIPPED / f"{name}.json", tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(["tournament", str(tmp_path), "--out", str(tmp_path / "x.html")])
    assert stop.value.code == 2
    assert f"2 to 500 champion files; {len(files)} in it can be read" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["tournament", str(tmp_path / "nowhere"), "--out", str(tmp_path / "x.html")])
    assert "is not a folder" in capsys.readouterr().err and not (tmp_path / "x.html").exists()
