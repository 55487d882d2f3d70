"""Playing against what evolved (chapter 07).

A `Match` is one person's games without any picture; the boards in a notebook and in a terminal both show one. Whatever
is done to it, its board can be reached by legal moves: a click that is not a legal move does nothing.
"""

import re
from functools import cache
from pathlib import Path

import numpy as np

from fogel.champion import load_champion, read_champion, save_champion
from fogel.encoding import O, X, is_final, open_squares, place, to_move, winner
from fogel.network import Network, sigmoid
from fogel.opponent import forced_result, near_perfect_player, perfect_player, random_player

SHIPPED = Path(__file__).with_name("champions")
GENERATIONS = (1, 10, 50, 100, 200, 400, 800)  # the champion's ancestors that are shipped
SEARCHED = {
    "ceiling": "the climber's champion, chapter 8",
    "two-nodes": "two hidden nodes, at the ceiling",
    "one-node": "one hidden node, unbeatable as X",
}
NETWORKS = ("champion", *(f"generation-{number}" for number in reversed(GENERATIONS[:-1])), *SEARCHED)  # all shipped
HUMAN = "human"
ADVERSARIES = {
    "champion": "the champion of chapter 6",
    **{f"generation-{number}": f"its ancestor in generation {number}" for number in GENERATIONS[:-1]},
    **SEARCHED,
    "near-perfect": "the near-perfect player, which slips once in ten moves",
    "perfect": "the perfect player",
    "random": "a player that moves at random",
    HUMAN: "a second human",
}


def shipped(name):
    """The path of a network file that comes with the package: champion, generation-1, ceiling, ..."""
    return SHIPPED / f"{name}.json"


def ship(folder=SHIPPED, run=None):
    """Writes the network files that come with the package: the champion of the whole experiment and its ancestors."""
    from fogel.curve import ancestors, run_trials

    run = run or run_trials()
    folder.mkdir(exist_ok=True)
    for number, network in ancestors(run.settings, run.champion.trial, GENERATIONS).items():
        name = "champion" if number == run.settings.generations else f"generation-{number}"
        save_champion(folder / f"{name}.json", network)


@cache
def adversary(name):
    """The player of that name, None for a second human; raises ValueError for an unknown name."""
    if name not in ADVERSARIES:
        raise ValueError(f"adversary must be one of {', '.join(ADVERSARIES)}, not {name!r}")
    players = {"near-perfect": near_perfect_player, "perfect": perfect_player, "random": random_player}
    if name in players:
        return players[name]()
    return None if name == HUMAN else load_champion(shipped(name))


class Match:
    """Games of a person against an adversary, one after another, and their tally.

    `squares` are the moves of the game so far and `tally` counts the person's wins, ties and losses. `adversary` is one
    of ADVERSARIES, or what `load` was told; against a second human, wins are those of X.
    """

    squares = ()

    def __init__(self, adversary="champion", person_begins=False, rng=None):
        self.rng = rng or np.random.default_rng()
        self.tally = {"wins": 0, "ties": 0, "losses": 0}
        self.person_begins = person_begins
        self.choose(adversary)

    def choose(self, name):
        """Another adversary, and a new game; raises ValueError for an unknown name and leaves all as it was."""
        self._meet(name, adversary(name))

    def load(self, path):
        """The network in a champion file as adversary, and a new game.

        Raises ValueError or OSError that says what is wrong, and leaves all as it was.
        """
        self._meet(Path(path).name, load_champion(path))

    def load_text(self, text, name):
        """`load` for the text of a champion file of that name."""
        try:
            self._meet(name, read_champion(text))
        except ValueError as problem:
            raise ValueError(f"{name}: {problem}") from None

    def _meet(self, name, player):
        self.adversary, self.player = name, player
        self.new_game()

    def begin(self, person_begins):
        """Who begins from now on, and a new game."""
        self.person_begins = bool(person_begins)
        self.new_game()

    def new_game(self, after=0):
        """A new game, from the board after the first `after` moves of this one; from the empty one if that is over."""
        self.squares = list(self.squares[:after])
        if self.over:
            self.squares = []
        self._answer()

    @property
    def boards(self):
        """The boards of the game so far, the empty one first."""
        boards = [np.zeros(9, dtype=np.int8)]
        for square in self.squares:
            boards.append(place(boards[-1], square))
        return boards

    @property
    def board(self):
        """The board as it stands."""
        return self.boards[-1]

    @property
    def over(self):
        """Whether the game is over."""
        return is_final(self.board.tolist())

    @property
    def person(self):
        """The person's mark, 1 or -1; against a second human that of whoever is to move, and X's when it is over."""
        if self.player is None:
            return X if self.over else to_move(self.board)
        return X if self.person_begins else O

    @property
    def result(self):
        """What the game came to for the person, "wins", "ties" or "losses"; None while it goes on."""
        if not self.over:
            return None
        return {0: "ties", 1: "wins", -1: "losses"}[winner(self.board) * self.person]

    def move(self, square):
        """The person's move and the adversary's answer; False, and nothing else, if it isn't a legal move."""
        if self.over or square not in open_squares(self.board):
            return False
        self._play(square)
        self._answer()
        return True

    def _answer(self):
        if self.player is not None and not self.over and to_move(self.board) != self.person:
            self._play(int(self.player(self.board, self.rng)))

    def _play(self, square):
        self.squares = [*self.squares, int(square)]
        if self.over:
            self.tally[self.result] += 1

    def hint(self):
        """What the person can still force with each open square: {square: 1 a win, 0 a tie, -1 no more than a loss}."""
        if self.over:
            return {}
        mark = to_move(self.board)
        after = {square: tuple(place(self.board, square).tolist()) for square in open_squares(self.board)}
        return {square: -forced_result(board, -mark) for square, board in after.items()}

    def peek(self):
        """Inside the adversary, on the board on which it chose last: a Thought; None if it is no network, or new."""
        if not isinstance(self.player, Network):
            return None
        mark = -self.person
        before = [board for board in self.boards if not is_final(board.tolist()) and to_move(board) == mark]
        return Thought(self.player, before[-1] * mark) if before else None


class Thought:
    """What a network computes on a board on which its own marks are 1.

    `levels`: of its hidden nodes. `sums` and `outputs`: nine each. `square`: where it moves. `links_in(node)` and
    `links_out(node)`: ten and nine rows (value, weight, contribution) of one hidden node.
    """

    def __init__(self, network, board):
        self.network, self.board = network, np.asarray(board)
        levels, sums = network.run(self.board)
        self.levels, self.sums = np.array(levels), np.array(sums)
        self.outputs = np.array([sigmoid(total) for total in sums])
        self.square = network.choose(self.board)

    def links_in(self, node):
        """What node `node` hears: (input, weight, contribution) of the nine squares and the bias node."""
        inputs = np.append(self.board, 1).astype(float)
        weights = self.network.hidden_weights[node]
        return np.column_stack([inputs, weights, inputs * weights])

    def links_out(self, node):
        """What node `node` says: (its level, weight, contribution) to each of the nine outputs."""
        weights = self.network.output_weights[:, node]
        return np.column_stack([np.full(9, self.levels[node]), weights, self.levels[node] * weights])


# The terminal.

HELP = """\
  0 to 8    your square, as numbered on the board; or a column and a row: a1 (top left) to c3
  hint      what you can still force with each square
  peek      the outputs of the network, where it chose last
  new       a new game
  help      this text
  quit      the tally, and goodbye"""
FORCED = {1: "a win", 0: "a tie", -1: "a loss, if the other is perfect"}


def square_of(text):
    """The square that a text means: 0 to 8, or a1 to c3 with columns a to c and rows 1 to 3; None if none."""
    if re.fullmatch("[0-8]", text):
        return int(text)
    if re.fullmatch("[a-c][1-3]", text):
        return 3 * (int(text[1]) - 1) + "abc".index(text[0])
    return None


def board_text(board, names=range(9)):
    """The board as text; an open square shows its name, by default its number."""
    marks = {X: "X", O: "O"}
    cells = [marks.get(int(mark), str(name)) for name, mark in zip(names, board, strict=True)]
    rows = [" " + " | ".join(cells[row : row + 3]) for row in (0, 3, 6)]
    return "\n---+---+---\n".join(rows)


def play_in_terminal(match, lines, say=print):
    """Plays with the commands in `lines`, an iterable of texts, until `quit` or their end; says what happens."""
    say(f"You play {ADVERSARIES.get(match.adversary, match.adversary)}. 'help' lists the commands.\n")
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
    one = {"wins": "win", "ties": "tie", "losses": "loss"}
    counts = (f"{count} {one[name] if count == 1 else name}" for name, count in match.tally.items())
    say(f"You: {', '.join(counts)}.")


def _move(match, word, say):
    square = square_of(word)
    if match.over:
        say("The game is over: 'new' for another one.")
    elif square is None:
        say(f"{word!r} is neither a square, 0 to 8 or a1 to c3, nor a command; 'help' lists them.")
    elif not match.move(square):
        say(f"Square {square} is taken. Open: {', '.join(map(str, open_squares(match.board)))}.")
    else:
        _show(match, say)


def _show(match, say):
    say(board_text(match.board))
    ends = {"wins": "You win.", "ties": "A tie.", "losses": "You lose."}
    if match.player is None:
        ends = {"wins": "X wins.", "ties": "A tie.", "losses": "O wins."}
    if match.over:
        say(f"{ends[match.result]} 'new' for another game.\n")
    else:
        say(f"Your move, {'X' if match.person == X else 'O'}.\n")


def _hint(match):
    return "\n".join(f"  {square}: {FORCED[value]}" for square, value in match.hint().items()) or "The game is over."


def _peek(match):
    thought = match.peek()
    if thought is None:
        return "There is no network to look into here."
    rows = [thought.outputs[row : row + 3] for row in (0, 3, 6)]
    outputs = "\n".join("  " + "  ".join(f"{value:.3f}" for value in row) for row in rows)
    levels = " ".join(f"{level:.2f}" for level in thought.levels)
    return f"Its outputs, square by square; it chose {thought.square}:\n{outputs}\nIts hidden nodes' levels: {levels}"
