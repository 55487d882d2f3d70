"""The table of games: what its columns say, and its command."""

import gzip
import re
from pathlib import Path

import numpy as np
import pytest

from fogel.anygame.settings import find_game
from fogel.taste.variation import signature
from fogel.thousand import comparison, random_games, table

PAGE = Path(__file__).parents[2] / "notebooks" / "thousand.md"
SMALL = table.ThousandSettings(drawn_games=3, trials=2, generations=3)


@pytest.fixture(scope="module")
def small():
    return table.GamesJob(SMALL).compute()


def test_shares_follow_from_the_exact_payoffs(small):
    found = small
    way = found["ceiling"] - found["random"]
    exact_payoff = np.mean([found[name] for name in table.exact_payoffs(SMALL.trials)], axis=0)
    assert found["exact_payoff"] == pytest.approx(exact_payoff, abs=1e-6)
    assert found["share"] == pytest.approx(
        (found["exact_payoff"] - found["random"]) / way, abs=1e-6
    )
    assert found["blind_share"] == pytest.approx((found["blind"] - found["random"]) / way, abs=1e-6)
    for name in ("exact_payoff", "founders"):
        assert (found[name] <= found["ceiling"] + 1e-6).all()
    assert found["seat"].tolist() == ["first", "second"] * SMALL.drawn_games


def test_the_stored_games_are_the_first_that_are_drawn():
    stored = table.stored()
    numbers = stored["draw"][::2].tolist()
    first = random_games.draw_games(30, stored.settings.seed)
    assert numbers[:30] == [game.number for game in first] and numbers == sorted({*numbers})
    games = [find_game(rules, fit=False) for rules in stored["rules"][::2]]
    assert len({signature(rules) for rules in games}) == len(games) == stored.settings.drawn_games
    assert gzip.decompress(table.STORED.read_bytes()).count(b"\n") == 2 + len(stored)


def test_the_page_says_what_every_column_is():
    page = PAGE.read_text(encoding="utf-8")
    assert table.columns_on_page() in page and comparison.columns_on_page() in page
    named = re.findall(r"^\| `(.+?)` \|", table.columns_on_page(), re.M)
    columns = [*table.GamesJob(SMALL).columns][: -SMALL.trials]
    assert named == [*columns, "exact_payoff_0, exact_payoff_1, ..."]
    assert set(re.findall(r"fogel (\w+) --", page)) == {"games", "methods", "curve"}
    games = table.stored().settings.drawn_games
    assert f"the one that comes with the package holds {games:,} games" in page
    one = comparison.stored().settings
    words = " ".join(page.split())
    trials = f"has {one.trials} trials of each method on each game, but only {one.slow_trials} of"
    assert f"{trials} NEAT" in words
    for size in (random_games.LEAST_BOARDS, random_games.MOST_BOARDS):
        assert f"than {size:,}" in words


def test_the_example_on_the_page_is_a_row_of_the_table():
    stored, page = table.stored(), PAGE.read_text(encoding="utf-8")
    draw, rules, seat = re.search(r"take draw (\d+), `(.+?)`, in the (\w+) seat", page).groups()
    (row,) = ((stored["draw"] == int(draw)) & (stored["seat"] == seat)).nonzero()[0]
    value = {name: stored[name][row] for name in stored.columns if name != "rules"}
    assert stored["rules"][row] == rules
    shown = re.findall(r"^\| (.+?) \| (\S+) \| (\S+) \| (\S*) ?\|$", page, re.M)
    minus = {name: f"{value[name]:.2f}".replace("-", "−") for name in table.TO_GAIN}
    assert shown == [
        ("random", minus["random"], "0", ""),
        ("best fixed order", minus["blind"], f"{value['blind_share']:.3f}", "0"),
        (
            "evolution's champions",
            f"{value['exact_payoff']:.2f}".replace("-", "−"),
            f"{value['share']:.3f}",
            f"{value['sight']:.3f}",
        ),
        ("ceiling", minus["ceiling"], "1", "1"),
    ]


def test_the_command_in_words(tmp_path, command):
    said = command("games --drawn-games 1 --trials 1 --generations 1 --out", tmp_path)
    assert said.startswith("1 games, two seats each")
