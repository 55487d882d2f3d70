"""Tasks about an object with state: a class that students write, or an object that they make."""

from dataclasses import dataclass

from fogel.checks import what_is_wrong
from fogel.checks.questions import DONE, checked, refusal
from grader.answers import agrees, said, trouble
from grader.runner import run_task
from grader.tasks import CasesTask


@dataclass(frozen=True, kw_only=True, eq=False)
class ObjectTask(CasesTask):
    """Students write a class, or make an object, and give it the name `object`. It is asked by
    scripts.

    The inputs of a case are the steps of a script (see fogel.checks.questions), whose answers have
    shapes of their own. `right(variant)` is a class, or an object, that answers rightly, and so are
    common wrong ones: the same script is played with each.
    """

    object: str

    @property
    def missing(self):
        """What is said where there is no such name."""
        return f"There is no {self.object} here."

    def asked(self, scripts):
        """The question of these scripts. Raises ValueError for one that uses a name before it is
        given.
        """
        scripts = [[step.order() for step in checked(script, self.object)] for script in scripts]
        return {"ask": "object", "object": self.object, "scripts": scripts}

    def answer_of(self, model, variant, inputs):
        """What a model says to the steps of a script, as it would leave a student's process."""
        reply = run_task({self.object: model(variant)}, self.asked([inputs]))
        return [*map(settled_step, inputs, reply["answers"][0]["steps"])]

    def settled(self, variant, student, answers):
        """The answers, with each step's as it counts."""
        cases, _ = self.cases_of(variant, student)
        if len(answers) != len(cases):
            return answers
        pairs = zip(cases, answers, strict=True)
        return [
            {"steps": [settled_step(*both) for both in zip(inputs, given["steps"], strict=True)]}
            for (_, inputs), given in pairs
        ]

    def answer_from(self, names, inputs):
        """The class, or the object."""
        return names()[self.object]

    def right_for(self, variant, inputs):
        """The right answers to the steps of a script. Raises ValueError if the right object itself
        stops there.
        """
        answers = super().right_for(variant, inputs)
        for step, answer in zip(inputs, answers or (), strict=False):
            if trouble(answer):
                raise ValueError(
                    f"task {self.name!r}: at {step.line(self.object)!r} the right answer stops:"
                    f" {answer}"
                )
        return answers

    def question(self, variant, student):
        """The name, and the scripts."""
        cases, _ = self.cases_of(variant, student)
        return self.asked([inputs for _, inputs in cases])

    def visible(self, variant):
        """Some scripts, and the right answers to those of their steps that have one."""
        about = []
        for script in self.examples(variant):
            right = self.right_for(variant, script)
            values = [
                answer.get("value") if step.shape and right else None
                for step, answer in zip(script, right or [{}] * len(script), strict=True)
            ]
            steps = [step.as_dict() for step in checked(script, self.object)]
            about.append({"steps": steps, "right": values})
        return super().visible(variant) | {"object": self.object, "scripts": about}

    def is_unwritten(self, answer):
        """Whether a script came no further than a stub."""
        stopped = [step for step in answer["steps"] if trouble(step)]
        return bool(stopped) and bool(stopped[0].get("unwritten"))

    def again(self, inputs, answer, right):
        """The lines of the script up to the first that goes wrong."""
        number = self._wrong(inputs, answer, right)[0]
        return "\n".join(step.line(self.object) for step in inputs[:number])

    def complaint(self, variant, inputs, answer, right):
        """What is wrong with the first step that goes wrong, and the script up to there; "" if
        nothing is.
        """
        number, words = self._wrong(inputs, answer, right)
        lines = "\n".join(step.line(self.object) for step in inputs[:number])
        return f"in the last of these lines, {said(words)}\n{lines}" if words else ""

    def _wrong(self, inputs, answer, right):
        """(the number of the first step that goes wrong, how); the last number and ""
        if none does.
        """
        right = right or [{}] * len(inputs)
        for number, (step, given, its) in enumerate(
            zip(inputs, answer["steps"], right, strict=True), start=1
        ):
            words = trouble(given)
            if not words and step.shape:
                words = what_is_wrong(given["value"], its.get("value"), step.shape)
            if words:
                return number, words
        return len(inputs), ""

    def agrees(self, variant, cases, k, answer, model):
        """Whether all answers to the k-th script are those of a model; where that stops, they have
        to stop too.
        """
        models = self.model_answer(model, variant, cases, k)
        for step, given, its in zip(cases[k][1], answer["steps"], models, strict=True):
            if "value" not in its or "value" not in given:
                if its.keys() != given.keys():
                    return False
            elif step.shape and not agrees(given, its["value"], step.shape):
                return False
        return True


def settled_step(step, raw):
    """The answer to a step as it counts, from what came out of the student's process.

    A call that has to fail answers with the name of its error; other calls whose answers don't
    matter are DONE, whatever they return.
    """
    if raw.get("hopeless") or raw.get("unwritten"):
        return {key: said for key, said in raw.items() if key != "value"}
    if step.do == "refuse" and ("raised" in raw or "error" not in raw):
        # Names of an error without the error are forged: they would fit whatever a step should do.
        return {"value": refusal(raw["raised"] if "error" in raw else ())}
    if raw.get("nothing") and (step.shape or step.keep):
        return {"unwritten": True}
    return raw if step.shape or "error" in raw else {"value": DONE}
