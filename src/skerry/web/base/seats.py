"""Who may act: a browser holds a secret token, and with it seats of the games that it plays."""

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from ...sessions import Seats
from .errors import SeatError
from .tokens import give_token, hash_token, new_token, read_given

Response = TypeVar("Response", bound=HttpResponseBase)


def read_token(request: HttpRequest) -> str | None:
    """The browser's token, None when it has none that counts."""
    known = read_given(request)
    return None if known is None else known.token


def seat_of(request: HttpRequest) -> str | None:
    """What the database knows the browser by: a hash, so that the database opens no seat."""
    token = read_token(request)
    return None if token is None else hash_token(token)


def seated(request: HttpRequest, work: Callable[[str], Response]) -> Response:
    """What `work` answers to the holder of this browser's seat; it gets a token if it has none."""
    token = read_token(request) or new_token()
    response = work(hash_token(token))
    give_token(response, token)
    return response


def check_seat(seats: Seats, holder: str | None) -> None:
    """Refuse to let a browser act in a game that others play.

    For whom it may act now, and whether it is to act, the session says.

    Raises:
        SeatError: it holds no seat there.
    """
    if not seats.held_by(holder):
        raise SeatError(
            "This game was started in another browser, so it can be watched here but not played; "
            "download its record and open it as a game of your own."
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
