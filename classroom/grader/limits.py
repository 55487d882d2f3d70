"""What a submission may use: the one list, from which the options of `grade` are made."""

from dataclasses import dataclass, field, fields

KB, MB = 1024, 1024**2


def _limit(default, words, unit=1, called="N"):
    """A limit: its default, in units of so many bytes (1 for a number), what it is, and what the
    unit is called.
    """
    return field(default=default * unit, metadata={"words": words, "unit": unit, "called": called})


@dataclass(frozen=True)
class Limits:
    """What a submission may use: memory, a file, all files and output in bytes.

    A cell, or all cases of a task, have `seconds` of a processor's time, so that a busy machine
    makes nobody fail, and some times as many by the clock (sandbox.PATIENCE). A notebook has
    `notebook_seconds` by the clock.
    """

    container = None  # no limit but where it runs: a container.Container, in container.Contained

    seconds: float = _limit(10.0, "processor time for a cell or task")
    notebook_seconds: float = _limit(300.0, "by the clock, for a notebook")
    memory: int = _limit(2048, "memory", MB, "MB")
    file_size: int = _limit(20, "size of a file", MB, "MB")
    disk: int = _limit(200, "size of all files together", MB, "MB")
    output: int = _limit(1024, "printed text", KB, "kB")
    processes: int = _limit(32, "processes that a notebook may have started")


def add_options(parser, kind):
    """Gives a parser an option for each limit; `kind` reads a number from its text."""
    for one in fields(Limits):
        words, unit, called = _about(one)
        default = one.default / unit
        option = f"--{one.name.replace('_', '-')}"
        parser.add_argument(
            option,
            type=kind,
            default=default,
            metavar=called,
            help=f"{words} (default: {default:g})",
        )


def from_options(options):
    """The Limits that the options of a command line say."""
    given = {one.name: getattr(options, one.name) * _about(one)[1] for one in fields(Limits)}
    return Limits(**{one.name: type(one.default)(given[one.name]) for one in fields(Limits)})


def _about(one):
    """(words, unit, what the unit is called) of a limit; a plain field is a number."""
    return tuple(
        {"words": one.name.replace("_", " "), "unit": 1, "called": "N", **one.metadata}.values()
    )
