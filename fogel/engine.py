"""The fast path: whole generations in compiled loops, the same games as the readable `play_game`, square for square.

What may happen on a board is derived from the readable rules into arrays (`Tables`), so there is one statement of
the rules. What chapters 2, 4 and 5 say stands in their modules, and this one alone imports Numba, at first use, and
compiles those same functions. With NUMBA_DISABLE_JIT=1 everything runs as ordinary Python that can be stepped through.
"""

import hashlib
import os
import sys
import threading
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import numpy as np

from fogel import encoding, network, replication, selection, settings
from fogel.champion import make_writable
from fogel.encoding import IN_PROGRESS, X_TO_MOVE
from fogel.opponent import cumulative, near_perfect_weights, probabilities, random_weights

ONE_OPEN = 2201  # X is to move in encoding.positions() from this row to X_TO_MOVE, and has one open square, no choice
NONE = np.uint16(65535)  # no position: a square that is taken, an answer that nobody has asked for yet
PADDED = 12  # nodes of a padded layer: a whole number of vector registers
QUIET_VARIABLE = "FOGEL_QUIET"  # set: no progress bars and notes, which would leave their traces in a stored notebook
CACHE_VARIABLE = "FOGEL_CACHE"  # names another folder for the compiled engine


class Tables(NamedTuple):
    """The game and one opponent as arrays; a position is a row of `encoding.positions()`."""

    boards: np.ndarray  # (5478, 9) int8: what a network that begins sees
    after: np.ndarray  # (5478, 9) uint16: the position after a move into a square, NONE if it is not open
    winners: np.ndarray  # (5478,) int8: 1, 0 or -1
    reply_sums: np.ndarray  # (5478, 8) float: cumulative probabilities of the open squares, where O is to move
    reply_next: (
        np.ndarray
    )  # (5478, 8) uint16: the position after each, and after X's last move where there is no choice


@cache
def game_tables():
    """(boards, after, winners): the part of the tables that no opponent changes."""
    boards = encoding.positions()
    after = np.full((len(boards), 9), NONE)
    marks = boards.tolist()
    for row in range(IN_PROGRESS):
        mark = encoding.to_move(marks[row])
        for square in encoding.open_squares(marks[row]):
            after[row, square] = encoding.position(encoding.put(marks[row], square, mark))
    winners = np.array([encoding.winner(board) for board in marks], dtype=np.int8)
    return boards, after, winners


@cache
def opponent_tables(weights_of, slip, marker="network", line_choice="squares"):
    """The tables of an opponent that plays second; `weights_of` is its rule, as in opponent.py."""
    boards, after, winners = game_tables()
    rule = _Rule(marker, line_choice)
    reply_sums = np.ones((len(boards), 8))
    reply_next = np.full((len(boards), 8), NONE)
    following = np.arange(len(boards), dtype=np.uint16)  # nobody has to think about a move into the last open square
    following[ONE_OPEN:X_TO_MOVE] = after[ONE_OPEN:X_TO_MOVE].min(axis=1)
    marks = encoding.positions().tolist()
    for row in range(X_TO_MOVE, IN_PROGRESS):
        sums = cumulative(probabilities(marks[row], weights_of(marks[row], rule, encoding.O), slip))
        squares = encoding.open_squares(marks[row])
        reply_sums[row, : len(squares)] = [sums[square] for square in squares]
        reply_next[row, : len(squares)] = following[after[row, squares]]
    return Tables(boards, after, winners, reply_sums, reply_next)


class _Rule(NamedTuple):
    """The settings that an opponent's rule reads."""

    marker: str
    line_choice: str


def near_perfect_tables(settings):
    """The tables of the paper's opponent under these settings."""
    return opponent_tables(near_perfect_weights, settings.slip, settings.marker, settings.line_choice)


def random_tables():
    """The tables of an opponent that moves at random."""
    return opponent_tables(random_weights, 0.0)


class Population(NamedTuple):
    """The networks of a trial in arrays that are never copied: a network keeps its slot as long as it lives.

    By slot: `nodes`, `hidden_links` and `output_links` (as in network.layer, with zero links up to 12 nodes), `answers`
    (the position after its move, once it is known), `results` (wins, losses, ties) and `numbers`. `slots` gives the
    slot of each row of the generation, parents first, then children.
    """

    nodes: np.ndarray
    hidden_links: np.ndarray
    output_links: np.ndarray
    answers: np.ndarray
    results: np.ndarray
    numbers: np.ndarray
    slots: np.ndarray


def new_population(size):
    """A population with room for `size` networks."""
    return Population(
        nodes=np.zeros(size, dtype=np.int64),
        hidden_links=np.zeros((size, 10, PADDED)),
        output_links=np.zeros((size, PADDED + 1, PADDED)),
        answers=np.full((size, X_TO_MOVE), NONE),
        results=np.zeros((size, 3), dtype=np.int64),
        numbers=np.zeros(size, dtype=np.int64),
        slots=np.arange(size),
    )


# What follows is compiled. It is written so that Python can run it too, and sparing of NumPy: each array function that
# is used adds a second to the compilation.


def read_weights(population, slot):
    """New (hidden weights, output weights) of the network in a slot."""
    nodes = population.nodes[slot]
    hidden, output = np.empty((nodes, 10)), np.empty((9, nodes + 1))
    for node in range(nodes):
        for i in range(10):
            hidden[node, i] = population.hidden_links[slot, i, node]
        for square in range(9):
            output[square, node] = population.output_links[slot, node, square]
    for square in range(9):
        output[square, nodes] = population.output_links[slot, PADDED, square]
    return hidden, output


def write_network(population, slot, number, hidden, output):
    """Puts a network that has not played yet into a slot."""
    nodes = len(hidden)
    population.numbers[slot] = number
    population.nodes[slot] = nodes
    population.hidden_links[slot] = 0.0
    population.output_links[slot] = 0.0
    for node in range(nodes):
        for i in range(10):
            population.hidden_links[slot, i, node] = hidden[node, i]
        for square in range(9):
            population.output_links[slot, node, square] = output[square, node]
    for square in range(9):
        population.output_links[slot, PADDED, square] = output[square, nodes]
    population.answers[slot] = NONE


def nine(v):
    """Nine values as a tuple: its length is part of its type, so that the compiler can unroll a loop over it."""
    return v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]


def twelve(v):
    """Twelve values as a tuple."""
    return v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]


def answer(hidden_links, output_links, asked, tables, levels, sums):
    """The position after a network's move at the position `asked`; `levels` and `sums` are room to work in."""
    network.layer(hidden_links, nine(tables.boards[asked]), levels)
    network.squash(levels)
    network.layer(output_links, twelve(levels), sums)
    return tables.after[asked, network.choose_square(sums, tables.boards[asked])]


def play_games(population, slot, tables, rng, games, forced_replies, levels, sums):
    """Plays `games` games, one after another, and fills the network's `results`; one uniform draw for each reply.

    What the network answers on a board is worked out when it first meets the board, and remembered.
    """
    answers = population.answers[slot]
    hidden_links, output_links = population.hidden_links[slot], population.output_links[slot]
    wins = losses = 0
    for game in range(games):
        position = np.uint16(0)  # unsigned: a signed index would be checked for being negative
        while True:
            asked = position
            position = answers[asked]
            if position == NONE:
                position = answer(hidden_links, output_links, asked, tables, levels, sums)
                answers[asked] = position
            if position >= IN_PROGRESS:
                break
            if forced_replies and asked == 0:
                place = game % 8
            else:
                u = rng.random()
                place = 0
                for k in range(8):  # counting, not searching: there is no branch for the processor to guess wrong
                    place += tables.reply_sums[position, k] <= u
            position = tables.reply_next[position, place]
            if position >= IN_PROGRESS:
                break
        wins += tables.winners[position] == 1
        losses += tables.winners[position] == -1
    population.results[slot, 0] = wins
    population.results[slot, 1] = losses
    population.results[slot, 2] = games - wins - losses


def parents_first(slots, parents):
    """Reorders `slots`, in place: the slots of the rows `parents` to the front, the others after them."""
    old = slots.copy()
    front, back = 0, len(parents)
    for row in range(len(slots)):
        if front < len(parents) and parents[front] == row:
            slots[front] = old[row]
            front += 1
        else:
            slots[back] = old[row]
            back += 1


class Steps(NamedTuple):
    """The chapters' functions that make up a generation; another one can be handed in to see what it changes."""

    replicate_weights: object = replication.replicate_weights
    draw_rivals: object = selection.draw_rivals
    second_round: object = selection.second_round
    rank: object = selection.rank
    survivors: object = selection.survivors
    best_player: object = selection.best_player


def make_evolve(steps):
    """The function that runs generations with these steps; see `evolve` in it."""
    replicate_weights, draw_rivals, second_round, rank, survivors, best_player = steps

    def evolve(population, tables, rng, rules, parents, first_number, best_payoffs, mean_nodes, parent_of):
        """Runs len(best_payoffs) generations: replication, the games, the second round, selection.

        `parents` are the rows of the last generation that go on and `first_number` is the next child's. Fills
        `best_payoffs`, `mean_nodes` and, for each child, `parent_of[number - 1]`. Returns (payoffs, rivals, scores,
        standing, survivors, best) of the last generation, all by row.
        """
        slots, results = population.slots, population.results
        levels, sums = np.zeros(PADDED), np.zeros(PADDED)
        for generation in range(len(best_payoffs)):
            count = len(parents)
            parents_first(slots, parents)
            for row in range(count):
                hidden, output = read_weights(population, slots[row])
                hidden, output = replicate_weights(hidden, output, rng, rules)
                write_network(population, slots[count + row], first_number + row, hidden, output)
                parent_of[first_number + row - 1] = population.numbers[slots[row]]

            payoffs = np.empty(2 * count, dtype=np.int64)
            nodes = 0
            for row in range(2 * count):
                slot = slots[row]
                in_first_generation = first_number == rules.parents + 1
                if rules.replay_parents or row >= count or in_first_generation:
                    play_games(population, slot, tables, rng, rules.games, rules.forced_replies, levels, sums)
                payoffs[row] = selection.total_payoff(results[slot, 0], results[slot, 1], results[slot, 2], rules)
                nodes += population.nodes[slot]

            rivals = draw_rivals(2 * count, rng, rules)
            scores = second_round(payoffs, rivals, rules)
            standing = rank(scores, rng, rules)
            parents = survivors(scores, standing, rules)
            best = best_player(payoffs, standing)
            best_payoffs[generation] = payoffs[best]
            mean_nodes[generation] = nodes / (2 * count)
            first_number += count
        return payoffs, rivals, scores, standing, parents, best

    return evolve


def play_networks(population, tables, rng, games, forced_replies, rounds):
    """Every network of the population plays `games` games, `rounds` times over, forgetting its answers each time."""
    levels, sums = np.zeros(PADDED), np.zeros(PADDED)
    for _ in range(rounds):
        for slot in range(len(population.slots)):
            population.answers[slot] = NONE
            play_games(population, slot, tables, rng, games, forced_replies, levels, sums)


def answer_all(population, tables):
    """Works out the answers of the one network in a population at every position, reachable for it or not."""
    levels, sums = np.zeros(PADDED), np.zeros(PADDED)
    for asked in range(X_TO_MOVE):
        hidden_links, output_links = population.hidden_links[0], population.output_links[0]
        population.answers[0, asked] = answer(hidden_links, output_links, asked, tables, levels, sums)


def answers_everywhere(player):
    """The position after a network's move at each of the 2,423 positions where X is to move, by the engine."""
    population = new_population(1)
    write_network(population, 0, 1, player.hidden_weights, player.output_weights)
    compiled(answer_all)(population, random_tables())
    return population.answers[0]


def play_fresh_games(player, tables, rng, games, forced_replies=False):
    """(wins, losses, ties) of a network in `games` games as first player, at the engine's speed."""
    population = new_population(1)
    write_network(population, 0, 1, player.hidden_weights, player.output_weights)
    compiled(play_networks)(population, tables, rng, games, forced_replies, 1)
    return tuple(population.results[0].tolist())


def evolve_function(steps=None):
    """The compiled `evolve` with the chapters' steps, or others."""
    return compiled(make_evolve, steps or Steps())


_lock = threading.Lock()
_compiled = {}


def compiled(function, *arguments):
    """A function compiled at first use; with arguments, the function that it makes of them."""
    key = (function, *arguments)
    with _lock:
        if key not in _compiled:
            _compiled[key] = _compile(function(*arguments) if arguments else function, arguments)
    return _compiled[key]


def _compile(function, groups):
    import numba

    _teach_numba()
    parts = tuple(part for group in groups for part in group)
    for part in parts:
        _jitable(part)
    folder = cache_folder(tuple(part.__module__ for part in parts))
    if folder is None:
        return numba.njit(nogil=True, error_model="numpy")(function)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)  # read when the function is decorated, and put back
    try:
        return numba.njit(nogil=True, error_model="numpy", cache=True)(function)
    finally:
        numba.config.CACHE_DIR = before


@cache
def _jitable(function, inline=False):
    from numba.extending import register_jitable

    register_jitable(error_model="numpy", forceinline=inline)(function)


@cache
def _teach_numba():
    """Lets compiled functions call the plain ones of this module and of the chapters."""
    from numba.extending import overload

    for function in (network.layer, network.squash, answer):
        _jitable(function, inline=True)
    chapters = network.exponential_fraction, network.sigmoid, network.choose_square, selection.total_payoff
    chapters += replication.change_structure, replication.rebuild
    for function in (*chapters, nine, twelve, read_weights, write_network, play_games, parents_first):
        _jitable(function)

    @overload(network.power_of_2)
    def power_of_2(k):
        """A double's exponent stands in its bits 52 to 62, 1023 too large."""
        return lambda k: np.int64((np.int64(k) + 1023) << 52).view(np.float64)


@cache
def cache_folder(modules=()):
    """Where compiled code is kept: a folder named after a digest of all that is compiled, these further modules too.

    Numba itself watches only the file that holds a function, not the files of the functions that it calls. None if a
    module has no file (a notebook's cell), or if the folder can't be written.
    """
    from platformdirs import user_cache_path

    digest = hashlib.sha256()
    names = {module.__name__ for module in (encoding, network, replication, selection, settings)} | {__name__, *modules}
    for name in sorted(names):
        source = getattr(sys.modules.get(name), "__file__", None)
        if source is None:
            return None
        digest.update(Path(source).read_bytes())
    digest.update(f"{version('numba')} {version('numpy')}".encode())
    root = Path(os.environ.get(CACHE_VARIABLE) or user_cache_path("fogel"))
    folder = root / f"engine-{digest.hexdigest()[:16]}"
    try:
        make_writable(folder)
    except OSError:
        _say(f"can't write to {root}, so the engine is compiled anew each time ({CACHE_VARIABLE} names another folder)")
        return None
    if not any(folder.rglob("*.nbi")):
        _say("compiling the engine, which takes about 15 seconds, once")
    return folder


def _say(text):
    if not os.environ.get(QUIET_VARIABLE):
        print(f"fogel: {text}", file=sys.stderr, flush=True)
