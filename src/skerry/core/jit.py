"""The `kernel` decorator: a function that Numba compiles, or leaves alone.

A process runs all of its kernels in one way. Most compile them: the first call of each takes a
while, all further ones are fast, and other processes find the code in the cache (`kernel_cache`).
A process in which nobody may wait for a compiler calls `interpret` before it imports anything that
holds kernels: they stay plain Python functions there, and Numba is never imported.
"""

import os
from collections.abc import Callable
from typing import TypeVar

Function = TypeVar("Function", bound=Callable[..., object])

_interpreted: bool | None = None  # None until the process decides, at its first kernel at latest


def interpret() -> None:
    """Run the kernels of this process as plain Python.

    Raises:
        RuntimeError: it has kernels already that are compiled.
    """
    global _interpreted
    if _interpreted is False:
        raise RuntimeError("Kernels are compiled in this process; decide before they are imported.")
    _interpreted = True


def interpret_if_undecided() -> None:
    """Run the kernels of this process as plain Python, unless it has compiled ones already."""
    if _interpreted is None:
        interpret()


def is_interpreted() -> bool:
    """Whether kernels are plain Python here: by `interpret`, or by NUMBA_DISABLE_JIT."""
    global _interpreted
    if _interpreted is None:
        _interpreted = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    return _interpreted


def kernel(function: Function) -> Function:
    """Compile on first call, cached on disk, without the GIL."""
    return _compiled(function)


def inlined(function: Function) -> Function:
    """A kernel whose code becomes part of each kernel that calls it.

    For small kernels in hot loops: tuples of arrays are handed over number by number, so that a
    call with a tree and rules costs up to 90 ns.
    """
    return _compiled(function, forceinline=True)


def _compiled(function: Function, **options: bool) -> Function:
    if is_interpreted():
        return function
    from .kernel_cache import compiled  # brings Numba along

    return compiled(function, **options)
