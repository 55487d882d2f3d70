"""The page's fast half: `evolve.wasm`, which is compiled from `evolve.c`.

`make wasm` makes both files anew; who only uses them needs no compiler. The module says of which source it is, so that
a test notices one that was edited and not compiled.
"""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fogel.core.files import write_files

HERE = Path(__file__).parent
SOURCE, MODULE, ZIGGURAT = HERE / "evolve.c", HERE / "evolve.wasm", HERE.parent / "package" / "ziggurat.json"
OPTIONS = [
    "-target",
    "wasm32-freestanding",
    "-O2",
    "-msimd128",  # two numbers in one step
    "-ffp-contract=off",  # a product and a sum are rounded one after the other, as everywhere
    "-nostdlib",
    "-Wall",
    "-Wextra",
    "-Wl,--no-entry",
    "-Wl,--strip-all",
    "-Wl,--export-memory",
]
SECTION = b"source"  # a section of the module that browsers skip: the digest of what it was made of


def compiled() -> bytes:
    """The module that the compiler makes of evolve.c, bytes. Raises ModuleNotFoundError without the extra `wasm`."""
    import ziglang  # noqa: F401 - it is run as a program

    with TemporaryDirectory() as folder:
        made = Path(folder) / MODULE.name
        command = [sys.executable, "-m", "ziglang", "cc", *OPTIONS, SOURCE.name, "-o", str(made)]
        subprocess.run(command, cwd=HERE, check=True)
        return made.read_bytes() + _section(source_digest())


def source_digest() -> bytes:
    """The digest of evolve.c and of the options that it is compiled with, 32 bytes."""
    return hashlib.sha256(SOURCE.read_bytes() + " ".join(OPTIONS).encode()).digest()


def _section(content):
    """A custom section of a module: its kind is 0, its sizes are small."""
    body = bytes([len(SECTION)]) + SECTION + content
    return bytes([0, len(body)]) + body


def is_up_to_date() -> bool:
    """Whether evolve.wasm was made of this evolve.c."""
    return MODULE.read_bytes().endswith(_section(source_digest()))


def strips() -> dict[str, list]:
    """The ziggurat's tables {name: list} as Numba has them; NumPy has the same, and shows them to nobody."""
    from numba.np.random import _constants as tables

    kinds = {"ki": int, "wi": float, "fi": float}
    return {name: [kind(value) for value in getattr(tables, f"{name}_double")] for name, kind in kinds.items()}


def make() -> None:
    """Writes both files anew."""
    write_files({MODULE: compiled(), ZIGGURAT: json.dumps(strips(), separators=(",", ":")) + "\n"})
