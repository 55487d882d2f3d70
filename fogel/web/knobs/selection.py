"""What are other rivals worth? The second round of a trial's first generation, drawn again and
again.
"""

from fogel.core.settings import Settings
from fogel.curve import run_trial
from fogel.engine.observers import Keep
from fogel.web.knobs import SEED, Knob, pick_settings

ROUND = ("parents", "rivals", "repeat_rivals", "equal_is_beaten", "rank_ties", "survivors")


def data():
    """The hundred payoffs of a trial's first generation."""
    first = run_trial(Settings(generations=1), observers=[Keep((1,))]).kept[1]
    named = {"A": -39, "B": -110, "C": -142, "D": -186, "E": -320}  # as in the chapter
    return {
        "seed": SEED,
        "rules": pick_settings(*ROUND),
        "payoffs": first.payoffs.tolist(),
        "named": named,
    }


KNOB = Knob(
    chapter=5,
    title="The same payoff, other rivals",
    hint=(
        "Draw the rivals again, and again. Can the best network be dropped, and can the last one"
        " survive?"
    ),
    height=520,
)
