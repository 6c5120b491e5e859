"""Whether figures that the pages tell come out again: some, drawn by lot, with other seeds.

    python -m bench.figures FOLDER [--figures 10] [--seed 2] [--most 10000] [GAME ...]

All figures that the games' guides and studies tell are in the lot: shares of colours, and what is
measured; but not those of single first turns that a map only tells together. The games of each
that is drawn are played anew, as many as it had, with a seed of their own. Two estimates of one
number fall out of each other's 95% interval now and then, but the interval of their difference
leaves out zero in one case of 20 only. Games are kept in FOLDER.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from skerry.games.catalogue import FEATURED, info
from skerry.lab.claims.texts import measure
from skerry.lab.plans import Cell
from skerry.lab.results import Counted, Results, count, kept, playouts_of, run_of
from skerry.lab.running import Runner, runner_for
from skerry.lab.studies import FULL, play_cell
from skerry.positions import game
from skerry.statistics import Estimate, difference_of

COLOUR = "wins of the first colour"


@dataclass(frozen=True)
class Figure:
    """A number, and the games that say it."""

    cell: Counted
    name: str  # of what is measured, or COLOUR

    def value(self, counted: Counted) -> Estimate:
        """The same number by other games."""
        return counted.tally.colour if self.name == COLOUR else counted.measures[self.name]

    @property
    def title(self) -> str:
        """What it is of, in a line."""
        cell = self.cell
        players = " against ".join(dict.fromkeys(cell.players))
        after = f", after {cell.opening}" if cell.opening else ""
        return f"{game_of(cell)}, {players}{after}: {self.name}"


def game_of(cell: Counted) -> str:
    """The rules in a line."""
    return " ".join(f"{name}={value}" for name, value in cell.options.items())


def figures_of(results: Results, most: int) -> Iterator[Figure]:
    """All figures of a game that are told, by players of at most so many playouts."""
    for cell in results.cells:
        is_told = cell.chosen_by is not None or "," not in cell.opening
        if is_told and max(map(playouts_of, cell.players)) <= most:
            yield Figure(cell, COLOUR)
            for name in cell.measures:
                yield Figure(cell, name)


def again(name: str, figure: Figure, seed: int, folder: Path, runner: Runner) -> Estimate:
    """The figure by games with another seed."""
    one = figure.cell
    opening = tuple(one.opening.split())
    cell = Cell(game(name, **one.options), one.players, opening, one.tally.total, None)
    rows = play_cell(cell, FULL, seed, folder, runner)
    return figure.value(count(cell, rows, run_of(seed), measure))


def line_of(figure: Figure, old: Estimate, new: Estimate) -> str:
    """What came out, in a line."""
    difference = difference_of(new, old)
    if old.low <= new.value <= old.high:
        verdict = "inside the interval"
    elif difference.low <= 0.0 <= difference.high:
        verdict = "outside, by no more than chance"
    else:
        verdict = "OUTSIDE, by more than chance"
    told = " to ".join(f"{end:.3g}" for end in (old.low, old.high))
    return (
        f"{figure.title}: {old.value:.3g} ({told}) of {old.games}, now "
        f"{new.value:.3g} of {new.games}: {verdict}"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    names = [one.name for one in FEATURED]
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=names, metavar="GAME", help=", ".join(names))
    parser.add_argument("--figures", type=int, default=10, help="of each game (default 10)")
    parser.add_argument("--seed", type=int, default=2, help="of the lot and the games (default 2)")
    parser.add_argument("--most", type=int, default=10_000, help="playouts (default 10,000)")
    given = parser.parse_intermixed_args(arguments)
    runner = runner_for(1, ray=False)
    for name in given.names:
        results = kept(info(name).name)
        lot = list(figures_of(results, given.most))
        # Other games have other seeds than those of the study, which are 1 and 2.
        drawn = Random(f"{name} {given.seed}").sample(lot, min(given.figures, len(lot)))
        for figure in drawn:
            new = again(name, figure, 1000 + given.seed, given.folder, runner)
            print(f"{name} {line_of(figure, figure.value(figure.cell), new)}", flush=True)


if __name__ == "__main__":
    main()
