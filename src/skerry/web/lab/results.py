"""The experiments of this machine, read from its folder; pages that take a second, drawn once."""

import logging
import os
import shlex
import threading
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import Generic, TypeVar

from cachetools import LRUCache
from django.http import HttpRequest

from skerry.errors import SkerryError
from skerry.web.base.background import Background, Kind, Work

# One at a time, since Matplotlib's state is the whole process's; all for one client, since there
# are few of them and each is drawn once.
DRAWING = Kind(
    "lab", "Many pages of the lab are being drawn; ask again in a moment.", most=24, of_one=24
)

Key = TypeVar("Key", bound=Hashable)


class Drawn(Generic[Key]):
    """The latest pages of one kind, by what they were drawn from."""

    def __init__(self, most: int, background: Background) -> None:
        """Nothing is drawn yet.

        Args:
            most: characters of all pages that are kept; a longer page is drawn each time.
            background: where they are drawn.
        """
        self._background = background
        self._kept: LRUCache[Key, str] = LRUCache(most, len)
        self._lock = threading.Lock()

    def get(self, request: HttpRequest, key: Key, draw: Callable[[], str]) -> str:
        """The page, drawn unless it is kept.

        Raises:
            Unfinished: it is drawn in the background.
            BusyError: too many others wait for theirs.
            Exception: what `draw` raises.
        """
        with self._lock:
            found = self._kept.get(key)
        if found is not None:
            return found

        def make(work: Work) -> str:
            drawn = draw()
            with self._lock, suppress(ValueError):  # longer than all that may be kept
                self._kept[key] = drawn
            return drawn

        return self._background.ask(request, DRAWING, key, make)


log = logging.getLogger(__name__)

PLAN, ROWS = "plan.toml", "results.parquet"
KEPT_CHARACTERS = 32_000_000  # of the reports in memory; one of many cells has some millions


class DamagedError(SkerryError):
    """A file of an experiment that cannot be read; the message says how it is made again."""


@dataclass(frozen=True)
class Result:
    """A finished experiment as it lies there now."""

    folder: Path
    state: tuple[int, ...]  # when its files were written and how long they are

    @property
    def name(self) -> str:
        """That of its folder, which its address ends with."""
        return self.folder.name

    @property
    def finished(self) -> datetime:
        """When its rows were written."""
        return datetime.fromtimestamp(max(self.state[::2]) / 1e9, tz=UTC)


def results_folder() -> Path:
    """Where experiments are looked for: SKERRY_RESULTS, else where `skerry lab run` puts them."""
    return Path(os.environ.get("SKERRY_RESULTS") or "results")


def listed() -> list[Result]:
    """The finished experiments, by name. Nothing that a link leads to is one."""
    try:
        folders = sorted(results_folder().iterdir())
    except OSError:  # nobody has run an experiment here
        return []
    return [found for folder in folders if (found := _result(folder)) is not None]


def find(name: str) -> Result | None:
    """The experiment of this name, one of those that are listed."""
    return next((one for one in listed() if one.name == name), None)


def report(request: HttpRequest, result: Result, reports: Drawn[Result]) -> str:
    """What it tells, for a page; drawn once as long as its files stay as they are.

    Args:
        request: that asks.
        result: that is wanted.
        reports: those that were drawn last.

    Raises:
        DamagedError: one of its files cannot be read.
        Unfinished, BusyError: as `Drawn.get`.
    """
    return reports.get(request, result, partial(_draw, result))


def _result(folder: Path) -> Result | None:
    if folder.is_symlink() or not folder.name.isprintable():
        return None
    state: list[int] = []
    for file in (folder / PLAN, folder / ROWS):
        try:
            status = file.lstat()
        except OSError:
            return None
        if not S_ISREG(status.st_mode):
            return None
        state += (status.st_mtime_ns, status.st_size)
    return Result(folder, tuple(state))


def _draw(result: Result) -> str:
    """The report. Raises DamagedError."""
    # Here and not above: the first of them takes a second, and no other page needs them.
    from polars.exceptions import PanicException, PolarsError

    from skerry.lab.plans import PlanError, parse_plan
    from skerry.lab.report import called_as_folder, report_body
    from skerry.lab.running import scan

    folder = result.folder
    quoted = shlex.quote(str(folder))
    try:
        plan = parse_plan((folder / PLAN).read_text(encoding="utf-8"), PLAN)
    except (OSError, UnicodeDecodeError, PlanError) as error:
        log.error("%s: %s", folder / PLAN, error)
        raise DamagedError(
            f"{folder / PLAN} is damaged; delete it, and `skerry lab run PLAN --out {quoted}` "
            "writes it again from the plan's file, and plays no game twice."
        ) from None
    try:
        return report_body(called_as_folder(plan, folder), scan([folder / ROWS]))
    except (OSError, PolarsError, PanicException) as error:
        log.error("%s: %s", folder / ROWS, error)
        raise DamagedError(
            f"{folder / ROWS} is damaged; `skerry lab resume {quoted}` makes it again."
        ) from None
