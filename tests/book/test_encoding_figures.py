"""The numbers of chapter 1's figures, counted in other ways."""

from itertools import combinations
from math import comb

from figures import read


def full_lines(squares):
    rows = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}]
    columns = [{c, c + 3, c + 6} for c in range(3)]
    return [line for line in [*rows, *columns, {0, 4, 8}, {2, 4, 6}] if line <= set(squares)]


def counts(marks):
    """(in progress, over): boards with this many marks, by choosing squares for X and O."""
    xs, going, over = (marks + 1) // 2, 0, 0
    for crosses in combinations(range(9), xs):
        rest = [square for square in range(9) if square not in crosses]
        for circles in combinations(rest, marks - xs):
            x_lines, o_lines = full_lines(crosses), full_lines(circles)
            x_moved_last = marks % 2 == 1
            last, other = (x_lines, o_lines) if x_moved_last else (o_lines, x_lines)
            if other:
                continue  # who moved last did so although the game was over
            if last:
                # The last mark completed all the lines at once.
                over += bool(set.intersection(*last))
            elif marks == 9:
                over += 1
            else:
                going += 1
    return going, over


def test_boards_by_the_number_of_marks():
    rows = read("01_encoding_count")
    assert [int(row["marks"]) for row in rows] == list(range(10))
    for marks, row in enumerate(rows):
        going, over = counts(marks)
        assert (int(row["X to move"]), int(row["O to move"])) == (
            (going, 0) if marks % 2 == 0 else (0, going)
        )
        assert int(row["over"]) == over
    early = [sum(int(row[kind]) for kind in ("X to move", "O to move")) for row in rows[:5]]
    # Nobody can have won before the fifth mark.
    assert early == [comb(9, k) * comb(k, k // 2) for k in range(5)]


def test_the_eight_lines():
    lines = [
        {square for square, value in enumerate(row["heat"].split()) if float(value)}
        for row in read("01_encoding_lines")
    ]
    assert sorted(map(sorted, lines)) == sorted(map(sorted, full_lines(range(9))))


def test_eight_views_of_one_board():
    views = {row["board"].replace(" ", "") for row in read("01_encoding_views")}
    assert len(views) == 8
    # Closed under a mirror and a reflection at the diagonal, which make all the others.
    for view in views:
        grid = [view[:3], view[3:6], view[6:]]
        assert "".join(row[::-1] for row in grid) in views
        assert "".join("".join(column) for column in zip(*grid, strict=True)) in views


def test_the_vector_of_a_board():
    rows = read("01_encoding_vector")
    values = {"X": "1", "O": "-1", ".": "0"}
    assert "".join(row["mark"] for row in rows) == "XO..XO..."  # the source's own example
    assert [row["square"] for row in rows] == [str(square) for square in range(9)]
    assert [row["value"] for row in rows] == [values[row["mark"]] for row in rows]


def test_the_riddle_and_the_boards_with_two_marks():
    boards = [row["board"].replace(" ", "") for row in read("01_encoding_riddle")]
    last_moved = ["XO"[board.count("X") == board.count("O")] for board in boards]
    lines = [
        [mark for line in full_lines(range(9)) for mark in {"".join(board[s] for s in line)}]
        for board in boards
    ]
    assert [board.count("X") - board.count("O") for board in boards] == [0, 1, 2, 0]
    assert ["XXX" in found for found in lines] == [False, True, False, True]
    assert last_moved == ["O", "X", "X", "O"]

    pairs = [row["board"].replace(" ", "") for row in read("01_encoding_two_marks")]
    orbits = {frozenset(turned(board)) for board in pairs}
    # 9 * 8 boards have two marks.
    assert len(pairs) == len(orbits) == 12 and len(set().union(*orbits)) == 72


def turned(board):
    """The eight views of a board, from three mirrors."""
    grid = [board[:3], board[3:6], board[6:]]
    for upside_down in (grid, grid[::-1]):
        for mirrored in (upside_down, [row[::-1] for row in upside_down]):
            yield "".join(mirrored)
            yield "".join("".join(column) for column in zip(*mirrored, strict=True))


def test_squares_and_a_game():
    (squares,) = read("01_encoding_squares")
    assert squares["texts"].split() == [str(square) for square in range(9)]
    before = "." * 9
    for move, row in enumerate(read("01_encoding_game")):
        board = row["board"].replace(" ", "")
        (changed,) = (square for square in range(9) if board[square] != before[square])
        assert before[changed] == "."
        assert board[changed] == "XO"[move % 2]
        assert int(row["rings"]) == changed
        before = board
