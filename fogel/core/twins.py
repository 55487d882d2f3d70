"""Marking the second statement of a rule, such as a compiled loop, with the name of the first.

In Python it is decorated, `@twin_of("fogel.network.layer")`; in JavaScript and C a comment line of
the file says `// twin of fogel.network.layer, fogel.network.sigmoid`. `notebooks/package_lists.py`
collects them all.
"""

import re
from collections.abc import Callable
from typing import TypeVar

Decorated = TypeVar("Decorated")


def twin_of(*rules: str) -> Callable[[Decorated], Decorated]:
    """Mark a function as a second statement of the named rules, and return it unchanged."""
    if not all(re.fullmatch(r"fogel(\.\w+)+", rule) for rule in rules):
        shown = ", ".join(map(repr, rules))
        raise ValueError(f"a rule must be named as in fogel.network.layer, not {shown}")
    return lambda function: function
