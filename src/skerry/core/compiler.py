"""How Numba compiles kernels here: whole for Python, and as parts for each other.

By itself Numba compiles each function as if Python would call it: with code that unpacks Python's
arguments, longer for a game's rules than most kernels are, optimized together with all that it
calls, and turned into machine code. A kernel deep down is compiled again within each one above it.

Here a kernel that others call is a *part* of them: compiled once, without code for Python, and left
as it is. The kernel that Python calls takes its parts in, is optimized as a whole, and is the only
one to be turned into machine code and kept on disk. The first search of a game so compiles in less
than half of the time, and no slower code comes out (docs/benchmarks.md).

A part borrows its arrays: whoever calls it holds them until it returns, so it does not count who
uses them, unless it makes arrays itself. Numba counts wherever an array is handed on; in small
kernels that took more time than all else.

What is used of Numba below its public functions: the code library of a compiled function, which
links, optimizes and emits, and the two questions that compiled code asks of a function it calls.
"""

import os
import sys
from collections.abc import Callable
from functools import cache, cached_property
from threading import RLock
from typing import Any, TypeVar, cast

import numba
from numba.core import codegen as numba_codegen
from numba.core import compiler as numba_compiler
from numba.core import types as numba_types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.np import linalg as numba_linalg

from skerry.core.kernel_cache import cache_of

PACKAGE = __package__.partition(".")[0]
compiler_lock: Any = global_compiler_lock


# A forked process has a copy of every lock and none of the threads that would open it again, so it
# would wait for ever at its first kernel. Here whoever forks waits until nothing is being compiled,
# and a lock that another thread has taken all the same is made anew in the child.


def guard_forks() -> None:
    """Let processes be forked at any moment; called once, when Numba has been imported."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(
            before=compiler_lock.acquire,
            after_in_parent=compiler_lock.release,
            after_in_child=_begin_child,
        )


def _begin_child() -> None:
    compiler_lock.release()
    if sys.version_info >= (3, 12):
        return
    # There a cached property has a lock, which is held while it is computed by a kernel.
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == PACKAGE:
            for one in list(vars(module).values()):
                if isinstance(one, type):
                    for value in vars(one).values():
                        if isinstance(value, cached_property):
                            setattr(value, "lock", RLock())  # noqa: B010  # newer ones have none


# Their types tell nothing of what is used here.
njit: Any = numba.njit
typeof: Any = numba.typeof
types: Any = numba_types
Compiler: Any = numba_compiler.Compiler
Flags: Any = numba_compiler.Flags
codegen: Any = numba_codegen
Library: Any = codegen.JITCodeLibrary
Linkage: Any = codegen.ll.Linkage
typing_context: Any = cpu_target.typing_context
linalg: Any = numba_linalg
MAKE_ARRAYS = {"empty", "zeros", "ones", "full", "copy"}
MANGLED = "_ZN"  # how the names of Numba's functions begin; those of its runtime are plain

OPTIONS: Any = {"nogil": True, "error_model": "numpy"}
WITHOUT_PYTHON: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

Function = TypeVar("Function", bound=Callable[..., object])

guard_forks()


def compiled(function: Function, **options: bool) -> Function:
    """What Numba makes of a kernel: compiled when it is first called, and then kept on disk."""
    whole = njit(**OPTIONS, **options, pipeline_class=_WholeCompiler)(function)
    if not hasattr(whole, "py_func"):  # the program that imports us has switched Numba off
        return function
    whole._cache = cache_of(function)
    borrows = not _makes_arrays(function)
    part = njit(
        **OPTIONS, **options, **WITHOUT_PYTHON, _nrt=not borrows, pipeline_class=_PartCompiler
    )(function)

    def get_call_template(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        template = part.get_call_template(tuple(map(_widened, arguments)), keywords)
        for signature in part.nopython_signatures:
            if borrows and not _is_plain(signature.return_type):
                raise TypeError(
                    f"{function.__qualname__} returns {signature.return_type}, which it only "
                    "borrows; a kernel that other kernels call returns numbers, or tuples of them."
                )
        return template

    # The two questions of compiled code: which types, and where the code for them is.
    whole.get_call_template = get_call_template
    whole.get_overload = part.get_overload
    return cast(Function, whole)


def compiled_for(dispatcher: Any, arguments: tuple[object, ...]) -> Callable[..., object]:
    """The code of a kernel for arguments of these types; it was called with such before."""
    if not hasattr(dispatcher, "overloads"):
        return cast(Callable[..., object], dispatcher)
    types = tuple(typeof(argument) for argument in arguments)
    return cast(Callable[..., object], dispatcher.overloads[types].entry_point)


def pick_game_specific(function: Callable[..., object], version: Callable[[type], Any]) -> None:
    """Let compiled code that calls a function call a version of it.

    Args:
        function: what the code calls; its first argument is a NamedTuple.
        version: the kernel for a type of that argument.
    """
    picker = _Picker(version)
    function.__dict__["picker"] = picker  # a type holds its dispatcher weakly
    typing_context.insert_global(function, types.Dispatcher(picker))


class _Picker:
    """A dispatcher, as far as compiled code asks for one, that hands on to another by the game."""

    is_compiling = False  # no kernel calls itself
    nopython_signatures = ()

    def __init__(self, version: Callable[[type], Any]) -> None:
        self._version = version

    def get_call_template(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        return self._kernel(arguments).get_call_template(arguments, keywords)

    def get_overload(self, arguments: tuple[Any, ...]) -> Any:
        return self._kernel(arguments).get_overload(arguments)

    def _kernel(self, arguments: tuple[Any, ...]) -> Any:
        found = self._version(arguments[0].instance_class)
        return found if hasattr(found, "py_func") else _default(found)


@cache
def _default(function: Callable[..., object]) -> Callable[..., object]:
    """The kernel of a default, which Python calls as it is."""
    return compiled(function)


def _makes_arrays(function: Callable[..., object]) -> bool:
    """Whether a kernel may call one of NumPy's functions or methods that make arrays."""
    return not MAKE_ARRAYS.isdisjoint(function.__code__.co_names)


def _is_plain(result: Any) -> bool:
    """Whether a type holds no array: a number, nothing, or a tuple of such."""
    if isinstance(result, types.BaseTuple):
        return all(map(_is_plain, result))
    return isinstance(result, types.Number | types.Boolean | types.NoneType)


def _widened(argument: Any) -> Any:
    """The type in which a part takes an argument: one integer for all, and no constants.

    Else a part would be compiled once for each width of an integer and for each constant.
    """
    argument = types.unliteral(argument)
    return types.int64 if isinstance(argument, types.Integer) and argument.signed else argument


# ---- code ----


class _PartLibrary(Library):  # type: ignore[misc]
    """The code of a part: optimized and turned into machine code in what takes it in."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    @property
    def codegen(self) -> "_PartLibrary":
        return self

    def set_env(self, name: str, env: object) -> None:
        """Numba writes into the machine code where Python's globals are; there is none here."""


class _WholeLibrary(Library):  # type: ignore[misc]
    """The code of a kernel with all of its parts."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.enable_object_caching()

    def _optimize_final_module(self) -> None:
        # Nobody else calls its parts: what is called in one place only becomes part of that place,
        # and constants go where they are used.
        for function in self._final_module.functions:
            if function.linkage is Linkage.linkonce_odr and function.name.startswith(MANGLED):
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class _QuickFlags(Flags):  # type: ignore[misc]
    """How a kernel is compiled, told from other ways at once.

    Numba looks up each function that a kernel uses by the kernel's flags, among others. Its own
    have one hash for all and list all their values whenever they are compared, which takes a
    seventh of the time in which a game is compiled.
    """

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _QuickFlags):
            return False
        return bool(self._values == other._values or super().__eq__(other))

    def __hash__(self) -> int:
        return hash((self.nrt, self.no_cpython_wrapper, self.forceinline))


class _PartCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, writing into a library for a part."""

    def __init__(
        self, typing: Any, target: Any, library: None, args: Any, result: Any, flags: Any, more: Any
    ) -> None:
        part = _PartLibrary(target.codegen(), "part")
        super().__init__(typing, target, part, args, result, _QuickFlags(flags), more)


class _WholeCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, writing into a library for a kernel with its parts."""

    def __init__(
        self, typing: Any, target: Any, library: None, args: Any, result: Any, flags: Any, more: Any
    ) -> None:
        kernel = _WholeLibrary(target.codegen(), "kernel")
        super().__init__(typing, target, kernel, args, result, _QuickFlags(flags), more)


# ---- a quick start ----


def _import_array_functions() -> Any:
    """Numba's array functions, which then import SciPy only where they use it.

    Numba asks on import whether SciPy has its routines for linear algebra, to know how to compile
    `np.convolve`. No kernel here does, and importing them takes longer than loading a game's.
    """
    ensure_blas = linalg.ensure_blas
    linalg.ensure_blas = lambda: None
    try:
        from numba.np import arraymath
    finally:
        linalg.ensure_blas = ensure_blas
    module: Any = arraymath
    module.ensure_blas = ensure_blas
    module._HAVE_BLAS = _HasBlas()
    return module


class _HasBlas:
    """The answer of Numba's own question, asked when it matters."""

    def __bool__(self) -> bool:
        return bool(array_functions._check_blas())


array_functions = _import_array_functions()
