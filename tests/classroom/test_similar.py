"""Which submissions are alike: renamed, moved and commented code is; other right
answers are not.
"""

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
import classroom  # noqa: F401 - puts the grader on the path
from grader import similar
from grader.grade import changes_since
from grader.similar import alike, code_runs, groups

FIRST = """
def output_sums(hidden_weights, output_weights, board):
    levels = []
    for row in hidden_weights:
        total = row[-1] * 2.5
        for k in range(9):
            total += row[k] * board[k]
        levels.append(1 / (1 + np.exp(-total)))
    levels.append(2.5)
    return [sum(w * x for w, x in zip(row, levels)) for row in output_weights]
"""
RENAMED = (
    "# mine\n"
    + FIRST.replace("activations", "h")
    .replace("total", "s")
    .replace("hidden_weights", "a")
    .replace("row", "r")
    + "\n# done"
)
OTHER = """
def output_sums(hidden, output, board):
    inputs = np.append(board, 2.5)
    inside = np.append(1 / (1 + np.exp(-hidden @ inputs)), 2.5)
    return output @ inside
"""
MOVED = """
def helper(values):
    return max(values, key=lambda value: (value > 3, value))

def second(board, lines):
    found = {}
    for line in lines:
        found[line] = [board[square] for square in line if board[square] != 0]
    return found
"""
TEXT = (
    "Masking comes first because a taken square may have the largest sum of all nine, and then"
    " nothing would be left to choose from, so that evolution would see a disqualified network"
    " where a good one stands, which is a pity. A network that is disqualified has no children, and"
    " what it knew is lost with it for ever and a day."
)


def result(code, text=""):
    return {"tasks": {"sums": {"code": code}}, "written": {"why": text}, "points": 3}


def test_renamed_and_moved_code_is_alike_and_other_code_is_not():
    one, two = FIRST + MOVED, MOVED + RENAMED
    found = alike({"ada": result(one), "bob": result(two), "eve": result(OTHER), "zoe": result("")})
    assert [(first, second, where) for _, first, second, where in found] == [
        ("ada", "bob", ["sums"])
    ]
    assert found[0][0] > 0.8


@pytest.mark.parametrize(("name", "value"), [("LEAST", 1), ("ALIKE", 0.01)])
def test_as_much_as_the_limit_is_alike(name, value, monkeypatch):
    """Two who share just as many runs as there must be, and just as large a share of the shorter
    one's.
    """
    class_of_two = {"ada": result(FIRST + MOVED), "bob": result(RENAMED + OTHER)}
    ((share, *_),) = alike(class_of_two)
    runs = [similar._runs_of(one) for one in class_of_two.values()]
    shared = len(runs[0] & runs[1])
    assert share == shared / min(map(len, runs)) < 1
    limit = {"LEAST": shared, "ALIKE": share}[name]
    monkeypatch.setattr(similar, name, limit)
    assert len(alike(class_of_two)) == 1
    monkeypatch.setattr(similar, name, limit + value)
    assert alike(class_of_two) == []


def test_shared_text_is_alike():
    found = alike(
        {
            "ada": result("", TEXT),
            "bob": result("", TEXT.upper().replace(",", ";")),
            "eve": result("", "No."),
        }
    )
    assert [one[1:] for one in found] == [("ada", "bob", ["why"])]


def test_what_was_handed_out_or_all_have_tells_nothing():
    class_of_six = {f"s{k}": result(FIRST) for k in range(6)}
    assert alike(class_of_six) == []
    pair = {"ada": result(FIRST), "bob": result(FIRST)}
    assert len(alike(pair)) == 1 and alike(pair, FIRST) == []


def test_hostile_text_is_read_in_one_pass():
    for text in ("'" * 100_000, '"""' * 30_000, "(" * 100_000, "a" * 100_000, "\ufffd" * 1000):
        assert len(code_runs(text)) <= 100_000


def test_what_changed_since_the_last_grading():
    before = {"ada": {"points": 9}, "bob": {"points": 3}}
    after = {"ada": {"points": 20}, "bob": {"points": 3}, "eve": {"points": 1.5}}
    assert changes_since(before, after) == [
        "new since the last time: eve",
        "points changed since the last time: ada 9 to 20",
    ]
    assert changes_since({}, after) == [] and changes_since(after, after) == []


def test_seven_who_share_are_one_group():
    results = {f"s{k}": result(FIRST) for k in range(7)}
    results |= {f"t{k}": result(MOVED + OTHER, TEXT) for k in range(2)} | {
        f"u{k}": result("") for k in range(9)
    }
    pairs = alike(results)
    found = groups(pairs)
    assert len(pairs) == 22 and [students for _, _, students, _ in found] == [
        [f"s{k}" for k in range(7)],
        ["t0", "t1"],
    ]
    assert all(least == most == 1.0 for least, most, _, _ in found) and found[1][3] == [
        "sums",
        "why",
    ]
    # A student who joins two groups makes one of them.
    chain = [(0.9, "a", "b", ["x"]), (0.8, "c", "d", ["x"]), (0.7, "b", "c", ["y"])]
    assert groups(chain) == [(0.7, 0.9, ["a", "b", "c", "d"], ["x", "y"])]
