"""What tests of the pages with a board share: sizes of screens, and what nobody may find there."""

from axe_playwright_python.sync_playwright import Axe

SIZES = {"desktop": (1100, 900), "book": (736, 900), "phone": (375, 780), "narrow": (320, 640)}
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "resultTypes": ["violations"],
}
SMALL = """[...document.querySelectorAll("button, select, summary, [type=range], #order label, .check label")]
  .filter((target) => target.checkVisibility())
  .map((target) => [target.id || target.textContent, target.getBoundingClientRect()])
  .filter(([, box]) => box.width < 24 || box.height < 24)"""


def violations(tab):
    """What axe has to say against a page, in short."""
    found = Axe().run(tab, options=RULES).response["violations"]
    return [
        f"{rule['id']}: {node['html']} {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
    ]


def tally(tab):
    """The numbers under the board."""
    return [int(text) for text in tab.locator("#tally dd").all_inner_texts()]


def notes(tab):
    """What stands below in the squares."""
    return tab.locator(".notes span").all_inner_texts()
