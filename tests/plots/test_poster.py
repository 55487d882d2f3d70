from functools import cache

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.patches import Circle, Rectangle
from systems import MISSING

from fogel import Settings
from fogel.audit import chances, expected_payoff, never_loses, policy, results
from fogel.cli import main
from fogel.encoding import O, X, is_final, open_squares, to_move, winner
from fogel.play import adversary, shipped
from fogel.plots.drawing import BLUE, INK
from fogel.plots.poster import RED, meetings, poster

NAMES = ("champion", "generation-1", "generation-50")


def games(network, board=(0,) * 9, met=()):
    """Every game that the network can play as X, depth first: (its boards, winner)."""
    if is_final(board):
        yield met, winner(board)
        return
    mark = to_move(board)
    squares = [network(np.array(board))] if mark == X else open_squares(board)
    for square in squares:
        after = (*board[:square], mark, *board[square + 1 :])
        yield from games(network, after, (*met, board) if mark == X else met)


@pytest.mark.parametrize("name", NAMES)
def test_all_boards_and_only_those_that_lead_to_a_loss_are_red(name):
    network = adversary(name)
    met, losing = set(), set()
    for boards, won_by in games(network):
        met |= set(boards)
        losing |= set(boards) if won_by == O else set()
    found = meetings(network)
    assert set(found.chances) == met and found.beaten == losing
    assert (not losing) == never_loses(network)


@pytest.mark.parametrize("name", NAMES)
def test_the_chances_of_the_boards(name):
    found = meetings(adversary(name)).chances
    marks = [9 - board.count(0) for board in found]
    assert marks == sorted(marks) and next(iter(found.values())) == 1.0
    second = [chance for board, chance in found.items() if board.count(0) == 7]
    assert np.isclose(sum(second), 1.0)  # nobody can have won before the third move


OTHER = Settings(slip=0.4, marker="own", forced_replies=True, loss_payoff=-3, games=8)
SETTINGS = [None, OTHER, Settings(slip=0.0)]


@cache
def drawn(name, settings=None):
    """A shipped network's poster, a second's work; OTHER settings give it another title."""
    return poster(adversary(name), "The worst" if settings == OTHER else "", settings)


def test_the_picture_has_every_board():
    network = adversary("generation-1")
    assert drawn("generation-1").texts[-2].get_text() == "Everything that this network can ever do"
    figure = drawn("generation-1", OTHER)
    assert len(figure.axes) == len(meetings(network).chances) == 109
    assert figure.texts[-2].get_text() == "The worst"
    assert "109 boards" in figure.texts[-1].get_text()
    red = [axes for axes in figure.axes if axes.title.get_color() == "#b3261e"]
    assert len(red) == len(meetings(network).beaten)


def chance_in_words(chance):
    """What stands above a board; three digits are enough to tell any two apart."""
    if chance == 0:
        return "never"
    return f"{100 * chance:.3g} %" if chance >= 0.001 else "under 0.1 %"


@pytest.mark.parametrize("settings", SETTINGS, ids=["default", "other", "no-slips"])
def test_a_poster_is_about_the_opponent_of_the_settings(settings):
    """Above each board its chance against that opponent, by the audit; below, its fate."""
    network, rules = adversary("generation-1"), settings or Settings()
    figure, met = drawn("generation-1", settings), meetings(network, settings).chances
    found = chances(policy(network), policy("near-perfect", rules))
    assert met == pytest.approx({board: found.get(board, 0.0) for board in met})
    assert [axes.get_title() for axes in figure.axes] == [
        chance_in_words(chance) for chance in met.values()
    ]
    exact = results(network, settings=rules)
    legend = figure.texts[-1].get_text()
    said = f"wins {exact.win:.2%}, ties {exact.tie:.2%}, losses {exact.loss:.2%}".replace("%", " %")
    assert said in legend
    assert f"expected payoff {expected_payoff(exact, rules):.2f} of {rules.games}." in legend


def test_the_settings_make_a_difference():
    """Without slips some boards are never met, otherwise all are; all numbers differ."""
    titles = [[axes.get_title() for axes in drawn("generation-1", one).axes] for one in SETTINGS]
    assert [titles[k].count("never") > 0 for k in range(3)] == [False, False, True]
    assert titles[0].count("under 0.1 %") > 0 and titles[0] != titles[1]


@pytest.mark.parametrize("name", NAMES)
def test_the_legend_counts_boards(name):
    network = adversary(name)
    losing = {board for boards, won_by in games(network) if won_by == O for board in boards}
    legend = drawn(name).texts[-1].get_text()
    assert f"All {len(meetings(network).chances)} boards" in legend
    if losing:
        assert len(losing) < len(meetings(network).chances)
        assert f"the {len(losing)} boards from which it can be beaten." in legend
    else:
        assert "No sequence of replies beats it." in legend


def test_each_board_is_drawn_with_its_move():
    network, figure = adversary("generation-50"), drawn("generation-50")
    places = []
    met = meetings(network)
    for axes, board in zip(figure.axes, met.chances, strict=True):
        assert [line.get_color() for line in axes.lines].count(BLUE) == 2 * board.count(X)
        circles = [patch for patch in axes.patches if isinstance(patch, Circle)]
        (ring,) = (patch for patch in axes.patches if isinstance(patch, Rectangle))
        assert len(circles) == board.count(O)
        column, row = round(ring.get_x() - 0.06), 2 - round(ring.get_y() - 0.06)
        assert 3 * row + column == network(board)
        red = board in met.beaten
        assert {axes.title.get_color(), to_hex(ring.get_edgecolor())} == {RED if red else INK}
        box = axes.get_position()
        assert 0 < box.x0 < box.x1 < 1 and 0 < box.y0 < box.y1 < 1
        places.append((round(box.x0, 6), round(box.y0, 6)))
    assert len(set(places)) == len(places)
    moves = [text.get_text() for text in figure.texts[:-2]]
    assert moves == [
        f"move {k}" for k in range(1, 1 + len({board.count(0) for board in met.chances}))
    ]


@pytest.mark.parametrize("kind", ["pdf", "svg", "png"])
def test_fogel_poster(kind, tmp_path, monkeypatch):
    """One kind from the network on; for the others the figure is there already."""
    if kind != "pdf":
        there = {adversary("generation-50").weights.tobytes(): drawn("generation-50")}
        monkeypatch.setattr(
            "fogel.plots.poster.poster", lambda network, title: there[network.weights.tobytes()]
        )
    assert (
        main(["poster", str(shipped("generation-50")), "--out", str(tmp_path / f"p.{kind}")]) == 0
    )
    assert (tmp_path / f"p.{kind}").stat().st_size > 10_000


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["poster", "nobody"], f"argument NETWORK: nobody: {MISSING}"),
        (["poster", "--out", "x.doc"], "must end in .pdf, .svg or .png"),
        (["page", "nobody.json"], f"argument FILE: nobody.json: {MISSING}"),
    ],
)
def test_wrong_calls_get_one_line(arguments, words, capsys):
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    error = capsys.readouterr().err
    assert stop.value.code == 2 and words in error and error.count("\n") == 1


def test_fogel_page(tmp_path, capsys):
    path = tmp_path / "play.html"
    assert main(["page", str(shipped("generation-1")), "--out", str(path)]) == 0
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
