"""What do the knobs know? Numbers of the package, as plain JSON values for their scripts.

Each function is one knob's. What it needs is imported by the function itself, so that a chapter which shows one knob
does not wait for the modules of all others.
"""

import json
from functools import cache

SEED = 1993  # of what is drawn anew: draw k has the seed sequence with spawn_key (k,)
STRUCTURE = ("change_probability", "delete_newest", "min_hidden", "max_hidden")
ROUND = ("parents", "rivals", "repeat_rivals", "equal_is_beaten", "rank_ties", "survivors")
CALLERS = "callers"
PICKED = {10: (-150, 32), 800: (-60, 32)}  # generations that are picked from, and the payoffs that a picture shows
MILLION = 10**6
DIGITS = 3  # of an output that is shown
NEWBORN = 15  # of a newborn that is punished four times before it names an open square


def network():
    """Four boards, and how network.js checks a network."""
    from fogel.encoding import encode
    from fogel.network import LARGEST_WEIGHT
    from fogel.settings import MOST_HIDDEN_NODES

    boards = {"a": "XX. ... OO.", "b": "X.. O.. ...", "c": "O.. .X. ...", "d": "... XX. OO."}
    return {
        "boards": {name: encode(text).tolist() for name, text in boards.items()},
        "file": {"most_hidden_nodes": MOST_HIDDEN_NODES, "largest_weight": LARGEST_WEIGHT},
    }


def opponent():
    """The near-perfect rule on each board with O to move: weights and the clause that decides, as tables."""
    from fogel.encoding import IN_PROGRESS, X_TO_MOVE, positions
    from fogel.opponent import deciding_clause, near_perfect_weights
    from fogel.page.builder import as_tables, kind_of, runs
    from fogel.settings import Settings

    settings, boards = Settings(), positions()[:IN_PROGRESS].tolist()
    o_boards = boards[X_TO_MOVE:]
    weights = [()] * X_TO_MOVE + [kind_of(board, near_perfect_weights(board, settings)) for board in o_boards]
    clauses = [0] * X_TO_MOVE + [deciding_clause(board, settings)[0] for board in o_boards]
    kinds, tables = as_tables({"table": weights})
    says = {
        "win": "it can win at once",
        "block": "the other could win next",
        "hinder": "a line holds the other’s marker and two open squares",
        "anywhere": "none of these: any open square",
    }
    return {"kinds": kinds, **tables, "clauses": runs("".join(map(str, clauses))), "says": says}


def _rules(*names):
    """Of the settings those that a script reads."""
    from fogel.settings import Settings

    return {name: getattr(Settings(), name) for name in names}


def drift():
    """What changes the number of nodes, and who goes on where all are equal."""
    return {"seed": SEED, "rules": _rules(*STRUCTURE, *ROUND)}


def replication():
    """What a parent and its children are drawn with."""
    from fogel.page.evolving import pack
    from fogel.page.module import ZIGGURAT

    return {
        "seed": SEED,
        "rules": _rules(*STRUCTURE, "change_first", "noise", "bias", "weight_range"),
        "packed": pack({"ziggurat": json.loads(ZIGGURAT.read_text())}),
    }


def selection():
    """The hundred payoffs of a trial's first generation."""
    from fogel.curve import run_trial
    from fogel.observers import Keep
    from fogel.settings import Settings

    first = run_trial(Settings(generations=1), observers=[Keep((1,))]).kept[1]
    named = {"A": -39, "B": -110, "C": -142, "D": -186, "E": -320}  # as in the chapter
    return {"seed": SEED, "rules": _rules(*ROUND), "payoffs": first.payoffs.tolist(), "named": named}


@cache
def audit():
    """A hundred callers, and the networks of trial 13: `chances` of a win and of a loss, and what to expect of a pick.

    The chances are whole millionths, so that the knob stays small.
    """
    from fogel.audit import Results, law, picked, results_of
    from fogel.curve import run_trial
    from fogel.observers import Keep
    from fogel.settings import Settings

    settings = Settings()
    kept = run_trial(settings, 13, [Keep(PICKED)]).kept
    crowds = {CALLERS: ([(0.5, 0.5, 0)] * 100, "callers of coins", "right calls", "caller", (2, 32))}
    for generation, span in PICKED.items():
        words = f"networks of generation {generation}"
        crowds[str(generation)] = (results_of(kept[generation].networks), words, "payoff", "network", span)
    found = {}
    for name, (results, words, unit, one, span) in crowds.items():
        expected = picked([law(Results(*each), settings) for each in results])
        found[name] = {
            "words": words,
            "counts": unit,
            "one": one,
            "span": span,
            "chances": [[round(float(share) * MILLION) for share in (win, loss)] for win, _, loss in results],
            "expected": [round(float(value), 4) for value in (expected.total, expected.payoff)],
        }
    payoffs = [settings.win_payoff, settings.loss_payoff, settings.tie_payoff]
    return {"crowds": found, "unit": MILLION, "payoffs": payoffs, "games": settings.games}


@cache
def perfect():
    """The cards of the network with one node; the opponent's table, and what the most is that can be expected."""
    from fogel.audit import ceiling
    from fogel.encoding import IN_PROGRESS, X_TO_MOVE, positions
    from fogel.network import LARGEST_WEIGHT
    from fogel.opponent import near_perfect_weights
    from fogel.page.builder import as_tables, kind_of
    from fogel.perfect.annealer import STEEP
    from fogel.perfect.cards import cards_of
    from fogel.players import adversary
    from fogel.settings import MOST_HIDDEN_NODES, Settings

    settings = Settings()
    boards = positions()[:IN_PROGRESS].tolist()
    answered = [kind_of(board, near_perfect_weights(board, settings)) for board in boards[X_TO_MOVE:]]
    kinds, tables = as_tables({"opponent": [()] * X_TO_MOVE + answered})
    cards = cards_of(adversary("one-node"))
    ((weights, least),) = cards.questions
    return {
        "kinds": kinds,
        "opponent": {"table": tables["opponent"], "slip": settings.slip, "draws": True},
        "file": {"most_hidden_nodes": MOST_HIDDEN_NODES, "largest_weight": LARGEST_WEIGHT},
        "steep": STEEP,
        "question": weights,
        "least": least,
        "orders": [cards.orders[answers] for answers in ((False,), (True,))],
        "payoffs": [settings.win_payoff, settings.tie_payoff, settings.loss_payoff],
        "games": settings.games,
        "ceiling": round(float(ceiling().payoff), 2),
    }


def sweep(table):
    """Each version of a table that `fogel.sweep.read` has read: what it changes, and what its trials are worth."""
    from fogel.sweep import NAMED

    base, *cases = table.cases
    found = {trials: table.differences(trials=trials) for trials in (20, 100)}
    versions = [
        {
            "name": case,
            "changes": ", ".join(f"{name}={value!r}" for name, value in NAMED["ingredients"][case].items()),
            "differences": {trials: [round(float(x), 4) for x in some[case]] for trials, some in found.items()},
            "worths": _worths(table, case),
        }
        for case in sorted(cases, key=lambda case: -found[100][case][0])
    ]
    return {"versions": versions, "base": _worths(table, base)}


def _worths(table, case):
    return [round(float(worth), 1) for worth in table.values("worth", case=case)]


def bugs(zoo):
    """The programs, the checks, and what each check says of each program, from a Zoo that `fogel.zoo.read` has read."""
    from fogel.bugs import BUGS, CHECKS

    return {
        "programs": [[name, bug.words] for name, bug in BUGS.items()],
        "checks": [*CHECKS],
        "alarms": [[zoo.alarms[name][check] for name in BUGS] for check in CHECKS],
    }


@cache
def league():
    """Games of the package's two agents: {"X O": the game for each first move, X's own first}, move by move."""
    from fogel.league.files import load_agent
    from fogel.players import ADVERSARIES

    agents = {name: load_agent(one.agent) for name, one in ADVERSARIES.items() if one.agent}
    games = {
        f"{x} {o}": [_league_game(agents[x], agents[o], first) for first in (None, *range(9))]
        for x in agents
        for o in agents
    }
    return {"agents": {name: ADVERSARIES[name].words for name in agents}, "games": games, "digits": DIGITS}


def _league_game(x, o, first):
    """A game of two agents: for each turn the square that is named, and the outputs; X is told the `first` square."""
    from fogel.audit import START
    from fogel.encoding import EMPTY, is_final, put, to_move
    from fogel.encoding import X as FIRST
    from fogel.league.agent import encode_board

    board, turns = START, []
    while not is_final(board):
        mark = to_move(board)
        agent = x if mark == FIRST else o
        outputs = agent.network.calculate_output(encode_board(board))
        square = agent(board) if turns or first is None else first
        turns.append([square, [round(10**DIGITS * output) for output in outputs]])
        if board[square] != EMPTY:
            break
        board = put(board, square, mark)
    return turns


@cache
def taste():
    """What each taste of the package thinks of each game that can be measured exactly, wish by wish."""
    from fogel.ttt.rules import rule_files as files
    from fogel.ttt.taste import wishes as preferences
    from fogel.ttt.taste.measures import MEASURES, Card

    cards = {name: card for name in files.shipped() if (card := Card(files.find_rules(name))).exact}
    found = {}
    for name in preferences.shipped():
        one = preferences.find_taste(name)
        verdicts = {game: one.judge(card) for game, card in cards.items()}
        found[name] = {
            "about": one.about,
            "refused": [(verdicts[game].refused or "").removeprefix(f"{name}: ") for game in cards],
            "wishes": [
                {
                    "name": measure,
                    "words": MEASURES[measure].words,
                    "weight": wish.weight,
                    "contents": [wish.content(float(card[measure].value)) for card in cards.values()],
                }
                for measure, wish in one.wishes.items()
            ],
        }
    return {"games": [*cards], "tastes": found}


@cache
def school():
    """A network for a game of three squares, as a Pupil hands it to the page; it sits on the second seat."""
    import numpy as np

    from fogel.ttt.rules.rules import Rules, grid
    from fogel.ttt.school.network import Arch
    from fogel.ttt.school.pupil import Pupil, new_net

    three = Rules("three squares", grid("000"), (grid("111"),), ())
    arch = Arch(hidden=(3,))
    newborn = new_net(three, arch)
    newborn.randomize_weights(np.random.default_rng(NEWBORN))
    return {"nets": {"small": Pupil(arch=arch, weights=tuple(newborn.weights())).to_page(three)}}
