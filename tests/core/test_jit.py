"""A process compiles its kernels or interprets them, all alike."""

import os
import subprocess
import sys


def run(script: str) -> str:
    environment = {key: os.environ[key] for key in os.environ if key != "NUMBA_DISABLE_JIT"}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_an_interpreting_process_plays_without_numba() -> None:
    script = (
        "import sys; from skerry.core import jit; jit.interpret()\n"
        "import skerry\n"
        "print(skerry.SearchPlayer(playouts=20, seed=1).choose(skerry.game('byg').start()))\n"
        "assert jit.is_interpreted() and 'numba' not in sys.modules"
    )
    assert run(script).startswith("(")


def test_it_is_too_late_once_a_kernel_is_compiled() -> None:
    script = (
        "from skerry.core import jit; import skerry.core.rng\n"
        "try: jit.interpret()\n"
        "except RuntimeError as error: print(error)"
    )
    assert "before they are imported" in run(script)
