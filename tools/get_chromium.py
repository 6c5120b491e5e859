"""Find a Chromium for the browser tests, or get one: `.venv/bin/python tools/get_chromium.py`."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Playwright's driver, a Node of its own, links to libatomic1, which a bare Debian lacks.
DEBIAN_PACKAGES = ("chromium", "libatomic1")
SHELL = "chromium-headless-shell"  # a package of its own, which an older Debian lacks


def find_chromium() -> Path | None:
    """The first Chromium that starts: the system's, else Playwright's own; None without any."""
    return next((path for path in _candidates() if _starts(str(path), "--version")), None)


def find_shell() -> Path | None:
    """Chromium without windows, which takes half the processor's time; else `find_chromium`.

    It draws pages as the browser does, but never puts a page aside for *Back*.
    """
    on_path = shutil.which(SHELL)
    return Path(on_path) if on_path and _starts(on_path, "--version") else find_chromium()


def get_chromium() -> Path | None:
    """As `find_chromium`, but install what is missing; None when that fails too."""
    ready = _find_ready()
    if ready is None and is_debian_root():
        install_debian(DEBIAN_PACKAGES, (SHELL,))
        ready = _find_ready()
    if ready is None and _driver_starts():
        with_libraries = ("--with-deps",) if is_debian_root() else ()
        _run(sys.executable, "-m", "playwright", "install", *with_libraries, "chromium")
        ready = _find_ready()
    return ready


def main() -> int:
    """Print where Chromium is; 1 and a sentence when there is none and none can be got."""
    path = get_chromium()
    if path is None:
        print(
            "The browser tests need Chromium and it could not be installed: install it by hand "
            f"(Debian: apt-get install {' '.join(DEBIAN_PACKAGES)}; elsewhere: "
            ".venv/bin/python -m playwright install chromium) and try again.",
            file=sys.stderr,
        )
        return 1
    print(f"The browser tests use {path}")
    return 0


def _candidates() -> Iterator[Path]:
    for name in NAMES:
        on_path = shutil.which(name)
        if on_path:
            yield Path(on_path)
    # Asking Playwright takes most of a second, so it comes last.
    if _driver_starts():
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            own = Path(playwright.chromium.executable_path)
        yield own


def _find_ready() -> Path | None:
    """A Chromium that starts, when what drives it starts too."""
    return find_chromium() if _driver_starts() else None


def _driver_starts() -> bool:
    return _starts(sys.executable, "-m", "playwright", "--version")


def _starts(*command: str) -> bool:
    """Whether it runs: a distribution's placeholder, or a missing library, shows only here."""
    try:
        answer = subprocess.run(command, capture_output=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0


def is_debian_root() -> bool:
    """Whether packages of Debian can be installed here."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_debian(*sets: tuple[str, ...]) -> None:
    """Install packages of Debian; where a set fails, the others are installed still."""
    _run("apt-get", "update", "-qq")
    options = ("-qq", "-y", "--no-install-recommends", "-oDpkg::Use-Pty=0")
    for packages in sets:
        _run("apt-get", "install", *options, *packages)


def _run(*command: str) -> None:
    """Run an installer; its failure shows in what is found afterwards."""
    print(f"Installing: {' '.join(command)}", file=sys.stderr, flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    quiet = command[0] == "apt-get"  # it tells of every file, and of errors on stderr
    output = subprocess.DEVNULL if quiet else sys.stderr
    subprocess.run(command, check=False, env=environment, stdout=output)


if __name__ == "__main__":
    sys.exit(main())
