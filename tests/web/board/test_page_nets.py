"""Networks on the page for any rules: they play, learn and are looked into as in Python."""

import itertools

import numpy as np
import pytest
from board_pages import play
from systems import MISSING
from ttt_page import STANDARD, look_at, plain, replay, some_games, texts

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
WEIGHTS = "game.players.map((net) => net?.adjust && [[...net.weights], [...net.adjust]])"
LOOKS = "lookers(game).map((number) => lookInto(game, number, 1))"


def test_they_play_and_learn_as_in_python_bit_for_bit(nets, open_page, monkeypatch):
    """With an exponential that is the same on both sides; otherwise its last bits are the
    machine's.
    """
    monkeypatch.setattr("fogel.school.network.exp", rational)
    players = [HUMAN, HUMAN, *nets, "perfect", "trad-average", "random"]
    games = list(some_games(STANDARD, players, np.random.default_rng(6), 20))
    tab, script = open_page("nets"), look_at(f"[{WEIGHTS}, {LOOKS}]")
    tab.evaluate(RATIONAL)
    punished = passes = 0
    for game, (steps, _) in zip(games, tab.evaluate(script, games), strict=True):
        for match, (states, looks) in replay(STANDARD, game, steps, nets):
            passes += None in match.moves
            for player, name, state in zip(match.players, match.names, states, strict=True):
                weights = player.net.weights() if name in nets else None
                punished += name in nets and weights != list(nets[name].weights)
                assert state == (weights and [list(pair) for pair in zip(*weights, strict=True)])
            for number, seen in zip(match.lookers, looks, strict=True):
                assert match.names[number - 1] not in nets or match.look(number) == seen
    assert punished > 50 and passes > 20


def test_with_the_machines_own_exponential_they_say_the_same(nets, open_page):
    boards = turns(STANDARD)
    cases = [boards[at][0] for at in np.random.default_rng(2).integers(len(boards), size=60)]
    thought = "boards.map((board) => new Net(name, player).thought(board))"
    tab = open_page("nets")
    for name, number in itertools.product(nets, (1, 2)):
        player = nets[name](STANDARD, number)
        found = tab.evaluate(f"([name, player, boards]) => {thought}", [name, number, cases])
        for board, seen in zip(cases, found, strict=True):
            expected = player.thought(board)
            for activations, shown in zip(expected["layers"], seen["layers"], strict=True):
                assert np.allclose(activations, shown, rtol=0, atol=1e-12)
            assert (expected["chosen"], expected["open"]) == (seen["chosen"], seen["open"])


def test_what_moves_are_worth_after_passes(open_page):
    """On boards that no game without passes reaches."""
    start, boards = STANDARD.start.squares, []
    for first in range(9):
        board = place(STANDARD, place(STANDARD, start, first, 1), (first + 4) % 9, 1)
        boards += [(board, 1), (board, 2)] if board.count(1) == 2 else []
    assert not {*turns(STANDARD)} & {*boards} and len(boards) > 10
    script = "cases => cases.map(([board, turn]) => [...values(board, turn)])"
    for case, found in zip(boards, open_page("nets").evaluate(script, boards), strict=True):
        values = values_of_moves(STANDARD, *case).items()
        assert found == [[square, value.result * (value.moves or 0)] for square, value in values]


def lost_game(nets):
    """The squares with which a person beats the trained network, who sits second."""
    rng = np.random.default_rng(1)
    while True:
        match, squares = BoardMatch(STANDARD, [HUMAN, "neural"], nets=nets), []
        while not match.over:
            square = int(rng.integers(9))
            squares += [square] * match.move(square)
        if match.outcome[0] == 1 and match.look(2)["after"]:
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
    first = "What it would think if it had the first move. Its largest output is that of ("
    assert said[0].startswith(first)
    assert said[1].startswith("What it thought before it took (") and "punished" not in said[1]
    assert said[-1].endswith("It was punished for that: behind each arrow is what came of it.")
    layers, chosen = tab.locator(".thought > .tree > li"), tab.locator("li.chosen")
    assert layers.count() == 3 and chosen.count() == 1 and not chosen.is_visible()
    assert " → " in layers.nth(1).text_content() and " → " in layers.nth(2).text_content()
    layers.nth(2).locator("summary").first.click()
    assert chosen.is_visible() and not chosen.locator("table").is_visible()
    chosen.locator("summary").click()
    assert chosen.locator("tr").count() == 1 + 20
    assert chosen.locator("td").nth(0).inner_text() == "from 1.0"
    hidden = layers.nth(1).locator("table").first
    assert hidden.locator("tr").count() == 1 + 18 + 9
    node = match.players[1].net.layers[1].nodes[0]
    weights = [f"{link.weight:.{DIGITS}f}" for link in (*node.inputs, *node.outputs)]
    rows = "table => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent))"
    last = [row[2].split(" → ")[-1] for row in hidden.evaluate(rows)[1:]]
    assert last == [weight.replace("-", "−") for weight in weights]
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
    assert "O passed." in board.status.value
    said = "before it passed. Its largest output is that of (0, 0), which is"
    assert said in board.looks.value


def test_what_cannot_be_shown_is_refused():
    words = "a network on the page must have weights, and no adviser"
    for pupil in (Pupil(), Pupil(weights=drawn(1).weights, adviser=magic_policy)):
        with pytest.raises(ValueError, match=words):
            page(STANDARD, nets={"neural": pupil})
    with pytest.raises(ValueError, match=r"must be one of human, .*, trad-perfect, not 'neural'"):
        page(STANDARD, [HUMAN, "neural"])


def test_the_command(tmp_path, capsys):
    pupil = drawn(9, Arch(hidden=(3,)))
    arch, weights, out = (tmp_path / name for name in ("a.cfg", "a.wts", "page.html"))
    arch.write_text(write_arch(pupil.arch, "a.cfg"))
    sizes = compute_sizes(STANDARD, pupil.arch)
    weights.write_text(write_weights(np.array(pupil.weights), sizes, "a.wts", 1, 2))
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
        assert stop.value.code == 2 and error.count("\n") == 1
        assert "argument --neural: " in error and words in error
