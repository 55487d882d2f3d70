"""Gives a submission namespaces of its own: users, processes, network, shared memory and mounts.
Linux only.

Its supervisor is the first process there, so when that ends, the kernel ends all others, however
fast they fork. There is no network but an unconnected one, no file but those that it needs, whose
file systems are read-only, and its own folders. Python 3.10 has no `os.unshare`, so the system
calls are made through ctypes; nothing is imported but what a runner may import.
"""

import ctypes
import os
import subprocess
import sys
import tempfile
from functools import cache

NEWNS, NEWIPC, NEWUSER, NEWPID, NEWNET = 0x00020000, 0x08000000, 0x10000000, 0x20000000, 0x40000000
# MS_REC | MS_PRIVATE, MS_BIND; no setuid, devices, programs.
REC_PRIVATE, BIND, PROC_FLAGS = 0x44000, 0x5000, 0xE
DETACH = 2  # MNT_DETACH
READ_ONLY, RECURSIVE, HERE = 1, 0x8000, -100  # MOUNT_ATTR_RDONLY, AT_RECURSIVE, AT_FDCWD
DUMPABLE, DROP_BOUNDING, NO_NEW_PRIVILEGES = 4, 24, 38  # what prctl sets
CAPSET, CAPABILITIES = 0x20080522, 64  # the version of capset's header; more than there are
MOUNT_SETATTR = 442  # the same number on every machine, as all calls since 424
# The numbers of the calls capset, keyctl and pivot_root.
NUMBERS = {"x86_64": (126, 250, 155), "aarch64": (91, 219, 41)}
JOIN_SESSION_KEYRING = 1


class MountAttributes(ctypes.Structure):
    """What mount_setattr is told."""

    _fields_ = [(name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "userns")]


def enter():
    """Forks the first process of new namespaces: returns its number to the caller, and 0 to it.
    Raises OSError.
    """
    user, group = os.geteuid(), os.getegid()
    _done(_c().unshare(NEWUSER | NEWPID | NEWNET | NEWIPC | NEWNS), "unshare")
    _c().prctl(DUMPABLE, 1, 0, 0, 0)  # or an ordinary user may not write the next three files
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    _c().prctl(DUMPABLE, 0, 0, 0, 0)
    first = os.fork()
    if not first:
        _mount("none", "/", None, REC_PRIVATE)
        _mount("proc", "/proc", "proc", PROC_FLAGS)
    return first


def close(folders, readable, empty):
    """Leaves some folders, what is readable, and nothing else, not even in sight; all but the
    folders is read-only.

    Gives up every privilege for good. `empty` is a folder in which the new root is put together.
    Raises OSError.
    """
    capset, keyctl, pivot_root = NUMBERS[os.uname().machine]
    _mount("none", empty, "tmpfs", PROC_FLAGS)
    for path in sorted({*readable, *folders}):
        _show(path, empty)
    os.chdir(empty)
    # The old root lies on the new one, and is let go.
    _done(_c().syscall(pivot_root, b".", b"."), "pivot_root")
    _done(_c().umount2(b".", DETACH), "umount2")
    os.chdir("/")
    _set_mount("/", MountAttributes(set=READ_ONLY), RECURSIVE)
    for folder in folders:
        _set_mount(folder, MountAttributes(clear=READ_ONLY), 0)
    _done(_c().syscall(keyctl, JOIN_SESSION_KEYRING, None), "a new keyring")
    for one in range(CAPABILITIES):
        _c().prctl(DROP_BOUNDING, one, 0, 0, 0)  # refused for those that there are not
    _done(_c().prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0), "no new privileges")
    _done(_c().syscall(capset, (ctypes.c_uint32 * 2)(CAPSET, 0), (ctypes.c_uint32 * 6)()), "capset")


def _show(path, root):
    """Shows a path below another root too; links on the way to it are links there."""
    place, parts = "", path.strip("/").split("/")
    for k, part in enumerate(parts):
        place = f"{place}/{part}"
        there = root + place
        if not os.path.exists(place):
            return
        if os.path.islink(place):
            if not os.path.lexists(there):
                os.symlink(os.readlink(place), there)
            target = os.path.join(os.path.dirname(place), os.readlink(place), *parts[k + 1 :])
            return _show(os.path.normpath(target), root)
        if not os.path.lexists(there):
            (
                os.mkdir(there)
                if os.path.isdir(place)
                else os.close(os.open(there, os.O_CREAT | os.O_EXCL))
            )
    _mount(place, root + place, None, BIND)


@cache
def supported():
    """Whether this system lets us do all that: it is tried once, in a process of its own."""
    if sys.platform != "linux" or os.uname().machine not in NUMBERS:
        return False
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-I", "-B", __file__, folder]
        return (
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0
        )


def _try(folder):
    """Enters and closes; never returns."""
    code = 1
    try:
        first = enter()
        if first:
            code = os.waitstatus_to_exitcode(os.waitpid(first, 0)[1])
        else:
            work, empty = (os.path.join(folder, name) for name in ("work", "empty"))
            os.mkdir(work), os.mkdir(empty)
            close([work], ["/usr", "/proc", os.devnull], empty)
            code = 0
    finally:
        os._exit(code)


@cache
def _c():
    return ctypes.CDLL(None, use_errno=True)


def _done(result, what):
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def _mount(source, target, kind, flags):
    words = [os.fsencode(word) if word else None for word in (source, target, kind)]
    _done(_c().mount(*words, ctypes.c_ulong(flags), None), f"mount {target}")


def _set_mount(path, attributes, flags):
    size = ctypes.c_size_t(ctypes.sizeof(attributes))
    called = _c().syscall(
        MOUNT_SETATTR, HERE, os.fsencode(path), flags, ctypes.byref(attributes), size
    )
    _done(called, f"mount_setattr {path}")


if __name__ == "__main__":
    _try(sys.argv[1])
