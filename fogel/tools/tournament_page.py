"""The page of a tournament: a table of places, and a table of all pairs."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from fogel.core.files import write_file
from fogel.core.texts import number
from fogel.encoding import X
from fogel.plots.screen import css
from fogel.tools.tournament import SCORES, Standings
from fogel.web.builder import REPORT

TITLE = "The tournament"
EXACT = """\
each begins once against each of the others. A network uses no random numbers, so the same two
play the same game whenever they meet, and this table is exact."""
SAMPLED = "each begins against each of the others. {how}"
SIGNS = {1.0: "1", 0.5: "½", 0.0: "0"}


def page(league: Standings, wrong: Mapping[str, Any] | None = None, title: str = TITLE) -> str:
    """The league as one HTML file that needs no other."""
    parts = {
        "games": f"{len(league.games) + sum(one.games for one in league.samples.values()):,}",
        "how": SAMPLED.format(how=html.escape(describe_games(league))) if league.samples else EXACT,
        "game": f" The game is “{html.escape(league.rules.name)}”." if league.rules else "",
        "against": league.yardstick.head,
        "yardstick": league.yardstick.words,
        "ceiling": f"{league.yardstick.ceiling:.2f}",
        "table": "\n".join(_table_row(league, row) for row in league.rows),
    }
    return league_page(
        "league.html", league.rows, partial(_cell, league), parts, wrong or {}, title
    )


def league_page(
    body: str,
    rows: Sequence[Any],
    cell: Callable,
    parts: Mapping[str, str],
    wrong: Mapping[str, Any],
    title: str,
) -> str:
    """The HTML file of a league: the head of all leagues, and `body`, with `parts` where their
    names stand in braces.

    `rows` have a `place` and a `name`; `cell(row, other)` is the kind, the text and the title of a
    cell of the table in which everybody meets everybody.
    """
    parts = {
        **parts,
        "title": html.escape(title),
        "style": f"{css()}\n{(REPORT / 'report.css').read_text(encoding='utf-8').rstrip()}",
        "count": str(len(rows)),
        "heads": "".join(
            f'<th class="n" title="{html.escape(row.name)}">{row.place}</th>' for row in rows
        ),
        "cross": "\n".join(_cross_row(row, rows, cell) for row in rows),
        "left_out": _left_out(wrong),
    }
    text = "".join(
        (REPORT / name).read_text(encoding="utf-8") for name in ("league_head.html", body)
    )
    return re.sub("{(" + "|".join(parts) + ")}", lambda found: parts[found[1]], text)


def describe_games(league: Standings) -> str:
    """Return whether the table is exact or which games are sampled, in words."""
    if not league.samples:
        return (
            "Exact: all of them always give the same answer, so one game each way settles each"
            " pair."
        )
    each = next(iter(league.samples.values())).games
    names = league.random
    return (
        f"Sampled: {', '.join(names)} {'doesn' if len(names) == 1 else 'don'}'t always give the"
        f" same answer. For each pair with one that doesn't, {each:,} games are sampled with each"
        " of the two moving first, and points have 95 % intervals. All other pairs play one game"
        " each way, and are exact."
    )


def _table_row(league, row):
    half = league.intervals[row.name][1] if league.samples else 0.0
    played = [_bar(one) for one in (row.as_x, row.as_o)]
    shares = [f"{100 * share:.1f}" for share in row.results]
    cells = [
        (
            f"{row.points:.2f} ± {league.intervals[row.name][0]:.2f}"
            if league.samples
            else f"{row.points:g}"
        ),
        *played,
        number(row.payoff) + (f" ± {half:.2f}" if half else ""),
        *shares,
        "yes" if row.never_loses else "no",
    ]
    numbers = "".join(f'<td class="n">{cell}</td>' for cell in [*cells, row.hidden_nodes or "–"])
    return f'<tr><td class="n">{row.place}</td><td>{html.escape(row.name)}</td>{numbers}</tr>'


def _bar(counts):
    """Games won, tied and lost as a bar of three colours, over their numbers."""
    kinds = list(zip(("won", "tied", "lost"), counts, strict=True))
    parts = "".join(
        f'<i class="{kind}" style="flex-grow: {count}"></i>' for kind, count in kinds if count
    )
    numbers = " ".join(f"<span>{round(count, 2):g}</span>" for count in counts)
    return (
        f'<span class="shares" aria-hidden="true">{parts}</span><span'
        f' class="three">{numbers}</span>'
    )


def _cell(league, row, other):
    """The kind, the text and the title of the cell of a game."""
    if sample := league.samples.get((row.name, other.name)):
        points = (sample.win + sample.tie / 2) / sample.games
        about = (
            f"{row.name} begins against {other.name}: won {sample.win:,}, tied {sample.tie:,}, lost"
            f" {sample.loss:,}"
        )
        return (
            _kind((points > 0.5) - (points < 0.5)),
            f"{points:.2f}",
            f"{about} of {sample.games:,} games",
        )
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
    return (
        f'<tr><th class="n">{row.place}</th><td>{html.escape(row.name)}</td>{"".join(cells)}</tr>'
    )


def _kind(won):
    return {1: "won", 0: "tied", -1: "lost"}[won]


def _left_out(wrong):
    if not wrong:
        return ""
    lines = "".join(
        f"<li>{html.escape(name)}: {html.escape(words)}</li>" for name, words in wrong.items()
    )
    return f"<section><h2>Files that were left out</h2><ul>{lines}</ul></section>"


def save_page(
    path: Path, league: Standings, wrong: Mapping[str, Any] | None = None, title: str = TITLE
) -> None:
    """Writes the page into a file."""
    write_file(path, page(league, wrong, title))
