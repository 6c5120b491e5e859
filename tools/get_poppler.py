"""Get poppler's `pdftoppm`, with which the tests measure printed files besides pdfium, if possible.

`python -m tools.get_poppler`; without it they measure with pdfium alone, which pip installs.
"""

import shutil
import sys

from tools.get_chromium import install_debian, is_debian_root

PROGRAM = "pdftoppm"
DEBIAN_PACKAGE = "poppler-utils"


def main() -> int:
    """Install it where that is possible, and say what the tests will use."""
    if shutil.which(PROGRAM) is None and is_debian_root():
        install_debian((DEBIAN_PACKAGE,))
    readers = "pdfium" if shutil.which(PROGRAM) is None else "pdfium and poppler"
    print(f"The tests of printed files use {readers}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
