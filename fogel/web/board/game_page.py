"""A page for any small game for two players, made only from its `Game`.

The page begins with the first sentence of the class's docstring. A browser doesn't know the rules,
so the page lists all positions that can be reached, and the moves from each of them with their
values. A game of your own therefore has a page as soon as it has rules.
"""

from __future__ import annotations

import re
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any

from fogel.core.files import write_file
from fogel.core.game import PATIENCE, Game, Position
from fogel.core.texts import WORDS
from fogel.core.types import FilePath, Json
from fogel.rules.texts import ANY_GAME
from fogel.web.board.page import board_sizes
from fogel.web.builder import board_body, build_script, build_style, escaped, filled
from fogel.web.packing import pack

HERE = Path(__file__).parent
TAKEN = ("board", "place", "empty", "draw", "hint_tie", "short_win", "short_draw", "short_loss")
GAME_WORDS = {"it_begins": "It", "you_begin": "You"} | {name: ANY_GAME[name] for name in TAKEN}
PLAYERS = {"perfect": "the perfect player", "random": "a player that moves at random"}


def game_page(game: Game) -> str:
    """Return the page of a game, a whole HTML file that needs no other.

    Raises ValueError if it is not a game of two, is too large, or has moves that can't be told
    apart by their squares.
    """
    words = WORDS | GAME_WORDS
    data = {**game_data(game), "words": words}
    sizes = board_sizes(game.columns, game.rows)
    title = ANY_GAME["page_title"].format(name=game.name)
    first_sentence = re.match(r"[^.]*\.?", type(game).__doc__ or "")
    goal = f"<p>{escape(' '.join(first_sentence[0].split()))}</p>\n"  # type: ignore[index]
    parts = {"script": build_script(HERE / "game_page.js"), "sizes": sizes, "goal": goal}
    body, style = board_body(HERE / "game_page.html"), build_style(HERE / "game_page.css")
    return filled(body, title, data, style, **parts, **escaped(words))


def save_game_page(path: FilePath, game: Game) -> None:
    """Write the page into a file, which any browser opens."""
    write_file(path, game_page(game))


class Numbering(dict):
    """Numbers from 0 for keys, in the order in which they are asked for."""

    def __missing__(self, key: Any) -> int:
        self[key] = len(self)
        return self[key]


def game_data(game: Game) -> Json:
    """Return the facts that the script needs: names, moves, and all positions that can be reached.

    A position is its number, the start is 0. Its moves and their values are `edges` to the
    positions after them; the numbers in `marks` and `ends` stand for texts and results.
    """
    if game.players != 2:
        raise ValueError(f"{game.name} is a game for {game.players} players, and a page is for two")
    positions = find_positions(game)
    moves, marks, ends = Numbering(), Numbering({"": 0}), Numbering()
    results = [(found := game.result(one)) and tuple(map(int, found)) for one in positions]
    edges = [_edges(game, position, positions, moves) for position in positions]
    turns = [
        1 if result else int(game.to_move(position))
        for position, result in zip(positions, results, strict=True)
    ]
    won = {positions[one]: [*game.winning_squares(one)] for one in positions if game.result(one)}
    table = {
        "turns": turns,
        "marks": [marks[mark] for position in positions for mark in game.marks(position)],
        "ends": [ends[result] for result in results],
        "won": {number: squares for number, squares in won.items() if squares},
        "counts": [*map(len, edges)],
        "edges": [*chain.from_iterable(edges)],
    }
    return {
        "name": game.name,
        "rows": game.rows,
        "columns": game.columns,
        "letters": ["", *map(game.name_player, (1, 2))],
        "squares": [game.name_square(square) for square in range(game.rows * game.columns)],
        "moves": [_describe(game, move) for move in moves],
        "kinds": [*marks],
        "results": [*ends],
        "players": PLAYERS,
        "packed": pack(table),
    }


def _describe(game, move):
    return {"name": game.name_move(move), "squares": [*map(int, game.squares(move))]}


def find_positions(game: Game) -> dict[Position, int]:
    """Return {position: its number} of all that can be reached, breadth first; raise ValueError if
    there are more than PATIENCE.
    """
    numbers = Numbering({game.start(): 0})
    for position in (queue := [game.start()]):  # the list grows while it is read
        for move in game.moves(position):
            child = game.play(position, move)
            if child not in numbers:
                queue.append(child)
                numbers[child]  # gives it the next number
        if len(queue) > PATIENCE:
            raise ValueError(f"{game.name} has more than {PATIENCE:,} positions")
    return numbers


def _edges(game, position, positions, moves):
    """Return (number of a move, number of the position after it, its value) for each legal move.

    A value is the number of moves until a win, minus that number for a loss, and 0 for a draw.
    """
    allowed = game.moves(position)
    if len({game.squares(move) for move in allowed} - {()}) < len(allowed):
        raise ValueError(f"squares must differ for the moves of {game.name}, and be there")
    values = game.values(position) if allowed else {}
    return [
        (
            moves[move],
            positions[game.play(position, move)],
            int(values[move].result) * (values[move].moves or 0),
        )
        for move in allowed
    ]
