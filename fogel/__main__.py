"""`python -m fogel`, which is the command `fogel`."""

from fogel.cli import main

raise SystemExit(main())
