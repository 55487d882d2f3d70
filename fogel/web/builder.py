"""A web page in one file: its head, policy, styles and scripts.

Every page of the project is made by `filled`, so that they have one head, one policy and one look.
The folder `package/` holds the package again in JavaScript, and `screen/` holds what pages share;
the board, the experiment and its page have folders of their own.
"""

import html
import json
import re
from pathlib import Path
from typing import Any

from fogel.core.network_files import COUNTS, VERSION, find_kind
from fogel.core.players import AGENT
from fogel.core.results import LARGEST_FILE
from fogel.core.settings import MOST_HIDDEN_NODES, Settings, in_words, list_fields
from fogel.core.texts import LETTERS, RESULTS, WORDS
from fogel.core.types import FilePath, Json
from fogel.encoding import LINES
from fogel.network import LARGEST_WEIGHT
from fogel.plots.screen import css
from fogel.web.modules import bundle

SCREEN = Path(__file__).parent / "screen"
# The page with the one board, and what each game's page has of its own there.
SHELL = Path(__file__).parent / "board" / "shell.html"
SECTIONS = ("about", "introduced", "board", "options", "order", "panels", "below", "worker")
# The style and the frames of league tables and reports to students.
REPORT = Path(__file__).parent / "report"


def untrusted(words: str) -> str:
    """Words for a notebook that isn't trusted: it leaves out frames, and the style that hides these
    words.
    """
    return (
        f'<style>.fogel-untrusted {{ display: none }}</style><p class="fogel-untrusted">{words}</p>'
    )


RUN_TO_PLAY = untrusted("Run this cell to play here.")


def framed(text: str, title: str, height: int, lazy: bool = True) -> str:
    """A whole page, its text, in a frame; a lazy one is loaded when a reader comes near it."""
    style = f"display: block; width: 100%; height: {int(height)}px; border: 0"
    loading = ' loading="lazy"' if lazy else ""
    about = f'title="{html.escape(title)}"{loading} style="{style}"'
    # An attribute may hold all the rest, and stays shorter.
    inside = text.replace("&", "&amp;").replace('"', "&quot;")
    return f'<div class="fogel-page"><iframe {about} srcdoc="{inside}"></iframe></div>'


def filled(
    body: Path | str, title: str, data: Any, style: str, allowed: str = "", **parts: str
) -> str:
    """A whole page: head.html and then the HTML `body`, a text or a file, with parts in the places
    of their names in braces.

    `data` is what the script is handed, `style` a style sheet, `allowed` what scripts may do beside
    standing in the page, and `parts` are HTML.
    """
    parts |= {
        "title": html.escape(title),
        "style": style,
        "allowed": allowed,
        "data": script_json(data),
    }
    text = load_text(body) if isinstance(body, Path) else body
    text = f"{load_text(SCREEN / 'head.html')}\n{text}\n"
    return re.sub(r"\{(\w+)\}", lambda found: parts[found[1]], text)


def board_body(path: FilePath) -> str:
    """The HTML of a page with the one board, for `filled`: shell.html with the sections of a file.

    A section comes after its name in a comment, <!-- panels -->; the others stay empty.
    """
    _, *parts = re.split(r"^<!-- (\w+) -->\n", load_text(path), flags=re.M)
    sections = dict.fromkeys(SECTIONS, "") | dict(zip(parts[::2], parts[1::2], strict=True))
    places = r"\{(" + "|".join(SECTIONS) + r")\}"
    return re.sub(places, lambda found: sections[found[1]], load_text(SHELL))


def board_words() -> dict[str, str]:
    """The words around a board of three by three, as HTML: {name: text}."""
    return escaped({**WORDS, **{name: name for name in RESULTS}})


def escaped(words: dict[str, str]) -> dict[str, str]:
    """Words as HTML: {name: text}."""
    return {name: html.escape(text) for name, text in words.items()}


def load_text(path: FilePath) -> str:
    """The text of a file."""
    return Path(path).read_text(encoding="utf-8").rstrip()


def build_style(path: FilePath) -> str:
    """Return the palette, the base styles, and a style sheet with all that it imports."""
    return "\n\n".join([css(), bundle(SCREEN / "base.css"), bundle(path)])


def build_script(path: FilePath, without: FilePath | None = None) -> str:
    """A script with all that it imports, but for what the page has already, as `bundle` puts it
    together.
    """
    return f'"use strict";\n{bundle(path, without)}'


def script_json(data: Any) -> str:
    """JSON that can stand inside a <script>."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def base_data(choices: type[Settings] = Settings, **metadata: Json) -> Json:
    """What every page with networks is handed: the lines, the words, and how files and settings are
    checked.

    `choices` is the class of the settings. `metadata`: {setting: what is said of it otherwise than
    there}.
    """
    settings = {}
    for name, item in list_fields(choices).items():
        about = {**item.metadata, **metadata.get(name, {})}
        settings[name] = {
            "default": item.default,
            "accepted": in_words(about),
            **about,
            "kind": about["kind"].__name__,
        }
        del settings[name]["rule"], settings[name]["help"]
        settings[name].pop("also", None)  # a class: pages know no functions
    return {
        "lines": LINES,
        "words": WORDS,
        "letters": LETTERS,
        "agent_file": {"format": AGENT.format, "version": VERSION},
        "file": {
            "format": find_kind(choices).format,
            "version": VERSION,
            "largest_file": LARGEST_FILE,
            "counts": COUNTS,
            "most_hidden_nodes": MOST_HIDDEN_NODES,
            "largest_weight": LARGEST_WEIGHT,
            "settings": settings,
        },
    }
