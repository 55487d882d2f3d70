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
        "format_table",
    ],
    "cases",
)
_HOMES |= dict.fromkeys(
    ["LARGEST_FILE", "MOST_DRAWN", "TABLE", "Table", "find_plan", "read"], "table"
)
_HOMES |= dict.fromkeys(
    ["RECORD", "job", "find_last_module", "make_rows", "run", "saved_in"], "trials"
)
__getattr__, __dir__, __all__ = lazy_names(__name__, _HOMES)
