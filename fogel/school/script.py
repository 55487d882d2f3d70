"""The report's script of forty runs, and its loss rates (chapter 15)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from fogel.core.files import write_files
from fogel.core.results import versions
from fogel.core.saving import Saved
from fogel.core.types import FilePath, Json
from fogel.rules.rule_files import find_rules
from fogel.rules.rules import Rules
from fogel.school.network import Arch
from fogel.school.network_files import write_arch, write_weights
from fogel.school.pupil import compute_sizes
from fogel.school.school import SchoolSettings, Score, Session, best_match, session_scores, sessions
from fogel.school.texts import session_text


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


# Many parameters: a run is played, printed and saved, and each caller wants some of these.
def run(
    settings: SchoolSettings,
    arch: Arch | None = None,
    rules: Rules | None = None,
    root: FilePath | None = None,
    executor: Executor | None = None,
    say: Callable[[str], object] | None = None,
    saved: Saved | None = None,
) -> Json:
    """One run at school; what it came to as plain values, see `outcome`.

    `root`: where the best architecture and weights are saved, as `root`.cfg and `root`.wts.
    `say(text)` is told each session as the report prints it. `saved`, a saving.Saved, keeps each
    session as it ends, and knows those that need not be played again.
    """
    rules, seen = rules or find_rules("standard"), []
    play = partial(session_scores, settings, rules, executor=executor)
    scores_of = partial(_kept_scores, saved, play) if saved else play
    for session in sessions(settings, arch, rules, scores_of=scores_of):
        if say:
            say(session_text(session, settings, root))
        best = session.scores[session.best_match]
        scores = tuple(score._replace(weights=None) for score in session.scores)
        seen.append(session._replace(scores=scores))
    if root:
        Path(root).parent.mkdir(parents=True, exist_ok=True)
        write_files(_best_files(Path(root), session.arch, best, rules))
    return outcome(settings, seen)


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
