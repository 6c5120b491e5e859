"""The kernel cache: named by what it depends on, and movable."""

import os
import subprocess
import sys
from pathlib import Path

from skerry.core import jit


def test_an_edit_to_any_kernel_source_moves_to_a_fresh_folder() -> None:
    sources = {path.parent.name for path in jit.kernel_sources()}
    assert sources == set(jit.KERNEL_PACKAGES)


def test_bounds_checked_kernels_have_a_folder_of_their_own(tmp_path: Path) -> None:
    def folder(**extra: str) -> str:
        inherited = {key: os.environ[key] for key in os.environ if key != "NUMBA_BOUNDSCHECK"}
        environment = {**inherited, "SKERRY_CACHE_DIR": str(tmp_path), **extra}
        script = "from skerry.core.jit import CACHE_FOLDER; print(CACHE_FOLDER)"
        run = subprocess.run(
            [sys.executable, "-c", script],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return run.stdout.strip()

    plain, checked = folder(), folder(NUMBA_BOUNDSCHECK="1")
    assert plain != checked
    assert Path(plain).parent == Path(checked).parent == tmp_path
