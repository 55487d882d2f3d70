"""Files that are run again: each kind comes out the same, a changed bit is found, and what can't be
run is refused.
"""

import gzip
import json
import math
import shlex
from dataclasses import replace
from pathlib import Path

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
from fogel.cli import make_parser
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


SAID = "fogel curve --trials=2 --generations=4 --parents=6 --seed=11 --rivals=3"
ONE = "fogel curve --trials=1 --generations=3 --parents=4 --rivals=2 --game=misere"
KINDS = {
    "run/run.json": f"3 of 3 parts of `{SAID}`",
    "run/champions/trial_01.json": f"the network of trial 1 of `{SAID}`",
    "misere/run.json": f"2 of 2 parts of `{ONE}",
    "misere/champion.json": f"the network of trial 0 of `{ONE}",
    "league/agent.json": "the agent of league",
    "checkers.json": "the network of trial 0 of `fogel checkers --preset blondie-1999 --board 6x4",
}


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_of_file_comes_out_the_same(name, made, command):
    out = command("reproduce --seconds 0", made / name)
    assert out.startswith(f"{made / name}: the same to the last bit, {KINDS[name]}")
    assert out.count("\n") == 1


@pytest.fixture
def altered(made, tmp_path):
    """Return a copy of a file with something changed in it."""

    def alter(name, change):
        data = json.loads((made / name).read_text())
        change(data)
        path = tmp_path / Path(name).name
        path.write_text(json.dumps(data))
        return path

    return alter


@pytest.mark.parametrize(
    ("name", "change", "words"),
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
def test_what_was_changed_is_named(name, change, words, altered, command):
    code, out, _ = command.call("reproduce --seconds 0", altered(name, change))
    assert code == 1 and ": NOT the same, " in out and words in out
    assert out.rstrip().endswith("; made with the same versions")


def test_versions_of_elsewhere_are_named_where_the_result_differs(altered):
    def change(one):
        one.update(payoff=one["payoff"] - 1, versions={**versions(), "numpy": "1.0"})

    words = again(altered("run/champion.json", change), 0).words
    assert words.endswith(f"; made with numpy 1.0 and not {versions()['numpy']}")


def test_a_file_says_command_versions_and_platform(made):
    assert json.loads((made / "run" / "run.json").read_text())["command"] == SAID
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


def test_a_table_is_run_again_until_the_time_is_over(made, command, monkeypatch):
    """The clock moves on by a second each time somebody looks."""
    clock = iter(range(10**6))
    monkeypatch.setattr(fogel.tools.reproduce, "monotonic", lambda: next(clock))

    def run(seconds):
        words = f"reproduce --workers 1 --seconds {seconds}"
        return command.call(words, made / "sweep" / "sweep.csv")[:2]

    code, line = run("6")
    done = int(line.split("bit, ")[1].split()[0])
    assert code == 0 and 0 < done < 4
    assert line.rstrip().endswith("; the rest was not done within 6 seconds")
    for seconds, words in (("0.5", "0.5 seconds"), ("1", "1 second, of")):
        code, line = run(seconds)
        assert code == 1 and f"not known: nothing was done within {words}" in line


def test_what_can_not_be_run_again_is_refused_in_a_line(made, tmp_path, command, monkeypatch):
    run = json.loads((made / "run" / "run.json").read_text())
    champion = json.loads((made / "run" / "champion.json").read_text())
    payoffs, unsigned = run["best_payoff"], {name: run[name] for name in run if name != "versions"}
    plies = (ROOT / "notebooks" / "stored" / "checkers-plies.csv").read_bytes()
    unknown = "does not say what made it"

    def refused(name, words):
        line = command.refused("reproduce", tmp_path / name)
        assert words in line and name in line

    for name, content, words in (
        ("a.json", {**run, "version": 2}, "version must be 1, not 2"),
        ("b.json", json.dumps(run)[:-9], "damaged: not JSON"),
        ("b2.json", {**run, "best_payoff": [*payoffs, [0]]}, "have 2 rows, one a trial, not 3"),
        ("c.json", {**run, "best_payoff": payoffs[:1]}, "damaged: best_payoff must have 2 rows"),
        ("d.json", {**champion, "settings": None}, "settings is missing"),
        ("e.json", unsigned, "'versions' is missing"),
        ("f.json", {**champion, "generation": 5}, "generation must be 1 to 4"),
        ("g.json", {**champion, "seed": 3}, "damaged: seed is 3"),
        ("h.json", {"format": "else"}, f"h.json: {unknown}; fogel can reproduce"),
        ("i.txt", "words\n", f"i.txt: {unknown}; fogel can reproduce"),
        ("j.json", '"words"', f"j.json: {unknown}"),
        ("k.csv", "seed,payoff\n0,1\n", f"k.csv: {unknown}; fogel"),
        ("bom.csv", b"\xef\xbb\xbf" + plies, f"bom.csv: {unknown}"),
        (
            "crlf.csv",
            plies.replace(b"\n", b"\r\n"),
            "crlf.csv: was changed after it was written, to the line ends of Windows",
        ),
    ):
        content = json.dumps(content) if isinstance(content, dict) else content
        content = content.encode() if isinstance(content, str) else content
        (tmp_path / name).write_bytes(content)
        refused(name, words)
    refused("nowhere.json", MISSING)
    (tmp_path / "folder").mkdir()
    refused("folder", "not a regular file")
    # This is in place of a limit as large as a machine's memory.
    monkeypatch.setattr(table_jobs, "LARGEST_INFLATED", 1_000_000)
    packed = gzip.compress(b"words")
    for data, words in (
        (packed[:-4], "ended before the end"),
        (packed[:10] + b"\xff" + packed[11:], "while decompressing"),
        (gzip.compress(bytes(1_000_001)), "1,000,000 bytes"),
        (gzip.compress(bytes(1_000_000)), unknown),
    ):
        (tmp_path / "games.csv.gz").write_bytes(data)
        refused("games.csv.gz", words)


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


def test_json_is_one_object(made, command):
    found = command.json("reproduce --seconds 0", made / "run" / "run.json")
    assert found["same"] and found["run_again"] == found["parts"] == 3
    assert found["versions"] == found["here"]


@pytest.mark.parametrize("seconds", ["-1", "nan", "1e9", "x"])
def test_seconds_are_checked(seconds, command):
    words = "argument --seconds: must be a number from 0 to 10000000"
    assert words in command.refused(f"reproduce x.json --seconds={seconds}")


def test_nothing_done_is_not_the_same(made):
    found = again(made / "run" / "champion.json", 0)
    assert found.same and not replace(found, done=0).same
