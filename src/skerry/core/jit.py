"""The `kernel` decorator: a function that Numba compiles, or leaves alone.

A process runs all of its kernels in one way. Most compile them: the first call of each takes a
while, all further ones are fast, and other processes find the code in the cache (`kernel_cache`).
A process in which nobody may wait for a compiler calls `interpret` before it imports anything that
holds kernels: they stay plain Python functions there, and Numba is never imported.
"""

import os
from collections.abc import Callable, Hashable
from functools import cache, wraps
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar, cast

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
    from skerry.core.compiler import compiled

    return compiled(function, **options)


def entry_point(kernel: Function, *arguments: object) -> Function:
    """A kernel as compiled for arguments of the types of these, called without looking at types.

    For loops in Python that call it again and again: half of a call's time goes into looking. The
    kernel is called once with the arguments given.
    """
    if is_interpreted():
        return kernel
    kernel(*arguments)
    from skerry.core.compiler import compiled_for

    return cast(Function, compiled_for(kernel, arguments))


# The files of a game's package in which its kernels may lie. The first that has one counts.
KERNEL_FILES = ("kernels", "turns", "search", "setup")


def game_specific(function: Function) -> Function:
    """A kernel that each game may have its own version of, picked by the type of its rules.

    The version of a game is the function of the same name in one of KERNEL_FILES beside its type
    of rules, which is that of the first argument. A game without one takes the decorated function.
    Compiled code that calls it holds the version of the one game it was compiled for.
    """

    @cache
    def version(rules_type: type) -> Callable[..., Any]:
        package = rules_type.__module__.rpartition(".")[0]
        for file in KERNEL_FILES:
            if find_spec(f"{package}.{file}"):
                found = getattr(import_module(f"{package}.{file}"), function.__name__, call)
                if found is not call:  # that is there where a game imports what it asks
                    return cast(Callable[..., Any], found)
        return function

    @wraps(function)
    def call(rules: Hashable, *rest: object) -> object:
        return version(type(rules))(rules, *rest)

    if not is_interpreted():
        from skerry.core.compiler import pick_game_specific

        pick_game_specific(call, version)
    return cast(Function, call)
