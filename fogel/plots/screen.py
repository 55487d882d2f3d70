"""Every color of the pages and of a notebook's board, defined here, each light and dark."""

from fogel.plots.palette import (
    AMBER,
    BLACK,
    BLUE,
    GUESS,
    ORANGE,
    PALE_ORANGE,
    PINK,
    SEEN,
    SKY,
    WHITE,
)

# Screens, by the name of a variable in the style sheets: its value in the light and in the dark.
SCREEN = {
    "ground": (WHITE, "#14181d"),
    "surface": ("#f4f6f8", "#1d232a"),  # what stands out from the ground
    "ink": ("#1f2328", "#e6ebf0"),
    "muted": ("#59636e", "#a3adb8"),  # words of less weight
    "rule": ("#818d99", "#6f7b88"),  # the lines of a board, the edges of what can be pressed
    "hair": ("#d3dae1", "#3d4650"),  # lines that only divide
    "x": (BLUE, SKY),
    "o": (ORANGE, AMBER),
    # Words have this color too, and need more contrast than a mark.
    "blue": ("#00639b", "#7cbbe6"),
    "orange": ("#a84a00", PALE_ORANGE),
    "green": ("#00694b", "#6fd3b0"),
    "on-blue": (WHITE, "#14181d"),  # words on a ground of blue
    "seen": (SEEN, SKY),
    "exact": ("#00694b", "#6fd3b0"),
    "guess": (GUESS, PINK),
    "most": ("78%", "57%"),  # how much of x or o stands at most under words in on-hue
    "on-hue": (BLACK, WHITE),
}
LOGO = {"x": BLUE, "o": ORANGE, "grid": "#8796a3"}  # on light and dark alike


def css(
    light: str = ":root",
    dark: str = ':root[data-theme="dark"]',
    system: str | None = ':root:not([data-theme="light"])',
) -> str:
    """Return SCREEN as CSS variables such as --ground for the selectors `light` and `dark`.

    `system` selects what is dark on a screen whose owner prefers that; None: nothing.
    """
    rules = [_rule(light, "light"), _rule(dark, "dark")]
    if system:
        rules.insert(
            1, f"@media screen and (prefers-color-scheme: dark) {{\n{_rule(system, 'dark')}\n}}"
        )
    return "\n".join(rules)


def _rule(selector, theme):
    values = "".join(f" --{name}: {pair[theme == 'dark']};" for name, pair in SCREEN.items())
    return f"{selector} {{ color-scheme: {theme};{values} }}"
