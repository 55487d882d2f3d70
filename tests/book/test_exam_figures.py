"""The numbers in chapter 16's figures, each worked out once more in another way."""

from functools import cache

import numpy as np
import pytest
from by_hand import column
from matches import RULES, counted, taught
from scipy import stats

from figures import read
from fogel.core.settings import trial_rng
from fogel.exam.examiner import REPORTED
from fogel.lookahead.levels import LEVELS
from fogel.opponent import pick
from fogel.school.network import Arch
from fogel.school.pupil import Habits, Pupil
from fogel.school.school import SchoolSettings, trainer
from fogel.school.twin import fast_match, play_match, readable_match

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@pytest.fixture(scope="module")
def usual():
    return taught(200)


@pytest.fixture(scope="module")
def best(usual):
    """The weights of the twelve best matches, (links,) each."""
    order = sorted(range(200), key=lambda number: usual[number].losses(2).sum())
    return [usual[number].weights[1] for number in order[:12]]


def answers(weights, levels):
    """The outputs of a network of 18, 20 and 9 nodes, without bias, for these inputs."""
    hidden = 1 / (1 + np.exp(-(levels @ weights[:360].reshape(18, 20))))
    return 1 / (1 + np.exp(-(hidden @ weights[360:].reshape(20, 9))))


def seen(board):
    """The inputs of a board: the first nine pairs are (player 1, player 2)."""
    return np.array([[mark == 1, mark == 2] for mark in board], dtype=float).ravel()


# The exam.


def frozen(weights, learning=False):
    return Pupil(Arch(), Habits(learning=learning), weights)


def lost_in_exam(weights, level, seat=1, play=fast_match, exams=3):
    """The share of games lost in some exams, learning on."""
    policy, pupil, rates = trainer(level), frozen(weights, True), []
    for seed in range(exams):
        contestants = (pupil, policy) if seat == 1 else (policy, pupil)
        match = play(RULES, contestants, 100, trial_rng(SchoolSettings(seed=seed), 0), "turn")
        rates.append(match.losses(seat).mean())
    return np.mean(rates)


@cache
def policy_moves(level, board, turn):
    return [
        (square, float(share))
        for square, share in enumerate(trainer(level)(RULES, board, turn))
        if share
    ]


def lost_exactly(weights, level, seat):
    """The chance to lose, by going through the tree of all games; a taken square means a pass."""

    @cache
    def square_of(board):
        square = int(answers(weights[:, 0], seen(board)).argmax())
        return None if board[square] else square

    @cache
    def chance(board, turn, passed):
        if turn == seat:
            moves = [(square_of(board), 1.0)]
        else:
            moves = policy_moves(level, board, turn)
        total = 0.0
        for square, share in moves:
            if square is None:
                total += 0 if passed else share * chance(board, 3 - turn, True)
                continue
            then = (*board[:square], turn, *board[square + 1 :])
            if any(all(then[place] == turn for place in line) for line in LINES):
                total += share * (turn != seat)
            elif 0 in then:
                total += share * chance(then, 3 - turn, False)
        return total

    return (chance((0,) * 9, 1, False) + chance((0,) * 9, 2, False)) / 2


def test_exam(best):
    rows = {(row["level"].lower(), int(row["network"])): row for row in read("16_exam_exam")}
    assert len(rows) == 6 * 12
    for (level, _), row in rows.items():
        assert int(row["lost in the report"]) == REPORTED[level][2]
    for level in LEVELS:
        rates = [100 * lost_in_exam(weights, f"trad-{level}") for weights in best]
        assert [
            float(rows[level, number]["lost here"]) for number in range(1, 13)
        ] == pytest.approx(rates, rel=1e-5)
    once = [
        lost_in_exam(best[5], "trad-perfect", play=play, exams=1)
        for play in (fast_match, readable_match)
    ]
    assert once[0] == once[1]


def test_cube(best):
    rows = read("16_exam_cube")
    for row in rows:
        level = {"magic": "magic", "perfect": "trad-perfect"}[row["opponent"]]
        seat = int(row["player"])
        if int(row["learning"]):
            rates = [100 * lost_in_exam(weights, level, seat) for weights in best]
        else:
            rates = [100 * lost_exactly(weights, level, seat) for weights in best]
        assert float(row["lost"]) == pytest.approx(np.mean(rates), rel=1e-5, abs=1e-9)
        half = stats.t.ppf(0.975, 11) * stats.sem(rates)
        assert float(row["interval"]) == pytest.approx(half, rel=1e-4, abs=1e-9)
    corners = {(row["player"], row["opponent"], row["learning"]) for row in rows}
    assert len(rows) == len(corners) == 8


# Boxes and wishes.


def boxes(games, rng):
    """Return whether matchboxes that lose the bead of their last move lose each game."""
    contents, policy, lost = {}, trainer("magic"), []
    for game in range(games):
        board, turn, last, tries = (0,) * 9, game % 2 + 1, None, 0
        while True:
            if turn == 1:
                chances = [float(chance) for chance in policy(RULES, board, 1)]
            else:
                beads = contents.setdefault(board, [1] * 9)
                chances = [bead / sum(beads) for bead in beads]
            square = pick(np.cumsum([*chances[:-1], 1.0]), rng.random())
            if turn == 2:
                last = board, square
                if board[square]:
                    take(beads, square)
                    tries += 1
                    turn = 1 if tries % 10 == 0 else 2  # the tenth is a pass
                    continue
                tries = 0
            board = (*board[:square], turn, *board[square + 1 :])
            won = any(all(board[place] == turn for place in line) for line in LINES)
            if won or 0 not in board:
                break
            turn = 3 - turn
        lost.append(won and turn == 1)
        if lost[-1] and last:
            take(contents[last[0]], last[1])
    return np.array(lost)


def take(beads, square):
    if beads[square] and sum(beads) > 1:
        beads[square] -= 1


def test_boxes():
    """Six matches of boxes that are written out, against the figure's twenty."""
    mine = np.mean(
        [boxes(500, np.random.default_rng(k)).reshape(10, 50).mean(axis=1) for k in range(6)],
        axis=0,
    )
    assert column("16_exam_boxes", "matchboxes, the last move") == pytest.approx(100 * mine, abs=7)
    settings = [SchoolSettings(seed=seed) for seed in range(20)]
    policy = trainer("magic")
    matches = [
        play_match(RULES, (policy, Pupil()), 500, trial_rng(one, 0), "turn") for one in settings
    ]
    means = np.mean([counted(match) for match in matches], axis=0) * 2
    assert column("16_exam_boxes", "network") == pytest.approx(means, rel=1e-5)
    assert column("16_exam_boxes", "network, no learning") == [100] * 10
    every, legal = (
        column("16_exam_boxes", name)
        for name in ("matchboxes, every move", "matchboxes of legal moves, every move")
    )
    assert 50 < min(every) < max(every) < 95 and 50 < min(legal) < max(legal) < 95


def test_wishes(usual):
    means = np.mean([counted(match) for match in usual], axis=0)
    assert column("16_exam_wishes", "as it is") == pytest.approx(means, rel=1e-5)
    for words, pupil in {
        "no hidden layer": Pupil(Arch(hidden=())),
        "a perfect adviser": Pupil(adviser=trainer("perfect")),
    }.items():
        means = np.mean([counted(match) for match in taught(200, pupil)], axis=0)
        assert column("16_exam_wishes", words) == pytest.approx(means, rel=1e-5)
