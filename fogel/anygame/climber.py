"""A hill climber with steps of all sizes, in any game.

Two choices are left beside chapter 9's climber. It may look at several children before it steps to
the best of them. And a network whose links are *turned* treats opposite squares as opposites: turn
its board by half, and its answers turn with it.

For that, a hidden node hears the two squares of each opposite pair with weights that differ in sign
alone, and neither the middle nor a bias. So on the turned board its sum changes its sign, and its
activation y becomes 1 - y. Each output hears y - 1/2, which changes its sign as well, with the
opposite of the weight that the opposite output has.
"""

from __future__ import annotations

from typing import NamedTuple

from fogel import engine
from fogel.anygame.settings import GameSettings
from fogel.core.settings import MOST_HIDDEN_NODES, check_whole, trial_rng
from fogel.core.types import Floats, Rng
from fogel.engine.compiling import kernel
from fogel.engine.trial import network_at
from fogel.network import Network
from fogel.perfect.climber import make_climb, step_weights

NETWORKS = 40_000  # as many as there are in 400 generations of a hundred


class Climbed(NamedTuple):
    """Where a climber ends: its network, and the expected total payoff of that."""

    network: Network
    exact_payoff: float


@kernel
def turn_weights(hidden: Floats, output: Floats) -> None:
    """Makes the links turned, in place: of each opposite pair the first square's weights decide."""
    squares, nodes = output.shape[0], hidden.shape[0]
    hidden[:, squares] = 0.0
    if squares % 2:
        hidden[:, squares // 2] = 0.0
        output[squares // 2, :nodes] = 0.0
    for square in range(squares // 2):
        other = squares - 1 - square
        hidden[:, other] = -hidden[:, square]
        output[other, :nodes] = -output[square, :nodes]
        # Both hear y - 1/2.
        output[other, nodes] = output[square, nodes] + output[square, :nodes].sum()


@kernel
def step_turned(hidden: Floats, output: Floats, rng: Rng) -> tuple[Floats, Floats]:
    """The weights of a child with turned links, new arrays."""
    hidden, output = step_weights(hidden, output, rng)
    turn_weights(hidden, output)
    return hidden, output


def climb(
    settings: GameSettings,
    nodes: int,
    turned: bool = False,
    children: int = 1,
    most: int = NETWORKS,
) -> Climbed:
    """A climber of `most` networks of so many hidden nodes, with all links free or `turned`, from a
    founder on.

    Before each step it looks at so many `children`. The seed is the settings'. Raises ValueError
    that names a number that is out of range.
    """
    nodes = check_whole("nodes", nodes, 1, MOST_HIDDEN_NODES)
    most, children = (
        check_whole("most", most, 1, 10**12),
        check_whole("children", children, 1, 10**6),
    )
    rules = settings.change(min_hidden=1, max_hidden=nodes).change(min_hidden=nodes)
    rng = trial_rng(rules, 0)
    hidden, output = (
        rng.uniform(-rules.weight_range, rules.weight_range, shape)
        for shape in _shapes(rules, nodes)
    )
    if turned:
        turn_weights(hidden, output)
    tables = rules.game_tables()
    population = engine.new_population(3, tables)
    engine.write_network(population, 0, 1, hidden, output)
    world = engine.new_world(population, tables, rules.numbers)
    steps = engine.compiled(make_climb, (step_turned if turned else step_weights,))
    payoff = steps(world, rng, most // children, children)
    return Climbed(network_at(population, 0), payoff)


def _shapes(settings, nodes):
    return (nodes, settings.squares + 1), (settings.squares, nodes + 1)
