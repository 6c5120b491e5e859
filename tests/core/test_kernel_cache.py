"""The kernel cache: named by what it depends on, movable, and never trusted blindly."""

import json
import os
import re
import shutil
import stat
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
    assert Path("games", "defaults.py") not in sources
    for path in sources:  # none needs what is left out
        text = (package / path).read_text(encoding="utf-8")
        imports = re.findall(r"^(?:from|import) (skerry\.games.*)", text, re.MULTILINE)
        words = {word for line in imports for word in re.findall(r"\w+", line)}
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


def plant_open_root(cache: Path) -> None:
    cache.mkdir()
    cache.chmod(0o777)


def plant_open_parent(cache: Path) -> None:
    """Who may write in the folder above can put another one in this one's place."""
    cache.mkdir(mode=0o700)
    cache.parent.chmod(0o777)


def plant_open_folder(cache: Path) -> None:
    folder_of(cache).chmod(0o757)


def plant_link(cache: Path) -> None:
    """To a folder in which everybody may write."""
    there = cache.with_name("there")
    plant_open_root(there)
    cache.symlink_to(there)


@pytest.mark.parametrize(
    "plant", [plant_open_root, plant_open_parent, plant_open_folder, plant_link]
)
def test_a_chosen_folder_where_others_may_write_is_not_used(
    tmp_path: Path, plant: Callable[[Path], None]
) -> None:
    """Whoever writes there would run code as this user."""
    temporary = tmp_path / "temporary"
    temporary.mkdir(mode=0o700)
    (tmp_path / "above").mkdir(mode=0o700)
    cache = tmp_path / "above" / "cache"
    plant(cache)
    assert folder_of(cache, temporary).parent == temporary / f"skerry-{os.getuid()}"


@pytest.mark.parametrize(
    ("mode", "owner", "group", "is_ours"),
    [
        *((0o700, "own", 5, True), (0o755, "own", 5, True), (0o755, 0, 5, True)),
        *((0o770, "own", 5, False), (0o702, "own", 5, False), (0o777, 0, 0, False)),
        (0o700, 54321, 5, False),  # somebody else's, whatever may be done there
        (0o700, 54321, "own", False),
    ],
)
def test_what_belongs_to_the_user_or_the_administrator_and_is_written_by_nobody_else_is_ours(
    mode: int, owner: int | str, group: int | str, is_ours: bool
) -> None:
    from skerry.core import kernel_cache

    user, gid = (os.getuid() if one == "own" else int(one) for one in (owner, group))
    found = os.stat_result((stat.S_IFDIR | mode, 1, 1, 1, user, gid, 0, 0, 0, 0))
    assert kernel_cache._is_ours(found) == is_ours


def test_a_folder_of_ones_own_in_a_shared_one_where_each_deletes_only_their_own_is_used(
    tmp_path: Path,
) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o1777)
    cache = tmp_path / "shared" / "cache"
    assert folder_of(cache).parent == cache


def test_a_compiled_kernel_that_others_may_write_is_made_again(
    tmp_path: Path, filled: tuple[Path, int]
) -> None:
    cache = tmp_path / "cache"
    original, value = filled
    shutil.copytree(original, cache)
    files = [path for path in cache.rglob("*.nb?") if path.is_file()]
    for file in files:
        file.chmod(0o666)
    again = run(USE_A_KERNEL, cache)
    assert json.loads(again.stdout) == [value, 1]
    assert "others may write" in again.stderr


HOST = """
import os, sys
import numba
@numba.njit(cache=True)
def of_the_host(x):
    return x + 1
of_the_host(1)
"""


@pytest.mark.parametrize("before", [True, False])
def test_the_cache_of_who_imports_us_is_left_alone(tmp_path: Path, before: bool) -> None:
    """All functions of a program that imported kernels were kept in our folder."""
    theirs, ours, module = tmp_path / "theirs", tmp_path / "ours", tmp_path / "host.py"
    module.write_text(HOST)
    imports = ["import host", USE_A_KERNEL] if before else [USE_A_KERNEL, "import host"]
    script = "\n".join([f"import sys; sys.path.insert(0, {str(tmp_path)!r})", *imports])
    script += "\nimport numba; print(numba.config.CACHE_DIR)"
    done = run(script, ours, NUMBA_CACHE_DIR=str(theirs))
    assert done.stdout.splitlines()[-1] == str(theirs)
    assert [path.name.partition("-")[0] for path in theirs.rglob("*.nbi")] == ["host.of_the_host"]
    assert not list(ours.rglob("host*"))
    assert list(ours.rglob("*below*.nbc"))


def test_a_program_that_has_switched_numba_off_runs_plain_python(tmp_path: Path) -> None:
    off = "import numba; numba.config.DISABLE_JIT = 1\n"
    play = (
        "import skerry; game = skerry.MutablePosition(skerry.game('spry', size=2).start())\n"
        "game.apply(0); print(game.position().turn_so_far)"
    )
    assert run(off + play, tmp_path).stdout == "(0,)\n"


# A user of whom the machine knows nothing but a number, as in containers.
NO_HOME = """
import os, pwd, sys, tempfile
os.environ.pop("HOME", None)
os.environ.pop("SKERRY_CACHE_DIR", None)
os.environ.pop("SKERRY_DATA_DIR", None)
def unknown(*_): raise KeyError("uid not found")
pwd.getpwuid = unknown
"""
NO_FOLDER = """
def refuse(*_, **__): raise FileNotFoundError(2, "No usable temporary directory found")
tempfile.gettempdir = tempfile.mkdtemp = refuse
"""
COMMAND = """
from skerry.cli import main
code = main(sys.argv[1:] or ["perft", "spry", "-o", "size=2", "--depth", "1"])
sys.stdout.flush()
os._exit(code)
"""


@pytest.mark.parametrize("also", ["", NO_FOLDER], ids=["no-home", "no-folder"])
def test_commands_need_no_home(tmp_path: Path, also: str) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("XDG_")}
    done = subprocess.run(
        [sys.executable, "-c", NO_HOME + also + COMMAND],
        env={**environment, "TMPDIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].split()[:2] == ["1", "22"]
    told = [line for line in done.stderr.splitlines() if "Preparing the engine" not in line]
    assert len(told) == (1 if also else 0), told
    if also:
        assert told[0].startswith("Compiled kernels are not kept, since no folder can be written")


def test_a_site_without_a_home_asks_for_a_folder() -> None:
    """It does not keep games where they would be lost."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("XDG_")}
    done = subprocess.run(
        [sys.executable, "-c", NO_HOME + COMMAND, "play", "--no-browser", "--port", "0"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr.endswith("Choose a folder with SKERRY_DATA_DIR.\n")
    assert "Traceback" not in done.stderr
