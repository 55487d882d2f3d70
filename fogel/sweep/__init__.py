"""Many settings, with many trials of each (chapter 10)."""

from fogel.core.contents import lazy_names

_HOMES = dict.fromkeys(
    [
        "MARKS",
        "MEASURES",
        "NAMED",
        "NOT_SWEPT",
        "Plan",
        "in_options",
        "plain",
        "plan",
        "setting_value",
        "text_of",
    ],
    "cases",
)
_HOMES |= dict.fromkeys(
    ["LARGEST_FILE", "MOST_DRAWN", "TABLE", "Table", "plan_of", "read"], "table"
)
_HOMES |= dict.fromkeys(["RECORD", "job", "room_of", "rows_of", "run", "saved_in"], "trials")
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
