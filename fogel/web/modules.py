"""JavaScript modules joined into one script, by their import lines.

A script is a module as browsers and editors know it: `import { a, b } from "./network.js";` names
all that it takes from others, `export` what it gives. A page is one file, so the modules go into it
one after another, each once and after all that it needs, without those words. There they share one
scope; so no two of them may declare one name. Style sheets are put together in the same way, by
`@import "page.css";`.
"""

import os
import re
from pathlib import Path

from fogel.core.types import FilePath

IMPORT = re.compile(r'^@?import (?:\{([^}]*)\} from )?"([^"]+)";\n', re.M)
DECLARED = re.compile(
    r"^(export )?(?:async )?(?:function|class|const|let) ([\w$]+|[{[][^=]*)", re.M
)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let) )", re.M)
LEFT = re.compile(r"^(?:@?import|export)\b.*", re.M)  # a line that is written in some other way
TWIN = re.compile(r"^// twin of .*\n", re.M)  # for authors and their tests


def bundle(path: FilePath, without: FilePath | None = None) -> str:
    """The text of a script or style sheet and of all that it imports, in the order in which they
    must run.

    `without`: a module of a page that has it and all that it imports already. Raises ValueError for
    a file that is not there, a name that the other file doesn't export, a circle, a name of two
    modules, and a line it can't follow.
    """
    found = modules(path)
    there = modules(without) if without else {}
    _check_names({**there, **found})
    return "\n\n".join(_bare(text) for path, text in found.items() if path not in there)


def modules(path: FilePath) -> dict[Path, str]:
    """{path: text} of a module and of all that it imports, each after those that it needs. Raises
    ValueError.
    """
    found = {}
    _visit(Path(os.path.abspath(path)), found, [])
    return found


def _visit(path, found, importers):
    if path in importers:
        raise ValueError(f"{' imports '.join(map(_name, [*importers, path]))}: no circles, please")
    if not path.is_file():
        raise ValueError(
            f"{_name(importers[-1] if importers else path)}: there is no file {_name(path)} to"
            " import"
        )
    if path in found:
        return
    text = path.read_text(encoding="utf-8")
    for names, place in IMPORT.findall(text):
        other = Path(os.path.normpath(path.parent / place))
        _visit(other, found, [*importers, path])
        for name in names_in(names):
            if name not in exports(found[other]):
                raise ValueError(f"{_name(path)}: {_name(other)} exports no {name}")
    found[path] = text  # after all that it needs


def exports(text: str) -> list[str]:
    """The names that a module exports."""
    return [
        name for exported, names in DECLARED.findall(text) if exported for name in names_in(names)
    ]


def names_in(text: str) -> list[str]:
    """The names in a text like `a`, `{ a, key: b }` or `[a, b]`."""
    return re.findall(r"([\w$][\w$ ]*?)\s*(?:[,}\]]|$)", text.strip())


def _check_names(found):
    """Raises ValueError if two modules declare a name, or for a line that nobody could follow."""
    homes = {}
    for path, text in found.items():
        if left := LEFT.search(_bare(text)):
            raise ValueError(f"{_name(path)}: can't follow the line {left[0]!r}")
        for _, names in DECLARED.findall(text):
            for name in names_in(names):
                if homes.setdefault(name, path) != path:
                    raise ValueError(f"{_name(path)} and {_name(homes[name])} both declare {name}")


def _bare(text):
    """A module as it stands in a page."""
    text = TWIN.sub("", IMPORT.sub("", text))
    return re.sub(r"\n{3,}", "\n\n", EXPORT.sub("", text)).strip()


def _name(path):
    """A file in a message, with its folder."""
    return "/".join(path.parts[-2:])
