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
from fogel.core.results import check_format, load_file, read_json
from fogel.core.settings import Settings
from fogel.core.types import Board, FilePath, Json, Mark, Odds, OddsOf, Player
from fogel.encoding import IN_PROGRESS, position, positions
from fogel.opponent import near_perfect_odds, perfect_odds, random_odds, stochastic_player

SHIPPED = Path(__file__).with_name("champions")
AGENTS = Path(__file__).parents[1] / "league" / "agents"
HUMAN = "human"
# League agents (chapter 12) are another kind of network, and come after all this. Their files hold,
# beside the neurons, the square that the agent names on every board: with that, whoever shows a
# game needs to know nothing of neurons.
AGENT_FORMAT, AGENT_VERSION, AGENT_KIND = "fogel-league-agent", 1, "a league agent file"


def shipped(name: str) -> Path:
    """The path of a network file that comes with the package: champion, generation-1,
    ceiling, ...
    """
    return SHIPPED / f"{name}.json"


@dataclass(frozen=True, kw_only=True, eq=False)
class Adversary:
    """Somebody to play against. `words` say who it is, as in "You play ..."; one of four fields
    says how it moves.

    `file`: the champion file of a network. `agent`: the file of a league agent, which may name a
    taken square: that disqualifies it, and the other one wins. `odds_of`: a rule as in
    opponent.py, a function (board, settings, me) -> nine weights in proportion to the probability
    of each square. `moves`: a player that draws nothing, so that its moves are one table. None of
    them: a person, who needs no player.
    """

    name: str
    words: str
    file: Path | None = None
    agent: Path | None = None
    odds_of: OddsOf | None = None
    moves: Player | None = None
    generation: int | None = None  # of the champion's line, by which it can be chosen
    # It is the experiment's opponent: the settings `slip` and `forced_replies` are its own.
    slips: bool = False

    @cached_property
    def player(self) -> Any:
        """The player, a Network if it comes from a file; None if it is a person."""
        if self.file or self.agent:
            return load_player(self.file or self.agent)  # type: ignore[arg-type]
        settings = Settings()
        return (
            stochastic_player(self.odds_of, settings, self.slip(settings))
            if self.odds_of
            else self.moves
        )

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

    def weights(self, board: Board, settings: Settings, me: Mark) -> Odds:
        """Nine weights on a board with it, `me`, to move: those of its rule, or 1 for the square
        that it names.
        """
        if self.odds_of:
            return self.odds_of(board, settings, me)
        choice = self.player(board, None)
        return [int(square == choice) for square in range(9)]


def _ancestor(generation):
    name = f"generation-{generation}"
    words = f"its ancestor in generation {generation}"
    return Adversary(name=name, words=words, file=shipped(name), generation=generation)


def _agent(name, words):
    return Adversary(name=name, words=words, agent=AGENTS / f"{name}.json")


ADVERSARIES = {
    adversary.name: adversary
    for adversary in (
        Adversary(
            name="champion",
            words="the champion of chapter 6",
            file=shipped("champion"),
            generation=800,
        ),
        *map(_ancestor, (1, 10, 50, 100, 200, 400)),
        Adversary(
            name="ceiling", words="the climber's champion, chapter 9", file=shipped("ceiling")
        ),
        Adversary(
            name="two-nodes", words="two hidden nodes, at the ceiling", file=shipped("two-nodes")
        ),
        Adversary(
            name="one-node", words="one hidden node, unbeatable as X", file=shipped("one-node")
        ),
        _agent("agent-600", "the league's best agent, chapter 12"),
        _agent("agent-10", "a league agent that breaks the rules"),
        Adversary(
            name="near-perfect",
            words="the near-perfect player, which slips once in ten moves",
            odds_of=near_perfect_odds,
            slips=True,
        ),
        Adversary(name="perfect", words="the perfect player", odds_of=perfect_odds),
        Adversary(name="random", words="a player that moves at random", odds_of=random_odds),
        Adversary(name=HUMAN, words="a second human"),
    )
}


def adversary(name: str) -> Player | None:
    """The player of that name, None for a second human; raises ValueError for an unknown name."""
    if not isinstance(name, str) or name not in ADVERSARIES:
        raise ValueError(f"adversary must be one of {', '.join(ADVERSARIES)}, not {name!r}")
    return ADVERSARIES[name].player


def words_of(name: str) -> str:
    """Who an adversary is, in words; somebody who is not of the package, by the name it
    was given.
    """
    return ADVERSARIES[name].words if name in ADVERSARIES else name


def networks() -> dict[str, Adversary]:
    """{name: Adversary} of the networks: first the champion's line, the last generation first, then
    the others.
    """
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
    """The player that a table is: its square on each of the 4,520 boards in progress, in the order
    of `positions()`.

    `squares` is a sequence of numbers, or a text of digits. With `taken` it may name taken squares
    too. Raises ValueError if a square is missing, or taken and may not be.
    """
    table = [int(square) if re.fullmatch("[0-9]", str(square)) else -1 for square in squares]
    if len(table) != IN_PROGRESS:
        raise ValueError(
            f"squares must be {IN_PROGRESS:,} numbers, one a board in progress, not {len(table):,}"
        )
    kind = "numbers" if taken else "open ones,"
    for row, (board, square) in enumerate(
        zip(positions()[:IN_PROGRESS].tolist(), table, strict=True)
    ):
        if not 0 <= square <= 8 or (board[square] and not taken):
            raise ValueError(
                f"squares must be {kind} from 0 to 8, and number {row}, {squares[row]!r}, is none"
            )
    return lambda board, rng=None: table[position(board)]


def load_player(path: FilePath) -> Player:
    """Who is in a file, see `read_player`; a ValueError names the file too, OSError says that it
    can't be read.
    """
    return load_file(path, read_player)


def read_player(text: str) -> Player:
    """Who is in the text of a file: the Champion of a champion file, or the player that a league
    agent's table is.

    Raises ValueError that names the field.
    """
    data = read_json(text, "a champion file")
    if not isinstance(data, dict) or data.get("format") != AGENT_FORMAT:
        return read_champion(text)
    check_format(data, AGENT_FORMAT, AGENT_VERSION, AGENT_KIND)
    return by_table(checked_squares(data), taken=True)


def checked_squares(data: Json) -> str:
    """The squares of a league agent's file, its JSON values; raises ValueError unless they are a
    text.
    """
    if not isinstance(data.get("squares"), str):
        raise ValueError(
            "squares must be a text of digits, one a board in progress; without it nobody can"
            " play it"
        )
    return data["squares"]
