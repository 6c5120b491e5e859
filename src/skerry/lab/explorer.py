"""The explorer: what was played in each position of a collection of games, and how it went.

Its index is read here, and not made: collection.py does that. Nothing is drawn or judged.
"""

import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from skerry.errors import OptionError, SkerryError
from skerry.games.catalogue import info
from skerry.games.info import Value
from skerry.lab.canonical import Actions, Cells, canonical, canonical_actions, inverse, moved_turn
from skerry.lab.packaged import file_of
from skerry.lab.playing import DRAW
from skerry.positions import Game, Position, game
from skerry.record import GameRecord
from skerry.search.chances import chance, chance_of_offer, is_offer
from skerry.statistics import wilson

# An index of positions: one row for each turn played in one of them, whichever way it lay.
#
# A file has metadata that say what it was made of (`About`), and these columns, but that a key is
# kept as two halves, of which the higher one takes less room as what it adds to the row before it:
#
#     key       of the position before the turn (`canonical`); the rows ascend by it
#     turn      its text, in the position's canonical form
#     games     in which it was played
#     points    of who played it, in half points: 2 for a win, 1 for a draw
#     value     the mean result of who had played it, as searched after it, in thousandths
#     playouts  that it rests on, in hundreds, rounded up; 0: the turn ended the game

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
    except ExplorerError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError, pl.exceptions.PolarsError) as error:
        raise ExplorerError(
            f"{label} holds no index of positions; `skerry lab collect --keep` writes one."
        ) from error


@dataclass(frozen=True)
class ExploredTurn:
    """A turn, and the games in which it was played."""

    turn: str  # canonical text; of mirror images in a symmetric position one
    games: int
    points: float  # of who played it: 1 for a win, a half for a draw
    own: int = 0  # of the games, those that were added to the collection
    value: float | None = None  # chances of who played it, searched after it; None: not searched
    playouts: int = 0  # that the value rests on; 0 with a value: the turn ends the game

    @property
    def share(self) -> float:
        """Of the points, 0 to 1."""
        return self.points / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """95% interval of the share (Wilson, 1927)."""
        return wilson(self.points, self.games)


def _with_chance(position: Position, turn: ExploredTurn) -> ExploredTurn:
    """The turn with a chance in place of its mean result."""
    if turn.value is None or turn.playouts == 0:
        return turn
    if is_offer(position):
        return replace(turn, value=chance_of_offer(position.game, turn.value, turn.playouts))
    after = position.play_turn(turn.turn)
    is_mine = after.player == position.player
    found = chance(after, turn.value if is_mine else 1.0 - turn.value, turn.playouts)
    return replace(turn, value=found if is_mine else 1.0 - found)


class _Own(NamedTuple):
    """Games that were added, by a turn of theirs."""

    games: int = 0
    points: int = 0  # half points


class Explorer:
    """An immutable index of positions; games may be added, which gives another one."""

    def __init__(
        self,
        about: About,
        rows: pl.DataFrame,
        own: Mapping[int, Mapping[str, _Own]] | None = None,
    ) -> None:
        """Use `Explorer.read` or `kept`.

        Raises:
            OptionError: the options of the games are not allowed any more.
        """
        self.about, self.rules = about, about.rules
        self._rows = rows
        self._keys = rows["key"].to_numpy()
        self._own = own or {}

    @property
    def num_own(self) -> int:
        """Positions of the games that were added."""
        return len(self._own)

    @classmethod
    def read(cls, path: Path) -> "Explorer":
        """The explorer in a file. Raises ExplorerError, and as the constructor."""
        try:
            content = path.read_bytes()
        except OSError as error:
            raise ExplorerError(f"{path} cannot be read: {error.strerror}.") from error
        return cls(*read_index(content, str(path)))

    def turns(self, position: Position, most: int | None = None) -> tuple[ExploredTurn, ...]:
        """The turns that were played here, those of most games first; so many of them at most.

        There are none in the middle of a turn, or in a game of other options.
        """
        if position.is_over or position.turn_so_far or position.game != self.rules:
            return ()
        found = canonical(position)
        explored = sorted(self._explored(found.key), key=lambda turn: (-turn.games, turn.turn))
        back = inverse(found.ways[0])
        shown = (replace(turn, turn=self._moved(turn.turn, back)) for turn in explored[:most])
        return tuple(_with_chance(position, turn) for turn in shown)

    def _moved(self, turn: str, way: Cells) -> str:
        return self.rules.format_turn(moved_turn(self.rules, self.rules.parse_turn(turn), way))

    def _explored(self, key: int) -> list[ExploredTurn]:
        """The turns of a key, as they are in the canonical form."""
        wanted = np.uint64(key)
        begin = int(np.searchsorted(self._keys, wanted, side="left"))
        end = int(np.searchsorted(self._keys, wanted, side="right"))
        own = dict(self._own.get(key, {}))
        turns = []
        for _, turn, games, won, value, playouts in self._rows[begin:end].iter_rows():
            mine = own.pop(turn, _Own())
            turns.append(
                ExploredTurn(
                    turn,
                    games + mine.games,
                    (won + mine.points) / WIN,
                    mine.games,
                    None if value is None else value / THOUSAND,
                    playouts * HUNDRED,
                )
            )
        turns += [
            ExploredTurn(turn, mine.games, mine.points / WIN, mine.games)
            for turn, mine in own.items()
        ]
        return turns

    def with_records(self, records: Iterable[GameRecord]) -> "Explorer":
        """An explorer that knows some finished games more.

        Games that go on, and those of other games or options, are passed over.

        Raises:
            RecordError: the turns of a record are not legal.
        """
        own = {key: dict(turns) for key, turns in self._own.items()}
        for record in records:
            if record.result is None or record.game != self.rules:
                continue
            for position, text in zip(record.replay(), record.turn_texts, strict=False):
                key, turn = place(position, self.rules.parse_turn(text))
                turns = own.setdefault(key, {})
                known = turns.get(turn, _Own())
                won = points(record.result.winner, position.player)
                turns[turn] = _Own(known.games + 1, known.points + won)
        return Explorer(self.about, self._rows, own)


@lru_cache(maxsize=8)
def kept(name: str) -> Explorer:
    """The explorer that comes with the package.

    Raises:
        OptionError: there is no such game, or no explorer of it.
    """
    file = file_of(name)
    if file is None:
        raise OptionError(f"No collection of {info(name).title} comes with Skerry.")
    return Explorer(*read_index(file.read_bytes(), file.name))
