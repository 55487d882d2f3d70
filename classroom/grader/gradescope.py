"""An autograder for Gradescope: the zip to upload, and what runs there.

The files, their places and results.json are as Gradescope's *Autograder Specifications* and
*Submission Metadata* say (gradescope-autograders.readthedocs.io). Gradescope adds up the tests.
What the grader itself fails at has no tests and no score, so that Gradescope has none either.
"""

import io
import json
import sys
import traceback
import zipfile
from contextlib import redirect_stdout
from pathlib import Path

from fogel.core.files import read_text, write_file
from grader.book import earned, told
from grader.container import folder_files, package_files
from grader.course import CourseError
from grader.fences import found as found_fence
from grader.grade import ASSIGNMENTS, grade_one, is_blank
from grader.intake import is_hidden, named_student, read_submission
from grader.roster import STUB
from grader.sets import find
from grader.tables import loose

SETTINGS = "settings.json"
# The time of all files in the zip, so that the same class gives the same bytes.
OLDEST = (1980, 1, 1, 0, 0, 0)
PROGRAM, PLAIN = 0o100755, 0o100644  # rights of a file
LARGEST_METADATA = 10 * 1024**2  # bytes
SETUP = """\
#!/usr/bin/env bash
# Runs once, as root, when Gradescope builds the machine; only now there need be a network.
set -euo pipefail
cd "$(dirname "$0")"
apt-get update
apt-get install -y python3 python3-venv bubblewrap
id -u fogel > /dev/null 2>&1 || useradd --system --create-home fogel
python3 -m venv /autograder/venv
/autograder/venv/bin/python -m pip install ".[classroom]"
"""
RUN = """\
#!/usr/bin/env bash
# Runs for each submission. Nobody's notebook runs as root, where there is another user.
cd "$(dirname "$0")"
python="$PWD/venv/bin/python"
as=()
if [ "$(id -u)" = 0 ] && id -u fogel > /dev/null 2>&1; then
    as=(runuser -u fogel --)
    chmod -R a+rX submission
    [ ! -e submission_metadata.json ] || chmod a+r submission_metadata.json
fi
mkdir -p results
"${as[@]}" "$python" source/classroom/__main__.py gradescope --run "$PWD" > results/results.json
"""


# The zip.


def pack(course, name, roster, visibility):
    """Writes the autograder of a set for the rules of a course; returns (the zip's path, the points
    it gives).
    """
    one = find(name)
    settings = {
        "set": one.name,
        "variant": course.variant.number,
        "visibility": visibility,
        "ids": roster.platform,
    }
    files = {"setup.sh": SETUP.encode(), "run_autograder": RUN.encode()}
    files[SETTINGS] = json.dumps(settings).encode()
    files |= package_files()
    root, main = ASSIGNMENTS.parent, ASSIGNMENTS / "__main__.py"
    for folder in (ASSIGNMENTS / "grader", ASSIGNMENTS / "source"):
        files |= folder_files(folder, folder.relative_to(root))
    files[main.relative_to(root).as_posix()] = main.read_bytes()
    path = course.path(f"gradescope_{one.name}.zip")
    write_file(path, _zipped(files))
    return path, points_of(one)


def points_of(one):
    """The most points that a set's autograder gives: those of the written answers are
    not its own.
    """
    return sum(task.points for task in one.tasks if not task.by_hand)


def _zipped(files):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            about = zipfile.ZipInfo(name, OLDEST)
            about.create_system = 3  # Unix: what the rights are of
            about.external_attr = (
                PROGRAM if name in ("setup.sh", "run_autograder") else PLAIN
            ) << 16
            about.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(about, text)
    return content.getvalue()


# On Gradescope.


def run(root):
    """Judges the submission in Gradescope's folder and prints results.json; returns 1 where nobody
    could judge it.
    """
    with redirect_stdout(sys.stderr):  # which Gradescope shows the teacher
        print(found_fence().words)
        found = results(Path(root))
    print(json.dumps(found))
    return int("tests" not in found)


def results(root):
    """What results.json is to say; without `tests` where nobody could judge."""
    try:
        settings = _about(root / "source" / SETTINGS)
        one = find(settings["set"])
        handed = read_submission(notebook_in(root / "submission", one.name))
        student = _student(root, handed, settings["ids"])
        result = grade_one(one.name, settings["variant"], student, handed)
    except CourseError as problem:
        return _nothing(str(problem))
    except Exception:
        traceback.print_exc()
        return _nothing(
            "The grader itself failed here. There are no points yet, and no 0; please tell your"
            " teacher."
        )
    if is_blank(result):
        return _nothing(" ".join(result["notes"]))
    judged = [task for task in one.tasks if not task.by_hand]
    words = [
        f"Judged as the work of STUDENT = {student!r}, in variant {settings['variant']}.",
        *result["notes"],
    ]
    if len(judged) < len(one.tasks):
        words.append("Written answers are not among these points: your teacher reads them.")
    shown = settings["visibility"]
    return {"output": "\n".join(words), "tests": [_test(task, result, shown) for task in judged]}


def _nothing(words):
    return {"output": words, "visibility": "visible"}


def _test(task, result, visibility):
    return {
        "name": f"{task.number} {task.title}",
        "score": earned(result, task),
        "max_score": task.points,
        "output": told(result["tasks"][task.name]),
        "visibility": visibility,
    }


def notebook_in(folder, name):
    """The one notebook of a submission, SET.ipynb if there are several; raises CourseError that
    says what there is.
    """
    found = [path for path in sorted(folder.rglob("*.ipynb")) if not _is_odd(path, folder)]
    own = [path for path in found if path.name == f"{name}.ipynb"] or found
    if len(own) != 1:
        there = ", ".join(path.relative_to(folder).as_posix() for path in own) or "none"
        raise CourseError(
            f"Hand in one notebook, {name}.ipynb. Here: {there}. There are no points yet, and no 0."
        )
    return own[0]


def _is_odd(path, folder):
    """Whether a path is a link, no file, or hidden."""
    return path.is_symlink() or not path.is_file() or is_hidden(path.relative_to(folder).parts)


def _student(root, handed, ids):
    """Whose a submission is: as the roster says of who uploaded it, or else as the notebook says
    itself.
    """
    try:
        named = named_student(handed.cells())
    except ValueError:  # it can't be read, which its result says
        named = ""
    of_users = [ids[name] for name in _users(root) if name in ids]
    return named if named and (named in of_users or not of_users) else next(iter(of_users), STUB)


def _users(root):
    """The e-mail addresses and names of those who have uploaded, as a roster may have them."""
    path = root / "submission_metadata.json"
    if not path.exists():
        return []
    users = _about(path).get("users", [])
    if not isinstance(users, list) or not all(isinstance(user, dict) for user in users):
        raise CourseError(f"{path.name} is damaged: its users can't be read.")
    return [loose(str(user[key])) for user in users for key in ("email", "name") if user.get(key)]


def _about(path):
    """Return what a file of Gradescope's says, a dictionary; raises CourseError if it
    is damaged.
    """
    try:
        found = json.loads(read_text(path, LARGEST_METADATA))
    except (OSError, ValueError, RecursionError) as problem:
        raise CourseError(f"{path.name} can't be read ({problem}).") from None
    if not isinstance(found, dict):
        raise CourseError(f"{path.name} is damaged: it holds no dictionary.")
    return found
