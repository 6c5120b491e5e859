"""Property tests on new examples: `python -m tools.explore [--seed N] [arguments of pytest]`.

The suite draws the same examples in every run. Here they are drawn from a seed that is new each
time, and ten times as many; the seed is printed, and repeats the run.
"""

import argparse
import secrets
import subprocess
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run pytest and say how to repeat what it found; returns its exit status."""
    parser = argparse.ArgumentParser(prog="make explore", description=__doc__, add_help=False)
    parser.add_argument("--seed", type=int)
    chosen, rest = parser.parse_known_args(arguments)
    seed = secrets.randbits(32) if chosen.seed is None else chosen.seed
    print(f"Examples are drawn from seed {seed}.", flush=True)
    command = [sys.executable, "-m", "pytest", "-m", "hypothesis", "--hypothesis-profile=explore"]
    status = subprocess.run([*command, f"--hypothesis-seed={seed}", *rest], check=False).returncode
    if status:
        again = " ".join([f"--seed {seed}", *rest])
        print(
            f'The same examples again: make explore ARGS="{again}". One alone: put the line '
            f"@reproduce_failure(...) that is printed with it above its test."
        )
    return status


if __name__ == "__main__":
    sys.exit(main())
