"""One tournament and one page of it: the standard game, checkers, and a game that only keeps the
promises of `Game`.
"""

import itertools
import json
import os
import re
import shutil

import numpy as np
import pytest
from games import make_connect_four

from fogel import audit
from fogel.checkers.files import CheckersChampion, shipped
from fogel.checkers.matches import CheckersMatch, match
from fogel.checkers.rating import Rating, measure_blunders
from fogel.checkers.settings import CheckersSettings
from fogel.checkers.solved import solve
from fogel.core.players import ADVERSARIES, AGENTS, SHIPPED
from fogel.encoding import SYMMETRIES
from fogel.league.league import play_match
from fogel.network import Network, random_network
from fogel.tools import contests, entrants, tournament, tournament_page

NAMES = ("champion", "generation-1", "generation-10", "one-node", "two-nodes")
SMALL = CheckersSettings.preset("small", first_hidden=4, second_hidden=3, plies=1, max_moves=60)
PLIES = {"ada": 1, "<b>bob": 3, "cyd": 1}
CONNECT_FOUR = make_connect_four()


def falls(*order):
    """A player that takes the first of these columns that is open."""

    def player(position, rng):
        column = next(at for at in order if not position[at])
        return max(at for at in CONNECT_FOUR.moves(position) if at % 4 == column)

    return player


FUNCTIONS = {
    "left": falls(0, 1, 2, 3),
    "right": falls(3, 2, 1, 0),
    "inward": falls(0, 3, 1, 2),
    "stuck": lambda position, rng: 12,
    "draws": lambda position, rng: int(rng.choice(CONNECT_FOUR.moves(position))),
}


@pytest.fixture(scope="module")
def networks():
    rng = np.random.default_rng(4)
    return {f"n{k}": random_network(rng) for k in range(8)}


@pytest.fixture(scope="module")
def champions():
    rng = np.random.default_rng(5)
    made = {}
    for name, plies in PLIES.items():
        settings = SMALL.change(plies=plies, material_weight="fixed" if plies > 1 else "none")
        made[name] = CheckersChampion(rng.normal(0.0, 0.3, settings.shape.weights), 1.5, settings)
    return made


@pytest.fixture(scope="module")
def hold(networks, champions):
    """Hold a tournament of a kind, of which `change` makes the entrants."""

    def held(kind, change=dict):
        if kind in ("standard", "checkers"):
            return tournament.play_league(change(networks if kind == "standard" else champions))
        some = {name: one for name, one in FUNCTIONS.items() if kind != "exact" or name != "draws"}
        return tournament.play_league(change(some), games=20, game=CONNECT_FOUR)

    return held


@pytest.fixture(scope="module", params=["standard", "checkers", "exact", "sampled"])
def league(request, hold):
    return hold(request.param)


@pytest.fixture
def folder(champions, tmp_path):
    """A folder with five champion files, one of them its student's, and one with three champions of
    checkers and one of another board; each has a file that is none.
    """
    for name in NAMES[1:]:
        (tmp_path / "standard" / "ada").mkdir(parents=True, exist_ok=True)
        shutil.copy(SHIPPED / f"{name}.json", tmp_path / "standard")
    shutil.copy(SHIPPED / "champion.json", tmp_path / "standard" / "ada" / "<b>mine.json")
    (tmp_path / "checkers").mkdir()
    for name, champion in champions.items():
        champion.save(tmp_path / "checkers" / f"{name}.json")
    shutil.copy(shipped("1999-0"), tmp_path / "checkers")
    for kind in ("standard", "checkers"):
        (tmp_path / kind / "broken.json").write_text("{}")
    return tmp_path


# All games.


def test_the_table_adds_up(league):
    names, contest = [row.name for row in league.rows], league.contest
    games = 2 * (len(names) - 1) if contest.matches else 1  # in a match points are those of a game
    pairs = {*itertools.permutations(names, 2)}
    assert {*contest.games, *contest.samples} == pairs
    assert sum(row.points for row in league.rows) * games == pytest.approx(len(pairs))
    for row in league.rows:
        wins, ties, _ = np.add(row.as_x, row.as_o)
        assert row.points * games == pytest.approx(wins + ties / 2)
        assert sum(row.as_x) == pytest.approx(len(names) - 1) == pytest.approx(sum(row.as_o))
        low, high = row.points_interval
        assert low < row.points < high if contest.samples else low == row.points == high
    ranks = [(-row.points, -getattr(row.measured, "payoff", 0)) for row in league.rows]
    assert ranks == sorted(ranks)
    places = [1 + sum(other < rank for other in ranks) for rank in ranks]
    assert [row.place for row in league.rows] == places


@pytest.mark.parametrize("kind", ["standard", "checkers", "exact"])
def test_the_order_of_the_entrants_decides_nothing(kind, hold):
    league = hold(kind, lambda some: dict(reversed(some.items())))
    assert league.rows == hold(kind).rows


@pytest.mark.parametrize(("kind", "name"), [("standard", "n3"), ("exact", "left")])
def test_equals_share_a_place_and_stand_by_name(kind, name, hold):
    rows = hold(kind, lambda some: {**some, "twin": some[name], "a twin": some[name]}).rows
    places = {row.name: row.place for row in rows}
    assert places["twin"] == places["a twin"] == places[name]
    assert [*places].index("a twin") < [*places].index("twin")


def test_the_plain_values_tell_all(league):
    contest = league.contest
    found = json.loads(json.dumps(tournament.to_dict(league, {"odd": "is none"})))
    assert found["left_out"] == {"odd": "is none"}
    for row, values in zip(league.rows, found["table"], strict=True):
        assert [row.name, row.points] == [values["name"], values["points"]]
        assert ("points_interval" in values) == bool(contest.samples)
        assert values.get("payoff") == getattr(row.measured, "payoff", None)
    games = {(one["x"], one["o"]): one for one in found["games"]}
    for pair, one in contest.games.items():
        assert games[pair]["winner"] == one.result[0] and games[pair]["squares"] == [*one.moves]
        assert games[pair]["disqualified"] == {0: 0, 1: 1, 2: -1}[one.disqualified]
    samples = {(one["x"], one["o"]): one["win"] for one in found.get("samples", ())}
    assert samples == {pair: one.win / one.games for pair, one in contest.samples.items()}
    for one in found.get("pairs", ()):
        score = contest.score(one["one"], one["other"])
        assert score == (one["points"], one["low"], one["high"])


def cells(text):
    """The rows of a page's tables: [(text, title, classes) of each cell]."""
    bare = re.sub(r"</?(?:span|i)\b[^>]*>", "", text)  # without the bars over the numbers
    rows = re.findall(r"<tr>(.*?)</tr>", bare, re.S)
    cell = r'<t[dh](?: class="([^"]*)")?(?: title="([^"]*)")?[^>]*>([^<]*)</t[dh]>'
    return [
        [(words, title, kinds.split()) for kinds, title, words in re.findall(cell, row)]
        for row in rows
    ]


def test_the_page_says_what_the_league_found(league):
    """Cell by cell: the table, and who began against whom and how it ended."""
    contest, text = league.contest, tournament_page.page(league, title="4b & friends")
    shown = [(row, row.name.replace("<", "&lt;").replace(">", "&gt;")) for row in league.rows]
    assert "<h1>4b &amp; friends</h1>" in text and "<b>bob" not in text and "http:" not in text
    assert not re.search("[{}]", text.split("</style>")[1])
    games = len(contest.games) + sum(sample.games for sample in contest.samples.values())
    assert f"{len(shown)} players, {games:,} games of “{contest.game.name}”. " in text
    names = [name for _, name in shown]
    rows = [found for found in cells(text) if len(found) > 1 and found[1][0] in names]
    for (row, name), found in zip(shown, rows[: len(shown)], strict=True):
        counts = [[f"{round(count, 2):g}" for count in each] for each in (row.as_x, row.as_o)]
        expected = [str(row.place), name, tournament_page.describe_points(league, row)]
        expected += [*map(" ".join, counts), *contest.show(row.measured)]
        assert [words for words, _, _ in found] == expected
        for kind, count in zip(("won", "tied", "lost"), row.as_x, strict=True):
            assert not count or f'<i class="{kind}" style="flex-grow: {count}"></i>' in text
    for (row, name), found in zip(shown, rows[len(shown) :], strict=True):
        assert [words for words, _, _ in found[:2]] == [str(row.place), name]
        for (other, _), (words, title, kinds) in zip(shown, found[2:], strict=True):
            if other is row:
                assert (words, title) == ("·", "")
                continue
            points, low, high = contest.score(row.name, other.name)
            sign = {1: "1", 0.5: "½", 0: "0"}.get(points)
            assert words == (sign if low == high else f"{points:.2f}")
            assert ("won" if low > 0.5 else "lost" if high < 0.5 else "tied") in kinds
            assert title.startswith(f"{name} ") and " against " in title
    heads = [(words, title) for found in cells(text) for words, title, _ in found if title in names]
    assert heads == [(str(row.place), name) for row, name in shown]


@pytest.mark.parametrize("kind", ["standard", "checkers"])
def test_the_command(kind, folder, tmp_path, command):
    out = tmp_path / "league.html"
    words = folder / kind, "--out", out
    said = command("tournament --title '4b & friends'", *words)
    players, wrong = tournament.load_entrants(folder / kind)
    league = tournament.play_league(players)
    assert said == f"{tournament_page.describe(league, wrong)}\nPage: {out}\n"
    assert "Left out: broken: format must be 'fogel-champion'" in said
    other = "1999-0: plays 'checkers 8x8 with 12 men', and most play 'checkers 6x4 with 2 men'"
    assert (f"Left out: {other}" in said) == (kind == "checkers")
    for line, row in zip(said.splitlines()[1:], league.rows, strict=False):
        about = [tournament_page.describe_points(league, row), *league.contest.show(row.measured)]
        assert re.split("  +", line.strip()) == [str(row.place), *about, row.name]
    assert out.read_text(encoding="utf-8") == tournament_page.page(league, wrong, "4b & friends")
    found = command.json("tournament", *words)
    assert found == json.loads(json.dumps(tournament.to_dict(league, wrong)))


@pytest.mark.parametrize(
    ("kind", "limit", "files"), [("standard", "MOST_ENTRANTS", 5), ("checkers", "MOST_CHECKERS", 3)]
)
def test_the_number_of_entrants_has_a_limit(kind, limit, files, folder, monkeypatch):
    monkeypatch.setattr(entrants, limit, files)
    assert len(tournament.load_entrants(folder / kind)[0]) == files
    monkeypatch.setattr(entrants, limit, files - 1)
    words = f"2 to {files - 1} champion files; {files} in it can be read and play one game"
    with pytest.raises(ValueError, match=words):
        tournament.load_entrants(folder / kind)


# The standard game.


@pytest.fixture(scope="module")
def shipped_league():
    """Everybody that comes with the package, and their tournament."""
    players, wrong = tournament.load_entrants([SHIPPED, AGENTS])
    named = {name for name, one in ADVERSARIES.items() if one.file}
    assert not wrong and named | {"agent-10", "agent-600"} <= {*players}
    return players, tournament.play_league(players)


def test_every_game_is_the_game_of_these_two(shipped_league):
    players, league = shipped_league
    for (x, o), played in league.contest.games.items():
        expected = play_match(players[x], players[o], None)
        assert played.moves == expected.squares
        assert played.result[0] == (-expected.disqualified or expected.winner)
        assert played.disqualified == {0: 0, 1: 1, -1: 2}[expected.disqualified]


def test_all_are_audited(shipped_league):
    players, league = shipped_league
    for row in league.rows:
        player, found = players[row.name], row.measured
        exact = audit.results(player)
        assert found.results == pytest.approx(exact, abs=1e-12)
        assert found.payoff == pytest.approx(audit.expected_payoff(exact), abs=1e-8)
        assert found.never_loses == audit.never_loses(player)
        assert found.hidden_nodes == getattr(player, "hidden_nodes", None)
        assert not (found.never_loses and row.as_x[2])
    # Not to have lost is not yet never to lose.
    assert {row.measured.never_loses for row in league.rows if not row.as_x[2]} == {True, False}
    assert f"more than {float(audit.ceiling().payoff):.2f}." in tournament_page.page(league)


def test_who_is_disqualified_is_told(shipped_league):
    """Who names a taken square loses, and the page names it; league agents have no nodes there."""
    _, league = shipped_league
    text, games = tournament_page.page(league), league.contest.games
    out = [pair[one.disqualified - 1] for pair, one in games.items() if one.disqualified]
    assert {*out} == {"agent-10", "agent-600"}
    titles = [title for row in cells(text) for _, title, _ in row if "disqualified" in title]
    assert sorted(title.partition("; ")[2] for title in titles) == sorted(
        f"{name} is disqualified" for name in out
    )
    ends = [row[-1][0] for row in cells(text) if len(row) > 1 and row[1][0].startswith("agent-")]
    assert ends.count("–") == 2


def turned(network, image):
    """The same network on a turned or mirrored board."""
    hidden, output = network.hidden_weights.copy(), network.output_weights.copy()
    hidden[:, list(image)] = network.hidden_weights[:, :9]
    output[list(image)] = network.output_weights
    return Network(hidden, output)


def test_payoffs_that_are_equal_in_fractions_are_equal(networks):
    """Those of one network turned and mirrored, which floats add up in another order."""
    images = {f"image {k}": turned(networks["n5"], image) for k, image in enumerate(SYMMETRIES)}
    measured = [row.measured for row in tournament.play_league(images).rows]
    assert len({audit.expected_payoff(one.results) for one in measured}) > 1
    assert len({one.payoff for one in measured}) == 1


# Files.


def test_a_name_that_is_no_text_plays_too(folder, command):
    for name, content in (("good", (SHIPPED / "champion.json").read_bytes()), ("bad", b"{}")):
        path = os.fsencode(folder / "standard") + f"/{name}-".encode() + b"\xff.json"
        with open(path, "wb") as file:
            file.write(content)
    out, title = folder / "league.html", os.fsdecode(b"4b \xfe")
    found = command.json("tournament", folder / "standard", "--out", out, "--title", title)
    text = out.read_text(encoding="utf-8")
    assert "good-\\udcff" in {row["name"] for row in found["table"]}
    assert "bad-\\udcff" in found["left_out"]
    assert "good-\\udcff" in text and "4b \\udcfe" in text


def test_what_is_wrong_with_each_of_two_files_of_one_name_is_told(tmp_path):
    broken = [tmp_path / name / "bad.json" for name in ("one", "two")]
    for path in broken:
        path.parent.mkdir()
        path.write_text("{")
    _, wrong = tournament.load_entrants([SHIPPED, *broken])
    assert [*wrong] == ["bad", "bad (2)"]


@pytest.mark.parametrize("files", [(), ("champion",)])
def test_too_few_files_are_one_line(files, tmp_path, command):
    for name in files:
        shutil.copy(SHIPPED / f"{name}.json", tmp_path)
    words = f"2 to 500 champion files; {len(files)} in it can be read"
    for folder, said in ((tmp_path, words), (tmp_path / "nowhere", "is not a folder")):
        assert said in command.refused("tournament --out", tmp_path / "x.html", folder)
    assert not (tmp_path / "x.html").exists()


# Checkers.


def test_a_pair_plays_a_match_and_either_has_what_the_other_has_not(champions, hold):
    league = hold("checkers")
    first, second = sorted(PLIES)[:2]
    both = champions[first], champions[second]
    rng = np.random.default_rng(np.random.SeedSequence(contests.CHECKERS_SEED, spawn_key=(0, 1)))
    evaluators = tuple(one.evaluator for one in both)
    aheads = tuple(one.settings.ahead for one in both)
    found = match(SMALL.game, evaluators, aheads, contests.MATCH_OPENINGS, rng, limit=60)
    assert league.contest.score(first, second) == found.points
    points, low, high = league.contest.score(second, first)
    assert (1 - points, 1 - high, 1 - low) == pytest.approx(found.points)
    assert league.contest.samples[first, second].win == (found.results[:, 0] == 1).sum()
    assert league.contest.samples[second, first].win == (found.results[:, 1] == -1).sum()


def test_who_looks_further_comes_first_and_blunders_are_counted(champions, hold):
    rows = hold("checkers").rows
    assert rows[0].name == "<b>bob" and rows[0].points_interval[0] > 0.5
    for row in rows:
        one = champions[row.name]
        exactly = measure_blunders(solve(SMALL.game), one.evaluator, one.settings.ahead)
        assert row.measured.plies == PLIES[row.name]
        assert row.measured.rating[-2:] == (exactly.share, exactly.share_met)


def test_elo_without_a_bound_is_said_to_have_none():
    lost = CheckersMatch(np.full((50, 2), -1, np.int8))
    measured = contests.CheckersRating(4, Rating(*lost.points, *lost.elo, None, None))
    elo, blunders, _ = contests.CheckersContest.show(None, measured)
    assert elo.startswith("no bound (no bound to −") and blunders == "–"


# A game of one's own.


def test_functions_play_a_game_that_only_keeps_the_promises(hold):
    """Four marks in the left column win; who names a taken square is disqualified."""
    games = hold("exact").contest.games
    assert games["left", "right"].result == (1, -1) and not games["left", "right"].disqualified
    assert games["left", "right"].moves == (12, 15, 8, 11, 4, 7, 0)
    assert games["stuck", "left"].moves == (12, 8) and games["stuck", "left"].disqualified == 1
    sampled = hold("sampled").contest
    assert sampled.games == games and len(sampled.samples) == 8
    assert all("draws" in pair and one.games == 20 for pair, one in sampled.samples.items())
    assert sampled.samples["stuck", "draws"].disqualified > 0


def test_a_player_that_can_meet_too_much_is_sampled(monkeypatch):
    monkeypatch.setattr("fogel.core.functions.MOST_MET", 100)
    some = {"left": FUNCTIONS["left"], "right": FUNCTIONS["right"]}
    league = tournament.play_league(some, games=5, game=CONNECT_FOUR)
    assert league.contest.samples["left", "right"][:3] == (5, 0, 0)


def test_a_game_of_three_is_refused():
    game = make_connect_four()
    game.players = 3
    with pytest.raises(ValueError, match="2 players"):
        tournament.play_league(FUNCTIONS, game=game)
