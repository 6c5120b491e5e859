"""Jobs: some games of one cell, as pure functions of their own content.

`Job.rows` gives the same rows wherever and whenever it is called. Games of like number have like
seeds in every cell, so that cells can be compared game by game (common random numbers).
"""

import math
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np
import polars as pl

from skerry.games.running.trace import COVERED, DECISIONS, FIRST_TURN, LOG_ACTIONS, REPEATED, STONES
from skerry.lab.plans.contestants import Thought
from skerry.lab.playing.game_measures import choice_measures, game_measures
from skerry.lab.playing.played_game import PlayedGame, play_game
from skerry.lab.playing.rows import DRAW, SCHEMA
from skerry.positions import Game, Position

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


def _log_turns(played: PlayedGame) -> float:
    """The sum over turns of log10 of the number of whole turns there were."""
    total, position, turn = 0.0, played.start, -1
    for action in played.actions:
        if position.turn != turn:
            turn = position.turn
            total += math.log10(position.num_turns())
        position = position.apply(action)
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
    measures = game_measures(values, winner)
    return {
        "drama": measures.drama,
        "lead_changes": measures.lead_changes,
        "stability": measures.stability,
        "threshold": measures.threshold,
        "decided": measures.decided,
        "clarity": clarity,
        "narrowness": narrowness,
        "values": values or None,
    }
