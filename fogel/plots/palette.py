"""Every color of the book, defined here and nowhere else.

X is blue and O is orange, marks and chances alike. Figures are drawn on white; what stands on a
screen has a light and a dark value. Whoever changes a colour changes it here; `make figures` and
`make notebooks` then draw the book anew.
"""

# Figures, and what the others take from them; readable by the colour-blind (most are Okabe's and
# Ito's).
BLUE, ORANGE, GREEN, PURPLE, OCHRE, RED = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#b0578d",
    "#8a6d00",
    "#b3261e",
)
SKY, AMBER, PINK, BLACK, WHITE = "#56b4e9", "#e69f00", "#cc79a7", "#000000", "#ffffff"
PALE_BLUE, PALE_ORANGE = "#6fb1de", "#f0a868"
# What a network was seen to make, what it is worth, what a reader expects.
SEEN, WORTH, GUESS = BLUE, GREEN, PURPLE
INK, GREY, AXIS, GRID, RULE = "#222222", "#666666", "#444444", "#aab4be", "#e4e4e4"
FAINT, FAINTER = "#9ab4c8", "#c9d3db"  # of which there are many
SLATE, LEAD, STEEL = "#5f7f97", "#5f7688", "#7d93a5"  # words and points beside what is faint
# To fill a shape.
MIST, HAZE, CREAM, SILVER, NOTHING = "#dcecf7", "#eef4f9", "#f5f0e0", "#e8e8e8", "#ededed"

SIGNED = (ORANGE, PALE_ORANGE, WHITE, PALE_BLUE, BLUE)  # from negative to positive
AMOUNT = (WHITE, PALE_BLUE, BLUE)  # from nothing to much
AMOUNT_OF_O = (WHITE, PALE_ORANGE, ORANGE)  # as chances of O's moves
CYCLE = (BLUE, ORANGE, GREEN, PINK, AMBER, SKY, BLACK)  # the lines of a plot, unless they are told

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
    # As the colour of words, which asks for more contrast than a mark.
    "blue": ("#00639b", "#7cbbe6"),
    "orange": ("#a84a00", PALE_ORANGE),
    "green": ("#00694b", "#6fd3b0"),
    "on-blue": (WHITE, "#14181d"),  # words on a ground of blue
    "seen": (SEEN, SKY),
    "worth": ("#00694b", "#6fd3b0"),
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
    """SCREEN as CSS: what `light` selects has the variables --ground and so on, what `dark` selects
    the dark ones.

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
