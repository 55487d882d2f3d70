"""What becomes of the best of a hundred? It is picked again and again, and plays its next games."""

from functools import cache

from fogel.audit import Results, compute_results, distribution, picked
from fogel.core.settings import Settings
from fogel.curve import run_trial
from fogel.engine.observers import Keep
from fogel.web.knobs import Knob

CALLERS = "callers"
# Generations that are picked from, and the payoffs that a picture shows.
PICKED = {10: (-150, 32), 800: (-60, 32)}
MILLION = 10**6


@cache
def data():
    """A hundred callers, and the networks of trial 13: `chances` of a win and of a loss, and what
    to expect of a pick.

    The chances are whole millionths, so that the knob stays small.
    """
    settings = Settings()
    kept = run_trial(settings, 13, [Keep(PICKED)]).kept
    crowds = {
        CALLERS: ([(0.5, 0.5, 0)] * 100, "callers of coins", "right calls", "caller", (2, 32))
    }
    for generation, span in PICKED.items():
        words, networks = f"networks of generation {generation}", kept[generation].networks
        crowds[str(generation)] = compute_results(networks), words, "payoff", "network", span
    found = {}
    for name, (results, words, unit, one, span) in crowds.items():
        expected = picked([distribution(Results(*each), settings) for each in results])
        chances = [(win, loss) for win, _, loss in results]
        found[name] = {
            "words": words,
            "counts": unit,
            "one": one,
            "span": span,
            "chances": [[round(float(share) * MILLION) for share in pair] for pair in chances],
            "expected": [round(float(value), 4) for value in (expected.total, expected.payoff)],
        }
    payoffs = [settings.win_payoff, settings.loss_payoff, settings.tie_payoff]
    return {"crowds": found, "unit": MILLION, "payoffs": payoffs, "games": settings.games}


KNOB = Knob(
    chapter=8,
    title="The best of a hundred, and its next games",
    hint=(
        "Pick the best of the hundred, and watch its next games. Then bet: what do the picks make"
        " on average?"
    ),
    height=520,
)
