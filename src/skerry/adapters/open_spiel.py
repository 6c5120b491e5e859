"""The games as games of OpenSpiel: `skerry_NAME` for the name of each.

    import pyspiel
    import skerry.adapters.open_spiel  # registers them
    game = pyspiel.load_game("skerry_NAME(size=4)")

The parameters are the options of the game. OpenSpiel's players are our persons, its actions our
atomic actions; whoever acts several times in a row is the current player several times in a row.
A game with a set-up begins with chance nodes that draw it step by step, so that OpenSpiel's
algorithms may average over set-ups; `skerry_NAME(seed=7)` has the set-up that
`skerry.game("NAME").start(seed=7)` has, and no chance.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from skerry.adapters.observations import Observations
from skerry.core.layout import FloatArray32
from skerry.errors import OptionError
from skerry.games.catalogue import GAMES
from skerry.games.contract import game_module, longest_game
from skerry.games.info import GameInfo, Option, Value
from skerry.mutable import MutablePosition
from skerry.positions import Game, Position, game
from skerry.positions import position as position_of

SEED = "seed"  # parameter of a game whose start is drawn
BY_CHANCE = -1  # its default: chance nodes draw the set-up
BY_SIZE = -1.0  # a default that depends on the other options


def game_type(info: GameInfo, *, by_chance: bool) -> pyspiel.GameType:
    """What OpenSpiel wants to know of a game before it is loaded."""
    chance = pyspiel.GameType.ChanceMode
    parameters = {option.name: _default(option) for option in info.options}
    if info.has_setup:
        parameters[SEED] = BY_CHANCE
    return pyspiel.GameType(
        short_name=f"skerry_{info.name}",
        long_name=f"{info.title} ({info.author})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if by_chance else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def _default(option: Option) -> Value:
    """A parameter's default; OpenSpiel's may not depend on other parameters."""
    if not callable(option.default):
        return option.default
    return BY_SIZE if option.kind == "half" else int(BY_SIZE)


class SkerryGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options; there is a class of its own for each."""

    info: GameInfo

    def __init__(self, given: dict[str, Any] | None = None) -> None:
        """Make it from OpenSpiel's parameters.

        Raises:
            OptionError: an option that the game does not have, or a value that is not allowed.
        """
        info = self.info
        chosen = dict(given or {})
        seed = int(chosen.pop(SEED, BY_CHANCE)) if info.has_setup else BY_CHANCE
        depends = {option.name for option in info.options if callable(option.default)}
        options = {k: v for k, v in chosen.items() if not (k in depends and v < 0)}
        self.game: Game = game(info.name, **options)
        self.by_chance = info.has_setup and seed == BY_CHANCE
        self.start: MutablePosition | None = None  # to be copied; None: chance draws it
        if not info.has_setup:
            self.start = MutablePosition(self.game.start())
        elif not self.by_chance:
            self.start = MutablePosition(self.game.start(seed=seed))
        about = pyspiel.GameInfo(
            num_distinct_actions=self.game.rules.num_actions,
            max_chance_outcomes=len(game_module(self.game.name).SETUP_KINDS)
            if self.by_chance
            else 0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest_game(self.game.rules),
        )
        super().__init__(game_type(info, by_chance=self.by_chance), about, given or {})

    def __reduce__(self) -> "tuple[Callable[[str], SkerryGame], tuple[str]]":
        """Pickled as its text, by a function of this module: who loads it registers the games."""
        return load, (str(self),)

    def new_initial_state(self) -> "SkerryState":
        """The start."""
        return SkerryState(self)

    def state_at(self, position: Position) -> "SkerryState":
        """A state at a position of this game, however it was reached.

        Its history is empty: it can be searched, played on and pickled, but not serialised in
        OpenSpiel's way, which has nothing but the history.

        Raises:
            OptionError: a position of another game, or with other options.
        """
        if position.game != self.game:
            raise OptionError(f"This is a position of {position.game}, not of {self.game}.")
        state = SkerryState(self)
        state.table.play, state.table.start = MutablePosition(position), position.text
        return state

    def max_chance_nodes_in_history(self) -> int:
        """How often the set-up is drawn for."""
        return game_module(self.game.name).num_draws(self.game) if self.by_chance else 0

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Any = None
    ) -> Any:
        """Whoever asks OpenSpiel for observations gets this."""
        if iig_obs_type is not None and not iig_obs_type.public_info:
            return IIGObserverForPublicInfoGame(iig_obs_type, params)
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return PlaneObserver(self.game, params, "info_state" if recall else "observation")


class Table:
    """All that a state holds besides OpenSpiel's own: copied with it by `copy.deepcopy`."""

    __slots__ = ("drawn", "game", "play", "start")

    def __init__(
        self,
        game: Game,
        play: MutablePosition | None,
        drawn: tuple[str, ...] = (),
        start: str | None = None,
    ) -> None:
        self.game = game  # never copied, which would take longer than all the rest
        self.play = play  # None while chance draws the set-up
        self.drawn = drawn  # what has been drawn of the set-up
        self.start = start  # the position it began at, where that is not a start of the game

    def __deepcopy__(self, memo: dict[int, Any]) -> "Table":
        play = None if self.play is None else self.play.copy()
        return Table(self.game, play, self.drawn, self.start)


class SkerryState(pyspiel.State):  # type: ignore[misc]
    """A position. What begins with one underscore is called by OpenSpiel's C++."""

    def __init__(self, game: SkerryGame) -> None:
        super().__init__(game)
        self.table = Table(game.game, None if game.start is None else game.start.copy())

    def __reduce__(self) -> "tuple[Callable[..., SkerryState], tuple[object, ...]]":
        """Pickled as where it began, and its history."""
        return _restored, (self.get_game(), self.table.start, self.history())

    @property
    def position(self) -> Position | None:
        """The position as everything else in Skerry knows it; None until chance has drawn all."""
        play = self.table.play
        return None if play is None else play.position()

    def current_player(self) -> int:
        """The person to act, CHANCE or TERMINAL."""
        play = self.table.play
        if play is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if play.player is None else play.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        play = self.table.play
        return play is not None and play.is_over

    def returns(self) -> list[float]:
        """1 for who won, -1 for who lost, 0 for both after a draw or while the game goes on."""
        play = self.table.play
        return [0.0, 0.0] if play is None else play.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be drawn next of the set-up, and how likely it is."""
        table = self.table
        setup = game_module(table.game.name)
        chance = setup.next_draw(table.game, table.drawn)
        assert chance is not None, "the set-up is whole"
        return [(setup.SETUP_KINDS.index(kind), share) for kind, share in chance.outcomes]

    def _legal_actions(self, player: int) -> list[int]:
        play = self.table.play
        if play is None:
            return [outcome for outcome, _ in self.chance_outcomes()]
        return play.legal_actions()

    def _apply_action(self, action: int) -> None:
        table = self.table
        if table.play is not None:
            table.play.apply(action)
            return
        setup = game_module(table.game.name)
        table.drawn = (*table.drawn, setup.SETUP_KINDS[action])
        if setup.next_draw(table.game, table.drawn) is None:
            whole = setup.drawn_setup(table.game, table.drawn)
            table.play = MutablePosition(table.game.start(setup=whole))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            setup = game_module(self.table.game.name)
            chance = setup.next_draw(self.table.game, self.table.drawn)
            assert chance is not None, "the set-up is whole"
            return f"{chance.place}={setup.SETUP_KINDS[action]}"
        return self.table.game.format_action(action)

    def __str__(self) -> str:
        position = self.position
        if position is None:
            return " ".join(["set-up:", *self.table.drawn])
        return f"{position}\n{position.text}"


def load(text: str) -> SkerryGame:
    """The game of a text such as "skerry_NAME(size=3)"."""
    game: SkerryGame = pyspiel.load_game(text)
    return game


def _restored(game: SkerryGame, start: str | None, history: list[int]) -> SkerryState:
    state = game.new_initial_state() if start is None else game.state_at(position_of(start))
    for action in history:
        state.apply_action(action)
    return state


class PlaneObserver:
    """Positions as tensors (the planes of games/observation.py) and as text.

    Nothing but the position matters for what is to come, so the information state has the tensor of
    the observation; as a string it is the history.
    """

    def __init__(self, game: Game, params: Any, name: str) -> None:
        """Room for one observation. Raises ValueError for parameters: there are none."""
        if params:
            raise ValueError(f"The games of Skerry take no observation parameters, not {params}.")
        self._recalls = name == "info_state"
        self._observations = Observations(game)
        self.tensor: FloatArray32 = np.zeros(
            int(np.prod(self._observations.shape)), dtype=np.float32
        )
        self.dict = {name: self.tensor.reshape(self._observations.shape)}

    def set_from(self, state: SkerryState, player: int) -> None:
        """Write what a player sees; zeros while chance draws the set-up."""
        play = state.table.play
        self.tensor[:] = 0 if play is None else self._observations.of(play, player).reshape(-1)

    def string_from(self, state: SkerryState, player: int) -> str:
        """The history, or the position with who is to act."""
        return state.history_str() if self._recalls else str(state)


for _info in GAMES:
    # OpenSpiel keeps what it is given until after Python has ended: a class survives that, a
    # function does not.
    _class = type(f"{_info.title}Game", (SkerryGame,), {"info": _info, "__doc__": _info.summary})
    pyspiel.register_game(game_type(_info, by_chance=_info.has_setup), _class)
