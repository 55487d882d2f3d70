"""Tasks, their cases, and the judge: what an answer earns, and what its author is told.

An answer is data that came out of a student's process. Here it meets the right one, which never
went in. Each kind of task is a type (one more stands in objects.py): it knows what is asked in that
process, how answers are judged, and what students see of it.
"""

# Long: the kinds of tasks share how an answer is compared and how a mistake is named.

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from pathlib import Path

import numpy as np

from fogel.checks import NOT_YET, board_text, plain, what_is_wrong
from fogel.checks.questions import as_json, format_code
from grader import mistakes, runner
from grader.answers import agrees, said, sentence, trouble, value_complaint
from grader.untrusted import clean

SOURCES = Path(__file__).parents[1] / "source"
UNREADABLE = "The answers can't be read."
LONGEST_COMPLAINT, LONGEST_AGAIN = 2_000, 20_000  # letters
# In a complaint: what follows is code that repeats it; no text from a student's process holds one.
AGAIN = "\x1d"
SPARE = 1_000  # characters of an answer beside its value, such as the names of an error
MOST_COMPARED = 300  # cases by which a common wrong answer is recognised
KINDS = ("build", "bug", "predict", "personal", "written")


@dataclass(frozen=True)
class Part:
    """What earns points together: all of a part's cases have to be right. `words` say what is asked
    of them.
    """

    name: str
    points: int
    words: str


@dataclass(frozen=True)
class Mark:
    """What a part earned, of how many points, what was wrong ("" if nothing), and code that repeats
    it.
    """

    part: str
    points: float
    of: int
    words: str
    complaint: str = ""
    again: str = ""

    @property
    def told(self):
        """All of it as text."""
        lines = f"{self.part}: {self.points:g} of {self.of}. {self.complaint}".strip()
        return f"{lines}\n{self.again}" if self.again and self.again not in lines else lines


# Kinds of task.


@dataclass(frozen=True, kw_only=True, eq=False)
class Task:
    """A task of a problem set: its name in the set's text, its number ("P2.1"), its title, and its
    parts.

    `kind` says what a student does; the type, what an answer is. Raises ValueError for a number or
    a kind that is none.
    """

    by_hand = False  # whether a teacher reads the answer, not the judge

    name: str
    number: str
    title: str
    parts: tuple
    kind: str = "build"

    def __post_init__(self):
        if not re.fullmatch(r"P\d+\.\d+", self.number):
            raise ValueError(
                f"task {self.name!r}: a problem's number is such as P2.1, not {self.number!r}"
            )
        if self.kind not in KINDS or self.by_hand != (self.kind == "written"):
            raise ValueError(
                f"task {self.name!r}: {self.kind!r} is no kind of a {type(self).__name__}"
            )

    @property
    def points(self):
        """All that can be earned."""
        return sum(part.points for part in self.parts)

    def marked(self, complaints):
        """The Marks for {part: complaint}; a part without a complaint earns its points."""
        marks = []
        for part in self.parts:
            words, _, again = (complaints.get(part.name) or "").partition(AGAIN)
            complaint = clean(sentence(words), LONGEST_COMPLAINT)
            marks.append(
                Mark(
                    part.name,
                    0 if words else part.points,
                    part.points,
                    part.words,
                    complaint,
                    again,
                )
            )
        return marks

    def everywhere(self, words):
        """{part: complaint} with the same complaint about every part."""
        return {part.name: words for part in self.parts}


@dataclass(frozen=True, kw_only=True, eq=False)
class WrittenTask(Task):
    """An answer in words, which a teacher reads."""

    by_hand = True

    kind: str = "written"

    def judge(self, variant, student, reply):
        """No points yet."""
        return self.marked(self.everywhere("To be read by your teacher."))


@dataclass(frozen=True, kw_only=True, eq=False)
class AnsweredTask(Task):
    """A task whose answers come out of the student's process: what its kinds have in common.

    `wrong` are common wrong answers: {what it means: a Mistake, or like `right`}. `verdict(variant,
    student, cases, answers)`, if there is one, gives {part: complaint} in place of the comparison.
    """

    missing = "There is no answer here."

    right: Callable = None
    wrong: dict = field(default_factory=dict)
    verdict: Callable = None

    @cached_property
    def models(self):
        """{what it means: like `right`} of the common wrong answers."""
        return {words: mistakes.model(self, one) for words, one in self.wrong.items()}

    def answer_from(self, names, inputs):
        """What `right` would return for these inputs, if an answer has given these names to things.
        `names()` are those of the class, `names(student)` those of a student.
        """
        raise NotImplementedError

    def judge(self, variant, student, reply):
        """The Marks, one a part. `reply` is what the student's process said; {} if it
        was stopped.
        """
        if not reply:
            return self.marked(self.everywhere("No answer came back; see the notes."))
        if reply.get("missing"):
            return self.marked(self.everywhere(self.missing))
        answers = reply.get("answers")
        if not isinstance(answers, list) or not all(map(readable, answers)):
            return self.marked(self.everywhere(UNREADABLE))
        try:
            answers = self.settled(variant, student, answers)
            return self.marked(self.complaints(variant, student, answers))
        except Exception:  # an answer may be anything, and must not stop the batch
            return self.marked(self.everywhere("This can't be read as an answer."))

    def settled(self, variant, student, answers):
        """The answers as they count: what a student's process says, and what we conclude from it.

        Nothing of this is decided in that process, where a notebook could change the decision.
        """
        return [one | {"unwritten": True} if one.get("nothing") else one for one in answers]

    def question(self, variant, student):
        """What is sent into the student's process: the inputs and no more."""
        raise NotImplementedError

    def complaints(self, variant, student, answers):
        """{part: what is wrong with it}, from the answers of that process."""
        raise NotImplementedError

    def visible(self, variant):
        """What checks.problem reads: what an answer looks like, and a few cases with their right
        answers.
        """
        return {"title": self.title, "kind": self.kind}


@dataclass(frozen=True, kw_only=True, eq=False)
class ValueTask(AnsweredTask):
    """Students give `values` to variables of these names.

    `shapes` say what each looks like; they may depend on the variant. `right(variant, student)` is
    a tuple, and each value is a part.
    """

    values: tuple
    shapes: object

    def __post_init__(self):
        super().__post_init__()
        about = {len(self.values), len(self.values) if callable(self.shapes) else len(self.shapes)}
        if len(about | (set() if self.verdict else {len(self.parts)})) > 1:
            raise ValueError(
                f"task {self.name!r}: each value needs a shape, and a part where there is no"
                " verdict"
            )

    def shapes_in(self, variant):
        """The shapes of the values in a class."""
        return self.shapes(variant) if callable(self.shapes) else self.shapes

    def answer_from(self, names, inputs):
        """The student's values; None for one that is not there."""
        known = names(*inputs)
        return tuple(known.get(name) for name in self.values)

    def question(self, variant, student):
        """The names."""
        return {"ask": "values", "names": self.values}

    def visible(self, variant):
        """The shapes; no right answer, since there is a single one."""
        return super().visible(variant) | {
            "values": [shape.as_dict() for shape in self.shapes_in(variant)]
        }

    def complaints(self, variant, student, answers):
        """What is wrong with each value."""
        if len(answers) != len(self.values):
            return self.everywhere(UNREADABLE)
        if self.verdict:
            return self.verdict(variant, student, [(part.name, ()) for part in self.parts], answers)
        complaints, right, shapes = {}, self.right(variant, student), self.shapes_in(variant)
        for part, shape, answer, value in zip(self.parts, shapes, answers, right, strict=True):
            complaints[part.name] = trouble(answer) or value_complaint(
                answer["value"], value, shape
            )
        if any(complaints.values()):
            for words, model in self.models.items():
                for part, shape, answer, value in zip(
                    self.parts, shapes, answers, model(variant, student), strict=True
                ):
                    said = complaints[part.name]
                    if said and agrees(answer, value, shape) and not said.endswith(words):
                        complaints[part.name] += f" {words}"
        return complaints


@dataclass(frozen=True, kw_only=True, eq=False)
class CasesTask(AnsweredTask):
    """Students write something that is asked about many cases: what functions and objects have in
    common.

    `cases(variant)` and `own(variant, student)` list (part, inputs), `examples(variant)` the inputs
    that students see. `package` is code that hands in the package's own. `by_many`: no case can be
    judged by itself, only all of them.
    """

    cases: Callable = lambda variant: []
    own: Callable = lambda variant, student: []
    examples: Callable = lambda variant: []
    package: str = ""
    by_many: bool = False

    def right_for(self, variant, inputs):
        """The right answer to a case, None if there is none to compare with."""
        return _with_lists(self.answer_of(self.right, variant, inputs)) if self.right else None

    def cases_of(self, variant, student):
        """(cases, right answers) of a student: those of the class, and the student's own."""
        cases, right = shared_cases(self, variant)
        own = list(self.own(variant, student))
        return cases + own, right + [self.right_for(variant, inputs) for _, inputs in own]

    def complaints(self, variant, student, answers):
        """What is wrong with each part: on how many cases, what that may mean, and the first of
        them.
        """
        cases, right = self.cases_of(variant, student)
        if len(answers) != len(cases):
            return self.everywhere(UNREADABLE)
        if all(self.is_unwritten(answer) for answer in answers):
            return self.everywhere(NOT_YET)
        if self.verdict:
            complaints = undrawn(answers, self.verdict(variant, student, cases, answers))
            # Several parts may ask about a case.
            fails = cache(partial(self._fails, variant, student, cases, answers))
            called = lambda part: self._called(part, cases, answers, fails)  # noqa: E731
            return {part: words and words + called(part) for part, words in complaints.items()}
        return undrawn(answers, self.compared(variant, cases, answers, right))

    def compared(self, variant, cases, answers, right):
        """{part: what is wrong with it}, from the right answers."""
        failed, complaints = {}, {}
        for number, ((part, inputs), answer, value) in enumerate(
            zip(cases, answers, right, strict=True)
        ):
            words = self.complaint(variant, inputs, answer, value)
            if words:
                failed.setdefault(part, []).append((number, words))
        for part, some in failed.items():
            numbers = [k for k, (name, _) in enumerate(cases) if name == part]
            wrong, total = [k for k, _ in some], len(numbers)
            everywhere = self.recognised(variant, cases, answers, [*wrong, *range(len(cases))])
            hint = everywhere or self.recognised(variant, cases, answers, wrong + numbers)
            hint = hint or self.slip(variant, [(answers[k], right[k]) for k in numbers])
            first = "The first: " if len(some) > 1 else ""
            shown = some[0][1] + self.picture(variant, cases[wrong[0]][1])
            again = self.again(cases[wrong[0]][1], answers[wrong[0]], right[wrong[0]])
            complaints[part] = (
                f"Wrong on {len(some):,} of {total:,} cases. {hint}{first}{shown}{repeated(again)}"
            )
        return complaints

    def _called(self, part, cases, answers, fails):
        """What repeats a call about which there is a verdict: one that fails by itself, or the
        first of many.
        """
        some = [k for k, (name, _) in enumerate(cases) if name == part] or [*range(len(cases))]
        chosen = next(filter(fails, some), some[0])
        return repeated(self.again(cases[chosen][1], answers[chosen], None))

    def _fails(self, variant, student, cases, answers, k):
        """Whether the answer to the k-th case fails by itself."""
        if trouble(answers[k]):
            return True
        if self.by_many:
            return False
        try:
            return any(self.verdict(variant, student, [cases[k]], [answers[k]]).values())
        except Exception:  # of which a single one may be too few
            return False

    def again(self, inputs, answer, right):
        """Code that a student pastes to repeat a case."""
        raise NotImplementedError

    def picture(self, variant, inputs):
        """What shows the inputs of a case beside a complaint about it, on lines of its own; "" if
        nothing does.
        """
        return ""

    def slip(self, variant, pairs):
        """What went wrong in a way that no task foresees, from (answer, right answer) of a part; ""
        if nothing.
        """
        return ""

    def model_answer(self, model, variant, cases, k):
        """What a common wrong answer says to the k-th case; to one that the class has in common it
        is asked once.
        """
        if k < len(shared_cases(self, variant)[0]):
            return shared_model_answer(self, model, variant, k)
        return self.answer_of(model, variant, cases[k][1])

    def recognised(self, variant, cases, answers, numbers):
        """What a common wrong answer would mean, if it is given to the cases of these numbers; ""
        if it is not.
        """
        compared = numbers[:: max(1, len(numbers) // MOST_COMPARED)]
        for words, model in self.models.items():
            try:
                if all(self.agrees(variant, cases, k, answers[k], model) for k in compared):
                    return f"{words} "
            except Exception:  # a wrong answer may well fail on some case; then it is not this one
                continue
        return ""


@dataclass(frozen=True, kw_only=True, eq=False)
class FunctionTask(CasesTask):
    """Students write a `function`; `right(variant, *inputs)` is its answer.

    `shape` says what an answer looks like; it may depend on the variant. `pure`: the inputs must
    not be changed. `stateful`: functions among the inputs remember what they were asked.
    """

    function: str
    shape: object
    pure: bool = False
    stateful: bool = False

    @property
    def missing(self):
        """What is said where there is no such function."""
        return f"There is no function {self.function} here."

    def shape_in(self, variant):
        """What an answer looks like in a class."""
        return _shape_in(self, variant)

    def answer_of(self, model, variant, inputs):
        """What `right`, or a common wrong answer, says to a case."""
        return model(variant, *inputs)

    def answer_from(self, names, inputs):
        """What the function returns."""
        handed_in = [mistakes.as_handed_in(value, self.stateful) for value in inputs]
        return names()[self.function](*handed_in)

    def question(self, variant, student):
        """The function's name and its inputs, each kept once."""
        constants, numbers, rows = shared_inputs(self, variant)
        own = list(self.own(variant, student))
        if own:
            constants, numbers = [*constants], {**numbers}
            rows = rows + _rows(own, constants, numbers)
        about = {
            "function": self.function,
            "pure": self.pure,
            "constants": constants,
            "cases": rows,
        }
        return {"ask": "function", **about}

    def settled(self, variant, student, answers):
        """The answers, with what became of their inputs: `changed_inputs`, and whether one `drew`
        from a generator.
        """
        before = self._inputs_before(variant, student)
        found = []
        for one, (inputs, generators) in zip(
            super().settled(variant, student, answers), before, strict=False
        ):
            said = {key: one[key] for key in one if key not in ("inputs", "generators")}
            if generators:
                said["drew"] = one.get("generators") != generators
            if self.pure and one.get("inputs") != inputs:
                said["changed_inputs"] = True
            found.append(said)
        return found if len(answers) == len(before) else answers

    def _inputs_before(self, variant, student):
        """[(digest of the inputs, digest of their generators)] of the cases of a student."""
        asked, shared = self.question(variant, student), digests_before(self, variant)
        return shared + digests_of(asked, self.pure, range(len(shared), len(asked["cases"])))

    def visible(self, variant):
        """The shape, and examples."""
        examples = [
            {"inputs": list(map(as_json, inputs)), "right": plain(self.right_for(variant, inputs))}
            for inputs in self.examples(variant)
        ]
        return super().visible(variant) | {
            "shape": self.shape_in(variant).as_dict(),
            "examples": examples,
        }

    def is_unwritten(self, answer):
        """Whether a case was answered by no more than the stub."""
        return answer.get("unwritten")

    def complaint(self, variant, inputs, answer, right):
        """What is wrong with the answer to a case; "" if nothing is."""
        shape = self.shape_in(variant)
        return said(trouble(answer) or what_is_wrong(answer["value"], right, shape, inputs))

    def again(self, inputs, answer, right):
        """The call, with all its inputs."""
        return f"{self.function}({', '.join(format_code(as_json(value)) for value in inputs)})"

    def picture(self, variant, inputs):
        """The board among the inputs as text, on lines of its own."""
        place = self.shape_in(variant).board
        return "" if place is None else "\n" + board_text(inputs[place], variant.number)

    def slip(self, variant, pairs):
        """Squares that are counted from 1, the right entries in another order, or numbers of seven
        digits.
        """
        return slip_of(self.shape_in(variant), pairs)

    def agrees(self, variant, cases, k, answer, model):
        """Whether the answer to the k-th case is that of a model."""
        return agrees(answer, self.model_answer(model, variant, cases, k), self.shape_in(variant))


# What the kinds share.


def readable(answer):
    """Whether an answer is one, and no longer than the runner lets any be, unless it was replaced.

    A longer one would keep the judge busy for minutes, and with it the whole class.
    """
    if not isinstance(answer, dict):
        return False
    steps = answer.get("steps", answer)
    some = steps if isinstance(steps, list) else [steps]
    return all(
        runner.is_short(one.get("value") if isinstance(one, dict) else one)
        or len(json.dumps(one)) <= runner.LARGEST_ANSWER + SPARE
        for one in some
    )


def repeated(again):
    """The end of a complaint that says how to repeat it; "" where that would fill pages."""
    return f"{AGAIN}{again}" if len(again) <= LONGEST_AGAIN else ""


CHANCE = (
    "Nothing was drawn from the generator that was handed in. All chance comes from it, not from a"
    " seed of your own."
)


def undrawn(answers, complaints):
    """Complaints, the first of which says so if no case drew from its generator, as with a seed of
    one's own.
    """
    drew = [answer["drew"] for answer in answers if "drew" in answer]
    first = next((part for part, words in complaints.items() if words), None)
    if first is None or not drew or any(drew) or any(map(trouble, answers)):
        return complaints
    return {**complaints, first: f"{CHANCE} {complaints[first]}"}


def slip_of(shape, pairs):
    """A slip that all answers of a part have in common, in words and a space; pairs are (answer,
    right answer).
    """
    slips = SLIPS.get(shape.kind)
    if not slips:
        return ""
    try:
        values = [(_flat(answer["value"]), _flat(plain(right))) for answer, right in pairs]
    except (KeyError, TypeError, ValueError):  # an answer that is missing, or a text
        return ""
    if not all(len(mine) == len(its) for mine, its in values):
        return ""
    within = max(shape.within, 1e-9)
    # If they are all near, it is another kind of mistake.
    if all(np.allclose(mine, its, rtol=0, atol=within) for mine, its in values):
        return ""
    return next((f"{words} " for words, is_it in slips if is_it(values, within)), "")


def _flat(value):
    """All numbers of an answer, in order: of one array, or of several of different forms."""
    try:
        return np.ravel(np.array(value, dtype=float))
    except ValueError:
        if not isinstance(value, list):
            raise
        return np.concatenate([_flat(item) for item in value])


def _from_one(values, within):
    return all(np.array_equal(np.sort(mine), np.sort(its) + 1) for mine, its in values)


def _reordered(values, within):
    return all(
        np.allclose(np.sort(mine), np.sort(its), rtol=0, atol=within) for mine, its in values
    )


def _renumbered(values, within):
    return all(len(mine) == 9 for mine, _ in values) and _reordered(values, within)


def _single(values, within):
    """Whether all numbers are near the right ones, and such as 32 bits hold; whole numbers tell
    nothing.
    """
    mine, its = (np.concatenate(some) for some in zip(*values, strict=True))
    whole = np.array_equal(mine, np.round(mine))
    return (
        not whole
        and np.array_equal(mine, mine.astype(np.float32))
        and np.allclose(mine, its, rtol=1e-4, atol=1e-6)
    )


FROM_ONE = ("All are 1 too high: squares are counted from 0.", _from_one)
RENUMBERED = (
    "These are the right entries in another order: look up how your class numbers the squares.",
    _renumbered,
)
REORDERED = ("These are the right entries in another order.", _reordered)
SINGLE = (
    "These numbers came out in float32, which keeps seven digits. NumPy's own float64 keeps 16.",
    _single,
)
SLIPS = {  # by the kind of an answer's shape
    "square": (FROM_ONE,),
    "squares": (FROM_ONE,),
    "number": (SINGLE,),
    "numbers": (RENUMBERED, REORDERED, SINGLE),
    "weights": (SINGLE,),
}


@cache
def shared_cases(task, variant):
    """The cases that all students of a class have in common, and their right answers."""
    cases = list(task.cases(variant))
    return cases, [task.right_for(variant, inputs) for _, inputs in cases]


def _with_lists(right):
    """A right answer with lists in place of its arrays, to which most answers are equal; those of
    scripts are dicts.
    """
    if isinstance(right, np.ndarray):
        return right.tolist()
    return [*map(_with_lists, right)] if isinstance(right, (tuple, list)) else right


@cache
def shared_model_answer(task, model, variant, k):
    """What a common wrong answer says to the k-th of those cases: all notebooks of a class are
    compared with it.
    """
    return task.answer_of(model, variant, shared_cases(task, variant)[0][k][1])


@cache
def digests_before(task, variant):
    """What `digests_of` says of those cases."""
    constants, _, rows = shared_inputs(task, variant)
    about = {"constants": constants, "cases": rows}
    return digests_of(about, task.pure, range(len(rows)))


def digests_of(asked, pure, chosen):
    """[(digest of the inputs, digest of their generators)] of the chosen cases of a question."""
    is_code = [isinstance(one, dict) and "python" in one for one in asked["constants"]]
    # A function that is handed in doesn't count; to make it may take long.
    known = [
        None if code else runner.revive(one)
        for code, one in zip(is_code, asked["constants"], strict=True)
    ]
    found = []
    for number in chosen:
        said = runner.after([known[k] for k in asked["cases"][number]], pure)
        found.append((said.get("inputs"), said.get("generators")))
    return found


@cache
def shared_inputs(task, variant):
    """(all different inputs as JSON, {JSON text: number of the input}, numbers by case) of those
    cases.
    """
    constants, numbers = [], {}
    return constants, numbers, _rows(shared_cases(task, variant)[0], constants, numbers)


def _rows(cases, constants, numbers):
    """The numbers of the inputs of each case; inputs that are new are added to the constants and
    their numbers.
    """
    rows = []
    for _, inputs in cases:
        rows.append([])
        for value in map(as_json, inputs):
            number = numbers.setdefault(json.dumps(value), len(constants))
            if number == len(constants):
                constants.append(value)
            rows[-1].append(number)
    return rows


@cache
def _shape_in(task, variant):
    shape = task.shape(variant) if callable(task.shape) else task.shape
    return shape.in_class(variant)


# Problem sets.


@dataclass(frozen=True, eq=False)
class ProblemSet:
    """The problem set of a chapter: its name ("02_network"), its title, how many minutes it takes,
    and its tasks.

    `figures` are the targets, {name: a function from the variant to a Figure}: a text shows
    attachment:NAME.png.
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
