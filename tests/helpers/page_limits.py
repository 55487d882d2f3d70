"""What a page takes at most."""

import re

TRY = """values => {
  try { pageSettings(values); return ""; } catch (problem) { return problem.message; }
}"""


def check_limit(tab, values, field, step=1):
    """The page names the limit in place of a value that is too large, and takes just that."""

    def said(value):
        return tab.evaluate(TRY, {**values, field: value})

    found = re.search(f"^{field} must be at most ([0-9,]+) ", said(values[field]))
    most = int(found[1].replace(",", ""))
    assert said(most) == "" and said(most + step).startswith(f"{field} must be at most {most:,} ")
