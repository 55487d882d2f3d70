"""How does a league lose what it has learnt? Its valid games, epoch by epoch, under two rules."""

import numpy as np

from fogel.league.study import count_relapses
from fogel.web.knobs import Knob
from fogel.web.packing import pack

EPOCHS = 600
FIRST = 5  # the league that is shown first
TENTHS = 1000  # a share as a whole number of tenths of a percent


def data(versions):
    """The shares of valid games in the leagues of two stored versions, and the epochs in which they
    relapse.

    `versions`: {what the innocent player gets: leagues that `fogel.league.stored.read` has read}.
    `packed` holds {"leagues": {version: [[share in tenths of a percent, by epoch], ...]}}.
    """
    shares = {words: some.share_valid[:, :EPOCHS] for words, some in versions.items()}
    tenths = {words: np.rint(TENTHS * share).astype(int) for words, share in shares.items()}
    return {
        "first": FIRST,
        "tenths": TENTHS,
        "relapses": {words: _epochs_of_relapses(share) for words, share in shares.items()},
        "packed": pack({"leagues": {words: one.tolist() for words, one in tenths.items()}}),
    }


def _epochs_of_relapses(share):
    """Of each league the epochs of its relapses."""
    counts = np.array([count_relapses(share[:, : epoch + 1]) for epoch in range(share.shape[1])])
    return [(1 + np.flatnonzero(np.diff(row, prepend=0))).tolist() for row in counts.T]


KNOB = Knob(
    chapter=12,
    title="A league that forgets",
    hint=(
        "Two rules, and two leagues that begin with the same agents. Which of them can keep what it"
        " has learnt?"
    ),
    height=520,
)
