"""Sweeps: what the rows of many settings with many trials hold, and which sweeps can't be."""

import json
import re
import shlex
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fogel import Audit, Settings, run_trials, sweep
from fogel.audit import PAYOFFS, compute_results, expected_payoff
from fogel.cli import main
from fogel.core.intervals import mean_and_half_width
from fogel.sweep import cases

BASE = Settings(trials=3, generations=12, parents=6, rivals=5)
OVER = {"slip": [0.0, 0.3], "bias": [True, False]}
AT = (1, 7, 12)
COMMAND = shlex.split(
    "sweep --over slip 0,0.3 --over bias yes,no --trials 3 --generations 12 --parents 6 --rivals 5"
    " --at-generations 1,7,12"
)


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A folder with the sweep, done at once by one worker."""
    folder = tmp_path_factory.mktemp("sweep")
    sweep.run(BASE, OVER, AT, out=folder, workers=1)
    return folder


@pytest.fixture(scope="module")
def text(done):
    return (done / "sweep.csv").read_text()


def test_two_by_two_are_four_runs(done):
    table = sweep.read(done)
    assert len(table) == 4 * 3 * 3
    assert table.cases == [f"slip={s} bias={b}" for s in (0.0, 0.3) for b in ("yes", "no")]
    for case in table.cases:
        rows = table.columns["case"] == case
        slip, bias = table.columns["slip"][rows][0], table.columns["bias"][rows][0]
        run = run_trials(BASE.change(slip=slip, bias=bool(bias)), observers=[Audit()])
        for generation in AT:
            for measure, expected in (
                ("highest", run.best_payoff),
                ("exact", run.exact_picked),
                ("best_exact", run.exact_best),
                ("mean_hidden_nodes", run.mean_hidden_nodes),
            ):
                assert (
                    table.values(measure, generation, case).tolist()
                    == expected[:, generation - 1].tolist()
                )
        last = [expected_payoff(found, BASE) for found in compute_results(run.champions, BASE)]
        assert table.values("exact_payoff", None, case).tolist() == last
        assert (
            table.values("exact_payoff", None, case) == table.values("exact", None, case)
        ).all() == (slip == BASE.slip)
        assert table.means("highest")[case] == mean_and_half_width(run.best_payoff[:, -1])
    assert table.columns["trial"].tolist() == np.tile(np.repeat(np.arange(3), 3), 4).tolist()
    assert set(table.columns["seed"].tolist()) == {1993}


def test_differences_are_those_of_the_means(done):
    table = sweep.read(done)
    first, *others = table.cases
    for trials in (None, 2):
        found = table.differences("exact", 7, trials)
        assert [*found] == others
        base = table.values("exact", 7, first)[:trials]
        for case, (difference, half) in found.items():
            values = table.values("exact", 7, case)[:trials]
            assert np.isclose(difference, values.mean() - base.mean())
            halves = [mean_and_half_width(some)[1] for some in (values, base)]
            assert np.isclose(half, (halves[0] ** 2 + halves[1] ** 2) ** 0.5)


# What can't be.


@pytest.mark.parametrize(
    ("over", "message"),
    [
        ("ingredient", "over must be one of ingredients, .*, or settings and their values"),
        ({}, "over must name a setting"),
        ({"slips": [0.1]}, "over must name settings, and 'slips' is none"),
        ({"slip": []}, "over must have a value of slip"),
        ({"slip": [0.1, 0.1]}, "over must name each value of slip once, not 0.1,0.1$"),
        ({"slip": [2.0]}, "slip must be a number from 0.0 to 1.0, not 2.0"),
        ({"trials": [1]}, "over can't name trials: all cases have as many"),
        (
            {"rivals": [5, 12]},
            "over has an impossible case, rivals=12: rivals must be 1 to 11 with 6 parents",
        ),
    ],
)
def test_a_sweep_that_can_not_be_is_refused(tmp_path, over, message):
    with pytest.raises(ValueError, match=message):
        sweep.run(BASE, over, out=tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("at", [[0], [13], [1.5], [True], []])
def test_generations_that_are_not_there(at):
    with pytest.raises(ValueError, match="at must hold"):
        sweep.plan(BASE, OVER, at)


def test_too_many_trials(monkeypatch):
    monkeypatch.setattr(cases, "MOST_TRIALS", 6)
    assert sweep.plan(Settings(trials=3), {"noise": [0.1, 0.2]}).trials == 6
    with pytest.raises(ValueError, match="trials must be at most 6 in all cases, not 9"):
        sweep.plan(Settings(trials=3), {"noise": [0.1, 0.2, 0.3]})
    monkeypatch.undo()
    with pytest.raises(ValueError, match="trials must be at most 1,000,000 in all cases"):
        sweep.plan(Settings(trials=10_000), {"noise": [k / 1000 for k in range(101)]})


@pytest.mark.parametrize("name", sweep.NAMED)
def test_a_named_sweep_differs_in_what_it_says(name):
    todo = sweep.plan(None, name)
    assert len(todo.cases) >= 6 and len(set(todo.cases.values())) == len(todo.cases)
    columns = [*sweep.SweepJob(todo).columns]
    assert columns[1 : 1 + len(todo.varied)] == list(todo.varied)
    assert "," not in "".join(todo.cases)
    if name != "noise":
        first, *others = todo.cases.values()
        about = [{*one.differences()} for one in others]
        pairs = [one for one in about if len(one) > 1 and not one <= {*PAYOFFS}]
        assert first == Settings() and all(about) and len(pairs) == 2 * (name == "alone")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace(",0.3,", ",0.4,", 1), "line 21: slip must be 0.3, as in its ca"),
        (lambda text: text.replace(",no,", ",yes,", 1), "line 12: bias must be False, as in its c"),
        (lambda text: text.replace(",1993,", ",1994,", 1), "line 3: seed must be 1993, as in its"),
    ],
)
def test_a_row_has_the_settings_of_its_case(text, tmp_path, change, message):
    (tmp_path / "table.csv").write_text(change(text))
    with pytest.raises(ValueError, match=rf"table\.csv: {message}"):
        sweep.read(tmp_path / "table.csv")


def test_a_wrong_question_is_refused(done):
    table = sweep.read(done)
    for arguments in (("payoff",), ("exact", 3), ("exact", 7, "slip=7")):
        with pytest.raises(ValueError, match="must be one"):
            table.values(*arguments)


# The command, and the picture.


def test_the_command(capsys, tmp_path, text, done):
    assert main([*COMMAND, "--out", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert (tmp_path / "sweep.csv").read_text() == text and err == ""
    assert "Generation 12, mean of 3 trials" in out
    assert out.count("slip=") == 4
    assert out.count("±") == 16
    assert main([*COMMAND, "--json", "--out", str(tmp_path)]) == 0
    found, table = json.loads(capsys.readouterr().out), sweep.read(done)
    for case, measures in found["cases"].items():
        for measure, (mean, half) in (
            (measure, table.means(measure)[case]) for measure in sweep.MEASURES
        ):
            assert measures[measure] == {"mean": mean, "interval": half}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "argument --over: must be given, or the name of a sweep"),
        (["ingredients", "--over", "slip", "0"], "argument NAME: can't be combined with --over"),
        (["ingredient"], "argument NAME: must be one of ingredients, readings, noise"),
        (["--over", "slips", "0"], "argument --over: must name a setting, and 'slips' is none"),
        (
            ["--over", "slip", "0,x"],
            "argument --over: slip must be a number from 0.0 to 1.0, not 'x'",
        ),
        (
            ["--over", "slip", "0,2"],
            "argument --over: slip must be a number from 0.0 to 1.0, not 2.0",
        ),
        (["--over", "bias", "maybe"], "argument --over: bias must be true or false, not 'maybe'"),
        (["--over", "slip", "0", "--over", "slip", "1"], "argument --over: names slip twice"),
        (["--over", "slip", "0", "--slip", "1"], "argument --over: slip is given as an option too"),
        (
            ["--over", "rivals", "5,99", "--parents", "20"],
            "impossible case, rivals=99: rivals must be 1 to 39",
        ),
        (
            ["--over", "slip", "0", "--at-generations", "900"],
            "argument --at-generations: must hold generations from 1 to 800, not 900",
        ),
        (
            ["--over", "slip", "0", "--at-generations", "x"],
            "argument --at-generations: must be generations such as 1,50,800, not 'x'",
        ),
        (["--over", "seed", "1"], "argument --over: can't name seed"),
    ],
)
def test_a_wrong_option_gets_one_line(capsys, arguments, message):
    with pytest.raises(SystemExit) as stop:
        main(["sweep", *arguments])
    out, err = capsys.readouterr()
    assert stop.value.code == 2 and out == "" and err.count("\n") == 1 and message in err


def test_the_picture_shows_the_means(done):
    table = sweep.read(done)
    axes = table.draw().axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == table.cases
    for measure, drawn in zip(("highest", "exact"), axes.containers, strict=True):
        points, _, (bars,) = drawn.lines
        means = table.means(measure)
        assert points.get_xdata().tolist() == [mean for mean, _ in means.values()]
        ends = [segment[:, 0].tolist() for segment in bars.get_segments()]
        assert ends == [[mean - half, mean + half] for mean, half in means.values()]
        assert measure != "exact" or (np.diff(points.get_ydata()) > 0).all()
    assert axes.yaxis_inverted()


def test_the_program_of_the_books_page(done, tmp_path, monkeypatch):
    page = (Path(__file__).parents[2] / "notebooks" / "larger.md").read_text()
    program = re.findall(r"```python\n(.*?)```", page, re.S)[0]
    small = program.replace("trials=20, generations=100", "trials=2, generations=3")
    assert small != program
    shutil.copytree(done, tmp_path / "rivals")
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(small, names)
    assert names["table"].cases == ["rivals=1", "rivals=10", "rivals=50"]
    assert len(names["table"]) == 12


def test_the_picture_of_many_cases_shows_the_best_of_them():
    """So that it costs the same for any number of cases."""
    todo = sweep.plan(
        Settings(trials=1, generations=5, parents=200), {"rivals": [*range(1, 301)]}, (5,)
    )

    def drawn(count):
        cases = dict(list(todo.cases.items())[:count])
        job = sweep.SweepJob(replace(todo, cases=cases))
        rows = [
            (case, number + 1, 0, 1993, 5, 3, (7 * number) % 300, 1.0, 2.0, 4.0)
            for number, case in enumerate(cases)
        ]
        return job.make_table([[*map(job.cell, row)] for row in rows], None).draw()

    few, many = (drawn(count) for count in (sweep.MOST_DRAWN, 300))
    assert tuple(few.get_size_inches()) == tuple(many.get_size_inches())
    (axes,) = many.axes
    labels = [label.get_text() for label in axes.get_yticklabels()]
    best = sorted(range(300), key=lambda number: -(7 * number % 300))
    assert labels[:2] == [f"rivals={number + 1}" for number in best[:2]]
    assert len(labels) == sweep.MOST_DRAWN
    assert f"the {sweep.MOST_DRAWN} of 300 cases with the highest exact payoff" in axes.get_xlabel()
    assert "cases" not in few.axes[0].get_xlabel()
