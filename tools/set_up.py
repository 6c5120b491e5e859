"""Set up `.venv` for Skerry: `python3 tools/set_up.py play|dev|bench`.

Only the standard library is used, and nothing outside this folder changes, but for one case: a
Debian whose Python has neither pip nor venv gets Debian's own venv package, when root asks. Running
it again costs next to nothing while nothing has changed. `python3 tools/set_up.py uv` prints where
uv is.
"""

# An older Python must get as far as being told that it is too old.
from __future__ import annotations

import contextlib
import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements"
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
OWN_UV = ROOT / ".uv"
# Of each set the extras of pyproject.toml.
SETS: dict[str, tuple[str, ...]] = {
    "play": ("--extra=play",),
    "dev": tuple(f"--extra={name}" for name in ("dev", "research", "cluster", "mcp", "server")),
    "bench": ("--all-extras",),
}
PINNED = ("skerry.txt", "build.txt")  # versions and hashes of all sets, and of what builds Skerry
MIN_PYTHON = (3, 11)


class SetUpError(Exception):
    """What is missing and what to do about it, in one sentence."""


def main() -> int:
    """Bring `.venv` to the named set of requirements; 0 when it is there, else 1 and a sentence."""
    wanted = sys.argv[1] if len(sys.argv) == 2 else ""
    try:
        if sys.version_info < MIN_PYTHON:
            raise SetUpError(
                "Skerry needs Python 3.11 or newer and {} is {}.{}: name a newer one, "
                "as in 'make PYTHON=python3.12'.".format(sys.executable, *sys.version_info[:2])
            )
        if wanted == "uv":
            print(find_uv())
        elif wanted in SETS:
            set_up(wanted)
        else:
            raise SetUpError(f"Say which set to install: {', '.join(SETS)}; or uv.")
    except SetUpError as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        step = " ".join(str(part) for part in error.cmd[:4])
        print(f"The set-up stopped because '{step} ...' failed; see above.", file=sys.stderr)
        return 1
    return 0


def set_up(wanted: str) -> None:
    """Install the requirements of one set and Skerry itself, unless that was done before."""
    stamp = VENV / f"skerry-{wanted}.stamp"
    digest = digest_of(wanted)
    with one_at_a_time():
        if VENV_PYTHON.exists() and stamp.exists() and stamp.read_text() == digest:
            return
        uv = find_uv()
        if not has_usable_venv():
            say(f"Making .venv for Python {sys.version_info[0]}.{sys.version_info[1]}")
            run(uv, "venv", "--quiet", "--clear", "--python", sys.executable, VENV)
        say(f"Installing the {wanted} requirements into .venv")
        install = (uv, "pip", "install", "--python", VENV_PYTHON)
        # Wheels only: a fresh machine has no compiler, and installing must run no foreign code.
        pinned, builders = (REQUIREMENTS / name for name in PINNED)
        checked = ("--require-hashes", "--no-build", "--constraint", pinned)
        run(*install, *checked, *SETS[wanted], "--requirement", ROOT / "pyproject.toml")
        build = ("--build-constraints", builders)
        run(*install, "--quiet", "--no-deps", "--reinstall-package", "skerry", *build, "-e", ROOT)
        stamp.write_text(digest)


def digest_of(wanted: str) -> str:
    """Hash of all that an installed set depends on, this folder's own place included."""
    digest = hashlib.sha256(f"{wanted} {ROOT}".encode())
    sources = [REQUIREMENTS / name for name in PINNED]
    for path in (*sources, ROOT / "pyproject.toml", Path(__file__)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other set-up of this folder is under way."""
    handle = os.open(REQUIREMENTS, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def has_usable_venv() -> bool:
    """Whether `.venv` holds a Python that starts and is new enough."""
    if not VENV_PYTHON.exists():
        return False
    question = f"import sys; sys.exit(sys.version_info < {MIN_PYTHON})"
    return subprocess.run([VENV_PYTHON, "-I", "-c", question], check=False).returncode == 0


def find_uv() -> Path:
    """The uv to use: the one on the path, else our own in `.uv`, which pip installs."""
    own = OWN_UV / "bin" / "uv"
    on_path = shutil.which("uv")
    for candidate in (on_path, own):
        if candidate and starts(Path(candidate)):
            return Path(candidate)
    install_uv()
    if not starts(own):
        raise SetUpError(f"pip installed uv, but {own} does not start; install uv by hand.")
    return own


def starts(program: Path) -> bool:
    """Whether a program is there and runs (a version manager's shim may be there and not run)."""
    if not program.exists():
        return False
    return subprocess.run([program, "--version"], capture_output=True, check=False).returncode == 0


def install_uv() -> None:
    """Put the pinned uv into `.uv`, never into the system's Python, which may be locked."""
    say("Installing uv into .uv")
    shutil.rmtree(OWN_UV, ignore_errors=True)
    if importlib.util.find_spec("pip"):
        # PEP 668 lets pip write to a folder of its own, even where it guards the system's Python.
        pip_install(Path(sys.executable), "--target", str(OWN_UV))
        return
    if not importlib.util.find_spec("ensurepip"):
        install_debian_venv()
    run(sys.executable, "-m", "venv", OWN_UV)
    pip_install(OWN_UV / "bin" / "python")


def pip_install(python: Path, *where: str) -> None:
    """Install the pinned uv with the pip of one Python, free of the user's pip habits."""
    habits = {"PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0", "PIP_ROOT_USER_ACTION": "ignore"}
    quiet = ("--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:")
    pinned = ("--require-hashes", "--requirement", str(REQUIREMENTS / "uv.txt"))
    command = (str(python), "-m", "pip", "install", *quiet, *pinned, *where)
    subprocess.run(command, check=True, env={**os.environ, **habits})


def install_debian_venv() -> None:
    """Get Debian's venv package for this Python, which is how pip comes to a bare Debian."""
    package = f"python3.{sys.version_info[1]}-venv"
    is_debians = sys.base_prefix == "/usr" and shutil.which("apt-get")
    if not is_debians or os.geteuid() != 0:
        hint = f" (Debian, Ubuntu: sudo apt-get install {package})" if is_debians else ""
        raise SetUpError(f"{sys.executable} has neither pip nor venv: install one of them{hint}.")
    say(f"Installing the Debian package {package}")
    quiet_apt = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], check=True, env=quiet_apt)
    options = ("-qq", "-y", "--no-install-recommends", "-oDpkg::Use-Pty=0")
    install = ("apt-get", "install", *options, package)
    subprocess.run(install, check=True, env=quiet_apt, stdout=subprocess.DEVNULL)
    importlib.invalidate_caches()


def say(text: str) -> None:
    """Tell the user what goes on; on stderr, since stdout may be read by a program."""
    print(f"{text} ...", file=sys.stderr, flush=True)


def run(*command: str | Path) -> None:
    """Run a command and let its output through."""
    subprocess.run([str(part) for part in command], check=True)


if __name__ == "__main__":
    sys.exit(main())
