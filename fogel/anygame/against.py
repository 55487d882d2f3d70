"""Your own function as the opponent, in any game.

A function that always gives the same answer is asked twice on each board, and its answers are
exact. Any other is asked REPEATS times on each board, so that a share of its answers is known to
within seven percentage points (two standard errors). Evolution plays against this estimate; the
champion is then evaluated in sampled games against the function itself. A function that rarely
departs from its habit can pass for one that always gives the same answer: in the standard game, one
that moves at random in one of 200 moves passes in 31 % or 55 % of cases, by seat.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from fogel.anygame import tables as seats
from fogel.anygame.functions import GAMES, Sample, play_games, walk
from fogel.anygame.opponents import MOST_NAME, NOT_ASKED, FunctionOpponent
from fogel.anygame.settings import GameSettings
from fogel.core.asking import PlayerError, ask
from fogel.core.champion import SAMPLED as RESULTS
from fogel.core.champion import Champion, with_changes
from fogel.core.files import shortened
from fogel.core.functions import as_player, load_function, names_function, settle
from fogel.core.settings import ASKING, SAMPLING, trial_rng
from fogel.core.texts import printable
from fogel.core.types import Player, Rng
from fogel.encoding import open_squares
from fogel.network import Network

REPEATS = 200  # answers to each board of a function that doesn't always give the same answer
MOST_CALLS = 1_000_000
WORDS = seats.OPPONENTS[:3]  # the package's own opponents


def as_function(opponent: Any) -> Player | None:
    """Return the function that an opponent is, by itself or as a text such as
    "my_player.py:choose"; None for a word.

    None, too, for None and for a FunctionOpponent. Raises ValueError that begins with "opponent" if
    it is anything else, if there is no such function, or if it takes something else than a board,
    or a board and `rng`.
    """
    is_text = isinstance(opponent, str)
    if (
        opponent is None
        or isinstance(opponent, FunctionOpponent)
        or (is_text and opponent in WORDS)
    ):
        return None
    try:
        if is_text and names_function(opponent):
            return load_function(opponent)
        if callable(opponent):
            return as_player(opponent)
    except ValueError as problem:
        raise ValueError(f"opponent {problem}") from problem.__cause__
    raise ValueError(
        f"opponent must be one of {', '.join(WORDS)}, or a function, itself or as a text such as "
        f"'my_player.py:choose', not {shortened(' '.join(repr(opponent).split()), 80)}"
    )


def against(function: Player, settings: GameSettings) -> GameSettings:
    """Return the settings with a function as the opponent, which is asked on each board that it can
    meet.

    With a slip or forced replies it is asked on every board on which it may be to move. Raises
    ValueError that names the function and the board if it fails, or answers with anything but an
    open square; and if it does not always answer alike and the game has so many boards that asking
    it would take more than MOST_CALLS calls.
    """
    player: Any = as_player(function)
    walks = {3 - number: _walk(settings, 3 - number) for number in seats.PLAYERS[settings.seat]}
    settled = {number: settle(player, *way) for number, way in walks.items()}
    is_exact = None not in settled.values()
    found = settled if is_exact else _estimates(player, walks, trial_rng(settings, 0, ASKING))
    entry = _exact_entry if is_exact else _estimated_entry
    entries = [NOT_ASKED] * len(seats.grown(settings.rules).one)
    for number, (_, shown, _) in walks.items():
        order = seats.seated(settings.rules, number).order
        for row, answer in (found[number] or {}).items():
            entries[order[row]] = entry(player, shown(row), answer)
    name, between = printable(player.name)[:MOST_NAME], "" if is_exact else " "
    return settings.change(
        opponent=FunctionOpponent(name, "exact" if is_exact else "estimated", between.join(entries))
    )


def _walk(settings, number):
    """How the function goes through the game: from its own answers, or everywhere if it does not
    always choose.
    """
    starts, shown, following = walk(settings.rules, number)
    if settings.slip == 0 and not settings.forced_replies:
        return starts, shown, following
    asked = seats.seated(settings.rules, number).asked
    return [*range(number - 1, asked)], shown, lambda row, square: []


def _exact_entry(player, board, square):
    """The entry of a FunctionOpponent for a square that is always taken."""
    return f"{open_squares(board).index(_open(player, board, square)):x}"


def _estimated_entry(player, board, counts):
    """The entry of a FunctionOpponent for squares that were taken so often."""
    return ",".join(str(counts[square]) for square in open_squares(board))


def _estimates(player, walks, rng):
    """{number: {position: how often the function took which square there}}."""
    found, left = {}, MOST_CALLS
    for number, way in walks.items():
        found[number] = _estimate(player, *way, rng, left)
        left -= REPEATS * len(found[number])
    return found


def _estimate(player, starts, shown, following, rng, left):
    """{position: how often the player took which square}, of REPEATS answers each."""
    counts: dict[int, Counter] = {}
    queue, known = [*starts], {*starts}
    for row in queue:  # the list grows while it is read
        if len(queue) * REPEATS > left:
            raise ValueError(
                f"opponent {player.name} doesn't always give the same answer, and asking it"
                f" {REPEATS} times on each board that it can meet would take more than"
                f" {MOST_CALLS:,} calls; choose a smaller game"
            )
        board = shown(row)
        counts[row] = Counter(_open(player, board, ask(player, board, rng)) for _ in range(REPEATS))
        new = {after for square in counts[row] for after in following(row, square)} - known
        queue += sorted(new)
        known |= new
    return counts


def _open(player, board, square):
    """The square; raises PlayerError if it is taken."""
    if board[square]:
        raise PlayerError(
            f"the player {player.name} named square {square} on the board {board.tolist()}, where"
            " it is taken; an opponent must name an open square"
        )
    return square


def sample(
    network: Network, function: Player, settings: GameSettings, rng: Rng, games: int = GAMES
) -> Sample:
    """Return the Sample of games of a network against a function itself, with the slip of the
    settings.

    In the seat `both` the network opens every other game. Raises PlayerError as `against`.
    """
    player: Any = as_player(function)
    numbers, tables = seats.PLAYERS[settings.seat], settings.game_tables()

    @cache
    def choose(row):
        return network.choose(tables.boards[row])

    def reply(row, game):
        board = tables.boards[row] * (3 - 2 * numbers[game % len(numbers)])
        return _reply(player, board, settings, rng, game)

    return play_games(tables, range(games), choose, reply)


def _reply(player, board, settings, rng, game):
    """The square of the function, or where it does not choose by itself an open one."""
    squares = open_squares(board)
    if settings.forced_replies and len(squares) == settings.first_replies:
        return squares[game % len(squares)]
    if settings.slip and rng.random() < settings.slip:
        return squares[int(rng.integers(len(squares)))]
    return _open(player, board, ask(player, board, rng))


def sampled(champion: Champion, function: Player) -> Champion:
    """Return a champion with the results of GAMES sampled games against its opponent, if that is an
    estimate.
    """
    settings: Any = champion.settings
    if settings.opponent.is_exact:
        return champion
    found = sample(champion, function, settings, trial_rng(settings, champion.trial, SAMPLING))
    return with_changes(champion, sampled={name: getattr(found, name) for name in RESULTS})
