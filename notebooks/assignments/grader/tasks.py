"""Tasks, their cases, and the judge: what an answer earns, and what its author is told.

An answer is data that came out of a student's process. Here it meets the right one, which never went in.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from fogel.checks import NOT_YET, board_text, same, what_is_wrong
from grader.runner import plain

SOURCES = Path(__file__).parents[1] / "source"
SHAPES = "Two arrays don't fit together: are rows taken for columns, or is an array transposed that should not be?"
MOST_COMPARED = 300  # cases by which a common wrong answer is recognised


@dataclass(frozen=True)
class Part:
    """What earns points together: all of a part's cases have to be right. `words` say what is asked of them."""

    name: str
    points: int
    words: str


@dataclass(frozen=True, kw_only=True, eq=False)
class Task:
    """One task of a problem set.

    Students write a `function`, or give `values` to variables; neither for a written answer. `shape` says what an
    answer looks like (see checks.what_is_wrong), one for each value. `cases(variant)` and `own(variant, student)` list
    (part, inputs); `right(variant, *inputs)` is the answer. For values it is `right(variant, student)`, a tuple, and
    each value is a part. `wrong` are common wrong answers: {what it means: like `right`}. `verdict(variant, student,
    cases, answers)` replaces the comparison: {part: complaint}. `examples(variant)` lists inputs that students see.
    `pure`: the inputs must not be changed. `package` is code that hands in the package's own function.
    """

    name: str
    number: str
    title: str
    parts: tuple
    kind: str = "build"
    function: str = ""
    values: tuple = ()
    shape: object = field(default_factory=dict)
    cases: Callable = lambda variant: []
    own: Callable = lambda variant, student: []
    right: Callable = None
    wrong: dict = field(default_factory=dict)
    verdict: Callable = None
    examples: Callable = lambda variant: []
    pure: bool = False
    package: str = ""

    @property
    def points(self):
        """All that can be earned."""
        return sum(part.points for part in self.parts)

    def form(self, variant):
        """What an answer looks like in a class: its `shape`, with the mark of an open square."""
        shape = self.shape(variant) if callable(self.shape) else self.shape
        return {**shape, "empty": variant.empty} if "board" in shape else shape


@dataclass(frozen=True, eq=False)
class ProblemSet:
    """The problem set of a chapter: its name ("02_network"), its title, how many minutes it takes, and its tasks.

    `figures` are the targets, {name: a function from the variant to a Figure}: a text shows attachment:NAME.png.
    """

    name: str
    title: str
    minutes: int
    tasks: tuple
    figures: dict = field(default_factory=dict)

    @property
    def points(self):
        """All that can be earned."""
        return sum(task.points for task in self.tasks)

    @property
    def source(self):
        """The file with its text."""
        return SOURCES / f"{self.name}.md"

    def task(self, name):
        """The task of that name."""
        return next(task for task in self.tasks if task.name == name)


@dataclass(frozen=True)
class Mark:
    """What a part earned, of how many points, and what was wrong ("" if nothing)."""

    part: str
    points: float
    of: int
    words: str
    complaint: str = ""


# From a task to a question and back.


@cache
def shared_cases(task, variant):
    """The cases that all students of a class have in common, and their right answers."""
    cases = list(task.cases(variant))
    return cases, [task.right(variant, *inputs) if task.right else None for _, inputs in cases]


def cases_of(task, variant, student):
    """(cases, right answers) of a student: those of the class, and the student's own."""
    cases, right = shared_cases(task, variant)
    own = list(task.own(variant, student))
    return cases + own, right + [task.right(variant, *inputs) if task.right else None for _, inputs in own]


def question(task, variant, student):
    """What is sent into the student's process: the inputs and no more."""
    if task.values:
        return {"names": task.values}
    cases, _ = cases_of(task, variant, student)
    constants, numbers = [], {}
    for _, inputs in cases:
        for value in inputs:
            key = _key(value)
            if key not in numbers:
                numbers[key] = len(constants)
                constants.append(as_json(value))
    rows = [[numbers[_key(value)] for value in inputs] for _, inputs in cases]
    return {"function": task.function, "pure": task.pure, "constants": constants, "cases": rows}


def _key(value):
    return json.dumps(as_json(value))


def as_json(value):
    """An input as JSON: arrays are lists, lists of other things {"list": ...}."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, (list, tuple)):
        return {"list": [as_json(item) for item in value]}
    return value


def judge(task, variant, student, reply):
    """The Marks of a task, one a part. `reply` is what the student's process said; {} if it was stopped."""
    if task.kind == "written":
        return [Mark(part.name, 0, part.points, part.words, "To be read by your teacher.") for part in task.parts]
    if not reply or reply.get("missing"):
        words = f"There is no function {task.function} here." if reply else "No answer came back; see the notes."
        return _marks(task, {part.name: words for part in task.parts})
    answers = reply.get("answers")
    if not isinstance(answers, list) or not all(isinstance(answer, dict) for answer in answers):
        return _marks(task, {part.name: "The answers can't be read." for part in task.parts})
    judge_it = _judge_values if task.values else _judge_function
    try:
        complaints = judge_it(task, variant, student, answers)
    except Exception:  # an answer may be anything, and must not stop the batch
        complaints = {part.name: "This can't be read as an answer." for part in task.parts}
    return _marks(task, complaints)


def _marks(task, complaints):
    return [
        Mark(part.name, 0 if complaints.get(part.name) else part.points, part.points, part.words,
             sentence(complaints.get(part.name) or ""))
        for part in task.parts
    ]  # fmt: skip


def trouble(answer):
    """What kept an answer from being one, in words; "" if nothing did."""
    if answer.get("unwritten"):
        return NOT_YET
    if "error" in answer:
        hint = f". {SHAPES}" if re.search("mismatch|not aligned|broadcast", str(answer["error"])) else ""
        return f"it stopped with {answer['error']}{hint}"
    if answer.get("changed_inputs"):
        return "it changed what it was given, in place"
    if "value" not in answer:
        return f"it returned {answer.get('unreadable', 'nothing')}, which can't be read as an answer"
    return ""


def sentence(words):
    """Words as a sentence: a capital letter, and a full stop before a board that may follow."""
    head, line, rest = words.partition("\n")
    head = head[:1].upper() + head[1:]
    return (head if not head or head[-1] in ".!?:)" else f"{head}.") + line + rest


def _judge_values(task, variant, student, answers):
    if len(answers) != len(task.values):
        return {part.name: "The answers can't be read." for part in task.parts}
    if task.verdict:
        cases = [(part.name, ()) for part in task.parts]
        return task.verdict(variant, student, cases, answers)
    complaints, right = {}, task.right(variant, student)
    shapes = task.form(variant)
    for part, shape, answer, value in zip(task.parts, shapes, answers, right, strict=True):
        complaints[part.name] = trouble(answer) or value_complaint(answer["value"], value, shape)
    if any(complaints.values()):
        for words, model in task.wrong.items():
            for part, shape, answer, value in zip(task.parts, shapes, answers, model(variant, student), strict=True):
                if (
                    complaints[part.name]
                    and _agrees(answer, value, shape)
                    and not complaints[part.name].endswith(words)
                ):
                    complaints[part.name] += f" {words}"
    return complaints


def value_complaint(value, right, shape):
    """What is wrong with a student's own value; the right one is not told, since it may be handed in again."""
    words = what_is_wrong(value, None, shape)
    if words or not what_is_wrong(value, right, shape):
        return words
    return f"{np.array2string(np.array(value), precision=6, separator=', ')} is not right."


def _judge_function(task, variant, student, answers):
    cases, right = cases_of(task, variant, student)
    if len(answers) != len(cases):
        return {part.name: "The answers can't be read." for part in task.parts}
    if all(answer.get("unwritten") for answer in answers):
        return {part.name: NOT_YET for part in task.parts}
    if task.verdict:
        return task.verdict(variant, student, cases, answers)
    failed, complaints, shape = {}, {}, task.form(variant)
    for number, ((part, inputs), answer, value) in enumerate(zip(cases, answers, right, strict=True)):
        words = trouble(answer) or what_is_wrong(answer["value"], value, shape, inputs)
        if words:
            failed.setdefault(part, []).append((number, "it returned nothing" if words == NOT_YET else words))
    for part, some in failed.items():
        number, words = some[0]
        numbers = [k for k, (name, _) in enumerate(cases) if name == part]
        wrong, total = [k for k, _ in some], len(numbers)
        everywhere = recognised(task, variant, cases, answers, [*wrong, *range(len(cases))])
        hint = everywhere or recognised(task, variant, cases, answers, wrong + numbers)
        picture = picture_of(task, variant, cases[number][1])
        first = "The first: " if len(some) > 1 else ""
        complaints[part] = f"Wrong on {len(some):,} of {total:,} cases. {hint}{first}{words}{picture}"
    return complaints


def picture_of(task, variant, inputs):
    """The board among the inputs as text, on lines of its own."""
    place = task.form(variant).get("board")
    return "" if place is None else "\n" + board_text(inputs[place], variant.number)


def recognised(task, variant, cases, answers, numbers):
    """What a common wrong answer would mean, if it is given to the cases of these numbers; "" if it is not."""
    compared, shape = numbers[:: max(1, len(numbers) // MOST_COMPARED)], task.form(variant)
    for words, model in task.wrong.items():
        try:
            if all(_agrees(answers[k], model(variant, *cases[k][1]), shape) for k in compared):
                return f"{words} "
        except Exception:  # a wrong answer may well fail on some case; then it is not this one
            continue
    return ""


def _agrees(answer, value, shape):
    """Whether an answer is that of a model, which may be an impossible one: no matter whether a square is taken."""
    free = {key: about for key, about in shape.items() if key not in ("board", "least", "most")}
    within = max(shape.get("within", 0.0), 1e-9)
    if value is None or trouble(answer):  # a model may have nothing to say
        return False
    return same(answer["value"], plain(value), within) or not what_is_wrong(
        answer["value"], plain(value), {**free, "within": within}
    )
