"""A match of two programs that speak the text protocol: clocks, openings, a sequential test.

A program that is silent, ends, plays an illegal turn or talks nonsense loses its game with the
reason in the record, is started anew, and the match goes on. Games come in pairs: both begin with
the same opening, each program having either seat.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from ..errors import OptionError, SkerryError, quoted
from ..games.ruleset import format_value
from ..positions import Game, Position
from ..record import COMPUTER, FORFEIT, RESIGNATION, TIME, GameRecord, Person
from ..statistics import Sprt, wilson
from .client import EngineError, EngineProcess, SlowError

START_SECONDS = 600.0  # to be ready for a game: kernels may have to be compiled
REPLY_SECONDS = 30.0  # to answer anything else but genmove
MOST_DRAWS = 1_000  # of an opening, before openings of its length are given up
GRACE_SECONDS = 0.2  # by which the clock may be overstepped: pipes and processes take time


@dataclass(frozen=True)
class Contestant:
    """A program, and what it is told before its first game."""

    name: str
    command: tuple[str, ...]
    commands: tuple[str, ...] = ()


@dataclass(frozen=True)
class TimeControl:
    """Seconds for a game, and more for each turn; without, so many for each turn."""

    seconds: float | None = None
    increment: float = 0.0
    turn_seconds: float = 60.0


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


@dataclass
class Match:
    """Two programs, and how they play each other."""

    game: Game
    first: Contestant
    second: Contestant
    clock: TimeControl = TimeControl()
    opening_turns: int = 0  # random ones, the same for both games of a pair
    seed: int = 0
    _running: dict[int, EngineProcess] = field(default_factory=dict)  # by contestant

    def games(self, number: int, sprt: Sprt | None = None) -> Iterator[GameRecord]:
        """Play up to so many games, fewer if the test decides; the programs are ended after.

        Person 0 of the games with even numbers, from 0, is the first contestant.

        Raises:
            OptionError: openings of so many turns end the game.
        """
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
            for engine in self._running.values():
                engine.close()
            self._running.clear()

    def _play(self, index: int) -> GameRecord:
        """One game, to its end whatever happens."""
        seats = (self.first, self.second) if index % 2 == 0 else (self.second, self.first)
        record = self._opening(index // 2, seats)
        left = [self.clock.seconds or 0.0] * 2  # seconds, by person
        try:
            self._set_up(index, record)
            while record.result is None:
                record = self._turn(index, record, left)
        except _LostError as lost:
            who = (index + lost.person) % 2
            if who in self._running:  # whatever it waits for, it starts the next game afresh
                self._running.pop(who).close()
            comment = f"{seats[lost.person].name} {lost.why}."
            record = replace(record.lose(lost.person, lost.reason), comment=comment)
        return record

    def _opening(self, pair: int, seats: Sequence[Contestant]) -> GameRecord:
        """A game begun by random turns.

        Raises:
            OptionError: openings of so many turns end the game.
        """
        draws = Random(f"{self.seed} {pair}")
        persons = [Person(contestant.name, COMPUTER) for contestant in seats]
        seed = draws.getrandbits(32) if self.game.info.has_setup else None
        record = GameRecord.begin(self.game, seed=seed, persons=persons)
        for turn in self._drawn_turns(record.position, draws):
            record = record.add_turn(turn)
        return record

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

    def _set_up(self, index: int, record: GameRecord) -> None:
        """Bring both programs to the position after the opening."""
        options = " ".join(f"{name}={format_value(value)}" for name, value in self.game.options)
        commands = [f"game {self.game.name} {options}"]
        if self.game.info.has_setup:
            commands.append(f"set_position {record.start.text}")
        commands += [f"play {turn}" for turn in record.turn_texts]
        for person in (0, 1):
            who = (index + person) % 2
            if who not in self._running:
                self._start(who, person)
            for command in commands:
                self._ask(who, person, command, START_SECONDS)

    def _start(self, who: int, person: int) -> None:
        contestant = (self.first, self.second)[who]
        try:
            self._running[who] = EngineProcess(contestant.command)
        except EngineError as error:
            raise _LostError(person, FORFEIT, str(error)) from error
        self._ask(who, person, "protocol_version", START_SECONDS)
        for command in contestant.commands:
            self._ask(who, person, command, START_SECONDS)

    def _ask(self, who: int, person: int, command: str, seconds: float) -> str:
        try:
            return self._running[who].ask(command, seconds)
        except SlowError as error:
            raise _LostError(person, TIME, str(error)) from error
        except EngineError as error:
            raise _LostError(person, FORFEIT, str(error)) from error

    def _turn(self, index: int, record: GameRecord, left: list[float]) -> GameRecord:
        """The record after the turn of the person to act, which the other one is told."""
        position = record.position
        assert position.player is not None
        person, who = position.player, (index + position.player) % 2
        limit = self.clock.turn_seconds
        if self.clock.seconds is not None:
            limit = max(0.0, left[person])
            if position.colour is not None:
                command = f"time_left {position.colour} {limit:.3f} 0"
                self._ask(who, person, command, REPLY_SECONDS)
        began = time.monotonic()
        turn = self._ask(who, person, "genmove", limit + GRACE_SECONDS)
        left[person] += self.clock.increment - (time.monotonic() - began)
        if turn.lower() == "resign":
            return record.lose(person, RESIGNATION)
        try:
            after = record.add_turn(turn)
        except SkerryError as error:
            why = f"played {quoted(turn)}: {' '.join(str(error).split()).rstrip('.')}"
            raise _LostError(person, FORFEIT, why) from error
        if after.result is None:
            self._ask(1 - who, 1 - person, f"play {after.turn_texts[-1]}", REPLY_SECONDS)
        return after


def score_of(record: GameRecord, seat: int) -> float:
    """What the contestant on a seat has from a game that is over."""
    assert record.result is not None
    if record.result.winner is None:
        return 0.5
    return float(record.result.winner == seat)
