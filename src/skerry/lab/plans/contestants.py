"""Who plays in the lab: words such as "playouts 200", and the players that they name.

Only what gives the same game from the same seed may play: nobody here looks at a clock.
"""

import re
from dataclasses import dataclass
from random import Random
from typing import Protocol

import numpy as np

from skerry.core.layout import FloatArray
from skerry.core.numbers import integer
from skerry.errors import OptionError, quoted
from skerry.levels import LEVELS
from skerry.levels import player as level_player
from skerry.players import Player, RandomPlayer, SearchPlayer
from skerry.positions import Position
from skerry.search.tree.search import Search

RANDOM = "random"  # legal actions, all equally likely
RANDOM_TURNS = "random turns"  # whole turns, all equally likely
MOST_PLAYOUTS = 1_000_000
BY_CLOCK = str(len(LEVELS))  # the level that thinks for some seconds
MEMORY_A_PLAYOUT = 20_000  # bytes of the tree: more than any playout adds
LEAST_MEMORY, MOST_MEMORY = 8_000_000, 400_000_000


def canonical(words: str) -> str:
    """The one way to write a contestant.

    Raises:
        OptionError: there is no such contestant.
    """
    text = " ".join(words.split())
    if text in (RANDOM, RANDOM_TURNS):
        return text
    found = re.fullmatch(r"(playouts|level) 0*([0-9]{1,7})", text)
    if found and found[1] == "playouts" and 1 <= int(found[2]) <= MOST_PLAYOUTS:
        return f"playouts {int(found[2])}"
    if found and found[1] == "level" and found[2] in LEVELS:
        if found[2] == BY_CLOCK:
            raise OptionError(
                f"Level {BY_CLOCK} thinks by the clock, so its games could not be repeated; "
                "take playouts N in its place."
            )
        return f"level {found[2]}"
    raise OptionError(
        f"{quoted(text)} is not a contestant; there are {RANDOM}, {RANDOM_TURNS}, playouts N (1 to "
        f"{MOST_PLAYOUTS:,}) and level N (1 to {len(LEVELS) - 1})."
    )


@dataclass(frozen=True)
class Thought:
    """A turn, and what its player thought of it."""

    actions: tuple[int, ...]
    value: float | None = None  # chances of the person to act, 0 to 1; None: nobody searched
    choices: FloatArray | None = None  # the same for each first action that was looked at


class Contestant(Protocol):
    """Answers a position with the rest of a whole turn."""

    def think(self, position: Position) -> Thought:
        """The turn. Raises GameOverError."""
        ...


@dataclass
class _Plain:
    """A player that says nothing of its thoughts."""

    player: Player

    def think(self, position: Position) -> Thought:
        return Thought(self.player.choose(position))


class _RandomActions:
    """Draws each action from all that are legal."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def think(self, position: Position) -> Thought:
        choose = self._rng.choice
        actions = position.complete_turn(lambda reached: choose(reached.legal_actions()))
        return Thought(tuple(actions))


@dataclass
class _Seen:
    """What a search saw before the first action of a turn."""

    value: float | None = None
    choices: FloatArray | None = None

    def look(self, search: Search) -> None:
        """Take it from the search."""
        person = search.position.player
        assert person is not None
        self.value = search.root.value(person)
        children = [child for child in search.root.children() if child.visits]
        self.choices = np.array([child.value(person) for child in children])


def memory_for(playouts: int) -> int:
    """Bytes that the tree of a search with so many playouts a turn may take."""
    return min(MOST_MEMORY, max(LEAST_MEMORY, playouts * MEMORY_A_PLAYOUT))


class _Searcher:
    """Searches, and tells what the search saw."""

    def __init__(self, playouts: int, seed: int) -> None:
        # Not a method of this object: a cycle would keep the tree, which is large, for long.
        self._seen = _Seen()
        self._player = SearchPlayer(
            playouts=playouts, seed=seed, memory=memory_for(playouts), watch=self._seen.look
        )

    def think(self, position: Position) -> Thought:
        self._seen.value = self._seen.choices = None
        return Thought(self._player.choose(position), self._seen.value, self._seen.choices)


def contestant(words: str, seed: int) -> Contestant:
    """The player that some words name. Raises OptionError."""
    text, seed = canonical(words), integer("seed", seed)
    kind, _, number = text.partition(" ")
    if text == RANDOM:
        return _RandomActions(seed)
    if text == RANDOM_TURNS:
        return _Plain(RandomPlayer(seed))
    if kind == "level":
        return _Plain(level_player(number, seed))
    return _Searcher(int(number), seed)
