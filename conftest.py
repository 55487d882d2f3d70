"""For every test, the notebooks' cells included: no progress bar, whose trace would differ from the stored output."""

import os

os.environ["FOGEL_QUIET"] = "1"
os.environ.pop("FOGEL_FIGURES", None)  # a test never writes pictures into figures/
