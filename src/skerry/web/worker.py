"""A process that thinks for the site: `python -m skerry.web.worker MODE`.

    interpreted   kernels are plain Python: ready at once, and slow
    compiled      kernels are loaded, or compiled where the cache lacks them, before it is ready
    compile       compiles the kernels at low priority, and ends

It reads one JSON object a line and writes one a line:

    {"job": "turn:k3x:12", "lane": "short", "record": "...", "level": "2"}
    {"job": "judge:17:0", "lane": "judge", "game": "...", "puzzle": "3fa01c22", "turn": "a1"}
    {"job": "view:5e2:7", "lane": "analysis", "position": "...", "seconds": 20}
    {"cancel": "view:5e2:7"}
    <- {"ready": true}                                          jobs are answered from now on
    <- {"job": "turn:k3x:12", "last": true, "turn": "c3,d4"}    or "error" with a sentence
    <- {"job": "judge:17:0", "last": true, "right": false, "value": "loss", "line": ["b2"]}
    <- {"job": "view:5e2:7", "last": false, "analysis": {...}}  again and again
    <- {"job": "view:5e2:7", "last": true}                      it will not get better

It ends when its input does, so that it never outlives the server.
"""

import os
import sys
import threading
import time
from typing import IO

from ..core.jit import interpret, is_interpreted

MODES = ("interpreted", "compiled", "compile")
LOWEST_PRIORITY = 19
HEAD_START = 6.0  # seconds in which the first pages have the machine to themselves


def main() -> None:
    """Do what the mode says; end with the input."""
    mode = sys.argv[1] if len(sys.argv) == 2 else ""
    if mode not in MODES:
        sys.exit(f"Say in which mode: {', '.join(MODES)}.")
    if mode == "compile":
        threading.Thread(target=_end_with_input, daemon=True).start()
        _compile()
    else:
        _work(interpreted=mode == "interpreted")


def _compile() -> None:
    """Fill the kernel cache with all that a compiled worker needs."""
    time.sleep(HEAD_START)
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    from .thinking import load_kernels

    load_kernels()


def _work(interpreted: bool) -> None:
    answers = _own_output()
    if interpreted:
        interpret()
    from .thinking import Worker, load_kernels  # after the decision: it brings the kernels along

    # With NUMBA_DISABLE_JIT in the environment a "compiled" worker is as slow as the other one.
    worker = Worker(answers, interpreted=is_interpreted())
    if not interpreted:
        load_kernels()
    worker.say({"ready": True})
    for line in sys.stdin:
        worker.take(line)
    # The server is gone: a search under way serves nobody any more.
    os._exit(0)


def _own_output() -> IO[str]:
    """The stream for answers; whatever else prints must not be taken for one."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _end_with_input() -> None:
    for _ in sys.stdin:
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
