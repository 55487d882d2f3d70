"""How would you notice that it is wrong? A zoo of bugs, each a small switch, and checks that may catch it (chapter 09).

Most bugs are retold from published programs. The engine knows of none: a wrong opponent is another table of replies,
wrong founders are drawn with other settings, and the wrong steps of a generation stand behind the steps of this module,
which read in `rules.bug` which one to take. So they are compiled once, for all bugs.
"""

from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np

from fogel import audit, curve, engine, logbook, opponent, replication, selection
from fogel.encoding import EMPTY, IN_PROGRESS, LINES, X_TO_MOVE, O, decode, encode, open_squares, position, positions
from fogel.invariants import INVARIANTS, Validator
from fogel.network import Network, random_network
from fogel.settings import AGAINST_NEAR_PERFECT, Numbers, Settings, trial_rng

# Wrong opponents: functions from the settings to the tables of the engine.


def clauses(board, rule, me=O):
    """The four clauses of the near-perfect rule: for each the open squares that it finds, line by line."""
    marker = me if rule.marker == "own" else -me
    lines = [opponent.open_in_lines(board, mark, marks) for mark, marks in ((me, 2), (-me, 2), (marker, 1))]
    return *lines, [open_squares(board)]


def alike(lines):
    """Nine weights: each square that stands in one of the lines alike."""
    return [int(any(square in line for line in lines)) for square in range(9)]


def first_line_weights(board, rule, me=O):
    """Where clause 3 finds several lines, it takes the first."""
    wins, blocks, builds, anywhere = clauses(board, rule, me)
    return alike(wins or blocks or builds[:1] or anywhere)


def one_loop_weights(board, rule, me=O):
    """One loop asks of each line whether two marks in it are alike, and not whose they are."""
    wins, blocks, builds, anywhere = clauses(board, rule, me)
    return alike(wins + blocks or builds or anywhere)


def four_in_a_row_weights(board, rule, me=O):
    """Clause 1 waits for a line with three own marks and an open square, which no line of three squares has."""
    _, blocks, builds, anywhere = clauses(board, rule, me)
    return alike(blocks or builds or anywhere)


@cache
def eight_squares_weights(slip):
    """The rule, slips included, of an opponent whose loops run over the squares 0 to 7. It always finds another one."""

    def weights_of(board, rule, me=O):
        known = [[square for line in lines for square in line if square < 8] for lines in clauses(board, rule, me)]
        seen = [*board[:8], -me]  # square 8 is never open
        return opponent.probabilities(seen, alike([next(filter(None, known))]), slip)

    return weights_of


def seven_lines_weights(board, rule, me=O):
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


def tables_of(weights_of):
    """A function from the settings to the tables of the opponent with this rule and their slips."""
    return lambda settings: engine.opponent_tables(weights_of, settings.slip, *engine.rule_of(settings))


def eight_squares(settings):
    """The tables of the opponent that does not know of square 8."""
    return engine.opponent_tables(eight_squares_weights(settings.slip), 0.0, *engine.rule_of(settings))


def one_in_eleven(settings):
    """A slip is a 0 among the numbers 0 to 10 instead of 0 to 9: once in eleven moves, not in ten."""
    slip = settings.slip / (1 + settings.slip)
    return engine.opponent_tables(opponent.near_perfect_weights, slip, *engine.rule_of(settings))


# Wrong steps of a generation. `bug` is one of these numbers.

NO_DELETION, OVERWRITTEN, VARIANCE, ONE_NOISE, DIGIT_KEYS, UPSIDE_DOWN, OWN_RIVAL, POINTS_ADDED, LOWEST = range(1, 10)
BuggyNumbers = NamedTuple("BuggyNumbers", [*Numbers.__annotations__.items(), ("bug", int)])


def add_noise(weights, rng, deviation):
    """Adds noise of this standard deviation to every weight, in place, in the order of replication."""
    for row in range(weights.shape[0]):
        for column in range(weights.shape[1]):
            weights[row, column] += rng.normal(0.0, deviation)


def only_grow(hidden, output, rng, rules):
    """Replication in which "delete" is drawn, but "subtract" is what is asked for: no node is ever deleted."""
    add_noise(hidden, rng, rules.noise)
    add_noise(output, rng, rules.noise)
    if rng.random() < rules.change_probability:
        adds = rng.random() < 0.5
        if adds and len(hidden) < rules.max_hidden:
            return replication.rebuild(hidden, output, len(hidden) + 1, -1)
    return hidden, output


def noise_of_variance(hidden, output, rng, rules):
    """Replication in which the noise is taken for a variance: its square root becomes the standard deviation."""
    add_noise(hidden, rng, np.sqrt(rules.noise))
    add_noise(output, rng, np.sqrt(rules.noise))
    return replication.change_structure(hidden, output, rng, rules)


def one_noise(hidden, output, rng, rules):
    """Replication in which the size of the noise is forgotten: a single number is drawn and added to every weight."""
    noise = rng.normal(0.0, rules.noise)
    for weights in (hidden, output):
        for row in range(weights.shape[0]):
            for column in range(weights.shape[1]):
                weights[row, column] += noise
    return replication.change_structure(hidden, output, rng, rules)


def digit_keys(hidden, output, rng, rules):
    """Replication of weights that are kept under two node numbers, written one behind the other.

    Squares are nodes 1 to 9 and hidden nodes count from 11. So the link from square 1 to node 12 and the one from node
    11 to square 2 are both "112", and one number.
    """
    hidden, output = replication.replicate_weights(hidden, output, rng, rules)
    for k in range(len(hidden)):
        for square in range(9):
            if 100 + (11 + k) == 10 * 11 + (square + 1):
                hidden[k, 0] = output[square, 0]
    return hidden, output


def replicate_weights(hidden, output, rng, rules):
    """Replication, or one of its bugs."""
    if rules.bug == NO_DELETION:
        return only_grow(hidden, output, rng, rules)
    if rules.bug == VARIANCE:
        return noise_of_variance(hidden, output, rng, rules)
    if rules.bug == ONE_NOISE:
        return one_noise(hidden, output, rng, rules)
    if rules.bug == DIGIT_KEYS:
        return digit_keys(hidden, output, rng, rules)
    return replication.replicate_weights(hidden, output, rng, rules)


def write_child(population, parent, child, number, hidden, output, rules):
    """Writes the child down; with OVERWRITTEN its weights are the parent's array, changed in place."""
    engine.write_child(population, parent, child, number, hidden, output, rules)
    if rules.bug == OVERWRITTEN:
        engine.write_network(population, parent, population.numbers[parent], hidden, output)


def rivals_of_all(networks, rng, rules):
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


def draw_rivals(networks, rng, rules):
    """Rivals, or with OWN_RIVAL perhaps oneself."""
    if rules.bug == OWN_RIVAL:
        return rivals_of_all(networks, rng, rules)
    return selection.draw_rivals(networks, rng, rules)


def second_round(payoffs, rivals, rules):
    """The scores; with POINTS_ADDED they are added to the payoffs, where the curve will find them."""
    scores = selection.second_round(payoffs, rivals, rules)
    if rules.bug == POINTS_ADDED:
        for network in range(len(payoffs)):
            payoffs[network] += scores[network]
    return scores


def survivors(scores, standing, rules):
    """Those who go on; with UPSIDE_DOWN a sort has the wrong direction."""
    direction = -1 if rules.bug == UPSIDE_DOWN else 1
    return selection.survivors(direction * scores, direction * standing, rules)


def reported(payoffs, best, scores, rules):
    """The number for the curve; with LOWEST it comes from the wrong end of the sorted payoffs."""
    return payoffs.min() if rules.bug == LOWEST else payoffs[best]


COMPILED = add_noise, only_grow, noise_of_variance, one_noise, digit_keys, rivals_of_all  # what the steps call
STEPS = engine.Steps(
    replicate_weights=replicate_weights,
    write_child=write_child,
    draw_rivals=draw_rivals,
    second_round=second_round,
    survivors=survivors,
    reported=reported,
)


# Wrong experiments: which trials are run, and which are shown. `run(count)` gives the first so many.


def all_trials(run, count):
    """Every trial is shown: the right way."""
    return run(count)


def one_seed(run, count):
    """Every trial makes its generator anew from the same seed."""
    (trial,) = run(1)
    return tuple(replace(trial, number=number) for number in range(count))


def lucky_trials(run, count):
    """Twice as many trials are run, and the half that ends lower is left out: "they did not converge"."""
    trials = run(2 * count)
    return tuple(sorted(trials, key=lambda trial: -trial.best_payoff[-1])[:count])


# The zoo.


@dataclass(frozen=True)
class Bug:
    """A bug: what it does, in `words`, and the part of the program that is another one."""

    words: str
    tables: object = engine.near_perfect_tables
    founders: dict = field(default_factory=dict)  # settings that the founders alone are drawn with
    number: int = 0  # what the steps take for `rules.bug`
    rules: dict = field(default_factory=dict)  # settings that the steps alone read
    experiment: object = all_trials


RIGHT = "right"
BUGS = {
    RIGHT: Bug("the right program"),
    "first line": Bug("opponent takes the first line it finds", tables_of(first_line_weights)),
    "one loop": Bug("opponent confuses winning and blocking", tables_of(one_loop_weights)),
    "four in a row": Bug("opponent waits for four in a row to win", tables_of(four_in_a_row_weights)),
    "eight squares": Bug("opponent never sees the ninth square", eight_squares),
    "one in eleven": Bug("opponent slips in 1 of 11 moves, not of 10", one_in_eleven),
    "wide weights": Bug("first weights within ±5, not ±0.5", founders={"weight_range": 5.0}),
    "nine nodes": Bug("founders have 1 to 9 hidden nodes, not 10", founders={"max_hidden": 9}),
    "no deletion": Bug("hidden nodes are never deleted", number=NO_DELETION),
    "overwritten": Bug("child overwrites its parent's weights", number=OVERWRITTEN),
    "variance": Bug("noise of 0.05 is taken for a variance", number=VARIANCE),
    "one noise": Bug("all weights of a child get the same noise", number=ONE_NOISE),
    "digit keys": Bug("two weights share a key: 1+12 = 11+2", number=DIGIT_KEYS),
    "upside down": Bug("the worse half goes on", number=UPSIDE_DOWN),
    "own rival": Bug("a network may be its own rival", number=OWN_RIVAL),
    "points added": Bug("second-round points added to payoffs", number=POINTS_ADDED),
    "lowest": Bug("curve shows the lowest payoff", number=LOWEST),
    "one seed": Bug("every trial starts from the same seed", experiment=one_seed),
    "lucky trials": Bug("40 trials run, the better 20 shown", experiment=lucky_trials),
}
SEALED = {  # for the exercises: don't look
    "A": Bug("sealed", tables_of(seven_lines_weights)),
    "B": Bug("sealed", rules={"delete_newest": True}),
}


def bug_of(name):
    """The Bug of that name; raises ValueError for an unknown one."""
    if name not in BUGS and name not in SEALED:
        raise ValueError(f"bug must be one of {', '.join(BUGS)}, not {name!r}")
    return BUGS.get(name) or SEALED[name]


def procedure(name, settings=None):
    """The engine.Procedure of the program with this bug."""
    bug, settings = bug_of(name), settings or Settings()
    rules = BuggyNumbers(*settings.change(**bug.rules).numbers, bug=bug.number)
    return engine.Procedure(bug.tables(settings), rules, STEPS)


def run_trial(name, settings=None, trial=0, observe=None, keep=()):
    """One trial of the program with this bug, as curve.run_trial; an observer is told the right settings."""
    settings = settings or Settings()
    watch = (lambda _, number: observe(settings, number)) if observe else None
    founders = settings.change(**bug_of(name).founders)
    return curve.run_trial(founders, trial, watch, keep, procedure=procedure(name, settings))


def run_trials(name, settings=None, progress=None, keep=(), executor=None):
    """The whole experiment of the program with this bug, a curve.Run; the arguments are those of curve.run_trials."""
    settings = settings or Settings()
    wrong, founders = procedure(name, settings), settings.change(**bug_of(name).founders)

    def some(count):
        return curve.run_trials(founders.change(trials=count), executor, progress, keep=keep, procedure=wrong).trials

    return curve.Run(settings, bug_of(name).experiment(some, settings.trials))


# What a program leaves to be looked at.


class Watcher(Validator):
    """A Validator that goes on after a breach, and notes the first; it keeps a log too."""

    def __init__(self, settings, trial):
        super().__init__(settings, trial)
        self.logbook, self.breach = logbook.Logbook(settings, trial), ""

    def __call__(self, generation):
        """Checks one generation, and writes it down."""
        super().__call__(generation)
        self.logbook(generation)

    def _require(self, check, generation, holds, row=None):
        if not np.all(holds) and not self.breach:
            self.breach = f"generation {generation.number}: not true that {INVARIANTS[check]}"


@dataclass(frozen=True)
class Program:
    """The program with the bug `name`, and what it leaves to be looked at, made when it is first asked for.

    `settings` are the right ones. A `run` of it that is there already can be handed in as `given`.
    """

    name: str
    settings: Settings = field(default_factory=Settings)
    given: object = None

    @cached_property
    def procedure(self):
        """Its engine.Procedure."""
        return procedure(self.name, self.settings)

    def reply(self, board):
        """Its opponent's nine probabilities on a board (nine marks or a text), slips included."""
        row = position(encode(board) if isinstance(board, str) else board)
        squares = open_squares(positions()[row])
        chances = np.zeros(9)
        chances[squares] = np.diff(self.procedure.tables.reply_sums[row, : len(squares)], prepend=0.0)
        return chances

    def founder(self, rng):
        """One of its founders."""
        return random_network(rng, self.settings.change(**bug_of(self.name).founders))

    def replicate(self, parent, rng):
        """(the parent as it is afterwards, its child): Networks."""
        population, rules = engine.new_population(2), self.procedure.rules
        engine.write_network(population, 0, 1, parent.hidden_weights, parent.output_weights)
        weights = replicate_weights(*engine.read_weights(population, 0), rng, rules)
        write_child(population, 0, 1, 2, *weights, rules)
        return tuple(Network(*engine.read_weights(population, slot)) for slot in (0, 1))

    @cached_property
    def watched(self):
        """A small run under observation, one trial of 12 generations: a curve.Trial whose observer is a Watcher."""
        return run_trial(self.name, self.settings.change(generations=12), observe=Watcher)

    @cached_property
    def run(self):
        """Its whole experiment, a curve.Run, with the populations of generations 1 and 100."""
        return self.given or run_trials(self.name, self.settings, keep=(1, 100))

    @cached_property
    def null(self):
        """Its null model, 100 generations of survivors drawn by lot: the payoffs are 0 for all results."""
        nothing = self.settings.change(win_payoff=0, tie_payoff=0, loss_payoff=0, generations=100)
        return run_trials(self.name, nothing, keep=(1, 100))

    @cached_property
    def other_seed(self):
        """Four trials of ten generations from another seed."""
        return run_trials(self.name, self.settings.change(seed=self.settings.seed + 1, trials=4, generations=10))

    def long_run(self, champion, games=100_000):
        """(mean, its standard error): a champion's payoff of 32 games, in the long run of its own program."""
        settings, rules = self.settings, self.procedure.rules
        rng = trial_rng(settings, champion.trial, AGAINST_NEAR_PERFECT)
        counts = engine.play_fresh_games(champion, self.procedure.tables, rng, games, settings.forced_replies)
        values = np.array([selection.total_payoff(*result, rules) for result in ((1, 0, 0), (0, 1, 0), (0, 0, 1))])
        shares = np.array(counts) / games
        mean = shares @ values
        deviation = np.sqrt(shares @ (values - mean) ** 2)
        return settings.games * mean, settings.games * deviation / np.sqrt(games)


# The checks. Each takes a Program and says what is wrong, or nothing.

BY_HAND = {
    "OO. XX. X..": {2},  # it can win: 2
    "XX. O.. ...": {2},  # it can block: 2
    "X.X .O. X.O": {1, 3},  # it can block in two ways
    "... .X. ...": {0, 1, 2, 3, 5, 6, 7, 8},  # an X in each of four open lines
    "X.. ... ...": {1, 2, 3, 4, 6, 8},  # an X in three open lines
}
FAR = 5.0  # standard errors
RARE = 1e-6


def by_hand(program):
    """Five boards drawn by hand: the squares that the opponent takes on purpose, more often than by a slip."""
    for board, squares in BY_HAND.items():
        slips = program.settings.slip / board.count(".")
        chosen = {square for square, chance in enumerate(program.reply(board)) if chance > slips + 1e-9}
        if chosen != squares:
            return f"on {board} the opponent chooses among {sorted(chosen)}, and should among {sorted(squares)}"
    return ""


def all_boards(program):
    """All 2,097 boards on which the opponent may have to move, and the exact probability of every square."""
    boards = positions()[X_TO_MOVE:IN_PROGRESS]
    replies = np.array([program.reply(board) for board in boards])
    wrong = boards[(np.abs(replies - right_replies(program.settings)) > 1e-9).any(axis=1)]
    first = decode(wrong[0]).replace("\n", " ") if len(wrong) else ""
    return f"the opponent's chances are wrong on {len(wrong):,} boards; the first is {first}" if len(wrong) else ""


@cache
def right_replies(settings):
    """(2097, 9): what the readable rule says on each board on which the opponent may have to move."""
    return np.array([opponent.reply_probabilities(board, settings) for board in positions()[X_TO_MOVE:IN_PROGRESS]])


def founders(program, number=500):
    """So many founders: every number of hidden nodes occurs, and the weights fill their range and don't leave it."""
    settings, rng = program.settings, np.random.default_rng(9)
    found = [program.founder(rng) for _ in range(number)]
    sizes = {network.hidden_nodes for network in found}
    if sizes != {*range(settings.min_hidden, settings.max_hidden + 1)}:
        return f"founders have {min(sizes)} to {max(sizes)} hidden nodes"
    largest = max(np.abs(network.weights).max() for network in found)
    if not 0.99 * settings.weight_range < largest <= settings.weight_range:
        return f"the largest weight of {number} founders is {largest:.2f}"
    return ""


def one_child(program):
    """A parent and its child, of all sizes: the parent stays as it is, the child has a node more or less or as many."""
    settings, rng = program.settings, np.random.default_rng(10)
    for nodes in 2 * [*range(settings.min_hidden, settings.max_hidden + 1)]:
        parent = random_network(rng, settings.change(min_hidden=1, max_hidden=nodes).change(min_hidden=nodes))
        after, child = program.replicate(parent, rng)
        if not np.array_equal(after.weights, parent.weights):
            return "the parent is another one after it has had a child"
        gained = child.hidden_nodes - nodes
        if abs(gained) > 1 or not settings.min_hidden <= child.hidden_nodes <= settings.max_hidden:
            return f"a parent of {nodes} hidden nodes has a child of {child.hidden_nodes}"
        if gained == 1 and (child.hidden_weights[-1].any() or child.output_weights[:, -2].any()):
            return "a new node's weights are not 0"
    return ""


def many_children(program, number=600):
    """So many children of one parent with five nodes: how many gain and lose a node, and how their weights move."""
    settings, rng = program.settings, np.random.default_rng(11)
    parent = random_network(rng, settings.change(min_hidden=1, max_hidden=5).change(min_hidden=5))
    gained, moves = [], []
    for _ in range(number):
        after, child = program.replicate(parent, rng)
        gained.append(child.hidden_nodes - after.hidden_nodes)
        if gained[-1] == 0:
            moves.append(child.weights - after.weights)
    for change, share in ((1, settings.change_probability / 2), (-1, settings.change_probability / 2)):
        count, error = gained.count(change), np.sqrt(number * share * (1 - share))
        if abs(count - number * share) > FAR * error:
            return f"{count} of {number} children have {5 + change} nodes; expected {number * share:.0f}"
    moves = np.array(moves)
    for what, values, deviation in (
        ("weights move", moves.ravel(), settings.noise),
        ("children's mean weights move", moves.mean(axis=1), settings.noise / np.sqrt(moves.shape[1])),
    ):
        if abs(values.std() / deviation - 1) > FAR / np.sqrt(2 * values.size):
            return f"{what} by {values.std():.4f}, standard deviation; expected {deviation:.4f}"
    return ""


def live_invariants(program):
    """What a correct program never breaches, in every generation of a small run."""
    return program.watched.observer.breach


def live_counts(program):
    """What chance may breach, counted in the same run: whether it is too often for chance."""
    from scipy.special import gammainc

    for name, count in program.watched.observer.statistics.items():
        if count.seen > 0 and gammainc(count.seen, count.expected + 1) < RARE:  # at least as many, by Poisson's law
            return f"{name}: {count.seen:,.0f} seen, {count.expected:,.1f} expected"
    return ""


def log_adds_up(program):
    """The log of the same run, as text: everything that can be added up or compared in it, the curve's number too."""
    trial, settings = program.watched, program.settings
    log = logbook.read(logbook.write(trial.observer.logbook.log))
    known = {}
    for number, entries in log.generations.items():
        about = {entry.number: entry for entry in entries}
        place = f"generation {number}: "
        for entry in entries:
            met = [*entry.won, *entry.lost, *entry.tied]
            if sum(entry.results) != settings.games:
                return f"{place}network {entry.number} has played {sum(entry.results)} games"
            wins, losses, ties = entry.results
            if entry.payoff != selection.total_payoff(wins, losses, ties, settings):
                return f"{place}network {entry.number} has payoff {entry.payoff} for {wins}:{losses}:{ties}"
            if entry.number in met or len({*met}) != settings.rivals:
                return f"{place}network {entry.number} does not have {settings.rivals} rivals other than itself"
            if entry.score != sum(about[rival].payoff < entry.payoff for rival in met):
                return f"{place}network {entry.number} has score {entry.score}, which its rivals don't give"
            network = entry.hidden_nodes, entry.weights
            if known.setdefault(entry.number, network) != network:
                return f"{place}network {entry.number} has other weights than before"
            if number == 1 and not entry.parent and max(map(abs, map(float, entry.weights))) > settings.weight_range:
                return f"founder {entry.number} has weights from {entry.weights[0]} to {entry.weights[2]}"
        in_, out = ([entry.score for entry in entries if entry.selected == goes] for goes in (True, False))
        if len(in_) != settings.parents or min(in_) < max(out):
            return f"{place}{len(in_)} go on, with scores down to {min(in_)}; others have up to {max(out)}"
        if (highest := max(entry.payoff for entry in entries)) != trial.best_payoff[number - 1]:
            return f"{place}the highest payoff is {highest:.0f}, and the curve shows {trial.best_payoff[number - 1]}"
    return ""


def below_the_ceiling(program):
    """No payoff above the best possible one, and no champion that beats the ceiling in the long run."""
    settings, most = program.settings, float(audit.ceiling(program.settings).payoff)
    if (highest := program.run.best_payoff.max()) > settings.games * max(settings.win_payoff, settings.tie_payoff):
        return f"the curve of a trial reaches {highest} of {settings.games} games"
    for champion in program.run.champions:
        mean, error = program.long_run(champion)
        if mean > most + FAR * error:
            return f"a champion makes {mean:.2f} ± {error:.2f} in the long run; the ceiling is {most:.2f}"
    return ""


def audited(program):
    """Payoffs and curve beside exact expectations against the right opponent, in generations 1 and 100."""
    settings = program.settings
    tables, rules = engine.near_perfect_tables(settings), settings.numbers
    games = settings.games
    for number in (1, 100):
        surplus, variance, flattery = 0.0, 0.0, []
        for trial in program.run.trials:
            generation = trial.kept[number]
            win, loss, tie = engine.chances_of(generation.networks, tables, rules).T
            mean = selection.total_payoff(win, loss, tie, rules)
            square = win * rules.win_payoff**2 + loss * rules.loss_payoff**2 + tie * rules.tie_payoff**2
            surplus += (generation.payoffs - games * mean).sum()
            variance += games * (square - mean**2).sum()
            flattery.append(trial.best_payoff[number - 1] - games * mean[generation.best])
        place = f"generation {number}: "
        if abs(surplus) > FAR * np.sqrt(variance):
            return f"{place}payoffs lie {surplus / np.sqrt(variance):+.0f} standard errors from what they should be"
        if max(flattery) < 0:
            return f"{place}in every trial the curve lies below what its network is worth"
    return ""


def by_lot(program):
    """With survivors drawn by lot nothing may have a direction: neither the number of nodes nor the results."""
    run, settings = program.null, program.settings
    middle = (settings.min_hidden + settings.max_hidden) / 2
    nodes = [run.mean_hidden_nodes[:, number - 1] - middle for number in (1, 100)]
    results = [np.array([trial.kept[number].results.mean(axis=0) for trial in run.trials]) for number in (1, 100)]
    for what, values in (
        ("hidden nodes in generation 1, above the middle", nodes[0]),
        ("hidden nodes in generation 100, above the middle", nodes[1]),
        ("more wins in generation 100 than in generation 1", (results[1] - results[0])[:, 0]),
        ("fewer losses in generation 100 than in generation 1", (results[0] - results[1])[:, 1]),
    ):
        error = values.std(ddof=1) / np.sqrt(len(values))
        if abs(values.mean()) > FAR * error:
            return f"by lot, {what}: {values.mean():+.2f} ± {error:.2f}"
    return ""


def trials_differ(program):
    """Trials are different ones, and another seed gives other numbers."""
    other = program.other_seed.best_payoff
    same = program.run.best_payoff[: len(other), : other.shape[1]]
    if len({tuple(trial) for trial in other.tolist()}) < len(other):
        return "trials of one experiment are equal to the last payoff"
    return "another seed gives the same numbers" if np.array_equal(same, other) else ""


CHECKS = {
    "opponent: 5 boards by hand": by_hand,
    "opponent: all 2,097 boards": all_boards,
    "founders: 500 drawn": founders,
    "replication: one child": one_child,
    "replication: 600 children": many_children,
    "live run: invariants": live_invariants,
    "live run: counts": live_counts,
    "live run: log added up": log_adds_up,
    "result: ceiling": below_the_ceiling,
    "result: exact audit": audited,
    "result: survivors by lot": by_lot,
    "result: another seed": trials_differ,
}


def smallest_sets(caught):
    """All smallest sets of columns that have an alarm in each row that has one at all: `caught` is (bugs, checks)."""
    caught = np.asarray(caught, dtype=bool)
    caught = caught[caught.any(axis=1)]
    for size in range(caught.shape[1] + 1):
        sets = combinations(range(caught.shape[1]), size)
        found = [columns for columns in sets if caught[:, columns].any(axis=1).all()]
        if found:
            return found
    return []
