import numpy as np
import pytest

from fogel.audit import never_loses
from fogel.cli import main
from fogel.encoding import O, X, is_final, open_squares, to_move, winner
from fogel.play import adversary, shipped
from fogel.poster import can_lose, meetings, poster

NAMES = ("champion", "generation-1", "generation-50")


def games(network, board=(0,) * 9, met=()):
    """Every game that the network can play as X, depth first: (boards on which it moved, winner)."""
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
    assert set(found) == met
    assert {board for board in found if can_lose(network, board)} == losing
    assert (not losing) == never_loses(network)


@pytest.mark.parametrize("name", NAMES)
def test_the_chances_of_the_boards(name):
    found = meetings(adversary(name))
    marks = [9 - board.count(0) for board in found]
    assert marks == sorted(marks) and next(iter(found.values())) == 1.0
    second = [chance for board, chance in found.items() if board.count(0) == 7]
    assert np.isclose(sum(second), 1.0)  # nobody can have won before the third move


def test_the_picture_has_every_board():
    network = adversary("generation-1")
    figure = poster(network, "The worst")
    assert len(figure.axes) == len(meetings(network)) == 109
    assert figure.texts[-2].get_text() == "The worst" and "109 boards" in figure.texts[-1].get_text()
    red = [axes for axes in figure.axes if axes.title.get_color() == "#b3261e"]
    assert len(red) == sum(can_lose(network, board) for board in meetings(network))


@pytest.mark.parametrize("kind", ["pdf", "svg", "png"])
def test_fogel_poster(kind, tmp_path, capsys):
    assert main(["poster", str(shipped("generation-50")), "--out", str(tmp_path / f"p.{kind}")]) == 0
    assert (tmp_path / f"p.{kind}").stat().st_size > 10_000


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["poster", "nobody"], "argument NETWORK: nobody: No such file"),
        (["poster", "--out", "x.doc"], "must end in .pdf, .svg or .png"),
        (["page", "nobody.json"], "argument FILE: nobody.json: No such file"),
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
