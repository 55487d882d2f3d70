"""The pages about the package, by chapter: written by the build from `fogel.contents.MODULES`, so none is missing.

A chapter's page has the modules that bear its word, and those that it is the first to import. What chapters 1 to 7 rest
on comes first, with its lines counted. The pages stand in notebooks/api, which git ignores.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sphinx.addnodes import pending_xref

from fogel.contents import CORE, MODULES, file_of, lines_of

FOLDER = Path(__file__).parent
GROUND, BESIDE = "ground", "beside"
ROOMS = {  # that are no chapter's, and what stands there
    "engine": "The engine",
    "trial": "A trial",
    "page": "In a browser",
    "ttt": "Games of any shape",
    "ttt.board": "The board of any shape",
    "classroom": "The classroom",
    "knobs": "The knobs",
    "cli": "The command line",
}
TITLES = {GROUND: "The ground", BESIDE: "Beside the chapters"} | ROOMS


def is_door(module: str) -> bool:
    """Whether a module is a room's door, which has nothing of its own."""
    body = ast.parse(file_of(module).read_text(encoding="utf-8")).body
    return file_of(module).name == "__init__.py" and not any(isinstance(node, ast.FunctionDef) for node in body)


def names_imported(text: str) -> set[str]:
    """The modules of the package that a text imports."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module == "fogel" or str(node.module).startswith("fogel.")):
            home = node.module.partition(".")[2]
            for name in node.names:
                inside = f"{home}.{name.name}".removeprefix(".")
                found.add(inside if inside in MODULES else home)
    return found & set(MODULES)


@cache
def chapters() -> dict[str, int]:
    """{word: number} of the chapters."""
    return {path.stem[3:]: int(path.stem[:2]) for path in sorted(FOLDER.glob("[0-9][0-9]_*.ipynb"))}


@cache
def first_imports() -> dict[str, str]:
    """{module: the word of the first chapter whose text imports it}."""
    found: dict[str, str] = {}
    for word, number in chapters().items():
        text = (FOLDER / "source" / f"{number:02}_{word}.md").read_text(encoding="utf-8")
        for line in re.findall(r"^from fogel[\w.]* import [\w, ]+", text, re.M):
            for name in names_imported(line.rstrip(", ")):
                found.setdefault(name, word)
    return found


def page_of(module: str) -> str:
    """The page on which a module stands: a chapter's word, a room's name, or one of the others."""
    part = module.removeprefix("ttt.").split(".")[0]
    if part in chapters():
        return part
    room = next((room for room in sorted(ROOMS, reverse=True) if f"{module}.".startswith(f"{room}.")), None)
    if room or module in CORE:
        return room or GROUND
    return first_imports().get(module, BESIDE)


@cache
def pages() -> dict[str, list[str]]:
    """{page: its modules}: the core's chapters and what they rest on, the other chapters, the other rooms."""
    found: dict[str, list[str]] = {}
    for name in MODULES:
        if name != "__main__":
            found.setdefault(page_of(name), []).append(name)
    order = [word for word in chapters() if word in CORE] + [GROUND, "engine", "trial"]
    order += [word for word in chapters() if word not in CORE]
    return {name: found[name] for name in [*order, *(one for one in found if one not in order)] if name in found}


def docname(page: str) -> str:
    """The name of a page's document."""
    return f"api/{chapters()[page]:02}_{page}" if page in chapters() else f"api/{page.replace('.', '_')}"


def title(page: str) -> str:
    """A page's heading."""
    return f"{chapters()[page]} {page.capitalize()}" if page in chapters() else TITLES[page]


def in_core(page: str) -> bool:
    """Whether a page is about the thin core."""
    return any(name in CORE for name in pages()[page])


def text_of(page: str) -> str:
    """The Markdown of a page."""
    modules = pages()[page]
    other = next((path.stem for path in FOLDER.glob(f"[0-9][0-9]_{page}.ipynb")), None)
    words = [f"# {title(page)}: the modules" if other else f"# {title(page)}"]
    if other:
        words.append(f"What [chapter {chapters()[page]}](../{other}.ipynb) calls.")
    return "\n\n".join([*words, *map(_section, modules)]) + "\n"


def _section(module: str) -> str:
    question = MODULES[module]
    head = f"## `{module}`\n\n{question[0].upper()}{question[1:]}"
    if is_door(module):
        return head
    if module == "kinds":  # its comments say it best
        return f"{head}\n\n```{{literalinclude}} ../../fogel/kinds.py\n:language: python\n```"
    return f"{head}\n\n```{{eval-rst}}\n.. automodule:: fogel.{module}\n   :members:\n   :ignore-module-all:\n```"


def first_page() -> str:
    """The page that leads to the others: the core and its lines first."""
    inside, outside = ([page for page in pages() if in_core(page) is which] for which in (True, False))
    rest = [name for name in MODULES if name not in CORE and name != "__main__"]
    words = [
        "# The package by chapter",
        "Each function with its signature and what it says of itself. "
        "The words of the signatures, such as `Board` and `Player`, stand in [`kinds`](ground.md).",
        f"## The thin core: {lines_of(CORE):,} lines",
        "Chapters 1 to 7 rest on these modules and on nothing else. They can be read in an afternoon.",
        _rows(inside),
        f"## The rooms: {lines_of(rest):,} lines",
        "Each may stay shut until its chapter comes.",
        _rows(outside),
        "\n".join(["```{toctree}", ":hidden:", "", *(docname(page).removeprefix("api/") for page in pages()), "```"]),
    ]
    return "\n\n".join(words) + "\n"


def _rows(names: list[str]) -> str:
    rows = [
        f"| [{title(page)}]({docname(page).removeprefix('api/')}.md) | "
        f"{', '.join(f'`{name}`' for name in pages()[page] if not is_door(name))} | {lines_of(pages()[page]):,} |"
        for page in names
    ]
    return "\n".join(["| page | modules | lines |", "|---|---|---:|", *rows])


def documents() -> list[str]:
    """The names of all these documents, in their order."""
    return ["api/index", *map(docname, pages())]


def write_pages(app) -> None:
    """Writes the pages before Sphinx looks for them; a page that is as it was is left alone."""
    texts = {"api/index": first_page()} | {docname(page): text_of(page) for page in pages()}
    folder = FOLDER / "api"
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.md"):
        if f"api/{path.stem}" not in texts:
            path.unlink()
    for name, text in texts.items():
        path = FOLDER / f"{name}.md"
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


# Docstrings: plain text with `code`, put into what Sphinx reads.

_CODE = re.compile(r"`([^`]+)`")


def as_rst(lines: list[str]) -> Iterator[str]:
    """A docstring's lines as reStructuredText: paragraphs and lists, code as literals, and nothing else means much."""
    for block in "\n".join(lines).strip().split("\n\n"):
        for item in re.split(r"\n(?=- )", block):
            yield _line(" ".join(item.split()))
        yield ""


def _line(text: str) -> str:
    bullet = "- " if text.startswith("- ") else ""
    parts = _CODE.split(text.removeprefix(bullet))  # prose and code in turn
    words = [f"\\ ``{part}``\\ " if place % 2 else _plain(part) for place, part in enumerate(parts)]
    return bullet + "".join(words).removeprefix("\\ ").strip()


def _plain(text: str) -> str:
    """Prose in which no sign is taken for markup, but for a *word* that is explained."""
    return re.sub(r"\\\*(\w+)\\\*", r"*\1*", re.sub(r"([\\*_|`:<>])", r"\\\1", text))


def convert(app, what, name, thing, options, lines) -> None:
    """Called by autodoc for each docstring."""
    lines[:] = [*as_rst(lines)]


def without_links(app, doctree) -> None:
    """The types in signatures as plain words: several classes may bear the name of one of `fogel.kinds`."""
    for link in list(doctree.findall(pending_xref)):
        if link.get("refdomain") == "py":
            link.replace_self(link.children)


def named(app, what, name, thing, options, signature, result) -> tuple[str | None, str | None]:
    """A signature in which a type has the name that it has in `fogel.kinds`, inside of other types too."""
    return tuple(text and re.sub(r"TypeAliasForwardRef\('(\w+)'\)", r"\1", text) for text in (signature, result))


def leave_out(app, what, name, thing, skip, options) -> bool | None:
    """The fields of a named tuple stand in its signature."""
    return True if type(thing).__name__ == "_tuplegetter" else None


def setup(app):
    """Called by Sphinx."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("builder-inited", write_pages)
    app.connect("autodoc-process-docstring", convert)
    app.connect("autodoc-process-signature", named)
    app.connect("autodoc-skip-member", leave_out)
    app.connect("doctree-read", without_links)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
