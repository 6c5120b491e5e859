"""The worker's program, as the site starts it."""

import os
import subprocess
import sys

import pytest

# A worker that only says how it was begun.
PROGRAM = """
import sys
from skerry.web.thinking import work, worker

class Noting:
    def __init__(self, answers, *, interpreted):
        print("interpreted" if interpreted else "compiled", file=sys.stderr)
    def send(self, message):
        pass

work.Worker = Noting
worker.main()
"""


@pytest.mark.parametrize(
    ("mode", "disabled", "expected"),
    [
        ("interpreted", "0", "interpreted"),
        ("compiled", "0", "compiled"),
        ("compiled", "1", "interpreted"),
    ],
)
def test_levels_hurry_wherever_kernels_are_plain_python(
    mode: str, disabled: str, expected: str
) -> None:
    if mode == "interpreted":
        # Importing `thinking` decides, so this process must decide first.
        program = f"from skerry.core.jit import interpret\ninterpret()\n{PROGRAM}"
    else:
        program = PROGRAM
    run = subprocess.run(
        [sys.executable, "-c", program, mode],
        input="",
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr.split() == [expected]
