"""From a problem set's text to its notebooks: with the rules of a class, with or without the
solutions.

A text is MyST Markdown with Jinja's placeholders between << and >>. Tags say what a cell is:
`setup` (locked), `draw` (locked, and not for the grader), `student` (the id), `answer NAME`, `check
NAME`, and `written NAME` for text. Points come from the tasks.
"""

import base64
import io
import json
import re
from copy import deepcopy
from functools import cache

import jinja2
import jupytext

from fogel.checks import board_text
from fogel.plots.style import styled
from grader.rules import checkers_size, jumps_chosen, king_of

ROLES = ("setup", "draw", "student", "answer", "check", "written")
STUB = "# Your code here.\nraise NotImplementedError"
TEXT_STUB = "*Your answer here.*"
HIDDEN = """
### BEGIN HIDDEN TESTS
from grader.kernel import points_of
points_of("{name}", "{task}", {variant}, globals())
### END HIDDEN TESTS"""
JINJA = jinja2.Environment(
    variable_start_string="<<",
    variable_end_string=">>",
    block_start_string="<%",
    block_end_string="%>",
    comment_start_string="<#",
    comment_end_string="#>",
    undefined=jinja2.StrictUndefined,
    keep_trailing_newline=True,
)


def notebook(one, rules, figures=True):
    """A set's notebook for a variant, with the solutions and nbgrader's marks; raises ValueError
    for a wrong tag.
    """
    made = deepcopy(parsed(filled(one.source.read_text(encoding="utf-8"), one, rules)))
    made.metadata = {
        "kernelspec": made.metadata["kernelspec"],
        "fogel": {"set": one.name, "variant": rules.number},
    }
    made.nbformat, made.nbformat_minor = 4, 5
    count = 0
    for number, cell in enumerate(made.cells):
        cell["id"] = f"cell-{number:03d}"
        role, name = _role(cell, one)
        cell.metadata = {}
        if role:
            count += role in ("setup", "draw")
            cell.metadata["nbgrader"] = _marks(role, name or f"{count}", one)
        for figure in re.findall(r"\]\(attachment:(\w+)\.png\)", cell.source) if figures else ():
            cell.setdefault("attachments", {})[f"{figure}.png"] = {
                "image/png": _png(one.figures[figure](rules))
            }
        if role == "check":
            cell.source += HIDDEN.format(name=one.name, task=name, variant=rules.number)
    return made


@cache
def parsed(text):
    """A text's cells, not to be changed: every submission of a class asks for the same ones."""
    return jupytext.reads(text, fmt="md:myst")


def filled(text, one, rules):
    """A text with its placeholders filled in, for a set and a variant."""
    return _template(text).render(_words(one, rules))


_template = cache(JINJA.from_string)


@styled
def _png(figure):
    """A figure as an attachment."""
    picture = io.BytesIO()
    figure.savefig(picture, format="png", metadata={"Software": None})
    return base64.b64encode(picture.getvalue()).decode()


def _role(cell, one):
    """(role, task) of a cell, from its tags."""
    tags = cell.metadata.get("tags", [])
    if not tags:
        return "", ""
    role, name = [*tags, ""][:2]
    names = [task.name for task in one.tasks]
    if role not in ROLES or (role in ("answer", "check", "written")) != (name in names):
        raise ValueError(
            f"{one.source.name}: tags must be one of {', '.join(ROLES)} and a task, not {tags}"
        )
    return role, name


def _marks(role, name, one):
    """Nbgrader's metadata of a cell."""
    graded = role in ("check", "written")
    grade_id = name if graded else "student" if role == "student" else f"{role}-{name}"
    marks = {
        "grade": graded,
        "grade_id": grade_id,
        "locked": role in ("setup", "draw", "check"),
        "schema_version": 3,
        "solution": role in ("answer", "written"),
        "task": False,
    }
    return {**marks, "points": one.task(name).points} if graded else marks


def released(source):
    """A cell as students get it: the solution is gone, and its starter or a stub stands there."""
    stub = "" if "### BEGIN STARTER" in source else STUB
    text = re.sub(r"^ *### (?:BEGIN|END) STARTER\n?", "", source, flags=re.M)

    def instead(found):
        own = (found["own"] or "").strip()
        lines = (own or stub).split("\n") if own or stub else []
        return "".join(f"{found['indent']}{line}\n" for line in lines)

    pattern = (
        r"^(?P<indent> *)### BEGIN SOLUTION(?::(?P<own>[^\n]*))?\n.*?^ *### END SOLUTION *(?:\n|\Z)"
    )
    text = re.sub(pattern, instead, text, flags=re.M | re.S)
    return text.rstrip("\n")


def solved(source):
    """A cell as the solution has it, without marks."""
    text = re.sub(r"^ *### BEGIN STARTER\n.*?^ *### END STARTER\n", "", source, flags=re.M | re.S)
    text = re.sub(
        r"^ *### BEGIN HIDDEN TESTS\n.*?^ *### END HIDDEN TESTS *\n?", "", text, flags=re.M | re.S
    )
    return re.sub(r"^ *### (?:BEGIN|END) SOLUTION[^\n]*\n?", "", text, flags=re.M).rstrip("\n")


def release_notebook(one, rules, figures=True):
    """The set as students get it; nbgrader's own release is the same, with checksums."""
    made = notebook(one, rules, figures)
    for cell in made.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            is_text = cell.cell_type == "markdown"
            cell.source = TEXT_STUB if is_text else released(cell.source)
        cell.source = re.sub(
            r"\n?### BEGIN HIDDEN TESTS\n.*?### END HIDDEN TESTS", "", cell.source, flags=re.S
        )
    return made


def examples(one, rules):
    """What checks.problem reads, by the numbers of the tasks that it can check."""
    return {task.number: task.visible(rules) for task in one.tasks if not task.by_hand}


def examples_text(sets, rules):
    """The file of examples of some sets."""
    problems = {number: about for one in sets for number, about in examples(one, rules).items()}
    return json.dumps({"variant": rules.number, "problems": problems}, separators=(",", ":")) + "\n"


# What the texts may ask for.


def _words(one, rules):
    return {
        "v": rules,
        "about": _about(one, rules),
        "rules": lambda *names: _rules(rules, names),
        "points": lambda name: one.task(name).points,
        "right": lambda name, k: _right(one.task(name), rules, k),
        "example": lambda name, k: list(one.task(name).examples(rules))[k],
        "listed": lambda values, decimals=0: ", ".join(f"{value:.{decimals}f}" for value in values),
        "lines": _lines(rules),
        "king": lambda mark: king_of(rules, mark),
        "size": checkers_size(rules),
        "rank": JUMPS[jumps_chosen(rules)][1],
        "board": lambda board: "```text\n" + board_text(board, rules.number) + "\n```",
    }


def _right(task, rules, k):
    """The right answer to a task's k-th example."""
    return task.right_for(rules, list(task.examples(rules))[k])


def _about(one, rules):
    handed = (
        "in the rules of the book"
        if rules.number == 0
        else f"in the rules of variant {rules.number}"
    )
    return (
        f"{one.points} points · about {one.minutes} minutes · {handed}\n\nWrite into the cells that"
        " say so, and run the check under each. A check tries a few examples; the grader tries"
        " many more. Other cells may be added anywhere. What the notebook prints is not read; what"
        " your functions return is. Hand in this one file."
    )


def _lines(rules):
    """The eight lines as Python has them: rows, columns and diagonals, each kind in a row of its
    own.
    """
    kinds = (rules.lines[:3], rules.lines[3:6], rules.lines[6:])
    return "\n".join(["(", *(f"    {str(kind)[1:-1]}," for kind in kinds), ")"])


def _school_rows(rules):
    activation = f"{1 - rules.slip:g} / (1 + e⁻ˢ) + {rules.slip / 2:g}"
    return [
        ("the activation function: the activation that a sum *s* gives", activation),
        ("learning rate", f"{rules.change:g}"),
        ("encouragement", f"{rules.noise:g}"),
        ("periods of a match", f"{rules.rivals}"),
    ]


def _rivals_rows(rules):
    points = f"1 point if its payoff is lower, {rules.equal:g} if equal, {rules.higher:g} if higher"
    return [
        ("rivals in the second round", f"{rules.rivals}, all different"),
        ("a rival brings", points),
    ]


def _inputs_rows(rules):
    called = {rules.empty: "an open square", rules.x: "X", rules.o: "O"}
    first, second, third = (called[mark] for mark in rules.code)
    words = f"the first is 1 for {first}, the second for {second}, the third for {third}"
    return [("the three inputs of a square", words)]


def _alarm_rows(rules):
    return [("a check raises an alarm", f"beyond {10 * rules.change:g} standard errors")]


def _interval_rows(rules):
    return [("an interval reaches", f"{1 + 2 * rules.change:g} standard errors to each side")]


def _league_rows(rules):
    return [
        ("points for each own legal move, after a win", f"{rules.per_win}"),
        ("after a tie", f"{rules.per_tie}"),
        ("after the other player's disqualification", f"{rules.per_left}"),
        ("after a loss, or one's own disqualification", "0"),
    ]


def _patterns_rows(rules):
    words = (
        f"{rules.x} for whoever looks at it, {rules.o} for the other player; {rules.empty} asks for"
        " nothing"
    )
    return [("marks in a pattern", words)]


def _lookahead_rows(rules):
    depth = f"squares that are open × ability / {rules.rivals}, rounded down"
    return [
        ("a win counts", f"{rules.win}, and 1 more for each square that is still open"),
        ("an estimate: a line more than the other has", f"{rules.noise:g}"),
        ("depth", depth),
        ("a player errs", f"in {100 * rules.slip:g} % of its moves"),
    ]


def _taste_rows(rules):
    return [
        (
            "the end of a game",
            f"{rules.x} if X wins, {rules.o} if O wins, {rules.empty} if nobody does",
        ),
        ("excitement: how far one is behind, to the power of", f"{rules.change:g}"),
        ("the content that is left `within` off", f"{rules.slip:g}"),
        ("survivors drawn for a child", f"{rules.rivals}, the same one may be drawn again"),
        ("a game that is made is a newcomer", f"in {100 * rules.noise:g} % of cases"),
    ]


# Which of several jumps may be made: for the table of rules, and as the rank of a move in Python.
JUMPS = {
    "any": ("any may be made", "0"),
    "most": ("one that takes the most pieces must be made", "len(move)"),
    "kings": ("if a king can jump, a king must", "board[move[0] - 1] in KINGS.values()"),
    "men": ("if a man can jump, a man must", "board[move[0] - 1] in (X, O)"),
}


def _pieces_rows(rules):
    men = f"{rules.x} for those of X, {rules.o} for those of O; {rules.empty} for an empty square"
    kings = f"{king_of(rules, rules.x)} for those of X, {king_of(rules, rules.o)} for those of O"
    rows, columns = checkers_size(rules)
    board = f"{rows} rows of {columns} squares, half of them dark"
    return [
        ("the board", board),
        ("marks of men", men),
        ("marks of kings", kings),
        ("of several jumps", JUMPS[jumps_chosen(rules)][0]),
        ("a king is worth", f"{1 + rules.change:g} men"),
    ]


ROWS = {  # of the table of rules, in this order, by the name with which a text asks for them
    "marks": lambda v: [
        ("marks on a board", f"{v.x} for X, {v.o} for O, {v.empty} for an open square")
    ],
    "bias": lambda v: [("what a bias node says", f"{v.bias:g}, always")],
    "ties": lambda v: [
        ("of several equal squares", f"the first in this list: {', '.join(map(str, v.preference))}")
    ],
    "slip": lambda v: [("the opponent slips", f"in {100 * v.slip:g} % of its moves")],
    "payoffs": lambda v: [
        ("payoffs", f"{v.win} for a win, {v.tie} for a tie, {v.loss} for a loss")
    ],
    "noise": lambda v: [("noise of a child's weights", f"standard deviation {v.noise:g}")],
    "change": lambda v: [("a child's structure is to change", f"with probability {v.change:g}")],
    "rivals": _rivals_rows,
    "school": _school_rows,
    "alarm": _alarm_rows,
    "interval": _interval_rows,
    "inputs": _inputs_rows,
    "league": _league_rows,
    "patterns": _patterns_rows,
    "lookahead": _lookahead_rows,
    "taste": _taste_rows,
    "pieces": _pieces_rows,
    "boxes": lambda v: [("beads for each open square in a new box", f"{v.rivals}")],
    "rate": lambda v: [("a punishment lowers a weight by", f"{v.change:g}")],
    "attempts": lambda v: [
        ("a player is asked for a square", f"at most {v.rivals} times in a turn")
    ],
    "beginner": lambda v: [
        (
            "a beginner takes the first open square",
            f"in {100 * v.slip:g} % of moves, else at random",
        )
    ],
}


def _rules(rules, names):
    """The rules of a class that a set needs, as a table or in pictures."""
    rows, order = [row for name, found in ROWS.items() if name in names for row in found(rules)], ""
    if "order" in names:
        numbering = board_text([rules.empty] * 9, rules.number)
        order = (
            "The squares are numbered like this. Entry $k$ of a board is square"
            f" $k$.\n\n```text\n{numbering}\n```"
        )
    table = "\n".join(
        [
            "| rule | in your class |",
            "|---|---|",
            *(f"| {name} | {words} |" for name, words in rows),
        ]
    )
    X_begins = "X begins." if {"marks", "order"} & {*names} else ""
    return "\n\n".join(filter(None, (order, table if rows else "", X_begins)))
