"""What every template may know of the games that wait for who looks."""

from collections.abc import Iterable
from contextlib import suppress

from django.core.cache import cache
from django.db import DatabaseError
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from ..base.seats import seat_of
from ..play import games

KEPT_SECONDS = 60  # of a number that no change of a game has made void; for a look, no query


def num_waiting(request: HttpRequest) -> dict[str, object]:
    """In how many games with somebody else it is one's turn; counted where a page shows it."""
    return {"num_waiting": SimpleLazyObject(lambda: _count(request))}


def _count(request: HttpRequest) -> int:
    with suppress(DatabaseError):  # on a page that says why the database fails
        holder = seat_of(request)
        if holder is not None:
            key = _key(holder)
            found = cache.get(key)
            if found is None:
                found = games.waiting_for(holder).count()
                cache.set(key, found, KEPT_SECONDS)
            return int(found)
    return 0


def _key(holder: str) -> str:
    return f"waiting:{holder}"


def forget_counts(holders: Iterable[str | None]) -> None:
    """Count anew for who plays a game that has changed."""
    cache.delete_many([_key(holder) for holder in holders if holder])
