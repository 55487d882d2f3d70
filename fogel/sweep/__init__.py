"""Many settings, with many trials of each (chapter 10)."""

from fogel.core.contents import lazy_names

_CASES = "MARKS MEASURES NAMED NOT_SWEPT Plan in_options plain plan setting_value"
_HOMES = dict.fromkeys(_CASES.split(), "cases")
_HOMES |= dict.fromkeys(["MOST_DRAWN", "Table"], "table")
_HOMES |= dict.fromkeys(["SweepJob", "read", "run"], "trials")
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
