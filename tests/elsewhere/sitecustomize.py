"""Windows or macOS, as far as Linux can play them: what our own modules and tests would not find
there is taken away.

Python imports this module at its start, in every process that inherits PYTHONPATH and FOGEL_SYSTEM
from `python tests/elsewhere SYSTEM ...`. Other libraries see the system that they were installed
for, apart from files: an open file can't be replaced or removed on Windows, whoever tries.
"""

import builtins
import io
import os
import pkgutil
import stat
import sys
import threading
from contextlib import suppress
from functools import partial, wraps
from pathlib import Path, PurePath
from types import ModuleType, SimpleNamespace

SYSTEM = os.environ.get("FOGEL_SYSTEM", "")
ROOT = str(Path(__file__).parents[2])
BETWEEN = {
    "pathlib",
    "io",
    "os",
    "posixpath",
    "genericpath",
    "contextlib",
    "shutil",
    __name__,
}  # modules that act on behalf of their caller
LARGEST = 10**10  # bytes: NTFS reserves room for all of a file that is made longer
FORBIDDEN = set('<>:"|?*')  # in a name on Windows
DEVICES = {"con", "prn", "aux", "nul"}
WINDOWS = SYSTEM == "windows"
linux = SimpleNamespace(listdir=os.listdir)  # functions as they are here
# Held while a file is looked at and removed, so that no thread opens it meanwhile.
alone = threading.RLock()

# What each system's Python does not have, by module; None is the module itself.
LACKS = {
    "windows": {
        "fcntl": None,
        "grp": None,
        "pty": None,
        "pwd": None,
        "resource": None,
        "termios": None,
        "tty": None,
        "os": (
            """O_CLOEXEC O_DIRECTORY O_NOCTTY O_NOFOLLOW O_NONBLOCK O_TMPFILE WNOHANG chown fchmod fchown fork forkpty
            getegid geteuid getgid getloadavg getpgid getpgrp getpriority getsid getuid initgroups killpg lchown
            memfd_create mkfifo mknod nice openpty pipe2 posix_fallocate posix_spawn pread preadv pwrite
            register_at_fork
            sched_getaffinity sched_setaffinity sendfile set_blocking setegid seteuid setgid setpgid setsid setuid sync
            sysconf uname wait wait3 wait4 waitid"""
        ),
        "signal": (
            """SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2 SIG_BLOCK
            SIG_SETMASK SIG_UNBLOCK alarm pause pthread_kill pthread_sigmask setitimer sigpending sigwait"""
        ),
        "socket": "AF_UNIX SOCK_SEQPACKET recv_fds send_fds",
        "select": "epoll poll",
    },
    "macos": {
        "os": (
            """O_TMPFILE memfd_create pipe2 posix_fallocate sched_getaffinity sched_setaffinity eventfd pidfd_open
            copy_file_range"""
        ),
        "socket": "SOCK_SEQPACKET",
        "select": "epoll",
    },
}.get(SYSTEM, {})
TEXTS = {  # of errors that the system itself names, and not the library of C
    FileNotFoundError: "The system cannot find the file specified",
    FileExistsError: "Cannot create a file when that file already exists",
    PermissionError: "Access is denied",
    NotADirectoryError: "The directory name is invalid",
}


def is_ours(names):
    """Whether a module's names are those of the package, of a test, or of a program that is handed
    over as text.
    """
    file = names.get("__file__") or ""
    if names.get("__name__") == "__main__" and not file:
        return True
    return file.startswith(ROOT) and "/.venv/" not in file and file != __file__


def for_us():
    """Whether our code acts, by itself or by a module that acts for its caller."""
    frame = sys._getframe(1)
    while frame and frame.f_globals.get("__name__") in BETWEEN:
        frame = frame.f_back
    return frame is not None and is_ours(frame.f_globals)


# Modules.


class Elsewhere(ModuleType):
    """A module as it is on the other system: some names are hidden, others have another value."""

    def __init__(self, name, hidden, others):
        super().__init__(name)
        self.__dict__.update(others, _real=__import__(name), _hidden=frozenset(hidden), _before={})

    def __getattr__(self, name):
        if name in self._hidden:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on {SYSTEM}")
        return getattr(self._real, name)

    def __setattr__(self, name, value):
        if name not in self.__dict__:
            self._before[name] = getattr(self._real, name, None)
        if name in self._before:
            setattr(self._real, name, value)
        self.__dict__[name] = value

    def __delattr__(self, name):
        """A name that was set here gets the value that it had before."""
        if self.__dict__.pop(name, None) is not None and name in self._before:
            setattr(self._real, name, self._before.pop(name))
        else:
            delattr(self._real, name)

    def __dir__(self):
        return [name for name in dir(self._real) if name not in self._hidden]


def kill(process, number):
    """As Windows has it: whatever the signal, the process ends at once; two numbers are sent to its
    console.
    """
    import signal

    if process == os.getpid():
        os._exit(number)
    os.kill(process, signal.SIGKILL)


def set_wakeup_fd(descriptor, **options):
    import signal

    if descriptor != -1 and not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
        raise OSError(10038, "An operation was attempted on something that is not a socket")
    return signal.set_wakeup_fd(descriptor, **options)


def get_context(method=None):
    import multiprocessing

    if method in ("fork", "forkserver"):
        # MacOS has it, and what it forks may crash.
        raise ValueError(f"cannot find context for {method!r}")
    return multiprocessing.get_context("spawn")


def run(name, *arguments, **options):
    """A function of subprocess, or its class Popen."""
    import subprocess

    command = arguments[0] if arguments else options["args"]
    if WINDOWS:
        if not isinstance(command, str) and str(command[0]) in ("sh", "bash", "/bin/sh"):
            raise FileNotFoundError(2, TEXTS[FileNotFoundError], command[0])
        if options.get("preexec_fn") or options.get("pass_fds"):
            raise ValueError("preexec_fn is not supported on Windows platforms")
        options.pop("start_new_session", None)  # has no effect there
        if options.get("text") and not options.get("encoding"):
            options["encoding"] = "cp1252"
    return getattr(subprocess, name)(*arguments, **options)


def locking(descriptor, mode, count):
    """msvcrt's: a lock that is held until it is closed."""
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PermissionError(13, "Permission denied") from None


def replace_modules():
    """Hands our modules another one where they import one that is different there."""
    others = {
        "sys": {"platform": "win32" if WINDOWS else "darwin"},
        "multiprocessing": {"get_context": get_context},
    }
    if WINDOWS:
        others["os"] = {"name": "nt", "kill": kill}
        others["signal"] = {"set_wakeup_fd": set_wakeup_fd}
        others["subprocess"] = {
            name: partial(run, name) for name in ("run", "Popen", "check_output", "check_call")
        }
    modules = {}
    usual = builtins.__import__

    def made(name):
        if name not in modules:
            modules[name] = Elsewhere(name, (LACKS.get(name) or "").split(), others.get(name, {}))
        return modules[name]

    def other(name, globals=None, locals=None, fromlist=(), level=0):
        if level or not globals or not is_ours(globals):
            return usual(name, globals, locals, fromlist, level)
        if name in LACKS and LACKS[name] is None:
            raise ModuleNotFoundError(f"No module named {name!r} on {SYSTEM}", name=name)
        if name == "msvcrt" and WINDOWS:
            module = ModuleType(name)
            module.LK_NBLCK, module.locking = 2, locking
            return module
        found = usual(name, globals, locals, fromlist, level)
        return made(name) if name in LACKS or name in others else found

    builtins.__import__ = other


# Files.


def is_open(path):
    """Whether any process has a file open."""
    place = os.path.realpath(os.fsdecode(path))
    for process in filter(str.isdecimal, linux.listdir("/proc")):
        with suppress(OSError):  # that is gone by now
            for number in linux.listdir(f"/proc/{process}/fd"):
                with suppress(OSError):
                    if os.readlink(f"/proc/{process}/fd/{number}") == place:
                        return True
    return False


def check_free(path):
    """Raises PermissionError for a file that somebody has open."""
    if sys._getframe(2).f_globals.get("__name__") != "tempfile" and is_open(path):
        text = "The process cannot access the file because it is being used by another process"
        raise PermissionError(13, text, os.fspath(path))


def check_name(path):
    """Raises OSError for a name that can't be made there, or that is another file's there."""
    folder, name = os.path.split(os.fsdecode(path))
    if WINDOWS and (
        FORBIDDEN & set(name)
        or name.partition(".")[0].lower() in DEVICES
        or name != name.rstrip(" .")
    ):
        raise OSError(22, "The filename, directory name, or volume label syntax is incorrect", path)
    if not WINDOWS and any("\udc80" <= sign <= "\udcff" for sign in name):
        raise OSError(92, "Illegal byte sequence", path)
    if name.lower() != name.upper() and os.path.isdir(folder or "."):
        for other in linux.listdir(folder or "."):
            if other != name and other.lower() == name.lower():
                raise AssertionError(f"on {SYSTEM} {name!r} is the same file as {other!r}")


def check_device(path):
    """Raises FileNotFoundError for what only Linux has."""
    text = (
        path if isinstance(path, str) else os.fspath(path) if isinstance(path, os.PathLike) else ""
    )
    if (
        text != os.devnull
        and text.startswith(("/dev/", "/proc/") if WINDOWS else ("/proc/", "/dev/full"))
        and for_us()
    ):
        if text.startswith("/dev/null/") and WINDOWS:
            raise AssertionError(f"on {SYSTEM} {text} is a folder as any other")
        raise FileNotFoundError(2, "No such file or directory", text)


def plain(path):
    """A path with the separators of Linux."""
    return path.replace("\\", "/") if WINDOWS and isinstance(path, str) else path


def changed(function, check, places=1):
    """A function of `os` on one or two paths, as it is there."""

    @wraps(function)
    def other(*arguments, **options):
        arguments = (*map(plain, arguments[:places]), *arguments[places:])
        for path in arguments[:places]:
            check_device(path)
        try:
            with alone:
                check(*arguments[:places])
                return function(*arguments, **options)
        except OSError as problem:
            text = next((text for kind, text in TEXTS.items() if isinstance(problem, kind)), None)
            if WINDOWS and text and not problem.args[1].startswith("The process"):
                raise type(problem)(
                    problem.errno, text, problem.filename, None, problem.filename2
                ) from None
            raise

    return other


def no_links(*paths):
    """Raises OSError: only who has the privilege makes links there."""
    if for_us():
        raise OSError(22, "A required privilege is not held by the client", *paths[:1])


def replace_files():
    """Gives Python the other system's functions on files."""
    nothing = lambda *paths: None  # noqa: E731
    checks = {
        "stat": (nothing, 1),
        "lstat": (nothing, 1),
        "listdir": (nothing, 1),
        "scandir": (nothing, 1),
    }
    checks |= {"mkdir": (check_name, 1)}
    if WINDOWS:
        checks |= {"unlink": (check_free, 1), "remove": (check_free, 1), "rmdir": (nothing, 1)}
        checks |= {"symlink": (no_links, 2)}
        checks |= dict.fromkeys(
            ("replace", "rename"),
            (lambda one, two: [check_free(one), check_free(two), check_name(two)], 2),
        )
    else:
        checks |= dict.fromkeys(("replace", "rename"), (lambda one, two: check_name(two), 2))
    for name, (check, places) in checks.items():
        setattr(os, name, changed(getattr(os, name), check, places))
    os.open = opened(os.open)
    builtins.open = io.open = as_there(io.open)


def opened(usual):
    @wraps(usual)
    def open(path, flags, *rest, **options):
        path = plain(path)
        check_device(path)
        if for_us():
            if WINDOWS and os.path.isdir(path):
                raise PermissionError(13, "Permission denied", path)
            if flags & os.O_CREAT:
                check_name(path)
        return usual(path, flags, *rest, **options)

    return open


def as_there(usual):
    @wraps(usual)
    def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, **options):
        if not isinstance(file, int):
            file = plain(file)
            check_device(file)
            if set(mode) & set("wxa") and for_us():
                check_name(os.fspath(file))
            if WINDOWS and "b" not in mode and for_us():
                encoding = "cp1252" if encoding in (None, "locale") else encoding
                newline = "\r\n" if newline is None and set(mode) & set("wxa") else newline
            if WINDOWS and not options and os.path.isdir(file) and for_us():
                raise PermissionError(13, "Permission denied", os.fspath(file))
        with alone:
            opened = usual(file, mode, buffering, encoding, errors, newline, **options)
        return Sparse(opened) if WINDOWS and mode == "wb" and for_us() else opened

    return open


class Sparse:
    """A file that is open for writing; it grows no larger than the disk."""

    def __init__(self, file):
        self.__dict__["file"] = file

    def __getattr__(self, name):
        return getattr(self.file, name)

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, *about):
        return self.file.__exit__(*about)

    def truncate(self, size=None):
        if size and size > LARGEST:
            raise OSError(28, "No space left on device")
        return self.file.truncate(size)


def find_modules(path):
    """What looks for modules in a folder that our code has put into sys.path."""
    if "\\" in path:
        return pkgutil.get_importer(plain(path))
    raise ImportError(path)


def replace_paths():
    """Lets our code see paths with the separators of Windows, and hand them over."""
    usual, new, child, join = (
        PurePath.__str__,
        Path.__new__,
        PurePath.__truediv__,
        PurePath.joinpath,
    )

    def shown(path):
        text = usual(path)
        # Numba's.
        ours = (
            is_ours(names := sys._getframe(1).f_globals)
            and names["__name__"] != "fogel.engine.compiling"
        )
        return text.replace("/", "\\") if ours else text

    PurePath.__str__ = shown
    PurePath.__fspath__ = usual
    PurePath.as_posix = usual
    sys.path_hooks.insert(0, find_modules)
    Path.__new__ = lambda cls, *parts, **options: new(cls, *map(plain, parts), **options)
    PurePath.__truediv__ = lambda path, key: child(path, plain(key))
    PurePath.joinpath = lambda path, *parts: join(path, *map(plain, parts))


def replace_streams():
    """The encoding, and the ends of lines, of streams that lead to a file or to another process."""
    for name, stream in (("stdin", sys.stdin), ("stdout", sys.stdout), ("stderr", sys.stderr)):
        if stream is not None and not stream.isatty():
            encoding = {} if "PYTHONIOENCODING" in os.environ else {"encoding": "cp1252"}
            stream.reconfigure(**encoding, **({} if name == "stdin" else {"newline": "\r\n"}))


if SYSTEM in ("windows", "macos"):
    replace_modules()
    replace_files()
    if WINDOWS:
        replace_paths()
        replace_streams()
elif SYSTEM:
    raise SystemExit(f"FOGEL_SYSTEM must be windows or macos, not {SYSTEM!r}")
