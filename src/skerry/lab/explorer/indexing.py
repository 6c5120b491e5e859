"""Makes the index of a collection."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import polars as pl

from skerry.lab.explorer.canonical import Actions
from skerry.lab.explorer.collection import Collection
from skerry.lab.explorer.index import (
    HUNDRED,
    SCHEMA,
    THOUSAND,
    WIN,
    About,
    index_to_bytes,
    place,
    points,
)
from skerry.lab.explorer.packaged import SETUPS
from skerry.lab.playing.store import replace
from skerry.positions import Position


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
    replace(path, index_to_bytes(about, index_of(collection)))
    return about
