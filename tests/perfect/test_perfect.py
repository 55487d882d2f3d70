from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from audited_by_hand import by_fractions

from fogel import Settings, audit, engine
from fogel.core.champion import load_champion
from fogel.encoding import X_TO_MOVE, is_final, open_squares, positions, put, to_move, winner
from fogel.perfect import annealer, climber
from fogel.play import shipped

READINGS = [{}, {"marker": "own"}, {"line_choice": "first"}]
READINGS += [{"marker": "own", "line_choice": choice} for choice in ("lines", "first")]


@pytest.fixture(scope="module")
def networks():
    return {
        name: load_champion(shipped(name))
        for name in ("ceiling", "two-nodes", "two-nodes-lines", "one-node")
    }


def met(network, board=(0,) * 9):
    """Every board on which a network that begins may have to move."""
    if is_final(board):
        return set()
    after = put(board, network(board), 1)
    replies = [] if is_final(after) else [put(after, square, -1) for square in open_squares(after)]
    return {board}.union(*(met(network, reply) for reply in replies))


@pytest.mark.parametrize("name", ["ceiling", "two-nodes"])
def test_a_perfect_champion_stands_at_the_ceiling(networks, name):
    """In fractions, by sums that are not the audit's: the payoff is the ceiling, and all moves
    reach it.
    """
    win, tie, loss = by_fractions(networks[name], Settings())
    best = audit.ceiling()
    assert win + tie + loss == 1 and loss == 0
    assert 32 * (win - 10 * loss) == best.payoff == Fraction(17784443, 600000)
    assert all(networks[name](board) in best.moves[board] for board in met(networks[name]))
    assert networks[name].hidden_nodes == {"ceiling": 10, "two-nodes": 2}[name]


@pytest.mark.parametrize("changes", [*READINGS, {"line_choice": "lines"}], ids=str)
def test_two_nodes_are_enough_in_every_reading(networks, changes):
    settings = Settings(**changes)
    network = networks["two-nodes" if changes in READINGS else "two-nodes-lines"]
    assert network.hidden_nodes == 2 and audit.mistakes(network, settings) == {}
    exact = audit.results(network, settings=settings, exact=True)
    assert audit.expected_payoff(exact, settings) == audit.ceiling(settings).payoff


@pytest.mark.parametrize("name", ["ceiling", "two-nodes", "one-node"])
def test_no_replies_beat_them(networks, name):
    def can_lose(board):
        if is_final(board):
            return winner(board) == -1
        squares = [networks[name](board)] if to_move(board) == 1 else open_squares(board)
        return any(can_lose(put(board, square, to_move(board))) for square in squares)

    assert not can_lose((0,) * 9)


def untilted(output):
    """The whole weights behind steep nodes: the lower of two equal squares has a little more from
    the bias.
    """
    return output + np.outer(np.arange(9) / 64, np.arange(output.shape[1]) == output.shape[1] - 1)


@pytest.mark.parametrize("name", ["one-node", "two-nodes"])
def test_a_network_is_cards(networks, name, boards_of_x):
    """Yes or no for each node, and for each pair of answers one order of squares: on all boards,
    met or not.
    """
    network, output = networks[name], untilted(networks[name].output_weights)
    assert (output == output.round()).all()
    for board in boards_of_x:
        yes = network.hidden_weights[:, :9] @ board + network.hidden_weights[:, 9] > 0
        sums = output[:, :-1] @ yes + output[:, -1]
        assert network.choose(board) == max(
            (s for s in range(9) if board[s] == 0), key=lambda s: (sums[s], -s)
        )


def test_one_node_looks_at_two_squares(networks):
    network = networks["one-node"]
    assert network.hidden_nodes == 1
    assert np.flatnonzero(network.hidden_weights[0, :9]).tolist() == [0, 4]
    output = untilted(network.output_weights)
    assert (output == output.round()).all() and np.abs(output).max() == 2


def same_network(one, other):
    return np.array_equal(one.hidden_weights, other.hidden_weights) and np.array_equal(
        one.output_weights, other.output_weights
    )


def test_the_climber_finds_the_shipped_network_again(networks, tmp_path, command):
    path, ceiling = tmp_path / "found.json", float(audit.ceiling().payoff)
    said = command.json("evolve --exact --seed 7 --out", path)
    assert said["perfect"] and said["payoff"] == pytest.approx(ceiling, abs=1e-9)
    assert same_network(load_champion(path), networks["ceiling"]), "run: make champions"


def test_the_annealer_finds_the_smallest_again(networks):
    for name, search in (
        ("one-node", annealer.smallest_that_never_loses),
        ("two-nodes", annealer.smallest_at_the_ceiling),
        ("two-nodes-lines", annealer.smallest_line_by_line),
    ):
        found = search()
        assert found.wrong == 0 and found.starts == 1 and found.tried < 1_000_000
        assert same_network(found.champion, networks[name])


def test_a_short_climb_is_honest():
    short = climber.climb(Settings(seed=3), 2, most=20_000)
    assert not short.perfect and short.audited == 20_000 == climber.CHUNK * len(short.history)
    payoff = audit.expected_payoff(audit.results(short.champion))
    assert short.payoff == max(short.history) == pytest.approx(payoff)
    assert (np.diff(short.history) >= 0).all() and short.starts == 1
    again = climber.climb(Settings(seed=3), 2, most=20_000)
    assert same_network(short.champion, again.champion)


def test_a_stuck_climber_starts_anew(monkeypatch):
    monkeypatch.setattr(climber, "PATIENCE", 1)
    found = climber.climb(Settings(seed=4), 1, most=100_000)
    drops = int((np.diff(found.history) < 0).sum())
    assert found.starts > 1 and drops <= found.starts - 1


@pytest.mark.parametrize(
    "changes",
    [{}, {"slip": 0.4, "marker": "own", "loss_payoff": -3, "games": 8}],
    ids=["", "other"],
)
def test_the_best_of_all_starts_is_kept(changes, monkeypatch):
    """A parent gives way to no worse child, and after two chunks without gain to a new start; few
    end at their best.
    """
    monkeypatch.setattr(climber, "CHUNK", 100)
    monkeypatch.setattr(climber, "PATIENCE", 2)
    last_is_worse = 0
    for seed in range(6):
        settings = Settings(seed=seed, **changes)
        found = climber.climb(settings, 2, most=4_000)
        starts, waited, best = 0, 2, None
        for payoff in found.history:
            if waited == 2:
                starts, waited, best = starts + 1, 0, -np.inf
            assert payoff >= best
            waited = 0 if payoff > best else waited + 1
            best = payoff
        assert found.starts == starts > 1 and found.audited == 4_000
        exact = audit.results(found.champion, settings=settings)
        assert found.payoff == found.champion.payoff == found.history.max()
        assert found.payoff == pytest.approx(audit.expected_payoff(exact, settings), abs=1e-9)
        assert found.champion.hidden_nodes == 2 and found.champion.seed == seed
        last_is_worse += found.history[-1] < found.payoff
    assert last_is_worse > 3


def test_near_the_ceiling_is_not_at_it(monkeypatch):
    """A payoff that is near enough to look at the moves does not make a network perfect, and does
    not end the climb.
    """
    monkeypatch.setattr(climber, "CHUNK", 100)
    monkeypatch.setattr(climber, "NEAR", 1000.0)
    found = climber.climb(Settings(seed=1), 1, most=500)
    assert not found.perfect and found.audited == 500 and audit.mistakes(found.champion)


def test_steps_have_all_sizes():
    rng = np.random.default_rng(1)
    hidden, output = np.zeros((10, 10)), np.zeros((9, 11))
    kept = hidden.copy(), output.copy()
    sizes, counts = [], []
    for _ in range(3000):
        moved = np.concatenate([part.ravel() for part in climber.step_weights(hidden, output, rng)])
        counts.append(np.count_nonzero(moved))
        if counts[-1] > 20:
            sizes.append(np.std(moved[moved != 0]))
    assert np.array_equal(hidden, kept[0]) and np.array_equal(output, kept[1])
    assert min(counts) <= 1 and max(counts) == hidden.size + output.size
    logs = np.log10(sizes)
    assert abs(np.mean(logs) - 0.5 * (-2 + 1)) < 0.1 and logs.min() < -1.9 and logs.max() > 0.9


@pytest.mark.parametrize("steps", [1, 20, 2_000])
@pytest.mark.parametrize("steep", [False, True])
def test_whole_weights_stay_whole_and_in_their_limits(steep, steps):
    """Those that it begins with, which many steps would put right, and those that it comes to."""
    goal = annealer.never_to_lose()
    found = annealer.anneal(
        goal, 2, 2, 3, squares=(1, 5), steep=steep, seed=5, steps=steps, starts=1
    )
    hidden, output = found.champion.hidden_weights, found.champion.output_weights
    assert not np.delete(hidden, [1, 5, 9], axis=1).any()
    whole = (hidden - np.array([0] * 9 + [10])) / 20 if steep else hidden
    assert (whole == whole.round()).all() and np.abs(whole).max() <= 2
    output = untilted(output) if steep else output
    assert (output == output.round()).all() and np.abs(output).max() <= 3


@pytest.mark.parametrize("steep", [False, True])
def test_a_step_keeps_to_whole_weights(steep):
    """From any whole weights, over and over: a few change, the old arrays stay, and every value
    comes up.
    """
    rng, unit = np.random.default_rng(2), 20.0 if steep else 1.0
    most = np.array([0, 2, 0, 0, 0, 2, 0, 0, 0, 1])
    hidden, output = np.full((2, 10), 0.0), np.zeros((9, 3))
    if steep:
        hidden[:, 9] += 10
        output[:, -1] -= np.arange(9) / 64
    seen, changed = set(), []
    for _ in range(3000):
        kept = hidden.copy(), output.copy()
        after = annealer.step_whole(hidden, output, (most, 3, unit), rng)
        assert np.array_equal(hidden, kept[0]) and np.array_equal(output, kept[1])
        changed.append(sum((one != other).sum() for one, other in zip(after, kept, strict=True)))
        hidden, output = after
        whole = (hidden - np.array([0] * 9 + [10])) / 20 if steep else hidden
        biases = untilted(output) if steep else output
        assert (whole == whole.round()).all() and (np.abs(whole) <= most).all()
        assert (biases == biases.round()).all() and np.abs(biases).max() <= 3
        seen |= {("hidden", *place, value) for place, value in np.ndenumerate(whole)}
        seen |= {("output", *place, value) for place, value in np.ndenumerate(biases)}
    assert len(seen) == 2 * (2 * most + 1).sum() + 27 * 7
    assert 0 in changed and 1 in changed and max(changed) > 3


def test_another_whole_number():
    """Up, down or any: from the middle and from the edge."""
    rng = np.random.default_rng(3)
    for value in (0, 4):
        found = np.bincount(
            [annealer.another_whole(value, 4, rng) + 4 for _ in range(9000)], minlength=9
        )
        expected = np.full(9, 500.0)
        expected[value + 3] += 2250
        expected[min(value + 5, 8)] += 2250
        assert (np.abs(found - expected) < 5 * np.sqrt(expected)).all()


def test_the_annealer_keeps_the_best_of_all_starts():
    """With one more start it is never worse, and what it says is true of its network."""
    goal, tables = annealer.never_to_lose(), engine.random_tables()
    last_is_worse = 0
    for seed in range(4):
        found = [
            annealer.anneal(goal, 1, 1, 2, seed=seed, steps=30, starts=starts)
            for starts in range(1, 6)
        ]
        wrong = [one.wrong for one in found]
        assert wrong == sorted(wrong, reverse=True) and wrong[-1] > 0
        for starts, one in enumerate(found, start=1):
            world = engine.make_world([one.champion], tables, Settings().numbers)
            assert one.starts == starts and one.tried == 30 * starts
            assert annealer.wrong_moves(world, 0, goal, np.inf) == one.wrong
        last_is_worse += any(one == other for one, other in pairwise(wrong))
    assert last_is_worse > 1


@pytest.mark.parametrize("name", ["ceiling", "one-node", "generation-100", "champion"])
def test_wrong_moves_are_counted(name):
    """Against a slow count: boards reached by right moves alone, with 64, 16, 4 or 1 for each wrong
    one.
    """
    network, goal = load_champion(shipped(name)), annealer.to_reach_the_ceiling()
    best = audit.ceiling().moves

    def wrong(board, seen):
        if is_final(board) or board in seen:
            return 0
        seen.add(board)
        if network(board) not in best[board]:
            return 64 / 2 ** (9 - board.count(0))
        after = put(board, network(board), 1)
        replies = [] if is_final(after) else open_squares(after)
        return sum(wrong(put(after, square, -1), seen) for square in replies)

    world = engine.make_world([network], engine.random_tables(), Settings().numbers)
    slow = wrong((0,) * 9, set())
    # boards with one open square are no choice, and the engine leaves them out
    assert annealer.wrong_moves(world, 0, goal, np.inf) == slow
    assert (slow == 0) == (name == "ceiling")
    assert not world.room.reached.any()


def test_goals():
    boards = [tuple(board) for board in positions().tolist()]
    never, top = annealer.never_to_lose(), annealer.to_reach_the_ceiling()
    best = audit.ceiling()
    rows = {board: row for row, board in enumerate(boards)}
    for row in range(0, X_TO_MOVE, 7):
        after = {square: rows[put(boards[row], square, 1)] for square in open_squares(boards[row])}
        right = tuple(
            square for square, there in after.items() if top.values[there] >= top.needed[row]
        )
        assert right == best.moves[boards[row]]
        for there in after.values():
            assert (never.values[there] >= never.needed[row]) != o_can_win(boards[there])


@cache
def o_can_win(board):
    """Whether O can force a win, whoever is to move."""
    if is_final(board):
        return winner(board) == -1
    mark = to_move(board)
    choose = any if mark == -1 else all
    return choose(o_can_win(put(board, square, mark)) for square in open_squares(board))


def test_evolve_without_exact_is_a_trial(tmp_path, command):
    path = tmp_path / "evolved.json"
    said = command("evolve --generations 5 --parents 10 --out", path)
    champion = load_champion(path)
    assert champion.generation == 5 and f"made {champion.payoff} in 32 games" in said


@pytest.mark.parametrize("option", ["--hidden-nodes 11", "--max-networks 0", "--slip 2"])
def test_evolve_names_what_is_wrong(option, command):
    assert option.split()[0] in command.refused(f"evolve --exact {option}")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"hidden_nodes": 11}, "hidden_nodes must be a whole number from 1 to 10, not 11"),
        ({"inputs": 0}, "inputs must be a whole number from 1 to 1000, not 0"),
        ({"starts": 1.5}, "starts must be a whole number from 1 to 1000000000, not 1.5"),
        ({"squares": (4, 9)}, "squares must be numbers from 0 to 8"),
        ({"starts": 0}, "starts must be"),
    ],
)
def test_wrong_arguments_are_named(wrong, message):
    right = {"hidden_nodes": 1, "inputs": 1, "outputs": 1}
    with pytest.raises(ValueError, match=message):
        annealer.anneal(annealer.never_to_lose(), **right | wrong)
    with pytest.raises(ValueError, match="hidden_nodes must be"):
        climber.climb(hidden_nodes=0)
