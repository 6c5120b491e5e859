"""Where the results of a plan lie: a folder that survives being killed at any moment.

    NAME/
      plan.toml                        the plan, as it was read
      jobs/KEY.CHECKSUM.parquet        the rows of one job
      results.parquet                  all rows in the plan's order, once nothing is missing
      damaged/                         what could not be read, set aside

A file of a job is written beside its place and then moved there, so that it is whole or not there;
its name says what it should contain. Only one process at a time may add to a folder.
"""

import contextlib
import fcntl
import os
import re
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path

import polars as pl

from skerry.errors import SkerryError
from skerry.lab.playing.jobs import Job
from skerry.lab.playing.rows import SCHEMA

PLAN, JOBS, RESULTS, DAMAGED, LOCK = "plan.toml", "jobs", "results.parquet", "damaged", ".lock"
NAME = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{16})\.parquet")


class StoreError(SkerryError):
    """A folder of results that cannot be used, in one sentence."""


class Store:
    """The folder of one plan."""

    def __init__(self, folder: Path) -> None:
        """A folder that holds a plan. Raises StoreError when it does not."""
        self.folder = folder
        if not (folder / PLAN).is_file():
            raise StoreError(
                f"{folder} holds no {PLAN}; `skerry lab run PLAN` makes such a folder."
            )
        self.set_aside: list[str] = []  # damaged files, by name

    @classmethod
    def create(cls, folder: Path, plan: str) -> "Store":
        """The folder of a plan's text; results of the same plan are kept.

        Raises:
            StoreError: it holds another plan, or cannot be made.
        """
        try:
            (folder / JOBS).mkdir(parents=True, exist_ok=True)
            kept = folder / PLAN
            if kept.is_file() and kept.read_text(encoding="utf-8") != plan:
                raise StoreError(
                    f"{folder} holds the results of another plan; give another folder by --out, or "
                    f"go on with that plan by `skerry lab resume {folder}`."
                )
            if not kept.is_file():
                replace(kept, plan.encode())
        except OSError as error:
            raise StoreError(f"{folder} cannot be used: {error.strerror}.") from error
        return cls(folder)

    @property
    def plan_text(self) -> str:
        """The plan's TOML."""
        return (self.folder / PLAN).read_text(encoding="utf-8")

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """While results are added. Raises StoreError when another process does so already."""
        with exclusive(self.folder / LOCK, self.folder):
            for left in (self.folder / JOBS).glob("*.part"):
                left.unlink()
            yield

    def checked(self) -> dict[str, Path]:
        """The files of jobs that are there and whole, by key; others are set aside."""
        found: dict[str, Path] = {}
        for path in sorted((self.folder / JOBS).glob("*.parquet")):
            named = NAME.fullmatch(path.name)
            if named and checksum(path.read_bytes()) == named[2]:
                found[named[1]] = path
                continue
            (self.folder / DAMAGED).mkdir(exist_ok=True)
            path.replace(self.folder / DAMAGED / path.name)
            self.set_aside.append(path.name)
        return found

    def add(self, job: Job, content: bytes) -> Path:
        """Keep the rows of a job, given as a Parquet file."""
        path = self.folder / JOBS / f"{job.key}.{checksum(content)}.parquet"
        replace(path, content)
        return path

    def finish(self, paths: Iterable[Path]) -> Path:
        """Write all rows into one file, in this order, without having them in memory at once."""
        part = self.folder / f"{RESULTS}.part"
        scan(list(paths)).sink_parquet(part, compression="zstd", maintain_order=True)
        return part.replace(self.folder / RESULTS)


@contextlib.contextmanager
def exclusive(lock: Path, place: Path) -> Iterator[None]:
    """While this process alone adds results to a place. Raises StoreError: another one does."""
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise StoreError(
                f"Another process is adding results to {place}; wait for it, or stop it."
            ) from error
        yield


def scan(paths: list[Path]) -> pl.LazyFrame:
    """The rows of some files, in their order, not read yet."""
    if not paths:
        return pl.LazyFrame(schema=SCHEMA)
    return pl.scan_parquet(paths, schema=SCHEMA)


def checksum(content: bytes) -> str:
    """16 hexadecimal digits."""
    return blake2b(content, digest_size=8).hexdigest()


def replace(path: Path, content: bytes) -> None:
    """Write a file so that it is whole or as it was before, even if the power fails."""
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
