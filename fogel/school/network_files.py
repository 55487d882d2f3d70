"""The report's architecture files and weights files (chapter 15).

Both are text in lines; empty lines don't count, nor do those that begin with //. An architecture
file has one number a line: how many hidden layers, the nodes of each, then the values of `VALUES`
in that order. A weights file has the number of layers; then, layer by layer, its number of nodes
and for each node the number of its output links, and a line for each of those: weight, last
adjustment, and [0.0 -> 1.0], which names the two nodes. The output layer has no links, so nothing
but its number of nodes stands there. Ours say in their heading of which architecture they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fogel.core.results import load_file
from fogel.core.types import FilePath
from fogel.plots.drawing import digest
from fogel.rules.rule_files import NumberedLines
from fogel.rules.rules import Rules
from fogel.school.lossbar import percent
from fogel.school.network import LARGEST_WEIGHT, MOST_LAYERS, MOST_NODES, Arch
from fogel.school.pupil import NeuralPlayer, Pupil, compute_sizes

LARGEST_FILE = 50_000_000  # bytes
LARGEST_ADJUST = 1e9
# What a weight of five digits, as the report's, may lie beside the one that was meant.
ROUNDED = 0.000005
ARCH_RULER, WEIGHTS_RULER = "/" * 71, "/" * 66  # as long as the report's
VALUES = {  # of an Arch: its words in the file
    "learning_rate": "learning rate",
    "momentum": "momentum",
    "encouragement": "encouragement",
    "min_weight": "min link wt",
    "max_weight": "max link weight",
    "act_numerator": "numerator",
    "act_add": "added",
}


# Architectures.


def load_arch(path: FilePath) -> Arch:
    """The Arch in a file; raises ValueError that names the file and the line, OSError if it can't
    be read.
    """
    return load_file(path, read_arch)


def read_arch(text: str) -> Arch:
    """The Arch in the text of an architecture file; raises ValueError that says in which line it
    expected what.
    """
    lines = NumberedLines(text)
    lines.check_frame()
    layers = lines.count("the number of hidden layers", 0, MOST_LAYERS)
    values: dict[str, Any] = {
        "hidden": tuple(
            lines.count(f"the nodes of layer {n}", 1, MOST_NODES) for n in range(1, layers + 1)
        )
    }
    for name, words in VALUES.items():
        about = Arch.__dataclass_fields__[name].metadata
        values[name] = lines.real(f"the {words} ({name})", about["least"], about["most"])
        _check(values, lines)
    if lines.more():
        lines.next("")
        raise lines.problem("the end of the file")
    return Arch(**values)


def _check(values, lines):
    """Refuses, at the line that was read last, values that don't go together."""
    try:
        if "max_weight" in values:
            Arch(**values)
    except ValueError as problem:
        raise ValueError(f"line {lines.line}: {problem}") from None


def write_arch(
    arch: Arch, file_name: str = "default.cfg", about: str = "NeuNet configuration"
) -> str:
    """The text of an architecture file, laid out as the report's; `read_arch` of it gives an equal
    Arch.
    """
    parts = [
        _heading(ARCH_RULER, file_name, about),
        f"// number of hidden layers //\n{len(arch.hidden)}",
    ]
    parts += [
        f"// number of nodes for layer {number} //\n{size}"
        for number, size in enumerate(arch.hidden, 1)
    ]
    for name, words in VALUES.items():
        if name == "act_numerator":
            parts.append("// activation function parameters //")
        title = f"// {words} //" if not name.startswith("act") else f"//\n// {words}"
        parts.append(f"{title}\n{getattr(arch, name)!r}")
    return "\n\n".join([*parts, ARCH_RULER]) + "\n"


def _digest(arch):
    """Twelve digits that say which architecture it is."""
    return digest(write_arch(arch, "", ""))


def _heading(ruler, *paragraphs):
    return "\n".join([ruler, "//", *(f"// {words}\n//" for words in paragraphs), ruler])


def load_maker(
    arch_path: FilePath, weights_path: FilePath | None = None
) -> Callable[..., NeuralPlayer]:
    """A maker of NeuralPlayers with the architecture in a file, and the weights in another one if
    it is given.

    Raises ValueError that names the file and the line, OSError if it can't be read.
    """
    arch = load_arch(arch_path)

    def make(rules, number):
        weights = (
            tuple(load_weights(weights_path, compute_sizes(rules, arch), arch))
            if weights_path
            else None
        )
        return Pupil(arch, weights=weights)(rules, number)

    return make


def load_pupil(arch_path: FilePath, weights_path: FilePath, rules: Rules) -> Pupil:
    """The Pupil of an architecture file and a weights file, for a game; raises as
    `load_maker` does.
    """
    arch = load_arch(arch_path)
    return Pupil(arch, weights=tuple(load_weights(weights_path, compute_sizes(rules, arch), arch)))


# Weights.


def load_weights(
    path: FilePath, sizes: Sequence[int], arch: Arch | None = None
) -> list[tuple[float, float]]:
    """The (weight, adjust) pairs in a file, for layers of these sizes, see `read_weights`.

    Raises ValueError that names the file and the line, OSError if it can't be read.
    """
    return load_file(path, read_weights, sizes, arch, most=LARGEST_FILE)


def read_weights(
    text: str, sizes: Sequence[int], arch: Arch | None = None
) -> list[tuple[float, float]]:
    """The (weight, adjust) pairs in the text of a weights file, in the order of the links.

    `sizes` are those of all layers, inputs and outputs included. With `arch`, the architecture that
    they are to be used with, the weights stay within its limits, and a file of ours is of this one.
    Raises ValueError that says in which line it expected what.
    """
    lines, pairs = NumberedLines(text), []
    of = re.search(r"^// of the architecture ([0-9a-f]{12})$", text, re.MULTILINE)
    if arch and of and of[1] != _digest(arch):
        line = text.count("\n", 0, of.start()) + 1
        raise ValueError(
            f"line {line}: these weights are of another architecture (without this line they are"
            " taken)"
        )
    least, most = (arch.min_weight, arch.max_weight) if arch else (-LARGEST_WEIGHT, LARGEST_WEIGHT)
    _exactly(lines, "the number of layers", len(sizes))
    for layer, size in enumerate(sizes):
        _exactly(lines, f"the number of nodes in layer {layer}", size)
        for node in range(size if layer + 1 < len(sizes) else 0):
            _exactly(lines, f"the number of links from node {layer}.{node}", sizes[layer + 1])
            names = (f"{layer}.{node} -> {layer + 1}.{k}" for k in range(sizes[layer + 1]))
            pairs += [_link(lines, name, least, most) for name in names]
    if lines.more():
        lines.next("")
        raise lines.problem("the end of the file")
    return pairs


def _exactly(lines, words, number):
    words = f"{words}, {number} in this architecture,"
    lines.whole(lines.next(words), words, number, number)


def _link(lines, name, least, most):
    words = f"weight, adjustment and [{name}]"
    found = re.fullmatch(r"(\S+)\s+(\S+)\s+\[\s*(\S+)\s*->\s*(\S+)\s*\]", lines.next(words))
    if not found or f"{found[3]} -> {found[4]}" != name:
        raise lines.problem(words)
    limits = f"{words}, a weight from {least:g} to {most:g},"
    weight = lines.number(found[1], limits, least - ROUNDED, most + ROUNDED)
    return weight, lines.number(
        found[2], f"{words}, an adjustment", -LARGEST_ADJUST, LARGEST_ADJUST
    )


# Many parameters: a weights file states these seven facts, in this order.
def write_weights(
    pairs: Iterable[Sequence[float]],
    sizes: Sequence[int],
    file_name: str = "",
    losses: Any = None,
    games: int | None = None,
    digits: int | None = None,
    arch: Arch | None = None,
) -> str:
    """The text of a weights file, laid out as the report's; `losses` of `games` give the loss rate
    in its heading.

    With `arch`, the heading says of which architecture they are. Numbers are as long as it takes to
    read the same ones again; the report's have 5 `digits` behind the point.
    """
    rate = f"    (loss rate was {percent(losses, games)})" if games else ""
    of = [f"of the architecture {_digest(arch)}"] if arch else []
    parts = [
        _heading(
            WEIGHTS_RULER, f"{file_name}{rate}", "NeuNet state file, generated automatically.", *of
        ),
        f"// Number of layers (verification) //\n{len(sizes)}",
    ]
    pairs = iter(pairs)
    for layer, size in enumerate(sizes):
        parts.append(f"// Number of nodes in Layer {layer} //\n{size}")
        for node in range(size if layer + 1 < len(sizes) else 0):
            following = sizes[layer + 1]
            links = "\n".join(
                f"{_number(weight, digits)} {_number(adjust, digits)}   [{layer}.{node} ->"
                f" {layer + 1}.{k}]"
                for k, (weight, adjust) in zip(range(following), pairs, strict=False)
            )
            parts.append(f"// Number of links from Node {layer}.{node} //\n{following}")
            parts.append(f"// Links (weight, adjustment, name) //\n{links}")
    return "\n\n".join(parts) + "\n"


def _number(value, digits):
    return f"{float(value)!r:>25}" if digits is None else f"{value:{digits + 5}.{digits}f}"


def loss_rate(text: str) -> int | None:
    """The loss rate in the heading of a weights file, in %, None if there is none."""
    found = re.search(r"^//.*\(loss rate was (\d{1,3})%\)", text, re.MULTILINE)
    return int(found[1]) if found else None
