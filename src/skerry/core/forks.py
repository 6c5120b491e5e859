"""Processes that are forked while another thread compiles or searches.

A forked process has a copy of every lock and none of the threads that would open it again, so it
would wait for ever at its first kernel. Here whoever forks waits until nothing is being compiled,
and a lock that another thread has taken all the same is made anew in the child.
"""

import os
import sys
from functools import cached_property
from threading import RLock
from typing import Any

from numba.core.compiler_lock import global_compiler_lock

PACKAGE = __package__.partition(".")[0]
compiler_lock: Any = global_compiler_lock


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
