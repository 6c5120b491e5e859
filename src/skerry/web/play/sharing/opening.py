"""Opening what somebody brings along: a record, or a position's text, as a file or pasted."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from ....errors import RecordError
from ....levels import LEVELS
from ....positions import position
from ....record import LARGEST_RECORD, GameRecord
from ...base.seats import seated
from .. import games
from ..forms import FRIEND, SIDES_THERE
from .pages import begin_at

LONGEST_PASTED = 50_000  # characters; Django reads 64 kB of a form beside its files


def form(sent: Mapping[str, str], error: str = "") -> dict[str, object]:
    """What the form shows: as it was sent, and what was wrong with it."""
    return {
        "text": sent.get("text", "")[:LONGEST_PASTED],
        "longest": LONGEST_PASTED + 1,  # so that a browser cuts no longer text in silence
        "opponent": sent.get("opponent", FRIEND),
        "side": sent.get("side", SIDES_THERE[0]),
        "levels": LEVELS.items(),
        "error": error,
    }


def open_sent(request: HttpRequest) -> HttpResponse:
    """Open what a form brings as a game of this browser, and lead to it.

    A record goes on as it says; a position begins a game against whom the form says.

    Raises:
        RecordError, NotationError, OptionError: it brings nothing, or nothing that can be played.
    """
    upload = request.FILES.get("record")
    pasted = request.POST.get("text", "").replace("\r\n", "\n").strip()  # as it was pasted
    if upload is None and not pasted:
        raise RecordError("Choose a file or paste a text first: of a record, or of a position.")
    if upload is None and len(pasted) > LONGEST_PASTED:
        raise RecordError(
            f"A pasted text is at most {LONGEST_PASTED:,} characters long; this one was longer."
            " Save it as a file and choose that: a file may be longer."
        )
    if upload is not None and (upload.size or 0) > LARGEST_RECORD:
        raise RecordError(f"A record is at most {LARGEST_RECORD} bytes long.")
    content = pasted.encode() if upload is None else upload.read()
    # A file without the bars of a position is a broken record rather than a broken position.
    if not content.lstrip().startswith(b"{") and (upload is None or b"|" in content[:100]):
        return begin_at(request, position(content.decode(errors="replace").strip()))
    record = GameRecord.from_json(content)
    return seated(request, lambda holder: redirect("game", games.open_record(holder, record).pk))
