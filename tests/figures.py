"""Reads the book's figures: the numbers that they draw, and the digest that a picture carries."""

import csv
import re
from pathlib import Path

from PIL import Image

FOLDER = Path(__file__).parents[1] / "figures"


def read(name):
    """The rows of figures/NAME.csv, each a dict of texts."""
    with open(FOLDER / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def digest_in(picture):
    """The digest of the numbers that a PNG or SVG file was drawn from."""
    if picture.suffix == ".png":
        with Image.open(picture) as image:
            text = image.info["Description"]
    else:
        text = picture.read_text(encoding="utf-8")
    return re.search(r"; digest ([0-9a-f]{12})", text)[1]
