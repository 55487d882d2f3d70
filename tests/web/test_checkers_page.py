"""The page of checkers: rules, evaluators and look-ahead are the package's, and whatever one
clicks, a game is legal.
"""

import json
import random
from functools import partial

import numpy as np
import pytest
from board_pages import tally
from browser import wait_until
from checkers_positions import random_position, reachable
from games import random_game

from fogel.checkers import solved
from fogel.checkers.evolution import CheckersEvolution, evaluator_at
from fogel.checkers.files import CheckersChampion
from fogel.checkers.game import CheckersGame
from fogel.checkers.lookahead import compute_scores, foreseen
from fogel.checkers.matches import elo, points_and_ends
from fogel.checkers.network import compute_inputs, material_evaluator, tanh, value_by_nodes
from fogel.checkers.rating import rate
from fogel.checkers.rules import Checkers, Position, after, jumped, moves, notation
from fogel.checkers.run import MEASURING
from fogel.checkers.settings import CheckersSettings
from fogel.checkers.texts import CHECKERS
from fogel.cli import main
from fogel.core.settings import trial_rng
from fogel.web.builder import board_body
from fogel.web.checkers.page import BOARDS, KINDS, MOST_PLIES, SHOWN, checkers_page

SMALL, SIX, EIGHT = Checkers(6, 4, 2), Checkers(6, 6, 6), Checkers(8, 8, 12)
MATERIAL = "material player"
SMALLEST = {"rows": 6, "columns": 4, "men": 2}
PLAYERS = {  # of many shapes
    "six": {"rows": 6, "columns": 6, "men": 6},
    "small": SMALLEST | {"first_hidden": 7, "second_hidden": 3, "plies": 2, "extension": 4},
    "eight": {},
    "windows": {"windows": True, "rotate_board": False},
    "linked": SMALLEST
    | {"windows": True, "material_weight": "evolved", "first_hidden": 5, "max_moves": 30},
    "unlinked": {"rows": 6, "columns": 6, "men": 3, "material_weight": "none", "first_hidden": 5},
}


@pytest.fixture(scope="module")
def champions():
    rng = np.random.default_rng(19)
    made = {}
    for name, changes in PLAYERS.items():
        settings = CheckersSettings(**changes)
        weights = rng.normal(0.0, 0.3, settings.shape.weights)
        king = float(rng.uniform(1.0, 3.0))
        made[name] = CheckersChampion(weights, king, settings, generation=7, trial=2)
    return made


@pytest.fixture(scope="module")
def folder(tmp_path_factory, champions):
    """A folder with the page of the champions' files."""
    folder = tmp_path_factory.mktemp("checkers")
    for name, champion in champions.items():
        champion.save(folder / f"{name}.json")
    files = [str(folder / f"{name}.json") for name in champions]
    assert main(["page", *files, "--out", str(folder / "page.html")]) == 0
    return folder


@pytest.fixture(scope="module")
def known(champions):
    """{name: (its place on the page, its game, its Evaluator, how far it looks beyond its plies,
    what it takes a position to be worth)}.
    """
    found = {}
    for place, (name, one) in enumerate(champions.items()):
        settings, link = one.settings, one.evaluator.link
        estimate = partial(
            value_by_nodes,
            settings.shape,
            one.weights,
            one.king,
            link=link,
            turned=settings.rotate_board,
        )
        found[name] = place, settings.game, one.evaluator, settings.ahead.extension, estimate
    evaluator, estimate = material_evaluator(1.5), lambda one: sum(compute_inputs(one, 1.5))
    return found | {MATERIAL: (len(PLAYERS), SIX, evaluator, 2, estimate)}


# The same as in Python.


def shape_of(game):
    return {"rows": game.rows, "columns": game.columns, "men": game.men}


def drawn_positions(game, count, seed=19):
    """Positions of games at random, and some that nobody reaches."""
    rng, found = np.random.default_rng(seed), []
    while len(found) < count // 2:
        found += [turn.position for turn, _ in random_game(CheckersGame(game, 60), rng)]
    pieces = rng.integers(2, game.squares // 2, count // 2)
    return found[: count // 2] + [random_position(game, rng, int(one)) for one in pieces]


POSITIONS = {  # by game
    Checkers(4, 4, 2): lambda: sorted(reachable(Checkers(4, 4, 2))),
    SMALL: lambda: sorted(reachable(SMALL))[::5],
    SIX: lambda: drawn_positions(SIX, 4000),
    EIGHT: lambda: drawn_positions(EIGHT, 4000),
    Checkers(4, 10, 5): lambda: drawn_positions(Checkers(4, 10, 5), 1000),
}
on_boards = pytest.mark.parametrize(
    "game", POSITIONS, ids=lambda game: f"{game.rows}x{game.columns}"
)
MOVES = """(shape, positions) => {
  const game = new Checkers(shape);
  return positions.map(([board, player]) => {
    const position = { board, player };
    const found = moves(game, position).map((move) => {
      const { board: next, player: other } = after(game, position, move);
      return [move, next, other, jumped(game, move), notation(game, move)];
    });
    return [found, canJump(game, position), canStep(game, position)];
  });
}"""


@on_boards
def test_moves_are_those_of_the_rules(game, script):
    """All of them and in their order, what they lead to, and how they are written."""
    positions = POSITIONS[game]()
    kings, told = 0, script(MOVES, shape_of(game), positions)
    for position, (found, jumps, steps) in zip(positions, told, strict=True):
        allowed = moves(game, position)
        kings += 2 in position.board
        for move, its in zip(allowed, found, strict=True):
            board, player = after(game, position, move)
            assert its == [[*move], [*board], player, jumped(game, move), notation(game, move)]
        assert jumps == any(jumped(game, move) for move in allowed)
        assert jumps or steps == bool(allowed)
    assert len(positions) >= 1000 and kings > 100


EXACT_VALUE = """(place, positions) => {
  const player = DATA.players[place];
  const evaluator = new Evaluator({ ...player, squares: new Checkers(DATA.boards[player.board]).squares });
  return positions.map(([board, player]) => evaluator.value({ board, player }));
}"""


@pytest.mark.parametrize("name", [*PLAYERS, MATERIAL])
def test_networks_evaluate_with_the_same_bits(name, known, script):
    place, game, _, _, estimate = known[name]
    positions = drawn_positions(game, 1200, seed=20)
    expected = [*map(estimate, positions)]
    assert script(EXACT_VALUE, place, positions) == expected
    assert len({*expected}) > (10 if name == MATERIAL else 500)


def test_tanh_and_the_next_number_have_the_same_bits(script):
    values = np.random.default_rng(1).normal(0.0, 30.0, 20_000).tolist()
    values += [0.0, 0.1, -0.1, 1.0, -1.0, 1e308, -1e308, 5e-324, -5e-324, -1.7976931348623157e308]
    assert script("values => values.map(tanh)", values) == [*map(tanh, values)]
    assert (
        script("values => values.map(nextAbove)", values) == np.nextafter(values, np.inf).tolist()
    )
    ask = "() => [nextAbove(Infinity) === Infinity, nextAbove(-Infinity) === -Number.MAX_VALUE]"
    assert script(ask) == [True, True]


SCORES = """(place, positions, plies, all) => positions.map(([board, player]) => {
  const { board: at, ...evaluator } = DATA.players[place];
  const order = { shape: DATA.boards[at], position: { board, player }, player: evaluator, plies, all, solved: null };
  return answer(order).scores.map(String);
})"""


def scores(script, *arguments):
    return [list(map(float, found)) for found in script(SCORES, *arguments)]


@pytest.mark.parametrize("plies", [1, 2, 4, 6])
@pytest.mark.parametrize("name", [*PLAYERS, MATERIAL])
def test_the_best_moves_and_their_scores_are_those_of_the_package(name, plies, known, script):
    """What the compiled search finds: the same best moves with the same bits, and all others below
    them.
    """
    place, game, evaluator, extension, _ = known[name]
    count = {1: 600, 2: 600, 4: 200, 6: 40}[plies]
    positions = [one for one in drawn_positions(game, count, seed=plies) if moves(game, one)]
    equal = 0
    found = scores(script, place, positions, plies, False)
    for position, its in zip(positions, found, strict=True):
        expected = compute_scores(game, position, evaluator, plies, extension).tolist()
        best = max(expected)
        assert max(its) == best
        assert [one == best for one in its] == [one == best for one in expected]
        equal += expected.count(best) > 1
    assert len(positions) > 0.6 * count and (equal or name != MATERIAL)


@pytest.mark.parametrize(("name", "plies"), [("small", 3), ("linked", 2), ("six", 2), ("eight", 2)])
def test_all_scores_are_exact_where_they_are_asked_for(name, plies, known, script):
    place, game, _, extension, estimate = known[name]
    positions = [one for one in drawn_positions(game, 40, seed=3) if moves(game, one)]
    found = scores(script, place, positions, plies, True)
    for position, one in zip(positions, found, strict=True):
        below = [after(game, position, move) for move in moves(game, position)]
        assert one == [-foreseen(game, next, plies - 1, extension, estimate) for next in below]


def test_small_boards_come_with_what_each_move_is_worth(script):
    ask = """async (place) => {
      await unpack();
      const solution = new Solution(new Checkers(DATA.boards[place]), DATA.solved[place]);
      const told = solution.positions.flatMap((position) => solution.outcomes(position));
      return [solution.first, solution.child, told, DATA.solved.map((one) => one && one.length)];
    }"""
    place, solution = script("() => DATA.boards").index(shape_of(SMALL)), solved.solve(SMALL)
    first, child, told, tables = script(ask, place)
    assert np.array_equal(first, solution.first) and np.array_equal(child, solution.child)
    assert np.array_equal(told, solution.plies[solution.child] + 1)
    assert {len(solution.value), None} == {*tables}


# A game.


def press(tab, *squares):
    for square in squares:
        tab.locator(f"#board [data-square='{square}']").click()


def sit(tab, name):
    """Let one of PLAYERS be the adversary."""
    tab.locator("#adversary").select_option(str([*PLAYERS].index(name)))


@pytest.fixture
def eight(tab):
    """The page with the player of 8x8."""
    sit(tab, "eight")
    return tab


def position_of(tab):
    found = tab.evaluate("match.position")
    return Position(tuple(found["board"]), found["player"])


def wait_for_turn(tab):
    wait_until(tab, "() => match.over || match.waits")


def moves_made(tab):
    return [tuple(move) for move in tab.evaluate("match.moves")]


def best_moves(game, position, evaluator, plies, extension):
    """The best moves by the compiled search."""
    found = compute_scores(game, position, evaluator, plies, extension)
    return [moves(game, position)[at] for at in np.flatnonzero(found == found.max())]


def play_out(tab, champion, plies, rng):
    """Plays whole games by clicking, anything that is allowed; every reply is one of the best in
    Python.
    """
    game, limit = champion.settings.game, champion.settings.max_moves
    wait_for_turn(tab)
    made = moves_made(tab)
    while moves(game, position_of(tab)) and len(made) < limit:
        before = position_of(tab)
        move = rng.choice(moves(game, before))
        press(tab, *move)
        wait_for_turn(tab)
        here, made = after(game, before, move), moves_made(tab)
        if position_of(tab) == here:
            assert made[-1] == move and (not moves(game, here) or len(made) == limit)
            break
        extension = champion.settings.ahead.extension
        assert made[-2] == move
        assert made[-1] in best_moves(game, here, champion.evaluator, plies, extension)
        assert position_of(tab) == after(game, here, made[-1])
    position = position_of(tab)
    person = tab.evaluate("side()")
    drawn = bool(moves(game, position))
    assert not drawn or len(made) == limit
    return "draws" if drawn else "losses" if position.player == person else "wins", made


@pytest.mark.parametrize(
    ("name", "plies", "begins"), [("small", 2, True), ("linked", 4, False), ("six", 4, True)]
)
def test_a_whole_game_by_clicks(name, plies, begins, champions, tab):
    sit(tab, name)
    assert tab.locator("#plies").input_value() == str(champions[name].settings.plies)
    tab.locator("#plies").select_option(str(plies))
    if not begins:
        tab.locator("#order label[for=it-begins]").click()
    won, made = play_out(tab, champions[name], plies, random.Random(name))
    assert tally(tab) == [int(won == name) for name in ("wins", "draws", "losses")]
    words = {"wins": "you win", "losses": "you lose", "draws": "A draw"}[won]
    assert words in tab.locator("#status").inner_text()
    texts = [notation(champions[name].settings.game, move) for move in made]
    assert tab.locator("#strip button").all_inner_texts() == ["start", *texts]
    tab.locator("#undo").click()
    assert tab.evaluate("[match.waits, match.over]") == [True, False]
    assert tally(tab) == [0, 0, 0]


SET_UP = """([board, player, made]) => {
  begin(player === 1);
  match.stop();
  Object.assign(match, { positions: [{ board, player, made }], moves: [] });
  match.settle();
  change();
}"""


def set_up(tab, position, made=0):
    """A position on the page, of the person who is to move there."""
    wait_for_turn(tab)
    tab.evaluate(SET_UP, [*position, made])


def board_of(game, **pieces):
    """A board with pieces: `s7=1` is a man of player 1 on 7."""
    board = [0] * game.squares
    for square, piece in pieces.items():
        board[int(square[1:]) - 1] = piece
    return tuple(board)


def squares_with(tab, name):
    return tab.evaluate(
        "name => buttons().filter((b) => name in b.dataset).map((b) => +b.dataset.square)", name
    )


def test_a_jump_goes_square_by_square_and_what_it_takes_lies_until_the_end(eight):
    position = Position(board_of(EIGHT, s1=1, s2=1, s6=-1, s14=-1, s32=-1), 1)
    set_up(eight, position)
    assert sorted(squares_with(eight, "movable")) == [1, 2]
    assert "you must jump" in eight.inner_text("#status")
    press(eight, 1)
    assert squares_with(eight, "target") == [10] and squares_with(eight, "held") == [1]
    press(eight, 10)
    assert eight.inner_text("#status") == "Jump on from 10 to 17."
    assert squares_with(eight, "taken") == [6] and squares_with(eight, "held") == [10]
    label = eight.locator("[data-square='6']").get_attribute("aria-label")
    assert label == "square 6, its man, jumped over"
    shown = eight.evaluate("shownBoard(match.position)")
    assert (shown[0], shown[9]) == (0, 1) and moves_made(eight) == []
    press(eight, 10)  # puts it down where it came from
    assert squares_with(eight, "taken") == []
    assert eight.evaluate("shownBoard(match.position)[0]") == 1
    press(eight, 1, 17)  # the last square at once
    wait_for_turn(eight)
    assert moves_made(eight)[0] == (1, 10, 17)
    assert position_of(eight).board[5] == position_of(eight).board[13] == 0


SAID = [
    ([20], "Take one of your pieces first."),
    ([1], "1 can’t move."),
    ([9], "9 is in hand; it can go to 13 or 14."),
    ([9, 17], "9 can’t go to 17, but to 13 or 14."),
    ([9, 9], "9 is put down again."),
    ([9, 10], "10 is in hand; it can go to 14 or 15."),
]


@pytest.mark.parametrize(("squares", "said"), SAID)
def test_why_nothing_happens_is_said(squares, said, eight):
    press(eight, *squares)
    assert eight.inner_text("#status") == said and moves_made(eight) == []


def test_a_piece_that_may_not_move_names_those_that_must_jump(eight):
    set_up(eight, Position(board_of(EIGHT, s1=1, s4=1, s6=-1, s32=-1), 1))
    press(eight, 4)
    assert eight.inner_text("#status") == "4 can’t jump, and a jump must be taken: by 1."


def test_with_keys_alone(eight):
    """Enter takes a piece and moves it, Escape puts it down."""
    for key in ("Enter", "Escape", "Enter"):
        eight.locator("[data-square='12']").focus()
        eight.keyboard.press(key)
        said = "put down again." if key == "Escape" else "in hand; it can go to 16."
        assert eight.inner_text("#status") == f"12 is {said}"
    eight.keyboard.press("ArrowUp")
    assert eight.evaluate("document.activeElement.dataset.square") == "16"
    eight.keyboard.press("Enter")
    wait_until(eight, "() => match.moves.length === 2")
    reply = notation(EIGHT, moves_made(eight)[1])
    assert eight.inner_text("#status").startswith(f"It moved {reply}. Your move")


def test_whoever_plays_sees_own_men_below(eight):
    order = "buttons().map((b) => Number(b.dataset.square))"
    below = "buttonOf(32).getBoundingClientRect().y > buttonOf(1).getBoundingClientRect().y"
    assert eight.evaluate(order) == [*range(32, 0, -1)] and not eight.evaluate(below)
    eight.locator("#order label[for=it-begins]").click()
    wait_for_turn(eight)
    assert eight.evaluate(order) == [*range(1, 33)] and eight.evaluate(below)
    assert len(moves_made(eight)) == 1
    label = eight.locator("[data-square='32']").get_attribute("aria-label")
    assert label == "square 32, your man"


def test_taking_back_stops_it_thinking(eight):
    """Its answer to the move that was taken back never comes."""
    eight.locator("#plies").select_option(str(MOST_PLIES))
    moved = "press(9); press(14); undo(); press(9); press(13); newGame(); press(10); press(15);"
    eight.evaluate(f"() => {{ {moved} }}")
    wait_until(eight, "() => match.moves.length === 2")
    assert moves_made(eight)[0] == (10, 15) and eight.evaluate("match.positions.length") == 3
    eight.evaluate("() => { newGame(); lookAhead(1); press(9); press(14); undo(); }")
    eight.wait_for_timeout(1000)
    assert eight.evaluate("[match.moves, match.fault]") == [[], None]


def test_nobody_takes_back_what_the_other_one_opened_with(tab):
    tab.locator("#order label[for=it-begins]").click()
    wait_until(tab, "() => match.moves.length === 1")
    assert tab.evaluate("match.canUndo") is False
    press(tab, *moves(SIX, position_of(tab))[0])
    assert tab.evaluate("match.canUndo") is True


def test_a_game_is_a_draw_after_so_many_moves(tab):
    sit(tab, "linked")
    assert "After 30 moves of both players" in tab.inner_text("#rules")
    kings = Position(board_of(SMALL, s1=2, s12=-2), 1)
    set_up(tab, kings, 29)
    press(tab, *moves(SMALL, kings)[0])
    wait_until(tab, "() => match.over")
    assert tab.locator("#status").inner_text() == "A draw: nobody has won in 30 moves."
    assert tally(tab) == [0, 1, 0]


def test_what_it_thinks_is_shown(tab, known):
    sit(tab, "small")
    tab.locator("#thoughts summary").click()
    wait_until(tab, "() => !$('yours').hidden && $('thinking').textContent === ''")
    solution, estimate = solved.solve(SMALL), known["small"][-1]
    allowed, expected = moves(SMALL, SMALL.start), []
    for move, child in zip(allowed, solution.child[: solution.first[1]], strict=True):
        score = -foreseen(SMALL, after(SMALL, SMALL.start, move), 1, 4, estimate)
        plies = int(solution.plies[child]) + 1  # no move leads to a draw here
        words = f"{score:.3f} {'wins' if plies % 2 else 'loses'} in {plies}".replace("-", "−")
        expected.append((-score, [notation(SMALL, move), *words.split()]))
    rows = tab.locator("#yours tbody tr").all_inner_texts()
    assert [row.split() for row in rows] == [words for _, words in sorted(expected)]
    press(tab, *allowed[0])
    wait_for_turn(tab)
    made = notation(SMALL, moves_made(tab)[-1])
    wait_until(tab, "made => !$('its').hidden && $('its').caption.textContent.includes(made)", made)
    assert tab.locator("#its tr[data-made] th").all_inner_texts() == [made]


# Evolution in the page.


EVOLVED = """async (changes, generations) => {
  await unpack();
  const { settings } = DATA.evolution.kinds.find(({ name }) => name === changes.evaluated_by);
  const run = new CheckersEvolution({ ...settings, ...changes }, DATA.solved[settings.board], DATA.ziggurat);
  for (let done = 0; done < generations; done++) run.step();
  const parents = run.parents.map(({ weights, steps, king }) => [[...weights], [...steps], king]);
  const { results, blunders } = run.rating();
  const { points, low, high } = pointsOf(results, DATA.evolution.student);
  return [parents, [points, low, high, ...[points, low, high].map(eloOf), blunders.share, blunders.met]];
}"""


@pytest.mark.parametrize("kind", KINDS)
def test_networks_evolve_there_with_the_packages_bits(kind, script):
    """From a seed that the page does not offer; Elo and blunder rate of the best are those that the
    package measures.
    """
    changes = {"evaluated_by": kind, "seed": 77, "trial": 3}
    parents, rating = script(EVOLVED, changes, 2)
    settings = CheckersSettings.preset("small", seed=77, **KINDS[kind])
    run = CheckersEvolution(settings, 3)
    for _ in range(2):
        run.step()
    for found, expected in zip(zip(*parents, strict=True), run.parents, strict=True):
        # In lists so long pytest would look for each difference.
        assert np.array_equal(found, expected)
    evaluator = evaluator_at(settings, run.parents, 0)
    assert rating == pytest.approx(
        rate(settings, evaluator, trial_rng(settings, 3, MEASURING, 2)), rel=1e-12
    )


def test_all_games_lost_have_an_interval_there_too(script):
    for result in (-1, 1):
        found = script("results => pointsOf(results, 2)", [[result, result]] * 100)
        assert list(found.values()) == pytest.approx(points_and_ends([(1 + result) / 2] * 100))
    assert script("() => [0, 1, 0.64].map(eloOf)") == [None, None, pytest.approx(elo(0.64))]


def test_who_evolves_there_is_measured_and_can_be_played(tab):
    tab.locator("#kind").select_option("values")
    tab.locator("#trial").select_option("1")
    assert tab.locator("#play-best").get_attribute("aria-disabled") == "true"
    tab.locator("#evolve").click()
    wait_until(tab, "() => lastMeasured() !== undefined")
    tab.locator("#stop").click()
    settings = CheckersSettings.preset("small", evaluated_by="values")
    run, done = CheckersEvolution(settings, 1), tab.evaluate("lastMeasured().done")
    for _ in range(done):
        run.step()
    best = evaluator_at(settings, run.parents, 0)
    rating = rate(settings, best, trial_rng(settings, 1, MEASURING, done))
    value, low, high = (f"{one:+.0f}".replace("-", "−") for one in rating[3:6])
    words = ["exact values of positions", "1", str(done), f"{value} ({low} to {high})"]
    shown = tab.locator("#measured tbody tr").inner_text().split("\t")
    assert shown == [*words, f"{100 * rating.blunders:.1f} %"]
    draw = "values => { Object.assign(lastMeasured(), values); renderEvolving(); }"
    for elo_now, blunders_now, height in ((999, 99, 8), (-999, -9, 166), (None, 0, 166)):
        tab.evaluate(draw, {"elo": elo_now, "blunders": blunders_now})
        for name in ("elo", "blunders"):  # what has no room in a chart is at its edge
            there = tab.locator(f"#{name}-chart circle").last.get_attribute("cy")
            assert float(there) == height
    tab.locator("#play-best").click()
    assert "the best of generation" in tab.inner_text("#about")
    assert tab.evaluate("[match.game.board.rows, match.game.board.columns]") == [6, 4]
    first = moves(SMALL, SMALL.start)[0]
    press(tab, *first)
    wait_for_turn(tab)
    here = after(SMALL, SMALL.start, first)
    assert moves_made(tab)[1] in best_moves(SMALL, here, best, *settings.ahead)


@pytest.mark.parametrize("name", PLAYERS)
def test_a_file_is_the_player_that_the_package_hands_over(name, champions, script):
    """All that the search is told of it, for networks of every shape."""
    ask = """(text, place) => {
      const { name, about, ...found } = readChampion(text, "mine");
      return [found, Object.fromEntries(Object.keys(found).map((one) => [one, DATA.players[place][one]]))];
    }"""
    found, expected = script(ask, champions[name].to_text(), list(PLAYERS).index(name))
    assert found == expected


def test_a_file_is_an_adversary(tab, champions, folder):
    bad = {**json.loads(champions["small"].to_text()), "weights": [1.0]}
    for text, words in (("{}", "format must be"), (json.dumps(bad), "weights must be 119 finite")):
        tab.set_input_files("#file", {"name": "a.json", "mimeType": "", "buffer": text.encode()})
        wait_until(tab, "words => $('trouble').textContent.includes(words)", arg=words)
    tab.set_input_files("#file", folder / "small.json")
    wait_until(tab, "() => $('adversary').selectedOptions[0].textContent.endsWith('small.json')")
    press(tab, *moves(SMALL, SMALL.start)[0])
    wait_for_turn(tab)
    assert tab.evaluate("match.moves.length") == 2 and not tab.inner_text("#trouble")


def test_players_say_what_they_are(tab, champions):
    six, about = champions["six"], tab.inner_text("#about")
    weights = f"{six.settings.shape.weights:,}"
    assert about.startswith(f"A network with {weights} weights, of generation 7 of trial 2")
    assert f"A king is worth {six.king:.2f} men" in about
    groups = tab.locator("#adversary optgroup").all()
    assert [one.get_attribute("label") for one in groups] == [
        f"{game.rows} × {game.columns} squares, {game.men} men each"
        for game in (SIX, SMALL, EIGHT, champions["unlinked"].settings.game)
    ]
    assert {group.locator("option").last.inner_text() for group in groups} == {MATERIAL}
    tab.locator("#adversary").select_option(label=MATERIAL)
    counts = "It counts material, and knows nothing else. A king is worth 1.50 men to it."
    assert tab.inner_text("#about") == counts


MONKEY = """async (clicks) => {
  let seed = 11; // clicks that look random, the same ones each time
  const below = (count) => (seed = (seed * 48271) % 2147483647) % count;
  const done = { moved: 0, over: 0 };
  for (let i = 0; i < clicks; i++) {
    if (below(400) === 0) choose(String(below(DATA.players.length)));
    if (below(60) === 0) lookAhead(1 + below(2));
    if (below(80) === 0) undo();
    if (below(300) === 0) begin(below(2) === 0);
    if (match.over) {
      done.over += 1;
      newGame();
    }
    while (!match.over && !match.waits) await new Promise((resolve) => setTimeout(resolve, 5));
    const { board, moves: allowed, result } = match.game;
    const choice = below(3) ? path.length ? targets() : startSquares() : [1 + below(board.squares)];
    if (!choice.length) continue;
    const made = match.moves.length;
    buttonOf(choice[below(choice.length)]).click();
    done.moved += match.moves.length > made;
    if (match.result === null && !allowed(match.position).length) throw Error("no moves, and no end");
    match.moves.forEach((move, at) => {
      if (!allowed(match.positions[at]).map(String).includes(String(move))) throw Error(`${move} is not allowed`);
    });
    const shown = buttons().map((b) => Number(b.dataset.side ?? 0) * ("king" in b.dataset ? 2 : 1));
    const expected = buttons().map((b) => shownBoard(match.position)[b.dataset.square - 1]);
    if (String(shown) !== String(expected)) throw Error("not what is shown");
  }
  return done;
}"""


def test_clicks_anywhere(tab):
    done = tab.evaluate(MONKEY, 600)
    assert done["moved"] > 100 and done["over"] > 0


# What a reader sees.


def test_nothing_moves_for_whoever_wants_that(open_page):
    tried = """async () => {
      let moving = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...about) { moving += 1; return animate.apply(this, about); };
      press(startSquares()[0]);
      press(targets()[0]);
      while (match.moves.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, 5));
      return moving;
    }"""
    assert open_page(reduced_motion="reduce").evaluate(tried) == 0
    assert open_page().evaluate(tried) == 1


# The file, and the command.


def test_a_page_without_files(tmp_path, capsys):
    """The same players give the same page, which loads nothing."""
    path = tmp_path / "mine.html"
    assert main(["page", "checkers", "--out", str(path)]) == 0
    assert capsys.readouterr().out == f"Page: {path}\n"
    text = path.read_text(encoding="utf-8")
    assert text == checkers_page() and '"name":"material player"' in text
    assert all(game in BOARDS for game in (SMALL, SIX, EIGHT)) and len(SHOWN) == 3
    assert "script-src 'unsafe-inline'; worker-src blob:; style-src" in text
    assert "'unsafe-eval'" not in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")


def test_a_file_of_another_game_is_refused(folder, tmp_path, capsys):
    other = tmp_path / "other.json"
    other.write_text("{}")
    for first in ("checkers", str(folder / "six.json")):
        with pytest.raises(SystemExit) as stopped:
            main(["page", first, str(other), "--out", str(tmp_path / "x.html")])
        assert stopped.value.code == 2 and not (tmp_path / "x.html").exists()
        words = "other.json: format must be 'fogel-champion', not None, so this is not a"
        assert words in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["page", "checkers", "--evolve"])
    assert "argument GAME: 'checkers' is neither a rule file" in capsys.readouterr().err


def test_every_word_is_asked_for(folder):
    text = (folder / "page.html").read_text(encoding="utf-8")
    script = text[text.index('<script id="worker">') :]
    html = board_body(checkers_page.__globals__["HERE"] / "board.html")
    for name in CHECKERS:
        # your_man, elo_chart ...
        built = name.rpartition("_")[0] in ("your", "its", "by") or name.endswith("_chart")
        assert built or f'"{name}"' in script or f"{{{name}}}" in html or f"{name}:" in script, name
