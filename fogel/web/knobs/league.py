"""What does an agent want? A game of two, move by move, with the outputs of all squares."""

from functools import cache

from fogel.audit import START
from fogel.core.players import ADVERSARIES
from fogel.core.texts import typographic
from fogel.encoding import EMPTY, is_final, put, to_move
from fogel.encoding import X as FIRST
from fogel.league.agent import encode_board, load_agent
from fogel.web.knobs import Knob

DIGITS = 3  # of an output that is shown


@cache
def data():
    """Games of the package's two agents: {"X O": the game for each first move, X's own first}, move
    by move.
    """
    agents = {name: load_agent(one.agent) for name, one in ADVERSARIES.items() if one.agent}
    games = {
        f"{x} {o}": [_game(agents[x], agents[o], first) for first in (None, *range(9))]
        for x in agents
        for o in agents
    }
    words = {name: typographic(ADVERSARIES[name].words) for name in agents}
    return {"agents": words, "games": games, "digits": DIGITS}


def _game(x, o, first):
    """A game of two agents: for each turn the square that is named, and the outputs; X is told the
    `first` square.
    """
    board, turns = START, []
    while not is_final(board):
        mark = to_move(board)
        agent = x if mark == FIRST else o
        outputs = agent.network.calculate_output(encode_board(board))
        square = agent(board) if turns or first is None else first
        turns.append([square, [round(10**DIGITS * output) for output in outputs]])
        if board[square] != EMPTY:
            break
        board = put(board, square, mark)
    return turns


KNOB = Knob(
    chapter=12,
    title="A game of the league, move by move",
    hint="Nothing forbids a square that is taken. Tell X another first move: how far do they get?",
    height=560,
)
