"""A game of checkers against a person, in the terminal (chapter 19)."""

from __future__ import annotations

from collections.abc import Callable

from fogel.checkers.files import CheckersChampion
from fogel.checkers.network import game_places
from fogel.checkers.rules import Checkers, Move, Position, after, moves, notation
from fogel.core.types import Rng

PIECES = {1: "x", 2: "X", -1: "o", -2: "O"}
RULES = """\
American checkers. Men (x, o) step and jump forward, kings (X, O) one step any way. A jump must be
taken, and goes on as far as it can; which one is free. A man that is crowned stops there. Whoever
can't move has lost. Type a move such as 9-14, or 9x18x27, or its number; ? shows this again, q
ends."""


def board_text(game: Checkers, position: Position) -> str:
    """The board, with the number of each empty dark square."""
    cells = [["   "] * game.columns for _ in range(game.rows)]
    for number, ((row, column), piece) in enumerate(
        zip(game_places(game), position.board, strict=True), 1
    ):
        cells[row][column] = f" {PIECES[piece]} " if piece else f"{number:2} "
    edge = "+" + "-" * (3 * game.columns) + "+"
    return "\n".join([edge, *(f"|{''.join(row)}|" for row in cells), edge])


def play_in_terminal(
    champion: CheckersChampion,
    begins: bool,
    rng: Rng,
    ask: Callable[[str], str] = input,
    say: Callable[[str], object] = print,
) -> int | None:
    """One game against a champion; `begins`: the person has the first move. Returns who won for the
    person, None if the person left: 1, -1, or 0 for a draw.
    """
    game, me = champion.settings.game, 1 if begins else -1
    position, made = game.start, 0
    say(f"You are {PIECES[me]}, and {'begin' if begins else 'answer'}.\n{RULES}")
    while allowed := moves(game, position):
        if made == champion.settings.max_moves:
            say(f"A draw: {made} moves were made.")
            return 0
        if position.player == me:
            say(board_text(game, position))
            move = _asked(game, allowed, ask, say)
            if move is None:
                return None
        else:
            move = champion.player(game, position, rng)
            say(f"It moves {notation(game, move)}.")
        position, made = after(game, position, move), made + 1
    say(board_text(game, position))
    won = position.player != me
    say("You have won." if won else "It has won.")
    return 1 if won else -1


def _asked(game: Checkers, allowed: list[Move], ask: Callable, say: Callable) -> Move | None:
    """The move that is typed, None if the person leaves."""
    by_name = {notation(game, move): move for move in allowed}
    by_name |= {str(number): move for number, move in enumerate(allowed, 1)}
    shown = ", ".join(f"{number}: {notation(game, move)}" for number, move in enumerate(allowed, 1))
    while True:
        try:
            text = ask(f"Your move ({shown}): ").strip()
        except EOFError:
            return None
        if text in ("q", "quit"):
            return None
        if text in by_name:
            return by_name[text]
        say(RULES if text == "?" else f"{text[:20]!r} is not allowed here")
