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
def opponent_tables(weights_of, slip, *choices):
    """The tables of an opponent that plays second: its rule, as in opponent.py, and what the rule reads (a Rule)."""
    boards, after, winners = game_tables()
    rule = Rule(*choices)
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


class Rule(NamedTuple):
    """The settings that an opponent's rule reads."""

    marker: str = "network"
    line_choice: str = "squares"
    perfect_ties: str = "uniform"


def rule_of(settings):
    """The part of the settings that an opponent's rule reads."""
    return Rule(*(getattr(settings, name) for name in Rule._fields))


def near_perfect_tables(settings):
    """The tables of the paper's opponent under these settings."""
    return opponent_tables(near_perfect_weights, settings.slip, *rule_of(settings))


def random_tables():
    """The tables of an opponent that moves at random."""
    return opponent_tables(random_weights, 0.0)


class Population(NamedTuple):
    """The networks of a trial in arrays that are never copied: a network keeps its slot as long as it lives.

    By slot: `nodes`, `hidden_links` and `output_links` (as in network.layer, with zero links up to 12 nodes), `answers`
    (the position after its move, once it is known), `results` (wins, losses, ties), `chances` (of each in one game, nan
    until they are worked out) and `numbers`. `slots` gives the slot of each row of the generation, parents first, then
    children.
    """

    nodes: np.ndarray
    hidden_links: np.ndarray
    output_links: np.ndarray
    answers: np.ndarray
    results: np.ndarray
    chances: np.ndarray
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
        chances=np.full((size, 3), np.nan),
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
    population.chances[slot] = np.nan


def copy_network(population, source, target):
    """Puts the network of one slot into another, with all that is known of it, but its results."""
    population.nodes[target] = population.nodes[source]
    population.numbers[target] = population.numbers[source]
    population.hidden_links[target] = population.hidden_links[source]
    population.output_links[target] = population.output_links[source]
    population.answers[target] = population.answers[source]
    population.chances[target] = population.chances[source]


def write_child(population, parent, child, number, hidden, output, rules):
    """Puts the child of the network in slot `parent` into slot `child`; the parent stays as it is."""
    write_network(population, child, number, hidden, output)


def nine(v):
    """Nine values as a tuple: its length is part of its type, so that the compiler can unroll a loop over it."""
    return v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]


def twelve(v):
    """Twelve values as a tuple."""
    return v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]


class Room(NamedTuple):
    """Arrays to work in: a network's levels and sums, and the chance to come to each board (zero between uses)."""

    levels: np.ndarray
    sums: np.ndarray
    reached: np.ndarray


def new_room():
    """Room to work in."""
    return Room(np.zeros(PADDED), np.zeros(PADDED), np.zeros(X_TO_MOVE))


def answer(hidden_links, output_links, asked, tables, room):
    """The position after a network's move at the position `asked`."""
    network.layer(hidden_links, nine(tables.boards[asked]), room.levels)
    network.squash(room.levels)
    network.layer(output_links, twelve(room.levels), room.sums)
    return tables.after[asked, network.choose_square(room.sums, tables.boards[asked])]


def play_games(population, slot, tables, rng, games, forced_replies, room):
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
                position = answer(hidden_links, output_links, asked, tables, room)
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


def work_out_chances(population, slot, tables, forced_replies, room):
    """Fills a network's `chances` of a win, a loss and a tie in one game: exact, no game is played.

    The chance to come to each board flows down the tree of games: positions are in the order of their marks, so a
    board's chance is complete before it is passed on.
    """
    answers = population.answers[slot]
    hidden_links, output_links = population.hidden_links[slot], population.output_links[slot]
    reached = room.reached
    win = loss = tie = 0.0
    reached[0] = 1.0
    for asked in range(X_TO_MOVE):
        chance = reached[asked]
        if chance == 0.0:
            continue
        reached[asked] = 0.0
        position = answers[asked]
        if position == NONE:
            position = answer(hidden_links, output_links, asked, tables, room)
            answers[asked] = position
        if position >= IN_PROGRESS:
            win += chance  # X has won: a tie by its last move stands in `reply_next` already
            continue
        before = 0.0
        for place in range(8):
            share = tables.reply_sums[position, place] - before
            before = tables.reply_sums[position, place]
            if forced_replies and asked == 0:
                share = 0.125
            if share > 0.0:
                following = tables.reply_next[position, place]
                if following < IN_PROGRESS:
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


def expected_payoff(population, slot, tables, rules, room):
    """The exact expectation of a network's total payoff, from its `chances`, which are worked out if need be."""
    if np.isnan(population.chances[slot, 0]):
        work_out_chances(population, slot, tables, rules.forced_replies, room)
    win, loss, tie = population.chances[slot, 0], population.chances[slot, 1], population.chances[slot, 2]
    return rules.games * selection.total_payoff(win, loss, tie, rules)


def play_for_payoff(population, slot, tables, rng, rules, anew, room):
    """The total payoff of a network's games; it plays them `anew`, or keeps its results."""
    if anew:
        play_games(population, slot, tables, rng, rules.games, rules.forced_replies, room)
    wins, losses, ties = population.results[slot, 0], population.results[slot, 1], population.results[slot, 2]
    return selection.total_payoff(wins, losses, ties, rules)


def expect_payoff(population, slot, tables, rng, rules, anew, room):
    """The expected total payoff of a network's games, none of which is played; it draws nothing."""
    return expected_payoff(population, slot, tables, rules, room)


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


def reported(payoffs, best, scores, rules):
    """What the curve shows of a generation: the payoff of the best player, which stands in row `best`."""
    return payoffs[best]


class Steps(NamedTuple):
    """The functions that make up a generation, most of them the chapters'; another one shows what it changes."""

    replicate_weights: object = replication.replicate_weights
    write_child: object = write_child
    evaluate: object = play_for_payoff
    draw_rivals: object = selection.draw_rivals
    second_round: object = selection.second_round
    rank: object = selection.rank
    survivors: object = selection.survivors
    best_player: object = selection.best_player
    reported: object = reported


class Procedure(NamedTuple):
    """What a trial runs on: the opponent, the settings in numbers, and the steps of a generation."""

    tables: Tables
    rules: object
    steps: Steps


def procedure(settings):
    """The Procedure of these settings."""
    evaluate = expect_payoff if settings.evaluation == "exact" else play_for_payoff
    return Procedure(near_perfect_tables(settings), settings.numbers, Steps(evaluate=evaluate))


def make_evolve(steps):
    """The function that runs generations with these steps; see `evolve` in it."""
    replicate_weights, write_child, evaluate, draw_rivals, second_round, rank, survivors, best_player, reported = steps

    def evolve(population, tables, rng, rules, parents, first_number, best_payoffs, mean_nodes, exact, parent_of):
        """Runs len(best_payoffs) generations: replication, the games, the second round, selection.

        `parents` are the rows of the last generation that go on and `first_number` is the next child's. Fills
        `best_payoffs`, `mean_nodes` and, for each child, `parent_of[number - 1]`; `exact`, unless it is empty, with
        the expected payoffs of the best player and of the truly best network. Returns (payoffs, rivals, scores,
        standing, survivors, best) of the last generation, all by row.
        """
        slots = population.slots
        room = new_room()
        for generation in range(len(best_payoffs)):
            count = len(parents)
            parents_first(slots, parents)
            for row in range(count):
                hidden, output = read_weights(population, slots[row])
                hidden, output = replicate_weights(hidden, output, rng, rules)
                write_child(population, slots[row], slots[count + row], first_number + row, hidden, output, rules)
                parent_of[first_number + row - 1] = population.numbers[slots[row]]

            payoffs = np.empty(2 * count, dtype=best_payoffs.dtype)
            nodes = 0
            in_first_generation = first_number == rules.parents + 1
            for row in range(2 * count):
                slot = slots[row]
                anew = rules.replay_parents or row >= count or in_first_generation
                payoffs[row] = evaluate(population, slot, tables, rng, rules, anew, room)
                nodes += population.nodes[slot]

            rivals = draw_rivals(2 * count, rng, rules)
            scores = second_round(payoffs, rivals, rules)
            standing = rank(scores, rng, rules)
            parents = survivors(scores, standing, rules)
            best = best_player(payoffs, standing)
            best_payoffs[generation] = reported(payoffs, best, scores, rules)
            mean_nodes[generation] = nodes / (2 * count)
            if len(exact) > 0:
                highest = -np.inf
                for row in range(2 * count):
                    value = expected_payoff(population, slots[row], tables, rules, room)
                    highest = max(highest, value)
                    if row == best:
                        exact[generation, 0] = value
                exact[generation, 1] = highest
            first_number += count
        return payoffs, rivals, scores, standing, parents, best

    return evolve


def play_networks(population, tables, rng, games, forced_replies, rounds):
    """Every network of the population plays `games` games, `rounds` times over, forgetting its answers each time."""
    room = new_room()
    for _ in range(rounds):
        for slot in range(len(population.slots)):
            population.answers[slot] = NONE
            play_games(population, slot, tables, rng, games, forced_replies, room)


def answer_all(population, tables):
    """Works out the answers of the one network in a population at every position, reachable for it or not."""
    room = new_room()
    for asked in range(X_TO_MOVE):
        hidden_links, output_links = population.hidden_links[0], population.output_links[0]
        population.answers[0, asked] = answer(hidden_links, output_links, asked, tables, room)


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


def expect_networks(population, tables, rules):
    """Works out the `chances` of every network of the population."""
    room = new_room()
    for slot in range(len(population.slots)):
        work_out_chances(population, slot, tables, rules.forced_replies, room)


def chances_of(networks, tables, rules):
    """(networks, 3): each network's chances of a win, a loss and a tie in one game as first player, exact."""
    population = new_population(len(networks))
    for slot, player in enumerate(networks):
        write_network(population, slot, slot + 1, player.hidden_weights, player.output_weights)
    compiled(expect_networks)(population, tables, rules)
    return population.chances


def evolve_function(steps):
    """The compiled `evolve` with these steps."""
    return compiled(make_evolve, steps)


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
    for module in {sys.modules.get(part.__module__) for part in parts}:
        for called in getattr(module, "COMPILED", ()):  # by the module's steps
            _jitable(called)
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
    ours = nine, twelve, new_room, read_weights, write_network, copy_network, play_games, parents_first
    for function in (*chapters, *ours, work_out_chances, expected_payoff, *Steps()):
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
