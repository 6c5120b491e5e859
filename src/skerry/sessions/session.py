"""Session: a game under way, whoever plays it and wherever; turns being composed."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from skerry.errors import GameOverError, IllegalActionError, NotationError, OptionError, SkerryError
from skerry.games.contract import game_module, may_be_drawn
from skerry.positions import Game, Position
from skerry.record import BESIDE_THE_RULES, FORFEIT, RESIGNATION, TIME, GameRecord, Result
from skerry.sessions.clocks import Clock
from skerry.sessions.seats import DRAW, NO_OFFERS, TAKE_BACK, OfferError, Offers, Seat, Seats

# A turn being composed: its actions in the order in which they were chosen, not played yet.


@dataclass(frozen=True)
class Composed:
    """A turn being composed: what has been chosen, and the position it leads to."""

    base: Position  # when the turn began
    position: Position
    actions: tuple[str, ...]

    @property
    def is_complete(self) -> bool:
        """Whether the turn has ended by itself."""
        return self.position.turn > self.base.turn or self.position.is_over


def compose(base: Position, actions: Sequence[str], without: str | None = None) -> Composed:
    """Some actions of one turn, in the order they were chosen.

    Args:
        base: the position when the turn began.
        actions: texts.
        without: one of them, to be taken back together with what needed it.

    Raises:
        NotationError, GameOverError, IllegalActionError: as `Position.apply`; the last also for
            actions beyond the end of the turn.
    """
    if without is not None and without not in actions:
        raise NotationError(f"{without!r} is not among the actions of this turn.")
    composed = Composed(base, base, ())
    for action in actions:
        if action == without:
            continue
        try:
            composed = add_action(composed, action)
        except IllegalActionError:
            if without is None:
                raise
    return composed


def add_action(composed: Composed, text: str) -> Composed:
    """One action more. Raises as `compose`."""
    action = composed.base.game.parse_action(text)
    if composed.is_complete and not composed.position.is_over:
        raise IllegalActionError(
            "The turn is complete: end it, or take something of it back.", "C-2"
        )
    position = composed.position.apply(action)
    return Composed(composed.base, position, (*composed.actions, text))


def prepared_start(game: Game, seed: int) -> Position:
    """A position after the set-up, all of it drawn: person 0 has the first colour and moves.

    Raises:
        OptionError: the game begins on an empty board.
    """
    position, rng = game.start(seed=seed), Random(seed)
    while position.phase != "play":
        for text in game_module(game.name).prepare(game, position.phase, position.contents, rng):
            position = position.play(text)
    return position


def is_prepared(position: Position) -> bool:
    """Whether a position is one in which the set-up is done and nothing has been played."""
    if not position.game.info.has_setup or position.phase != "play":
        return False
    return position.turn == prepared_start(position.game, 0).turn


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
    offers: Offers = NO_OFFERS
    is_aborted: bool = False  # called off before both had played: without a result
    aborted_by: int | None = None  # the person who did that, as far as is known
    # Whether person 0 and person 1 have played turns that the record need not show any more.
    played_before: tuple[bool, bool] = (False, False)

    @classmethod
    def begin(
        cls,
        game: Game,
        names: tuple[str, str],
        seats: Seats,
        *,
        seed: int | None = None,
        setup: Mapping[str, str] | None = None,
        start: Position | None = None,
        date: datetime.date | None = None,
    ) -> "Session":
        """A game before its first turn, without a clock.

        Args and Raises as for `GameRecord.begin`, but for the names of persons 0 and 1 and their
        seats.
        """
        persons = [seat.person(name) for seat, name in zip(seats, names, strict=True)]
        record = GameRecord.begin(
            game, seed=seed, setup=setup, start=start, persons=persons, date=date
        )
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
    def is_over(self) -> bool:
        """Whether nobody can act any more: the game has ended, or was called off."""
        return self.record.is_over or self.is_aborted

    @property
    def to_act(self) -> int | None:
        """The person to act; None when the game is over, by the rules or beside them."""
        return None if self.is_over else self.position.player

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
        self._check_goes_on("no turn can follow")
        if person == self.to_act:
            return
        if self.waits_for_computer:
            raise NotToActError(
                "It is the computer's turn; wait for its answer or take your turn back."
            )
        raise NotToActError("It is the other player's turn; wait for it.")

    def _check_goes_on(self, so: str) -> None:
        if self.is_aborted:
            raise GameOverError(f"The game was called off; {so}.")
        if self.record.is_over:
            raise GameOverError(f"The game is over; {so}.")

    def begin_turn(self, now: float) -> "Session":
        """The session whose running turn begins now, on its clock if there is one."""
        return self if self.clock is None else replace(self, clock=self.clock.begin_turn(now))

    def play(
        self, person: int | None, turn: str, *, now: float | None = None, lag: float = 0.0
    ) -> "Session":
        """The session after a whole turn. Whether it comes in time, `flag` says.

        Where there is a clock, it needs the moment, and the seconds that the turn was on its way.

        Raises:
            NotToActError: it is another one's turn.
            NotationError, GameOverError, IllegalActionError: as `GameRecord.add_turn`.
        """
        self.check_turn_of(person)
        assert person is not None
        record, clock = self.record.add_turn(turn), self.clock
        if clock is not None:
            assert now is not None, "a clock cannot go on without the moment"
            clock = clock.end_turn(person, now, lag)
        after = replace(self, record=record, clock=clock)
        if after.is_over:  # nothing that was asked before can be answered
            return replace(after, offers=NO_OFFERS)
        return replace(after, offers=self.offers.after_turn(person, after.to_act))

    @property
    def num_to_take_back(self) -> int:
        """Turns that `take_back` undoes: as far as the last one of a human; 0: there is none."""
        if self._ended_beside_the_rules is not None:
            return 0
        humans = [person for person in (0, 1) if not self.seats[person].is_computer]
        return self._num_to_last_turn_of(*humans)

    def _num_to_last_turn_of(self, *persons: int) -> int:
        """Turns from the last one of some persons on, 0 where they have played none."""
        turns, positions = self.record.turns, self.record.replay()
        for count in range(1, len(turns) + 1):
            if positions[len(turns) - count].player in persons:
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
        self._check_may_take_back(self.num_to_take_back)
        return self._without_turns(self.num_to_take_back, now)

    def _check_may_take_back(self, num_turns: int) -> None:
        if self.is_aborted:
            raise GameOverError("The game was called off, so no turn of it can be taken back.")
        ended = self._ended_beside_the_rules
        if ended is not None:
            how = BESIDE_THE_RULES[ended.reason]
            raise GameOverError(f"The game ended {how}, so no turn of it can be taken back.")
        if num_turns == 0:
            raise OptionError("There is no turn of yours to take back.")

    def _without_turns(self, num_turns: int, now: float | None) -> "Session":
        clock = self.clock
        if clock is not None:
            assert now is not None, "a clock cannot go on without the moment"
            acting = self.to_act
            clock = clock.begin_turn(now) if acting is None else clock.drop_turn(acting, now)
        record = self.record.take_back(num_turns)
        players = [before.player for before in self.record.replay()[:-1]]
        undone = players[len(players) - num_turns :]
        for person in (0, 1):
            if clock is not None:
                clock = clock.take_back(person, undone.count(person))
        return replace(
            self,
            record=record,
            clock=clock,
            offers=self.offers.after_take_back(),
            played_before=self.have_played,
        )

    # --- what one person asks of the other --------------------------------------------------------

    def num_to_give_back(self, person: int) -> int:
        """Turns from a person's last one on, which it may ask to take back; 0: there is none."""
        return 0 if self.is_over else self._num_to_last_turn_of(person)

    @property
    def may_be_drawn(self) -> bool:
        """Whether the game's rules know a draw; where they know none, none can be agreed on."""
        return may_be_drawn(self.game.rules)

    def _check_may_be_drawn(self) -> None:
        if not self.may_be_drawn:
            raise OfferError(
                f"This game of {self.game.info.title} always has a winner by its rules, "
                "so it cannot be drawn; one may resign."
            )

    def offer(self, kind: str, person: int) -> "Session":
        """The session in which a person offers a draw or a rematch, or asks for its turn back.

        A draw stands until it is answered or the other one plays, and is not offered again before
        a turn of who has offered it begins; two who offer one agree. A take-back falls when a turn
        is played. Rematches are offered when the game is over.

        Raises:
            OfferError: nobody else is to be asked, it stands already, or must wait; or a draw, of
                a game that always has a winner.
            GameOverError: a draw or a take-back, and the game is over; between two, an end stays.
            OptionError: there is no turn to take back.
        """
        if not self.seats.are_apart():
            raise OfferError("Nobody else plays here, so there is nobody to ask.")
        self._check_nobody_is_gone()
        if kind == DRAW:
            self._check_goes_on("no draw can be offered")
            self._check_may_be_drawn()
            if self.offers.draw == 1 - person:
                return self.answer(kind, person, accepted=True)
        elif kind == TAKE_BACK:
            self._check_goes_on("no turn of it can be taken back")
            self._check_may_take_back(self.num_to_give_back(person))
        elif not self.is_over:
            raise OfferError("A rematch can be offered when the game is over.")
        return replace(self, offers=self.offers.make(kind, person))

    def answer(
        self,
        kind: str,
        person: int,
        *,
        accepted: bool,
        by: int | None = None,
        now: float | None = None,
    ) -> "Session":
        """The session after an offer has been answered, or withdrawn by who has made it.

        An accepted rematch only ceases to stand; `rematch` begins it.

        Args:
            kind: as for `offer`.
            person: who answers.
            accepted: whether it agrees.
            by: whose offer is answered; None: whoever has made one.
            now: the moment, where there is a clock.

        Raises:
            OfferError: no such offer stands, one's own would be accepted, or a draw where the
                rules know none.
        """
        asked = self.offers.check_stands(kind, by)
        if accepted:
            self._check_nobody_is_gone()
        if asked == person and (accepted or kind == DRAW):
            raise OfferError("That is for the other player to answer.")
        if not accepted:
            return replace(self, offers=self.offers.answered(kind))
        if kind == DRAW:
            self._check_may_be_drawn()
            return replace(self, record=self.record.agree_on_a_draw(), offers=NO_OFFERS)
        if kind == TAKE_BACK:
            return self._without_turns(self.num_to_give_back(asked), now)
        return replace(self, offers=self.offers.answered(kind))

    def _check_nobody_is_gone(self) -> None:
        if self.seats.is_anybody_gone:
            raise OfferError("The other player is gone from this site, so nobody is there to ask.")

    # --- ends beside the rules --------------------------------------------------------------------

    @property
    def may_abort(self) -> bool:
        """Whether the game can still be called off: somebody has never played a turn in it."""
        return not (self.is_over or self.both_have_played)

    @property
    def have_played(self) -> tuple[bool, bool]:
        """Whether person 0 and person 1 have ever played a turn, taken back since or not."""
        first, second = self.played_before
        return (
            first or self._num_to_last_turn_of(0) > 0,
            second or self._num_to_last_turn_of(1) > 0,
        )

    @property
    def both_have_played(self) -> bool:
        """Whether both have ever played a turn; else the game has come to nothing when it ends."""
        return all(self.have_played)

    @property
    def ended_early_by(self) -> int | None:
        """The person who has ended the game before playing a turn in it, None where nobody has.

        Whether by calling it off, by resigning, or by letting the time run out.
        """
        by = self.aborted_by
        if self.result is not None and self.result.reason in (RESIGNATION, TIME, FORFEIT):
            by = None if self.result.winner is None else 1 - self.result.winner
        return None if by is None or self.have_played[by] else by

    def abort(self, person: int) -> "Session":
        """The session called off by a person, without a result.

        Raises:
            GameOverError: it is over.
            OfferError: both have played.
        """
        self._check_goes_on("it cannot be called off any more")
        if not self.may_abort:
            raise OfferError("Both have played, so the game cannot be called off; one may resign.")
        return replace(self, is_aborted=True, aborted_by=person, offers=NO_OFFERS)

    def resign(self, person: int) -> "Session":
        """The session after a person has given up. Raises as `GameRecord.lose`."""
        return self.lose(person, RESIGNATION)

    def with_vacation(self, person: int, now: float, *, away: bool) -> "Session":
        """The session when a person goes on vacation, or is back.

        Raises:
            GameOverError: it is over.
            OptionError: there is no vacation left, or the game knows none.
        """
        self._check_goes_on("nobody needs a vacation from it")
        if self.clock is None:
            raise OptionError("This game has no clock, so it waits anyhow.")
        clock = self.clock
        clock = clock.begin_vacation(person, now) if away else clock.end_vacation(person, now)
        return replace(self, clock=clock)

    @property
    def flag_moment(self) -> float | None:
        """When the flag of who is to act falls, as `Clock.flag_moment`; None: never."""
        if self.clock is None or self.to_act is None:
            return None
        return self.clock.flag_moment(self.to_act)

    def flag(self, now: float, lag: float | None = None) -> "Session":
        """The session after who is to act has lost on time, the same one if it still has some.

        `lag` is that of a turn that has arrived; None: one may still be on its way.
        """
        person, moment = self.to_act, self.flag_moment
        if person is None or self.clock is None or moment is None:
            return self
        late = now >= moment if lag is None else self.clock.has_flagged(person, now, lag)
        if not late:
            return self
        return replace(self.lose(person, TIME), clock=self.clock.run_out(person))

    def lose(self, person: int, reason: str, why: str = "") -> "Session":
        """The session after a person has lost beside the rules; `why` becomes the comment.

        Raises:
            GameOverError: the game has ended.
            OptionError: there is no such person or reason.
        """
        if self.is_aborted:
            self._check_goes_on("nobody can lose it")
        record = self.record.lose(person, reason)
        record = replace(record, comment=why) if why else record
        return replace(self, record=record, offers=NO_OFFERS)

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

    def begin_again(self, *, date: datetime.date | None = None) -> "Session":
        """The same game before its first turn, with the same seats and the same start.

        So who likes neither its seat nor the set-up has nothing from ending a game at once.
        """
        record = GameRecord.begin(
            self.game,
            setup=None if self.record.setup is None else dict(self.record.setup),
            start=self.record.given_start,
            persons=self.record.persons,
            date=date,
        )
        clock = None if self.clock is None else Clock.full(self.clock.control)
        return Session(record, self.seats, clock)
