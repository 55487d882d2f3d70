"""What does one node look for? Its nine weights and its bias, on four boards."""

from fogel.core.settings import MOST_HIDDEN_NODES
from fogel.encoding import encode
from fogel.network import LARGEST_WEIGHT
from fogel.web.knobs import Knob


def data():
    """Four boards, and how network.js checks a network."""
    boards = {"a": "XX. ... OO.", "b": "X.. O.. ...", "c": "O.. .X. ...", "d": "... XX. OO."}
    return {
        "boards": {name: encode(text).tolist() for name, text in boards.items()},
        "file": {"most_hidden_nodes": MOST_HIDDEN_NODES, "largest_weight": LARGEST_WEIGHT},
    }


KNOB = Knob(
    chapter=2,
    title="What does this node look for?",
    hint=(
        "Drag the weights. Can you make it wake up on a and d alone, for the two circles in the"
        " bottom row?"
    ),
    height=600,
)
