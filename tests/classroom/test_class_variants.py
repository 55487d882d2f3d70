"""What a variant does not keep from anybody: the package's own functions, behind a conversion or
with a setting.
"""

import re
from fractions import Fraction
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from classroom import ROOT
from fogel import Settings, audit, encoding, opponent, replication, rules, selection
from fogel.anygame import find_game, mirror_network
from fogel.checkers import rules as draughts
from fogel.checks.variant import variant
from fogel.lookahead import levels, players
from fogel.rules import referee
from fogel.rules.chances import chances
from fogel.rules.rules import matching as matching_player
from fogel.rules.solve import forced
from fogel.school import lossbar, network, pupil
from fogel.taste.variation import ways
from fogel.taste.wishes import Span, Wish, harmonic_mean
from grader import runner
from grader.sets import all_sets, checkers, find, school
from grader.tasks import ValueTask

V, STANDARD = variant(7), rules.find_rules("standard")
MARKS = {encoding.X: V.x, encoding.O: V.o, 0: V.empty}
OF_BOOK = {mark: book for book, mark in MARKS.items()}
TEACHERS, SETS = (
    " ".join((ROOT / "notebooks" / name).read_text(encoding="utf-8").split())
    for name in ("teachers.md", "teachers_sets.md")
)


def successors(board):
    book = V.book(board)
    if encoding.is_final(book):
        return []
    return [V.board(encoding.place(book, V.order[k])) for k in range(9) if board[k] == V.empty]


def net_of(layers, inputs):
    """The package's network with a class's activation function, after a run."""
    arch = network.Arch(
        hidden=tuple(map(len, layers[1:])), act_numerator=1 - V.slip, act_add=V.slip / 2,
        learning_rate=V.change, encouragement=V.noise,
    )  # fmt: skip
    net = network.NeuNet(arch, len(layers[0]), len(layers[-1][0]))
    net.set_weights([(weight, 0.0) for rows in layers for row in rows for weight in row])
    net.run(inputs)
    return net


def punished():
    """P15.4 by the package's own punishment: the goals, and the weights."""
    layers, inputs, chosen = school.own_net(V, "ada")
    net, goals = net_of(layers, inputs), [0.0 if k == chosen else V.noise for k in range(2)]
    net.reinforce(goals)
    return {"my_goals": goals, "my_weights": [weight for weight, _ in net.weights()]}


def periods(lost):
    """The losses of a match by the class's periods."""
    ends = [len(lost) * k // V.rivals for k in range(V.rivals + 1)]
    return [sum(lost[begin:end]) for begin, end in pairwise(ends)]


def squares(found):
    """The class's names of squares of the book."""
    return [V.place[square] for square in found]


def laid(pattern, width, height):
    """P13.1: the lines of a pattern in all its ways."""
    marks = {V.empty: 0, V.x: 1, V.o: 2}
    board = rules.Rules(
        "mine", rules.Grid(width, height, (0,) * (width * height)), (rules.grid("1"),)
    )
    given = rules.Grid(
        len(pattern[0]), len(pattern), tuple(marks[mark] for row in pattern for mark in row)
    )
    lines = (line for way in ways(given) for line in rules.lines(board, way))
    return sorted(
        {tuple(sorted((square, {1: V.x, 2: V.o}[mark]) for square, mark in line)) for line in lines}
    )


def said_of(board, wins, losses, last):
    """P13.2: whoever matches a line, by the package's players 1 and 2."""
    players, payoffs = {V.empty: 0, V.x: 1, V.o: 2}, {1: V.win, 0: V.tie, -1: V.loss}
    squares = tuple(map(players.get, board))

    def matching(lines):
        return matching_player(
            STANDARD,
            squares,
            [[(k, players[mark]) for k, mark in line] for line in lines],
            players[last],
        )

    lost, won = matching(losses), matching(wins)
    winner = 3 - lost if lost else won
    if not winner:
        return [] if 0 in squares else [V.tie] * 2
    return [payoffs[1 if winner == player else -1] for player in (1, 2)]


def refereed(players, squares):
    """P13.4: the moves of a game in which no pattern fits on the board."""
    game = rules.Rules(
        "mine", rules.Grid(squares, 1, (0,) * squares), (rules.grid("1 1"),), players=len(players)
    )
    named = [iter(player) for player in players]
    seats = [lambda board, rng, its=its: next(its, None) for its in named]
    moves = referee.play_game(game, seats, None, attempts=V.rivals).moves
    return [[player, -1 if square is None else square] for player, square in moves]


def erring(given):
    """P14.3, with the class's chance of a mistake."""
    move_values = {square: levels.MoveValue(grade) for square, grade in enumerate(given)}
    found = levels.shares(move_values, Fraction(V.slip))
    return [float(found.get(square, 0)) for square in move_values]


def seen(board, me, own_first):
    """P16.2: the inputs of a pupil at school."""
    coding = pupil.coding_table(
        STANDARD, {V.x: 1, V.o: 2}[me], "own-first" if own_first else "documented"
    )
    return pupil.input_activations(coding, [{V.x: 1, V.o: 2, V.empty: 0}[mark] for mark in board])


def sat(known, habit, me):
    """P16.4: the chances of a policy that knows some boards."""
    seats, heart = {V.x: 1, V.o: 2}, {V.book(board): square for board, square in known}

    def named(game, board, turn):
        square = V.order[
            heart.get(tuple({0: 0, 1: encoding.X, 2: encoding.O}[mark] for mark in board), habit)
        ]
        return None if board[square] else [float(k == square) for k in range(9)]

    policies = [players.random_policy] * 2
    policies[seats[me] - 1] = named
    found = chances(STANDARD, policies)
    return [
        float(one) for one in (found.wins[seats[me] - 1], found.draws, found.losses[seats[me] - 1])
    ]


def pleased(values, tastes):
    """P17.3, with another distance in place of the class's satisfaction."""
    scores, of_class = {}, sqrt(1 / V.slip - 1)
    for number, (gates, wishes) in enumerate(tastes):
        if any(Span(*span).miss(values[name]) for name, *span in gates):
            return 0
        satisfactions = {
            name: Wish(Span(a, b), off / of_class).satisfaction(values[name])
            for name, a, b, off, _ in wishes
        }
        scores[number] = harmonic_mean(satisfactions, {wish[0]: wish[-1] for wish in wishes})
    return harmonic_mean(scores, dict.fromkeys(scores, 1))


def forced_openings(game):
    """P18.4: what can be forced with each first square, by the readable solver."""
    own = find_game(game)
    start, found = tuple(own.start.squares), []
    for square in rules.open_squares(start):
        then = rules.place(own, start, square, 1)
        ends = rules.outcome(own, then, last=1)
        found.append(int(np.sign(forced(own, then, 2, 1))) if ends is None else ends[0])
    return found


def mirrored():
    """P18.5: the package's network, its bias weights divided, its squares renamed."""
    network = mirror_network()
    hidden, output = network.hidden_weights.copy(), network.output_weights[list(V.order)]
    hidden[:, :9] = hidden[:, list(V.order)]
    output[:, -1] /= V.bias
    return {"mirror": (hidden, output)}


def checkers_of(board):
    """The package's game, and a board of the class as one of the book."""
    pieces = {mark: piece for piece, mark in checkers.pieces_of(V).items()}
    return checkers.game_in(V), tuple(pieces[mark] for mark in board)


def checkers_jumps(board, square):
    """P19.3: the package's jumps, as text."""
    game, own = checkers_of(board)
    return " ".join("x".join(map(str, move)) for move in sorted(draughts.jumps(game, own, square)))


# What one conversion of boards makes of the package's functions,
CONVERTED = {
    "P1.1": lambda text: V.board(encoding.encode("".join(text.split()).upper())),
    "P1.2": lambda board: MARKS[encoding.winner(V.book(board))],
    "P1.3": successors,
    "P3.1": lambda board, mark: squares(
        {
            square
            for line in opponent.open_in_lines(V.book(board), OF_BOOK[mark], 2)
            for square in line
        }
    ),
    "P3.2": lambda board, lines: squares(
        np.flatnonzero(opponent.near_perfect_odds(V.book(board), V.settings))
    ),
    "P3.3": lambda board, *rest: opponent.reply_probabilities(np.array(V.book(board)), V.settings)[
        list(V.order)
    ],
    "P7.2": lambda board: opponent.forced_result(
        V.book(board), encoding.X if V.book(board).count(0) % 2 else encoding.O
    ),
    "P13.1": laid,
    "P13.2": said_of,
    "P16.2": seen,
    "P16.4": sat,
    "P18.4": forced_openings,
    "P18.5": mirrored,
    "P19.3": checkers_jumps,
}
# and where the package has an option for the number that a class has otherwise. Both are named on
# the teachers' page of sets.
SETTINGS = {
    "P4.2": lambda *inputs: replication.replicate_weights(
        *inputs, Settings(noise=V.noise, change_probability=0.0).numbers
    ),
    "P5.1": lambda results: selection.total_payoff(*results.T, V.settings.numbers),
    "P5.3": lambda networks, rng: selection.draw_rivals(
        networks, rng, Settings(rivals=V.rivals).numbers
    ),
    "P8.1": lambda *three: audit.expected_payoff(audit.Results(*three), V.settings),
    "P13.4": refereed,
    "P14.3": erring,
    "P15.1": lambda layers, inputs: net_of(layers, inputs).outputs,
    "P15.2": lambda layers, levels, goals: school.net_with(V, layers, levels).gradients(goals),
    "P15.3": lambda layers, inputs, goals, step=0.5: network.finite_differences(
        net_of(layers, inputs), inputs, goals, step
    ),
    "P15.4": punished,
    # Up to ten periods: then its digits end.
    "P15.5": lambda lost: lossbar.bar(periods(lost), len(lost)),
    "P17.3": pleased,
}


@pytest.mark.parametrize("number", [*CONVERTED, *SETTINGS])
def test_the_page_names_what_a_conversion_or_a_setting_solves(number):
    one = find(f"{int(number[1:].split('.')[0]):02}")
    task = next(task for task in one.tasks if task.number == number)
    answer = {**CONVERTED, **SETTINGS}[number]
    names = answer() if isinstance(task, ValueTask) else {task.function: answer}
    marks = task.judge(V, "ada", runner.run_task(names, task.question(V, "ada")))
    assert sum(mark.points for mark in marks) == task.points, marks
    assert number in re.findall(
        r"P\d+\.\d+", said_in("conversion" if number in CONVERTED else "an option")
    )


def test_the_page_names_no_other_and_says_what_they_are_worth():
    """How many points these are, of all that the judge gives."""
    for words, known in (("conversion", CONVERTED), ("an option", SETTINGS)):
        assert {*re.findall(r"P\d+\.\d+", said_in(words))} == {*known}
    every = [task for one in all_sets() for task in one.tasks if not task.by_hand]
    solved = [task for task in every if task.number in {*CONVERTED, *SETTINGS}]
    assert (
        f"{exact_payoff(solved)} of the {exact_payoff(every)} points that the grader gives"
        in TEACHERS
    )
    by_back_propagation = [
        [task for task in some if task.number.startswith("P15.")] for some in (solved, every)
    ]
    assert "{} of {} in set 15".format(*map(exact_payoff, by_back_propagation)) in TEACHERS


def exact_payoff(tasks):
    """Their points."""
    return sum(task.points for task in tasks)


def said_in(words):
    """The sentence of the page that names the tasks solved in this way."""
    return re.search(rf"In ([P0-9., and]+),? [\w\s]*{words}", SETS)[1]


def test_a_variant_keeps_the_rest_from_everybody():
    """Numbers that stand in the text alone: a conversion of boards does not change them."""
    task = find("02").task("sums")
    from fogel import Network

    reply = runner.run_task(
        {"output_sums": lambda hidden, output, board: Network(hidden, output).sums(V.book(board))},
        task.question(V, "ada"),
    )
    assert sum(mark.points for mark in task.judge(V, "ada", reply)) == 0
