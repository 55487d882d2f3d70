"""Compiling functions with Numba, and keeping the compiled code on disk.

A function says itself that it is compiled: `@kernel`. Python runs it as it stands, step by step where one likes, with
NUMBA_DISABLE_JIT=1 or where Numba is not installed. This module knows nothing of what is compiled; what goes into the
compiled code is found by looking, so that no list of it can be forgotten.
"""

from __future__ import annotations

import errno
import hashlib
import os
import pickle
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, contextmanager, suppress
from dis import get_instructions
from functools import cache, partial
from importlib.metadata import version
from importlib.util import find_spec
from itertools import chain, count
from pathlib import Path
from tempfile import TemporaryFile
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from fogel.core.files import lock
from fogel.engine import draws

QUIET_VARIABLE = "FOGEL_QUIET"  # set: no progress bars and notes, which would leave their traces in a stored notebook
CACHE_VARIABLE = "FOGEL_CACHE"  # names another folder for the compiled engine
LIBRARIES = ("numpy", "numba")  # whose versions stand in the digest, in place of their files
LOCK, PATIENCE = "lock", 300  # in that folder, while a process compiles; others wait for its files so many seconds
FROZEN = (bool, int, float, complex, str, bytes, np.generic, type(None))  # values that Numba writes into the code


class Kernel(NamedTuple):
    """How a function is compiled: its `body`, which is mostly itself, and whether that goes `inline` at each call."""

    body: Callable
    inline: bool


Lent = TypeVar("Lent")
_kernels = {}  # by function
_taught = set()  # the functions that Numba knows of, and `draws`
_compiled = {}
_lock = threading.RLock()


def kernel(function: Any = None, *, inline: bool = False, compiled_as: Callable | None = None) -> Any:
    """Marks a function as one that compiled functions may call; returns it as it is.

    With `compiled_as` another function of the same arguments is compiled in its place.
    """
    if function is None:
        return partial(kernel, inline=inline, compiled_as=compiled_as)
    _kernels[function] = Kernel(compiled_as or function, inline)
    return function


def compiled(function: Callable, *arguments: Any) -> Callable:
    """A function compiled at first use; with arguments, tuples of functions, the function that it makes of them.

    The functions that are handed over so count as kernels, marked or not. Where there is no compiler, what is returned
    is the plain function.
    """
    key = (function, *arguments)
    with _lock:
        if key not in _compiled:
            for part in chain(*arguments):
                _kernels.setdefault(part, Kernel(part, False))
            plain = function(*arguments) if arguments else function
            _compiled[key] = Compiled(plain) if _compiler() else plain
    return _compiled[key]


def lent(values: Lent) -> Lent:
    """Tuples of arrays as they are; compiled code does not count, from here on, who refers to the arrays in them.

    That count, which has to hold between threads, is a third of the engine's time. Whoever calls the compiled function
    holds the arrays until it returns, and nothing that is lent is returned.
    """
    return values


def unrolled(values: Any, like: Any) -> Any:
    """`values` as they are; in compiled code a tuple as long as `like`, if that is a tuple.

    A tuple's length is part of its type, so that the compiler can unroll a loop over it. An array stays an array where
    `like` is one: then the same machine code takes any length.
    """
    return values


class Compiled:
    """A function that is compiled when it is called, for each layout of the named tuples that it is handed.

    Machine code reads the fields of a named tuple by their places. Numba remembers the tuple's class, not its fields.
    """

    def __init__(self, function):
        self.function, self._by_layout = function, {}
        self._draws = not ingredients(function).names & draws.OTHERS

    def __call__(self, *arguments):
        """The function's value."""
        if self._draws:
            with draws.drawing(arguments) as handed:
                return self._call(*handed)
        return self._call(*arguments)

    def _call(self, *arguments):
        layouts = layouts_of(arguments)
        if layouts not in self._by_layout:
            with _lock:
                if layouts not in self._by_layout:
                    self._by_layout[layouts] = _compile(self.function, layouts)
        return self._by_layout[layouts](*arguments)


def layouts_of(values: Iterable[Any]) -> tuple[type, ...]:
    """The classes of all named tuples among some values and inside them, as a tuple."""
    found = []
    for value in values:
        if isinstance(value, tuple):
            if hasattr(value, "_fields"):
                found.append(type(value))
            found.extend(layouts_of(value))
    return tuple(found)


@cache
def _compiler():
    """Numba, or None if there is none, or if it is not to be used."""
    try:
        with _without("coverage"):  # which Numba would tell what it compiles
            import numba
    except ImportError as problem:
        _say(f"everything runs as plain Python, some hundred times slower: {' '.join(str(problem).split())}")
        return None
    if numba.config.DISABLE_JIT:
        return None
    _load_without_blas()
    return numba


@contextmanager
def _without(name):
    """As long as it lasts a module that nobody has loaded seems not to be installed."""
    waits = name not in sys.modules
    if waits:
        sys.modules[name] = None  # type: ignore[assignment]  # to import it is now an error
    try:
        yield
    finally:
        if waits:
            del sys.modules[name]


def _load_without_blas():
    """Numba's functions on arrays, without SciPy's linear algebra.

    That takes a third of a second. A function that multiplies matrices loads it when it does.
    """
    with _without("scipy.linalg"):
        from numba.np import arraymath
    arraymath._HAVE_BLAS = find_spec("scipy") is not None


def _compile(function, layouts):
    numba = _compiler()
    folder = cache_folder(function, layouts)
    dispatcher = numba.njit(nogil=True, error_model="numpy")(function)
    if folder is None:
        _teach(numba)
    else:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder)  # read when the cache is made, and put back
        try:
            cache = _checked_cache()(function, folder)
            dispatcher._cache = cache  # what cache=True does, with a cache of our own
        finally:
            numba.config.CACHE_DIR = before
        usual = dispatcher.compile

        def compile_or_load(signature):
            with cache, _numbered_apart():
                return usual(signature)

        dispatcher.compile = compile_or_load
    return dispatcher


@contextmanager
def _numbered_apart():
    """As long as it lasts Numba numbers functions from where no other process does.

    It tells functions of one name apart by numbers, which begin at 1 in every process. Two of them that two processes
    have compiled and kept, such as one loop with two rules, are the same to a third one, which then runs either for
    both. The numbers are in names alone, and so they may be drawn by lot.
    """
    from numba.core.bytecode import FunctionIdentity
    from numba.core.compiler_lock import global_compiler_lock

    with global_compiler_lock:
        before = FunctionIdentity._unique_ids
        FunctionIdentity._unique_ids = count(secrets.randbits(48) << 16)
        try:
            yield
        finally:
            FunctionIdentity._unique_ids = before


@cache
def _checked_cache():
    """Numba's cache of a function, a class, but files that are damaged or can't be written cost a compilation alone.

    Each file ends in its digest: machine code in which a bit has changed may do anything. The cache is a context in
    which a function is looked for and, if need be, compiled; what one process compiles, no other does meanwhile.
    """
    from numba.core import caching
    from numba.core.runtime import rtsys

    class File(caching.IndexDataCacheFile):
        def _load_index(self):
            try:
                with open(self._index_path, "rb") as file:
                    version, stamp, overloads = pickle.loads(_checked(file.read()))
            except FileNotFoundError:
                return {}
            return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

        def _save_index(self, overloads):
            with self._open_for_write(self._index_path) as file:
                file.write(_with_digest(self._dump((self._version, self._source_stamp, overloads))))

        def _load_data(self, name):
            with open(self._data_path(name), "rb") as file:
                return pickle.loads(_checked(file.read()))

        def _save_data(self, name, data):
            with self._open_for_write(self._data_path(name)) as file:
                file.write(_with_digest(self._dump(data)))

    class Cache(caching.FunctionCache):
        def __init__(self, function, folder):
            super().__init__(function)
            self._cache_path = str(folder)  # whose name says all; where the source lies, and how old it is, is nothing
            self._cache_file = File(self._cache_path, self._impl.filename_base, None)
            self._held = ExitStack()

        def __enter__(self):
            return self

        def __exit__(self, *problem):
            self._held.close()

        def load_overload(self, signature, target_context):
            found = self._found(signature, target_context)
            if found is None and (held := _lock_of(self.cache_path)):
                self._held.enter_context(held)
                found = self._found(signature, target_context)  # who held the lock may have compiled it
            if found is None:
                _teach(_compiler())  # which takes a while, and only who compiles needs it
            return found

        def _found(self, signature, target_context):
            # Numba's own `load_overload` begins with all that one compiles with, a sixth of a small command's time.
            # Machine code needs the runtime; the modules that it refers to are imported when it is read.
            rtsys.initialize(target_context)
            try:
                with self._guard_against_spurious_io_errors():
                    return self._load_overload(signature, target_context)
            except (OSError, ValueError) as problem:
                if getattr(problem, "errno", None) in (errno.EMFILE, errno.ENFILE, errno.ENOMEM):
                    raise  # the file is as good as ever, and nothing could be compiled either
                _say(f"a file in {self.cache_path} can't be used ({problem}), so what it held is compiled anew")
                with suppress(OSError):
                    self.flush()
            return None

        def save_overload(self, signature, data):
            try:
                super().save_overload(signature, data)
            except OSError as problem:
                _say(f"the compiled engine can't be kept in {self.cache_path} ({problem.strerror})")

    return Cache


def _lock_of(folder):
    """A file that this process alone holds until it is closed; None where there is no locking, or no end of waiting."""
    deadline = time.monotonic() + PATIENCE
    with suppress(OSError):
        while time.monotonic() < deadline:
            try:
                return lock(Path(folder) / LOCK)
            except BlockingIOError:
                _say("another process is compiling the same, so this one waits for it")
                time.sleep(0.05)
    return None


def _with_digest(data):
    return data + hashlib.sha256(data).digest()


def _checked(data):
    """Such data without its digest; raises ValueError if that is another one's."""
    content, digest = data[:-32], data[-32:]
    if hashlib.sha256(content).digest() != digest:
        raise ValueError("damaged")
    return content


def _teach(numba):
    """Lets compiled functions draw, and call the kernels that there are by now."""
    if draws not in _taught:
        draws.teach(numba)
        _teach_lent(numba)
        _teach_unrolled(numba)
        _taught.add(draws)
    for function, (body, inline) in _kernels.items():
        if function not in _taught:
            options = {"error_model": "numpy", "forceinline": inline}
            numba.extending.overload(function, options, strict=False)(lambda *types, body=body: body)
            _taught.add(function)


def _teach_lent(numba):
    """Lets compiled functions call `lent`: it takes the counts away from arrays, and leaves all else."""
    from numba.core import cgutils, types

    def without_counts(context, builder, kind, value):
        if isinstance(kind, types.Array):
            array = context.make_array(kind)(context, builder, value)
            array.meminfo = cgutils.get_null_value(array.meminfo.type)
            return array._getvalue()
        if isinstance(kind, types.BaseTuple):
            for place, part in enumerate(kind):
                inner = builder.extract_value(value, place)
                value = builder.insert_value(value, without_counts(context, builder, part, inner), place)
        return value

    @numba.extending.intrinsic
    def uncounted(context, values):
        return values(values), lambda context, builder, signature, arguments: without_counts(
            context, builder, values, arguments[0]
        )

    numba.extending.overload(lent)(lambda values: lambda values: uncounted(values))


def _teach_unrolled(numba):
    """Lets compiled functions call `unrolled`."""
    from numba.core.types import BaseTuple

    def by_type(values, like):
        parts = "".join(f"values[{place}], " for place in range(len(like))) if isinstance(like, BaseTuple) else ""
        return eval(f"lambda values, like: ({parts or 'values'})")

    numba.extending.overload(unrolled)(by_type)


# What compiled code is made of.


class Ingredients(NamedTuple):
    """What stands in the compiled code of a function: the `files` of all that it calls, and `values` in words.

    `names` are those that it reads of modules and other things.
    """

    files: frozenset[str]
    values: tuple[str, ...]
    names: frozenset[str]


def ingredients(function: Callable, layouts: tuple[type, ...] = ()) -> Ingredients:
    """The Ingredients of a function, found by following what it and its kernels name.

    Numba freezes globals and closures: a number of another module is as much a part of the code as a line of it. Raises
    TypeError if a function is called that is no kernel.
    """
    files, values, names, seen, waiting = {__file__, draws.__file__}, set(), set(), set(), [function]
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            files.add(one.__code__.co_filename)
            names.update(chain.from_iterable(code.co_names for code in _codes(one.__code__)))
            for name, value in _named(one):
                if isinstance(value, FunctionType):
                    waiting.extend(_bodies(one, name, value))
                elif (words := _in_words(value)) is not None:
                    values.add(f"{one.__module__}.{one.__qualname__}: {name} = {words}")
    values |= {_in_words(layout) for layout in layouts}
    return Ingredients(frozenset(files), tuple(sorted(values)), frozenset(names))


def _bodies(caller, name, function):
    """The functions whose code stands for this one in compiled code."""
    if function in (lent, unrolled):
        return ()
    if function in _kernels:
        return function, _kernels[function].body
    if _is_library(str(function.__module__)):
        return ()
    raise TypeError(f"{caller.__name__} is compiled and calls {name}, which is not: it needs @kernel")


def _named(function):
    """(name, value) of all globals and parts that a function reads; of a module, of what it reads there."""
    code = list(_codes(function.__code__))
    loaded = {step.argval for one in code for step in get_instructions(one) if step.opname == "LOAD_GLOBAL"}
    attributes = {name for one in code for name in one.co_names}
    waiting = [(name, function.__globals__[name]) for name in loaded if name in function.__globals__]
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
            waiting.extend((f"{name}.{found}", getattr(value, found)) for found in attributes if hasattr(value, found))


def _codes(code):
    """A function's code and that of the functions inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _is_library(module):
    return module.partition(".")[0] in LIBRARIES


def _in_words(value):
    """A frozen value as text; None for what has its own identity in compiled code."""
    if isinstance(value, FROZEN):
        return repr(value)
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, type) and hasattr(value, "_fields"):
        return f"{value.__module__}.{value.__qualname__}{value._fields}"
    return None


def cache_folder(function: Callable, layouts: tuple[type, ...] = ()) -> Path | None:
    """Where the compiled function is kept: a folder named after a digest of all that is compiled.

    Numba itself watches only the file that holds a function, not the files of the functions that it calls. None if a
    function has no file (it stands in a notebook's cell), or if the folder can't be written.
    """
    from platformdirs import user_cache_path

    files, values, _ = ingredients(function, layouts)
    if not all(Path(file).is_file() for file in files):
        return None
    digest = hashlib.sha256("\n".join((*values, *(version(name) for name in LIBRARIES))).encode())
    for file in sorted(files):
        digest.update(Path(file).read_bytes())
    root = Path(os.environ.get(CACHE_VARIABLE) or user_cache_path("fogel"))
    folder = root / f"engine-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError:
        _say(f"can't write to {root}, so the engine is compiled anew each time ({CACHE_VARIABLE} names another folder)")
        return None
    if not any(folder.rglob("*.nbi")):
        _say(f"compiling the loops of {function.__module__}, which may take 15 seconds; the result is kept")
    return folder


@cache
def _say(text):
    """Says something on standard error, once."""
    if not os.environ.get(QUIET_VARIABLE):
        print(f"fogel: {text}", file=sys.stderr, flush=True)
