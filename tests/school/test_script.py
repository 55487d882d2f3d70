"""The report's script of forty runs: its lines, and what a run comes to."""

from fogel.rules.rule_files import find_rules
from fogel.school.network_files import load_arch, load_weights, loss_rate
from fogel.school.pupil import compute_sizes
from fogel.school.school import SchoolSettings, sessions
from fogel.school.script import PARTS, SCRIPT, outcome, run
from fogel.school.seeds import of_script
from fogel.school.texts import session_text

TINY = SchoolSettings(trainer="random", sessions=4, matches=2, games=20, seed=1)


def test_the_lines_are_the_reports():
    names = [line.name for line in SCRIPT]
    assert len(names) == 40 and (names[0], names[1], names[-1]) == ("00", "01", "44")
    by_name = {line.name: line[1:] for line in SCRIPT}
    assert by_name["29"] == (200, 10, 1000, 9, 0, 2)
    assert by_name["14"] == (200, 10, 500, 4, 50, 18)
    assert by_name["20"] == (200, 10, 50, 0, 0, 84)
    assert by_name["33"] == (200, 20, 500, 3, 0, 14)
    assert by_name["41"] == (10, 10, 500, 1, 0, 74)
    assert by_name["44"] == (500, 10, 500, 4, 0, 51)
    assert sorted(line.reported for line in SCRIPT)[:3] == [2, 11, 14] and len(PARTS) == 5
    games = sum((line.sessions + 1) * line.matches * line.games for line in SCRIPT)
    assert 35_000_000 < games < 36_500_000


def test_equal_seeds_give_equal_runs_until_a_goal_is_reached():
    """The report's runs 10 to 15 equal its runs 00 to 05, and ours too."""
    forty = of_script()
    for number in range(10):
        base, goal = forty[f"0{number}"], forty[f"1{number}"]
        if not goal.reached:
            assert goal._replace(target_loss=0) == base
        else:
            assert goal.searched < base.searched and goal.best <= goal.target_loss
    assert {forty[f"1{number}"].reached for number in range(10)} == {True, False}
    assert [line.reported for line in SCRIPT[:6]] == [line.reported for line in SCRIPT[10:16]]


def test_a_run_is_saved_and_can_be_read(tmp_path):
    found = run(TINY, root=tmp_path / "new" / "00")
    arch = load_arch(tmp_path / "new" / "00.cfg")
    assert {**arch.to_dict(), "hidden": list(arch.hidden)} == found["arch"]
    weights, sizes = tmp_path / "new" / "00.wts", compute_sizes(find_rules("standard"), arch)
    assert len(load_weights(weights, sizes)) > 0
    assert loss_rate(weights.read_text()) == int(found["loss_rate"]) == int(min(found["final"]))


def test_an_outcome_is_what_the_sessions_say():
    settings = TINY
    seen = list(sessions(settings))
    one = outcome(settings, seen)
    assert one["rates"] == [100 * session.losses / session.games for session in seen[:-1]]
    assert one["first"] == one["rates"][0] and one["games"] == 5 * 2 * 20
    assert one["replayed"] == 100 * seen[-1].losses / seen[-1].games
    assert one["best"] in (None, *one["rates"])
    said = []
    assert run(settings, say=said.append) == one
    assert said == [session_text(session, settings) for session in seen]
