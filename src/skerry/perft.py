"""Perft: how many positions whole turns lead to, the classic check of a move generator."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from skerry.core.exclusive import exclusive_stream
from skerry.core.layout import LEGAL_ROOM, RESULT, RUNNING, TURN, IntArray16, Rules, new_work
from skerry.core.numbers import as_integer
from skerry.errors import OptionError, quoted
from skerry.games import dispatch
from skerry.positions import Position

MOST_DEPTH = 50


@dataclass(frozen=True)
class PerftLine:
    """What lies a number of whole turns ahead; games that ended earlier are not counted again."""

    depth: int  # whole turns from the position
    num_positions: int  # different ones
    num_sequences: int  # of whole turns that lead there; a turn is a set, whatever its order
    num_finished: int  # of the positions: the game is over


def perft(position: Position, depth: int) -> Iterator[PerftLine]:
    """A line for each depth, as soon as it is known.

    A turn is a set (C-2): two orders of the same stones are one turn and one position. A position
    in the middle of a turn counts the ways to complete it as its first turn.

    Raises:
        OptionError: depth is not from 1 to MOST_DEPTH.
    """
    number = as_integer(depth)
    if number is None or not 1 <= number <= MOST_DEPTH:
        raise OptionError(
            f"depth={quoted(depth)} is not possible; it must be from 1 to {MOST_DEPTH}."
        )
    return _lines(position, number)


@exclusive_stream("count")
def _lines(position: Position, depth: int) -> Iterator[PerftLine]:
    rules, state = position.game.rules, position.state
    # States as bytes: hashable, equal just when the positions are, and half the memory of arrays.
    reached = {state.tobytes(): 1}
    for ahead in range(1, depth + 1):
        further: dict[bytes, int] = {}
        for before, num_ways in reached.items():
            for after, num_turns in _after_one_turn(rules, before).items():
                further[after] = further.get(after, 0) + num_ways * num_turns
        reached = further
        finished = sum(_state(one)[RESULT] != RUNNING for one in reached)
        yield PerftLine(ahead, len(reached), sum(reached.values()), int(finished))


def _after_one_turn(rules: Rules, before: bytes) -> dict[bytes, int]:
    """The states one whole turn ahead, each with the number of turns that lead to it.

    Different single actions are different turns, even where they come to the same. Of
    longer turns a state keeps the set and not the order, so there one state is one turn.
    """
    out, work = np.empty(LEGAL_ROOM, dtype=np.int16), new_work(rules)
    turn = _state(before)[TURN]
    composing, ended = {before}, dict[bytes, int]()
    while composing:
        longer = set()
        for one in composing:
            state = _state(one)
            count = dispatch.legal(rules, state, out, work)
            for action in out[:count].tolist():
                after = state.copy()
                dispatch.apply(rules, after, action, work)
                text = after.tobytes()
                if after[TURN] == turn and after[RESULT] == RUNNING:
                    longer.add(text)
                else:
                    ended[text] = ended.get(text, 0) + 1 if one == before else 1
        composing = longer
    return ended


def _state(text: bytes) -> IntArray16:
    return np.frombuffer(text, dtype=np.int16).copy()
