"""A stand-in for `fogel.curve`: no experiment runs on a page, but trial 7 is in a file."""

from types import SimpleNamespace

from fogel.core.champion import load_champion
from fogel.core.players import shipped

ELSEWHERE = "no experiment runs on this page; `make lab` opens the chapter with the whole of it"


def run_trial(settings=None, trial=0, observers=()):
    """The champion of trial 7 as the chapters run it, and nothing else of the trial."""
    if settings is not None or trial != 7:
        raise RuntimeError(ELSEWHERE)
    return SimpleNamespace(champion=load_champion(shipped("champion")))


def __getattr__(name):
    raise AttributeError(ELSEWHERE)
