import dataclasses
import errno
import io
import json
import os
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from importlib.metadata import version
from types import SimpleNamespace

import numpy as np
import pytest
from audited_by_hand import by_fractions
from commands import rows
from systems import INSIDE_A_FILE, MISSING, needs

from fogel import Network, Settings, cli, load_champion, play_game, save_champion
from fogel.cli import GROUPS, main, make_parser
from fogel.core.settings import DEFAULTS
from fogel.engine import logbook
from fogel.engine.invariants import Validator
from fogel.league import LeagueSettings
from fogel.play import shipped
from fogel.tools import experiment

SMALL = "--trials 2 --generations 4 --parents 6"


def test_the_sanity_check(command, tmp_path):
    out = command("curve --quick --out", tmp_path)
    assert "highest total payoff of 32 games, mean of 5 trials" in out and "generation    50" in out
    for words in (
        "95 % interval",
        "a random player",
        "the near-perfect opponent",
        "wins",
        "losses",
    ):
        assert words in out
    names = "champion.json champions curve.png curve.svg run.json saved"
    assert sorted(path.name for path in tmp_path.iterdir()) == names.split()
    settings = json.loads((tmp_path / "run.json").read_text())["settings"]
    assert (settings["trials"], settings["generations"], settings["parents"]) == (5, 50, 10)


def test_json_is_one_object(command, tmp_path):
    found = command.json(f"curve {SMALL} --validate --out", tmp_path)
    assert found["settings"]["trials"] == 2 and set(found["mean_best_payoff"]) == {"1", "4"}
    counts = found["against"]["random"]
    assert counts["wins"] + counts["losses"] + counts["ties"] == found["games"] == 10_000
    assert found["validation"]["invariants"]["payoffs"] == 2 * 4 * 12
    assert found["champion"]["trial"] == load_champion(tmp_path / "champion.json").trial


def test_validation_in_words(command, tmp_path):
    out = command(f"curve {SMALL} --validate --out", tmp_path)
    assert "No invariant was breached" in out and "expected: weights changed by more than 6" in out


def test_options_override_presets(command, tmp_path):
    options = "--preset paper-1993 --marker network --no-bias"
    settings = command.json(f"curve {SMALL} {options} --out", tmp_path)["settings"]
    assert settings["forced_replies"] and settings["equal_is_beaten"]
    assert settings["marker"] == "network" and settings["trials"] == 2 and not settings["bias"]
    options = "--trials 2 --generations 3 --out"
    settings = command.json(f"curve --quick {options}", tmp_path / "quick")["settings"]
    assert (settings["trials"], settings["generations"], settings["parents"]) == (2, 3, 10)


WRONG = rows("""
--trials 0 | argument --trials: must be a whole number from 1 to 10000, not '0'
--trials two | argument --trials: must be a whole number from 1 to 10000, not 'two'
--slip 1.5 | argument --slip: must be a number from 0.0 to 1.0, not '1.5'
--slip nan | argument --slip: must be a number from 0.0 to 1.0, not 'nan'
--noise 1_0 | argument --noise: must be a number from 0.0 to 1000.0, not '1_0'
--noise ٠.١ | argument --noise: must be a number from
--slip ' 0.1' | argument --slip: must be a number from
--trials 1_0 | argument --trials: must be a whole number from
--out '' | argument --out: must be a path, and not empty
--marker his | argument --marker: must be one of network, own, not 'his'
--preset paper | argument --preset: must be one of chapter, paper-1993, not 'paper'
--parents 5 | argument --rivals: must be 1 to 9 with 5 parents (all different), not 10
--min-hidden 5 --max-hidden 4 | argument --max-hidden: must be 5 (min_hidden) to 10, not 4
--games 9 --forced-replies | argument --games: must be a multiple of 8
--tempo 3 | unrecognized arguments: --tempo 3
--preset=-- | argument --preset: expected one argument
--out=-- | argument --out: expected one argument
--seed=-- | argument --seed: expected one argument
""")


@pytest.mark.parametrize(("options", "message"), WRONG)
def test_a_wrong_value_gets_one_line(command, options, message):
    line = command.refused(f"curve {options}")
    assert line.startswith("fogel") and message in line


@pytest.mark.parametrize("name", ["curve", "league"])
def test_a_folder_that_can_not_be_made_gets_one_line(command, name):
    message = f"argument --out: must be a folder that can be written, not {INSIDE_A_FILE!r}"
    assert message in command.refused(f"{name} --out", INSIDE_A_FILE)


class Spoiled(Validator):
    """A validator of a run whose second generation has a payoff too many; workers find it by this
    name.
    """

    def __call__(self, generation):
        if generation.number == 2:
            payoffs = generation.payoffs.copy()
            payoffs[3] += 1
            generation = dataclasses.replace(generation, payoffs=payoffs)
        super().__call__(generation)


def test_a_breach_ends_the_command_with_its_own_status(command, tmp_path, monkeypatch):
    monkeypatch.setattr(experiment, "Validator", Spoiled)
    code, out, err = command.call(f"curve {SMALL} --validate --workers 1 --out", tmp_path)
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert re.match(
        r"fogel curve: trial 0, generation 2, network \d+: check 'payoffs' fails: ", err
    )
    assert [path.name for path in tmp_path.iterdir()] == ["saved"]


# The streams that a command is handed.


def shell(line, folder, **environment):
    """A line of the shell in which $fogel is the command, its output buffered as usual: (exit code,
    out, err).
    """
    known = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    fogel = f"{shlex.quote(sys.executable)} -m fogel"
    done = subprocess.run(
        ["sh", "-c", f"fogel='{fogel}'; {line}"],
        cwd=folder,
        env=known | environment,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


@needs("shell", "/dev/full")
@pytest.mark.parametrize(
    "arguments",
    ["audit one-node", "audit one-node --json", "curve --help", "play --against one-node"],
)
def test_an_output_that_is_full(tmp_path, arguments):
    code, _, err = shell(f"echo 4 | $fogel {arguments} >/dev/full", tmp_path)
    assert (code, err) == (1, "fogel: [Errno 28] No space left on device\n")


@needs("shell")
def test_an_output_that_nobody_reads_on(tmp_path):
    code, out, err = shell(
        "{ $fogel log --parents 6 --generations 60; echo $? >code; } | head -c 1", tmp_path
    )
    assert (code, out, err) == (0, "H", "") and (tmp_path / "code").read_text() == "0\n"


@pytest.mark.parametrize(("system", "code"), [("nt", 0), ("posix", 1)])
def test_windows_calls_a_pipe_that_nobody_reads_an_invalid_argument(
    system, code, monkeypatch, capsys
):
    def write(arguments):
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(cli, "_run", write)
    monkeypatch.setattr(cli, "os", SimpleNamespace(name=system))
    assert main([]) == code and bool(capsys.readouterr().err) == bool(code)


@needs("shell")
def test_streams_that_are_closed(tmp_path):
    code, out, err = shell("$fogel play --against one-node <&-", tmp_path)
    assert (code, err) == (0, "") and out.endswith("You: 0 wins, 0 ties, 0 losses.\n")
    assert shell("echo 4 | $fogel play --against one-node >&-", tmp_path) == (0, "", "")
    assert shell("$fogel audit one-node >&-", tmp_path) == (0, "", "")


@needs("shell")
def test_an_input_that_is_no_text(tmp_path):
    (tmp_path / "typed").write_bytes(b"\xff\xfe\n4\n")
    code, out, err = shell(
        "$fogel play --against one-node <typed", tmp_path, PYTHONIOENCODING="utf-8"
    )
    assert (code, err) == (0, "") and "is not a legal move" in out


@pytest.mark.skipif(os.name != "posix", reason="a shell limits it")
@pytest.mark.parametrize("files", [5, 6])
def test_too_few_files_that_may_be_open(tmp_path, files):
    """With 5, not even the options can be loaded; with 6, a module of Python's own can't while a
    file is locked.
    """
    code, _, err = shell(f"ulimit -n {files}; $fogel curve --quick", tmp_path)
    assert code == 1 and "Traceback" not in err
    assert re.match("fogel: .*Too many open files|fogel: can't load a module", err.splitlines()[-1])


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (MemoryError(), "there is not enough memory"),
        (ImportError("x.so: failed to map"), "can't load a module: x.so: failed to map"),
        (OSError(24, "Too many open files"), "[Errno 24] Too many open files"),
    ],
)
def test_what_the_system_has_too_little_of_is_said_in_one_line(
    command, monkeypatch, problem, words
):
    def fail(options):
        raise problem

    monkeypatch.setattr("fogel.cli.player.run_audit", fail)
    code, out, err = command.call("audit")
    assert (code, out, err.count("\n")) == (1, "", 1) and err.startswith(f"fogel: {words}")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_lacks_a_character(tmp_path, monkeypatch, encoding):
    shown = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(shown, encoding=encoding))
    assert main(["curve", *SMALL.split(), "--out", str(tmp_path)]) == 0
    sign = {"ascii": "?", "latin-1": "±"}[encoding]
    assert re.search(
        rf"generation +4 +-?[\d.]+  {re.escape(sign)} ", shown.getvalue().decode(encoding)
    )


@pytest.mark.parametrize("program", [True, False])
def test_only_the_program_leaves_its_memory_to_the_system(program):
    """Not somebody's own process, in which a command is called."""
    code = "import atexit, gc, sys\nfrom fogel.cli import main\nusual = gc.get_threshold()\n"
    code += (
        "atexit.register(lambda: print(gc.get_threshold() != usual, gc.get_freeze_count() > 0))\n"
    )
    code += f"sys.argv[1:] = ['--version']\nmain({'' if program else 'sys.argv[1:]'})"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
    assert said.splitlines()[-1] == f"{program} {program}"


def test_the_command_line_is_read_without_what_only_some_commands_need():
    """Each of these takes as long to import as all the rest."""
    code = """
import sys
import fogel.lookahead.deathmatch
from fogel.cli import make_parser
make_parser()
print([name for name in ("numba", "matplotlib", "scipy", "IPython", "tqdm") if name in sys.modules])
"""
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
        == "[]\n"
    )


def test_an_unknown_command_gets_one_line(command):
    assert "argument COMMAND: invalid choice: 'curves'" in command.refused("curves")


def test_the_log(command):
    out = command("log --parents 6 --generations 3 --seed 4 --trial 2")
    log = logbook.read(out)
    assert logbook.write(log) == out
    assert sorted(log.generations) == [1, 2, 3] and "seed=4, trial=2" in log.settings
    found = command.json("log --parents 6")
    assert found["networks"] == 12 and len(found["generations"]["2"]) == 12


def test_the_bench(command):
    found = command.json(f"bench {SMALL} --workers 2")
    assert found["experiment_games"] == 2 * 4 * 12 * 32
    assert sorted(found["engine_games_per_second"]) == ["1", "2"]
    readable, seconds = found["readable_games_per_second"], found["experiment_seconds"]
    assert found["ratio"] == pytest.approx(found["experiment_games"] / readable / seconds)
    assert found["engine_games_per_second"]["1"] > 10 * readable
    assert "the readable loop" in command(f"bench {SMALL}")


SETTINGS = {"curve": DEFAULTS, "league": LeagueSettings().to_dict()}


@pytest.mark.parametrize("name", ["", "curve", "log", "audit", "evolve", "bench", "league"])
def test_help(command, name):
    """That of an experiment names every setting."""
    out = command(f"{name} --help")
    assert out.startswith("usage: fogel") and "%%" not in out
    assert name != "league" or "--preset" not in out
    for setting in SETTINGS.get(name, ()):
        assert re.search(rf"^\s+--{setting.replace('_', '-')}\b", out, re.M), setting


def test_no_command_prints_the_help(command):
    """Every command is listed once, in a group, with its summary."""
    text = command("")
    for name in set().union(*GROUPS.values()):
        assert len(re.findall(rf"^  {name} +[a-z].*[a-z]$", text, re.M)) == 1, name
    assert make_parser().parse_args(["curve"]).command.summary in text
    with pytest.raises(SystemExit):
        make_parser().parse_args(["nothing"])
    said = command.refused("nothing")
    assert all(f"'{name}'" in said for names in GROUPS.values() for name in names)
    assert said.count("', '") == sum(map(len, GROUPS.values())) - 1


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("evolv", "evolve"),
        ("curve --genrations 5", "--generations"),
        ("play --against champio", "champion"),
        ("curve --preset papper-1993", "paper-1993"),
        ("evolution-of-anything-else", None),
        ("curve --nothing-like-it 5", None),
    ],
)
def test_a_mistyped_word_gets_a_suggestion(typed, meant, command):
    said = command.refused(typed)
    assert ("did you mean" in said) == (meant is not None)
    assert meant is None or said.rstrip().endswith(f"; did you mean {meant}?")


@pytest.mark.parametrize("columns", [40, 80, 300])
def test_help_fits_the_terminal(columns, command, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    text = command("sweep --help")
    prose = text.partition("positional")[0].splitlines()
    assert max(map(len, prose)) <= min(columns - 2, 100)
    assert max(map(len, prose)) > min(columns, 100) - 15
    assert text.startswith("usage: fogel sweep [options] [NAME]\n")
    assert re.search(r"^  readings +13 cases: ", text, re.M)


def test_it_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "fogel", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"fogel {version('fogel')}\n"
    assert make_parser().prog == "fogel"


@pytest.mark.parametrize("name", ["champion", "generation-100", "one-node"])
def test_the_audit_is_exact(command, name):
    """The fractions are those of a sum over all games, one after another; the games that are lost
    can be played.
    """
    found, network = command.json(f"audit {name}"), load_champion(shipped(name))
    exact = by_fractions(network, Settings())
    chances = [Fraction(found["fractions"][result]) for result in ("win", "tie", "loss")]
    assert chances == list(exact)
    assert Fraction(found["fractions"]["payoff"]) == 32 * (exact[0] - 10 * exact[2])
    assert found["payoff"] == float(Fraction(found["fractions"]["payoff"])) <= found["ceiling"]
    assert found["fractions"]["ceiling"] == "17784443/600000"
    lost = found["losing_games"]
    assert found["losing_lines"] == len(lost) == len({*map(tuple, lost)})
    assert found["never_loses"] == (found["losing_lines"] == 0) == (name != "generation-100")
    for game in lost:
        won, squares = play_game(
            network, lambda board, rng, game=game: game[np.count_nonzero(board)], None
        )
        assert (won, squares) == (-1, game)


def test_the_audit_in_words(command):
    out = command("audit generation-100")
    ceiling = "the ceiling, which no player can exceed, is 29.6407"
    for words in ("expected 2.0059", ceiling, "10 of the 164 games"):
        assert words in out
    assert "It never loses: in none of the 119 games" in command("audit")


def test_the_audit_takes_the_opponent_from_the_file(command, tmp_path):
    """Options and presets come before what the file says, and that before the defaults."""
    network = load_champion(shipped("champion"))
    path = tmp_path / "a.json"

    def changed(*options):
        return command.json("audit", path, *options)["settings"]

    save_champion(path, network, settings=Settings(marker="own", slip=0.2))
    assert changed() == {"slip": 0.2, "marker": "own"}
    assert changed("--slip", "0.1") == {"marker": "own"}
    assert changed("--preset", "chapter") == {}
    chapter = command.json("audit --preset chapter", path)
    assert command.json("audit champion")["payoff"] == chapter["payoff"]
    save_champion(path, Network(network.hidden_weights, network.output_weights))
    assert changed() == {}


def test_the_audit_names_what_is_wrong(command, tmp_path):
    bad = {"format": "fogel-champion", "version": 1, "output_weights": []}
    (tmp_path / "bad.json").write_text(json.dumps(bad))
    assert "hidden_weights" in command.refused("audit", tmp_path / "bad.json")
    assert MISSING in command.refused("audit", tmp_path / "nowhere.json")
    assert "--slip: must be a number from 0.0 to 1.0" in command.refused("audit --slip 2")
