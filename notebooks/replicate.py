"""Runs a book's claims again with other seeds, and counts how often each of them holds.

A chapter is a text with cells of code. A comment above an assert says what the assert holds:

    # claim: Practice helps               general: it should hold with other seeds
    # claim (4 of 5): Practice helps      general, and it may fail with one seed in five
    # because: Practice helps             a cause, which should hold with other seeds
    # by definition: Eleven is odd        true by the rules, whatever the seed
    # here: This pupil learnt in a week   true of this run; it isn't counted

The chapter itself needs no change to be run with another seed. Fresh seed 7 adds 7,000,000 to each
seed that reaches NumPy, so a chapter's seed 1993 becomes 7001993. A claim that comes from a stored
file, or that no seed reaches, would hold with every seed. It is not counted, and we say so.

    python notebooks/replicate.py                  all chapters; results go to stored/replicated/
    python notebooks/replicate.py 05 06            these chapters
    python notebooks/replicate.py 05 --seeds 7,8   with seeds of your own; nothing is stored
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE, STORED = HERE / "source", HERE / "stored" / "replicated"
SEEDS = (1, 2, 3, 4, 5)  # the fresh seeds of the stored results
SEED = "seed"  # among the origins of results
STEP = 1_000_000  # what a fresh seed of 1 adds to a seed
KINDS = ("claim", "because", "by definition", "here")
COUNTED = KINDS[:3]  # what should hold with other seeds
HEAD = rf"# ({'|'.join(KINDS)})(?: \((\d+) of (\d+)\))?: "  # how a mark begins
MARK = re.compile(rf"^ *{HEAD}(.+)$", re.M)
CELL = re.compile(r"^```\{code-cell\}.*\n((?:.*\n)*?)```$", re.M)
SAME = {"OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}  # the last bits, the order of sets
PICTURES = ("drawing", "knobs")  # what a chapter draws with, which is not needed here


class Claim:
    """A marked claim: its `kind`, `words`, line, the share of seeds that it needs, and its end."""

    def __init__(self, mark, line, end):
        self.kind, some, many, self.words = mark.groups()
        self.line, self.end = line, end
        self.share = int(some) / int(many) if some else 1.0


class Chapter:
    """A chapter's text: its cells of code as (first line, code), and its claims in order."""

    def __init__(self, path):
        self.path, self.text = path, path.read_text(encoding="utf-8")
        place = path.relative_to(SOURCE) if path.is_relative_to(SOURCE) else Path(path.name)
        self.name, self.folder = place.with_suffix("").as_posix(), (HERE / place).parent
        self.cells, self.claims = [], []
        for found in CELL.finditer(self.text):
            first = self._line(found.start(1))
            self.cells.append((first, re.sub(r"^:.*$", "", found[1], flags=re.M)))
            marks = [*MARK.finditer(self.text, found.start(1), found.end(1))]
            lines = [*(self._line(mark.start()) for mark in marks), self._line(found.end())]
            self.claims += map(Claim, marks, lines, lines[1:])
        last = max((claim.end for claim in self.claims if claim.kind in COUNTED), default=0)
        self.cells = [cell for cell in self.cells if cell[0] < last]

    def _line(self, place):
        return self.text.count("\n", 0, place) + 1

    @property
    def digest(self):
        """What the results depend on: the code of the cells that are run."""
        code = json.dumps([code for _, code in self.cells])
        return hashlib.sha256(code.encode()).hexdigest()[:16]

    def sentence(self, claim):
        """The whole sentence of a claim, of which its comment has the first words."""
        words = r"[\s*]+".join(map(re.escape, claim.words.split()))
        prose = re.sub(r"\]\([^)]*\)|\[", "", CELL.sub("", self.text))
        found = re.search(words + r"(?:[^.!]|[.!](?![\s*]))*[.!]?", prose)
        return " ".join((found[0] if found else claim.words).replace("*", "").split())


def run(chapter, seed, without=PICTURES):
    """Run a chapter with a fresh seed in a Python of its own; return the results of its claims."""
    done = subprocess.run(
        [sys.executable, str(HERE / "replicate_run.py"), str(chapter.path), str(seed), *without],
        cwd=chapter.folder,
        env={**os.environ, **SAME, "MPLBACKEND": "agg"},
        stdout=subprocess.PIPE,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"{chapter.name} could not be run with the fresh seed {seed}")
    return json.loads(done.stdout)


def replicate(chapter, seeds):
    """Return the results of a chapter with some fresh seeds, as they are stored."""
    with ThreadPoolExecutor(2) as threads:
        runs = [*threads.map(lambda seed: run(chapter, seed), seeds)]
    claims = [{"kind": claim.kind, "words": claim.words, "runs": {}} for claim in chapter.claims]
    for seed, found in zip(seeds, runs, strict=True):
        for claim, result in zip(claims, found, strict=True):
            claim["runs"][str(seed)] = result
    return {"digest": chapter.digest, "step": STEP, "seeds": [*seeds], "claims": claims}


def stored_file(chapter, folder=STORED):
    """Where the results of a chapter are stored."""
    return folder / f"{chapter.name}.json"


def load(chapter, folder=STORED):
    """Return a chapter's stored results, or None if there are none or its code has changed."""
    path = stored_file(chapter, folder)
    found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found if (found.get("digest"), found.get("step")) == (chapter.digest, STEP) else None


def store(chapter, results, folder=STORED):
    """Store the results of a chapter."""
    path = stored_file(chapter, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    claims = ",\n".join(json.dumps(claim, ensure_ascii=False) for claim in results["claims"])
    head = json.dumps({name: results[name] for name in results if name != "claims"})
    text = f'{head[:-1]}, "claims": [\n{claims}\n]}}\n'
    path.with_suffix(".new").write_text(text, encoding="utf-8")
    path.with_suffix(".new").replace(path)


def holds(found):
    """Whether a claim held in a run: all of its statements ran, and its asserts were true."""
    asserts = found["asserts"].values()
    return "problem" not in found and bool(asserts) and all(one["held"] for one in asserts)


def origins(runs):
    """What the asserts of a claim come from: seeds, files, or nothing but the rules."""
    found = set().union(*(one["origins"] for one in runs.values()))
    asserts = [one["asserts"].values() for one in runs.values()]
    texts = {json.dumps([[*said["numbers"].values()] for said in each]) for each in asserts}
    if len(texts) == 1 < len(runs) and re.search(r"\d\.\d", *texts):  # no seed changes it
        found.discard(SEED)
    return found


def verdict(claim, runs):
    """Return a word on a claim, and with how many fresh seeds it held.

    The word is "failed"; "stored" if the claim comes from a file, too, which is the same with every
    seed; "fixed" if no seed reaches it, and yet it isn't said to be true by definition; or "held".
    """
    count, found = sum(map(holds, runs.values())), origins(runs)
    if count < claim.share * len(runs):
        return "failed", count
    if claim.kind == "by definition" or found == {SEED}:
        return "held", count
    return "stored" if found else "fixed", count


def table(chapter, results):
    """Yield the lines that say how often each claim held, and then what is wrong with which."""
    pairs = [*zip(chapter.claims, results["claims"], strict=True)]
    counted = [(claim, one["runs"]) for claim, one in pairs if claim.kind in COUNTED]
    verdicts = [verdict(claim, runs) for claim, runs in counted]
    for (claim, runs), (said, count) in zip(counted, verdicts, strict=True):
        held = f"{count} of {len(runs)}" if said in ("held", "failed") else said
        place = f"{chapter.path.name}:{claim.line}"
        mark = "FAILS" if said == "failed" else ""
        yield f"{held:8} {mark:5}  {claim.kind:13}  {place:24}  {claim.words}"
    for (claim, runs), (said, count) in zip(counted, verdicts, strict=True):
        if said != "held":
            yield f"\n{chapter.path}:{claim.line} ({claim.kind})\n  {chapter.sentence(claim)}"
        if said == "fixed":
            yield "  No seed reaches its asserts. If it is true by the rules, mark it so."
        if said == "stored":
            files = ", ".join(sorted(origins(runs) - {SEED}))
            yield f"  It comes from what is the same with every seed: {files}."
        if said == "failed":
            yield f"  It held with {count} of {len(runs)} fresh seeds."
            yield from (line for seed in runs for line in failures(seed, runs[seed]))
    if unneeded := [claim for claim, one in pairs if claim.kind == "here" and repeats(one)]:
        words = ", ".join(f"{claim.words!r}" for claim in unneeded)
        yield f"\nThese are said of one run, and held with all seeds: {words}."


def repeats(one):
    """Whether a claim held with every seed, and comes from seeds alone."""
    return all(map(holds, one["runs"].values())) and origins(one["runs"]) == {SEED}


def failures(seed, found):
    """Yield the asserts of a claim that failed with a seed, and their numbers."""
    for text, said in found["asserts"].items():
        if not said["held"]:
            numbers = ", ".join(f"{name} = {value}" for name, value in said["numbers"].items())
            yield f"    seed {seed}: {text}" + (f"\n      {numbers}" if numbers else "")
    if "problem" in found:
        yield f"    seed {seed}: {found['problem']}"


def main():
    """Replicate the chapters that the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="beginnings of chapters, as in 05")
    parser.add_argument("--seeds", metavar="7,8,9", help="fresh seeds; their results aren't stored")
    options = parser.parse_args()
    try:
        seeds = [int(seed) for seed in (options.seeds or "").split(",") if seed]
    except ValueError:
        parser.error(f"--seeds must be whole numbers such as 7,8,9, not {options.seeds}")
    chapters = [Chapter(path) for path in sorted(SOURCE.glob("**/*.md"))]
    wanted = [one for one in chapters if one.name.startswith(tuple(options.names or [""]))]
    if not wanted:
        parser.error(f"NAME must begin as a text in {SOURCE.name}/ does, such as 05")
    for chapter in wanted:
        started, found = time.perf_counter(), None if seeds else load(chapter)
        how = "as stored"
        if found is None:
            found = replicate(chapter, seeds or SEEDS)
            how = f"{time.perf_counter() - started:.0f} s"
            if not seeds:
                store(chapter, found)
        print(f"\n{chapter.name}, fresh seeds {', '.join(map(str, found['seeds']))} ({how})\n")
        print(*table(chapter, found), sep="\n", flush=True)


if __name__ == "__main__":
    main()
