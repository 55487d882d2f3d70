"""One trial of the experiment (chapter 06): how it goes on, what is noted of it on the way, and what is saved of it.

`trial` has the evolution itself, `observers` what can be noted, and `saved_trials` what stands in a folder afterwards.
"""

from fogel.contents import door

_HOMES = dict.fromkeys(["Evolution", "Trial"], "trial")
_HOMES |= dict.fromkeys(["Audit", "End", "Judge", "Keep", "Save", "Watch"], "observers")
__getattr__, __all__ = door(__name__, _HOMES)
