"""Makes slides of the chapters, from their own words, pictures and cells; nothing is run.

The rule: a title slide with the chapter's question; for each section its first sentences and its
first picture, or else a cell with what it prints; last, what you know now. Exercises and the lists
after them are left out. The same notebook gives the same file, byte for byte.

    python notebooks/slides.py            every chapter; the first is _build/slides/01_encoding.html
    python notebooks/slides.py 03 07      these chapters alone
"""

import argparse
import base64
import re
import struct
from math import ceil
from pathlib import Path

import jinja2
import nbformat
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from fogel.plots import screen

HERE = Path(__file__).parent
OUT = HERE.parent / "_build" / "slides"
LEFT_OUT = ("Exercises", "Where the source is silent", "Further reading")
LAST = "What you know now"
# Where the rule would pick badly: how the better sentence, or the better cell or part of one,
# begins.
INSTEAD = {
    "A taken square is no answer": ("A network knows no rules",),
    "Random weights, random moves?": ("**A random network",),
    "The answer": ("**Eleven.",),
    "A point for each rival below": ("The function asks only",),
    "Who is in the better half": ("def rank",),
    "Is the best the best?": ("And this network isn't special",),
    "The experiment on one page": ("def evolve",),
    "The experiment": ("This is the paper's experiment",),
    "What later accounts report": ("def branches",),
    "Every game there is": ("champion = play",),
    "Your own players": ("Any function of a board",),
    "Fresh trials": ("Now we have looked", "again = sweep.read"),
    "A proof": ("Now look at four boards",),
    "The result, measured": ("Chapters 8 and 9", "part = "),
    "How few are enough?": ("Twelve checks are many", "sets = smallest"),
    "A game is a file": ("middle = ",),
    "Look ahead": ("all_boards = ",),
    "What it sees": ("def input_activations",),
    "The same school": ("def matches",),
    "Would another search have found more?": ("**Over the ten games", "for name in names"),
    "Luck, step, score, time": ("**None of these", "whole = stored"),
    "What you ask for is what you get": ("It scores high", "gates = "),
    "Why doesn't the match show it?": ("**Where they meet", "def opened"),
    "Rock, paper, scissors?": ("**What two networks", "def differences"),
    "1999, small": ("**Without the material difference",),
}
CODE_LINES = 18  # of a cell that is shown whole
WRAP = 100  # columns of an output
LEAD = 220  # characters; of two longer sentences, the first
# A picture with a smaller ratio of width to height stands beside the words.
UPRIGHT, TITLE_UPRIGHT = 1.6, 1.9

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
FOLDERS = jinja2.FileSystemLoader([HERE / "_slides", HERE / "_static"])
PAGES = jinja2.Environment(loader=FOLDERS, autoescape=True, trim_blocks=True, lstrip_blocks=True)
PAGES.globals.update(palette=Markup(screen.css()), logo=screen.LOGO)


# What a chapter holds.


def chapters(names=()):
    """The notebooks of the chapters, in order; `names` are beginnings, as in 03."""
    found = sorted(HERE.glob("[0-9][0-9]_*.ipynb"))
    for name in names:
        if not any(path.stem.startswith(name) for path in found):
            raise SystemExit(
                f"no chapter begins with {name}; there are {', '.join(path.stem for path in found)}"
            )
    return [path for path in found if not names or path.stem.startswith(tuple(names))]


def sections(path):
    """(heading, parts) of a chapter's opening and sections; a part is (kind, cell or node)."""
    found = []
    for cell in nbformat.read(path, 4).cells:
        for kind, part in parts_of(cell):
            if kind == "heading" and part.tag in ("h1", "h2"):
                found.append((content(part), []))
            else:
                found[-1][1].append((kind, part))
    return found


def parts_of(cell):
    """A cell of code as it is, a cell of text as the blocks that it is made of."""
    if cell.cell_type == "code":
        return [("cell", cell)]
    return [(node.type, node) for node in SyntaxTreeNode(MARKDOWN.parse(cell.source)).children]


def content(node):
    """The Markdown of a heading, a paragraph or the first paragraph of an item, for a slide.

    Links are their words, and mathematics without a command is letters in italics; other
    mathematics keeps its $.
    """
    while node.type != "inline":
        node = node.children[0]
    text = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", " ".join(node.content.split()))
    return re.sub(
        r"\$([\w +=()/,.-]+)\$", lambda found: re.sub("[A-Za-z]+", r"*\g<0>*", found[1]), text
    )


def of_kind(kind, parts):
    """The parts of one kind."""
    return [part for its_kind, part in parts if its_kind == kind]


# What a slide takes of it.


def sentences(text):
    """The sentences of a paragraph; emphasis that spans several holds them together."""
    found = []
    for piece in re.split(r"""(?<=[.?!])\s+(?=[^.])|(?<=[.?!]["*)])\s+|(?<=[.?!]\*\*)\s+""", text):
        if found and found[-1].count("**") % 2:
            found[-1] += f" {piece}"
        else:
            found.append(piece)
    return found


def lead(parts, beginnings=()):
    """Two sentences, or one that is long: the first of a paragraph, or those with such a beginning.

    The paragraph is the first that can do without mathematics.
    """
    found = [sentences(content(node)) for node in of_kind("paragraph", parts)]
    named = [
        said[k:]
        for said in found
        for k in range(len(said))
        if said[k].startswith(beginnings or "\n")
    ]
    for said in named + found:
        words = " ".join(said[:2]) if len(" ".join(said[:2])) <= LEAD else said[0]
        if "$" not in words:
            return inline(re.sub(":$", ".", words))
    return ""


def question(parts, name):
    """The opening's question in bold, after two sentences before it, or one if they are long."""
    for node in of_kind("paragraph", parts):
        text = content(node)
        if asked := re.search(r"\*\*([^*]*\?[^*]*)\*\*", text):
            before = sentences(text[: asked.start()].strip())[-2:]
            setup = " ".join(before) if len(" ".join(before)) <= LEAD / 2 else before[-1]
            return inline(setup), inline(asked[1])
    raise SystemExit(f"{name}: the opening asks no question in bold letters")


def inline(text):
    """Markdown within a line, as HTML."""
    return Markup(MARKDOWN.renderInline(text))


def figure(parts, upright=UPRIGHT):
    """The first picture of a cell: its bytes, its text, its size in hundredths of an inch."""
    for cell in of_kind("cell", parts):
        for output in cell.outputs:
            if png := output.get("data", {}).get("image/png"):
                about = output.metadata["image/png"]
                width, height = struct.unpack(">II", base64.b64decode(png)[16:24])
                ratio = round(width / height, 4)
                return {
                    "png": "".join(png.split()),
                    "ratio": ratio,
                    "upright": ratio < upright,
                    **about,
                }
    return None


def code(parts, beginnings=()):
    """The first cell that is short enough and prints, or the first one; and its output."""
    cells = of_kind("cell", parts)
    short = [
        (cell.source, printed(cell))
        for cell in cells
        if len(cell.source.splitlines()) <= CODE_LINES
    ]
    blocks = [(block, "") for cell in cells for block in cell.source.split("\n\n\n")]
    named = [one for one in short + blocks if one[0].startswith(beginnings or "\n")]
    speaking = [one for one in short if one[1]]
    return next((shown(*one) for one in named + speaking + short), None)


def printed(cell):
    """The text that a cell prints."""
    return "".join(output.text for output in cell.outputs if output.output_type == "stream").strip(
        "\n"
    )


def shown(source, text):
    """Code in colours and its output, with the numbers from which the size of the letters follows.

    Of two empty lines one is left out. An output may wrap; if it is long and narrow, it stands in
    two columns.
    """
    source = source.replace("\n\n\n", "\n\n")
    lines, columns = extent(source)
    text_lines, text_columns = extent(text, WRAP)
    if halves := text_lines > CODE_LINES and text_columns <= 60:
        text_lines, text_columns = ceil(text_lines / 2), 2 * text_columns + 6
    return {
        "html": Markup(highlight(source, PythonLexer(), HtmlFormatter(nowrap=True)).rstrip("\n")),
        "columns": columns,
        "text": text,
        "text_columns": text_columns,
        "halves": halves,
        "lines": lines + text_lines,
    }


def extent(text, wrap=1000):
    """How many lines and columns a text has, if it wraps at so many columns."""
    widths = [len(line) for line in text.splitlines()]
    return sum(ceil(1.1 * width / wrap) if width > wrap else 1 for width in widths), min(
        max(widths, default=0), wrap
    )


def listed(parts, room):
    """The items of all lists, and the largest size in rem at which they fit into `room`."""
    nodes = [
        (kind, item) for kind, node in parts if kind.endswith("_list") for item in node.children
    ]
    texts = [content(item) for _, item in nodes]
    for size in (1.85, 1.75, 1.65, 1.55, 1.45, 1.35, 1.25, 1.15):
        lines = sum(ceil(len(text) * 0.54 * size / 68) for text in texts)
        if size * (1.4 * lines + 0.6 * len(texts)) <= room:
            break
    ordered = any(kind == "ordered_list" for kind, _ in nodes)
    return {"points": [inline(text) for text in texts], "ordered": ordered, "size": size}


def slide(heading, parts):
    """The slide of a section: words and a picture, or words and a cell, or words and a list."""
    made, beginnings = {"heading": inline(heading)}, INSTEAD.get(heading, ())
    if heading == LAST:
        return made | listed(parts, room=34)
    made |= {"lead": lead(parts, beginnings), "figure": figure(parts)}
    if not made["figure"]:
        made["code"] = code(parts, beginnings)
    return made if made["figure"] or made["code"] else made | listed(parts, room=30)


def slides(path):
    """The slides of a chapter; `heading` of the first is its title."""
    (title, opening), *rest = sections(path)
    setup, asked = question(opening, path.stem)
    first = {
        "heading": inline(title.partition(" · ")[2]),
        "lead": lead(opening),
        "figure": figure(opening, TITLE_UPRIGHT),
        "setup": setup,
        "question": asked,
    }
    return [first, *(slide(*section) for section in rest if section[0] not in LEFT_OUT)]


def page(path):
    """The slides of a chapter as one HTML file that needs no other."""
    return (
        PAGES.get_template("slides.html").render(number=int(path.stem[:2]), slides=slides(path))
        + "\n"
    )


def main(arguments=None):
    """Writes the slides of the chapters that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="beginnings of chapters, as in 03")
    parser.add_argument("--out", type=Path, default=OUT, help="the folder (_build/slides)")
    options = parser.parse_args(arguments)
    for path in chapters(options.names):
        file = options.out / f"{path.stem}.html"
        options.out.mkdir(parents=True, exist_ok=True)
        file.write_text(page(path), encoding="utf-8", newline="\n")
        print(file)


if __name__ == "__main__":
    main()
