"""The page of checkers, with rules, evaluators and look-ahead in JavaScript.

Its scripts say again, under the package's own names, what the rules are, what a network makes of a
position, and how far one looks ahead; tests compare them with the package, move by move and bit by
bit. Small boards come with what each of their positions is worth.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from fogel.checkers.files import CheckersChampion, load_champion, shipped
from fogel.checkers.matches import OPENING
from fogel.checkers.network import material_evaluator
from fogel.checkers.rating import OPENINGS
from fogel.checkers.rules import LIMIT, Checkers
from fogel.checkers.run import points
from fogel.checkers.settings import LEAST_KING, MOST_KING, CheckersSettings
from fogel.checkers.solved import arrangements, blunder_rate, material_player, solve
from fogel.checkers.texts import CHECKERS
from fogel.core.files import write_file
from fogel.core.network_files import VERSION, find_kind
from fogel.core.results import LARGEST_FILE
from fogel.core.texts import plural
from fogel.core.types import FilePath, Json
from fogel.web.builder import (
    RUN_TO_PLAY,
    board_body,
    build_script,
    build_style,
    escaped,
    filled,
    framed,
)
from fogel.web.experiment.module import ZIGGURAT
from fogel.web.packing import pack

HERE = Path(__file__).parent
# The champions that are played if nobody names others, the first adversary first, and what the
# page calls them.
SHOWN = {
    "6x6-0": "a network that evolved",
    "1999-0": "a network as in 1999",
    "2001-0": "a network as in 2001",
}
WORKER = HERE / "worker.js"  # with all that it needs: rules, evaluators, search
TITLE = "Play checkers against what evolved"
# Boards on which the material player plays, whoever else does.
BOARDS = (Checkers(6, 6, 6), Checkers(8, 8, 12), Checkers(6, 4, 2))
MOST_PLIES = 6  # which take a second or two
# Arrangements of a board whose positions' values come with the page: 6x4 with two men has 118,370.
MOST_TABLED = 200_000
KINDS: dict[str, Json] = {
    "games": {},
    "material": {"evaluated_by": "material", "games": 32},
    "values": {"evaluated_by": "values"},
}
HEIGHT = 980  # pixels of a frame, until it knows its own
WORKERS = "; worker-src blob:"  # what a browser must allow


def checkers_page(
    champions: Mapping[str, CheckersChampion] | None = None, title: str = TITLE
) -> str:
    """The page, a whole HTML file that needs no other; the same champions give the same text.

    `champions`: {name: CheckersChampion}, the first of them the first adversary; by default those
    that come with the package. On every board that one of them plays on, and on BOARDS, the
    material player can be played too.
    """
    if champions is None:
        champions = {words: load_champion(shipped(name)) for name, words in SHOWN.items()}
    script = build_script(HERE / "checkers_page.js", without=WORKER)
    style, body = build_style(HERE / "board.css"), board_body(HERE / "board.html")
    parts = {"worker": build_script(WORKER), "script": script, **escaped(CHECKERS)}
    return filled(body, title, _data(champions), style, WORKERS, **parts)


def save_checkers_page(
    path: FilePath, champions: Mapping[str, CheckersChampion] | None = None, title: str = TITLE
) -> None:
    """Writes the page into a file, which any browser opens."""
    write_file(path, checkers_page(champions, title))


def checkers_frame(
    height: int = HEIGHT,
    champions: Mapping[str, CheckersChampion] | None = None,
    title: str = TITLE,
) -> str:
    """The page in a frame, for a notebook or another page, as `fogel.web.frame`."""
    return RUN_TO_PLAY + framed(checkers_page(champions, title), title, height)


def _data(champions):
    """What the script needs to know: the players with their boards, and what small boards are
    worth.
    """
    games = list(dict.fromkeys([*(one.settings.game for one in champions.values()), *BOARDS]))
    players = [_champion(name, one) for name, one in champions.items()]
    players += map(_counter, games)
    return {
        "words": CHECKERS,
        "most_plies": MOST_PLIES,
        "file": {
            "format": find_kind(CheckersSettings).format,
            "version": VERSION,
            "largest_file": LARGEST_FILE,
            "settings": CheckersSettings().to_dict(),
            "least_king": LEAST_KING,
            "most_king": MOST_KING,
        },
        "boards": [{"rows": game.rows, "columns": game.columns, "men": game.men} for game in games],
        "players": [{**player, "board": games.index(player["board"])} for player in players],
        "evolution": evolution(games),
        "packed": pack(
            {
                "solved": [_plies(game) for game in games],
                "ziggurat": json.loads(ZIGGURAT.read_text(encoding="utf-8")),
            }
        ),
    }


def evolution(games: Sequence[Checkers] = BOARDS) -> Json:
    """What evolves on the page: the preset "small", selected in three ways, with what its script is
    told of each.

    `games` are the page's boards, among them that of the preset.
    """
    from scipy.special import stdtrit

    kinds = {name: CheckersSettings.preset("small", **changes) for name, changes in KINDS.items()}
    base = kinds["games"]
    counter = material_player(base.plies, base.material_king, base.ahead.extension)
    return {
        "kinds": [
            {"name": name, "settings": _evolving(one, games.index(one.game))}
            for name, one in kinds.items()
        ],
        "trials": base.trials,
        "student": float(stdtrit(OPENINGS - 1, 0.975)),
        "material_blunders": blunder_rate(counter, solve(base.game)).share,
    }


def _evolving(settings, board):
    return {
        **settings.to_dict(),
        "board": board,
        "extension": settings.ahead.extension,
        "weights": settings.shape.weights,
        "shape": {
            "views": [],
            "hidden": settings.shape.hidden,
            "link": settings.fixed_link,
            "turned": settings.rotate_board,
        },
        "rival": _evaluator(material_evaluator(settings.material_king)),
        "least_king": LEAST_KING,
        "most_king": MOST_KING,
        "openings": OPENINGS,
        "measured_opening": OPENING,
        "measured": points(settings.generations),
    }


def _plies(game):
    """In how many moves each position of a small board is over, -1 for a draw; None for a large
    one.
    """
    return solve(game).plies.tolist() if arrangements(game) <= MOST_TABLED else None


def _champion(name, champion):
    settings, shape = champion.settings, champion.settings.shape
    origin = "" if champion.generation is None else f", of generation {champion.generation}"
    origin += "" if champion.trial is None else f" of trial {champion.trial}"
    about = (
        f"A network with {shape.weights - shape.evolves_link:,} weights{origin}, which evolved"
        f" looking {plural(settings.plies, 'move')} ahead. A king is worth {champion.king:.2f} men"
        " to it."
    )
    evaluator = _evaluator(champion.evaluator, shape, champion.weights)
    return _player(name, about, settings) | evaluator


def _counter(game):
    settings = CheckersSettings(rows=game.rows, columns=game.columns, men=game.men, max_moves=LIMIT)
    about = (
        "It counts material, and knows nothing else. A king is worth"
        f" {settings.material_king:.2f} men to it."
    )
    evaluator = _evaluator(material_evaluator(settings.material_king))
    return _player("material player", about, settings) | evaluator


def _player(name, about, settings):
    return {
        "name": name,
        "about": about,
        "board": settings.game,
        "plies": min(settings.plies, MOST_PLIES),
        "extension": settings.ahead.extension,
        "limit": settings.max_moves,
    }


def _evaluator(evaluator, shape=None, weights=()):
    """Return an Evaluator as data for the page's script; an Evaluator that only counts pieces has
    no shape.
    """
    return {
        "king": evaluator.king,
        "link": evaluator.link,
        "turned": evaluator.turned,
        "views": shape.views if shape else [],
        "hidden": shape.hidden if shape else [],
        "weights": list(map(float, weights)),
    }
