"""Run the tests of pages' scripts that need no page: `python -m tools.scripts [FILE ...]`.

Node is the one that Playwright brings along. Every script is also linked, as a browser does before
it runs one, so that a name that nobody exports is noticed here.
"""

import subprocess
import sys
from pathlib import Path

import playwright

ROOT = Path(__file__).parents[1]
NODE = (
    Path(playwright.__file__).parent
    / "driver"
    / ("node.exe" if sys.platform == "win32" else "node")
)
OPTIONS = (
    *("--no-warnings", "--experimental-vm-modules"),  # by which links.test.mjs links scripts
    *("--import", "./tests/scripts/browser.mjs"),
    *("--test", "--test-reporter", "dot"),
)


def main(files: list[str]) -> int:
    """The exit code of Node: 0 when all tests pass."""
    wanted = files or ["tests/scripts/*.test.mjs"]
    return subprocess.run([NODE, *OPTIONS, *wanted], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
