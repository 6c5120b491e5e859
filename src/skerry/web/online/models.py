"""Challenges that somebody asks others to accept; tickets of who wants to be paired; chat."""

import json
import secrets
from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone

from skerry.games.catalogue import info
from skerry.games.info import GameInfo
from skerry.positions import Game, game
from skerry.sessions import SLOW, TimeControl, control_from_data
from skerry.web.play.models import ID_LENGTH, ID_LETTERS
from skerry.web.play.moments import site_time

__all__ = [
    "Challenge",
    "ChatLine",
    "Mute",
    "Report",
    "Ticket",
]

LONGEST = 200  # characters of a line


class ChatLine(models.Model):
    """What one player of a game has written to the other."""

    game = models.ForeignKey("web.SavedGame", models.CASCADE, related_name="+")
    # From 1 on: whoever asks for the lines after one misses none that was stored meanwhile.
    number = models.PositiveIntegerField()
    player = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+")
    text = models.CharField(max_length=LONGEST)
    client_id = models.CharField(max_length=36, null=True)  # of the sender's; None: it gave none
    moment = models.DateTimeField(default=timezone.now)
    is_hidden = models.BooleanField(default=False)  # by staff

    class Meta:
        """Each number of a game once, and so each id of a sender's."""

        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="numbered_once"),
            models.UniqueConstraint(fields=("game", "player", "client_id"), name="said_once"),
        )

    def __str__(self) -> str:
        return self.text


class Mute(models.Model):
    """Somebody who reads nothing that another one writes, in any of their games."""

    muter = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+")
    muted = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+")

    class Meta:
        """Each once."""

        constraints = (models.UniqueConstraint(fields=("muter", "muted"), name="muted_once"),)

    def __str__(self) -> str:
        return f"{self.muter} does not read {self.muted}"


class Report(models.Model):
    """A line that its reader has reported; only one player of a game can, so it is one at most."""

    line = models.OneToOneField(ChatLine, models.CASCADE, related_name="report")
    reporter = models.ForeignKey("accounts.Player", models.CASCADE, related_name="+")
    moment = models.DateTimeField(default=timezone.now)
    handled = models.DateTimeField(null=True, blank=True)  # since when nothing is left to be done

    class Meta:
        """Staff sees the latest first."""

        ordering = ("-moment",)
        verbose_name = "report of chat"
        verbose_name_plural = "reports of chat"

    def __str__(self) -> str:
        return f"{self.reporter} about {self.line.player}"


LINK_LENGTH = 16  # 80 bits: the link is all that leads to a challenge
OPEN_FOR = timedelta(days=7)  # how long one may be accepted
SPEED_LENGTH = 16

OPEN, ACCEPTED, WITHDRAWN, DECLINED = "open", "accepted", "withdrawn", "declined"


def new_link() -> str:
    """An id that nobody guesses."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(LINK_LENGTH))


def _in_a_week() -> datetime:
    return site_time() + OPEN_FOR


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
    # While its maker's page is open this is pushed on; the lobby shows it no longer than that, if
    # both must be there for the game.
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
    def is_shown_while_waiting(self) -> bool:
        """Whether the lobby shows it as long as its maker's page is open, and no longer."""
        return self.is_listed and self.speed != SLOW

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
