"""The settings of Sphinx: chapters as web pages, from their stored outputs (`make book`)."""

import atexit
import gc
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # for book_pages.py, site_pages.py and api_pages.py

from fogel.core import types

# Sphinx keeps all that it makes: to look for what it no longer needs took a sixth.
gc.set_threshold(100_000, 20, 20)
atexit.register(gc.freeze)

project = "fogel"
author = "the fogel authors"
# owner: site, as in release/owner.toml
SITE = ""
# owner: end
# Where the book will be read, "" if that is not known.
BOOK_URL = os.environ.get("FOGEL_BOOK_URL", SITE)

extensions = [
    "myst_nb",
    "sphinx-mathjax-offline",
    "book_pages",
    "site_pages",
    "api_pages",
    "_in_page.pages",
]
exclude_patterns = ["_build", "_in_page", "_lab", "source", "**.ipynb_checkpoints"]

nb_execution_mode = "off"
nb_code_prompt_show = "Show the code"
nb_code_prompt_hide = "Hide the code"
myst_enable_extensions = ["dollarmath", "colon_fence", "deflist", "attrs_inline", "attrs_block"]
myst_heading_anchors = 4

add_module_names = False  # the heading above a function names its module
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_use_type_comments = False  # there are none, and to look for them every function was parsed
autodoc_type_aliases = {
    name: name for name in vars(types) if name[0].isupper() and name != "TYPE_CHECKING"
}

html_theme = "sphinx_book_theme"
html_title = "fogel: networks that teach themselves tic-tac-toe"
html_use_index = html_domain_indices = False
html_context = {
    "default_mode": "auto",  # light or dark, as the reader's system is
    "book_url": BOOK_URL and f"{BOOK_URL.rstrip('/')}/",
    "link_description": (
        "A hundred small networks evolve in your browser, and you can play the best of them."
    ),
    "link_picture": {
        "name": "first_screen.png",
        "width": 1200,
        "height": 630,
        "alt": "A hundred networks as coloured squares, and a board on which X has won",
    },
}
html_favicon = "_static/logo.svg"  # book_pages.py puts its colours in
html_static_path = [
    "_static",
    "../figures/first_screen.png",
    "_in_page/in_page.js",
    "_in_page/in_page.css",
]
templates_path = ["_templates"]
html_css_files = ["palette.css", "book.css", "icons.css"]  # the first is written by book_pages.py
html_js_files = [("print.js", {"defer": "defer"})]
myst_html_meta = {
    "description": (
        "A textbook in runnable notebooks that rebuilds David Fogel's experiment of 1993: fifty"
        " million games of tic-tac-toe, evolving in your browser, and how good the result is,"
        " exactly."
    )
}
html_theme_options = {
    "logo": {
        "image_light": "_static/logo.svg",
        "image_dark": "_static/logo.svg",
        "text": project,
        "alt_text": "",  # the name stands beside it
    },
    "search_bar_text": "Search the book",
    "toc_title": "On this page",
    "max_navbar_depth": 1,  # what unfolds in the sidebar has no name for a screen reader
    # Otherwise Sphinx copies all that would unfold there, for each page: a third of its time.
    "collapse_navbar": True,
    "navbar_persistent": [],  # the search is in the sidebar
    "use_fullscreen_button": False,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "footer_content_items": ["extra-footer"],
    "extra_footer": (
        "By the fogel authors. Text and pictures may be shared and adapted under <a"
        ' href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>, program code under the'
        " MIT licence."
    ),
}
