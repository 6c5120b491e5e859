"""What was counted of a game's games: the one store from which pages, claims and guides are made.

A file holds cells, each with the counts of its games and how they were played. Those of the games
of the catalogue come with the package, as `study.json` in each game's folder. A cell is named by
its rules, players and opening; adding it again replaces it, so a file may hold cells of several
runs, each with its date and commit.
"""

import json
import platform
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import polars as pl

import skerry
from skerry.errors import OptionError, SkerryError
from skerry.games.catalogue import info
from skerry.games.info import (
    EXPLORER,
    GUIDE,
    PUZZLES,
    RULES,
    STUDY,
    GameInfo,
    Options,
    Value,
    folder,
)
from skerry.lab.metrics import Tally, tally
from skerry.lab.openings import canonical_turn
from skerry.lab.plans import Cell
from skerry.positions import Game, game
from skerry.statistics import Estimate

FORMAT = "skerry-results 1"
LIBRARIES = ("skerry", "numpy", "numba", "polars")  # whose versions may have a say in the games
MOST_FIRST_TURNS = 12  # of a cell that are kept
NO_COMMIT = "unknown"  # of a package that was not made from a checkout


class ResultsError(SkerryError):
    """A file that holds no results, in one sentence."""


@dataclass(frozen=True)
class Run:
    """How some cells were played."""

    date: str  # on which a cell was begun, or taken up again, such as 2026-12-01
    commit: str  # of the code that played, or NO_COMMIT
    seed: int
    versions: tuple[tuple[str, str], ...]  # of Python and of libraries, by name


@dataclass(frozen=True)
class Counted:
    """A cell without what is needed to play it, and what was counted in it."""

    options: Mapping[str, Value]
    players: tuple[str, str]
    opening: str  # turns, with blanks between them, or none: ""
    run: Run
    tally: Tally
    measures: Mapping[str, Estimate]  # what else was counted, by name
    first_turns: Mapping[str, int]  # the commonest, and their games; mirror images count together
    # The first player's share in other games, for which the opening was chosen from among many.
    chosen_by: Estimate | None = None


@dataclass(frozen=True)
class Mistakes:
    """What was found wrong in games of some levels, each against itself (lab/mistakes.py)."""

    run: Run
    levels: tuple[str, ...]
    playouts: int  # a look of their reviews
    games: int
    turns: int
    total: int  # mistakes
    kinds: Mapping[str, int]  # games with a mistake of each kind, the commonest first


@dataclass(frozen=True)
class Results:
    """What was counted of one game."""

    game: str
    cells: tuple[Counted, ...] = ()
    mistakes: Mistakes | None = None  # None: no games of learners were reviewed

    @property
    def info(self) -> GameInfo:
        """The catalogue's entry."""
        return info(self.game)

    @property
    def games(self) -> int:
        """Games in all."""
        return sum(cell.tally.total for cell in self.cells)

    @cached_property
    def rules(self) -> Game:
        """As usual when the games were played, but without a swap."""
        return plain_rules(self.game, **self._before)

    @cached_property
    def _before(self) -> Options:
        """Options that came after all games were played: the usual rules are those of then."""
        return {
            option.name: option.before
            for option in self.info.options
            if option.before is not None
            and {cell.options[option.name] for cell in self.cells} == {option.before}
        }

    @cached_property
    def strengths(self) -> tuple[str, ...]:
        """Who plays itself from the start by the usual rules, the weakest first."""
        usual = str(self.rules)
        found = {
            players[0]
            for players, rules, opening in self._table
            if rules == usual and not opening and players[0] == players[1]
        }
        return tuple(sorted(found, key=playouts_of))

    def cell(
        self, *players: str, opening: str = "", options: Mapping[str, Value] | None = None
    ) -> Counted | None:
        """The cell of some players by the usual rules, without a swap; None: it was not played.

        Args:
            players: one contestant, which plays itself, or two.
            opening: turns before the players begin.
            options: that differ from the usual.
        """
        rules = plain_rules(self.game, **{**self._before, **(options or {})})
        return self._table.get(((players[0], players[-1]), str(rules), opening))

    def find(self, *players: str, options: Mapping[str, Value] | None = None) -> Tally | None:
        """The counts of the games from the start; arguments as of `cell`."""
        found = self.cell(*players, options=options)
        return None if found is None else found.tally

    def measure(
        self, name: str, player: str, options: Mapping[str, Value] | None = None
    ) -> Estimate | None:
        """What else was counted in the games of a contestant against itself; None: nothing."""
        found = self.cell(player, options=options)
        return None if found is None else found.measures.get(name)

    def opened(self, player: str, options: Mapping[str, Value] | None = None) -> Iterator[Counted]:
        """The cells in which a contestant went on from some first turn."""
        rules = str(plain_rules(self.game, **{**self._before, **(options or {})}))
        for (players, its_rules, opening), cell in self._table.items():
            if opening and players == (player, player) and its_rules == rules:
                yield cell

    def openings(
        self, player: str, options: Mapping[str, Value] | None = None
    ) -> Iterator[tuple[str, Tally]]:
        """The first turns of those, with the counts."""
        return ((cell.opening, cell.tally) for cell in self.opened(player, options))

    def has(self, cell: Cell) -> bool:
        """Whether all games of a plan's cell are there."""
        found = self._table.get((cell.players, str(cell.game), " ".join(cell.opening)))
        return found is not None and found.tally.total >= cell.games

    def plus(self, added: Counted) -> "Results":
        """With one more cell, in place of that of the same rules, players and opening."""
        key = _key(self.game, added)
        others = [cell for cell in self.cells if _key(self.game, cell) != key]
        return replace(self, cells=(*others, added))

    def knowing(self, mistakes: Mistakes) -> "Results":
        """With other mistakes."""
        return replace(self, mistakes=mistakes)

    @cached_property
    def _table(self) -> dict[tuple[tuple[str, str], str, str], Counted]:
        return {_key(self.game, cell): cell for cell in self.cells}


def _key(name: str, cell: Counted) -> tuple[tuple[str, str], str, str]:
    return cell.players, str(game(name, **cell.options)), cell.opening


def plain_rules(name: str, **options: Any) -> Game:
    """The game as it is studied: without a swap, whose use is to be shown."""
    swap = {"swap": False} if has_swap(name) else {}
    return game(name, **{**swap, **options})


def has_swap(name: str) -> bool:
    """Whether a game has the option."""
    return any(option.name == "swap" for option in info(name).options)


def playouts_of(player: str) -> int:
    """By how many playouts a turn a contestant plays, 0 if at random: it orders them."""
    kind, _, number = player.partition(" ")
    return int(number) if kind == "playouts" else 0


# Counting.

# Of the games of one cell, by the seed of its run.
Measures = Callable[[Game, pl.DataFrame, int], Mapping[str, Estimate]]


def count(cell: Cell, rows: pl.DataFrame, run: Run, measures: Measures | None = None) -> Counted:
    """A cell that was played.

    Args:
        cell: of a plan.
        rows: all games of the cell, with the columns of `playing.SCHEMA`.
        run: how they were played.
        measures: what else is counted in games of self-play from the start.
    """
    (counts,) = tally(rows.lazy()).values()
    is_from_start = not cell.opening and cell.players[0] == cell.players[1]
    found = Counted(
        options=dict(cell.game.options),
        players=cell.players,
        opening=" ".join(cell.opening),
        run=run,
        tally=counts,
        measures={},
        first_turns={},
    )
    if not is_from_start:
        return found
    more = dict(measures(cell.game, rows, run.seed)) if measures is not None else {}
    return replace(found, measures=more, first_turns=_first_turns(cell.game, rows))


def _first_turns(rules: Game, rows: pl.DataFrame) -> dict[str, int]:
    """The commonest first turns, those of most games first; mirror images count together."""
    if rules.info.has_setup:
        return {}
    found: dict[str, int] = {}
    for turn, games in rows["first_turn"].value_counts().iter_rows():
        name = canonical_turn(rules, turn)
        found[name] = found.get(name, 0) + games
    ordered = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return dict(ordered[:MOST_FIRST_TURNS])


def run_of(seed: int) -> Run:
    """A run by this code, today."""
    libraries = ((library, version(library)) for library in LIBRARIES)
    versions = (("python", platform.python_version()), *libraries)
    return Run(datetime.now(UTC).date().isoformat(), _commit(), seed, versions)


# What has a say in how games are played, and what lies there and has none.
PLAYS = ("core", "games", "search", "players.py", "positions.py", "lab/playing.py", "lab/plans.py")
TOLD = (PUZZLES, STUDY, EXPLORER, GUIDE, RULES, "lesson*.toml", "game_*.json", "*.css")


@lru_cache(maxsize=1)
def _commit() -> str:
    """The last one that changed how games are played; with a + where something was since.

    NO_COMMIT where this code is not part of a checkout.
    """
    package = Path(skerry.__file__).parent
    others = (f":(exclude,glob)**/{name}" for name in TOLD)
    paths = ("--", *(str(package / part) for part in PLAYS), *others)
    questions = (("log", "-1", "--format=%h", "--abbrev=8"), ("status", "--porcelain"))
    try:
        commit, changed = (
            subprocess.run(
                ("git", "-C", str(package), *words, *paths),
                check=True,
                capture_output=True,
                text=True,
            ).stdout.strip()
            for words in questions
        )
    except (OSError, subprocess.CalledProcessError):
        return NO_COMMIT
    if not commit:
        return NO_COMMIT
    return f"{commit}+" if changed else commit


# Files.


def to_json(results: Results) -> str:
    """The results as a file: a line for each cell."""
    runs = list(dict.fromkeys(cell.run for cell in results.cells))
    cells = (asdict(cell) | {"run": runs.index(cell.run)} for cell in results.cells)
    content: dict[str, Any] = {
        "format": FORMAT,
        "game": results.game,
        "runs": [_run_as_data(run) for run in runs],
    }
    if results.mistakes is not None:
        content["mistakes"] = asdict(results.mistakes) | {"run": _run_as_data(results.mistakes.run)}
    head = json.dumps(content, ensure_ascii=False, indent=1)
    lines = ",\n".join(json.dumps(cell, ensure_ascii=False) for cell in cells)
    return f'{head[:-2]},\n "cells": [\n{lines}\n]}}\n'


def _run_as_data(run: Run) -> dict[str, Any]:
    return asdict(run) | {"versions": dict(run.versions)}


def _run_of_data(data: dict[str, Any]) -> Run:
    return Run(**{**data, "versions": tuple(data["versions"].items())})


def from_json(text: str) -> Results:
    """The results in a file. Raises ResultsError."""
    try:
        content = json.loads(text)
        if content["format"] != FORMAT:
            raise ResultsError(f"This file is not in the format {FORMAT}.")
        as_written = info(content["game"]).as_written
        runs = [_run_of_data(run) for run in content["runs"]]
        cells = (_counted(cell, runs, as_written) for cell in content["cells"])
        found = content.get("mistakes")
        return Results(content["game"], tuple(cells), found and _mistakes(found))
    except ResultsError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise ResultsError(
            "This file holds no results; `skerry lab study` writes such files."
        ) from error


def _mistakes(content: dict[str, Any]) -> Mistakes:
    given = {"run": _run_of_data(content["run"]), "levels": tuple(content["levels"])}
    return Mistakes(**{**content, **given})


def _counted(
    content: dict[str, Any], runs: list[Run], as_written: Callable[[Options], Options]
) -> Counted:
    counts: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in content["tally"].items()
    }
    return Counted(
        options=as_written(content["options"]),
        players=tuple(content["players"]),
        opening=content["opening"],
        run=runs[content["run"]],
        tally=Tally(**counts),
        measures={name: Estimate(**one) for name, one in content["measures"].items()},
        first_turns=content["first_turns"],
        chosen_by=content["chosen_by"] and Estimate(**content["chosen_by"]),
    )


@lru_cache(maxsize=8)
def kept(name: str) -> Results:
    """The results that come with the package.

    Raises:
        OptionError: there is no such game, or there are none of it.
    """
    file = folder(info(name).name) / STUDY
    if not file.is_file():
        raise OptionError(f"No results of {info(name).title} come with Skerry.")
    return from_json(file.read_text(encoding="utf-8"))


def all_kept(names: Iterable[str]) -> dict[str, Results]:
    """The results that come with the package, by game; of a game without any, empty ones."""
    return {name: _kept_or_none(name) for name in names}


def _kept_or_none(name: str) -> Results:
    try:
        return kept(name)
    except OptionError:
        return Results(name)
