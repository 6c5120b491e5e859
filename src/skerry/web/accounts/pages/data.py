"""What is kept of somebody, handed out as a file."""

import json
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import HttpResponse

from skerry.web.accounts import belongings, people
from skerry.web.accounts.models import User
from skerry.web.accounts.signing import two_step

FILE = "skerry-data.zip"
ABOUT = """All that this Skerry keeps of you, as JSON.

account.json  name, address, two-step sign-in, and the browsers that are signed in
ratings.json  ratings and rated games
online.json   challenges
play.json     games with their records, which the page "Open a game" reads, and levels beaten
study.json    studies with their reviews
correspondence.json  conditional turns, and whether letters come
"""


def zipped(holder: str | None, user: User | None) -> HttpResponse:
    """A file with what all apps keep of a holder, one document for each.

    It is written piece by piece: somebody may have played thousands of games.
    """
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", ABOUT)
        with archive.open("account.json", "w") as file:
            _write(file, _account(holder, user))
        for name, content in () if holder is None else belongings.personal_data(holder).items():
            with archive.open(f"{name}.json", "w") as file:
                _write(file, content)
    headers = {"Content-Disposition": f'attachment; filename="{FILE}"'}
    return HttpResponse(packed.getvalue(), content_type="application/zip", headers=headers)


def _write(file: IO[bytes], content: Mapping[str, object]) -> None:
    """Write an object as JSON, of whose values some may come one after the other."""
    begin = "{"
    for key, value in content.items():
        file.write(f"{begin}\n {json.dumps(key)}: ".encode())
        if isinstance(value, Iterator):
            _write_list(file, value)
        else:
            file.write(_json(value))
        begin = ","
    file.write(b"\n}" if content else b"{}")


def _write_list(file: IO[bytes], values: Iterator[object]) -> None:
    begin = b"["
    for value in values:
        file.write(begin + b"\n" + _json(value))
        begin = b","
    file.write(b"[]" if begin == b"[" else b"\n]")


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


def _account(holder: str | None, user: User | None) -> dict[str, object]:
    player = people.find_player(holder)
    about: dict[str, object] = {}
    if player is not None:
        about |= {
            "name": player.name,
            "created": player.created.isoformat(),
            "seen": player.seen.isoformat(),
        }
    if user is not None:
        since = two_step.set_up_since(user)
        about |= {
            "email": user.email,
            "email_is_confirmed": user.email_is_confirmed,
            "joined": user.joined.isoformat(),
            "guessed": None if user.guessed is None else user.guessed.isoformat(),
            "two_step_since": None if since is None else since.isoformat(),
            "browsers": [
                {"browser": one.browser, "since": one.since.isoformat()}
                for one in user.sessions.order_by("since")
            ],
        }
    return about
