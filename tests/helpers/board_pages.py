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


def wait_for_board(tab):
    """Waits until a page has its squares: that of a small game unpacks its positions first."""
    tab.locator("#board button, iframe").first.wait_for(state="attached")
    return tab


def tally(tab):
    """The numbers under the board."""
    return [int(text) for text in tab.locator("#tally dd").all_inner_texts()]


def notes(tab):
    """What stands below in the squares."""
    return tab.locator(".notes span").all_inner_texts()


def play(tab, *squares):
    """Clicks, as quick as they may be, on squares that may be taken."""
    for square in squares:
        tab.locator(f"#board [data-square='{square}']").click(force=True)


def labels(tab):
    """What a screen reader says of each square."""
    return tab.evaluate("buttons().map((button) => button.getAttribute('aria-label'))")


class Recorded:
    """A generator that gives the numbers of a list."""

    def __init__(self, draws):
        self.draws = list(draws)

    def random(self):
        return self.draws.pop(0)


def played(make, seen):
    """A script that plays games, each of {draws, actions and what `make(game, rng)` needs}: what every
    action returns, followed by what is `seen` of the match then, and how many draws are left.
    """
    return f"""(games) => games.map((about) => {{
      const left = [...about.draws];
      const game = ({make})(about, () => left.shift());
      const steps = about.actions.map(([what, ...words]) => [game[what](...words) ?? null, ...({seen})(game)]);
      return [steps, left.length];
    }})"""
