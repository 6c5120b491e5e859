"""Challenges: games that somebody asks others to play. Tickets: who wants to be paired.

The tables of the chat are the room's of that name; Django looks for them here.
"""

import json
import secrets
from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone

from skerry.games.catalogue import info
from skerry.games.contract import GameInfo
from skerry.positions import Game, game
from skerry.sessions import SPEEDS, TimeControl, control_from_data
from skerry.web.online.chat.models import ChatLine, Mute, Report
from skerry.web.play.models import ID_LENGTH, ID_LETTERS
from skerry.web.play.moments import site_time

__all__ = ["Challenge", "ChatLine", "Mute", "Report", "Ticket"]

LINK_LENGTH = 16  # 80 bits: the link is all that leads to a challenge
KEPT = timedelta(days=7)  # how long one may be accepted
SLOW = SPEEDS[-1]  # of games whose players need not be there at the same time
SPEED_LENGTH = 16

OPEN, ACCEPTED, WITHDRAWN, DECLINED = "open", "accepted", "withdrawn", "declined"


def new_link() -> str:
    """An id that nobody guesses."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(LINK_LENGTH))


def _in_a_week() -> datetime:
    return site_time() + KEPT


class Challenge(models.Model):
    """A game that somebody asks for; whoever has its link may accept it, once."""

    id = models.CharField(
        primary_key=True, max_length=LINK_LENGTH, default=new_link, editable=False
    )
    maker = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+")
    # Who alone may accept it; None: whoever has its link.
    invited = models.ForeignKey("accounts.Player", models.CASCADE, null=True, related_name="+")
    game = models.CharField(max_length=16)  # name in the catalogue
    options = models.TextField()  # of the game, as JSON
    seed = models.BigIntegerField(null=True)  # of a start that is drawn; None: any
    prepared = models.BooleanField(default=False)  # whether the set-up is drawn too
    side = models.CharField(max_length=8)  # of the maker: first, second or random
    control = models.TextField(blank=True)  # time control as JSON; "" without a clock
    state = models.CharField(max_length=10, default=OPEN)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField(default=_in_a_week, db_index=True)  # by `site_time`
    begun = models.CharField(max_length=ID_LENGTH, blank=True, default="")  # id of its game
    is_rated = models.BooleanField(default=False)
    is_listed = models.BooleanField(default=False)  # whether the lobby shows it
    speed = models.CharField(max_length=SPEED_LENGTH, default=SLOW)  # by its clock
    # While its maker's page is open this is pushed on; a quick game is shown no longer than that.
    waits_until = models.DateTimeField(default=timezone.now)

    class Meta:
        """The lobby reads the few that are listed and open."""

        indexes = (
            models.Index(
                fields=("-created",),
                condition=models.Q(is_listed=True, state="open"),
                name="challenges_listed",
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} asked for by {self.maker}"

    @property
    def info(self) -> GameInfo:
        """What is to be played."""
        return info(self.game)

    @property
    def wanted(self) -> Game:
        """The game with all its options. Raises OptionError: this version knows no such game."""
        return game(self.game, **json.loads(self.options))

    @property
    def time(self) -> TimeControl | None:
        """The clock; None: nobody looks at the time."""
        return control_from_data(json.loads(self.control)) if self.control else None

    @property
    def is_open(self) -> bool:
        """Whether it may still be accepted."""
        return self.state == OPEN and site_time() < self.expires


class Ticket(models.Model):
    """Somebody who wants to be paired for a game of a kind, as long as their page is open."""

    player = models.OneToOneField("accounts.Player", models.CASCADE, related_name="+")
    game = models.CharField(max_length=16)  # name in the catalogue
    speed = models.CharField(max_length=SPEED_LENGTH)
    is_rated = models.BooleanField(default=False)
    since = models.DateTimeField(default=timezone.now)
    seen = models.DateTimeField(default=timezone.now)  # when their page was open last
    begun = models.CharField(max_length=ID_LENGTH, blank=True, default="")  # id of the game

    class Meta:
        """Those who wait are looked up by what they wait for."""

        indexes = (
            models.Index(
                fields=("game", "speed", "is_rated"),
                condition=models.Q(begun=""),
                name="tickets_waiting",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} waits for {self.game}, {self.speed}"
