"""The page that any small game of two gets: its positions, moves and values are the game's own."""

import numpy as np
import pytest
from games import GAMES

from fogel.core.game import values
from fogel.web.board.game_page import find_positions, game_data, save_game_page

HEXAPAWN = GAMES["hexapawn"]
ASK = """(path) => {
  const game = match.game;
  let position = game.start();
  for (const move of path) position = game.play(position, move);
  return {
    turn: game.result(position) ? 0 : game.toMove(position),
    result: game.result(position),
    moves: game.moves(position).map((move) => game.nameMove(position, move)),
    squares: game.moves(position).map(game.squares),
    numbers: game.moves(position),
    values: [...game.values(position).values()],
  };
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    save_game_page(folder / "page.html", HEXAPAWN)
    return folder


def test_it_knows_the_game(tab):
    rng, game = np.random.default_rng(1), HEXAPAWN
    for _ in range(20):
        position, path = game.start(), []
        while True:
            found, allowed = tab.evaluate(ASK, path), game.moves(position)
            result = game.result(position)
            assert found["moves"] == [game.name_move(move) for move in allowed]
            assert found["squares"] == [[*game.squares(move)] for move in allowed]
            assert found["result"] == (result and [*result])
            worth = values(game, position) if allowed else {}
            assert found["values"] == [one.result * (one.moves or 0) for one in worth.values()]
            if result:
                break
            assert found["turn"] == game.to_move(position)
            at = int(rng.integers(len(allowed)))
            path.append(found["numbers"][at])
            position = game.play(position, allowed[at])


def test_a_person_plays_and_looks_at_values(tab):
    first = HEXAPAWN.squares(HEXAPAWN.moves(HEXAPAWN.start())[0])
    tab.click("#hint")
    assert "force" in tab.inner_text("#hint-words") or "beats" in tab.inner_text("#hint-words")
    for square in first:
        tab.click(f"#board [data-square='{square}']")
    assert tab.evaluate("match.moves.length") == 2 and tab.inner_text("#status").startswith(
        "It played"
    )
    tab.click("#undo")
    assert tab.evaluate("match.moves.length") == 0
    tab.select_option("#adversary", "human")
    while not tab.evaluate("match.over"):
        squares = tab.evaluate("match.game.squares(match.game.moves(match.position)[0])")
        for square in squares:
            tab.click(f"#board [data-square='{square}']")
    assert "wins." in tab.inner_text("#status")


@pytest.mark.parametrize(
    ("name", "words"),
    [("nim", "squares must differ for the moves of "), ("three players", "a page is for two")],
)
def test_games_without_a_page(name, words):
    with pytest.raises(ValueError, match=words):
        game_data(GAMES[name])


def test_all_positions_are_there():
    assert len(find_positions(GAMES["standard"])) == 5478
