"""The table of games: what its columns say, and its command."""

import gzip
import re
from pathlib import Path

import numpy as np
import pytest

from fogel.anygame.settings import find_game
from fogel.cli import main
from fogel.taste.variation import signature
from fogel.thousand import comparison, random_games, table

PAGE = Path(__file__).parents[2] / "notebooks" / "thousand.md"
SMALL = table.ThousandSettings(drawn_games=3, trials=2, generations=3)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    out = tmp_path_factory.mktemp("games")
    return out, table.GamesJob(SMALL).run(out, workers=1)


def test_shares_follow_from_the_exact_payoffs(small):
    _, found = small
    way = found["ceiling"] - found["random"]
    exact_payoff = np.mean([found[name] for name in table.exact_payoffs(SMALL.trials)], axis=0)
    assert found["exact_payoff"] == pytest.approx(exact_payoff, abs=1e-6)
    assert found["share"] == pytest.approx(
        (found["exact_payoff"] - found["random"]) / way, abs=1e-6
    )
    assert found["blind_share"] == pytest.approx((found["blind"] - found["random"]) / way, abs=1e-6)
    assert (found["exact_payoff"] <= found["ceiling"] + 1e-6).all() and (
        found["founders"] <= found["ceiling"] + 1e-6
    ).all()
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
    assert named == [
        *(
            name
            for name in table.GamesJob(SMALL).columns
            if not re.fullmatch(r"exact_payoff_\d", name)
        ),
        "exact_payoff_0, exact_payoff_1, ...",
    ]
    assert set(re.findall(r"fogel (\w+) --", page)) == {"games", "methods", "curve"}
    assert (
        f"the one that comes with the package holds {table.stored().settings.drawn_games:,} games"
        in page
    )
    one = comparison.stored().settings
    assert f"has {one.trials} of each method at each\ngame, and {one.slow_trials} of NEAT" in page
    for size in (random_games.LEAST_BOARDS, random_games.MOST_BOARDS):
        assert f"{size:,} boards" in page or f"than {size:,}" in page


def test_the_command_makes_it(small, tmp_path, capsys):
    out, _ = small
    options = ["--drawn-games", "3", "--trials", "2", "--generations", "3"]
    assert main(["games", *options, "--out", str(tmp_path), "--workers", "2"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("3 games, two seats each") and said.endswith(
        f"Table: {tmp_path / 'games.csv'}\n"
    )
    assert (tmp_path / "games.csv").read_bytes() == (out / "games.csv").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"games.csv"}
    with pytest.raises(SystemExit):
        main(["games", "--drawn-games", "0"])
    assert (
        "argument --drawn-games: must be a whole number from 1 to 100000" in capsys.readouterr().err
    )
