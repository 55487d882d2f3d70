"""The league in compiled loops: the same games and agents as the objects', bit for bit.

What stands here says once more, in arrays, what the neurons and the league say in objects; a test
holds them together. An agent's answer on a board is worked out when it first meets the board, and
kept as long as the agent lives.
"""

# Long: all loops of a league walk the same arrays, and are compared with its objects one function
# after the other.

from copy import deepcopy
from functools import cache
from math import exp, log
from sys import float_info
from typing import Any, NamedTuple

import numpy as np

from fogel import engine, opponent, selection
from fogel.core.settings import Numbers, trial_rng
from fogel.core.twins import twin_of
from fogel.core.types import Floats, Ints, Mark, Rng
from fogel.encoding import IN_PROGRESS, X_TO_MOVE, O, X, positions, to_move
from fogel.engine.compiling import kernel, lent
from fogel.league.agent import INPUTS, OUTPUTS, encode_board, new_agent
from fogel.league.league import FOGEL
from fogel.league.neuron import AddingNeuron, SigmoidNeuron
from fogel.league.settings import MOST_HIDDEN, LeagueSettings

UNKNOWN = 255  # no square: an answer that nobody has asked for yet
OPPONENTS = ("random", "near-perfect")  # whom the league's best is measured against
SEATS = (X, O)
# What may change in the life of a league.
TURNED = ("opponent_of_disqualified", "scoring", "selection", "ties")
LARGEST = log(float_info.max)  # the exponential of anything more is too large for a float


class LeagueTables(NamedTuple):
    """The game as arrays; a position is a row of `encoding.positions()`, in progress unless it is
    said otherwise.
    """

    # (4520, 9) uint8: which of the three inputs of each square is 1, as one of 27.
    inputs: np.ndarray
    # (5478, 9) uint16: the position after a move into a square, engine.NONE if it is taken.
    after: np.ndarray
    winners: np.ndarray  # (5478,) int8: 1, 0 or -1, final positions included
    by_marks: np.ndarray  # (4520,): the positions in the order of their marks
    perfect_sums: np.ndarray  # (4520, 9): the expert's cumulative probabilities, square by square
    near_perfect_sums: np.ndarray  # (4520, 9): those of Fogel's opponent
    random_sums: np.ndarray  # (4520, 9): those of a random player
    fogel: Numbers  # the settings of his games and payoffs, as numbers


@cache
def tables() -> LeagueTables:
    """Return the tables of the game and of its three opponents, which are computed once."""
    boards = positions()[:IN_PROGRESS].tolist()
    _, after, winners = engine.game_tables()
    return LeagueTables(
        inputs=np.array([np.flatnonzero(encode_board(board)) for board in boards], dtype=np.uint8),
        after=after,
        winners=winners,
        by_marks=np.argsort(np.abs(boards).sum(axis=1), kind="stable"),
        perfect_sums=_sums(opponent.perfect_odds, 0.0),
        near_perfect_sums=_sums(opponent.near_perfect_odds, FOGEL.slip),
        random_sums=_sums(opponent.random_odds, 0.0),
        fogel=FOGEL.numbers,
    )


def _sums(odds_of, slip):
    boards = map(tuple, positions()[:IN_PROGRESS].tolist())
    odds = ((board, odds_of(board, FOGEL, to_move(board))) for board in boards)
    return np.array([opponent.cumulative(opponent.probabilities(*pair, slip)) for pair in odds])


class LeaguePopulation(NamedTuple):
    """The agents in arrays that are never copied: one keeps its slot as long as it lives.

    `slots` says which slot each row of the league has. By slot: the weights and biases of the
    hidden and of the output layer, and `answers`, the square at each position.
    """

    hidden_weights: np.ndarray  # (slots, 27, hidden)
    hidden_biases: np.ndarray  # (slots, hidden)
    output_weights: np.ndarray  # (slots, hidden, 9)
    output_biases: np.ndarray  # (slots, 9)
    answers: np.ndarray  # (slots, 4520) uint8
    slots: np.ndarray


def new_population(rows: int, hidden: int, spare: int = 0) -> LeaguePopulation:
    """Return a LeaguePopulation with that many rows and some slots to spare; all weights are 0."""
    size = rows + spare
    return LeaguePopulation(
        hidden_weights=np.zeros((size, INPUTS, hidden)),
        hidden_biases=np.zeros((size, hidden)),
        output_weights=np.zeros((size, hidden, OUTPUTS)),
        output_biases=np.zeros((size, OUTPUTS)),
        answers=np.full((size, IN_PROGRESS), UNKNOWN, dtype=np.uint8),
        slots=np.arange(size),
    )


class Games(NamedTuple):
    """The games of an epoch, by the row of X and the row of O; no game is (0, 0, 0) moves, winner,
    disqualified.
    """

    squares: np.ndarray  # (agents, agents, 9) int8: the squares played, then -1
    moves: np.ndarray  # (agents, agents) int8: how many of them
    winners: np.ndarray  # (agents, agents) int8
    disqualified: np.ndarray  # (agents, agents) int8


def new_games(agents: int) -> Games:
    """Return empty arrays for the games of an epoch."""
    pairs = agents, agents
    return Games(np.full((*pairs, 9), -1, np.int8), *(np.zeros(pairs, np.int8) for _ in range(3)))


class LeagueHistory(NamedTuple):
    """One number an epoch: valid games, the longest game and all legal moves, and the best score.

    `chances[epoch, opponent, seat]`, if it is not empty: of the best agent's win, tie, loss and
    disqualification.
    """

    valid: np.ndarray
    longest: np.ndarray
    moves: np.ndarray
    best_score: np.ndarray
    chances: np.ndarray


def new_history(epochs: int, with_chances: bool = False) -> LeagueHistory:
    """Return empty arrays for the history of so many epochs."""
    chances = np.zeros((epochs if with_chances else 0, len(OPPONENTS), len(SEATS), 4))
    valid, longest, moves, best_score = (np.zeros(epochs, np.int64) for _ in range(4))
    return LeagueHistory(valid, longest, moves, best_score, chances)


class LeagueRoom(NamedTuple):
    """Arrays to work in: a network's sums, and the chance to come to each position (zero between
    uses).
    """

    activations: np.ndarray
    outputs: np.ndarray
    reached: np.ndarray


class FastLeague:
    """A league that plays compiled: the population, the generator, and what the last epoch left.

    `done` counts epochs. `games`, `scores` (agents,) and `ranking` (rows of the networks, the best
    first) are those of the last one; scores of experts are 0 under Fogel's scoring.
    """

    def __init__(self, settings, league=0):
        self.settings, self.league, self.rules, self.done = settings, league, settings.numbers, 0
        self.rng = trial_rng(settings, league)
        # Parents have to outlive their copies' making.
        spare = 0 if settings.keep_survivors else settings.survivors
        self.population = new_population(self.rules.networks, settings.hidden, spare)
        if settings.birth != "zeros":
            engine.compiled(be_born)(self.population, self.rng, _birth_rules(settings))
        self.games = new_games(settings.agents)
        self.scores = np.zeros(settings.agents, dtype=np.int64)
        self.ranking = np.zeros(0, dtype=np.int64)

    def advance(self, epochs: int, with_chances: bool = False) -> LeagueHistory:
        """Play so many epochs more, and return their LeagueHistory."""
        history = new_history(epochs, with_chances)
        state = (
            self.population,
            self.games,
            self.scores,
            self.ranking,
            tables(),
            self.rng,
            self.rules,
        )
        self.ranking = engine.compiled(run_epochs)(*state, history)
        self.done += epochs
        return history

    def state(self) -> dict[str, Any]:
        """All that the rest of the league depends on, as arrays and plain values by name.

        The answers that agents remember are not among it: they are worked out again, and come out
        the same.
        """
        population = {
            name: values for name, values in self.population._asdict().items() if name != "answers"
        }
        last = {"scores": self.scores, "ranking": self.ranking}
        return {"done": self.done, "rng": self.rng.bit_generator.state, **last, **population}

    def restore(self, state: dict[str, Any]) -> None:
        """Goes on where another FastLeague of the same settings and number was; its games are not
        there.
        """
        self.done, self.ranking = state["done"], state["ranking"]
        self.rng.bit_generator.state = state["rng"]
        self.scores[:] = state["scores"]
        for name, values in self.population._asdict().items():
            values[...] = state.get(name, UNKNOWN)

    def turned(self, **changes: str) -> Any:
        """A FastLeague that goes on from here by other rules, with the same agents and the same
        random numbers to come.

        What changes is who is paid and who survives, from the next epoch's games on: fields of
        TURNED. Raises ValueError for another one. This league stays as it is.
        """
        if other := [name for name in changes if name not in TURNED]:
            raise ValueError(f"only {', '.join(TURNED)} may change within a league, not {other[0]}")
        twin = deepcopy(self)
        twin.settings = self.settings.change(**changes)
        twin.rules = twin.settings.numbers
        return twin

    def agents(self) -> list:
        """The agents of the last epoch as objects, by row."""
        return [self.agent(row) for row in range(self.rules.networks)]

    def agent(self, row: int) -> Any:
        """The agent in that row as an object."""
        return read_agent(self.population, self.population.slots[row], self.settings)


def _birth_rules(settings):
    """The rules of the mutation by which agents are born from zeros."""
    rules = settings.numbers
    if settings.birth == "uniform":
        return rules._replace(normal=0, magnitude=settings.birth_range)
    return rules


def fits(agent: Any) -> bool:
    """Whether an agent's network is one that the twin plays: one hidden layer, of the neurons that
    are known here.
    """
    layers, kinds = agent.network.layers, {type(neuron) for neuron in agent.network.neurons}
    known = kinds in ({SigmoidNeuron}, {AddingNeuron})
    return known and len(layers) == 2 and 1 <= len(layers[0].neurons) <= MOST_HIDDEN


def compute_answers(agent: Any) -> np.ndarray:
    """(4520,) the square that an agent that `fits` names at every position, by the compiled
    network.
    """
    hidden = len(agent.network.layers[0].neurons)
    adding = isinstance(agent.network.neurons[0], AddingNeuron)
    settings = LeagueSettings(hidden=hidden, masking=agent.masking, adding=adding)
    population = new_population(1, hidden)
    write_agent(population, 0, agent)
    engine.compiled(answer_all)(population, tables(), settings.numbers._replace(networks=1))
    return population.answers[0]


def compute_squares(agent: Any) -> np.ndarray:
    """(4520,) the square that an agent of any shape names at every position."""
    if fits(agent):
        return compute_answers(agent)
    return np.array([agent(board) for board in positions()[:IN_PROGRESS]])


def write_agent(population: LeaguePopulation, slot: int, agent: Any) -> None:
    """Puts an agent that has not played yet into a slot."""
    hidden, output = agent.network.layers
    population.hidden_weights[slot] = np.array([neuron.weights for neuron in hidden.neurons]).T
    population.hidden_biases[slot] = [neuron.bias for neuron in hidden.neurons]
    population.output_weights[slot] = np.array([neuron.weights for neuron in output.neurons]).T
    population.output_biases[slot] = [neuron.bias for neuron in output.neurons]
    population.answers[slot] = UNKNOWN


def read_agent(population: LeaguePopulation, slot: int, settings: LeagueSettings) -> Any:
    """The agent in a slot as an object."""
    agent = new_agent(settings)
    weights = population.hidden_weights[slot].T, population.output_weights[slot].T
    biases = population.hidden_biases[slot], population.output_biases[slot]
    for layer, rows, values in zip(agent.network.layers, weights, biases, strict=True):
        for neuron, row, value in zip(layer.neurons, rows.tolist(), values.tolist(), strict=True):
            neuron.weights, neuron.bias = tuple(row), value
    return agent


# What follows is compiled; Python can run it too.


@kernel
def new_room(hidden: int) -> LeagueRoom:
    """Return the work arrays of a network with `hidden` hidden neurons."""
    return LeagueRoom(np.zeros(hidden), np.zeros(9), np.zeros(IN_PROGRESS))


@twin_of("fogel.league.neuron.SigmoidNeuron.calculate_output")
@kernel
def fire(sums: Floats, biases: Floats) -> None:
    """Puts every sum and its bias through the sigmoid, in place: the C library's exponential, as in
    Python's math.
    """
    for k in range(len(sums)):
        x = -sums[k] - biases[k]
        sums[k] = 0.0 if x > LARGEST else 1 / (1 + exp(x))


@twin_of(
    "fogel.league.neuron.SigmoidNeuron.weighted_sum",
    "fogel.league.neuron.AddingNeuron.weighted_sum",
    "fogel.league.agent.encode_board",
)
@kernel
def run_network(
    population: LeaguePopulation, slot: int, inputs: Any, adding: bool, room: LeagueRoom
) -> None:
    """Fills `room.outputs` with the outputs of the network in a slot on a board with these nine
    inputs at 1.

    Each sum has the terms of the neuron's own, in the same order, but the products with the
    eighteen inputs at 0. Those are 0.0 or -0.0, and adding either changes no sum: the sums start
    from 0.0, so none is ever -0.0.
    """
    activations, outputs = room.activations, room.outputs
    weights, output_weights = population.hidden_weights[slot], population.output_weights[slot]
    activations[:] = 0.0
    outputs[:] = 0.0
    if adding:
        for i in range(27):
            activation = 1.0 if inputs[i // 3] == i else 0.0
            for k in range(len(activations)):
                activations[k] += weights[i, k] + activation
    else:
        a, b, c, d, e, f, g, h, i = inputs
        for k in range(len(activations)):  # term by term, but without a loop for each square
            first = (
                0.0 + weights[a, k] + weights[b, k] + weights[c, k] + weights[d, k] + weights[e, k]
            )
            activations[k] = first + weights[f, k] + weights[g, k] + weights[h, k] + weights[i, k]
    fire(activations, population.hidden_biases[slot])
    if adding:
        for node in range(len(activations)):
            for k in range(9):
                outputs[k] += output_weights[node, k] + activations[node]
    else:
        for node in range(len(activations)):
            for k in range(9):
                outputs[k] += output_weights[node, k] * activations[node]
    fire(outputs, population.output_biases[slot])


@twin_of("fogel.league.agent.Agent", "fogel.league.agent.decode_output")
@kernel
def answer(
    population: LeaguePopulation,
    slot: int,
    position: int,
    tables: LeagueTables,
    rules: Any,
    room: LeagueRoom,
) -> int:
    """The square that the agent in a slot names at a position, from its memory if it has been
    there.
    """
    square = population.answers[slot, position]
    if square == UNKNOWN:
        run_network(population, slot, tables.inputs[position], rules.adding, room)
        square, largest = UNKNOWN, 0.0
        for k in range(9):
            if not rules.masking or tables.after[position, k] != engine.NONE:
                if square == UNKNOWN:  # the first square of all, if no output is above 0
                    square = k
                if room.outputs[k] > largest:
                    square, largest = k, room.outputs[k]
        population.answers[slot, position] = square
    return square


# Many parameters: compiled code gets each table and each room for results as an argument, because
# building an object for each call would take longer than the work.
# Long: its inner loop is a game, which as a function of its own would need all of these arguments
# again.
@twin_of(
    "fogel.league.league.play_all",
    "fogel.league.league.play_match",
    "fogel.league.league.compute_scores",
    "fogel.league.league.LeagueMatch.score",
)
@kernel
def play_all(
    population: LeaguePopulation,
    games: Games,
    scores: Ints,
    tables: LeagueTables,
    rng: Rng,
    rules: Any,
    room: LeagueRoom,
) -> None:
    """Plays the games of an epoch, row by row, and fills `games` and `scores`; a slot below 0 means
    an expert.
    """
    answers, after = population.answers, tables.after
    agents = rules.networks + rules.experts
    scores[:] = 0
    for x in range(agents):
        x_slot = population.slots[x] if x < rules.networks else -1
        for o in range(agents):
            o_slot = population.slots[o] if o < rules.networks else -1
            if x == o or (x_slot < 0 and o_slot < 0):
                continue
            # Unsigned: a signed index would be checked for being negative.
            position, moves, out = np.uint16(0), 0, 0
            while position < IN_PROGRESS:
                slot = o_slot if moves & 1 else x_slot
                if slot < 0:
                    square = opponent.pick(tables.perfect_sums[position], rng.random())
                else:
                    square = answers[slot, position]
                    if square == UNKNOWN:
                        square = answer(population, slot, position, tables, rules, room)
                following = after[position, square]
                if following == engine.NONE:
                    out = -1 if moves & 1 else 1
                    break
                games.squares[x, o, moves] = square
                position = following
                moves += 1
            games.squares[x, o, moves:] = -1
            winner = 0 if out else int(tables.winners[position])
            games.moves[x, o], games.winners[x, o], games.disqualified[x, o] = moves, winner, out
            if winner >= 0 and (out == 0 or (out < 0 and not rules.opponent_gets_nothing)):
                scores[x] += (moves + 1) // 2
            if winner <= 0 and (out == 0 or (out > 0 and not rules.opponent_gets_nothing)):
                scores[o] += moves // 2


@twin_of("fogel.league.league.fogels_payoff")
@kernel
def fogels_payoff(
    population: LeaguePopulation,
    slot: int,
    tables: LeagueTables,
    rng: Rng,
    rules: Any,
    room: LeagueRoom,
) -> float:
    """The total payoff of his games as first player against Fogel's opponent; a disqualification is
    a loss.
    """
    answers, wins, losses = population.answers, 0, 0
    for _ in range(tables.fogel.games):  # type: ignore[attr-defined]
        position, out = np.uint16(0), False
        while position < IN_PROGRESS and not out:
            if position < X_TO_MOVE:
                square = answers[slot, position]
                if square == UNKNOWN:
                    square = answer(population, slot, position, tables, rules, room)
            else:
                square = opponent.pick(tables.near_perfect_sums[position], rng.random())
            following = tables.after[position, square]
            out = following == engine.NONE
            if not out:
                position = following
        if out or tables.winners[position] < 0:
            losses += 1
        elif tables.winners[position] > 0:
            wins += 1
    ties = tables.fogel.games - wins - losses  # type: ignore[attr-defined]
    return selection.total_payoff(wins, losses, ties, tables.fogel)


@twin_of("fogel.league.league.rank")
@kernel
def rank(scores: Ints, rng: Rng, rules: Any) -> Ints:
    """The rows of the networks, the highest score first; one uniform draw for each."""
    standing = np.empty(rules.networks)
    for row in range(rules.networks):
        luck = rng.random()
        if rules.random_selection:
            standing[row] = luck
        else:
            standing[row] = scores[row] + (0.0 if rules.ties_in_order else luck)
    return np.argsort(-standing, kind="mergesort")


@twin_of(
    "fogel.league.neuron.SigmoidNeuron.mutate", "fogel.league.neuron.SigmoidNeuron.mutate_normally"
)
@kernel
def change(rng: Rng, rules: Any) -> float:
    """A random change of one weight."""
    if rules.normal:
        return rng.normal(0.0, rules.magnitude)
    return (rng.random() - 0.5) * 2 * rules.magnitude


@twin_of("fogel.league.agent.Agent.mutate")
@kernel
def mutate(population: LeaguePopulation, parent: int, child: int, rng: Rng, rules: Any) -> None:
    """Puts a mutated copy of the agent in slot `parent` into slot `child`; each neuron's bias
    changes first.
    """
    for node in range(rules.hidden):
        population.hidden_biases[child, node] = (
            change(rng, rules) + population.hidden_biases[parent, node]
        )
        for i in range(27):
            population.hidden_weights[child, i, node] = (
                change(rng, rules) + population.hidden_weights[parent, i, node]
            )
    for k in range(9):
        population.output_biases[child, k] = (
            change(rng, rules) + population.output_biases[parent, k]
        )
        for node in range(rules.hidden):
            weight = population.output_weights[parent, node, k]
            population.output_weights[child, node, k] = change(rng, rules) + weight
    population.answers[child] = UNKNOWN


@kernel
def be_born(population: LeaguePopulation, rng: Rng, rules: Any) -> None:
    """Mutates the first agents, which are all zeros."""
    for row in range(rules.networks):
        mutate(population, row, row, rng, rules)


@twin_of("fogel.league.league.next_agents")
@kernel
def next_agents(population: LeaguePopulation, ranking: Ints, rng: Rng, rules: Any) -> None:
    """The survivors' slots come first, or are left over if nobody stays; the others take mutated
    copies, in turn.
    """
    slots, count = population.slots, rules.survivors
    survives = np.zeros(len(slots), dtype=np.bool_)
    parents, free = np.empty(count, dtype=np.int64), np.empty(len(slots) - count, dtype=np.int64)
    for place in range(count):
        parents[place] = slots[ranking[place]]
        survives[ranking[place]] = True
    place = 0
    for row in range(len(slots)):
        if not survives[row]:
            free[place] = slots[row]
            place += 1
    for number in range(len(free)):
        mutate(population, parents[number % count], free[number], rng, rules)
    if rules.keep_survivors:
        slots[:count] = parents
        slots[count:] = free
    else:
        slots[: len(free)] = free
        slots[len(free) :] = parents


# Many parameters: compiled code gets each table and each room for results as an argument, because
# building an object for each call would take longer than the work.
@kernel
def work_out_chances(
    population: LeaguePopulation,
    slot: int,
    mark: Mark,
    sums: Floats,
    tables: LeagueTables,
    rules: Any,
    room: LeagueRoom,
    chances: Floats,
) -> None:
    """Fills `chances`: win, tie, loss and disqualification of an agent that plays `mark`; exact, no
    game is played.

    `sums` are the other player's, which always moves into an open square. The chance to come to
    each position flows down the tree of games.
    """
    reached = room.reached
    chances[:] = 0.0
    reached[0] = 1.0
    for place in range(IN_PROGRESS):
        position = tables.by_marks[place]
        chance = reached[position]
        if chance == 0.0:
            continue
        reached[position] = 0.0
        own = (position < X_TO_MOVE) == (mark > 0)
        chosen = answer(population, slot, position, tables, rules, room) if own else 0
        before = 0.0
        for square in range(9):
            share = (1.0 if square == chosen else 0.0) if own else sums[position, square] - before
            before = sums[position, square]
            if share > 0.0:
                after = tables.after[position, square]
                if after == engine.NONE:
                    chances[3] += chance * share
                elif after < IN_PROGRESS:
                    reached[after] += chance * share
                else:
                    chances[1 - mark * tables.winners[after]] += chance * share


@kernel
def all_chances(
    population: LeaguePopulation,
    slot: int,
    tables: LeagueTables,
    rules: Any,
    room: LeagueRoom,
    chances: Floats,
) -> None:
    """Fills `chances[opponent, seat]` of an agent."""
    for seat in range(2):
        mark = 1 - 2 * seat
        work_out_chances(
            population, slot, mark, tables.random_sums, tables, rules, room, chances[0, seat]
        )
        work_out_chances(
            population, slot, mark, tables.near_perfect_sums, tables, rules, room, chances[1, seat]
        )


# Many parameters: compiled code gets each table and each room for results as an argument, because
# building an object for each call would take longer than the work.
@twin_of("fogel.league.league.epochs")
def run_epochs(
    population: LeaguePopulation,
    games: Games,
    scores: Ints,
    ranking: Ints,
    tables: LeagueTables,
    rng: Rng,
    rules: Any,
    history: LeagueHistory,
) -> Ints:
    """Runs len(history.valid) epochs; before each, the ranking of the last one, unless it is empty,
    makes its agents.

    Returns the last ranking.
    """
    population, games, scores, tables = lent((population, games, scores, tables))
    room = new_room(rules.hidden)
    for epoch in range(len(history.valid)):
        if len(ranking) > 0:
            next_agents(population, ranking, rng, rules)
        play_all(population, games, scores, tables, rng, rules, room)
        if rules.fogels_payoff:
            for row in range(rules.networks):
                scores[row] = fogels_payoff(
                    population, population.slots[row], tables, rng, rules, room
                )
        ranking = rank(scores, rng, rules)
        count_games(history, epoch, games, rules)
        history.best_score[epoch] = scores[ranking[0]]
        if len(history.chances) > 0:
            all_chances(
                population,
                population.slots[ranking[0]],
                tables,
                rules,
                room,
                history.chances[epoch],
            )
    return ranking


@kernel
def count_games(history: LeagueHistory, epoch: int, games: Games, rules: Any) -> None:
    """Adds what an epoch's games were like to the history."""
    agents = rules.networks + rules.experts
    for x in range(agents):
        for o in range(agents):
            if x != o and (x < rules.networks or o < rules.networks):
                history.valid[epoch] += games.disqualified[x, o] == 0
                history.moves[epoch] += games.moves[x, o]
                history.longest[epoch] = max(history.longest[epoch], games.moves[x, o])


def play_once(
    population: LeaguePopulation,
    games: Games,
    scores: Ints,
    tables: LeagueTables,
    rng: Rng,
    rules: Any,
) -> None:
    """Plays the games of an epoch, without selection."""
    population, games, scores, tables = lent((population, games, scores, tables))
    play_all(population, games, scores, tables, rng, rules, new_room(rules.hidden))


def answer_all(population: LeaguePopulation, tables: LeagueTables, rules: Any) -> None:
    """Works out every agent's answer at every position."""
    population, tables = lent((population, tables))
    room = new_room(rules.hidden)
    for row in range(rules.networks):
        for position in range(IN_PROGRESS):
            answer(population, population.slots[row], position, tables, rules, room)
