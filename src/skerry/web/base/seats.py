"""Who may act: an account, or a browser by its secret token, which is renewed and ends."""

import hashlib
import re
import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, TypeVar

from django.core.cache import cache
from django.core.signing import BadSignature, b62_decode
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from skerry.sessions import Seats
from skerry.web.base.errors import SeatError

# The token by which a browser is known: given with a date, renewed, at last of no use any more.
#
# A browser that comes back within 400 days keeps its seats; browsers forget cookies after as many
# days themselves. Whoever fears that somebody else has a copy of the cookie revokes it: tokens
# given before that moment count no more, and this browser gets one that does.

COOKIE = "skerry_seat"
SALT = "skerry.web.seats"
LASTS = timedelta(days=400)
RENEWED_AFTER = timedelta(days=30)  # by any answer
READ = "skerry.given_token"  # key of a request's META: what `read_given` has found
KNOWN_SECONDS = 60  # that the cache remembers whether a seat was revoked

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


class GivenToken(NamedTuple):
    """A token, and when this browser was given it."""

    token: str
    given: datetime


def read_given(request: HttpRequest) -> GivenToken | None:
    """The browser's token; None when it has none that we signed, or one that counts no more.

    A request asks for it many times, and is answered once.
    """
    if READ not in request.META:
        request.META[READ] = _read(request)
    known: GivenToken | None = request.META[READ]
    return known


def _read(request: HttpRequest) -> GivenToken | None:
    try:
        token = str(request.get_signed_cookie(COOKIE, salt=SALT, max_age=LASTS))
    except (KeyError, BadSignature):
        return None
    # As Django signs it: the token, the moment, and the signature.
    given = datetime.fromtimestamp(b62_decode(request.COOKIES[COOKIE].split(":")[-2]), UTC)
    if not _TOKEN.fullmatch(token) or _is_revoked(hash_token(token), given):
        return None
    return GivenToken(token, given)


def hash_token(token: str) -> str:
    """What is kept or counted in place of a token, or of another text: 64 characters."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """A token nobody can guess, 256 bits."""
    return secrets.token_urlsafe(32)


def give_token(response: HttpResponseBase, token: str) -> None:
    """Let the browser keep its token; no script can read it, no other site can use it."""
    response.set_signed_cookie(
        COOKIE, token, salt=SALT, max_age=LASTS, httponly=True, samesite="Lax"
    )


def renew(request: HttpRequest, response: HttpResponseBase) -> None:
    """Give a browser its token once more, with a page, when its date is some weeks old."""
    is_page = response.headers.get("Content-Type", "").startswith("text/html")
    if COOKIE not in request.COOKIES or COOKIE in response.cookies or not is_page:
        return  # a style sheet for one may be kept by who stands between, cookies and all
    known = read_given(request)
    if known is not None and timezone.now() - known.given > RENEWED_AFTER:
        give_token(response, known.token)


def revoke(holder: str) -> None:
    """Let no token of a seat count that was given before now; what it holds stays where it is."""
    from skerry.web.base.models import RevokedSeat

    # A token's date has whole seconds, and the one that is given now must count.
    before = timezone.now().replace(microsecond=0)
    RevokedSeat.objects.update_or_create(holder=holder, defaults={"before": before})
    RevokedSeat.objects.filter(before__lt=timezone.now() - LASTS).delete()  # all have run out
    cache.delete(_key(holder))


def _is_revoked(holder: str, given: datetime) -> bool:
    from skerry.web.base.models import RevokedSeat

    before: float | None = cache.get(_key(holder))
    if before is None:
        found = RevokedSeat.objects.filter(pk=holder).values_list("before", flat=True).first()
        before = 0.0 if found is None else found.timestamp()
        cache.set(_key(holder), before, KNOWN_SECONDS)
    return given.timestamp() < before


def _key(holder: str) -> str:
    return f"revoked:{holder}"


ACCOUNT = "account:"  # what the holder of an account begins with

Response = TypeVar("Response", bound=HttpResponseBase)


def read_token(request: HttpRequest) -> str | None:
    """The browser's token, None when it has none that counts."""
    known = read_given(request)
    return None if known is None else known.token


def seat_of(request: HttpRequest) -> str | None:
    """The holder that a request comes from; None: a browser that holds nothing yet."""
    return account_of(request) or guest_of(request)


def account_of(request: HttpRequest) -> str | None:
    """The holder of the account that is signed in; None: none is. Without a session, no query."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return None
    return account_holder(user.pk)


def account_holder(number: int) -> str:
    """By what seats and studies know an account, of its number in the database."""
    return f"{ACCOUNT}{number}"


def guest_of(request: HttpRequest) -> str | None:
    """The holder that the browser itself is, whoever is signed in: a hash of its token.

    The database knows no token, and so opens no seat.
    """
    token = read_token(request)
    return None if token is None else hash_token(token)


def seated(request: HttpRequest, work: Callable[[str], Response]) -> Response:
    """What `work` answers to the holder; a browser that is none yet gets a token, and so is one."""
    account = account_of(request)
    if account is not None:
        return work(account)
    token = read_token(request) or new_token()
    response = work(hash_token(token))
    give_token(response, token)
    return response


def check_seat(seats: Seats, holder: str | None) -> None:
    """Refuse to let somebody act in a game that others play: SeatError where it holds no seat.

    For whom it may act now, and whether it is to act, the session says.
    """
    if not seats.held_by(holder):
        raise SeatError(
            "This game was started in another browser or account, so it can be watched here but "
            "not played; download its record and open it as a game of your own."
        )


def check_all_seats(seats: Seats, holder: str | None) -> None:
    """As `check_seat`, for what concerns both persons: a take-back, a rematch, the game's deletion.

    Raises SeatError, too, where another browser holds a seat.
    """
    check_seat(seats, holder)
    if not seats.are_all_held_by(holder):
        raise SeatError(
            "Somebody else plays in this game too, so one of you alone cannot take back a turn, "
            "begin a rematch or delete the game."
        )
