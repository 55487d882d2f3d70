"""A school in which networks learn by being punished (chapter 15).

`network` learns from a mistake, `pupil` sits down at a game with it, `school` teaches in sessions
of matches, `script` runs what the report ran, and `seeds` makes tables of such runs. `twin`
does it fast.
"""

from fogel.core.contents import lazy_names

_HOMES = dict.fromkeys(
    ["SchoolSettings", "TRAINERS", "mutated", "rating", "teach", "trainer"], "school"
)
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
