"""Eleven levels of the computer, each with a fixed recipe for every game.

`python -m bench.ladder` plays them against each other; docs/levels.md has the ratings.
"""

from copy import copy
from dataclasses import dataclass, field, replace
from random import Random, SystemRandom
from typing import Self

from skerry.core.numbers import as_integer, seed_or_none
from skerry.errors import OptionError, quoted
from skerry.games.catalogue import GAMES
from skerry.games.info import Settings, on_one_board
from skerry.players import Cancel, SearchPlayer
from skerry.positions import Game, Position
from skerry.search.net import net_of

MEMORY = 200_000_000  # bytes for the trees of one player
MOST_QUICK_PLAYOUTS = 10_000  # for a turn: compiled, a twentieth of a second in most games
LONGEST_HURRIED = 2.0  # seconds for a turn, where kernels are slow
FIRST_WITH_NETWORK = 9  # level; a network is too strong a start for those below


@dataclass(frozen=True)
class Level:
    """How strong the computer plays."""

    number: int  # 1 to 11
    name: str
    words: str  # for whom it is

    @property
    def title(self) -> str:
        """Number and name."""
        return f"{self.number} {self.name}"


@dataclass(frozen=True)
class Recipe:
    """What a level does in one game."""

    playouts: int | None = None  # for a turn
    seconds: float | None = None  # for a turn
    blunders: float = 0.0  # share of turns that are drawn at random
    network: bool = True  # it goes by the game's network, where one comes with the board

    @property
    def takes_long(self) -> bool:
        """Whether a turn may take seconds even with compiled kernels."""
        return self.playouts is None or self.playouts > MOST_QUICK_PLAYOUTS


LEVELS: dict[str, Level] = {
    str(number): Level(number, name, words)
    for number, name, words in (
        (1, "Pebble", "For somebody who has just read the rules"),
        (2, "Limpet", "For somebody with a game or two"),
        (3, "Crab", "Sees an immediate threat"),
        (4, "Tern", "Plans a turn ahead"),
        (5, "Puffin", "Knows which cells matter"),
        (6, "Otter", "For somebody who often beats Puffin"),
        (7, "Seal", "Counts before it plays"),
        (8, "Skua", "Punishes every slip"),
        (9, "Dolphin", "Shows no mercy"),
        (10, "Orca", "Thinks for two seconds a turn"),
        (11, "Kraken", "Takes its time: ten seconds a turn"),
    )
}

BY_CLOCK = (Recipe(seconds=2.0), Recipe(seconds=10.0))  # the last two levels, in all games

RECIPES: dict[str, tuple[Recipe, ...]] = {
    game.name: (
        *(
            Recipe(playouts=playouts, blunders=blunders, network=number >= FIRST_WITH_NETWORK)
            for number, (playouts, blunders) in enumerate(game.levels, start=1)
        ),
        *BY_CLOCK,
    )
    for game in GAMES
}


def _settings(recipe: Recipe, game: Game) -> Settings | None:
    """What a level searches with; None for the strongest there is.

    Levels that count playouts were rated when a playout was one board.
    """
    if recipe.seconds is not None or (recipe.network and net_of(game) is not None):
        return None
    return on_one_board(game.info.search)


@dataclass
class LevelPlayer:
    """Plays any game at one level."""

    level: Level
    seed: int | None = None
    hurry: bool = False  # kernels are slow: no turn takes longer than LONGEST_HURRIED
    _draws: Random = field(init=False, repr=False)
    _search: SearchPlayer | None = field(init=False, repr=False, default=None)
    _recipe: Recipe | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        self.seed = seed_or_none(self.seed)
        self._draws = Random(SystemRandom().getrandbits(64) if self.seed is None else self.seed)

    def __copy__(self) -> Self:
        """A player of its own, that goes on as this one would."""
        twin = replace(self)
        twin._draws.setstate(self._draws.getstate())
        twin._search, twin._recipe = copy(self._search), self._recipe
        return twin

    def choose(self, position: Position, *, cancel: Cancel | None = None) -> tuple[int, ...]:
        """A turn as this level finds it. Raises GameOverError."""
        recipe = recipe_of(position.game.name, self.level)
        if self.hurry and recipe.takes_long:
            recipe = Recipe(seconds=LONGEST_HURRIED)
        if not position.is_over and self._draws.random() < recipe.blunders:
            return self._blunder(position)
        if self._search is None or self._recipe != recipe:
            self._recipe = recipe
            self._search = SearchPlayer(
                playouts=self._playouts(recipe, position.game),
                seconds=recipe.seconds,
                settings=_settings(recipe, position.game),
                seed=self._draws.getrandbits(63),
                memory=MEMORY,
            )
        return self._search.choose(position, cancel=cancel)

    @property
    def num_bytes(self) -> int:
        """Memory of the trees that it keeps for its next turn."""
        return 0 if self._search is None else self._search.num_bytes

    def _playouts(self, recipe: Recipe, game: Game) -> int | None:
        """For a turn: with a network a tenth more or fewer, drawn for the whole game.

        A search that is judged by a network has no chance in it: it would answer the same turns by
        the same ones in every game.
        """
        if recipe.playouts is None or not recipe.network or net_of(game) is None:
            return recipe.playouts
        return about(recipe.playouts, self._draws)

    def _blunder(self, position: Position) -> tuple[int, ...]:
        """Random actions to the end of the turn, every action equally likely."""
        choose = self._draws.choice
        return tuple(position.complete_turn(lambda reached: choose(reached.legal_actions())))


def about(playouts: int, draws: Random) -> int:
    """So many, or up to a tenth more or fewer."""
    return draws.randint(playouts - playouts // 10, playouts + playouts // 10)


def recipe_of(game: str, level: Level) -> Recipe:
    """What a level does in a game."""
    return RECIPES[game][level.number - 1]


def player(level: str | int, seed: int | None = None, *, hurry: bool = False) -> LevelPlayer:
    """The computer player of a level: 1 to 11.

    Args:
        level: its number, as a number or as text.
        seed: the same gives the same turns, for levels that count playouts.
        hurry: think for LONGEST_HURRIED at most, for a process that does not compile.

    Raises:
        OptionError: there is no such level.
    """
    name = level if isinstance(level, str) else str(as_integer(level))
    if name not in LEVELS:
        raise OptionError(f"There is no level {quoted(level)}; the levels are 1 to {len(LEVELS)}.")
    return LevelPlayer(LEVELS[name], seed, hurry)
