"""Answers of problem sets, written otherwise."""


def changed(code, *pairs):
    """The code with some of its words written otherwise: pairs (old, new), each of which must stand
    in it.
    """
    for old, new in pairs:
        assert old in code, old
        code = code.replace(old, new)
    return code
