"""The class against earlier years and the public solutions: told in groups, as those within the
class are.
"""

import json

import pytest

pytest.importorskip(
    "nbgrader", reason="the classroom is not installed: pip install -e .[classroom]"
)
from classroom import answered
from fogel.checks.variant import variant
from grader import cli, feedback, grade
from grader.compared import SOLUTION, solution, strangers
from grader.course import Course, CourseError
from grader.sets import all_sets, find
from grader.similar import alike, groups

ONE = find("05")


def course_in(folder, number=7):
    folder.mkdir()
    (folder / "course.json").write_text(json.dumps({"variant": number, "sets": [ONE.name]}))
    return Course(folder, variant(number), (ONE,))


def written(course, student, like):
    """Hands in the code of another, with names of one's own."""
    result = answered(ONE, student, "")
    for name, task in like["tasks"].items():
        result["tasks"][name]["code"] = "# mine\n" + task["code"].replace("payoffs", "p").replace(
            "scores", "s"
        )
    grade.write_result(course, result)


@pytest.mark.parametrize("one", all_sets(), ids=lambda one: one.name)
def test_a_solution_has_all_that_is_to_be_written_and_no_check(one):
    found = solution(one.name, variant(7))
    assert all(found["tasks"][task.name]["code"] for task in one.tasks if not task.by_hand)
    assert all(found["written"][task.name] for task in one.tasks if task.by_hand)
    assert "BEGIN" not in str(found) and "points_of" not in str(found)


def test_strangers_are_found_in_groups_and_are_no_group_of_their_own(tmp_path, monkeypatch):
    now, last, before = (
        course_in(tmp_path / name, k) for name, k in (("now", 7), ("last", 8), ("before", 9))
    )
    own = {
        "tasks": {
            "payoffs": {"code": "\n".join(f"x{k} = (a{k} + {k}) * b[{k}]" for k in range(40))}
        }
    }
    for course, student, like in (
        (now, "ada", solution(ONE.name, now.variant)),
        (now, "bob", own),
        (last, "eve", own),
        (before, "eve", own),
        (last, "zoe", solution(ONE.name, last.variant)),
    ):
        written(course, student, like)
    monkeypatch.setattr(feedback, "written_points", lambda course, rows: {})
    arguments = [
        "feedback",
        "05",
        "--course",
        str(now.root),
        "--earlier",
        str(last.root),
        "--earlier",
        str(before.root),
    ]
    assert cli.main(arguments) == 0
    others = strangers(now, [ONE.name], [last.root, before.root])[ONE.name]
    found = groups(alike(grade.read_results(now, ONE.name), "", others))
    of_bob = [students for _, _, students, _ in found if "bob" in students]
    assert of_bob == [["bob", f"eve of {before.root}", f"eve of {last.root}"]]
    assert any("ada" in students and SOLUTION in students for _, _, students, _ in found)
    page = (now.root / "feedback" / "class.html").read_text()
    assert (
        f"<em>eve of {last.root}</em>" in page
        and f"<em>{SOLUTION}</em>" in page
        and '<a href="bob/' in page
    )
    assert alike({}, "", others) == []


def test_what_strangers_share_is_common_to_nobody():
    """Two of the class are as alike with thirty strangers as without."""
    code = "\n".join(f"x{k} = (a{k} + {k}) * b[{k}]" for k in range(40))
    result = {"tasks": {"one": {"code": code}}, "written": {}}
    results = {"ada": result, "bob": result}
    found = alike(results, "", {f"s{k}": result for k in range(30)})
    assert [pair[:3] for pair in found if pair[2] == "bob"] == [(1.0, "ada", "bob")] and len(
        found
    ) == 61


def test_a_folder_that_is_no_earlier_course_is_one_line(tmp_path):
    now, empty = course_in(tmp_path / "now"), course_in(tmp_path / "empty")
    written(now, "ada", solution(ONE.name, now.variant))
    for folder, words in (
        (tmp_path / "nowhere", "--earlier: there is no course in"),
        (now.root, "is this course itself"),
        (empty.root, f"--earlier: nothing of {ONE.name} was graded in"),
    ):
        with pytest.raises(CourseError, match=words):
            feedback.write_feedback(now, earlier=[folder])
    assert not now.path("feedback").exists()
