"""The report's script of forty runs, run small: what is equal, what is kept, and what
comes of it.
"""

import errno
import json
from pathlib import Path

import pytest

from fogel.rules.rule_files import find_rules
from fogel.school.network_files import load_arch, load_weights, loss_rate
from fogel.school.pupil import compute_sizes
from fogel.school.school import SchoolSettings, sessions
from fogel.school.script import PARTS, SCRIPT, compare, draw, outcome, run, run_script, script_text
from fogel.school.texts import session_text

TINY = SchoolSettings(trainer="random")
TINY_LINES = tuple(
    line._replace(
        sessions=min(line.sessions, 4), matches=min(line.matches, 2), games=line.games // 25
    )
    for line in SCRIPT
)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """(the outcomes of all lines, run small, their folder)."""
    folder = tmp_path_factory.mktemp("z")
    return run_script(TINY, TINY_LINES, out=folder, workers=2), folder


def test_the_lines_are_the_reports():
    assert (
        len(SCRIPT) == 40
        and [line.name for line in SCRIPT][:2] == ["00", "01"]
        and SCRIPT[-1].name == "44"
    )
    by_name = {line.name: line for line in SCRIPT}
    assert by_name["29"][1:] == (200, 10, 1000, 9, 0, 2) and by_name["14"][1:] == (
        200,
        10,
        500,
        4,
        50,
        18,
    )
    assert by_name["20"][1:] == (200, 10, 50, 0, 0, 84) and by_name["33"][1:] == (
        200,
        20,
        500,
        3,
        0,
        14,
    )
    assert by_name["41"][1:] == (10, 10, 500, 1, 0, 74) and by_name["44"][1:] == (
        500,
        10,
        500,
        4,
        0,
        51,
    )
    assert sorted(line.reported for line in SCRIPT)[:3] == [2, 11, 14] and len(PARTS) == 5
    games = sum((line.sessions + 1) * line.matches * line.games for line in SCRIPT)
    assert 35_000_000 < games < 36_500_000
    settings = by_name["12"].settings(TINY, seed=5)
    assert (settings.target_loss, settings.seed, settings.trainer) == (30.0, 5, "random")


def test_equal_seeds_give_equal_runs_until_a_goal_is_reached(found):
    """The report's runs 10 to 15 equal its runs 00 to 05."""
    outcomes, _ = found
    for number in range(10):
        base, goal = outcomes[f"0{number}"], outcomes[f"1{number}"]
        if not goal["reached"]:
            assert {**goal, "settings": None} == {**base, "settings": None}
        else:
            assert goal["rates"] == base["rates"][: goal["sessions"]]
            assert min(goal["rates"]) == goal["rates"][-1] <= goal["settings"]["target_loss"]
    assert {outcomes[f"1{number}"]["reached"] for number in range(10)} == {True, False}
    assert [line.reported for line in SCRIPT[:6]] == [line.reported for line in SCRIPT[10:16]]


def test_a_run_is_saved_and_can_be_read(found):
    outcomes, folder = found
    for name in ("00", "19", "34"):
        one = outcomes[name]
        said = json.loads((folder / f"{name}.json").read_text())
        assert {key: said[key] for key in one} == one and {*said} - {*one} == {
            "format",
            "version",
            "digest",
        }
        arch = load_arch(folder / f"{name}.cfg")
        assert {**arch.to_dict(), "hidden": list(arch.hidden)} == one["arch"]
        assert (
            len(load_weights(folder / f"{name}.wts", compute_sizes(find_rules("standard"), arch)))
            > 0
        )
        assert loss_rate((folder / f"{name}.wts").read_text()) == int(one["loss_rate"])
        assert one["loss_rate"] == min(one["final"])


def test_what_is_there_is_not_run_again(found, monkeypatch):
    outcomes, folder = found
    (folder / "07.json").write_text("{")  # as of a disk that was full
    eight = json.loads((folder / "08.json").read_text())
    (folder / "08.json").write_text(json.dumps({**eight, "settings": {}}))
    ran = []

    def instead(settings, root, tick, record):
        ran.append(settings.seed)
        tick(100)
        return outcomes["07"]

    monkeypatch.setattr("fogel.school.script.run", instead)
    again = run_script(TINY, TINY_LINES, out=folder, workers=1)
    assert ran == [7, 8] and list(again) == list(outcomes)
    assert again["29"] == outcomes["29"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda said: {**said, "loss_rate": -7},
        lambda said: {key: value for key, value in said.items() if key != "digest"},
        lambda said: {key: value for key, value in said.items() if key != "rates"},
        lambda said: {key: said[key] for key in ("settings", "versions")} | {"loss_rate": 3.0},
        lambda said: {**said, "format": "fogel-champion"},
        lambda said: {**said, "version": 2},
        lambda said: [said],
        lambda said: "[" * 100_000,
        lambda said: "",
    ],
)
def test_a_record_that_was_changed_is_run_again(found, tmp_path, spoil):
    outcomes, folder = found
    spoiled = spoil(json.loads((folder / "40.json").read_text()))
    (tmp_path / "40.json").write_text(spoiled if isinstance(spoiled, str) else json.dumps(spoiled))
    lines = [line for line in TINY_LINES if line.name == "40"]
    assert run_script(TINY, lines, out=tmp_path, workers=1) == {"40": outcomes["40"]}
    assert (tmp_path / "40.json").read_bytes() == (folder / "40.json").read_bytes()


def test_the_files_of_a_run_are_written_together_or_not_at_all(found, tmp_path, monkeypatch):
    _, folder = found
    lines = [line for line in TINY_LINES if line.name == "40"]
    usual, room = Path.write_bytes, 0

    def full(path, content):
        nonlocal room
        room -= 1
        if room < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return usual(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    for fits in range(3):
        room = fits
        with pytest.raises(OSError, match=r"No space left on device: '.*/40\."):
            run_script(TINY, lines, out=tmp_path, workers=1)
        assert not any(tmp_path.iterdir())
    room = 3
    run_script(TINY, lines, out=tmp_path, workers=1)
    for name in ("40.cfg", "40.wts", "40.json"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_the_same_bits_by_any_number_of_workers(found):
    few = [line for line in TINY_LINES if line.name in ("03", "20", "40")]
    one, three = (run_script(TINY, few, workers=workers) for workers in (1, 3))
    assert one == three == {line.name: found[0][line.name] for line in few}
    seen = []
    run_script(TINY, few, progress=lambda ticks: (seen.append(tick) or tick for tick in ticks))
    assert seen == list(range(3 * 100))


def test_several_seeds():
    few = [line for line in TINY_LINES if line.name in ("00", "40")]
    outcomes = run_script(TINY, few, seeds=2)
    assert list(outcomes) == ["00-00", "00-01", "40-00", "40-01"]
    assert [one["settings"]["seed"] for one in outcomes.values()] == [0, 1, 0, 1]
    assert outcomes["00-00"]["rates"][0] == outcomes["40-00"]["rates"][0]
    assert compare(outcomes)[1][:2] == ("00-01", 82)


def test_an_outcome_is_what_the_sessions_say():
    settings = TINY_LINES[1].settings(TINY)
    seen = list(sessions(settings))
    one = outcome(settings, seen)
    assert one["rates"] == [100 * session.losses / session.games for session in seen[:-1]]
    assert one["first"] == one["rates"][0] and one["games"] == 5 * 2 * 20
    assert one["replayed"] == 100 * seen[-1].losses / seen[-1].games
    assert one["best"] in (None, *one["rates"])
    said = []
    assert run(settings, say=said.append) == one
    assert said == [session_text(session, settings) for session in seen]


def test_the_figure_and_the_table(found):
    outcomes, _ = found
    text = script_text(outcomes).splitlines()
    assert len(text) == 41 and text[1].split()[:2] == ["00", "82%"]
    (axes,) = draw(outcomes).axes
    ours, reported = axes.lines[-1].get_ydata(), axes.lines[-2].get_ydata()
    assert list(reported) == [line.reported for line in SCRIPT]
    assert list(ours) == [one["loss_rate"] for one in outcomes.values()]
