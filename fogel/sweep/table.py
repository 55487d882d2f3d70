"""A sweep's table: means of its cases, and a picture."""

import numpy as np

from fogel.core.intervals import difference_and_half_width, mean_and_half_width
from fogel.core.table_jobs import JobTable
from fogel.core.types import Figure, Json
from fogel.plots import drawing, style
from fogel.sweep.cases import MEASURES

MOST_DRAWN = 40  # cases in the picture, so that it costs the same for any number of them
WORDS = {
    "highest": "highest total payoff",
    "exact": "its exact payoff",
    "best_exact": "highest exact payoff",
}


class Table(JobTable):
    """A sweep's results: `columns`, {name: array}, a row for each generation of each trial."""

    @property
    def cases(self) -> list[str]:
        """The labels of the cases, in their order."""
        return [*dict.fromkeys(self.columns["case"].tolist())]

    def values(
        self, measure: str = "exact", generation: int | None = None, case: str | None = None
    ) -> np.ndarray:
        """(trials,): one of MEASURES of a case at a generation, by default the last one."""
        if measure not in MEASURES:
            raise ValueError(f"measure must be one of {', '.join(MEASURES)}, not {measure!r}")
        generation = self.columns["generation"].max() if generation is None else generation
        if generation not in self.columns["generation"]:
            raise ValueError(f"generation must be one that was looked at, not {generation!r}")
        rows = self.columns["generation"] == generation
        if case is not None:
            if case not in self.cases:
                raise ValueError(f"case must be one of {', '.join(self.cases)}, not {case!r}")
            rows &= self.columns["case"] == case
        return self.columns[measure][rows]

    def means(self, measure: str = "exact", generation: int | None = None) -> dict[str, tuple]:
        """{case: (mean, half width of its 95 % interval)} over the trials; see `values`."""
        return {
            case: mean_and_half_width(values)
            for case, values in self._by_case(measure, generation).items()
        }

    def _by_case(self, measure, generation):
        """{case: values}, all cases in one pass over the rows."""
        generation = self.columns["generation"].max() if generation is None else generation
        values = self.values(measure, generation)
        labels = self.columns["case"][self.columns["generation"] == generation]
        names, numbers = np.unique(labels, return_inverse=True)
        parts = np.split(
            values[np.argsort(numbers, kind="stable")], np.cumsum(np.bincount(numbers))[:-1]
        )
        found = dict(zip(names.tolist(), parts, strict=True))
        return {case: found[case] for case in self.cases}

    def differences(
        self,
        measure: str = "exact_payoff",
        generation: int | None = None,
        trials: int | None = None,
    ) -> dict[str, tuple]:
        """{case: (its mean less that of the first case, half width of the 95 % interval)}, of all
        other cases.

        `trials`: only so many of each case, the first ones. One trial has no interval, None.
        """
        first, *others = (
            (case, some[:trials]) for case, some in self._by_case(measure, generation).items()
        )
        return {case: difference_and_half_width(values, first[1]) for case, values in others}

    def summary(self) -> Json:
        """Means and intervals by case at the last generation, as plain values."""
        last = int(self.columns["generation"].max())
        trials = len(self.values("exact", last, self.cases[0]))
        found = {measure: self.means(measure, last) for measure in MEASURES}
        cases = {
            case: {
                measure: dict(zip(("mean", "interval"), found[measure][case], strict=True))
                for measure in MEASURES
            }
            for case in self.cases
        }
        seed = self.settings.seed
        return {"seed": seed, "generation": last, "trials": trials, "cases": cases}

    @style.styled
    def draw(self, generation: int | None = None) -> Figure:
        """Return the means of the cases with their 95 % intervals, a matplotlib Figure: what was
        made, and its expected payoff.

        The grey mark is the highest total payoff of the generation, the blue one the exact payoff
        of the same network. Of more than MOST_DRAWN cases, those with the highest mean exact payoff
        are drawn, the best one first.
        """
        from matplotlib.figure import Figure

        exact = {case: mean for case, (mean, _) in self.means("exact", generation).items()}
        cases = [*exact]
        if len(exact) > MOST_DRAWN:
            cases = sorted(exact, key=lambda case: -exact[case])[:MOST_DRAWN]
        figure = Figure(figsize=(style.PAGE, 0.9 + 0.3 * max(3, len(cases))), layout="constrained")
        axes = figure.add_subplot()
        marks = {"highest": (drawing.GREY, 0.14, "s"), "exact": (drawing.BLUE, -0.14, "o")}
        for measure, (colour, shift, marker) in marks.items():
            means = self.means(measure, generation)
            at = np.arange(len(cases)) - shift
            pairs = [means[case] for case in cases]
            _draw_means(axes, pairs, at, f"{WORDS[measure]}, 95 % interval", colour, marker)
        axes.set_yticks(range(len(cases)), cases)
        axes.set_ylim(len(cases) - 0.5, -0.5)
        axes.grid(True, axis="x")
        axes.grid(False, axis="y")
        last = self.columns["generation"].max() if generation is None else generation
        few = (
            f"; the {len(cases)} of {len(exact):,} cases with the highest exact payoff"
            if len(cases) < len(exact)
            else ""
        )
        axes.set_xlabel(f"total payoff in generation {last}{few}")
        figure.legend(loc="outside upper left", ncols=2)
        return figure


def _draw_means(axes, pairs, at, label, colour, marker):
    """Draws (mean, half its interval) pairs as marks with bars, at these heights."""
    middle, halves = [mean for mean, _ in pairs], [half or 0.0 for _, half in pairs]
    style = {"fmt": marker, "color": colour, "markersize": 4, "capsize": 3}
    axes.errorbar(middle, at, xerr=halves, label=label, **style)
