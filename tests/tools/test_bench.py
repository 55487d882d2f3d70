"""What `fogel bench` measures with `--scaling` and with `--page`, and what it refuses."""

import os
import shutil

import pytest
from commands import rows

from fogel import Settings
from fogel.cli import make_parser
from fogel.tools import bench

TINY = Settings(trials=1, generations=3, parents=6, games=8, rivals=5)


@pytest.fixture(scope="module")
def found():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bench, "SHARED", {"trials": 2, "generations": 30})
        patch.setattr(bench, "REPEATS", 1)
        return bench.scaling(TINY)


def test_each_size_grows_alone(monkeypatch):
    seen = []
    monkeypatch.setattr(bench, "_seconds", lambda settings, workers=1: seen.append(settings) or 1.0)
    monkeypatch.setattr(bench, "_memory", lambda settings: 1)
    monkeypatch.setattr(bench, "SHARED", {"trials": 1, "generations": 1})
    found = bench.scaling(TINY)
    rows = [(row["what"], row["factor"]) for row in found["growth"]]
    assert rows == [(name, factor) for name in bench.SCALED for factor in (1, 10, 100)]
    for (name, factor), settings in zip(rows, seen, strict=False):
        assert settings == TINY.change(**{name: factor * getattr(TINY, name)})


def test_memory_grows_with_networks_and_not_with_games(found):
    memory = {(row["what"], row["factor"]): row["bytes"] for row in found["growth"]}
    assert 20 < memory["parents", 100] / memory["parents", 1] < 120
    assert memory["games", 100] < 1.2 * memory["games", 1]
    assert all(row["seconds"] > 0 for row in found["growth"])


def test_what_is_said_of_workers_and_saving(found):
    efficiency = found["efficiency"]
    assert {"1", "2"} <= {*efficiency} and min(efficiency.values()) > 0
    assert 0 < found["handing_seconds"] < found["trial_seconds"] and 0 < found["saving"] < 1


def test_the_command(command, monkeypatch, found):
    asked = []
    scaling = lambda settings, progress: asked.append(settings) or found  # noqa: E731
    monkeypatch.setattr(bench, "scaling", scaling)
    out = command("bench --scaling --games 8 --slip 0.2")
    assert out.count("\n") == 2 + 12 + len(found["efficiency"]) + 2 and "parents       100" in out
    assert asked == [Settings(**bench.SCALED | {"games": 8}, slip=0.2)]
    assert command.json("bench --scaling") == found


def test_whole_commands_are_measured_from_start_to_end(command, monkeypatch):
    for arguments in bench.COMMANDS.values():
        assert make_parser().parse_args(arguments).run
    quick = {"fogel curve": ("curve", "--help"), "fogel --version": ("--version",)}
    monkeypatch.setattr(bench, "COMMANDS", quick)
    monkeypatch.setattr(bench, "measure", lambda *rest: MEASURED | {"experiment_seconds": 2.0})
    asked, usual = [], bench.subprocess.run
    monkeypatch.setattr(
        bench.subprocess, "run", lambda *a, **b: asked.append(b["env"]) or usual(*a, **b)
    )
    found = command.json("bench --commands")
    warm, cold = found["command_seconds"], found["first_command_seconds"]
    for seconds in (warm, cold):
        assert [*seconds] == [*quick] and all(value > 0 for value in seconds.values())
    # A new one, so that the first run compiles.
    (cache,) = {environment["FOGEL_CACHE"] for environment in asked}
    assert len(asked) == 6 and cache != os.environ.get("FOGEL_CACHE") and not os.path.exists(cache)
    monkeypatch.setattr(bench, "command_seconds", lambda progress: (warm, cold))
    lines = command("bench --commands").splitlines()[-2:]
    assert [line.partition(":")[0] for line in lines] == [*warm]
    for line, first in zip(lines, cold.values(), strict=True):
        assert line.endswith(f" times as long as the experiment; the first time {first:.1f} s")


def test_a_command_that_fails_is_not_measured(monkeypatch):
    monkeypatch.setattr(bench, "COMMANDS", {"wrong": ("curve", "--trials", "0")})
    with pytest.raises(bench.subprocess.CalledProcessError):
        bench.command_seconds()


MEASURED = {
    "networks": 1,
    "readable_games_per_second": 1.0,
    "engine_games_per_second": {"1": 2.0},
    "workers": 1,
    "experiment_games": 3,
    "ratio": 4.0,
    "league_ratio": 5.0,
}


@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node")
def test_page_and_package_side_by_side(command, monkeypatch):
    found = command.json("bench --page --generations 2 --parents 5 --rivals 3")
    assert found["games"] == 2 * 10 * 32 and found["ratio"] == found["page"] / found["package"] > 0
    monkeypatch.setattr(bench, "TIMED", bench.TIMED.replace("one.bestPayoff", "one.bestPayoff + 1"))
    with pytest.raises(AssertionError, match="differ"):
        bench.page_speed(TINY)


WRONG = rows("""
--page --parents 251 | argument --page: parents must be at most 250 on the page, not 251
--page --evaluation exact | argument --page: evaluation must be games, so that games can be counted
--no-replay-parents | replay_parents must be true, so that games can be counted, not false
--commands --trials 2 | argument --trials: can't be combined with --commands
--commands --workers 1 | argument --workers: can't be combined with --commands
--commands --page | argument --page: not allowed with argument --commands
--page --scaling | argument --scaling: not allowed with argument --page
--checkers --games 8 | argument --games: can't be combined with --checkers
--scaling --parents 1000 | argument --scaling: parents must be a whole number from 1 to 10000
""")


@pytest.mark.parametrize(("options", "words"), WRONG)
def test_what_can_not_be_measured_is_refused(options, words, command, monkeypatch):
    monkeypatch.setattr(bench.shutil, "which", lambda _: "node")
    monkeypatch.setattr(bench, "run_trial", None)  # nothing is run
    assert words in command.refused(f"bench {options}")


def test_without_node_nothing_is_run(command, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(bench, "run_trial", None)
    assert "argument --page: needs Node" in command.refused("bench --page")


def test_how_fast_checkers_is_searched(command, monkeypatch):
    monkeypatch.setattr(bench, "REPEATS", 1)
    found = bench.checkers_speed(1)
    assert [*found] == ["material player", "blondie-1999", "blondie-2001"]
    for name, one in found.items():
        assert one["looked_at"] > one["evaluated"] > one["games"] > 0
        assert name == "material player" or one["ratio"] == one["evaluated"] / one["readable"] > 1
    monkeypatch.setattr(bench, "checkers_speed", lambda: found)
    words, looked_at = command("bench --checkers"), found["blondie-1999"]["looked_at"]
    assert words.count("\n") == 5 and f"  {'blondie-1999':<15}{looked_at:>12,.0f}" in words
    assert command.json("bench --checkers") == found
