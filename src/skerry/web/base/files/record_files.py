"""A record as a file to be saved, in the format that an address asks for."""

from collections.abc import Callable
from hashlib import blake2b

from django.http import HttpRequest, HttpResponse

from skerry.exchange import FORMATS, format_named, write
from skerry.record import GameRecord
from skerry.web.base.background import Background, Kind
from skerry.web.base.bodies import query_choice
from skerry.web.base.services import shared

WRITING = Kind("records", "Too many games are written to files at once; ask again in a moment.")


def record_file(
    request: HttpRequest, stem: str, saved: str, record: Callable[[], GameRecord]
) -> HttpResponse:
    """The file for `?format=sgf`; without a format our own JSON.

    Args:
        request: whose address names the format.
        stem: of the file's name.
        saved: the JSON as it is saved, damaged or not.
        record: makes the record, where another format is asked for.

    Raises:
        RequestError: no such format.
        RecordError: the format cannot hold this game.
        Unfinished: it is written in the background: a long game takes seconds.
        BusyError: too many others wait for theirs.
    """
    names = [one.name for one in FORMATS]
    wanted = format_named(query_choice(request, "format", names))
    text = saved
    if wanted.name != names[0]:
        key = (wanted.name, blake2b(saved.encode()).digest())
        text = shared(Background).ask(
            request, WRITING, key, lambda _: write(record(), wanted.name).text
        )
    response = HttpResponse(text, content_type=wanted.media_type)
    response["Content-Disposition"] = f'attachment; filename="{stem}{wanted.suffix}"'
    return response
