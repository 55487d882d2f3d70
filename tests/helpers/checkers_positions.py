"""Positions of checkers to compare programs on."""

from fogel.checkers.rules import Position, after, is_crowned, moves


def reachable(game):
    """All positions that can be reached from the start."""
    found, waiting = {game.start}, [game.start]
    while waiting:
        position = waiting.pop()
        for move in moves(game, position):
            following = after(game, position, move)
            if following not in found:
                found.add(following)
                waiting.append(following)
    return found


def random_position(game, rng, pieces):
    """Some pieces anywhere, though no man on his last row."""
    board = [0] * game.squares
    for square in rng.permutation(game.squares)[:pieces].tolist():
        piece = int(rng.choice([1, 1, 2, -1, -1, -2]))
        board[square] = 2 * piece if is_crowned(game, piece, square + 1) else piece
    return Position(tuple(board), int(rng.choice([1, -1])))
