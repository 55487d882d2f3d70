"""Networks on the page for any rules: they play, learn and are looked into as in Python."""

import numpy as np
import pytest
from systems import MISSING
from ttt_page import GAMES, STANDARD, Recorded, Tallies, plain, play, some_games, texts

pytest.importorskip(
    "ipywidgets", reason="the board in a notebook is not installed: pip install -e .[all]"
)

from fogel.cli import main
from fogel.rules.rules import place
from fogel.rules.solve import values_of_moves
from fogel.school.network import TEXTBOOK, Arch
from fogel.school.network_files import load_pupil, write_arch, write_weights
from fogel.school.pupil import Habits, Pupil, compute_sizes, new_net
from fogel.school.school import SchoolSettings, magic_policy, teach
from fogel.web.board.match import HUMAN, BoardMatch
from fogel.web.board.page import page, save_page, turns
from fogel.web.board.panel import DIGITS, panel_html
from fogel.web.board.widget import GameBoard


def drawn(seed, arch=None, **habits):
    """A Pupil with drawn weights."""
    arch, rng = arch or Arch(), np.random.default_rng(seed)
    net = new_net(STANDARD, arch)
    net.randomize_weights(rng)
    return Pupil(arch, Habits(**habits), tuple(net.weights()))


@pytest.fixture(scope="module")
def nets():
    """A trained one, one of two layers with other habits, and one that says square 0 whatever it
    sees.
    """
    lessons = ((magic_policy, 2),)
    trained = teach(STANDARD, SchoolSettings().pupil, lessons, 300, np.random.default_rng(3))
    stuck = Arch(hidden=())
    odd = Arch(hidden=(4, 3), act_numerator=0.8, act_add=0.1, min_weight=-0.4)
    return {
        "neural": Pupil(weights=tuple(map(tuple, trained.weights.tolist()))),
        "odd": drawn(5, odd, order=TEXTBOOK, cooling=2, coding="own-first"),
        "stuck": Pupil(stuck, Habits(learning=False), tuple(new_net(STANDARD, stuck).weights())),
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory, nets):
    folder = tmp_path_factory.mktemp("nets")
    save_page(folder / "nets.html", STANDARD, [HUMAN, "neural"], look=True, nets=nets)
    return folder


def rational(x):
    """Something like e^x, of operations that have the same bits everywhere."""
    return 1 + x + x * x / 2 if x >= 0 else 1 / (1 - x + x * x / 2)


RATIONAL = "Math.exp = (x) => (x >= 0 ? 1 + x + x * x / 2 : 1 / (1 - x + x * x / 2))"
STATES = GAMES.replace(
    "decided(position)",
    "game.players.map((net) => net?.adjust && [[...net.weights], [...net.adjust]])",
).replace("left.length", "lookers(game).map((number) => lookInto(game, number, 1))")


def test_they_play_and_learn_as_in_python_bit_for_bit(nets, open_page, monkeypatch):
    """With an exponential that is the same on both sides; otherwise its last bits are the
    machine's.
    """
    monkeypatch.setattr("fogel.school.network.exp", rational)
    assert STATES.count("net?.adjust") == STATES.count("lookers(game)") == 1
    players = [HUMAN, HUMAN, *nets, "perfect", "trad-average", "random"]
    games = list(some_games(STANDARD, players, np.random.default_rng(6), 20))
    tab = open_page("nets")
    tab.evaluate(RATIONAL)
    punished = passes = 0
    for game, (steps, looks) in zip(games, tab.evaluate(STATES, games), strict=True):
        match = BoardMatch(
            STANDARD, game["names"], game["first_player"], Recorded(game["draws"]), nets
        )
        tallies = Tallies()
        for action, (answer, board, status, counts, waits, states) in zip(
            game["actions"], steps, strict=True
        ):
            assert tallies.act(match, *action) == answer
            assert (list(match.board), match.status, match.waits) == (board, status, waits)
            assert tallies.now(match) == counts
            passes += any(square is None for _, square in match.course.moves)
            for player, name, state in zip(match.players, match.names, states, strict=True):
                if name not in nets:
                    assert state is None
                    continue
                weights = player.net.weights()
                punished += weights != list(nets[name].weights)
                assert [list(pair) for pair in zip(*weights, strict=True)] == state
        for number, seen in zip(match.lookers, looks, strict=True):
            if match.names[number - 1] in nets:
                assert match.look(number) == seen
    assert punished > 50 and passes > 20


def test_with_the_machines_own_exponential_they_say_the_same(nets, open_page):
    boards = turns(STANDARD)
    cases = [boards[at][0] for at in np.random.default_rng(2).integers(len(boards), size=60)]
    script = (
        "([name, player, boards]) => boards.map((board) => new Net(name, player).thought(board))"
    )
    tab = open_page("nets")
    for name, pupil in nets.items():
        for number in (1, 2):
            player = pupil(STANDARD, number)
            for board, seen in zip(cases, tab.evaluate(script, [name, number, cases]), strict=True):
                expected = player.thought(board)
                for activations, found in zip(expected["layers"], seen["layers"], strict=True):
                    assert np.allclose(activations, found, rtol=0, atol=1e-12)
                assert (expected["chosen"], expected["open"]) == (seen["chosen"], seen["open"])


def test_what_moves_are_worth_after_passes(open_page):
    """On boards that no game without passes reaches."""
    boards = []
    for first in range(9):
        board = place(
            STANDARD, place(STANDARD, STANDARD.start.squares, first, 1), (first + 4) % 9, 1
        )
        boards += [(board, 1), (board, 2)] if 0 in board and board.count(1) == 2 else []
    assert not {*turns(STANDARD)} & {*boards} and len(boards) > 10
    script = "cases => cases.map(([board, turn]) => [...values(board, turn)])"
    for (board, turn), move_value in zip(
        boards, open_page("nets").evaluate(script, boards), strict=True
    ):
        expected = values_of_moves(STANDARD, board, turn)
        assert move_value == [
            [square, value.result * (value.moves or 0)] for square, value in expected.items()
        ]


def lost_game(nets):
    """The squares with which a person beats the trained network, who sits second."""
    rng = np.random.default_rng(1)
    while True:
        match, squares = BoardMatch(STANDARD, [HUMAN, "neural"], nets=nets), []
        while not match.over:
            square = int(rng.integers(9))
            squares += [square] * match.move(square)
        if match.course.result[0] == 1 and match.look(2)["after"]:
            return squares


def test_a_look_into_a_network_as_in_a_notebook(nets, open_page):
    tab, match = open_page("nets"), BoardMatch(STANDARD, [HUMAN, "neural"], nets=nets)
    said = []
    for square in (None, *lost_game(nets)):
        if square is not None:
            play(tab, square)
            match.move(square)
        assert texts(tab) == plain(panel_html(match)[0])
        said.append(texts(tab)[1])
    assert said[0].startswith(
        "What it would think if it had the first move. Its largest output is that of ("
    )
    assert said[1].startswith("What it thought before it took (") and "punished" not in said[1]
    assert said[-1].endswith("It was punished for that: behind each arrow is what came of it.")
    layers, chosen = tab.locator(".thought > .tree > li"), tab.locator("li.chosen")
    assert layers.count() == 3 and chosen.count() == 1 and not chosen.is_visible()
    assert " → " in layers.nth(1).text_content() and " → " in layers.nth(2).text_content()
    layers.nth(2).locator("summary").first.click()
    assert chosen.is_visible() and not chosen.locator("table").is_visible()
    chosen.locator("summary").click()
    assert (
        chosen.locator("tr").count() == 1 + 20
        and chosen.locator("td").nth(0).inner_text() == "from 1.0"
    )
    hidden = layers.nth(1).locator("table").first
    assert hidden.locator("tr").count() == 1 + 18 + 9
    player = match.players[1]
    node = player.net.layers[1].nodes[0]
    weights = [
        f"{link.weight:.{DIGITS}f}".replace("-", "−") for link in (*node.inputs, *node.outputs)
    ]
    rows = hidden.evaluate(
        "table => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    assert [row[2].split(" → ")[-1] for row in rows[1:]] == weights
    assert not tab.is_visible("#deeper")
    tab.uncheck("#look")
    assert texts(tab) == []


def test_the_board_in_a_notebook(nets):
    match = BoardMatch(STANDARD, [HUMAN, "odd"], nets=nets)
    board = GameBoard(match, look=True)
    board.squares[4].click()
    assert board.looks.value == panel_html(match)[0] and "Layer 2: 3 nodes" in board.looks.value
    assert ("the stuck player", "stuck") in board.seats[1].options
    board.seats[1].value = "stuck"
    board.squares[0].click()
    assert (
        "O passed." in board.status.value
        and "before it passed. Its largest output is that of (0, 0), which is"
        in (board.looks.value)
    )


def test_what_cannot_be_shown_is_refused():
    for pupil in (Pupil(), Pupil(weights=drawn(1).weights, adviser=magic_policy)):
        with pytest.raises(
            ValueError, match="a network on the page must have weights, and no adviser"
        ):
            page(STANDARD, nets={"neural": pupil})
    with pytest.raises(ValueError, match=r"must be one of human, .*, trad-perfect, not 'neural'"):
        page(STANDARD, [HUMAN, "neural"])


def test_the_command(tmp_path, capsys):
    pupil = drawn(9, Arch(hidden=(3,)))
    arch, weights, out = (tmp_path / name for name in ("a.cfg", "a.wts", "page.html"))
    arch.write_text(write_arch(pupil.arch, "a.cfg"))
    weights.write_text(
        write_weights(np.array(pupil.weights), compute_sizes(STANDARD, pupil.arch), "a.wts", 1, 2)
    )
    command = f"ttt page standard {HUMAN} neural --look --out".split()
    command += [str(out), "--neural", str(arch)]
    assert main([*command, str(weights)]) == 0
    read = load_pupil(arch, weights, STANDARD)
    assert out.read_text() == page(STANDARD, [HUMAN, "neural"], True, {"neural": read})
    assert read.arch == pupil.arch and len(read.weights) == 3 * 27
    capsys.readouterr()
    for path, words in ((tmp_path / "no.wts", f"no.wts: {MISSING}"), (arch, "a.cfg: line")):
        with pytest.raises(SystemExit) as stop:
            main([*command, str(path)])
        error = capsys.readouterr().err
        assert (
            stop.value.code == 2
            and "argument --neural: " in error
            and words in error
            and error.count("\n") == 1
        )
