"""Clocks as values: what time a game is played with, and what each person has left.

No clock runs here. Moments are numbers of seconds by whatever steady clock the caller reads, always
the same one for a game.
"""

from dataclasses import dataclass, replace

GRACE_SECONDS = 0.2  # by which a program may overstep: pipes and processes take time


@dataclass(frozen=True)
class TimeControl:
    """Seconds for a game, and more for each turn; without, so many for each turn."""

    seconds: float | None = None
    increment: float = 0.0
    turn_seconds: float = 60.0


@dataclass(frozen=True)
class Clock:
    """The two persons' time, as it was when the running turn began."""

    control: TimeControl
    left: tuple[float, float]  # seconds of persons 0 and 1; below 0 when one has overstepped
    began: float | None = None  # the moment when the running turn began; None: none runs

    @classmethod
    def full(cls, control: TimeControl) -> "Clock":
        """The clock before the first turn; it does not run."""
        seconds = control.turn_seconds if control.seconds is None else control.seconds
        return cls(control, (seconds, seconds))

    def begin_turn(self, now: float) -> "Clock":
        """The clock with a turn that runs from now, and nothing charged for the time before."""
        return replace(self, began=now)

    def limit(self, person: int) -> float:
        """Seconds that a turn of a person may take, counted from its beginning; never below 0."""
        return max(0.0, self.left[person])

    def end_turn(self, person: int, now: float) -> "Clock":
        """The clock after a turn of a person: charged, given the increment; the next turn runs."""
        return self._charge(person, now, self.control.increment)

    def drop_turn(self, person: int, now: float) -> "Clock":
        """The clock when a person's running turn is given up for another: charged, no increment."""
        return self._charge(person, now, 0.0)

    def _charge(self, person: int, now: float, gained: float) -> "Clock":
        running = self.begin_turn(now)
        if self.control.seconds is None:  # every turn has the same time
            return running
        spent = 0.0 if self.began is None else max(0.0, now - self.began)
        after = self.left[person] - spent + gained
        left = (after, self.left[1]) if person == 0 else (self.left[0], after)
        return replace(running, left=left)
