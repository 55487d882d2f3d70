"""Who notices what? Programs, checks, and what each check says of each program."""

from fogel.bugs.programs import BUGS, CHECKS
from fogel.web.knobs import Knob


def data(alarms):
    """The programs, the checks, and what each check says of each program, from the table of a
    `zoo.AlarmsJob`.
    """
    return {
        "programs": [[name, bug.words] for name, bug in BUGS.items()],
        "checks": [*CHECKS],
        "alarms": [alarms[check].tolist() for check in CHECKS],
    }


KNOB = Knob(
    chapter=11,
    title="Who notices what?",
    hint=(
        "Which program is noticed by the fewest checks? Bet, run the checks, and click a square for"
        " its alarm."
    ),
    height=720,
)
