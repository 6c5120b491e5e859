"""Players: anything that answers a position with a turn."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random, SystemRandom
from typing import Protocol

from .core.rng import generator
from .errors import GameOverError, OptionError
from .games.catalogue import GAMES
from .positions import Position, game, position
from .search.tree import new_tree
from .search.uct import search

Cancel = Callable[[], bool]

SEARCH_CAPACITY = 2_000_000  # nodes; 20 bytes each, about 40 MB
EXPLORATION = 0.7
FIRST_CHUNK = 32  # playouts before the clock is first read
CHUNK_SECONDS = 0.02  # how long a search may go without looking at the clock or the cancel


class Player(Protocol):
    """Answers a position with the rest of a whole turn."""

    def choose(self, position: Position, *, cancel: Cancel | None = None) -> tuple[int, ...]:
        """Actions that, applied in order, complete the turn of the person to act.

        Args:
            position: not over.
            cancel: asked now and then; when it says True the best turn known so far is returned.

        Raises:
            GameOverError: the game has ended.
        """
        ...


@dataclass
class RandomPlayer:
    """Draws whole turns uniformly over sets."""

    seed: int | None = None
    _rng: Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._rng = Random(self.seed)

    def choose(self, position: Position, *, cancel: Cancel | None = None) -> tuple[int, ...]:
        """A random turn. Raises GameOverError."""
        return tuple(position.sample_turn(self._rng))


@dataclass
class SearchPlayer:
    """Plain UCT with a budget for the whole turn, shared out evenly over its actions.

    With a budget in playouts the same seed gives the same turns.
    """

    seconds: float | None = None  # for a turn
    playouts: int | None = None  # for a turn
    seed: int | None = None
    _draws: Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if (self.seconds is None) == (self.playouts is None):
            raise OptionError("A search needs a budget: either seconds or playouts for a turn.")
        if (self.seconds or self.playouts or 0) <= 0:
            raise OptionError("A search's budget must be greater than zero.")
        self._draws = Random(SystemRandom().getrandbits(64) if self.seed is None else self.seed)

    def choose(self, position: Position, *, cancel: Cancel | None = None) -> tuple[int, ...]:
        """The turn that the search visits most. Raises GameOverError."""
        if position.is_over:
            raise GameOverError("The game is over, there is no turn to choose.")
        began, spent = time.perf_counter(), 0
        actions: list[int] = []
        start = position
        while position.turn == start.turn:
            share = 1 / max(1, position.most_stones - len(position.turn_so_far))
            if self.seconds is not None:
                left = self.seconds - (time.perf_counter() - began)
                action, _ = self._search(position, seconds=left * share, cancel=cancel)
            else:
                budget = max(1, round(((self.playouts or 0) - spent) * share))
                action, playouts = self._search(position, playouts=budget, cancel=cancel)
                spent += playouts
            actions.append(action)
            position = position.apply(action)
        return tuple(actions)

    def _search(
        self,
        position: Position,
        *,
        seconds: float = 0.0,
        playouts: int | None = None,
        cancel: Cancel | None = None,
    ) -> tuple[int, int]:
        """The most visited action, and the number of playouts spent."""
        legal = position.legal_actions()
        if len(legal) == 1:
            return legal[0], 0
        rules, root = position.game.rules, position.state
        tree, rng = new_tree(SEARCH_CAPACITY), generator(self._draws.getrandbits(63))
        deadline = time.perf_counter() + seconds
        done, chunk = 0, FIRST_CHUNK
        while True:
            size = chunk if playouts is None else min(chunk, playouts - done)
            began = time.perf_counter()
            search(rules, root, tree, rng, size, EXPLORATION)
            now = time.perf_counter()
            done += size
            if done == playouts or (playouts is None and now >= deadline):
                break
            if cancel is not None and cancel():
                break
            rate = size / max(now - began, 1e-9)
            goal = CHUNK_SECONDS if playouts is not None else min(CHUNK_SECONDS, deadline - now)
            chunk = max(1, min(2 * chunk, round(rate * goal)))
        first, count = int(tree.first_child[0]), int(tree.num_children[0])
        best = max(range(first, first + count), key=lambda node: int(tree.visits[node]))
        return int(tree.action[best]), done


# What the three levels of the page and the terminal spend on a turn.
LEVELS: dict[str, dict[str, float]] = {
    "easy": {"playouts": 60},
    "medium": {"playouts": 2_000},
    "strong": {"seconds": 3.0},
}


def player(level: str, seed: int | None = None) -> Player:
    """The computer player of a level.

    Raises:
        OptionError: there is no such level.
    """
    if level not in LEVELS:
        raise OptionError(f"There is no level {level!r}; the levels are {', '.join(LEVELS)}.")
    budget = LEVELS[level]
    playouts = budget.get("playouts")
    return SearchPlayer(
        seconds=budget.get("seconds"),
        playouts=None if playouts is None else int(playouts),
        seed=seed,
    )


def warm_up() -> None:
    """Compile all kernels that play needs, or load them from the disk cache."""
    for info in GAMES:
        size = {option.name: option.lowest for option in info.options if option.name == "size"}
        chosen = game(info.name, **size)
        start = chosen.start(seed=0) if info.name == "syrtis" else chosen.start()
        SearchPlayer(playouts=8, seed=0).choose(start)
        assert position(start.text) == start
        assert start.standings
