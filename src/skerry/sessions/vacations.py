"""Vacations in games by correspondence: days in stock, during which a turn's time stands still."""

from typing import NamedTuple


class Vacation(NamedTuple):
    """What a person has of vacation in a game. Moments and lengths are seconds."""

    stock: float = 0.0  # left, as it was when the vacation under way began
    since: float | None = None  # when that began; None: there is none
    paused: float = 0.0  # of the running turn, by vacations that have ended in it

    @property
    def ends(self) -> float | None:
        """When the vacation under way ends by itself, None where there is none."""
        return None if self.since is None else self.since + self.stock

    def is_away(self, now: float) -> bool:
        """Whether a vacation is under way."""
        return self.ends is not None and now < self.ends

    def paused_by(self, began: float, now: float) -> float:
        """Seconds of a turn that began then which have not counted up to now."""
        return self.paused + self._overlap(began, now)

    def _overlap(self, began: float, now: float) -> float:
        if self.since is None or self.ends is None:
            return 0.0
        return max(0.0, min(now, self.ends) - max(began, self.since))

    def end_of_time(self, began: float, lasts: float) -> float:
        """The moment when a turn that began then, and may take so long, has used up its time."""
        end = began + self.paused + lasts
        if self.since is None or self.ends is None or self.since >= end:
            return end  # a vacation that begins after that comes too late
        return end + self._overlap(began, self.ends)

    def left(self, now: float) -> float:
        """Seconds of the stock that are left."""
        since = now if self.since is None else self.since
        return max(0.0, self.stock - max(0.0, now - since))

    def begin(self, began: float | None, now: float) -> "Vacation":
        """The vacation that begins now, one that is under way goes on. Arguments as `end`."""
        return self if self.is_away(now) else self.end(began, now)._replace(since=now)

    def end(self, began: float | None, now: float) -> "Vacation":
        """What is left when the vacation ends now, or has ended by itself before.

        Args:
            began: when the running turn began; None: no turn runs.
            now: the moment.
        """
        if self.since is None:
            return self
        paused = self.paused if began is None else self.paused_by(began, now)
        return Vacation(self.left(now), None, paused)

    def next_turn(self) -> "Vacation":
        """The same for a turn that begins now."""
        return self._replace(paused=0.0)
