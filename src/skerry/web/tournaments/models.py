"""Tournaments, who entered them, and which game is played at which board."""

import json
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils import timezone

from skerry import tournaments as pure
from skerry.errors import SkerryError
from skerry.games.catalogue import info
from skerry.games.info import GameInfo
from skerry.positions import Game, game
from skerry.sessions import TimeControl, control_from_data, format_control, speed_of
from skerry.web.play.forms import rules_words, short_time
from skerry.web.play.models import ID_LENGTH, new_id

LONGEST_NAME = 50  # characters

SWISS, ROUND_ROBIN = SYSTEMS = (pure.System.SWISS.value, pure.System.ROUND_ROBIN.value)
LADDER = "ladder"  # in a plan, beside SYSTEMS
OPEN, RUNNING, OVER, CLOSED = "open", "running", "over", "closed"


def _stored(text: str) -> dict[str, Any]:
    """What a column has as JSON. Raises TournamentError: it is damaged."""
    try:
        found: dict[str, Any] = json.loads(text)
    except ValueError as error:
        raise pure.TournamentError(f"What is stored cannot be read: {error}") from error
    return found


class Contest(models.Model):
    """What a tournament and a ladder have in common: a name, and how its games are played."""

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_id, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    maker = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+")
    game = models.CharField(max_length=16)  # name in the catalogue
    options = models.TextField()  # of the game, as JSON
    control = models.TextField()  # time control as JSON
    is_rated = models.BooleanField(default=False)
    allows_bots = models.BooleanField(default=False)
    state = models.CharField(max_length=8, default=OPEN, db_index=True)
    data = models.TextField(blank=True, default="")  # the pure value, as JSON
    version = models.PositiveIntegerField(default=0)  # counts every change
    created = models.DateTimeField(default=timezone.now)
    ended = models.DateTimeField(null=True)

    class Meta:
        """No table of its own."""

        abstract = True
        ordering = ("-created",)

    def __str__(self) -> str:
        return self.name

    @property
    def info(self) -> GameInfo:
        """What is played."""
        return info(self.game)

    @property
    def wanted(self) -> Game:
        """The game with all its options. Raises OptionError: this version knows no such game."""
        return game(self.game, **json.loads(self.options))

    @property
    def kind(self) -> str:
        """By what addresses and templates know it: "tournament" or "ladder"."""
        return type(self).__name__.lower()

    @property
    def path(self) -> str:
        """Of its page."""
        return reverse(self.kind, args=[self.pk])

    @property
    def board(self) -> str:
        """What it is played on, and the options that are not usual, in words."""
        return rules_words(self.info, self.wanted.options)

    @property
    def time(self) -> TimeControl:
        """The clock."""
        return control_from_data(json.loads(self.control))

    @property
    def time_words(self) -> str:
        """The clock."""
        return format_control(self.time)

    @property
    def short_time(self) -> str:
        """The clock, in few words."""
        return short_time(self.time)

    @property
    def speed(self) -> str:
        """One of `sessions.SPEEDS`."""
        return speed_of(self.time)

    @property
    def is_known(self) -> bool:
        """Whether this version knows its game: one that it does not must not hide the others."""
        try:
            return bool(self.wanted)
        except SkerryError:
            return False


class Tournament(Contest):
    """A tournament: before it starts a list of entrants, from then on the data of its rounds."""

    system = models.CharField(max_length=16)  # one of SYSTEMS
    # Rounds of a Swiss, 0: as many as find a winner; cycles of a round robin.
    length = models.PositiveSmallIntegerField(default=0)
    # Whether a round is to be paired or games are to begin, which whoever notices it does.
    is_due = models.BooleanField(default=False)
    started = models.DateTimeField(null=True)

    class Meta(Contest.Meta):
        """Sweeps look for the few that are due."""

        indexes = (
            models.Index(fields=("id",), condition=models.Q(is_due=True), name="tournaments_due"),
        )

    @property
    def system_words(self) -> str:
        """How it is played."""
        if self.system == ROUND_ROBIN:
            return f"Round robin{'' if self.length == 1 else ', everyone plays everyone twice'}"
        if not self.length:
            return "Swiss"
        return f"Swiss, {self.length} round{'' if self.length == 1 else 's'}"

    @property
    def value(self) -> pure.Tournament:
        """The rounds. Raises TournamentError: it has not started, or is damaged."""
        return pure.tournament_from_data(_stored(self.data or "null"))

    @value.setter
    def value(self, now: pure.Tournament) -> None:
        self.data = json.dumps(pure.tournament_to_data(now))

    @property
    def known(self) -> pure.Tournament | None:
        """As `value`; None before it has started, and where it is damaged."""
        try:
            return self.value if self.data else None
        except pure.TournamentError:
            return None


class Entry(models.Model):
    """A player who has entered."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    player = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+")
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        """Once each, in the order in which they came."""

        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "player"), name="entered_once"),
        )

    def __str__(self) -> str:
        return f"{self.player} in {self.tournament}"


class Board(models.Model):
    """The game of a pairing."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="boards")
    round = models.PositiveSmallIntegerField()  # from 1
    board = models.PositiveSmallIntegerField()  # index of the pairing in the round
    # None once both players have deleted the game.
    saved = models.OneToOneField("web.SavedGame", models.SET_NULL, null=True, related_name="+")

    class Meta:
        """A pairing has one game, whoever begins it."""

        constraints = (
            models.UniqueConstraint(fields=("tournament", "round", "board"), name="paired_once"),
        )

    def __str__(self) -> str:
        return f"{self.tournament}, round {self.round}, board {self.board + 1}"


class Ladder(Contest):
    """A ladder: an order without end. Its state is OPEN until somebody closes it."""

    # The moment at which time alone decides something, seconds since the epoch; None: never.
    due = models.FloatField(null=True, db_index=True)

    @property
    def value(self) -> pure.Ladder:
        """The rungs and challenges. Raises TournamentError: it is damaged."""
        if not self.data:
            return pure.Ladder()
        return pure.ladder_from_data(_stored(self.data))

    @value.setter
    def value(self, now: pure.Ladder) -> None:
        self.data = json.dumps(pure.ladder_to_data(now))

    @property
    def known(self) -> pure.Ladder | None:
        """As `value`; None where it is damaged."""
        try:
            value = self.value
            return value if all(int(one) for one in value.players) else None
        except (pure.TournamentError, ValueError):
            return None


class Member(models.Model):
    """A player who stands on a ladder."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="members")
    player = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+")
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        """Once each."""

        constraints = (models.UniqueConstraint(fields=("ladder", "player"), name="joined_once"),)

    def __str__(self) -> str:
        return f"{self.player} on {self.ladder}"


class LadderGame(models.Model):
    """The game of a challenge."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="games")
    challenger = models.ForeignKey("accounts.Player", models.PROTECT, related_name="+")
    # None once both players have deleted the game.
    saved = models.OneToOneField("web.SavedGame", models.SET_NULL, null=True, related_name="+")
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        """The latest first."""

        ordering = ("-created", "-pk")

    def __str__(self) -> str:
        return f"{self.challenger} on {self.ladder}"
