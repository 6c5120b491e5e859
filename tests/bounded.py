"""What may never end if it is wrong, with a bound: of time on a processor, however busy that is."""

import os
import pickle
import resource
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from typing import TypeVar

import pytest

CPU_SECONDS = 120  # what is bounded here takes a few, in plain Python too

T = TypeVar("T")


def bounded(work: Callable[[], T], sentence: str, seconds: int = CPU_SECONDS) -> T:
    """What `work` returns, in a forked process that ends when it has had its time.

    So a kernel ends as well that never comes back to Python. The test fails with the sentence then.
    """
    ours, theirs = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks beside threads
        child = os.fork()
    if child == 0:
        os.close(ours)
        _answer(work, theirs, seconds)
    os.close(theirs)
    with os.fdopen(ours, "rb") as answers:
        answer = answers.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
        pytest.fail(f"{sentence} It was ended after {seconds} seconds of a processor.")
    assert status == 0, "it failed; its error stands above"
    found: T = pickle.loads(answer)
    return found


def _answer(work: Callable[[], object], theirs: int, seconds: int) -> None:
    code = 1
    try:
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        answer = pickle.dumps(work())
        with os.fdopen(theirs, "wb") as answers:
            answers.write(answer)
        code = 0
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)  # none of the tests' own endings
