"""How often the search keeps a win, on small boards whose values are proven.

    python -m bench.yardstick                              # the table, by the positions kept
    python -m bench.yardstick "spry 3" --playouts 100 1000
    python -m bench.yardstick --draw 200 --seed 2          # other positions, drawn anew

Positions come from random play, and are won for whoever is to act, but not by every turn. The
search chooses a turn, and the solver says whether that still wins. Beside it stands the share of
random turns that do. What the solver has found is kept with the positions, so that only turns that
nobody chose before are solved.
"""

import argparse
import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import skerry
from skerry.players import SearchPlayer
from skerry.positions import Game, Position
from skerry.search.solver import Budget, Solver
from skerry.statistics import wilson

KEPT = Path(__file__).parent / "yardstick.json.gz"
PLAYOUTS = (100, 1_000, 10_000)
SAMPLE = 30  # random turns of a position that are tried
SOLVER_SECONDS = 20.0  # for a position; one that takes longer is left out
TABLE_BYTES = 256_000_000
MEMORY = 100_000_000  # of a search


@dataclass(frozen=True)
class Kind:
    """Positions of one game, drawn after so many random turns."""

    game: str
    options: dict[str, Any]
    turns: tuple[int, int]  # at least, at most

    def make(self) -> Game:
        """Its game."""
        return skerry.game(self.game, **self.options)


KINDS = {
    "spry 3": Kind("spry", {"size": 3, "swap": False}, (0, 8)),
    "sytran 3": Kind("sytran", {"size": 3, "swap": False}, (1, 9)),
    "byg 3": Kind("byg", {"size": 3, "swap": False}, (2, 9)),
    "kitaran 4": Kind("kitaran", {"size": 4, "komi": 0.5, "swap": False}, (0, 16)),
    "syrtis minor, late": Kind("syrtis", {"board": "minor"}, (10, 30)),
}


@dataclass
class Sample:
    """A position that is won for whoever is to act, and which turns are known to keep that."""

    kind: str
    text: str
    random: float  # share of random turns that keep it
    keeps: dict[str, bool] = field(default_factory=dict)  # by turn


def drawn(kind: str, wanted: int, seed: int) -> Iterator[Sample]:
    """So many positions, each of another random game."""
    of, game = KINDS[kind], KINDS[kind].make()
    solver = Solver(game, TABLE_BYTES)
    found = 0
    for number in count():
        draws = Random(f"{kind} {seed} {number}")
        position = game.start(seed=draws.getrandbits(32)) if game.info.has_setup else game.start()
        for _ in range(draws.randint(*of.turns)):
            if not position.is_over:
                position = position.play_turn(game.format_turn(position.sample_turn(draws)))
        sample = None if position.is_over else _sample(kind, position, solver, draws)
        if sample is not None:
            yield sample
            found += 1
            if found == wanted:
                return


def _sample(kind: str, position: Position, solver: Solver, draws: Random) -> Sample | None:
    if position.phase != "play" or value_for_mover(position, solver) != "win":
        return None
    sample = Sample(kind, position.text, 0.0)
    kept = 0
    for _ in range(SAMPLE):
        answer = keeps(sample, position, tuple(position.sample_turn(draws)), solver)
        if answer is None:
            return None
        kept += answer
    if kept == SAMPLE:
        return None
    sample.random = kept / SAMPLE
    return sample


def value_for_mover(position: Position, solver: Solver) -> str | None:
    """For whoever is to act; None where it takes too long."""
    return solver.solve(position, Budget(seconds=SOLVER_SECONDS)).value


def keeps(sample: Sample, position: Position, turn: Sequence[int], solver: Solver) -> bool | None:
    """Whether a turn keeps the win; None where that takes too long to say."""
    text = position.game.format_turn(tuple(turn))
    if text not in sample.keeps:
        after, person = position.play_turn(text), position.player
        if after.outcome is not None:
            sample.keeps[text] = after.outcome.winner == person
        else:
            theirs = value_for_mover(after, solver)
            if theirs is None:
                return None
            sample.keeps[text] = theirs == "loss"
    return sample.keeps[text]


def chosen(sample: Sample, position: Position, playouts: int, solver: Solver) -> bool | None:
    """Whether the turn that a search chooses keeps the win."""
    player = SearchPlayer(playouts=playouts, seed=1, memory=MEMORY)
    return keeps(sample, position, tuple(player.choose(position)), solver)


def read_samples(path: Path) -> list[Sample]:
    """The positions kept; none where there is no such file."""
    if not path.exists():
        return []
    return [Sample(**one) for one in json.loads(gzip.decompress(path.read_bytes()))]


def write_samples(path: Path, samples: Sequence[Sample]) -> None:
    """Keep positions with all that is known of them."""
    text = json.dumps([one.__dict__ for one in samples], sort_keys=True)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def table_row(samples: Sequence[Sample], playouts: Sequence[int]) -> str:
    """A line of the table: the shares in percent, with 95% intervals for the searches."""
    kind = samples[0].kind
    solver = Solver(KINDS[kind].make(), TABLE_BYTES)
    positions = [skerry.position(sample.text) for sample in samples]
    cells = [f"{kind} ({len(samples)})"]
    cells.append(f"{sum(sample.random for sample in samples) / len(samples):.0%}")
    for number in playouts:
        answers = [
            chosen(sample, position, number, solver)
            for sample, position in zip(samples, positions, strict=True)
        ]
        told = [answer for answer in answers if answer is not None]
        low, high = wilson(sum(told), len(told))
        cells.append(f"{sum(told) / max(1, len(told)):.1%} ({low:.1%} to {high:.1%})")
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Draw positions, or print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("kinds", nargs="*", default=list(KINDS), metavar="KIND")
    parser.add_argument("--playouts", type=int, nargs="+", default=PLAYOUTS, help="for a turn")
    parser.add_argument("--draw", type=int, help="so many positions of each kind, and keep them")
    parser.add_argument("--seed", type=int, default=1, help="of the positions drawn")
    parser.add_argument("--file", type=Path, default=KEPT, help="where they are kept")
    arguments = parser.parse_args()
    samples = read_samples(arguments.file)
    if arguments.draw:
        samples = [one for one in samples if one.kind not in arguments.kinds]
        for kind in arguments.kinds:
            samples += drawn(kind, arguments.draw, arguments.seed)
            write_samples(arguments.file, samples)
    print(f"| Wins kept | random | {' | '.join(f'{n:,}' for n in arguments.playouts)} |")
    print(f"|---|---:|{'---:|' * len(arguments.playouts)}")
    for kind in arguments.kinds:
        own = [one for one in samples if one.kind == kind]
        if not own:
            sys.exit(f"No positions of {kind} are kept in {arguments.file}; draw some by --draw.")
        print(table_row(own, arguments.playouts), flush=True)
        write_samples(arguments.file, samples)


if __name__ == "__main__":
    main()
