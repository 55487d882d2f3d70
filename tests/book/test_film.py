"""The README's moving picture shows the package's trial, as the page draws it."""

import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from browser import find_chromium, say_and_skip
from crowd_by_hand import families, likeliest
from PIL import Image, ImageSequence

from figures import FOLDER, digest_in, read
from fogel import Audit, Keep, Settings, run_trial
from fogel.encoding import put
from fogel.plots.drawing import digest
from fogel.plots.palette import BLACK, CYCLE

sys.path.append(str(Path(__file__).parents[2] / "notebooks"))
import film

TRIAL, FAMILIES_UNTIL = 7, 40
COLOURS = [colour for colour in CYCLE if colour != BLACK]  # of families
SIDE = 288  # pixels of the crowd, and of the board
ROWS = read(film.NAME)
PLAYERS = {int(row["player of generation"]) for row in ROWS}


@pytest.fixture(scope="module")
def trial():
    return run_trial(
        Settings(), TRIAL, observers=[Keep({*range(1, FAMILIES_UNTIL + 1), *PLAYERS}), Audit()]
    )


@pytest.fixture(scope="module")
def counted(trial):
    """By generation: each member's founder, and the generation from which families are counted."""
    kept = [trial.kept[number] for number in range(1, FAMILIES_UNTIL + 1)]
    shown = [(one.numbers.tolist(), one.parents.tolist(), one.survivors.tolist()) for one in kept]
    return dict(enumerate(families(shown), 1))


@pytest.fixture(scope="module")
def pictures():
    with Image.open(FOLDER / f"{film.NAME}.gif") as moving:
        return [picture.convert("RGB") for picture in ImageSequence.Iterator(moving)]


def test_its_numbers_are_the_packages(trial, counted):
    for row in ROWS:
        generation = int(row["generation"])
        assert generation == max(1, int(np.ceil(float(row["at"]))))
        assert int(row["points"]) == trial.best_payoff[generation - 1]
        assert float(row["exact_payoff"]) == pytest.approx(trial.exact[generation - 1, 0], rel=1e-5)
        if generation in counted:
            founders, since = counted[generation]
            assert (int(row["families"]), int(row["counted from"])) == (
                len({*founders.values()}),
                since,
            )
    assert sum(int(row["generation"]) in counted for row in ROWS) > 40


def test_its_games_are_the_likeliest_ones_of_the_best(trial):
    """One move after the other, until the game is over and the next best one plays."""
    games = {
        number: likeliest(trial.kept[number].networks[trial.kept[number].best])[1]
        for number in PLAYERS
    }
    for row in ROWS:
        squares = [int(square) for square in row["squares"]]
        assert squares == games[int(row["player of generation"])][: len(squares)]
    assert [int(square) for square in ROWS[-1]["squares"]] == games[800]
    assert ROWS[-1]["generation"] == "800"
    first = [row["squares"] for row in ROWS if row["player of generation"] == "1"]
    assert set(first) == {"".join(map(str, games[1][:moves])) for moves in range(len(games[1]) + 1)}


def test_it_is_light_short_and_as_its_table_says(pictures):
    path = FOLDER / f"{film.NAME}.gif"
    assert path.stat().st_size < 2_000_000 and len(pictures) == len(ROWS)
    with Image.open(path) as moving:
        for number, row in enumerate(ROWS):
            moving.seek(number)
            assert moving.info["duration"] == int(row["milliseconds"])
        assert moving.info["loop"] == 0 and moving.size[0] == 600
    assert sum(int(row["milliseconds"]) for row in ROWS) < 20_000
    assert {int(row["generation"]) for row in ROWS} >= {*range(1, 14), 800}


@pytest.mark.parametrize("kind", ["gif", "png"])
def test_both_pictures_say_from_which_numbers_they_come(kind):
    numbers = (FOLDER / f"{film.NAME}.csv").read_text(encoding="utf-8")
    assert digest_in(FOLDER / f"{film.NAME}.{kind}") == digest(numbers), (
        "run: python notebooks/build.py film"
    )


def test_its_marks_are_those_of_the_game(pictures):
    """By their colours, in each ninth of the board."""
    for row, picture in zip(ROWS, pictures, strict=True):
        board = (0,) * 9
        for move, square in enumerate(row["squares"]):
            board = put(board, int(square), -1 if move % 2 else 1)
        assert tuple(mark_in(picture, square) for square in range(9)) == board, row


def mark_in(picture, square):
    """1, -1 or 0: whether a square of the board is rather blue, or orange."""
    row, column = divmod(square, 3)
    side = SIDE // 3
    x, y = 312 + column * side + side // 6, row * side + side // 6
    pixels = np.asarray(picture.crop((x, y, x + 2 * side // 3, y + 2 * side // 3)), dtype=int)
    red, _, blue = pixels.reshape(-1, 3).T
    bluish, reddish = np.mean(blue - red > 60), np.mean(red - blue > 60)
    return int(bluish > max(0.05, reddish)) - int(reddish > max(0.05, bluish))


@pytest.mark.parametrize("at", [0.5, 1.375, 2.375, 3.5, 6.5, 10.5, 12.5])
def test_its_colours_are_the_families(at, pictures, counted):
    """So many networks in each colour, when all hundred are there and nobody fades."""
    number = next(number for number, row in enumerate(ROWS) if float(row["at"]) == at)
    founders, _ = counted[int(ROWS[number]["generation"])]
    first = counted[1][0] if at < 12 else founders
    order = [member for member, founder in first.items() if member == founder]
    expected = Counter(
        COLOURS[order.index(founder) % len(COLOURS)] for founder in founders.values()
    )
    assert Counter(colour_at(pictures[number], place) for place in range(100)) == expected


def colour_at(picture, place):
    """The palette color of most pixels around the middle of a network's place."""
    cell = SIDE / 10
    x, y = (round((at + 0.5) * cell) for at in (place % 10, place // 10))
    found = np.asarray(picture.crop((x - 6, y - 6, x + 7, y + 7))).reshape(-1, 3)
    return max(
        COLOURS, key=lambda colour: np.sum(np.all(found == list(bytes.fromhex(colour[1:])), axis=1))
    )


def test_it_is_what_the_page_draws(request, pictures):
    if not find_chromium():
        say_and_skip(
            request,
            "No Chromium, so nobody compared the film with the page. Install it: make browser",
        )
    with film.screen() as page:
        for number in (3, 40, len(ROWS) - 1):
            row = ROWS[number]
            show = (
                "([at, player, moves]) => { Object.assign(state, { at, game: new Show(player) }); "
            )
            show += "state.game.shown = moves; render() }"
            page.evaluate(
                show, [float(row["at"]), int(row["player of generation"]), len(row["squares"])]
            )
            drawn = np.asarray(film.photograph(page), dtype=int)[:SIDE]
            apart = np.abs(drawn - np.asarray(pictures[number], dtype=int)[:SIDE]).max(axis=2)
            assert np.mean(apart > 40) < 0.01, number
