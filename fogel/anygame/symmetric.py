"""A network of four hidden nodes, built by hand, that never loses in misère.

It opens in the centre, and then always takes the square opposite the other player's last mark. No
three of its marks can then stand in a line before three of the other's do: a line through the
centre would need two opposite squares of one player, and each other line of its marks is the image
of one of the other's, which was complete before.

A node of a pair (a, b) has the weights +k and -k. Its activation is near 1 where the other player's
mark stands in b alone, near 0 where it stands in a alone, and 1/2 where the pair is empty or
shared. Output a hears it with +1 and a bias of -1/2, output b with -1 and +1/2: so the square
opposite a lone mark has the sum 1/2, and the largest.
"""

from __future__ import annotations

import numpy as np

from fogel.network import Network

PAIRS = ((0, 8), (1, 7), (2, 6), (3, 5))  # opposite squares
CENTRE = 4
STEEPNESS = 10.0  # of the weights into a node
# The sum of the centre: more than that of an empty pair, which is 0, and less than 1/2.
FIRST = 0.25


def mirror_network(steepness: float = STEEPNESS) -> Network:
    """The network that answers with the opposite square."""
    hidden, output = np.zeros((len(PAIRS), 10)), np.zeros((9, len(PAIRS) + 1))
    for node, (one, other) in enumerate(PAIRS):
        hidden[node, one], hidden[node, other] = steepness, -steepness
        output[one, node], output[one, -1] = 1.0, -0.5
        output[other, node], output[other, -1] = -1.0, 0.5
    output[CENTRE, -1] = FIRST
    return Network(hidden, output)
