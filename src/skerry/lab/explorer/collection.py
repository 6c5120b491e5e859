"""A collection: games of self-play in one file, to which games are added until there are enough.

The file is a Parquet file that is whole at any moment: it is written beside its place after each
job, and moved there. What it says of itself stands in its metadata as JSON.
"""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl

from skerry.core.numbers import integer
from skerry.errors import SkerryError
from skerry.games.options import Value
from skerry.lab.explorer.self_play import SCHEMA, SelfPlay, SelfPlayJob
from skerry.lab.playing.runners import Runner
from skerry.lab.playing.store import exclusive, replace
from skerry.positions import game

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
            rows = pl.read_parquet(path, schema=SCHEMA)
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
            return cls(path, self_play, pl.DataFrame(schema=SCHEMA))
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
            OSError: the file cannot be written.
        """
        waiting = self._missing(integer("games", games, 0))
        with exclusive(self.path.with_name(f".{self.path.name}.lock"), self.path):

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
        replace(self.path, file.getvalue())
