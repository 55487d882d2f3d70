"""A class's tournament: a folder of champion files, or of league agents, in, an exact league table out.

Networks draw nothing, so two of them play one and the same game whenever they meet: a league in which everybody begins
once against everybody else is the whole truth about them. Beside it stands what each is worth against the paper's
opponent, exactly. A league agent that names a taken square is disqualified, and the other one wins.

Champions of one other game play that game, and stand beside what they are worth from both seats against a perfect
player that slips.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from fogel import audit
from fogel.anygame import exact
from fogel.anygame.curve import load_any, rules_of
from fogel.anygame.seats import network_player
from fogel.anygame.settings import GameSettings, game_of
from fogel.classroom import PARTS
from fogel.encoding import X
from fogel.files import printable, write_file
from fogel.kinds import FilePath, Json
from fogel.league.league import play_match
from fogel.network import Network
from fogel.palette import css
from fogel.ttt.rules.referee import play_game, seat
from fogel.ttt.rules.rule_files import write_rules
from fogel.ttt.rules.rules import Rules
from fogel.words import number

MOST_ENTRANTS = 500
SCORES = {1: 1.0, 0: 0.5, -1: 0.0}  # points for a win, a tie and a loss, as in chess
TITLE = "The tournament"
PAPERS = ("against the paper’s opponent, exactly", "the near-perfect opponent")
PERFECTS = (
    "against a perfect player that slips, exactly",
    "a player that keeps the best result it can and slips with probability {slip:g}, half of them from each seat,",
)
SIGNS = {1.0: "1", 0.5: "½", 0.0: "0"}


class Place(NamedTuple):
    """An entrant's row in the table: games as (wins, ties, losses) with either mark, and the exact audit."""

    place: int
    name: str
    points: float
    as_x: tuple
    as_o: tuple
    payoff: float
    results: audit.Results
    never_loses: bool  # as X
    hidden_nodes: int  # None for a league agent, whose moves alone are read


class Yardstick(NamedTuple):
    """Whom all are measured against: in a table's head, in a sentence, and what no player's payoff exceeds."""

    head: str
    words: str
    ceiling: float


class Standings(NamedTuple):
    """The `rows`, the best first; `games[x, o]`: (winner, squares) of the game between two names, `x` beginning.

    `disqualified`: {(x, o): the mark of who was disqualified}, of the games that ended so. `rules`: of another game
    than the standard one, otherwise None.
    """

    rows: list
    games: dict
    disqualified: dict
    yardstick: Yardstick
    rules: Rules | None = None


def load_entrants(
    folder: FilePath,
    read: Callable[[Path], Any] = load_any,
    game_of: Callable[[Any], Any] = rules_of,
    called: Callable[[Any], str] = attrgetter("name"),
    most: int | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """({name: player}, {file: what is wrong}) of all champion files and league agents below a folder.

    A file's name, without .json, is its entrant's. All play one game: that of most files, of the first in order if
    several games have as many. Raises ValueError if fewer than 2 or more than `most`, or else MOST_ENTRANTS, are left.
    Other kinds of players have another way to `read` a file, to name its game, and to say what that is `called`.
    """
    most = MOST_ENTRANTS if most is None else most
    folder = Path(folder)
    networks, wrong = {}, {}
    for path in sorted(folder.rglob("*.json")):
        name = printable(path.relative_to(folder).with_suffix("").as_posix())
        try:
            networks[name] = read(path)
        except OSError as problem:
            wrong[name] = problem.strerror
        except ValueError as problem:
            wrong[name] = str(problem).removeprefix(f"{path}: ")
    networks = _of_one_game(networks, wrong, game_of, called)
    if not 2 <= len(networks) <= most:
        found = f"{len(networks)} in it can be read and play one game"
        raise ValueError(f"the folder must hold 2 to {most} champion files; {found}")
    return networks, wrong


def _of_one_game(networks, wrong, game_of, called):
    """Those that play the game of most; of the others it is noted what is wrong."""
    games = {name: game_of(player) for name, player in networks.items()}
    ((most, _),) = Counter(games.values()).most_common(1) or [(None, 0)]
    others = {name: game for name, game in games.items() if game != most}
    wrong |= {name: f"plays {called(game)!r}, and most play {called(most)!r}" for name, game in others.items()}
    return {name: player for name, player in networks.items() if name not in others}


def play_league(networks: dict[str, Any], progress: Callable[..., Any] = iter) -> Standings:
    """The League of {name: player}: everybody begins once against everybody else.

    They are Networks or league agents, or champions of one other game. More points go first, then the higher exact
    payoff; with both equal, entrants share a place and stand by name.
    """
    standard = game_of("standard")
    rules = next(map(rules_of, networks.values()), standard)
    pairs = [(x, o) for x in networks for o in networks if x != o]
    games, out, found, yardstick = (_standard if rules == standard else _another)(networks, progress(pairs))
    rows = [_row(name, networks[name], games, found[name]) for name in networks]
    rows.sort(key=lambda row: (-row.points, -row.payoff, row.name))
    ahead = [sum((other.points, other.payoff) > (row.points, row.payoff) for other in rows) for row in rows]
    rows = [row._replace(place=1 + count) for row, count in zip(rows, ahead, strict=True)]
    return Standings(rows, games, out, yardstick, None if rules == standard else rules)


def _standard(networks, pairs):
    """(games, disqualified, {name: (results, payoff, never loses as X)}, the Yardstick) of the standard game."""
    matches = {(x, o): play_match(networks[x], networks[o], None) for x, o in pairs}
    games = {pair: (match.winner - match.disqualified, list(match.squares)) for pair, match in matches.items()}
    out = {pair: match.disqualified for pair, match in matches.items() if match.disqualified}
    found = {
        name: (results, audit.expected_payoff(results), audit.never_loses(networks[name]))
        for name, results in _results(networks).items()
    }
    return games, out, found, Yardstick(*PAPERS, float(audit.ceiling().payoff))


def _another(networks, pairs):
    """The same of the game that all these champions play."""
    rules = rules_of(next(iter(networks.values())))
    both, opens = (GameSettings(game=rules, seat=name, opponent="perfect") for name in ("both", "first"))
    found, games = {}, {}
    for name, network in networks.items():
        standing = exact.standing(network, both)
        results = audit.Results(win=standing.win, tie=standing.tie, loss=standing.loss)
        found[name] = (results, standing.worth, exact.lines(network, opens)[1] == 0)
    for x, o in pairs:
        game = play_game(rules, seat(rules, [network_player(networks[name]) for name in (x, o)]), None)
        games[x, o] = (game.outcome[0], [square for _, square in game.moves])
    head, words = PERFECTS
    return games, {}, found, Yardstick(head, words.format(slip=both.slip), exact.ceiling(both))


def _results(networks):
    """{name: Results}: of Networks at the engine's speed, of agents one after another."""
    fast = {name: network for name, network in networks.items() if isinstance(network, Network)}
    found = dict(zip(fast, audit.results_of(list(fast.values())), strict=True))
    return {name: found[name] if name in fast else audit.results(player) for name, player in networks.items()}


def _row(name, player, games, found):
    results, payoff, never_loses = found
    as_x = [won for (x, _), (won, _) in games.items() if x == name]
    as_o = [-won for (_, o), (won, _) in games.items() if o == name]
    return Place(
        place=0,
        name=name,
        points=sum(SCORES[won] for won in as_x + as_o),
        as_x=tuple(as_x.count(result) for result in (1, 0, -1)),
        as_o=tuple(as_o.count(result) for result in (1, 0, -1)),
        payoff=round(payoff, 9),  # what is equal in fractions is to be equal here
        results=results,
        never_loses=never_loses,
        hidden_nodes=getattr(player, "hidden_nodes", None),
    )


def to_dict(league: Standings, wrong: Mapping[str, Any]) -> Json:
    """The league as plain values."""
    return {
        "table": [row._asdict() | {"results": row.results._asdict()} for row in league.rows],
        "games": [
            {"x": x, "o": o, "winner": won, "squares": squares, "disqualified": league.disqualified.get((x, o), 0)}
            for (x, o), (won, squares) in league.games.items()
        ],
        "left_out": wrong,
        **({"game": write_rules(league.rules)} if league.rules else {}),
    }


def page(league: Standings, wrong: Mapping[str, Any] | None = None, title: str = TITLE) -> str:
    """The league as one HTML file that needs no other."""
    parts = {
        "games": f"{len(league.games):,}",
        "game": f" The game is “{html.escape(league.rules.name)}”." if league.rules else "",
        "against": league.yardstick.head,
        "yardstick": league.yardstick.words,
        "ceiling": f"{league.yardstick.ceiling:.2f}",
        "table": "\n".join(map(_table_row, league.rows)),
    }
    return league_page("league.html", league.rows, partial(_cell, league), parts, wrong or {}, title)


def league_page(
    body: str, rows: Sequence[Any], cell: Callable, parts: Mapping[str, str], wrong: Mapping[str, Any], title: str
) -> str:
    """The HTML file of a league: the head of all leagues, and `body`, with `parts` where their names stand in braces.

    `rows` have a `place` and a `name`; `cell(row, other)` is the kind, the text and the title of a cell of the table in
    which everybody meets everybody.
    """
    parts = {
        **parts,
        "title": html.escape(title),
        "style": f"{css()}\n{(PARTS / 'report.css').read_text(encoding='utf-8').rstrip()}",
        "count": str(len(rows)),
        "heads": "".join(f'<th class="n" title="{html.escape(row.name)}">{row.place}</th>' for row in rows),
        "cross": "\n".join(_cross_row(row, rows, cell) for row in rows),
        "left_out": _left_out(wrong),
    }
    text = "".join((PARTS / name).read_text(encoding="utf-8") for name in ("league_head.html", body))
    return re.sub("{(" + "|".join(parts) + ")}", lambda found: parts[found[1]], text)


def _table_row(row):
    played = [_bar(one) for one in (row.as_x, row.as_o)]
    shares = [f"{100 * share:.1f}" for share in row.results]
    cells = [
        f"{row.points:g}",
        *played,
        number(row.payoff),
        *shares,
        "yes" if row.never_loses else "no",
    ]
    numbers = "".join(f'<td class="n">{cell}</td>' for cell in [*cells, row.hidden_nodes or "–"])
    return f'<tr><td class="n">{row.place}</td><td>{html.escape(row.name)}</td>{numbers}</tr>'


def _bar(counts):
    """Games won, tied and lost as a bar of three colours, over their numbers."""
    kinds = list(zip(("won", "tied", "lost"), counts, strict=True))
    parts = "".join(f'<i class="{kind}" style="flex-grow: {count}"></i>' for kind, count in kinds if count)
    numbers = " ".join(f"<span>{count}</span>" for count in counts)
    return f'<span class="shares" aria-hidden="true">{parts}</span><span class="three">{numbers}</span>'


def _cell(league, row, other):
    """The kind, the text and the title of the cell of a game."""
    won, squares = league.games[row.name, other.name]
    about = f"{row.name} begins against {other.name}: squares {', '.join(map(str, squares))}"
    out = league.disqualified.get((row.name, other.name))
    about += f"; {row.name if out == X else other.name} is disqualified" if out else ""
    return _kind(won), SIGNS[SCORES[won]], about


def _cross_row(row, rows, cell):
    cells = []
    for other in rows:
        if other.name == row.name:
            cells.append('<td class="n quiet">·</td>')
            continue
        kind, text, about = cell(row, other)
        cells.append(f'<td class="n {kind}" title="{html.escape(about)}">{text}</td>')
    return f'<tr><th class="n">{row.place}</th><td>{html.escape(row.name)}</td>{"".join(cells)}</tr>'


def _kind(won):
    return {1: "won", 0: "tied", -1: "lost"}[won]


def _left_out(wrong):
    if not wrong:
        return ""
    lines = "".join(f"<li>{html.escape(name)}: {html.escape(words)}</li>" for name, words in wrong.items())
    return f"<section><h2>Files that were left out</h2><ul>{lines}</ul></section>"


def save_page(path: Path, league: Standings, wrong: Mapping[str, Any] | None = None, title: str = TITLE) -> None:
    """Writes the page into a file."""
    write_file(path, page(league, wrong, title))
