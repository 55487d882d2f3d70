"""The whole experiment as a web page: a reader's browser evolves, with the package's bits, and without Python.

Its scripts are laid out like the package, one file a module and under the same names. What plays the opponent's part
comes as a table made by the package's rule, and what is fast as the module that `page.module` compiles.
"""

import html
import json
import re
import subprocess
import zlib
from base64 import b64encode

from fogel.champion import versions
from fogel.encoding import IN_PROGRESS, X_TO_MOVE, positions
from fogel.files import write_file
from fogel.opponent import near_perfect_weights
from fogel.page.builder import as_tables, framed, ground, kind_of, script_json, script_of, style_of, text_of
from fogel.page.module import MODULE, ZIGGURAT
from fogel.palette import BLACK, CYCLE
from fogel.settings import DEFAULT_FIELDS, Settings
from fogel.words import WORDS

TITLE = "Evolve a tic-tac-toe player"
HEIGHT = 1500  # pixels of a frame, until it knows its own
# What a reader's browser has room and time for: the most of a setting where that is less than the package's.
LIMITS = {
    "seed": 2**53 - 1,  # up to here a browser tells any two whole numbers apart
    "trials": 50,
    "generations": 10_000,
    "parents": 250,
    "games": 10_000,
    "rivals": 1_000,
}
MOST_RECORDS = 40_000  # trials times generations: the page keeps the best network of each, to be able to rewind
MOST_GAMES = 2_000_000_000  # of all networks together: some minutes
# Settings that change nothing in what evolves; the page picks the best player of a generation in the first way.
NOT_CHOSEN = ("perfect_ties", "best_player", "champion")


def evolve_page(title=TITLE):
    """The page, a whole HTML file that needs no other."""
    parts = {
        "title": html.escape(title),
        "style": style_of("squares.css", "page.css", "evolve.css"),
        "data": script_json(data()),
        "experiment": script_of("experiment.js"),
        "script": script_of("evolve_page.js"),
        **{name: html.escape(words) for name, words in WORDS.items()},
    }
    return re.sub(r"\{(\w+)\}", lambda found: parts[found[1]], text_of("evolve.html") + "\n")


def save_evolve_page(path, title=TITLE):
    """Writes the page into a file, which any browser opens."""
    write_file(path, evolve_page(title))


def evolve_frame(height=HEIGHT, title=TITLE):
    """The page in a frame, for a notebook or another page, as `fogel.page.frame` does it."""
    return framed(evolve_page(title), title, height)


def program():
    """The experiment alone as a script: what a page's workers run, and Node too."""
    return f"const DATA = {script_json(data())};\n{script_of('experiment.js')}\n"


def in_node(script, *arguments):
    """What a function of JavaScript returns, beside the experiment's own, in Node: JSON in, JSON out.

    Raises FileNotFoundError where there is no Node, subprocess.CalledProcessError where the script fails.
    """
    call = f"unpack().then(() => console.log(JSON.stringify(({script})(...{json.dumps(arguments)}))));\n"
    done = subprocess.run(["node", "-"], input=program() + call, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def data():
    """What the script needs to know: settings, their limits, and packed what trials alone need."""
    from scipy.special import stdtrit

    return {
        **ground(**{name: {"most": most} for name, most in LIMITS.items()}),
        "help": {name: item.metadata["help"] for name, item in DEFAULT_FIELDS.items()},
        "limits": {"records": MOST_RECORDS, "games": MOST_GAMES, "not_chosen": NOT_CHOSEN},
        "versions": {"fogel": versions()["fogel"]},
        "student": [float(stdtrit(count - 1, 0.975)) for count in range(2, LIMITS["trials"] + 1)],  # by trials, from 2
        "packed": packed(),
        "colours": [one for one in CYCLE if one != BLACK],  # of families, on light and dark
    }


def packed():
    """The opponent's tables, the strips under the normal curve and the compiled module, for `unpack.js`."""
    kinds, opponents = as_tables(opponent_kinds())
    parts = {
        "kinds": kinds,
        "opponents": opponents,
        "ziggurat": json.loads(ZIGGURAT.read_text()),
        "module": b64encode(MODULE.read_bytes()).decode(),
    }
    return pack(parts)


def pack(parts):
    """A dictionary as JSON, deflated, in base64."""
    return b64encode(zlib.compress(json.dumps(parts, separators=(",", ":")).encode(), 9)).decode()


def opponent_kinds():
    """{"marker line_choice": kinds}: the near-perfect rule on each board in progress; none where X is to move."""
    boards = positions()[:IN_PROGRESS].tolist()
    kinds = {}
    for marker in DEFAULT_FIELDS["marker"].metadata["choices"]:
        for line_choice in DEFAULT_FIELDS["line_choice"].metadata["choices"]:
            settings = Settings(marker=marker, line_choice=line_choice)
            answered = [kind_of(board, near_perfect_weights(board, settings)) for board in boards[X_TO_MOVE:]]
            kinds[f"{marker} {line_choice}"] = [()] * X_TO_MOVE + answered
    return kinds
