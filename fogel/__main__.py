"""`python -m fogel` is the command `fogel`."""

from fogel.cli import main

raise SystemExit(main())
