import json
import re
import subprocess
import sys

import pytest

from fogel import load_champion, logbook
from fogel.cli import main, make_parser
from fogel.settings import DEFAULTS

SMALL = ["--trials", "2", "--generations", "4", "--parents", "6"]


def fails(capsys, *arguments):
    """The one line that a wrong call prints."""
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    out, err = capsys.readouterr()
    assert stop.value.code == 2 and out == "" and err.count("\n") == 1
    return err


def test_the_sanity_check(capsys, tmp_path):
    assert main(["curve", "--quick", "--out", str(tmp_path)]) == 0
    out, _ = capsys.readouterr()
    assert "highest total payoff of 32 games, mean of 5 trials" in out and "generation    50" in out
    for words in ("95 % interval", "against a random player", "against the near-perfect opponent", "wins", "losses"):
        assert words in out
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "champion.json",
        "champions",
        "curve.png",
        "curve.svg",
        "run.json",
    ]
    settings = json.loads((tmp_path / "run.json").read_text())["settings"]
    assert (settings["trials"], settings["generations"], settings["parents"]) == (5, 50, 10)


def test_json_is_one_object(capsys, tmp_path):
    assert main(["curve", *SMALL, "--json", "--validate", "--out", str(tmp_path)]) == 0
    out, _ = capsys.readouterr()
    found = json.loads(out)
    assert found["settings"]["trials"] == 2 and set(found["mean_best_payoff"]) == {"1", "4"}
    counts = found["against"]["random"]
    assert counts["wins"] + counts["losses"] + counts["ties"] == found["games"] == 10_000
    assert found["validation"]["invariants"]["payoffs"] == 2 * 4 * 12
    assert found["champion"]["trial"] == load_champion(tmp_path / "champion.json").trial


def test_validation_in_words(capsys, tmp_path):
    assert main(["curve", *SMALL, "--validate", "--out", str(tmp_path)]) == 0
    out, _ = capsys.readouterr()
    assert "No invariant was breached" in out and "expected: weights changed by more than 6" in out


def test_options_override_presets(capsys, tmp_path):
    main(
        [
            "curve",
            *SMALL,
            "--preset",
            "paper-1993",
            "--marker",
            "network",
            "--no-bias",
            "--json",
            "--out",
            str(tmp_path),
        ]
    )
    settings = json.loads(capsys.readouterr().out)["settings"]
    assert settings["forced_replies"] and settings["equal_is_beaten"]
    assert settings["marker"] == "network" and settings["trials"] == 2 and not settings["bias"]
    main(["curve", "--quick", "--trials", "2", "--generations", "3", "--json", "--out", str(tmp_path)])
    settings = json.loads(capsys.readouterr().out)["settings"]
    assert (settings["trials"], settings["generations"], settings["parents"]) == (2, 3, 10)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--trials", "0"], "argument --trials: must be a whole number from 1 to 10000, not '0'"),
        (["--trials", "two"], "argument --trials: must be a whole number from 1 to 10000, not 'two'"),
        (["--slip", "1.5"], "argument --slip: must be a number from 0.0 to 1.0, not '1.5'"),
        (["--slip", "nan"], "argument --slip: must be a number from 0.0 to 1.0, not 'nan'"),
        (["--marker", "his"], "argument --marker: must be one of network, own, not 'his'"),
        (["--workers", "0"], "argument --workers: must be a whole number from 1 to 1024, not '0'"),
        (["--preset", "paper"], "argument --preset: must be one of chapter, paper-1993, not 'paper'"),
        (["--parents", "5"], "argument --rivals: must be 1 to 9 with 5 parents (all different), not 10"),
        (["--min-hidden", "5", "--max-hidden", "4"], "argument --max-hidden: must be 5 (min_hidden) to 10, not 4"),
        (["--games", "9", "--forced-replies"], "argument --games: must be a multiple of 8"),
        (["--out", "/dev/null/run"], "argument --out: must be a folder that can be written, not '/dev/null/run'"),
        (["--tempo", "3"], "unrecognized arguments: --tempo 3"),
    ],
)
def test_a_wrong_value_gets_one_line(capsys, arguments, message):
    line = fails(capsys, "curve", *arguments)
    assert line.startswith("fogel") and message in line


def test_an_unknown_command_gets_one_line(capsys):
    assert "argument COMMAND: invalid choice: 'curves'" in fails(capsys, "curves")


def test_the_log(capsys):
    assert main(["log", "--parents", "6", "--generations", "3", "--seed", "4", "--trial", "2"]) == 0
    out, _ = capsys.readouterr()
    log = logbook.read(out)
    assert logbook.write(log) == out
    assert sorted(log.generations) == [1, 2, 3] and "seed=4, trial=2" in log.settings
    assert main(["log", "--parents", "6", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["networks"] == 12 and len(found["generations"]["2"]) == 12


def test_the_bench(capsys):
    assert main(["bench", *SMALL, "--workers", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["experiment_games"] == 2 * 4 * 12 * 32
    assert sorted(found["engine_games_per_second"]) == ["1", "2"]
    readable, seconds = found["readable_games_per_second"], found["experiment_seconds"]
    assert found["ratio"] == pytest.approx(found["experiment_games"] / readable / seconds)
    assert found["engine_games_per_second"]["1"] > 10 * readable
    assert main(["bench", *SMALL]) == 0
    assert "the readable loop" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["", "curve", "log", "bench"])
def test_help(capsys, command):
    with pytest.raises(SystemExit) as stop:
        main([*command.split(), "--help"])
    out = capsys.readouterr().out
    assert stop.value.code == 0 and out.startswith("usage: fogel") and "%%" not in out
    if command == "curve":
        for name in DEFAULTS:
            assert re.search(rf"^\s+--{name.replace('_', '-')}\b", out, re.M), name


def test_no_command_prints_the_help(capsys):
    assert main([]) == 0
    assert "commands" in capsys.readouterr().out


def test_it_runs_as_a_module():
    done = subprocess.run([sys.executable, "-m", "fogel", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("fogel 0.")
    assert make_parser().prog == "fogel"
