"""Every color of the figures, defined here and nowhere else; `plots.screen` has those of pages.

X is blue and O is orange, marks and chances alike. After a change, run `make figures` and
`make notebooks`.
"""

# The colors of figures, most of them Okabe's and Ito's, which color-blind readers can tell apart.
BLUE, ORANGE, GREEN = "#0072b2", "#d55e00", "#009e73"
PURPLE, OCHRE, RED = "#b0578d", "#8a6d00", "#b3261e"
SKY, AMBER, PINK, BLACK, WHITE = "#56b4e9", "#e69f00", "#cc79a7", "#000000", "#ffffff"
PALE_BLUE, PALE_ORANGE = "#6fb1de", "#f0a868"
SEEN, EXACT, GUESS = BLUE, GREEN, PURPLE  # a network's payoff as seen, as expected, as guessed
INK, GREY, AXIS, GRID, RULE = "#222222", "#666666", "#444444", "#aab4be", "#e4e4e4"
FAINT, FAINTER = "#9ab4c8", "#c9d3db"  # of which there are many
SLATE, LEAD, STEEL = "#5f7f97", "#5f7688", "#7d93a5"  # words and points beside what is faint
# Colors to fill shapes.
MIST, HAZE, CREAM, SILVER, NOTHING = "#dcecf7", "#eef4f9", "#f5f0e0", "#e8e8e8", "#ededed"

SIGNED = (ORANGE, PALE_ORANGE, WHITE, PALE_BLUE, BLUE)  # from negative to positive
AMOUNT = (WHITE, PALE_BLUE, BLUE)  # from nothing to much
AMOUNT_OF_O = (WHITE, PALE_ORANGE, ORANGE)  # as chances of O's moves
CYCLE = (BLUE, ORANGE, GREEN, PINK, AMBER, SKY, BLACK)  # the lines of a plot, unless they are told
