"""How far does a child fall from its parent? One after another is drawn."""

import json

from fogel.web.experiment.module import ZIGGURAT
from fogel.web.knobs import SEED, Knob, pick_settings
from fogel.web.packing import pack

STRUCTURE = ("change_probability", "delete_newest", "min_hidden", "max_hidden")


def data():
    """What a parent and its children are drawn with."""
    return {
        "seed": SEED,
        "rules": pick_settings(*STRUCTURE, "change_first", "noise", "bias", "weight_range"),
        "packed": pack({"ziggurat": json.loads(ZIGGURAT.read_text(encoding="utf-8"))}),
    }


KNOB = Knob(
    chapter=4,
    title="One parent, a thousand children",
    hint="Have another child, and look for a node that is gone, and for one that is blank.",
    height=640,
)
