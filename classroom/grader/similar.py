"""Which submissions are alike, though variables were renamed, lines moved or comments changed; and
where.

A text is taken as the set of its runs of words. What many share, and what was handed out, tells
nothing.
"""

import re
from itertools import combinations
from keyword import kwlist

RUN, WORDS = 12, 5  # words of code, and of prose, in a run
LEAST = 25  # runs that two have to share
ALIKE = 0.6  # ... and which share of the shorter one's that has to be
TOO_COMMON = 0.5  # what so many of a class have tells nothing
TOKEN = re.compile(r"#[^\n]*|[rbfuRBFU]{0,2}(?:\"[^\"\n]*\"|'[^'\n]*')|[A-Za-z_]\w*|\d[\w.]*|\S")


def alike(results, given="", strangers=None):
    """[(share, student, student, [where])] of a set's results, the most alike first; `given` is
    what was handed out.

    `strangers`, {who: result}, are compared with the class, and not with each other. What they have
    makes nothing common: that is asked of the class alone.
    """
    sets = {student: _runs_of(result) for student, result in results.items()}
    owners = {}
    for student, runs in sets.items():
        for run in runs:
            owners.setdefault(run, []).append(student)
    handed_out = code_runs(given)
    limit = max(2, TOO_COMMON * len(results))
    rare = {run for run, some in owners.items() if len(some) <= limit and run[1] not in handed_out}
    sets = {student: runs & rare for student, runs in sets.items()}
    pairs = [*combinations(sorted(sets), 2)]
    common = {run for run, some in owners.items() if len(some) > limit}
    for who, result in (strangers or {}).items():
        pairs += [(student, who) for student in sorted(results)]
        sets[who] = {
            run for run in _runs_of(result) if run not in common and run[1] not in handed_out
        }
    found = []
    for first, second in pairs:
        shared, shorter = sets[first] & sets[second], min(len(sets[first]), len(sets[second]))
        if len(shared) >= LEAST and len(shared) >= ALIKE * shorter:
            found.append(
                (len(shared) / shorter, first, second, sorted({task for task, _ in shared}))
            )
    return sorted(found, key=lambda one: (-one[0], *one[1:3]))


def groups(pairs):
    """[(least share, largest share, students, [where])] of such pairs: who is like somebody is in
    that one's group.
    """
    found = []
    for pair in pairs:
        joined = [
            some
            for some in found
            if {pair[1], pair[2]} & {student for one in some for student in one[1:3]}
        ]
        found = [some for some in found if some not in joined] + [
            [one for some in joined for one in some] + [pair]
        ]
    about = []
    for some in found:
        shares, places = (
            [share for share, *_ in some],
            {place for *_, where in some for place in where},
        )
        students = sorted({student for _, *both, _ in some for student in both})
        about.append((min(shares), max(shares), students, sorted(places)))
    return sorted(about, key=lambda one: (-one[1], one[2]))


def _runs_of(result):
    """{(task, run)} of all that somebody has written."""
    code = {
        (name, run) for name, task in result["tasks"].items() for run in code_runs(task["code"])
    }
    return code | {
        (name, run) for name, text in result["written"].items() for run in prose_runs(text)
    }


def code_runs(code):
    """The runs of a program's words, in which all names are alike; comments are none."""
    words = [_kind(word) for word in TOKEN.findall(code) if not word.startswith("#")]
    return _runs(words, RUN)


def prose_runs(text):
    """The runs of a text's words, in small letters."""
    return _runs(re.findall(r"\w+", text.lower()), WORDS)


def _runs(words, length):
    return {tuple(words[k : k + length]) for k in range(len(words) - length + 1)}


def _kind(word):
    if word in kwlist or not (word[0].isalnum() or word[0] in "_\"'"):
        return word
    return "name" if word[0].isalpha() or word[0] == "_" else "text" if word[0] in "\"'" else word
