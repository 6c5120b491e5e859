"""Clocks as values: what each person has left, and when a flag falls.

No clock runs here. Moments are numbers of seconds by whatever steady clock the caller reads, always
the same one for a game. Should that be stepped back nevertheless, a moment before the running
turn's beginning counts as its beginning: nobody is charged a negative time, and nobody is charged
for a turn that began later than it.
"""

from dataclasses import dataclass, replace
from typing import TypeVar

from skerry.errors import OptionError
from skerry.sessions.time_controls import DAY, Correspondence, TimeControl, TimeLeft
from skerry.sessions.vacations import Vacation

GRACE_SECONDS = 0.2  # by which a program may overstep: pipes and processes take time

# What a turn took on its way is forgiven within these bounds (seconds), so that a slow line costs
# little, and a false claim of one gains little: in n turns LAG_STOCK + (n - 1) * LAG_REGAINED.
LAG_A_TURN = 1.0  # at most
LAG_STOCK = 3.0  # what a person has of it at the beginning, and never more
LAG_REGAINED = 0.25  # of the stock, after each turn of that person

Item = TypeVar("Item")
FULL_LAG = (LAG_STOCK, LAG_STOCK)
NO_VACATION = (Vacation(), Vacation())


@dataclass(frozen=True)
class Clock:
    """The two persons' time, as it was when the running turn began."""

    control: TimeControl
    left: tuple[TimeLeft, TimeLeft]  # of persons 0 and 1
    began: float | None = None  # the moment when the running turn began; None: none runs
    lag_stock: tuple[float, float] = FULL_LAG  # seconds that may still be forgiven
    vacations: tuple[Vacation, Vacation] = NO_VACATION

    @classmethod
    def full(cls, control: TimeControl) -> "Clock":
        """The clock before the first turn; it does not run."""
        vacation = Vacation()
        if isinstance(control, Correspondence):
            vacation = Vacation(control.vacation_days * DAY)
        return cls(control, (control.full(), control.full()), vacations=(vacation, vacation))

    def begin_turn(self, now: float) -> "Clock":
        """The clock with a turn that runs from now, and nothing charged for the time before."""
        first, second = self.vacations
        return replace(self, began=now, vacations=(first.next_turn(), second.next_turn()))

    def limit(self, person: int) -> float:
        """Seconds that a turn of a person may take, counted from its beginning; never below 0."""
        return self.control.lasts(self.left[person])

    def spent(self, person: int, now: float) -> float:
        """Seconds of the running turn that count against a person; 0 while none runs."""
        if self.began is None:
            return 0.0
        since = max(0.0, now - self.began)
        return max(0.0, since - self.vacations[person].paused_by(self.began, now))

    def shown(self, person: int, now: float, *, is_to_act: bool) -> TimeLeft:
        """What a person's clock shows at a moment; only that of who is to act runs."""
        spent = self.spent(person, now) if is_to_act else 0.0
        return self.control.shown(self.left[person], spent)

    def flag_moment(self, person: int) -> float | None:
        """The moment from which on the flag of a person to act has fallen whatever its line says.

        None while no turn runs. A vacation that is under way counts as going on until its stock is
        used up.
        """
        if self.began is None:
            return None
        end = self.vacations[person].end_of_time(self.began, self.limit(person))
        return end + min(LAG_A_TURN, self.lag_stock[person])

    def has_flagged(self, person: int, now: float, lag: float = 0.0) -> bool:
        """Whether a person's turn that arrives now comes too late.

        Args:
            person: who is to act.
            now: the moment when it arrived.
            lag: seconds that it was on its way, as far as is known; forgiven within the bounds.
        """
        if self.began is None:
            return False
        spent = self.spent(person, now)
        return spent - self._forgiven(person, spent, lag) >= self.limit(person)

    def end_turn(self, person: int, now: float, lag: float = 0.0) -> "Clock":
        """The clock after a turn of a person: charged, given what it gains; the next turn runs.

        Args:
            person: who has played.
            now: the moment when the turn arrived.
            lag: seconds that it was on its way, forgiven within the bounds.
        """
        forgiven = self._forgiven(person, self.spent(person, now), lag)
        rest = min(LAG_STOCK, self.lag_stock[person] - forgiven + LAG_REGAINED)
        charged = self._charge(person, now, forgiven, has_played=True)
        return replace(charged, lag_stock=_with(self.lag_stock, person, rest))

    def drop_turn(self, person: int, now: float) -> "Clock":
        """The clock when a person's running turn is given up: charged, and nothing gained."""
        return self._charge(person, now, 0.0, has_played=False)

    def take_back(self, person: int, num_turns: int) -> "Clock":
        """The clock once so many turns of a person are taken back: what they gained is gone.

        What they took stays spent.
        """
        left = self.control.without_turns(self.left[person], num_turns)
        stock = max(0.0, self.lag_stock[person] - num_turns * LAG_REGAINED)
        return replace(
            self,
            left=_with(self.left, person, left),
            lag_stock=_with(self.lag_stock, person, stock),
        )

    def run_out(self, person: int) -> "Clock":
        """The clock once a person's flag has fallen: nothing is left, and no turn runs."""
        return replace(self, left=_with(self.left, person, TimeLeft(0.0)), began=None)

    def _forgiven(self, person: int, spent: float, lag: float) -> float:
        return max(0.0, min(lag, LAG_A_TURN, self.lag_stock[person], spent))

    def _charge(self, person: int, now: float, forgiven: float, *, has_played: bool) -> "Clock":
        spent = self.spent(person, now) - forgiven
        left = self.control.charge(self.left[person], spent, has_played=has_played)
        begins = now if self.began is None else max(now, self.began)
        return replace(self, left=_with(self.left, person, left)).begin_turn(begins)

    def begin_vacation(self, person: int, now: float) -> "Clock":
        """The clock when a person goes on vacation.

        Raises:
            OptionError: the game knows none, or the stock is used up.
        """
        vacation = self.vacations[person].begin(self.began, now)
        if not isinstance(self.control, Correspondence) or vacation.stock <= 0:
            raise OptionError(
                "There is no vacation left in this game; only games by correspondence have any, so "
                "many days for each player."
            )
        return replace(self, vacations=_with(self.vacations, person, vacation))

    def end_vacation(self, person: int, now: float) -> "Clock":
        """The clock when a person is back; nothing changes for who was not away."""
        back = self.vacations[person].end(self.began, now)
        return replace(self, vacations=_with(self.vacations, person, back))


def _with(pair: tuple[Item, Item], person: int, value: Item) -> tuple[Item, Item]:
    return (value, pair[1]) if person == 0 else (pair[0], value)
