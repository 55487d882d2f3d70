"""A page that plays any rules (chapter 13).

The scripts beside it know how a line is matched, and no game. They are handed the rules as data:
the board, the lines that win and those that lose, and what each move of a small game is worth, a
letter a move in the order of `turns`. So whoever plays perfectly or looks ahead needs no search in
the browser; a game too large for that table can be played against persons and at random alone.
Networks that learn are handed over with their weights, and go on learning there.
`fogel.web.board.widget` has the same board in a notebook, with the words and sizes of this module's
second part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

from fogel.core.files import write_file
from fogel.core.network_files import VERSION
from fogel.core.players import ADVERSARIES, HUMAN
from fogel.core.results import LARGEST_FILE
from fogel.core.types import Json, Marks
from fogel.lookahead.levels import DEFAULT, Reading, depth, mistake_chance, sights
from fogel.lookahead.peek import FEW_OPEN, NAMES, SHOWN
from fogel.lookahead.peek import LISTED as MOST_NODES
from fogel.lookahead.players import LEVEL_OF
from fogel.network import Network
from fogel.rules.game import RulesGame, letters
from fogel.rules.referee import ATTEMPTS, FIRST_PLAYERS
from fogel.rules.rule_files import square_words, write_rules
from fogel.rules.rules import MARKS, Rules, after, open_squares, outcome, place, seats
from fogel.rules.solve import values_of_moves
from fogel.rules.texts import ANY_GAME
from fogel.web.board.match import MOST_PATTERNS_SHOWN, check_shown
from fogel.web.board.panel import DIGITS, LISTED
from fogel.web.board.panel import STYLE as PANEL_STYLE
from fogel.web.builder import (
    RUN_TO_PLAY,
    board_body,
    build_script,
    build_style,
    escaped,
    filled,
    framed,
)

HERE = Path(__file__).parent
MOST_WORKED_OUT = 10_000  # boards, in whosever turn: those of 3 x 3 are 9,040 if either may open
# The most squares: a letter of VALUES says how many moves away a win or a loss is.
SQUARES_OF_A_TABLE = 30
VALUES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
# Players that the page knows besides persons; all but the first need a game that is worked out.
PLAYERS = ("random", "perfect", *LEVEL_OF)
# What the page shows of those who look ahead, and how much of it.
LOOK: Json = {"shown": SHOWN, "most": MOST_NODES, "few": FEW_OPEN}
LOOK |= {"listed": LISTED, "digits": DIGITS, "names": [*NAMES.values()]}
CHAMPION = "fogel-game-champion"  # the format of files as `anygame` writes them
HEIGHT = 640  # pixels of a frame, until it knows its own


# Many parameters: a page has these parts, and a caller names those that it wants.
def page(
    rules: Rules,
    names: Sequence[str] | None = None,
    look: bool = False,
    nets: Mapping[str, Any] | None = None,
    reading: Reading = DEFAULT,
    evolved: Mapping[str, Network] | None = None,
    about: Sequence[str] = (),
) -> str:
    """Return the page, an HTML file that needs no other file.

    `names` says who sits where at first, as in BoardMatch. With `look` it shows from the start
    what those think who look ahead, by this `reading` of the report, and `nets`, {name: Pupil}, who
    learn as they play. `evolved`, {name: Network}, learn no more; `about` has sentences below the
    title. Raises ValueError if the game is too large to be shown, or for a player whom the page
    does not know.
    """
    check_shown(rules)
    table = value_of_moves(rules)
    names = list(names or [HUMAN, *["random"] * (rules.players - 1)])
    known = _known_players(rules, names, table, [*(nets or {}), *(evolved or {})])
    data = {
        **_game_data(rules, table),
        "names": names,
        "known": {name: player_words(name) for name in known},
        "first_players": {name: first_player_words(rules, name) for name in FIRST_PLAYERS},
        "levels": levels(rules, reading),
        "reading": asdict(reading),
        "evolved": {name: pack_weights(one, rules) for name, one in (evolved or {}).items()},
        "nets": {name: pupil.to_page(rules) for name, pupil in (nets or {}).items()},
        "attempts": ATTEMPTS,
        "look": {"open": look, **LOOK},
        "file": _file(rules),
    }
    goal = "\n".join(f"<p>{escape(text)}</p>" for text in (goal_words(rules), *about))
    parts = {"sizes": sizes(rules), "patterns": patterns_html(rules), "goal": goal}
    parts["script"] = build_script(HERE / "board.js")
    style = "\n\n".join([build_style(HERE / "board.css"), PANEL_STYLE])
    title = ANY_GAME["page_title"].format(name=rules.name)
    return filled(board_body(HERE / "board.html"), title, data, style, **parts, **escaped(ANY_GAME))


def _known_players(rules, names, table, own):
    """The players in the page's lists, with the networks of its `own`; raises ValueError if one of
    the `names` is not among them.
    """
    known = [HUMAN, *(name for name in PLAYERS if name == "random" or table is not None), *own]
    if taken := [name for name in own if known.count(name) > 1]:
        raise ValueError(
            f"a network on the page needs a name of its own, and {taken[0]!r} is another player's"
        )
    if len(names) != rules.players:
        raise ValueError(f"{rules.name!r} is a game for {rules.players} players, not {len(names)}")
    for name in names:
        if name not in known:
            raise ValueError(
                f"a player on the page of {rules.name!r} must be one of {', '.join(known)}, not"
                f" {name!r}"
            )
    return known


def _file(rules):
    """What a champion's file must say to be loaded here; None where no champions evolve."""
    about = {"format": CHAMPION, "version": VERSION, "largest_file": LARGEST_FILE}
    return {**about, "game": write_rules(rules)} if rules.players == 2 else None


def _game_data(rules, table):
    """What the page's script is told of the game itself."""
    return {
        "width": rules.start.width,
        "start": rules.start.squares,
        "players": rules.players,
        "wins": rules.win_lines,
        "losses": rules.loss_lines,
        "values": table,
        "alphabet": VALUES,
        "marks": [None, *map(RulesGame(rules).name_player, seats(rules))],
        "letters": letters(rules)[: rules.players + 1],
        "squares": [square_words(rules, square) for square in range(len(rules.start.squares))],
        "words": ANY_GAME,
    }


def goal_words(rules: Rules) -> str:
    """What the patterns of a game are for, in a sentence."""
    kind = "goal_both" if rules.wins and rules.losses else "goal_win" if rules.wins else "goal_lose"
    return ANY_GAME[kind].format(how=ANY_GAME["how"])


def pack_weights(network: Network, rules: Rules) -> Json:
    """The weights of a network that evolved at a game, for mind.js; raises ValueError if it has
    other squares.
    """
    if network.squares != len(rules.start.squares):
        raise ValueError(
            f"{rules.name!r} has {len(rules.start.squares)} squares, and the network"
            f" {network.squares}"
        )
    return {
        "hidden_weights": network.hidden_weights.tolist(),
        "output_weights": network.output_weights.tolist(),
    }


def save_page(path: Path, rules: Rules, *parts: Any, **named: Any) -> None:
    """Writes the page into a file, which any browser opens; `parts` are those of `page`."""
    write_file(path, page(rules, *parts, **named))


def frame(
    rules: Rules, names: Sequence[str] | None = None, height: int = HEIGHT, **parts: Any
) -> str:
    """The page in a frame, for a notebook or another page, as `fogel.web.frame`; `parts` are those
    of `page`.
    """
    return RUN_TO_PLAY + framed(page(rules, names, **parts), rules.name, height)


# What the page and the board in a notebook have in common.


def player_words(name: str) -> str:
    """What a player is called in a list."""
    if name == HUMAN:
        return ANY_GAME["person"]
    return ADVERSARIES[name].words if name in ADVERSARIES else ANY_GAME["player"].format(name=name)


def first_player_words(rules: Rules, first_player: str) -> str:
    """What a way to open is called in a list."""
    return ANY_GAME[first_player].format(mark=RulesGame(rules).name_player(1))


def sizes(rules: Rules) -> str:
    """The variables of a board's style, see `board_sizes`."""
    return board_sizes(rules.start.width, rules.start.height)


def board_sizes(width: int, height: int) -> str:
    """The variables of a board's style: its columns and lines, and how wide a square may become."""
    widest = min(8.0, max(1.6, 30 / max(width, height)))
    return f"--columns: {width}; --lines: {height}; --size: {widest:.2f}rem"


def patterns_html(rules: Rules) -> str:
    """What wins and what loses, in words and pictures."""
    parts = ["<p>" + ANY_GAME["turns"] + "</p>"]
    for patterns, name in ((rules.wins, "win_patterns"), (rules.losses, "lose_patterns")):
        if patterns:
            others = (
                ANY_GAME["others"] if any(max(pattern.squares) > 1 for pattern in patterns) else ""
            )
            shown = "".join(map(_pattern_svg, patterns[:MOST_PATTERNS_SHOWN]))
            left = len(patterns) - MOST_PATTERNS_SHOWN
            more = f"<p>{ANY_GAME['more'].format(count=left)}</p>" if left > 0 else ""
            parts.append(
                f"<p>{ANY_GAME[name].format(others=others)}</p><div"
                f' class="patterns">{shown}</div>{more}'
            )
    return "".join(parts)


def _pattern_svg(pattern):
    """A pattern as a picture: its marks in cells, and faint cells where anything may stand."""
    cells = []
    for at, mark in enumerate(pattern.squares):
        row, column = divmod(at, pattern.width)
        kind = "held" if mark else "any"
        cells.append(
            f'<rect class="{kind}" x="{10 * column + 0.5}" y="{10 * row + 0.5}" width="9"'
            ' height="9" rx="1.5"/>'
        )
        if mark:
            cells.append(f'<text x="{10 * column + 5}" y="{10 * row + 5.2}">{MARKS[mark]}</text>')
    rows = (
        pattern.squares[start : start + pattern.width]
        for start in range(0, len(pattern.squares), pattern.width)
    )
    about = " / ".join(" ".join(MARKS[mark] for mark in row) for row in rows)
    width, height = 10 * pattern.width, 10 * pattern.height
    size = f'width="{1.8 * width:g}" height="{1.8 * height:g}"'
    return (
        f'<svg viewBox="0 0 {width} {height}" {size} role="img"'
        f' aria-label="{about}">{"".join(cells)}</svg>'
    )


# What each move of a small game is worth.


def levels(rules: Rules, reading: Reading = DEFAULT) -> dict[str, Json]:
    """How far each level looks: {a player's name: its `odds` of a mistake, and the `rounds` of its
    look ahead}.

    Rounds are lists of moves ahead, for each number of open squares from 0; a mistake comes once in
    `odds` turns, 0: never.
    """
    numbers = range(len(rules.start.squares) + 1)
    found = {}
    for name, level in LEVEL_OF.items():
        chance = mistake_chance(level, reading)
        rounds = [sights(rules, depth(level, number, reading), reading) for number in numbers]
        found[name] = {"odds": chance.denominator if chance else 0, "rounds": rounds}
    return found


@lru_cache(maxsize=8)
def value_of_moves(rules: Rules) -> str | None:
    """A letter for each open square of each board in progress, in the order of `turns`; None if
    that is too much.

    A letter's place in VALUES, less the number of squares, is in how many moves whoever is to move
    wins; less than 0: in how many he loses; 0: a draw.
    """
    squares = len(rules.start.squares)
    boards = turns(rules) if rules.players == 2 and squares <= SQUARES_OF_A_TABLE else None
    if boards is None:
        return None
    values = (
        value for board, turn in boards for value in values_of_moves(rules, board, turn).values()
    )
    return "".join(VALUES[squares + value.result * (value.moves or 0)] for value in values)


def turns(rules: Rules, most: int = MOST_WORKED_OUT) -> list[tuple[Marks, int]] | None:
    """Every (board, whose turn it is) in progress, whoever opens, breadth first; None if there are
    more than `most`.
    """
    games = [RulesGame(rules, opener) for opener in seats(rules)]
    found = [game.start()[:2] for game in games if game.moves(game.start())]
    known = set(found)
    for board, turn in found:
        for square in open_squares(board):
            then = place(rules, board, square, turn), after(rules, turn)
            if then not in known and outcome(rules, then[0], turn) is None:
                known.add(then)
                found.append(then)
        if len(found) > most:
            return None
    return found
