"""Finished results: those of other settings are never overwritten, and a finished run can go on."""

import json
from pathlib import Path

import pytest
from same import tree

from fogel.core import saving, workers
from fogel.core.champion import load_champion, save_champion

SIZE = "--trials 2 --parents 6 --rivals 3"
GAME = "000 000; win 111; win 1 1"
# By name: a command, what is changed of it, and the words that say so.
MADE = {
    "curve": (f"curve {SIZE} --generations 3", "--slip 0.3", "slip is 0.1 there, not 0.3", "--out"),
    "school": ("ttt school --sessions 1 --games 4", "--seed 5", "seed is 0", "--save"),
}


def without_saved(folder):
    return {name: content for name, content in tree(folder).items() if "saved/" not in name}


@pytest.mark.parametrize("name", MADE)
def test_a_finished_result_of_other_settings_is_refused_in_a_line(name, tmp_path, command):
    typed, options, words, option = MADE[name]
    place = option, tmp_path / "00"
    command(typed, *place)
    made = tree(tmp_path)
    line = command.refused(f"{typed} {options}", *place)
    assert words in line and "--restart)" in line and str(place[1]) in line
    assert tree(tmp_path) == made
    command(typed, *place)  # the same again
    assert tree(tmp_path) == made
    command(f"{typed} {options} --restart", *place)
    found = without_saved(tmp_path)
    assert found != {name: made[name] for name in found if name in made}


@pytest.mark.parametrize(("name", "file"), [("curve", "00/run.json"), ("school", "00.wts")])
def test_a_result_that_does_not_say_what_made_it_is_refused(name, file, tmp_path, command):
    """Such as a file of somebody else's."""
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    path.write_text('"mine"')
    words = f"{path} exists, but does not say which run made it"
    assert words in command.refused(MADE[name][0], MADE[name][-1], tmp_path / "00")
    assert [*tree(tmp_path).values()] == [b'"mine"']


def test_a_network_of_another_trial_is_not_overwritten(finished, command):
    """Its settings are the same."""
    path = finished / "champions" / "trial_01.json"
    again = "evolve --parents 6 --rivals 3 --generations 3 --out"
    assert "trials is 2 there, not 20" in command.refused(again, path)
    champion = load_champion(path)
    save_champion(path, champion, settings=champion.settings.change(trials=20))
    assert "trial is 1 there, not 0" in command.refused(again, path)


# Going on.

RUNS = {
    "usual": "",
    "exact": "--evaluation exact --best-player highest-exact",
    "payoffs are kept": "--no-replay-parents --parents 8",
    "a game": f"--game '{GAME}' --opponent perfect",
    "few survivors": "--survivors highest-score",
}


@pytest.fixture
def curve(command):
    """Run so many generations, or so many `more` of what is there."""

    def run(folder, generations=0, options="", more=0):
        size = f"--more {more}" if more else f"{SIZE} --generations {generations}"
        return command(f"curve {size} {options} --out", folder)

    return run


@pytest.mark.parametrize("name", RUNS)
def test_more_leaves_what_one_longer_run_leaves(name, tmp_path, curve, command):
    """Files that are saved too, in several steps, and with any number of workers."""
    curve(tmp_path / "here", 5, RUNS[name])
    for more, workers_ in ((1, 1), (43, 3)):
        curve(tmp_path / "here", more=more, options=f"--workers {workers_}")
        assert "begin again" not in command.err
    curve(tmp_path / "there", 49, RUNS[name])
    assert tree(tmp_path / "here") == tree(tmp_path / "there")


def test_more_of_a_long_game_begins_again_where_other_generations_are_judged(
    tmp_path, curve, command
):
    options = f"--game '{GAME}' --trials 1"
    curve(tmp_path / "here", 60, options)
    curve(tmp_path / "here", more=60)
    words = "1 of 1 trials begin again at generation 1: too little was saved of them for 120"
    assert words in command.err
    curve(tmp_path / "there", 120, options)
    assert tree(tmp_path / "here") == tree(tmp_path / "there")


def test_a_damaged_part_begins_again_and_a_validated_run_too(tmp_path, curve, command):
    curve(tmp_path / "here", 3, "--validate")
    (tmp_path / "here" / "saved" / "trial_0000001.part").write_bytes(b"")
    assert "No invariant was breached" in curve(tmp_path / "here", more=2)
    assert "2 of 2 trials begin again" in command.err
    curve(tmp_path / "there", 5, "--validate")
    assert tree(tmp_path / "here") == tree(tmp_path / "there")


@pytest.fixture
def finished(tmp_path, curve):
    curve(tmp_path, 3)
    return tmp_path


@pytest.mark.parametrize("by", ["--more 297", f"{SIZE} --generations 300"])
def test_more_goes_on_after_an_interruption(
    by, finished, curve, tmp_path_factory, monkeypatch, command
):
    def progress(generations, **options):
        for _ in generations:
            raise KeyboardInterrupt
        return iter(())

    def interrupted(typed):
        with monkeypatch.context() as patch:
            patch.setattr(workers, "progress", progress)
            assert command.call(typed, finished)[0] == 130

    whole = tmp_path_factory.mktemp("whole")
    curve(whole, 300)
    before = without_saved(finished)
    interrupted("curve --more 297 --workers 1 --out")
    assert without_saved(finished) == before  # the shorter run's results stay until then
    words = "is not finished: run it again without --more to finish it (fogel curve --trials=2"
    assert f"{words} --generations=300" in command.refused("curve --more 5 --out", finished)
    interrupted(f"curve {by} --workers 1 --out")
    command(f"curve {by} --workers 1 --out", finished)
    assert f": going on from generation 3 of 2 trials saved in {finished}" in command.err
    assert tree(finished) == tree(whole)


def test_more_killed_while_it_hands_the_folder_over(
    finished, curve, tmp_path_factory, monkeypatch, command
):
    """Before the record says so, and after it, when parts of the shorter run are still there."""
    whole = tmp_path_factory.mktemp("whole")
    curve(whole, 5)
    usual = saving.write_file

    def write(path, content):
        if Path(path).name == "job.json" and b"more" in str(content).encode():
            raise KeyboardInterrupt
        usual(path, content)

    def clear(saved, names):
        raise KeyboardInterrupt

    for place, name, stop in ((saving, "write_file", write), (saving.Saved, "_clear", clear)):
        with monkeypatch.context() as patch:
            patch.setattr(place, name, stop)
            assert command.call("curve --more 2 --out", finished)[0] == 130
    curve(finished, more=2)
    assert tree(finished) == tree(whole)


@pytest.mark.parametrize(
    "option",
    (
        *("--slip=0.1", "--no-bias", "--quick", "--preset=chapter", "--game=misere"),
        *("--validate", "--restart", "--scheduler=tcp://localhost:1"),
    ),
)
def test_more_keeps_the_settings(option, finished, command):
    before = tree(finished)
    line = command.refused(f"curve --more 2 {option} --out", finished)
    assert "can't be combined with --more" in line and option.partition("=")[0][-4:] in line
    assert tree(finished) == before


@pytest.mark.parametrize(
    ("more", "words"),
    [(0, "must be a whole number from 1"), (99_998, "generations must be a whole number from 1")],
)
def test_a_number_of_generations_that_is_too_large_or_none_is_refused(
    more, words, finished, command
):
    line = command.refused(f"curve --more {more} --out", finished)
    assert f"argument --more: {words}" in line


def test_more_needs_a_finished_run_of_this_program(finished, curve, tmp_path, command):
    record = finished / "saved" / "job.json"
    there = json.loads(record.read_text())

    def refused(*words, folder=finished):
        line = command.refused("curve --more 2 --out", folder)
        assert all(one in line for one in words), line
        return line

    record.write_text(json.dumps({**there, "complete": False}))
    refused("is not finished: run it again without --more to finish it")
    there["job"]["program"]["files"] = "0"
    record.write_text(json.dumps(there))
    refused("computed by another version of the program", "--generations=5", "--restart")
    record.write_text("{")
    refused("is damaged")
    record.unlink()
    words = "is missing: first run it again without --more (fogel"
    line = refused(f"{record}, which --more needs", words)
    command(line.partition("(fogel ")[2].removesuffix(")\n"))
    curve(finished, more=2)
    record.unlink()
    (finished / "run.json").write_text("{}")
    refused("there is no run in")
    refused("there is no run in", folder=tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()
