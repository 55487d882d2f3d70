"""Measures what a submission uses: its processes at each look, the size of its files twice a
second.
"""

import os
import stat
import time
from contextlib import suppress
from glob import glob
from pathlib import Path
from typing import NamedTuple

import psutil

from grader.broken import Broken
from grader.launch import KEPT

# Seconds between two walks through the folder, which may hold tens of thousands of files.
BETWEEN = 0.5
MEMORY = ("/memfd:", "/dev/zero", "/SYSV")  # with which the system names a file that is memory
THREADS = 8  # of all threads, so many count as a process
BLOCK = 512  # bytes in which the system counts what a file takes up
DEEPEST_FOLDER = 50  # folders within folders that a submission may make


class Usage(NamedTuple):
    """What a runner and its children use: seconds of a processor, bytes of memory, processes, bytes
    of files.

    `kept` are the seconds for which they wanted a processor and others had it, where the system
    counts them.
    """

    processor: float
    kept: float
    memory: int
    processes: int
    disk: int


class Meter:
    """The meter of a process, which is a runner or its supervisor, and of a folder, where `most`
    bytes may lie.
    """

    def __init__(self, process, folder, most, own_processes=0):
        self.above, self.family = psutil.Process(process), []
        self.folder, self.most, self.disk, self.due = folder, most, 0, 0.0
        self.nameless = 0  # bytes of memory that no process maps
        self.own_processes = own_processes  # those of the fence

    def find(self):
        """The runner and all that it has started, and what those have started: known
        from now on.
        """
        with suppress(psutil.Error):
            self.family = _descendants(self.above) + ([] if KEPT else [self.above])
        return self.family

    def look(self):
        """The Usage now, with what those have used that have ended; the files may have been counted
        a moment ago.
        """
        processor = kept = memory = count = threads = 0
        for process in self.find():
            with suppress(psutil.Error):
                times = process.cpu_times()
                processor += times.user + times.system + times.children_user + times.children_system
                kept += _kept_waiting(process.pid)
                memory += process.memory_info().rss
                threads += process.num_threads()
                count += 1
        with suppress(psutil.Error):  # orphans that have ended are their supervisor's
            times = self.above.cpu_times()
            processor += (times.children_user + times.children_system) * KEPT
        if time.monotonic() >= self.due:
            self.walk()
        count = max(0, count - self.own_processes, threads // THREADS)
        return Usage(processor, kept, memory + self.nameless, count, self.disk)

    def walk(self):
        """Counts the bytes of the folder's files and of those without a name, and returns them.

        Raises Broken if the folder is too deep.
        """
        self.nameless, deleted = _without_name(process.pid for process in self.family)
        self.disk = _size(self.folder, self.most) + deleted
        self.due = time.monotonic() + BETWEEN
        return self.disk


def _descendants(process):
    """All processes below one, of which a glance may miss one that is just starting.

    Where the system lists the children of each thread, nobody else's processes are looked at: there
    may be thousands.
    """
    if not os.path.exists(f"/proc/{process.pid}/task/{process.pid}/children"):
        return process.children(recursive=True)
    found, waiting = {}, [process.pid]
    while waiting:
        number = waiting.pop()
        with suppress(psutil.Error):  # one that has ended hides none beside it
            found[number] = psutil.Process(number)
        for path in glob(f"/proc/{number}/task/*/children"):
            with suppress(OSError):
                waiting += map(int, Path(path).read_text().split())
    found.pop(process.pid, None)
    return [*found.values()]


def _kept_waiting(process):
    """For how many seconds a process has wanted a processor and had none; 0 where the system does
    not count them.
    """
    with suppress(OSError, ValueError, IndexError):
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    return 0.0


def _without_name(processes):
    """(bytes of memory, bytes of a disk) of files that processes hold open or map, and no folder
    names.

    Memory that processes share is such a file. Pipes are not counted: each holds 64 kB, and a
    process has few of them. Where the system doesn't show what is held, nothing is found.
    """
    sizes = {True: {}, False: {}}
    for process in processes:
        for is_memory, file, size in [*_open_files(process), *_mapped_files(process)]:
            sizes[is_memory][file] = max(size, sizes[is_memory].get(file, 0))
    return sum(sizes[True].values()), sum(sizes[False].values())


def _open_files(process):
    """(whether it is memory, the file, its bytes) of each nameless file that a process has open."""
    with suppress(OSError), os.scandir(f"/proc/{process}/fd") as entries:
        for entry in entries:
            with suppress(OSError):
                held = os.stat(entry.path)
                if stat.S_ISREG(held.st_mode) and not held.st_nlink:
                    is_memory = os.readlink(entry.path).startswith(MEMORY)
                    yield is_memory, (held.st_dev, held.st_ino), BLOCK * held.st_blocks


def _mapped_files(process):
    """The same of each that it maps, up to the end of what it maps, since its size isn't shown."""
    with suppress(OSError, ValueError):
        for line in Path(f"/proc/{process}/maps").read_bytes().split(b"\n"):
            if line.endswith(b" (deleted)"):
                place, _, offset, device, number, name = line.decode("utf-8", "replace").split(
                    None, 5
                )
                begin, end = (int(part, 16) for part in place.split("-"))
                device = os.makedev(*(int(part, 16) for part in device.split(":")))
                size = int(offset, 16) + end - begin
                yield name.startswith(MEMORY), (device, int(number)), size


def _size(root, most):
    """The bytes of all files in a folder, or more than `most`: many small ones count as large, and
    so do folders.

    Raises Broken if it is too deep to be looked into.
    """
    total, waiting = 0, [(str(root), 0)]
    while waiting and total <= most:
        folder, depth = waiting.pop()
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                with suppress(OSError):
                    total += 4096 + entry.stat(follow_symlinks=False).st_size
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append((entry.path, depth + 1))
                if total > most:
                    break
        if depth > DEEPEST_FOLDER:
            raise Broken("depth", most=DEEPEST_FOLDER)
    return total
