"""Games between people and players, one after another, without any picture.

The boards in a notebook, the pages and the terminal all show a `GameMatch`. Its position can
always be reached by legal moves: an illegal move by a person does nothing, and one by a player
ends the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any

import numpy as np

from fogel.core.game import Game, Move, Position, Value, board_text, check_players
from fogel.core.sentences import RESULTS, SENTENCES
from fogel.core.types import Rng, Self, Square


class GameMatch:
    """A series of games with the same rules, and a tally for each lineup of players.

    `players` has a player for each seat, None for a person. `moves` are the moves of the game so
    far, and `positions` are the start and the position after each move. `tallies` has the person's
    wins, ties and losses under the name of each lineup, and `tally` is the one for the current
    lineup; without a person, or with several, the results are those of player 1. If a player
    chooses an illegal move, the game is over and the player loses; `disqualified` is then that
    move, or "nothing" if the player chose None.
    """

    players: Sequence[Any] = ()
    disqualified: Move | None = None
    _is_counted = False

    def __init__(
        self, game: Game, players: Sequence[Any], name: str = "", rng: Rng | None = None
    ) -> None:
        self.game, self.rng = game, rng or np.random.default_rng()
        self.tallies: dict[str, dict[str, int]] = {}
        self.moves: list[Any] = []
        self.positions: list[Position] = [game.start()]
        self.seat(players, name)
        self.new_game()

    def seat(self, players: Sequence[Any], name: str = "") -> None:
        """Let these players continue the game; `name` is the name of their tally.

        Raises ValueError if there are too few or too many.
        """
        check_players(self.game, players)
        self.players, self.name, self._is_counted = tuple(players), name, False
        self.tally = self.tallies.setdefault(name, dict.fromkeys(RESULTS, 0))

    @property
    def about(self) -> str:
        """The game and the other players in a sentence."""
        others = f" against {self.name}" if self.name else ""
        return f"You play {self.game.name}{others}."

    def new_game(self, after: int = 0) -> None:
        """Begin a game after the first `after` moves of this one; from scratch if that is over."""
        after = max(after, 0)
        self._cut(after)
        if self.over or not after:
            self.moves, self.positions, self.disqualified = [], [self.game.start()], None
        self._go_on()

    def _cut(self, after):
        self._is_counted = False
        if after < len(self.moves):
            self.disqualified = None
        self.moves, self.positions = self.moves[:after], self.positions[: after + 1]

    def undo(self) -> bool:
        """Take back the last move of a person and the answers to it; return False without one."""
        for after in reversed(range(len(self.moves))):
            if self._is_persons(self.positions[after]):
                if self._is_counted:
                    self._count(-1)
                self._cut(after)
                return True
        return False

    def _is_persons(self, position):
        return self.players[self.game.to_move(position) - 1] is None

    def at(self, after: int) -> Self:
        """Return a copy of the match as it was after the first `after` moves of this game."""
        past = copy(self)
        past._cut(after)
        return past

    @property
    def position(self) -> Position:
        """The position that the game has come to."""
        return self.positions[-1]

    @property
    def outcome(self) -> tuple[int, ...] | None:
        """Each player's result, 1, 0 or -1; None during the game."""
        if self.disqualified is None:
            return self.game.result(self.position)
        loser = self.game.to_move(self.position)
        return tuple(-1 if number == loser else 1 for number in range(1, self.game.players + 1))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    @property
    def waits(self) -> bool:
        """Whether a person is to move."""
        return not self.over and self._is_persons(self.position)

    @property
    def person_number(self) -> int:
        """The person's number; with several people, the player to move, or 1 at the end."""
        persons = [number for number, player in enumerate(self.players, 1) if player is None]
        if len(persons) == 1:
            return persons[0]
        return self.game.to_move(self.position) if persons and not self.over else 1

    @property
    def result(self) -> str | None:
        """The person's result, "wins", "ties" or "losses"; None during the game."""
        outcome = self.outcome
        if outcome is None:
            return None
        return {1: "wins", 0: "ties", -1: "losses"}[outcome[self.person_number - 1]]

    def move(self, move: Move) -> bool:
        """Play a person's move and the others' answers; return False if it isn't legal."""
        if not self.waits or not self.game.is_legal(self.position, move):
            return False
        self._play(move)
        self._go_on()
        return True

    def _go_on(self):
        while not self.over and not self._is_persons(self.position):
            player = self.players[self.game.to_move(self.position) - 1]
            self._play(self.game.ask(player, self.position, self.rng))
        if self.over:
            self._count(1)

    def _count(self, games):
        self._is_counted = games > 0
        self.tallies[self.name][self.result] += games

    def _play(self, move):
        if self.game.is_legal(self.position, move):
            self.moves = [*self.moves, move]
            self.positions = [*self.positions, self.game.play(self.position, move)]
        else:
            self.disqualified = "nothing" if move is None else move

    def hint(self) -> dict[Move, Value]:
        """Return the Value of each move for whoever is to move, nothing if the game is over.

        Raises ValueError if the game is too large.
        """
        return {} if self.over else self.game.values(self.position)

    def answers(self) -> list[str]:
        """Return the moves since the last move of a person, in a sentence each."""
        said: list[str] = []
        for position, move in zip(self.positions, self.moves, strict=False):
            mark = self.game.name_player(self.game.to_move(position))
            moved = "passed" if move is None else f"played {self.game.name_move(move)}"
            words = f"{mark[0].upper()}{mark[1:]} {moved}."
            said = [] if self._is_persons(position) else [*said, words]
        return said

    @property
    def named(self) -> Square | None:
        """The taken square that a player is disqualified for, None if it is another move."""
        game, position, wrong = self.game, self.position, self.disqualified
        are_squares = all(game.squares(move) == (move,) for move in game.moves(position))
        marks = enumerate(game.marks(position)) if are_squares else ()
        return next((square for square, mark in marks if mark and square == wrong), None)

    def verdict(self, lines: str = "", table: Mapping[str, str] = SENTENCES) -> str:
        """Return the end of the game in a sentence of a table; `lines` decided it."""
        game, wrong, is_alone = self.game, self.disqualified, self.players.count(None) == 1
        if self.named is not None and is_alone and self.result == "wins":
            return SENTENCES["disqualified"].format(square=game.name_square(self.named))
        loser = game.name_player(game.to_move(self.position))
        why = "" if wrong is None else f"Disqualified: {loser}, for {wrong!r}. "
        won = [number for number, result in enumerate(self.outcome or (), 1) if result == 1]
        if not won:
            return why + table["tie"]
        names = " and ".join(map(game.name_player, won))
        names = names[0].upper() + names[1:]
        if len(won) > 1 and not is_alone:
            return f"{why}{names} win."
        words = RESULTS[self.result or ""] if is_alone else "mark_wins"
        return why + table[words + "_with" * bool(lines)].format(mark=names, lines=lines)

    def thoughts(self) -> str:
        """Return the players' thoughts in words."""
        shown = [player.peek() for player in self.players if hasattr(player, "peek")]
        return "\n".join(shown) or "Nobody here shows any thoughts."


# The terminal.

HELP = """\
  {moves}
  hint      what you can still force with each move
  peek      a look into the other players' heads
  undo      your last move back
  new       a new game
  help      this text
  quit      the tally, and goodbye"""
FORCED = {1: "a win", 0: "a tie", -1: "a loss, if the other is perfect"}


def play_in_terminal(match: GameMatch, lines: Iterable[str], say: Callable = print) -> None:
    """Play with the commands in `lines` until `quit` or their end, and `say` what happens."""
    say(f"{match.about} 'help' lists the commands.\n")
    _show(match, say)
    commands = {
        "help": lambda: say(HELP.format(moves=match.game.how_to_move)),
        "?": lambda: say(HELP.format(moves=match.game.how_to_move)),
        "hint": lambda: say(_hint(match)),
        "peek": lambda: say(match.thoughts()),
        "undo": lambda: _show(match, say) if match.undo() else say("You have not moved yet."),
    }
    for line in lines:
        typed = " ".join(line.split())
        word = typed.lower()
        if word == "quit":
            break
        if word == "new":
            match.new_game()
            _show(match, say)
        elif word in commands:
            commands[word]()
        elif word:
            _move(match, typed, say)
    tally = match.tally.items()
    counts = (f"{count} {RESULTS[name] if count == 1 else name}" for name, count in tally)
    say(f"You: {', '.join(counts)}.")


def _move(match, typed, say):
    if match.over:
        say("The game is over: 'new' for another one.")
        return
    try:
        move = match.game.find_move(match.position, typed)
    except ValueError as problem:
        say(f"{problem}; 'help' lists the commands.")
        return
    match.move(move)
    _show(match, say)


def _show(match, say):
    game = match.game
    if answers := match.answers():
        say(" ".join(answers))
    say(board_text(game, match.position, circled=match.named))
    if match.over:
        say(f"{match.verdict()} 'new' for another game.\n")
    else:
        say(SENTENCES["your_move"].format(mark=game.name_player(match.person_number)) + "\n")


def _hint(match):
    try:
        values = match.hint()
    except ValueError as problem:
        return f"No hint: {problem}."
    lines = [
        f"  {match.game.name_move(move)}: {FORCED[value.result]}"
        + (f", {value.moves} moves from now" if value.moves else "")
        for move, value in values.items()
    ]
    return "\n".join(lines) or "The game is over."
