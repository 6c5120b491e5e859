"""An index of positions: one row for each turn played in one of them, whichever way it lay.

A file has metadata that say what it was made of (`About`), and these columns, but that a key is
kept as two halves, of which the higher one takes less room as what it adds to the row before it:

    key       of the position before the turn (`canonical`); the rows ascend by it
    turn      its text, in the position's canonical form
    games     in which it was played
    points    of who played it, in half points: 2 for a win, 1 for a draw
    value     the chances of who had played it, as searched after it: the mean, in thousandths
    playouts  that it rests on, in hundreds, rounded up; 0: the turn ended the game
"""

import io
import json
from dataclasses import asdict, dataclass
from typing import NamedTuple

import polars as pl

from skerry.errors import SkerryError
from skerry.games.catalogue import info
from skerry.games.options import Value
from skerry.lab.explorer.canonical import Actions, canonical, canonical_actions
from skerry.lab.playing.rows import DRAW
from skerry.positions import Game, Position, game

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
    setups: int  # where starts are drawn those of seeds 0 to setups - 1 were played; else 0
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


def index_to_bytes(about: About, rows: pl.DataFrame) -> bytes:
    """An index as a Parquet file."""
    file = io.BytesIO()
    _packed(rows).write_parquet(
        file,
        compression="zstd",
        compression_level=19,
        statistics=False,
        metadata={ABOUT: json.dumps({"format": FORMAT} | asdict(about))},
    )
    return file.getvalue()


def read_index(content: bytes, label: str) -> tuple[About, pl.DataFrame]:
    """The index of a Parquet file. Raises ExplorerError, which begins with the label."""
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
