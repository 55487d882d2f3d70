"""Where does a population go that nobody selects? Its mean number of hidden nodes."""

from fogel.web.knobs import SEED, Knob, pick_settings
from fogel.web.knobs.replication import STRUCTURE
from fogel.web.knobs.selection import ROUND


def data():
    """What changes the number of nodes, and who survives where all are equal."""
    return {"seed": SEED, "rules": pick_settings(*STRUCTURE, *ROUND)}


KNOB = Knob(
    chapter=4,
    title="A population that nobody selects",
    hint="Nobody is better than anybody here. How far from 5.5 do ten populations wander?",
    height=420,
)
