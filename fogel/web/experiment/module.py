"""The page's fast half: `evolve.wasm`, which is compiled from `evolve.c`.

`make wasm` compiles it, and nobody else needs a compiler. The module has a digest of its source, so
that a test notices a source that was edited and not compiled. `ziggurat.json` has the strips under
the normal curve: their widths, heights and limits, as in NumPy's source.
"""

import hashlib
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fogel.core.files import write_files

HERE = Path(__file__).parent
SOURCE, MODULE, ZIGGURAT = (
    HERE / "evolve.c",
    HERE / "evolve.wasm",
    HERE.parent / "package" / "ziggurat.json",
)
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
    """The module that the compiler makes of evolve.c, bytes. Raises ModuleNotFoundError without the
    extra `wasm`.
    """
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


def make() -> None:
    """Compile the module from scratch and write it."""
    write_files({MODULE: compiled()})
