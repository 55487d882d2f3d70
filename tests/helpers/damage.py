"""Damaged files: after a bad transfer, an editor, a spreadsheet or a malicious hand."""

import random
import re

NUMBER = re.compile(rb"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?")
WORDS = (  # in place of a number
    b"nan", b"NaN", b"Infinity", b"1e400", b"-1e308", b"9" * 400, b"9" * 5000, b"-1", b"1_000", b"0x10", "٣".encode(),
    b"true", b"null", b'"1"', b"[]", b"{}", b"", b"1 1",
)  # fmt: skip
DEEP = 100_000


def damaged(content, seed, text=True):
    """[(what was done, bytes)]: some 50 damages of a file's bytes; `text`: whether it is a text."""
    rng = random.Random(seed)
    found = [
        ("empty", b""),
        ("blank", b" \n\t\n"),
        ("zeros", bytes(64)),
        ("twice", content + content),
    ]
    found += [
        (f"cut at {at}", content[:at])
        for at in (1, *rng.choices(range(1, len(content)), k=5), len(content) - 1)
    ]
    found += [(f"flipped, {number}", flipped(content, rng)) for number in range(9)]
    if not text:
        return found + [(f"a hole, {number}", hole(content, rng)) for number in range(20)]
    numbers = [*NUMBER.finditer(content)] or [re.search(b"", content)]
    for word in WORDS:
        place = rng.choice(numbers)
        found.append(
            (
                f"{word[:12]} at {place.start()}",
                content[: place.start()] + word + content[place.end() :],
            )
        )
    for word in (b"[" * DEEP, b'{"a":' * DEEP, b"x" * 200_000, b'"', b"\0"):
        place = rng.choice(numbers)
        found.append(
            (
                f"{word[:6]} before {place.start()}",
                content[: place.start()] + word + content[place.start() :],
            )
        )
    lines = content.splitlines(keepends=True)
    for number in rng.choices(range(len(lines)), k=3):
        found.append((f"line {number} gone", b"".join(lines[:number] + lines[number + 1 :])))
        found.append((f"line {number} twice", b"".join(lines[: number + 1] + lines[number:])))
    found.append(("lines in another order", b"".join(rng.sample(lines, len(lines)))))
    shown = content.decode()
    found += [(name, shown.encode(name)) for name in ("utf-16", "utf-32", "utf-8-sig")]
    return [
        *found,
        ("Windows' line ends", content.replace(b"\n", b"\r\n")),
        ("cp1252", b"\xe9\xe8" + content),
    ]


def flipped(content, rng):
    """The bytes with three bits turned."""
    made = bytearray(content)
    for at in rng.choices(range(len(made)), k=3):
        made[at] ^= 1 << rng.randrange(8)
    return bytes(made)


def hole(content, rng):
    """The bytes without a part, or with zeros for it, as a disk leaves them."""
    begin, end = sorted(rng.choices(range(len(content) + 1), k=2))
    return content[:begin] + bytes(rng.choice((0, end - begin))) + content[end:]


def faults(content, read, accepted, seed, text=True):
    """The damages that `read` neither refuses in one clear line nor takes as `accepted`."""
    found, right = [], read(content)
    for what, bad in damaged(content, seed, text):
        try:
            value = read(bad)
        except ValueError as problem:
            words = str(problem)
            if not words or "\n" in words or len(words) > 1000:
                found.append((what, words[:300]))
        except BaseException as problem:
            found.append((what, f"{type(problem).__name__}: {problem}"[:300]))
        else:
            if not accepted(value, right):
                found.append((what, "accepted"))
    return found
