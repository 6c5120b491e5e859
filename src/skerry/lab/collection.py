"""Collections of self-play: games of the search against itself, kept in one file, and indexed."""

import datetime
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import polars as pl

from skerry.core.numbers import integer, whole_seed
from skerry.errors import SkerryError
from skerry.games.info import Value
from skerry.lab.canonical import Actions, canonical, canonical_actions, in_one_orientation
from skerry.lab.explorer import HUNDRED, SCHEMA, THOUSAND, WIN, About, index_to_bytes, place, points
from skerry.lab.packaged import SETUPS
from skerry.lab.plans import memory_for
from skerry.lab.playing import DRAW, game_seed, played_turns
from skerry.lab.running import Runner, exclusive, replace_file
from skerry.players import SearchPlayer
from skerry.positions import Game, Position, game
from skerry.search.analysis import AnalysedTurn, analyse
from skerry.search.search import Search, swap_action

# Games of the search against itself, no two alike: how they begin is drawn, the rest is best play.
#
# The first turns of a game, as many as its seed says, are drawn in proportion to their playouts
# from those of a longer search that are worth hardly less than its best one. That search is the
# same whenever the same position is met, and of mirror images it plays one alone, so that games
# meet again in the positions that matter. A swap is never drawn: whether to swap is decided by the
# search.

MOST_DRAWN = 6  # turns at the beginning of a game; each number from 1 on is equally likely
LONGER = 10  # times as many playouts of the search that they are drawn from
LISTED = 100  # turns that it lists, mirror images among them
CHOICES = 10  # the most turns of which one is drawn: with more of them games would not meet again
MARGIN = 0.04  # of the mean result, by which a drawn turn may be worse than the best one

COLLECTION_SCHEMA: dict[str, pl.DataType] = {
    "number": pl.UInt32(),  # of the game, from 0
    "seed": pl.UInt64(),  # of all that was drawn in it
    "winner": pl.Int8(),  # person 0 or 1, or DRAW
    "played": pl.List(pl.UInt16()),  # actions
    "values": pl.List(pl.Float32()),  # person 0's mean result before each turn; null: forced
    "playouts": pl.List(pl.UInt32()),  # that these rest on
}


class CollectedGame(NamedTuple):
    """A game as it is kept."""

    actions: list[int]
    values: list[float | None]  # person 0's mean before each turn; None where all is forced
    playouts: list[int]
    winner: int  # or DRAW


@dataclass(frozen=True)
class SelfPlay:
    """How games are played; with a number it says one of them."""

    game: Game
    playouts: int  # a turn
    seed: int = 0

    def __post_init__(self) -> None:
        """Raises OptionError: what is no whole number, or too small."""
        object.__setattr__(self, "playouts", integer("playouts", self.playouts, 1))
        object.__setattr__(self, "seed", whole_seed(self.seed))

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
        return pl.DataFrame(rows, schema=COLLECTION_SCHEMA, orient="row")


class _Seen:
    """What the search said before a turn."""

    value: float | None = None  # person 0's mean result: not a chance (search/chances.py)
    playouts = 0

    def look(self, search: Search) -> None:
        person = search.position.player
        assert person is not None
        best = search.root.best(person, without=swap_action(search.position))
        self.value = (best or search.root).value(0)
        self.playouts = search.visits


class _Choice(NamedTuple):
    """The turns that may be drawn in a position."""

    turns: list[Actions]
    weights: list[int]
    value: float  # person 0's mean result
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
    value = found.mean if position.player == 0 else 1 - found.mean
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
        if turn is best or (turn.mean >= best.mean - MARGIN and turn.actions != (swap,))
    ]


# A collection: games of self-play in one file, to which games are added until there are enough.
#
# The file is a Parquet file that is whole at any moment: it is written beside its place after each
# job, and moved there. What it says of itself stands in its metadata as JSON.

FORMAT = "skerry-collection 1"  # of the file, and of how its games are played
ABOUT = "skerry"  # the key of the metadata
GAMES_A_JOB = 2


class CollectionError(SkerryError):
    """A file that is no collection, or not the one that was meant; in one sentence."""


class Collection:
    """The games that there are, and their file."""

    def __init__(self, path: Path, self_play: SelfPlay, rows: pl.DataFrame) -> None:
        """Use `open` or `begin`."""
        self.path, self.self_play, self.rows = path, self_play, rows

    @classmethod
    def open(cls, path: Path) -> "Collection":
        """The collection in a file. Raises CollectionError."""
        try:
            about = json.loads(pl.read_parquet_metadata(path)[ABOUT])
            if about["format"] != FORMAT:
                raise CollectionError(f"{path} is not in the format {FORMAT}.")
            options: dict[str, Value] = about["options"]
            rules = game(about["game"], **options)
            rows = pl.read_parquet(path, schema=COLLECTION_SCHEMA)
        except CollectionError:
            raise
        except (OSError, KeyError, ValueError, TypeError, pl.exceptions.PolarsError) as error:
            raise CollectionError(f"{path} holds no collection that can be read.") from error
        return cls(path, SelfPlay(rules, about["playouts"], about["seed"]), rows)

    @classmethod
    def begin(cls, path: Path, self_play: SelfPlay) -> "Collection":
        """The collection in a file, or an empty one where there is none.

        Raises:
            CollectionError: the file is none, or its games were played in another way.
        """
        if not path.exists():
            return cls(path, self_play, pl.DataFrame(schema=COLLECTION_SCHEMA))
        found = cls.open(path)
        if found.self_play != self_play:
            raise CollectionError(
                f"{path} holds games of {found.self_play.game} with {found.self_play.playouts:,} "
                f"playouts and seed {found.self_play.seed}; give another file by --out."
            )
        return found

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.rows.height

    def collect(
        self, games: int, runner: Runner, on_progress: "Callable[[Collection], None] | None" = None
    ) -> None:
        """Play on until there are so many games; those that are there stay.

        Raises:
            StoreError: another process is adding games.
            CollectionError: meanwhile the file has become none, or another one.
            OSError: the file cannot be written.
        """
        games = integer("games", games, 0)
        with exclusive(self.path.with_name(f".{self.path.name}.lock"), self.path):
            # Another process may have added games since they were read.
            self.rows = Collection.begin(self.path, self.self_play).rows
            waiting = self._missing(games)

            def give(_: SelfPlayJob, content: bytes) -> None:
                self._add(pl.read_parquet(content))
                if on_progress is not None:
                    on_progress(self)

            runner.run_all(lambda: next(waiting, None), give)

    def _missing(self, games: int) -> Iterator[SelfPlayJob]:
        known = set(self.rows["number"].to_list())
        numbers = [number for number in range(games) if number not in known]
        for first in range(0, len(numbers), GAMES_A_JOB):
            yield SelfPlayJob(self.self_play, tuple(numbers[first : first + GAMES_A_JOB]))

    def _add(self, rows: pl.DataFrame) -> None:
        self.rows = pl.concat([self.rows, rows]).sort("number")
        file = io.BytesIO()
        about = {
            "format": FORMAT,
            "game": self.self_play.game.name,
            "options": dict(self.self_play.game.options),
            "playouts": self.self_play.playouts,
            "seed": self.self_play.seed,
        }
        self.rows.write_parquet(file, compression="zstd", metadata={ABOUT: json.dumps(about)})
        replace_file(self.path, file.getvalue())


def index_of(collection: Collection) -> pl.DataFrame:
    """The rows of a collection's index."""
    rows = [
        row
        for played in collection.rows.iter_rows(named=True)
        for row in _rows_of(played, collection.self_play.start(played["number"]))
    ]
    schema = {**SCHEMA, "value": pl.Float64()}
    return (
        pl.DataFrame(rows, schema=schema, orient="row")
        .group_by("key", "turn")
        .agg(
            pl.col("games").sum(),
            pl.col("points").sum(),
            (pl.col("value").mean() * THOUSAND).round().cast(pl.UInt16),
            (pl.col("playouts").sum() / HUNDRED).ceil().cast(pl.UInt32),
        )
        .sort("key", "turn")
    )


def _rows_of(played: dict[str, Any], start: Position) -> Iterator[tuple[object, ...]]:
    """The rows of one game; a turn's value is what the search said before the next one."""
    winner: int = played["winner"]
    end = points(winner, 0) / WIN
    values: Sequence[float | None] = [*played["values"][1:], end]
    playouts: Sequence[int] = [*played["playouts"][1:], 0]
    turns = played_turns(start, played["played"])
    for (position, actions), value, number in zip(turns, values, playouts, strict=True):
        person = position.player
        mine = value if value is None or person == 0 else 1 - value
        yield (*place(position, actions), 1, points(winner, person), mine, number)


def write_index(path: Path, collection: Collection) -> About:
    """Write a collection's index into a file.

    Raises:
        OSError: it cannot be written.
    """
    played = collection.self_play
    about = About(
        game=played.game.name,
        options=dict(played.game.options),
        games=collection.games,
        setups=SETUPS if played.game.info.has_setup else 0,
        playouts=played.playouts,
        command=(
            f"skerry lab collect {played.game.name} --games {collection.games} --playouts "
            f"{played.playouts} --seed {played.seed}"
        ),
        date=datetime.date.today().isoformat(),
        version=version("skerry"),
    )
    replace_file(path, index_to_bytes(about, index_of(collection)))
    return about
