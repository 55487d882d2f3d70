"""Which versions of the experiment differ? Their differences, intervals and trials, twenty at a
time.
"""

from fogel.core.intervals import mean_and_half_width
from fogel.sweep import NAMED
from fogel.web.knobs import SEED, Knob

FEW, ALL = 20, 100  # trials that are judged by


def data(table):
    """Each version of a table that `fogel.sweep.read` has read: what it changes, and what its
    trials are worth.

    `width`: the half width of the 95 % interval of a mean of FEW trials, in standard errors.
    """
    base, *cases = table.cases
    found = {trials: table.differences(trials=trials) for trials in (FEW, ALL)}
    versions = [
        {
            "name": case,
            "changes": ", ".join(
                f"{name}={value!r}" for name, value in NAMED["ingredients"][case].items()
            ),
            "differences": {
                trials: [round(float(x), 4) for x in some[case]] for trials, some in found.items()
            },
            "payoffs": _payoffs(table, case),
        }
        for case in sorted(cases, key=lambda case: -found[ALL][case][0])
    ]
    return {
        "versions": versions,
        "base": _payoffs(table, base),
        "seed": SEED,
        "few": FEW,
        "width": _width(FEW),
    }


def _width(trials):
    """The half width of an interval of so many values whose mean has a standard error of 1."""
    value = (trials - 1) ** 0.5
    return float(mean_and_half_width([value, -value] * (trials // 2))[1])


def _payoffs(table, case):
    return [round(float(payoff), 2) for payoff in table.values("exact_payoff", case=case)]


KNOB = Knob(
    chapter=10,
    title="Seventeen versions, trial by trial",
    hint=(
        "A star: the interval lets go of 0. Draw another twenty of the hundred trials: which stars"
        " stay?"
    ),
    height=860,
)
