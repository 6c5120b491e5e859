"""Checks proofs, by the reference rules alone: it shares no code with what made them.

    python -m tests.reference.proofs FILE ...

A file is text, compressed by gzip: a line of JSON with the position, who wins and how that is
proven, then one line for each step. No swap is to come in it.
"""

import gzip
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

from tests.reference import reference_game
from tests.reference.common import StoneGame, StonePosition, Two, format_cells, play_all
from tests.reference.hexhex import HexHex
from tests.reference.minimax import ByReference, Minimax
from tests.reference.spry import Spry

FOLDER = Path(__file__).parent / "proofs"


class ProofError(Exception):
    """A proof that is none; says which step and why."""


class Claim(NamedTuple):
    """What a proof says: the first line of a file."""

    game: str
    options: dict[str, Any]
    turns: list[str]  # whole turns from the start to the position
    winner: int  # the colour that wins, 0 or 1
    kind: str


def read_proof(path: Path) -> tuple[Claim, list[Any]]:
    """The claim and the steps of a file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return Claim(**json.loads(next(file))), [json.loads(line) for line in file]


def claimed_position(game: StoneGame, claim: Claim) -> StonePosition:
    """The position of a claim. Raises ProofError: a swap may still change who wins."""
    position: StonePosition = play_all(game, game.start(), claim.turns)
    if game.swap and (position.swap_offered or not claim.turns):
        raise ProofError("a swap may still change who wins")
    return position


# ---- patterns ----


class Pattern(NamedTuple):
    """Where a colour that is to act wins: with `stones`, the other having none on `carrier`."""

    stones: frozenset[str]
    carrier: frozenset[str]
    turn: frozenset[str]
    answers: tuple[int, ...]


class Patterns:
    """Patterns of Spry, each resting on those before it.

    That they prove what they say takes three facts of the game. Stones are only added. A stone more
    never harms its owner: what connects without it connects with it, and a part of a turn is a
    turn. And once a colour has connected, the other never will (SPRY-3, SPRY-4).

    So let a pattern hold on a board. Whoever is to act plays those cells of `turn` that are not
    theirs yet, or any cell if all are. The reply has no stone on the carrier of some answer, by the
    check below, for of a reply those cells that lie on carriers are also a turn. This answer holds
    now, and so on, until a pattern without answers connects.
    """

    def __init__(self, game: Spry) -> None:
        self.game = game
        self.known: list[Pattern] = []

    def add(self, step: Sequence[Any]) -> None:
        """Check one more pattern. Raises ProofError."""
        stones, carrier, turn, answers = step
        pattern = Pattern(self._cells(stones), self._cells(carrier), self._cells(turn), (*answers,))
        self._require(pattern.turn <= pattern.carrier, "the turn leaves the carrier")
        self._require(not pattern.stones & pattern.carrier, "a stone lies on the carrier")
        self._require(self._fits_a_turn(pattern.turn), "the turn has too many stones (SPRY-2)")
        own = pattern.stones | pattern.turn
        if not answers:
            self._require(self.game.connects(own), "the turn does not connect")
        for answer in self._answers(answers):
            self._require(answer.stones <= own, "an answer needs other stones")
            self._require(answer.carrier <= own | pattern.carrier, "an answer needs more room")
        if answers:
            self.check_all_answered(answers, own)
        self.known.append(pattern)

    def check_all_answered(self, answers: Sequence[int], own: frozenset[str]) -> None:
        """No turn has a stone on the carriers of all answers, where `own` can't be played."""
        carriers = [answer.carrier - own for answer in self._answers(answers)]
        reply = self._reply(carriers, frozenset())
        if reply is not None:
            self._require(False, f"nothing answers {','.join(sorted(reply))}")

    def check_holds(self, number: int, own: frozenset[str], other: frozenset[str]) -> None:
        """Whether a pattern holds where these are the stones of who is to win, and the others."""
        (pattern,) = self._answers([number])
        self._require(pattern.stones <= own, f"pattern {number} needs other stones")
        self._require(not pattern.carrier & other, f"pattern {number} needs more room")

    def _reply(
        self, carriers: Sequence[frozenset[str]], reply: frozenset[str]
    ) -> frozenset[str] | None:
        missed = [carrier for carrier in carriers if not carrier & reply]
        if not missed:
            return reply
        for cell in min(missed, key=len):
            longer = reply | {cell}
            if self._fits_a_turn(longer):
                found = self._reply(missed, longer)
                if found is not None:
                    return found
        return None

    def _fits_a_turn(self, cells: frozenset[str]) -> bool:
        return len(cells) <= min(map(self.game.ring_side, cells), default=0)

    def _answers(self, answers: Iterable[int]) -> Iterator[Pattern]:
        for answer in answers:
            known = 0 <= answer < len(self.known)
            self._require(known, f"{answer} is not one of the patterns before it")
            yield self.known[answer]

    def _cells(self, text: str) -> frozenset[str]:
        cells = frozenset(text.split())
        self._require(cells <= set(self.game.board.cells), f"{text} are not cells of the board")
        return cells

    def _require(self, holds: bool, why: str) -> None:
        if not holds:
            raise ProofError(f"pattern {len(self.known)}: {why}")


def check_patterns(claim: Claim, steps: Iterable[Any]) -> None:
    """Check all patterns, and that they win the position; the last step names those that do.

    Raises ProofError.
    """
    game = Spry(claim.options)
    position = claimed_position(game, claim)
    own, other = position.stones[claim.winner], position.stones[1 - claim.winner]
    patterns = Patterns(game)
    *found, last = steps
    for step in found:
        patterns.add(step)
    for number in last:
        patterns.check_holds(number, own, other)
    if position.colour != claim.winner:
        patterns.check_all_answered(last, own)
    elif len(last) != 1:
        raise ProofError("who is to act wins by one pattern")


# ---- turns ----

LAST = 6  # vacant cells: from there on everything is tried

Key = tuple[tuple[str, ...], tuple[str, ...]]


class Turns:
    """A turn for each position that the winner may come to, up to symmetry; of Sytran and Byg.

    If each of them leads to a won game or to further ones of these positions, whatever is replied,
    the game is won, since every turn adds stones.
    """

    def __init__(self, claim: Claim, steps: Iterable[Any]) -> None:
        self.game = cast(StoneGame, reference_game(claim.game, claim.options))
        self.winner: Two = 1 if claim.winner else 0
        self.maps = symmetries(self.game.board)
        self.steps = [self._read(*step) for step in steps]
        self._known = {self._key(position) for position, _ in self.steps}
        self._last = Minimax[ByReference[StonePosition]]()

    def check_step(self, number: int) -> None:
        """Whether the turn of one of the positions leads to others of them. Raises ProofError."""
        position, turn = self.steps[number]
        try:
            after = self.game.play(position, turn)
        except ValueError as error:
            raise ProofError(f"step {number}: {error}") from error
        self.check_won(after)

    def check_won(self, position: StonePosition) -> None:
        """Whether a position is won by what the steps say, if each of them holds."""
        if len(self.game.vacant(position)) <= LAST:
            value = self._last.value(ByReference(self.game, position))
            self._require(value == 1 - 2 * self.winner, position, "is not won")
        elif position.colour == self.winner:
            self._require(self._key(position) in self._known, position, "has no turn")
        else:
            for after in self.game.turns(position).values():
                self.check_won(after)

    def _read(self, board: str, turn: str) -> tuple[StonePosition, str]:
        stones = tuple(
            frozenset(
                cell for cell, one in zip(self.game.board.cells, board, strict=True) if one == mark
            )
            for mark in "12"
        )
        return StonePosition((stones[0], stones[1]), self.winner, 0, False), turn

    def _key(self, position: StonePosition) -> Key:
        """The same for positions that are the same by a symmetry of the board."""
        first, second = (
            [tuple(sorted(map(each.__getitem__, stones))) for each in self.maps]
            for stones in position.stones
        )
        return min(zip(first, second, strict=True))

    def _require(self, holds: bool, position: StonePosition, why: str) -> None:
        if not holds:
            stones = " and ".join(map(format_cells, position.stones))
            raise ProofError(f"with {stones}, {self.game.name} {why}")


def symmetries(board: HexHex) -> list[dict[str, str]]:
    """The twelve turns and reflections of a board: cell -> cell. They keep rings and neighbours."""
    middle = board.size - 1
    places = {
        (place + max(0, row - middle) - middle, row - middle): cell
        for row, cells in enumerate(board.rows)
        for place, cell in enumerate(cells)
    }
    found = []
    for across, up in ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)):  # where (1, 0) goes
        for further in ((across - up, across), (up, up - across)):  # where (1, 1) goes
            other = (further[0] - across, further[1] - up)  # where (0, 1) goes
            found.append(
                {
                    cell: places[u * across + v * other[0], u * up + v * other[1]]
                    for (u, v), cell in places.items()
                }
            )
    return found


def check_turns(claim: Claim, steps: Iterable[Any], sample: int | None = None) -> None:
    """Check all positions, or so many of them, drawn at random; and the one that is claimed.

    Raises ProofError.
    """
    turns = Turns(claim, steps)
    turns.check_won(claimed_position(turns.game, claim))
    numbers = range(len(turns.steps))
    for number in numbers if sample is None else Random(sample).sample(numbers, sample):
        turns.check_step(number)


def check(path: Path, sample: int | None = None) -> str:
    """Check a whole file, or of many positions as many as said; returns in words what it proves.

    Raises ProofError.
    """
    claim, steps = read_proof(path)
    match claim.kind, claim.game:
        case "patterns", "spry":
            check_patterns(claim, steps)
        case "turns", "sytran" | "byg":
            check_turns(claim, steps, None if sample is None else min(sample, len(steps)))
        case kind, name:
            raise ProofError(f"nothing is known of a proof of {name} by {kind}")
    options = " ".join(f"{name}={value}" for name, value in claim.options.items())
    where, colour = " ".join(claim.turns) or "empty", ("first", "second")[claim.winner]
    return f"{claim.game} {options}, {where}: the {colour} colour wins, by {len(steps):,} steps"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(check(Path(name)))
