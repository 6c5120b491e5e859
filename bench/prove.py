"""Proves who wins from an empty board, and writes the proof to a file that a checker reads.

    python -m bench.prove spry size=4

Files go to tests/reference/proofs, and are checked by the reference rules, which takes minutes
where there are many positions.
"""

import argparse
import gzip
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import skerry
from skerry.games.ruleset import parse_options
from skerry.search.patterns import Patterns, Prover, as_cells
from skerry.search.solver import Budget, Solver
from skerry.search.symmetry import rule_symmetries
from tests.reference.minimax import whole_turns
from tests.reference.proofs import FOLDER, LAST, Claim, check

TABLE_BYTES = 1 << 30  # of the solver


def prove_by_patterns(position: skerry.Position) -> tuple[Claim, Iterator[Any]]:
    """The claim that a colour wins, and the patterns that prove it."""
    prover, looked_at, began = Prover(position.game), 0, time.perf_counter()

    def count(boards: int) -> None:
        nonlocal looked_at
        looked_at += boards
        if boards and looked_at % 100 == 0:
            known = len(prover.patterns.known)
            seconds = time.perf_counter() - began
            print(f"{looked_at:,} boards, {known:,} patterns, {seconds:.0f} s", file=sys.stderr)

    wins, found = prover.decide(0, 0, count)
    claim = Claim(position.game.name, dict(position.game.options), [], int(not wins), "patterns")
    return claim, pattern_steps(prover.patterns, found, position.game.board.names)


def pattern_steps(patterns: Patterns, found: list[int], names: Sequence[str]) -> Iterator[Any]:
    """Some patterns and all that they rest on, numbered anew; and the step that names them."""

    def in_words(cells: int) -> str:
        return " ".join(names[cell] for cell in as_cells(cells))

    numbers = {number: index for index, number in enumerate(patterns.below(found))}
    for number in numbers:
        *sets, answers = patterns.known[number]
        yield [*map(in_words, sets), [numbers[answer] for answer in answers]]
    yield [numbers[number] for number in found]


def prove_by_turns(position: skerry.Position) -> tuple[Claim, list[Any]]:
    """The claim that a colour wins, and its turn in each position that it may come to."""
    solver = Solver(position.game, TABLE_BYTES)
    value = solver.solve(position, Budget()).value
    if value == "draw":
        raise SystemExit("Nobody wins.")
    winner = cast(int, position.player) ^ (value == "loss")
    maps, names = rule_symmetries(position.game), position.game.board.names
    found, seen, left = [], set(), [position]
    while left:
        now = left.pop()
        contents = now.contents
        key = min(tuple(contents[cell] for cell in each) for each in maps), now.player
        if key in seen or contents.count(0) <= LAST:
            continue
        seen.add(key)
        if now.player != winner:
            left += whole_turns(now, len(names)).values()
            continue
        turn = solver.solve(now, Budget()).turn or ()
        stones = ",".join(names[action] for action in turn if action < len(names))
        found.append(["".join(map(str, contents)), stones])
        left.append(now.play_turn(stones))
        if len(found) % 1000 == 0:
            print(f"{len(found):,} positions", file=sys.stderr)
    claim = Claim(position.game.name, dict(position.game.options), [], winner, "turns")
    return claim, sorted(found)


def write_proof(path: Path, claim: Claim, steps: Iterable[Any]) -> None:
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
    parser.add_argument("game", choices=["spry", "sytran", "byg"])
    parser.add_argument("options", nargs="*", help="such as size=4")
    given = parser.parse_args(arguments)
    game = skerry.game(given.game, **parse_options(given.options))
    if game.rules.swap == 1:
        raise SystemExit("The swap alone decides who wins; say swap=off.")
    path = FOLDER / f"{'-'.join((given.game, *given.options))}.jsonl.gz"
    prove = prove_by_patterns if given.game == "spry" else prove_by_turns
    write_proof(path, *prove(game.start()))
    print(f"{path}, {path.stat().st_size:,} bytes")
    print(check(path))
    return 0


if __name__ == "__main__":
    sys.exit(main())
