"""Who plays: a seat for each of the two persons of a game."""

import secrets
from dataclasses import dataclass, replace
from typing import NamedTuple

from skerry.errors import OptionError, clipped
from skerry.levels import LEVELS
from skerry.record import COMPUTER, HUMAN, GameRecord, Person


@dataclass(frozen=True)
class Seat:
    """Who plays for a person."""

    kind: str = HUMAN  # or COMPUTER
    level: str = ""  # of a computer that we play for, such as "2"
    holder: str | None = None  # of a human seat: known by this text alone; None: nobody can act

    @property
    def is_computer(self) -> bool:
        """Whether a program plays."""
        return self.kind == COMPUTER

    def is_held_by(self, holder: str | None) -> bool:
        """Whether a holder may act from this seat; nobody holds a program's."""
        if self.is_computer or not self.holder or not holder:
            return False
        return secrets.compare_digest(self.holder.encode(), holder.encode())

    def person(self, name: str) -> Person:
        """Who sits here, for a record."""
        return Person(name, self.kind, self.level or None)


class Seats(NamedTuple):
    """The seats of persons 0 and 1."""

    first: Seat
    second: Seat

    @property
    def computer(self) -> int | None:
        """The person that a program plays against a human; None: there is no such one."""
        programs = [person for person in (0, 1) if self[person].is_computer]
        return programs[0] if len(programs) == 1 else None

    def held_by(self, holder: str | None) -> tuple[int, ...]:
        """The persons for whom a holder acts."""
        return tuple(person for person in (0, 1) if self[person].is_held_by(holder))

    def are_all_held_by(self, holder: str | None) -> bool:
        """Whether a holder has every human seat, and so nobody else is to be asked."""
        held = self.held_by(holder)
        return bool(held) and all(self[person].is_computer or person in held for person in (0, 1))

    def are_apart(self) -> bool:
        """Whether two holders play each other, so that one of them must ask the other."""
        first, second = self
        if first.is_computer or second.is_computer:
            return False
        return first.holder != second.holder

    @property
    def is_anybody_gone(self) -> bool:
        """Whether a human seat has no holder any more, so that nobody can answer from it."""
        return any(not seat.is_computer and seat.holder is None for seat in self)

    def exchanged(self) -> "Seats":
        """The same two with their places changed."""
        return Seats(self.second, self.first)

    def with_level(self, level: str) -> "Seats":
        """The same two, the computer at another level.

        Raises:
            OptionError: there is no such level, or no computer plays.
        """
        if level not in LEVELS or self.computer is None:
            raise OptionError(
                f"There is no level {clipped(level)} here; a game against the computer has the "
                f"levels 1 to {len(LEVELS)}."
            )
        return Seats(*(replace(one, level=level) if one.is_computer else one for one in self))


@dataclass(frozen=True)
class Opponent:
    """Against whom a game is played."""

    level: str = ""  # of the computer, "" for a friend at the same screen
    human: int | None = None  # which person is the human one; None: both

    def seats(self, holder: str) -> Seats:
        """The seats of a game that a holder plays."""
        human, computer = Seat(holder=holder), Seat(COMPUTER, self.level)
        if self.human is None:
            return Seats(human, human)
        return Seats(human, computer) if self.human == 0 else Seats(computer, human)


def opponent_in(record: GameRecord) -> Opponent:
    """Against whom a record is played on: a computer of one of our levels, else a friend.

    Where both persons are computers, whoever goes on plays both.
    """
    known = [
        (person.level, 1 - number)
        for number, person in enumerate(record.persons)
        if person.kind == COMPUTER and person.level in LEVELS
    ]
    level, human = known[0] if len(known) == 1 else (None, None)
    return Opponent(level or "", human)
