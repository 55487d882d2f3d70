"""What a player that looks ahead has seen: its tree and its principal line (chapter 14).

A tree is plain data, so that a page, a notebook and the terminal can draw the same: a node is a
dictionary with

    square    the square that was taken last, None at the root
    player    who took it
    value     what it thinks of that: "win", "block", "even" or "loss", as seen by whoever thinks
    moves     in how many moves from the root the game is over, None if that is not in sight
    children  the nodes that may follow, best first for whoever moves; [] where the shown tree ends
"""

from __future__ import annotations

from fogel.core.types import Json, Marks, Square
from fogel.lookahead.foresight import make_foresight
from fogel.lookahead.levels import (
    BLOCK,
    DEFAULT,
    DRAW,
    LOSS,
    WIN,
    Reading,
    blocks,
    depth,
    mistake_chance,
    view,
)
from fogel.rules.rule_files import coordinates
from fogel.rules.rules import MARKS, Rules, after, outcome, place, to_move
from fogel.rules.texts import ANY_GAME

SHOWN = 2  # moves of a tree that are shown
MOST_NODES = 20_000
LISTED = 4_000  # nodes that are shown to a reader at most
FEW_OPEN = 16  # open squares of a board on which more than one move is shown to him
# The grades of a move, the best first.
NAMES = {WIN: "win", BLOCK: "block", DRAW: "even", LOSS: "loss"}


# Many parameters: a position is rules, board and player, and the others say how the player thinks
# and how much is shown.
def tree(
    rules: Rules,
    board: Marks,
    level: str,
    me: int | None = None,
    reading: Reading = DEFAULT,
    shown: int = SHOWN,
    patience: int | None = None,
) -> Json:
    """The tree that a level looks at on a board with `me` to move (by default whoever's turn it
    is).

    All moves down to `shown`, each with its value as seen from there to the end of its sight.
    Raises ValueError if that is more than MOST_NODES nodes.
    """
    me = me or to_move(rules, board)
    if board.count(0) ** shown > MOST_NODES:
        raise ValueError(
            f"shown must be fewer moves: {shown} of them make more than {MOST_NODES:,} nodes here"
        )
    seen = view(rules, board, me, depth(level, board.count(0), reading), reading, patience)
    root = {"square": None, "player": None, "value": "even", "moves": None}
    children = _moves(rules, board, me, seen, reading, shown, patience)
    if children:
        root |= {"value": children[0]["value"], "moves": children[0]["moves"]}
    return root | {"children": children}


# Many parameters: a position is rules, board and player, and the others say how the player thinks
# and how much is shown.
def look(
    rules: Rules,
    board: Marks,
    level: str,
    me: int | None = None,
    reading: Reading = DEFAULT,
    shown: int = SHOWN,
    patience: int | None = None,
) -> Json:
    """All that there is to see of a level's thoughts on a board, as plain data; other arguments as
    in `tree`.

    `player`, `depth`, `moves` (how many it sees ahead), `cut` (its patience ran out there), `odds`
    (it errs once in so many turns; 0: never), `best` (the squares it draws from, if it does not
    err), `move_value` ("win", "block", "even" or "loss": theirs), and `children`, the tree's, each
    with the `line` that follows it (`principal_line`). `shown` is cut to `deepest`; `deeper`: there
    is more to be shown.
    """
    me = me or to_move(rules, board)
    deep, most = depth(level, board.count(0), reading), deepest(board)
    seen = view(rules, board, me, deep, reading, patience)
    children = _moves(rules, board, me, seen, reading, min(shown, most), patience)
    # Otherwise each line takes some searches as long as a move: the best has one.
    few = board.count(0) <= FEW_OPEN
    for number, child in enumerate(children):
        child["line"] = (
            _line_after(rules, board, child, seen.moves, patience) if few or not number else []
        )
    move_value, chance = max(seen.move_values.values()), mistake_chance(level, reading)
    return {
        "player": me,
        "depth": deep,
        "moves": seen.moves,
        "cut": seen.cut,
        "odds": chance.denominator if chance else 0,
        "best": [square for square, found in seen.move_values.items() if found == move_value],
        "move_value": NAMES[move_value.grade],
        "children": children,
        "deeper": shown < min(most, seen.moves),
    }


def deepest(board: Marks) -> int:
    """How many moves of any tree on a board are shown at most: as many as make LISTED nodes, and at
    least one.

    One with more than FEW_OPEN open squares, where each answer would be searched for as long as a
    move.
    """
    nodes, shown, empty = board.count(0), 1, board.count(0)
    while empty <= FEW_OPEN and shown < empty and nodes * (empty - shown) <= LISTED:
        nodes, shown = nodes * (empty - shown), shown + 1
    return shown


# Many parameters: a position is rules, board and player, and the others say how the player thinks
# and how much is shown.
def _moves(rules, board, me, seen, reading, shown, patience):
    """The nodes of all moves of `me`, with a View, the best first."""
    children = _children(rules, board, me, me, 0, seen.moves, shown, patience)
    blocked = blocks(rules, board, me) if seen.moves and reading.search == "gradual" else []
    for child in children:
        if child["square"] in blocked and child["value"] != "win":
            child["value"] = "block"
    order = [*NAMES.values()]
    children.sort(key=lambda child: order.index(child["value"]))
    return children


def _line_after(rules, board, child, moves, patience):
    """The principal line after a move whose node this is: [] where nothing is in sight, or the game
    is over.
    """
    if child["moves"] in (None, 1):
        return []
    me = child["player"]
    return principal_line(
        rules, place(rules, board, child["square"], me), moves - 1, after(rules, me), patience
    )


# Many parameters: it calls itself, and the three counts change from call to call.
def _children(rules, board, me, turn, done, left, shown, patience):
    """The nodes of all moves of `turn`, of which `done` were made since the root and `left` can
    still be seen.
    """
    if not shown:
        return []
    scores = make_foresight(rules).scores(board, turn, left, patience) if left else {}
    nodes = []
    for square, score in (
        scores or dict.fromkeys([s for s, mark in enumerate(board) if not mark], 0)
    ).items():
        then = place(rules, board, square, turn)
        over = outcome(rules, then, last=turn) is not None
        mine = score if turn == me or rules.players > 2 else -score
        value = "win" if mine > 0 else "loss" if mine < 0 else "even"
        moves = done + board.count(0) + 1 - abs(score) if score else done + 1 if over else None
        following = (
            []
            if over or left < 2
            else _children(
                rules, then, me, after(rules, turn), done + 1, left - 1, shown - 1, patience
            )
        )
        nodes.append(
            {
                "square": square,
                "player": turn,
                "value": value,
                "moves": moves,
                "children": following,
            }
        )
        nodes[-1]["score"] = score
    nodes.sort(key=lambda node: -node["score"])
    for node in nodes:
        del node["score"]
    return nodes


def principal_line(
    rules: Rules, board: Marks, moves: int, me: int | None = None, patience: int | None = None
) -> list[Square]:
    """The squares that both take if each plays the best that can be seen within so many moves,
    while one can be forced.

    [] where nothing is in sight.
    """
    turn, line = me or to_move(rules, board), []
    while moves:
        scores = make_foresight(rules).scores(board, turn, moves, patience)
        if not scores or max(scores.values()) == 0:
            break
        square = max(scores, key=scores.get)
        board, line = place(rules, board, square, turn), [*line, square]
        if outcome(rules, board, last=turn) is not None:
            break
        turn, moves = after(rules, turn), moves - 1
    return line


def thoughts(
    rules: Rules,
    board: Marks,
    level: str,
    me: int | None = None,
    reading: Reading = DEFAULT,
    patience: int | None = None,
) -> str:
    """What a level thinks on a board with `me` to move, as text: depth, moves and their value, the
    principal line.
    """
    seen = look(rules, board, level, me, reading, 1, patience)
    lines = [
        f"PEEK: player {MARKS[seen['player']]}, {level.upper()}: "
        f"depth {seen['depth']}, sees {seen['moves']} moves ahead"
        + (" (and then ran out of patience)" if seen["cut"] else "")
        + f", errs once in {seen['odds']}" * bool(seen["odds"])
    ]
    if not seen["depth"]:
        return "\n".join([*lines, f"  {ANY_GAME['blind']}"])
    lines.append("  x y   value   then")
    for node in seen["children"]:
        words = " ".join("({},{})".format(*coordinates(rules, square)) for square in node["line"])
        end = f" over in {node['moves']}" if node["moves"] and node["value"] != "even" else ""
        lines.append(
            "  {} {}   {:<7}".format(*coordinates(rules, node["square"]), node["value"])
            + f" {words}{end}"
        )
    return "\n".join([*(line.rstrip() for line in lines), f"  {choice_words(seen)}"])


def choice_words(seen: Json) -> str:
    """What a level that looks ahead chooses from, in a sentence, by its `look`."""
    name = f"draws_{seen['move_value']}" if len(seen["best"]) > 1 else "one_best"
    return ANY_GAME[name].format(count=len(seen["best"]))
