"""The poster of another game's champion: all boards that it can meet, by the rules alone."""

import numpy as np
import pytest
from any_games import GAMES

from fogel.anygame.curve import evolve_player
from fogel.anygame.players import network_player
from fogel.anygame.poster import game_poster, save_poster
from fogel.anygame.settings import GameSettings
from fogel.anygame.symmetric import mirror_network
from fogel.core.champion import Champion, save_champion
from fogel.network import random_network
from fogel.plots.poster import RED, meetings
from fogel.rules.rules import open_squares, outcome, place

PLAYED = ("misere", "other's marks", "handicap")


def by_hand(network, settings):
    """({board: chance}, beaten, {board: square}) against an opponent that moves anywhere."""
    rules, seat = settings.rules, 1 if settings.seat == "first" else 2
    player = network_player(network)(rules, seat)
    chances, beaten, squares = {}, set(), {}

    def walk(board, turn, chance, path):
        ended = outcome(rules, board, last=3 - turn)
        if ended is not None:
            if ended[seat - 1] < 0:
                beaten.update(path)
            return
        if turn == seat:
            key = tuple([0, 1, -1][mark] for mark in board)
            chances[key] = chances.get(key, 0.0) + chance
            squares[key] = player(board, None)
            walk(place(rules, board, squares[key], turn), 3 - turn, chance, (*path, key))
            return
        for square in (some := open_squares(board)):
            walk(place(rules, board, square, turn), 3 - turn, chance / len(some), path)

    walk(rules.start.squares, 1, 1.0, ())
    return chances, beaten, squares


@pytest.mark.parametrize("seat", ["first", "second"])
@pytest.mark.parametrize("name", PLAYED)
def test_all_boards_their_chances_and_those_that_lead_to_a_loss(name, seat):
    settings = GameSettings(game=GAMES[name], seat=seat, slip=1.0)
    network = random_network(np.random.default_rng(3), settings)
    found = meetings(network, settings, seat == "second")
    chances, beaten, squares = by_hand(network, settings)
    assert found.chances == pytest.approx(chances)
    assert (found.beaten, found.squares) == (beaten, squares)
    marks = [9 - board.count(0) for board in found.chances]
    assert marks == sorted(marks) and len(beaten) > 0


def test_replies_that_never_come_are_there_too():
    """Against an opponent that makes no slips, some boards have no chance."""
    network, settings = mirror_network(), GameSettings(game="misere", opponent="perfect", slip=0.0)
    found = meetings(network, settings)
    assert set(found.chances) == set(by_hand(network, settings)[0])
    assert not found.beaten and sum(found.chances.values()) > 1


def test_the_poster_shows_them_all(tmp_path, command):
    champion = evolve_player("misere", generations=2, parents=3, rivals=2, seat="second")
    met = meetings(champion, champion.settings, second=True)
    figure = game_poster(champion)
    assert len(figure.axes) == len(met.chances)
    assert sum(axes.title.get_color() == RED for axes in figure.axes) == len(met.beaten) > 0
    said = " ".join(text.get_text() for text in figure.texts)
    assert "It plays O and answers at the game 'misere'" in said
    assert f"All {len(met.chances)} boards" in said
    assert f"In red: the {len(met.beaten)} boards" in said
    save_champion(tmp_path / "c.json", champion)
    out = tmp_path / "p.svg"
    assert command("poster", tmp_path / "c.json", "--out", out) == f"Poster: {out}\n"
    assert out.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"game": "four-by-three"},
            "3 x 3 squares to have a poster, and 'four-by-three' has 4 x 3",
        ),
        ({"game": "misere", "seat": "both"}, "must open or answer to have a poster, and does both"),
    ],
)
def test_what_has_no_room_is_refused_in_one_line(changes, words, tmp_path, command):
    settings = GameSettings(**changes)
    network = random_network(np.random.default_rng(1), settings)
    champion = Champion(network.hidden_weights, network.output_weights, settings=settings)
    out = tmp_path / "p.svg"
    with pytest.raises(ValueError, match=words):
        save_poster(champion, out)
    save_champion(tmp_path / "c.json", champion)
    assert words in command.refused("poster", tmp_path / "c.json", "--out", out)
    assert not out.exists()
