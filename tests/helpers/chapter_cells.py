"""The cells of a chapter as a page shows them."""

COLUMNS = 84  # what a page's column shows


FOLDED = "hide-input"


def folded(cell):
    return FOLDED in cell.metadata.get("tags", [])
