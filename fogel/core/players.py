"""The players that come with the package, one record for each.

The board, the terminal, the command line, the audit and the web page read this one table, so that a
new adversary is one entry. A *player* is, as everywhere, a function `player(board, rng) -> square`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from fogel.core.champion import read_champion
from fogel.core.network_files import KINDS, VERSION, check_format, find_format
from fogel.core.results import load_file, read_json
from fogel.core.settings import Settings
from fogel.core.types import Board, FilePath, Json, Mark, Odds, OddsOf, Player
from fogel.encoding import IN_PROGRESS, position, positions
from fogel.opponent import near_perfect_odds, perfect_odds, random_odds, stochastic_player

SHIPPED = Path(__file__).with_name("champions")
AGENTS = Path(__file__).parents[1] / "league" / "agents"
HUMAN = "human"
# League agents (chapter 12) are networks of another kind. Beside the neurons, their files have the
# square that the agent names on each board, so that a game can be shown without any neurons.
AGENT = KINDS["LeagueSettings"]


def shipped(name: str) -> Path:
    """Return the path of a network file in the package: champion, generation-1, ceiling, ..."""
    return SHIPPED / f"{name}.json"


@dataclass(frozen=True, kw_only=True, eq=False)
class Adversary:
    """Somebody to play against, as in "You play {words}"; one of four fields says how it moves.

    `file`: the champion file of a network. `agent`: the file of a league agent, which may name a
    taken square, and is then disqualified. `odds_of`: a rule as in opponent.py, a function (board,
    settings, me) -> nine odds. `moves`: a player that uses no random numbers, so that its moves are
    one table. Without any of them, it is a person.
    """

    name: str
    words: str
    file: Path | None = None
    agent: Path | None = None
    odds_of: OddsOf | None = None
    moves: Player | None = None
    generation: int | None = None  # of the champion's line, by which it can be chosen
    slips: bool = False  # whether it is the experiment's opponent, with `slip` and `forced_replies`

    @cached_property
    def player(self) -> Any:
        """The player, a Network if it comes from a file; None if it is a person."""
        if self.file or self.agent:
            return load_player(self.file or self.agent)  # type: ignore[arg-type]
        if self.odds_of:
            return stochastic_player(self.odds_of, Settings(), self.slip(Settings()))
        return self.moves

    @property
    def is_person(self) -> bool:
        """Whether it has to be asked."""
        return not (self.file or self.agent or self.odds_of or self.moves)

    @property
    def draws(self) -> bool:
        """Whether each of its moves uses a random number."""
        return self.odds_of is not None

    def slip(self, settings: Settings) -> float:
        """The probability that it moves into any open square alike, whatever it wants."""
        return settings.slip if self.slips else 0.0

    def move_odds(self, board: Board, settings: Settings, me: Mark) -> Odds:
        """Return nine odds on a board with `me` to move: its rule's, or 1 for its one square."""
        if self.odds_of:
            return self.odds_of(board, settings, me)
        choice = self.player(board, None)
        return [int(square == choice) for square in range(9)]


def _network(name, words, generation=None):
    return Adversary(name=name, words=words, file=shipped(name), generation=generation)


def _ancestor(generation):
    name, words = f"generation-{generation}", f"its ancestor in generation {generation}"
    return _network(name, words, generation)


def _agent(name, words):
    return Adversary(name=name, words=words, agent=AGENTS / f"{name}.json")


def _rule(name, words, odds_of, slips=False):
    return Adversary(name=name, words=words, odds_of=odds_of, slips=slips)


_SLIPPING = "the near-perfect player, which slips once in ten moves"
_ALL = (
    _network("champion", "the champion of chapter 6", generation=800),
    *map(_ancestor, (1, 10, 50, 100, 200, 400)),
    _network("ceiling", "the climber's champion, chapter 9"),
    _network("two-nodes", "two hidden nodes, at the ceiling"),
    _network("one-node", "one hidden node, unbeatable as X"),
    _agent("agent-600", "the league's best agent, chapter 12"),
    _agent("agent-10", "a league agent that breaks the rules"),
    _rule("near-perfect", _SLIPPING, near_perfect_odds, slips=True),
    _rule("perfect", "the perfect player", perfect_odds),
    _rule("random", "a player that moves at random", random_odds),
    Adversary(name=HUMAN, words="a second human"),
)
ADVERSARIES = {one.name: one for one in _ALL}


def adversary(name: str) -> Player | None:
    """The player of that name, None for a second human; raises ValueError for an unknown name."""
    if not isinstance(name, str) or name not in ADVERSARIES:
        raise ValueError(f"adversary must be one of {', '.join(ADVERSARIES)}, not {name!r}")
    return ADVERSARIES[name].player


def describe_player(name: str) -> str:
    """Return an adversary in words; one that is not of the package keeps its given name."""
    return ADVERSARIES[name].words if name in ADVERSARIES else name


def networks() -> dict[str, Adversary]:
    """Return {name: Adversary} of the networks: the champion's line, last first, then others."""
    found = {name: one for name, one in ADVERSARIES.items() if one.file}
    return dict(sorted(found.items(), key=lambda item: -(item[1].generation or 0)))


def others() -> dict[str, Adversary]:
    """{name: Adversary} of all that are no networks: players by rule, tables and persons."""
    return {name: one for name, one in ADVERSARIES.items() if not one.file}


def players() -> dict[str, Adversary]:
    """{name: Adversary} of all that are no persons."""
    return {name: one for name, one in ADVERSARIES.items() if not one.is_person}


def lineage() -> dict[int, str]:
    """{generation: name} of the champion and its ancestors, the oldest first."""
    return {one.generation: name for name, one in reversed(networks().items()) if one.generation}


def by_table(squares: Sequence[Any], taken: bool = False) -> Player:
    """Return the player whose square on board `positions()[p]`, p < 4,520, is `squares[p]`.

    `squares` is a sequence of numbers, or a text of digits. With `taken` it may name taken squares
    too. Raises ValueError if a square is missing, or taken and may not be.
    """
    table = [int(square) if re.fullmatch("[0-9]", str(square)) else -1 for square in squares]
    if len(table) != IN_PROGRESS:
        count = f"{IN_PROGRESS:,} numbers, one a board in progress"
        raise ValueError(f"squares must be {count}, not {len(table):,}")
    kind = "numbers" if taken else "open ones,"
    for row, board in enumerate(positions()[:IN_PROGRESS].tolist()):
        if not 0 <= table[row] <= 8 or (board[table[row]] and not taken):
            wrong = f"number {row}, {squares[row]!r}, is none"
            raise ValueError(f"squares must be {kind} from 0 to 8, and {wrong}")
    return lambda board, rng=None: table[position(board)]


def load_player(path: FilePath) -> Player:
    """Return the player in a file, see `read_player`; raise ValueError or OSError with its name."""
    return load_file(path, read_player)


def read_player(text: str) -> Player:
    """Return the player in the text of a file: a Champion, or the table of a league agent.

    Raises ValueError that names the field.
    """
    if find_format(text) != AGENT.format:
        return read_champion(text)
    data = read_json(text, AGENT.words)
    check_format(data, AGENT.format, VERSION, AGENT.words)
    return by_table(checked_squares(data), taken=True)


def checked_squares(data: Json) -> str:
    """Return the squares in a league agent's file; raise ValueError unless they are a text."""
    if not isinstance(data.get("squares"), str):
        words = "squares must be a text of digits, one a board in progress"
        raise ValueError(f"{words}; without it nobody can play it")
    return data["squares"]
