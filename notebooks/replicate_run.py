"""Runs the code of one chapter with a fresh seed; replicate.py starts it, and reads what it prints.

python notebooks/replicate_run.py source/05_selection.md 7 drawing
"""

import ast
import builtins
import contextlib
import io
import json
import symtable
import sys
from numbers import Integral
from pathlib import Path
from types import ModuleType
from unittest.mock import MagicMock

import numpy as np
from replicate import HERE, SEED, STEP, Chapter

DATA = (".csv", ".gz", ".json", ".npy", ".npz", ".txt")  # files that are the same for each seed
SETTINGS = {"tastes"}  # folders of files that set something, and hold no results


class Origins(set):
    """What results come from: seeds, each of which it makes a fresh one, and files of data."""

    def __init__(self, fresh):
        self.more = STEP * fresh
        plain_rng, plain_seed, Plain = np.random.default_rng, np.random.seed, np.random.SeedSequence
        shifted = self._shifted

        class SeedSequence(Plain):
            def __init__(self, entropy=None, **others):
                super().__init__(shifted(entropy), **others)

        np.random.default_rng = lambda seed=None: plain_rng(shifted(seed))
        np.random.seed = lambda seed=None: plain_seed(shifted(seed))
        np.random.SeedSequence = SeedSequence
        sys.addaudithook(self._notice)

    def _shifted(self, seed):
        self.add(SEED)
        if isinstance(seed, Integral):
            return int(seed) + self.more
        if isinstance(seed, (list, tuple, np.ndarray)) and len(seed):
            return [int(seed[0]) + self.more, *seed[1:]]
        return seed

    def _notice(self, event, about):
        if event == "open" and isinstance(about[0], (str, Path)):
            path = Path(about[0]).resolve()
            is_ours = path.is_relative_to(HERE.parent)
            is_ours = is_ours and not {"site-packages", *SETTINGS} & {*path.parts}
            if is_ours and path.name.endswith(DATA):
                self.add(path.name)


class Marked(ast.NodeTransformer):
    """Makes a call of each assert below a mark; another one may fail, but what it does is done."""

    def __init__(self, claims):
        self.claims = claims

    def visit_Assert(self, node):
        """Return the call, or the assert in a statement that ignores its failure."""
        for number, claim in enumerate(self.claims):
            if claim.line < node.lineno < claim.end:
                shown = {ast.unparse(part): part for part in compared(node.test)}
                keys = [ast.Constant(text) for text in shown]
                held = ast.Name("__held__", ast.Load())
                parts = [ast.Constant(number), ast.Constant(ast.unparse(node.test))]
                parts += [later(node.test), later(ast.Dict(keys, [*shown.values()]))]
                return ast.Expr(ast.Call(held, parts, []))
        tried = ast.parse("try: 0\nexcept Exception: 0").body[0]
        tried.body = [node]
        return tried


def later(expression):
    """A function without arguments that returns the value of an expression."""
    none = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    return ast.Lambda(none, expression)


def compared(node):
    """Yield what an assert compares, apart from constants; for a loop, the list of all values."""
    if isinstance(node, ast.Compare):
        sides = (node.left, *node.comparators)
        yield from (side for side in sides if any(isinstance(n, ast.Name) for n in ast.walk(side)))
    elif isinstance(node, (ast.GeneratorExp, ast.ListComp)):
        for part in compared(node.elt):
            yield ast.ListComp(part, node.generators)
    elif not isinstance(node, ast.Lambda):
        for child in ast.iter_child_nodes(node):
            yield from compared(child)


def shown(value):
    """A value as a short text."""
    if isinstance(value, (float, np.floating)):
        return f"{value:.4g}"
    if isinstance(value, (list, tuple, np.ndarray)):
        with contextlib.suppress(TypeError, ValueError):  # it is ragged, or has no numbers
            if np.size(value) <= 12 and np.ndim(value) <= 1:
                return f"[{', '.join(map(shown, value))}]"
            return f"{np.shape(value)} from {np.min(value):.4g} to {np.max(value):.4g}"
    return str(value)[:80]


def names(statement):
    """The names of the chapter that a statement reads, those it binds, and those it may change."""
    top = symtable.symtable(ast.unparse(statement), "cell", "exec")
    reads = {one.get_name() for one in top.get_symbols() if one.is_referenced()}
    binds = {one.get_name() for one in top.get_symbols() if one.is_assigned() or one.is_imported()}
    changes, inner = set(), [*top.get_children()]
    for table in inner:
        inner += table.get_children()
        some = (one for one in table.get_symbols() if one.is_global() and one.is_referenced())
        reads |= {one.get_name() for one in some}
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return reads, binds, changes
    for node in ast.walk(statement):
        if isinstance(node, ast.For):  # its variables have values before it reads them
            reads -= {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
            reads -= made(node, statement)
        if isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            changes.add(root(node))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = node.value.func  # x.append(1) changes x, and rng.shuffle(x) does so, too
            if isinstance(called, ast.Attribute):
                changes |= {root(called), *map(root, node.value.args)}
    for node in ast.walk(statement):  # what a loop changes belongs to what it goes through
        if isinstance(node, ast.For) and named(ast.walk(node.target), ast.Store) & changes:
            changes |= named(ast.walk(node.iter), ast.Load).difference(dir(builtins))
    return reads, binds, changes - {None}


def named(nodes, context):
    """The names among some nodes that are read, or that are bound."""
    some = (node for node in nodes if isinstance(node, ast.Name))
    return {node.id for node in some if isinstance(node.ctx, context)}


def made(loop, statement):
    """The names that a loop's body binds anew each time, before anything reads them."""
    inside = [[*ast.walk(part)] for part in loop.body]
    others = {*ast.walk(statement)}.difference(*inside)
    found, read = set(), named(others, ast.Load)
    for part, nodes in zip(loop.body, inside, strict=True):
        read |= named(nodes, ast.Load) - found
        if isinstance(part, ast.Assign):
            found |= named(nodes, ast.Store) - read
    return found


def root(node):
    """The name at the beginning of a.b[c], or None."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


class Run:
    """A run of a chapter's statements, in which a failure stops only what depends on it."""

    def __init__(self, chapter, fresh, without):
        self.chapter, self.without, self.seen = chapter, {*without}, Origins(fresh)
        self.space = {"__name__": "__main__", "__held__": self.held}
        self.origins, self.lost = {}, {}  # of names; why a name has no value
        self.results = [{"asserts": {}, "origins": []} for _ in chapter.claims]
        self.open = []  # numbers of the claims whose asserts the current statement has run

    def held(self, number, text, test, numbers):
        """Record whether an assert of a claim holds, with its numbers; in a loop, its first no."""
        result, values = self.results[number], {}
        self.open.append(number)
        try:
            good = bool(test())
        except Exception as error:
            good, result["problem"] = False, f"{type(error).__name__}: {error}"
        with contextlib.suppress(Exception):  # a test such as x.pop() == 1 can't be made twice
            values = {name: shown(value) for name, value in numbers().items()}
        if result["asserts"].get(text, {"held": True})["held"]:
            result["asserts"][text] = {"held": good, "numbers": values}

    def run(self):
        """Run all cells, and return the claims' results: their asserts and their origins."""
        for first, code in self.chapter.cells:
            for statement in ast.parse("\n" * (first - 1) + code).body:
                self.step(statement)
        return self.results

    def step(self, statement):
        """Run a statement, unless it needs what could not be made."""
        reads, binds, changes = names(statement)
        if not reads & self.without:  # a picture changes nothing
            binds |= changes
        binds = {name for name in binds if not isinstance(self.space.get(name), ModuleType)}
        self.seen.clear()
        self.open = []
        why = next((self.lost[name] for name in sorted(reads & {*self.lost})), None)
        why = why or self.execute(statement)
        found = set().union(self.seen, *(self.origins.get(name, ()) for name in reads))
        for number in self.open:
            result = self.results[number]
            result["origins"] = sorted(found | {*result["origins"]})
        self.origins.update(dict.fromkeys(binds, found))
        if why is None:
            self.lost = {name: why for name, why in self.lost.items() if name not in binds}
            self.space.update({name: MagicMock() for name in binds & self.without})
            return
        self.fail(statement, why)
        if not reads & self.without:  # a picture that can't be drawn is no loss
            self.lost.update(dict.fromkeys(binds, why))
            for name in binds & {*self.space}:
                del self.space[name]  # functions look names up in this very dict

    def execute(self, statement):
        """Run a statement; return why it failed, or None."""
        tree = ast.Module([Marked(self.chapter.claims).visit(statement)], [])
        code = compile(ast.fix_missing_locations(tree), self.chapter.path.name, "exec")
        try:
            exec(code, self.space)
        except Exception as error:
            start = ast.unparse(statement).partition("\n")[0]
            return f"{type(error).__name__} at {start[:60]!r}: {error}"
        return None

    def fail(self, statement, why):
        """Say of the claims in a statement that was not run why it was not."""
        for claim, result in zip(self.chapter.claims, self.results, strict=True):
            if claim.line < statement.end_lineno and statement.lineno < claim.end:
                result["problem"] = why


def main(path, fresh, *without):
    """Print the results of a chapter's claims with a fresh seed as JSON."""
    with contextlib.redirect_stdout(io.StringIO()):
        results = Run(Chapter(Path(path)), int(fresh), without).run()
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
