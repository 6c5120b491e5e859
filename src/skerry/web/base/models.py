"""What the database knows of seats: until when their tokens count no more."""

from django.db import models


class RevokedSeat(models.Model):
    """A seat whose tokens were revoked: none that was given before counts."""

    holder = models.CharField(primary_key=True, max_length=64)  # a hash, as of a seat
    before = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.holder[:8]}: before {self.before}"
