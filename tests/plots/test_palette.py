"""Each colour and each sentence has one home, from which every page, picture and style takes it."""

import ast
import os
import re
import shutil
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

pytest.importorskip("jupytext", reason="the book is not installed: pip install -e .[all]")
import jupytext

from fogel.core.texts import RESULTS, WORDS
from fogel.plots import palette, screen

matplotlib_colours = pytest.importorskip("matplotlib.colors")

ROOT = Path(__file__).parents[2]
HOMES = [ROOT / "fogel" / "plots" / name for name in ("palette.py", "screen.py")]
FOLDERS = {
    "fogel": ("py", "css", "html", "js", "mplstyle"),
    "notebooks": ("py", "css", "html", "svg", "md"),
}
FILES = sorted(
    path
    for folder, kinds in FOLDERS.items()
    for kind in kinds
    for path in (ROOT / folder).rglob(f"*.{kind}")
    # What is made.
    if path not in HOMES
    and not {"_build", "api", ".ipynb_checkpoints"} & set(path.relative_to(ROOT).parts)
)
LITERAL = re.compile(
    r"(?<![&\w])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b|\b(?:rgb|hsl|hwb|ok)\w*\(", re.I
)
NAMED = {
    *matplotlib_colours.CSS4_COLORS,
    *matplotlib_colours.TABLEAU_COLORS,
    *(f"C{number}" for number in range(10)),
}
DECLARED = re.compile(
    r"(?<=[:\s,(])(" + "|".join(matplotlib_colours.CSS4_COLORS) + r")(?=\s*[;,)}\s])"
)
COLOURED = re.compile(r"colou?rs?$|^(?:ink|c|fc|ec)$")
PAPER = ("white", "none")  # in a chapter's drawing: the paper itself


def python_of(path):
    """The Python code in a file: all of it, or a chapter's cells."""
    if path.suffix == ".py":
        return path.read_text(encoding="utf-8")
    if path.parent.name != "source" and path.parent.parent.name != "source":
        return ""
    # A problem set's rules are filled in there.
    text = re.sub("<<.*?>>", "v", path.read_text(encoding="utf-8"))
    cells = jupytext.reads(text, "md:myst").cells
    return "\n".join(
        cell.source
        for cell in cells
        if cell.cell_type == "code" and not cell.source.startswith("%")
    )


def named_colours(code):
    """Texts that can only be colors: matplotlib's names, and what is passed as a color."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.keyword) and node.arg and COLOURED.search(node.arg):
            for part in ast.walk(node.value):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in NAMED:
            yield node.value


def strays(path):
    """The colours that a file states itself."""
    text = path.read_text(encoding="utf-8")
    found = [] if path.suffix == ".md" and "source" not in path.parts else LITERAL.findall(text)
    if path.suffix == ".css":
        found += DECLARED.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.S))
    return found + [name for name in named_colours(python_of(path)) if name not in PAPER]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_states_a_colour_of_its_own(path):
    assert not strays(path), (
        "give it a name in fogel/plots/palette.py, or in screen.py, and take it from there"
    )


@pytest.mark.parametrize(
    "name, text",
    [
        ("a.css", "a { color: #00639b; }"),
        ("a.css", "a { background: rgba(0, 0, 0, 0.1) }"),
        ("a.css", "a { border: 1px solid tomato; }"),
        ("a.svg", '<path stroke="#0072B2"/>'),
        ("a.js", 'const blue = "#fff";'),
        ("a.mplstyle", "axes.edgecolor: #444444"),
        ("a.py", "axes.plot(x, color='k')"),
        ("a.py", "axes.plot(x, markeredgecolor='0.5')"),
        ("a.py", "shades = ['tab:blue', 'white']"),
        ("a.py", 'RED = "#b3261e"'),
        ("source/a.md", "```{code-cell}\naxes.plot(x, color='red')\n```\n"),
    ],
)
def test_a_stray_colour_is_found(name, text, tmp_path):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    assert strays(path)
    path.write_text("")
    assert not strays(path)


def test_no_style_asks_for_a_colour_that_the_palette_lacks():
    asked = {
        name
        for path in FILES
        if path.suffix == ".css"
        for name in re.findall(r"var\(--([\w-]+)", path.read_text())
    }
    of_parts = "icon side hue amount ratio width columns lines legible size"
    known = {*of_parts.split()}  # what a page says of one of its parts
    assert {name for name in asked - known if not name.startswith("pst-")} == set(screen.SCREEN)


SEEN = """
import runpy, sys
from fogel import web
from fogel.plots import drawing
from fogel.tools import tournament, tournament_page
from fogel.web.play import pictures, widget
from matplotlib.colors import to_hex

slides = runpy.run_path("notebooks/slides.py")
print(web.page({}))
print(widget.STYLE)
print(pictures.heat_board([0.5] * 9, ""))
print(slides["PAGES"].get_template("slides.html").render(number=1, slides=[{"heading": "", "figure": None}]))
print([to_hex(line["color"]) for line in drawing.style()["axes.prop_cycle"]])
print(tournament_page.page(tournament.play_league({})))
"""


def test_a_colour_is_changed_in_one_place(tmp_path):
    """In a copy, X becomes another blue; whatever shows an X follows, and no old blue stays."""
    ours = {
        "ignore": shutil.ignore_patterns("*.ipynb", "_build", "__pycache__", "source", "solutions")
    }
    shutil.copytree(ROOT / "fogel", tmp_path / "fogel", **ours)
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks", **ours)
    home, blue = tmp_path / "fogel" / "plots" / "palette.py", palette.BLUE
    text = home.read_text()
    assert text.count(blue) == 1
    shown = []
    for colour in (blue, "#123456"):
        home.write_text(text.replace(blue, colour))
        command = [sys.executable, "-c", SEEN]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
        )
        assert done.returncode == 0, done.stderr.decode()
        shown.append(done.stdout.decode())
    assert shown[1].count("#123456") == shown[0].count(blue) >= 15 and blue not in shown[1]
    assert shown[1] == shown[0].replace(blue, "#123456")


# Words.

GAMES = [ROOT / "fogel" / name for name in ("play.py", "web/builder.py")]
SCREENS = ("advice.py", "board.py", "page.py", "page.js", "page.html", "widget.py", "widget.css")
GAMES += [ROOT / "fogel" / "web" / "play" / name for name in SCREENS]
QUOTED = re.compile(r"""(["'`])((?:(?!\1)[^\\\n])*)\1""")


def pieces(text):
    """What is left of a sentence without what is filled in: pieces of several words."""
    return {
        piece.strip()
        for piece in re.split(r"\$?\{[^}]*\}", text)
        if re.search(r"\w\W+\w", piece.strip())
    }


def sentences(path):
    """The pieces of three words or more in the texts of a program or a page."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        tree = ast.parse(text)
        said = [
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
    elif path.suffix == ".html":
        said = re.findall(r">([^<]+)<", text)
    else:
        said = [words for _, words in QUOTED.findall(text)]
    return {
        piece
        for words in said
        for piece in pieces(words)
        if re.search(r"[a-z]+ [a-z]+ [a-z]+", piece, re.I)
    }


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_what_is_said_of_a_game_stands_in_the_one_table(path):
    text = path.read_text(encoding="utf-8")
    said = {piece for words in WORDS.values() for piece in pieces(words)}
    assert len(said) >= 30
    assert not {piece for piece in said if piece in text}, (
        "ask for it: WORDS in fogel/core/texts.py"
    )


def test_no_sentence_stands_in_two_sources():
    found = {path: sentences(path) for path in GAMES}
    assert sum(map(len, found.values())) >= 30
    for one, other in combinations(GAMES, 2):
        assert not found[one] & found[other], (
            f"{one.name} and {other.name}: move it into fogel/core/texts.py"
        )


def test_every_text_is_asked_for():
    """By a name in quotes or, in the page, in braces; whoever adds one to the table uses it."""
    shared = [ROOT / "fogel" / name for name in ("core/match.py", "web/board/shell.js")]
    text = "".join(path.read_text(encoding="utf-8") for path in [*GAMES, *shared])
    # A result leads to its sentence, and with the lines that decided the game to a longer one.
    built = {*RESULTS.values()} | {f"{one}_with" for one in ("mark_wins", *RESULTS.values())}
    for name in {*WORDS, *RESULTS} - built:
        assert re.search(rf"""["'{{]{name}["'}}]""", text), name
