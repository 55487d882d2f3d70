"""Saving the parts of a job while it runs, so that it can be resumed.

A job saves each part that it has finished, and how far it is in a long one, as a file of its own in
the folder `saved`. Each file says to which job it belongs and carries its digest, so that a damaged
one, or another's, is never taken up.
"""

import hashlib
import io
import json
import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from fogel.core.contents import sources
from fogel.core.files import lock, make_writable, read_bytes, read_text, remove_lock, write_file
from fogel.core.results import OTHERWISE, SavedError, difference, flat, read_json, versions
from fogel.core.types import Json

FOLDER, RECORD, LOCK, ENDING = "saved", "job.json", "lock", ".part"
FORMAT = b"fogel-saved-2"
LARGEST_RECORD = 1_000_000  # bytes
LARGEST_PART = 2_000_000_000  # bytes
EVERY = 1.0  # seconds between two checkpoints of a trial, and no more often than
SHARE = 0.01  # of its time goes into writing them


@cache
def program(module: str) -> dict[str, str]:
    """The versions, and a digest of the package's files up to a module in contents.py's order."""
    digest = hashlib.sha256()
    for path in sources(module):
        digest.update(path.read_bytes())
    return {"files": digest.hexdigest()[:16], **versions()}


def pack(values: dict[str, Any], job: str, name: str) -> bytes:
    """A dict of arrays and JSON values as bytes, after a line of job, part's name and digest."""
    data = to_bytes(values)
    return _head(job, name, data) + b"\n" + data


def to_bytes(values: dict[str, Any]) -> bytes:
    """Return a dict of arrays and plain JSON values as bytes, the same for the same values."""
    arrays = {name: value for name, value in values.items() if isinstance(value, np.ndarray)}
    plain = {name: value for name, value in values.items() if name not in arrays}
    content = io.BytesIO()
    arrays["json"] = np.frombuffer(json.dumps(plain).encode(), dtype=np.uint8)
    np.savez(content, **arrays)  # type: ignore[arg-type]
    return content.getvalue()


def _head(job, name, data):
    return b" ".join(
        (FORMAT, job.encode(), name.encode(), hashlib.sha256(data).hexdigest().encode())
    )


def unpack(data: bytes, job: str, name: str) -> dict[str, Any]:
    """The dict in such bytes; ValueError if they are damaged, or of another part or job."""
    head, _, content = data.partition(b"\n")
    if head != _head(job, name, content):
        raise ValueError("damaged, or of another job or part")
    return from_bytes(content)


def from_bytes(content: bytes) -> dict[str, Any]:
    """Return the dict that `to_bytes` turned into these bytes."""
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        values = {name: arrays[name] for name in arrays.files}
    return {**json.loads(values.pop("json").tobytes()), **values}


class Saved:
    """The parts of a job that a folder holds, by name; a context that locks the folder as long as
    it lasts.

    `job`: plain values that say what is computed and by which program. Only parts of the same job
    are used, and SavedError is raised where another job's parts would be lost, unless `restart`
    says to discard all that is there. `say` is told of parts that can't be read. `check()` raises
    SavedError where a finished result is in the way; a job that goes on from its parts was checked
    when it began.
    """

    def __init__(self, folder, job, restart=False, say=None, check=None):
        self.folder = Path(folder)
        self.record = self.folder / RECORD
        self.job, self.restart = json.loads(json.dumps(job)), restart
        self.name = digest_job(self.job)
        self.more = None
        self.say, self.check = say or (lambda words: None), check or (lambda: None)

    def __enter__(self):
        is_new, has_lock = not self.folder.exists(), (self.folder / LOCK).exists()
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            self._lock = lock(self.folder / LOCK)
        except BlockingIOError:
            raise SavedError(f"another run is at work in {self.folder}") from None
        try:
            self._begin()
        except BaseException:
            if has_lock:
                self._lock.close()
            else:
                remove_lock(self._lock)
            if is_new and not any(self.folder.iterdir()):
                self.folder.rmdir()
            raise
        return self

    def __exit__(self, *about):
        self._lock.close()

    def _begin(self):
        """Finds out whose parts these are, and says whose they will be."""
        make_writable(self.folder)
        there, words = self.recorded(), None
        is_other = bool(there) and there["job"] != self.job
        self.more = there["more"] if there and not is_other and not there["complete"] else None
        # Who handed the folder over was killed before the parts of the shorter job went.
        if self.more:
            self._clear([name for name in self.names() if not self._is_ours(name)])
        if not there:
            others = [name for name in self.names() if not self._is_ours(name)]
            if there == {} and others:
                words = f"{self.record} is damaged and does not say which run this is"
            elif others:
                words = f"{self.folder} holds what another command has saved"
        elif is_other and self.names() and not (there["complete"] and self._is_of_command(there)):
            words = f"{self.record} belongs to another run: {difference(there['job'], self.job)}"
        if words and not self.restart:
            raise SavedError(f"{words} {OTHERWISE}")
        if not self.restart and (not there or is_other or there["complete"]):
            self.check()
            if is_other and self.names():
                words = difference(there["job"], self.job)
                self.say(f"starting from scratch: {self.record} belongs to another run, {words}")
        if self.restart or is_other:
            self.clear()
        if self.restart or is_other or not there or not (there["complete"] and self.names()):
            self._write(complete=False)

    def recorded(self) -> Json | None:
        """The job that these parts belong to, whether it is complete, and by how much (`more`) it
        extends another one.

        None without a record, {} if it is damaged.
        """
        try:
            there = read_json(read_text(self.record, LARGEST_RECORD), "a record")
            flat(there["job"])  # as deep as our own ones are, no deeper
            return {
                "job": there["job"],
                "complete": bool(there["complete"]),
                "more": there.get("more"),
            }
        except FileNotFoundError:
            return None
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return {}

    def _write(self, complete):
        more = {"more": self.more} if self.more and not complete else {}
        write_file(self.record, json.dumps({"job": self.job, "complete": complete, **more}) + "\n")

    def hand_over(self, job: Json, more: int, parts: Iterable[tuple[str, dict[str, Any]]]) -> None:
        """Give the folder to another `job`, which prolongs this one by `more`, with the parts that
        it begins with.

        `parts`: (name, values) of each. Where this is interrupted, all parts of this job are still
        there, or the other one has all of its own.
        """
        name = digest_job(job)
        for part, values in parts:
            write_file(self._path(part), pack(values, name, part))
        write_file(self.record, json.dumps({"job": job, "complete": False, "more": more}) + "\n")
        self._clear([part for part in self.names() if self._is_ours(part)])

    def _is_of_command(self, there):
        """Whether another job has the same command, so that `check` has looked at its results."""
        job = there["job"]
        return job.get("command") == self.job.get("command")

    def _path(self, name):
        return self.folder / f"{name}{ENDING}"

    def _is_ours(self, name):
        """Whether a part says that it is of this job."""
        try:
            return read_bytes(self._path(name), LARGEST_PART).startswith(
                b" ".join((FORMAT, self.name.encode()))
            )
        except ValueError:  # no file
            return False

    def names(self, beginning: str = "") -> list[str]:
        """The names of all parts that are there, or of those of a kind, which are its `beginning`
        and digits.

        A copy that another program or a person made, such as `trial_0000001_1`, is no part of the
        kind.
        """
        pattern = rf"{re.escape(beginning)}\d+" if beginning else r"\w+"
        names = (path.name.removesuffix(ENDING) for path in self.folder.glob(f"*{ENDING}"))
        return sorted(name for name in names if re.fullmatch(pattern, name, re.ASCII))

    def load(self, name: str) -> dict[str, Any] | None:
        """The values of a part, or None if there is none, or none that is whole."""
        try:
            return unpack(read_bytes(self._path(name), LARGEST_PART), self.name, name)
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as problem:
            self.say(f"{self._path(name)} is not used: {problem}")
            return None

    def save(self, name: str, values: dict[str, Any]) -> None:
        """Keeps a part: a dict of arrays and plain JSON values."""
        write_file(self._path(name), pack(values, self.name, name))

    def remove(self, name: str) -> None:
        """Forgets a part, if it is there."""
        self._path(name).unlink(missing_ok=True)

    def clear(self) -> None:
        """Forgets all parts."""
        self._clear(self.names())

    def _clear(self, names):
        for name in names:
            self.remove(name)

    def complete(self) -> None:
        """Says that the job's results are written: another one may take its place."""
        self._write(complete=True)

    def discard(self, keep_record: bool = False) -> None:
        """Remove the parts and their folder, if nothing else is in it: the results hold all of it.

        With `keep_record` the record stays and says that the job is complete, for results that
        don't say what made them.
        """
        self.clear()
        if keep_record:
            self.complete()
        else:
            (self.folder / RECORD).unlink(missing_ok=True)
        remove_lock(self._lock)
        if not any(self.folder.iterdir()):
            self.folder.rmdir()


def digest_job(job: Json) -> str:
    """The digest that tells which job the parts belong to."""
    return hashlib.sha256(json.dumps(job, sort_keys=True).encode()).hexdigest()[:16]


class Checkpoint:
    """The state of a long trial, saved again only so often that saving costs almost nothing."""

    def __init__(self, saved, name):
        self.saved, self.name = saved, name
        self._since, self._cost = perf_counter(), 0.0

    def load(self) -> dict[str, Any] | None:
        """The values that were saved last, or None."""
        return self.saved.load(self.name)

    def offer(self, state: Callable[[], dict[str, Any]]) -> None:
        """Saves what `state()` returns, if that is due."""
        now = perf_counter()
        if now - self._since >= max(EVERY, self._cost / SHARE):
            self.saved.save(self.name, state())
            self._since = perf_counter()
            self._cost = self._since - now
