"""Prepared answers to turns of the other one, and what players are told by letters."""

from django.db import models
from django.utils import timezone


class ConditionalTurn(models.Model):
    """If the other one plays a turn of the notes, its owner's turn after it is played by itself.

    The turns are the study's; here stand their numbers in the chapter that follows the game.
    """

    study = models.ForeignKey("study.SavedStudy", models.CASCADE, related_name="+")
    game = models.ForeignKey("web.SavedGame", models.CASCADE, related_name="+")
    person = models.SmallIntegerField()  # for whom it is played
    depth = models.PositiveIntegerField()  # turns of the game, the other one's included
    node = models.PositiveIntegerField()  # the other one's turn
    reply = models.PositiveIntegerField()
    stones = models.TextField(blank=True)  # actions that the turn must hold; "": exactly that turn
    # The game's version when it was last looked whether this is to be played.
    looked = models.PositiveIntegerField(null=True)
    played = models.PositiveIntegerField(null=True)  # the game's version from then on; None: not
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        """A turn has one answer; what is waited for is found without the rest."""

        constraints = (models.UniqueConstraint(fields=("study", "node"), name="answered_once"),)
        indexes = (
            models.Index(
                fields=("game",), condition=models.Q(played=None), name="unplayed_answers"
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id}: {self.node} is answered by {self.reply}"


class Letters(models.Model):
    """An account that wants letters about its games."""

    user = models.OneToOneField("accounts.User", models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)
    # When the last one was sent, or begun to be sent.
    latest = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"letters for {self.user}"


class Notice(models.Model):
    """Something that an account is to be told by a letter; it goes when that was sent."""

    TURN, REMINDER, BEGUN, OVER = "turn", "reminder", "begun", "over"

    letters = models.ForeignKey(Letters, models.CASCADE, related_name="notices")
    game = models.ForeignKey("web.SavedGame", models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8)
    turns_version = models.PositiveIntegerField()  # of the game then
    due = models.DateTimeField(db_index=True)  # not before, by `play.moments.site_time`
    tries = models.PositiveSmallIntegerField(default=0)  # that have failed

    class Meta:
        """Each once."""

        constraints = (
            models.UniqueConstraint(
                fields=("letters", "game", "kind", "turns_version"), name="noticed_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.game_id}"


class LadderNotice(models.Model):
    """That an account is challenged on a ladder; it goes when the letter with it was sent."""

    letters = models.ForeignKey(Letters, models.CASCADE, related_name="ladder_notices")
    ladder = models.ForeignKey("tournaments.Ladder", models.CASCADE, related_name="+")
    due = models.DateTimeField(db_index=True)  # as of a `Notice`
    tries = models.PositiveSmallIntegerField(default=0)  # that have failed

    class Meta:
        """One of a ladder, where one is in one challenge at a time."""

        constraints = (
            models.UniqueConstraint(fields=("letters", "ladder"), name="noticed_once_of_ladder"),
        )

    def __str__(self) -> str:
        return f"challenge on {self.ladder_id}"
