"""Which rules are said twice, and where? A second statement says so where it stands, and the list is written from that.

In Python it is decorated, `@twin_of("fogel.network.layer")`; in JavaScript and C a comment line of the file says
`// twin of fogel.network.layer, fogel.network.sigmoid`.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

PACKAGE = Path(__file__).parent
PAGE = PACKAGE.parent / "notebooks" / "changes.md"
HEAD = "| rule | said again in |\n|---|---|\n"
DECORATED = re.compile(r"^@twin_of\(([^)]+)\)\n(?:@.+\n)*(?:def |class )(\w+)", re.M)
Decorated = TypeVar("Decorated")
COMMENTED = re.compile(r"^\s*// twin of (.+)$", re.M)


class Twin(NamedTuple):
    """A second statement of a `rule`, a name such as fogel.network.layer: its `file`, and there its `name`.

    The name is empty where a file says the rule again as a whole.
    """

    rule: str
    file: str
    name: str

    def __str__(self):
        return f"`{self.file}`" + (f": `{self.name}`" if self.name else "")


def twin_of(*rules: str) -> Callable[[Decorated], Decorated]:
    """Marks a function as a second statement of rules, by their names; returns it as it is."""
    if not all(re.fullmatch(r"fogel(\.\w+)+", rule) for rule in rules):
        raise ValueError(f"a rule must be named as in fogel.network.layer, not {', '.join(map(repr, rules))}")
    return lambda function: function


def twins() -> list[Twin]:
    """All Twins of the package, in the order of their rules."""
    found = set()
    for path in sorted(PACKAGE.rglob("*")):
        file = path.relative_to(PACKAGE.parent).as_posix()
        if path.suffix == ".py":
            for rules, name in DECORATED.findall(path.read_text(encoding="utf-8")):
                found |= {Twin(rule, file, name) for rule in re.findall(r'"(.+?)"', rules)}
        elif path.suffix in (".js", ".c"):
            for rules in COMMENTED.findall(path.read_text(encoding="utf-8")):
                found |= {Twin(rule, file, "") for rule in rules.strip().split(", ")}
    return sorted(found)


def in_page() -> str:
    """The list as a table in Markdown."""
    by_rule = {}
    for twin in twins():
        by_rule.setdefault(twin.rule, []).append(str(twin))
    return HEAD + "".join(f"| `{rule}` | {', '.join(places)} |\n" for rule, places in by_rule.items())


def write() -> None:
    """Writes the list into the page "Where do I change ...?", in place of the old one (`make contents`)."""
    before, head, rest = PAGE.read_text(encoding="utf-8").partition(HEAD)
    if not head:
        raise ValueError(f"{PAGE.name} has no table that begins with {HEAD.splitlines()[0]!r}")
    after = rest.partition("\n\n")[2]
    PAGE.write_text(before + in_page() + ("\n" + after if after else ""), encoding="utf-8")
