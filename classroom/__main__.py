"""`python classroom`: the classroom's commands."""

import sys

try:
    from grader.cli import main

    code = main()
except KeyboardInterrupt:  # while it imports, which takes a second: then `main` does not listen yet
    print("interrupted; nothing has begun", file=sys.stderr)
    code = 130
sys.exit(code)
