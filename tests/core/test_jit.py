"""A process compiles its kernels or interprets them, all alike."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


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


def test_a_kernel_that_lends_an_array_out_again_is_refused() -> None:
    # Its caller would give back what it never took, and the array's memory would go too early.
    script = (
        "import sys; sys.path.insert(0, '.')\n"
        "from tests.core.kernels import count_twice\n"
        "import numpy as np\n"
        "try: count_twice(np.zeros(3, dtype=np.int16))\n"
        "except Exception as error: print(error)"
    )
    assert "which it only borrows" in run(script)


@pytest.mark.parametrize("interpret", ["", "from skerry.core import jit; jit.interpret()\n"])
def test_a_default_that_a_game_imports_is_still_the_default(tmp_path: Path, interpret: str) -> None:
    package = tmp_path / "borrowing"
    package.mkdir()
    (package / "kernels.py").write_text(
        "from typing import NamedTuple\n"
        "from skerry.core.jit import kernel\n"
        "from skerry.games.contract import has_sets\n"
        "class Rules(NamedTuple):\n"
        "    num_cells: int\n"
        "@kernel\n"
        "def ask(rules):\n"
        "    return has_sets(rules)\n"
    )
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{interpret}"
        "from borrowing.kernels import Rules, ask, has_sets\n"
        "print(has_sets(Rules(3)), ask(Rules(3)))"
    )
    assert run(script) == "True True"


def test_kernels_load_without_scipys_routines_and_numba_still_finds_them() -> None:
    script = (
        "import sys; from skerry import SearchPlayer, game\n"
        "SearchPlayer(playouts=20, seed=1).choose(game('kitaran', size=3).start())\n"
        "assert 'scipy.linalg' not in sys.modules\n"
        "from numba.np import arraymath, linalg\n"
        "assert arraymath.ensure_blas is linalg.ensure_blas\n"
        "assert arraymath._HAVE_BLAS\n"
        "assert 'scipy.linalg.cython_blas' in sys.modules"
    )
    assert run(script) == ""
