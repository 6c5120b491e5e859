"""The lab's pages: how fair the games are, what their texts say, experiments of this machine.

The modules of the lab are imported when a page first needs them: they bring Polars, SciPy and
Matplotlib along, which no other page needs.
"""

import logging
from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from skerry.errors import OptionError
from skerry.games.catalogue import FEATURED, info
from skerry.web.base.answers import refuse, require_GET, style_sheet
from skerry.web.base.background import Background
from skerry.web.base.clients import is_owner
from skerry.web.base.services import service
from skerry.web.board.pictures import picture
from skerry.web.lab import results
from skerry.web.lab.results import Drawn, Result

log = logging.getLogger(__name__)

KEPT_CHARACTERS = 32_000_000  # of the pages that come with the site: all of them

CLAIMS = "What the games' texts say, tested"


class LabPages:
    """The pages of the lab that were drawn last."""

    def __init__(self, background: Background) -> None:
        """None yet; at most one at a time is drawn, whichever it is."""
        self.kept: Drawn[str] = Drawn(KEPT_CHARACTERS, background)
        self.reports: Drawn[Result] = Drawn(results.KEPT_CHARACTERS, background)


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """The studies that come with the site, and to its owner what this machine has found."""
    experiments = results.listed() if is_owner(request) else []
    context = {"games": list(_cards()), "experiments": experiments}
    return render(request, "lab/lab.html", context)


def _cards() -> Iterator[dict[str, object]]:
    """A card for each game that has a study."""
    from skerry.lab.studies import headline, kept

    for one in FEATURED:
        if one.has_study:
            words = headline(kept(one.name))
            yield {"info": one, "picture": picture(one.name), "headline": words}


@require_GET
def fairness(request: HttpRequest, name: str) -> HttpResponse:
    """The fairness page of a game."""
    from skerry.lab.studies import kept

    try:
        chosen, study = info(name), kept(name)
    except OptionError as error:
        raise Http404(str(error)) from None

    def draw() -> str:
        from skerry.lab.study_page import study_body

        return study_body(study)

    context = {"title": study.title, "here": chosen.title, "info": chosen}
    return _page(request, service(LabPages).kept.get(request, name, draw), context)


@require_GET
def claims(request: HttpRequest) -> HttpResponse:
    """The findings on the claims of the games' texts."""

    def draw() -> str:
        from skerry.lab.claims import texts as claims_kept
        from skerry.lab.claims.page import claims_body

        kept = claims_kept.read()
        return claims_body(kept.findings, kept.about)

    body = service(LabPages).kept.get(request, "claims", draw)
    return _page(request, body, {"title": CLAIMS, "here": "Claims"})


@require_GET
def result(request: HttpRequest, name: str) -> HttpResponse:
    """The report of a finished experiment of this machine, for its owner alone."""
    found = results.find(name) if is_owner(request) else None
    if found is None:
        raise Http404("There is no finished experiment of this name here.")
    try:
        body = results.report(request, found, service(LabPages).reports)
    except results.DamagedError as error:
        return refuse(request, 500, str(error))
    return _page(request, body, {"title": found.name, "here": found.name})


@require_GET
def lab_css(request: HttpRequest) -> HttpResponse:
    """The style sheet of the lab."""
    from skerry.lab.pages import lab_css

    return style_sheet(lab_css())


def _page(request: HttpRequest, body: str, context: dict[str, object]) -> HttpResponse:
    return render(request, "lab/lab_page.html", {"body": body, **context})
