"""Files that are run again: each kind comes out the same, a changed bit is found, and what can't be
run is refused.
"""

import gzip
import json
import math
import shlex
from dataclasses import replace

import pytest
from commands import asked_of
from damage import faults
from places import ROOT
from systems import MISSING

import fogel.tools.reproduce
from fogel import Settings, curve, sweep
from fogel.anygame.settings import GameSettings
from fogel.checkers.evolution import CheckersEvolution
from fogel.checkers.run import make_champions
from fogel.checkers.settings import CheckersSettings
from fogel.cli import main, make_parser
from fogel.cli.anygame import choose_settings_class
from fogel.cli.options import make_settings
from fogel.core import table_jobs
from fogel.core.champion import save_champion
from fogel.core.results import versions
from fogel.league.job import LeagueJob
from fogel.league.settings import LeagueSettings
from fogel.tools.experiment import CurveJob
from fogel.tools.reproduce import again

SMALL = Settings(trials=2, generations=4, parents=6, rivals=3, seed=11)
GAME = GameSettings(game="misere", opponent="perfect", trials=1, generations=3, parents=4, rivals=2)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with one file of each kind that is made within a second."""
    folder = tmp_path_factory.mktemp("made")
    CurveJob(SMALL).run(folder / "run")
    CurveJob(GAME).run(folder / "misere")
    sweep.run(SMALL, {"slip": [0.0, 0.5]}, (1, 4), folder / "sweep")
    LeagueJob(LeagueSettings(leagues=2, epochs=2, agents=6, survivors=3)).run(folder / "league")
    settings = CheckersSettings.preset("small", generations=1, parents=2, plies=1, games=1)
    evolution = CheckersEvolution(settings, 0, (1,))
    evolution.step()
    champion = make_champions(settings, 0, evolution.state()["history"], evolution.kept)[1]
    champion.save(folder / "checkers.json")
    return folder


KINDS = {
    "run/run.json": (
        "3 of 3 parts of `fogel curve --trials=2 --generations=4 --parents=6 --seed=11 --rivals=3`"
    ),
    "run/champions/trial_01.json": "the network of trial 1 of `fogel curve --trials=2",
    "misere/run.json": (
        "2 of 2 parts of `fogel curve --trials=1 --generations=3 --parents=4 --rivals=2"
        " --game=misere"
    ),
    "misere/champion.json": "the network of trial 0 of `fogel curve",
    "league/agent.json": "the agent of league",
    "checkers.json": (
        "the network of trial 0 of `fogel checkers --preset blondie-1999 --board 6x4 --men 2"
    ),
}


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_of_file_comes_out_the_same(name, made, capsys):
    assert main(["reproduce", str(made / name), "--seconds", "0"]) == 0
    out, _ = capsys.readouterr()
    assert (
        out.startswith(f"{made / name}: the same to the last bit, {KINDS[name]}")
        and out.count("\n") == 1
    )


def altered(path, change):
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))


@pytest.mark.parametrize(
    "name, change, words",
    [
        (
            "run/run.json",
            lambda run: run["best_payoff"][1].__setitem__(2, 99),
            "trial 1: best_payoff[2] is 99 there, ",
        ),
        (
            "run/run.json",
            lambda run: run.update(champion=1 - run["champion"]),
            "the choice of the champion: it is ",
        ),
        ("run/champion.json", lambda one: one.update(payoff=one["payoff"] - 1), "; payoff is "),
        (
            "misere/run.json",
            lambda run: run["scored"]["exact_payoff"][0].__setitem__(0, 0.5),
            "trial 0: exact_payoff[0] is 0.5 ",
        ),
        (
            "league/agent.json",
            lambda one: one["layers"][0]["biases"].__setitem__(3, 7.0),
            "; layers[0].biases[3] is 7",
        ),
        (
            "checkers.json",
            lambda one: one["weights"].__setitem__(5, 1.0),
            "; weights[5] is 1.0 there, ",
        ),
    ],
)
def test_what_was_changed_is_named(name, change, words, made, capsys):
    path = made / name
    before = path.read_text()
    altered(path, change)
    try:
        assert main(["reproduce", str(path), "--seconds", "0"]) == 1
    finally:
        path.write_text(before)
    out, _ = capsys.readouterr()
    assert (
        ": NOT the same, " in out
        and words in out
        and out.rstrip().endswith("; made with the same versions")
    )


def test_versions_of_elsewhere_are_named_where_the_result_differs(made):
    path = made / "run" / "champion.json"
    before = path.read_text()
    altered(
        path,
        lambda one: one.update(payoff=one["payoff"] - 1, versions={**versions(), "numpy": "1.0"}),
    )
    try:
        assert again(path, 0).words.endswith(f"; made with numpy 1.0 and not {versions()['numpy']}")
    finally:
        path.write_text(before)


def test_a_file_says_command_versions_and_platform(made):
    run = json.loads((made / "run" / "run.json").read_text())
    assert (
        run["command"] == "fogel curve --trials=2 --generations=4 --parents=6 --seed=11 --rivals=3"
    )
    for name in ("run/run.json", "run/champion.json", "league/agent.json", "checkers.json"):
        assert json.loads((made / name).read_text())["versions"] == versions()
    assert versions()["platform"].split()
    assert sweep.read(made / "sweep").versions == versions()


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings(noise=0.2, loss_payoff=-1, bias=False, forced_replies=True, marker="own", seed=5),
        GameSettings(game="misere", seat="both", opponent="quick", trials=3),
        GameSettings(game="0000 0000 0000; win 111; lose 100 010 001", seat="second"),
    ],
)
def test_the_command_means_the_settings(settings):
    options = make_parser().parse_args(shlex.split(curve.format_command(settings))[1:])
    assert make_settings(options, choices=choose_settings_class(options)) == settings


def test_the_command_of_a_sweep_means_its_plan():
    for over in ({"slip": [0.0, 0.5], "marker": ["own", "network"]}, "noise"):
        todo = sweep.plan(SMALL, over, (2, 3))
        assert asked_of(sweep.in_options(todo)) == todo.to_dict()


def test_a_table_is_run_again_until_the_time_is_over(made, capsys, monkeypatch):
    """The clock moves on by a second each time somebody looks."""
    clock = iter(range(10**6))
    monkeypatch.setattr(fogel.tools.reproduce, "monotonic", lambda: next(clock))
    path = made / "sweep" / "sweep.csv"
    assert main(["reproduce", str(path), "--seconds", "6", "--workers", "1"]) == 0
    line = capsys.readouterr().out
    done = int(line.split("bit, ")[1].split()[0])
    assert 0 < done < 4 and line.rstrip().endswith("; the rest was not done within 6 seconds")
    assert main(["reproduce", str(path), "--seconds", "0.5", "--workers", "1"]) == 1
    assert "not known: nothing was done within 0.5 seconds" in capsys.readouterr().out
    assert main(["reproduce", str(path), "--seconds", "1", "--workers", "1"]) == 1
    assert "not known: nothing was done within 1 second, of" in capsys.readouterr().out


def refused(path, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["reproduce", str(path)])
    out, err = capsys.readouterr()
    assert stop.value.code == 2 and not out and err.count("\n") == 1 and path.name in err
    return err


def test_what_can_not_be_run_again_is_refused_in_a_line(made, tmp_path, capsys, monkeypatch):
    run = json.loads((made / "run" / "run.json").read_text())
    champion = json.loads((made / "run" / "champion.json").read_text())

    def written(name, content):
        path = tmp_path / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), newline="\n")
        return path

    plies = (ROOT / "notebooks" / "stored" / "checkers-plies.csv").read_bytes()
    (tmp_path / "crlf.csv").write_bytes(plies.replace(b"\n", b"\r\n"))
    (tmp_path / "bom.csv").write_bytes(b"\xef\xbb\xbf" + plies)
    cases = {
        "version must be 1, not 2": written("a.json", {**run, "version": 2}),
        "damaged: not JSON": written("b.json", json.dumps(run)[:-9]),
        "have 2 rows, one a trial, not 3": written(
            "more.json", {**run, "best_payoff": [*run["best_payoff"], [0]]}
        ),
        "damaged: best_payoff must have 2 rows": written(
            "c.json", {**run, "best_payoff": run["best_payoff"][:1]}
        ),
        "settings is missing": written("d.json", {**champion, "settings": None}),
        "'versions' is missing": written(
            "e.json", {name: run[name] for name in run if name != "versions"}
        ),
        "generation must be 1 to 4": written("f.json", {**champion, "generation": 5}),
        "damaged: seed is 3": written("g.json", {**champion, "seed": 3}),
        "h.json: does not say what made it; fogel can reproduce": written(
            "h.json", {"format": "else"}
        ),
        "i.txt: does not say what made it; fogel can reproduce": written("i.txt", "words\n"),
        "crlf.csv: was changed after it was written, to the line ends of Windows": (
            tmp_path / "crlf.csv"
        ),
        "bom.csv: does not say what made it": tmp_path / "bom.csv",
        "k.csv: does not say what made it; fogel": written("k.csv", "seed,payoff\n0,1\n"),
        "j.json: does not say what made it": written("j.json", '"words"'),
        MISSING: tmp_path / "nowhere.json",
        "not a regular file": tmp_path,
    }
    for words, path in cases.items():
        assert words in refused(path, capsys), words
    # This is in place of a limit as large as a machine's memory.
    monkeypatch.setattr(table_jobs, "LARGEST_INFLATED", 1_000_000)
    broken, packed = tmp_path / "games.csv.gz", gzip.compress(b"words")
    for data, words in (
        (packed[:-4], "ended before the end"),
        (packed[:10] + b"\xff" + packed[11:], "while decompressing"),
        (gzip.compress(bytes(1_000_001)), "1,000,000 bytes"),
        (gzip.compress(bytes(1_000_000)), "does not say what made it"),
    ):
        broken.write_bytes(data)
        assert words in refused(broken, capsys)


@pytest.mark.parametrize("name", ["run.json", "misere.json", "agent.json", "checkers.json"])
def test_a_file_that_says_something_damaged_is_refused_in_a_line(name, made, tmp_path):
    places = {"run.json": "run/run.json", "misere.json": "misere/champion.json"}
    content = (made / {**places, "agent.json": "league/agent.json"}.get(name, name)).read_bytes()
    path = tmp_path / name

    def read(some):
        path.write_bytes(some)
        return fogel.tools.reproduce.find_making(path)

    for some in (b"null", b"3", b'"x"', b"[]", b'{"job": 3}', b"{}", b'{"format": {}}'):
        with pytest.raises(ValueError, match=r"\A.*\Z"):
            read(some)
    assert not (found := faults(content, read, lambda making, _: making.parts, 5)), found


def test_an_ancestor_is_found_by_its_generation(tmp_path):
    run = curve.run_trials(SMALL.change(trials=1, generations=6))
    for number, network in curve.ancestors(run.settings, 0, (2, 5)).items():
        save_champion(tmp_path / "one.json", network)
        assert again(tmp_path / "one.json", 0).same, number
    save_champion(tmp_path / "one.json", replace_weights(network))
    assert not again(tmp_path / "one.json", 0).same


def replace_weights(champion):
    """The champion with one weight moved by its last bit."""
    data = champion.to_dict()
    data["hidden_weights"][0][0] = math.nextafter(data["hidden_weights"][0][0], math.inf)
    origin = {
        name: getattr(champion, name)
        for name in ("settings", "seed", "trial", "generation", "payoff")
    }
    return type(champion)(data["hidden_weights"], data["output_weights"], **origin)


def test_json_is_one_object(made, capsys):
    assert main(["reproduce", str(made / "run" / "run.json"), "--json", "--seconds", "0"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (
        found["same"]
        and found["run_again"] == found["parts"] == 3
        and found["versions"] == found["here"]
    )


@pytest.mark.parametrize("seconds", ["-1", "nan", "1e9", "x"])
def test_seconds_are_checked(seconds, capsys):
    with pytest.raises(SystemExit):
        main(["reproduce", "x.json", f"--seconds={seconds}"])
    assert "argument --seconds: must be a number from 0 to 10000000" in capsys.readouterr().err


def test_nothing_done_is_not_the_same(made):
    found = again(made / "run" / "champion.json", 0)
    assert found.same and not replace(found, done=0).same
