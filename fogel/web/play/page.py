"""The board as a web page that needs neither Python nor a network connection (chapter 7).

`network.js` computes what a network computes, with the same bits; all other players come to it as
tables, which are made here from the package's own, so that no rule is written twice.
"""

from pathlib import Path

from fogel.core.files import write_file
from fogel.core.players import describe_player, others
from fogel.core.players import networks as of_the_package
from fogel.core.settings import Settings
from fogel.core.types import FilePath
from fogel.encoding import IN_PROGRESS, positions, to_move
from fogel.network import Network
from fogel.web.builder import (
    RUN_TO_PLAY,
    base_data,
    board_body,
    board_words,
    build_script,
    build_style,
    filled,
    framed,
)
from fogel.web.packing import as_tables, pack_odds

HERE = Path(__file__).parent
TITLE = "Play tic-tac-toe against what evolved"


def page(networks: dict[str, Network] | None = None, title: str = TITLE) -> str:
    """The page, a whole HTML file that needs no other; the same networks give the same text.

    `networks`: {name: Network}, the first of them the first adversary; by default those that come
    with the package. Those with a `generation` can be chosen by it. Raises ValueError for a name
    that another player has.
    """
    if networks is None:
        networks = {name: one.player for name, one in of_the_package().items()}
    taken = set(networks) & set(others())
    if taken:
        raise ValueError(f"a network can't be called {sorted(taken)[0]}, as another player is")
    parts = {"script": build_script(HERE / "page.js"), **board_words()}
    body = board_body(HERE / "page.html")
    return filled(body, title, _data(networks), build_style(HERE / "play.css"), **parts)


def save_page(
    path: FilePath, networks: dict[str, Network] | None = None, title: str = TITLE
) -> None:
    """Writes the page into a file, which any browser opens."""
    write_file(path, page(networks, title))


def frame(height: int = 900, networks: dict[str, Network] | None = None, title: str = TITLE) -> str:
    """The page in a frame, for a notebook (`IPython.display.HTML(frame())`) or another page.

    The frame follows the light or dark of the page around it, and grows to the height of its own;
    `height`, in pixels, is what it has until then, and stays where the page around it is not to be
    touched.
    """
    return RUN_TO_PLAY + framed(page(networks, title), title, height)


def _data(networks):
    """What the script needs to know: the networks, the other players, and how a champion file is
    checked.
    """
    by_rule = [one for one in others().values() if not (one.is_person or one.agent)]
    boards, settings = positions()[:IN_PROGRESS].tolist(), Settings()
    kinds, tables = as_tables(
        {one.name: [_kind(one, board, settings) for board in boards] for one in by_rule}
    )
    return {
        "networks": [
            {
                "name": name,
                "label": describe_player(name),
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
        **base_data(),
    }


def _squares(agent):
    """The square that an agent names on each of the 4,520 boards in progress, a digit each."""
    return "".join(str(agent.player(board)) for board in positions()[:IN_PROGRESS])


def _kind(adversary, board, settings):
    return pack_odds(board, adversary.move_odds(tuple(board), settings, to_move(board)))
