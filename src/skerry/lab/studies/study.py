"""Studies of the games' fairness: what was counted, kept in a file of its own.

A file says all that a page needs: the plan, what made it, and every cell with its counts. Those of
the games of the catalogue come with the package, as `study.json` in each game's folder.
"""

import json
import platform
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from importlib.metadata import version
from typing import Any

import polars as pl

from skerry.errors import OptionError, SkerryError
from skerry.games.catalogue import info
from skerry.games.contract import STUDY, GameInfo, folder
from skerry.games.options import Options, Value
from skerry.lab.measures.tallies import Tally, tally
from skerry.lab.plans.plan import Plan
from skerry.lab.studies.plan import Size, plain_rules
from skerry.positions import Game, game

FORMAT = "skerry-study 1"
LIBRARIES = ("skerry", "numpy", "numba", "polars")  # whose versions may have a say in the games


class StudyError(SkerryError):
    """A file that holds no study, in one sentence."""


@dataclass(frozen=True)
class Counted:
    """A cell without what is needed to play it, and its counts."""

    options: Mapping[str, Value]
    players: tuple[str, str]
    opening: str  # one turn, or none: ""
    tally: Tally


@dataclass(frozen=True)
class Study:
    """What was counted of one game."""

    game: str
    ladder: tuple[int, ...]  # playouts a turn
    strengths: tuple[str, ...]  # contestants, the weakest first
    seed: int
    wanted: int  # games of the plan
    versions: Mapping[str, str]
    plan: str  # TOML
    cells: tuple[Counted, ...]  # that have games

    @property
    def info(self) -> GameInfo:
        """The catalogue's entry."""
        return info(self.game)

    @property
    def title(self) -> str:
        """Of its page."""
        return f"{self.info.title}: is it fair?"

    @property
    def games(self) -> int:
        """Games in all."""
        return sum(cell.tally.total for cell in self.cells)

    @cached_property
    def rules(self) -> Game:
        """As usual when the study was made, but without a swap."""
        return plain_rules(self.game, **self._before)

    @cached_property
    def _before(self) -> Options:
        """Options that came after the study was made: its usual rules are those of then."""
        return {
            option.name: option.before
            for option in self.info.options
            if option.before is not None
            and {cell.options[option.name] for cell in self.cells} == {option.before}
        }

    def find(self, *players: str, options: Mapping[str, Value] | None = None) -> Tally | None:
        """Counts of the games from the start by the usual rules, without a swap; None: not played.

        Args:
            players: one contestant, which plays itself, or two.
            options: that differ from the usual.
        """
        rules = plain_rules(self.game, **{**self._before, **(options or {})})
        return self._table.get((_pair(players), str(rules)))

    def openings(self, player: str) -> Iterator[tuple[str, Tally]]:
        """First turns that a contestant went on from, with the counts."""
        for cell in self.cells:
            if cell.opening and cell.players == (player, player):
                yield cell.opening, cell.tally

    @cached_property
    def _table(self) -> dict[tuple[tuple[str, str], str], Tally]:
        return {
            (cell.players, str(game(self.game, **cell.options))): cell.tally
            for cell in self.cells
            if not cell.opening
        }


def _pair(players: tuple[str, ...]) -> tuple[str, str]:
    first, *others = players
    return (first, others[0] if others else first)


def study_of(name: str, size: Size, plan: Plan, rows: pl.LazyFrame) -> Study:
    """The study that some rows of its plan make, all of them or those that are there."""
    found = tally(rows)
    cells = [
        Counted(dict(cell.game.options), cell.players, " ".join(cell.opening), found[cell.title])
        for cell in plan.cells
        if cell.title in found
    ]
    return Study(
        game=info(name).name,
        ladder=size.ladder,
        strengths=tuple(size.strengths),
        seed=plan.seed,
        wanted=sum(cell.games for cell in plan.cells),
        versions={
            "python": platform.python_version(),
            **{library: version(library) for library in LIBRARIES},
        },
        plan=plan.text,
        cells=tuple(cells),
    )


def to_json(study: Study) -> str:
    """The study as a file: a line for each cell."""
    content = asdict(study)
    cells = ",\n".join(json.dumps(cell, ensure_ascii=False) for cell in content.pop("cells"))
    head = json.dumps({"format": FORMAT, **content}, ensure_ascii=False, indent=1)
    return f'{head[:-2]},\n "cells": [\n{cells}\n]}}\n'


def from_json(text: str) -> Study:
    """The study in a file. Raises StudyError."""
    try:
        content = json.loads(text)
        if content.pop("format") != FORMAT:
            raise StudyError(f"This file is not in the format {FORMAT}.")
        as_written = info(content["game"]).as_written
        cells = tuple(_counted(cell, as_written) for cell in content.pop("cells"))
        content |= {key: tuple(content[key]) for key in ("ladder", "strengths")}
        return Study(**content, cells=cells)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise StudyError(
            "This file holds no study; `skerry lab study` writes such files."
        ) from error


def _counted(content: dict[str, Any], as_written: Callable[[Options], Options]) -> Counted:
    counts: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in content["tally"].items()
    }
    options = as_written(content["options"])
    return Counted(options, tuple(content["players"]), content["opening"], Tally(**counts))


@lru_cache(maxsize=8)
def kept(name: str) -> Study:
    """The study that comes with the package.

    Raises:
        OptionError: there is no such game, or no study of it.
    """
    file = folder(info(name).name) / STUDY
    if not file.is_file():
        raise OptionError(f"No study of {info(name).title} comes with Skerry.")
    return from_json(file.read_text(encoding="utf-8"))
