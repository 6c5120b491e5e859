"""What a program that waits is told: which of its games have changed.

What is told follows from the database alone; being woken only says that it is time to look. So a
program that was cut off, or whose waking was lost, is told of everything once it is here again.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import NamedTuple

from django.db import models
from django.utils import timezone

from skerry.web.online.models import OPEN, Challenge
from skerry.web.play.models import KEPT, RUNNING, SavedGame, held_by
from skerry.web.play.moments import site_time

COLUMNS = ("pk", "version", "game", "to_act", "status", "is_aborted", "first_seat", "second_seat")
LATELY = timedelta(hours=1)
MOST = 500  # games of one program that are looked at, those changed last


class Seen(NamedTuple):
    """A game, as a program that plays in it is told of it."""

    id: str
    version: int
    game: str
    your_turn: bool
    over: bool


class Invitation(NamedTuple):
    """A challenge that is for somebody alone."""

    id: str
    game: str
    rated: bool
    by: str  # name


def running_games(holder: str) -> list[Seen]:
    """The games of a holder that go on, the one that changed last first."""
    found = SavedGame.objects.filter(KEPT, held_by(holder), status=RUNNING)
    return [_seen(row, holder) for row in found.values(*COLUMNS)[:MOST]]


def latest_games(holder: str) -> list[Seen]:
    """As `running_games`, with those that have changed lately after their end: by an offer, say."""
    lately = models.Q(updated__gt=timezone.now() - LATELY)
    found = SavedGame.objects.filter(KEPT, held_by(holder), models.Q(status=RUNNING) | lately)
    return [_seen(row, holder) for row in found.values(*COLUMNS)[:MOST]]


def invitations(holder: str) -> list[Invitation]:
    """The open challenges that are for a holder alone, the latest first."""
    found = Challenge.objects.filter(
        invited__holder=holder, state=OPEN, expires__gt=site_time(), maker__closed=None
    )
    rows = found.order_by("-created").values_list("pk", "game", "is_rated", "maker__name")
    return [Invitation(*row) for row in rows[:MOST]]


def _seen(row: Mapping[str, object], holder: str) -> Seen:
    over = row["status"] != RUNNING
    seats = (row["first_seat"], row["second_seat"])
    to_act = row["to_act"]
    mine = isinstance(to_act, int) and seats[to_act] == holder
    return Seen(str(row["pk"]), int(str(row["version"])), str(row["game"]), mine and not over, over)
