"""Every plot and board picture, in one style (book.mplstyle)."""

from functools import wraps
from pathlib import Path

STYLE = Path(__file__).with_name("book.mplstyle")
INK, FAINT, BLUE = "#222222", "#9ab4c8", "#0072B2"


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
    if trials > 1:
        axes.plot(numbers, best_payoff.T, color=FAINT, linewidth=0.4, alpha=0.6)
        axes.plot([], [], color=FAINT, linewidth=1, label="one trial")
    if half is not None:
        label = "95 % interval of the mean"
        axes.fill_between(numbers, mean - half, mean + half, color=BLUE, alpha=0.3, linewidth=0, label=label)
    label = f"mean of {trials} trials" if trials > 1 else "one trial"
    axes.plot(numbers, mean, color=BLUE, marker="o" if generations == 1 else None, label=label)
    axes.axhline(most, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
    best = "the best result in every game"
    axes.annotate(best, (1, most), (-2, 3), xycoords=("axes fraction", "data"), textcoords="offset points", ha="right")
    lowest = best_payoff.min()
    axes.set_xlim(1 if generations > 1 else 0.5, max(generations, 1.5))
    axes.set_ylim(lowest - 0.05 * (most - lowest), most + 0.12 * (most - lowest))
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("generation")
    axes.set_ylabel(f"highest total payoff of {games} games")
    axes.legend(loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=3, columnspacing=1.4, handlelength=1.6)
    return figure


@styled
def save(figure, *paths):
    """Writes a figure to each path, in the format of its ending; the same figure gives the same file."""
    for path in map(Path, paths):
        metadata = {"Date": None} if path.suffix == ".svg" else {"Software": None}
        figure.savefig(path, metadata=metadata)
