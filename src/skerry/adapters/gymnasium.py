"""The games as environments of Gymnasium: one agent against a player of Skerry's.

    import gymnasium
    import skerry.adapters.gymnasium  # registers them
    env = gymnasium.make("skerry/TITLE-v0", size=4, opponent="2")  # TITLE: of a game
    observation, info = env.reset(seed=7)
    action = policy(observation["observation"], observation["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

The opponent answers within `step`, so the agent always sees a position in which it is to act; in a
turn of several stones it acts several times in a row. The reward is 1 for a win, -1 for a loss. An
illegal action loses the game.
"""

from collections.abc import Iterator
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces

from skerry.adapters.observations import METADATA, Environment, Observations, Scene
from skerry.adapters.pettingzoo import first_position
from skerry.core.numbers import as_integer, seed_or_none
from skerry.errors import OptionError, SkerryError, quoted
from skerry.games.catalogue import GAMES
from skerry.games.info import Value
from skerry.levels import LEVELS
from skerry.levels import player as level_player
from skerry.mutable import MutablePosition
from skerry.players import Player, RandomPlayer
from skerry.positions import game

RANDOM = "random"
MOST_SEED = 2**31
BoardView = dict[str, Any]


class SkerryEnv(Environment, gymnasium.Env[BoardView, np.int64]):
    """One game; see the module."""

    metadata: dict[str, Any] = {**METADATA}

    def __init__(
        self,
        name: str,
        opponent: str | int | Player = "1",
        seat: int | None = None,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        """A game by its name and options.

        Args:
            name: of the game, as `skerry.game` takes it.
            opponent: a level, 1 to 11, as a number or as text; "random"; or any player.
            seat: the agent's person, 0 or 1; drawn for each game when None.
            render_mode: "ansi", "svg", "rgb_array", "human" or None.
            options: of the game, such as size=4.

        Raises:
            OptionError: one of them is not possible.
        """
        self.game = game(name, **options)
        person = as_integer(seat)
        if seat is not None and person not in (0, 1):
            raise OptionError(f"seat={quoted(seat)} is not possible; it is 0, 1 or None (drawn).")
        self.render_mode = render_mode
        self._observations, self._scene = Observations(self.game), Scene(render_mode)
        level = as_integer(opponent)
        self._opponent = opponent if level is None else str(level)
        self._seat = person
        self._new_opponent(0)  # which says at once if there is none of that name
        self.observation_space = self._observations.space()
        self.action_space = spaces.Discrete(self.game.rules.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[BoardView, dict[str, Any]]:
        """Begin a game; the opponent has moved where it is theirs to begin.

        Args:
            seed: draws the seat, the set-up of a game that has one, and what the opponent draws.
            options: {"position": text} begins there instead.

        Raises:
            OptionError, NotationError: a position of another game, or no position; or the game is
                over before the agent is to act. The game before goes on then.
        """
        super().reset(seed=seed_or_none(seed))
        drawn = [int(number) for number in self.np_random.integers(MOST_SEED, size=3)]
        person = drawn[0] % 2 if self._seat is None else self._seat
        start, player = first_position(self.game, drawn[1], options), self._new_opponent(drawn[2])
        tried, actions = MutablePosition(start), []
        for action in _answers(tried, player, person):
            tried.apply(action)
            actions.append(action)
        if tried.is_over:
            raise OptionError(
                "The game is over in this position, or by the opponent's turn in it: the agent has "
                "nothing to do there."
            )
        self._person, self._player, self._play = person, player, MutablePosition(start)
        self._scene.begin()
        for action in actions:
            self._scene.apply(self._play, action)
        return self._seen(), {"person": self._person}

    def step(self, action: np.int64 | int) -> tuple[BoardView, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and the opponent's turn when it ends the agent's.

        Returns:
            What the agent sees then; 1, -1 or 0; whether the game is over; False; and "person",
            with "illegal" where the action was not legal: why.

        Raises:
            OptionError: the action is no whole number.
        """
        info: dict[str, Any] = {"person": self._person}
        number = as_integer(action)
        if number is None:
            raise OptionError(f"An action is a whole number, not {quoted(action)}.")
        try:
            self._scene.apply(self._play, number)
        except SkerryError as error:
            return self._seen(), -1.0, True, False, {**info, "illegal": str(error)}
        for answer in _answers(self._play, self._player, self._person):
            self._scene.apply(self._play, answer)
        if self.render_mode == "human":
            self.render()
        reward = self._play.returns()[self._person]
        return self._seen(), reward, self._play.is_over, False, info

    def _new_opponent(self, seed: int) -> Player:
        opponent: Any = self._opponent
        if callable(getattr(opponent, "choose", None)) and not isinstance(opponent, type):
            return cast(Player, opponent)
        if isinstance(opponent, str) and opponent == RANDOM:
            return RandomPlayer(seed)
        if not isinstance(opponent, str) or opponent not in LEVELS:
            raise OptionError(
                f"opponent={quoted(self._opponent)} is not possible; it is a level from 1 to "
                f'{len(LEVELS)}, as in 3 or "3", or "random", or a player, which has a method '
                "choose(position)."
            )
        return level_player(opponent, seed)

    def _seen(self) -> BoardView:
        return self._observations.masked(self._play, self._person)


def _answers(play: MutablePosition, player: Player, person: int) -> Iterator[int]:
    """The player's actions until the person is to act, each one to be carried out at once."""
    while play.player == 1 - person:
        yield from player.choose(play.position())


for _info in GAMES:
    gymnasium.register(
        f"skerry/{_info.title}-v0",
        entry_point="skerry.adapters.gymnasium:SkerryEnv",
        kwargs={"name": _info.name},
    )
