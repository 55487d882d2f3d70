"""The report's own program: its options, its menu, its Game Mode."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from fogel.cli.players_files import (
    LARGEST_SEED,
    SEED_FILE,
    find_makers,
    load_players,
    next_seed,
    read_players,
    write_players,
)
from fogel.rules.referee import Tally, play_series, seat
from fogel.rules.rule_files import board_text, find_rules, labelled
from fogel.rules.rules import outcome, place
from fogel.web.board.terminal import Human

MOST = {"matches": 10_000, "games": 1_000_000, "debug": 9, "seed": LARGEST_SEED - 1}
LEAST = {"matches": 1, "games": 1, "debug": 0, "seed": 0}
DEBUG = "1: the tally after each game, 2: also the last boards, 3: also every move"
MENU = """\
  r  rules file      {rules}
  p  players         {players}
  m  matches         {matches}
  g  games a match   {games}
  d  debug level     {debug}
  R  random seed     {seed}
  w  write the players into a file
  go to play, q to quit"""


@dataclass(frozen=True)
class Options:
    """What the report's command line says: `rules` is a file or a shipped game, `players` the
    entries of `lineup`.
    """

    rules: str = "standard"
    players: tuple = ()
    matches: int = 1
    games: int = 10
    debug: int = 0
    seed: int | None = None
    first_player: str = "turn"

    def __post_init__(self):
        for field, most in MOST.items():
            value = getattr(self, field)
            if value is not None and not LEAST[field] <= value <= most:
                raise ValueError(
                    f"{field} must be a whole number from {LEAST[field]} to {most:,}, not {value!r}"
                )


def run(
    options: Options, ask: Callable[[str], str] = input, say: Callable[[str], Any] = print
) -> list[Tally]:
    """Plays what the options say; returns the tallies, which are said as they come.

    Raises ValueError for wrong files or players, OSError for files that can't be read; both before
    a game is played.
    """
    # In the report the players file says how many they are.
    rules = find_rules(options.rules, len(options.players))
    players = seat(rules, find_makers(options.players, ask, say))
    for person in (player for player in players if isinstance(player, Human)):
        person.others = [other for other in players if other is not person]
    rng = np.random.default_rng(next_seed() if options.seed is None else options.seed)
    tallies = []
    for tally in play_series(
        rules,
        players,
        options.matches,
        options.games,
        rng,
        options.first_player,
        watch=_watch(rules, options.debug, say),
    ):
        tallies.append(tally)
        say(str(tally))
    return tallies


def _watch(rules, debug, say):
    """What is said of each game at a debug level."""

    def watch(game, tally):
        board = rules.start.squares
        for player, square in game.moves if debug > 2 else ():
            board = board if square is None else place(rules, board, square, player)
            if outcome(rules, board, last=player) is None:
                say(labelled(f"{rules.name}: ", board_text(rules, board)))
        if debug > 1:
            say(labelled(f"{rules.name}: ", board_text(rules, game.board)))
        if debug > 0:
            say(str(tally))

    return watch


# The interactive mode.


def menu(
    options: Options, ask: Callable[[str], str] = input, say: Callable[[str], Any] = print
) -> Any:
    """The Options that a person chooses; None if there is to be no game."""
    while True:
        say(MENU.format(**_shown(options)))
        try:
            word, _, rest = ask("Your choice: ").strip().partition(" ")
            if word in ("q", "quit"):
                return None
            if word == "go":
                if options.players:
                    return options
                raise ValueError("players: choose who takes part first, with p")
            options = _chosen(options, word, rest.strip() or ask(_question(word)).strip(), say)
        except EOFError:
            return None
        except OSError as problem:
            say(f"{problem.filename}: {problem.strerror}")
        except ValueError as problem:
            say(str(problem))


_QUESTIONS = {
    "r": "A rule file, or the name of a game: ",
    "p": "A players file, or the players, such as: human, trad perfect: ",
    "m": "Matches: ",
    "g": "Games: ",
    "d": f"Debug level ({DEBUG}): ",
    "R": f"Seed, or nothing for the one in {SEED_FILE}: ",
    "w": "The file's name: ",
}
_NUMBERS = {"m": "matches", "g": "games", "d": "debug", "R": "seed"}


def _question(word):
    if word not in _QUESTIONS:
        raise ValueError(f"choose one of {', '.join(_QUESTIONS)}, go or q, not {word[:20]!r}")
    return _QUESTIONS[word]


def _chosen(options, word, text, say):
    """The options with one of them changed."""
    _question(word)
    if word == "r":
        find_rules(text)
        return replace(options, rules=text)
    if word == "p":
        return replace(options, players=tuple(_players(text)))
    if word == "w":
        from fogel.core.files import write_file

        write_file(text, write_players(options.players, text))
        say(f"{text} written")
        return options
    if word == "R" and not text:
        return replace(options, seed=None)
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        raise ValueError(f"{_NUMBERS[word]} must be a whole number, not {text[:20]!r}")
    return replace(options, **{_NUMBERS[word]: int(text)})


def _players(text):
    """The entries of a file, or of a list with commas."""
    if "," not in text:
        return load_players(text)
    rows = [row.strip() for row in text.split(",")]
    try:
        return read_players("\n".join([str(len(rows)), *rows]))
    except ValueError as problem:
        raise ValueError(f"players: {str(problem).partition(': ')[2]}") from None


def _shown(options):
    players = ", ".join(
        " ".join([entry.kind, entry.level or "", *entry.files]).strip() for entry in options.players
    )
    seed = f"from {SEED_FILE}" if options.seed is None else options.seed
    return {**vars(options), "players": players or "none yet", "seed": seed}
