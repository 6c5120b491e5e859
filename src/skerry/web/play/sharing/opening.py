"""Opening what somebody brings along: records, or a position's text, as files or pasted."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from skerry.errors import RecordError
from skerry.exchange import read, recognise
from skerry.levels import LEVELS
from skerry.positions import position
from skerry.web.base.bodies import LONGEST_BOX, LONGEST_PASTED
from skerry.web.base.files.uploads import Found, check_size, found_in, read_files
from skerry.web.base.seats import seat_of, seated
from skerry.web.play import games
from skerry.web.play.closed import check_open
from skerry.web.play.forms import FRIEND, SIDES_THERE
from skerry.web.play.models import SavedGame
from skerry.web.play.sharing.pages import begin_at

MOST_GAMES = 20  # at once


class Opened(NamedTuple):
    """What came of one file, or of the text that was pasted."""

    name: str  # of the file, "" of a text
    games: Sequence[SavedGame]
    remarks: Sequence[str]  # on what could not be read


def form(sent: Mapping[str, str], error: str = "") -> dict[str, object]:
    """What the form shows: as it was sent, and what was wrong with it."""
    return {
        "text": sent.get("text", "")[:LONGEST_PASTED],
        "longest": LONGEST_BOX,
        "opponent": sent.get("opponent", FRIEND),
        "side": sent.get("side", SIDES_THERE[0]),
        "levels": LEVELS.items(),
        "error": error,
    }


def open_sent(request: HttpRequest) -> HttpResponse:
    """Open what a form brings as games of this browser, and lead to the game if it is one.

    Records go on as they say; a position begins a game against whom the form says. Where something
    could not be read, a page says so before the game is looked at.

    Raises:
        HelpError: two persons play what it brings at this moment.
        RecordError, NotationError, OptionError: it brings nothing, or nothing that can be played.
    """
    uploads = request.FILES.getlist("record")
    pasted = request.POST.get("text", "").replace("\r\n", "\n").strip()  # as it was pasted
    if not uploads and not pasted:
        raise RecordError("Choose a file or paste a text first: of a record, or of a position.")
    if not uploads and len(pasted) > LONGEST_PASTED:
        raise RecordError(
            f"A pasted text is at most {LONGEST_PASTED:,} characters long; this one was longer."
            " Save it as a file and choose that: a file may be longer."
        )
    check_size(uploads)
    if len(uploads) > 1:
        return _open_many(request, uploads)
    content = uploads[0].read() if uploads else pasted.encode()
    # A file without the bars of a position is a broken record rather than a broken position.
    if recognise(content) is None and (not uploads or b"|" in content[:100]):
        return begin_at(request, position(content.decode(errors="replace").strip()))
    name = uploads[0].name or "" if uploads else ""
    return _keep(request, [found_in(name, read(content, most=MOST_GAMES))])


def _open_many(request: HttpRequest, uploads: "Sequence[UploadedFile[bytes]]") -> HttpResponse:
    """Open several files; what is wrong with one of them is said beside the others."""
    found = read_files(uploads, MOST_GAMES, lambda content, most: read(content, most=most))
    if not any(one.records for one in found):
        raise RecordError(" ".join(f"{one.name}: {one.remarks[0]}" for one in found[:3]))
    return _keep(request, found)


def _keep(request: HttpRequest, found: Sequence[Found]) -> HttpResponse:
    """Save the games; to the game if it is one and whole, else to a page that tells of them.

    Raises:
        HelpError: two persons play one of their positions at this moment.
    """
    for one in found:
        for record in one.records:
            check_open(record.replay(), seat_of(request))

    def answer(holder: str) -> HttpResponse:
        opened = [
            Opened(
                one.name,
                [games.open_record(holder, record) for record in one.records],
                one.remarks,
            )
            for one in found
        ]
        saved = [game for one in opened for game in one.games]
        if len(saved) == 1 and not any(one.remarks for one in found):
            return redirect("game", saved[0].pk)
        return render(request, "play/opened.html", {"opened": opened, "num_games": len(saved)})

    return seated(request, answer)
