"""Finished results: those of other settings are never overwritten, and a finished run can go on."""

import json
import shlex
import shutil
from pathlib import Path

import pytest
from same import tree

from fogel.cli import main
from fogel.core import workers
from fogel.core.champion import load_champion, save_champion

SIZE = ["--trials", "2", "--parents", "6", "--rivals", "3"]
GAME = "000 000; win 111; win 1 1"
MADE = {  # by name: a command, what is changed of it, and the words that say so
    "curve": (
        ["curve", *SIZE, "--generations", "3", "--out"],
        ["--slip", "0.3"],
        "slip is 0.1 there, not 0.3",
    ),
    "school": (
        ["ttt", "school", "--sessions", "1", "--games", "4", "--save"],
        ["--seed", "5"],
        "seed is 0",
    ),
}


def changed(command, options):
    """The command with another value of an option, or with one more."""
    *front, place = command
    if options[0] in front:
        at = front.index(options[0])
        front[at : at + len(options)] = []
    return [*front, *options, place]


def refused(capsys, arguments):
    """The one line that a wrong call prints."""
    with pytest.raises(SystemExit) as stop:
        main([*map(str, arguments)])
    out, err = capsys.readouterr()
    assert stop.value.code == 2 and out == "" and err.count("\n") == 1, err
    return err


def without_saved(folder):
    return {name: content for name, content in tree(folder).items() if "saved/" not in name}


@pytest.mark.parametrize("name", MADE)
def test_a_finished_result_of_other_settings_is_refused_in_a_line(name, tmp_path, capsys):
    command, options, words = MADE[name]
    place = tmp_path / "00"
    assert main([*command, str(place)]) == 0
    made = tree(tmp_path)
    capsys.readouterr()
    line = refused(capsys, [*changed(command, options), place])
    assert words in line and "--restart)" in line and str(place) in line
    assert tree(tmp_path) == made
    assert main([*command, str(place)]) == 0  # the same again
    assert tree(tmp_path) == made
    assert main([*changed(command, options), str(place), "--restart"]) == 0
    assert without_saved(tmp_path) != {
        name: made[name] for name in without_saved(tmp_path) if name in made
    }


@pytest.mark.parametrize("name", MADE)
def test_a_result_that_does_not_say_what_made_it_is_refused(name, tmp_path, capsys):
    """Such as a file of somebody else's."""
    command, place = MADE[name][0], tmp_path / "00"
    files = {"school": "00.wts"}
    path = tmp_path / files.get(name, "00/run.json")
    path.parent.mkdir(exist_ok=True)
    path.write_text('"mine"')
    assert f"{path} exists, but does not say which run made it" in refused(
        capsys, [*command, place]
    )
    assert [*tree(tmp_path).values()] == [b'"mine"']


def test_a_network_of_another_trial_is_not_overwritten(tmp_path, capsys):
    """Its settings are the same."""
    assert main([*MADE["curve"][0], str(tmp_path)]) == 0
    shutil.copy(tmp_path / "champions" / "trial_01.json", tmp_path / "mine.json")
    capsys.readouterr()
    again = ["evolve", *SIZE[2:], "--generations", "3", "--out", tmp_path / "mine.json"]
    assert "trials is 2 there, not 20" in refused(capsys, again)
    champion = load_champion(tmp_path / "mine.json")
    save_champion(tmp_path / "mine.json", champion, settings=champion.settings.change(trials=20))
    assert "trial is 1 there, not 0" in refused(capsys, again)


# Going on.

GAMES = {
    "a game": ["--game", GAME, "--opponent", "perfect"],
    "few survivors": ["--survivors", "highest-score"],
}
RUNS = {
    "usual": [],
    "exact": ["--evaluation", "exact", "--best-player", "highest-exact"],
    "payoffs are kept": ["--no-replay-parents", "--parents", "8"],
    **GAMES,
}


def curve(folder, generations, *more):
    return main(
        ["curve", *SIZE, "--generations", str(generations), "--out", str(folder), *map(str, more)]
    )


@pytest.mark.parametrize("name", RUNS)
def test_more_leaves_what_one_longer_run_leaves(name, tmp_path, capsys):
    """Files that are saved too, in several steps, and with any number of workers."""
    assert curve(tmp_path / "here", 5, *RUNS[name]) == 0
    for more, workers_ in ((1, 1), (43, 3)):
        how = f"--more {more} --workers {workers_} --out".split()
        assert main(["curve", *how, str(tmp_path / "here")]) == 0
    assert "begin again" not in capsys.readouterr().err
    assert curve(tmp_path / "there", 49, *RUNS[name]) == 0
    assert tree(tmp_path / "here") == tree(tmp_path / "there")


def test_more_of_a_long_game_begins_again_where_other_generations_are_judged(tmp_path, capsys):
    options = ["--game", GAME, "--trials", "1"]
    assert curve(tmp_path / "here", 60, *options) == 0
    assert main(["curve", "--more", "60", "--out", str(tmp_path / "here")]) == 0
    err = capsys.readouterr().err
    assert "1 of 1 trials begin again at generation 1: too little was saved of them for 120" in err
    assert curve(tmp_path / "there", 120, *options) == 0
    assert tree(tmp_path / "here") == tree(tmp_path / "there")


def test_a_damaged_part_begins_again_and_a_validated_run_too(tmp_path, capsys):
    assert curve(tmp_path / "here", 3, "--validate") == 0
    (tmp_path / "here" / "saved" / "trial_0000001.part").write_bytes(b"")
    assert main(["curve", "--more", "2", "--out", str(tmp_path / "here")]) == 0
    out, err = capsys.readouterr()
    assert "2 of 2 trials begin again" in err and "No invariant was breached" in out
    assert curve(tmp_path / "there", 5, "--validate") == 0
    assert tree(tmp_path / "here") == tree(tmp_path / "there")


@pytest.fixture
def finished(tmp_path):
    assert curve(tmp_path, 3) == 0
    return tmp_path


def interrupted(monkeypatch, arguments):
    """The command, interrupted when a generation is done."""

    def progress(generations, **options):
        for _ in generations:
            raise KeyboardInterrupt
        return iter(())

    with monkeypatch.context() as patch:
        patch.setattr(workers, "progress", progress)
        assert main([*map(str, arguments)]) == 130


@pytest.mark.parametrize("by", ["--more", "--generations"])
def test_more_goes_on_after_an_interruption(by, finished, tmp_path_factory, monkeypatch, capsys):
    whole = tmp_path_factory.mktemp("whole")
    assert curve(whole, 300) == 0
    before = without_saved(finished)
    more = ["curve", "--more", 297, "--out", finished, "--workers", 1]
    interrupted(monkeypatch, more)
    assert without_saved(finished) == before  # the shorter run's results stay until then
    capsys.readouterr()
    line = refused(capsys, ["curve", "--more", 5, "--out", finished])
    assert (
        "is not finished: run it again without --more to finish it (fogel curve --trials=2"
        " --generations=300" in line
    )
    again = more if by == "--more" else ["curve", *SIZE, "--generations", 300, "--out", finished]
    interrupted(monkeypatch, again)
    capsys.readouterr()
    assert main([*map(str, again)]) == 0
    words = f": going on from generation 3 of 2 trials saved in {finished}"
    assert words in capsys.readouterr().err
    assert tree(finished) == tree(whole)


def test_more_killed_while_it_hands_the_folder_over(finished, tmp_path_factory, monkeypatch):
    """Before the record says so, and after it, when parts of the shorter run are still there."""
    import fogel.core.saving

    whole = tmp_path_factory.mktemp("whole")
    assert curve(whole, 5) == 0
    for stop in ("write", "clear"):
        usual = fogel.core.saving.write_file

        def write(path, content, usual=usual):
            if Path(path).name == "job.json" and b"more" in str(content).encode():
                raise KeyboardInterrupt
            usual(path, content)

        def clear(saved, names):
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            if stop == "write":
                patch.setattr(fogel.core.saving, "write_file", write)
            else:
                patch.setattr(fogel.core.saving.Saved, "_clear", clear)
            assert main(["curve", "--more", "2", "--out", str(finished)]) == 130
    assert main(["curve", "--more", "2", "--out", str(finished)]) == 0
    assert tree(finished) == tree(whole)


@pytest.mark.parametrize(
    "option",
    (
        *("--slip=0.1", "--no-bias", "--quick", "--preset=chapter", "--game=misere"),
        *("--validate", "--restart", "--scheduler=tcp://localhost:1"),
    ),
)
def test_more_keeps_the_settings(option, finished, capsys):
    before = tree(finished)
    capsys.readouterr()
    line = refused(capsys, ["curve", "--more", 2, option, "--out", finished])
    assert "can't be combined with --more" in line and option.partition("=")[0][-4:] in line
    assert tree(finished) == before


@pytest.mark.parametrize(
    ("more", "words"),
    [(0, "must be a whole number from 1"), (99_998, "generations must be a whole number from 1")],
)
def test_a_number_of_generations_that_is_too_large_or_none_is_refused(
    more, words, finished, capsys
):
    capsys.readouterr()
    line = refused(capsys, ["curve", "--more", more, "--out", finished])
    assert f"argument --more: {words}" in line


def test_more_needs_a_finished_run_of_this_program(finished, tmp_path, capsys):
    record = finished / "saved" / "job.json"
    there = json.loads(record.read_text())
    capsys.readouterr()

    def line():
        return refused(capsys, ["curve", "--more", 2, "--out", finished])

    record.write_text(json.dumps({**there, "complete": False}))
    assert "is not finished: run it again without --more to finish it" in line()
    there["job"]["program"]["files"] = "0"
    record.write_text(json.dumps(there))
    words = line()
    assert (
        "computed by another version of the program" in words
        and "--generations=5" in words
        and "--restart" in words
    )
    record.write_text("{")
    assert "is damaged" in line()
    record.unlink()
    words = line()
    assert (
        f"{record}, which --more needs" in words
        and "is missing: first run it again without --more (fogel" in words
    )
    again = words.partition("(fogel ")[2].removesuffix(")\n")
    assert (
        main(shlex.split(again)) == 0
        and main(["curve", "--more", "2", "--out", str(finished)]) == 0
    )
    record.unlink()
    (finished / "run.json").write_text("{}")
    capsys.readouterr()
    assert "there is no run in" in line()
    assert "there is no run in" in refused(
        capsys, ["curve", "--more", 2, "--out", tmp_path / "nowhere"]
    )
    assert not (tmp_path / "nowhere").exists()
