"""The `kernel` decorator, and the folder in which compiled kernels are kept.

Numba decides whether a cached kernel is stale by looking at that kernel's own file only, so an edit
in a module it calls would go unnoticed. The cache folder is therefore named after a hash of every
file that may hold kernels: any edit moves to a fresh folder.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config as numba_config

config: Any = numba_config  # its settings are made at run time, so no type tells of them

KERNEL_PACKAGES = ("core", "games", "search")
UNSIGNED = np.uint64  # of an index: it needs no check for being negative, so that loops are short
STALE_AFTER_SECONDS = 30 * 24 * 3600

Function = TypeVar("Function", bound=Callable[..., object])


def kernel_sources() -> list[Path]:
    """Every file that may hold kernels."""
    package = Path(__file__).parent.parent
    return [path for name in KERNEL_PACKAGES for path in sorted((package / name).glob("*.py"))]


def source_key() -> str:
    """Hash of all that a compiled kernel depends on: sources, Numba, Python, bounds checks."""
    digest = hashlib.sha256()
    for path in kernel_sources():
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    digest.update(f"{numba.__version__} {sys.version} {config.BOUNDSCHECK}".encode())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Folder of all kernel caches: SKERRY_CACHE_DIR, else the user's cache folder."""
    chosen = os.environ.get("SKERRY_CACHE_DIR")
    if chosen:
        return Path(chosen)
    user_cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(user_cache) if user_cache else Path.home() / ".cache") / "skerry"


def _prepare_cache() -> Path:
    """Make this version's cache folder (in the temporary folder when the user's is read-only)."""
    for root in (cache_root(), Path(tempfile.gettempdir()) / "skerry"):
        folder = root / f"kernels-{source_key()}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
        except OSError:
            continue
        _drop_stale(folder)
        return folder
    return Path(tempfile.mkdtemp(prefix="skerry-"))


def _drop_stale(current: Path) -> None:
    """Delete caches of versions that nobody has started for a month."""
    for other in current.parent.glob("kernels-*"):
        try:
            if other != current and time.time() - other.stat().st_mtime > STALE_AFTER_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
        except OSError:  # another process was quicker
            continue


CACHE_FOLDER = _prepare_cache()
config.CACHE_DIR = str(CACHE_FOLDER)


def kernel(function: Function) -> Function:
    """Compile on first call, cached on disk, without the GIL; Python under NUMBA_DISABLE_JIT."""
    return cast(Function, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def inlined(function: Function) -> Function:
    """A kernel whose code becomes part of each kernel that calls it.

    For small kernels in hot loops: tuples of arrays are handed over number by number, so that a
    call with a tree and rules costs up to 90 ns.
    """
    compiled = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=True)
    return cast(Function, compiled(function))
