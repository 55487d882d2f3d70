"""Exercises apart from their chapters: what they need of it, and what their checks say to an
answer.

Of the chapter before an exercise only the statements run that it needs, so that it takes a moment
and not its chapter's minute. The tests try wrong answers so, and the web pages run it in the
reader's browser, with the stand-in for NumPy; so nothing is imported here but Python's own.
"""

import ast
import contextlib
import io
import json
import re
import traceback
from functools import cache
from itertools import takewhile
from typing import NamedTuple

CHECKS = re.compile(r"\bchecks\.(target|attempt|attempt_on_draws|passes)\(")
NUMBER = re.compile(r"^\*\*(\d+\.\d+) ", re.M)  # of an exercise, where it begins
# The tag of a cell whose code is asked for, as in build.py; of an exercise, the one that checks.
FOLDED = "hide-input"
ANSWER = "your answer"  # the file that a reader's code is said to stand in
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
NAMES = (ast.FunctionDef, ast.ClassDef)
IMPORTS = (ast.Import, ast.ImportFrom)


class Exercise(NamedTuple):
    """The statements of the chapter `before` an exercise, and the `cells` of its own code."""

    before: list
    cells: list

    @property
    def statements(self):
        """All its own statements."""
        return [one for cell in self.cells for one in code_of(cell)]

    def steps(self):
        """The places of the cells in which a reader writes."""
        return [place for place, cell in enumerate(self.cells) if not is_folded(cell)]

    def step(self, place, answer):
        """(statements before a reader's cell, those of an answer and of the checks below it)."""
        before = [one for cell in self.cells[:place] for one in code_of(cell)]
        checks = [code_of(cell) for cell in takewhile(is_folded, self.cells[place + 1 :])]
        return self.before + before, answer + [one for part in checks for one in part]


def exercises_of(cells):
    """{number: Exercise} of a chapter's cells."""
    before, own, number = [], {}, None
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown" and (found := NUMBER.findall(source)):
            number = found[-1]
        elif cell["cell_type"] == "markdown" and source.startswith("## ") and number:
            break
        elif cell["cell_type"] == "code" and number:
            own.setdefault(number, []).append(cell)
        elif cell["cell_type"] == "code":
            before += code_of(cell)
    found = {}
    for number, its in own.items():
        found[number] = Exercise(before, its)
        before = before + found[number].statements
    return found


def is_folded(cell):
    """Whether a cell checks, and is no place to write in."""
    return FOLDED in cell["metadata"].get("tags", [])


def code_of(cell):
    """The statements of a code cell."""
    return parsed("".join(cell["source"]))


@cache
def parsed(source):
    """The statements of a cell; an import of several names is a statement for each."""
    return [part for one in ast.parse(source).body for part in imported_one_by_one(one)]


def imported_one_by_one(statement):
    """An import statement as several, of one name each; another one as it is."""
    if isinstance(statement, ast.ImportFrom):
        return [
            ast.ImportFrom(statement.module, [name], statement.level) for name in statement.names
        ]
    return (
        [ast.Import([name]) for name in statement.names]
        if isinstance(statement, ast.Import)
        else [statement]
    )


# The statements that an exercise needs.


def is_checked(statements):
    """Whether any of the statements asks a check."""
    return any(map(asks_a_check, statements))


@cache
def asks_a_check(statement):
    """Whether a statement asks a check."""
    return bool(CHECKS.search(ast.unparse(statement)))


@cache
def names_in(statement):
    """(names that a statement binds, names of the notebook that it uses, in its functions too)."""
    found = Used()
    found.visit(statement)
    return frozenset(stored([statement])), frozenset(found.names - named_in_passing(statement))


def stored(nodes):
    """The names that statements bind, but those of functions and comprehensions in them."""
    names, waiting = set(), [*nodes]
    while waiting:
        node = waiting.pop()
        if isinstance(node, NAMES):
            names.add(node.name)
        elif isinstance(node, IMPORTS):
            names |= {name.asname or name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif not isinstance(node, (ast.Lambda, *COMPREHENSIONS)):
            waiting += ast.iter_child_nodes(node)
    return names


class Used(ast.NodeVisitor):
    """The names that a statement uses and that no function or comprehension around them binds.

    Python's own table of symbols is another one in each version.
    """

    def __init__(self):
        self.names, self.inner = set(), frozenset()

    def visit_Name(self, node):
        """A name that is read."""
        if isinstance(node.ctx, ast.Load) and node.id not in self.inner:
            self.names.add(node.id)

    def visit_FunctionDef(self, node):
        """What a function's head uses, and what its body does that it has not bound itself."""
        for part in (*node.decorator_list, node.args, *filter(None, [node.returns])):
            self.visit(part)
        self.within(arguments_of(node) | stored(node.body), node.body)

    def visit_Lambda(self, node):
        """As a function."""
        self.visit(node.args)
        self.within(arguments_of(node), [node.body])

    def visit_comprehension_of(self, node):
        """All but the names behind its `for`."""
        targets = stored([one.target for one in node.generators])
        self.within(targets, ast.iter_child_nodes(node))

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_comprehension_of

    def within(self, own, nodes):
        """Visits nodes in which these names are their own."""
        around, self.inner = self.inner, self.inner | own
        for node in nodes:
            self.visit(node)
        self.inner = around


def arguments_of(function):
    """The names of a function's arguments."""
    return {one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)}


def named_in_passing(statement):
    """Names after `for` or `as` in a statement: it does not use their earlier values."""
    targets = [node.target for node in ast.walk(statement) if isinstance(node, ast.For)]
    targets += [
        node.optional_vars for node in ast.walk(statement) if isinstance(node, ast.withitem)
    ]
    names = (
        node
        for target in targets
        if target
        for node in ast.walk(target)
        if isinstance(node, ast.Name)
    )
    return {node.id for node in names if isinstance(node.ctx, ast.Store)}


def bound(statement):
    """The names that a statement binds."""
    return names_in(statement)[0]


@cache
def changed(statement):
    """Names whose object a statement may change in place, such as found.append(board)."""
    names = set()
    for node in ast.walk(statement):
        if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            names |= names_in(ast.Expr(node.value))[1]
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(statement, ast.Expr)
        ):
            names |= names_in(ast.Expr(node.func.value))[1]
    return names


def only_shows(statement, modules):
    """Return whether a statement only calls a module's function, and so changes nothing."""
    called = (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and statement.value.func
    )
    return (
        isinstance(called, ast.Attribute)
        and isinstance(called.value, ast.Name)
        and called.value.id in modules
    )


def needed(before, statements):
    """Those of `before` that the statements need, directly or through others, in order."""
    modules = set().union(*(bound(one) for one in before if isinstance(one, IMPORTS)))
    names, kept = set(), []
    for statement in reversed(statements):
        names = names - bound(statement) | names_in(statement)[1]
    for statement in reversed(before):
        if is_checked([statement]) or only_shows(statement, modules):
            continue
        if not (bound(statement) | changed(statement) - modules) & names:
            continue
        kept.append(statement)
        if isinstance(statement, (ast.Assign, *NAMES)):
            names -= bound(statement)
        names |= names_in(statement)[1]
    return kept[::-1]


def run(statements, names, file="the chapter"):
    """Runs statements with names, as a cell of a notebook."""
    exec(compile(ast.fix_missing_locations(ast.Module(statements, [])), file, "exec"), names)


# In a reader's browser.


def tried(exercise, place, text):
    """The printed text of a reader's answer to a cell of an exercise and of its checks."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            answer = ast.parse(text, ANSWER).body
            before, statements = exercise.step(place, answer)
            names = {**after(tuple(needed(before, statements)))}
            run(answer, names, ANSWER)
            run(statements[len(answer) :], names)
        except Exception as problem:
            print(told(problem))
    return printed.getvalue()


@cache
def after(statements):
    """The names of a chapter after this tuple of its statements, whose output is not kept."""
    names = {"__name__": "chapter"}
    with contextlib.redirect_stdout(io.StringIO()):
        run([*statements], names)
    return names


def told(problem):
    """An error in a line, and in which line of the answer it arose."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(problem.__traceback__)
        if frame.filename == ANSWER
    ]
    where = f"line {lines[-1]} of your answer: " if lines else ""
    return where + "".join(traceback.format_exception_only(problem)).strip()


class Chapter:
    """The exercises of a chapter, from a JSON file of its cells; a page asks for verdicts."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.exercises = exercises_of(json.load(file))

    def tried(self, number, place, text):
        """What is printed when a text runs as the cell at a place of an exercise."""
        return tried(self.exercises[number], place, text)
