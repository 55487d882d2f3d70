"""A task about an object with state, graded as a teacher's batch is: in a process of the student's
own, from outside.

The task is a neuron that can be copied and changed: what students write is a class.
"""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
import rewritten

from classroom import complaints, full, graded, points
from fogel import checks
from fogel.checks import EXAMPLES, NOT_YET
from fogel.checks.questions import Step, call, checked, let, make, make_step, put, read, refuse
from fogel.checks.shapes import Number, Numbers, Text
from fogel.checks.variant import variant
from grader import grade, render, tasks
from grader.objects import ObjectTask
from grader.runner import run_task
from grader.tasks import Part, ProblemSet

NUMBER = 7
TEXT = """---
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

```{code-cell}
:tags: [setup]

import numpy as np

from fogel import checks
```

```{code-cell}
:tags: [student]

STUDENT = "your-id"
```

```{code-cell}
:tags: [answer, neuron]

### BEGIN SOLUTION
SOLUTION
### END SOLUTION
```

```{code-cell}
:tags: [check, neuron]

checks.problem("P12.1", Neuron, <<v.number>>)
```
"""
NEURON = """
class Neuron:
    def __init__(self, input_size):
        self.weights, self.bias = np.zeros(input_size), 0.0

    def calculate_output(self, inputs):
        return 1 / (1 + np.exp(-(np.dot(self.weights, inputs) + self.bias)))

    def mutate(self, max_magnitude, rng):
        self.weights += max_magnitude * rng.uniform(-1, 1, len(self.weights))
        self.bias += max_magnitude * rng.uniform(-1, 1)

    def copy(self):
        child = Neuron(len(self.weights))
        child.weights, child.bias = self.weights.copy(), self.bias
        return child
"""


changed = partial(rewritten.changed, NEURON)


SHARING = changed(("self.weights.copy()", "self.weights"))
ITSELF = changed(("        return child", "        return self"))
NO_BIAS = changed((" + self.bias)))", ")))"))
LINEAR = changed(
    (
        "1 / (1 + np.exp(-(np.dot(self.weights, inputs) + self.bias)))",
        "np.dot(self.weights, inputs)",
    )
)


def made(code, name="Neuron"):
    """The class that some code makes."""
    names = {"np": np}
    exec(code, names)
    return names[name]


def model(code):
    """The same as `right` and `wrong` want it."""
    return lambda variant: made(code)


CLOSE = Number(within=1e-9)
MANY = Numbers(within=1e-9)
START = (
    make("neuron", 3),
    put("neuron.weights", np.array([0.5, -1.0, 2.0])),
    put("neuron.bias", 0.25),
)


def scripts(variant):
    """Outputs of several neurons, a copy, and what becomes of its parent."""
    rng = np.random.default_rng(12)
    outputs = [
        ("output", (*START, call("neuron.calculate_output", x, shape=CLOSE)))
        for x in rng.normal(0, 1, (5, 3))
    ]
    twins = (*START, let("rng", {"rng": 3}), call("neuron.copy", keep="twin"))
    grown = (
        call("twin.mutate", max_magnitude=0.5, rng={"name": "rng"}),
        read("twin.weights", MANY),
    )
    asked = (call("neuron.calculate_output", [1, 0, -1], shape=CLOSE),)
    return [
        *outputs,
        (
            "output",
            (
                make("neuron", input_size=2),
                read("neuron.weights", MANY),
                read("neuron.bias", CLOSE),
            ),
        ),
        ("copy", (*twins, read("twin.weights", MANY), read("twin.bias", CLOSE))),
        ("copy", (*twins, put("twin.weights[0]", 9.0), read("neuron.weights", MANY))),
        ("parent", (*twins, *grown, read("neuron.weights", MANY), *asked)),
    ]


TASK = ObjectTask(
    name="neuron",
    number="P12.1",
    title="a neuron of one's own",
    object="Neuron",
    parts=(
        Part("output", 2, "what it says to several inputs"),
        Part("copy", 1, "a copy that is like it, and its own"),
        Part("parent", 1, "a parent that stays as it was when its copy changes"),
    ),
    cases=scripts,
    right=model(NEURON),
    wrong={
        "The copy shares its weights with its parent.": model(SHARING),
        "The bias is left out.": model(NO_BIAS),
        "The sum is handed on as it is; it should go through the sigmoid.": model(LINEAR),
    },
    examples=lambda variant: [script for _, script in (scripts(variant)[k] for k in (0, -1))],
)
ONE = ProblemSet("12_league", "Neurons that are objects", 60, (TASK,))
ALL = {"output", "copy", "parent"}


@pytest.fixture(autouse=True)
def a_set_with_this_task(monkeypatch, tmp_path):
    """The task is a set of its own, known to the grader, whose text lies in a folder of
    the test's.
    """
    (tmp_path / f"{ONE.name}.md").write_text(TEXT.replace("SOLUTION\n###", f"{NEURON}\n###"))
    monkeypatch.setattr(tasks, "SOURCES", tmp_path)
    monkeypatch.setattr(grade, "find", lambda name: ONE)
    monkeypatch.chdir(tmp_path)
    grade.released_sources.cache_clear()
    grade.released_examples.cache_clear()


def test_the_solution_earns_all_points_and_the_stub_none(tmp_path):
    assert points(graded(tmp_path, ONE, NUMBER)) == {"neuron": full(ONE, "neuron")}
    untouched = graded(tmp_path, ONE, NUMBER, solved=False)
    assert untouched["points"] == 0 and complaints(untouched, "neuron") == "\n".join(
        ["There is no Neuron here."] * 3
    )


IN_LISTS = """
class Neuron:
    def __init__(self, input_size):
        self.weights, self.bias = [0] * input_size, 0

    def calculate_output(self, inputs):
        return 1 / (1 + np.exp(-sum([w * x for w, x in zip(self.weights, inputs)], self.bias)))

    def mutate(self, max_magnitude, rng):
        self.weights = [w + max_magnitude * u for w, u in zip(self.weights, rng.uniform(-1, 1, len(self.weights)))]
        self.bias += max_magnitude * rng.uniform(-1, 1)

    def copy(self):
        import copy
        return copy.deepcopy(self)
"""


def test_another_right_class_earns_all_points(tmp_path):
    result = graded(tmp_path, ONE, NUMBER, {"neuron": IN_LISTS})
    assert points(result)["neuron"] == full(ONE, "neuron"), complaints(result, "neuron")


UNBOUND = changed(("self.weights += max", "self.weights = self.weights + max"))
WRONG = {
    "shares its weights": (SHARING, {"copy", "parent"}, "The copy shares its weights with its parent. "),
    "copies nothing": (
        changed(("        return child", "        return self")),
        {"copy", "parent"},
        "twin.weights[0] = 9.0\nneuron.weights",
    ),
    "shares, and changes what is its own": (
        UNBOUND.replace("self.weights.copy()", "self.weights"),
        {"copy"},
        "entry [0] of what you returned is 9; it should be 0.5.\nneuron = Neuron(3)\n",
    ),
    "changes another object": (
        changed(("self.bias += max", "Neuron.last.weights[:] = 1\n        self.bias += max"),
                ("        child = ", "        Neuron.last = self\n        child = ")),
        {"parent"},
        "entry [0] of what you returned is 1; it should be 0.5",
    ),
    "no bias": (NO_BIAS, {"output", "parent"}, "Wrong on 5 of 6 cases. The bias is left out. The first: in the last"),
    "no sigmoid": (LINEAR, {"output", "parent"}, "The sum is handed on as it is"),
    "no such method": (
        changed(("def copy", "def clone")),
        {"copy", "parent"},
        "it stopped with AttributeError: 'Neuron' object has no attribute 'copy'.\nneuron = Neuron(3)\n",
    ),
    "a method that fails": (
        changed(("        child = ", "        1 / 0\n        child = ")),
        {"copy", "parent"},
        "it stopped with ZeroDivisionError: division by zero",
    ),
    "a copy that is not returned": (changed(("return child", "child")), {"copy", "parent"}, "it returned nothing"),
    "a method that is not written": (
        changed(("        child = ", "        raise NotImplementedError\n        child = ")),
        {"copy", "parent"},
        "it returned nothing.\nneuron = Neuron(3)",
    ),
    "cannot be made": (
        changed(("(self, input_size)", "(self)")),
        ALL,
        "TypeError: Neuron.__init__() ",
    ),
    "other arguments": (changed(("max_magnitude, rng", "size, rng")), {"parent"}, "unexpected keyword argument"),
    "a text for a number": (changed(("return 1 /", "return 'about', 1 /")), {"output", "parent"}, "a number is"),
    "not written": (
        "class Neuron:\n    def __init__(self, input_size):\n        raise NotImplementedError\n",
        ALL,
        NOT_YET,
    ),
    "no class": ("Neuron = 3\n", ALL, "TypeError: 'int' object is not callable"),
    "left open": ("Neuron = ...\n", ALL, "There is no Neuron here."),
    "another name": ("class Cell:\n    pass\n", ALL, "There is no Neuron here."),
    "leaves the process": (
        changed(("        child = ", "        import os; os._exit(0)\n        child = ")),
        ALL,
        "No answer came back; see the notes.",
    ),
    "cannot be looked at": (
        "class Odd:\n    def __getattr__(self, name): raise SystemExit\n"
        + changed(("return 1 /", "return Odd() or 1 /")),
        {"output", "parent"},
        "it returned an object of type Odd",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_wrong_classes_lose_what_they_should_and_are_told_why(what, tmp_path):
    code, lost, words = WRONG[what]
    result = graded(tmp_path, ONE, NUMBER, {"neuron": code})
    earned, told = points(result)["neuron"], complaints(result, "neuron")
    assert {part for part, some in earned.items() if not some} == lost, (earned, told)
    assert words in told, told


REFUSED = (refuse("Neuron", -1),)


@pytest.mark.parametrize(
    ("raised", "named"),
    [
        ("raise ValueError", "ValueError"),
        ("raise UnicodeError", "ValueError"),  # one of its kind
        ("raise TypeError", "TypeError"),
        ("self.size = size", ""),
    ],
)
def test_a_refusal_is_an_error_that_has_to_be_raised(raised, named, capsys, tmp_path):
    code = f"class Neuron:\n    def __init__(self, size):\n        {raised}\n"
    refusing = replace(TASK, cases=lambda v: [("output", REFUSED)], examples=lambda v: [REFUSED])
    refusing = replace(refusing, right=model(code.replace(raised, "raise ValueError")))
    assert refusing.answer_of(model(code), None, REFUSED) == [{"value": named}]
    reply = run_task({"Neuron": made(code)}, refusing.question(variant(NUMBER), "ada"))
    mark = refusing.judge(variant(NUMBER), "ada", reply)[0]
    words = f"ValueError should be raised, and {named or 'no error'} is"
    assert mark.points == 2 * (named == "ValueError")
    assert named == "ValueError" or words in mark.complaint
    (tmp_path / EXAMPLES).write_text(
        render.examples_text([replace(ONE, tasks=(refusing,))], variant(NUMBER))
    )
    checks.problem("P12.1", made(code), NUMBER)
    said = capsys.readouterr().out
    assert (
        "right on 1 example." if named == "ValueError" else f"not yet: {words}\nNeuron(-1)"
    ) in said


def test_a_stub_refuses_nothing():
    code = "class Neuron:\n    def __init__(self, size):\n        raise NotImplementedError\n"
    assert TASK.answer_of(model(code), None, REFUSED) == [{"unwritten": True}]


def test_a_step_that_fails_costs_no_other_script():
    reply = TASK.question(variant(NUMBER), "ada")
    assert [len(script) for script in reply["scripts"]] == [
        len(script) for _, script in scripts(None)
    ]
    answers = TASK.answer_of(model("class Neuron:\n    pass\n"), None, scripts(None)[0][1])
    assert ["error" in answer for answer in answers] == [True, True, True, True]
    assert answers[1]["error"] == "NameError: there is no neuron: the line that makes it has failed"


def test_forged_answers_are_no_answers():
    for steps in ([], [{}], None, "x", [{"value": 1}] * 99):
        reply = {"answers": [{"steps": steps}] * len(scripts(None))}
        assert not any(mark.points for mark in TASK.judge(variant(NUMBER), "ada", reply)), steps
    for reply in (
        {},
        {"answers": 3},
        {"answers": [3]},
        {"answers": []},
        {"answers": [{}] * len(scripts(None))},
    ):
        assert not any(mark.points for mark in TASK.judge(variant(NUMBER), "ada", reply)), reply


def test_nothing_right_goes_into_the_students_process():
    assert "right" not in str(TASK.question(variant(NUMBER), "ada")) and "right" in str(
        TASK.visible(variant(NUMBER))
    )


# The visible check.


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (NEURON, "right on 2 examples. The grader tries many more."),
        (IN_LISTS, "right on 2 examples."),
        (NO_BIAS, "not yet: you returned "),
        (SHARING, "not yet: entry [0] of what you returned is "),
        (
            changed(("def copy", "def clone")),
            "not yet: it stops with AttributeError: 'Neuron' object has no attribute",
        ),
        (changed(("return child", "child")), "not yet: it returned nothing\n"),
        (
            changed(("        child = ", "        raise NotImplementedError\n        child = ")),
            "not written yet.",
        ),
        ("Neuron = 4", "not yet: it must be a class, not 4"),
        ("Neuron = ...", "not written yet."),
    ],
)
def test_the_visible_check(code, words, tmp_path, capsys):
    (tmp_path / EXAMPLES).write_text(render.examples_text([ONE], variant(NUMBER)))
    checks.problem("P12.1", made(code), NUMBER)
    said = capsys.readouterr().out
    assert said.startswith(f"P12.1 a neuron of one's own: {words}"), said
    if "entry" in words:
        assert (
            said.split("\n", 1)[1]
            == "neuron = Neuron(3)\nneuron.weights = np.array([0.5, -1.0, 2.0])\nneuron.bias ="
            " 0.25\nrng = np.random.default_rng(3)\ntwin ="
            " neuron.copy()\ntwin.mutate(max_magnitude=0.5,"
            " rng=rng)\ntwin.weights\nneuron.weights\n"
        )


# An object that students make, in place of a class.

COUNTER = ObjectTask(
    name="neuron",
    number="P12.2",
    title="a counter",
    object="counter",
    parts=(Part("counts", 1, "each call counts"), Part("says", 1, "what it says")),
    cases=lambda variant: [
        ("counts", (call("counter.next", shape=Number()), call("counter.next", shape=Number()))),
        ("counts", (call("counter.next"), read("counter.seen[0].at", Number()))),
        ("says", (call("counter.join", ["a", "b"], shape=Text()),)),
    ],
    right=lambda variant: made(COUNTS, "counter"),
    examples=lambda variant: [(call("counter.next", shape=Number()),)],
)
COUNTS = """
class Mark:
    def __init__(self, at):
        self.at = at

class Counter:
    def __init__(self):
        self.seen = []

    def next(self):
        self.seen.append(Mark(len(self.seen)))
        return len(self.seen)

    def join(self, texts):
        return "".join(texts)

counter = Counter()
"""


@pytest.mark.parametrize(
    ("code", "earned"),
    [
        (COUNTS, {"counts": 1, "says": 1}),
        (COUNTS.replace("= []", "= [Mark(3)]"), {"counts": 0, "says": 1}),
        (COUNTS.replace('""', '" "'), {"counts": 1, "says": 0}),
        (COUNTS + "Counter.__deepcopy__ = lambda self, memo: 1 / 0\n", {"counts": 0, "says": 0}),
    ],
)
def test_an_object_is_new_in_every_script(code, earned, tmp_path, monkeypatch):
    one = replace(ONE, tasks=(COUNTER,))
    monkeypatch.setattr(grade, "find", lambda name: one)
    result = graded(tmp_path, one, NUMBER, {"neuron": code})
    assert points(result)["neuron"] == earned, complaints(result, "neuron")


def test_the_visible_check_of_an_object_leaves_it_as_it_was(tmp_path, capsys):
    (tmp_path / EXAMPLES).write_text(
        render.examples_text([replace(ONE, tasks=(COUNTER,))], variant(NUMBER))
    )
    counter = made(COUNTS, "counter")
    for _ in range(2):
        checks.problem("P12.2", counter, NUMBER)
        assert "right on 1 example." in capsys.readouterr().out
    assert counter.seen == []


# How scripts are written.


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (lambda: make("a.b", 3), "gives a plain name to what it makes, such as neuron; not 'a.b'"),
        (
            lambda: call("a.copy", keep="b c"),
            "gives a plain name to what it makes, such as neuron; not 'b c'",
        ),
        (
            lambda: read("a weights", CLOSE),
            "a place is a name and what follows, as in neuron.weights[0], not 'a w",
        ),
        (
            lambda: put("neuron", 3),
            "put sets an attribute or an entry, as in neuron.weights; 'neuron' is neither",
        ),
        (
            lambda: Step(do="delete", place="a"),
            "a step is one of make, let, put, call, read, refuse, not 'd",
        ),
        (
            lambda: checked([make("a"), read("b.x", CLOSE)], "Neuron"),
            "step 2 of a script, 'b.x', uses 'b'",
        ),
        (
            lambda: checked([make("a", {"name": "rng"})], "Neuron"),
            "step 1 of a script, 'a = Neuron(rng)', uses 'rng'",
        ),
        (
            lambda: replace(TASK, number="12.1"),
            "task 'neuron': a problem's number is such as P2.1, not '12.1'",
        ),
        (
            lambda: replace(TASK, kind="written"),
            "task 'neuron': 'written' is no kind of a ObjectTask",
        ),
        (
            lambda: replace(TASK, right=model(SHARING.replace("copy", "clone"))).visible(None),
            "the right answer stops",
        ),
    ],
)
def test_a_wrong_script_is_one_error_before_any_work(write, words):
    with pytest.raises(ValueError) as error:
        write()
    assert words in str(error.value)


def test_scripts_travel_as_json():
    import json

    for _, script in scripts(None):
        there = [make_step(json.loads(json.dumps(step.as_dict()))) for step in script]
        assert [step.as_dict() for step in there] == [step.as_dict() for step in script]
        assert [step.line("Neuron") for step in there] == [step.line("Neuron") for step in script]
