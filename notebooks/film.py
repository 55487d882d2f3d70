"""Photographs the book's first screen: the moving picture of the README, and the still one that a
shared link shows.

The page evolves its trial and draws itself, in the browser that the tests use; what is chosen here
is when it is photographed. `figures/first_screen.csv` says what each picture shows.

    python notebooks/build.py film     makes both anew
"""

import io
import sys
import tempfile
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "tests" / "helpers"))  # for browser.py
from browser import ARGUMENTS, OFFLINE, PATIENCE, find_chromium, wait_until

from fogel.core.files import write_files
from fogel.plots.drawing import digest, table, write_digests
from fogel.web import first_page

NAME = "first_screen"
WIDTH, HEIGHT = 632, 700  # of the window, in which the screen is 600 pixels wide
# Up to which generation there are eight pictures of each, four, one.
FOLLOWED, QUICKENED, SINGLE = 3, 6, 13
GROWTH = 1.14  # from one picture's generation to the next one's, afterwards
# Chrome redraws the whole picture, so that its bits are always the same.
SAME = ("--disable-partial-raster", "--num-raster-threads=1")
TICK, REST = 110, 3000  # milliseconds of a picture, and of the last one
HURRY = 1.5  # times the page's own pace between moves, until the last generation
COLOURS = 128  # of the moving picture
LINK = (600, 315)  # pixels of the picture for links, each of them two wide and two high
BARE = (
    "#crowd-words, #status, #pause, .digit { display: none !important } #curve { height: 10.5rem }"
)
OF_A_LINK = """main { padding: 20px; max-width: none }
#stage { gap: 10px; grid-template-columns: 275px 275px }
#curve-figure, .buttons { display: none !important }"""
# Shows the share of a generation, `at`, at a moment of the page's clock; returns what there is to
# be seen. Nobody waits for the game of an earlier generation when all are over.
SHOW = """([at, now]) => {
    Object.assign(state, { at })
    if (isOver() && state.game?.generation !== settings.generations)
        Object.assign(state, { game: null, nextMove: 0 })
    advanceGame(now)
    render()
    const generation = shownGeneration(), { payoffs, exact } = recording.trials[0]
    return { at, generation,
        "points": payoffs[generation - 1], "exact_payoff": exact[generation - 1],
        "families": crowd.familiesIn(generation),
        "counted from": crowd.generations[generation - 1].since,
        "player of generation": state.game.generation,
        "squares": state.game.squares.slice(0, state.game.shown).join("") }
}"""
OVER = "isOver() && state.game?.over && state.game.generation === settings.generations"


def times(generations):
    """The shares of generations with a picture: many of the first, few of the last ones."""
    at = [number / 8 for number in range(1, 8 * FOLLOWED + 1)]
    at += [FOLLOWED + number / 4 for number in range(1, 4 * (QUICKENED - FOLLOWED) + 1)]
    # Half over: all hundred are there.
    at += [number - 0.5 for number in range(QUICKENED + 1, SINGLE + 1)]
    number = SINGLE
    while number < generations:
        number = min(generations, round(GROWTH * number))
        at.append(number - 0.5)
    return [*at[:-1], generations]


@contextmanager
def screen(size=(WIDTH, HEIGHT), style=BARE, scale=1):
    """The page, light and without motion of its own, when all of its trial is known."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder, "first.html")
        file.write_text(first_page(), encoding="utf-8")
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=[*ARGUMENTS, OFFLINE, *SAME]
        )
        window = {"width": size[0], "height": size[1]}
        page = browser.new_page(
            viewport=window,
            device_scale_factor=scale,
            reduced_motion="reduce",
            color_scheme="light",
        )
        page.set_default_timeout(1000 * PATIENCE)
        page.goto(file.as_uri())
        wait_until(page, "isOver()")
        page.add_style_tag(content=style)
        page.evaluate("Object.assign(state, { game: null, nextMove: 0 })")
        yield page
        browser.close()


def photograph(page, part="#stage"):
    """What is seen of a part of the page, as an image."""
    return Image.open(io.BytesIO(page.locator(part).screenshot())).convert("RGB")


def film():
    """Yield (what is shown, its image) for every picture that differs from the one before."""
    with screen() as page:
        waiting, clock, last = times(page.evaluate("settings.generations")), 0.0, None
        while waiting or not page.evaluate(OVER):
            at = waiting.pop(0) if waiting else last[0]["at"]
            shown, image = page.evaluate(SHOW, [at, clock]), photograph(page)
            clock += TICK / 1000 * (HURRY if waiting else 1)
            if last and image.tobytes() == last[1].tobytes():
                last[0]["milliseconds"] += TICK
                continue
            if last:
                yield last
            last = {**shown, "milliseconds": TICK}, image
        last[0]["milliseconds"] = REST
        yield last


def link_picture():
    """The last generation and its best one's game, for a link that is shared."""
    with screen(LINK, f"{BARE} {OF_A_LINK}", scale=2) as page:
        generations, seconds = page.evaluate("settings.generations"), 0
        while not page.evaluate(OVER):
            page.evaluate(SHOW, [generations, seconds])
            seconds += 1
        return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def make(folder):
    """Write the moving picture, the still one, and the numbers of both; return a summary."""
    if not find_chromium():
        return "left as it is, there is no Chromium; install it: make browser"
    rows, images = zip(*film(), strict=True)
    numbers = table({name: [row[name] for row in rows] for name in rows[0]})
    mark = f"{NAME}: {len(rows)} pictures; digest {digest(numbers)}"
    about = PngInfo()
    about.add_text("Description", mark)
    still = io.BytesIO()
    link_picture().save(still, "PNG", pnginfo=about, optimize=True)
    pictures = {
        "gif": moving(images, [row["milliseconds"] for row in rows], mark),
        "png": still.getvalue(),
    }
    contents = {"csv": numbers, **pictures}
    write_files({Path(folder, f"{NAME}.{kind}"): content for kind, content in contents.items()})
    write_digests(Path(folder), f"{NAME}.*")
    return ", ".join(f"{kind} {len(content) / 1000:.0f} kB" for kind, content in pictures.items())


def moving(images, milliseconds, mark):
    """The images as a GIF that plays again and again, with one set of colors for all."""
    found = Counter()
    for image in images:
        found.update(
            {colour: count for count, colour in image.getcolors(image.width * image.height)}
        )
    palette = np.array([colour for colour, _ in found.most_common(COLOURS)])
    nearest = {
        _number(colour): np.argmin(((palette - colour) ** 2).sum(axis=1)) for colour in found
    }
    first, *others = (_painted(image, palette, nearest) for image in images)
    file = io.BytesIO()
    times_shown = {"duration": list(milliseconds), "loop": 0}
    first.save(
        file,
        "GIF",
        save_all=True,
        append_images=others,
        comment=mark,
        optimize=False,
        **times_shown,
    )
    return file.getvalue()


def _number(colours):
    """Red, green and blue, along the last axis, as one number."""
    return np.asarray(colours, dtype=int) @ (65536, 256, 1)


def _painted(image, palette, nearest):
    """The image in the nearest colors of a palette; the common colors stay as they are."""
    numbers, places = np.unique(_number(image).ravel(), return_inverse=True)
    rows = np.array([nearest[number] for number in numbers], dtype=np.uint8)
    painted = Image.fromarray(rows[places].reshape(image.height, image.width))
    painted.putpalette(palette.astype(np.uint8).tobytes())
    return painted
