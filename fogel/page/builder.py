"""The board as a web page: what evolved is played in a browser, without Python and without a network (chapter 07).

The parts lie beside this file. `page.js` computes what a network computes, with the same bits; all other players come
to it as tables, which are made here from the package's own, so that no rule is written twice.
"""

import html
import json
import re
import string
from collections import Counter
from itertools import chain, count
from pathlib import Path

from fogel.champion import COUNTS, FORMAT, LARGEST_FILE, VERSION
from fogel.encoding import IN_PROGRESS, LINES, open_squares, positions, to_move
from fogel.files import write_file
from fogel.network import LARGEST_WEIGHT
from fogel.palette import css
from fogel.players import AGENT_FORMAT, AGENT_VERSION, others, words_of
from fogel.players import networks as of_the_package
from fogel.settings import DEFAULT_FIELDS, MOST_HIDDEN_NODES, Settings, in_words
from fogel.words import LETTERS, RESULTS, WORDS

PARTS = Path(__file__).parent
TITLE = "Play tic-tac-toe against what evolved"


def page(networks=None, title=TITLE):
    """The page, a whole HTML file that needs no other; the same networks give the same text.

    `networks`: {name: Network}, the first of them the first adversary; by default those that come with the package.
    Those with a `generation` can be chosen by it. Raises ValueError for a name that another player has.
    """
    if networks is None:
        networks = {name: one.player for name, one in of_the_package().items()}
    taken = set(networks) & set(others())
    if taken:
        raise ValueError(f"a network can't be called {sorted(taken)[0]}, as another player is")
    parts = {
        "title": html.escape(title),
        "style": style_of("squares.css", "page.css"),
        "data": script_json(_data(networks)),
        "script": script_of("page.js"),
        **{name: html.escape(words) for name, words in WORDS.items()},
        **{name: name for name in RESULTS},
    }
    return re.sub(r"\{(\w+)\}", lambda found: parts[found[1]], text_of("page.html") + "\n")


def save_page(path, networks=None, title=TITLE):
    """Writes the page into a file, which any browser opens."""
    write_file(path, page(networks, title))


def frame(height=900, networks=None, title=TITLE):
    """The page in a frame, for a notebook (`IPython.display.HTML(frame())`) or another page.

    The frame follows the light or dark of the page around it, and grows to the height of its own; `height`, in pixels,
    is what it has until then, and stays where the page around it is not to be touched.
    """
    return framed(page(networks, title), title, height)


def framed(text, title, height, lazy=True):
    """A whole page, its text, in a frame; a lazy one is loaded when a reader comes near it."""
    style = f"display: block; width: 100%; height: {int(height)}px; border: 0"
    loading = ' loading="lazy"' if lazy else ""
    about = f'title="{html.escape(title)}"{loading} style="{style}"'
    inside = text.replace("&", "&amp;").replace('"', "&quot;")  # an attribute may hold all the rest, and stays shorter
    return f'<div class="fogel-page"><iframe {about} srcdoc="{inside}"></iframe></div>'


def text_of(name):
    """The text of a file of this room."""
    return (PARTS / name).read_text(encoding="utf-8").rstrip()


def style_of(*names):
    """The palette and the ground, and then these files of this room, as one style sheet."""
    return "\n\n".join([css(), *map(script_of, ("ground.css", *names))])


def script_of(path):
    """The text of a script or a style, with the files of this room that it includes.

    It says where: `// include NAME` or `/* include NAME */`, on a line of its own.
    """
    return re.sub(r"^(?://|/\*) include (\S+)(?: \*/)?$", lambda found: text_of(found[1]), text_of(path), flags=re.M)


def script_json(data):
    """JSON that can stand inside a <script>."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _data(networks):
    """What the script needs to know: the networks, the other players, and how a champion file is checked."""
    by_rule = [one for one in others().values() if not (one.is_person or one.agent)]
    boards, settings = positions()[:IN_PROGRESS].tolist(), Settings()
    kinds, tables = as_tables({one.name: [_kind(one, board, settings) for board in boards] for one in by_rule})
    return {
        "networks": [
            {
                "name": name,
                "label": words_of(name),
                "generation": getattr(network, "generation", None),
                "hidden_weights": network.hidden_weights.tolist(),
                "output_weights": network.output_weights.tolist(),
            }
            for name, network in networks.items()
        ],
        "kinds": kinds,
        "players": [
            {
                "name": name,
                "label": one.words,
                "slip": one.slip(settings),
                "draws": one.draws,
                "table": tables.get(name),
                "squares": _squares(one) if one.agent else None,
            }
            for name, one in others().items()
        ],
        **ground(),
    }


def ground(**metadata):
    """What every page with networks is handed: the lines, the words, and how files and settings are checked.

    `metadata`: {setting: what is said of it otherwise than in settings.py}.
    """
    settings = {}
    for name, item in DEFAULT_FIELDS.items():
        about = {**item.metadata, **metadata.get(name, {})}
        words = in_words(about)
        settings[name] = {**about, "default": item.default, "kind": about["kind"].__name__, "accepted": words}
        del settings[name]["rule"], settings[name]["help"]
    return {
        "lines": LINES,
        "words": WORDS,
        "letters": LETTERS,
        "agent_file": {"format": AGENT_FORMAT, "version": AGENT_VERSION},
        "file": {
            "format": FORMAT,
            "version": VERSION,
            "largest_file": LARGEST_FILE,
            "counts": COUNTS,
            "most_hidden_nodes": MOST_HIDDEN_NODES,
            "largest_weight": LARGEST_WEIGHT,
            "settings": settings,
        },
    }


def _squares(agent):
    """The square that an agent names on each of the 4,520 boards in progress, a digit each."""
    return "".join(str(agent.player(board)) for board in positions()[:IN_PROGRESS])


def as_tables(kinds_of):
    """What players by rule do on the 4,520 boards in progress, {name: kinds}, as (kinds by letter, {name: text}).

    A kind is the weights of a board's open squares, lowest first, and has a letter. A text has one letter a board, in
    the order of `positions()`, as `runs` writes it.
    """
    common = Counter(chain.from_iterable(kinds_of.values())).most_common()  # the most common have letters of one byte
    letters = dict(zip((kind for kind, _ in common), _letters(), strict=False))
    texts = {name: "".join(letters[kind] for kind in kinds) for name, kinds in kinds_of.items()}
    return {letter: kind for kind, letter in letters.items()}, {name: runs(text) for name, text in texts.items()}


def runs(text):
    """The text with a letter that comes n times on end, more than four, written once: "a{n}"."""
    return re.sub(r"(.)\1{4,}", lambda run: f"{run[1]}{{{len(run[0])}}}", text)


def _kind(adversary, board, settings):
    return kind_of(board, adversary.weights(tuple(board), settings, to_move(board)))


def kind_of(board, weights):
    """Of nine weights those of the open squares, lowest first."""
    wanted = [float(weights[square]) for square in open_squares(board)]
    return tuple(int(weight) if weight.is_integer() else weight for weight in wanted)  # JSON's 1 is shorter than 1.0


def _letters():
    """The letters of kinds: none that HTML or JSON would have to write in another way, then all the others."""
    return chain(string.ascii_letters, string.digits, "!#$%()*+,-./:;=?@[]^_`|~", map(chr, count(0xC0)))
