"""Proves who wins from an empty board, and writes the proof to a file that a checker reads.

    python -m bench.prove spry size=4
    python -m tests.reference.proofs spry-size=4     # checks it, by the reference rules

Files go to tests/reference/proofs.
"""

import argparse
import gzip
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import skerry
from skerry.games.ruleset import parse_options
from skerry.search.patterns import Effort, Patterns, Prover, as_cells
from tests.reference.proofs import FOLDER, Claim


def prove_by_patterns(position: skerry.Position) -> tuple[Claim, Iterator[Any]]:
    """The claim that the first colour wins, and the patterns that prove it."""
    prover = Prover(position.game)
    effort, looked_at, began = Effort(lambda: None), 0, time.perf_counter()

    def count() -> None:
        nonlocal looked_at
        looked_at += 1
        if looked_at % 100 == 0:
            known = len(prover.patterns.known)
            seconds = time.perf_counter() - began
            print(f"{looked_at:,} boards, {known:,} patterns, {seconds:.0f} s", file=sys.stderr)

    effort = Effort(count)
    while (found := prover.win(0, 0, effort)) is None:
        effort = effort.more()
    claim = Claim(position.game.name, dict(position.game.options), [], 0, "patterns")
    return claim, pattern_steps(prover.patterns, found, position.game.board.names)


def pattern_steps(patterns: Patterns, root: int, names: Sequence[str]) -> Iterator[Any]:
    """A pattern with all that it rests on, numbered anew, and the step that names it."""

    def text(cells: int) -> str:
        return " ".join(names[cell] for cell in as_cells(cells))

    numbers = {number: index for index, number in enumerate(patterns.below(root))}
    for number in numbers:
        stones, carrier, turn, answers = patterns.known[number]
        yield [text(stones), text(carrier), text(turn), [numbers[answer] for answer in answers]]
    yield [numbers[root]]


def write(path: Path, claim: Claim, steps: Iterable[Any]) -> None:
    """Write a proof; the same one gives the same file."""
    lines = [json.dumps(claim._asdict()), *(json.dumps(step) for step in steps)]
    text = "".join(f"{line}\n" for line in lines)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def main(arguments: Sequence[str] | None = None) -> int:
    """Prove, and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", choices=["spry"])
    parser.add_argument("options", nargs="*", help="such as size=4")
    given = parser.parse_args(arguments)
    game = skerry.game(given.game, **parse_options(given.options))
    path = FOLDER / f"{'-'.join((given.game, *given.options))}.jsonl.gz"
    write(path, *prove_by_patterns(game.start()))
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
