"""What the report's program prints of a network's architecture and of a session."""

from __future__ import annotations

from fogel.core.types import FilePath
from fogel.school.lossbar import match_text, percent, periods_text
from fogel.school.network import Arch
from fogel.school.school import CHARACTERISTICS, IMPROVED, SAME, WORSE, SchoolSettings, Session


def arch_text(arch: Arch) -> str:
    """An architecture in the report's words."""
    layers = [f"    layer[{number}] has {size} nodes" for number, size in enumerate(arch.hidden, 1)]
    values = {
        "Learning Rate": arch.learning_rate,
        "Momentum": arch.momentum,
        "Encouragement": arch.encouragement,
        "Minimum weight": arch.min_weight,
        "Maximum weight": arch.max_weight,
        "Act numerator": arch.act_numerator,
        "Act add": arch.act_add,
    }
    rows = [f"  {words:<14} = {value:.4g}" for words, value in values.items()]
    return "\n".join(
        ["NN Arch configuration:", f"  {len(arch.hidden)} hidden layers:", *layers, *rows]
    )


def session_text(session: Session, settings: SchoolSettings, root: FilePath | None = None) -> str:
    """A session in the report's words; `root` is that of the files which the final
    session saves.
    """
    parts = []
    if session.verdict is None:
        parts.append("Done searching for optimal architecture.")
        parts.append("*************** Final Session (looking for best weights)  ****************")
    else:
        if session.number > 1:
            words = " ".join(f"[{CHARACTERISTICS[name]}]" for name in session.mutated)
            parts.append(f"NN Arch mutating:  {words}".rstrip())
        parts.append(
            f"****************************** Session #{session.number} *************************"
        )
    numbers = " and ".join(f"Neural_{seat}" for _, seat in settings.lessons)
    parts += [
        arch_text(session.arch),
        periods_text(settings.games),
        f"{numbers} replacing its old NeuNet...",
    ]
    best = (1, 1)  # losses and games: 100 %
    for number, score in enumerate(session.scores, 1):
        parts.append(match_text(session.number, number, score.counts, score.games))
        if session.verdict is None and score.losses * best[1] < best[0] * score.games:
            beaten, best = percent(*best), (score.losses, score.games)
            parts.append(
                f"  Best loss rate yet for this architecture ({percent(*best)} beats {beaten})"
            )
            if root:
                parts.append(
                    f"  Saving architecture to '{root}.cfg' and weights to '{root}.wts'..."
                )
    if session.verdict:
        parts.append(_verdict_text(session, settings))
    return "\n".join(parts)


def _verdict_text(session, settings):
    rate, best = (f"{int(max(0.0, value))}%" for value in (session.rating, session.best))
    words = {
        IMPROVED: f"IMPROVED!!!  (previous best was {best})",
        SAME: f"about as before (best is {best}), going on",
        WORSE: (
            "got worse, "
            + {
                "restore": "restoring old arch...",
                "keep": "going on",
                "random": "leaving it to a coin",
            }[settings.if_worse]
        ),
    }
    return f"Session loss rate = {rate} -- {words[session.verdict]}"
