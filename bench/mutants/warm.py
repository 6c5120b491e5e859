"""Runs pytest again and again, each time in a fork of a process that has loaded the libraries.

It reads lines, each a list of pytest's arguments in JSON, and answers each with an exit status;
what pytest says goes nowhere.
"""

import json
import os
import sys
from contextlib import suppress
from importlib import import_module

# Slow to load, and the same with every fault.
LIBRARIES = ("django.test", "hypothesis.strategies", "jsonschema", "polars", "scipy.stats")
LOADED_BEFORE = "ignore::pytest.PytestAssertRewriteWarning"  # what pytest would say of that


def main() -> None:
    """Answer until there are no more lines."""
    for name in LIBRARIES:
        with suppress(ImportError):
            import_module(name)
    import pytest

    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            os._exit(pytest.main(["-W", LOADED_BEFORE, *json.loads(line)]))
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(status, flush=True)


if __name__ == "__main__":
    main()
