"""Programs that are each wrong in one place, at full speed (chapter 11).

Most bugs are retold from published programs. Each is one function, in place of the right one of its
part. The engine knows of none: a wrong opponent is another table of replies, wrong founders are
drawn with other settings, and a wrong step of a generation stands behind a link which reads in
`rules.bug` whether it is to be taken. So all bugs together are compiled once. What may notice them
stands in `detectors`.
"""

# Long: each bug is a few lines that stand in for one part of the program, and is read beside the
# part.

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from inspect import signature
from typing import Any, NamedTuple

import numpy as np

from fogel import curve, engine, opponent, replication, selection
from fogel.bugs.detectors import BY_HAND, CHECKS, RARE, Watcher, smallest_sets  # noqa: F401 - chapter 11 finds them here
from fogel.core.champion import Champion
from fogel.core.settings import AGAINST_NEAR_PERFECT, Numbers, Settings, trial_rng
from fogel.core.types import Board, Mark, Rng, Square
from fogel.encoding import EMPTY, LINES, O, encode, open_squares, position, positions
from fogel.engine.compiling import kernel
from fogel.engine.observers import Keep, Observer, Watch
from fogel.engine.trial import Trial
from fogel.network import Network, random_network


class Bug(NamedTuple):
    """A bug: what it does, in `words`, and the `function` that is wrong, in place of the right one
    of its `part`.

    `number` is what `rules.bug` is if that is a step of a generation, and else 0.
    """

    words: str
    part: str = ""
    function: Any = None
    number: int = 0


def as_they_are(settings: Settings) -> Settings:
    """Return the settings unchanged, for bugs that are not in the settings."""
    return settings


def all_trials(run: Callable[[int], Any], count: int) -> Any:
    """The trials that are shown, the right way: all that `run(count)` makes."""
    return run(count)


RIGHT = "right"
BUGS = {RIGHT: Bug("the right program")}
SEALED = {}  # for the exercises: don't look
STEPS = engine.Steps()  # each with a link before it for each of its bugs
BuggyNumbers = NamedTuple("BuggyNumbers", [*Numbers.__annotations__.items(), ("bug", int)])  # type: ignore[misc]
PARTS = {  # that are no steps of a generation, with the right function of each
    "opponent": opponent.near_perfect_odds,  # its rule
    "tables": engine.near_perfect_tables,  # the opponent altogether
    "founders": as_they_are,  # the settings that founders are drawn with
    "rules": as_they_are,  # the settings that the steps read
    "experiment": all_trials,  # which trials are run, and which are shown
}


def bug(name: str, words: str, part: str, sealed: bool = False) -> Callable[[Callable], Callable]:
    """Puts a function into the zoo as a bug: it takes what the right function of its part takes,
    and is wrong.

    A sealed one is kept apart. `part` is one of PARTS or a step of a generation, one of
    `engine.Steps`. Raises ValueError for another one, and for a step that is not told the rules,
    and so not whether it is to be wrong.
    """
    if part not in {*PARTS, *STEPS._fields}:
        raise ValueError(f"part must be one of {', '.join([*PARTS, *STEPS._fields])}, not {part!r}")

    def put_in(function):
        number = 0
        if part in STEPS._fields:
            number = 1 + max(other.number for other in [*BUGS.values(), *SEALED.values()])
            _link(part, kernel(function), number)
        (SEALED if sealed else BUGS)[name] = Bug(words, part, function, number)
        return function

    return put_in


@kernel
def as_handed(rules: Any) -> Any:
    """The rules, where a step is handed them."""
    return rules


@kernel
def of_world(world: Any) -> Any:
    """The rules, where a step is handed a World."""
    return world.rules


def _link(step, wrong, number):
    """Puts a link before a step: it takes the wrong one where `rules.bug` says so."""
    global STEPS
    right, names = getattr(STEPS, step), [*signature(getattr(engine.Steps(), step)).parameters]
    told = {"rules": as_handed, "world": of_world}
    place = next((place for place, name in enumerate(names) if name in told), None)
    if place is None:
        raise ValueError(f"{step} is not told the rules, and so not whether it is to be wrong")
    rules_of = told[names[place]]

    @kernel
    def link(*arguments):
        return wrong(*arguments) if rules_of(arguments[place]).bug == number else right(*arguments)

    link.__qualname__ = f"STEPS.{step}"  # where others find it, who pickle it by its name
    STEPS = STEPS._replace(**{step: link})


# Wrong opponents: rules, or tables of the engine.


def four_rules(board: Board, rule: Any, me: Mark = O) -> tuple[Any, ...]:
    """The four rules of the near-perfect player: for each its open squares, line by line."""
    marker = me if rule.marker == "own" else -me
    lines = [
        opponent.open_in_lines(board, mark, marks)
        for mark, marks in ((me, 2), (-me, 2), (marker, 1))
    ]
    return *lines, [open_squares(board)]


def alike(lines: Sequence[Sequence[Square]]) -> list[int]:
    """Return nine odds: 1 for each square in one of the lines, 0 for the others."""
    return [int(any(square in line for line in lines)) for square in range(9)]


@bug("first line", "opponent takes the first line it finds", "opponent")
def first_line_odds(board: Board, rule: Any, me: Mark = O) -> list[int]:
    """Where rule 3 finds several lines, it takes the first."""
    wins, blocks, hinders, anywhere = four_rules(board, rule, me)
    return alike(wins or blocks or hinders[:1] or anywhere)


@bug("one loop", "opponent confuses winning and blocking", "opponent")
def one_loop_odds(board: Board, rule: Any, me: Mark = O) -> list[int]:
    """One loop asks of each line whether two marks in it are alike, and not whose they are."""
    wins, blocks, hinders, anywhere = four_rules(board, rule, me)
    return alike(wins + blocks or hinders or anywhere)


@bug("four in a row", "opponent waits for four in a row to win", "opponent")
def four_in_a_row_odds(board: Board, rule: Any, me: Mark = O) -> list[int]:
    """Rule 1 waits for three own marks and an open square, which no line of three has."""
    _, blocks, hinders, anywhere = four_rules(board, rule, me)
    return alike(blocks or hinders or anywhere)


@cache
def eight_squares_odds(slip: float) -> Callable[..., Any]:
    """The rule, slips included, of an opponent whose loops run over squares 0 to 7 only."""

    def odds_of(board, rule, me=O):
        known = [
            [square for line in lines for square in line if square < 8]
            for lines in four_rules(board, rule, me)
        ]
        seen = [*board[:8], -me]  # square 8 is never open
        return opponent.probabilities(seen, alike([next(filter(None, known))]), slip)

    return odds_of


@bug("A", "sealed", "opponent", sealed=True)
def seven_lines_odds(board: Board, rule: Any, me: Mark = O) -> list[int]:
    """The list of lines has seven: one diagonal was forgotten."""
    marker = me if rule.marker == "own" else -me
    for mark, marks in ((me, 2), (-me, 2), (marker, 1)):
        found = []
        for line in LINES[:-1]:
            held = [board[square] for square in line]
            if sum(held) == marks * mark and held.count(EMPTY) == 3 - marks:
                found.append([square for square in line if board[square] == EMPTY])
        if found:
            return alike(found)
    return alike([open_squares(board)])


@bug("eight squares", "opponent never sees the ninth square", "tables")
def eight_squares(settings: Settings) -> Any:
    """The tables of the opponent that does not know of square 8."""
    return engine.opponent_tables(
        eight_squares_odds(settings.slip), 0.0, *engine.make_rule(settings)
    )


@bug("one in eleven", "opponent slips in 1 of 11 moves, not of 10", "tables")
def one_in_eleven(settings: Settings) -> Any:
    """A slip is a 0 among the numbers 0 to 10, not 0 to 9: once in eleven moves, not ten."""
    slip = settings.slip / (1 + settings.slip)
    return engine.opponent_tables(opponent.near_perfect_odds, slip, *engine.make_rule(settings))


# Wrong founders.


@bug("wide weights", "first weights within ±5, not ±0.5", "founders")
def wide_weights(settings: Settings) -> Settings:
    """A decimal point was forgotten."""
    return settings.change(weight_range=5.0)


@bug("nine nodes", "founders have 1 to 9 hidden nodes, not 10", "founders")
def nine_nodes(settings: Settings) -> Settings:
    """The upper end of a range was left out."""
    return settings.change(max_hidden=9)


# Wrong steps of a generation. They are compiled.


@kernel
def add_noise(weights: Any, rng: Rng, deviation: float) -> None:
    """Add noise of this standard deviation to every weight, in place, in replication's order."""
    for row in range(weights.shape[0]):
        for column in range(weights.shape[1]):
            weights[row, column] += rng.normal(0.0, deviation)


@bug("no deletion", "hidden nodes are never deleted", "replicate_weights")
def only_grow(hidden: Any, output: Any, rng: Rng, rules: Any) -> Any:
    """Replication in which "delete" is drawn but never done, so that nodes are only added."""
    add_noise(hidden, rng, rules.noise)
    add_noise(output, rng, rules.noise)
    if rng.random() < rules.change_probability:
        adds = rng.random() < 0.5
        if adds and len(hidden) < rules.max_hidden:
            return replication.rebuild(hidden, output, len(hidden) + 1, -1)
    return hidden, output


@bug("overwritten", "child overwrites its parent's weights", "write_child")
def overwritten(world: Any, parent: Any, child: Any, number: int, hidden: Any, output: Any) -> None:
    """Writes the child down; its weights are the parent's array, changed in place."""
    engine.write_child(world, parent, child, number, hidden, output)
    engine.write_network(world.population, parent, world.population.numbers[parent], hidden, output)


@bug("variance", "noise of 0.05 is taken for a variance", "replicate_weights")
def noise_of_variance(hidden: Any, output: Any, rng: Rng, rules: Any) -> Any:
    """The noise is taken for a variance: its square root becomes the standard deviation."""
    add_noise(hidden, rng, np.sqrt(rules.noise))
    add_noise(output, rng, np.sqrt(rules.noise))
    return replication.change_structure(hidden, output, rng, rules)


@bug("one noise", "all weights of a child get the same noise", "replicate_weights")
def one_noise(hidden: Any, output: Any, rng: Rng, rules: Any) -> Any:
    """The size of the noise is forgotten: a single number is drawn and added to every weight."""
    noise = rng.normal(0.0, rules.noise)
    for weights in (hidden, output):
        for row in range(weights.shape[0]):
            for column in range(weights.shape[1]):
                weights[row, column] += noise
    return replication.change_structure(hidden, output, rng, rules)


@bug("digit keys", "two weights share a key: 1+12 = 11+2", "replicate_weights")
def digit_keys(hidden: Any, output: Any, rng: Rng, rules: Any) -> Any:
    """Replication of weights that are kept under two node numbers, written one behind the other.

    Squares are nodes 1 to 9 and hidden nodes count from 11. So the link from square 1 to node 12
    and the one from node 11 to square 2 are both "112", and one number.
    """
    hidden, output = replication.replicate_weights(hidden, output, rng, rules)
    for k in range(len(hidden)):
        for square in range(9):
            if 100 + (11 + k) == 10 * 11 + (square + 1):
                hidden[k, 0] = output[square, 0]
    return hidden, output


@bug("upside down", "the worse half survives", "survivors")
def upside_down(scores: Any, standing: Any, rules: Any) -> Any:
    """A sort has the wrong direction."""
    return selection.survivors(-scores, -standing, rules)


@bug("own rival", "a network may be its own rival", "draw_rivals")
def rivals_of_all(networks: Any, rng: Rng, rules: Any) -> Any:
    """Rivals are drawn from the whole generation, so that a network may meet itself."""
    rivals = np.empty((networks, rules.rivals), dtype=np.int64)
    pool = np.empty(networks, dtype=np.int64)
    for network in range(networks):
        for other in range(networks):
            pool[other] = other
        for place in range(rules.rivals):
            drawn = place + int(rng.random() * (networks - place))
            pool[place], pool[drawn] = pool[drawn], pool[place]
            rivals[network, place] = pool[place]
    return rivals


@bug("points added", "second-round points added to payoffs", "second_round")
def points_added(payoffs: Any, rivals: Any, rules: Any) -> Any:
    """The scores are added to the payoffs, where the curve will find them."""
    scores = selection.second_round(payoffs, rivals, rules)
    for network in range(len(payoffs)):
        payoffs[network] += scores[network]
    return scores


@bug("lowest", "curve shows the lowest payoff", "reported")
def lowest(payoffs: Any, best: Any, scores: Any, rules: Any) -> Any:
    """The number for the curve comes from the wrong end of the sorted payoffs."""
    return payoffs.min()


@bug("B", "sealed", "rules", sealed=True)
def always_the_newest(settings: Settings) -> Settings:
    """The node that is deleted is always the newest."""
    return settings.change(delete_newest=True)


# Wrong experiments.


@bug("one seed", "every trial starts from the same seed", "experiment")
def one_seed(run: Callable[[int], Any], count: int) -> tuple[Trial, ...]:
    """Every trial makes its generator anew from the same seed."""
    (trial,) = run(1)
    return tuple(replace(trial, number=number) for number in range(count))


@bug("lucky trials", "40 trials run, the better 20 shown", "experiment")
def lucky_trials(run: Callable[[int], Any], count: int) -> tuple[Trial, ...]:
    """Run twice as many trials and leave out the half that ends lower: "they did not converge"."""
    trials = run(2 * count)
    return tuple(sorted(trials, key=lambda trial: -trial.best_payoff[-1])[:count])


# Programs with a bug.


def find_bug(name: str) -> Bug:
    """The Bug of that name; raises ValueError for an unknown one."""
    if not isinstance(name, str) or (name not in BUGS and name not in SEALED):
        raise ValueError(f"bug must be one of {', '.join(BUGS)}, not {name!r}")
    return BUGS.get(name) or SEALED[name]


def find_part(name: str, part: str) -> Any:
    """The function of one of the PARTS in the program with this bug."""
    found = find_bug(name)
    return found.function if found.part == part else PARTS[part]


def find_founders_settings(name: str, settings: Settings) -> Settings:
    """The settings with which the founders of the program with this bug are drawn."""
    return find_part(name, "founders")(settings)


def make_tables(name: str, settings: Settings) -> Any:
    """The tables of the opponent in the program with this bug."""
    if find_bug(name).part == "opponent":
        return engine.opponent_tables(
            find_part(name, "opponent"), settings.slip, *engine.make_rule(settings)
        )
    return find_part(name, "tables")(settings)


def procedure(name: str, settings: Settings | None = None) -> engine.Procedure:
    """The engine.Procedure of the program with this bug."""
    settings = settings or Settings()
    rules = BuggyNumbers(*find_part(name, "rules")(settings).numbers, bug=find_bug(name).number)  # type: ignore[call-arg]
    return engine.Procedure(make_tables(name, settings), rules, STEPS)


def run_trial(
    name: str, settings: Settings | None = None, trial: int = 0, observers: Sequence[Observer] = ()
) -> Trial:
    """One trial of the program with this bug; whoever watches it is told the right settings."""
    settings = settings or Settings()
    observers = [
        replace(one, settings=settings) if isinstance(one, Watch) else one for one in observers
    ]
    return curve.run_trial(
        find_founders_settings(name, settings),
        trial,
        observers,
        procedure=procedure(name, settings),
    )


def run_trials(
    name: str,
    settings: Settings | None = None,
    observers: Sequence[Observer] = (),
    progress: Callable[..., Any] | None = None,
) -> curve.Run:
    """The whole experiment of the program with this bug; arguments as in curve.run_trials."""
    settings = settings or Settings()
    wrong, founders = procedure(name, settings), find_founders_settings(name, settings)

    def some(count):
        base = founders.change(trials=count)
        return curve.run_trials(base, observers, progress, procedure=wrong).trials

    return curve.Run(settings, find_part(name, "experiment")(some, settings.trials))


@dataclass(frozen=True)
class Program:
    """The program with the bug `name`, as a detectors.ProgramLike: what it leaves is made when it
    is first asked for.

    `settings` are the right ones. A `run` of it that is there already can be handed in as `given`.
    """

    name: str
    settings: Settings = field(default_factory=Settings)
    given: curve.Run | None = None

    @cached_property
    def procedure(self) -> engine.Procedure:
        """The program's generation, as an engine.Procedure."""
        return procedure(self.name, self.settings)

    def reply(self, board: Board | str) -> np.ndarray:
        """Its opponent's nine probabilities on a board (nine marks or a text), slips included."""
        row = position(encode(board) if isinstance(board, str) else board)
        squares = open_squares(positions()[row])
        chances = np.zeros(9)
        chances[squares] = np.diff(
            self.procedure.tables.reply_sums[row, : len(squares)], prepend=0.0
        )
        return chances

    def founder(self, rng: Rng) -> Network:
        """Return a founder as the program draws it."""
        return random_network(rng, find_founders_settings(self.name, self.settings))

    def replicate(self, parent: Network, rng: Rng) -> tuple[Network, Network]:
        """(the parent as it is afterwards, its child): Networks."""
        tables, rules, steps = self.procedure
        world = engine.make_world([parent, parent], tables, rules)
        weights = steps.replicate_weights(*engine.read_weights(world.population, 0), rng, rules)
        steps.write_child(world, 0, 1, 2, *weights)
        after, child = (Network(*engine.read_weights(world.population, slot)) for slot in (0, 1))
        return after, child

    @cached_property
    def watched(self) -> Trial:
        """A small run under observation: a Trial of 12 generations whose observer is a Watcher."""
        return run_trial(
            self.name, self.settings.change(generations=12), observers=[Watch(Watcher)]
        )

    @cached_property
    def run(self) -> curve.Run:
        """Its whole experiment, a curve.Run, with the populations of generations 1 and 100."""
        return self.given or run_trials(self.name, self.settings, [Keep((1, 100))])

    @cached_property
    def null(self) -> curve.Run:
        """Its null model, 100 generations of survivors drawn at random: all payoffs are 0."""
        nothing = self.settings.change(win_payoff=0, tie_payoff=0, loss_payoff=0, generations=100)
        return run_trials(self.name, nothing, [Keep((1, 100))])

    @cached_property
    def other_seed(self) -> curve.Run:
        """Four trials of ten generations from another seed."""
        return run_trials(
            self.name, self.settings.change(seed=self.settings.seed + 1, trials=4, generations=10)
        )

    def long_run(self, champion: Champion, games: int = 100_000) -> tuple[float, float]:
        """(mean, its standard error): a champion's payoff of 32 games in its own program."""
        settings, rules = self.settings, self.procedure.rules
        rng = trial_rng(settings, champion.trial, AGAINST_NEAR_PERFECT)
        counts = engine.play_fresh_games(
            champion, self.procedure.tables, rng, games, settings.forced_replies
        )
        values = np.array(
            [selection.total_payoff(*result, rules) for result in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
        )
        shares = np.array(counts) / games
        mean = shares @ values
        deviation = np.sqrt(shares @ (values - mean) ** 2)
        return settings.games * mean, settings.games * deviation / np.sqrt(games)
