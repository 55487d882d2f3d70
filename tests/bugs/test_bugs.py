"""Every bug does what it says, and the checks notice what chapter 11's matrix says."""

import pickle
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from fogel import Keep, Settings, bugs, curve, engine, opponent, replication, selection
from fogel.bugs import detectors
from fogel.core import intervals
from fogel.encoding import IN_PROGRESS, LINES, X_TO_MOVE, encode, positions, winner
from fogel.engine import logbook
from fogel.network import Network, random_network

SMALL = Settings(parents=10, generations=6, trials=2)
WRONG = [name for name in bugs.BUGS if name != bugs.RIGHT]
FIVE = Settings(min_hidden=5).change(max_hidden=5)


@pytest.fixture(scope="module")
def boards_of_o():
    """The 2,097 boards on which the opponent may have to move."""
    return positions()[X_TO_MOVE:IN_PROGRESS]


@pytest.fixture(scope="module")
def parent():
    return random_network(np.random.default_rng(3), FIVE)


def rules_of(name):
    return bugs.procedure(name).rules


def odds_of(network):
    return network.hidden_weights.copy(), network.output_weights.copy()


# The seam.


def test_without_a_bug_every_number_is_that_of_the_package():
    settings = Settings(generations=30)
    mine = bugs.run_trial("right", settings, 1, observers=[Keep((30,))])
    fogels = curve.run_trial(settings, 1, observers=[Keep((30,))])
    assert mine.best_payoff.tolist() == fogels.best_payoff.tolist()
    assert mine.mean_hidden_nodes.tolist() == fogels.mean_hidden_nodes.tolist()
    assert (mine.champion.weights == fogels.champion.weights).all()
    assert (mine.kept[30].answers == fogels.kept[30].answers).all()
    run, same = bugs.run_trials("right", SMALL), curve.run_trials(SMALL)
    assert (run.best_payoff == same.best_payoff).all()


@pytest.mark.parametrize("name", WRONG)
def test_every_bug_changes_the_curve(name):
    right = bugs.run_trials("right", SMALL).best_payoff
    wrong = bugs.run_trials(name, SMALL).best_payoff
    assert right.shape == wrong.shape and (right != wrong).any()


def test_unknown_bugs_are_named():
    with pytest.raises(ValueError, match=r"first line.*'none'"):
        bugs.procedure("none")


def test_the_rules_have_all_numbers_and_the_bug():
    rules = rules_of("variance")
    assert rules[:-1] == tuple(Settings().numbers) and rules.bug == bugs.BUGS["variance"].number
    numbers = [bug.number for bug in bugs.BUGS.values() if bug.number]
    assert len({*numbers}) == len(numbers) == 9


@pytest.fixture
def zoo(monkeypatch):
    """The zoo as it is, whatever a test puts into it."""
    monkeypatch.setattr(bugs.programs, "BUGS", {**bugs.BUGS})
    monkeypatch.setattr(bugs.programs, "STEPS", bugs.STEPS)


def test_a_new_bug_is_one_function(zoo, monkeypatch):
    """In plain Python: with a new bug all would be compiled again (see test_curve.py)."""
    monkeypatch.setattr("fogel.engine.compiling._compiler", lambda: None)
    monkeypatch.setattr("fogel.engine.compiling._compiled", {})

    @bugs.bug("shifted", "1 is added to a child's hidden weights", "replicate_weights")
    def shifted(hidden, output, rng, rules):
        hidden, output = replication.replicate_weights(hidden, output, rng, rules)
        return hidden + 1.0, output

    assert bugs.find_bug("shifted").number == 10
    curves = {
        name: bugs.run_trial(name, SMALL).best_payoff.tolist()
        for name in ("right", "lowest", "shifted")
    }
    assert curves["right"] == curve.run_trial(SMALL).best_payoff.tolist() != curves["shifted"]
    assert curves["lowest"] != curves["right"]  # the others have stayed as they were
    assert "weights move" in detectors.many_children(bugs.Program("shifted"))
    assert "6 standard deviations" in detectors.live_counts(bugs.Program("shifted", SMALL))


def test_a_new_opponent_is_one_function(zoo):
    @bugs.bug("blind", "opponent moves anywhere", "opponent")
    def blind(board, rule, me=-1):
        return [int(mark == 0) for mark in board]

    found = detectors.by_hand(bugs.Program("blind"))
    assert found == "on OO. XX. X.. it takes [2, 5, 7, 8] more often than by a slip; right: [2]"


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("replicate", "part must be one of opponent, .*replicate_weights.*'replicate'"),
        ("best_player", "not told"),
    ],
)
def test_a_bug_stands_in_a_part(part, message, zoo):
    before = {**bugs.BUGS}
    with pytest.raises(ValueError, match=message):
        bugs.bug("nowhere", "", part)(lambda payoffs, standing: 0)
    assert before == bugs.BUGS


def test_the_steps_travel_by_name():
    """To other processes, and into the key of Numba's cache, which must not vary."""
    for step in bugs.STEPS:
        assert pickle.loads(pickle.dumps(step)) is step


# Opponents.


def reply(name, text):
    return bugs.Program(name).reply(text).round(4).tolist()


def test_a_programs_reply_is_the_rules(boards_of_o):
    program = bugs.Program("right")
    for board in boards_of_o[::7]:
        assert program.reply(board) == pytest.approx(opponent.reply_probabilities(board), abs=1e-12)


def test_the_first_line():
    # Line 3, 4, 5.
    assert reply("first line", "... .X. ...") == [0.0125] * 3 + [0.4625, 0, 0.4625] + [0.0125] * 3
    assert reply("first line", "OO. XX. X..")[2] == 0.925


def test_one_loop_wins_and_blocks_alike():
    assert reply("one loop", "OO. XX. X..") == [0, 0, 0.475, 0, 0, 0.475, 0, 0.025, 0.025]


def test_four_in_a_row_blocks_where_it_could_win(boards_of_o):
    # 2 stops 2, 4, 6.
    assert reply("four in a row", "OO. XX. X..") == [0, 0, 0.475, 0, 0, 0.475, 0, 0.025, 0.025]
    assert reply("four in a row", "OO. X.. XX.")[2] == pytest.approx(0.025)
    rule = engine.make_rule(Settings())
    for board in boards_of_o.tolist():
        if not opponent.open_in_lines(board, -1, 2):  # it differs only where it could win
            assert bugs.four_in_a_row_odds(board, rule) == opponent.near_perfect_odds(board, rule)


def test_eight_squares(boards_of_o):
    program = bugs.Program("eight squares")
    for board in boards_of_o[::11]:
        chances = program.reply(board)
        assert chances[8] == 0 and chances.sum() == pytest.approx(1)
        assert (chances[:8][board[:8] == 0] > 0).all()  # all others by a slip at least


@pytest.mark.parametrize("marker", ["network", "own"])
def test_a_wrong_opponent_does_the_same_with_either_mark(marker, boards_of_o):
    """X's move on a board is O's on the one with the marks exchanged."""
    rule = engine.make_rule(Settings(marker=marker))
    wrong = [
        one.function
        for one in (*bugs.programs.BUGS.values(), *bugs.programs.SEALED.values())
        if one.part == "opponent"
    ]
    wrong.append(bugs.programs.eight_squares_odds(0.1))
    assert len(wrong) == 5
    for board in boards_of_o[::7].tolist():
        exchanged = [-mark for mark in board]
        for odds in wrong:
            assert odds(board, rule, -1) == odds(exchanged, rule, 1)


def test_one_in_eleven():
    right, wrong = (bugs.Program(name).reply("OO. XX. X..") for name in ("right", "one in eleven"))
    assert 4 * right[8] == pytest.approx(0.1) and 4 * wrong[8] == pytest.approx(1 / 11)


def test_the_sealed_opponent_forgets_a_diagonal(boards_of_o):
    program = bugs.Program("A")
    wrong = [
        b for b in boards_of_o if not np.allclose(program.reply(b), opponent.reply_probabilities(b))
    ]
    for board in wrong:
        forgotten = board[[2, 4, 6]]
        assert {*LINES[-1]} == {2, 4, 6} and (forgotten == 0).any() and forgotten.any()
    assert len(wrong) == 337


# Founders and replication.


def test_founders():
    rng = np.random.default_rng(1)
    wide = [bugs.Program("wide weights").founder(rng) for _ in range(200)]
    assert 4.9 < max(np.abs(network.weights).max() for network in wide) <= 5
    nine = [bugs.Program("nine nodes").founder(rng) for _ in range(200)]
    assert {network.hidden_nodes for network in nine} == {*range(1, 10)}
    # Founders alone are concerned.
    assert rules_of("nine nodes") == rules_of("right") == rules_of("wide weights")


def children(name, parent, number=400):
    rng = np.random.default_rng(2)
    return [
        bugs.STEPS.replicate_weights(*odds_of(parent), rng, rules_of(name)) for _ in range(number)
    ]


def test_replication_is_the_chapters_unless_it_is_wrong(parent):
    for name in ("right", "upside down", "overwritten"):
        mine, fogels = np.random.default_rng(4), np.random.default_rng(4)
        for _ in range(30):
            ours = bugs.STEPS.replicate_weights(*odds_of(parent), mine, rules_of(name))
            theirs = replication.replicate_weights(*odds_of(parent), fogels, Settings().numbers)
            assert all(np.array_equal(*pair) for pair in zip(ours, theirs, strict=True))


def test_only_grow(parent):
    sizes = [len(hidden) for hidden, _ in children("no deletion", parent)]
    assert {*sizes} == {5, 6} and 70 < sizes.count(6) < 130


def test_the_variance(parent):
    same = [
        hidden - parent.hidden_weights
        for hidden, _ in children("variance", parent)
        if len(hidden) == 5
    ]
    assert np.std(same) == pytest.approx(np.sqrt(0.05), rel=0.02)


def test_one_noise(parent):
    same = [
        (hidden, output) for hidden, output in children("one noise", parent) if len(hidden) == 5
    ]
    for hidden, output in same:
        moves = np.append(hidden - parent.hidden_weights, output - parent.output_weights)
        assert np.ptp(moves) < 1e-12
    assert np.std([hidden[0, 0] for hidden, _ in same]) == pytest.approx(0.05, rel=0.15)


def test_digit_keys(parent):
    """What a dictionary would do that is filled under the joined digits, and read again."""
    for seed in range(40):
        hidden, output = bugs.digit_keys(
            *odds_of(parent), np.random.default_rng(seed), rules_of("digit keys")
        )
        right = replication.replicate_weights(
            *odds_of(parent), np.random.default_rng(seed), Settings().numbers
        )
        nodes, weights = range(len(right[0])), {}
        weights |= {f"{s + 1}{k + 11}": right[0][k, s] for k in nodes for s in range(9)}
        weights |= {f"{k + 11}{s + 1}": right[1][s, k] for k in nodes for s in range(9)}
        assert len(weights) < 18 * len(nodes)
        assert hidden[:, :9].tolist() == [
            [weights[f"{s + 1}{k + 11}"] for s in range(9)] for k in nodes
        ]
        assert output[:, :-1].tolist() == [
            [weights[f"{k + 11}{s + 1}"] for k in nodes] for s in range(9)
        ]
        assert (hidden[:, 9] == right[0][:, 9]).all() and (output[:, -1] == right[1][:, -1]).all()


def test_overwritten(parent):
    program = bugs.Program("overwritten")
    after, child = program.replicate(parent, np.random.default_rng(5))
    assert (after.weights == child.weights).all()
    assert not np.array_equal(after.weights, parent.weights)
    after, child = bugs.Program("right").replicate(parent, np.random.default_rng(5))
    assert (after.weights == parent.weights).all()
    assert not np.array_equal(after.weights, child.weights)


# Selection, and what is shown.


def test_upside_down():
    scores, standing = np.array([3, 1, 2, 0]), np.array([3.5, 1.5, 2.5, 0.5])
    rules = bugs.procedure("upside down", Settings(parents=2, rivals=1)).rules
    assert bugs.STEPS.survivors(scores, standing, rules).tolist() == [1, 3]
    assert bugs.STEPS.survivors(scores, standing, rules._replace(bug=0)).tolist() == [0, 2]


def test_own_rival():
    rivals = bugs.STEPS.draw_rivals(100, np.random.default_rng(6), rules_of("own rival"))
    assert rivals.shape == (100, 10) and all(len({*row}) == 10 for row in rivals.tolist())
    assert (rivals == np.arange(100)[:, None]).sum() > 2
    right = bugs.STEPS.draw_rivals(100, np.random.default_rng(6), rules_of("right"))
    assert (right == selection.draw_rivals(100, np.random.default_rng(6), Settings().numbers)).all()


def test_points_added_and_lowest():
    payoffs, rivals = np.array([5, 1, 3]), np.array([[1, 2], [0, 2], [0, 1]])
    scores = bugs.STEPS.second_round(payoffs, rivals, rules_of("points added"))
    assert scores.tolist() == [2, 0, 1] and payoffs.tolist() == [7, 1, 4]
    assert bugs.STEPS.reported(payoffs, 0, scores, rules_of("lowest")) == 1
    assert bugs.STEPS.reported(payoffs, 0, scores, rules_of("points added")) == 7


def test_lowest_is_the_same_evolution():
    right, wrong = (
        bugs.run_trial(name, SMALL, observers=[Keep((6,))]) for name in ("right", "lowest")
    )
    assert (right.kept[6].payoffs == wrong.kept[6].payoffs).all()
    assert wrong.best_payoff[-1] == right.kept[6].payoffs.min() < right.best_payoff[-1]


def test_one_seed():
    run = bugs.run_trials("one seed", SMALL.change(trials=4))
    assert [trial.number for trial in run.trials] == [0, 1, 2, 3]
    assert (run.best_payoff == bugs.run_trial("right", SMALL).best_payoff).all()
    assert intervals.mean_and_half_width(run.best_payoff)[1].max() == 0


def test_lucky_trials():
    run = bugs.run_trials("lucky trials", SMALL)
    all_of_them = bugs.run_trials("right", SMALL.change(trials=4))
    ends = all_of_them.best_payoff[:, -1]
    assert sorted(run.best_payoff[:, -1].tolist()) == sorted(ends.tolist())[2:]
    for trial in run.trials:
        assert (trial.best_payoff == all_of_them.best_payoff[trial.number]).all()


# The checks.

QUICK = Settings(trials=4, generations=100)
# The checks that raise an alarm, by their place: those of single parts, of a live run, of the
# result.
MATRIX = {
    "right": ([], [], []),
    "first line": ([0, 1], [], [9]),
    "one loop": ([0, 1], [], [9]),
    "four in a row": ([0, 1], [], [9]),
    "eight squares": ([0, 1], [], [9]),
    "one in eleven": ([1], [], []),
    "wide weights": ([2], [5, 7], []),
    "nine nodes": ([2], [], []),
    "no deletion": ([4], [6], []),
    "overwritten": ([3, 4], [5, 6, 7], []),
    "variance": ([4], [6], []),
    "one noise": ([4], [6], []),
    "digit keys": ([3, 4], [5, 6], []),
    "upside down": ([], [5, 6, 7], []),
    "own rival": ([], [5, 7], []),
    "points added": ([], [5, 7], []),
    "lowest": ([], [7], [9]),
    "one seed": ([], [], []),
    "lucky trials": ([], [], []),
}
PARTS, LIVE = range(0, 5), range(5, 8)


@pytest.mark.parametrize("name", MATRIX)
def test_checks_of_parts_and_of_a_live_run(name):
    checks, program = list(detectors.CHECKS.values()), bugs.Program(name)
    parts, live, _ = MATRIX[name]
    assert [place for place in PARTS if checks[place](program)] == parts
    assert [place for place in LIVE if checks[place](program)] == live


@pytest.mark.parametrize("name", ["right", "four in a row", "eight squares", "lowest"])
def test_checks_of_the_result(name):
    """The whole experiment is the chapter's; here four trials of 100 generations."""
    checks, program = list(detectors.CHECKS.values()), bugs.Program(name, QUICK)
    assert [place for place in (8, 9, 11) if checks[place](program)] == MATRIX[name][2]


def test_the_ceiling():
    for name, trial, words in (
        ("eight squares", 17, "in the long run; the ceiling is 29.64"),
        ("points added", 0, "of 32 games"),
        ("right", 0, ""),
    ):
        run = curve.Run(Settings(), (bugs.run_trial(name, trial=trial),))
        found = detectors.below_the_ceiling(bugs.Program(name, given=run))
        assert words in found and bool(words) == bool(found)


def test_the_null_model_and_another_seed():
    assert not detectors.by_chance(bugs.Program("right", QUICK))
    assert "hidden nodes in generation 100" in detectors.by_chance(
        bugs.Program("no deletion", QUICK)
    )
    assert "equal to the last payoff" in detectors.trials_differ(bugs.Program("one seed", QUICK))


def test_no_check_sees_the_sealed_replication(parent):
    program = bugs.Program("B", QUICK)
    assert not any(check(program) for check in detectors.CHECKS.values())
    assert program.procedure.rules.delete_newest


def test_checks_look_at_what_they_say_and_at_nothing_else():
    """So another system need not bring more than that, and need not be a bugs.Program."""

    class Looked:
        def __init__(self):
            self.at = set()

        def __getattr__(self, name):
            self.at.add(name)
            return getattr(right, name)

    right, needed = bugs.Program("right", QUICK), set()
    for check in detectors.CHECKS.values():
        program = Looked()
        assert check(program) == "" and program.at == {*check.needs}
        needed |= program.at
    assert needed == {
        "reply",
        "founder",
        "replicate",
        "long_run",
        *detectors.ProgramLike.__annotations__,
    }


def test_checks_take_another_program():
    lazy = SimpleNamespace(settings=Settings(), reply=lambda board: np.full(9, 1 / 9))
    assert detectors.CHECKS["opponent: 5 boards by hand"](lazy).startswith("on OO. XX. X..")
    assert "2,097 boards" in detectors.CHECKS["opponent: all 2,097 boards"](lazy)
    childless = SimpleNamespace(settings=Settings(), replicate=lambda parent, rng: (parent, parent))
    assert not detectors.CHECKS["replication: one child"](childless)
    assert "0 of 600 children have 6 nodes" in detectors.CHECKS["replication: 600 children"](
        childless
    )


def test_a_new_node_whose_outputs_are_not_0_is_noticed():
    def replicate(parent, rng):
        child = replication.replicate(parent, rng)
        output = child.output_weights.copy()
        output[0, -2] += child.hidden_nodes > parent.hidden_nodes
        return parent, Network(child.hidden_weights, output)

    program = SimpleNamespace(settings=Settings(), replicate=replicate)
    assert detectors.CHECKS["replication: one child"](program) == "a new node's weights are not 0"


def test_founders_that_are_narrow_and_children_that_are_too_large_are_noticed():
    narrow = SimpleNamespace(
        settings=Settings(), founder=lambda rng: random_network(rng, Settings(weight_range=0.25))
    )
    assert (
        detectors.CHECKS["founders: 500 drawn"](narrow)
        == "the largest weight of 500 founders is 0.25"
    )

    def replicate(parent, rng):
        output = parent.output_weights
        grown = np.concatenate([output[:, :-1], np.zeros((9, 1)), output[:, -1:]], axis=1)
        return parent, Network(np.concatenate([parent.hidden_weights, np.zeros((1, 10))]), grown)

    growing = SimpleNamespace(settings=Settings(min_hidden=2, max_hidden=5), replicate=replicate)
    assert (
        detectors.CHECKS["replication: one child"](growing)
        == "a parent of 5 hidden nodes has a child of 6"
    )


def test_payoffs_on_either_side_and_a_curve_below_in_every_trial_are_noticed():
    run = curve.run_trials(QUICK.change(trials=2), observers=[Keep((1, 100))])

    def said(payoffs=(0, 0), best=(0, 0)):
        """The check's words when this is added, by trial, to all payoffs or the curve."""
        trials = []
        for trial, more, above in zip(run.trials, payoffs, best, strict=True):
            kept = {
                number: replace(one, payoffs=one.payoffs + more)
                for number, one in trial.kept.items()
            }
            trials.append(replace(trial, kept=kept, best_payoff=trial.best_payoff + above))
        changed = SimpleNamespace(settings=Settings(), run=SimpleNamespace(trials=trials))
        return detectors.CHECKS["result: exact audit"](changed)

    assert said() == said(best=(-999, 0)) == said(best=(0, -999)) == ""
    assert "in every trial the curve lies below" in said(best=(-999, -999))
    assert "payoffs lie +" in said(payoffs=(20, 20)) and "payoffs lie -" in said(payoffs=(-20, -20))


# {what is wrong with an entry of a log: (what it has in place of its own, what is said of it)}.
LOG = {
    "a game too few": (
        lambda one: {"results": (*one.results[:2], one.results[2] - 1)},
        "has played 31 games",
    ),
    "a game too many": (
        lambda one: {"results": (*one.results[:2], one.results[2] + 1)},
        "has played 33 games",
    ),
    "payoff": (lambda one: {"payoff": one.payoff + 1}, "has payoff"),
    "met itself": (
        lambda one: {"lost": (one.number, *one.lost[1:])},
        "does not have 10 rivals other than itself",
    ),
    "a rival too few": (
        lambda one: {"lost": one.lost[1:]},
        "does not have 10 rivals other than itself",
    ),
    "score too low": (lambda one: {"score": one.score - 1}, "has score"),
    "score too high": (lambda one: {"score": one.score + 1}, "has score"),
    "selected": (lambda one: {"selected": not one.selected}, "survive, with scores down to"),
    "other weights": (
        lambda one: {"weights": ("-9.00", *one.weights[1:])},
        "has other weights than before",
    ),
    "wide founder": (
        lambda one: {"weights": ("-0.51", *one.weights[1:])},
        "has weights from -0.51",
    ),
}


@pytest.fixture(scope="module")
def program():
    """The right program, with the log of a run."""
    return bugs.Program("right", QUICK)


@pytest.mark.parametrize("wrong", LOG)
def test_whatever_a_log_contradicts_is_noticed(wrong, program, monkeypatch):
    """A founder with two losses or more, in generation 1 or, where it survives, in 2."""
    change, words = LOG[wrong]
    log, number = program.watched.observer.logbook.log, 2 if wrong == "other weights" else 1
    founder = next(one for one in log.generations[number] if one.number <= 50 and len(one.lost) > 1)
    changed = tuple(
        replace(one, **change(one)) if one is founder else one for one in log.generations[number]
    )
    other = replace(log, generations={**log.generations, number: changed})
    monkeypatch.setattr(logbook, "read", lambda text, check: other)
    said = detectors.CHECKS["live run: log added up"](program)
    assert words in said
    assert said.startswith(f"generation {number}: " if wrong != "wide founder" else "founder ")
    assert wrong == "selected" or f"{founder.number} {words.split()[0]} " in said


def test_a_curve_that_is_not_that_of_the_log_is_noticed(program):
    trial = replace(program.watched, best_payoff=program.watched.best_payoff - 1)
    other = SimpleNamespace(settings=program.settings, watched=trial)
    assert "the highest payoff is" in detectors.CHECKS["live run: log added up"](other)


def test_a_run_that_is_handed_in_is_not_made_anew():
    given = curve.run_trials(SMALL, observers=[Keep((1,))])
    assert bugs.Program("variance", SMALL, given).run is given


def test_the_boards_drawn_by_hand():
    for text, squares in detectors.BY_HAND.items():
        board = encode(text)
        assert board.sum() == 1 and not winner(board)
        odds = opponent.near_perfect_odds(board.tolist(), engine.make_rule(Settings()))
        assert {square for square in range(9) if odds[square]} == squares


def test_the_long_run_is_the_exact_one():
    program = bugs.Program("right", QUICK)
    for champion, exact in zip(program.run.champions, program.run.exact_payoffs, strict=True):
        mean, error = program.long_run(champion)
        assert abs(mean - exact) < 5 * error and error < 0.5


def test_smallest_sets():
    caught = [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 0]]
    assert detectors.smallest_sets(caught) == [(2, 3)]
    assert detectors.smallest_sets([[1, 1], [1, 1]]) == [(0,), (1,)]
    assert detectors.smallest_sets([[0, 0]]) == [()]
