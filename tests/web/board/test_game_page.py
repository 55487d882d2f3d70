"""The page that any small game of two gets: its positions, moves and values are the game's own."""

import numpy as np
import pytest
from board_pages import notes, play, tally
from games import GAMES

from fogel.core.game import Game
from fogel.web.board.game_page import find_positions, game_data, save_game_page


class Twice(Game):
    """X marks two squares before O marks one. Every square has a text of its own, which is many."""

    name = "twice"
    rows, columns = 1, 70

    def start(self):
        return 0

    def to_move(self, position):
        return (1, 1, 2, 1)[position]

    def moves(self, position):
        return {0: [0], 1: [1], 2: [2, 3]}.get(position, [])

    def play(self, position, move):
        return move + 1

    def result(self, position):
        return {3: (1, -1), 4: (-1, 1)}.get(position)

    def marks(self, position):
        return ["" if position <= square < 4 else str(square) for square in range(70)]


PAGES = {
    "hexapawn": GAMES["hexapawn"],
    "rows from below": GAMES["rows from below"],
    "twice": Twice(),
}
ASK = """(path) => {
  const game = match.game;
  let position = game.start();
  for (const move of path) position = game.play(position, move);
  const moves = game.moves(position);
  return {
    turn: game.result(position) ? 0 : game.toMove(position),
    result: game.result(position),
    marks: named().map((square) => textOn(position, square)),
    moves: moves.map((move) => game.nameMove(position, move)),
    squares: moves.map(game.squares),
    numbers: moves,
    values: [...game.values(position).values()],
  };
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    for name, game in PAGES.items():
        save_game_page(folder / f"{name}.html", game)
    return folder


@pytest.mark.parametrize("name", PAGES)
def test_it_knows_the_game(name, open_page):
    rng, game, tab = np.random.default_rng(1), PAGES[name], open_page(name)
    for _ in range(20):
        position, path, result = game.start(), [], None
        while not result:
            found, allowed = tab.evaluate(ASK, path), game.moves(position)
            numbers, result = found.pop("numbers"), game.result(position)
            worth = game.values(position) if allowed else {}
            assert found == {
                "turn": 0 if result else game.to_move(position),
                "result": result and [*result],
                "marks": [*game.marks(position)],
                "moves": [game.name_move(move) for move in allowed],
                "squares": [[*game.squares(move)] for move in allowed],
                "values": [one.result * (one.moves or 0) for one in worth.values()],
            }
            if not result:
                at = int(rng.integers(len(allowed)))
                path.append(numbers[at])
                position = game.play(position, allowed[at])


def test_a_person_loses_to_the_perfect_player_and_looks_at_values(open_page):
    """The first player of hexapawn loses, whatever the moves."""
    tab = open_page("hexapawn", reduced_motion="reduce")
    while not tab.evaluate("match.over"):
        tab.click("#hint")
        assert "a perfect player beats you" in tab.inner_text("#hint-words")
        assert set(notes(tab)) <= {f"loss in {moves}" for moves in (2, 4, 6)} and notes(tab)
        made = tab.evaluate("match.moves.length")
        play(tab, *tab.evaluate("match.game.squares(match.game.moves(match.position)[0])"))
        assert tab.evaluate("match.over") or tab.inner_text("#status").startswith("It played ")
        assert tab.evaluate("match.moves.length") == made + 2
        marks = tab.evaluate("range(SIZE).map((square) => textOn(match.position, square))")
        assert tab.evaluate("buttons().map((one) => one.dataset.mark ?? '')") == marks
        new = tab.evaluate("buttons().flatMap((one, at) => ('new' in one.dataset ? [at] : []))")
        assert new == sorted(tab.evaluate("match.game.squares(match.moves.at(-1))"))
    assert tab.inner_text("#status").startswith("You lose") and tally(tab) == [0, 0, 1]
    tab.click("#undo")
    assert tally(tab) == [0, 0, 0] and not tab.evaluate("match.over")


def test_two_people_are_told_who_wins(open_page):
    tab = open_page("hexapawn", reduced_motion="reduce")
    tab.select_option("#adversary", "human")
    play(tab, 6, 3)
    tab.click("#hint")
    assert notes(tab)[0] == "win in 3"  # and the pawn's other move loses
    while not tab.evaluate("match.over"):
        play(tab, *tab.evaluate("match.game.squares(match.game.moves(match.position)[0])"))
    winner = "XO"[tab.evaluate("match.result.indexOf(1)")]
    assert tab.inner_text("#status") == f"{winner} wins."


def test_only_an_answer_is_told_as_one(open_page):
    """Two moves of one player may come one after another."""
    tab = open_page("twice", reduced_motion="reduce")
    play(tab, 0)
    assert tab.inner_text("#status") == "Your move, X."
    tab.evaluate("choose('perfect'); begin(false)")
    assert tab.inner_text("#status").startswith("It played ")


@pytest.mark.parametrize(
    ("name", "words"),
    [("nim", "squares must differ for the moves of "), ("three players", "a page is for two")],
)
def test_games_without_a_page(name, words):
    with pytest.raises(ValueError, match=words):
        game_data(GAMES[name])


def test_all_positions_are_there():
    assert len(find_positions(GAMES["standard"])) == 5478
