"""How games of a plan are played: jobs of some games each, and one row a game."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from skerry.core.layout import RESULT, RUNNING
from skerry.core.rng import generator
from skerry.games.trace import (
    COVERED,
    DECISIONS,
    FIRST_TURN,
    LOG_ACTIONS,
    NUM_NUMBERS,
    REPEATED,
    STONES,
    trace,
)
from skerry.lab.plans import RANDOM, Thought, contestant
from skerry.positions import Game, Position

# What is kept of each game: one row, the same columns for all games.
#
# The names of the columns stand here and nowhere else; docs/metrics.md says what is made of them.

DRAW = -1  # winner and colour of a drawn game

SCHEMA: dict[str, pl.DataType] = {
    # which game it is
    "cell": pl.String(),  # the title of the plan's cell: rules, players, opening
    "number": pl.UInt32(),  # of the game in its cell, from 0: like numbers have like seeds
    "first": pl.String(),  # who has person 0's seat: random, playouts 200, ...
    "second": pl.String(),
    # how it ended
    "winner": pl.Int8(),  # person 0 or 1, or DRAW
    "colour": pl.Int8(),  # that has won: 0 the first one, 1 the second one, or DRAW
    "reason": pl.String(),  # of the end, as Outcome.reason
    "swapped": pl.Boolean(),  # whether person 1 swapped (C-3)
    "score_0": pl.Float32(),  # of the persons, as Outcome.scores; null where there are none
    "score_1": pl.Float32(),
    # how long it was, from the end of its opening on
    "actions": pl.UInt32(),
    "turns": pl.UInt32(),
    "stones": pl.UInt32(),  # placed; 0 where none ever are
    # how much there was to choose
    "decisions": pl.UInt32(),  # actions with an alternative
    "log_actions": pl.Float64(),  # sum over actions of log10 of the number of legal ones
    "log_turns": pl.Float64(),  # sum over turns of log10 of the number of whole turns, or null
    "covered": pl.UInt32(),  # cells whose contents ever changed
    "repeated": pl.UInt32(),  # actions that led to a position seen before in this game
    "first_turn": pl.String(),  # its text; empty after an opening
    # what the players thought, null where nobody searched
    "drama": pl.Float64(),
    "lead_changes": pl.Float64(),
    "stability": pl.Float64(),
    "threshold": pl.Float64(),
    "decided": pl.Float64(),
    "clarity": pl.Float64(),
    "narrowness": pl.Float64(),
    # the game itself
    "played": pl.List(pl.Int16()),  # actions
    "values": pl.List(pl.Float32()),  # person 0's chances before each turn, null: nobody searched
}  # fmt: skip


# What one game says of itself: drama, leads, decisions, from what the players' searches thought.
#
# A row of the lab holds these numbers; metrics.py makes means of them, docs/metrics.md explains
# them. They follow the metrics of Ludii, with its errors corrected, on chances from 0 to 1.

EVEN = 0.5  # a chance above which its person leads
NEAR_BEST = 0.75  # of the way from the mean to the best value: beyond it an action is as good


@dataclass(frozen=True)
class Measures:
    """One game's numbers, all from 0 to 1; None where there is nothing to make one of."""

    drama: float | None = None  # how far the winner was behind, on average over the turns
    lead_changes: float | None = None  # share of the turns, from the second on, with a new leader
    stability: float | None = None  # variance of the chances: 0 is the most stable
    threshold: float | None = None  # highest chance that the loser ever had
    decided: float | None = None  # share of the turns played since the winner was above that


def game_measures(values: Sequence[float], winner: int) -> Measures:
    """Measures of a game whose values[t] was person 0's chance, 0 to 1, before turn t.

    Args:
        values: one for each turn, as the search of whoever was to move saw it; may be empty.
        winner: person 0 or 1, or DRAW.
    """
    chances = np.asarray(values, np.float64)
    if not len(chances):
        return Measures()
    stability, lead_changes = float(chances.var()), _lead_changes(chances)
    if winner == DRAW:  # both persons count as its winners, and nobody lost
        drama = float(np.abs(1 - 2 * chances).mean()) / 2
        return Measures(drama, lead_changes, stability)
    winners = chances if winner == 0 else 1 - chances
    losers = 1 - winners
    threshold = float(losers.max())
    above = np.flatnonzero(winners > threshold)
    decided = (len(chances) - int(above[0])) / len(chances) if len(above) else 0.0
    drama = float(np.maximum(losers - winners, 0).mean())
    return Measures(drama, lead_changes, stability, threshold, decided)


def choice_measures(values: NDArray[np.floating]) -> tuple[float, float] | None:
    """Clarity and narrowness of one decision; None with fewer than two actions to compare.

    Clarity is the population variance of the values, narrowness the share of the actions whose
    value is above mean + 0.75 (best - mean): 0 if all are equal, since none stands out.

    Args:
        values: (num_actions,) floats, the mover's chance, 0 to 1, after each action visited.
    """
    if len(values) < 2:
        return None
    chances = np.asarray(values, np.float64)
    best = float(chances.max())
    if best == chances.min():  # exactly; rounding could put the mean below all of them
        return 0.0, 0.0
    mean = float(chances.mean())
    return float(chances.var()), float(np.mean(chances > mean + NEAR_BEST * (best - mean)))


def _lead_changes(chances: NDArray[np.float64]) -> float | None:
    """Changes of the leader for each turn after the first; None with fewer than two turns.

    At exactly one half nobody overtakes anybody, so these turns are left out of the comparison.
    """
    if len(chances) < 2:
        return None
    leaders = chances[chances != EVEN] > EVEN
    return int(np.count_nonzero(leaders[1:] != leaders[:-1])) / (len(chances) - 1)


FIRST_ROOM = 1024  # actions; twice as many for a game that needs more
SECOND_SEAT = 1 << 60  # told apart from the first seat's seed by this


@dataclass
class PlayedGame:
    """A game as it was played, from the end of its opening on."""

    start: Position
    end: Position
    actions: list[int]
    numbers: list[float]  # (NUM_NUMBERS,) what `trace` measures
    thoughts: list[tuple[int, Thought]] = field(default_factory=list)  # with who thought


def play_game(
    start: Position, opening: tuple[str, ...], players: tuple[str, str], seed: int
) -> PlayedGame:
    """A whole game: the opening's turns, then the players'.

    Args:
        start: not over.
        opening: turns that are legal there.
        players: words of contestants, by person.
        seed: of all that is drawn at random, less than 2**60.

    Raises:
        OptionError: no such contestant.
        SkerryError: the opening is not legal, or ends the game.
    """
    for turn in opening:
        start = start.play_turn(turn)
    position = start
    actions: list[int] = []
    thoughts: list[tuple[int, Thought]] = []
    alone = players == (RANDOM, RANDOM)
    if not alone:
        thinkers = [contestant(words, seed + SECOND_SEAT * k) for k, words in enumerate(players)]
        while position.player is not None:
            person = position.player
            thought = thinkers[person](position)
            thoughts.append((person, thought))
            for action in thought.actions:
                position = position.apply(action)
            actions += thought.actions
    return _traced(start, actions, seed if alone else None, thoughts)


def _traced(
    start: Position, given: list[int], seed: int | None, thoughts: list[tuple[int, Thought]]
) -> PlayedGame:
    """The game of these actions; with a seed, played on at random to its end."""
    rules, room = start.game.rules, max(FIRST_ROOM, len(given))
    while True:
        state, actions = start.state.copy(), np.zeros(room, dtype=np.int16)
        actions[: len(given)] = given
        numbers, seen = np.empty(NUM_NUMBERS), np.empty(room + 1, dtype=np.int64)
        rng = generator(seed or 0)
        count = trace(rules, state, actions, len(given), seed is not None, rng, numbers, seen)
        if state[RESULT] != RUNNING:
            end = Position(start.game, state)
            return PlayedGame(start, end, actions[:count].tolist(), numbers.tolist(), thoughts)
        room *= 2


# Jobs: some games of one cell, as pure functions of their own content.
#
# `Job.rows` gives the same rows wherever and whenever it is called. Games of like number have like
# seeds in every cell, so that cells can be compared game by game (common random numbers).

VERSION = 2  # of the rows and of the search: what an older one played is played again


@dataclass(frozen=True)
class Job:
    """Games `begin` to `end` of one cell of a plan."""

    cell: str  # title
    game: Game
    players: tuple[str, str]  # self-play, or two who change seats after every game
    opening: tuple[str, ...]  # turns played before they begin
    seed: int  # of the plan
    count_turns: int  # whole turns are counted in each so manieth game; 0: in none
    begin: int
    end: int

    @property
    def key(self) -> str:
        """A name that says all of it: 32 hexadecimal digits."""
        cell = (VERSION, self.cell, str(self.game), self.players, self.opening, self.seed)
        return digest(*cell, self.count_turns, self.begin, self.end).hex()

    @property
    def games(self) -> int:
        """How many they are."""
        return self.end - self.begin

    def rows(self) -> pl.DataFrame:
        """The rows of all games of the job, by number."""
        rows = [_row(self, number) for number in range(self.begin, self.end)]
        return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def digest(*values: object) -> bytes:
    """16 bytes that depend on all values, by what `repr` says of them."""
    return blake2b(repr(values).encode(), digest_size=16).digest()


def game_seed(seed: int, number: int) -> int:
    """The seed of a game by the plan's seed and its number; less than 2**56."""
    return int.from_bytes(digest(seed, number)[:7], "big")


def seats(players: tuple[str, str], number: int) -> tuple[str, str]:
    """Who has which seat in the game of a number."""
    first, second = players
    return (first, second) if number % 2 == 0 else (second, first)


def _row(job: Job, number: int) -> tuple[Any, ...]:
    """One game, played and measured."""
    players = seats(job.players, number)
    seed = game_seed(job.seed, number)  # whatever the cell
    start = job.game.start(seed=seed) if job.game.info.has_setup else job.game.start()
    played = play_game(start, job.opening, players, seed)
    numbers = [round(value) for value in played.numbers]
    counted = job.count_turns > 0 and number % job.count_turns == 0
    row = {
        "cell": job.cell,
        "number": number,
        "first": players[0],
        "second": players[1],
        **_ending(played.end),
        "actions": len(played.actions),
        "turns": played.end.turn - played.start.turn,
        "stones": numbers[STONES],
        "decisions": numbers[DECISIONS],
        "log_actions": played.numbers[LOG_ACTIONS],
        "log_turns": _log_turns(played) if counted else None,
        "covered": numbers[COVERED],
        "repeated": numbers[REPEATED],
        "first_turn": job.game.format_turn(played.actions[: numbers[FIRST_TURN]]),
        "played": played.actions,
    }
    row |= _thoughts(played.thoughts, row["winner"])
    return tuple(row[name] for name in SCHEMA)


def _ending(end: Position) -> dict[str, Any]:
    """The columns of a result."""
    outcome, persons = end.outcome, end.persons
    assert outcome is not None
    winner = DRAW if outcome.winner is None else outcome.winner
    scores = (None, None) if outcome.scores is None else outcome.scores
    by_colour = winner != DRAW and persons is not None
    return {
        "winner": winner,
        "colour": persons.index(winner) if by_colour and persons else DRAW,
        "reason": outcome.reason,
        "swapped": not end.game.info.has_setup and persons == (1, 0),
        "score_0": scores[0],
        "score_1": scores[1],
    }


def played_turns(
    start: Position, actions: Iterable[int]
) -> Iterator[tuple[Position, tuple[int, ...]]]:
    """The turns of a game, each with the position before it."""
    before, position, turn = start, start, list[int]()
    for action in actions:
        turn.append(action)
        position = position.apply(action)
        if position.is_over or position.turn > before.turn:
            yield before, tuple(turn)
            before, turn = position, []


def _log_turns(played: PlayedGame) -> float:
    """The sum over turns of log10 of the number of whole turns there were."""
    total = 0.0
    for position, _ in played_turns(played.start, played.actions):
        total += math.log10(position.num_turns())  # not by `sum`, which rounds by Python's version
    return total


def _thoughts(thoughts: list[tuple[int, Thought]], winner: int) -> dict[str, Any]:
    """The columns of what the players thought: null where nobody searched."""
    values = [
        thought.value if person == 0 else 1 - thought.value
        for person, thought in thoughts
        if thought.value is not None
    ]
    found = [
        measured
        for _, thought in thoughts
        if thought.choices is not None
        and (measured := choice_measures(thought.choices)) is not None
    ]
    clarity, narrowness = np.mean(found, axis=0).tolist() if found else (None, None)
    return {
        **asdict(game_measures(values, winner)),
        "clarity": clarity,
        "narrowness": narrowness,
        "values": values or None,
    }
