"""Time: what a game may be played with, vacations, and clocks that run."""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import NamedTuple, TypeAlias, TypeVar

from skerry.core.numbers import counted
from skerry.errors import OptionError, quoted
from skerry.record.parts import Data

# What time a game may be played with, as values.
#
# A control says what a person has at the beginning, how long that lasts in a turn, and what is left
# of it after one. All times are seconds.

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
    """The kinds of time; here with the same time for every turn, whatever was spent before."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not (math.isfinite(value) and value >= 0):
                raise OptionError(f"A clock's {field.name} must be a number from 0, not {value}.")

    def lasts(self, left: TimeLeft) -> float:
        """Seconds that a turn may take, vacations not counted; never below 0."""
        return max(0.0, left.seconds)

    def charge(self, left: TimeLeft, spent: float, *, has_played: bool) -> TimeLeft:
        """What is left after a turn that took so long; one given up gains nothing."""
        return left

    def without_turns(self, left: TimeLeft, num_turns: int) -> TimeLeft:
        """What is left once so many turns are taken back: without what was gained by them."""
        return left

    def shown(self, left: TimeLeft, spent: float) -> TimeLeft:
        """What a clock shows within a turn; never below 0."""
        return TimeLeft(max(0.0, left.seconds - spent))


@dataclass(frozen=True)
class Fischer(_Control):
    """So many seconds for the game, and some more after each turn."""

    seconds: float
    increment: float = 0.0

    def full(self) -> TimeLeft:
        """What a person begins with."""
        return TimeLeft(self.seconds)

    def charge(self, left: TimeLeft, spent: float, *, has_played: bool) -> TimeLeft:
        """What is left after a turn that took so long; one given up gains nothing."""
        gained = self.increment if has_played else 0.0
        return TimeLeft(left.seconds - spent + gained)

    def without_turns(self, left: TimeLeft, num_turns: int) -> TimeLeft:
        """What is left once so many turns are taken back: without what was gained by them."""
        rest = left.seconds - num_turns * self.increment
        return TimeLeft(rest if rest > 0 else min(left.seconds, LEAST_LEFT))


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
class PerTurn(_Control):
    """So many seconds for every turn."""

    seconds: float = 60.0

    def full(self) -> TimeLeft:
        """What a person has for each turn."""
        return TimeLeft(self.seconds)


@dataclass(frozen=True)
class Correspondence(_Control):
    """Days for every turn, and for each person days of vacation in which none counts."""

    days: float
    vacation_days: float = 0

    def full(self) -> TimeLeft:
        """What a person has for each turn."""
        return TimeLeft(self.days * DAY)


TimeControl: TypeAlias = Fischer | ByoYomi | PerTurn | Correspondence


SPEEDS = ("blitz", "rapid", "classical", "correspondence")
SLOW = SPEEDS[-1]  # of games whose players need not be there at the same time
TURNS = 40  # of a person in a game, to compare clocks by
BLITZ, RAPID = 480.0, 1500.0  # seconds of a person for such a game, up to which it is of a speed


def speed_of(control: TimeControl | None) -> str:
    """The speed of a game, one of SPEEDS; without a clock it is that of correspondence."""
    match control:
        case None | Correspondence():
            return SLOW
        case Fischer(seconds, increment):
            expected = seconds + TURNS * increment
        case ByoYomi(seconds, _, period_seconds):
            # Most turns within a period end well before it does.
            expected = seconds + TURNS * period_seconds / 2
        case PerTurn(seconds):
            expected = TURNS * seconds / 2
    return SPEEDS[0 if expected < BLITZ else 1 if expected < RAPID else 2]


def format_control(control: TimeControl | None) -> str:
    """A time control in words, such as "5 min + 3 s"."""
    match control:
        case None:
            return "no clock"
        case Fischer(seconds, increment):
            return f"{_length(seconds)} + {increment:g} s"
        case ByoYomi(seconds, periods, period_seconds):
            return f"{_length(seconds)} + {periods} × {_length(period_seconds)}"
        case PerTurn(seconds):
            return f"{_length(seconds)} a turn"
        case Correspondence(days, vacation_days):
            away = f", {counted(int(vacation_days), 'day')} of vacation" if vacation_days else ""
            return f"{counted(int(days), 'day')} a turn{away}"


def _length(seconds: float) -> str:
    return f"{seconds / 60:g} min" if seconds >= 60 and seconds % 15 == 0 else f"{seconds:g} s"


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

        `began` is when the running turn began; None: no turn runs.
        """
        if self.since is None:
            return self
        paused = self.paused if began is None else self.paused_by(began, now)
        return Vacation(self.left(now), None, paused)

    def next_turn(self) -> "Vacation":
        """The same for a turn that begins now."""
        return self._replace(paused=0.0)


GRACE_SECONDS = 0.2  # by which a program may overstep: pipes and processes take time

# What a turn took on its way is forgiven within these bounds (seconds), so that a slow line costs
# little, and a false claim of one gains little: in n turns LAG_STOCK + (n - 1) * LAG_REGAINED.
LAG_A_TURN = 1.0  # at most
LAG_STOCK = 3.0  # what a person has of it at the beginning, and never more
LAG_REGAINED = 0.25  # of the stock, after each turn of that person

Item = TypeVar("Item")


@dataclass(frozen=True)
class Clock:
    """The two persons' time, as it was when the running turn began."""

    control: TimeControl
    left: tuple[TimeLeft, TimeLeft]  # of persons 0 and 1
    began: float | None = None  # the moment when the running turn began; None: none runs
    lag_stock: tuple[float, float] = (LAG_STOCK, LAG_STOCK)  # seconds that may still be forgiven
    vacations: tuple[Vacation, Vacation] = (Vacation(), Vacation())

    @classmethod
    def full(cls, control: TimeControl) -> "Clock":
        """The clock before the first turn; it does not run."""
        days = control.vacation_days if isinstance(control, Correspondence) else 0
        vacation, left = Vacation(days * DAY), control.full()
        return cls(control, (left, left), vacations=(vacation, vacation))

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
        """Whether the turn of a person to act, which arrives now, comes too late.

        The seconds that it was on its way, as far as is known, are forgiven within the bounds.
        """
        if self.began is None:
            return False
        spent = self.spent(person, now)
        return spent - self._forgiven(person, spent, lag) >= self.limit(person)

    def end_turn(self, person: int, now: float, lag: float = 0.0) -> "Clock":
        """The clock after a turn that arrived now: charged, given what it gains; the next one runs.

        The seconds that it was on its way are forgiven within the bounds.
        """
        forgiven = self._forgiven(person, self.spent(person, now), lag)
        rest = min(LAG_STOCK, self.lag_stock[person] - forgiven + LAG_REGAINED)
        charged = self._charge(person, now, forgiven, has_played=True)
        return replace(charged, lag_stock=with_item(self.lag_stock, person, rest))

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
            left=with_item(self.left, person, left),
            lag_stock=with_item(self.lag_stock, person, stock),
        )

    def run_out(self, person: int) -> "Clock":
        """The clock once a person's flag has fallen: nothing is left, and no turn runs."""
        return replace(self, left=with_item(self.left, person, TimeLeft(0.0)), began=None)

    def _forgiven(self, person: int, spent: float, lag: float) -> float:
        return max(0.0, min(lag, LAG_A_TURN, self.lag_stock[person], spent))

    def _charge(self, person: int, now: float, forgiven: float, *, has_played: bool) -> "Clock":
        spent = self.spent(person, now) - forgiven
        left = self.control.charge(self.left[person], spent, has_played=has_played)
        begins = now if self.began is None else max(now, self.began)
        return replace(self, left=with_item(self.left, person, left)).begin_turn(begins)

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
        return replace(self, vacations=with_item(self.vacations, person, vacation))

    def end_vacation(self, person: int, now: float) -> "Clock":
        """The clock when a person is back; nothing changes for who was not away."""
        back = self.vacations[person].end(self.began, now)
        return replace(self, vacations=with_item(self.vacations, person, back))


def with_item(pair: tuple[Item, Item], person: int, value: Item) -> tuple[Item, Item]:
    """A pair with another value for one of the two persons."""
    return (value, pair[1]) if person == 0 else (pair[0], value)


KINDS: dict[str, Callable[..., TimeControl]] = {
    "fischer": Fischer,
    "byoyomi": ByoYomi,
    "turn": PerTurn,
    "correspondence": Correspondence,
}
LARGEST = 1e15  # seconds, of any moment or length

# What somebody may ask for, by kind and name: the least, the most, and whether only whole numbers.
BOUNDS: dict[str, dict[str, tuple[float, float, bool]]] = {
    "fischer": {"seconds": (10, 36_000, False), "increment": (0, 600, False)},
    "byoyomi": {
        "seconds": (0, 36_000, False),
        "periods": (1, 30, True),
        "period_seconds": (3, 3_600, False),
    },
    "turn": {"seconds": (5, 3_600, False)},
    "correspondence": {"days": (1, 30, True), "vacation_days": (0, 60, True)},
}


def control_to_data(control: TimeControl) -> Data:
    """A time control as JSON data: its kind, and its numbers by name."""
    kind = next(name for name, made in KINDS.items() if type(control) is made)
    return {"kind": kind, **{name: getattr(control, name) for name in BOUNDS[kind]}}


def control_from_data(data: object) -> TimeControl:
    """The time control that somebody asks for.

    Raises:
        OptionError: no known kind, a name that is missing or unknown, or a number out of bounds.
    """
    kind, numbers = _parts(data)
    for name, (least, most, whole) in BOUNDS[kind].items():
        value = numbers[name]
        if not least <= value <= most or (whole and value != int(value)):
            what = "a whole number" if whole else "a number"
            raise OptionError(
                f"The clock's {name} must be {what} from {least:g} to {most:g}, not {value:g}."
            )
    return _made(kind, numbers)


def _parts(data: object) -> tuple[str, dict[str, float]]:
    """A kind and its numbers, all of them. Raises OptionError."""
    given = dict(data) if isinstance(data, Mapping) else {}
    kind = given.pop("kind", None)
    if not isinstance(kind, str) or kind not in KINDS:
        raise OptionError(f"The clock's kind must be one of {', '.join(KINDS)}.")
    if given.keys() != BOUNDS[kind].keys():
        raise OptionError(f"A clock of the kind {kind} needs {', '.join(BOUNDS[kind])}, no more.")
    return kind, {name: _number(value) for name, value in given.items()}


def _made(kind: str, numbers: Mapping[str, float]) -> TimeControl:
    whole = {name for name, (_, _, is_whole) in BOUNDS[kind].items() if is_whole}
    return KINDS[kind](
        **{name: int(value) if name in whole else value for name, value in numbers.items()}
    )


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise OptionError(f"A clock is made of numbers, and {quoted(value)} is none.")
    if not -LARGEST < value < LARGEST:  # no NaN passes either
        raise OptionError(f"{quoted(value)} is no number that a clock can count.")
    return value


def clock_to_json(clock: Clock) -> str:
    """A clock as JSON text."""
    return json.dumps(
        {
            "control": control_to_data(clock.control),
            "left": [list(one) for one in clock.left],
            "began": clock.began,
            "lag": list(clock.lag_stock),
            "vacations": [list(one) for one in clock.vacations],
        }
    )


def clock_from_json(text: str) -> Clock:
    """The clock that `clock_to_json` wrote.

    Raises:
        OptionError: it was cut short or altered.
    """
    try:
        data = json.loads(text)
        kind, numbers = _parts(data["control"])
        first, second = (TimeLeft(_number(one), int(periods)) for one, periods in data["left"])
        stocks = tuple(min(LAG_STOCK, _number(one)) for one in data["lag"])
        vacations = tuple(
            Vacation(_number(stock), _moment(since), _number(paused))
            for stock, since, paused in data["vacations"]
        )
        return Clock(
            _made(kind, numbers),
            (first, second),
            _moment(data["began"]),
            (stocks[0], stocks[1]),
            (vacations[0], vacations[1]),
        )
    except (ValueError, LookupError, TypeError) as error:
        raise OptionError(f"The clock {quoted(text)} is damaged: {error}") from error


def _moment(value: object) -> float | None:
    return None if value is None else _number(value)
