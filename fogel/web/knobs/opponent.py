"""Which rule decides? The near-perfect player's chances on each board with O to move."""

from fogel.core.settings import Settings
from fogel.encoding import IN_PROGRESS, X_TO_MOVE, positions
from fogel.opponent import deciding_rule, near_perfect_odds
from fogel.web.knobs import Knob
from fogel.web.packing import as_tables, pack_odds, runs


def data():
    """The near-perfect player on each board with O to move: its odds and the rule that decides,
    as tables.
    """
    settings, boards = Settings(), positions()[:IN_PROGRESS].tolist()
    o_boards = boards[X_TO_MOVE:]
    odds = [()] * X_TO_MOVE + [
        pack_odds(board, near_perfect_odds(board, settings)) for board in o_boards
    ]
    rules = [0] * X_TO_MOVE + [deciding_rule(board, settings)[0] for board in o_boards]
    kinds, tables = as_tables({"table": odds})
    says = {
        "win": "it can win at once",
        "block": "the other could win next",
        "hinder": "a line holds the other’s marker and two open squares",
        "anywhere": "none of these: any open square",
    }
    return {"kinds": kinds, **tables, "rules": runs("".join(map(str, rules))), "says": says}


KNOB = Knob(
    chapter=3,
    title="Ask the opponent",
    hint=(
        "Click marks until O is to move. Which rule decides, and what do slips do to its chances?"
    ),
    height=470,
)
