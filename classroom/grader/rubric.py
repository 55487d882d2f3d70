"""What a written answer is asked, and what it earns points for: both stand in the set's text, and
nowhere else.
"""

import re
from functools import cache
from typing import NamedTuple

from grader import render

RUBRIC = re.compile(r"\*Rubric: (.+)\*\s*\Z", re.S)
POINT = re.compile(r"(\d+) points? for (.+?)(?:; |\.(?:\s+|$))")
NONE = "none"  # in a table, where an answer was read and earns nothing of its rubric


class Asked(NamedTuple):
    """A written task as its reader needs it: the question and an answer of ours, as Markdown, and
    the rubric.

    The rubric is a tuple of (points, words); `remark` is what it says besides.
    """

    question: str
    rubric: tuple
    remark: str
    ours: str


@cache
def asked(one, task, rules):
    """What a written task of a set asks in a class; raises ValueError if the rubric's points are
    not the task's.
    """
    cells = render.notebook(one, rules, figures=False).cells
    place = next(k for k, cell in enumerate(cells) if _mark(cell) == task.name)
    text = cells[place - 1].source
    found = RUBRIC.search(text)
    words = " ".join(found[1].split()) if found else ""
    rubric = tuple((int(points), said) for points, said in POINT.findall(words))
    if sum(points for points, _ in rubric) != task.points:
        raise ValueError(
            f"{one.source.name}: the rubric of {task.number} must add up to {task.points} points"
        )
    # The cell may end another task.
    question = re.split(r"^#.*$", text[: found.start()], flags=re.M)[-1]
    return Asked(
        _plain(question),
        rubric,
        POINT.sub("", words).strip(),
        _plain(render.solved(cells[place].source)),
    )


def _plain(text):
    """Markdown without formulas, of which these texts have no more than a letter or two."""
    return re.sub(r"\$([^$\n]+)\$", r"*\1*", text).strip()


def _mark(cell):
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


def cell_of(numbers):
    """Which points of a rubric an answer has earned, as a table's cell: words, since "1,3" may
    become a number.
    """
    return " and ".join(map(str, sorted(numbers))) or NONE


def numbers_in(cell):
    """The same from a cell: a set of numbers from 1; None where nobody has used the rubric."""
    if cell.strip().lower() == NONE:
        return frozenset()
    return frozenset(int(number) for number in re.findall(r"\b[1-9]\d?\b", cell)) or None


def ticked(row, rubric):
    """The numbers of the rubric's points that a row of the table has; None unless they make its
    points.

    Who has written other points into the table has not changed the rubric's column: the points
    count.
    """
    numbers = numbers_in(row["rubric"])
    if numbers is None or row["points"] is None or not numbers <= set(range(1, len(rubric) + 1)):
        return None
    return numbers if sum(rubric[number - 1][0] for number in numbers) == row["points"] else None
