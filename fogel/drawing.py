"""Every plot and board picture, in one style (book.mplstyle)."""

from functools import wraps
from pathlib import Path

STYLE = Path(__file__).with_name("book.mplstyle")
INK, FAINT, BLUE, ORANGE = "#222222", "#9ab4c8", "#0072B2", "#D55E00"


def styled(draw):
    """Lets a drawing function run in the book's style, and changes no one else's."""

    @wraps(draw)
    def in_style(*args, **kwargs):
        import matplotlib

        with matplotlib.rc_context(fname=STYLE):
            return draw(*args, **kwargs)

    return in_style


@styled
def curve(best_payoff, mean, half, games, most):
    """The performance curve: each trial's best payoff as a thin line, their mean, its 95 % interval; a Figure.

    `best_payoff` is (trials, generations), `mean` and `half` (None for a single trial) one number a generation, `games`
    the games that a payoff is made of and `most` what the best possible results would bring.
    """
    from matplotlib.figure import Figure

    trials, generations = best_payoff.shape
    numbers = range(1, generations + 1)
    figure = Figure()
    axes = figure.add_subplot()
    axes.plot(numbers, best_payoff.T, color=FAINT, linewidth=0.4, alpha=0.6)
    axes.plot([], [], color=FAINT, linewidth=1, label="one trial" if trials > 1 else "the trial")
    if half is not None:
        axes.fill_between(
            numbers, mean - half, mean + half, color=BLUE, alpha=0.25, linewidth=0, label="95 % interval of the mean"
        )
    if trials > 1:
        axes.plot(numbers, mean, color=BLUE, label=f"mean of {trials} trials")
    axes.axhline(most, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
    lowest = min(best_payoff.min(), mean.min())
    axes.annotate(
        "wins every game", (generations, most), (0, 3), textcoords="offset points", ha="right", fontsize=10, color=INK
    )
    axes.set_xlim(0 if generations > 1 else 0.5, max(generations, 1.5))
    axes.set_ylim(lowest - 0.05 * (most - lowest), most + 0.12 * (most - lowest))
    axes.set_xlabel("generation")
    axes.set_ylabel(f"highest total payoff of {games} games")
    axes.legend(loc="lower right")
    return figure


@styled
def save(figure, *paths):
    """Writes a figure to each path, in the format of its ending; the same figure gives the same file."""
    for path in map(Path, paths):
        metadata = {"Date": None} if path.suffix == ".svg" else {"Software": None}
        figure.savefig(path, metadata=metadata)
