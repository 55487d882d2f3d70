"""Which versions of the experiment differ? Their differences, intervals and trials."""

from fogel.knobs import Knob
from fogel.sweep import NAMED


def data(table):
    """Each version of a table that `fogel.sweep.read` has read: what it changes, and what its trials are worth."""
    base, *cases = table.cases
    found = {trials: table.differences(trials=trials) for trials in (20, 100)}
    versions = [
        {
            "name": case,
            "changes": ", ".join(f"{name}={value!r}" for name, value in NAMED["ingredients"][case].items()),
            "differences": {trials: [round(float(x), 4) for x in some[case]] for trials, some in found.items()},
            "worths": _worths(table, case),
        }
        for case in sorted(cases, key=lambda case: -found[100][case][0])
    ]
    return {"versions": versions, "base": _worths(table, base)}


def _worths(table, case):
    return [round(float(worth), 1) for worth in table.values("worth", case=case)]


KNOB = Knob(
    chapter=10,
    title="Seventeen versions, trial by trial",
    hint="Choose a version, then more trials. Which intervals let go of 0, and which dots made them so wide?",
    height=820,
    data=data,
)
