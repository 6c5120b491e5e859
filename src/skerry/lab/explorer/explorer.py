"""The explorer: which turns were played in a position, how often, and with what success."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from skerry.errors import OptionError
from skerry.games.catalogue import info
from skerry.lab.explorer.canonical import Cells, canonical, inverse, moved_turn
from skerry.lab.explorer.index import (
    HUNDRED,
    THOUSAND,
    WIN,
    About,
    ExplorerError,
    place,
    points,
    read_index,
)
from skerry.lab.explorer.packaged import file_of
from skerry.positions import Position
from skerry.record import GameRecord
from skerry.statistics import wilson


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
        return tuple(replace(turn, turn=self._moved(turn.turn, back)) for turn in explored[:most])

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
