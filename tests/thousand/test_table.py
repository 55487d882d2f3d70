"""The table of games: rows that come out again, whoever makes them; what was changed or cut is
refused.
"""

import gzip
import re
from pathlib import Path

import numpy as np
import pytest
from tables import draws_of

from fogel.anygame.settings import find_game
from fogel.cli import main
from fogel.core.csv_files import csv_text
from fogel.core.saving import Saved
from fogel.taste.variation import signature
from fogel.thousand import comparison, files, random_games, table

PAGE = Path(__file__).parents[2] / "notebooks" / "thousand.md"
SMALL = table.ThousandSettings(drawn_games=3, trials=2, generations=3)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    out = tmp_path_factory.mktemp("games")
    return out, table.run(SMALL, out, workers=1)


def test_the_same_bytes_on_any_number_of_workers_and_after_an_interruption(small, tmp_path):
    out, _ = small
    again = tmp_path / "interrupted"

    class Enough(Exception):
        pass

    def two(ticks):
        for done, tick in enumerate(ticks):
            if done == 20:
                raise Enough
            yield tick

    with Saved(again / "saved", table.job(SMALL)) as saved, pytest.raises(Enough):
        table.run(SMALL, again, None, two, 1, saved)
    with Saved(again / "saved", table.job(SMALL)) as saved:
        assert saved.names("trial_")
        table.run(SMALL, again, workers=2, saved=saved)
    for name in (table.TABLE, table.RECORD):
        assert (again / name).read_bytes() == (out / name).read_bytes()


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


def test_random_stored_rows_come_out_again():
    stored, rng = table.stored(), draws_of(table.STORED)
    boards = stored["boards"][::2]
    quick = np.flatnonzero(boards <= np.median(boards))
    for place in rng.choice(quick, 2, replace=False).tolist():
        number = int(stored["draw"][2 * place])
        game = random_games.DrawnGame(number, random_games.draw(number, stored.settings.seed))
        assert table.make_rows(stored.settings, game) == [
            [*row] for row in stored.rows[2 * place : 2 * place + 2]
        ]


def test_the_stored_games_are_the_first_that_are_drawn():
    stored = table.stored()
    numbers = stored["draw"][::2].tolist()
    first = random_games.draw_games(30, stored.settings.seed)
    assert numbers[:30] == [game.number for game in first] and numbers == sorted({*numbers})
    games = [find_game(rules, fit=False) for rules in stored["rules"][::2]]
    assert len({signature(rules) for rules in games}) == len(games) == stored.settings.drawn_games
    assert gzip.decompress(table.STORED.read_bytes()).count(b"\n") == 4 + len(stored)


def test_a_table_that_was_changed_or_cut_is_refused(small, tmp_path, monkeypatch):
    out, found = small
    text = (out / table.TABLE).read_text()
    other = tmp_path / "other.csv"
    other_seed = text.replace(f'"seed": {SMALL.seed}', f'"seed": {SMALL.seed + 1}')
    assert other_seed != text
    other_seat = text.replace(",first,", ",second,", 1)
    for wrong in (other_seat, other_seed, text[: len(text) // 2], "", "draw,rules\n", "\n\n\n"):
        other.write_text(wrong)
        with pytest.raises(ValueError, match=r"other\.csv: must begin with its title"):
            table.read(other)
    other.write_text(files.format_table(table.TITLE, SMALL, SMALL.columns, found.rows[:-1]))
    with pytest.raises(ValueError, match="must have 6 rows"):
        table.read(other)
    (tmp_path / "other.csv.gz").write_bytes(b"no gzip")
    with pytest.raises(ValueError, match=r"other\.csv\.gz"):
        table.read(tmp_path / "other.csv.gz")
    monkeypatch.setattr(files, "LARGEST_FILE", len(text))
    # Such a file would fill any memory.
    (tmp_path / "other.csv.gz").write_bytes(gzip.compress(bytes(10**6)))
    with pytest.raises(ValueError, match=r"other\.csv\.gz: such a table has at most"):
        table.read(tmp_path / "other.csv.gz")
    (tmp_path / "packed.csv.gz").write_bytes(gzip.compress(text.encode()))
    assert table.read(tmp_path / "packed.csv.gz").rows == found.rows


def test_the_page_says_what_every_column_is():
    page = PAGE.read_text(encoding="utf-8")
    assert table.columns_on_page() in page and comparison.columns_on_page() in page
    named = re.findall(r"^\| `(.+?)` \|", table.columns_on_page(), re.M)
    assert named == [
        *(name for name in SMALL.columns if not re.fullmatch(r"exact_payoff_\d", name)),
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


def test_a_number_is_written_without_what_rounding_left():
    written = [
        files.plain(value) for value in (None, 0.1 + 0.2, -2.2e-16, 1234.56789012345, 3, "first")
    ]
    assert written == ["", "0.3", "0", "1234.56789", "3", "first"] and csv_text([written])


def test_the_command_makes_it(small, tmp_path, capsys):
    out, _ = small
    options = ["--drawn-games", "3", "--trials", "2", "--generations", "3"]
    assert main(["games", *options, "--out", str(tmp_path), "--workers", "2"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("3 games, two seats each") and said.endswith(
        f"Table: {tmp_path / 'games.csv'}\n"
    )
    assert (tmp_path / "games.csv").read_bytes() == (out / "games.csv").read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"games.csv", "games.json"}
    with pytest.raises(SystemExit):
        main(["games", "--drawn-games", "0"])
    assert (
        "argument --drawn-games: must be a whole number from 1 to 100000" in capsys.readouterr().err
    )
