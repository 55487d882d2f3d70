"""`python notebooks/assignments`: the classroom's commands."""

import sys

sys.modules["rfc3987_syntax"] = None  # jsonschema does without it; it takes two seconds, and checks addresses alone

from grader.cli import main  # noqa: E402

sys.exit(main())
