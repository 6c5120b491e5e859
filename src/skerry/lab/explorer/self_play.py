"""Games of the search against itself, no two alike: how they begin is drawn, the rest is best play.

The first turns of a game, as many as its seed says, are drawn in proportion to their playouts from
those of a longer search that are worth hardly less than its best one. That search is the same
whenever the same position is met, and of mirror images it plays one alone, so that games meet again
in the positions that matter. A swap is never drawn: whether to swap is decided by the search.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import NamedTuple

import polars as pl

from skerry.core.numbers import integer
from skerry.lab.explorer.canonical import Actions, canonical, canonical_actions, in_one_orientation
from skerry.lab.explorer.packaged import SETUPS
from skerry.lab.plans.contestants import memory_for
from skerry.lab.playing.jobs import game_seed
from skerry.lab.playing.rows import DRAW
from skerry.players import SearchPlayer
from skerry.positions import Game, Position
from skerry.search.tree.analysis import AnalysedTurn, analyse
from skerry.search.tree.branch import swap_action
from skerry.search.tree.search import Search

MOST_DRAWN = 6  # turns at the beginning of a game; each number from 1 on is equally likely
LONGER = 10  # times as many playouts of the search that they are drawn from
LISTED = 100  # turns that it lists, mirror images among them
CHOICES = 10  # the most turns of which one is drawn: with more of them games would not meet again
MARGIN = 0.04  # of the chances, by which a drawn turn may be worse than the best one

SCHEMA: dict[str, pl.DataType] = {
    "number": pl.UInt32(),  # of the game, from 0
    "seed": pl.UInt64(),  # of all that was drawn in it
    "winner": pl.Int8(),  # person 0 or 1, or DRAW
    "played": pl.List(pl.UInt16()),  # actions
    "values": pl.List(pl.Float32()),  # person 0's chances before each turn; null: forced
    "playouts": pl.List(pl.UInt32()),  # that these rest on
}


class CollectedGame(NamedTuple):
    """A game as it is kept."""

    actions: list[int]
    values: list[float | None]  # person 0's chances before each turn; None where all is forced
    playouts: list[int]
    winner: int  # or DRAW


@dataclass(frozen=True)
class SelfPlay:
    """How games are played; with a number it says one of them."""

    game: Game
    playouts: int  # a turn, shared out over its actions
    seed: int = 0

    def __post_init__(self) -> None:
        """Raises OptionError: what is no whole number."""
        object.__setattr__(self, "playouts", integer("playouts", self.playouts, 1))
        object.__setattr__(self, "seed", integer("seed", self.seed))

    def start(self, number: int) -> Position:
        """The start of the game of a number."""
        has_setup = self.game.info.has_setup
        return self.game.start(seed=number % SETUPS) if has_setup else self.game.start()

    def play(self, number: int) -> CollectedGame:
        """The game of a number."""
        number = integer("number", number, 0)
        seed = game_seed(self.seed, number)
        rng = Random(seed)
        num_drawn = rng.randint(1, MOST_DRAWN)
        seen = _Seen()
        player = SearchPlayer(
            playouts=self.playouts, seed=seed, memory=memory_for(self.playouts), watch=seen.look
        )
        position = self.start(number)
        game = CollectedGame([], [], [], 0)
        while position.player is not None:
            if position.turn < num_drawn:
                choice = _choice(position, LONGER * self.playouts)
                actions = rng.choices(choice.turns, choice.weights)[0]
                seen.value, seen.playouts = choice.value, choice.playouts
            else:
                seen.value, seen.playouts = None, 0
                actions = player.choose(position)
            game.actions.extend(actions)
            game.values.append(seen.value)
            game.playouts.append(seen.playouts)
            for action in actions:
                position = position.apply(action)
        outcome = position.outcome
        assert outcome is not None
        return game._replace(winner=DRAW if outcome.winner is None else outcome.winner)


@dataclass(frozen=True)
class SelfPlayJob:
    """Some games of self-play."""

    self_play: SelfPlay
    numbers: tuple[int, ...]

    def rows(self) -> pl.DataFrame:
        """A row for each game."""
        rows = []
        for number in self.numbers:
            game = self.self_play.play(number)
            seed = game_seed(self.self_play.seed, number)
            rows.append((number, seed, game.winner, game.actions, game.values, game.playouts))
        return pl.DataFrame(rows, schema=SCHEMA, orient="row")


class _Seen:
    """What the search said before a turn."""

    value: float | None = None  # person 0's chances
    playouts = 0

    def look(self, search: Search) -> None:
        person = search.position.player
        assert person is not None
        best = search.root.best(person, swap_action(search.position))
        self.value = (best or search.root).value(0)
        self.playouts = search.visits


class _Choice(NamedTuple):
    """The turns that may be drawn in a position."""

    turns: list[Actions]
    weights: list[int]
    value: float  # person 0's chances
    playouts: int


@lru_cache(maxsize=10_000)
def _choice(position: Position, playouts: int) -> _Choice:
    """What may be drawn, by a search that depends on the position alone."""
    found = analyse(
        position, playouts=playouts, seed=0, num_turns=LISTED, memory=memory_for(playouts)
    )
    ways = canonical(position).ways
    shown: dict[Actions, Actions] = {}  # of mirror images, and of orders of stones, one
    weights: Counter[Actions] = Counter()
    for turn in _near(found.turns, swap_action(position)):
        image = canonical_actions(position.game, turn.actions, ways)
        shown.setdefault(image, in_one_orientation(position.game, turn.actions, ways))
        weights[image] += max(1, turn.visits)
    most = weights.most_common(CHOICES)
    value = found.value if position.player == 0 else 1 - found.value
    turns, visits = [shown[image] for image, _ in most], [number for _, number in most]
    return _Choice(turns, visits, value, found.playouts)


def _near(turns: tuple[AnalysedTurn, ...], swap: int | None) -> list[AnalysedTurn]:
    """Those that are worth about as much as the first one, which is the best."""
    best = turns[0]
    if best.proven is not None or best.actions == (swap,):
        return [best]
    return [
        turn
        for turn in turns
        if turn is best or (turn.value >= best.value - MARGIN and turn.actions != (swap,))
    ]
