"""Execute the problem sets in the book's rules (variant 0), and write the examples that their
checks draw.

python classroom/build_sets.py           all of them, and fogel/checks/problems.json
python classroom/build_sets.py 03 04     these sets
"""

import argparse
import os
import sys
from pathlib import Path

import nbformat
from nbclient.exceptions import CellExecutionError

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "notebooks")]

from build import ENVIRONMENT, execute, write  # noqa: E402

from fogel.checks import OF_THE_BOOK  # noqa: E402
from fogel.checks.variant import variant  # noqa: E402
from grader import render  # noqa: E402
from grader.sets import all_sets  # noqa: E402


def problem_sets(names=()):
    """Return the problem sets in order; `names` are beginnings such as 03."""
    return [one for one in all_sets() if not names or one.name.startswith(tuple(names))]


def main():
    """Execute the sets that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="beginnings of problem sets, such as 03")
    sets = problem_sets(names := parser.parse_args().names)
    if not sets:
        raise SystemExit(f"no problem set begins with {' or '.join(names)}")
    os.environ.update(ENVIRONMENT)
    print(
        f"{OF_THE_BOOK.name}: {write(OF_THE_BOOK, render.examples_text(all_sets(), variant(0)))}",
        flush=True,
    )
    for one in sets:
        try:
            notebook, seconds = execute(render.release_notebook(one, variant(0)), HERE)
        except CellExecutionError as problem:
            sys.exit(f"{one.name}: {problem}")
        done = write(HERE / f"{one.name}.ipynb", nbformat.writes(notebook) + "\n")
        print(f"{one.name}: {done}, {sum(seconds.values()):.1f} s", flush=True)


if __name__ == "__main__":
    main()
