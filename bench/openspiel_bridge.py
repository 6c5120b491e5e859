"""All five games as a game of OpenSpiel's, so that its players can play them.

    game = bridged(skerry.game("spry").start(), KERNEL)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=7)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1000, 400, True, 7, False)
    bot.step(game.state_at(position))

OpenSpiel's persons are ours, its actions are our atomic actions, and whoever acts several times in
a row is the current player several times in a row.

A random rollout of OpenSpiel's asks a Python game for its legal actions and applies one of them,
again and again, which makes a search of its hundreds of times slower than one of ours. Its MCTSBot
takes no evaluator written in Python that could do better. But it copies the position once for each
simulation, and once more for each rollout; so a game bridged with the rollouts KERNEL plays the
copy of a copy to its end by `dispatch.playout`, in one call, as soon as it is asked whether it is
over. The bot notices nothing, and searches many times faster. Such a game is good for MCTSBot with
RandomRolloutEvaluator alone; one with the rollouts ACTIONS is good for everything.
"""

from typing import Any

import numpy as np
import pyspiel

import skerry
from skerry.core.layout import (
    DRAWN,
    PLAYER,
    RESULT,
    RUNNING,
    WON,
    IntArray16,
    new_work,
)
from skerry.core.rng import generator
from skerry.games import dispatch
from skerry.games.tables import LEGAL_ROOM
from skerry.positions import Position

ACTIONS, KERNEL = "actions", "kernel"  # how a rollout is played: action by action, or in one call
ROLLOUTS = (ACTIONS, KERNEL)
LONGEST = 1_000_000  # actions of a game; Syrtis and Kitaran end, but no short bound is known
ROLLOUT_COPY = 2  # how often a position has been copied when it is the one of a rollout
RETURNS = {WON: [1.0, -1.0], WON + 1: [-1.0, 1.0], DRAWN: [0.0, 0.0]}

GAME_TYPE = pyspiel.GameType(
    short_name="skerry",
    long_name="Skerry",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={
        "position": skerry.game("spry").start().text,  # that the game starts from
        "rollouts": ACTIONS,
        "seed": 0,  # of the rollouts KERNEL
    },
)


class Engine:
    """What all positions of a bridged game share: rules, room to work in, random numbers."""

    def __init__(self, start: Position, rollouts: str, seed: int) -> None:
        """Nothing of it is ever copied."""
        self.game = start.game
        self.rules = start.game.rules
        self.start = start.state
        self.in_one_call = rollouts == KERNEL
        self.rng = generator(seed)
        self.work = new_work(self.rules)
        self.legal = np.empty(LEGAL_ROOM, dtype=np.int16)
        self.num_simulations = 0  # copies that were made of positions which are no copies


class Board:
    """All that a state holds; OpenSpiel copies it with `copy.deepcopy`."""

    __slots__ = ("copies", "engine", "state")

    def __init__(self, engine: Engine, state: IntArray16, copies: int = 0) -> None:
        self.engine = engine
        self.state = state
        self.copies = copies  # how often a copy was made on the way here

    def __deepcopy__(self, memo: dict[int, Any]) -> "Board":
        if self.copies == 0:
            self.engine.num_simulations += 1
        return Board(self.engine, self.state.copy(), self.copies + 1)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; a rollout in one call is played first."""
        if self.state[RESULT] != RUNNING:
            return True
        engine = self.engine
        if not engine.in_one_call or self.copies < ROLLOUT_COPY:
            return False
        dispatch.playout(engine.rules, self.state, engine.rng, engine.work)
        self.state[PLAYER] = pyspiel.PlayerId.TERMINAL  # a playout leaves only RESULT behind
        return True


class BridgedState(pyspiel.State):  # type: ignore[misc]
    """A position as OpenSpiel wants it. What begins with one underscore is called by its C++."""

    def __init__(self, game: "BridgedGame") -> None:
        super().__init__(game)
        self.board = Board(game.engine, game.engine.start.copy())

    def current_player(self) -> int:
        """The person to act, or TERMINAL."""
        board = self.board
        running = board.state[RESULT] == RUNNING
        return int(board.state[PLAYER]) if running else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.board.is_over

    def returns(self) -> list[float]:
        """1 for who won, -1 for who lost, 0 for both after a draw or while the game goes on."""
        return RETURNS.get(int(self.board.state[RESULT]), [0.0, 0.0])

    def _legal_actions(self, player: int) -> list[int]:
        engine = self.board.engine
        count = dispatch.legal(engine.rules, self.board.state, engine.legal, engine.work)
        actions: list[int] = engine.legal[:count].tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        engine = self.board.engine
        dispatch.apply(engine.rules, self.board.state, action, engine.work)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.board.engine.game.format_action(action)

    def __str__(self) -> str:
        return Position(self.board.engine.game, self.board.state.copy()).text


class BridgedGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its options, from one position on."""

    def __init__(self, given: dict[str, Any] | None = None) -> None:
        """Make it from the parameters of GAME_TYPE.

        Raises:
            ValueError: rollouts that are neither ACTIONS nor KERNEL.
            SkerryError: the text is no position.
        """
        chosen = {**GAME_TYPE.parameter_specification, **(given or {})}
        if chosen["rollouts"] not in ROLLOUTS:
            raise ValueError(
                f"Rollouts are played by {' or '.join(ROLLOUTS)}, not by {chosen['rollouts']!r}."
            )
        start = skerry.position(chosen["position"])
        self.engine = Engine(start, chosen["rollouts"], chosen["seed"])
        about = pyspiel.GameInfo(
            num_distinct_actions=self.engine.rules.num_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(GAME_TYPE, about, given or {})

    def new_initial_state(self) -> BridgedState:
        """The position that the game starts from."""
        return BridgedState(self)

    def state_at(self, position: Position) -> BridgedState:
        """A position of this game, whichever way it came about."""
        state = BridgedState(self)
        state.board = Board(self.engine, position.state)
        return state


def bridged(start: Position, rollouts: str = ACTIONS, seed: int = 0) -> BridgedGame:
    """OpenSpiel's game that begins with a position. Raises ValueError like `BridgedGame`."""
    return BridgedGame({"position": start.text, "rollouts": rollouts, "seed": seed})


pyspiel.register_game(GAME_TYPE, BridgedGame)
