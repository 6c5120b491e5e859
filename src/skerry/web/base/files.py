"""Files that somebody sends, and records as files to be saved."""

import time
from collections.abc import Callable, Sequence
from functools import wraps
from hashlib import blake2b
from typing import NamedTuple

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse

from skerry.errors import RecordError, SkerryError, clipped
from skerry.exchange import FORMATS, Imported, format_named, write
from skerry.record import LARGEST_RECORD, GameRecord
from skerry.web.base.answers import Rest, View
from skerry.web.base.background import Background, Kind
from skerry.web.base.bodies import query_choice
from skerry.web.base.services import service

MOST_REMARKS = 20  # on one file
TOO_MANY = "These are too many at once; open this one by itself."
LONGEST_READING = 5.0  # seconds; the largest record takes four
LARGE = 200_000  # bytes of files that are read in a moment
READING = Kind("reading", "Large files are being read; send yours in a moment.", 4, of_one=2)


class Found(NamedTuple):
    """What one file holds, or a text that was pasted."""

    name: str  # of the file, "" of a text
    records: Sequence[GameRecord]
    remarks: Sequence[str]  # on what could not be read


def reads_large_files(view: View[Rest]) -> View[Rest]:
    """A view that reads files; of those that bring large ones a few do so at a time."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        sizes = (file.size or 0 for files in request.FILES.lists() for file in files[1])
        if sum(sizes) <= LARGE:
            return view(request, *args, **kwargs)
        with service(Background).hold(request, READING):
            return view(request, *args, **kwargs)

    return answer


def found_in(name: str, imported: Imported) -> Found:
    """What was read, with the first remarks on it."""
    remarks = [str(remark) for remark in imported.remarks[:MOST_REMARKS]]
    more = len(imported.remarks) - MOST_REMARKS
    if more > 0:
        remarks.append(f"There are {more} more remarks; skerry convert prints all of them.")
    return Found(name, imported.records, remarks)


def check_size(uploads: "Sequence[UploadedFile[bytes]]") -> None:
    """Whether files are short enough. Raises RecordError."""
    if sum(upload.size or 0 for upload in uploads) > LARGEST_RECORD:
        raise RecordError(f"Records are at most {LARGEST_RECORD:,} bytes long, all of them.")


def read_files(
    uploads: "Sequence[UploadedFile[bytes]]", most: int, read: Callable[[bytes, int], Imported]
) -> list[Found]:
    """What several files hold; what is wrong with one of them is said beside the others.

    Args:
        uploads: the files.
        most: games that are read of all of them.
        read: gives what the bytes of one file hold, so many games at most.

    Raises:
        RecordError: they are too long.
    """
    check_size(uploads)
    found: list[Found] = []
    started = time.monotonic()
    for upload in uploads:
        name = clipped(upload.name or "a file")
        left = most - sum(len(one.records) for one in found)
        if time.monotonic() - started > LONGEST_READING or left <= 0:
            found.append(Found(name, (), (TOO_MANY,)))
            continue
        try:
            found.append(found_in(name, read(upload.read(), left)))
        except SkerryError as error:
            found.append(Found(name, (), (str(error),)))
    return found


WRITING = Kind("records", "Too many games are written to files at once; ask again in a moment.")


def record_file(
    request: HttpRequest, stem: str, saved: str, record: Callable[[], GameRecord]
) -> HttpResponse:
    """The file for `?format=sgf`; without a format the JSON as it is saved, damaged or not.

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
        text = service(Background).ask(
            request, WRITING, key, lambda _: write(record(), wanted.name).text
        )
    response = HttpResponse(text, content_type=wanted.media_type)
    response["Content-Disposition"] = f'attachment; filename="{stem}{wanted.suffix}"'
    return response
