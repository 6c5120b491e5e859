"""What is kept of somebody, handed out as a file."""

import json
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.http import HttpResponse

from .. import belongings, people
from ..models import User

FILE = "skerry-data.zip"
ABOUT = """All that this Skerry keeps of you, as JSON.

account.json  name, address, and the browsers that are signed in
ratings.json  ratings and rated games
online.json   challenges
play.json     games with their records, which the page "Open a game" reads, and levels beaten
study.json    studies with their reviews
correspondence.json  conditional turns, and whether letters come
"""


def zipped(holder: str | None, user: User | None) -> HttpResponse:
    """A file with what all apps keep of a holder, one document for each."""
    found: dict[str, object] = {"account": _account(holder, user)}
    if holder is not None:
        found |= belongings.personal_data(holder)
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", ABOUT)
        for name, content in found.items():
            archive.writestr(f"{name}.json", json.dumps(content, ensure_ascii=False, indent=1))
    headers = {"Content-Disposition": f'attachment; filename="{FILE}"'}
    return HttpResponse(packed.getvalue(), content_type="application/zip", headers=headers)


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
        about |= {
            "email": user.email,
            "email_is_confirmed": user.email_is_confirmed,
            "joined": user.joined.isoformat(),
            "guessed": None if user.guessed is None else user.guessed.isoformat(),
            "browsers": [
                {"browser": one.browser, "since": one.since.isoformat()}
                for one in user.sessions.order_by("since")
            ],
        }
    return about
