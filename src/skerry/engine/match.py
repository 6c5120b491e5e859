"""A match of two programs that speak the text protocol: clocks, openings, a sequential test.

A program that is silent, ends, plays an illegal turn or talks nonsense loses its game with the
reason in the record, is started again, and the match goes on. Games come in pairs: both begin with
the same opening, each program having either seat.
"""

import shlex
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from skerry.core.exclusive import exclusive_stream
from skerry.core.numbers import integer, whole_seed
from skerry.engine.client import EngineError, EngineProcess, SlowError
from skerry.errors import OptionError, SkerryError, quoted
from skerry.positions import Game, Position
from skerry.record import COMPUTER, FORFEIT, TIME, GameRecord
from skerry.sessions import (
    GRACE_SECONDS,
    Clock,
    Fischer,
    PerTurn,
    Seat,
    Seats,
    Session,
    TimeControl,
)
from skerry.statistics import Sprt, wilson

START_SECONDS = 600.0  # to be ready for a game: kernels may have to be compiled
REPLY_SECONDS = 30.0  # to answer anything else but genmove
MOST_DRAWS = 1_000  # of an opening, before openings of its length are given up
BOTH_PROGRAMS = Seats(Seat(COMPUTER), Seat(COMPUTER))


@dataclass(frozen=True)
class Contestant:
    """A program, and what it is told before its first game."""

    name: str
    command: tuple[str, ...]
    commands: tuple[str, ...] = ()


@dataclass
class Standing:
    """How a match stands, seen from the first contestant."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The first contestant's points."""
        return self.wins + self.draws / 2

    def add(self, score: float) -> None:
        """Count a game: 1, 0.5 or 0 for the first contestant."""
        self.wins += score == 1.0
        self.draws += score == 0.5
        self.losses += score == 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95% interval of the share of points (Wilson)."""
        return wilson(self.score, self.games)


class _LostError(Exception):
    """A contestant has lost the game under way beside the rules."""

    def __init__(self, person: int, reason: str, why: str) -> None:
        super().__init__(why)
        self.person, self.reason, self.why = person, reason, why
        self.session: Session | None = None  # the game by then, with a turn that was just played


@dataclass
class Match:
    """Two programs, and how they play each other."""

    game: Game
    first: Contestant
    second: Contestant
    clock: TimeControl = field(default_factory=PerTurn)
    opening_turns: int = 0  # random ones, the same for both games of a pair
    seed: int = 0
    start_seconds: float = START_SECONDS  # that a program has to be ready
    _running: dict[int, EngineProcess] = field(default_factory=dict)  # by contestant

    def __post_init__(self) -> None:
        """Raises OptionError: what is no whole number of at least 0."""
        self.opening_turns = integer("opening_turns", self.opening_turns, 0)
        self.seed = whole_seed(self.seed)

    def begin(self) -> None:
        """Start both programs, and let them get ready for the game.

        Raises:
            OptionError: one of them cannot be started, or is not ready within `start_seconds`.
        """
        try:
            for who in (0, 1):
                self._start(who, who)
                self._ask(who, who, f"game {self.game}", self.start_seconds)
        except _LostError as lost:
            self.end()
            contestant = (self.first, self.second)[lost.person]
            raise OptionError(
                f"The {contestant.name} program, {quoted(shlex.join(contestant.command), 200)}, "
                f"{lost.why}. A match begins when both are ready, for which each has "
                f"{self.start_seconds:g} s."
            ) from lost
        except BaseException:
            self.end()
            raise

    def end(self) -> None:
        """End both programs."""
        for engine in self._running.values():
            engine.close()
        self._running.clear()

    @exclusive_stream("match")
    def games(self, number: int, sprt: Sprt | None = None) -> Iterator[GameRecord]:
        """Play up to so many games, fewer if the test decides; the programs are ended after.

        Person 0 of the games with even numbers, from 0, is the first contestant.

        Raises:
            OptionError: openings of so many turns end the game; or the number is none.
        """
        number = integer("number", number, 0)
        standing = Standing()
        try:
            for index in range(number):
                record = self._play(index)
                standing.add(score_of(record, index % 2))
                yield record
                counts = (standing.wins, standing.draws, standing.losses)
                if sprt is not None and sprt.verdict(*counts) is not None:
                    return
        finally:
            self.end()

    def _play(self, index: int) -> GameRecord:
        """One game, to its end whatever happens."""
        players = (self.first, self.second) if index % 2 == 0 else (self.second, self.first)
        session = replace(self._opening(index // 2, players), clock=Clock.full(self.clock))
        try:
            self._set_up(index, session)
            while session.result is None:
                session = self._turn(index, session)
        except _LostError as lost:
            who = (index + lost.person) % 2
            if who in self._running:  # whatever it waits for, it starts the next game afresh
                self._running.pop(who).close()
            why = f"{players[lost.person].name} {lost.why}."
            session = (lost.session or session).lose(lost.person, lost.reason, why)
        return session.record

    def _opening(self, pair: int, players: tuple[Contestant, Contestant]) -> Session:
        """A game begun by random turns; nobody's clock runs in them.

        Raises:
            OptionError: openings of so many turns end the game.
        """
        draws = Random(f"{self.seed} {pair}")
        first, second = (contestant.name for contestant in players)
        seed = draws.getrandbits(32) if self.game.info.has_setup else None
        session = Session.begin(self.game, (first, second), BOTH_PROGRAMS, seed=seed)
        for turn in self._drawn_turns(session.position, draws):
            session = session.play(session.to_act, turn)
        return session

    def _drawn_turns(self, start: Position, draws: Random) -> list[str]:
        """Random turns after which the game goes on: one that is over is no opening."""
        for _ in range(MOST_DRAWS):
            position = start
            turns: list[str] = []
            while len(turns) < self.opening_turns and not position.is_over:
                turns.append(self.game.format_turn(position.sample_turn(draws)))
                position = position.play_turn(turns[-1])
            if not position.is_over:
                return turns
        raise OptionError(
            f"An opening of {self.opening_turns} turns leaves nothing to play: {MOST_DRAWS:,} were "
            f"drawn, and each ended the game of {self.game}. Choose fewer turns."
        )

    def _set_up(self, index: int, session: Session) -> None:
        """Bring both programs to the position after the opening."""
        commands = [f"game {self.game}"]
        if self.game.info.has_setup:
            commands.append(f"set_position {session.record.start.text}")
        commands += [f"play {turn}" for turn in session.record.turn_texts]
        for person in (0, 1):
            who = (index + person) % 2
            if who not in self._running:
                self._start(who, person)
            for command in commands:
                self._ask(who, person, command, self.start_seconds)

    def _start(self, who: int, person: int) -> None:
        contestant = (self.first, self.second)[who]
        try:
            self._running[who] = EngineProcess(contestant.command)
        except EngineError as error:
            raise _LostError(person, FORFEIT, str(error)) from error
        self._ask(who, person, "protocol_version", self.start_seconds)
        for command in contestant.commands:
            self._ask(who, person, command, self.start_seconds)

    def _ask(self, who: int, person: int, command: str, seconds: float) -> str:
        try:
            return self._running[who].ask(command, seconds)
        except SlowError as error:
            raise _LostError(person, TIME, str(error)) from error
        except EngineError as error:
            raise _LostError(person, FORFEIT, str(error)) from error

    def _turn(self, index: int, session: Session) -> Session:
        """The session after the turn of the person to act, which the other one is told."""
        person, clock = session.to_act, session.clock
        assert person is not None
        assert clock is not None
        who, limit, colour = (index + person) % 2, clock.limit(person), session.position.colour
        if isinstance(clock.control, Fischer) and colour is not None:
            self._ask(who, person, f"time_left {colour} {limit:.3f} 0", REPLY_SECONDS)
        session = session.begin_turn(time.monotonic())
        turn = self._ask(who, person, "genmove", limit + GRACE_SECONDS)
        answered = time.monotonic()
        if turn.lower() == "resign":
            return session.resign(person)
        try:
            after = session.play(person, turn, now=answered)
        except SkerryError as error:
            why = f"played {quoted(turn)}: {' '.join(str(error).split()).rstrip('.')}"
            raise _LostError(person, FORFEIT, why) from error
        if after.result is None:
            try:
                self._ask(1 - who, 1 - person, f"play {after.record.turn_texts[-1]}", REPLY_SECONDS)
            except _LostError as lost:
                lost.session = after  # the turn was played, whatever the other one says of it
                raise
        return after


def score_of(record: GameRecord, seat: int) -> float:
    """What the contestant on a seat has from a game that is over."""
    assert record.result is not None
    if record.result.winner is None:
        return 0.5
    return float(record.result.winner == seat)
