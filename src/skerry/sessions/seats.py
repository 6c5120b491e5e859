"""Who plays: a seat for each person of a game, and what one asks of the other."""

import json
import secrets
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from skerry.errors import OptionError, SkerryError, clipped, quoted
from skerry.levels import LEVELS
from skerry.record import COMPUTER, HUMAN, GameRecord, Person
from skerry.sessions.clocks import with_item

# Who plays: a seat for each of the two persons of a game.


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


DRAW, TAKE_BACK, REMATCH = "draw", "take_back", "rematch"  # fields of Offers
OFFERS = (DRAW, TAKE_BACK, REMATCH)


class OfferError(SkerryError):
    """An offer that cannot be made now, or an answer to one that does not stand."""


@dataclass(frozen=True)
class Offers:
    """The offers that stand, each by the person who makes it, and those that must wait."""

    draw: int | None = None
    take_back: int | None = None
    rematch: int | None = None
    draw_waits: tuple[bool, bool] = (False, False)  # until a turn of that person begins
    take_back_waits: tuple[bool, bool] = (False, False)  # until a turn is played

    def by(self, kind: str) -> int | None:
        """The person whose offer of a kind stands, None where none does."""
        found: int | None = getattr(self, kind)
        return found

    def may_make(self, kind: str, person: int) -> bool:
        """Whether a person need not wait with an offer of a kind."""
        waits = {DRAW: self.draw_waits, TAKE_BACK: self.take_back_waits}.get(kind)
        return self.by(kind) is None and not (waits and waits[person])

    def make(self, kind: str, person: int) -> "Offers":
        """The offers with one more.

        Raises:
            OfferError: one of the kind stands already, or it must wait.
        """
        if self.by(kind) is not None:
            raise OfferError("That has been asked already and waits for an answer.")
        if kind == DRAW and self.draw_waits[person]:
            raise OfferError("You have offered a draw; you can again when your next turn begins.")
        if kind == TAKE_BACK and self.take_back_waits[person]:
            raise OfferError("That was refused; you can ask again once a turn has been played.")
        if kind == DRAW:
            return replace(self, draw=person, draw_waits=with_item(self.draw_waits, person, True))
        return self._standing(kind, person)

    def check_stands(self, kind: str, by: int | None = None) -> int:
        """The person whose offer of a kind stands; `by`: it must be the one of that person.

        An answer names so what it answers: nobody agrees to what has come in place of that.

        Raises:
            OfferError: there is none, or it is another person's.
        """
        asked = self.by(kind)
        if asked is None or by not in (None, asked):
            raise OfferError("That is not offered any more; the game has gone on meanwhile.")
        return asked

    def answered(self, kind: str) -> "Offers":
        """The offers when the one of a kind has been refused, or taken back by who made it."""
        asked = self.by(kind)
        if kind == TAKE_BACK and asked is not None:
            waits = with_item(self.take_back_waits, asked, True)
            return replace(self, take_back=None, take_back_waits=waits)
        return self._standing(kind, None)

    def _standing(self, kind: str, person: int | None) -> "Offers":
        changed: dict[str, Any] = {kind: person}
        return replace(self, **changed)

    def after_turn(self, person: int, next_person: int | None) -> "Offers":
        """The offers when a person has played a turn, and who is to act then."""
        first, second = self.draw_waits
        own = self.draw if self.draw == person else None  # the other's was answered by playing
        return Offers(own, draw_waits=(first and next_person != 0, second and next_person != 1))

    def after_take_back(self) -> "Offers":
        """The offers when turns have been taken back; who offered a draw still waits."""
        return Offers(draw_waits=self.draw_waits)


NO_OFFERS = Offers()


def offers_to_json(offers: Offers) -> str:
    """Offers as JSON text, "" where there are none."""
    if offers == NO_OFFERS:
        return ""
    standing = {kind: offers.by(kind) for kind in OFFERS}
    waiting = {DRAW: list(offers.draw_waits), TAKE_BACK: list(offers.take_back_waits)}
    return json.dumps({"standing": standing, "waiting": waiting})


def offers_from_json(text: str) -> Offers:
    """The offers that `offers_to_json` wrote.

    Raises:
        OptionError: the text was cut short or altered.
    """
    if not text:
        return NO_OFFERS
    try:
        data = json.loads(text)
        standing = [data["standing"][kind] for kind in OFFERS]
        waiting = [tuple(data["waiting"][kind]) for kind in (DRAW, TAKE_BACK)]
    except (ValueError, LookupError, TypeError) as error:
        raise OptionError(f"The offers {quoted(text)} are damaged: {error}") from error
    if not all(person in (0, 1, None) for person in standing) or not all(
        len(pair) == 2 and set(pair) <= {True, False} for pair in waiting
    ):
        raise OptionError(f"The offers {quoted(text)} are damaged.")
    return Offers(*standing, *waiting)
