"""Chapter 11's figures by other ways: bugs in words, programs by hand, expected alarms."""

import csv
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from statistics import fmean

import numpy as np
from by_hand import close, column, half_width
from tables import lines_of

from figures import read
from fogel import Keep, Settings, bugs, run_trial, run_trials
from fogel.bugs import detectors, zoo
from fogel.encoding import LINES

TRIALS = 20
STORED = Path(__file__).parents[2] / "notebooks" / "stored"


# The curves.


def test_the_right_curve_is_that_of_chapter_6():
    """Chapter 6's figure has been tested against the readable program."""
    for name, key in (("gallery", "right"), ("lineup", "E")):
        for end, of_chapter_6 in (("", "mean"), (", interval", "interval")):
            whole = column("06_curve_experiment", of_chapter_6)
            assert column(f"11_bugs_{name}", key + end) == [whole[mark - 1] for mark in zoo.MARKS]


def test_the_lineup_shows_curves_of_the_gallery():
    letters = dict(
        zip(
            "ABCDF",
            ("points added", "digit keys", "overwritten", "variance", "one loop"),
            strict=True,
        )
    )
    for letter, name in letters.items():
        for end in ("", ", interval"):
            assert column("11_bugs_lineup", letter + end) == column("11_bugs_gallery", name + end)


def test_generation_1_before_any_bug_of_selection():
    first = read("11_bugs_gallery")[0]
    # The first payoffs are there before anybody is compared.
    for name in ("upside down", "own rival"):
        assert first[name] == first["right"]
    kept = [
        run_trial(Settings(generations=1), trial, observers=[Keep((1,))]).kept[1]
        for trial in range(TRIALS)
    ]
    lowest = [min(generation.payoffs.tolist()) for generation in kept]
    assert float(first["lowest"]) == close(fmean(lowest))
    assert float(first["lowest, interval"]) == close(half_width(lowest))
    added = [max((generation.payoffs + generation.scores).tolist()) for generation in kept]
    assert float(first["points added"]) == close(fmean(added))


def test_bugs_that_are_settings():
    """Founders in ±5 and a slip of 1/11 are plain settings of the package's experiment."""
    rows = read("11_bugs_gallery")
    assert [int(row["generation"]) for row in rows] == [*zoo.MARKS]
    for name, settings in (
        ("wide weights", Settings(generations=10, weight_range=5.0)),
        ("one in eleven", Settings(generations=10, slip=1 / 11)),
    ):
        payoffs = run_trials(settings).best_payoff
        for row, generation in ((rows[0], 1), (rows[1], 10)):
            assert float(row[name]) == close(fmean(payoffs[:, generation - 1].tolist()))


def test_one_seed_has_no_interval_and_is_trial_0():
    trial_0 = column("06_curve_experiment", "trial 0")
    assert column("11_bugs_gallery", "one seed") == [trial_0[mark - 1] for mark in zoo.MARKS]
    assert set(column("11_bugs_gallery", "one seed, interval")) == {0}


def test_lucky_trials_hold_the_best_of_the_first_twenty():
    """20 of 40 are shown, best first. The stored ones are run again in test_zoo.py."""
    last = read("06_curve_experiment")[-1]
    ends = {trial: int(last[f"trial {trial}"]) for trial in range(20)}
    shown = {
        int(row["trial"]): int(row["800"])
        for row in csv.DictReader(lines_of(STORED / "bugs_curves.csv"))
        if row["program"] == "lucky trials"
    }
    assert {trial: end for trial, end in shown.items() if trial < 20}.items() <= ends.items()
    assert min(shown.values()) >= max(end for trial, end in ends.items() if trial not in shown)
    assert column("11_bugs_gallery", "lucky trials")[-1] == close(fmean(shown.values()))


# The opponents.


def chances_in_words(name, board):
    """The exact chances of an opponent's squares on a board, from the words of its bug."""
    slip = Fraction(1, 11) if name == "one in eleven" else Fraction(1, 10)
    usable = [s for s in range(9) if board[s] == "." and not (name == "eight squares" and s == 8)]

    def third_squares(marks):
        return [
            [s for s in line if board[s] == "."]
            for line in LINES
            if sorted(board[s] for s in line) == sorted(marks)
        ]

    win, block, hinder = third_squares("OO."), third_squares("XX."), third_squares("X..")
    if name == "one loop":
        rules = [win + block, hinder]
    elif name == "four in a row":
        rules = [block, hinder]
    elif name == "first line":
        rules = [win, block, hinder[:1]]
    else:
        rules = [win, block, hinder]
    chosen = next({s for squares in rule for s in squares} & {*usable} for rule in rules if rule)
    return [
        (1 - slip) * (s in chosen) / len(chosen) + (slip / len(usable) if s in usable else 0)
        for s in range(9)
    ]


def test_the_opponents():
    rows = read("11_bugs_opponents")
    assert len(rows) == 12
    names = [row["title"] for row in rows[:6]]
    for place, row in enumerate(rows):
        board = row["board"].replace(" ", "")
        expected = chances_in_words(names[place % 6], board)
        assert [float(value) for value in row["heat"].split()] == [
            close(float(chance)) for chance in expected
        ]
        texts = [f"{float(100 * chance) + 1e-9:.1f}" if chance else "-" for chance in expected]
        assert row["texts"].split() == texts


def test_the_boards_by_hand():
    for row in read("11_bugs_hand"):
        chances = chances_in_words("right", row["board"].replace(" ", ""))
        assert [s for s in range(9) if chances[s] > Fraction(1, 10)] == [
            int(s) for s in row["rings"].split()
        ]


# The matrix.


def the_matrix(name="11_bugs_matrix"):
    """(programs, checks): the figure has a row for each check, nan where it isn't filled yet."""
    rows = read(name)
    programs = [key for key in rows[0] if key != "check"]
    cells = [
        [float(row[program]) if row[program] else np.nan for program in programs] for row in rows
    ]
    return programs, [row["check"] for row in rows], np.array(cells).T


def test_the_matrix_is_what_the_checks_say():
    programs, checks, matrix = the_matrix()
    assert programs == list(bugs.BUGS) and checks == list(detectors.CHECKS)
    for row, name in enumerate(bugs.BUGS):
        program = bugs.Program(name)
        # The others have their tests in test_bugs.py and test_zoo.py, and take longer.
        for place in (0, 2, 3):
            assert bool(detectors.CHECKS[checks[place]](program)) == matrix[row, place]


def test_the_matrix_is_filled_row_by_row():
    _, _, whole = the_matrix()
    for name, filled in (("empty", 0), ("parts", 5), ("live", 8)):
        _, _, part = the_matrix(f"11_bugs_{name}")
        assert np.isnan(part[:, filled:]).all() and (part[:, :filled] == whole[:, :filled]).all()


def test_alarms_stand_where_they_must():
    programs, checks, matrix = the_matrix()
    place = {name: row for row, name in enumerate(programs)}
    check = {name: number for number, name in enumerate(checks)}
    assert not matrix[place["right"]].any() and not matrix[place["lucky trials"]].any()
    opponents = [
        place[name]
        for name in ("first line", "one loop", "four in a row", "eight squares", "one in eleven")
    ]
    on_boards = matrix[:, check["opponent: all 2,097 boards"]]
    assert np.flatnonzero(on_boards).tolist() == opponents  # wrong tables, and no others
    assert matrix[:, check["founders: 500 drawn"]].sum() == 2
    assert matrix.sum(axis=0).tolist() == [4, 5, 2, 2, 5, 6, 6, 6, 3, 7, 3, 1]


def test_four_checks_are_enough_and_three_are_not():
    _, checks, matrix = the_matrix()
    rows = [row for row in matrix.tolist() if any(row)]
    assert len(rows) == 17
    enough = [
        [
            {*sets}
            for sets in combinations(range(12), size)
            if all(any(row[k] for k in sets) for row in rows)
        ]
        for size in (3, 4)
    ]
    assert not enough[0]
    assert [{checks[k].split(": ")[1] for k in sets} for sets in enough[1]] == [
        {"all 2,097 boards", "600 children", "log added up", "survivors at random"},
        {"all 2,097 boards", "counts", "log added up", "survivors at random"},
    ]
