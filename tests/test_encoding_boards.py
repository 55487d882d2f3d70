"""One type for a board: chapters 1 to 3 treat a tuple, a list and a row alike."""

import ast
from pathlib import Path

import nbformat
import numpy as np
import pytest

from fogel import checks, encoding
from fogel.network import random_network

BOOK = Path(__file__).parents[1] / "notebooks"
CONSTANTS = ("VALUE", "LINES", "RULES", "OWN")
NETWORK = random_network(np.random.default_rng(1))
TWO_MOVES, ONE_MOVE = (1, 0, 0, 0, -1, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0, 0, 0, 0)
X_TURNS = [(0,) * 9, TWO_MOVES, (1, -1, 0, -1, 1, 0, 0, 0, 0), (1, -1, 0, -1, 1, 0, 1, 0, -1)]
O_TURNS = [ONE_MOVE, (1, 1, 0, 0, -1, 0, 0, 0, 0), (1, 1, 0, 0, -1, -1, 0, 1, 0)]
ENDED = [(1, 1, 1, -1, -1, 0, 0, 0, 0)]


def alike(names, before=(), after=()):
    """{name: what the function of that name is called with, before the board and after it}."""
    return dict.fromkeys(names.split(), (before, after))


ON_ANY = {
    "01_encoding": {
        **alike("winner is_final turn mirror views letters"),
        **alike("first_open last_open", after=(None,)),
    },
    "02_network": {
        **alike("weighted_sum", (NETWORK.hidden_weights[0],)),
        **alike("forward forward_all choose_all places", (NETWORK,)),
        **alike("choose", (list(range(9)),)),
        **alike("choose_open", (np.arange(9.0),)),
    },
    "03_opponent": {
        **alike("random_move"),
        **alike("open_in_lines", after=(1, 1)),
        **alike("anywhere", after=(-1,)),
    },
}
VALUED = {
    **alike("chances", ("random_move", "reply")),
    **alike("exact_payoff", after=("reply", {})),
}
ON_A_TURN = {
    ("01_encoding", 1): alike("place", after=(5,)),
    ("03_opponent", 1): {**alike("perfect"), **VALUED},
    ("03_opponent", -1): {
        **alike("win block hinder extend hinder_too win_or_block", after=(-1,)),
        **alike("decide reply own_reply never_slips"),
        **alike("near_perfect", after=(np.random.default_rng,)),
        **VALUED,
    },
}
CASES = [
    (chapter, name, about, boards)
    for chapter, functions in ON_ANY.items()
    for name, about in functions.items()
    for boards in [X_TURNS + O_TURNS]
] + [
    (chapter, name, about, X_TURNS if mark == 1 else O_TURNS)
    for (chapter, mark), functions in ON_A_TURN.items()
    for name, about in functions.items()
]


@pytest.fixture(scope="module")
def chapter_functions():
    """{chapter: {name: function}}: what chapters define, with constants; nothing is run."""
    found = {}
    for chapter in ON_ANY:
        names = dict(zip(("x_wins", "tie", "o_wins"), np.eye(3), strict=True))
        for cell in nbformat.read(BOOK / f"{chapter}.ipynb", 4).cells:
            if cell.cell_type == "code":
                for node in ast.parse(cell.source).body:
                    if isinstance(
                        node, (ast.Import, ast.ImportFrom, ast.FunctionDef)
                    ) or _is_constant(node):
                        exec(compile(ast.Module([node], []), chapter, "exec"), names)
        found[chapter] = names
    return found


def _is_constant(node):
    """LINES = [...] and its like."""
    return isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in CONSTANTS


def called(names, function, about, board):
    """What a function says of a board; an argument named like a function is that function."""

    def argument(given):
        if given is np.random.default_rng:
            return given(1)
        return (
            dict(given)
            if isinstance(given, dict)
            else names[given]
            if isinstance(given, str)
            else given
        )

    before, after = (map(argument, some) for some in about)
    return function(*before, board, *after)


@pytest.mark.parametrize(
    ("chapter", "name", "about", "boards"), CASES, ids=[f"{c[0][:2]} {c[1]}" for c in CASES]
)
def test_a_board_is_a_board(chapter, name, about, boards, chapter_functions):
    names = chapter_functions[chapter]
    answers = []
    for board in boards + (ENDED if name in ("winner", "is_final") else []):
        for kind in (tuple, list, lambda board: np.array(board, dtype=np.int8)):
            answers.append(called(names, names[name], about, kind(board)))
        expected, *others = answers[-3:]
        assert all(checks.same(other, expected) for other in others), name
    # An answer that says something of the board.
    assert len({str(answer) for answer in answers}) > 1


def test_what_a_chapter_makes_is_such_a_board(chapter_functions):
    first, third = chapter_functions["01_encoding"], chapter_functions["03_opponent"]
    for board in (
        first["encode"]("XO. .XO ..."),
        third["encode"]("XO. .XO ..."),
        first["place"]([0] * 9, 4),
    ):
        assert type(board) is tuple and hash(board) is not None and {*board} <= {1, 0, -1}
    assert len(first["reachable"]()) == len(encoding.positions())
