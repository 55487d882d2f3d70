"""For those who grade with nbgrader's own autograder: the judge, called in the student's kernel.

It gives the same points, without what `grade` adds: a process of its own, limits, and a judge out
of reach.
"""

from pathlib import Path

from fogel.checks.variant import variant
from grader import runner
from grader.sets import find


def points_of(name, task, number, names, student=None):
    """The points of a task, from the names in the notebook; the folder says who the student is, as
    nbgrader has it.
    """
    student = student or Path.cwd().parent.name
    one, rules = find(name).task(task), variant(number)
    reply = runner.run_task(names, one.question(rules, student))
    marks = one.judge(rules, student, reply)
    for mark in marks:
        print(mark.told)
    return sum(mark.points for mark in marks)
