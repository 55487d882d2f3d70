import itertools
import json
import os
import re
import shutil

import numpy as np
import pytest

from fogel import audit
from fogel.cli import main
from fogel.core.players import ADVERSARIES, AGENTS, SHIPPED
from fogel.encoding import SYMMETRIES, O, is_final, place, to_move, winner
from fogel.league import load_agent
from fogel.league.league import play_match
from fogel.network import Network, random_network
from fogel.tools import entrants, tournament, tournament_page

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


def test_league_agents_can_enter(tmp_path, capsys):
    """Who names a taken square is disqualified: the other one has the point, and the
    page says so.
    """
    for path in (*AGENTS.iterdir(), SHIPPED / "champion.json"):
        shutil.copy(path, tmp_path)
    players, wrong = tournament.load_entrants(tmp_path)
    league = tournament.play_league(players)
    assert (
        not wrong
        and set(players) == {"agent-10", "agent-600", "champion"}
        and len(league.games) == 6
    )
    agents = {name: load_agent(AGENTS / f"{name}.json") for name in ("agent-10", "agent-600")}
    for (x, o), (won, squares) in league.games.items():
        match = play_match(agents.get(x, players[x]), agents.get(o, players[o]), None)
        assert (won, tuple(squares)) == (-match.disqualified or match.winner, match.squares)
        assert league.disqualified.get((x, o), 0) == match.disqualified
    assert len(league.disqualified) >= 2
    assert all(pair[mark == O] != "champion" for pair, mark in league.disqualified.items())
    assert league.rows[0].name == "champion" and sum(row.points for row in league.rows) == 6
    for row in league.rows[1:]:
        assert (
            row.results == audit.results(row.name)
            and row.hidden_nodes is None
            and not row.never_loses
        )
    titles = [
        title
        for row in cells(tournament_page.page(league))
        for _, title, _ in row
        if "disqualified" in title
    ]
    expected = [f"{pair[mark == O]} is disqualified" for pair, mark in league.disqualified.items()]
    assert sorted(title.partition("; ")[2] for title in titles) == sorted(expected)
    assert [row[-1][0] for row in cells(tournament_page.page(league))[2:5]].count("–") == 2
    assert main(["tournament", str(tmp_path), "--out", str(tmp_path / "x.html"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert sum(game["disqualified"] != 0 for game in found["games"]) == len(league.disqualified)


def test_points_go_before_payoff_and_equals_share_a_place(networks):
    twins = {**networks, "twin": networks["n3"]}
    rows = tournament.play_league(twins).rows
    ranks = [(-row.points, -row.payoff) for row in rows]
    assert ranks == sorted(ranks)
    assert all(
        row.place == 1 + sum(other < rank for other in ranks)
        for row, rank in zip(rows, ranks, strict=True)
    )
    places = {row.name: row.place for row in rows}
    assert places["twin"] == places["n3"]


def turned(network, image):
    """The same network on a turned or mirrored board."""
    hidden, output = network.hidden_weights.copy(), network.output_weights.copy()
    hidden[:, list(image)], output[list(image)] = (
        network.hidden_weights[:, :9],
        network.output_weights,
    )
    return Network(hidden, output)


def test_payoffs_that_are_equal_in_fractions_are_equal(networks):
    """Those of one network turned and mirrored, which floats add up in another order."""
    images = {f"image {k}": turned(networks["n5"], image) for k, image in enumerate(SYMMETRIES)}
    rows = tournament.play_league(images).rows
    assert (
        len({audit.expected_payoff(row.results) for row in rows}) > 1
        and len({row.payoff for row in rows}) == 1
    )


def test_the_order_of_the_files_decides_nothing(networks):
    with_twins = {**networks, "twin": networks["n3"], "a twin": networks["n3"]}
    rows = tournament.play_league(with_twins).rows
    assert rows == tournament.play_league(dict(reversed(with_twins.items()))).rows
    names = [row.name for row in rows]
    assert names.index("a twin") + 2 == names.index("n3") + 1 == names.index("twin")


def test_the_command(folder, tmp_path, capsys):
    out = tmp_path / "league.html"
    assert main(["tournament", str(folder), "--out", str(out), "--title", "4b & friends"]) == 0
    said = capsys.readouterr().out
    assert "Left out: broken: format must be 'fogel-champion'" in said
    page = out.read_text()
    assert "4b &amp; friends" in page and "ada/&lt;b&gt;mine" in page and "<b>mine" not in page
    assert not re.search(
        r"[{](title|style|count|games|table|cross|heads|left_out|ceiling)[}]", page
    )
    assert main(["tournament", str(folder), "--out", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (
        len(found["table"]) == len(NAMES)
        and len(found["games"]) == 20
        and list(found["left_out"]) == ["broken"]
    )
    champion = next(row for row in found["table"] if row["name"].startswith("ada"))
    assert champion["never_loses"] and champion["results"]["loss"] == 0


def test_a_name_that_is_no_text_plays_too(folder, capsys):
    for name, content in (("good", (SHIPPED / "champion.json").read_bytes()), ("bad", b"{}")):
        with open(os.fsencode(folder) + f"/{name}-".encode() + b"\xff.json", "wb") as file:
            file.write(content)
    out = folder / "league.html"
    title = os.fsdecode(b"4b \xfe")
    assert main(["tournament", str(folder), "--out", str(out), "--title", title, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (
        "good-\\udcff" in {row["name"] for row in found["table"]}
        and "bad-\\udcff" in found["left_out"]
    )
    assert "good-\\udcff" in out.read_text(encoding="utf-8") and "4b \\udcfe" in out.read_text(
        encoding="utf-8"
    )


def cells(text):
    """The rows of a page's tables: [(text, title, classes) of each cell]."""
    bare = re.sub(r"</?(?:span|i)\b[^>]*>", "", text)  # without the bars over the numbers
    rows = re.findall(r"<tr>(.*?)</tr>", bare, re.S)
    cell = r'<t[dh](?: class="([^"]*)")?(?: title="([^"]*)")?[^>]*>([^<]*)</t[dh]>'
    return [
        [(words, title, kinds.split()) for kinds, title, words in re.findall(cell, row)]
        for row in rows
    ]


def test_the_page_says_what_the_league_found(networks):
    """Cell by cell: the table, and who began against whom and how it ended."""
    league = tournament.play_league(networks)
    text = tournament_page.page(league)
    rows = [row for row in cells(text) if len(row) > 1 and row[1][0] in networks]
    table, cross = rows[: len(networks)], rows[len(networks) :]
    for row, found in zip(league.rows, table, strict=True):
        games = [" ".join(map(str, counts)) for counts in (row.as_x, row.as_o)]
        for counts in (row.as_x, row.as_o):
            kinds = zip(("won", "tied", "lost"), counts, strict=True)
            assert (
                "".join(f'<i class="{k}" style="flex-grow: {n}"></i>' for k, n in kinds if n)
                in text
            )
        shares = [
            f"{100 * share:.1f}" for share in (row.results.win, row.results.tie, row.results.loss)
        ]
        never = "yes" if row.never_loses else "no"
        payoff = f"{row.payoff:.2f}".replace("-", "−")
        expected = [str(row.place), row.name, f"{row.points:g}", *games, payoff, *shares, never]
        assert [words for words, _, _ in found] == [*expected, str(networks[row.name].hidden_nodes)]
    for row, found in zip(league.rows, cross, strict=True):
        assert [words for words, _, _ in found[:2]] == [str(row.place), row.name]
        for other, (words, title, kinds) in zip(league.rows, found[2:], strict=True):
            if other is row:
                assert (words, title) == ("·", "")
                continue
            won, squares = league.games[row.name, other.name]
            assert (
                words == {1: "1", 0: "½", -1: "0"}[won]
                and {1: "won", 0: "tied", -1: "lost"}[won] in kinds
            )
            assert (
                title
                == f"{row.name} begins against {other.name}: squares {', '.join(map(str, squares))}"
            )
    heads = [(words, title) for row in cells(text) for words, title, _ in row if title in networks]
    assert heads == [(str(row.place), row.name) for row in league.rows]
    assert all(
        words in text
        for words in ("8 networks", "56 games", f"{float(audit.ceiling().payoff):.2f}")
    )


def test_the_plain_values_say_it_too(networks):
    league = tournament.play_league(networks)
    found = tournament.to_dict(league, {"odd": "is none"})
    assert [row["name"] for row in found["table"]] == [row.name for row in league.rows] and found[
        "left_out"
    ]
    for row, values in zip(league.rows, found["table"], strict=True):
        assert values["never_loses"] == audit.never_loses(networks[row.name])
        assert values["hidden_nodes"] == networks[row.name].hidden_nodes
    for game in found["games"]:
        assert game["winner"] == play_out(networks[game["x"]], networks[game["o"]])


def test_the_number_of_entrants_has_a_limit(folder, monkeypatch):
    monkeypatch.setattr(entrants, "MOST_ENTRANTS", 5)
    assert len(tournament.load_entrants(folder)[0]) == 5
    # In another folder, so another one.
    shutil.copy(SHIPPED / "champion.json", folder / "ada" / "generation-1.json")
    with pytest.raises(ValueError, match="2 to 5 champion files; 6 in it can be read"):
        tournament.load_entrants(folder)


def test_what_is_wrong_with_each_of_two_files_of_one_name_is_told(tmp_path):
    broken = [tmp_path / name / "bad.json" for name in ("one", "two")]
    for path in broken:
        path.parent.mkdir()
        path.write_text("{")
    _, wrong = tournament.load_entrants([SHIPPED, *broken])
    assert [*wrong] == ["bad", "bad (2)"]


def test_a_network_that_never_loses_as_x_never_does_in_the_league(capsys):
    networks, wrong = tournament.load_entrants(SHIPPED)
    assert {name for name, one in ADVERSARIES.items() if one.file} <= set(networks) and not wrong
    league = tournament.play_league(networks)
    unbeaten = [row for row in league.rows if not row.as_x[2]]
    # Not to have lost is not yet never to lose.
    assert {row.never_loses for row in unbeaten} == {True, False}
    for row in league.rows:
        assert row.never_loses == audit.never_loses(networks[row.name])
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
