"""The lab's pages: how fair the games are, what their texts say, experiments of this machine.

The modules of the lab are imported when a page first needs them: they bring Polars, SciPy and
Matplotlib along, which no other page needs.
"""

import logging
import os
import shlex
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import Generic, TypeVar

from cachetools import LRUCache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from skerry.errors import OptionError, SkerryError
from skerry.games.catalogue import FEATURED, info
from skerry.web.base.answers import refuse, require_GET, style_sheet
from skerry.web.base.background import Background, Kind, Work
from skerry.web.base.clients import is_owner
from skerry.web.base.services import service
from skerry.web.board.pictures import picture

log = logging.getLogger(__name__)

PLAN, ROWS = "plan.toml", "results.parquet"
CLAIMS = "What the games' texts say, tested"
KEPT_CHARACTERS = 32_000_000  # of the pages that come with the site: all of them
REPORT_CHARACTERS = 32_000_000  # of the reports in memory; one of many cells has some millions

# One at a time, since Matplotlib's state is the whole process's; all for one client, since there
# are few of them and each is drawn once.
DRAWING = Kind(
    "lab", "Many pages of the lab are being drawn; ask again in a moment.", most=24, of_one=24
)

Key = TypeVar("Key", bound=Hashable)


class Drawn(Generic[Key]):
    """The latest pages of one kind, by what they were drawn from."""

    def __init__(self, most: int, background: Background) -> None:
        """Pages of `most` characters are kept; a longer one is drawn each time."""
        self._background = background
        self._kept: LRUCache[Key, str] = LRUCache(most, len)
        self._lock = threading.Lock()

    def get(self, request: HttpRequest, key: Key, draw: Callable[[], str]) -> str:
        """The page, drawn unless it is kept. Raises Unfinished, BusyError, and what `draw` does."""
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


class LabPages:
    """The pages of the lab that were drawn last."""

    def __init__(self, background: Background) -> None:
        self.kept: Drawn[str] = Drawn(KEPT_CHARACTERS, background)
        self.reports: Drawn[Result] = Drawn(REPORT_CHARACTERS, background)


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """The studies that come with the site, and to its owner what this machine has found."""
    experiments = listed() if is_owner(request) else []
    context = {"games": list(_cards()), "experiments": experiments}
    return render(request, "lab/lab.html", context)


def _cards() -> Iterator[dict[str, object]]:
    """A card for each game that has a study."""
    from skerry.lab.results import kept
    from skerry.lab.studies import headline

    for one in FEATURED:
        if one.has_study:
            words = headline(kept(one.name))
            yield {"info": one, "picture": picture(one.name), "headline": words}


@require_GET
def fairness(request: HttpRequest, name: str) -> HttpResponse:
    """The fairness page of a game."""
    from skerry.lab.results import kept
    from skerry.lab.studies import title_of

    try:
        chosen, results = info(name), kept(name)
    except OptionError as error:
        raise Http404(str(error)) from None
    if chosen.is_for_comparison:
        raise Http404(f"There is no page on the fairness of {chosen.title}.")

    def draw() -> str:
        from skerry.lab.study_page import study_body

        return study_body(results)

    context = {"title": title_of(results), "here": chosen.title, "info": chosen}
    return _page(request, service(LabPages).kept.get(request, name, draw), context)


@require_GET
def claims(request: HttpRequest) -> HttpResponse:
    """The findings on the claims of the games' texts."""

    def draw() -> str:
        from skerry.lab.claims.page import claims_body
        from skerry.lab.claims.texts import findings

        return claims_body(findings())

    body = service(LabPages).kept.get(request, "claims", draw)
    return _page(request, body, {"title": CLAIMS, "here": "Claims"})


@require_GET
def result(request: HttpRequest, name: str) -> HttpResponse:
    """The report of a finished experiment of this machine, for its owner alone."""
    found = find(name) if is_owner(request) else None
    if found is None:
        raise Http404("There is no finished experiment of this name here.")
    try:
        body = service(LabPages).reports.get(request, found, partial(_draw, found))
    except DamagedError as error:
        return refuse(request, 500, str(error))
    return _page(request, body, {"title": found.name, "here": found.name})


@require_GET
def lab_css(request: HttpRequest) -> HttpResponse:
    """The style sheet of the lab."""
    from skerry.lab.pages import lab_css

    return style_sheet(lab_css())


def _page(request: HttpRequest, body: str, context: dict[str, object]) -> HttpResponse:
    return render(request, "lab/lab_page.html", {"body": body, **context})
