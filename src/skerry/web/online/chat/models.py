"""Lines of chat, who does not want to read whom, and what was reported to staff."""

from django.db import models
from django.utils import timezone

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
