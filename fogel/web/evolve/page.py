"""The page that evolves networks in a browser, with the package's bits (chapter 6).

Its scripts are laid out like the package, one file a module and under the same names. What plays
the opponent's part comes as a table made by the package's rule, and what is fast as the module that
`experiment.module` compiles.

What is shown: tests compare whole trials with the package's, every weight and payoff. What is not:
a normal number from the tail goes through a logarithm, whose last place NumPy leaves to the C
library, and `random.js` says how often that matters (some five of a thousand million normal
numbers). So a weight of a long run may differ in its last digit.
"""

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fogel.core.files import write_file
from fogel.core.results import versions
from fogel.core.settings import DEFAULT_FIELDS, PRESETS, Settings, list_fields
from fogel.core.types import FilePath, Json
from fogel.encoding import IN_PROGRESS, X_TO_MOVE, positions
from fogel.opponent import near_perfect_odds
from fogel.plots.palette import BLACK, CYCLE
from fogel.web.builder import (
    base_data,
    board_words,
    build_script,
    build_style,
    filled,
    framed,
    script_json,
)
from fogel.web.experiment.module import HERE as EXPERIMENT
from fogel.web.experiment.module import MODULE, ZIGGURAT
from fogel.web.packing import as_tables, pack, pack_odds

HERE = Path(__file__).parent
WORKER = EXPERIMENT / "worker.js"  # with all that it needs: the whole experiment
TITLE = "Evolve a tic-tac-toe player"
# What a browser must allow: the compiled module, and workers.
WASM = " 'wasm-unsafe-eval'; worker-src blob:"
HEIGHT = 1500  # pixels of a frame, until it knows its own
# What a reader's browser has room and time for: the most of a setting where that is less than the
# package's.
LIMITS = {
    "seed": 2**53 - 1,  # up to here a browser tells any two whole numbers apart
    "trials": 50,
    "generations": 10_000,
    "parents": 250,
    "games": 10_000,
    "rivals": 1_000,
}
# Trials times generations: the page keeps the best network of each, to be able to rewind.
MOST_RECORDS = 40_000
MOST_GAMES = 2_000_000_000  # of all networks together: some minutes
# Settings that change nothing in what evolves; the page picks the best player of a generation in
# the first way.
NOT_CHOSEN = ("perfect_ties", "best_player", "champion")


def evolve_page(title: str = TITLE, begins: Settings | None = None) -> str:
    """The page, a whole HTML file that needs no other; it begins with these settings, or with the
    usual ones.

    Raises ValueError if they are too large for a page.
    """
    handed = data() | beginning(begins or Settings(), NOT_CHOSEN)
    return build_page(title, handed, build_style(HERE / "evolve.css"), about="")


def build_page(
    title: str,
    handed: Json,
    style: str,
    body: Path = HERE / "evolve.html",
    script: Path = HERE / "evolve_page.js",
    **parts: str,
) -> str:
    """The page of an experiment whose `data` is handed in; `parts` are HTML, as in `filled`."""
    parts |= {
        "experiment": build_script(WORKER),
        "script": build_script(script, without=WORKER),
        **board_words(),
    }
    return filled(body, title, handed, style, WASM, **parts)


def beginning(settings: Settings, not_chosen: Sequence[str]) -> Json:
    """What says with which settings the page begins, nothing of the usual ones; ValueError for
    those with no room.
    """
    for name, most in LIMITS.items():
        if getattr(settings, name) > most:
            raise ValueError(
                f"{name} must be at most {most:,} on a page, not {getattr(settings, name):,}"
            )
    begins = {
        name: value for name, value in settings.differences().items() if name not in not_chosen
    }
    return {"begins": begins} if begins else {}


def save_evolve_page(path: FilePath, title: str = TITLE, begins: Settings | None = None) -> None:
    """Writes the page into a file, which any browser opens."""
    write_file(path, evolve_page(title, begins))


def evolve_frame(height: int = HEIGHT, title: str = TITLE) -> str:
    """The page in a frame, for a notebook or another page, as `fogel.web.frame` does it."""
    return framed(evolve_page(title), title, height)


def program(handed: Json | None = None) -> str:
    """The experiment alone as a script: what a page's workers run, and Node too; `handed` as in
    `build_page`.
    """
    return f"globalThis.handed = {script_json(handed or data())};\n{build_script(WORKER)}\n"


def in_node(script: str, *arguments: Any, handed: Json | None = None) -> Any:
    """What a function of JavaScript returns, beside the experiment's own, in Node: JSON in, JSON
    out.

    `handed` as in `build_page`. Raises FileNotFoundError where there is no Node,
    subprocess.CalledProcessError where the script fails.
    """
    call = (
        "unpack().then(() =>"
        f" console.log(JSON.stringify(({script})(...{json.dumps(arguments)}))));\n"
    )
    spoken = program(handed) + call
    done = subprocess.run(
        ["node", "-"], input=spoken, capture_output=True, encoding="utf-8", check=True
    )
    return json.loads(done.stdout)


def data() -> Json:
    """What the script needs to know: settings, their limits, and packed what trials alone need."""
    return build_data(Settings, opponent_kinds(), {}, PRESETS, {"not_chosen": NOT_CHOSEN})


def build_data(
    choices: type[Settings],
    opponents: dict[str, Sequence[Any]],
    metadata: Mapping[str, Json],
    presets: Mapping[str, Json],
    limits: Json,
) -> Json:
    """Return a page's data for settings of any class, with opponents as `as_tables` takes them.

    `metadata`: {setting: what is said of it otherwise}; `limits` are those beside this page's own.
    """
    from scipy.special import stdtrit

    metadata = {**{name: {"most": most} for name, most in LIMITS.items()}, **metadata}
    help = {name: item.metadata["help"] for name, item in list_fields(choices).items()}
    return {
        **base_data(choices, **metadata),
        "presets": presets,
        "help": help | {name: about["help"] for name, about in metadata.items() if "help" in about},
        "limits": {"records": MOST_RECORDS, "games": MOST_GAMES, **limits},
        "versions": {"fogel": versions()["fogel"]},
        # Student's t by the number of trials, from 2.
        "student": [float(stdtrit(count - 1, 0.975)) for count in range(2, LIMITS["trials"] + 1)],
        "packed": packed(opponents),
        "colours": [one for one in CYCLE if one != BLACK],  # of families, on light and dark
    }


def packed(opponents_by_name: dict[str, Sequence[Any]]) -> str:
    """The opponents' tables, the strips under the normal curve and the compiled module, for
    `unpack.js`.
    """
    kinds, opponents = as_tables(opponents_by_name)
    parts = {
        "kinds": kinds,
        "opponents": opponents,
        "ziggurat": json.loads(ZIGGURAT.read_text(encoding="utf-8")),
        "module": MODULE.read_bytes().hex(),  # which packs better than base64
    }
    return pack(parts)


def opponent_kinds() -> dict[str, Sequence[Any]]:
    """{"marker line_choice": kinds}: the near-perfect rule on each board in progress; none where X
    is to move.
    """
    boards = positions()[:IN_PROGRESS].tolist()
    kinds: dict[str, Sequence[Any]] = {}
    for marker in DEFAULT_FIELDS["marker"].metadata["choices"]:
        for line_choice in DEFAULT_FIELDS["line_choice"].metadata["choices"]:
            settings = Settings(marker=marker, line_choice=line_choice)
            answered = [
                pack_odds(board, near_perfect_odds(board, settings)) for board in boards[X_TO_MOVE:]
            ]
            kinds[f"{marker} {line_choice}"] = [()] * X_TO_MOVE + answered
    return kinds
