"""The board as a web page: what evolved is played in a browser, without Python and without a network (chapter 07).

The parts lie in `page/`; `board.js` says the rules, the networks and the players again, and a test holds it to the
package's on every board.
"""

import html
import json
import re
from pathlib import Path

from fogel.champion import FORMAT, LARGEST_FILE, VERSION, load_champion, write_file
from fogel.play import ADVERSARIES, NETWORKS, shipped
from fogel.settings import DEFAULT_FIELDS, accepted

PARTS = Path(__file__).with_name("page")
TITLE = "Play tic-tac-toe against what evolved"
PLAYERS = tuple(name for name in ADVERSARIES if name not in NETWORKS)


def page(networks=None, title=TITLE):
    """The page, a whole HTML file that needs no other; the same networks give the same text.

    `networks`: {name: Network}, the first of them the first adversary; by default those that come with the package.
    Those with a `generation` can be chosen by it. Raises ValueError for a name that another player has.
    """
    if networks is None:
        networks = {name: load_champion(shipped(name)) for name in NETWORKS}
    taken = set(networks) & set(PLAYERS)
    if taken:
        raise ValueError(f"a network can't be called {sorted(taken)[0]}, as another player is")
    parts = {
        "title": html.escape(title),
        "style": _part("board.css"),
        "data": _json(_data(networks)),
        "script": _part("board.js"),
    }
    return re.sub("{(title|style|data|script)}", lambda found: parts[found[1]], _part("page.html") + "\n")


def save_page(path, networks=None, title=TITLE):
    """Writes the page into a file, which any browser opens."""
    write_file(path, page(networks, title))


def frame(height=900, networks=None, title=TITLE):
    """The page in a frame, for a notebook (`IPython.display.HTML(frame())`) or another page.

    The frame follows the light or dark of the page around it, and grows to the height of its own; `height`, in pixels,
    is what it has until then, and stays where the page around it is not to be touched.
    """
    inner = html.escape(page(networks, title))
    style = f"display: block; width: 100%; height: {int(height)}px; border: 0"
    about = f'title="{html.escape(title)}" loading="lazy" style="{style}"'
    return f'<div class="fogel-page"><iframe {about} srcdoc="{inner}"></iframe></div>'


def _part(name):
    return (PARTS / name).read_text(encoding="utf-8").rstrip()


def _json(data):
    """JSON that can stand inside a <script>."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _data(networks):
    """What the script needs to know: the networks, the names of the players and how a champion file is checked."""
    settings = {name: {**item.metadata, "default": item.default} for name, item in DEFAULT_FIELDS.items()}
    for name, about in settings.items():
        about.pop("help")
        about.update(kind=about["kind"].__name__, accepted=accepted(name))
    return {
        "networks": [
            {
                "name": name,
                "label": ADVERSARIES.get(name, name),
                "generation": getattr(network, "generation", None),
                "hidden_weights": network.hidden_weights.tolist(),
                "output_weights": network.output_weights.tolist(),
            }
            for name, network in networks.items()
        ],
        "players": [{"name": name, "label": ADVERSARIES[name]} for name in PLAYERS],
        "file": {"format": FORMAT, "version": VERSION, "largest_file": LARGEST_FILE, "settings": settings},
    }
