"""Who may act: a game belongs to the browser that began it, which holds a secret token."""

import hashlib
import re
import secrets

from django.core.signing import BadSignature
from django.http import HttpRequest
from django.http.response import HttpResponseBase

COOKIE = "skerry_seat"
SALT = "skerry.web.seats"
YEARS = 10 * 365 * 24 * 3600

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


def read_token(request: HttpRequest) -> str | None:
    """The browser's token, None when it has none that we signed."""
    try:
        token = request.get_signed_cookie(COOKIE, salt=SALT)
    except (KeyError, BadSignature):
        return None
    return token if isinstance(token, str) and _TOKEN.fullmatch(token) else None


def seat_of(request: HttpRequest) -> str | None:
    """What the database knows the browser by: a hash, so that the database opens no seat."""
    token = read_token(request)
    return None if token is None else hash_token(token)


def hash_token(token: str) -> str:
    """Hash of a token, 64 characters."""
    return hashlib.sha256(token.encode("ascii")).hexdigest()


def new_token() -> str:
    """A token nobody can guess, 256 bits."""
    return secrets.token_urlsafe(32)


def give_token(response: HttpResponseBase, token: str) -> None:
    """Let the browser keep its token; no script can read it, no other site can use it."""
    response.set_signed_cookie(
        COOKIE, token, salt=SALT, max_age=YEARS, httponly=True, samesite="Lax"
    )
