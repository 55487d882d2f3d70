"""Players that look ahead: how far they see, and how they fare (chapter 14).

`levels` has the report's six players, `foresight` what looking some moves ahead shows, `tree` every
board of a small game, `policies` what the six do on each, `players` all who can sit down,
`deathmatch` and `ladder` their matches. `horizon` is compiled.
"""

from fogel.core.contents import lazy_names

_HOMES = dict.fromkeys(
    [
        "DEFAULT",
        "LEVELS",
        "Reading",
        "blocks",
        "depth",
        "depth_table",
        "mistake_chance",
        "shares",
        "trad_policy",
        "view",
    ],
    "levels",
)
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
