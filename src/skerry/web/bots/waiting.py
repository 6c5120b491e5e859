"""Programs that wait: the streams that are open, how they hear of news, what they are told."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from threading import Lock
from typing import NamedTuple

from django.db import models, transaction
from django.utils import timezone

from skerry.web.base.consumers import announcer
from skerry.web.base.errors import QuotaError
from skerry.web.base.seats import ACCOUNT
from skerry.web.online.challenges import open_challenges
from skerry.web.play.models import KEPT, RUNNING, SavedGame, held_by

MOST_STREAMS = 5  # of one account in one process


class Streams:
    """How many streams each holder has open. All methods may be called by any thread."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._lock = Lock()

    def enter(self, holder: str) -> None:
        """Count one more. Raises QuotaError: there are as many as one account may have."""
        with self._lock:
            if self._open[holder] >= MOST_STREAMS:
                raise QuotaError(
                    f"An account has at most {MOST_STREAMS} streams of events open; close one."
                )
            self._open[holder] += 1

    def leave(self, holder: str) -> None:
        """One was closed."""
        with self._lock:
            self._open[holder] -= 1
            if not self._open[holder]:
                del self._open[holder]


AWAKE = {"type": "awake"}


def player_group(holder: str) -> str:
    """The streams of all programs that act for a holder."""
    return f"bot.{holder.replace(':', '.')}"


def wake_players(*, holders: Sequence[str | None], **_: object) -> None:
    """Let who plays in a game look at it; a receiver of `play.signals.game_changed`."""
    for holder in {one for one in holders if one is not None}:
        if holder.startswith(ACCOUNT):  # nobody else has tokens
            wake(holder)


def wake_invited(*, holder: str, **_: object) -> None:
    """Let who is asked for a game look; receives `online.notifications.invitations_changed`."""
    wake(holder)


def wake_later(holder: str) -> None:
    """As `wake`, once the transaction under way is committed; commands beside the site may ask."""
    transaction.on_commit(partial(wake, holder))


def wake(holder: str) -> None:
    """Let the programs of a holder look what is new, and whether their tokens still count."""
    announcer().tell(player_group(holder), AWAKE)


COLUMNS = ("pk", "version", "game", "to_act", "status", "is_aborted", "first_seat", "second_seat")
LATELY = timedelta(hours=1)
MOST = 500  # games of one program that are looked at, those changed last


class GameSummary(NamedTuple):
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


def running_games(holder: str) -> list[GameSummary]:
    """The games of a holder that go on, the one that changed last first."""
    found = SavedGame.objects.filter(KEPT, held_by(holder), status=RUNNING)
    return [_seen(row, holder) for row in found.values(*COLUMNS)[:MOST]]


def latest_games(holder: str) -> list[GameSummary]:
    """As `running_games`, with those that have changed lately after their end: by an offer, say."""
    lately = models.Q(updated__gt=timezone.now() - LATELY)
    found = SavedGame.objects.filter(KEPT, held_by(holder), models.Q(status=RUNNING) | lately)
    return [_seen(row, holder) for row in found.values(*COLUMNS)[:MOST]]


def invitations(holder: str) -> list[Invitation]:
    """The open challenges that are for a holder alone, the latest first."""
    found = open_challenges().filter(invited__holder=holder, maker__closed=None)
    rows = found.order_by("-created").values_list("pk", "game", "is_rated", "maker__name")
    return [Invitation(*row) for row in rows[:MOST]]


def _seen(row: Mapping[str, object], holder: str) -> GameSummary:
    over = row["status"] != RUNNING
    seats = (row["first_seat"], row["second_seat"])
    to_act = row["to_act"]
    mine = isinstance(to_act, int) and seats[to_act] == holder
    return GameSummary(
        str(row["pk"]), int(str(row["version"])), str(row["game"]), mine and not over, over
    )
