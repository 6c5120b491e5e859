"""Session: a game under way, whoever plays it and wherever."""

import datetime
from dataclasses import dataclass, replace

from ..errors import GameOverError, OptionError, SkerryError
from ..positions import Game, Position
from ..record import BESIDE_THE_RULES, GameRecord, Result
from .clocks import Clock
from .prepared import is_prepared, prepared_start
from .seats import Seat, Seats


class NotToActError(SkerryError):
    """Acting in a game while somebody else is to act."""


@dataclass(frozen=True)
class Session:
    """A game, who plays it, and their time: an immutable value, every change gives a new one.

    Whoever acts is a person, 0 or 1; `person_of` says for which of them the holder of a seat acts.
    """

    record: GameRecord
    seats: Seats
    clock: Clock | None = None  # None: nobody looks at the time

    @classmethod
    def begin(
        cls,
        game: Game,
        names: tuple[str, str],
        seats: Seats,
        *,
        seed: int | None = None,
        start: Position | None = None,
        date: datetime.date | None = None,
    ) -> "Session":
        """A game before its first turn, without a clock.

        Args:
            game: with all its options.
            names: of person 0 and person 1.
            seats: theirs.
            seed: as for `Game.start`.
            start: a position to go on from, in place of a seed.
            date: the day the game is begun.

        Raises:
            OptionError: as `GameRecord.begin`.
        """
        persons = [seat.person(name) for seat, name in zip(seats, names, strict=True)]
        record = GameRecord.begin(game, seed=seed, start=start, persons=persons, date=date)
        return cls(record, seats)

    @property
    def game(self) -> Game:
        """What is played."""
        return self.record.game

    @property
    def position(self) -> Position:
        """The position after the last turn; the record keeps it, so no turn is played twice.

        Raises:
            RecordError: the record was put together by hand, and breaks a rule.
        """
        return self.record.position

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        return self.record.result

    @property
    def to_act(self) -> int | None:
        """The person to act; None when the game is over, by the rules or beside them."""
        return None if self.record.is_over else self.position.player

    @property
    def seat_to_act(self) -> Seat | None:
        """The seat of the person to act."""
        return None if self.to_act is None else self.seats[self.to_act]

    @property
    def waits_for_computer(self) -> bool:
        """Whether a program is to act."""
        seat = self.seat_to_act
        return seat is not None and seat.is_computer

    def may_act(self, holder: str | None) -> bool:
        """Whether a holder is to act."""
        seat = self.seat_to_act
        return seat is not None and seat.is_held_by(holder)

    def person_of(self, holder: str | None) -> int | None:
        """The person for whom a holder acts: of two, the one to act; None: for neither."""
        held = self.seats.held_by(holder)
        if self.to_act in held:
            return self.to_act
        return held[0] if held else None

    def check_turn_of(self, person: int | None) -> None:
        """Refuse a turn of who is not to act.

        Raises:
            GameOverError: the game has ended.
            NotToActError: it is another one's turn.
        """
        if self.record.is_over:
            raise GameOverError("The game is over; no turn can follow.")
        if person == self.to_act:
            return
        if self.waits_for_computer:
            raise NotToActError(
                "It is the computer's turn; wait for its answer or take your turn back."
            )
        raise NotToActError("It is the other player's turn; wait for it.")

    def begin_turn(self, now: float) -> "Session":
        """The session whose running turn begins now, on its clock if there is one."""
        return self if self.clock is None else replace(self, clock=self.clock.begin_turn(now))

    def play(self, person: int | None, turn: str, *, now: float | None = None) -> "Session":
        """The session after a whole turn.

        Args:
            person: who plays it.
            turn: its text, as for `GameRecord.add_turn`.
            now: the moment, where there is a clock.

        Raises:
            NotToActError: it is another one's turn.
            NotationError, GameOverError, IllegalActionError: as `GameRecord.add_turn`.
        """
        self.check_turn_of(person)
        record, clock = self.record.add_turn(turn), self.clock
        if clock is not None:
            assert person is not None
            assert now is not None, "a clock cannot go on without the moment"
            clock = clock.end_turn(person, now)
        return replace(self, record=record, clock=clock)

    @property
    def num_to_take_back(self) -> int:
        """Turns that `take_back` undoes: as far as the last one of a human; 0: there is none."""
        if self._ended_beside_the_rules is not None:
            return 0
        turns, positions = self.record.turns, self.record.replay()
        for count in range(1, len(turns) + 1):
            actor = positions[len(turns) - count].player
            if actor is not None and not self.seats[actor].is_computer:
                return count
        return 0

    @property
    def _ended_beside_the_rules(self) -> Result | None:
        """No turn led to such an end, so taking one back undoes none."""
        beside = self.result is not None and self.result.reason in BESIDE_THE_RULES
        return self.result if beside else None

    def take_back(self, *, now: float | None = None) -> "Session":
        """The session before the last turn of a human; whoever that was is to act again.

        Time that was spent stays spent.

        Raises:
            GameOverError: it ended by resignation, say, and stays so.
            OptionError: there is no turn to take back.
        """
        ended = self._ended_beside_the_rules
        if ended is not None:
            how = BESIDE_THE_RULES[ended.reason]
            raise GameOverError(f"The game ended {how}, so no turn of it can be taken back.")
        if self.num_to_take_back == 0:
            raise OptionError("There is no turn of yours to take back.")
        clock = self.clock
        if clock is not None and self.to_act is not None:
            assert now is not None, "a clock cannot go on without the moment"
            clock = clock.drop_turn(self.to_act, now)
        return replace(self, record=self.record.take_back(self.num_to_take_back), clock=clock)

    def resign(self, person: int) -> "Session":
        """The session after a person has given up. Raises as `GameRecord.lose`."""
        return replace(self, record=self.record.resign(person))

    def lose(self, person: int, reason: str, why: str = "") -> "Session":
        """The session after a person has lost beside the rules.

        Args:
            person: 0 or 1.
            reason: one of BESIDE_THE_RULES.
            why: more about it, for the record's comment.

        Raises:
            GameOverError: the game has ended.
            OptionError: there is no such person or reason.
        """
        record = self.record.lose(person, reason)
        return replace(self, record=replace(record, comment=why) if why else record)

    def rematch(
        self,
        *,
        exchanged: bool = False,
        level: str = "",
        seed: int | None = None,
        date: datetime.date | None = None,
    ) -> "Session":
        """The same game before its first turn.

        A game that began at a given position begins there again, unless only its set-up was given.

        Args:
            exchanged: whether the persons change places.
            level: of the computer from now on; "" for the one it had.
            seed: as for `begin`: of a new set-up, in a game that has one.
            date: the day it is begun.

        Raises:
            OptionError: a level is asked for, and no computer plays.
        """
        names = [person.name for person in self.record.persons]
        seats = self.seats.with_level(level) if level else self.seats
        if exchanged:
            names.reverse()
            seats = seats.exchanged()
        start = self.record.given_start
        if start is not None and is_prepared(start) and seed is not None:
            start = prepared_start(self.game, seed)
        begun = Session.begin(
            self.game,
            (names[0], names[1]),
            seats,
            seed=seed if start is None else None,
            start=start,
            date=date,
        )
        return begun if self.clock is None else replace(begun, clock=Clock.full(self.clock.control))
