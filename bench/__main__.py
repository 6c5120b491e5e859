"""Everything that `make bench` measures: playouts, searches, batches.

python -m bench [--rounds 5]
"""

import argparse
import subprocess
import sys

TABLES = ("bench.playouts", "bench.searches", "bench.batches")


def main() -> None:
    """Run one table after the other, each in a process of its own."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="of each, alternating (default 5)")
    arguments = parser.parse_args()
    for table in TABLES:
        finished = subprocess.run(
            [sys.executable, "-m", table, "--rounds", str(arguments.rounds)], check=False
        )
        if finished.returncode != 0:
            sys.exit(finished.returncode)


if __name__ == "__main__":
    main()
