"""A game of any shape in the terminal, as the report's HumanPlayer plays it (chapter 13)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fogel.core.game import rank
from fogel.core.types import Marks, Rng
from fogel.rules.game import PATIENCE
from fogel.rules.referee import DRAW, INVALID, LOSS, WIN, Quit, Tally, play_series, seat
from fogel.rules.rule_files import (
    board_text,
    coordinates,
    labelled,
    patterns_text,
    square_at,
    square_words,
)
from fogel.rules.rules import MARKS, Rules, decision, holders, seats
from fogel.rules.solve import values_of_moves

RULE = "-" * 61  # as long as the report's
RESULTS = {1: "a win", 0: "a draw", -1: "a loss"}
ENDS = {WIN: "You Win", LOSS: "You Lose", DRAW: "A Draw"}
COMMANDS = {
    word: full[0] for full in ("help", "suggest", "peek", "quit") for word in (full, full[0])
}
HOW = """\
Type two numbers, x and y: the column, counted from 0 at the left, and the row, counted from 0 at
the top. Other commands: h this text, s what you can force with each move, p a look into the other
players, q the end."""


class Human:
    """A person who types: player `number` of a game. `ask` and `say` work as Python's `input` and
    `print` do.
    """

    name, is_person = "Human", True

    def __init__(self, rules, number, ask, say):
        self.rules, self.number, self.ask, self.say = rules, number, ask, say
        self.turn, self.others = 0, ()

    def new_game(self) -> None:
        """Counts turns anew."""
        self.turn = 0

    def feedback(self, event: str, board: Marks, square: Any) -> None:
        """Says what became of a move, or of the game."""
        if event == INVALID:
            self.say(f"Invalid Move: player {MARKS[board[square]]} holds that square.")
        else:
            why = "" if event == DRAW else self._why(board, event)
            self.say(f"{self._board(board)}\n{ENDS[event]}{why}")

    def __call__(self, board, rng):
        """The square that the person takes; raises Quit at the word, or at the end of what is
        typed.
        """
        self.turn += 1
        self.say(
            f"{RULE}\nTURN #{self.turn}\n{self._board(board)}\nYou are player {MARKS[self.number]}."
        )
        while True:
            words = self._words()
            command = COMMANDS.get(" ".join(words))
            if command == "q":
                raise Quit
            if command == "h":
                self.say(help_text(self.rules))
            elif command == "s":
                self.say(suggestion(self.rules, board, self.number))
            elif command == "p":
                self._peek()
            elif (square := self._square(words)) is None:
                self.say(f"Not a move: {' '.join(words)[:40]!r}.")
            elif board[square]:
                self.feedback(INVALID, board, square)
            else:
                return square

    def _peek(self):
        """Looks into the others: one after another into those that can be asked, else at what they
        show.
        """
        asked = [other for other in self.others if hasattr(other, "peek_with")]
        for other in asked:
            other.peek_with(self.ask, self.say)
        if not asked:
            self.say(peek(self.others))

    def _why(self, board, event):
        """Whose pattern decided the game, and where; nothing for a person who has won with marks of
        their own alone.
        """
        # Nobody says who moved last; it matters only if two match at once.
        for last in seats(self.rules):
            found = decision(self.rules, board, last)
            if found and ((found[0] == self.number) == found[1]) == (event == WIN):
                is_plain = event == WIN and all(board[square] == self.number for square in found[2])
                theirs = event == WIN and not found[1]
                loses = f", which loses for player {MARKS[found[0]]}" if theirs else ""
                return "" if is_plain else f": {self._held(board, found[0], found[2])}{loses}"
        return ""

    def _held(self, board, player, squares):
        """Who has which squares: those of the player whose pattern it is first."""
        parts = []
        for number, held in holders(self.rules, board, player, squares):
            places = ", ".join(square_words(self.rules, square) for square in held)
            name = "you have" if number == self.number else f"player {MARKS[number]} has"
            parts.append(f"{name} {places}")
        return " and ".join(parts)

    def _words(self):
        x, y = (f"[0-{side - 1}]" for side in self.rules.start[:2])
        prompt = f"Enter x{x} and y{y} coords or 'h'elp, 's'uggest, 'p'eek, 'q'uit: "
        try:
            return self.ask(prompt).lower().split()
        except EOFError:
            return ["q"]

    def _square(self, words):
        numbers = [one for one in words if one.isascii() and one.isdigit() and len(one) < 5]
        is_move = len(numbers) == len(words) == 2
        return square_at(self.rules, *map(int, numbers)) if is_move else None

    def _board(self, board):
        return labelled(f"{self.rules.name}: ", board_text(self.rules, board))


def human(
    ask: Callable[[str], str] = input, say: Callable[[str], Any] = print
) -> Callable[..., Human]:
    """A maker of persons."""
    return lambda rules, number: Human(rules, number, ask, say)


def help_text(rules: Rules) -> str:
    """How to move, and what wins and loses."""
    return f"{HOW}\n\n{patterns_text(rules)}"


def suggestion(rules: Rules, board: Marks, me: int) -> str:
    """What `me` can force with each move, the best first, as text."""
    try:
        values = values_of_moves(rules, board, me, PATIENCE)
    except ValueError as problem:
        return f"No suggestion: {problem}."
    ordered = sorted(values.items(), key=lambda item: rank(item[1]), reverse=True)
    return "\n".join(
        f"{'{} {}'.format(*coordinates(rules, square))}: {RESULTS[found.result]}"
        + (f", {found.moves} moves from now" if found.moves else "")
        for square, found in ordered
    )


def peek(players: Iterable[Any]) -> str:
    """What the players show of themselves: the texts of those that have a method `peek`."""
    shown = [player.peek() for player in players if hasattr(player, "peek")]
    return "\n".join(shown) or "There is nobody here to look into."


def play_in_terminal(
    rules: Rules,
    makers: Sequence[Callable[..., Any]],
    rng: Rng,
    games: int | None = None,
    first_player: str = "first",
    say: Callable[[str], Any] = print,
) -> Tally:
    """Plays a match between players that these makers seat; each person among them sees the others.

    `games` None: until somebody quits. The tally is said after each game that a person plays in,
    and at the end of all; it is returned too.
    """
    players = seat(rules, makers)
    persons = [player for player in players if isinstance(player, Human)]
    for person in persons:
        person.others = [other for other in players if other is not person]
    (tally,) = play_series(
        rules,
        players,
        1,
        games,
        rng,
        first_player,
        watch=lambda game, tally: say(str(tally)) if persons else None,
    )
    if tally.quit or not persons:
        say(str(tally))
    return tally
