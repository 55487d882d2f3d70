"""Compiling functions with Numba, and keeping the machine code on disk.

A function is compiled if `@kernel` is written above it. Python can still run it line by line: with
NUMBA_DISABLE_JIT=1, or where Numba is not installed. Everything that goes into the machine code is
found by following names, so that there is no list to update.

Only documented parts of Numba are used. For each kind of arguments, a function has a folder of its
own (`cache_folder`), which Numba reads if its files are whole (`kept_folder`).
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import threading
from collections.abc import Callable
from dis import get_instructions
from functools import cache, partial
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from tempfile import TemporaryFile
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from fogel.core.quiet import say
from fogel.engine.kept_folder import kept

CACHE_VARIABLE = "FOGEL_CACHE"  # names another folder for the compiled engine
LIBRARIES = ("numpy", "numba")  # the digest has their versions instead of their files
FROZEN = (bool, int, float, complex, str, bytes, np.generic, type(None))  # Numba copies such values
OPTIONS = {"nogil": True, "error_model": "numpy"}


class Kernel(NamedTuple):
    """How a function is compiled: its `body`, usually itself, and whether it is put `inline`."""

    body: Callable
    inline: bool


Lent = TypeVar("Lent")
_kernels: dict[Callable, Kernel] = {}
_taught: set[Callable] = set()  # the functions that Numba knows
_compiled: dict[tuple, Callable] = {}
_lock = threading.RLock()


def kernel(function: Any = None, *, inline: bool = False, compiled_as: Any = None) -> Any:
    """Mark a function as one that compiled functions may call, and return it unchanged.

    With `compiled_as` another function of the same arguments is compiled in its place.
    """
    if function is None:
        return partial(kernel, inline=inline, compiled_as=compiled_as)
    _kernels[function] = Kernel(compiled_as or function, inline)
    return function


def compiled(function: Callable, *arguments: Any) -> Callable:
    """Return a function that is compiled when it is first called.

    With arguments, which are tuples of functions, it is what `function` makes of them, and all
    functions in them count as kernels. Without a compiler, it is the plain function.
    """
    key = (function, *arguments)
    with _lock:
        if key not in _compiled:
            plain = function(*arguments) if arguments else function
            for part in chain(*arguments):
                _kernels.setdefault(part, Kernel(part, False))
            _compiled[key] = Compiled(plain) if _compiler() else plain
    return _compiled[key]


def lent(values: Lent) -> Lent:
    """Return tuples of arrays unchanged; compiled code stops counting references to these arrays.

    Threads would wait for each other at these counts, which take a third of the engine's time. The
    caller of the compiled function holds the arrays until it returns, so nothing lent is returned.
    """
    return values


def unrolled(values: Any, like: Any) -> Any:
    """Return `values` unchanged; in compiled code a tuple as long as `like`, if that is a tuple.

    A tuple's length is part of its type, so the compiler can unroll a loop over it. An array stays
    an array where `like` is one: then the same machine code takes any length.
    """
    return values


class Compiled:
    """A function that is compiled at its first call with each kind of arguments."""

    def __init__(self, function):
        self.function, self._by_kind = function, {}
        _kernels.setdefault(function, Kernel(function, False))

    def __call__(self, *arguments):
        """Return the function's value."""
        kind = make_type_key(arguments)
        if kind not in self._by_kind:
            with _lock:
                if kind not in self._by_kind:
                    self._by_kind[kind] = _machine_code(self.function, arguments)
        return self._by_kind[kind](*arguments)


def make_type_key(value: Any) -> Any:
    """Return a key of Numba's type of a value, which takes Numba itself fifty times longer."""
    if isinstance(value, tuple):
        return (type(value), *map(make_type_key, value))
    if isinstance(value, np.ndarray):
        flags = value.flags
        order = flags.c_contiguous, flags.f_contiguous
        return value.dtype, value.ndim, order, flags.writeable, flags.aligned
    is_short = isinstance(value, int) and value.bit_length() < 64
    if is_short or isinstance(value, float | np.generic | None):
        return type(value)
    return _compiler().typeof(value)


@cache
def _compiler():
    """Return Numba, or None if it is not installed or is switched off."""
    try:
        import numba
    except ImportError as problem:
        reason = " ".join(str(problem).split())
        say(f"everything runs as plain Python, some hundred times slower: {reason}")
        return None
    return None if numba.config.DISABLE_JIT else numba


def _machine_code(function, arguments):
    """Return the function compiled for these arguments, from disk if it can be kept there."""
    numba = _compiler()
    folder = cache_folder(function, make_type_key(arguments))
    types = tuple(map(numba.typeof, arguments))
    _teach(numba)
    if folder is not None:
        try:
            return _kept(function, types, folder)
        except (OSError, RuntimeError) as problem:  # Numba raises the latter if files vanish
            reason = getattr(problem, "strerror", None) or problem
            say(f"the compiled engine can't be kept in {folder} ({reason})")
    return numba.njit(types, **OPTIONS)(function)


def _kept(function, types, folder):
    """Return the function's machine code from this folder, where it is compiled if need be.

    Raises OSError, for example if the disk is full.
    """
    numba = _compiler()
    with kept(folder, f"the loops of {function.__module__}"):
        entry = _entry(function, folder, len(types))
        before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
        try:
            return numba.njit(types, cache=True, **OPTIONS)(entry)
        finally:
            numba.config.CACHE_DIR = before


def _entry(function, folder, count):
    """Return a function of so many arguments that calls this one and is written in the folder.

    Numba looks for compiled code by a function's name, file and closure. The names here have a
    digest, the file is the same for each copy of the package, and there is no closure.
    """
    name = re.sub(r"\W", "_", f"{function.__name__}_{folder.name}")
    arguments = ", ".join(f"_{place}" for place in range(count))
    path, text = folder / "entry.py", f"def {name}({arguments}):\n    return called({arguments})\n"
    if not path.exists():
        path.write_text(text)
    names = {"__name__": __name__, "called": function}
    exec(compile(text, path, "exec"), names)
    return names[name]


def _teach(numba):
    """Let compiled functions call all kernels, `lent` and `unrolled`."""
    if lent not in _taught:
        numba.extending.overload(lent)(_lending(numba))
        numba.extending.overload(unrolled)(_unrolling(numba))
        _taught.add(lent)
    for function, (body, inline) in _kernels.items():
        if function not in _taught:
            options = {"error_model": "numpy", "forceinline": inline}
            teach = numba.extending.overload(function, options, strict=False)
            teach(lambda *types, body=body: _renamed(body))
            _taught.add(function)


@cache
def _renamed(body):
    """Return a copy of a function under a name with a digest of everything that it is made of.

    Numba tells functions of one name apart by numbers that begin at 1 in each process. If two
    processes compiled one loop with two rules, a third process that loads both would confuse them.
    """
    digest = hashlib.sha256("\n".join(ingredients(body)[1]).encode()).hexdigest()
    code, names, closure = body.__code__, body.__globals__, body.__closure__
    copy = FunctionType(code, names, body.__name__, body.__defaults__, closure)
    copy.__kwdefaults__, copy.__module__ = body.__kwdefaults__, body.__module__
    copy.__qualname__ = f"{body.__qualname__}_{digest[:16]}"
    return copy


def _lending(numba):
    """Return the function that chooses a body for `lent` by its argument's type.

    An array becomes a view at its address, which has no count. Such a view is contiguous and can be
    written, so other arrays stay as they are.
    """
    types = numba.types

    @numba.extending.intrinsic
    def pointer(context, address, array):
        def build(context, builder, signature, arguments):
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return types.CPointer(array.dtype)(address, array), build

    def by_type(values):
        if isinstance(values, types.Array) and values.layout == "C" and values.mutable:
            return lambda values: numba.carray(pointer(values.ctypes.data, values), values.shape)
        if isinstance(values, types.BaseTuple) and len(values):
            parts = "".join(f"lent(values[{place}]), " for place in range(len(values)))
            names = {"lent": lent, "made": getattr(values, "instance_class", None)}
            return eval(f"lambda values: {'made' if names['made'] else ''}({parts})", names)
        return lambda values: values

    return by_type


def _unrolling(numba):
    """Return the function that chooses a body for `unrolled` by its arguments' types."""

    def by_type(values, like):
        length = len(like) if isinstance(like, numba.types.BaseTuple) else 0
        parts = "".join(f"values[{place}], " for place in range(length))
        return eval(f"lambda values, like: ({parts or 'values'})")

    return by_type


# What compiled code is made of.


def ingredients(function: Callable) -> tuple[set[str], list[str]]:
    """Return (files, lines) of a function, found by following names that it and its kernels use.

    The lines number the functions, with a digest of their bytecode, and say what each name means:
    a number, a digest of an array, another function. All of that is part of the code, since Numba
    freezes globals and closures. Raises TypeError if a called function is not a kernel.
    """
    files, lines, numbers = {__file__}, [], {function: 0}
    found = [function]
    for number, one in enumerate(found):  # the list grows on the way
        files.add(one.__code__.co_filename)
        lines.append(f"{number} is {one.__module__}.{one.__qualname__} {_code_digest(one)}")
        for name, value in _named(one):
            meant = [_in_words(value)]
            if isinstance(value, FunctionType):
                bodies = _bodies(one, name, value)
                found.extend(body for body in bodies if body not in numbers)
                meant = [numbers.setdefault(body, len(numbers)) for body in bodies]
            lines.extend(f"{number}: {name} = {words}" for words in meant if words is not None)
    return files, lines


def _bodies(caller, name, function):
    """Return the functions whose code takes the place of this one in compiled code."""
    if function in (lent, unrolled):
        return ()
    if function in _kernels:
        return dict.fromkeys((function, _kernels[function].body))
    if _is_library(str(function.__module__)):
        return ()
    problem = f"{caller.__name__} is compiled and calls {name}, which is not: it needs @kernel"
    raise TypeError(problem)


def _named(function):
    """Yield (name, value) of a function's globals and closed-over names, always in the same order.

    A module stands for those of its names that the function reads, and a tuple for its parts.
    """
    code, names = list(_codes(function.__code__)), function.__globals__
    steps = chain.from_iterable(map(get_instructions, code))
    loaded = {step.argval for step in steps if step.opname == "LOAD_GLOBAL"}
    attributes = sorted({name for one in code for name in one.co_names})
    waiting = [(name, names[name]) for name in sorted(loaded) if name in names]
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    waiting.extend((name, cell.cell_contents) for name, cell in cells)
    modules = set()
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, tuple):
            waiting.extend((f"{name}[{place}]", part) for place, part in enumerate(value))
        elif not isinstance(value, ModuleType):
            yield name, value
        elif not _is_library(value.__name__) and value not in modules:
            modules.add(value)
            read = (part for part in attributes if hasattr(value, part))
            waiting.extend((f"{name}.{part}", getattr(value, part)) for part in read)


def _codes(code):
    """Yield a function's code and that of the functions inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _code_digest(function):
    """Return a digest of a function's code, since two functions of a file can have one name."""
    found = hashlib.sha256(repr(function.__defaults__).encode())
    for code in _codes(function.__code__):
        values = [one for one in code.co_consts if not isinstance(one, CodeType)]
        words = [
            sorted(map(repr, one)) if isinstance(one, frozenset) else repr(one) for one in values
        ]
        found.update(repr((code.co_firstlineno, code.co_names, words)).encode() + code.co_code)
    return found.hexdigest()


def _is_library(module):
    return module.partition(".")[0] in LIBRARIES


def _in_words(value):
    """Return a frozen value as text, or None for a value that is not copied into compiled code."""
    if isinstance(value, FROZEN):
        return repr(value)
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, type) and hasattr(value, "_fields"):
        return f"{value.__module__}.{value.__qualname__}{value._fields}"
    return None


def cache_folder(function: Callable, kind: Any = None) -> Path | None:
    """Return the folder that keeps a function, compiled for arguments of this kind
    (`make_type_key`).

    Its name has a digest of all that is compiled, because Numba watches only one file. Return None
    if a function has no file, as in a notebook's cell, or if the folder can't be written.
    """
    from platformdirs import user_cache_path

    files, lines = ingredients(function)
    if not all(Path(file).is_file() for file in files):
        return None
    root = Path(os.environ.get(CACHE_VARIABLE) or user_cache_path("fogel"))
    # Numba reads only what the same version of Python has compiled.
    here = (*map(version, LIBRARIES), sys.implementation.cache_tag)
    digest = hashlib.sha256("\n".join((*lines, _kind_in_words(kind), *here)).encode())
    for file in sorted(files):
        digest.update(Path(file).read_bytes())
    folder = root / f"engine-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError:
        hint = f"({CACHE_VARIABLE} names another folder)"
        say(f"can't write to {root}, so the engine is compiled again each time {hint}")
        return None
    return folder


def _kind_in_words(kind):
    """Return a kind as text; machine code reads the fields of a named tuple by their places."""
    if isinstance(kind, tuple):
        return f"({', '.join(map(_kind_in_words, kind))})"
    return f"{kind}{getattr(kind, '_fields', '')}"
