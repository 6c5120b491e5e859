"""The games as environments of PettingZoo: agents that act in turn (AEC).

    from skerry.adapters.pettingzoo import skerry_NAME_v0  # for the NAME of any game
    env = skerry_NAME_v0.env(size=5, render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        action = None if terminated else policy(observation)
        env.step(action)

`pettingzoo.make("aec", "skerry/NAME_v0")` knows them, too. "player_0" and "player_1" are persons,
not colours; whoever places several stones in a turn acts several times in a row. An observation
holds what the agent sees (games/observation.py) and its legal actions. Whoever wins gets 1,
the other -1.
"""

from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv, register
from pettingzoo.utils import wrappers

from skerry.adapters.observations import METADATA, Environment, Observations, Scene
from skerry.core.numbers import seed_or_none
from skerry.errors import GameOverError, OptionError
from skerry.games.catalogue import GAMES
from skerry.games.info import Value
from skerry.mutable import MutablePosition
from skerry.positions import Game, Position, game, position

AGENTS = ("player_0", "player_1")
ILLEGAL_REWARD = -1.0


class SkerryAEC(Environment, AECEnv):  # type: ignore[misc]
    """One game; see the module."""

    metadata: dict[str, Any] = {**METADATA, "name": "skerry_v0", "is_parallelizable": False}

    def __init__(self, name: str, render_mode: str | None = None, **options: Value) -> None:
        """A game by its name and options.

        Raises:
            OptionError: as `skerry.game`; or an unknown render mode.
        """
        super().__init__()
        self.game = game(name, **options)
        self.metadata = {**self.metadata, "name": f"skerry_{self.game.name}_v0"}
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self._observations, self._scene = Observations(self.game), Scene(render_mode)
        self.observation_spaces = {agent: self._observations.space() for agent in AGENTS}
        self.action_spaces = {
            agent: spaces.Discrete(self.game.rules.num_actions) for agent in AGENTS
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may see; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do; always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: draws the set-up of a game that has one; the other games have no chance in them.
            options: {"position": text} begins there instead (`skerry.position`); others mean
                nothing here.

        Raises:
            OptionError, NotationError: a position of another game, or no position.
        """
        self._play = MutablePosition(first_position(self.game, seed, options))
        self._scene.begin()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self._play.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = AGENTS[self._play.player or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it may do now (nothing, when another is to act)."""
        return self._observations.masked(self._play, AGENTS.index(agent))

    def step(self, action: int | None) -> None:
        """Carry out the action of the agent whose turn it is.

        Raises:
            SkerryError: the action is not legal, and why. (`env` ends the game instead.)
        """
        agent = self.agent_selection
        if agent not in self.agents:
            raise GameOverError("The game is over and both agents have left; reset() begins one.")
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise GameOverError(f"The game is over; {agent} leaves it by step(None).")
            self._was_dead_step(None)
            return
        if action is None:
            raise OptionError(f"{agent} is to act and must choose an action, not None.")
        self._scene.apply(self._play, action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(AGENTS, self._play.returns(), strict=True))
        if self._play.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        person = self._play.player  # read once: another thread may be at it, though it should not
        # After the end both take their leave, whoever has not acted last first.
        self.agent_selection = AGENTS[1 - AGENTS.index(agent) if person is None else person]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


def first_position(rules: Game, seed: int | None, options: dict[str, Any] | None) -> Position:
    """Where an environment of this game begins.

    Raises:
        OptionError: a position of another game.
        NotationError: the text is no position.
    """
    seed = seed_or_none(seed)
    if options and "position" in options:
        found = position(options["position"])
        if found.game != rules:
            raise OptionError(f"This environment plays {rules}, not {found.game}.")
        return found
    if rules.info.has_setup:
        return rules.start(seed=SystemRandom().getrandbits(32) if seed is None else seed)
    return rules.start()


@dataclass(frozen=True)
class Environments:
    """What PettingZoo calls a module: the environments of one game."""

    name: str

    def raw_env(self, render_mode: str | None = None, **options: Value) -> SkerryAEC:
        """The environment itself; an illegal action is an error."""
        return SkerryAEC(self.name, render_mode, **options)

    def env(self, render_mode: str | None = None, **options: Value) -> AECEnv:
        """With PettingZoo's usual wrappers; an illegal action loses the game."""
        wrapped = wrappers.TerminateIllegalWrapper(
            self.raw_env(render_mode, **options), illegal_reward=ILLEGAL_REWARD
        )
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


_ENVIRONMENTS = {f"skerry_{info.name}_v0": Environments(info.name) for info in GAMES}

for _one in _ENVIRONMENTS.values():
    register("aec", f"skerry/{_one.name}_v0", entry_point=_one.env)


def __getattr__(name: str) -> Environments:
    """The environments of a game, by the name that PettingZoo would give to their module."""
    if name not in _ENVIRONMENTS:
        known = ", ".join(_ENVIRONMENTS)
        raise AttributeError(f"{__name__} has no {name}; the environments are {known}.")
    return _ENVIRONMENTS[name]


def __dir__() -> list[str]:
    return [*globals(), *_ENVIRONMENTS]
