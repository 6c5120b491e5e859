"""`python -m skerry`: the same as the `skerry` command."""

import sys

from skerry.cli import main

sys.exit(main())
