"""What every template may know of who is signed in."""

from contextlib import suppress

from django.db import Error
from django.http import HttpRequest

from skerry.web.accounts.models import User


def account(request: HttpRequest) -> dict[str, User | None]:
    """The account, None for a guest, and on a page that says why the database fails."""
    with suppress(Error):
        user = getattr(request, "user", None)
        # Its truth loads it; a browser without a session costs no query.
        if user is not None and user.is_authenticated:
            return {"account": user}
    return {"account": None}
