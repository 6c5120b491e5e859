"""Checks proofs, by the reference rules alone: it shares no code with what made them.

    python -m tests.reference.proofs FILE ...

A file is text, compressed by gzip or xz: a line of JSON with the position, who wins and how that is
proven, then one line for each step. No swap is to come in it.
"""

import gzip
import json
import lzma
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tests.reference import reference_game
from tests.reference.common import StoneGame, StonePosition, Two, format_cells, play_all
from tests.reference.hexhex import HexHex
from tests.reference.kitaran import Kitaran
from tests.reference.minimax import ByReference, Minimax
from tests.reference.spry import Spry
from tests.reference.square import adjacent_cells
from tests.reference.syrtis import Syrtis, SyrtisPosition

FOLDER = Path(__file__).parent / "proofs"


class ProofError(Exception):
    """A proof that is none; says which step and why."""


class Claim(NamedTuple):
    """What a proof says: the first line of a file."""

    game: str
    options: dict[str, Any]
    turns: list[str]  # whole turns from the start to the position
    winner: int | None  # the colour that wins, 0 or 1; None: either can do as well as the other
    kind: str


def read_proof(path: Path) -> tuple[Claim, list[Any]]:
    """The claim and the steps of a file."""
    with (lzma.open if path.suffix == ".xz" else gzip.open)(path, "rt", encoding="utf-8") as file:
        return Claim(**json.loads(next(file))), [json.loads(line) for line in file]


def claimed_winner(claim: Claim) -> Two:
    """The colour that a claim says wins. Raises ProofError: it says of none that it does."""
    if claim.winner not in (0, 1):
        raise ProofError("it does not say who wins")
    return 1 if claim.winner else 0


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
    winner = claimed_winner(claim)
    own, other = position.stones[winner], position.stones[1 - winner]
    patterns = Patterns(game)
    *found, last = steps
    for step in found:
        patterns.add(step)
    for number in last:
        patterns.check_holds(number, own, other)
    if position.colour != winner:
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
        self.winner = claimed_winner(claim)
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


# ---- layers ----

Sets = NDArray[np.int32]  # a set of stones, as bits, for each board of a layer


class Layers:
    """Kitaran: after which placements a colour can have half of the cells in the end, or more.

    All positions with the same occupied cells are a layer. On board b of it the colour has those
    stones whose bits b has, in the order of the layer's cells. Of each board the proof has a set of
    stones: those after whose placement the colour can do it, whoever placed them. Layers that are
    the same by a symmetry are in it once. As the rules are the same for both colours, so are the
    sets; only Black begins.

    Conversions leave a layer as it is. They are tried out from what placements lead to: what can be
    done with one conversion left, then with two, and so on below the limit of KIT-4, at which the
    colour has failed. So what is proven holds for both values of `cycle`, and for higher limits.
    """

    def __init__(self, claim: Claim, steps: Iterable[Any]) -> None:
        game = Kitaran(claim.options)
        self.limit = game.cycle_limit
        names = sorted(game.cells)
        self.adjacent = [
            _set_of(map(names.index, adjacent_cells(cell) & game.cells)) for cell in names
        ]
        self.num_cells = len(names)
        self.maps = square_symmetries(names)
        self.known = dict(self._read(names, *step) for step in steps)

    def check_layer(self, cells: int) -> None:
        """Whether the sets of a layer follow from those of the layers above. Raises ProofError."""
        given, found = self.known[cells], self._worked_out(cells)
        wrong = np.flatnonzero(given != found)
        if len(wrong):
            raise ProofError(f"cells {cells:b}, board {wrong[0]:b}: {given[wrong[0]]:b} is wrong")

    def check_start(self) -> None:
        """Whether it can be done by Black, who begins, and by White. Raises ProofError."""
        by_black, by_white = (found[0] for found in self._placements(0, 0))
        if not (by_black and by_white):
            raise ProofError(f"{'White' if by_black else 'Black'} can't have half of the cells")

    def _read(self, names: Sequence[str], cells: str, sets: str) -> tuple[int, Sets]:
        occupied = _set_of(names.index(cell) for cell in cells.split())
        digits = -(-occupied.bit_count() // 4)
        given = np.array([int(sets[i : i + digits], 16) for i in range(0, len(sets), digits)])
        if len(given) != 1 << occupied.bit_count():
            raise ProofError(f"{cells} has {len(given)} boards")
        return occupied, given.astype(np.int32)

    def _worked_out(self, cells: int) -> Sets:
        stones = _bits(cells)
        count = len(stones)
        mine = np.arange(1 << count, dtype=np.int32)  # the colour's stones
        full = np.int32(len(mine) - 1)
        theirs = full ^ mine
        if count == self.num_cells:
            return np.where(2 * np.bitwise_count(mine) >= count, full, np.int32(0))
        adjacent = [_set_of(map(stones.index, _bits(self.adjacent[c] & cells))) for c in stones]
        beside = np.zeros_like(mine)
        for stone in range(count):
            beside[1 << stone : 2 << stone] = beside[: 1 << stone] | adjacent[stone]
        some, every = self._placements(cells, count)

        def wins(won: Sets, mine: Sets, fresh: Sets, *, to_act: bool) -> NDArray[np.bool_]:
            """Whether boards are won, by placements or conversions, if some stones are fresh."""
            theirs = full ^ mine
            if to_act:
                can = mine & beside[theirs] & ~beside[fresh]  # KIT-2
                return np.asarray(some[mine] | (can & won[mine] != 0))
            can = theirs & beside[mine] & ~beside[fresh]
            return np.asarray(every[mine] & (can & ~won[mine] == 0))

        won = np.zeros_like(mine)  # by board: the stones by whose conversions it is won
        for _ in range(self.limit - 1):
            before, won = won, np.zeros_like(mine)
            for stone in range(count):
                is_mine = mine >> stone & 1 == 1
                converted = adjacent[stone] & np.where(is_mine, theirs, mine)
                after = mine ^ converted
                then = np.where(
                    is_mine,
                    wins(before, after, converted, to_act=False),
                    wins(before, after, converted, to_act=True),
                )
                won |= (then & (converted != 0)).astype(np.int32) << stone
            if (won == before).all():
                break
        found = np.zeros_like(mine)
        for stone in range(count):
            placed = np.full_like(mine, 1 << stone)
            then = np.where(
                mine >> stone & 1 == 1,
                wins(won, mine, placed, to_act=False),
                wins(won, mine, placed, to_act=True),
            )
            found |= then.astype(np.int32) << stone
        return found

    def _placements(self, cells: int, count: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """By board: whether the colour wins by some placement, and by every one of the other's."""
        some, every = np.zeros(1 << count, dtype=bool), np.ones(1 << count, dtype=bool)
        for cell in _bits(~cells & (1 << self.num_cells) - 1):
            above, images = self._image(cells | 1 << cell)
            order = _bits(above)
            boards = np.zeros(1, dtype=np.int32)
            for stone in _bits(cells):
                boards = np.concatenate([boards, boards | 1 << order.index(images[stone])])
            placed, won = order.index(images[cell]), self.known[above]
            some |= won[boards | 1 << placed] >> placed & 1 == 1
            every &= won[boards] >> placed & 1 == 1
        return some, every

    def _image(self, cells: int) -> tuple[int, Sequence[int]]:
        """A layer of the proof that is the same by a symmetry, and the symmetry."""
        for images in self.maps:
            image = _set_of(images[cell] for cell in _bits(cells))
            if image in self.known:
                return image, images
        raise ProofError(f"the layer {cells:b} is missing")


def _bits(numbers: int) -> list[int]:
    return [number for number in range(numbers.bit_length()) if numbers >> number & 1]


def _set_of(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def square_symmetries(cells: Sequence[str]) -> list[list[int]]:
    """The eight turns and reflections of a square board: where each cell goes, by its number."""
    places = {cell: (ord(cell[0]) - ord("a"), int(cell[1:]) - 1) for cell in cells}
    last = max(max(place) for place in places.values())
    numbers = {places[cell]: number for number, cell in enumerate(cells)}
    found = []
    for across, up, exchanged in product((False, True), repeat=3):
        images = []
        for cell in cells:
            x, y = places[cell]
            place = last - x if across else x, last - y if up else y
            images.append(numbers[place[::-1] if exchanged else place])
        found.append(images)
    return found


def check_layers(claim: Claim, steps: Iterable[Any], sample: int | None = None) -> None:
    """Check all layers, or so many of them, drawn at random; and the empty board.

    Raises ProofError.
    """
    if claim.winner is not None or claim.turns or claim.options.get("swap"):
        raise ProofError("layers say only that from the start both can have half of the cells")
    layers = Layers(claim, steps)
    layers.check_start()
    all_layers = sorted(layers.known)
    for cells in all_layers if sample is None else Random(sample).sample(all_layers, sample):
        layers.check_layer(cells)


# ---- set-ups ----


class Walk:
    """A walk through all that may be replied to one side of Syrtis, whose turns a proof tells.

    Positions are met in the order of the names of the turns that lead to them, each once. None may
    come again below itself, so the game ends; and in fewer turns than SYR-11 lets pass without a
    sink, which are therefore not counted.
    """

    def __init__(self, game: Syrtis, side: Two, answers: Iterable[str]) -> None:
        self.game, self.side, self.answers = game, side, iter(answers)
        self._most_turns: dict[SyrtisPosition, int | None] = {}  # None: on the way there

    def most_turns(self, position: SyrtisPosition) -> int:
        """In how many turns the side has won at the latest. Raises ProofError: it may not have."""
        position = position._replace(num_quiet=0)
        winner = self.game.winning_side(position)
        if winner is not None:
            self._require(winner == self.side, "the other side wins")
            return 0
        if position in self._most_turns:
            known = self._most_turns[position]
            if known is None:
                raise ProofError("a position comes again")
            return known
        self._most_turns[position] = None
        turns = self.game.turns(position)
        if position.side == self.side:
            turn = next(self.answers, "nothing")
            self._require(turn in turns, f"{turn} is no turn")
            turns = {turn: turns[turn]}
        found = 1 + max(self.most_turns(after) for _, after in sorted(turns.items()))
        self._most_turns[position] = found
        return found

    def _require(self, holds: bool, why: str) -> None:
        if not holds:
            raise ProofError(why)


def check_set_up(
    game: Syrtis, tiles: Mapping[str, str], turns: Sequence[str], side: Two, answers: str
) -> int:
    """Check that a side wins after the turns of a set-up; returns in how many turns at most.

    Raises ProofError.
    """
    walk = Walk(game, side, answers.split())
    found = walk.most_turns(play_all(game, game.start(tiles), turns))
    if found >= game.stall_limit:
        raise ProofError(f"after {found} turns without a sink SYR-11 decides")
    if next(walk.answers, None) is not None:
        raise ProofError("there are more turns than positions")
    return found


def check_set_ups(claim: Claim, steps: Sequence[Any], sample: int | None = None) -> None:
    """Check all set-ups, or so many of them, drawn at random. Raises ProofError."""
    if claim.winner is not None or claim.turns:
        raise ProofError("who wins is said for each set-up")
    game = Syrtis(claim.options)
    if len({str((sorted(tiles.items()), turns)) for tiles, turns, _, _ in steps}) < len(steps):
        raise ProofError("a set-up comes twice")
    numbers = range(len(steps))
    for number in numbers if sample is None else Random(sample).sample(numbers, sample):
        try:
            check_set_up(game, *steps[number])
        except (ProofError, ValueError) as error:
            raise ProofError(f"set-up {number}: {error}") from error


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
        case "layers", "kitaran":
            check_layers(claim, steps, None if sample is None else min(sample, len(steps)))
        case "set-ups", "syrtis":
            check_set_ups(claim, steps, None if sample is None else min(sample, len(steps)))
        case kind, name:
            raise ProofError(f"nothing is known of a proof of {name} by {kind}")
    options = " ".join(f"{name}={value}" for name, value in claim.options.items())
    where = " ".join(claim.turns) or "empty"
    wins = "both colours can have half of the cells, whatever cycle is"
    if claim.kind == "set-ups":
        light = sum(side == 0 for _, _, side, _ in steps)
        return (
            f"{claim.game} {options}: Light wins {light} of {len(steps)} set-ups, Dark the others"
        )
    if claim.winner is not None:
        wins = f"the {('first', 'second')[claim.winner]} colour wins"
    return f"{claim.game} {options}, {where}: {wins}, by {len(steps):,} steps"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(check(Path(name)))
