"""Which exchanges can the cards stand? A network with one node, as three cards that are moved."""

from functools import cache

from fogel.audit import ceiling
from fogel.core.players import adversary
from fogel.core.settings import MOST_HIDDEN_NODES, Settings
from fogel.encoding import IN_PROGRESS, X_TO_MOVE, positions
from fogel.network import LARGEST_WEIGHT
from fogel.opponent import near_perfect_odds
from fogel.perfect.annealer import STEEP
from fogel.perfect.cards import make_cards
from fogel.web.knobs import Knob
from fogel.web.packing import as_tables, pack_odds


@cache
def data():
    """The cards of the network with one node; the opponent's table, and what the most is that can
    be expected.
    """
    settings = Settings()
    boards = positions()[:IN_PROGRESS].tolist()
    answered = [
        pack_odds(board, near_perfect_odds(board, settings)) for board in boards[X_TO_MOVE:]
    ]
    kinds, tables = as_tables({"opponent": [()] * X_TO_MOVE + answered})
    cards = make_cards(adversary("one-node"))
    ((weights, least),) = cards.questions
    return {
        "kinds": kinds,
        "opponent": {"table": tables["opponent"], "slip": settings.slip, "draws": True},
        "file": {"most_hidden_nodes": MOST_HIDDEN_NODES, "largest_weight": LARGEST_WEIGHT},
        "steep": STEEP,
        "question": weights,
        "least": least,
        "orders": [cards.orders[answers] for answers in ((False,), (True,))],
        "payoffs": [settings.win_payoff, settings.tie_payoff, settings.loss_payoff],
        "games": settings.games,
        "ceiling": round(float(ceiling().payoff), 2),
    }


KNOB = Knob(
    chapter=9,
    title="A network on three cards",
    hint=(
        "X moves by these cards, into the open square with the lowest number. Exchange two: can"
        " they be beaten now?"
    ),
    height=760,
)
