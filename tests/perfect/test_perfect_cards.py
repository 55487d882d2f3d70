"""The cards: who holds them moves as the network does, and the page that is printed
holds them all.
"""

import re

import numpy as np
import pytest
from systems import MISSING

from fogel.core.champion import Champion, load_champion, save_champion
from fogel.perfect import cards
from fogel.play import shipped

SMALL = ("one-node", "two-nodes")


@pytest.fixture(scope="module")
def networks():
    return {name: load_champion(shipped(name)) for name in (*SMALL, "champion")}


@pytest.fixture(scope="module")
def sheets(networks):
    return {name: cards.sheet(networks[name]) for name in SMALL}


def numbers(face):
    """What stands in the squares of a card, as whole numbers."""
    return [int(text.replace("−", "-")) if text else 0 for text in face.squares]


def by_paper(faces, board):
    """A move by what is printed on the cards, and nothing else."""
    said = []
    for face in faces:
        if least := re.search(r"Is the sum (−?\d+) or more", face.words):
            total = np.dot(numbers(face), board)
            said.append("yes" if total >= int(least[1].replace("−", "-")) else "no")
    (card,) = (face for face in faces if face.heading == "Answer: " + ", then ".join(said))
    return min((square for square in range(9) if board[square] == 0), key=numbers(card).__getitem__)


@pytest.mark.parametrize("name", SMALL)
def test_whoever_holds_the_cards_moves_as_the_network(name, networks, boards_of_x):
    found = cards.make_cards(networks[name])
    faces = cards.faces(found)
    assert len(faces) == {"one-node": 3, "two-nodes": 6}[name]
    for board in boards_of_x:
        assert by_paper(faces, board) == cards.move_by(found, board) == networks[name].choose(board)


def test_one_question():
    (question,) = cards.make_cards(load_champion(shipped("one-node"))).questions
    assert question == ((1, 0, 0, 0, -1, 0, 0, 0, 0), 1)


def test_of_equal_sums_the_lower_square_goes_first(networks):
    blind = Champion(networks["one-node"].hidden_weights, np.zeros((9, 2)))
    assert cards.make_cards(blind).orders == {(False,): (*range(9),), (True,): (*range(9),)}


def with_output(network, square, node, value):
    """The network with one other weight behind its hidden nodes."""
    output = network.output_weights.copy()
    output[square, node] = value
    return Champion(network.hidden_weights, output)


def test_networks_that_no_cards_can_play(networks):
    with pytest.raises(ValueError, match="cards are for 1 or 2 hidden nodes, not 10"):
        cards.make_cards(networks["champion"])
    flat = Champion(networks["one-node"].hidden_weights / 20, networks["one-node"].output_weights)
    with pytest.raises(ValueError, match="no cards play as this network does"):
        cards.make_cards(flat)


def test_other_weights_are_other_cards(networks):
    one = networks["one-node"]
    before, after = (cards.make_cards(each) for each in (one, with_output(one, 5, 1, 9.0)))
    assert after.orders[(False,)][0] == 5 != before.orders[(False,)][0]


@pytest.mark.parametrize("name", SMALL)
def test_the_page_holds_every_card(name, networks, sheets):
    """Each card once, on the paper, and none over another."""
    figure, faces = sheets[name], cards.faces(cards.make_cards(networks[name]))
    assert tuple(figure.get_size_inches()) == cards.PAPER
    shown = [[text.get_text() for text in axes.texts] for axes in figure.axes]
    for face in faces:
        assert shown.count([face.heading, *face.squares, face.words]) == 1
    blanks = [texts for texts in shown if texts[0] == cards.BLANK]
    assert len(shown) == len(faces) + len(blanks) and len(blanks) == len(faces) % 2
    boxes = [axes.get_position() for axes in figure.axes]
    assert all(0.05 < box.x0 < box.x1 < 0.95 and 0.01 < box.y0 < box.y1 < 0.87 for box in boxes)
    for number, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:number])


@pytest.mark.parametrize("name", SMALL)
def test_no_words_leave_the_page_or_their_card(name, sheets):
    figure = sheets[name]
    figure.draw_without_rendering()
    for text in figure.texts:
        box = text.get_window_extent()
        width = figure.bbox.width
        assert 0.02 * width < box.x0 < box.x1 < 0.98 * width, text.get_text()
    for axes in figure.axes:
        for text in axes.texts:
            box = text.get_window_extent()
            assert axes.bbox.x0 < box.x0 and box.x1 < axes.bbox.x1, text.get_text()
            assert axes.bbox.y0 < box.y0 and box.y1 < axes.bbox.y1, text.get_text()


def test_a_promise_is_made_where_it_holds(networks, sheets):
    promise = "can't be beaten"
    assert promise in sheets["one-node"].texts[-1].get_text()
    worse = with_output(networks["one-node"], 5, 1, 9.0)  # which begins on an edge, and loses
    assert promise not in cards.sheet(worse).texts[-1].get_text()


@pytest.mark.parametrize(("kind", "begins"), [("pdf", b"%PDF"), ("png", b"\x89PNG")])
def test_fogel_cards(kind, begins, tmp_path, command):
    path = tmp_path / f"cards.{kind}"
    assert command("cards --out", path) == f"Cards: {path}\n"
    assert path.read_bytes().startswith(begins)


def test_fogel_cards_of_a_file_is_the_same_page(networks, tmp_path, command):
    saved = tmp_path / "mine.json"
    save_champion(saved, networks["two-nodes"])
    for network, out in (("two-nodes", "one.svg"), (saved, "other.svg")):
        command("cards", network, "--out", tmp_path / out)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "other.svg").read_bytes()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("champion", "argument NETWORK: champion: cards are for 1 or 2 hidden nodes, not 10"),
        ("nobody", f"argument NETWORK: nobody: {MISSING}"),
        ("--out x.doc", "argument --out: must end in .pdf, .svg or .png"),
    ],
)
def test_wrong_calls_get_one_line(words, said, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    assert said in command.refused(f"cards {words}") and not list(tmp_path.iterdir())
