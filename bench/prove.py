"""Proves who wins from an empty board, and writes the proof to a file that a checker reads.

    python -m bench.prove spry size=4
    python -m bench.prove kitaran size=4
    python -m bench.prove syrtis board=minor

Files go to tests/reference/proofs, and are checked by the reference rules, which takes minutes
where there are many positions. Of Syrtis it is said who wins 100 set-ups, with towers and sides as
a search places and chooses them: of the first seeds, those that the solver can do within NODES.
"""

import argparse
import gzip
import json
import lzma
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, cast

import numpy as np

import skerry
from skerry.games.kitaran.retrograde import Retrograde
from skerry.games.ruleset import parse_options
from skerry.games.syrtis.setup import random_setup
from skerry.players import SearchPlayer
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


class HalfOfTheCells(Retrograde):
    """Works out where a colour of Kitaran has half of the cells in the end, or more."""

    def __init__(self, game: skerry.Game) -> None:
        """Nothing is known yet. With half a point more the first colour wins where it has half."""
        super().__init__(game)
        self._rules = self._rules._replace(double_komi=-1)

    def sets(self, start: skerry.Position) -> Iterator[tuple[int, list[int]]]:
        """Each layer's cells; and by the colour's stones those after whose placement it is so."""
        missing = self._missing(start.state)
        self.values(start.state, Budget())
        for cells in missing:
            first, mine = int(self._layers.first[cells]), np.arange(1 << cells.bit_count())
            won, lost = self._layers.won[first + mine], self._layers.lost[first + mine]
            yield cells, (won & mine | lost & ~mine).tolist()


def prove_by_layers(position: skerry.Position) -> tuple[Claim, Iterator[Any]]:
    """The claim that in Kitaran either colour can have half of the cells, and what proves it."""
    game = skerry.game("kitaran", **{**dict(position.game.options), "cycle": "draw"})
    options = {"size": game.option("size"), "cycle_limit": game.option("cycle_limit")}
    names = game.board.names
    steps = (
        [
            " ".join(names[cell] for cell in as_cells(cells)),
            "".join(f"{each:0{-(-cells.bit_count() // 4)}x}" for each in sets),
        ]
        for cells, sets in HalfOfTheCells(game).sets(game.start())
    )
    return Claim(game.name, options, [], None, "layers"), steps


SET_UPS = 100
TOWER_PLAYOUTS = 2_000  # of the search that places the towers and chooses a side
NODES = 30_000  # of the solver, for each position; for most set-ups it is not enough
POSITIONS = 3_000  # in which a proof may have to say a turn


class TooLongError(Exception):
    """A set-up can't be proven with what may be spent on it."""


class Answers:
    """The turns by which one side of Syrtis wins, in the order that the check asks for them."""

    def __init__(self, position: skerry.Position) -> None:
        """Raises TooLongError."""
        self.solver = Solver(position.game, TABLE_BYTES // 4)
        self.turns: list[str] = []
        self._met: dict[str, bool] = {}  # whether all below has been met as well
        value = self.solver.solve(position, Budget(max_nodes=NODES)).value
        if value not in ("win", "loss"):
            raise TooLongError
        self.winner = cast(int, position.player) ^ (value == "loss")
        self._meet(position)

    def _meet(self, position: skerry.Position) -> None:
        if position.is_over:
            return
        key = " ".join(one for one in position.text.split() if one[:5] not in ("turn=", "calm="))
        if key in self._met:
            if not self._met[key]:
                raise TooLongError  # both wander
            return
        self._met[key] = False
        if position.player == self.winner:
            found = self.solver.solve(position, Budget(max_nodes=NODES))
            if found.value != "win" or found.turn is None or len(self.turns) == POSITIONS:
                raise TooLongError
            self.turns.append(position.game.format_turn(found.turn))
            replies = self.turns[-1:]
        else:
            replies = sorted(position.game.format_turn([one]) for one in position.legal_actions())
        for reply in replies:
            self._meet(position.play_turn(reply))
        self._met[key] = True


def prove_set_ups(start: skerry.Position) -> tuple[Claim, Iterator[Any]]:
    """The claim that some set-ups of Syrtis are won, and by which turns."""
    game = start.game
    return Claim(game.name, dict(game.options), [], None, "set-ups"), _set_ups(game)


def _set_ups(game: skerry.Game) -> Iterator[Any]:
    found = 0
    for seed in count():
        tiles = random_setup(game, seed)
        position, turns = game.start(setup=tiles), list[str]()
        while position.phase != "play":
            player = SearchPlayer(playouts=TOWER_PLAYOUTS, seed=seed)
            turns.append(game.format_turn(player.choose(position)))
            position = position.play_turn(turns[-1])
        try:
            answers = Answers(position)
        except TooLongError:
            continue
        if len(answers.turns) == 1:
            continue  # Light, who begins, wins at once
        side = answers.winner ^ (turns[-1] == "light")
        found += 1
        print(f"{found} of {seed + 1}: {len(answers.turns)} positions", file=sys.stderr)
        yield [tiles, turns, side, " ".join(answers.turns)]
        if found == SET_UPS:
            return


def write_proof(path: Path, claim: Claim, steps: Iterable[Any]) -> None:
    """Write a proof; the same one gives the same file."""
    lines = [json.dumps(claim._asdict()), *(json.dumps(step) for step in steps)]
    text = "".join(f"{line}\n" for line in lines)
    path.parent.mkdir(exist_ok=True)
    raw = text.encode()
    path.write_bytes(lzma.compress(raw) if path.suffix == ".xz" else gzip.compress(raw, mtime=0))


PROOFS: dict[str, tuple[Callable[[skerry.Position], tuple[Claim, Iterable[Any]]], str]] = {
    "spry": (prove_by_patterns, "gz"),
    "sytran": (prove_by_turns, "gz"),
    "byg": (prove_by_turns, "gz"),
    "kitaran": (prove_by_layers, "xz"),
    "syrtis": (prove_set_ups, "gz"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Prove, and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", choices=list(PROOFS))
    parser.add_argument("options", nargs="*", help="such as size=4")
    given = parser.parse_args(arguments)
    game = skerry.game(given.game, **parse_options(given.options))
    if game.rules.swap == 1:
        raise SystemExit("The swap alone decides who wins; say swap=off.")
    prove, ending = PROOFS[given.game]
    path = FOLDER / f"{'-'.join((given.game, *given.options))}.jsonl.{ending}"
    write_proof(path, *prove(game.start(seed=0) if game.info.has_setup else game.start()))
    print(f"{path}, {path.stat().st_size:,} bytes")
    print(check(path))
    return 0


if __name__ == "__main__":
    sys.exit(main())
