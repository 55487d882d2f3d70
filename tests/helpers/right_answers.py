"""Right answers to the exercises in another container, or with a changed argument."""

import ast

from _in_page.steps import bound, is_checked

FORMS = ("list", "tuple", "array", "numpy", "generator")
WRAPPED = """
def _wrapped(function, harm, form):
    import functools
    import numpy as np

    def in_form(answer):
        if answer is None or answer is ... or isinstance(answer, (str, dict)) or hasattr(answer, "_fields"):
            return answer
        if form == "numpy":
            if isinstance(answer, (bool, int, float)):
                return np.array(answer)[()]
            return answer.item() if isinstance(answer, np.generic) else answer
        if not isinstance(answer, (list, tuple, np.ndarray)) or any(hasattr(one, "weights") for one in answer):
            return answer
        if form == "array":
            flat = all(isinstance(one, (int, float, np.generic)) for one in answer)
            return np.array(answer) if flat else answer
        return {"list": list, "tuple": tuple, "generator": lambda some: (one for one in some)}[form](answer)

    def spoil(given):
        if isinstance(given, list) and given:
            given.append(given[0])
        elif isinstance(given, dict) and given:
            given.popitem()
        elif isinstance(given, np.ndarray) and given.ndim:
            given[...] = 1 - given

    def called(*given, **named):
        called.depth += 1
        try:
            answer = function(*given, **named)
        finally:
            called.depth -= 1
        if called.depth:
            return answer
        if harm:
            answer = answer.copy() if isinstance(answer, np.ndarray) else answer
            for one in given:
                spoil(one)
        return in_form(answer) if form else answer

    called.depth = 0
    if not callable(function):
        return in_form(function)
    return functools.wraps(function)(called)
"""


def in_form(right, exercise, form):
    """An answer whose functions return another container; None if it has no functions."""
    return _wrapped(right, exercise, harm=False, form=form, values=form != "generator")


def with_harm(right, exercise):
    """An answer whose functions, at their end, change the lists and dictionaries they get."""
    return _wrapped(right, exercise, harm=True, form="", values=False)


def _wrapped(right, exercise, harm, form, values):
    """An answer with its functions, and perhaps values, wrapped; None if it has neither."""
    asked = set().union(*(bound(one) for one in exercise.statements if not is_checked([one])))
    names = set()
    for one in ast.parse(right).body:
        if isinstance(one, ast.FunctionDef) or (values and isinstance(one, ast.Assign)):
            names |= bound(one) & asked
    lines = [f"{name} = _wrapped({name}, {harm}, {form!r})" for name in sorted(names)]
    return "\n".join([right, WRAPPED, *lines]) if lines else None
