"""The kernel cache: named by what it depends on, movable, and never trusted blindly."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

# One small kernel, called once; says what it gives and how often Numba had to compile.
USE_A_KERNEL = """
from skerry.core.rng import generator, below
print([int(below(generator(7), 100)), sum(below.stats.cache_misses.values())])
"""


def run(
    script: str, cache: Path, *, temporary: Path | None = None, **extra: str
) -> subprocess.CompletedProcess[str]:
    dropped = ("NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT")
    environment = {key: value for key, value in os.environ.items() if key not in dropped}
    environment |= {"SKERRY_CACHE_DIR": str(cache), **extra}
    if temporary is not None:
        environment["TMPDIR"] = str(temporary)
    return subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )


def folder_of(cache: Path, temporary: Path | None = None, **extra: str) -> Path:
    script = "from skerry.core.kernel_cache import CACHE_FOLDER; print(CACHE_FOLDER)"
    return Path(run(script, cache, temporary=temporary, **extra).stdout.strip())


def test_an_edit_to_any_kernel_source_moves_to_a_fresh_folder() -> None:
    from skerry.core import kernel_cache

    package = Path(kernel_cache.__file__).parent.parent
    sources = [path.relative_to(package) for path in kernel_cache.kernel_sources()]
    assert {path.parts[0] for path in sources} == set(kernel_cache.KERNEL_PACKAGES)
    # Those of each game as well, a folder further down.
    assert Path("games", "spry", "kernels.py") in sources
    assert Path("games", "spry", "view.py") not in sources
    assert "showing" not in {path.parts[1] for path in sources}
    for path in sources:  # none needs what is left out
        text = (package / path).read_text(encoding="utf-8")
        imports = re.findall(r"^(?:from|import) (.*?)(?: import (.*))?$", text, re.MULTILINE)
        words = {word for line in imports for word in re.findall(r"\w+", " ".join(line))}
        assert not words & kernel_cache.NO_KERNELS, path


def test_bounds_checked_kernels_have_a_folder_of_their_own(tmp_path: Path) -> None:
    plain, checked = folder_of(tmp_path), folder_of(tmp_path, NUMBA_BOUNDSCHECK="1")
    assert plain != checked
    assert plain.parent == checked.parent == tmp_path


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A cache that holds a kernel, and what the kernel gives."""
    cache = tmp_path_factory.mktemp("cache")
    value, compiled = json.loads(run(USE_A_KERNEL, cache).stdout)
    assert compiled == 1
    assert json.loads(run(USE_A_KERNEL, cache).stdout) == [value, 0]
    return cache, value


def cut_short(data: bytes) -> bytes:
    return data[:-9]


def emptied(data: bytes) -> bytes:
    return b""


def with_a_bit_turned(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", [cut_short, emptied, with_a_bit_turned])
def test_a_damaged_file_is_compiled_again(
    tmp_path: Path, filled: tuple[Path, int], damage: Callable[[bytes], bytes], suffix: str
) -> None:
    whole, value = filled
    cache = tmp_path / "cache"
    shutil.copytree(whole, cache)
    files = sorted(cache.rglob(f"*below*{suffix}"))
    assert files
    for file in files:
        file.write_bytes(damage(file.read_bytes()))
    again = run(USE_A_KERNEL, cache)
    assert json.loads(again.stdout) == [value, 1]
    assert "has a damaged file" in again.stderr


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    refuse = (
        "import errno\n"
        "from numba.core import caching\n"
        "def full(*_): raise OSError(errno.ENOSPC, 'No space left on device')\n"
        "caching.IndexDataCacheFile._save_data = full\n"
    )
    done = run(refuse + USE_A_KERNEL, tmp_path)
    assert json.loads(done.stdout)[1] == 1
    assert "could not be kept: [Errno 28]" in done.stderr


@pytest.fixture
def no_folder(tmp_path: Path) -> Path:
    """A path at which no folder can be made, whoever asks."""
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "cache"


def test_the_folder_in_the_temporary_one_is_for_its_owner_alone(
    tmp_path: Path, no_folder: Path
) -> None:
    folder = folder_of(no_folder, tmp_path)
    assert folder.parent == tmp_path / f"skerry-{os.getuid()}"
    assert folder.parent.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_others_may_write_is_not_used(tmp_path: Path, no_folder: Path) -> None:
    planted = tmp_path / f"skerry-{os.getuid()}"
    planted.mkdir()
    planted.chmod(0o777)
    assert not folder_of(no_folder, tmp_path).is_relative_to(planted)
    planted.rmdir()
    (tmp_path / "elsewhere").mkdir()
    planted.symlink_to(tmp_path / "elsewhere")
    folder = folder_of(no_folder, tmp_path)
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o777 == 0o700
