"""Training in compiled loops: the objects' games, bit for bit.

For two players on boards of at most 31 squares. A board is two numbers, the squares of either
player, as in `search.py`, which also says when a game is over. What a policy does on a board is
asked when the board is first met, and kept: the compiled loop stops there, and goes on from where
it was. `readable_match` is the same match by objects.
"""

# Long: all loops of a match share one state and one memory, and are compared with the readable
# match.

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from fogel import engine
from fogel.core.twins import twin_of
from fogel.core.types import Bools, Floats, Ints, Rng, Square
from fogel.engine.compiling import kernel, lent
from fogel.lookahead.players import make_player
from fogel.opponent import cumulative, pick
from fogel.rules.referee import ATTEMPTS, FIRST_PLAYERS, play_rounds, seat
from fogel.rules.rules import Rules
from fogel.rules.search import MOST_SQUARES, Bitboards, result
from fogel.rules.solve import as_bitboards, bits
from fogel.school.network import AS_REPORTED, activate, clamped, slope
from fogel.school.pupil import NO_INPUT, NeuralPlayer, Pupil, coding_table, compute_sizes, cooled

NOTHING, UNKNOWN = -1, -2  # no square, or no row of a memory; a board that the memory does not know
FIRST, TURN, RANDOM = range(len(FIRST_PLAYERS))
GAME, ON_TURN, PASSES, BEGUN, ASKING = range(5)  # places in State.numbers
PLACES = 1021  # boards of which a new memory takes half, a prime number


class TrainingMatch(NamedTuple):
    """A match of two: the `winners` of its games (games,), 0 for a draw, and each player's illegal
    moves (games, 2).

    `weights`: of each player the (weight, adjust) pairs that it ended with, (links, 2), None of a
    policy.
    """

    winners: np.ndarray
    invalid: np.ndarray
    weights: tuple

    def losses(self, number: int) -> Bools:
        """(games,) whether player `number` lost."""
        return self.winners == 3 - number


def fits(rules: Rules) -> bool:
    """Whether the twin plays such a game."""
    return rules.players == 2 and len(rules.start.squares) <= MOST_SQUARES


def play_match(
    rules: Rules,
    contestants: Sequence[Pupil | Callable[..., Any]],
    games: int,
    rng: Rng,
    first_player: str = "turn",
    attempts: int = ATTEMPTS,
) -> TrainingMatch:
    """Play a TrainingMatch between contestants, each a Pupil or a policy.

    The twin plays it if it fits, otherwise the objects do.
    Pupils begin it with new weights. Raises ValueError for an unknown first player.
    """
    return (fast_match if fits(rules) else readable_match)(
        rules, contestants, games, rng, first_player, attempts
    )


def readable_match(
    rules: Rules,
    contestants: Sequence[Pupil | Callable[..., Any]],
    games: int,
    rng: Rng,
    first_player: str = "turn",
    attempts: int = ATTEMPTS,
) -> TrainingMatch:
    """Play the TrainingMatch by referee and objects, one game after another."""
    players = seat(
        rules,
        [one if isinstance(one, Pupil) else make_player(one, "Policy") for one in contestants],
    )
    winners, invalid = np.zeros(games, np.int8), np.zeros((games, 2), np.int64)
    for number, game in enumerate(play_rounds(rules, players, games, rng, first_player, attempts)):
        winners[number] = game.outcome.index(1) + 1 if 1 in game.outcome else 0
        invalid[number] = game.invalid
    nets = (player.net if isinstance(player, NeuralPlayer) else None for player in players)
    return TrainingMatch(winners, invalid, tuple(net and np.array(net.weights()) for net in nets))


def fast_match(
    rules: Rules,
    contestants: Sequence[Pupil | Callable[..., Any]],
    games: int,
    rng: Rng,
    first_player: str = "turn",
    attempts: int = ATTEMPTS,
) -> TrainingMatch:
    """Play the TrainingMatch by the compiled twin."""
    if first_player not in FIRST_PLAYERS:
        raise ValueError(
            f"first_player must be one of {', '.join(FIRST_PLAYERS)}, not {first_player!r}"
        )
    memories = [_memory(rules, one, number) for number, one in enumerate(contestants, 1)]
    seats = [_seat(rules, one, number, rng) for number, one in enumerate(contestants, 1)]
    state = new_state(games)
    start = [bits(enumerate(rules.start.squares), who) for who in (1, 2)]
    numbers = TrainingGame(
        numbers_of_game(rules), np.array(start), FIRST_PLAYERS.index(first_player), attempts
    )
    drill = engine.compiled(play_games)
    while True:
        seats = [
            one._replace(keys=memory.keys, rows=memory.rows)
            for one, memory in zip(seats, memories, strict=True)
        ]
        drill(tuple(seats), numbers, state, rng)
        asking = state.numbers[ASKING]
        if asking == NOTHING:
            break
        memories[asking].learn(*state.boards.tolist())
    kept = (np.stack([one.weights, one.adjust], axis=1) if one.is_net else None for one in seats)
    return TrainingMatch(state.winners, state.invalid, tuple(kept))


numbers_of_game = lru_cache(maxsize=8)(as_bitboards)


class TrainingGame(NamedTuple):
    """A game's rules in numbers, the players' squares at the start, who opens, and attempts."""

    rules: Bitboards
    start: np.ndarray
    first_player: int
    attempts: int


class State(NamedTuple):
    """Where a match stands: `boards`, the squares of either player; numbers (see GAME); the output
    each net chose.
    """

    boards: np.ndarray
    numbers: np.ndarray
    chosen: np.ndarray
    winners: np.ndarray
    invalid: np.ndarray


def new_state(games: int) -> State:
    """A match that has not begun."""
    return State(
        np.zeros(2, np.int64),
        np.array([0, 0, 0, 0, NOTHING]),
        np.full(2, NOTHING),
        np.zeros(games, np.int8),
        np.zeros((games, 2), np.int64),
    )


class ArchNumbers(NamedTuple):
    """An Arch in numbers, with its fields' names."""

    learning_rate: float
    momentum: float
    encouragement: float
    min_weight: float
    max_weight: float
    act_numerator: float
    act_add: float


class Seat(NamedTuple):
    """Who sits in a seat: a net (`is_net`), with the sizes of its layers and all that it knows, or
    a policy.

    `inputs[square, mark]` is the input that a mark sets. `weights` and `adjust` are in the order of
    the net's links, `activations` and `deltas` in that of its nodes. `keys` and `rows` are the
    memory of the policy, or of the net's advice.
    """

    is_net: bool
    learns: bool
    as_reported: bool
    advised: bool
    cooling: int
    arch: ArchNumbers
    sizes: np.ndarray
    inputs: np.ndarray
    weights: np.ndarray
    adjust: np.ndarray
    activations: np.ndarray
    deltas: np.ndarray
    keys: np.ndarray
    rows: np.ndarray


def _seat(rules, contestant, number, rng):
    """The Seat of a contestant, its weights as they are at the beginning of a match."""
    pupil = contestant if isinstance(contestant, Pupil) else Pupil()
    arch, habits, squares = pupil.arch, pupil.habits, len(rules.start.squares)
    numbers = ArchNumbers(*(getattr(arch, name) for name in ArchNumbers._fields))
    sizes = np.array(compute_sizes(rules, arch))
    links = int((sizes[:-1] * sizes[1:]).sum())
    if pupil is not contestant:
        pairs = np.zeros((links, 2))
    elif pupil.weights is None:
        pairs = np.zeros((links, 2))
        pairs[:, 0] = arch.min_weight + (arch.max_weight - arch.min_weight) * rng.random(links)
    else:
        pairs = np.array(pupil.weights, dtype=float)
        if pairs.shape != (links, 2):
            raise ValueError(
                f"weights must be {links} pairs, one a link, not an array of shape {pairs.shape}"
            )
    return Seat(
        is_net=pupil is contestant,
        learns=habits.learning,
        as_reported=habits.order == AS_REPORTED,
        advised=pupil.adviser is not None,
        cooling=habits.cooling,
        arch=numbers,
        sizes=sizes,
        inputs=np.array(coding_table(rules, number, habits.coding)),
        weights=pairs[:, 0].copy(),
        adjust=pairs[:, 1].copy(),
        activations=np.zeros(sizes.sum()),
        deltas=np.zeros(sizes.sum()),
        keys=np.zeros(0, np.int64),
        rows=np.zeros((0, squares)),
    )


# What a policy does, board by board.


class Memory:
    """A row of numbers for each board that was met: `row_of(board)`, found again by the squares of
    either player.
    """

    def __init__(self, squares, row_of):
        self.squares, self.row_of, self.lock = squares, row_of, Lock()
        self.keys, self.rows, self.count = np.full(PLACES, -1), np.zeros((PLACES, squares)), 0

    def learn(self, first: int, second: int) -> None:
        """Adds a board; several threads may ask, and read on meanwhile."""
        board = tuple(
            (first >> square & 1) + 2 * (second >> square & 1) for square in range(self.squares)
        )
        row = self.row_of(board)
        with self.lock:
            if 2 * self.count >= len(self.keys):
                self._grow()
            self._put(self.keys, self.rows, first << MOST_SQUARES | second, row)
            self.count += 1

    def _grow(self):
        keys, rows = (
            np.full(2 * len(self.keys) + 1, -1),
            np.zeros((2 * len(self.keys) + 1, self.squares)),
        )
        for key, row in zip(self.keys.tolist(), self.rows, strict=True):
            if key >= 0:
                self._put(keys, rows, key, row)
        self.rows, self.keys = rows, keys

    @staticmethod
    def _put(keys, rows, key, row):
        place = key % len(keys)
        while keys[place] not in (-1, key):
            place = (place + 1) % len(keys)
        rows[place] = row  # before its key, by which others find it
        keys[place] = key


@lru_cache(maxsize=64)
def _make_memory(rules, policy, number, adviser):
    return Memory(
        len(rules.start.squares),
        partial(_advice_row if adviser else _sums_row, rules, policy, number),
    )


def _memory(rules, contestant, number):
    """The Memory of a contestant: a policy's running sums, or a net's advice."""
    if isinstance(contestant, Pupil):
        return _make_memory(rules, contestant.adviser, number, True)
    return _make_memory(rules, contestant, number, False)


def _sums_row(rules, policy, number, board):
    return cumulative([float(chance) for chance in policy(rules, board, number)])


def _advice_row(rules, policy, number, board):
    return [float(bool(chance)) for chance in policy(rules, board, number)]


# What follows is compiled; Python can run it too.


@kernel
def find(keys: Ints, first: int, second: int) -> int:
    """The row of a board in a memory, NOTHING if it is not there."""
    key = first << MOST_SQUARES | second
    place = key % len(keys)
    while keys[place] != key:
        if keys[place] < 0:
            return NOTHING
        place = (place + 1) % len(keys)
    return place


@twin_of("fogel.school.network.NeuNet.run")
@kernel
def run_net(seat: Seat, boards: Ints) -> None:
    """Fills the activations of all nodes for a board. Inputs at 0 would add 0.0 to sums, which
    changes none: they don't.
    """
    sizes, activations = seat.sizes, seat.activations
    activations[: sizes[0]] = 0.0
    for square in range(len(seat.inputs)):
        mark = (boards[0] >> square & 1) + 2 * (boards[1] >> square & 1)
        if seat.inputs[square, mark] != NO_INPUT:
            activations[seat.inputs[square, mark]] = 1.0
    node, link = 0, 0
    for layer in range(len(sizes) - 1):
        size, following = sizes[layer], sizes[layer + 1]
        before, totals = (
            activations[node : node + size],
            activations[node + size : node + size + following],
        )
        weights = seat.weights[link : link + size * following].reshape((size, following))
        totals[:] = 0.0
        for source in range(size):
            activation = before[source]
            if activation != 0.0:
                for k in range(following):
                    totals[k] += weights[source, k] * activation
        for k in range(following):
            totals[k] = activate(seat.arch, totals[k])
        node += size
        link += size * following


@twin_of("fogel.school.pupil.NeuralPlayer")
@kernel
def choose(seat: Seat) -> Square:
    """The square of the largest output, the first of several."""
    squares = seat.sizes[-1]
    outputs = seat.activations[len(seat.activations) - squares :]
    chosen = 0
    for square in range(1, squares):
        if outputs[square] > outputs[chosen]:
            chosen = square
    return chosen


@twin_of("fogel.school.network.NeuNet.reinforce", "fogel.school.network.Link.train")
@kernel
def punish(seat: Seat, chosen: Square, games: int) -> None:
    """Changes all weights of a net that learns against the output that it chose: back-propagation
    with momentum.
    """
    if not seat.learns:
        return
    arch, sizes, activations, deltas = seat.arch, seat.sizes, seat.activations, seat.deltas
    rate = cooled(arch.learning_rate, seat.cooling, games)
    node, link = len(activations) - sizes[-1], len(seat.weights)
    for k in range(sizes[-1]):
        activation, goal = activations[node + k], 0.0 if k == chosen else arch.encouragement
        deltas[node + k] = (goal - activation) * slope(arch, activation)
    for layer in range(len(sizes) - 2, -1, -1):
        size, following = sizes[layer], sizes[layer + 1]
        after = deltas[node : node + following]
        node -= size
        link -= size * following
        before, errors = activations[node : node + size], deltas[node : node + size]
        weights = seat.weights[link : link + size * following].reshape((size, following))
        adjust = seat.adjust[link : link + size * following].reshape((size, following))
        if layer > 0 and not seat.as_reported:
            send_back(weights, after, errors)
        for source in range(size):
            activation = before[source]
            for k in range(following):
                adjust[source, k] = rate * after[k] * activation + arch.momentum * adjust[source, k]
                weights[source, k] = clamped(arch, weights[source, k] + adjust[source, k])
        if layer > 0 and seat.as_reported:
            send_back(weights, after, errors)
        if layer > 0:
            for source in range(size):
                errors[source] *= slope(arch, before[source])


@kernel
def send_back(weights: Floats, deltas: Floats, errors: Floats) -> None:
    """Fills the errors of a layer's nodes: those of the following layer, through the weights
    between them.
    """
    for source in range(len(errors)):
        error = 0.0
        for k in range(len(deltas)):
            error += weights[source, k] * deltas[k]
        errors[source] = error


@twin_of("fogel.rules.game.take_turn", "fogel.school.pupil.NeuralPlayer.feedback")
@kernel
def take_turn(seat: Seat, turn: int, game: TrainingGame, state: State, rng: Rng) -> int:
    """The square that a player moves into, NOTHING for a pass, UNKNOWN if its memory does not know
    the board.
    """
    boards, number, row = state.boards, state.numbers[GAME], NOTHING
    if seat.advised or not seat.is_net:
        row = find(seat.keys, boards[0], boards[1])
        if row == NOTHING:
            return UNKNOWN
    if not seat.is_net:
        return pick(seat.rows[row], rng.random())
    for _ in range(game.attempts):
        run_net(seat, boards)
        chosen = choose(seat)
        state.chosen[turn] = chosen
        if (boards[0] | boards[1]) >> chosen & 1 == 0:
            if seat.advised and seat.rows[row, chosen] == 0.0:
                punish(seat, chosen, number)
            return chosen
        if not seat.learns:  # it would say the same again
            state.invalid[number, turn] += game.attempts
            break
        state.invalid[number, turn] += 1
        punish(seat, chosen, number)
    return NOTHING


@twin_of("fogel.rules.referee.choose_opener")
@kernel
def begin_game(game: TrainingGame, state: State, rng: Rng) -> None:
    """Sets up the next game."""
    numbers = state.numbers
    state.boards[:] = game.start
    state.chosen[:] = NOTHING
    if game.first_player == RANDOM:
        numbers[ON_TURN] = rng.integers(0, 2)
    else:
        numbers[ON_TURN] = numbers[GAME] % 2 if game.first_player == TURN else 0
    numbers[PASSES], numbers[BEGUN] = 0, 1


@twin_of("fogel.school.pupil.NeuralPlayer.feedback")
@kernel
def end_game(seats: tuple[Seat, Seat], winner: int, state: State) -> None:
    """Writes down the winner, 0 for nobody, and punishes the loser."""
    numbers = state.numbers
    state.winners[numbers[GAME]] = winner
    if winner > 0:
        loser = 2 - winner
        if state.chosen[loser] != NOTHING:
            if loser == 0:
                punish(seats[0], state.chosen[0], numbers[GAME])
            else:
                punish(seats[1], state.chosen[1], numbers[GAME])
    numbers[GAME] += 1
    numbers[BEGUN] = 0


@twin_of("fogel.rules.referee.play_game")
def play_games(seats: tuple[Seat, Seat], game: TrainingGame, state: State, rng: Rng) -> None:
    """Plays on until the match is over, or until a board is met that a memory does not know: ASKING
    says whose.
    """
    seats, game, state = lent((seats, game, state))
    numbers, boards, rules = state.numbers, state.boards, game.rules
    everything = (1 << rules.squares) - 1
    numbers[ASKING] = NOTHING
    while numbers[GAME] < len(state.winners):
        if numbers[BEGUN] == 0:
            begin_game(game, state, rng)
        turn = numbers[ON_TURN]
        if turn == 0:  # a tuple that is indexed by a variable is copied
            square = take_turn(seats[0], turn, game, state, rng)
        else:
            square = take_turn(seats[1], turn, game, state, rng)
        if square == UNKNOWN:
            numbers[ASKING] = turn
            return
        numbers[ON_TURN] = 1 - turn
        if square == NOTHING:
            numbers[PASSES] += 1
            if numbers[PASSES] == 2:
                end_game(seats, 0, state)
            continue
        numbers[PASSES] = 0
        boards[turn] |= 1 << square
        decided = result(boards[turn], boards[1 - turn], square, rules)
        if decided != 0:
            end_game(seats, turn + 1 if decided > 0 else 2 - turn, state)
        elif boards[0] | boards[1] == everything:
            end_game(seats, 0, state)
