"""The games of networks in compiled loops, and their exact chances without games.

A network answers as chapter 2 says, by the same lines; new here is the walk through the tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fogel import network, selection
from fogel.core.settings import Settings
from fogel.core.twins import twin_of
from fogel.core.types import Floats, Rng, Rules
from fogel.engine.compiling import compiled, kernel, lent, unrolled
from fogel.engine.population import Room, World, make_world, none_in, view_links
from fogel.engine.tables import Tables, random_tables
from fogel.network import Network


@kernel(inline=True)
def answer(links: Any, asked: int, tables: Tables, room: Room) -> int:
    """Return the position after the move, at `asked`, of the network with these links."""
    hidden_links, output_links = links
    board = unrolled(tables.boards[asked], room.squares)
    network.layer(hidden_links, board, room.activations)
    network.squash(room.activations)
    network.layer(output_links, unrolled(room.activations, room.nodes), room.sums)
    return tables.after[asked, network.choose_square(room.sums, board)]


@twin_of("fogel.encoding.play_game", "fogel.opponent.pick")
@kernel(inline=True)
def play_games(world: World, slot: int, rng: Rng) -> None:
    """Play a network's games in turn and fill its `results`; one uniform draw for each reply.

    What the network answers on a board is worked out when it first meets the board, and remembered.
    """
    population, tables, room = world.population, world.tables, world.room
    games, forced_replies, over = world.rules.games, world.rules.forced_replies, tables.over
    answers, links = population.answers[slot], view_links(population, slot)
    none, wins, losses = none_in(answers), 0, 0
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
                # Counting instead of searching leaves no branch that is guessed wrong.
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


@kernel(inline=True)
def find_column(winner: int) -> int:
    """Return the column of a result in `results` and `chances`: wins, losses, ties."""
    return 2 if winner == 0 else (1 - winner) // 2


@twin_of("fogel.audit.chances")
@kernel(inline=True)
def work_out_chances(world: World, slot: int) -> None:
    """Fills a network's `chances` of a win, a loss and a tie in one game: exact, no game is played.

    The chance to come to each board flows down the tree of games: positions are in the order of
    their marks, so a board's chance is complete before it is passed on.
    """
    population, tables, rules, room = world
    answers, links, reached = population.answers[slot], view_links(population, slot), room.reached
    chances = population.chances[slot]
    chances[:] = 0.0
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
            chances[find_column(tables.winners[position])] += chance
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
                else:
                    chances[find_column(tables.winners[following])] += chance * share


@kernel(inline=True)
def expected_payoff(world: World, slot: int) -> float:
    """Return a network's exact expected total payoff, and fill its `chances` if need be."""
    chances, rules = world.population.chances, world.rules
    if np.isnan(chances[slot, 0]):
        work_out_chances(world, slot)
    win, loss, tie = chances[slot, 0], chances[slot, 1], chances[slot, 2]
    return rules.games * selection.total_payoff(win, loss, tie, rules)


def play_networks(world: World, rng: Rng, rounds: int) -> None:
    """Every network plays its games, `rounds` times over, forgetting its answers each time."""
    world = lent(world)
    for _ in range(rounds):
        for slot in range(len(world.population.slots)):
            world.population.answers[slot] = none_in(world.population.answers)
            play_games(world, slot, rng)


def answer_all(world: World) -> None:
    """Fill the answers of the only network at every position, reachable or not."""
    world = lent(world)
    links = view_links(world.population, 0)
    for asked in range(world.tables.asked):
        world.population.answers[0, asked] = answer(links, asked, world.tables, world.room)


def expect_networks(world: World) -> None:
    """Works out the `chances` of every network."""
    world = lent(world)
    for slot in range(len(world.population.slots)):
        work_out_chances(world, slot)


def answers_everywhere(player: Network) -> Any:
    """Return the position after a network's move at each of the 2,423 with X to move."""
    world = make_world([player], random_tables(), Settings().numbers)
    compiled(answer_all)(world)
    return world.population.answers[0]


def play_fresh_games(
    player: Network, tables: Tables, rng: Rng, games: int, forced_replies: bool = False
) -> tuple[int, int, int]:
    """(wins, losses, ties) of a network in `games` games as first player, at the engine's speed."""
    rules = Settings().numbers._replace(games=games, forced_replies=forced_replies)
    world = make_world([player], tables, rules)
    compiled(play_networks)(world, rng, 1)
    return tuple(world.population.results[0].tolist())


def compute_chances(networks: Sequence[Network], tables: Tables, rules: Rules) -> Floats:
    """Return (networks, 3): exact chances of a win, a loss and a tie in one game as X."""
    world = make_world(networks, tables, rules)
    compiled(expect_networks)(world)
    return world.population.chances
