"""The script as a job: which runs it makes, that they are those of the school, and what
is stored.
"""

import json

import pytest

from fogel.cli import main
from fogel.school.school import SchoolSettings, sessions
from fogel.school.script import SCRIPT, outcome
from fogel.school.seeds import (
    FORTY,
    RATES,
    TABLES,
    USUAL,
    ScriptJob,
    ScriptRun,
    ScriptSettings,
    effect,
    of_script,
    part,
    stored,
)

FEW = ScriptSettings(trainer="random", lines="20:1 20:3 12:1 30:2", seeds=2)


@pytest.fixture(scope="module")
def table():
    """The table of a few runs."""
    return ScriptJob(FEW).compute()


def test_what_is_in_the_stored_table():
    runs = stored()
    assert len(set(runs)) == len(runs) == len({one[:5] for one in runs})
    assert {one.seed for one in runs} == set(range(30))
    held = {"games": {500: 30}, "matches": {10: 30}}
    held["sessions"] = dict.fromkeys((1, 10, 50, 100, 200), 30)
    held["target_loss"] = dict.fromkeys(range(0, 101, 10), 30)
    assert {option: sizes(part(runs, option)) for option in held} == held
    assert sizes(part(runs, "games", sessions=50)) == dict.fromkeys((50, 200, 500, 1000), 30)
    assert sizes(part(runs, "matches", sessions=50)) == dict.fromkeys((1, 3, 10), 30)
    assert len(runs) == 30 * (5 + 10 + 3 + 2)
    for path, job in TABLES.items():
        assert ScriptJob.read(path).job.to_dict() == job.to_dict()


def test_the_stored_forty_are_the_scripts_lines():
    forty = of_script()
    assert list(forty) == [line.name for line in SCRIPT] and len(stored(FORTY)) == 40
    for line in SCRIPT:
        one = forty[line.name]
        assert one[:5] == (line.games, line.matches, line.sessions, line.target_loss, line.seed)


def sizes(parts):
    return {value: len(some) for value, some in parts.items()}


def test_runs_that_share_their_sessions_are_those_that_do_not(table):
    """A run by itself is what it is among others; lines that differ by their seed are one."""
    assert len(table) == 2 * 4 and len(table.job) == 2 * 3
    assert sum(len(rows) for rows in table.parts.values()) == 8
    for one in table.rows:
        set_up = dict(zip((*USUAL, "seed"), one, strict=False))
        alone = SchoolSettings(trainer="random", **set_up)
        found = outcome(alone, [*sessions(alone)])
        for name in RATES:
            rate = found[name]
            assert getattr(one, name) == (None if rate is None else float(f"{rate:.6g}"))
        assert (one.searched, one.played) == (found["sessions"], found["games"])
        assert one.hidden == " ".join(map(str, found["arch"]["hidden"]))
    keys = ScriptJob(FEW.change(lines="00:1 01:1")).keys()
    assert keys == [(500, 10, 1, 0, 0), (500, 10, 1, 0, 1)]


def test_a_seed_is_added_to_all():
    job = ScriptJob(ScriptSettings(lines="31 44:7", seed=100))
    assert job.lines == {"31": [(500, 3, 200, 0, 101)], "44:7": [(500, 10, 7, 0, 104)]}


@pytest.mark.parametrize("lines", ["", " ", "5", "35", "012", "0:", "0:0", "0 :5", "29,2"])
def test_lines_that_are_none_are_refused(lines):
    with pytest.raises(ValueError, match="lines must be of the script, 00 to 44, such as 29, 2 or"):
        ScriptSettings(lines=lines)


def test_part_and_effect():
    runs = [ScriptRun(*one, 1.0, 2.0, None, 1.0, 9, False, 99, "20", *[0.1] * 5) for one in SET_UPS]
    assert sizes(part(runs, "games")) == {50: 1, 500: 2}
    assert sizes(part(runs, "sessions")) == {50: 1, 200: 2}
    assert part(runs, "games", sessions=50) == {500: [runs[3]]}
    found = effect(runs, "games", "seed")
    assert found == {50: (0.0, None), 500: pytest.approx((0.5, 6.3531), abs=1e-4)}
    options = "games, matches, sessions, target_loss"
    with pytest.raises(ValueError, match=f"option must be one of {options}, not 'seed'"):
        part(runs, "seed")


SET_UPS = [
    (50, 10, 200, 0, 0),
    (500, 10, 200, 0, 0),
    (500, 10, 200, 0, 1),
    (500, 10, 50, 0, 0),
    (500, 10, 50, 9, 0),
]


def test_the_words_and_the_picture_have_the_means_of_the_lines(table):
    summary = table.job.summary(table)
    (words,) = [one for name, one in summary["lines"].items() if name == "20:3"]
    rates = [run.loss_rate for run in table.rows if run[:3] == (50, 10, 3)]
    assert words["loss_rate"] == sum(rates) / 2 and words["runs"] == 2 and words["reported"] == 84
    lines = table.job.describe({**summary, "out": "here"}).splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == ["20:1", "20:3", "12:1", "30:2"]
    assert lines[-1] == "Table and picture: here"
    (axes,) = table.job.draw(table).axes
    assert [list(line.get_ydata()) for line in axes.lines[4:6]] == [[84], rates]


def test_the_command(tmp_path, capsys):
    words = ["ttt", "script", "--lines", "30:1", "--seeds", "2", "--out", str(tmp_path)]
    assert main([*words, "--workers", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["30:1", "63%"]
    assert {path.suffix for path in tmp_path.iterdir()} == {".csv", ".png", ".svg"}
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["settings"]["lines"] == "30:1" and found["lines"]["30:1"]["runs"] == 2
    runs = stored(tmp_path / "script.csv")
    assert [one[:5] for one in runs] == [(500, 1, 1, 0, seed) for seed in (0, 1)]
    with pytest.raises(SystemExit):
        main(["ttt", "script", "--lines", "7"])
    assert "argument --lines: must be of the script" in capsys.readouterr().err
