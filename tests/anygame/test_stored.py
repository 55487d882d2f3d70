"""Chapter 18's tables: rows of them made again, and the command that the chapter names."""

import re
import sys

import pytest
from tables import stored, stored_rows

from fogel import anygame, sweep
from fogel.cli import main

PLANS = {
    name: sweep.plan(settings, over, at) for name, (over, at, settings) in stored.OF_MISERE.items()
}


@pytest.mark.parametrize("name", PLANS)
def test_rows_of_the_sweeps_are_run_again_to_the_last_bit(name):
    """Which ones depends on the table; a trial that takes long is left out."""
    todo = PLANS[name]
    head, rows, rng = stored_rows(name)
    marks = len(todo.at)
    assert head == todo.columns and len(rows) == todo.trials * marks
    quick = [
        index
        for index in range(todo.trials)
        if (settings := todo.case_of(index)[1]).evaluation == "games" and settings.games == 32
    ]
    index = int(rng.choice(quick))
    again = sweep.make_rows(todo, None, index, None)
    assert again.splitlines() == [
        ",".join(row) for row in rows[marks * index : marks * (index + 1)]
    ]


def test_a_row_of_the_seats_is_made_again():
    head, rows, rng = stored_rows("seats")
    assert len(rows) == 5 * 2 * len(stored.FIVE)
    row = dict(zip(head, rows[int(rng.integers(len(rows)))], strict=True))
    exact_payoff, (random, blind, baseline, ceiling, results) = stored.seat(
        row["game"], row["seat"], int(row["trial"])
    )
    found = [*results, random, blind.exact_payoff, baseline, ceiling, exact_payoff]
    names = ["result", "random", "blind", "baseline", "ceiling", "exact_payoff"]
    assert [float(row[name]) for name in names] == pytest.approx(found, abs=1e-9)


def test_climbers_climb_again():
    _, rows, rng = stored_rows("misere-climbers")
    assert len(rows) == 80
    for kind in ("free", "turned"):
        some = [row for row in rows if row[1:3] == ["4", kind]]
        children, nodes, _, seed, exact_payoff = some[int(rng.integers(len(some)))]
        settings = stored.MISERE.change(seed=int(seed))
        assert (
            repr(anygame.climb(settings, int(nodes), kind == "turned", int(children)).exact_payoff)
            == exact_payoff
        )


def test_the_chapter_names_the_command(monkeypatch, tmp_path):
    text = (stored.STORED.parent / "source" / "18_anygame.md").read_text(encoding="utf-8")
    command = re.search(r"^fogel sweep alone .*$", text, re.M)[0]
    asked = {}

    def run(settings, over, generations, *rest):
        asked.update(settings=settings, over=over, at=tuple(generations))
        sys.exit(0)

    monkeypatch.setattr(sweep, "run", run)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(command.split()[1:])
    over, at, settings = stored.OF_MISERE["misere"]
    assert asked == {"settings": settings, "over": over, "at": at}
