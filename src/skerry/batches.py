"""Thousands of games stepped by one compiled call, with NumPy arrays in and out.

    batch = skerry.batch(name, size=5, num_games=4096, seed=7)
    while learning:
        actions = policy(batch.observations, batch.masks)
        batch.step(actions)
        learn(batch.rewards, batch.terminations)

A game that ends begins again in the same step: its rewards are those of the game that ended, its
observation, its mask and its player those of the new one.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from copy import deepcopy
from itertools import pairwise
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from skerry.core.exclusive import Exclusive
from skerry.core.layout import BoolArray, FloatArray32, IntArray32, IntArray64, new_state
from skerry.core.numbers import integer, whole_seed
from skerry.errors import IllegalActionError, OptionError, SkerryError
from skerry.games.contract import game_module
from skerry.games.info import Value
from skerry.games.observation import ByteArray, grid_of, shape_of
from skerry.games.stepping import (
    Rows,
    draw_actions,
    first_illegal,
    play_on,
    start_games,
    step_games,
)
from skerry.positions import Game, Position, game

MOST_GAMES = 1 << 20
MOST_THREADS = 256
MOST_STEPS = 1_000_000  # of one call
Part = Callable[[int, int], None]


class Batch:
    """Many games of one rule set. Every step overwrites the arrays: copy what you keep.

    One thread at a time may use it. Copies and pickles hold all games, and go on as it would.
    """

    def __init__(self, game: Game, num_games: int, *, threads: int = 1, seed: int = 0) -> None:
        """All games at their start.

        Args:
            game: which one, with its options.
            num_games: 1 to 1,048,576.
            threads: that share the games out; results do not depend on it.
            seed: of random actions and of set-ups that are drawn; any whole number of at least 0.

        Raises:
            OptionError: a number out of bounds.
        """
        num_games = integer("num_games", num_games, 1, MOST_GAMES)
        threads = integer("threads", threads, 1, MOST_THREADS)
        self.game = game
        self.num_games = num_games
        self.num_actions = game.rules.num_actions
        self.planes = game_module(game.name).PLANES  # what each plane of an observation says
        self.observation_shape = (len(self.planes), *shape_of(game.board))
        self._rows = _new_rows(game, num_games, int(np.prod(self.observation_shape)))
        self._grid = grid_of(game.board)
        self._empty = new_state(game.rules)
        self._threads = threads
        self._use = Exclusive("batch")
        self._pool: ThreadPoolExecutor | None = None
        self._pool_process = 0  # whose threads they are: a forked process has none of them
        self.reset(seed)

    def __getstate__(self) -> dict[str, Any]:
        """All but the threads, which begin again when they are needed."""
        with self._use:
            return {**self.__dict__, "_pool": None}

    def __copy__(self) -> Self:
        """An independent batch: two that shared their arrays would spoil each other's games."""
        return deepcopy(self)

    @property
    def observations(self) -> ByteArray:
        """What those see who act: uint8 of shape (num_games, planes, rows, columns)."""
        return self._rows.observations.reshape(self.num_games, *self.observation_shape)

    @property
    def masks(self) -> BoolArray:
        """Which actions are legal: bool of shape (num_games, num_actions), never all False."""
        return self._rows.masks

    @property
    def players(self) -> IntArray32:
        """The persons to act, 0 or 1: int32 of shape (num_games,)."""
        return self._rows.players

    @property
    def rewards(self) -> FloatArray32:
        """Of the last step, by person: float32 of shape (num_games, 2): 1 won, -1 lost, else 0."""
        return self._rows.rewards

    @property
    def terminations(self) -> BoolArray:
        """Whether the last step ended a game: bool of shape (num_games,)."""
        return self._rows.terminations

    def reset(self, seed: int) -> None:
        """Begin all games again. Raises OptionError for a negative seed."""
        words = np.random.SeedSequence(whole_seed(seed)).generate_state(4 * self.num_games)
        rules, rows = self.game.rules, self._rows
        with self._use:
            rows.rng[:] = words.reshape(self.num_games, 4)
            self._share_out(lambda a, b: start_games(rules, self._grid, self._empty, rows, a, b))

    def step(self, actions: NDArray[np.integer]) -> None:
        """Carry out one action in every game; the arrays then show what came of it.

        Args:
            actions: integers of shape (num_games,), each legal in its game.

        Raises:
            OptionError: another shape, or no integers.
            IllegalActionError: names the first game whose action is not legal. No game has moved.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_games,) or not np.issubdtype(chosen.dtype, np.integer):
            raise OptionError(
                f"A step takes integers of shape ({self.num_games},), one action a game, not "
                f"{chosen.dtype} of shape {chosen.shape}."
            )
        chosen = np.ascontiguousarray(chosen, dtype=np.int64)
        rules, grid, empty, rows = self.game.rules, self._grid, self._empty, self._rows
        with self._use:
            wrong = first_illegal(rows, chosen)
            if wrong >= 0:
                self._refuse(wrong, int(chosen[wrong]))
            self._share_out(lambda a, b: step_games(rules, grid, empty, rows, chosen, a, b))

    def sample(self) -> IntArray64:
        """A random legal action for every game, all equally likely: int64 of shape (num_games,)."""
        actions = np.empty(self.num_games, dtype=np.int64)
        with self._use:
            self._share_out(lambda a, b: draw_actions(self._rows, actions, a, b))
        return actions

    def play_randomly(self, steps: int = 1) -> None:
        """Carry out random legal actions, as `step(sample())` so many times, in one compiled call.

        The arrays show what came of the last one. For baselines, and for games that do not all
        stand at the same move.

        Args:
            steps: actions in every game, 1 to 1,000,000.

        Raises:
            OptionError: a number out of bounds.
        """
        steps = integer("steps", steps, 1, MOST_STEPS)
        rules, grid, empty, rows = self.game.rules, self._grid, self._empty, self._rows
        drawn = np.empty(self.num_games, dtype=np.int64)
        with self._use:
            self._share_out(lambda a, b: play_on(rules, grid, empty, rows, drawn, steps, a, b))

    def position(self, index: int) -> Position:
        """The position of one game. Raises OptionError for an index out of bounds."""
        index = integer("index", index, 0, self.num_games - 1)
        with self._use:
            return self._position(index)

    def _position(self, index: int) -> Position:
        return Position(self.game, self._rows.states[index].copy())

    def _refuse(self, index: int, action: int) -> None:
        """Say why an action is not legal, by trying it."""
        try:
            self._position(index).apply(action)
        except SkerryError as error:
            raise IllegalActionError(f"Game {index} of the batch: {error}", error.rule) from error
        raise AssertionError("a mask forbids a legal action")

    def _share_out(self, part: Part) -> None:
        """Call a kernel for all games, in as many ranges as there are threads."""
        if self._threads == 1:
            part(0, self.num_games)
            return
        if self._pool is None or self._pool_process != os.getpid():
            # The thread that calls takes a part itself: waking one takes as long as 300 moves.
            self._pool, self._pool_process = ThreadPoolExecutor(self._threads - 1), os.getpid()
        edges = np.linspace(0, self.num_games, self._threads + 1).astype(int).tolist()
        others = [self._pool.submit(part, a, b) for a, b in pairwise(edges[1:])]
        try:
            part(0, edges[1])
        finally:  # whatever happens here, nobody writes into the arrays any more
            wait(others)
        for other in others:
            other.result()


def batch(
    name: str, /, *, num_games: int, threads: int = 1, seed: int = 0, **options: Value
) -> Batch:
    """Many games at once, the missing options at their defaults.

    Raises:
        OptionError: as `game` and `Batch`.
    """
    return Batch(game(name, **options), num_games, threads=threads, seed=seed)


def _new_rows(game: Game, num_games: int, observation_size: int) -> Rows:
    rules = game.rules
    return Rows(
        states=np.zeros((num_games, rules.state_size), dtype=np.int16),
        rng=np.zeros((num_games, 4), dtype=np.int64),
        observations=np.zeros((num_games, observation_size), dtype=np.uint8),
        masks=np.zeros((num_games, rules.num_actions), dtype=np.bool_),
        num_legal=np.zeros(num_games, dtype=np.int32),
        players=np.zeros(num_games, dtype=np.int32),
        rewards=np.zeros((num_games, 2), dtype=np.float32),
        terminations=np.zeros(num_games, dtype=np.bool_),
    )
