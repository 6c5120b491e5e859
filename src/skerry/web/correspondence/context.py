"""What every template may know of the games that wait for who looks."""

from collections.abc import Iterable
from contextlib import suppress

from django.core.cache import cache
from django.db import Error
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from skerry.web.accounts.people import find_player
from skerry.web.base.seats import seat_of
from skerry.web.correspondence import waiting

KEPT_SECONDS = 60  # of a number that no change of a game has made void; for a look, no query
NOBODY = -1  # is kept of who has not played with others yet


def num_waiting(request: HttpRequest) -> dict[str, object]:
    """In how many games with somebody else it is one's turn; counted where a page shows it.

    And whether who looks plays with others, so that the page is told when that changes.
    """
    found = SimpleLazyObject(lambda: count(request))
    return {
        "num_waiting": SimpleLazyObject(lambda: max(0, int(str(found)))),
        "plays_with_others": SimpleLazyObject(lambda: int(str(found)) != NOBODY),
    }


def count(request: HttpRequest) -> int:
    """In how many games it is one's turn; NOBODY for who does not play with others."""
    with suppress(Error):  # on a page that says why the database fails
        holder = seat_of(request)
        if holder is not None:
            key = _key(holder)
            found = cache.get(key)
            if found is None:
                found = waiting.num_waiting(holder)
                if not found and find_player(holder) is None:
                    found = NOBODY
                cache.set(key, found, KEPT_SECONDS)
            return int(found)
    return NOBODY


def _key(holder: str) -> str:
    return f"waiting:{holder}"


def forget_counts(holders: Iterable[str | None]) -> None:
    """Count anew for who plays a game that has changed."""
    cache.delete_many([_key(holder) for holder in holders if holder])
