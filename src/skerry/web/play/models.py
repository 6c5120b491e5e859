"""Saved games. The record is the truth; the other columns tell what lists and locks need of it."""

import secrets

from django.db import models

from skerry.record import COMPUTER
from skerry.sessions import Seat, Seats

ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that is mistaken for another
ID_LENGTH = 10
LONGEST_NAME = 40  # of a player, in characters

RUNNING, OVER = "running", "over"
DRAWN = -1  # nobody has won
BOTH = 3  # of `SavedGame.played_by`
LEAST_TURNS = 2  # of a game that has come to anything: one of each person

# Who may see a game: who plays in it; whoever has its address; everybody, who may find it as well.
PRIVATE, BY_LINK, PUBLIC = VISIBILITIES = ("private", "link", "public")

# Seconds without a heartbeat after which the site counts as having stood still since the last one.
GAP = 3.0

KEPT = models.Q(deleted=None)  # games that are there; a deleted one waits for its undoing

# Games in which nobody has done anything yet: as they began, or with the computer's first turn.
UNTOUCHED = models.Q(version=0, num_turns=0) | models.Q(version=1, num_turns=1, computer=0)
LISTED_VERSION = 2  # of a game that begins as a touched one: lists show it from then on

# Games of two holders, who are not the same; the computer holds no seat.
OF_TWO = models.Q(first_seat__isnull=False, second_seat__isnull=False)
OF_TWO &= ~models.Q(first_seat=models.F("second_seat"))


def held_by(holder: str) -> models.Q:
    """The games in which a holder has a seat."""
    return models.Q(first_seat=holder) | models.Q(second_seat=holder)


def new_id() -> str:
    """A short random id: 50 bits, so that nobody finds another's game by guessing."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


class SavedGame(models.Model):
    """A game at this site, as far as it has been played."""

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    # Who acts for person 0 and person 1: "account:NUMBER", or the hash of a browser's token; None:
    # the computer, or somebody who is gone.
    first_seat = models.CharField(max_length=64, null=True, db_index=True)
    second_seat = models.CharField(max_length=64, null=True, db_index=True)
    record = models.TextField()  # GameRecord as JSON
    version = models.PositiveIntegerField(default=0)  # counts every change of this row

    game = models.CharField(max_length=16)  # name in the catalogue
    level = models.CharField(max_length=16, blank=True)  # of the computer, "" between friends
    computer = models.SmallIntegerField(null=True)  # the person it plays, 0 or 1
    num_turns = models.PositiveIntegerField(default=0)
    to_act = models.SmallIntegerField(null=True, default=0)  # person, None when over
    # Of its last positions while two holders play it, by which `closed` finds it; else None.
    position_key = models.BigIntegerField(null=True)
    key_before = models.BigIntegerField(null=True)  # of the position a turn ago
    key_two_before = models.BigIntegerField(null=True)
    # Turns whose positions are everybody's; 0 where it began at a position that was set up.
    opening_turns = models.PositiveSmallIntegerField(default=4)
    status = models.CharField(max_length=8, default=RUNNING)
    winner = models.SmallIntegerField(null=True)  # person or DRAWN; None while it goes on
    summary = models.CharField(max_length=200, blank=True)  # one line for the list
    visibility = models.CharField(max_length=8, default=BY_LINK)
    trouble = models.CharField(max_length=300, blank=True)  # why the computer does not answer
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    deleted = models.DateTimeField(null=True, db_index=True)  # when; None: it is not

    turns_version = models.PositiveIntegerField(default=0)  # `version` when its turns last changed
    clock = models.TextField(null=True)  # Clock as JSON; None: nobody looks at the time
    offers = models.TextField(blank=True, default="")  # Offers as JSON, "" where there are none
    # The moment from which on who is to act has lost on time, seconds since the epoch; None: never.
    deadline = models.FloatField(null=True, db_index=True)
    is_aborted = models.BooleanField(default=False)  # called off, without a result
    # Who has ever played a turn, also one that was taken back: 1 for person 0 plus 2 for person 1.
    played_by = models.PositiveSmallIntegerField(default=0)
    # The person who has ended it before playing in it: by calling it off, resigning, or on time.
    ended_early_by = models.SmallIntegerField(null=True)
    next_game = models.CharField(max_length=ID_LENGTH, blank=True, default="")  # its rematch
    is_rated = models.BooleanField(default=False)  # whether both play for their ratings
    # The tournament or ladder that it is played for, and the path of its page; "" for none.
    event = models.CharField(max_length=60, blank=True, default="")
    event_path = models.CharField(max_length=60, blank=True, default="")

    class Meta:
        """The list shows the latest first."""

        ordering = ("-updated",)
        indexes = (
            # Of the few games that have one: any other costs nothing.
            *(
                models.Index(
                    fields=(column,),
                    condition=models.Q(**{f"{column}__isnull": False}),
                    name=name,
                )
                for column, name in (
                    ("position_key", "running_positions"),
                    ("key_before", "running_before"),
                    ("key_two_before", "running_two_before"),
                )
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.id}: {self.summary}"

    @property
    def seats(self) -> Seats:
        """Who plays; the record, which may be damaged, is not asked."""
        holders = (self.first_seat, self.second_seat)
        first, second = (
            Seat(COMPUTER, self.level) if person == self.computer else Seat(holder=holder)
            for person, holder in enumerate(holders)
        )
        return Seats(first, second)

    def may_be_seen_by(self, holder: str | None) -> bool:
        """Whether it may be looked at, its pictures and its record included."""
        return self.visibility != PRIVATE or bool(self.seats.held_by(holder))

    @property
    def both_have_played(self) -> bool:
        """Whether it has come to anything; games of older versions tell by their turns alone."""
        return self.played_by == BOTH or self.num_turns >= LEAST_TURNS

    @property
    def holder(self) -> str:
        """A browser that plays in it: the only one, or person 0's."""
        return self.first_seat or self.second_seat or ""

    @property
    def waits_for_computer(self) -> bool:
        """Whether the computer is to act."""
        return self.computer is not None and self.to_act == self.computer


class PlayedTurn(models.Model):
    """A turn that came with an id of its sender's: sent again, it is known and changes nothing."""

    game = models.ForeignKey(SavedGame, models.CASCADE, related_name="+")
    person = models.SmallIntegerField()  # for whom its sender plays; of two persons, the first
    client_id = models.CharField(max_length=36)
    version_after = models.PositiveIntegerField()  # of the game

    class Meta:
        """Each id once, so that of two that arrive at the same time one is played."""

        constraints = (
            models.UniqueConstraint(fields=("game", "person", "client_id"), name="played_once"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}: {self.client_id}"


class SiteClock(models.Model):
    """How the clock of games was set on a machine, since that was started last."""

    boot = models.CharField(primary_key=True, max_length=36)  # which start of which machine
    offset = models.FloatField()  # seconds since the epoch at the zero of its steady clock

    def __str__(self) -> str:
        return f"{self.boot}: {self.offset}"


class Heartbeat(models.Model):
    """When a process of the site could take turns last, and for how long none could before.

    One row for the site. See `moments.Moments`, which alone reads and writes it.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    last = models.FloatField()  # seconds since the epoch
    lost = models.FloatField(default=0.0)  # seconds in all that no moment counts

    def __str__(self) -> str:
        return f"last {self.last}, lost {self.lost}"

    def moment(self, real: float) -> float:
        """The moment at a time, in seconds since the epoch; it stands still without heartbeats."""
        return (real if abs(real - self.last) <= GAP else self.last) - self.lost

    def next(self, real: float, gap: float) -> "Heartbeat":
        """The row after a heartbeat at a time.

        Args:
            real: seconds since the epoch; before the last heartbeat, where a clock was set back.
            gap: seconds from which on the site counts as having stood still.
        """
        if abs(real - self.last) <= gap:
            return Heartbeat(last=max(real, self.last), lost=self.lost)
        return Heartbeat(last=real, lost=self.lost + real - self.last)


class BeatenLevel(models.Model):
    """A level of the computer that somebody has beaten; it outlives the game."""

    holder = models.CharField(max_length=64, db_index=True)  # as of a seat
    game = models.CharField(max_length=16)
    level = models.CharField(max_length=16)

    class Meta:
        """Each level once."""

        constraints = (
            models.UniqueConstraint(fields=("holder", "game", "level"), name="beaten_once"),
        )

    def __str__(self) -> str:
        return f"{self.game}: level {self.level} beaten"
