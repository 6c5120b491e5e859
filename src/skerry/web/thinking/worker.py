"""A process that thinks for the site: `python -m skerry.web.thinking.worker MODE`.

    interpreted   kernels are plain Python: ready at once, and slow
    compiled      kernels are compiled, or loaded from the cache
    compile       only compiles kernels, at low priority

It reads one JSON object a line and writes one a line:

    {"job": "turn:k3x:12", "lane": "short", "record": "...", "level": "2"}
    {"job": "judge:17:0", "lane": "judge", "game": "...", "puzzle": "3fa01c22", "turn": "a1"}
                                                                and "own", for one set up by hand
    {"job": "exercise:18:0", "lane": "judge", "exercise": {...}, "turn": "a1", "playouts": 2000}
    {"job": "view:5e2:7", "lane": "analysis", "position": "...", "seconds": 20}    or "curve"
    {"job": "advice:5e2:8", "lane": "analysis", "position": "...", "playouts": 1000}
    {"job": "review:k3x.1:4", "lane": "review", "record": "...", "playouts": 2000}
    {"job": "solve:1b:3", "lane": "solve", "position": "...", "seconds": 30}    or "puzzle"
    {"cancel": "view:5e2:7"}
    {"load": "NAME"}                                            in the mode "compiled"
    {"compile": "NAME"}                                         in the mode "compile"
    <- {"ready": true}                                          it may be told what to do now
    <- {"loaded": "NAME"}                                       or "compiled"
    <- {"job": "turn:k3x:12", "last": true, "turn": "c3,d4"}    or "error" with a sentence
    <- {"job": "judge:17:0", "last": true, "right": false, "value": "loss", "line": ["b2"]}
    <- {"job": "exercise:18:0", "last": true, "answer": {...}}
    <- {"job": "view:5e2:7", "last": false, "analysis": {...}}  again and again
    <- {"job": "advice:5e2:8", "last": true, "analysis": {...}}
    <- {"job": "review:k3x.1:4", "last": false, "done": 0.4, "review": {...}}
    <- {"job": "view:5e2:7", "last": true}                      it will not get better

It ends when its input does, so that it never outlives the server.
"""

import json
import os
import queue
import sys
import threading
import time
from typing import IO

from skerry.core.jit import interpret, is_interpreted

MODES = ("interpreted", "compiled", "compile")
LOWEST_PRIORITY = 19
HEAD_START = 6.0  # seconds in which the first pages have the machine to themselves


def main() -> None:
    """Do what the mode says; end with the input."""
    mode = sys.argv[1] if len(sys.argv) == 2 else ""
    if mode not in MODES:
        sys.exit(f"Say in which mode: {', '.join(MODES)}.")
    if mode == "compile":
        _compile()
    else:
        _work(interpreted=mode == "interpreted")


def _compile() -> None:
    """Fill the kernel cache with what a compiled worker needs, game by game."""
    answers = _own_output()
    orders: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read_orders, args=(orders,), daemon=True).start()
    time.sleep(HEAD_START)
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    from skerry.web.thinking.worker_tasks import load_kernels

    print(json.dumps({"ready": True}), file=answers, flush=True)
    while True:
        game = str(json.loads(orders.get())["compile"])
        load_kernels(game)
        print(json.dumps({"compiled": game}), file=answers, flush=True)


def _read_orders(orders: "queue.SimpleQueue[str]") -> None:
    """Pass on what is read; the end of it ends the process, even in the middle of a game."""
    for line in sys.stdin:
        orders.put(line)
    os._exit(0)


def _work(interpreted: bool) -> None:
    answers = _own_output()
    if interpreted:
        interpret()
    from skerry.web.thinking.work import Worker

    # With NUMBA_DISABLE_JIT in the environment a "compiled" worker is as slow as the other one.
    worker = Worker(answers, interpreted=is_interpreted())
    worker.send({"ready": True})
    for line in sys.stdin:
        worker.take(line)
    # The server is gone: a search under way serves nobody any more.
    os._exit(0)


def _own_output() -> IO[str]:
    """The stream for answers; whatever else prints must not be taken for one."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


if __name__ == "__main__":
    main()
