"""`python notebooks/assignments`: the classroom's commands."""

import sys

from grader.cli import main

sys.exit(main())
