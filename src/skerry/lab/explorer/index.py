"""The index of a collection: one row for each turn played in a position, whichever way it lay.

A file has metadata that say what it was made of (`About`), and these columns, but that a key is
kept as two halves, of which the higher one takes less room as what it adds to the row before it:

    key       of the position before the turn (`canonical`); the rows ascend by it
    turn      its text, in the position's canonical form
    games     in which it was played
    points    of who played it, in half points: 2 for a win, 1 for a draw
    value     the chances of who had played it, as searched after it: the mean, in thousandths
    playouts  that it rests on, in hundreds; 0: the turn ended the game
"""

import datetime
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from ...errors import SkerryError
from ...games.catalogue import info
from ...games.options import Value
from ...positions import Game, Position, game
from ..playing.rows import DRAW
from ..playing.store import replace
from .canonical import Actions, canonical, canonical_actions
from .collection import Collection

FORMAT = "skerry-explorer 1"
ABOUT = "skerry"  # the key of the metadata
THOUSAND, HUNDRED = 1000, 100  # units of `value` and `playouts`
WIN, HALF = 2, 1  # in half points

SCHEMA: dict[str, pl.DataType] = {
    "key": pl.UInt64(),
    "turn": pl.String(),
    "games": pl.UInt32(),
    "points": pl.UInt32(),
    "value": pl.UInt16(),  # null: nobody searched after it
    "playouts": pl.UInt32(),
}


LOW_BITS = 32  # of a key, its lower half
PACKED: dict[str, pl.DataType] = {"high": pl.UInt32(), "low": pl.UInt32()}  # in place of `key`


class ExplorerError(SkerryError):
    """A file that is no index of positions, in one sentence."""


@dataclass(frozen=True)
class About:
    """What an index was made of."""

    game: str
    options: dict[str, Value]
    games: int
    playouts: int  # a turn
    command: str  # that played the games
    date: str  # of the index: YYYY-MM-DD
    version: str  # of Skerry

    @property
    def rules(self) -> Game:
        """The game with its options. Raises OptionError: they are not allowed any more."""
        return game(self.game, **info(self.game).as_written(self.options))


class Place(NamedTuple):
    """Where a turn stands in the index."""

    key: int
    turn: str


def place(position: Position, actions: Actions) -> Place:
    """Where a turn from a position stands."""
    found = canonical(position)
    rules = position.game
    return Place(found.key, rules.format_turn(canonical_actions(rules, actions, found.ways)))


def points(winner: int | None, person: int | None) -> int:
    """Of a person, in half points; nobody wins a draw."""
    return HALF if winner in (None, DRAW) else WIN * int(winner == person)


def played_turns(start: Position, actions: Iterable[int]) -> Iterator[tuple[Position, Actions]]:
    """The turns of a game, each with the position before it."""
    before, position, turn = start, start, []
    for action in actions:
        turn.append(action)
        position = position.apply(action)
        if position.is_over or position.turn > before.turn:
            yield before, tuple(turn)
            before, turn = position, []


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
            (pl.col("playouts").sum() / HUNDRED).round().cast(pl.UInt32),
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


def _packed(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows as they lie in a file."""
    key = pl.col("key")
    high = (key // 2**LOW_BITS).cast(pl.Int64)
    halves = (high.diff().fill_null(high).alias("high"), (key % 2**LOW_BITS).alias("low"))
    packed = rows.select(*halves, pl.exclude("key"))
    return packed.cast(PACKED)  # type: ignore[arg-type]


def _unpacked(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows as they lay before `_packed`."""
    high = pl.col("high").cast(pl.UInt64).cum_sum()
    return rows.select(
        (high * 2**LOW_BITS + pl.col("low").cast(pl.UInt64)).alias("key"),
        pl.exclude(*PACKED),
    )


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
        playouts=played.playouts,
        command=(
            f"skerry lab collect {played.game.name} --games {collection.games} --playouts "
            f"{played.playouts} --seed {played.seed}"
        ),
        date=datetime.date.today().isoformat(),
        version=version("skerry"),
    )
    file = io.BytesIO()
    _packed(index_of(collection)).write_parquet(
        file,
        compression="zstd",
        compression_level=19,
        statistics=False,
        metadata={ABOUT: json.dumps({"format": FORMAT} | asdict(about))},
    )
    replace(path, file.getvalue())
    return about


def read_index(content: bytes, label: str) -> tuple[About, pl.DataFrame]:
    """What `write_index` wrote. Raises ExplorerError, which begins with the label."""
    try:
        about = json.loads(pl.read_parquet_metadata(io.BytesIO(content))[ABOUT])
        if about.pop("format") != FORMAT:
            raise ExplorerError(f"{label} is not in the format {FORMAT}.")
        kept = PACKED | {name: kind for name, kind in SCHEMA.items() if name != "key"}
        return About(**about), _unpacked(pl.read_parquet(content, schema=kept))
    except (KeyError, TypeError, ValueError, pl.exceptions.PolarsError) as error:
        raise ExplorerError(
            f"{label} holds no index of positions; `skerry lab collect --keep` writes one."
        ) from error
