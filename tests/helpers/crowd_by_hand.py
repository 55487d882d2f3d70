"""The first screen and its film again, from generations: families and likeliest games."""

import numpy as np

from fogel import Settings
from fogel.encoding import is_final, put
from fogel.opponent import reply_probabilities


def families(generations):
    """Yields (founders, since) of generations in order: each member's founder, by number, and where
    they are counted.

    A generation is (numbers, parents, rows that survive); when all who survive have one founder,
    they are the founders.
    """
    founder, since = {}, 1
    for at, (numbers, parents, survives) in enumerate(generations, 1):
        for number, parent in zip(numbers, parents, strict=True):
            if number not in founder:
                founder[number] = founder[parent] if parent else number
        yield {number: founder[number] for number in numbers}, since
        founder = {numbers[row]: founder[numbers[row]] for row in survives}
        if len({*founder.values()}) == 1:
            founder, since = {number: number for number in founder}, at + 1


def likeliest(network, board=(0,) * 9):
    """(its chance, the squares) of the likeliest of all games, by trying all."""
    square = network.choose(board)
    after = put(board, square, 1)
    if is_final(after):
        return 1.0, [square]
    games = []
    chances = reply_probabilities(np.array(after), Settings())
    for reply in np.flatnonzero(chances):
        then = put(after, int(reply), -1)
        chance, rest = (1.0, []) if is_final(then) else likeliest(network, then)
        games.append((chances[reply] * chance, [square, int(reply), *rest]))
    return max(games, key=lambda game: game[0])
