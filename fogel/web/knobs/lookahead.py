"""Which boards need no look? A tree of moves, searched to a horizon with and without cuts."""

from functools import cache
from math import inf

from fogel.core.types import Json, Marks
from fogel.lookahead.deathmatch import STANDARD
from fogel.lookahead.foresight import make_foresight
from fogel.rules.rules import open_squares, outcome, place
from fogel.web.knobs import Knob
from fogel.web.packing import pack

BOARD = "X.O.O...X"  # chapter 14's, with X to move: it sees a win three moves ahead
MOST_MOVES = 4


@cache
def data() -> Json:
    """The board, and for each horizon the tree below it.

    `packed` holds {"trees": {moves: nodes}}. A node is [its parent's place, square, value, place in
    the search, end, sign]: nodes stand before those that follow them, values are X's, and with cuts
    a node is the one at that place of all that are looked at (-1: none), all is known of it when so
    many were looked at, and this is whose win it is then.
    """
    board = tuple(".XO".index(mark) for mark in BOARD)
    trees = {moves: _listed(_grown(board, 1, moves)) for moves in range(1, MOST_MOVES + 1)}
    return {"board": [(0, 1, -1)[mark] for mark in board], "packed": pack({"trees": trees})}


def _grown(board: Marks, turn: int, moves: int) -> list[Json]:
    """The nodes after each move of `turn`, seen so many moves ahead, with what X can
    force there.
    """
    scores = make_foresight(STANDARD).scores(board, turn, moves)
    nodes = []
    for square in open_squares(board):
        then = place(STANDARD, board, square, turn)
        goes_on = moves > 1 and outcome(STANDARD, then, last=turn) is None
        children = _grown(then, 3 - turn, moves - 1) if goes_on else []
        value = scores[square] if turn == 1 else -scores[square]
        nodes.append({"square": square, "turn": 3 - turn, "value": value, "children": children})
    return nodes


def _search(node: Json, low: float, high: float, seen: int) -> int:
    """Alpha-beta: what X can force, if that lies between `low` and `high`; how many nodes have been
    looked at then.
    """
    node["rank"], seen, window = seen, seen + 1, (low, high)
    best = node["value"] if not node["children"] else -inf if node["turn"] == 1 else inf
    for child in node["children"]:
        seen = _search(child, low, high, seen)
        if node["turn"] == 1:
            best = max(best, child["found"])
            low = max(low, best)
        else:
            best = min(best, child["found"])
            high = min(high, best)
        if low >= high:
            break
    node["found"], node["end"] = best, seen
    node["sign"] = _sign(best, *window) if node["children"] else (best > 0) - (best < 0)
    return seen


def _sign(best: float, low: float, high: float) -> int | None:
    """Who can force a win at a node, 1, -1 or 0, by a search between `low` and `high`; None if it
    left that open.

    At or below `low` it may be worth less than `best`, at or above `high` more.
    """
    if (best <= low and best >= 0) or (best >= high and best <= 0):
        return None
    return (best > 0) - (best < 0)


def _listed(children):
    best = max(child["value"] for child in children)
    root = {"square": None, "turn": 1, "value": best, "children": children}
    _search(root, -inf, inf, 0)
    rows, waiting = [], [(root, -1)]
    while waiting:
        node, parent = waiting.pop()
        seen = [node.get(name, -1) for name in ("rank", "end", "sign")]
        waiting += [(child, len(rows)) for child in reversed(node["children"])]
        rows.append([parent, node["square"], node["value"], *seen])
    return rows


KNOB = Knob(
    chapter=14,
    title="Which boards need no look?",
    hint=(
        "The search goes through the tree. Once one answer refutes a move, why look at the others?"
    ),
    height=620,
)
