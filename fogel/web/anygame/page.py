"""The page that evolves networks in another game.

The page is that of the standard experiment (`web.evolve`), with its scripts and its compiled
module: those take a board, its lines, and the sizes of the tables as numbers. What the opponents do
comes from this package's rules, a letter a board in the order of `positions()` of encoding.js,
which is that of `tables.seated`: it isn't said again.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import compress, product
from pathlib import Path
from typing import Any

import numpy as np

from fogel.anygame import tables
from fogel.anygame.opponents import FunctionOpponent, is_at_a_loss
from fogel.anygame.settings import GameSettings
from fogel.core.files import write_file
from fogel.core.settings import list_fields
from fogel.core.types import FilePath, Json
from fogel.engine.tables import Rule
from fogel.rules.rules import Rules
from fogel.rules.texts import ANY_GAME
from fogel.web.board.page import goal_words, patterns_html
from fogel.web.builder import build_style
from fogel.web.evolve.page import beginning, build_data, build_page

HERE = Path(__file__).parent
MOST_ANSWERS = 2**27  # that all trials keep, in a browser: half a gigabyte of them
NOT_CHOSEN = ("game", "best_player", "champion")
AT_A_LOSS = "; the paper's rule has nothing to win, block or hinder here, and moves at random"


def evolve_page(settings: GameSettings, named: str) -> str:
    """The page on which a reader evolves for the game of these settings, a whole HTML file that
    needs no other.

    It begins with these settings; `named` is what the command line calls the game. Raises
    ValueError if they are too large for a page.
    """
    if isinstance(settings.opponent, FunctionOpponent):
        raise ValueError(
            "opponent must be one of the package's: a page can't ask the function"
            f" {settings.opponent}"
        )
    rules = settings.rules
    sizes = f":root {{ --columns: {rules.start.width}; --lines: {rules.start.height} }}"
    about = (
        f"<p>{escape(goal_words(rules))}</p>\n"
        f'<details id="how"><summary><h2>{ANY_GAME["how"]}</h2></summary>'
        f"{patterns_html(rules)}</details>\n"
    )
    style = f"{build_style(HERE / 'evolve.css')}\n\n{sizes}"
    title = f"Evolve a player of {rules.name}"
    return build_page(title, data(settings, named), style, about=about)


def save_evolve_page(path: FilePath, settings: GameSettings, named: str) -> None:
    """Writes the page into a file, which any browser opens."""
    write_file(path, evolve_page(settings, named))


def data(settings: GameSettings, named: str) -> Json:
    """What the script needs to know: what that of the standard game is told, and the game."""
    rules, seats = settings.rules, _seats(settings.rules)
    opponent = list_fields(GameSettings)["opponent"].metadata["help"]
    metadata = {
        "game": {
            "choices": (settings.game,),
            "default": settings.game,
            "accepted": f"that of {rules.name!r}",
        },
        "seat": {"choices": seats},
        "opponent": {"help": opponent + AT_A_LOSS * is_at_a_loss(rules)},
        "forced_replies": {
            "help": "the opponent's first reply goes through all open squares, equally often each"
        },
    }
    limits = {"not_chosen": NOT_CHOSEN, "answers": MOST_ANSWERS}
    handed = build_data(GameSettings, opponent_kinds(rules), metadata, {"chapter": {}}, limits)
    width, height, squares = rules.start
    return (
        handed
        | beginning(settings, NOT_CHOSEN)
        | {
            "game": {
                "named": named,
                "width": width,
                "height": height,
                "start": squares,
                "middle": width * (height // 2) + width // 2,
                "wins": rules.win_lines,
                "losses": rules.loss_lines,
                "asked": {seat: tables.asked_boards(rules, seat) for seat in seats},
                "words": {
                    name: ANY_GAME[name]
                    for name in ("win", "loss", "own_loss", "others_loss", "theirs")
                },
            }
        }
    )


def _seats(rules):
    """The seats in which a network would move."""
    found = []
    for seat in tables.SEATS:
        try:
            tables.check_seat(rules, seat)
        except ValueError:
            continue
        found.append(seat)
    return tuple(found)


def opponent_kinds(rules: Rules) -> dict[str, Sequence[Any]]:
    """{name: kinds}: each opponent on each board in progress, in whosever turn, as
    `packing.as_tables` takes them.
    """
    about, view = list_fields(GameSettings), tables.seated(rules, 1)
    is_open = (view.boards[: view.over] == 0).tolist()
    marker, line_choice, ties = (
        about[name].metadata["choices"] for name in ("marker", "line_choice", "perfect_ties")
    )
    choices = {
        ("near-perfect", f"{one} {other}"): Rule(one, other)
        for one, other in product(marker, line_choice)
    }
    choices |= {
        (name, f"{name} {one}"): Rule(perfect_ties=one)
        for name, one in product(("perfect", "quick"), ties)
    }
    found: dict[str, Sequence[Any]] = {}
    for (opponent, name), rule in choices.items():
        parts = [tables.compute_odds(rules, view, opponent, rule, ours) for ours in (True, False)]
        found[name] = [
            tuple(compress(*row))
            for row in zip(np.concatenate(parts).tolist(), is_open, strict=True)
        ]
    return found
