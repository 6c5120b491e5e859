"""How long turns are on their way, as the sockets of their senders' pages have shown.

Kept in the cache for a minute, so that any process knows what the one with the socket has measured.
What comes without a socket, or from a browser that has not been measured lately, has no lag.
"""

from django.core.cache import cache

from skerry.web.play.models import SavedGame

KEPT_SECONDS = 60


def note_lag(game_id: str, person: int, seconds: float) -> None:
    """A person's page has been measured."""
    cache.set(_key(game_id, person), seconds, KEPT_SECONDS)


def lag_of(saved: SavedGame, holder: str | None) -> float:
    """Seconds that a holder's turn was on its way; 0 where nobody knows, or no clock runs."""
    held = saved.seats.held_by(holder)
    if saved.clock is None or len(held) != 1:
        return 0.0
    known: float | None = cache.get(_key(saved.pk, held[0]))
    return known or 0.0


def _key(game_id: str, person: int) -> str:
    return f"lag:{game_id}:{person}"
