"""The report's NeuralPlayer, a network that learns from punishment (chapter 15).

It sees a board as one input for each square and player, and names the square of its largest output,
open or not. For an illegal move and for a lost game it is punished: the goal of the output that it
chose is 0, that of all others the architecture's `encouragement`. A won or drawn game changes
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from fogel.core.settings import Choices, choice, flag, whole
from fogel.core.types import Json, Marks, Rng, Rows, Square
from fogel.engine.compiling import kernel
from fogel.rules.referee import INVALID, LOSS
from fogel.rules.rules import Rules, seats
from fogel.school.network import AS_REPORTED, TEXTBOOK, Arch, NeuNet
from fogel.school.network_peek import activations_text, peek

NO_INPUT = -1
# The codings by name: which of a square's inputs, one a player, a mark sets to 1; `me` is the
# number of the player.
CODINGS = {
    "documented": lambda mark, me, players: mark - 1 if mark else None,
    "own-first": lambda mark, me, players: (mark - me) % players if mark else None,
    "empty-first": lambda mark, me, players: mark if mark < players else None,
    # The last player's mark becomes an input of the next square.
    "carried": lambda mark, me, players: mark,
}


@dataclass(frozen=True, kw_only=True)
class Habits(Choices):
    """How a NeuralPlayer sees and learns; a wrong value raises ValueError that names the field and
    its range.
    """

    coding: str = choice(
        *CODINGS,
        help=(
            "what sets an input: a player's mark, as documented; the same, its own marks first; or"
            " the mark's number, 0 for empty, as the report's peek screen has it, the last player's"
            " dropped or carried into the next square"
        ),
    )
    order: str = choice(
        AS_REPORTED,
        TEXTBOOK,
        help="the error goes back through a weight after it was changed; or before",
    )
    learning: bool = flag(
        True, "it is punished (without: it is as it is, and repeats its mistakes)"
    )
    cooling: int = whole(
        0,
        0,
        10**9,
        "games after which the learning rate is halved: rate / (1 + games / N); 0: never",
    )


@dataclass(frozen=True)
class Pupil:
    """All that makes a NeuralPlayer: it is a maker, `pupil(rules, number) -> player`.

    `weights`, (weight, adjust) pairs, are those that it begins every match with, otherwise they are
    drawn. With `adviser`, a policy, it is punished for each move that the policy would never make,
    at once.
    """

    arch: Arch = Arch()
    habits: Habits = Habits()
    weights: Rows | None = field(default=None, repr=False)
    adviser: Callable | None = None

    def __call__(self, rules, number):
        """The NeuralPlayer that sits in that seat of a game."""
        return NeuralPlayer(rules, number, self)

    def to_page(self, rules: Rules) -> Json:
        """All of it as plain JSON values, for the page; raises ValueError if it has no weights, or
        an adviser.
        """
        if self.weights is None or self.adviser:
            raise ValueError("a network on the page must have weights, and no adviser")
        coded = [coding_table(rules, number, self.habits.coding) for number in seats(rules)]
        weights, adjust = zip(*self.weights, strict=True)
        return {
            "arch": self.arch.to_dict(),
            "habits": self.habits.to_dict(),
            "sizes": compute_sizes(rules, self.arch),
            "inputs": coded,
            "weights": weights,
            "adjust": adjust,
        }


class NeuralPlayer:
    """A player with a NeuNet, made by a Pupil. It uses no random numbers but its first weights.

    `watch(net, when)`, if somebody sets it, is called before and after each reinforcement. `before`
    holds the weights with which it made its last choice if it was punished for that since,
    otherwise None.
    """

    name = "Neural"

    def __init__(self, rules, number, pupil):
        self.rules, self.number, self.pupil, self.watch = rules, number, pupil, None
        self.inputs = coding_table(rules, number, pupil.habits.coding)
        self.net = new_net(rules, pupil.arch)
        self.chosen, self.before, self.games = None, None, 0
        if pupil.weights is not None:
            self.net.set_weights(pupil.weights)

    def new_match(self, rng: Rng) -> None:
        """Begins to learn anew: with its pupil's weights, or with drawn ones."""
        self.games = 0
        if self.pupil.weights is None:
            self.net.randomize_weights(rng)
        else:
            self.net.set_weights(self.pupil.weights)

    def new_game(self) -> None:
        """Counts games; nothing was chosen yet."""
        self.games += 1
        self.chosen = self.before = None

    def __call__(self, board, rng):
        """The square of the largest output, the first of several, which may be taken."""
        outputs = self.net.run(input_activations(self.inputs, board))
        self.chosen, self.before = outputs.index(max(outputs)), None
        adviser = self.pupil.adviser
        if (
            adviser
            and not board[self.chosen]
            and not adviser(self.rules, board, self.number)[self.chosen]
        ):
            self.punish()
        return self.chosen

    def feedback(self, event: str, board: Marks, square: Square | None) -> None:
        """Is punished for an illegal move, or for a lost game in which it has chosen a square."""
        if event in (INVALID, LOSS) and self.chosen is not None:
            self.punish()

    def thought(self, board: Marks) -> Json:
        """What its network makes of the board of its last choice, or of another one before the
        first.

        As plain values: `layers` of activations, `weights` link by link, the square `chosen` and
        whether it was open; and `after`, the layers and weights since it was punished for that
        choice, None if it was not.
        """
        now = self.net.weights()
        after = self._seen(now, board)
        # Last, so that the activations stay those of the choice.
        seen = self._seen(self.before or now, board)
        self.net.set_weights(now)
        chosen = seen["layers"][-1].index(max(seen["layers"][-1]))
        return {
            **seen,
            "after": after if self.before else None,
            "chosen": chosen,
            "open": not board[chosen],
        }

    def _seen(self, pairs, board):
        self.net.set_weights(pairs)
        self.net.run(input_activations(self.inputs, board))
        activations = [[node.activation for node in layer.nodes] for layer in self.net.layers]
        return {"layers": activations, "weights": [weight for weight, _ in pairs]}

    def peek(self) -> str:
        """The activations of its network, as text."""
        return activations_text(self.net)

    def peek_with(self, ask: Callable[[str], str], say: Callable[[str], object]) -> None:
        """Lets a person look at its network, and asks from now on whether to look at each
        reinforcement.
        """

        def watch(net, when):
            try:
                answer = ask(f"Peek at the network {when} the reinforcement? (y/n) ")
            except EOFError:
                return
            if answer.strip().lower().startswith("y"):
                peek(net, ask, say)

        self.watch = watch
        peek(self.net, ask, say)

    def punish(self) -> None:
        """Reinforces the network against the square that it chose last, unless it does
        not learn.
        """
        habits, arch = self.pupil.habits, self.pupil.arch
        if not habits.learning:
            return
        goals = [
            0.0 if square == self.chosen else arch.encouragement
            for square in range(len(self.net.outputs))
        ]
        self.before = self.before or self.net.weights()
        if self.watch:
            self.watch(self.net, "before")
        self.net.reinforce(
            goals, habits.order, cooled(arch.learning_rate, habits.cooling, self.games - 1)
        )
        if self.watch:
            self.watch(self.net, "after")


def new_net(rules: Rules, arch: Arch) -> NeuNet:
    """A NeuNet for a game: an input for each square and player, an output for each square."""
    inputs, *_, outputs = compute_sizes(rules, arch)
    return NeuNet(arch, inputs, outputs)


def compute_sizes(rules: Rules, arch: Arch) -> tuple[int, ...]:
    """The sizes of all layers of a network for a game, a tuple."""
    squares = len(rules.start.squares)
    return (squares * rules.players, *arch.hidden, squares)


def coding_table(rules: Rules, number: int, coding: str) -> list[list[int]]:
    """[square][mark]: the input that a mark on a square sets to 1 for player `number`, NO_INPUT if
    none.
    """
    squares, players = len(rules.start.squares), rules.players
    slots = [CODINGS[coding](mark, number, players) for mark in range(players + 1)]
    return [
        [
            NO_INPUT if slot is None or (j := square * players + slot) >= squares * players else j
            for slot in slots
        ]
        for square in range(squares)
    ]


def input_activations(inputs: Sequence[Sequence[int]], board: Marks) -> list[float]:
    """The input activations of a board by a coding table, 0.0 and 1.0."""
    active = {row[mark] for row, mark in zip(inputs, board, strict=True)}
    return [float(j in active) for j in range(len(inputs) * (len(inputs[0]) - 1))]


@kernel
def cooled(learning_rate: float, cooling: int, games: int) -> float:
    """The learning rate after so many games of a match."""
    return learning_rate if cooling == 0 else learning_rate / (1 + games / cooling)
