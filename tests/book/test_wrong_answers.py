"""What the exercises of the chapters say to wrong answers, and to right ones.

`wrong_answers/NN_word.yml` lists, by exercise, what students write: `answer` is wrong, and the check is to say "Not
yet" with the words of `says`, the kind of mistake, and nothing of the right answer; `right` is a right one, which no
check may refuse.

An answer is put in the place of the statements of the exercise's cells that bind its names. Of the chapter before the
exercise only the statements run that these cells need, so that an exercise takes a moment and not its chapter's
minute.
"""

import ast
import contextlib
import io
import re
import symtable
from functools import cache
from pathlib import Path

import nbformat
import pytest
import yaml

from fogel.classroom import exercises

BOOK = Path(__file__).parents[2] / "notebooks"
LISTS = sorted(Path(__file__).with_name("wrong_answers").glob("*.yml"))
CHECKS = re.compile(r"\bchecks\.(target|attempt|attempt_on_draws|passes)\(")
EXPERIMENT = re.compile(r"\brun_(trials?|league)\(")  # what takes seconds, and several exercises of a chapter need
found_before = {}
FEWEST = 5  # wrong answers to each exercise that has a check
NAMES = (ast.FunctionDef, ast.ClassDef)
IMPORTS = (ast.Import, ast.ImportFrom)


@pytest.fixture(scope="module", autouse=True)
def experiments():
    """What experiments have found takes hundreds of megabytes, and no other file needs it."""
    yield
    found_before.clear()


# The statements that an exercise needs.


@cache
def cells_of(path):
    return nbformat.read(path, 4).cells


def code_in(cell):
    """The statements of a code cell; none of another one."""
    return ast.parse(cell.source).body if cell.cell_type == "code" else []


@cache
def exercises_of(word):
    """{number of an exercise: (statements of the chapter before it, its own)}."""
    before, own, number = [], {}, None
    for cell in cells_of(BOOK / f"{word}.ipynb"):
        if cell.cell_type == "markdown" and (found := re.findall(r"^\*\*(\d+\.\d+) ", cell.source, re.M)):
            number = found[-1]
        elif cell.cell_type == "markdown" and cell.source.startswith("## ") and number:
            break
        (own.setdefault(number, []) if number else before).extend(code_in(cell))
    found = {}
    for number, statements in own.items():
        found[number] = (before, statements)
        before = before + statements
    return found


def is_checked(statements):
    return any(map(asks_a_check, statements))


@cache
def asks_a_check(statement):
    return bool(CHECKS.search(ast.unparse(statement)))


@cache
def names_in(statement):
    """(names that a statement binds, names of the notebook that it uses, in its functions too)."""
    tables = [symtable.symtable(ast.unparse(statement), "cell", "exec")]
    own = tables[0].get_symbols()
    bound = {one.get_name() for one in own if one.is_assigned() or one.is_imported()}
    used = {one.get_name() for one in own if one.is_referenced()}
    while tables:
        table = tables.pop()
        tables += table.get_children()
        if table.get_type() != "module":
            used |= {one.get_name() for one in table.get_symbols() if one.is_global() and one.is_referenced()}
    return frozenset(bound), frozenset(used - named_in_passing(statement))


def named_in_passing(statement):
    """Names that stand behind a `for`, or behind `as`, in a statement: it does not use what was called so before."""
    targets = [node.target for node in ast.walk(statement) if isinstance(node, ast.For)]
    targets += [node.optional_vars for node in ast.walk(statement) if isinstance(node, ast.withitem)]
    names = (node for target in targets if target for node in ast.walk(target) if isinstance(node, ast.Name))
    return {node.id for node in names if isinstance(node.ctx, ast.Store)}


def bound(statement):
    return names_in(statement)[0]


@cache
def changed(statement):
    """Names whose object a statement may change in place, as found.append(board) or weights[0] = 1 do."""
    names = set()
    for node in ast.walk(statement):
        if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            names |= names_in(ast.Expr(node.value))[1]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(statement, ast.Expr):
            names |= names_in(ast.Expr(node.func.value))[1]
    return names


def needed(before, statements):
    """Those of `before` that the statements need, directly or through others, in order."""
    modules = set().union(*(bound(one) for one in before if isinstance(one, IMPORTS)))
    names, kept = set(), []
    for statement in reversed(statements):
        names = names - bound(statement) | names_in(statement)[1]
    for statement in reversed(before):
        if is_checked([statement]) or not (bound(statement) | changed(statement) - modules) & names:
            continue
        kept.append(statement)
        if isinstance(statement, (ast.Assign, *NAMES)):
            names -= bound(statement)
        names |= names_in(statement)[1]
    return kept[::-1]


# An answer and what the check says.


def with_answer(statements, written):
    """The exercise's statements with an answer's in the place of those that bind its names."""
    names = set().union(*map(bound, written))
    places = [place for place, one in enumerate(statements) if bound(one) & names and not is_checked([one])]
    if not places:
        raise ValueError(f"nothing of the exercise is called {' or '.join(sorted(names))}")
    rest = [one for place, one in enumerate(statements) if place not in places]
    return rest[: places[0]] + written + rest[places[0] :]


@cache
def chapter_after(statements):
    """The names of a chapter after these of its statements, a tuple; what they print is not kept."""
    names = {"__name__": "chapter"}
    with contextlib.redirect_stdout(io.StringIO()):
        for place, statement in enumerate(statements):
            if EXPERIMENT.search(ast.unparse(statement)) and isinstance(statement, ast.Assign):
                names |= found_by(statement, needed(statements[:place], [statement]), names)
            else:
                run([statement], names)
    return names


def found_by(statement, before, names):
    """{name: value} that an experiment binds; exercises that need the same one share it, of another chapter too."""
    own = [one for one in before if not isinstance(one, IMPORTS)]  # chapters import in lines of their own
    key = "\n".join(map(ast.unparse, [*own, statement]))
    if key not in found_before:
        run([statement], names)
        found_before[key] = {name: names[name] for name in bound(statement)}
    return found_before[key]


def run(statements, names):
    exec(compile(ast.fix_missing_locations(ast.Module(statements, [])), "the chapter", "exec"), names)


def said_to(word, number, answer):
    """What is printed when that answer, a text, is given to an exercise."""
    before, statements = exercises_of(word)[number]
    statements = with_answer(statements, ast.parse(answer).body)
    names = {**chapter_after(tuple(needed(before, statements)))}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        run(statements, names)
    return printed.getvalue()


@pytest.fixture(autouse=True)
def first_try(monkeypatch):
    """No target was asked for before, no board is drawn, and stored tables are where a chapter reads them."""
    monkeypatch.chdir(BOOK)
    monkeypatch.setattr(exercises, "_wrong_answers", {})
    monkeypatch.setattr(exercises, "_draw", lambda *given: None)


def read(path):
    """{exercise: entries} of a list."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def listed(key):
    """(chapter, exercise, entry) of all lists that have that key."""
    return [
        pytest.param(path.stem, number, entry, id=f"{number}-{place}")
        for path in LISTS
        for number, entries in read(path).items()
        for place, entry in enumerate(entries)
        if key in entry
    ]


@pytest.mark.parametrize(("word", "number", "entry"), listed("answer"))
def test_a_wrong_answer_is_refused_with_a_sentence_that_helps(word, number, entry):
    said = said_to(word, number, entry["answer"])
    assert "Not yet" in said, said or "nothing is said"
    assert entry["says"].lower() in " ".join(said.lower().split()), said
    assert "The target is" not in said and "fogel: " not in said, "a first wrong answer gives the right one away"


@pytest.mark.parametrize(("word", "number", "entry"), listed("right"))
def test_a_right_answer_is_accepted(word, number, entry):
    said = said_to(word, number, entry["right"])
    assert said and exercises.NOT_YET not in said and "Not yet" not in said, said


def test_every_chapter_has_a_list():
    chapters = {path.stem for path in BOOK.glob("[0-9]*.ipynb")}
    checked = {word for word in chapters if any(is_checked(own) for _, own in exercises_of(word).values())}
    assert {path.stem for path in LISTS} == checked


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_exercise_with_a_check_has_wrong_answers_and_a_right_one(path):
    entries = read(path)
    checked = [number for number, (_, statements) in exercises_of(path.stem).items() if is_checked(statements)]
    for number in checked:
        wrong, right = (sum(key in one for one in entries.get(number, [])) for key in ("answer", "right"))
        assert wrong >= FEWEST and right, f"{number}: {FEWEST} wrong answers and a right one are to be listed"
    assert {*entries} <= {*checked}, "answers to an exercise that is gone, or has no check"
