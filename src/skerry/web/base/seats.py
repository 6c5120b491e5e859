"""Who may act: an account that is signed in, or else a browser, by the secret token that it keeps.

Either is a *holder*, a text of at most 64 characters, and holds seats of the games that it plays.
"""

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from skerry.sessions import Seats
from skerry.web.base.errors import SeatError
from skerry.web.base.tokens import give_token, hash_token, new_token, read_given

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
    """Refuse to let somebody act in a game that others play.

    For whom it may act now, and whether it is to act, the session says.

    Raises:
        SeatError: it holds no seat there.
    """
    if not seats.held_by(holder):
        raise SeatError(
            "This game was started in another browser or account, so it can be watched here but "
            "not played; download its record and open it as a game of your own."
        )


def check_all_seats(seats: Seats, holder: str | None) -> None:
    """As `check_seat`, for what concerns both persons: a take-back, a rematch, the game's deletion.

    Raises:
        SeatError: it holds no seat there, or another browser holds one too.
    """
    check_seat(seats, holder)
    if not seats.are_all_held_by(holder):
        raise SeatError(
            "Somebody else plays in this game too, so one of you alone cannot take back a turn, "
            "begin a rematch or delete the game."
        )
