"""An engine that does one thing wrong: python tests/engine/broken.py FAULT.

It keeps to the protocol until it has to find a turn, or is told of one, and then
shows its fault.
"""

import os
import sys
import time


def main() -> None:
    """Answer commands until the fault shows."""
    fault = sys.argv[1]
    out = sys.stdout.buffer
    if fault == "deaf":
        time.sleep(3600)
    for line in sys.stdin:
        command = line.split()[0]
        if command == "quit":
            return
        if command == "genmove" or (command == "play" and fault == "refuse"):
            if fault == "silent":
                time.sleep(3600)
            if fault == "late":
                time.sleep(0.4)
            if fault == "crash":
                os._exit(3)
            if fault == "longline":
                for _ in range(100):
                    out.write(b"x" * 1_000_000)
                out.write(b"\n\n")
            if fault == "flood":
                while True:
                    out.write(b"= a1\n" * 1000)
            out.write(
                {
                    "late": b"= a1\n\n",
                    "nonanswer": b"let me see\n= a1\n\n",
                    "illegal": b"= a1,a1\n\n",
                    "ending": b"= end,a1\n\n",
                    "nonsense": b"= the best turn there is\n\n",
                    "garbage": bytes(range(128, 256)) + b"\0\1\2\n\n",
                    "endless": b"= \n" + b"more\n" * 2000,
                    "refuse": b"? I would rather not\n\n",
                    "resign": b"= resign\n\n",
                }.get(fault, b"")
            )
        else:
            out.write(b"= \n\n")
        out.flush()


if __name__ == "__main__":
    main()
