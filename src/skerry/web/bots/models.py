"""Tokens by which programs act for an account."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone

LONGEST_TITLE = 40
READ, PLAY = "read", "play"  # what a token may do: look only, or all that its account may
LASTS = timedelta(days=365)  # a token that was forgotten somewhere opens nothing for ever


def _in_a_year() -> datetime:
    return timezone.now() + LASTS


class ApiToken(models.Model):
    """A token that acts for an account; only its hash is kept."""

    hashed = models.CharField(primary_key=True, max_length=64, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    title = models.CharField(max_length=LONGEST_TITLE)  # what its owner calls it
    scope = models.CharField(max_length=8, default=PLAY)
    created = models.DateTimeField(default=timezone.now, editable=False)
    expires = models.DateTimeField(default=_in_a_year)
    seen = models.DateTimeField(null=True)  # when it was last used, to the hour

    def __str__(self) -> str:
        return f"{self.title} of {self.user}"
