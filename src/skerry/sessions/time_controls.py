"""What time a game may be played with, as values.

A control says what a person has at the beginning, how long that lasts in a turn, and what is left
of it after one. All times are seconds.
"""

import math
from dataclasses import dataclass, fields
from typing import NamedTuple, TypeAlias

from skerry.errors import OptionError

DAY = 86_400.0  # seconds
# What is left when turns are taken back whose increments were used up meanwhile (seconds): nobody
# loses on time by agreeing to it.
LEAST_LEFT = 1.0


class TimeLeft(NamedTuple):
    """What a person has left when a turn begins."""

    seconds: float  # main time, or the time of a turn; below 0 when it was overstepped
    periods: int = 0  # of byo-yomi that are still whole


@dataclass(frozen=True)
class _Control:
    """What the kinds of time have in common."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not (math.isfinite(value) and value >= 0):
                raise OptionError(f"A clock's {field.name} must be a number from 0, not {value}.")


@dataclass(frozen=True)
class Fischer(_Control):
    """So many seconds for the game, and some more after each turn."""

    seconds: float
    increment: float = 0.0

    def full(self) -> TimeLeft:
        """What a person begins with."""
        return TimeLeft(self.seconds)

    def lasts(self, left: TimeLeft) -> float:
        """Seconds that a turn may take; never below 0."""
        return max(0.0, left.seconds)

    def charge(self, left: TimeLeft, spent: float, *, has_played: bool) -> TimeLeft:
        """What is left after a turn that took so long; one given up gains nothing."""
        gained = self.increment if has_played else 0.0
        return TimeLeft(left.seconds - spent + gained)

    def without_turns(self, left: TimeLeft, num_turns: int) -> TimeLeft:
        """What is left once so many turns are taken back: without what was gained by them."""
        rest = left.seconds - num_turns * self.increment
        return TimeLeft(rest if rest > 0 else min(left.seconds, LEAST_LEFT))

    def shown(self, left: TimeLeft, spent: float) -> TimeLeft:
        """What a clock shows within a turn; never below 0."""
        return TimeLeft(max(0.0, left.seconds - spent))


@dataclass(frozen=True)
class ByoYomi(_Control):
    """Main time, then periods: a turn that ends within a period leaves that period whole."""

    seconds: float
    periods: int
    period_seconds: float

    def full(self) -> TimeLeft:
        """What a person begins with."""
        return TimeLeft(self.seconds, self.periods)

    def lasts(self, left: TimeLeft) -> float:
        """Seconds that a turn may take, all periods included; never below 0."""
        return max(0.0, left.seconds + left.periods * self.period_seconds)

    def charge(self, left: TimeLeft, spent: float, *, has_played: bool) -> TimeLeft:
        """What is left after a turn that took so long, played or given up."""
        seconds = left.seconds - spent
        if seconds >= 0:
            return TimeLeft(seconds, left.periods)
        if self.lasts(left) <= spent:
            return TimeLeft(self.lasts(left) - spent)
        # Division rounds, and the last period is not used up while the flag has not fallen.
        used = min(int(-seconds // self.period_seconds), left.periods - 1)
        return TimeLeft(0.0, left.periods - used)

    def without_turns(self, left: TimeLeft, num_turns: int) -> TimeLeft:
        """What is left once turns are taken back: the same, since they gained nothing."""
        return left

    def shown(self, left: TimeLeft, spent: float) -> TimeLeft:
        """What a clock shows within a turn: main time, or that of a period and those after it."""
        if spent < left.seconds:
            return TimeLeft(left.seconds - spent, left.periods)
        rest = max(0.0, self.lasts(left) - spent)
        if rest == 0:
            return TimeLeft(0.0)
        after = max(0, math.ceil(rest / self.period_seconds) - 1)
        return TimeLeft(rest - after * self.period_seconds, after)


@dataclass(frozen=True)
class _EachTurn(_Control):
    """The same time for every turn, whatever was spent before."""

    def lasts(self, left: TimeLeft) -> float:
        """Seconds that a turn may take, vacations not counted."""
        return left.seconds

    def charge(self, left: TimeLeft, spent: float, *, has_played: bool) -> TimeLeft:
        """The same again."""
        return left

    def without_turns(self, left: TimeLeft, num_turns: int) -> TimeLeft:
        """The same again, once turns are taken back."""
        return left

    def shown(self, left: TimeLeft, spent: float) -> TimeLeft:
        """What a clock shows within a turn; never below 0."""
        return TimeLeft(max(0.0, left.seconds - spent))


@dataclass(frozen=True)
class PerTurn(_EachTurn):
    """So many seconds for every turn."""

    seconds: float = 60.0

    def full(self) -> TimeLeft:
        """What a person has for each turn."""
        return TimeLeft(self.seconds)


@dataclass(frozen=True)
class Correspondence(_EachTurn):
    """Days for every turn, and for each person days of vacation in which none counts."""

    days: float
    vacation_days: float = 0

    def full(self) -> TimeLeft:
        """What a person has for each turn."""
        return TimeLeft(self.days * DAY)


TimeControl: TypeAlias = Fischer | ByoYomi | PerTurn | Correspondence
