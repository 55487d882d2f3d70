"""The report's script of forty runs, and its loss rates (chapter 15)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fogel.core.files import make_writable, read_text, write_files
from fogel.core.results import check_format, check_result, read_json, versions
from fogel.core.saving import Saved
from fogel.core.types import Figure, FilePath, Json
from fogel.core.workers import share_out
from fogel.plots import drawing, style
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import Rules
from fogel.school.network import Arch
from fogel.school.network_files import write_arch, write_weights
from fogel.school.pupil import compute_sizes
from fogel.school.school import SchoolSettings, Score, Session, best_match, session_scores, sessions
from fogel.school.texts import session_text

TICKS = 100  # of a run: progress in %
KIND, FORMAT, VERSION = "the record of a run", "fogel-school-run", 1
LARGEST_FILE = 1_000_000  # bytes


class Line(NamedTuple):
    """A line of the report's script: its number, its options, and the loss rate that it came to, in
    %.
    """

    name: str
    sessions: int
    matches: int
    games: int
    seed: int
    target_loss: int
    reported: int

    def settings(self, base: SchoolSettings | None = None, **changes: Any) -> SchoolSettings:
        """The SchoolSettings of the line; `base` says what the script does not."""
        options = {
            name: getattr(self, name)
            for name in ("sessions", "matches", "games", "seed", "target_loss")
        }
        return (base or SchoolSettings()).change(**options | changes)


def _lines():
    """The forty lines, part by part: in each a single option is varied, and the seed with it."""
    usual = {"sessions": 200, "matches": 10, "games": 500, "target_loss": 0}
    parts = (  # by option: its values, the loss rates reported
        ("seed", range(10), (82, 62, 46, 44, 18, 76, 37, 36, 25, 16)),
        ("target_loss", range(10, 101, 10), (82, 62, 46, 44, 18, 76, 63, 84, 70, 41)),
        ("games", (*range(50, 451, 50), 1000), (84, 80, 83, 34, 55, 29, 20, 53, 72, 2)),
        ("matches", (1, 3, 5, 20, 30), (63, 87, 83, 14, 11)),
        ("sessions", (1, 10, 50, 100, 500), (76, 74, 79, 47, 51)),
    )
    for ten, (option, values, reported) in enumerate(parts):
        for number, (value, rate) in enumerate(zip(values, reported, strict=True)):
            yield Line(
                f"{ten}{number}", **usual | {"seed": number} | {option: value}, reported=rate
            )


SCRIPT = tuple(_lines())
# What is varied in the runs 00-, 10-, 20-, 30- and 40-.
PARTS = ("seed", "target_loss", "games", "matches", "sessions")


# Many parameters: a run is played, printed, counted, saved and resumed, and each caller wants
# another choice of these.
def run(
    settings: SchoolSettings,
    arch: Arch | None = None,
    rules: Rules | None = None,
    root: FilePath | None = None,
    executor: Executor | None = None,
    say: Callable[[str], object] | None = None,
    tick: Callable[[int], object] | None = None,
    scores_of: Callable[[int, Arch], tuple[Score, ...]] | None = None,
    record: FilePath | None = None,
    saved: Saved | None = None,
) -> Json:
    """One run at school; what it came to as plain values, see `outcome`.

    `root`: where the best architecture and weights are saved, as `root`.cfg and `root`.wts;
    `record` is a file for what it came to, written together with them. `say(text)` is told each
    session as the report prints it; `tick(n)` that n more % are done. `scores_of`: see `sessions`.
    `saved`, a saving.Saved, keeps each session as it ends, and knows those that need not be played
    again.
    """
    rules, seen, told = rules or find_rules("standard"), [], 0
    if saved:
        play = scores_of or partial(session_scores, settings, rules, executor=executor)
        scores_of = partial(_kept_scores, saved, play)
    for session in sessions(settings, arch, rules, executor, scores_of=scores_of):
        if say:
            say(session_text(session, settings, root))
        done = TICKS * session.number // (settings.sessions + 1) if session.verdict else TICKS
        if tick:
            tick(done - told)
        told = done
        best = session.scores[session.best_match]
        scores = tuple(score._replace(weights=None) for score in session.scores)
        seen.append(session._replace(scores=scores))
    found = outcome(settings, seen)
    files = _best_files(Path(root), session.arch, best, rules) if root else {}
    if record:
        files[Path(record)] = _record_text(found)
    _write_in_folders(files)
    return found


def _write_in_folders(files):
    """Writes files together, and makes their folders before."""
    for path in files:
        path.parent.mkdir(parents=True, exist_ok=True)
    write_files(files)


def _kept_scores(saved, play, number, arch):
    """The Scores of a session: those that were saved, or those that `play` finds, which are saved.

    Of the weights only the best match's are kept, as nobody asks for the others'.
    """
    name = f"session_{number:07d}"
    if there := saved.load(name):
        scores = [Score(tuple(counts), *rest, None) for counts, *rest in there["scores"]]
        best = there["best"]
        scores[best] = scores[best]._replace(weights=there["weights"])
        return tuple(scores)
    scores = play(number, arch)
    best = best_match(scores)
    saved.save(
        name,
        {"scores": [score[:3] for score in scores], "best": best, "weights": scores[best].weights},
    )
    return scores


def _best_files(root, arch, score, rules):
    """{path: text} of an architecture and of the weights of a match, `root`.cfg and `root`.wts."""
    about = f"{root.name}.wts", score.losses, score.games
    return {
        Path(f"{root}.cfg"): write_arch(
            arch, f"{root.name}.cfg", "NeuNet configuration, found at school."
        ),
        Path(f"{root}.wts"): write_weights(
            score.weights, compute_sizes(rules, arch), *about, arch=arch
        ),
    }


def outcome(settings: SchoolSettings, seen: Sequence[Session]) -> Json:
    """What a run came to, from its sessions, as plain JSON values.

    Rates are in %. `loss_rate` is that of the best match of the final session, as the report's
    weights files have it; `first`, `best` and `replayed` are the rates of the first session, of the
    session whose architecture was kept as the best, and of the final session, which plays that
    architecture again; `rates` those of all sessions.
    """
    *searching, final = seen
    kept = next(
        (one for one in searching if one.arch == final.arch and one.rating == final.best), None
    )
    match = final.scores[final.best_match]
    return {
        "settings": settings.to_dict(),
        "loss_rate": 100 * match.losses / match.games,
        "losses": match.losses,
        "counts": list(match.counts),
        "first": _rate(searching[0]),
        "best": _rate(kept) if kept else None,
        "replayed": _rate(final),
        "rates": [_rate(session) for session in searching],
        "final": [100 * score.losses / score.games for score in final.scores],
        "sessions": len(searching),
        "reached": len(searching) < settings.sessions
        or searching[-1].rating <= settings.target_loss,
        "games": sum(session.games for session in seen),
        "arch": {**final.arch.to_dict(), "hidden": list(final.arch.hidden)},
        "versions": versions(),
    }


def _rate(session):
    return 100 * session.losses / session.games


# The script.


# Many parameters: four of them are those of every job, under the names that all jobs share.
def run_script(
    base: SchoolSettings | None = None,
    lines: Sequence[Line] = SCRIPT,
    seeds: int | None = None,
    out: FilePath | None = None,
    executor: Executor | None = None,
    progress: Callable[..., Any] | None = None,
    workers: int | None = None,
    restart: bool = False,
) -> dict[str, Json]:
    """{name: outcome} of some lines of the script, in their order.

    With `seeds`, a number, each line is run with the seeds from 0 on, and its names are such as
    "29-03". In the folder `out` each run is written as soon as it is over, and what is found there
    of the same settings is not run again. Raises SavedError, before any work, if a run of the same
    name and other settings is there, unless `restart` says to discard all of them.
    """
    work = [(line.name, line.settings(base)) for line in lines]
    if seeds:
        work = [
            (f"{line.name}-{seed:02}", line.settings(base, seed=seed))
            for line in lines
            for seed in range(seeds)
        ]
    if out:
        make_writable(Path(out))
        for name, settings in work:
            _check_record(Path(out, f"{name}.json"), settings.to_dict(), restart)
    for _ in sessions(work[0][1].change(sessions=1, matches=1, games=1)):
        pass  # compiled once, before several workers would all do it
    done = share_out(partial(_one, work, out), len(work), TICKS, executor, progress, workers)
    return {name: found for (name, _), found in zip(work, done, strict=True)}


def compare(found: Mapping[str, Json]) -> list[tuple[str, int, float]]:
    """[(name, reported, ours)] of the script's lines among some outcomes; loss rates in %, ours not
    rounded.
    """
    lines = {line.name: line.reported for line in SCRIPT}
    return [(name, lines[name.partition("-")[0]], one["loss_rate"]) for name, one in found.items()]


def script_text(found: Mapping[str, Json]) -> str:
    """The loss rates of some outcomes beside the report's, as text."""
    rows = ["line     reported    ours   first session  best session  replayed  sessions"]
    for name, reported, ours in compare(found):
        one = found[name]
        best = "-" if one["best"] is None else f"{one['best']:.1f}%"
        rows.append(
            f"{name:<8} {reported:>7}% {int(ours):>6}% {one['first']:>14.1f}% {best:>13}"
            f" {one['replayed']:>8.1f}% {one['sessions']:>9}"
        )
    return "\n".join(rows)


@style.styled
def draw(found: Mapping[str, Json]) -> Figure:
    """The loss rates of the script's lines, the report's and ours, as a matplotlib Figure: a column
    a line.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(style.PAGE, 3.4), layout="constrained")
    axes, rows = figure.subplots(), compare(found)
    places = np.cumsum(
        [
            1 + (row[0][0] != before[0][0])
            for row, before in zip(rows, [rows[0], *rows], strict=False)
        ]
    )
    for place, (_, reported, ours) in zip(places, rows, strict=True):
        axes.plot([place, place], [reported, ours], color=drawing.GRID, linewidth=1, zorder=1)
    for number, (label, colour, marker) in enumerate(
        (("report", drawing.INK, "o"), ("here", drawing.GREEN, "D")), 1
    ):
        values = [row[number] for row in rows]
        axes.plot(places, values, marker, color=colour, label=label, markersize=4.5)
    axes.set(
        ylabel="loss rate of the best weights, in %",
        ylim=(0, 100),
        xlabel="line of the script",
        xticks=places,
    )
    axes.set_xticklabels([row[0] for row in rows], rotation=90, fontsize=7)
    for part in sorted({row[0][0] for row in rows}):
        middle = np.mean(
            [place for place, row in zip(places, rows, strict=True) if row[0][0] == part]
        )
        axes.text(middle, 102, PARTS[int(part)], ha="center", color=drawing.GREY)
    figure.legend(loc="outside upper right", ncols=2)
    return figure


def _one(work, out, number, tick):
    name, settings = work[number]
    if not out:
        return run(settings, tick=tick)
    path = Path(out) / f"{name}.json"
    if path.is_file():
        found = _recorded(path)
        if found.get("settings") == settings.to_dict() and found.get("versions") == versions():
            if tick:
                tick(TICKS)
            return found
    return run(settings, root=Path(out) / name, tick=tick, record=path)


def _check_record(path, settings, restart):
    """Raises SavedError if a file holds a whole run of other settings; with `restart` it is
    removed.
    """
    if restart:
        path.unlink(missing_ok=True)
    check_result(path, lambda path: _recorded(path).get("settings", settings), settings)


def _record_text(found):
    """What a run came to as the text of its file, which says by a digest that it is whole."""
    return (
        json.dumps(
            {"format": FORMAT, "version": VERSION, "digest": _digest(found), **found}, indent=1
        )
        + "\n"
    )


def _recorded(path):
    """What was written of a run, nothing if that can't be read or has been changed."""
    try:
        found = read_json(read_text(path, LARGEST_FILE), KIND)
        check_format(found, FORMAT, VERSION, KIND)
        said = found.pop("digest", None)
        del found["format"], found["version"]
        return found if said == _digest(found) else {}
    except (ValueError, RecursionError):
        return {}


def _digest(found):
    return drawing.digest(json.dumps(found, sort_keys=True))
