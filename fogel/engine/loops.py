"""The compiled loops: networks in arrays, their games, and whole generations.

What chapters 2, 4 and 5 say stands in their modules and is compiled as it stands; what is new here
is how networks are kept, and the walk through the tables. The functions are written so that Python
can run them too, and are sparing of NumPy: each array function that is used adds a second to the
compilation. They all go inline: a world is a large tuple, and handing it over costs a tenth of the
time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from fogel import network, replication, selection
from fogel.core.settings import Settings
from fogel.core.twins import twin_of
from fogel.core.types import Floats, Ints, Rng, Rules
from fogel.engine.compiling import compiled, kernel, lent, unrolled
from fogel.engine.tables import FIRST_REPLIES, SQUARES, Tables, random_tables, tables_of
from fogel.network import Network

PADDED = 12  # nodes of a padded layer: a whole number of vector registers
REGISTER = 4  # nodes of the largest one


class Population(NamedTuple):
    """The networks of a trial in arrays that are never copied: a network keeps its slot as long as
    it lives.

    By slot: `nodes`, `hidden_links` and `output_links` (as in network.layer, with zero links up to
    12 nodes or more), `answers` (the position after its move, once it is known), `results` (wins,
    losses, ties), `chances` (of each in one game, nan until they are worked out) and `numbers`.
    `slots` gives the slot of each row of the generation, parents first, then children.
    """

    nodes: np.ndarray
    hidden_links: np.ndarray
    output_links: np.ndarray
    answers: np.ndarray
    results: np.ndarray
    chances: np.ndarray
    numbers: np.ndarray
    slots: np.ndarray


def new_population(size: int, tables: Tables | None = None) -> Population:
    """A population with room for `size` networks that play the game of these tables, by default the
    standard one.
    """
    tables = random_tables() if tables is None else tables
    squares = tables.boards.shape[1]
    return Population(
        nodes=np.zeros(size, dtype=np.int64),
        hidden_links=np.zeros((size, squares + 1, PADDED)),
        output_links=np.zeros((size, PADDED + 1, _padded(squares))),
        answers=np.full((size, tables.asked), none_in(tables.after)),
        results=np.zeros((size, 3), dtype=np.int64),
        chances=np.full((size, 3), np.nan),
        numbers=np.zeros(size, dtype=np.int64),
        slots=np.arange(size),
    )


def _padded(squares):
    """The nodes of the padded output layer."""
    return max(PADDED, -(-squares // REGISTER) * REGISTER)


@kernel(inline=True)
def none_in(positions: Any) -> Any:
    """What is no position in an array of positions: the largest number that it can hold,
    `tables.NONE` in 16 bits.
    """
    return positions.dtype.type(~positions.dtype.type(0))


class Room(NamedTuple):
    """Arrays to work in: a network's activations and sums, and the chance to come to each board
    (zero between uses).

    `squares`, `nodes` and `replies` say by their lengths alone how many there are. On nine squares
    they are tuples, which compiled code unrolls its loops by; for other boards arrays, so that one
    machine code plays all of them.
    """

    activations: np.ndarray
    sums: np.ndarray
    reached: np.ndarray
    squares: Any
    nodes: Any
    replies: Any


class World(NamedTuple):
    """What the loops work on: the networks, the opponent, the settings in numbers, and room to work
    in.
    """

    population: Population
    tables: Tables
    rules: Rules
    room: Room


def new_world(population: Population, tables: Tables, rules: Rules) -> World:
    """The World of these networks, this opponent and these rules (`settings.numbers`)."""
    squares, replies = tables.boards.shape[1], tables.reply_sums.shape[1]
    lengths: Any = (squares, PADDED, replies)
    # A ninth reply is what is left when eight are not drawn.
    if squares == SQUARES and tables.after.dtype == np.uint16:
        lengths = tuple((0,) * length for length in (squares, PADDED, FIRST_REPLIES))
    else:
        lengths = tuple(np.zeros(length) for length in lengths)
    room = Room(np.zeros(PADDED), np.zeros(_padded(squares)), np.zeros(tables.asked), *lengths)
    return World(population, tables, rules, room)


def world_of(networks: Sequence[Network], tables: Tables, rules: Rules) -> World:
    """A World with room for these networks alone, which are written into its slots in
    their order.
    """
    world = new_world(new_population(len(networks), tables), tables, rules)
    for slot, player in enumerate(networks):
        write_network(
            world.population, slot, slot + 1, player.hidden_weights, player.output_weights
        )
    return world


@kernel(inline=True)
def read_weights(population: Population, slot: int) -> tuple[Floats, Floats]:
    """New (hidden weights, output weights) of the network in a slot."""
    (hidden_links, output_links), nodes = links_of(population, slot), population.nodes[slot]
    inputs = len(hidden_links)
    hidden, output = np.empty((nodes, inputs)), np.empty((inputs - 1, nodes + 1))
    for i in range(inputs):
        for node in range(nodes):
            hidden[node, i] = hidden_links[i, node]
    for square in range(inputs - 1):
        for node in range(nodes):
            output[square, node] = output_links[node, square]
        output[square, nodes] = output_links[PADDED, square]
    return hidden, output


@kernel(inline=True)
def write_network(
    population: Population, slot: int, number: int, hidden: Floats, output: Floats
) -> None:
    """Puts a network that has not played yet into a slot."""
    nodes, inputs = hidden.shape
    population.numbers[slot] = number
    population.nodes[slot] = nodes
    hidden_links, output_links = links_of(population, slot)
    hidden_links[:] = 0.0
    output_links[:] = 0.0
    for i in range(inputs):
        for node in range(nodes):
            hidden_links[i, node] = hidden[node, i]
    for square in range(inputs - 1):
        for node in range(nodes):
            output_links[node, square] = output[square, node]
        output_links[PADDED, square] = output[square, nodes]
    population.answers[slot] = none_in(population.answers)
    population.chances[slot] = np.nan


@kernel(inline=True)
def copy_network(population: Population, source: int, target: int) -> None:
    """Puts the network of one slot into another, with all that is known of it, but its results."""
    population.nodes[target] = population.nodes[source]
    population.numbers[target] = population.numbers[source]
    population.hidden_links[target] = population.hidden_links[source]
    population.output_links[target] = population.output_links[source]
    population.answers[target] = population.answers[source]
    population.chances[target] = population.chances[source]


@kernel(inline=True)
def write_child(
    world: World, parent: int, child: int, number: int, hidden: Floats, output: Floats
) -> None:
    """Puts the child of the network in slot `parent` into slot `child`; the parent
    stays as it is.
    """
    write_network(world.population, child, number, hidden, output)


@kernel(inline=True)
def links_of(population: Population, slot: int) -> tuple[Floats, Floats]:
    """(hidden links, output links) of the network in a slot: views, which cost more than they look
    in a loop.
    """
    return population.hidden_links[slot], population.output_links[slot]


@kernel(inline=True)
def answer(links: Any, asked: int, tables: Tables, room: Room) -> int:
    """The position after the move, at the position `asked`, of the network with these (hidden,
    output) links.
    """
    hidden_links, output_links = links
    board = unrolled(tables.boards[asked], room.squares)
    network.layer(hidden_links, board, room.activations)
    network.squash(room.activations)
    network.layer(output_links, unrolled(room.activations, room.nodes), room.sums)
    return tables.after[asked, network.choose_square(room.sums, board)]


@twin_of("fogel.encoding.play_game", "fogel.opponent.pick")
@kernel(inline=True)
def play_games(world: World, slot: int, rng: Rng) -> None:
    """Plays a network's games, one after another, and fills its `results`; one uniform draw for
    each reply.

    What the network answers on a board is worked out when it first meets the board, and remembered.
    """
    population, tables, room = world.population, world.tables, world.room
    games, forced_replies, over = world.rules.games, world.rules.forced_replies, tables.over
    answers, links, none = (
        population.answers[slot],
        links_of(population, slot),
        none_in(population.answers),
    )
    wins = losses = 0
    for game in range(games):
        # Unsigned: a signed index would be checked for being negative.
        position = start = tables.starts[game & 1]
        while True:
            asked = position
            position = answers[asked]
            if position == none:
                position = answer(links, asked, tables, room)
                answers[asked] = position
            if position >= over:
                break
            if forced_replies and asked == start:
                place = game % tables.first_replies
            else:
                u = rng.random()
                place = 0
                # counting, not searching: there is no branch for the processor to guess wrong
                for k in range(len(room.replies)):
                    place += tables.reply_sums[position, k] <= u
            position = tables.reply_next[position, place]
            if position >= over:
                break
        wins += tables.winners[position] == 1
        losses += tables.winners[position] == -1
    population.results[slot, 0] = wins
    population.results[slot, 1] = losses
    population.results[slot, 2] = games - wins - losses


@twin_of("fogel.audit.chances")
@kernel(inline=True)
def work_out_chances(world: World, slot: int) -> None:
    """Fills a network's `chances` of a win, a loss and a tie in one game: exact, no game is played.

    The chance to come to each board flows down the tree of games: positions are in the order of
    their marks, so a board's chance is complete before it is passed on.
    """
    population, tables, rules, room = world
    answers, links, reached = population.answers[slot], links_of(population, slot), room.reached
    win = loss = tie = 0.0
    for start in tables.starts:
        reached[start] += 0.5
    for asked in range(tables.asked):
        chance = reached[asked]
        if chance == 0.0:
            continue
        reached[asked] = 0.0
        position = answers[asked]
        if position == none_in(answers):
            position = answer(links, asked, tables, room)
            answers[asked] = position
        if position >= tables.over:
            if tables.winners[position] > 0:
                win += chance
            elif tables.winners[position] < 0:
                loss += chance
            else:
                tie += chance
            continue
        before = 0.0
        for place in range(tables.reply_sums.shape[1]):
            share = tables.reply_sums[position, place] - before
            before = tables.reply_sums[position, place]
            if rules.forced_replies and asked == tables.starts[0]:
                share = 1 / tables.first_replies if place < tables.first_replies else 0.0
            if share > 0.0:
                following = tables.reply_next[position, place]
                if following < tables.over:
                    reached[following] += chance * share
                elif tables.winners[following] > 0:
                    win += chance * share
                elif tables.winners[following] < 0:
                    loss += chance * share
                else:
                    tie += chance * share
    population.chances[slot, 0] = win
    population.chances[slot, 1] = loss
    population.chances[slot, 2] = tie


@kernel(inline=True)
def expected_payoff(world: World, slot: int) -> float:
    """The exact expectation of a network's total payoff, from its `chances`, which are worked out
    if need be.
    """
    chances, rules = world.population.chances, world.rules
    if np.isnan(chances[slot, 0]):
        work_out_chances(world, slot)
    win, loss, tie = chances[slot, 0], chances[slot, 1], chances[slot, 2]
    return rules.games * selection.total_payoff(win, loss, tie, rules)


@kernel(inline=True)
def play_for_payoff(world: World, slot: int, rng: Rng, anew: bool) -> int:
    """The total payoff of a network's games; it plays them `anew`, or keeps its results."""
    if anew:
        play_games(world, slot, rng)
    results = world.population.results
    wins, losses, ties = results[slot, 0], results[slot, 1], results[slot, 2]
    return selection.total_payoff(wins, losses, ties, world.rules)


@kernel(inline=True)
def expect_payoff(world: World, slot: int, rng: Rng, anew: bool) -> float:
    """The expected total payoff of a network's games, none of which is played; it draws nothing."""
    return expected_payoff(world, slot)


@kernel(inline=True)
def parents_first(slots: Ints, parents: Ints) -> None:
    """Reorders `slots`, in place: the slots of the rows `parents` to the front, the others after
    them.
    """
    old = slots.copy()
    front, back = 0, len(parents)
    for row in range(len(slots)):
        if front < len(parents) and parents[front] == row:
            slots[front] = old[row]
            front += 1
        else:
            slots[back] = old[row]
            back += 1


@kernel(inline=True)
def reported(payoffs: Any, best: int, scores: Ints, rules: Rules) -> Any:
    """What the curve shows of a generation: the payoff of the best player, which stands in row
    `best`.
    """
    return payoffs[best]


class Steps(NamedTuple):
    """The functions that make up a generation, most of them the chapters'; another one shows what
    it changes.
    """

    replicate_weights: Callable = replication.replicate_weights
    write_child: Callable = write_child
    evaluate: Callable = play_for_payoff
    draw_rivals: Callable = selection.draw_rivals
    second_round: Callable = selection.second_round
    rank: Callable = selection.rank
    survivors: Callable = selection.survivors
    best_player: Callable = selection.best_player
    reported: Callable = reported


class Procedure(NamedTuple):
    """What a trial runs on: the opponent, the settings in numbers, and the steps of a
    generation.
    """

    tables: Tables
    rules: Rules
    steps: Steps


def procedure(settings: Settings) -> Procedure:
    """The Procedure of these settings."""
    evaluate = expect_payoff if settings.evaluation == "exact" else play_for_payoff
    return Procedure(tables_of(settings), settings.numbers, Steps(evaluate=evaluate))


class History(NamedTuple):
    """What a run leaves behind, arrays: one number a generation, and the parent of each network by
    its number.

    `exact`, unless it is empty, has the expected payoffs of the best player and of the truly best
    network.
    """

    best_payoff: np.ndarray
    mean_hidden_nodes: np.ndarray
    exact: np.ndarray
    parent_of: np.ndarray


class Outcome(NamedTuple):
    """A generation after selection, by row; `survivors` are the rows that go on, `best` is the best
    player's.
    """

    payoffs: np.ndarray
    rivals: np.ndarray
    scores: np.ndarray
    standing: np.ndarray
    survivors: np.ndarray
    best: int


def make_evolve(steps: Steps) -> Callable:
    """The function that runs generations with these steps; see `evolve` in it."""
    (
        replicate_weights,
        write_child,
        evaluate,
        draw_rivals,
        second_round,
        rank,
        survivors,
        best_player,
        reported,
    ) = steps

    def evolve(world, rng, parents, first_number, history):
        """Runs generations, each of them replication, games, second round and selection: the
        Outcome of the last one.

        `parents` are the rows of the last generation that go on and `first_number` is the next
        child's. There are as many generations as the history has places for, and it is filled.
        """
        world = lent(world)
        population, rules = world.population, world.rules
        slots = population.slots
        for generation in range(len(history.best_payoff)):
            count = len(parents)
            parents_first(slots, parents)
            for row in range(count):
                hidden, output = read_weights(population, slots[row])
                hidden, output = replicate_weights(hidden, output, rng, rules)
                write_child(
                    world, slots[row], slots[count + row], first_number + row, hidden, output
                )
                history.parent_of[first_number + row - 1] = population.numbers[slots[row]]

            payoffs = np.empty(2 * count, dtype=history.best_payoff.dtype)
            nodes = 0
            in_first_generation = first_number == rules.parents + 1
            for row in range(2 * count):
                anew = rules.replay_parents or row >= count or in_first_generation
                payoffs[row] = evaluate(world, slots[row], rng, anew)
                nodes += population.nodes[slots[row]]

            rivals = draw_rivals(2 * count, rng, rules)
            scores = second_round(payoffs, rivals, rules)
            standing = rank(scores, rng, rules)
            parents = survivors(scores, standing, rules)
            best = best_player(payoffs, standing)
            history.best_payoff[generation] = reported(payoffs, best, scores, rules)
            history.mean_hidden_nodes[generation] = nodes / (2 * count)
            if len(history.exact) > 0:
                highest = -np.inf
                for row in range(2 * count):
                    value = expected_payoff(world, slots[row])
                    highest = max(highest, value)
                    if row == best:
                        history.exact[generation, 0] = value
                history.exact[generation, 1] = highest
            first_number += count
        return Outcome(payoffs, rivals, scores, standing, parents, best)

    return evolve


def evolve_function(steps: Steps) -> Callable:
    """The compiled `evolve` with these steps."""
    return compiled(make_evolve, steps)


# A few networks, outside of a trial.


def play_networks(world: World, rng: Rng, rounds: int) -> None:
    """Every network plays its games, `rounds` times over, forgetting its answers each time."""
    world = lent(world)
    for _ in range(rounds):
        for slot in range(len(world.population.slots)):
            world.population.answers[slot] = none_in(world.population.answers)
            play_games(world, slot, rng)


def answer_all(world: World) -> None:
    """Works out the answers of the one network in a world at every position, reachable for it or
    not.
    """
    world = lent(world)
    links = links_of(world.population, 0)
    for asked in range(world.tables.asked):
        world.population.answers[0, asked] = answer(links, asked, world.tables, world.room)


def expect_networks(world: World) -> None:
    """Works out the `chances` of every network."""
    world = lent(world)
    for slot in range(len(world.population.slots)):
        work_out_chances(world, slot)


def answers_everywhere(player: Network) -> Any:
    """The position after a network's move at each of the 2,423 positions where X is to move, by the
    engine.
    """
    world = world_of([player], random_tables(), Settings().numbers)
    compiled(answer_all)(world)
    return world.population.answers[0]


def play_fresh_games(
    player: Network, tables: Tables, rng: Rng, games: int, forced_replies: bool = False
) -> tuple[int, int, int]:
    """(wins, losses, ties) of a network in `games` games as first player, at the engine's speed."""
    rules = Settings().numbers._replace(games=games, forced_replies=forced_replies)
    world = world_of([player], tables, rules)
    compiled(play_networks)(world, rng, 1)
    return tuple(world.population.results[0].tolist())


def chances_of(networks: Sequence[Network], tables: Tables, rules: Rules) -> Floats:
    """(networks, 3): each network's chances of a win, a loss and a tie in one game as first player,
    exact.
    """
    world = world_of(networks, tables, rules)
    compiled(expect_networks)(world)
    return world.population.chances
