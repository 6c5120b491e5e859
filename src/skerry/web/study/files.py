"""A chapter as a file: its record, a moving picture of its main line, a booklet of all of it."""

from django.http import HttpRequest, HttpResponse

from skerry.errors import SkerryError
from skerry.record import GameRecord
from skerry.web.base.background import Background, Kind
from skerry.web.base.errors import RequestError
from skerry.web.base.files.record_files import record_file
from skerry.web.base.methods import require_safe
from skerry.web.base.seats import seat_of
from skerry.web.base.services import shared
from skerry.web.board import printed
from skerry.web.board.printed import refuses
from skerry.web.study.storing import studies

WRITING = Kind("writing", "Many studies are being written to files; ask again in a moment.", 6)


class ChapterError(RequestError):
    """There is no such chapter any more, or no file can hold it."""

    status = 409


@require_safe
@refuses
def record(request: HttpRequest, study_id: str, chapter: int) -> HttpResponse:
    """The chapter as a record: `?format=sgf` for other programs."""
    try:
        with shared(Background).hold(request, WRITING):
            stem, found = _chapter(request, study_id, chapter)
            return record_file(request, stem, found.to_json(), lambda: found)
    except RequestError:
        raise
    except SkerryError as error:
        raise ChapterError(str(error)) from error


@require_safe
@refuses
def animation(request: HttpRequest, study_id: str, chapter: int, kind: str) -> HttpResponse:
    """The main line as a moving picture."""
    stem, found = _chapter(request, study_id, chapter)
    return printed.moving_picture(request, kind, found.to_json(), stem)


@require_safe
@refuses
def booklet(request: HttpRequest, study_id: str, chapter: int) -> HttpResponse:
    """The chapter with its variations and comments as a PDF."""
    stem, found = _chapter(request, study_id, chapter)
    return printed.booklet(request, found.to_json(), stem)


def _chapter(request: HttpRequest, study_id: str, number: int) -> tuple[str, GameRecord]:
    """The first part of a file's name, and the chapter.

    Raises:
        UnknownGameError: there is no such study, or it is another's own.
        ChapterError: it has no such chapter, or one that no record can hold.
    """
    saved = studies.find(study_id, seat_of(request))
    try:
        _, study = studies.load(saved.pk)
        return f"study-{saved.pk}-{number}", study.chapter(number).record()
    except RequestError:
        raise
    except SkerryError as error:
        raise ChapterError(str(error)) from error
