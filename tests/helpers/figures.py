"""The book's figures: the numbers that they draw, their digests, and what has changed."""

import csv
import hashlib
import re
from pathlib import Path

import numpy as np
from PIL import Image

from fogel.plots.drawing import DIGESTS, read_digests

FOLDER = Path(__file__).parents[2] / "figures"


def read(name):
    """The rows of figures/NAME.csv, each a dict of texts."""
    with open(FOLDER / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def digest_in(picture):
    """The digest of the numbers that a PNG, GIF or SVG file was drawn from."""
    if picture.suffix in (".png", ".gif"):
        with Image.open(picture) as image:
            text = (
                image.info["Description"]
                if picture.suffix == ".png"
                else image.info["comment"].decode()
            )
    else:
        text = picture.read_text(encoding="utf-8")
    return re.search(r"; digest ([0-9a-f]{12})", text)[1]


def not_as_drawn(folder=FOLDER):
    """The files of a folder of figures that are missing or not as the last drawing made them."""
    drawn = read_digests(folder)
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    del found[DIGESTS]
    return {name for name in drawn.keys() | found.keys() if drawn.get(name) != found.get(name)}


def pixels(png):
    """The size and the pixels of a PNG, a path or a file."""
    with Image.open(png) as image:
        return image.size, image.convert("RGBA").tobytes()


def edges_crossed(png):
    """Return the edges of a PNG, a path or a file, at which something is cut off."""
    with Image.open(png) as image:
        rows = np.asarray(image.convert("RGB"))
    edges = {"top": rows[0], "bottom": rows[-1], "left": rows[:, 0], "right": rows[:, -1]}
    return [edge for edge, line in edges.items() if (line != rows[0, 0]).any()]
