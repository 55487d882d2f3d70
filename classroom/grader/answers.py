"""An answer as it left a student's process: {"value": ...}, {"error": ...} and so on; what is said
of it, in words.
"""

import re

import numpy as np

from fogel.checks import NOT_YET, plain, same, what_is_wrong

SHAPES = (
    "Two arrays don't fit together: are rows taken for columns, or is an array transposed that"
    " should not be?"
)


def trouble(answer):
    """What kept an answer from being one, in words; "" if nothing did."""
    if answer.get("unwritten"):
        return NOT_YET
    if "error" in answer:
        hint = (
            f". {SHAPES}"
            if re.search("mismatch|not aligned|broadcast", str(answer["error"]))
            else ""
        )
        return f"it stopped with {answer['error']}{hint}"
    if answer.get("changed_inputs"):
        return "it changed what it was given, in place"
    if "value" not in answer:
        return (
            f"it returned {answer.get('unreadable', 'nothing')}, which can't be read as an answer"
        )
    return ""


def sentence(words):
    """Words as a sentence: a capital letter, and a full stop before a board that may follow."""
    head, line, rest = words.partition("\n")
    head = head[:1].upper() + head[1:]
    return (head if not head or head[-1] in ".!?:)" else f"{head}.") + line + rest


def value_complaint(value, right, shape):
    """What is wrong with a student's own value; the right one is not told, since it may be handed
    in again.
    """
    words = what_is_wrong(value, None, shape)
    if words or not what_is_wrong(value, right, shape):
        return words
    return f"{np.array2string(np.array(value), precision=6, separator=', ')} is not right."


def said(words):
    """A complaint about one case among many: a stub that was left there returned nothing."""
    return "it returned nothing" if words == NOT_YET else words


def agrees(answer, value, shape):
    """Whether an answer is that of a model, which may be an impossible one: no matter whether a
    square is taken.
    """
    within = max(shape.within, 1e-9)
    if value is None or trouble(answer):  # a model may have nothing to say
        return False
    mine, its = answer["value"], plain(value)
    return (
        mine == its
        or same(mine, its, within)
        or not what_is_wrong(mine, its, shape.unbound(within))
    )
