"""Opening what somebody brings along: records, or a position's text, as files or pasted."""

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from ....errors import RecordError, SkerryError, clipped
from ....exchange import Imported, read, recognise
from ....levels import LEVELS
from ....positions import position
from ....record import LARGEST_RECORD
from ...base.bodies import LONGEST_BOX, LONGEST_PASTED
from ...base.seats import seated
from .. import games
from ..forms import FRIEND, SIDES_THERE
from ..models import SavedGame
from .pages import begin_at

MOST_GAMES = 20  # at once
MOST_REMARKS = 20  # on one file
LONGEST_READING = 5.0  # seconds; the largest record takes four


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
    if sum(upload.size or 0 for upload in uploads) > LARGEST_RECORD:
        raise RecordError(f"Records are at most {LARGEST_RECORD:,} bytes long, all of them.")
    if len(uploads) > 1:
        return _open_many(request, uploads)
    content = uploads[0].read() if uploads else pasted.encode()
    # A file without the bars of a position is a broken record rather than a broken position.
    if recognise(content) is None and (not uploads or b"|" in content[:100]):
        return begin_at(request, position(content.decode(errors="replace").strip()))
    name = uploads[0].name or "" if uploads else ""
    return _keep(request, [(name, read(content, most=MOST_GAMES))])


def _open_many(request: HttpRequest, uploads: "Sequence[UploadedFile[bytes]]") -> HttpResponse:
    """Open several files; what is wrong with one of them is said beside the others."""
    found: list[tuple[str, Imported | str]] = []
    started = time.monotonic()
    num_games = 0
    for upload in uploads:
        name = clipped(upload.name or "a file")
        if time.monotonic() - started > LONGEST_READING or num_games >= MOST_GAMES:
            found.append((name, "These are too many at once; open this file by itself."))
            continue
        try:
            imported = read(upload.read(), most=MOST_GAMES - num_games)
        except SkerryError as error:
            found.append((name, str(error)))
        else:
            num_games += len(imported.records)
            found.append((name, imported))
    if num_games == 0:
        raise RecordError(" ".join(f"{name}: {sentence}" for name, sentence in found[:3]))
    return _keep(request, found)


def _keep(request: HttpRequest, found: Sequence[tuple[str, Imported | str]]) -> HttpResponse:
    """Save the games; to the game if it is one and whole, else to a page that tells of them."""

    def answer(holder: str) -> HttpResponse:
        opened = [_saved(holder, name, one) for name, one in found]
        saved = [game for one in opened for game in one.games]
        if len(saved) == 1 and not any(one.remarks for one in opened):
            return redirect("game", saved[0].pk)
        return render(request, "play/opened.html", {"opened": opened, "num_games": len(saved)})

    return seated(request, answer)


def _saved(holder: str, name: str, found: Imported | str) -> Opened:
    if isinstance(found, str):
        return Opened(name, (), (found,))
    remarks = [str(remark) for remark in found.remarks[:MOST_REMARKS]]
    more = len(found.remarks) - MOST_REMARKS
    if more > 0:
        remarks.append(f"There are {more} more remarks; skerry convert prints all of them.")
    return Opened(name, [games.open_record(holder, one) for one in found.records], remarks)
