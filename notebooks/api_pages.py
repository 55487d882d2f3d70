"""The pages about the package, one for each entry of its first level, written while the book is
built.

`fogel.core.contents.MODULES` lists the modules, so none is missing. The pages are in notebooks/api,
which git ignores.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from package_lists import lines_of, purpose
from sphinx.addnodes import pending_xref

from fogel.core.contents import CORE, MODULES, find_file

FOLDER = Path(__file__).parent
TITLES = {  # of the folders that several chapters share
    "core": "The base",
    "engine": "The engine",
    "plots": "Pictures",
    "web": "Pages, boards and interactive figures",
    "checks": "Checks of exercises",
    "tools": "Tools",
    "cli": "The command line",
}


def only_exports(module: str) -> bool:
    """Return whether a module only opens the names of its package and defines nothing itself."""
    body = ast.parse(find_file(module).read_text(encoding="utf-8")).body
    return find_file(module).name == "__init__.py" and not any(
        isinstance(node, ast.FunctionDef) for node in body
    )


@cache
def chapters() -> dict[str, int]:
    """Return {word: number} of the chapters."""
    return {path.stem[3:]: int(path.stem[:2]) for path in sorted(FOLDER.glob("[0-9][0-9]_*.ipynb"))}


def page_of(module: str) -> str:
    """Return the page of a module: its first name, or its chapter's word where these differ."""
    return {"thousand": "anygame"}.get(first := module.split(".")[0], first)


@cache
def pages() -> dict[str, list[str]]:
    """Return {page: its modules}, the chapters first."""
    found: dict[str, list[str]] = {word: [] for word in [*chapters(), *TITLES]}
    for name in MODULES:
        if name != "__main__":
            found[page_of(name)].append(name)
    return found


def docname(page: str) -> str:
    """Return the name of a page's document."""
    return f"api/{chapters()[page]:02}_{page}" if page in chapters() else f"api/{page}"


def title(page: str) -> str:
    """Return a page's heading."""
    return f"{chapters()[page]} {page.capitalize()}" if page in chapters() else TITLES[page]


def text_of(page: str) -> str:
    """Return the Markdown of a page."""
    words = [f"# {title(page)}"]
    if page in chapters():
        words = [
            f"# {title(page)}: the modules",
            f"The modules of [chapter {chapters()[page]}](../{chapters()[page]:02}_{page}.ipynb).",
        ]
    return "\n\n".join([*words, *map(_section, pages()[page])]) + "\n"


def _section(module: str) -> str:
    head = f"## `{module}`\n\n{purpose(module)}"
    if only_exports(module):
        return head
    if module == "core.types":  # its comments say it best
        return f"{head}\n\n```{{literalinclude}} ../../fogel/core/types.py\n:language: python\n```"
    return (
        f"{head}\n\n```{{eval-rst}}\n.. automodule:: fogel.{module}\n   :members:\n  "
        " :ignore-module-all:\n```"
    )


def first_page() -> str:
    """Return the page that leads to the others: the chapters, then what they share."""
    words = [
        "# The package",
        (
            f"Each function with its signature and its docstring. The {lines_of(CORE):,} lines of"
            " the core are all that the modules of chapters 1 to 7 need; [Read the core in an"
            " afternoon](../core.md) lists them in reading order. The words of the signatures,"
            " such as `Board` and `Player`, are defined in [`core.types`](core.md)."
        ),
        "## By chapter",
        _rows([page for page in pages() if page in chapters()]),
        "## Shared by several chapters",
        _rows([page for page in pages() if page not in chapters()]),
        "\n".join(
            [
                "```{toctree}",
                ":hidden:",
                "",
                *(docname(page).removeprefix("api/") for page in pages()),
                "```",
            ]
        ),
    ]
    return "\n\n".join(words) + "\n"


def _rows(names: list[str]) -> str:
    rows = [
        f"| [{title(page)}]({docname(page).removeprefix('api/')}.md) |"
        f" {', '.join(f'`{name}`' for name in pages()[page] if not only_exports(name))} |"
        f" {lines_of(pages()[page]):,} |"
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
    """A docstring's lines as reStructuredText: paragraphs, lists and code, and no other marks."""
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
    """The types in signatures as plain words; several classes may bear a name of core.types."""
    for link in list(doctree.findall(pending_xref)):
        if link.get("refdomain") == "py":
            link.replace_self(link.children)


# Many parameters: Sphinx calls it with these arguments.
def named(app, what, name, thing, options, signature, result) -> tuple[str | None, str | None]:
    """A signature in which types, also inside others, have their names in `fogel.core.types`."""
    return tuple(
        text and re.sub(r"TypeAliasForwardRef\('(\w+)'\)", r"\1", text)
        for text in (signature, result)
    )


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
