"""The JSON that the page of a study talks to."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse

from skerry.lab.packaged import explored_seeds
from skerry.study import Study
from skerry.study.edits import AddChapter
from skerry.web.base.bodies import (
    answers_json,
    flag,
    given_number,
    query_number,
    read_json,
    version_number,
)
from skerry.web.base.cookies import wants_aims
from skerry.web.base.limits.quotas import ANALYSES, EDITS, PREVIEWS, UPLOADS, limited
from skerry.web.base.seats import seat_of
from skerry.web.base.services import shared
from skerry.web.board.position_data import composed_from, composing
from skerry.web.play import closed
from skerry.web.study import page_data
from skerry.web.study.beginning import new_chapters
from skerry.web.study.help.explorers import Explorers
from skerry.web.study.models import SavedStudy
from skerry.web.study.notes import check_open, follow
from skerry.web.study.storing import studies
from skerry.web.study.storing.sent_edits import edit_in


@dataclass(frozen=True)
class Asked:
    """What a request is about: a study as it is now, and how the sender is known."""

    saved: SavedStudy
    version: int
    study: Study
    holder: str | None

    @property
    def may_edit(self) -> bool:
        """Whether the sender may edit it."""
        return self.saved.holder == self.holder


def _asked(request: HttpRequest, study_id: str) -> Asked:
    """Raises UnknownGameError: there is no such study, or it is another's own."""
    holder = seat_of(request)
    saved = studies.find(study_id, holder)
    return Asked(saved, *studies.load(saved.pk), holder)


@answers_json("GET")
def state(request: HttpRequest, study_id: str) -> HttpResponse:
    """Title and chapters."""
    asked = _asked(request, study_id)
    return JsonResponse(page_data.study_data(asked.saved, asked.version, asked.study, asked.holder))


@answers_json("GET")
def tree(request: HttpRequest, study_id: str, chapter: int) -> HttpResponse:
    """All positions of a chapter."""
    asked = _asked(request, study_id)
    return JsonResponse(page_data.tree_data(asked.study.chapter(chapter), asked.version))


@answers_json("GET")
def position(request: HttpRequest, study_id: str, chapter: int, node: int) -> HttpResponse:
    """A position of a chapter; `?compose` asks for what can be played there though not edited."""
    asked = _asked(request, study_id)
    found = page_data.position_state(
        asked.study.chapter(chapter),
        asked.version,
        node,
        may_compose=asked.may_edit or "compose" in request.GET,
        with_aims=wants_aims(request),
    )
    return JsonResponse(found)


@answers_json("POST")
@limited(PREVIEWS)
def preview(request: HttpRequest, study_id: str, chapter: int, node: int) -> HttpResponse:
    """A turn as composed so far; nothing is saved."""
    asked, data = _asked(request, study_id), read_json(request)
    found = asked.study.chapter(chapter)
    here = found.tree.node(node)
    composed = composed_from(found.position(node), data)
    last = page_data.actions_of(found, node)
    shown = composing(composed, last, with_aims=wants_aims(request), marked=here.marks)
    return JsonResponse(shown)


@answers_json("GET")
@limited(ANALYSES, "GET")
def explorer(request: HttpRequest, study_id: str, chapter: int, node: int) -> HttpResponse:
    """What was played in a position, in the games that Skerry keeps and in one's own."""
    asked = _asked(request, study_id)
    check_open(asked.saved)
    found_chapter = asked.study.chapter(chapter)
    shown = found_chapter.position(node)
    closed.check_open(found_chapter.way(node), asked.holder)
    found = shared(Explorers).turns(request, shown, asked.holder)
    if found is None:
        words = "There are no games to explore with these options."
    elif not found:
        words = "Nobody has been here before."
        if explored_seeds(asked.study.chapter(chapter).game.name):
            words += " The games begin with ten drawings of tiles, which Chapters offers."
    else:
        words = "Played here: games (yours in brackets), how often it won, the engine’s chances."
    return JsonResponse({"words": words, "turns": found or []})


@answers_json("GET")
def edits(request: HttpRequest, study_id: str) -> HttpResponse:
    """What was edited after the version `?known=N`; notes follow their game with it."""
    follow(studies.find(study_id, seat_of(request)))
    asked = _asked(request, study_id)
    known = query_number(request, "known")
    known = asked.version if known is None else known
    return JsonResponse(_since(asked.saved, asked.version, known))


@answers_json("POST")
@limited(EDITS)
def edit(request: HttpRequest, study_id: str) -> HttpResponse:
    """Store an edit, and say what has happened since the version that the page knows."""
    data = read_json(request)
    saved, known = studies.find_own(study_id, seat_of(request)), version_number(data)
    wanted = edit_in(data.get("edit"))
    return _answer(saved, known, studies.edit(saved, wanted))


@answers_json("POST")
@limited(EDITS)
def undo(request: HttpRequest, study_id: str) -> HttpResponse:
    """Undo the edit of that "number", as an edit of its own."""
    data = read_json(request)
    saved, known = studies.find_own(study_id, seat_of(request)), version_number(data)
    number = given_number(data, "number")
    return _answer(saved, known, studies.undo(saved, number))


@answers_json("POST")
@limited(UPLOADS)
def add_chapter(request: HttpRequest, study_id: str) -> HttpResponse:
    """A chapter more: of a new game, a position, a record, or another chapter's position."""
    data = read_json(request)
    saved, known = studies.find_own(study_id, seat_of(request)), version_number(data)
    _, study = studies.load(saved.pk)
    chapter = new_chapters.chapter_in(study, data)
    return _answer(saved, known, studies.edit(saved, AddChapter(chapter, len(study.chapters))))


@answers_json("POST")
@limited(EDITS)
def share(request: HttpRequest, study_id: str) -> HttpResponse:
    """Let whoever has the address read the study, or nobody else."""
    saved = studies.find_own(study_id, seat_of(request))
    check_open(saved)
    by_link = flag(read_json(request), "by_link")
    studies.share(saved, by_link=by_link)
    return JsonResponse({"by_link": by_link})


def _answer(saved: SavedStudy, known: int, edited: studies.Edited) -> HttpResponse:
    since = _since(saved, edited.version, known)
    return JsonResponse(since | {"number": edited.number, "edit": edited.edit_number})


def _since(saved: SavedStudy, version: int, known: int) -> dict[str, object]:
    """The edits between two versions, or that there are too many to tell."""
    found = studies.edits_since(saved, known) if known < version else []
    return {"version": version, "edits": found}
