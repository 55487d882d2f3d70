import copy
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from fogel import Settings, audit
from fogel.encoding import O, X, decode, encode, is_final, open_squares, put
from fogel.perfect import proof

LINES = Settings(line_choice="lines")  # its proof has the fewest branches
READINGS = [
    {"marker": m, "line_choice": c}
    for m in ("network", "own")
    for c in ("squares", "lines", "first")
]


@pytest.mark.parametrize("changes", READINGS, ids=lambda changes: "-".join(changes.values()))
def test_one_node_is_too_few_in_every_reading(changes):
    settings = Settings(**changes)
    steps = proof.check(proof.load(settings), settings)
    moves = audit.ceiling(settings).moves
    replies = [put(put(audit.START, first, X), 8 - first, O) for first in moves[audit.START]]
    assert (
        steps["contradiction"] >= 4
        and steps["beginning"] == sum(len(moves[reply]) for reply in replies) > 0
    )


def test_each_step_is_counted_in_every_beginning():
    assert proof.check(proof.load(LINES), LINES) == {
        "beginning": 8,
        "contradiction": 8 * 4,
        "pair of squares": 8 * 3,
    }


def leaves(tree):
    if "contradiction" in tree:
        yield tree
    for branches in (
        tree.get("move"),
        tree.get("steeper"),
        {"": tree["then"]} if "then" in tree else None,
    ):
        for branch in (branches or {}).values():
            yield from leaves(branch)


def test_contradictions_have_no_solution():
    """A solver for linear inequalities agrees: no u makes all differences of a leaf positive."""
    for leaf in leaves(proof.load()["tree"]):
        differences = [
            encode(c).astype(float) - encode(a).astype(float)
            for _, _, a, c, _ in leaf["contradiction"]
        ]
        found = linprog(
            [0.0] * 9, A_ub=differences, b_ub=[-1.0] * len(differences), bounds=[(None, None)] * 9
        )
        assert found.status == 2  # infeasible
        if len(differences) > 1:  # and all of them are needed
            fewer = linprog(
                [0.0] * 9,
                A_ub=differences[1:],
                b_ub=[-1.0] * (len(differences) - 1),
                bounds=[(None, None)] * 9,
            )
            assert fewer.status == 0


def tampered():
    """The same proof with one thing wrong, in many ways."""
    right = proof.load(LINES)
    for number in range(sum(1 for _ in leaves(right["tree"]))):
        for change in ("drop", "times", "swap", "board"):
            wrong = copy.deepcopy(right)
            leaf = list(leaves(wrong["tree"]))[number]["contradiction"]
            if change == "drop":
                leaf.pop()
            elif change == "times":
                leaf[0][4] += 1
            elif change == "swap":
                leaf[0][0], leaf[0][1] = leaf[0][1], leaf[0][0]
            else:
                leaf[0][2] = leaf[0][3]
            yield pytest.param(wrong, id=f"{change}-{number}")
    for change in ("say", "branch", "empty"):
        wrong = copy.deepcopy(right)
        tree = wrong["tree"]["then"]
        if change == "say":
            wrong["tree"]["then"] = {"say": [3, 4], "then": tree}
        elif change == "branch":
            del tree["steeper"]["6"]
        else:
            next(leaves(tree))["contradiction"].clear()
        yield pytest.param(wrong, id=change)


@pytest.mark.parametrize("wrong", list(tampered()))
def test_a_tampered_proof_is_refused(wrong):
    with pytest.raises(proof.ProofError):
        proof.check(wrong, LINES)


def test_a_proof_of_another_reading_is_refused():
    with pytest.raises(proof.ProofError, match="is not tried"):
        proof.check(proof.load(), LINES)
    with pytest.raises(proof.ProofError, match="never slips"):
        proof.check(proof.load(), Settings(slip=0.0))


# Forged proofs: each would be accepted, but for the one requirement that refuses it.


def say(j, k, then):
    return {"say": [j, k], "then": then}


def one_leaf(j, k, *differences):
    """A proof that looks at one pair of squares and has a contradiction: a false one, since no pair
    is enough.
    """
    return say(j, k, {"contradiction": [[j, k, *difference] for difference in differences]})


def first_leaf(*differences):
    """The right tree with other differences in its first leaf, where 1, 2, 5 are ever less steep,
    and 3, 6, 7.
    """
    tree = proof.load(LINES)["tree"]
    next(leaves(tree))["contradiction"] = [list(difference) for difference in differences]
    return tree


RIGHT = proof.load(LINES)["tree"]
ROW, *OTHERS = next(leaves(RIGHT))["contradiction"]
FORGED = {
    "factor-negative": ("is not positive", first_leaf(ROW, [*ROW[:4], -1])),
    "factor-0": ("is not positive", first_leaf([*ROW[:4], 0])),
    "swapped": (
        "need not be steeper",
        first_leaf(*([k, j, c, a, times] for j, k, a, c, times in (ROW, *OTHERS))),
    ),
    "not-said": ("need not be steeper", RIGHT["then"]),
    "first-board-not-met": (
        "need not be the move",
        one_leaf(1, 0, ["....XO...", "." * 9, 1], ["....OX...", "." * 9, 1]),
    ),
    "other-board-not-met": (
        "need not be the move",
        one_leaf(0, 1, ["." * 9, "....XO...", 1], ["." * 9, "....OX...", 1]),
    ),
    "first-board-another-move": ("need not be the move", one_leaf(1, 0, ["." * 9, "." * 9, 1])),
    "other-board-another-move": ("need not be the move", one_leaf(0, 1, ["." * 9, "." * 9, 1])),
    "first-board-with-a-choice": (
        "need not be the move",
        one_leaf(
            3,
            6,
            ["X.X.O...O", "XOX.....O", 1],
            ["XO.......", "XOX.....O", 1],
            ["XO.......", "X.O.O...X", 1],
        ),
    ),
    "other-board-with-a-choice": (
        "need not be the move",
        one_leaf(
            6,
            3,
            ["XOX.....O", "X.X.O...O", 1],
            ["XOX.....O", "XO.......", 1],
            ["X.O.O...X", "XO.......", 1],
        ),
    ),
    "first-square-under-X": (
        "is taken",
        first_leaf([2, 5, "X..OOXO.X", "X..OO...X", 1], [3, 6, "XXO.OOXOX", "XXO.O..OX", 1]),
    ),
    "first-square-under-O": (
        "is taken",
        first_leaf([1, 2, "X.OOOXXOX", "X..OOX.OX", 1], [3, 6, "XOX.OOOXX", "XO..OO.XX", 1]),
    ),
    "other-square-under-X": (
        "is taken",
        first_leaf([1, 2, "X...O..OX", "XX..O.OOX", 1], [6, 7, "X.OOOX..X", "XOOOOXX.X", 1]),
    ),
    "other-square-under-O": (
        "is taken",
        first_leaf([2, 5, "XX.OO..OX", "XXOOO.XOX", 1], [6, 7, "XO.XOO..X", "XOXXOOO.X", 1]),
    ),
    "nothing": ("needs a difference", first_leaf()),
    "too-few": ("do not add up", first_leaf(*OTHERS)),
    "said-twice": ("only the first pair", say(1, 2, RIGHT)),
    "said-behind-a-pair": (
        "only the first pair",
        {"pair": [1, 2], "steeper": {"1": RIGHT["then"], "2": RIGHT}},
    ),
    "steeper-than-itself": ("steeper than itself", one_leaf(2, 2, ["X.......O", "X.......O", 1])),
    "steeper-both-ways": (
        "steeper than itself",
        say(1, 2, {"pair": [1, 2], "steeper": dict.fromkeys("12", RIGHT["then"])}),
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_proof_is_refused_by_one_requirement(name, monkeypatch):
    words, tree = FORGED[name]
    forged = json.loads(json.dumps({"move": 2, "tree": tree}))
    with pytest.raises(proof.ProofError, match=words):
        proof.check(forged, LINES)
    require = proof._require
    monkeypatch.setattr(
        proof, "_require", lambda holds, what: require(holds or words in what, what)
    )
    assert proof.check(forged, LINES)["beginning"] == 8


@pytest.mark.parametrize("square", range(9))
def test_differences_add_up_to_nothing_on_every_square(square):
    """Boards made for it: all is as it must be, but for one square, or for two that make up for
    each other.
    """
    j, k, other = [place for place in range(9) if place != square][:3]
    nothing = (0,) * 9
    for board in (
        put(nothing, square, X),
        put(nothing, square, O),
        put(put(nothing, square, X), other, O),
    ):
        checker = proof._Checker({}, tuple(range(9)), None)
        difference = [j, k, decode(board), decode(nothing), 1]
        with pytest.raises(proof.ProofError, match="do not add up"):
            checker.contradiction([difference], {board: j, nothing: k}, {(j, k)})


def nodes(tree, kind):
    """All nodes of a tree that have a key `kind`."""
    if isinstance(tree, dict):
        if kind in tree:
            yield tree
        for branch in tree.values():
            yield from nodes(branch, kind)


@pytest.mark.parametrize(
    ("kind", "branches", "words"),
    [("board", "move", "is not tried on board"), ("pair", "steeper", "is not tried as the")],
)
def test_no_branch_is_left_out(kind, branches, words):
    """Without any one of them, in the proof that has them all, it is refused."""
    right, best = proof.load(), audit.ceiling().moves
    for node in nodes(right["tree"], kind):
        whole = node[branches]
        if kind == "board":  # nothing is tried but moves that reach the ceiling
            assert {*map(int, whole)} <= {*best[tuple(encode(node["board"]).tolist())]}
        for square in whole:
            node[branches] = {other: branch for other, branch in whole.items() if other != square}
            with pytest.raises(proof.ProofError, match=words):
                proof.check(right)
        node[branches] = whole


@pytest.mark.parametrize("board", ["OX.......", "X.......O", "XXX...OO."])
def test_a_board_that_need_not_be_met_is_no_step(board):
    """One that is never met, and one that is, in the proof of another move there."""
    wrong = {"move": 2, "tree": {"board": board, "move": {}}}
    with pytest.raises(
        proof.ProofError, match="is not tried" if board == "X.......O" else "need not be met"
    ):
        proof.check(wrong, LINES)


def test_its_beginnings_are_its_own():
    right = proof.load(LINES)
    with pytest.raises(proof.ProofError, match="no turn of the board leads to the moves 0 and 2"):
        proof.check({**right, "move": 1}, LINES)
    # Who is to lose begins in the centre.
    with pytest.raises(proof.ProofError, match="is no corner"):
        proof.check(right, Settings(win_payoff=-1, tie_payoff=0, loss_payoff=0))


@pytest.mark.parametrize("changes", READINGS, ids=lambda changes: "-".join(changes.values()))
def test_the_boards_that_must_be_met(changes):
    """By recursion: those to which O can lead a network whose moves until then are no choice of its
    own.
    """
    moves = audit.ceiling(Settings(**changes)).moves
    reply = put(put(audit.START, 0, X), 8, O)
    chosen = {audit.START: moves[audit.START][0], reply: moves[reply][0]}
    met = {}

    def follow(board):
        squares = (chosen[board],) if board in chosen else moves[board]
        met[board] = squares
        if len(squares) == 1 and not is_final(after := put(board, squares[0], X)):
            for square in open_squares(after):
                if not is_final(put(after, square, O)):
                    follow(put(after, square, O))

    follow(audit.START)
    decided, choices = proof._Checker(moves, tuple(range(9)), None).met(chosen)
    assert decided == {board: squares[0] for board, squares in met.items() if len(squares) == 1}
    assert choices == {board: squares for board, squares in met.items() if len(squares) > 1} != {}


@given(st.frozensets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=9))
def test_steeper_than_steeper_is_steeper(pairs):
    """Against powers of the matrix of pairs; a circle can't be."""
    steeper = np.zeros((9, 9), dtype=int)
    for pair in pairs:
        steeper[pair] = 1
    follows = sum(np.linalg.matrix_power(steeper, length) for length in range(1, 10)) > 0
    if follows.diagonal().any():
        with pytest.raises(proof.ProofError, match="steeper than itself"):
            proof._closed(pairs)
    else:
        assert proof._closed(pairs) == set(map(tuple, np.argwhere(follows).tolist()))
