"""The page of a tournament: a table of places, and a table of all pairs."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fogel.core.files import write_file
from fogel.plots.screen import css
from fogel.tools.tournament import Standings
from fogel.web.builder import REPORT

TITLE = "The tournament"
SIGNS = {1.0: "1", 0.5: "½", 0.0: "0"}
KINDS = "won", "tied", "lost"


def page(league: Standings, wrong: Mapping[str, Any] | None = None, title: str = TITLE) -> str:
    """The league as one HTML file that needs no other."""
    contest, rows = league.contest, league.rows
    games = len(league.contest.games) + sum(one.games for one in league.contest.samples.values())
    shown = {
        "title": title,
        "count": str(len(rows)),
        "game": contest.game.name,
        "games": f"{games:,}",
        "how": contest.describe_games(),
        "unit": contest.unit,
        "first": f"as {contest.game.name_player(1)}",
        "second": f"as {contest.game.name_player(2)}",
        "about": contest.about,
        "begins": contest.begins,
    }
    parts = {name: html.escape(text) for name, text in shown.items()} | {
        "style": f"{css()}\n{(REPORT / 'report.css').read_text(encoding='utf-8').rstrip()}",
        "head": _head(contest),
        "columns": "".join(_cell(name.replace(" %", "&nbsp;%"), "th") for name in contest.columns),
        "table": "\n".join(_table_row(league, row) for row in rows),
        "heads": "".join(_cell(row.place, "th", row.name) for row in rows),
        "cross": "\n".join(_cross_row(league, row) for row in rows),
        "left_out": _left_out(wrong or {}),
    }
    text = (REPORT / "league.html").read_text(encoding="utf-8")
    return re.sub("{(" + "|".join(parts) + ")}", lambda found: parts[found[1]], text)


def describe_points(league: Standings, row: Any) -> str:
    """Return an entrant's points, with their 95 % interval if games are sampled."""
    if not league.contest.samples:
        return f"{row.points:g}"
    low, high = row.points_interval
    return f"{row.points:.3f} ({low:.3f} to {high:.3f})"


def describe(league: Standings, wrong: Mapping[str, Any]) -> str:
    """Return the league as text: the table, which games there are, and what was left out."""
    contest = league.contest
    lines = [["place", contest.unit, *contest.columns, "player"]]
    for row in league.rows:
        shown = [describe_points(league, row), *contest.show(row.measured)]
        lines.append([str(row.place), *shown, row.name])
    widths = [max(map(len, column)) for column in [*zip(*lines, strict=True)][:-1]]
    table = ["  ".join([*map(str.rjust, line, widths), line[-1]]) for line in lines]
    out = [f"Left out: {name}: {words}" for name, words in wrong.items()]
    return "\n".join([*table, contest.describe_games(), *out])


def _head(contest):
    """The cells over the measured columns, of which the last one is no result."""
    if not contest.columns:
        return ""
    tag, span = "th" if contest.head else "td", len(contest.columns) - 1
    return _cell(contest.head, tag, span=span) + "<td></td>"


def _cell(text, tag="td", about="", kind="", span=1):
    """A cell of a table, of numbers."""
    titled = f' title="{html.escape(about)}"' if about else ""
    wide = f' colspan="{span}"' if span > 1 else ""
    return f'<{tag} class="{f"n {kind}".rstrip()}"{titled}{wide}>{text}</{tag}>'


def _table_row(league, row):
    cells = [describe_points(league, row), _bar(row.as_x), _bar(row.as_o)]
    cells += league.contest.show(row.measured)
    name = f"<td>{html.escape(row.name)}</td>"
    return f"<tr>{_cell(row.place)}{name}{''.join(map(_cell, cells))}</tr>"


def _bar(counts):
    """Games won, tied and lost as a bar of three colours, over their numbers."""
    parts = "".join(
        f'<i class="{kind}" style="flex-grow: {count}"></i>'
        for kind, count in zip(KINDS, counts, strict=True)
        if count
    )
    numbers = " ".join(f"<span>{round(count, 2):g}</span>" for count in counts)
    return (
        f'<span class="shares" aria-hidden="true">{parts}</span><span'
        f' class="three">{numbers}</span>'
    )


def _cross_row(league, row):
    cells = [
        _cell("·", kind="quiet") if other is row else _cross_cell(league, row.name, other.name)
        for other in league.rows
    ]
    return f"<tr>{_cell(row.place, 'th')}<td>{html.escape(row.name)}</td>{''.join(cells)}</tr>"


def _cross_cell(league, x, o):
    """The points of a pair, in blue or orange if their interval is above or below a half."""
    points, low, high = league.contest.score(x, o)
    kind = KINDS[0 if low > 0.5 else 2 if high < 0.5 else 1]
    text = SIGNS[points] if (x, o) in league.contest.games else f"{points:.2f}"
    return _cell(text, about=league.contest.describe(x, o), kind=kind)


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
