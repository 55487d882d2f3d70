"""Lists about the package that are written into the book's pages: its modules, its core, its twins.

`make contents` writes them, and a test compares them with the pages.
"""

import ast
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from fogel.core.contents import CORE, MODULES, PACKAGE, find_file

BOOK = Path(__file__).parent
DECORATED = re.compile(r"^@twin_of\(([^)]+)\)\n(?:@.+\n)*(?:def |class )(\w+)", re.M)
COMMENTED = re.compile(r"^\s*// twin of (.+)$", re.M)


def purpose(module: str) -> str:
    """Return the first line of a module's docstring, without its period."""
    text = ast.get_docstring(ast.parse(find_file(module).read_text(encoding="utf-8"))) or ""
    return text.partition("\n")[0].removesuffix(".")


def lines_of(modules: Iterable[str]) -> int:
    """Return how many lines some modules have together, docstrings and empty lines included."""
    return sum(find_file(name).read_text(encoding="utf-8").count("\n") for name in modules)


def module_table(modules: Iterable[str]) -> str:
    """Return modules, their purpose and their lines as a Markdown table, in the package's order."""
    rows = (f"| `{name}` | {purpose(name)} | {lines_of([name])} |\n" for name in modules)
    return "| module | what it holds | lines |\n|---|---|---:|\n" + "".join(rows)


class Twin(NamedTuple):
    """A second statement of a `rule`, which is named as in fogel.network.layer: its `file`, and
    there its `name`.

    The name is empty if a whole file restates the rule.
    """

    rule: str
    file: str
    name: str

    def __str__(self):
        return f"`{self.file}`" + (f": `{self.name}`" if self.name else "")


def twins() -> list[Twin]:
    """Return all twins of the package, sorted by their rules."""
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


def twin_table() -> str:
    """Return the rules that are stated twice, and where, as a Markdown table."""
    places: dict[str, list[str]] = {}
    for twin in twins():
        places.setdefault(twin.rule, []).append(str(twin))
    rows = "".join(f"| `{rule}` | {', '.join(found)} |\n" for rule, found in places.items())
    return "| rule | also stated in |\n|---|---|\n" + rows


TABLES = {  # by page: the tables that stand between its marks, in this order
    "core.md": lambda: [module_table(name for name in CORE if lines_of([name]) > 9)],
    "modules.md": lambda: [
        module_table(CORE),
        module_table([name for name in MODULES if name not in CORE]),
    ],
    "changes.md": lambda: [twin_table()],
}
MARKED = re.compile(r"(<!-- table -->\n).*?(<!-- end -->)", re.S)


def page(name: str) -> str:
    """Return a page with its tables written again."""
    tables = iter(TABLES[name]())
    return MARKED.sub(
        lambda marks: f"{marks[1]}\n{next(tables)}\n{marks[2]}",
        (BOOK / name).read_text(encoding="utf-8"),
    )


if __name__ == "__main__":
    for one in TABLES:
        (BOOK / one).write_text(page(one), encoding="utf-8")
