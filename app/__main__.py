"""`python -m app` is the command `tricktally`."""

from app.cli import main

raise SystemExit(main())
