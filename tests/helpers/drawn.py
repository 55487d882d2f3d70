"""Checkers boards as drawn: x and o men, X and O kings, . an empty dark square, - a light."""

from fogel.checkers.rules import Checkers, Position

PIECES = {"x": 1, "X": 2, "o": -1, "O": -2, ".": 0}


def drawn(text, player=1):
    """(game, position) of a board drawn in rows; its men don't count."""
    rows = text.split()
    game = Checkers(len(rows), len(rows[0]), len(rows[0]) // 2)
    dark = "".join(rows).replace("-", "")
    assert all(
        (mark == "-") == ((row + column) % 2 == 0)
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
    )
    return game, Position(tuple(PIECES[mark] for mark in dark), player)


def drawing(game, position):
    """A position in the same way, its rows joined by spaces."""
    marks = {piece: mark for mark, piece in PIECES.items()}
    half, rows = game.columns // 2, []
    for row in range(game.rows):
        dark = [marks[piece] for piece in position.board[row * half : (row + 1) * half]]
        rows.append("".join(f"-{mark}" if row % 2 == 0 else f"{mark}-" for mark in dark))
    return " ".join(rows)
