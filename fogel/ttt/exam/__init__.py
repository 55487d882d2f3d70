"""The exam of a network (chapter 16), which asks why the best pupil loses to a random player.

`examiner` examines it, by games and exactly; `matchboxes` learn without a network, and `study` asks what would
have helped.
"""

from fogel.contents import door

_HOMES = dict.fromkeys(["REPORTED", "best_of", "exact_exam", "exam", "frozen", "policy_of"], "examiner")
__getattr__, __all__ = door(__name__, _HOMES)
