"""The numbers in chapter 12's figures, each worked out once more in another way."""

import math
from pathlib import Path

import numpy as np
import pytest

from figures import read
from fogel import encoding, league, opponent
from fogel.core.players import adversary
from fogel.core.settings import Settings
from fogel.encoding import O, X

STORED = Path(__file__).parents[2] / "notebooks" / "stored"


def numbers(rows, column):
    return np.array([float(row[column]) for row in rows])


def test_gates():
    """The weights in the picture tell whether exactly one input is 1, by a network here."""
    rows = read("12_league_gates")
    weight = {(row["from"], row["to"]): float(row["weight"]) for row in rows}
    bias = {row["to"]: float(row["bias of the end"]) for row in rows}

    def level(end, **inputs):
        total = sum(weight[start, end] * value for start, value in inputs.items())
        return 1 / (1 + math.exp(-total - bias[end]))

    for x1, x2 in ((0, 0), (0, 1), (1, 0), (1, 1)):
        hidden = {name: level(name, x1=x1, x2=x2) for name in ("or", "and")}
        assert level("exactly one", **hidden) == pytest.approx(float(x1 != x2), abs=0.1)


def valid_games(settings, number, epochs):
    """The number of valid games in a league's last epoch, counted game by game."""
    agents = league.run_league(settings, number, keep=(epochs,), with_chances=False).kept[epochs]
    tables = [league.make_table(agent).argmax(axis=1) for agent in agents]
    count = 0
    for x in tables:
        for o in tables:
            row, legal = 0, x is not o
            while legal and row < encoding.IN_PROGRESS:
                board = encoding.positions()[row].tolist()
                square = int((x if encoding.to_move(board) == X else o)[row])
                legal = square < 9
                if legal:
                    row = encoding.position(encoding.put(board, square, encoding.to_move(board)))
            count += legal
    return count


def test_readings():
    """One reading again, league by league; and some of its valid games counted on the board."""
    rows = {row["reading"]: row for row in read("12_league_readings")}
    settings = league.LeagueSettings(leagues=100, epochs=10, opponent_of_disqualified="nothing")
    valid = [
        league.run_league(settings, number, with_chances=False).history.valid[-1]
        for number in range(100)
    ]
    row = rows["50 survive, ±1, the other gets nothing"]
    for share in (5, 25, 50, 75, 95):
        assert float(row[f"{share} %"]) == pytest.approx(np.percentile(valid, share))
    assert len(rows) == 8 and valid_games(settings, 3, 10) == valid[3]


def test_validity():
    rows, settings = read("12_league_validity"), league.LeagueSettings(leagues=20, epochs=60)
    for words, number, changes in (
        ("keeps its moves", 7, {}),
        ("gets nothing", 11, {"opponent_of_disqualified": "nothing"}),
        ("survivors at random", 0, {"selection": "random"}),
    ):
        some = league.run_league(
            settings.change(**changes), number, with_chances=False
        ).history.valid
        drawn = numbers(rows, f"{words}, league {number}")[:60]
        assert drawn == pytest.approx(100 * some / 9900, rel=1e-5)
    assert len(rows) == 600


def test_a_table_has_its_leagues_by_version(tmp_path):
    small = league.stored.LeagueVersionsJob(
        league.LeagueSettings(leagues=2, epochs=3),
        {"all": {}, "strict": {"survivors": 30}},
        range(2, 4),
    )
    small.run(tmp_path)
    found = league.stored.read(tmp_path / "league-versions.csv")
    for name, changes in small.versions.items():
        run = league.run_leagues(small.settings.change(**changes))
        assert (found[name].valid == run.valid[:, 1:]).all()
        assert (found[name].share_valid == run.share_valid[:, 1:]).all()
        assert all(
            (found[name].points[one] == run.points(one)[:, 1:]).all() for one in found[name].points
        )


def test_long():
    """The first eighty epochs of a league of each kind; a longer run begins the same way."""
    rows, settings = read("12_league_long"), league.LeagueSettings(leagues=8, epochs=80, seed=3000)
    for words, changes in (
        ("keeps its moves", {}),
        ("gets nothing", {"opponent_of_disqualified": "nothing"}),
    ):
        valid = league.run_league(settings.change(**changes), 5, with_chances=False).history.valid
        assert numbers(rows, f"{words}, league 5")[:4] == pytest.approx(
            100 * valid[19::20] / 9900, rel=1e-5
        )
    assert numbers(rows, "epoch").tolist() == [*range(20, 3001, 20)]


def policy_of(player):
    """A function from a board to nine chances and that of a taken square, by a rule's words."""
    if isinstance(player, str):
        rule = {"random": opponent.random_odds, "perfect": opponent.perfect_odds}
        weights = rule.get(player, opponent.near_perfect_odds)
        slip = 0.1 if player == "near-perfect" else 0.0
        settings = Settings()
        return lambda board: opponent.probabilities(
            board, weights(board, settings, encoding.to_move(board)), slip
        )
    return lambda board: [float(square == player(np.array(board))) for square in range(9)]


def points_of_x(x, o):
    """X's expected points, by recursion over boards; who names a taken square loses."""
    known = {}

    def value(board):
        if board not in known:
            if encoding.is_final(list(board)):
                known[board] = {X: 1.0, O: 0.0, 0: 0.5}[encoding.winner(board)]
            else:
                mark, total = encoding.to_move(board), 0.0
                for square, chance in enumerate((x if mark == X else o)(board)):
                    if chance and board[square]:
                        total += chance * (mark == O)
                    elif chance:
                        total += chance * value(tuple(encoding.put(board, square, mark)))
                known[board] = total
        return known[board]

    return value((0,) * 9)


def test_strength():
    """The best agents of epoch 10, against a random player, by recursion."""
    rows, settings = read("12_league_strength"), league.LeagueSettings(leagues=20, epochs=10)
    random, found = policy_of("random"), []
    for number in range(20):
        best = policy_of(league.run_league(settings, number).best)
        found.append((points_of_x(best, random) + 1 - points_of_x(random, best)) / 2)
    assert numbers(rows, "random, keeps")[9] == pytest.approx(np.mean(found), rel=1e-5)
    assert numbers(rows, "random, keeps, most")[9] == pytest.approx(max(found), rel=1e-5)


def test_relapse():
    """Rule-breakers before it, counted in agents' own games, and after it, by whole leagues."""
    rows, settings = read("12_league_relapse"), league.stored.RELAPSES
    last = next(place for place, row in enumerate(rows) if row["as it was"]) - 1
    epoch, epochs = int(rows[last]["epoch"]), len(rows) - last - 1
    assert (last, epochs) == (40, 300)
    assert numbers(rows, "epoch").tolist() == [*range(epoch - 40, epoch + 301)]
    before = league.run_league(
        settings.change(epochs=epoch), 0, keep=(epoch - 1, epoch), with_chances=False
    )
    for row, kept in ((rows[last - 1], before.kept[epoch - 1]), (rows[last], before.kept[epoch])):
        games = league.exact.play_agents(kept, settings)
        for words, who in (("X broke", X), ("O broke", O)):
            assert float(row[words]) == pytest.approx(
                (games.disqualified == who).sum() / 99, rel=1e-5
            )
    assert numbers(rows[: last + 1], "valid") == pytest.approx(
        before.history.valid[-41:] / 99, rel=1e-5
    )
    whole = league.run_league(
        settings.change(epochs=epoch + 60), 0, with_chances=False
    ).history.valid
    assert numbers(rows[last + 1 :], "as it was")[:60] == pytest.approx(
        whole[epoch:] / 99, rel=1e-5
    )
    turned = league.twin.FastLeague(settings, 0)
    turned.advance(epoch)
    turned = turned.turned(opponent_of_disqualified="keeps").advance(60).valid
    assert numbers(rows[last + 1 :], "rule turned")[:60] == pytest.approx(turned / 99, rel=1e-5)


def test_ingredients():
    """One version again, from each seat."""
    rows = {row["version"]: row for row in read("12_league_ingredients")}
    settings = league.LeagueSettings(leagues=12, epochs=300, survivors=80)
    points = []
    for number in range(12):
        best = league.run_league(settings, number).best
        table, random = league.make_table(best), league.make_table("random")
        points.append(
            (
                league.exact_result(table, random).points(X),
                league.exact_result(random, table).points(O),
            )
        )
    for seat, some in zip("XO", np.transpose(points), strict=True):
        assert float(rows["80 survivors"][f"random, as {seat}"]) == pytest.approx(
            np.mean(some), rel=1e-5
        )
        half = 2.200985 * np.std(some, ddof=1) / np.sqrt(12)  # Student's t, 11 degrees of freedom
        assert float(rows["80 survivors"][f"random, as {seat}, interval"]) == pytest.approx(
            half, rel=1e-4
        )


def test_meeting():
    """Entries of players that need no league, by recursion."""
    found = {
        (row["plays X"], row["plays O"]): row["points of X"] for row in read("12_league_meeting")
    }
    players = {name: policy_of(name) for name in ("random", "perfect", "near-perfect")}
    players["champion"] = policy_of(adversary("champion"))
    players["one node"] = policy_of(adversary("one-node"))
    for x, one in players.items():
        for o, other in players.items():
            if x != o:
                assert float(found[x, o]) == pytest.approx(
                    points_of_x(one, other), rel=1e-5, abs=1e-9
                ), (x, o)
    assert len(found) == 14**2
