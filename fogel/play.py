"""A game against a person, in the terminal (chapter 7).

A `Match` is one person's games without any picture; the boards in a notebook and in a terminal both
show one. Whatever is done to it, its board can be reached by legal moves: a click that is not a
legal move does nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from fogel.core.asking import ask
from fogel.core.champion import load_champion as load_champion  # chapters call it from here
from fogel.core.players import adversary, describe_player, load_player, read_player
from fogel.core.players import shipped as shipped  # chapters call it from here
from fogel.core.sentences import LETTERS, RESULTS, SENTENCES
from fogel.core.types import Board, Bytes, FilePath, Floats, Mark, Player, Square
from fogel.encoding import O, X, is_final, open_squares, place, put, to_move, winner
from fogel.network import Network, sigmoid
from fogel.opponent import forced_result


class Match:
    """Games of a person against an adversary, one after another, and their tally.

    `squares` are the moves of the game so far. `tallies` counts the person's wins, ties and losses
    against each adversary, `tally` those against this one; against a second human, wins are those
    of X. `adversary` is one of players.ADVERSARIES, or what `load` was told. If it names a taken
    square, which is then `disqualified` and not a move, the game is over and the person wins.
    """

    squares: Sequence[Square] = ()
    disqualified: Square | None = None

    def __init__(self, adversary="champion", person_begins=False, rng=None):
        self.rng = rng or np.random.default_rng()
        self.tallies: dict[str, dict[str, int]] = {}
        self.person_begins = person_begins
        self.choose(adversary)

    def choose(self, name: str) -> None:
        """Begin a game against another adversary; an unknown name raises ValueError first."""
        self.meet(name, adversary(name))

    def load(self, path: FilePath) -> None:
        """Begin a new game against the champion or the league agent in a file.

        Raises ValueError or OSError that says what is wrong, and leaves all as it was.
        """
        self.meet(Path(path).name, load_player(path))

    def load_text(self, text: str, name: str) -> None:
        """`load` for the text of a file of that name."""
        try:
            self.meet(name, read_player(text))
        except ValueError as problem:
            raise ValueError(f"{name}: {problem}") from None

    def meet(self, name: str, player: Player | None) -> None:
        """Another adversary, a player under any name, None for a second human; and a new game."""
        self._seat(name, player)
        self.new_game()

    def swap(self, name: str) -> None:
        """Let another adversary choose again on the board on which this one chose last.

        Raises ValueError for an unknown name and leaves all as it was.
        """
        self._seat(name, adversary(name))
        self.disqualified = None
        chose = self._choices()
        self.new_game(chose[-1] if chose else len(self.squares))

    def _seat(self, name, player):
        self.adversary, self.player = name, player
        self.tallies.setdefault(name, dict.fromkeys(RESULTS, 0))

    @property
    def tally(self) -> dict[str, int]:
        """The person's wins, ties and losses against this adversary."""
        return self.tallies[self.adversary]

    def begin(self, person_begins: bool) -> None:
        """Who begins from now on, and a new game."""
        self.person_begins = bool(person_begins)
        self.new_game()

    def new_game(self, after: int = 0) -> None:
        """Begin a game after the first `after` moves of this one; from scratch if that is over."""
        if after < len(self.squares):
            self.disqualified = None
        self.squares = list(self.squares[:after])
        if self.over:
            self.squares, self.disqualified = [], None
        self._answer()

    @property
    def boards(self) -> list[Bytes]:
        """The boards of the game so far, the empty one first."""
        boards = [np.zeros(9, dtype=np.int8)]
        for square in self.squares:
            boards.append(place(boards[-1], square))
        return boards

    @property
    def board(self) -> Bytes:
        """The board as it stands."""
        return self.boards[-1]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.disqualified is not None or is_final(self.board.tolist())

    @property
    def person(self) -> Mark:
        """The person's mark; against a second human that of the player to move, X's at the end."""
        if self.player is None:
            return X if self.over else to_move(self.board)
        return X if self.person_begins else O

    @property
    def result(self) -> str | None:
        """The person's result, "wins", "ties" or "losses"; None during the game."""
        if not self.over:
            return None
        if self.disqualified is not None:
            return "wins"
        return {0: "ties", 1: "wins", -1: "losses"}[winner(self.board) * self.person]

    def move(self, square: Square) -> bool:
        """Play the person's move and the adversary's answer; return False if it isn't legal."""
        if self.over or square not in open_squares(self.board):
            return False
        self._play(square)
        self._answer()
        return True

    def _answer(self):
        if self.player is not None and not self.over and to_move(self.board) != self.person:
            self._play(ask(self.player, self.board, self.rng))

    def _play(self, square):
        if square in open_squares(self.board):
            self.squares = [*self.squares, int(square)]
        else:
            self.disqualified = square
        if self.over:
            self.tally[self.result] += 1

    def hint(self) -> dict[Square, int]:
        """Return {square: 1, 0 or -1}: what the person can force with each open square."""
        if self.over:
            return {}
        mark, marks = to_move(self.board), self.board.tolist()
        return {
            square: -forced_result(put(marks, square, mark), -mark)
            for square in open_squares(marks)
        }

    def peek(self) -> Thought | None:
        """Return a Thought, the network on the board where it last chose; else None."""
        if not isinstance(self.player, Network):
            return None
        chose = self._choices()
        return Thought(self.player, self.boards[chose[-1]] * -self.person) if chose else None

    def _choices(self):
        """After how many moves the adversary had to choose."""
        boards, mark = [board.tolist() for board in self.boards], -self.person
        open_ = [moves for moves, board in enumerate(boards) if not is_final(board)]
        return [moves for moves in open_ if to_move(boards[moves]) == mark]


class Thought:
    """What a network computes on a board on which its own marks are 1.

    `activations`: of its hidden nodes. `sums` and `outputs`: nine each. `square`: where it moves.
    `links_in(node)` and `links_out(node)`: ten and nine rows (value, weight, contribution) of one
    hidden node.
    """

    def __init__(self, network, board):
        self.network, self.board = network, np.asarray(board)
        activations, sums = network.run(self.board)
        self.activations, self.sums = np.array(activations), np.array(sums)
        self.outputs = np.array([sigmoid(total) for total in sums])
        self.square = network.choose(self.board)

    def links_in(self, node: int) -> Floats:
        """Return (input, weight, contribution) of nine squares and the bias to `node`."""
        inputs = np.append(self.board, 1).astype(float)
        weights = self.network.hidden_weights[node]
        return np.column_stack([inputs, weights, inputs * weights])

    def links_out(self, node: int) -> Floats:
        """What node `node` says: (its activation, weight, contribution) to each of the nine
        outputs.
        """
        weights, activation = self.network.output_weights[:, node], self.activations[node]
        return np.column_stack([np.full(9, activation), weights, activation * weights])


# The terminal.

HELP = """\
  0 to 8    your square, as numbered on the board; or a column and a row: a1 (top left) to c3
  hint      what you can still force with each square
  peek      the outputs of the network, where it chose last
  new       a new game
  help      this text
  quit      the tally, and goodbye"""
FORCED = {1: "a win", 0: "a tie", -1: "a loss, if the other is perfect"}


def parse_square(text: str) -> Square | None:
    """Return the square of a text: 0 to 8, or a1 to c3 (columns a to c, rows 1 to 3), or None."""
    if re.fullmatch("[0-8]", text):
        return int(text)
    if re.fullmatch("[a-c][1-3]", text):
        return 3 * (int(text[1]) - 1) + "abc".index(text[0])
    return None


def board_text(board: Board, names: Sequence[Any] = range(9), named: Square | None = None) -> str:
    """Return the board as text with names of open squares; `named` has parentheses."""
    pairs = zip(names, board, strict=True)
    cells = [LETTERS[int(mark)] if mark else str(name) for name, mark in pairs]
    cells = [f"({cell})" if square == named else f" {cell} " for square, cell in enumerate(cells)]
    rows = ["|".join(cells[row : row + 3]).rstrip() for row in (0, 3, 6)]
    return "\n---+---+---\n".join(rows)


def play_in_terminal(match: Match, lines: Iterable[str], say: Callable = print) -> None:
    """Play with the commands in `lines` until `quit` or their end, and `say` what happens."""
    say(f"You play {describe_player(match.adversary)}. 'help' lists the commands.\n")
    _show(match, say)
    for line in lines:
        word = line.strip().lower()
        if word == "quit":
            break
        if word in ("help", "?"):
            say(HELP)
        elif word == "hint":
            say(_hint(match))
        elif word == "peek":
            say(_peek(match))
        elif word == "new":
            match.new_game()
            _show(match, say)
        elif word:
            _move(match, word, say)
    tally = match.tally.items()
    counts = (f"{count} {RESULTS[name] if count == 1 else name}" for name, count in tally)
    say(f"You: {', '.join(counts)}.")


def _move(match, word, say):
    square = parse_square(word)
    if match.over:
        say("The game is over: 'new' for another one.")
    elif square is None:
        say(f"{word!r} is neither a square, 0 to 8 or a1 to c3, nor a command; 'help' lists them.")
    elif not match.move(square):
        say(f"Square {square} is taken. Open: {', '.join(map(str, open_squares(match.board)))}.")
    else:
        _show(match, say)


def _show(match, say):
    say(board_text(match.board, named=match.disqualified))
    if not match.over:
        say(SENTENCES["your_move"].format(mark=LETTERS[match.person]) + "\n")
        return
    won = match.player is None and winner(match.board)
    word = "mark_wins" if won else RESULTS[match.result]
    if match.disqualified is not None:
        word = "disqualified"
    end = SENTENCES[word].format(mark=LETTERS[won or X], square=match.disqualified)
    say(f"{end} 'new' for another game.\n")


def _hint(match):
    lines = [f"  {square}: {FORCED[value]}" for square, value in match.hint().items()]
    return "\n".join(lines) or "The game is over."


def _peek(match):
    thought = match.peek()
    if thought is None:
        return "There is no network to look into here."
    rows = [thought.outputs[row : row + 3] for row in (0, 3, 6)]
    outputs = "\n".join("  " + "  ".join(f"{value:.3f}" for value in row) for row in rows)
    activations = " ".join(f"{activation:.2f}" for activation in thought.activations)
    first = f"Its outputs, square by square; it chose {thought.square}:"
    return f"{first}\n{outputs}\nIts hidden nodes' activations: {activations}"
