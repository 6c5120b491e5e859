"""Run what was asked for, all by default; the exit code is 1 where something was at fault."""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.faults import __doc__ as about
from bench.faults import caches, disk, fuzz, kills
from bench.faults.site import FaultError


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="bench.faults",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="kills, caches, disk, fuzz")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--requests", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=3, help="of damaging and of filling")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    parts: dict[str, Callable[[Path], str]] = {
        "kills": lambda folder: kills.run(folder, given.kills, given.seed, folder / "kernels"),
        "caches": lambda folder: caches.run(folder, given.rounds, given.seed),
        "disk": lambda folder: disk.run(folder, given.rounds, given.seed),
        "fuzz": lambda folder: fuzz.run(folder, given.requests, given.seed),
    }
    unknown = set(given.parts) - parts.keys()
    if unknown:
        parser.error(f"there is no part {', '.join(sorted(unknown))}; choose of {', '.join(parts)}")
    code = 0
    for name in given.parts or parts:
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="skerry-faults-") as folder:
            try:
                said = parts[name](Path(folder))
            except FaultError as error:
                said, code = f"{name}: AT FAULT: {error}", 1
        print(f"{said} ({time.monotonic() - began:.0f} s)", flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
