"""What is missing or damaged of the files that `grade` keeps of each student."""

from grader.attempts import RESULT, kept
from grader.grade import read_result
from grader.intake import STAMP, stamp_of


def lost(course, name, results):
    """Sentences on files of a set without which these results, {student: result}, are not all, or
    can't be counted again. `grade` writes most of them again.
    """
    known = {path.name for path in course.path("attempts", name).glob("*") if path.is_dir()}
    known |= {path.stem for path in course.path("graded", name).glob("*.json")} | {*results}
    said = [
        f"{name}: graded/{name}/{student}.json is missing, or is not the result of {student!r}, who"
        " gets no page and no points from it; remove it and `grade` again"
        for student in sorted(known)
        if not read_result(course, name, student)
    ]
    for student, result in sorted(results.items()):
        if "attempt" in result:
            said += [f"{name}: {words}" for words in _attempts(course, name, student, result)]
    return said


def _attempts(course, name, student, result):
    """Sentences on what is missing of the attempts of a student that were graded."""
    place, about = f"attempts/{name}/{student}", result["attempt"]
    if not about["folder"]:
        words = f"{place} can't be written, so what was handed in is graded and not kept"
        return [] if result["points"] is None else [f"{words}; remove what is there"]
    some = kept(course, name, student)
    said = [
        f"{place}/{one.folder.name}/{file} is missing or damaged; `grade` again"
        for one in some
        for file, is_whole in (
            (f"{name}.ipynb", not one.handed.problem),
            (STAMP, stamp_of(one.handed.path)),
            (RESULT, one.result),
        )
        if not is_whole
    ]
    if course.path(about["folder"]) not in [one.folder for one in some]:
        said.append(f"{about['folder']}, which counts, is missing or damaged; `grade` again")
    elif len(some) < about["count"]:
        said.append(f"{place} has {len(some)} attempts, and {about['count']} were handed in")
    return said
