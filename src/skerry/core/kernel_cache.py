"""Compiled kernels, kept on disk: where, for how long, and whom to trust.

Numba decides whether a cached kernel is stale by looking at that kernel's own file only, so an edit
in a module it calls would go unnoticed. The cache folder is therefore named after a hash of every
file that may hold kernels: any edit moves to a fresh folder.

Numba unpickles what it finds in the cache, and runs it. Each file therefore ends with a checksum: a
damaged one counts as missing, and its kernel is compiled again. A folder is used only when nobody
but the user and the system's administrator can write there or put another one in its place. Where
there is no folder at all, kernels are compiled again by each process.

Only our own kernels are kept here: where Numba keeps those of the program that imports us, that
program's settings say.
"""

import hashlib
import logging
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
from numba.core import caching as numba_caching
from numba.core import config as numba_config

log = logging.getLogger(__name__)

# Their types tell nothing of what is used here.
config: Any = numba_config
caching: Any = numba_caching

_PACKAGE = Path(__file__).parent.parent
KERNEL_PACKAGES = ("core", "games", "search")
# Modules there by which kernels are not touched: what people are shown of a game.
NO_KERNELS = {
    "aims",
    "arc_view",
    "defaults",
    "editing",
    "game",
    "scene",
    "themes",
    "view",
    "words",
}
STALE_AFTER_SECONDS = 30 * 24 * 3600
DIGEST_BYTES = hashlib.sha256().digest_size


# ---- the folder ----


def kernel_sources() -> list[Path]:
    """Every file that may hold kernels, or what they are made from."""
    return [
        path
        for name in KERNEL_PACKAGES
        for path in sorted((_PACKAGE / name).rglob("*.py"))
        if NO_KERNELS.isdisjoint(path.relative_to(_PACKAGE).with_suffix("").parts)
    ]


def source_key() -> str:
    """Hash of all that a compiled kernel depends on: sources, Numba, Python, bounds checks."""
    digest = hashlib.sha256()
    for path in kernel_sources():
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    digest.update(f"{numba.__version__} {sys.version} {config.BOUNDSCHECK}".encode())
    return digest.hexdigest()[:16]


def cache_root() -> Path | None:
    """Folder of all kernel caches: SKERRY_CACHE_DIR, else the user's cache folder.

    None for a user who has no home, as in some containers.
    """
    chosen = os.environ.get("SKERRY_CACHE_DIR")
    if chosen:
        return Path(chosen)
    user_cache = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(user_cache) if user_cache else Path.home() / ".cache") / "skerry"
    except RuntimeError:
        return None


def _prepare_folder() -> Path | None:
    """Make this version's cache folder, in the temporary folder when the user's cannot be used.

    None where nothing can be written.
    """
    for root in (cache_root(), _temporary_root()):
        if root is None:
            continue
        try:
            folder = root.resolve() / f"kernels-{source_key()}"
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not _is_trusted(folder):
                log.warning("%s is not used as a cache: others may write there.", folder)
                continue
            os.utime(folder)
            tempfile.TemporaryFile(dir=folder).close()  # it may be there, and be read-only
        except (OSError, RuntimeError):  # a link that leads to itself, for one
            continue
        _drop_stale(folder)
        return folder
    try:
        return Path(tempfile.mkdtemp(prefix="skerry-"))
    except OSError as error:
        log.warning(
            "Compiled kernels are not kept, since no folder can be written (%s); SKERRY_CACHE_DIR "
            "may name one.",
            error,
        )
        return None


def _temporary_root() -> Path | None:
    """A folder of this user's in the temporary folder, None where one cannot be told for sure."""
    if not hasattr(os, "getuid"):
        return None
    try:
        root = Path(tempfile.gettempdir()) / f"skerry-{os.getuid()}"
        root.mkdir(mode=0o700, exist_ok=True)
        found = root.lstat()
    except OSError:
        return None
    if not stat.S_ISDIR(found.st_mode) or not _is_ours(found):
        log.warning("%s is not used as a cache: others may have written there.", root)
        return None
    return root


def _is_trusted(folder: Path) -> bool:
    """Whether nobody else can write in a folder, nor exchange it or one that it lies in."""
    if not hasattr(os, "getuid"):
        return True  # such a system keeps a user's folders apart by other means
    if not _is_ours(folder.stat()):
        return False
    for parent in folder.parents:
        found = parent.stat()
        # In one with the sticky bit, as the temporary folder is, each exchanges only their own.
        is_sticky = found.st_uid in _TRUSTED_OWNERS and found.st_mode & stat.S_ISVTX
        if not is_sticky and not _is_ours(found):
            return False
    return True


def _is_ours(found: os.stat_result) -> bool:
    """Whether only the user and the administrator may write to a file or a folder."""
    if not hasattr(os, "getuid"):
        return True
    writers = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    if writers == stat.S_IWGRP and _is_group_of_one(found.st_gid):
        writers = 0
    return found.st_uid in _TRUSTED_OWNERS and not writers


def _is_group_of_one(group: int) -> bool:
    """Whether a group is the user's own, as many systems make one for each user."""
    import grp  # neither is there on every system
    import pwd

    try:
        name = pwd.getpwuid(os.getuid()).pw_name
        found = grp.getgrgid(group)
    except KeyError:
        return False
    return group == os.getuid() and found.gr_name == name and set(found.gr_mem) <= {name}


_TRUSTED_OWNERS = {0, os.getuid()} if hasattr(os, "getuid") else set[int]()


def _drop_stale(current: Path) -> None:
    """Delete caches of versions that nobody has started for a month."""
    for other in current.parent.glob("kernels-*"):
        try:
            if other != current and time.time() - other.stat().st_mtime > STALE_AFTER_SECONDS:
                shutil.rmtree(other, ignore_errors=True)
        except OSError:  # another process was quicker
            continue


CACHE_FOLDER = _prepare_folder()


# ---- the files ----


class _CacheFile(caching.IndexDataCacheFile):  # type: ignore[misc]
    """A kernel's files: an index, and one with code for each type of its arguments.

    The checksum stands at the end, where unpickling never looks.
    """

    def save(self, key: object, data: object) -> None:
        """Keep compiled code; where the disk refuses, it serves this process alone."""
        try:
            super().save(key, data)
        except OSError as error:
            log.warning("A compiled kernel could not be kept: %s", error)

    def _load_index(self) -> dict[object, str]:
        if not _is_whole(Path(self._index_path)):
            return {}
        index: dict[object, str] = super()._load_index()
        return index

    def _load_data(self, name: str) -> object:
        path = Path(self._data_path(name))
        if not _is_whole(path):
            raise FileNotFoundError(path)  # Numba takes it as missing, and compiles
        return super()._load_data(name)

    @contextmanager
    def _open_for_write(self, path: str) -> Iterator["_HashingFile"]:
        with super()._open_for_write(path) as file:
            hashing = _HashingFile(file)
            yield hashing
            file.write(hashing.digest())


class _HashingFile:
    """A file to write to that knows the checksum of all that was written."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._hash = hashlib.sha256()

    def write(self, data: bytes) -> int:
        self._hash.update(data)
        return int(self._file.write(data))

    def digest(self) -> bytes:
        return self._hash.digest()


class _Locator(caching._SourceFileBackedLocatorMixin, caching._CacheLocator):  # type: ignore[misc]
    """Where the files of a kernel are: in our folder, whatever the cache of other functions is."""

    def __init__(self, function: Callable[..., object], file: str) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno
        self._path = str(Path(str(CACHE_FOLDER)) / self.get_suitable_cache_subpath(file))

    def get_cache_path(self) -> str:
        """The folder."""
        return self._path


class _CompiledKernel(caching.CompileResultCacheImpl):  # type: ignore[misc]
    """What is kept of a kernel: as of any function of Numba's, but where we say."""

    _locator_classes = (_Locator,)


class _KernelCache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function, with files that are checked."""

    _impl_class = _CompiledKernel

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__(function)
        impl = self._impl
        self._cache_file = _CacheFile(
            cache_path=self._cache_path,
            filename_base=impl.filename_base,
            source_stamp=impl.locator.get_source_stamp(),
        )


def _is_whole(path: Path) -> bool:
    """Whether a file is there, of the user's own, and ends with the checksum of the rest."""
    try:
        data, found = path.read_bytes(), path.stat()
    except OSError:
        return False
    if not _is_ours(found):
        log.warning("A compiled kernel is not used, and made again: others may write %s", path)
        return False
    body, digest = data[:-DIGEST_BYTES], data[-DIGEST_BYTES:]
    if hashlib.sha256(body).digest() == digest:
        return True
    log.warning("The kernel cache has a damaged file, which is made again: %s", path)
    return False


def cache_of(function: Callable[..., object]) -> Any:
    """The cache of a kernel; one that keeps nothing where no folder can be written."""
    if CACHE_FOLDER is None:
        return caching.NullCache()
    try:
        return _KernelCache(function)
    except (OSError, RuntimeError) as error:  # the folder is gone since
        log.warning("Compiled kernels are not kept: %s", error)
        return caching.NullCache()
